"""What taught nets are told, in which order: for the kernel as a plan, for `learn` as names."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from typing import Any

from ..engine.layout import FACES, WIDE, Layout
from ..ruleset import SWITCHES, TABLE, Ruleset
from .fast.inputs import LANES, LEVEL_RANK, ONE_OF, PART, SUIT_LED, SWITCH, UNIT

OBSERVATION = 2  # the version of the observation that nets are told where partners are fixed

# the sets of cards a net is told, besides the cards of called friends
CARD_SETS = (
    "hand", "chosen", "kitty", "trick", "played", "exposed", "shown", "led", "off_suit",
    "last_trick",
)  # fmt: skip
SEATS = (
    "banker", "leader", "winner", "holder", "attacker", "partner", "declarer", "first_seat",
    "last_leader",
)  # fmt: skip
# numbers as they are, and what makes them about 1
SIZES = {
    "led_size": 8, "drawn": 100, "to_ask": 4, "bank_open": 1, "tricks": 25, "points_unseen": 200,
    "rung": 13, "cards": 25, "shown_size": 4, "taken": 80, "fines": 80,
}  # fmt: skip
LANE_MASKS = ("voids", "unpaired")
NAMED = ("named",)  # cards of friends
# The same where partners are called: one net is told of every table, its seats and its friends.
_PLACES = ("first", "second", "third")
WIDE_NAMED = tuple(f"{nth}_card" for nth in _PLACES)
WIDE_SEATS = (
    *(name for name in SEATS if name != "partner"), *(f"{nth}_friend" for nth in _PLACES),
)  # fmt: skip
WIDE_SIZES = {
    **SIZES, "seated": 1, "decks": 4, "kitty_size": 8, "friends": 3,
    **{f"{nth}_copy": 4 for nth in _PLACES},
}  # fmt: skip
PHASES, LEVELS, SUITS_LED = 7, 14, 6  # of levels and suits led one is none
# switches that nets are not told: those that make another form of table, or change no decision
APART = ("players", "decks", "partners", "enforcement")
_DIGS = {"dig_single": (0, 1), "dig_pair": (1, 2), "dig_tractor": (2, 4)}  # pairs, cards
_MOST_FACTOR, _FACTOR, _NUMBER, _WORDS = 64, 8, 4, 2  # factors told; what makes numbers about 1
_EVEN = 64

Number = tuple[int, int, int, int]  # how it is told, its column, and two numbers


class OtherTraits(ValueError):
    """A net was told something else than nets are told today."""


def layout_of(ruleset: Ruleset) -> Layout:
    """The layout of what nets are told at the tables of a ruleset.

    Where partners are called it is the same for all tables.
    """
    return Layout.of(ruleset, WIDE if ruleset.partners == "called" else OBSERVATION)


def named_in(layout: Layout) -> tuple[str, ...]:
    """The scalars that are faces of friends' cards."""
    return WIDE_NAMED if layout.wide else NAMED


def seats_in(layout: Layout) -> tuple[str, ...]:
    """The scalars that are seats."""
    return WIDE_SEATS if layout.wide else SEATS


def sizes_in(layout: Layout) -> dict[str, int]:
    """The scalars that are told as they are, and what makes them about 1."""
    return WIDE_SIZES if layout.wide else SIZES


def traits_of(layout: Layout) -> str:
    """What nets are told, in a few letters that change with it."""
    told: tuple[Any, ...] = (CARD_SETS, seats_in(layout), sizes_in(layout), LANE_MASKS)
    told += (WIDE_NAMED,) if layout.wide else ()
    return sha256(repr(told).encode()).hexdigest()[:16]


