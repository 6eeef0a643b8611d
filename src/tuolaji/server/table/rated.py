"""What nobody may do at a rated table: be helped, take back, let a bot play for them, or rule.

A host there is a player like all others: they choose no bots for a match that is under way, and
judge nobody. Where time is up the program plays.
"""

from __future__ import annotations

from ..protocol import incoming
from .commands import CommandRefused
from .state import TableState

_HELP = (incoming.AskHint, incoming.Undo, incoming.Again)
_RULES = (incoming.Conduct, incoming.Decide)
_STANDS_STILL = (incoming.Auto, incoming.Pause)


def need_fair(state: TableState, message: incoming.AnyClientMessage) -> None:
    """Refuse what is not fair where deals are rated."""
    if not state.made.rated:
        return
    unfair = isinstance(message, _HELP + _RULES) or (
        isinstance(message, incoming.SetBot) and state.in_match
    )
    if unfair or (isinstance(message, _STANDS_STILL) and message.on):
        raise CommandRefused("rated")
