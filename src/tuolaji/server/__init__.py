"""The table in the browser: rooms, bots, clocks and a log that survives, behind HTTP and sockets.

`log` is a table as the replay of its entries, `store` keeps them, `actor` runs a table, `present`
makes all that a client is sent, `app` is what the web sees. No rule is decided here.
"""
