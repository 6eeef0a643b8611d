"""The log of a table as others than its owner may read it: nothing of a deal that is not over.

What was done in the running deal is left out, even who has passed; the secret of a deal is there
once the deal is finished. Operators are shown this, and whoever replays finished deals gets it.
"""

from __future__ import annotations

import msgspec

from ..table import entries as log

_HIDDEN = "…"
# What tells of the cards of a deal that is not over, or that it is not told yet that it is.
_OF_A_DEAL = (
    log.Acted, log.Passed, log.Undone, log.Clocked, log.Committed, log.Called, log.Answered,
)  # fmt: skip


def told(bodies: list[bytes], finished: int) -> list[bytes]:
    """The entries of a log; finished: how many deals are over, as far as that is told."""
    out, deals = [], 0
    for body in bodies:
        entry = log.decode(body)
        deals += isinstance(entry, log.Dealt)
        if deals <= finished or not isinstance(entry, _OF_A_DEAL):
            shown = _covered(entry, deals, finished)
            out.append(body if shown is entry else log.encode(shown))
    return out


def _covered(entry: log.AnyEntry, deals: int, finished: int) -> log.AnyEntry:
    """An entry without what is not told yet, after so many deals have begun."""
    if isinstance(entry, log.Made):
        match = entry.match and msgspec.structs.replace(entry.match, secret="")
        return msgspec.structs.replace(entry, seed=None, match=match)
    if isinstance(entry, log.Followed):  # the cards of a board, before it is dealt
        return log.Followed(msgspec.structs.replace(entry.orders, deck=""))
    if isinstance(entry, log.Committed) and deals >= finished:
        return msgspec.structs.replace(entry, secret=_HIDDEN)
    if isinstance(entry, log.Dealt) and deals > finished:
        return msgspec.structs.replace(entry, deck="")
    return entry
