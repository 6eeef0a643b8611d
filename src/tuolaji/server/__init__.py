"""The table in the browser: rooms, bots, clocks and a log that survives, behind HTTP and sockets.

`table` is a table as the replay of its log, and the task that runs it; `store` keeps logs, `bus`
connects processes, and `roles` are what a process can do. `people` are accounts and ratings,
`events` cups, `protocol` is what server and page say to each other, `http` what can be asked for.
No rule is decided here.
"""
