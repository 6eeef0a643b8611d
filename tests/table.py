"""Short ways to say what the tests are about."""

from __future__ import annotations

from copy import copy

from tests.oracle.cards import handfuls
from tests.oracle.follow import Duty, is_lead
from tests.oracle.order import Table
from tests.oracle.rules import ruleset as oracle_rules
from tuolaji import Card, Cards, Ruleset, Ruling, Shape, Terms, read_lead
from tuolaji.cards.planes import EMPTY, Planes
from tuolaji.deal import Deal, Setup, begun, full_deck
from tuolaji.deal.view import View
from tuolaji.engine.course import act
from tuolaji.engine.state import BURY, DONE, State
from tuolaji.rules.dice import Dice
from tuolaji.rules.order import Order
from tuolaji.rules.units import Lead

C = Cards.parse


def terms(ruleset: str = "classic", level: str = "2", trump: str = "S") -> Terms:
    return Terms.of(Ruleset.parse(ruleset), level, trump)


def led(cards: str, at: Terms) -> Shape:
    shape = read_lead(at, C(cards))
    assert isinstance(shape, Shape), shape
    return shape


def rule_of(outcome: object) -> str | None:
    return outcome.rule if isinstance(outcome, Ruling) else None


def order_of(ruleset: str = "classic", level: str = "2", trump: str = "S") -> Order:
    return terms(ruleset, level, trump).order


def kernel_lead(cards: str, at: Terms) -> Lead:
    """A lead that is legal, as the kernel has it."""
    lead = Lead()
    assert not lead.read(at.order, C(cards).planes, at.switches)
    return lead


def seen_by(seat: int, hand: str, **fields: object) -> View:
    """A view in the middle of a deal of `classic`, with other fields as JSON has them."""
    shown = {
        "ruleset": "classic", "deal": 1, "levels": ["2", "2"], "first_seat": 0, "phase": "play",
        "seat": seat, "turn": seat, "banker": 0, "level": "2", "trump": "S", "drawn": 0,
        "cards": [25] * 4, "shows": [], "flipped": [], "kitty": None, "holder": 0, "named": None,
        "partner": None, "leader": 0, "trick": [], "discards": [], "exposed": ["-"] * 4,
        "finished": 0, "tricks": [], "taken": [0] * 4, "points": 0, "fines": [0] * 4,
        "barred": [], "told": [], "settled": None, "redeal": None, "disqualified": None,
        "hand": hand, "options": [],
    }  # fmt: skip
    return View.from_json({**shown, **fields})


def deck_of(ruleset: Ruleset, hands: dict[int, str], kitty: str = "") -> list[Card]:
    """A deck that gives the seats these cards, seat 0 drawing first, and whatever is left.

    kitty: two letters a card, in the order in which they lie.
    """
    left = full_deck(ruleset)
    wanted = {seat: list(C(text)) for seat, text in hands.items()}
    bottom = [Card.parse(kitty[at : at + 2]) for at in range(0, len(kitty), 2)]
    for card in [*(card for cards in wanted.values() for card in cards), *bottom]:
        left.remove(card)
    size = (54 * ruleset.decks - ruleset.kitty) // ruleset.players
    full = []
    for seat in range(ruleset.players):
        own = wanted.get(seat, [])
        own += [left.pop() for _ in range(size - len(own))]
        full.append(own)
    drawn = [full[seat][at] for at in range(size) for seat in range(ruleset.players)]
    return [*drawn, *bottom, *left]


def raw_deal(
    ruleset: str,
    hands: dict[int, str] | None = None,
    *,
    levels: tuple[str, ...] = ("2", "2"),
    banker: int | None = 0,
    kitty: str = "",
) -> State:
    """The kernel's deal at its first choice, seat 0 drawing first."""
    rules = Ruleset.parse(ruleset)
    setup = Setup(levels=levels, banker=banker, first_seat=0)
    return begun(rules, setup, deck_of(rules, hands or {}, kitty))


def passed(deal: State, phase: int) -> State:
    """The deal after everybody passed until another phase; what is buried does not matter."""
    while deal.phase != phase:
        buries = deal.phase == BURY
        hand = deal.hand(deal.turn)
        cards = Dice(1).cards(hand, deal.switches.kitty) if buries else EMPTY
        assert act(deal, cards) == DONE
    return deal


def attempt(deal: State, cards: str) -> int:
    """What the kernel says to these cards, none for a pass."""
    return act(deal, C(cards).planes)


def asked(deal: State, seat: int) -> State:
    """The deal when a seat is asked, the others passing."""
    while deal.turn != seat:
        assert act(deal, EMPTY) == DONE
    return deal


def spelled(cards: Planes) -> tuple[str, ...]:
    """The cards as the oracle has them."""
    return tuple(map(str, Cards(cards)))


def oracle_table(at: Terms) -> Table:
    return Table(oracle_rules(str(at.ruleset)), at.level, at.trump)


def oracle_follows(at: Terms, lead: str, hand: str) -> set[Planes]:
    """Every legal follow, as the oracle finds them one by one."""
    cards = spelled(C(hand).planes)
    duty = Duty(oracle_table(at), spelled(C(lead).planes), cards)
    plays = handfuls(cards, len(C(lead)))
    return {C("".join(play)).planes for play in plays if not duty.broken_rule(play)}


def oracle_leads(at: Terms, hand: str) -> set[Planes]:
    """Every legal lead, as the oracle finds them one by one."""
    cards, table = spelled(C(hand).planes), oracle_table(at)
    sizes = range(1, len(cards) + 1)
    plays = [play for number in sizes for play in handfuls(cards, number)]
    return {C("".join(play)).planes for play in plays if is_lead(table, play)}


def changed(deal: Deal, **values: object) -> Deal:
    """A deal of which other things can be read; the course it takes is not changed."""
    other = copy(deal)
    vars(other).update(values)
    return other
