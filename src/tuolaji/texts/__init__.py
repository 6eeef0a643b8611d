"""Everything a player reads: the words of each language lie here as TOML files.

`reader` reads them. `explain` makes sentences of rulings and pages of rules, `narrate` tells what
happened in a deal, `handbook` writes rules and rulesets as Markdown.
"""
