"""Fixing trump in the kernel: against the oracle case by case, and what the rule pages say."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement as multisets

import pytest

from tests.oracle.call import Call
from tests.oracle.cards import show as in_words
from tests.oracle.concealed import Concealed
from tests.oracle.declare import Reveal
from tests.oracle.declaring import is_final
from tests.oracle.rules import ruleset as oracle_rules
from tests.oracle.units import Refused
from tests.table import C
from tuolaji import Card, Cards, Ruleset
from tuolaji.cards import RANKS, SUITS
from tuolaji.catalogue import registry
from tuolaji.kernel import refusals
from tuolaji.kernel.contest import (
    CALLING,
    CHANGING,
    DRAWING,
    OPTIONS,
    conclude,
    show,
    show_final,
    show_option,
    show_options,
    show_refusal,
    turned_up,
)
from tuolaji.kernel.order import NO_LEVEL, NO_SUIT
from tuolaji.kernel.refusals import ALLOWED
from tuolaji.kernel.shows import ATTACKED, FLIP_JOKER, FLIP_NEXT, NOBODY, NOT_FIXED, Shows
from tuolaji.phases.declare import switches
from tuolaji.phases.refusals import CITED

PHASES = {"": DRAWING, "call": CALLING, "change": CHANGING}


def begun(ruleset, level, *, banker=NOBODY, levels=None):
    r = Ruleset.parse(ruleset)
    shows = switches(r)
    shows.begin(NOT_FIXED if levels else RANKS.index(level), banker)
    shows.opening = r.opening_small_joker and banker == NOBODY
    for seat in range(r.players if levels else 0):
        shows.set_level(seat, RANKS.index(levels[seat % 2]))
    return shows


def after(shows, *shown):
    for seat, cards, *phase in shown:
        assert show(shows, seat, C(cards).planes, PHASES[phase[0] if phase else ""]) == ALLOWED
    return shows


def copied(shows):
    twin = Shows(0, 4, 2)
    twin.copy_from(shows)
    return twin


def options(shows, seat, free, phase=DRAWING):
    mask = show_options(shows, seat, C(free).planes, phase)
    return [str(Cards(show_option(shows, seat, n, phase))) for n in range(OPTIONS) if mask >> n & 1]


class Both:
    """The kernel and the oracle after the same shows."""

    def __init__(self, shows, oracle, rules, shown=()):
        self.shows, self.oracle, self.rules, self.shown = shows, oracle, rules, Counter(shown)

    def phases(self):
        if self.rules["declare_style"] != "call":
            return [("", ())]
        return [("call", ("call",)), ("change", ("change",))]

    def expected(self, seat, cards, phase):
        """The oracle's next state, or the rule that refuses."""
        try:
            return self.oracle.step(seat, cards, *phase, set()), None
        except Refused as refused:
            return None, refused.rule

    def next(self, seat, cards, name, oracle):
        shows = copied(self.shows)
        assert show(shows, seat, C(in_words(cards)).planes, PHASES[name]) == ALLOWED
        return Both(shows, oracle, self.rules, self.shown + Counter(cards))

    def holds(self, cards):
        """Whether the decks hold the cards besides what was shown."""
        return max((self.shown + Counter(cards)).values()) <= self.rules["decks"]


def agree(both, handfuls, seats):
    """Check every handful in every seat; the states that legal shows lead to."""
    for seat in seats:
        for cards in handfuls:
            if both.rules["declare_style"] != "call" and not both.holds(cards):
                continue
            for name, phase in both.phases():
                then, rule = both.expected(seat, cards, phase)
                told = show_refusal(both.shows, seat, C(in_words(cards)).planes, PHASES[name])
                where = (str(both.rules["declare_style"]), seat, in_words(cards), name)
                assert (None if told == ALLOWED else CITED[told][0]) == rule, where
                if then is not None:
                    yield both.next(seat, cards, name, then)


def check_standing(both, *, first_deal):
    """Trump, bank and whether anything may follow, after at least one show."""
    told = both.oracle.outcome(*(["change"] if isinstance(both.oracle, Call) else []))
    trump = SUITS[both.shows.trump] if both.shows.trump >= 0 else "N"
    assert trump == told["trump"]
    assert both.shows.banker == (told["banker"] if first_deal else 0)
    if "level" in told:
        assert RANKS[both.shows.level] == told["level"]
    phases = [phase for _, phase in both.phases()]
    final = is_final(both.oracle, both.rules, both.shown, phases)
    assert bool(show_final(both.shows)) == final


