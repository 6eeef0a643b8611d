"""One deal at a table of the arena, and what it was worth.

The first bot has the even seats, or the odd ones when the sides are swapped. Whenever a bot gives
no legal action, the program acts for it (`clock.out_of_time`) and the fault is counted. A deal in
which a bot of one side alone died counts as lost by three levels at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from time import perf_counter

from ..bots import make
from ..bots.host import Host, choice
from ..deal import Deal
from ..deal.actions import Action, OfSeat
from ..deal.actions import to_json as action_to
from ..deal.clock import out_of_time
from ..deal.events import Dug, Event
from ..deal.phase import PLAY
from ..deal.view import view
from ..notation.record import DealRecord
from ..texts.explain import explain
from ..texts.narrate import Telling
from ..verdicts.ruling import NotAllowed, NotNow
from ..verdicts.score import BANKERS
from .board import Dealt
from .player import DEAD, ILLEGAL, Fault, Player, Refusal
from .stats import bucket

FORFEIT = 3
YARDSTICK = "greedy"
_MOST_VOID = 10
_MOST_REFUSED = 20
_OTHERS = "It is the action of another seat, or of the referee."

Step = tuple[Action, Deal, list[Event]]


@dataclass
class Side:
    """What one bot did in a game: faults by kind, decisions by their time, digs.

    refused: the first of the answers that were of no use, with the reason.
    """

    faults: Counter[str] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    digs: int = 0
    refused: list[Refusal] = field(default_factory=list)

    def refuse(self, refusal: Refusal) -> None:
        """Count it, and keep it if there is room."""
        self.faults[refusal.kind] += 1
        if len(self.refused) < _MOST_REFUSED:
            self.refused.append(refusal)


@dataclass(frozen=True)
class Game:
    """A deal played once, as the first bot sees it.

    levels, points: won less lost; points are the attackers'. won: 1, 0, or between them where
    called partners sat across the bots; None if the deal came to no result. banks: the first bot
    had the bank. attackers: their points.
    """

    levels: float
    points: float
    won: float | None
    banks: bool
    attackers: int
    sides: tuple[Side, Side]


class Table:
    """The seats of one game and who sits there."""

    def __init__(
        self, board: Dealt, players: Sequence[Player], *, swapped: bool, prepare: str = ""
    ) -> None:
        """players: one a seat. prepare: one of our bots, who acts for all until the first lead."""
        self.board, self.players = board, players
        self.swapped, self.prepare = swapped, prepare
        self.sides = (Side(), Side())
        self.actions: list[Action] = []

    def side(self, seat: int) -> int:
        """Whose seat it is: 0 the first bot's, 1 the second's."""
        return (seat + self.swapped) % 2

    def play(self) -> tuple[Game, Deal]:
        """The game, and the deal it was; a void deal is dealt again with other cards."""
        for again in range(_MOST_VOID):
            deal = self._deal(again)
            if deal.settled is not None:
                break
        return self._counted(deal), deal

    def record(self, deal: Deal, tags: Iterable[tuple[str, str]]) -> DealRecord:
        """The record of the deal that was played last."""
        return DealRecord(deal.ruleset, deal.setup, deal.deck, tuple(self.actions), tuple(tags))

    def _deal(self, again: int) -> Deal:
        board = self.board
        self.actions.clear()
        for seat, player in enumerate(self.players):
            player.begin(board.ruleset, seat, board.seed_of(seat))
        seats = range(len(self.players)) if self.prepare else ()
        helpers = [make(self.prepare, seat, board.seed_of(seat)) for seat in seats]
        begun = Deal.begin(board.ruleset, board.setup, board.deck(again))
        host = Host([*enumerate(self.players), *enumerate(helpers)], begun)
        while (turn := host.deal.turn) is not None:
            if self.prepare and host.deal.phase != PLAY:
                action = choice(helpers[turn], host.deal)
                host.apply(action)
            else:
                action, deal, events = self._asked(host.deal, turn)
                host.follow(deal, events)
            self.actions.append(action)
        return host.deal

    def _asked(self, deal: Deal, seat: int) -> Step:
        """What the bot does in its turn, or what is done for it, and what comes of it."""
        side, own = self.sides[self.side(seat)], view(deal, seat)
        asked = perf_counter()
        try:
            action = self.players[seat].choose(own, partial(out_of_time, deal))
        except Fault as fault:
            refusal = Refusal(len(self.actions), seat, fault.kind, "", fault.why)
            return self._helped(deal, refusal)
        finally:
            side.times[bucket(perf_counter() - asked)] += 1
        rule, why = "", _OTHERS
        try:
            if isinstance(action, OfSeat) and action.seat == seat:
                return action, *deal.apply(action)
        except NotAllowed as error:
            rule, why = error.ruling.rule, explain(error.ruling)
        except NotNow as error:
            why = Telling(deal.ruleset, seat, "en").refusal(error)
        told = action_to(action)
        return self._helped(deal, Refusal(len(self.actions), seat, ILLEGAL, rule, why, told))

    def _helped(self, deal: Deal, refusal: Refusal) -> Step:
        """What the program does for a seat, which is told why."""
        action = out_of_time(deal)
        self.sides[self.side(refusal.seat)].refuse(refusal)
        self.players[refusal.seat].refused(refusal, action)
        return action, *deal.apply(action)

    def _counted(self, deal: Deal) -> Game:
        """What the deal is worth to the first bot."""
        settled, banker = deal.settled, deal.banker
        if settled is None or banker is None:
            levels = self._forfeited(0.0)
            return Game(levels, points=0.0, won=None, banks=False, attackers=0, sides=self.sides)
        bank, result, seats = deal.bank_side, settled.result, range(len(self.players))
        ahead = self._ahead([(seat in bank) == (result.side == BANKERS) for seat in seats])
        banker_side = self.side(banker)
        for _, event in deal.told:
            if isinstance(event, Dug) and event.points:
                self.sides[1 - banker_side if event.points > 0 else banker_side].digs += 1
        return Game(
            levels=self._forfeited(result.levels * ahead),
            points=settled.attackers * self._ahead([seat not in bank for seat in seats]),
            won=(1 + ahead) / 2,
            banks=banker_side == 0,
            attackers=settled.attackers,
            sides=self.sides,
        )

    def _ahead(self, good: Sequence[bool]) -> float:
        """1 where it is good for all seats of the first bot and no other, -1 the other way."""
        shares = [
            fmean(good[seat] for seat in range(len(good)) if self.side(seat) == side)
            for side in (0, 1)
        ]
        return shares[0] - shares[1]

    def _forfeited(self, levels: float) -> float:
        dead = [bool(side.faults[DEAD]) for side in self.sides]
        if dead[0] == dead[1]:
            return levels
        return min(levels, -FORFEIT) if dead[0] else max(levels, FORFEIT)
