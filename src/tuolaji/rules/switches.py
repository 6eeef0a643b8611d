"""A ruleset as numbers: every switch that bears on the course of a deal and a match.

A switch has the name it has in the ruleset. One that offers words is the number of its word, in
the order in which the ruleset lists them; the constants here and in `declarations` are those
numbers, where somebody asks for one.
"""

from __future__ import annotations

CALLED_PARTNERS = 1
BY_NTH_PLAY = 1
ANY_CARD, NO_POINTS, NOT_HIGHEST = 1, 2, 3
TUPLES = 1
NO_SHAPE_OWED = 1
OVERRUFF_ALL, OVERRUFF_HIGHEST = 1, 2
BOMBS_IF_VOID = 1
BY_CARDS = 2
TEST_OPPONENTS = 1
NO_FINE, FINE_THROWN = 0, 1
DIG_OFF, DIG_KITTY, DIG_LAST_TRICK = 0, 1, 2
OWN_SHAPE = 1
MOST_PAIRS = 27  # half of what four seats hold of four decks
ENDLESS, REACH_TOP = 0, 2
COUNT_OR_SUIT = 1
JOKERS_BY_DECKS, JOKERS_LESS_ONE = 1, 2
FIRST_IS_BANKER = 1


class Switches:
    """The switches, and what follows from them: the ladder of levels and the dig factors."""

    def __init__(self) -> None:  # noqa: PLR0915  (one line a switch)
        """Everything off or 0. The build declares a C integer for each of these lines."""
        self.players = 0
        self.decks = 0
        self.kitty = 0
        self.partners = 0
        self.friends = 0
        self.friend_by = 0
        self.self_friend = 0
        self.friend_cards = 0
        self.match_end = 0
        self.must_play = 0
        self.permanent_two = 0
        self.runs_skip_level = 0
        self.runs_in_trump = 0
        self.declare_style = 0
        self.self_secure = 0
        self.partner_secure = 0
        self.self_overturn = 0
        self.no_trump = 0
        self.no_trump_after = 0
        self.joker_shows = 0
        self.declare_over = 0
        self.first_banker = 0
        self.no_declaration = 0
        self.own_attack_digs = 0
        self.declare_window = 0
        self.opening_small_joker = 0
        self.steal = 0
        self.kitty_seen = 0
        self.throw = 0
        self.throw_tested = 0
        self.throw_plays = 0
        self.throw_penalty = 0
        self.gapped_runs = 0
        self.units = 0
        self.tractor_length = 0
        self.tractor_width = 0
        self.follow_shape = 0
        self.protect = 0
        self.overruff = 0
        self.bombs = 0
        self.bombs_beat = 0
        self.dig = 0
        self.dig_shape = 0
        self.jack_rules = 0
        self.take_over = 0
        self.step = 0
        self.promotion_cap = 0
        self.below_zero = 0
        self.small_side_bonus = 0
        self.defend_top = 0
        self.fall_back = 0
        self.enforcement = 0
        self.top = 0
        self._ranks = [0] * 14
        self._factors = [0] * 28

    def set_rung(self, rung: int, rank: int) -> None:
        """The rank that is level on a rung of the ladder, or NO_LEVEL; the last set is the top."""
        self._ranks[rung] = rank
        self.top = rung

    def rank_at(self, rung: int) -> int:
        """The rank that is level on a rung."""
        return self._ranks[rung]

    def set_factor(self, pairs: int, factor: int) -> None:
        """How often the bonus counts for a unit of so many pairs; -1: as often as cards played."""
        self._factors[pairs] = factor

    def factor(self, pairs: int, cards: int) -> int:
        """How often the bonus of the last trick counts."""
        return cards if self._factors[pairs] < 0 else self._factors[pairs]

    def jokers_for(self, small: bool) -> int:
        """How many jokers alike declare no trump (`joker_shows`)."""
        if self.joker_shows == JOKERS_BY_DECKS:
            return self.decks
        if self.joker_shows == JOKERS_LESS_ONE:
            return self.decks if small else self.decks - 1
        return 2

    def most_shown(self) -> int:
        """How many level cards of a suit one can declare with."""
        return self.decks if self.units == TUPLES else 2

    def owners(self) -> int:
        """How many levels are kept: of the two sides, or of every seat."""
        return self.players if self.partners == CALLED_PARTNERS else 2

    def same_side(self, seat: int, other: int) -> bool:
        """Whether two seats are fixed partners, or one and the same."""
        if self.partners == CALLED_PARTNERS:
            return seat == other
        return not (seat ^ other) & 1
