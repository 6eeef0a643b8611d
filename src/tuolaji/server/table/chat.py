"""What is said at a table: told to those who want to hear it, and kept for who comes later.

Onlookers who are behind hear what is said in a deal when the deal is over, like the rest of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from ..buckets import Bucket, Buckets
from ..guests import sign
from ..protocol.outgoing import Said, SaidMessage, write
from .clients import Client, tell
from .commands import CommandRefused

if TYPE_CHECKING:
    from .actor import TableActor


@dataclass(frozen=True)
class _Line:
    """What a guest has said in a deal, and who has heard it already."""

    said: SaidMessage
    guest: str
    heard_by: list[Client]


class Chat:
    """The last lines of one table."""

    def __init__(self, table: TableActor) -> None:
        self._table, limits = table, table.limits
        self._times = Buckets(limits.chat, table.clock)
        self._onlookers = Bucket(*limits.onlookers_chat, table.clock)
        self.lines: list[Said] = []
        self._spoke: dict[str, str] = {}
        self._later: list[_Line] = []

    def need_time(self, guest: str, seat: int | None) -> None:
        """Refuse a guest who says too much, on however many pages, and onlookers who do together.

        Whoever comes with a new cookie for every line is one of those.
        """
        if not self._times.take(guest) or (seat is None and not self._onlookers.take()):
            raise CommandRefused("too-fast")

    def say(self, said: SaidMessage, guest: str) -> None:
        """Tell everybody what a guest said, but for those who do not want to hear them."""
        limits, lines = self._table.limits, self.lines
        lines.append(Said(said.seat, said.name, said.text, said.phrase, said.by))
        self._spoke[said.by] = guest
        while len(lines) > limits.chat_lines or _size(lines) > limits.chat_bytes:
            del lines[0]
        kept = {line.by for line in lines}
        self._spoke = {by: who for by, who in self._spoke.items() if by in kept}
        clients = [one for one in self._table.clients if guest not in one.unheard]
        now = [one for one in clients if not self._table.audience.hears_later(one)]
        tell(now, write(said))
        if self._table.audience.hides_talk():
            self._later = [*self._later, _Line(said, guest, now)][-limits.chat_lines :]

    def catch_up(self) -> None:
        """The deal is over: let those who looked on hear what was said in it."""
        later, self._later = self._later, []
        state = self._table.told()
        onlookers = [one for one in self._table.clients if state.seat_of(one.guest) is None]
        for line in later:
            those = (one for one in onlookers if one not in line.heard_by)
            tell([one for one in those if line.guest not in one.unheard], write(line.said))

    def heard_by(self, client: Client) -> list[Said]:
        """The lines that a client wants to hear, and may hear by now."""
        lines = self.lines
        if self._later and self._table.audience.hears_later(client):
            lines = lines[: max(0, len(lines) - len(self._later))]
        return [line for line in lines if self._spoke.get(line.by) not in client.unheard]

    def whose(self, by: str) -> str | None:
        """The guest behind a sign: somebody who sits or looks on here, or has spoken."""
        state = self._table.state
        here = [client.guest for client in self._table.clients]
        here += [seat.guest for seat in state.seats]
        known = {sign(guest, state.table): guest for guest in here if guest}
        return known.get(by) or self._spoke.get(by)


def _size(lines: list[Said]) -> int:
    """How many bytes of a state the lines take."""
    return len(msgspec.json.encode(lines))
