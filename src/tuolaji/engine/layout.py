"""What stands where in an observation.

`observe` and `trail` write the fields in this order. Sets of cards are words, one for every deck:
bit f of the k-th says that there are at least k copies of face f. Everything else is scalars. Seats
are counted from the one that looks: 0 is itself; -1 is nobody, or not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..ruleset import Ruleset

OBSERVATION_VERSION = 1  # what the environments give where nothing else is asked for
OBSERVATION_VERSIONS = (1, 2, 3)
WIDE = 3  # the version that has the same columns for every ruleset, up to this size
MOST_PLAYERS, MOST_DECKS = 8, 4

FACES = 54
TOKENS = 4 * FACES + 1

# name, whether there is one for every seat, meaning
CARDS = (
    ("hand", False, "the seat's own cards"),
    ("chosen", False, "the cards of the tokens pushed so far, if it is the seat's turn"),
    ("kitty", False, "the kitty, if the seat buried it and may look at it"),
    ("used", False, "own cards that called trump and cannot do so again"),
    ("turned", False, "kitty cards turned up because nobody declared"),
    ("trick", True, "what each seat has played to this trick"),
    ("played", True, "all each seat has played in this deal"),
    ("exposed", True, "what throws in vain have shown to be in each hand"),
    (
        "shown",
        True,
        "what each seat has shown to fix trump; of face-down bids its own, and the won",
    ),
)
NUMBERS = (
    ("phase", False, "0 draw, 1 call, 2 bury, 3 change, 4 partner, 5 play, 6 over, 9 steal"),
    ("level", False, "the rank of the level, 0 for 2 to 12 for A; -1 Joker level, -2 not fixed"),
    ("trump", False, "0-3 for S H C D; -1 no trump, -2 not fixed or not known"),
    ("banker", False, "the banker, as far as it is settled"),
    ("turn", False, "whose turn it is; while cards are drawn only the asked seat is told"),
    ("leader", False, "who led or leads to this trick"),
    ("in_trick", False, "how many have played to this trick"),
    ("winner", False, "who wins the trick so far"),
    ("led_suit", False, "the effective suit led, 0-3 for S H C D, 4 for trumps; -1 none"),
    ("led_size", False, "how many cards were led"),
    ("holder", False, "who took up the kitty last"),
    ("attacker", False, "who attacked the called trump"),
    ("named", False, "the face of the partner's card; -1 none"),
    ("partner", False, "the called partner, once known"),
    ("declarer", False, "whose show stands"),
    ("first_seat", False, "who drew first"),
    ("drawn", False, "how many cards are drawn"),
    ("to_ask", False, "how many seats may still call, change or attack, this one included"),
    ("bank_open", False, "1 if nobody had the bank before this deal"),
    ("deals", False, "how many deals of the match are played"),
    ("rung", True, "the level of each seat's side, or of each seat, as a rung of the ladder"),
    ("cards", True, "how many cards each seat holds"),
    ("shown_size", True, "how many cards each seat has shown, or its last face-down bid has"),
    ("taken", True, "points each seat has won in tricks"),
    ("fines", True, "points each seat has forfeited"),
    ("voids", True, "effective suits each seat has shown to be out of, bit 0-3 S H C D, 4 trumps"),
)
# what version 2 has besides, behind the fields of version 1
MORE_CARDS = (
    ("led", True, "all each seat has led in this deal"),
    ("off_suit", True, "all each seat has played that was not of the suit led"),
    ("last_trick", True, "what each seat played to the last trick that is finished"),
    ("trick_before", True, "what each seat played to the one before it"),
)
MORE_NUMBERS = (
    ("tricks", False, "how many tricks are finished"),
    ("points_unseen", False, "the points of the cards that the seat has not seen"),
    ("last_leader", False, "who led to the last trick that is finished"),
    ("leader_before", False, "who led to the one before it"),
    (
        "unpaired",
        True,
        "effective suits each seat has shown to hold no pair of, bit 0-3 S H C D, 4 trumps",
    ),
)
# what version 3 has besides, behind the fields of version 2
TABLE_NUMBERS = (
    ("seated", True, "1 where somebody sits; an empty seat has zeros in all other fields"),
    ("decks", False, "how many decks there are"),
    ("kitty_size", False, "how many cards the kitty has"),
    ("friends", False, "how many friends the banker calls"),
    *(
        field
        for nth in ("first", "second", "third")
        for field in (
            (f"{nth}_card", False, f"the face of the {nth} friend's card; -1 none"),
            (f"{nth}_copy", False, "which copy of it; 0 none"),
            (f"{nth}_friend", False, "who that is, once known; the banker: nobody else"),
        )
    ),
)
WORLD = (
    ("hands", True, "every seat's cards"),
    ("kitty", False, "the kitty"),
)


@dataclass(frozen=True)
class Field:
    """The columns from start to before end; each_seat: cut evenly, the looking seat first."""

    name: str
    start: int
    end: int
    each_seat: bool
    text: str

    @property
    def columns(self) -> slice:
        """The columns as a slice."""
        return slice(self.start, self.end)


@dataclass(frozen=True)
class Layout:
    """The layout for a number of players and decks, in a version of the observation."""

    players: int
    decks: int
    version: int = OBSERVATION_VERSION

    @staticmethod
    @lru_cache
    def of(ruleset: str | Ruleset, version: int = OBSERVATION_VERSION) -> Layout:
        """The layout of a ruleset's observations."""
        if version not in OBSERVATION_VERSIONS:
            every = ", ".join(map(str, OBSERVATION_VERSIONS))
            raise ValueError(f"version: {version!r} is none of {every}")
        if version == WIDE:
            return Layout(MOST_PLAYERS, MOST_DECKS, version)
        rules = Ruleset.parse(ruleset) if isinstance(ruleset, str) else ruleset
        return Layout(rules.players, rules.decks, version)

    @cached_property
    def words(self) -> dict[str, Field]:
        """The fields of a row of words."""
        return self._fields(CARDS if self.version == 1 else CARDS + MORE_CARDS, self.decks)

    @cached_property
    def scalars(self) -> dict[str, Field]:
        """The fields of a row of scalars."""
        more = ((), MORE_NUMBERS, MORE_NUMBERS + TABLE_NUMBERS)[self.version - 1]
        return self._fields(NUMBERS + more, 1)

    @property
    def wide(self) -> bool:
        """Whether it is the one layout for all rulesets."""
        return self.version == WIDE

    @cached_property
    def world(self) -> dict[str, Field]:
        """The fields of a row of full information."""
        return self._fields(WORLD, self.decks)

    def _fields(self, rows: tuple[tuple[str, bool, str], ...], width: int) -> dict[str, Field]:
        fields, at = {}, 0
        for name, each_seat, text in rows:
            end = at + width * (self.players if each_seat else 1)
            fields[name] = Field(name, at, end, each_seat, text)
            at = end
        return fields

    @property
    def word_count(self) -> int:
        """How many words a row has."""
        return max(field.end for field in self.words.values())

    @property
    def scalar_count(self) -> int:
        """How many scalars a row has."""
        return max(field.end for field in self.scalars.values())

    @property
    def world_count(self) -> int:
        """How many words a row of full information has."""
        return self.world["kitty"].end

    @property
    def flat_count(self) -> int:
        """How many numbers the flat form has: a bit for every card, then the scalars."""
        return FACES * self.word_count + self.scalar_count


def table(rows: tuple[tuple[str, bool, str], ...], width: str, layout: Layout) -> list[str]:
    """The lines of a Markdown table of fields, for the documentation."""
    number = {"D": layout.decks}.get(width, 1)
    lines = ["| index | classic | field | |", "|---|---|---|---|"]
    fixed = seats = 0
    for field in layout._fields(rows, number).values():
        start = _sum(fixed, seats, width)
        seats += field.each_seat
        fixed += not field.each_seat
        columns = f"{field.start}–{field.end - 1}" if field.end - field.start > 1 else field.start
        name = f"`{field.name}`" + (", by seat" if field.each_seat else "")
        lines.append(f"| {start} | {columns} | {name} | {field.text} |")
    return lines


def _sum(fixed: int, seats: int, width: str) -> str:
    """An index as a sum of the fields before it."""
    unit = f" {width}" if width else ""
    parts = [f"{fixed}{unit}"] if fixed or not seats else []
    if seats:
        parts.append(f"{seats} P{unit}" if seats > 1 else f"P{unit}")
    return "0" if parts == [f"0{unit}"] else " + ".join(parts)
