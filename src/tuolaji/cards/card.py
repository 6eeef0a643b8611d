"""Suits, ranks, cards and multisets of cards, and the text they are written in.

`Card` and `Cards` parse what they print. Output is canonical: S H C D X, high to low, suit letter
first, copies repeated: `SAA`, `H22S22` is printed `S22H22`. Input may also use ♠♥♣♦, `10`,
Chinese suit names and 大王/小王, any order, and spaces.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeGuard, get_args

from . import planes as masks
from .planes import BIG_JOKER, SMALL_JOKER, Planes

Trump = Literal["S", "H", "C", "D", "N"]  # the suit that is trump, or that there is none

SUITS = "SHCD"
RANKS = "23456789TJQKA"
JOKER_LEVEL = "X"
NO_TRUMP: Final = "N"
LEVELS = (*RANKS, JOKER_LEVEL)

_GROUPS = "SHCDX"
_JOKERS = 4
_GROUP_OF = {letter: at for at, letter in enumerate(_GROUPS)}
_RANK_OF = {letter: at for at, letter in enumerate(RANKS)}
_JOKER_RANKS = {"L": SMALL_JOKER, "B": BIG_JOKER}

# Longer spellings first, so that 大王 is not read as an unknown 大.
_SPELLINGS = {
    "大王": ("XB", True), "大鬼": ("XB", True), "小王": ("XL", True), "小鬼": ("XL", True),
    "黑桃": ("S", False), "红桃": ("H", False), "紅桃": ("H", False), "红心": ("H", False),
    "紅心": ("H", False), "梅花": ("C", False), "草花": ("C", False), "方块": ("D", False),
    "方塊": ("D", False), "方片": ("D", False), "10": ("T", False),
    "♠": ("S", False), "♤": ("S", False), "♥": ("H", False), "♡": ("H", False),
    "♣": ("C", False), "♧": ("C", False), "♦": ("D", False), "♢": ("D", False),
}  # fmt: skip
_IGNORED = set(" \t+,，、\ufe0e\ufe0f\u3000")
_SUIT = (1 << 13) - 1
_LETTERS = set("SHCDX23456789TJQKALB")
_KEPT = 16384  # texts: of some hundred deals that are played at a time
_SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


class CardTextError(ValueError):
    """Text that cannot be read as cards: says which part of it, and where."""

    def __init__(self, text: str, part: str, column: int, expected: str) -> None:
        self.text, self.part, self.column, self.expected = text, part, column, expected
        super().__init__(f"cannot read {part!r} in {text!r} at column {column}: {expected}")


class TooManyCopies(CardTextError):
    """Text that names a card more often than four decks hold it."""


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """One card face: a number 0-53, in the order S H C D X and low to high in each."""

    face: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """The one card the text names."""
        planes = _parse(text)
        if masks.size(planes) != 1:
            raise CardTextError(text, text, 1, "one card is wanted here, such as SA or XB")
        return cls(planes[0].bit_length() - 1)

    @property
    def suit(self) -> str:
        """S H C D, or X for a joker."""
        return _GROUPS[min(self.face // 13, _JOKERS)]

    @property
    def rank(self) -> str:
        """2…9 T J Q K A, or L and B for the small and big joker."""
        return RANKS[self.face % 13] if self.face < SMALL_JOKER else "LB"[self.face - SMALL_JOKER]

    @property
    def points(self) -> int:
        """5 for a five, 10 for a ten or king, else 0."""
        return masks.points(masks.copies(self.face, 1))

    def __str__(self) -> str:
        return self.suit + self.rank

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


class Cards:
    """An immutable multiset of cards, at most four copies of a face."""

    __slots__ = ("planes",)
    planes: Planes

    def __init__(self, planes: Planes = masks.EMPTY) -> None:
        _put(self, planes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards cannot be changed")

    def __reduce__(self) -> tuple[type[Cards], tuple[Planes]]:
        return Cards, (self.planes,)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """The cards a text names; `-` and the empty text are no card."""
        return cls(_parse(text))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Cards:
        """These cards together."""
        total = cls()
        for card in cards:
            total += cls(masks.copies(card.face, 1))
        return total

    @property
    def points(self) -> int:
        """The points on the cards."""
        return masks.points(self.planes)

    def count(self, card: Card) -> int:
        """How many copies of a card there are."""
        return masks.count(self.planes, card.face)

    def __add__(self, other: Cards) -> Cards:
        if masks.overflow(self.planes, other.planes, 4):
            raise ValueError(f"{self} and {other} hold more than four copies of a card")
        return Cards(masks.add(self.planes, other.planes))

    def __sub__(self, other: Cards) -> Cards:
        if not other <= self:
            raise ValueError(f"{other} is not part of {self}")
        return Cards(masks.sub(self.planes, other.planes))

    def __or__(self, other: Cards) -> Cards:
        """Of each card the copies of the one that has more of it."""
        return Cards(masks.either(self.planes, other.planes))

    def __and__(self, other: Cards) -> Cards:
        """Of each card the copies that both have."""
        return Cards(masks.overlap(self.planes, other.planes))

    def __le__(self, other: Cards) -> bool:
        return masks.contains(other.planes, self.planes)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.count(card) > 0

    def __len__(self) -> int:
        return masks.size(self.planes)

    def __bool__(self) -> bool:
        return self.planes[0] != 0

    def __iter__(self) -> Iterator[Card]:
        """The cards in canonical order, copies one by one."""
        for face in _faces(self.planes):
            for _ in range(masks.count(self.planes, face)):
                yield Card(face)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.planes == other.planes

    def __hash__(self) -> int:
        return hash(self.planes)

    def __str__(self) -> str:
        return _text(self.planes)

    def __repr__(self) -> str:
        return f"Cards.parse({str(self)!r})"


_put = Cards.__dict__["planes"].__set__  # past __setattr__, and faster than through object's


def is_trump(text: str) -> TypeGuard[Trump]:
    """Whether a text names a trump suit, or no trump."""
    return text in get_args(Trump)


def pretty(cards: Cards) -> str:
    """The cards with suit symbols, for people: ♠AA ♥10; jokers stay XB and XL."""
    out = []
    for part in _by_suit(cards.planes):
        symbol = _SYMBOLS.get(part[0], part[0])
        out.append(symbol + part[1:].replace("T", "10"))
    return " ".join(out) or "-"


def _faces(planes: Planes) -> Iterator[int]:
    """The faces that occur, in canonical order."""
    for group in range(5):
        ranks = planes[0] >> 13 * group & _SUIT
        while ranks:
            rank = ranks.bit_length() - 1
            ranks ^= 1 << rank
            yield 13 * group + rank


def _by_suit(planes: Planes) -> list[str]:
    """The text of each suit that occurs, in canonical order."""
    parts = []
    for group in range(5):
        at = 13 * group
        if planes[0] >> at & _SUIT:
            parts.append(_suit_text(group, *(plane >> at & _SUIT for plane in planes)))
    return parts


@lru_cache(maxsize=_KEPT)
def _suit_text(group: int, *ranks: int) -> str:
    """The text of one suit; ranks: of which there is one at least, two at least, and so on."""
    letters = RANKS if group < _JOKERS else "LB"
    text, left = _GROUPS[group], ranks[0]
    while left:
        rank = left.bit_length() - 1
        left ^= 1 << rank
        for plane in ranks:
            if not plane >> rank & 1:
                break
            text += letters[rank]
    return text


@lru_cache(maxsize=_KEPT)
def _text(planes: Planes) -> str:
    return "".join(_by_suit(planes)) or "-"


@lru_cache(maxsize=_KEPT)
def _parse(text: str) -> Planes:
    if text.strip() == "-":
        return masks.EMPTY
    counts: dict[int, int] = {}
    suit = ""
    at = 0
    while at < len(text):
        letter, width, whole = _symbol(text, at)
        if whole:
            face = _JOKER_RANKS[letter[1]]
            suit = ""
        elif letter in _GROUP_OF:
            suit = letter
            face = -1
        elif letter:
            face = _face(text, at, suit, letter)
        else:
            face = -1
        if face >= 0:
            counts[face] = counts.get(face, 0) + 1
            if counts[face] > 4:
                raise TooManyCopies(text, text[at : at + width], at + 1, "a fifth copy of a card")
        at += width
        if letter in _GROUP_OF and not whole and _only_ignored(text, at):
            raise CardTextError(text, text[at - width : at], at - width + 1, "a suit without ranks")
    out = masks.EMPTY
    for face, number in counts.items():
        out = masks.add(out, masks.copies(face, number))
    return out


def _only_ignored(text: str, at: int) -> bool:
    """Whether nothing but spaces, or another suit, follows."""
    while at < len(text) and text[at] in _IGNORED:
        at += 1
    return at == len(text) or _symbol(text, at)[0][:1] in _GROUP_OF


def _symbol(text: str, at: int) -> tuple[str, int, bool]:
    """The letter that stands at a place, how wide it is written, and if it is a whole card."""
    if text[at] in _LETTERS:
        return text[at], 1, False
    for spelling, (letter, whole) in _SPELLINGS.items():
        if text.startswith(spelling, at):
            return letter, len(spelling), whole
    if text[at] in _IGNORED:
        return "", 1, False
    letter = unicodedata.normalize("NFKC", text[at]).upper()
    if letter == "1" and unicodedata.normalize("NFKC", text[at : at + 2]) == "10":
        return "T", 2, False
    return letter, 1, False


def _face(text: str, at: int, suit: str, letter: str) -> int:
    """The face of a rank letter after its suit."""
    if suit == "X" and letter in _JOKER_RANKS:
        return _JOKER_RANKS[letter]
    if suit in SUITS and suit and letter in _RANK_OF:
        return 13 * _GROUP_OF[suit] + _RANK_OF[letter]
    if letter in _RANK_OF and not suit:
        expected = "a suit S H C D or X before the rank"
    elif suit == "X":
        expected = "after X only L (small) or B (big joker)"
    else:
        expected = "suits S H C D X, ranks 2-9 T J Q K A, after X L or B"
    raise CardTextError(text, text[at], at + 1, expected)
