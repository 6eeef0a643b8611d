"""The course of a match: every action goes through here and is saved at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import monotonic

from ..bots import Bot, Reason, claims, make
from ..bots.host import Host, Listener, choice
from ..cards import Cards
from ..deal import Deal, clock, from_here, full_deck
from ..deal.actions import Action, Claim, Pass
from ..deal.events import Event, Played
from ..deal.match import MatchEvent
from ..deal.opening import cutter
from ..deal.phase import PLAY
from ..deal.view import view
from ..notation.record.write import Writer
from ..study.hint import taught
from ..study.questions import Notes
from .clocks import Clocks
from .keep import PLAYED, Keeper, Kept, after_deal, lot

ADVISER = "club"


class Course:
    """A match of a player against bots, as it is played.

    passed: what the player could have shown when they last passed. lost: why the match can no
    longer be saved, if so.
    """

    def __init__(
        self,
        kept: Kept,
        keeper: Keeper | None = None,
        *,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """now: a clock in seconds."""
        self.match, self.seat, self.seed, self.bots = kept.match, kept.seat, kept.seed, kept.bots
        self.ruleset = self.match.ruleset
        self.clocks = Clocks(self.ruleset, kept.seconds, now)
        self.keeper = keeper
        self.lost = ""
        self.passed: tuple[Cards, ...] | None = None
        self._kept, self._unfinished, self._dealt = kept, kept.unfinished, kept.dealt
        self._writer: Writer | None = None
        self._done = 0
        self._before_deal = 0.0
        self._bots: list[Bot] = []
        self._notes = Notes()
        self._host: Host | None = None

    @property
    def deal(self) -> Deal | None:
        """The deal being played, or the last one."""
        return self._host.deal if self._host else None

    def lot(self, what: str) -> random.Random:
        """A separate random generator for one purpose."""
        return lot(self.seed, what)

    @property
    def cuts(self) -> bool:
        """Whether the player may cut before the next deal (`deal.cut`)."""
        return self._unfinished is None and cutter(self.ruleset, self.match.setup()) == self.seat

    def begin_deal(self, cut: int = 0) -> list[Event]:
        """Begin the next deal, or go on with the unfinished one; the events, none if it goes on.

        cut: so many cards from the top come to the bottom.
        """
        record, self._unfinished = self._unfinished, None
        self.passed, self._done = None, 0
        self._before_deal = self.clocks.seconds
        self._bots = [self._seated(seat) for seat in range(self.ruleset.players)]
        self._notes = Notes()
        listeners: list[tuple[int, Listener]] = [(self.seat, self._notes), *enumerate(self._bots)]
        if record is None:
            self._dealt += 1
            deck = full_deck(self.ruleset)
            self.lot(f"deck {self._dealt}").shuffle(deck)
            begun = Deal.begin(self.ruleset, self.match.setup(), deck[cut:] + deck[:cut])
            self._host = Host(listeners, begun)
            self._writer = Writer(*begun, (*self._kept.tags, *self._played()))
            self._keep(begins=True)
            return begun[1]
        begun = Deal.begin(self.ruleset, record.setup, record.deck)
        self._host = Host(listeners, begun)
        tags = [tag for tag in record.tags if tag[0] != PLAYED]
        self._writer = Writer(*begun, (*tags, *self._played()))
        for action in record.actions:
            self._do(action)
        return []

    def apply(self, action: Action) -> list[Event]:
        """Apply an action and save it; the events."""
        events = self._do(action)
        self._keep()
        return events

    def _do(self, action: Action) -> list[Event]:
        assert self._host is not None
        assert self._writer is not None
        deal = self._host.deal
        if deal.turn == self.seat and deal.phase != PLAY:
            options = view(deal, self.seat).options
            self.passed = options if isinstance(action, Pass) else None
        outcome = deal.apply(action)
        self._writer.step(deal, action, outcome)
        self._done += 1
        self._host.follow(*outcome)
        return outcome[1]

    def end_deal(self) -> list[MatchEvent]:
        """Count the deal that is over, which may be the last there was time for."""
        assert self.deal is not None
        self.match, events = after_deal(self.match, self.deal, self.clocks.seconds)
        return events

    def end_by_clock(self) -> list[MatchEvent]:
        """End the match if no deal may begin any more; the events."""
        seconds = self.clocks.seconds
        again = self.deal is not None and self.deal.settled is None
        if self._unfinished is not None or self.match.may_start_deal(seconds, again=again):
            return []
        self.match, events = self.match.end_by_time(seconds)
        self._keep()
        return events

    @property
    def break_due(self) -> bool:
        """Whether half of the time has passed since the last deal began."""
        before = clock.break_due(self.ruleset, self._before_deal, had=False)
        return clock.break_due(self.ruleset, self.clocks.seconds, had=before)

    def _played(self) -> list[tuple[str, str]]:
        """The tag that says for how long the match has been played, where it has a clock."""
        return [(PLAYED, str(int(self.clocks.seconds)))] if self.ruleset.match_minutes else []

    # The bots: the opponents and the partner, and one that advises the player.

    def _seated(self, seat: int) -> Bot:
        return make(ADVISER if seat == self.seat else self.bots, seat, self.seed)

    def other(self) -> Action:
        """What the bot of the seat whose turn it is does, going by that seat's view."""
        return self._asked()[0]

    def advice(self) -> tuple[Action, Reason]:
        """What the adviser would do in the player's place, and why in a player's words."""
        assert self.deal is not None
        action, why = self._asked()
        return action, taught(view(self.deal, self.seat), self._notes.heard, action, why)[0]

    def _asked(self) -> tuple[Action, Reason | None]:
        """What the bot of the seat whose turn it is would do, and why.

        Its random numbers depend on the moment alone, so a resumed match goes on in the same way.
        """
        deal = self.deal
        assert deal is not None
        assert deal.turn is not None
        bot = self._bots[deal.turn]
        bot.rng = self.lot(f"deal {self._dealt} action {self._done}")
        return choice(bot, deal), bot.why

    def claim(self, before: Deal, events: list[Event]) -> Claim | None:
        """The claim that one of the bots makes after seeing a play, if any."""
        assert self.deal is not None
        played = [event for event in events if isinstance(event, Played)]
        if self.ruleset.enforcement != "referee" or not played:
            return None
        for seat in from_here(played[0].seat, self.ruleset.players)[1:]:
            if seat == self.seat:
                continue
            said = claims.claim(view(before, seat), played[0].seat, played[0].cards)
            if said is not None and self.deal.refuses(said) is None:
                return said
        return None

    # Saving.

    def _keep(self, *, begins: bool = False) -> None:
        if self.keeper is None or self._writer is None:
            return
        try:
            if begins:
                self.keeper.begin()
            self.keeper.write(self._text(self._writer))
        except OSError as error:
            self.keeper, self.lost = None, error.strerror or str(error)

    def _text(self, writer: Writer) -> str:
        """The deal as it is saved, with the time played by now."""
        for tag in self._played():
            writer.retag(*tag)
        return writer.text()

    def close(self) -> None:
        """Close the file, after writing again what an interruption may have left half-written."""
        if self.keeper is not None:
            try:
                self.keeper.close(self._text(self._writer) if self._writer else None)
            except OSError as error:
                self.keeper, self.lost = None, error.strerror or str(error)
