"""One page at a table: who it is, and what it has seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from ..guests import first_name
from ..protocol.outgoing import GoneReason, ServerMessage, write

if TYPE_CHECKING:
    from ...deal.actions import Action
    from .state import TableDeal, TableState

RESTART, TOO_SLOW, POLICY = 1012, 1013, 1008


class Line(Protocol):
    """The way to the gateway that has the sockets of some clients."""

    def tell(self, numbers: list[int], text: str) -> None:
        """Send them a message that is written already."""

    def send_away(self, numbers: list[int], code: int, reason: GoneReason) -> None:
        """Close them after what they were sent."""


class Client:
    """A connected page. number: its own on its line. seat: where its guest sits, None: nowhere."""

    def __init__(self, guest: str, chosen: str | None, line: Line, number: int = 0) -> None:
        """chosen: the name the guest has chosen."""
        self.guest, self.chosen, self.line, self.number = guest, chosen, line, number
        self.language = "en"
        self.seat: int | None = None
        self.greeted = False
        self.known: tuple[bytes, int] | None = None  # of which deal it knows how many events
        self.coached = False  # whether it wishes to hear the coach
        self.hinting = False  # whether it waits for a hint
        self.warning = False  # whether the coach looks at what it is about to play
        self.about: tuple[TableDeal, Action, int] | None = None  # what it is to look at next
        self.shown: TableState | None = None  # the table as it was last told
        self.unheard: set[str] = set()  # the guests it does not want to hear
        self.login: str | None = None  # of the guest's account
        self.like: str = ""  # the bot that is about as strong, where that counts

    @property
    def name(self) -> str:
        """What the guest is called."""
        return self.chosen or first_name(self.guest, self.language)

    def send(self, message: ServerMessage) -> None:
        """Send a message."""
        self.line.tell([self.number], write(message))

    def close(self, code: int, reason: GoneReason) -> None:
        """Say good-bye."""
        self.line.send_away([self.number], code, reason)


def tell(clients: Iterable[Client], text: str) -> None:
    """Send several clients the same, once on each line."""
    numbers: defaultdict[Line, list[int]] = defaultdict(list)
    for client in clients:
        numbers[client.line].append(client.number)
    for line, those in numbers.items():
        line.tell(those, text)
