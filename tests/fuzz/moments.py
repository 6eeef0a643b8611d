"""A lead, a follow or a trick by itself, asked of the kernel, the engine and the oracle.

Where the answers differ the moment is made smaller, card by card and seat by seat, as long as
they still do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Any, TypeVar

from tests.fuzz.twins import kernels
from tests.oracle.follow import Duty
from tests.oracle.order import Table
from tests.oracle.rules import ruleset as oracle_rules
from tests.oracle.throw import played_of
from tests.oracle.trick import winner as oracle_winner
from tests.oracle.units import Refused, lead_units
from tuolaji import Cards, Ruling, Shape, Terms, check_follow, read_lead, throw, trick
from tuolaji.notation.position import Position
from tuolaji.rules.switches import TEST_OPPONENTS

LEGAL, REFUSED = "legal", "refused"
_REMEMBERED = 20_000  # answers of the oracle
_DROPPED = (1, 2, 4)  # cards that are dropped at once from a lead and from what follows
_TRIED = 400  # ways to do that

Answers = dict[str, str]
M = TypeVar("M", bound="Moment")


@dataclass(frozen=True)
class Moment:
    """What all must answer alike, under these terms."""

    terms: Terms

    def answers(self) -> Answers:
        """What each of them says."""
        said = {
            name: self.by_kernel(Kernel(kernel, self.terms)) for name, kernel in kernels().items()
        }
        return {**said, "engine": self.by_engine(), "oracle": self.by_oracle(_table(self.terms))}

    def differs(self) -> bool:
        """Whether they disagree."""
        return len(set(self.answers().values())) > 1

    def smallest(self: M) -> M:
        """The smallest moment found that they still disagree on."""
        for one in self.smaller():
            if one.makes_sense() and one.differs():
                return one.smallest()
        return self

    def told(self) -> str:
        """The position, the action and the answers."""
        said = "\n".join(f"    {name:9}{answer}" for name, answer in self.answers().items())
        return f"  {self.position()}\n  {self.action()}\n{said}"

    def makes_sense(self) -> bool:
        raise NotImplementedError

    def smaller(self: M) -> Iterator[M]:
        raise NotImplementedError

    def position(self) -> Position:
        raise NotImplementedError

    def action(self) -> str:
        raise NotImplementedError

    def by_kernel(self, kernel: Kernel) -> str:
        raise NotImplementedError

    def by_engine(self) -> str:
        raise NotImplementedError

    def by_oracle(self, table: Table) -> str:
        raise NotImplementedError

    def at_table(self, hands: dict[int, Cards], trick: tuple[Cards, ...]) -> Position:
        """The position line's value, with nobody's points and a kitty that does not matter."""
        players = self.terms.ruleset.players
        every = tuple(hands.get(seat, Cards()) for seat in range(players))
        return Position(self.terms, 0, len(trick) % players, (0,), every, Cards(), trick)


class Kernel:
    """The kernel at one speed, under some terms."""

    def __init__(self, kernel: Any, terms: Terms) -> None:
        self.kernel, self.switches = kernel, terms.switches
        self.order = _order(kernel, terms)

    def lead(self, cards: Cards) -> Any:
        """The lead, or None if it is none."""
        lead = self.kernel.Lead()
        wrong = lead.read(self.order, cards.planes, self.switches)
        return None if wrong else lead


@lru_cache(maxsize=200)
def _order(kernel: Any, terms: Terms) -> Any:
    order, out = terms.order, kernel.Order()
    out.lay_out(order.level, order.trump, terms.switches)
    return out


def _table(terms: Terms) -> Table:
    table = _made(terms)
    if len(table.memo) > _REMEMBERED:
        table.memo.clear()
    return table


@lru_cache(maxsize=100)
def _made(terms: Terms) -> Table:
    return Table(oracle_rules(str(terms.ruleset)), terms.level, terms.trump)


def spelled(cards: Cards) -> tuple[str, ...]:
    """The cards as the oracle has them."""
    return tuple(map(str, cards))


def _without(cards: Cards, number: int) -> Iterator[Cards]:
    """The cards with so many left out, in every way."""
    for some in dict.fromkeys(combinations(cards, number)):
        yield cards - Cards.of(some)


@dataclass(frozen=True)
class Follow(Moment):
    """Whether a play follows."""

    lead: Cards
    hand: Cards
    play: Cards

    def makes_sense(self) -> bool:
        return bool(self.lead) and isinstance(read_lead(self.terms, self.lead), Shape)

    def smaller(self) -> Iterator[Follow]:
        for hand in _without(self.hand, 1):
            if self.play <= hand:
                yield Follow(self.terms, self.lead, hand, self.play)
        for number in _DROPPED:
            leads, plays = _without(self.lead, number), _without(self.play, number)
            for lead, play in islice(product(leads, plays), _TRIED):
                yield Follow(self.terms, lead, self.hand, play)

    def position(self) -> Position:
        return self.at_table({1: self.hand}, (self.lead,))

    def action(self) -> str:
        return f"play {self.play}"

    def by_kernel(self, kernel: Kernel) -> str:
        lead = kernel.lead(self.lead)
        good = kernel.kernel.follows(kernel.order, lead, self.hand.planes, self.play.planes)
        return LEGAL if good else REFUSED

    def by_engine(self) -> str:
        lead = read_lead(self.terms, self.lead)
        assert isinstance(lead, Shape)
        return REFUSED if check_follow(self.terms, lead, self.hand, self.play) else LEGAL

    def by_oracle(self, table: Table) -> str:
        duty = Duty(table, spelled(self.lead), spelled(self.hand))
        return REFUSED if duty.broken_rule(spelled(self.play)) else LEGAL


@dataclass(frozen=True)
class Throw(Moment):
    """What is played of a lead."""

    cards: Cards
    others: tuple[Cards, ...]

    def makes_sense(self) -> bool:
        return bool(self.cards)

    def smaller(self) -> Iterator[Throw]:
        for at, hand in enumerate(self.others):
            for rest in (Cards(), *_without(hand, 1)):
                if hand:
                    others = (*self.others[:at], rest, *self.others[at + 1 :])
                    yield Throw(self.terms, self.cards, others)
        for number in _DROPPED:
            for cards in _without(self.cards, number):
                yield Throw(self.terms, cards, self.others)

    def position(self) -> Position:
        return self.at_table(dict(enumerate((self.cards, *self.others))), ())

    def action(self) -> str:
        return f"lead {self.cards}"

    def by_kernel(self, kernel: Kernel) -> str:
        lead, switches, names = kernel.lead(self.cards), self.terms.switches, kernel.kernel
        if lead is None:
            return REFUSED
        beaten, cards = 0, self.cards.planes
        for at, hand in enumerate(self.others, start=1):
            if switches.throw_tested != TEST_OPPONENTS or at % 2:
                beaten |= names.broken(kernel.order, lead, cards, hand.planes, switches.throw)
        if not beaten:
            return str(self.cards)
        forced = names.forced(kernel.order, lead, cards, beaten, switches.throw_plays)
        return str(Cards(forced))

    def by_engine(self) -> str:
        lead = read_lead(self.terms, self.cards)
        if isinstance(lead, Ruling):
            return REFUSED
        return str(throw(self.terms, lead, self.others).played)

    def by_oracle(self, table: Table) -> str:
        cards = spelled(self.cards)
        try:
            units = lead_units(table, cards)
        except Refused:
            return REFUSED
        hands = [spelled(hand) for hand in self.others]
        played = played_of(table, table.suit(cards), units, hands, set())
        return str(self.cards) if played is None else str(Cards.parse("".join(played)))


@dataclass(frozen=True)
class Won(Moment):
    """Who wins a trick."""

    plays: tuple[Cards, ...]
    last: bool

    def makes_sense(self) -> bool:
        lead = self.plays[0]
        return bool(lead) and isinstance(read_lead(self.terms, lead), Shape)

    def smaller(self) -> Iterator[Won]:
        for at in range(1, len(self.plays)):
            yield Won(self.terms, (*self.plays[:at], *self.plays[at + 1 :]), self.last)
        for number in _DROPPED:
            fewer = product(*(_without(play, number) for play in self.plays))
            for plays in islice(fewer, _TRIED):
                yield Won(self.terms, plays, self.last)

    def position(self) -> Position:
        return self.at_table({}, self.plays)

    def action(self) -> str:
        return "who wins the last trick" if self.last else "who wins the trick"

    def by_kernel(self, kernel: Kernel) -> str:
        names, lead = kernel.kernel, kernel.lead(self.plays[0])
        jacks = self.last and self.terms.ruleset.jack_rules and self.terms.level == "J"
        best, winner = names.lead_rank(kernel.order, lead, self.plays[0].planes, jacks), 0
        for at, play in enumerate(self.plays[1:], start=1):
            mine = names.rank(kernel.order, lead, play.planes, jacks)
            if names.beats(lead, mine, best):
                best, winner = mine, at
        return str(winner)

    def by_engine(self) -> str:
        lead = read_lead(self.terms, self.plays[0])
        assert isinstance(lead, Shape)
        return str(trick(self.terms, lead, self.plays[1:], last=self.last).winner)

    def by_oracle(self, table: Table) -> str:
        plays = [spelled(play) for play in self.plays]
        return str(oracle_winner(table, plays, self.last, set()))
