"""What nobody may do where it counts: be helped, take back, let a bot play for them, or rule.

A host of a rated table is a player like all others: they choose no bots for a match that is under
way, nor how fast others have to follow it, and judge nobody. Nor do the others send away who is
there, who would have lost by it. Where time is up the program plays. At the table of an event
nobody has a host's rights either, and seats are taken by its links. The deal of the day is
compared; but nobody waits for whoever plays it, so that it may be paused.
"""

from __future__ import annotations

from ..protocol import incoming
from .commands import CommandRefused
from .state import HUMAN, TableState

_HELP = (incoming.AskHint, incoming.Undo, incoming.Again)
_RULES = (incoming.RuleOn, incoming.Decide)


_ORGANISED = (
    incoming.Sit, incoming.Swap, incoming.Ready, incoming.SetBot, incoming.SetSpeed,
    incoming.SetTerms,
    incoming.Rematch, incoming.Remove, incoming.RuleOn, incoming.Pause, incoming.Auto,
)  # fmt: skip


def need_stay(state: TableState, seat: int, *, lost: bool) -> None:
    """Refuse to send somebody away from a rated match, unless they have been away for long."""
    taken = state.seats[seat : seat + 1]
    if state.made.rated and state.in_match and not lost and taken and taken[0].kind == HUMAN:
        raise CommandRefused("rated")


def need_fair(state: TableState, message: incoming.AnyClientMessage) -> None:
    """Refuse what is not fair where deals are rated or compared, and what an event decides."""
    if state.made.match is not None and isinstance(message, _ORGANISED):
        raise CommandRefused("of-event")
    if state.helped:
        return
    unfair = isinstance(message, _HELP + _RULES) or (state.in_match and _sets(state, message))
    hands_over = isinstance(message, incoming.Auto) and message.on
    waits = isinstance(message, incoming.Pause) and message.on and not state.compared
    if not (unfair or hands_over or waits):
        return
    if state.compared:
        raise CommandRefused("daily")
    raise CommandRefused("rated" if state.made.rated else "of-event")


def _sets(state: TableState, message: incoming.AnyClientMessage) -> bool:
    """Whether a host would change the bots, or the speed for other people, too."""
    others = isinstance(message, incoming.SetSpeed) and len(state.humans) > 1
    return others or isinstance(message, incoming.SetBot)