def check_options(both):
    """Of all cards not shown, exactly what the oracle allows is an option."""
    candidates = [cards for cards in both.oracle.candidates() if both.holds(cards)]
    left = Counter({face: both.rules["decks"] for cards in candidates for face in cards})
    left -= both.shown
    free = in_words(tuple(left.elements())) or "-"
    for seat in range(both.rules["players"]):
        for name, phase in both.phases():
            legal = {in_words(c) for c in candidates if both.expected(seat, c, phase)[1] is None}
            assert set(options(both.shows, seat, free, PHASES[name])) == legal


REVEAL = [
    "classic",
    "classic(self_overturn=true)",
    "classic(self_secure=false)",
    "classic(partner_secure=false)",
    "classic(partners=called)",
    "classic(no_trump=off)",
    "classic(no_trump=ladder,self_overturn=true)",
    "classic(decks=1,kitty=6,no_trump=two)",
    "classic(decks=4)",
    "meizhusong",
    "six-player",
]
CONCEALED = [
    "four-deck",
    "four-deck(self_overturn=true)",
    "four-deck(self_secure=false)",
    "four-deck(opening_small_joker=false)",
]
FEW = ("S3", "H3", "S5", "XL", "XB")


def walk(both, handfuls, depth, *, first_deal):
    """Everything that can be reached by so many shows, the first of seat 1."""
    seen = 0
    states = [both]
    for step in range(depth):
        reached = {}
        for state in states:
            seats = (1,) if step == 0 else (0, 1, 3)
            for then in agree(state, handfuls, seats):
                seen += 1
                check_standing(then, first_deal=first_deal)
                key = tuple(
                    (then.shows.seat(at), then.shows.cards(at)) for at in range(then.shows.number)
                )
                reached[key] = then
        states = list(reached.values())
        for state in states[:40]:
            check_options(state)
    return seen


@pytest.mark.parametrize("ruleset", REVEAL)
def test_declaring_is_what_the_oracle_says(ruleset):
    rules = oracle_rules(ruleset)
    handfuls = [cards for n in (1, 2, 3) for cards in multisets(FEW, n)]
    for banker in (NOBODY, 0):
        both = Both(begun(ruleset, "3", banker=banker), Reveal(rules, "3"), rules)
        assert walk(both, handfuls, 3, first_deal=banker == NOBODY) > 4


@pytest.mark.parametrize("ruleset", CONCEALED)
def test_bidding_is_what_the_oracle_says(ruleset):
    rules = oracle_rules(ruleset)
    suited = [(suit + "3",) * n for suit in "SH" for n in (1, 2, 3, 4)]
    handfuls = [*suited, *((*cards, "XL") for cards in suited), ("S5",), ("S3", "H3"), ("XL",)]
    handfuls += [("S3", "XB"), ("S3", "XL", "XL"), ("XB", "XB")]
    for banker in (NOBODY, 0):
        first_deal = banker == NOBODY
        oracle = Concealed(rules, "3", first_deal)
        both = Both(begun(ruleset, "3", banker=banker), oracle, rules)
        assert walk(both, handfuls, 3, first_deal=first_deal) > 10


@pytest.mark.parametrize("ruleset", ["joker-bid", "joker-bid(decks=4,kitty=16)"])
@pytest.mark.parametrize("levels", ["36", "33"])
def test_calling_is_what_the_oracle_says(ruleset, levels):
    rules = oracle_rules(ruleset)
    ones = [(s + level,) * n + j for s in "SHC" for level in "36" for n in (1, 2, 3) for j in
            ((), ("XL",), ("XB",), ("XB", "XB"))]  # fmt: skip
    jokers = [("XB",), ("XL",), ("XB", "XB"), ("XL", "XL"), ("XB", "XL")]
    handfuls = [cards for cards in ones + jokers if len(cards) <= rules["decks"] + 2]
    handfuls = [c for c in handfuls if max(Counter(c).values()) <= rules["decks"]]
    both = Both(begun(ruleset, "3", levels=levels), Call(rules, list(levels)), rules)
    assert walk(both, handfuls, 3, first_deal=True) > 10


def test_a_copy_goes_its_own_way():
    shows = after(begun("classic", "2"), (1, "H2"))
    twin = after(copied(shows), (2, "S22"))
    assert (shows.number, shows.trump, shows.banker) == (1, 1, 1)
    assert (twin.number, twin.trump, twin.banker) == (2, 0, 2)
    assert twin.laid(1) == C("H2").planes
    assert twin.laid(2) == C("S22").planes
    assert twin.shown() == C("H2S22").planes
    shows.begin(5, 3)
    assert (shows.number, shows.trump, shows.banker) == (0, NOT_FIXED, 3)


