"""What nobody may do at a rated table: be helped, take back, or let a bot play for them."""

from __future__ import annotations

from ..protocol import incoming
from .commands import CommandRefused
from .state import TableState

_HELP = (incoming.AskHint, incoming.Undo, incoming.Again)
_STANDS_STILL = (incoming.Auto, incoming.Pause)


def need_fair(state: TableState, message: incoming.AnyClientMessage) -> None:
    """Refuse what is not fair where deals are rated."""
    if not state.made.rated:
        return
    if isinstance(message, _HELP) or (isinstance(message, _STANDS_STILL) and message.on):
        raise CommandRefused("rated")
