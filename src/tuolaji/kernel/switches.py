"""A ruleset as plain numbers: every switch that bears on the course of a deal and a match."""

from __future__ import annotations

from .order import NO_LEVEL

DIG_OFF, DIG_KITTY, DIG_LAST_TRICK = 0, 1, 2
NO_FINE, FINE_THROWN, FINE_RETURNED = 0, 1, 2
ENDLESS, PASS_TOP, REACH_TOP = 0, 1, 2


class Switches:
    """The switches; `throws` 0, BY_UNITS or BY_CARDS; counts of 0 mean none."""

    def __init__(self, players: int, decks: int, kitty: int) -> None:
        """Everything else off or 0."""
        self.players = players
        self.decks = decks
        self.kitty = kitty
        self.style = 0
        self.self_secure = 0
        self.partner_secure = 0
        self.self_overturn = 0
        self.no_trump = 0
        self.no_declaration = 0
        self.declare_window = 0
        self.kitty_seen = 0
        self.opening_small_joker = 0
        self.called_partners = 0
        self.own_attack_digs = 0
        self.permanent_two = 0
        self.skip_level = 0
        self.special_runs = 0
        self.throws = 0
        self.smallest_card = 0
        self.fine = NO_FINE
        self.gapped_runs = 0
        self.bombs = 0
        self.dig = DIG_OFF
        self.dig_own = 0
        self.jack_rules = 0
        self.take_over = 80
        self.step = 40
        self.cap = 0
        self.below_zero = 0
        self.match_end = ENDLESS
        self.must_play = 0
        self.top = 0
        self._ranks = [0] * 14
        self._factors = [0] * 28  # up to 27 pairs, half of four decks among four

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

    def owners(self) -> int:
        """How many levels are kept: of the two sides, or of every seat."""
        return self.players if self.called_partners else 2


def is_jack(rank: int) -> bool:
    """Whether a level is J."""
    return rank != NO_LEVEL and rank == 9
