"""What a taught net is told of a deal: which of its inputs are not 0.

Suits are renamed so that trumps come first, and in every suit the level card stands behind the ace:
so a net never learns the same thing once for each suit and level. What is told, and in which order,
says a plan (`bots/told.py`); the same is taught in `learn/features.py`.
"""

from __future__ import annotations

from ...cards.bits import bit, low_bit
from ...engine.observe import observe
from ...engine.state import State
from ...engine.trail import Trail
from ...rules.tokens import STOP

UNIT = 1024  # what a 1 counts for inputs that are numbers
# How a scalar is told: a 1 at its place, the same for the level and for the suit led, as a part of
# the most it can be, as five ones of effective suits for every seat. A switch is told by an amount.
ONE_OF, LEVEL_RANK, SUIT_LED, PART, LANES, SWITCH = 0, 1, 2, 3, 4, 5
_PLAIN, _JOKERS, _RANKS, _SUITS = 52, 2, 13, 4
_ANSWERS_OF_JOKERS = 208
_HEADER, _STEP = 4, 4


class Inputs:
    """The inputs at one moment, after `look`.

    plan: whether rows are wide; how many sets of cards are told, how many cards of friends, how
    many scalars; the columns of the sets, then those of the friends' cards; of every scalar how it
    is told, its column, and two numbers; of every switch the first number is its amount. words,
    scalars: rows for an observation.
    """

    def __init__(
        self, plan: memoryview[int], words: memoryview[int], scalars: memoryview[int]
    ) -> None:
        """Nothing is told yet."""
        self.plan = plan
        self.words = words
        self.scalars = scalars
        self.ones = 0
        self.parts = 0
        self.level = 0
        self.trump = 0
        self._one = [0] * 4096
        self._part = [0] * 256
        self._amount = [0] * 256
        self._spot = [0] * 54
        self._free = 0

    def look(self, deal: State, trail: Trail, seat: int) -> None:
        """Take in what a seat knows."""
        wide = self.plan[0]
        observe(deal, seat, self.words, self.scalars, 0, wide)
        trail.observe(deal, seat, self.words, self.scalars, 0, wide)
        self.level = self.scalars[0, 1]
        self.trump = self.scalars[0, 2]
        self.ones = 0
        self.parts = 0
        self._free = 0
        self._name_faces()
        sets = self.plan[1]
        cards = sets + self.plan[2]
        for at in range(sets):
            self._tell_cards(self.words[0, self.plan[_HEADER + at]], at, cards)
        for at in range(sets, cards):
            named = self.scalars[0, self.plan[_HEADER + at]]
            self._tell_cards(bit(named) if named >= 0 else 0, at, cards)
        self._free += (_PLAIN + _JOKERS) * cards
        for at in range(self.plan[3]):
            self._tell_number(_HEADER + cards + _STEP * at)

    def answer(self, token: int) -> int:
        """The place of a token among the answers of a policy."""
        if token == STOP:
            return STOP
        face = token >> 2
        copies = token & 3
        if face >= _PLAIN:
            return _ANSWERS_OF_JOKERS + _JOKERS * copies + face - _PLAIN
        return _PLAIN * copies + self._spot[face]

    def _name_faces(self) -> None:
        """Where the cards of each suit are told."""
        for face in range(_PLAIN):
            rank = face % _RANKS
            if rank == self.level:
                rank = _RANKS - 1
            elif 0 <= self.level < rank:
                rank -= 1
            self._spot[face] = _RANKS * self._place(face // _RANKS) + rank

    def _place(self, suit: int) -> int:
        """The place of a suit: trumps come first."""
        if suit == self.trump:
            return 0
        return suit + 1 if suit < self.trump else suit

    def _tell_one(self, at: int) -> None:
        self._one[self.ones] = self._free + at
        self.ones += 1

    def _tell_part(self, amount: int) -> None:
        if amount:
            self._part[self.parts] = self._free
            self._amount[self.parts] = amount
            self.parts += 1
        self._free += 1

    def _tell_cards(self, faces: int, at: int, sets: int) -> None:
        """A word of cards, one of so many: plain cards first, the jokers of all behind them."""
        while faces:
            face = low_bit(faces)
            faces &= faces - 1
            if face < _PLAIN:
                self._tell_one(_PLAIN * at + self._spot[face])
            else:
                self._tell_one(_PLAIN * sets + _JOKERS * at + face - _PLAIN)

    def _tell_number(self, at: int) -> None:
        """What the plan says at a place; one: the first of two numbers, two: the second."""
        how = self.plan[at]
        column = self.plan[at + 1]
        one = self.plan[at + 2]
        two = self.plan[at + 3]
        if how == LANES:
            self._tell_lanes(column, one)
            return
        if how == SWITCH:
            self._tell_part(one)
            return
        number = self.scalars[0, column]
        if how == PART:
            self._tell_part(UNIT * number // one)
            return
        if how == LEVEL_RANK and number < 0:
            number = _RANKS
        if how == SUIT_LED and 0 <= number < _SUITS:
            number = self._place(number)
        self._tell_one(min(max(number, one), two) - one)
        self._free += two - one + 1

    def _tell_lanes(self, column: int, players: int) -> None:
        """Of every seat a mask of plain suits, then of every seat whether trumps are among them."""
        for seat in range(players):
            lanes = self.scalars[0, column + seat]
            for suit in range(_SUITS):
                if lanes >> suit & 1:
                    self._tell_one(_SUITS * seat + self._place(suit))
            if lanes >> _SUITS & 1:
                self._tell_one(_SUITS * players + seat)
        self._free += (_SUITS + 1) * players
