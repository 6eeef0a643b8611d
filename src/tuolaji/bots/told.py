"""What taught nets are told, in which order: for the kernel as a plan, for `learn` as names."""

from __future__ import annotations

from array import array
from hashlib import sha256

from ..engine.layout import FACES, Layout
from .fast.inputs import LANES, LEVEL_RANK, ONE_OF, PART, SUIT_LED

OBSERVATION = 2  # the version of the observation that nets are told

# the sets of cards a net is told, besides the card of the called partner
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
PHASES, LEVELS, SUITS_LED = 7, 14, 6  # of levels and suits led one is none
TRAITS = sha256(repr((CARD_SETS, SEATS, SIZES, LANE_MASKS)).encode()).hexdigest()[:16]
_EVEN = 64

Number = tuple[int, int, int, int]  # how it is told, its column, and two numbers


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
    out += [(ONE_OF, fields[name].start, -1, players - 1) for name in SEATS]
    for name, most in SIZES.items():
        columns = range(fields[name].start, fields[name].end)
        out += [(PART, column, most, 0) for column in columns]
    return out + [(LANES, fields[name].start, players, 0) for name in LANE_MASKS]


def input_number(layout: Layout) -> int:
    """How many inputs a net has that is told what a seat knows."""
    sizes = {ONE_OF: 0, LEVEL_RANK: 0, SUIT_LED: 0, PART: 1, LANES: 5 * layout.players}
    told = sum(sizes[how] or two - one + 1 for how, _, one, two in numbers(layout))
    return rounded(FACES * (len(card_columns(layout)) + 1) + told)


def world_number(layout: Layout) -> int:
    """How many more it has if it is told all cards."""
    return rounded(FACES * layout.world_count)


def plan(layout: Layout) -> array[int]:
    """What `Inputs` is to be told."""
    columns = [*card_columns(layout), layout.scalars["named"].start]
    told = numbers(layout)
    header = [len(columns), len(told), layout.world_count]
    return array("i", [*header, *columns, *(part for number in told for part in number)])


def rounded(size: int) -> int:
    """The next size that tensor cores like."""
    return -(-size // _EVEN) * _EVEN
