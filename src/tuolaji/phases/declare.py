"""Fixing trump: the contest as a value, and what the kernel says about it.

The rules are the kernel's (`kernel/contest.py`). Here a show becomes the next contest, or the
ruling why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..cards import JOKER_LEVEL, NO_TRUMP, RANKS, SUITS, Card, Cards
from ..kernel import contest as kernel
from ..kernel.order import NO_LEVEL
from ..kernel.refusals import ALLOWED
from ..kernel.shows import NOBODY, NOT_FIXED, Shows
from ..ruleset import Ruleset
from ..rulings import Fact, Ruling
from .refusals import CITED

# Words in the order of the kernel's numbers.
_STYLES = ("reveal", "call", "concealed")
_NO_TRUMP = ("off", "pair", "ladder", "two")
_NO_DECLARATION = ("flip_next", "flip_joker_no_trump", "hard", "redeal")
_PHASES = ("", "call", "change")
LOCKED, REINFORCED = "locked", "reinforced"
_KINDS = (
    "single", "pair", "secured", "small", "big",
    "called", LOCKED, "changed", "attacked",
    "bid", REINFORCED,
)  # fmt: skip


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
    trump: str | None = None
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


@dataclass(frozen=True)
class Flip:
    """Trump by turning kitty cards: the suit or none, and how many cards were turned."""

    trump: str
    turned: int


def switches(ruleset: Ruleset) -> Shows:
    """The ruleset's switches as the kernel has them, with nothing shown."""
    shows = Shows(_STYLES.index(ruleset.declare_style), ruleset.players, ruleset.decks)
    shows.self_secure = ruleset.self_secure
    shows.partner_secure = ruleset.partner_secure
    shows.self_overturn = ruleset.self_overturn
    shows.called_partners = ruleset.partners == "called"
    shows.no_trump = _NO_TRUMP.index(ruleset.no_trump)
    shows.no_declaration = _NO_DECLARATION.index(ruleset.no_declaration)
    return shows


def shows_of(contest: Contest) -> Shows:
    """The contest as the kernel has it."""
    ruleset, banker = contest.ruleset, contest.banker
    if banker is None or contest.first_deal or ruleset.declare_style == "call":
        banker = NOBODY
    shows = switches(ruleset)
    shows.begin(_rank(contest.level), banker)
    shows.opening = contest.first_deal and not contest.rebid and ruleset.opening_small_joker
    levels = contest.levels or (contest.level,)
    for seat in range(ruleset.players):
        shows.set_level(seat, _rank(levels[seat % len(levels)]))
    for show in contest.shows:
        shows.lay(show.seat, show.cards.planes, _KINDS.index(show.kind))
    return shows


def show(contest: Contest, seat: int, cards: Cards, phase: str = "") -> Contest | Ruling:
    """The contest after a seat shows these cards, or why it may not."""
    shows, at = shows_of(contest), _PHASES.index(phase)
    refusal = kernel.show(shows, seat, cards.planes, at)
    if refusal != ALLOWED:
        rank = shows.level if at == kernel.CHANGING else shows.level_of(seat)
        facts: dict[str, Fact] = {"cards": cards, "level": _level(rank)}
        if contest.ruleset.declare_style != "concealed":
            facts["standing"] = contest.standing.cards if contest.standing else Cards()
        return Ruling(*CITED[refusal], facts)
    shown = Show(seat, cards, _KINDS[shows.kind(shows.number - 1)], phase)
    return replace(_standing(contest, shows), shows=(*contest.shows, shown))


def options(contest: Contest, seat: int, free: Cards, phase: str = "") -> tuple[Cards, ...]:
    """Everything a seat could show now; free: the cards it holds and has not shown yet."""
    shows, at = shows_of(contest), _PHASES.index(phase)
    mask = kernel.show_options(shows, seat, free.planes, at)
    return tuple(
        Cards(kernel.show_option(shows, seat, option, at))
        for option in range(kernel.OPTIONS)
        if mask >> option & 1
    )


def final(contest: Contest) -> bool:
    """Whether no later show could be legal."""
    return bool(kernel.show_final(shows_of(contest)))


def highest_bid(contest: Contest) -> tuple[int, int | None]:
    """The size of the highest concealed bid and who holds it."""
    shows = shows_of(contest)
    return shows.highest_bid(), shows.declarer() if contest.shows else None


def conclude(
    contest: Contest, first_seat: int, kitty: Sequence[Card] = ()
) -> tuple[Contest, int] | None:
    """What stands when all have passed, and how many kitty cards were turned up for it.

    None: nobody showed anything, and the cards are dealt again.
    """
    shows, faces = shows_of(contest), bytes(card.face for card in kitty)
    if not kernel.conclude(shows, first_seat, faces, 0, len(faces)):
        return None
    return _standing(contest, shows), shows.turned


def flip(ruleset: Ruleset, kitty: Sequence[Card]) -> Flip:
    """Trump when nobody declared: the third kitty card decides (`declare.none`)."""
    faces = bytes(card.face for card in kitty)
    at = kernel.turned_up(faces, 0, len(faces), _NO_DECLARATION.index(ruleset.no_declaration))
    suit = kitty[at].suit
    return Flip(suit if suit in SUITS else NO_TRUMP, at - 1)


def _standing(contest: Contest, shows: Shows) -> Contest:
    """The contest with the trump, bank and level of the kernel's."""
    return replace(
        contest,
        level=_level(shows.level),
        trump=SUITS[shows.trump] if shows.trump >= 0 else NO_TRUMP,
        banker=shows.banker if shows.banker >= 0 else None,
        hard=bool(shows.hard),
    )


def _rank(level: str) -> int:
    """A level's number in the kernel."""
    if not level:
        return NOT_FIXED
    return NO_LEVEL if level == JOKER_LEVEL else RANKS.index(level)


def _level(rank: int) -> str:
    """The level of a kernel's number."""
    if rank == NOT_FIXED:
        return ""
    return JOKER_LEVEL if rank == NO_LEVEL else RANKS[rank]
