"""Fixing trump: the contest as a value, for questions outside a deal, and its rulings.

The rules are in `rules/declare.py`. Here a show becomes the next contest, or the
ruling why not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..cards import Cards, Trump
from ..rules import declare as rules
from ..rules.declarations import MOST_SHOWS, NOBODY, NOT_FIXED, Declarations
from ..rules.numbers import level_name, rank_of, switches_of, trump_name
from ..rules.refusals import ALLOWED
from ..ruleset import Ruleset
from ..verdicts.ruling import Fact, Ruling
from .refusals import CITED
from .setup import Setup

# Words in the order of the rules' numbers.
_PHASES = ("", "call", "change")
LOCKED, REINFORCED = "locked", "reinforced"
_KINDS = (
    "single", "pair", "secured", "small", "big",
    "called", LOCKED, "changed", "attacked",
    "bid", REINFORCED,
)  # fmt: skip


_PHASE_OF = {"called": "call", LOCKED: "call", "changed": "change", "attacked": "change"}


@dataclass(frozen=True)
class Show:
    """Cards laid by a seat to fix trump; `kind` is the style's name for what it did."""

    seat: int
    cards: Cards
    kind: str = ""
    phase: str = ""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """The state of fixing trump in one deal.

    level: the deal's level (in the call style once it is called). banker: None in a first deal
    while nobody has declared. levels: of the even and the odd seats, in the call style. rebid: the
    bank is bid for anew in a later deal, so that each side shows cards of its own of the levels.
    """

    ruleset: Ruleset
    level: str
    first_deal: bool = True
    banker: int | None = None
    trump: Trump | None = None
    shows: tuple[Show, ...] = ()
    levels: tuple[str, ...] | None = None
    hard: bool = False
    rebid: bool = False

    def level_of(self, seat: int) -> str:
        """The level whose cards a seat shows, where trump is not called."""
        if self.rebid and self.levels is not None:
            return self.levels[seat % len(self.levels)]
        return self.level

    @property
    def standing(self) -> Show | None:
        """The last show that changed or fixed the trump."""
        return self.shows[-1] if self.shows else None

    @property
    def shown(self) -> Cards:
        """All cards laid so far."""
        return Cards(shows_of(self).shown())

    def laid(self, seat: int) -> Cards:
        """The cards a seat has shown, or has lying face down."""
        return Cards(shows_of(self).laid(seat))


def shows_of(contest: Contest) -> Declarations:
    """The contest as the rules have it."""
    ruleset, banker = contest.ruleset, contest.banker
    if banker is None or contest.first_deal or ruleset.declare_style == "call":
        banker = NOBODY
    shows = Declarations(switches_of(ruleset))
    shows.begin(rank_of(contest.level), banker)
    shows.opening = contest.first_deal and not contest.rebid and ruleset.opening_small_joker
    levels = contest.levels or (contest.level,)
    for seat in range(ruleset.players):
        shows.set_level(seat, rank_of(levels[seat % len(levels)]))
    if len(contest.shows) > MOST_SHOWS:
        raise ValueError(f"at most {MOST_SHOWS} shows can come in a deal")
    for show in contest.shows:
        shows.lay(show.seat, show.cards.planes, kind_number(show.kind))
    return shows


def show(contest: Contest, seat: int, cards: Cards, phase: str = "") -> Contest | Ruling:
    """The contest after a seat shows these cards, or why it may not."""
    shows, at = shows_of(contest), _PHASES.index(phase)
    refusal = rules.show(shows, seat, cards.planes, at)
    if refusal != ALLOWED:
        rank = rules.level_shown(shows, seat, at)
        return refused_show(refusal, cards, level_name(rank), contest)
    shown = Show(seat, cards, _KINDS[shows.kind(shows.number - 1)], phase)
    return replace(_standing(contest, shows), shows=(*contest.shows, shown))


def refused_show(refusal: int, cards: Cards, level: str, contest: Contest) -> Ruling:
    """The ruling on cards that may not be shown; level: the one whose cards the seat shows."""
    facts: dict[str, Fact] = {"cards": cards, "level": level}
    if contest.ruleset.declare_style != "concealed":
        facts["standing"] = contest.standing.cards if contest.standing else Cards()
    return Ruling(*CITED[refusal], facts)


def contest_of(ruleset: Ruleset, setup: Setup, shows: Declarations) -> Contest:
    """The contest for trump in a deal, by what was shown in it.

    Where the bank is open in a later deal, each side shows cards of its own level.
    """
    calls = ruleset.declare_style == "call"
    rebid = setup.banker is None and setup.number > 1 and not calls
    level = level_name(shows.level)
    if rebid and not shows.number and shows.trump == NOT_FIXED and len(set(setup.levels)) > 1:
        level = ""
    return Contest(
        ruleset=ruleset,
        level=level,
        first_deal=setup.banker is None,
        banker=shows.banker if shows.banker >= 0 else None,
        trump=None if shows.trump == NOT_FIXED else trump_name(shows.trump),
        shows=tuple(_show_at(shows, at) for at in range(shows.number)),
        levels=setup.levels if calls or rebid else None,
        hard=bool(shows.hard),
        rebid=rebid,
    )


def _show_at(shows: Declarations, at: int) -> Show:
    kind = _KINDS[shows.kind(at)]
    return Show(shows.seat(at), Cards(shows.cards(at)), kind, _PHASE_OF.get(kind, ""))


def final(contest: Contest) -> bool:
    """Whether no later show could be legal."""
    return bool(rules.show_final(shows_of(contest)))


def highest_bid(contest: Contest) -> tuple[int, int | None]:
    """The size of the highest concealed bid and who holds it."""
    shows = shows_of(contest)
    return shows.highest_bid(), shows.declarer() if contest.shows else None


def _standing(contest: Contest, shows: Declarations) -> Contest:
    """The contest with the trump, bank and level of the rules."""
    return replace(
        contest,
        level=level_name(shows.level),
        trump=trump_name(shows.trump),
        banker=shows.banker if shows.banker >= 0 else None,
        hard=bool(shows.hard),
    )


def kind_number(kind: str) -> int:
    """The rules' number of what a show did."""
    return _KINDS.index(kind)
