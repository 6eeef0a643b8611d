"""Fixing trump: what the three styles share.

A style is a function `show(contest, seat, cards) -> Contest | Ruling` in `reveal.py`, `call.py` or
`concealed.py`: a value in, the next value or the reason why not out. `final` asks it for every
show the decks allow. Decides `declare.none`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..cards import JOKER_LEVEL, NO_TRUMP, SUITS, Card, Cards
from ..kernel import planes as masks
from ..kernel.planes import JOKERS
from ..ruleset import Ruleset
from ..rulings import Ruling


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

    def at_level_of(self, seat: int) -> Contest:
        """The contest at the level whose cards a seat shows."""
        return replace(self, level=self.level_of(seat)) if self.rebid else self

    def stands(self, shown: Show, trump: str) -> Contest:
        """The contest with a new trump; where the bank is open its declarer is banker."""
        banker = shown.seat if self.first_deal else self.banker
        return replace(self, shows=(*self.shows, shown), trump=trump, banker=banker)

    @property
    def standing(self) -> Show | None:
        """The last show that changed or fixed the trump."""
        return self.shows[-1] if self.shows else None

    @property
    def shown(self) -> Cards:
        """All cards laid so far."""
        total = Cards()
        for show in self.shows:
            total += show.cards
        return total


@dataclass(frozen=True)
class Flip:
    """Trump by turning kitty cards: the suit or none, and how many cards were turned."""

    trump: str
    turned: int


def level_suit(cards: Cards, level: str) -> str | None:
    """The suit, if all the cards are level cards of one suit."""
    faces = cards.planes[0]
    if faces.bit_count() != 1:
        return None
    card = Card(faces.bit_length() - 1)
    return card.suit if card.rank == level else None


def all_jokers(cards: Cards) -> bool:
    """Whether there are cards, and nothing but jokers."""
    return bool(cards.planes[0]) and not cards.planes[0] & ~JOKERS


def flip(ruleset: Ruleset, kitty: Sequence[Card]) -> Flip:
    """Trump when nobody declared: the third kitty card decides (`declare.none`).

    A joker is skipped (`flip_next`; nothing but jokers left: no trump) or makes no trump.
    """
    for turned, card in enumerate(kitty[2:], start=1):
        if card.suit != "X":
            return Flip(card.suit, turned)
        if ruleset.no_declaration == "flip_joker_no_trump":
            return Flip(NO_TRUMP, turned)
    return Flip(NO_TRUMP, len(kitty) - 2)


def possible_shows(contest: Contest, level: str, most: int, *, extra: str = "") -> Iterable[Cards]:
    """Every set of level cards of one suit, or of two jokers, that is still unseen.

    extra: card text that goes with each.
    """
    shown = contest.shown.planes
    for cards in every_show(level, most, extra):
        if not masks.overflow(shown, cards.planes, contest.ruleset.decks):
            yield cards


@lru_cache
def every_show(level: str, most: int, extra: str) -> list[Cards]:
    """The same, seen or not."""
    texts = ["XBB", "XLL", "XBL"]
    if level != JOKER_LEVEL:
        texts += [suit + level * n for suit in SUITS for n in range(1, most + 1)]
    return [Cards.parse(text + extra) for text in texts]


def none_legal(
    contest: Contest,
    candidates: Iterable[Cards],
    show: Callable[[Contest, int, Cards], Contest | Ruling],
) -> bool:
    """Whether no seat could lay any of the candidates."""
    return not any(
        isinstance(show(contest, seat, cards), Contest)
        for cards in candidates
        for seat in range(contest.ruleset.players)
    )
