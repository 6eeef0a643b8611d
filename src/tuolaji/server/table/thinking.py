"""The bots of a table: whoever thinks is asked over the bus, and told what the seat is told."""

from __future__ import annotations

import msgspec

from ... import bots
from ...deal.actions import Action, OfSeat, from_json
from ...deal.actions import to_json as action_to_json
from ...deal.events import Event
from ...deal.view import hides, seen, to_json, view
from ...study import WEIGHER, adviser
from ..bus import asking
from ..bus.base import Bus, Unanswered
from ..bus.letters import Think, Thought, raw
from ..protocol.outgoing import CoachNote
from .state import TableDeal


class TableBots:
    """The bots of one table."""

    def __init__(self, bus: Bus, table: str) -> None:
        self._bus, self._table = bus, table
        self._told: dict[int, list[msgspec.Raw]] = {}
        self._open: dict[int, msgspec.Raw] = {}
        self._deal = b""

    def forget(self) -> None:
        """A move was taken back: all hear the deal again from its beginning."""
        self._told.clear()
        self._open.clear()

    async def choose(
        self, played: TableDeal, seat: int, name: str, *, people: bool
    ) -> Action | None:
        """What the bot of a seat does; None if nobody could say. people: somebody plays here."""
        known = name in bots.all_names() or bots.says_time(name)
        think = self._think(played, seat, name if known else WEIGHER)
        return (await self._ask(msgspec.structs.replace(think, people=people)))[0]

    async def hint(
        self, played: TableDeal, seat: int, language: str
    ) -> tuple[Action | None, Thought]:
        """What a good player would do in a seat, and why."""
        think = self._think(played, seat, adviser(played.deal.ruleset))
        return await self._ask(msgspec.structs.replace(think, language=language))

    async def coach(
        self, played: TableDeal, action: OfSeat, language: str, *, about: bool
    ) -> CoachNote | None:
        """What a coach says of an action in the deal before it; about: that is not done yet.

        Nobody waits for it: whoever has to play thinks first.
        """
        think = self._think(played, action.seat, WEIGHER)
        asked = msgspec.structs.replace(
            think, language=language, people=about, play=action_to_json(action), about=about
        )
        return (await self._ask(asked))[1].note

    def _think(self, played: TableDeal, seat: int, bot: str) -> Think:
        """All that a bot knows; the seed says nothing about the cards."""
        told = self._heard(played, seat)
        seed = int(played.shuffle.commit[:12], 16) + len(told)
        shown = raw(to_json(view(played.deal, seat)))
        return Think(self._table, bot, seat, seed, told, shown)

    async def _ask(self, think: Think) -> tuple[Action | None, Thought]:
        """Ask whoever thinks."""
        try:
            thought = await asking.ask(self._bus, think)
        except Unanswered:
            return None, Thought(None)
        assert isinstance(thought, Thought)
        return None if thought.action is None else from_json(thought.action), thought

    def _heard(self, played: TableDeal, seat: int) -> list[msgspec.Raw]:
        """All that a seat has been told of the deal; what comes later is not told yet."""
        if self._deal != played.shuffle.secret:
            self._deal = played.shuffle.secret
            self.forget()
        told = self._told.setdefault(seat, [])
        for at in range(len(told), len(played.events)):
            event = played.events[at][1]
            told.append(raw(seen(event, seat)) if hides(event) else self._all_hear(at, event))
        return told[: len(played.events)]

    def _all_hear(self, at: int, event: Event) -> msgspec.Raw:
        """The at-th event of the deal, of which all are told the same: made for the first."""
        if at not in self._open:
            self._open[at] = raw(seen(event))
        return self._open[at]