def _told_switches(ruleset: Ruleset) -> Iterator[tuple[str, float]]:
    """A number for every switch that bears on decisions; three for the dig factors."""
    for name, kind in SWITCHES.items():
        value = getattr(ruleset, name)
        if kind.read == TABLE or name in APART:
            continue
        if kind.form == "multiplier":
            for dig, (pairs, cards) in _DIGS.items():
                yield dig, min(value.factor(pairs, cards), _MOST_FACTOR) / _FACTOR
        elif kind.form == "levels":
            yield name, len(value) / _NUMBER
        elif kind.form == "number":
            yield name, value / (getattr(Ruleset(), name) or _NUMBER)
        else:
            yield name, kind.number(value) / (1 if isinstance(value, bool) else _WORDS)


@lru_cache
def switch_amounts(ruleset: Ruleset) -> dict[str, int]:
    """How a ruleset differs from `classic` in what nets are told of its switches; UNIT is 1."""
    home = dict(_told_switches(Ruleset()))
    return {name: round(UNIT * (one - home[name])) for name, one in _told_switches(ruleset)}


SWITCH_NAMES = tuple(switch_amounts(Ruleset()))


def switch_numbers(ruleset: Ruleset) -> list[float]:
    """The same as nets have it in training."""
    return [amount / UNIT for amount in switch_amounts(ruleset).values()]


def told_switches(header: dict[str, Any], layout: Layout) -> tuple[str, ...]:
    """The switches that a net was told, by the header of its file; the first nets were told none.

    OtherTraits says what it was told besides that nets are not told today.
    """
    if header.get("traits", traits := traits_of(layout)) != traits:
        raise OtherTraits("it was taught with other traits than nets are told today")
    switches = tuple(header.get("switches", ()))
    if unknown := [name for name in switches if name not in SWITCH_NAMES]:
        raise OtherTraits(f"it was told switches that there are not: {', '.join(unknown)}")
    return switches


def card_columns(layout: Layout) -> list[int]:
    """The columns of the sets of cards."""
    fields = [layout.words[name] for name in CARD_SETS]
    return [column for field in fields for column in range(field.start, field.end)]


def numbers(layout: Layout) -> list[Number]:
    """How every scalar is told."""
    fields, players = layout.scalars, layout.players
    out = [
        (ONE_OF, fields["phase"].start, 0, PHASES - 1),
        (LEVEL_RANK, fields["level"].start, 0, LEVELS - 1),
        (ONE_OF, fields["trump"].start, -2, 0),
        (ONE_OF, fields["in_trick"].start, 0, players - 1),
        (SUIT_LED, fields["led_suit"].start, -1, SUITS_LED - 2),
    ]
    out += [(ONE_OF, fields[name].start, -1, players - 1) for name in seats_in(layout)]
    for name, most in sizes_in(layout).items():
        columns = range(fields[name].start, fields[name].end)
        out += [(PART, column, most, 0) for column in columns]
    return out + [(LANES, fields[name].start, players, 0) for name in LANE_MASKS]


def first_switch(layout: Layout) -> int:
    """The place of the first input that tells a switch."""
    sizes = {ONE_OF: 0, LEVEL_RANK: 0, SUIT_LED: 0, PART: 1, LANES: 5 * layout.players}
    told = sum(sizes[how] or two - one + 1 for how, _, one, two in numbers(layout))
    return FACES * (len(card_columns(layout)) + len(named_in(layout))) + told


def input_number(layout: Layout, switches: Sequence[str] = SWITCH_NAMES) -> int:
    """How many inputs a net has that is told what a seat knows, and these switches."""
    return rounded(first_switch(layout) + len(switches))


def plan(layout: Layout, ruleset: Ruleset, switches: Sequence[str] = SWITCH_NAMES) -> array[int]:
    """What `Inputs` is to be told at the tables of a ruleset."""
    columns, named = card_columns(layout), [layout.scalars[name].start for name in named_in(layout)]
    amounts = switch_amounts(ruleset)
    told = numbers(layout) + [(SWITCH, 0, amounts[name], 0) for name in switches]
    header = [layout.wide, len(columns), len(named), len(told)]
    return array("i", [*header, *columns, *named, *chain.from_iterable(told)])


def rounded(size: int) -> int:
    """The next size that tensor cores like."""
    return -(-size // _EVEN) * _EVEN