def test_what_a_hand_could_show_in_order():
    shows = begun("classic", "2")
    assert options(shows, 0, "S22H2D5XBBL") == ["XBB", "S2", "S22", "H2"]
    after(shows, (1, "H2"))
    assert options(shows, 3, "S22H2D5XBBL") == ["XBB", "S22", "H2"]
    after(shows, (3, "XBB"))
    assert options(shows, 0, "S22XLL") == []
    opening = begun("four-deck", "3")
    assert options(opening, 0, "S33H3XL") == ["S3XL", "S33XL", "H3XL"]
    after(opening, (0, "S3XL"))
    assert options(opening, 0, "S3") == ["S3"]
    called = begun("joker-bid", "", levels="36")
    assert options(called, 0, "S33H3XBL", CALLING) == ["S3XL", "S33XL", "H3XB"]
    assert options(called, 1, "S33H3XBL", CALLING) == []
    after(called, (1, "D6XB", "call"))
    assert options(called, 0, "S66H3XBLL", CHANGING) == ["S66XL", "XLL"]


def test_at_the_joker_level_there_is_nothing_to_show():
    for ruleset in ("classic", "four-deck"):
        shows = switches(Ruleset.parse(ruleset))
        shows.begin(NO_LEVEL, 0)
        assert options(shows, 0, "S22H22XBBLL") == []
        assert show_final(shows)


def test_each_side_may_have_cards_of_its_own_to_show():
    shows = begun("classic", "", levels="36")
    assert options(shows, 0, "S36") == ["S3"]
    after(shows, (1, "S6"))
    assert (shows.level, shows.banker) == (RANKS.index("6"), 1)
    after(shows, (2, "H33"))
    assert (shows.level, shows.banker) == (RANKS.index("3"), 2)


def kitty(text):
    return bytes(Card.parse(card).face for card in text.split())


@pytest.mark.parametrize(
    ("no_declaration", "cards", "at"),
    [
        (FLIP_NEXT, "S2 H3 D4 C5", 2),
        (FLIP_NEXT, "S2 H3 XB C5", 3),
        (FLIP_NEXT, "XB XB XL XL", 3),
        (FLIP_JOKER, "S2 H3 XB C5", 2),
        (FLIP_JOKER, "S2 XB C4 C5", 2),
    ],
)
def test_the_kitty_card_that_decides(no_declaration, cards, at):
    assert turned_up(kitty(cards), 0, 4, no_declaration) == at
    assert turned_up(kitty("SA SA " + cards), 2, 6, no_declaration) == at + 2


@pytest.mark.parametrize(
    ("ruleset", "cards", "trump", "turned"),
    [
        ("classic", "S2 H3 XB C5 C6 C7 C8 C9", 2, 2),
        ("meizhusong", "S2 H3 XB C5 C6 C7 C8 C9", NO_SUIT, 1),
        ("joker-bid", "S2 H3 D4 C5 C6 C7 C8 C9", NO_SUIT, 0),
    ],
)
def test_nobody_spoke(ruleset, cards, trump, turned):
    shows = begun(ruleset, "2", levels="22" if ruleset == "joker-bid" else None)
    assert conclude(shows, 3, kitty(cards), 0, 8)
    assert (shows.trump, shows.banker, shows.level, shows.turned) == (trump, 3, 0, turned)
    assert bool(shows.hard) == (ruleset == "joker-bid")


def test_nobody_bid_and_the_cards_are_dealt_again():
    shows = begun("four-deck", "3")
    assert not conclude(shows, 0, b"", 0, 0)
    assert (shows.trump, shows.banker) == (NOT_FIXED, NOBODY)


def test_what_was_shown_stands():
    shows = after(begun("four-deck", "3"), (2, "D33XL"))
    assert conclude(shows, 0, b"", 0, 0)
    assert (shows.trump, shows.banker, shows.turned) == (3, 2, 0)
    shows = after(begun("joker-bid", "", levels="36"), (1, "D6XB", "call"), (2, "XLL", "change"))
    assert conclude(shows, 0, b"", 0, 0)
    assert (shows.trump, shows.banker, shows.hard) == (NO_SUIT, 1, 1)
    assert (shows.seat(1), shows.kind(1)) == (2, ATTACKED)


def test_every_refusal_cites_a_rule():
    codes = {v for name, v in vars(refusals).items() if name.isupper()} - {ALLOWED}
    assert codes == set(CITED) == set(range(1, len(CITED) + 1))
    assert len(set(CITED.values())) == len(CITED)
    assert {rule for rule, _ in CITED.values()} <= set(registry())
