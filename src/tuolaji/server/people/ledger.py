"""The log of a table as others than its owner may read it: nothing of a deal that is not over.

What was done in the running deal is left out, even who has passed; the secret of a deal is there
once the deal is finished. Operators are shown this, and whoever replays finished deals gets it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..table import entries as log

_HIDDEN = "…"
# What tells of the cards of a deal that is not over, or that it is not told yet that it is.
_OF_A_DEAL = (
    log.Acted, log.Passed, log.Undone, log.Clocked, log.Committed, log.Called, log.Answered,
)  # fmt: skip


_COVERED = (log.Made, log.Followed, log.Committed, log.Dealt)


class _Kind(msgspec.Struct):
    """Of an entry, only which it is: a long log has thousands that are passed on as they are."""

    kind: str = msgspec.field(name="log")


_reader = msgspec.json.Decoder(_Kind)


def _kinds(entries: Iterable[type[log.Entry]]) -> frozenset[str | int | None]:
    return frozenset(entry.__struct_config__.tag for entry in entries)


_KINDS_OF_A_DEAL, _KINDS_COVERED = _kinds(_OF_A_DEAL), _kinds(_COVERED)
(_DEALT,) = _kinds([log.Dealt])


def dealt(bodies: list[bytes]) -> int:
    """How many deals a log has begun."""
    return sum(_reader.decode(body).kind == _DEALT for body in bodies)


def told(bodies: list[bytes], finished: int) -> list[bytes]:
    """The entries of a log; finished: how many deals are over, as far as that is told."""
    out, deals = [], 0
    for body in bodies:
        kind = _reader.decode(body).kind
        deals += kind == _DEALT
        if deals > finished and kind in _KINDS_OF_A_DEAL:
            continue
        if kind in _KINDS_COVERED:
            entry = log.decode(body)
            shown = _covered(entry, deals, finished)
            out.append(body if shown is entry else log.encode(shown))
        else:
            out.append(body)
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
