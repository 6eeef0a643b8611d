"""The course of a match: every action goes through here, and is kept as soon as it is done."""

from __future__ import annotations

import random

from ..actions import Action, Claim, Pass
from ..bots import Bot, Reason, claims, make
from ..deal import Deal, full_deck
from ..events import Event, Played
from ..match import MatchEvent
from ..notation.record_write import Writer
from ..phases.state import PLAY, from_here
from ..view import seen, view
from .play_keep import Keeper, Kept, lot

ADVISER = "club"


class Course:
    """A match of a player against bots, as it is played.

    deal: the one being played, or the last one. passed: what the player could have shown when he
    passed last. lost: why the match cannot be kept any more, once that is so.
    """

    def __init__(self, kept: Kept, keeper: Keeper | None = None) -> None:
        self.match, self.seat, self.seed, self.bots = kept.match, kept.seat, kept.seed, kept.bots
        self.ruleset = self.match.ruleset
        self.keeper = keeper
        self.lost = ""
        self.deal: Deal | None = None
        self.passed: list[str] | None = None
        self._kept, self._unfinished, self._dealt = kept, kept.unfinished, kept.dealt
        self._writer: Writer | None = None
        self._done = 0
        self._bots: list[Bot] = []

    def lot(self, what: str) -> random.Random:
        """A random generator of its own for one thing."""
        return lot(self.seed, what)

    def begin_deal(self) -> list[Event]:
        """Begin the next deal; without events, go on with the one that is unfinished."""
        record, self._unfinished = self._unfinished, None
        self.passed, self._done = None, 0
        self._bots = [self._seated(seat) for seat in range(self.ruleset.players)]
        if record is None:
            self._dealt += 1
            deck = full_deck(self.ruleset)
            self.lot(f"deck {self._dealt}").shuffle(deck)
            self.deal, events = Deal.begin(self.ruleset, self.match.setup(), deck)
            self._hear(events)
            self._writer = Writer(self.deal, events, self._kept.tags)
            self._keep(begins=True)
            return events
        self.deal, events = Deal.begin(self.ruleset, record.setup, record.deck)
        self._hear(events)
        self._writer = Writer(self.deal, events, record.tags)
        for action in record.actions:
            self._do(action)
        return []

    def apply(self, action: Action) -> list[Event]:
        """Do an action and keep it; what happened."""
        events = self._do(action)
        self._keep()
        return events

    def _do(self, action: Action) -> list[Event]:
        deal = self.deal
        assert deal is not None
        assert self._writer is not None
        if deal.turn == self.seat and deal.phase != PLAY:
            options = view(deal, self.seat)["options"]
            self.passed = options if isinstance(action, Pass) else None
        outcome = deal.apply(action)
        self._writer.step(deal, action, outcome)
        self.deal = outcome[0]
        self._done += 1
        self._hear(outcome[1])
        return outcome[1]

    def end_deal(self) -> list[MatchEvent]:
        """Count the deal that is over."""
        assert self.deal is not None
        self.match, events = self.match.after(self.deal)
        return events

    # The bots: the opponents and the partner, and one that advises the player.

    def _seated(self, seat: int) -> Bot:
        return make(ADVISER if seat == self.seat else self.bots, seat, self.seed)

    def _hear(self, events: list[Event]) -> None:
        for bot in self._bots:
            for event in events:
                bot.hear(seen(event, bot.seat))

    def other(self) -> Action:
        """What the seat whose turn it is does, by what it may see itself."""
        return self.asked()[0]

    def asked(self) -> tuple[Action, Reason | None]:
        """What the bot of the seat whose turn it is would do, and why.

        Its luck depends on the moment alone, so that a match that goes on is the same.
        """
        deal = self.deal
        assert deal is not None
        assert deal.turn is not None
        bot = self._bots[deal.turn]
        bot.rng = self.lot(f"deal {self._dealt} action {self._done}")
        return bot.choose(view(deal, deal.turn)), bot.why

    def claim(self, before: Deal, events: list[Event]) -> Claim | None:
        """What one of the others claims from the referee, having seen a play."""
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

    # Keeping.

    def _keep(self, *, begins: bool = False) -> None:
        if self.keeper is None or self._writer is None:
            return
        try:
            if begins:
                self.keeper.begin()
            self.keeper.write(self._writer.text())
        except OSError as error:
            self.keeper, self.lost = None, error.strerror or str(error)

    def close(self) -> None:
        """Let go of the file; what an interruption left half-written is written again."""
        if self.keeper is not None:
            try:
                self.keeper.close(self._writer.text() if self._writer else None)
            except OSError as error:
                self.keeper, self.lost = None, error.strerror or str(error)
