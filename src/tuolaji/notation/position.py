"""A moment of play as one line of text.

`RULESET LEVEL TRUMP@BANKER TURN TAKEN HANDS KITTY TRICK`, for example
`classic 2 S@0 1 35 SAK/?2/HT5/C33 ?8 HA`: hands are separated by `/`, the plays of the trick by
`,`; `?17` is seventeen hidden cards, `-` nothing. TAKEN is the attackers' points, or the points
of each seat (`5/0/20/10`) while a called partner is secret. `Position.parse` and `str` are inverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..cards import NO_TRUMP, SUITS, Cards, CardTextError
from ..cards import planes as masks
from ..ruleset import Ruleset, RulesetError
from ..verdicts.terms import Terms, TermsError

_FIELDS = ("RULESET", "LEVEL", "TRUMP@BANKER", "TURN", "TAKEN", "HANDS", "KITTY", "TRICK")
_POINTS = re.compile(r"-?\d{1,12}", re.ASCII)


class PositionTextError(ValueError):
    """A line that cannot be read as a position: says which part of it, and where."""

    def __init__(self, part: str, column: int, expected: str) -> None:
        self.part, self.column, self.expected = part, column, expected
        super().__init__(f"cannot read {part!r} at column {column}: {expected}")


@dataclass(frozen=True)
class Hidden:
    """A number of hidden cards."""

    number: int

    def __str__(self) -> str:
        return f"?{self.number}"

    def __len__(self) -> int:
        return self.number


@dataclass(frozen=True)
class Position:
    """A moment of play: the terms, banker, seat to play, points taken, hands, kitty and trick."""

    terms: Terms
    banker: int
    turn: int
    taken: tuple[int, ...]
    hands: tuple[Cards | Hidden, ...]
    kitty: Cards | Hidden
    trick: tuple[Cards, ...] = ()

    @classmethod
    def parse(cls, line: str) -> Position:
        """The position a line describes."""
        parts = [(found.group(), found.start() + 1) for found in re.finditer(r"\S+", line)]
        if len(parts) != len(_FIELDS):
            column = parts[-1][1] if parts else 1
            wanted = f"{len(_FIELDS)} parts are wanted ({' '.join(_FIELDS)}), not {len(parts)}"
            raise PositionTextError(parts[-1][0] if parts else "", column, wanted)
        terms, banker = _terms(parts)
        players = terms.ruleset.players
        hands = tuple(_cards(*part) for part in _split(parts[5], "/"))
        if len(hands) != players:
            raise PositionTextError(*parts[5], f"{players} hands are wanted, not {len(hands)}")
        trick = tuple(_play(*part) for part in _split(parts[7], ",")) if parts[7][0] != "-" else ()
        if len(trick) > players:
            raise PositionTextError(*parts[7], f"a trick has at most {players} plays")
        position = cls(
            terms,
            banker,
            _seat(*parts[3], players),
            _taken(parts[4], terms.ruleset),
            hands,
            _cards(*parts[6]),
            trick,
        )
        _check_copies(position, parts)
        return position

    def __str__(self) -> str:
        return " ".join((
            str(self.terms.ruleset),
            self.terms.level,
            f"{self.terms.trump}@{self.banker}",
            str(self.turn),
            "/".join(map(str, self.taken)),
            "/".join(map(str, self.hands)),
            str(self.kitty),
            ",".join(map(str, self.trick)) or "-",
        ))  # fmt: skip

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


Part = tuple[str, int]


def _split(part: Part, separator: str) -> Iterator[Part]:
    text, column = part
    for piece in text.split(separator):
        yield piece, column
        column += len(piece) + 1


def _terms(parts: list[Part]) -> tuple[Terms, int]:
    """The terms and the banker out of the first three parts."""
    try:
        ruleset = Ruleset.parse(parts[0][0])
    except RulesetError as error:
        raise PositionTextError(*parts[0], str(error)) from None
    trump, at, banker = parts[2][0].partition("@")
    if not at or trump not in (*SUITS, NO_TRUMP):
        raise PositionTextError(*parts[2], "TRUMP@BANKER is wanted, such as S@0, or N@2")
    try:
        terms = Terms.of(ruleset, parts[1][0], trump)
    except TermsError as error:
        raise PositionTextError(*parts[1], str(error)) from None
    return terms, _seat(banker, parts[2][1] + len(trump) + 1, ruleset.players)


def _seat(text: str, column: int, players: int) -> int:
    if not re.fullmatch(r"\d", text, re.ASCII) or int(text) >= players:
        raise PositionTextError(text, column, f"a seat from 0 to {players - 1} is wanted")
    return int(text)


def _taken(part: Part, ruleset: Ruleset) -> tuple[int, ...]:
    players = ruleset.players
    pieces = list(_split(part, "/"))
    for text, column in pieces:
        if not _POINTS.fullmatch(text):
            raise PositionTextError(text, column, "points are wanted")
    if len(pieces) != 1 and (len(pieces) != players or ruleset.partners != "called"):
        wanted = f"one number is wanted (with called partners also {players}, one a seat)"
        raise PositionTextError(*part, wanted)
    return tuple(int(text) for text, _ in pieces)


def _cards(text: str, column: int) -> Cards | Hidden:
    hidden = re.fullmatch(r"\?(\d{1,3})", text, re.ASCII)
    return Hidden(int(hidden.group(1))) if hidden else _open(text, column)


def _play(text: str, column: int) -> Cards:
    cards = _open(text, column)
    if not cards:
        raise PositionTextError(text, column, "a play has at least one card")
    return cards


def _open(text: str, column: int) -> Cards:
    if not text:
        raise PositionTextError(text, column, "cards are wanted, ?N for hidden ones, - for none")
    try:
        return Cards.parse(text)
    except CardTextError as error:
        raise PositionTextError(error.part, column + error.column - 1, error.expected) from None


def _check_copies(position: Position, parts: list[Part]) -> None:
    """No card may lie in more places than the decks hold copies of it."""
    total = masks.EMPTY
    most = 54 * position.terms.ruleset.decks
    if sum(map(len, (*position.hands, position.kitty, *position.trick))) > most:
        raise PositionTextError(*parts[5], f"more cards than the {most} of the decks")
    columns = [column for _, column in _split(parts[5], "/")]
    places = [*zip(position.hands, columns, strict=True), (position.kitty, parts[6][1])]
    if position.trick:
        columns = [column for _, column in _split(parts[7], ",")]
        places += zip(position.trick, columns, strict=True)
    decks = position.terms.ruleset.decks
    for cards, column in places:
        if isinstance(cards, Cards):
            if masks.overflow(total, cards.planes, decks):
                raise PositionTextError(
                    str(cards), column, f"more copies of a card than {decks} decks hold"
                )
            total = masks.add(total, cards.planes)
