"""Events: cups, leagues and evenings, at tables of the program or with real cards.

An event is the replay of its log (`state.replay`). `plan` is what the organiser wrote, `entries`
what can happen, `log` the file; `commands` check what somebody wants to do and give the entry that
does it. Everything else is computed: what deals come to (`counting`), who meets whom (`formats`),
standings with their tie-breaks (`standings`), boards played twice (`duplicate`), clocks (`clock`),
and what is exported and printed (`export`, `sheets`). Time and secrets are passed in. Decides
`event.draw` and `event.points`.
"""
