"""Search: what the candidates of a seat come to in worlds it cannot tell apart.

In each world all candidates are played out alike (`ClubPlayer`, and `Ply` for the last cards), so
that their differences are told apart from the luck of the cards. A world is the likelier the less
the others' plays so far look like mistakes in it.
"""

from __future__ import annotations

from ...cards.bits import bit, unlocked
from ...cards.planes import EMPTY, Planes, add, size
from ...engine.course import act
from ...engine.state import DONE, PLAY, State
from ...rules.dice import Dice
from ...rules.follow import follows
from ...rules.random_plays import random_follow
from ...rules.score import result
from ...rules.switches import Switches
from .club_player import ClubPlayer
from .endgame import PLIES, Ply
from .resume import expect_friends, repeat_play
from .unseen import KITTY, UnseenCards

MOST_CANDIDATES = 32
LEVEL = 1000  # what a level counts in values
_DRAWS = 3  # deals of which one becomes a world
_LATE_DRAWS = 8  # in the second half of a deal, where a world is soon played out
_LIKELY = 1048576  # how likely the best of them is
_HALF = 1024  # the regret, in 1,024ths of a point, that makes them half as likely
_MOST_REGRET = 12288  # of one play
_IMPOSSIBLE = 4194304  # of one that would not have been allowed, more than of all others together
_PATIENCE = 4  # times as many deals, while all of them are impossible
_SEARCHED = 24  # deals for one that is possible, where worlds are not weighed
_EXACT = 2  # cards in each hand from which on the rest is played as well as can be
_LOWEST, _HIGHEST = -100000, 100000


class Search:
    """One seat's question, and the sums of the answers.

    base: the deal as the seat knows it; unseen: where the unseen cards may lie; start: the deal at
    the first of the plays that are added as past. Values are those of the seat's side: a level
    counts LEVEL, and every point a little besides.
    """

    def __init__(self, switches: Switches) -> None:
        """Nothing is asked yet."""
        self.base = State(switches)
        self.world = State(switches)
        self.trial = State(switches)
        self.end = Ply(switches, PLIES)
        self.unseen = UnseenCards()
        self.player = ClubPlayer()
        self.dice = Dice(0)
        self.point = 0
        self.number = 0
        self.worlds = 0
        self.start = State(switches)
        self.then = State(switches)
        self.seat = 0
        self.past = 0
        self.weighing = True
        self._past = [EMPTY] * 216
        self._chosen = [0] * 216
        self._own = 1
        self._won = 0
        self._total = 0
        self._value = 0
        self._candidates = [EMPTY] * 32
        self._tries = [0] * 32
        self.going = 0
        self._levels = [0] * 32
        self._points = [0] * 32
        self._gain = [0] * 32
        self._gain_squared = [0] * 32
        self._levels_squared = [0] * 32

    # The question

    def begin(self, seed: int, seat: int, point: int, weighing: bool) -> None:
        """Another question, of a seat.

        point: what a point counts in values. weighing: whether it matters how well the others have
        played in a world, or only that they could have played so.
        """
        self.dice.seed(seed, 0)
        self.seat = seat
        self.point = point
        self.weighing = weighing
        self.unseen.clear()
        self.past = 0
        self.clear_candidates()

    def clear_candidates(self) -> None:
        """No candidates, and no worlds so far."""
        self.number = 0
        self.worlds = 0
        self.going = 0

    def add_candidate(self, cards: Planes) -> None:
        """One more thing the seat could do; the first is what the others are measured against."""
        at = self.number
        self._candidates[at] = cards
        self._tries[at] = 0
        self._levels[at] = 0
        self._points[at] = 0
        self._gain[at] = 0
        self._gain_squared[at] = 0
        self._levels_squared[at] = 0
        self.going |= bit(at)
        self.number += 1

    def narrow(self, going: int) -> None:
        """Go on with some candidates only, a mask; the first is always among them."""
        self.going = going | 1

    def add_past(self, cards: Planes, chosen: bool) -> None:
        """One more play of the tricks so far, in turn; chosen: not what is left of a throw."""
        self._past[self.past] = cards
        self._chosen[self.past] = chosen
        self.past += 1

    # The answers, summed over the worlds in which a candidate was tried

    def tries(self, at: int) -> int:
        """How many these worlds are."""
        return self._tries[at]

    def levels(self, at: int) -> int:
        """The levels of the seat's side, each counts LEVEL."""
        return self._levels[at]

    def points(self, at: int) -> int:
        """The attackers' points."""
        return self._points[at]

    def gain(self, at: int) -> int:
        """By how much the values exceed those of the first candidate."""
        return self._gain[at]

    def gain_squared(self, at: int) -> int:
        """The squares of these differences."""
        return self._gain_squared[at]

    def levels_squared(self, at: int) -> int:
        """The squares of the differences in levels from the first candidate."""
        return self._levels_squared[at]

    def run(self, worlds: int) -> int:
        """Imagine so many more worlds, and try candidates in them; how many could be made.

        Other threads can run meanwhile.
        """
        with unlocked:
            return self._run(worlds)

    def _run(self, worlds: int) -> int:
        done = 0
        for _ in range(worlds):
            if self._imagine():
                self._try_all()
                done += 1
        self.worlds += done
        return done

    def _imagine(self) -> bool:
        """Take one of a few ways the cards may lie, rather one in which all played well."""
        total = 0
        least = 0
        draws = self._draws()
        for at in range(_PATIENCE * draws if self.weighing else _SEARCHED):
            if at >= draws and least < _IMPOSSIBLE // _HALF:
                break
            if not self.unseen.deal_out(self.base.order, self.dice):
                continue
            regret = self._regret() // _HALF if self.past else 0
            if not total:
                least = regret
            elif regret < least:
                total >>= min(least - regret, 20)
                least = regret
            likely = _LIKELY >> min(regret - least, 20)
            total += likely
            if self.dice.below(total) < likely:
                self._take_world()
        return total > 0

    def _draws(self) -> int:
        if not self.past or not self.weighing:
            return 1
        played = size(self.base.played(self.seat))
        return _LATE_DRAWS if played > size(self.base.hand(self.seat)) else _DRAWS

    def _take_world(self) -> None:
        self.world.copy_from(self.base)
        for seat in range(self.base.switches.players):
            if self.unseen.room(seat):
                self.world.set_hand(seat, self.unseen.held(seat))
        if self.unseen.room(KITTY):
            self.world.set_kitty(self.unseen.held(KITTY))
        expect_friends(self.world)

    def _regret(self) -> int:
        """How poor the others' plays so far were, if the cards lay as they are dealt out now."""
        self.then.copy_from(self.start)
        for seat in range(self.base.switches.players):
            held = self.unseen.held(seat) if self.unseen.room(seat) else self.base.hand(seat)
            self.then.set_hand(seat, add(held, self.base.played(seat)))
        self.then.set_kitty(self.unseen.held(KITTY) if self.unseen.room(KITTY) else self.base.kitty)
        expect_friends(self.then)
        regret = 0
        for at in range(self.past):
            if self._chosen[at] and self.then.turn != self.seat:
                regret += self._regret_of(self._past[at])
            repeat_play(self.then, self._past[at])
        return regret

    def _regret_of(self, cards: Planes) -> int:
        """How poor the next play was."""
        hand = self.then.hand(self.then.turn)
        if self.then.in_trick and not follows(self.then.order, self.then.lead, hand, cards):
            return _IMPOSSIBLE
        if not self.weighing:
            return 0
        return min(self.player.regret(self.then, cards), _MOST_REGRET)

    def _try_all(self) -> None:
        first = 0
        first_won = 0
        for at in range(self.number):
            if not self.going >> at & 1:
                continue
            self.trial.copy_from(self.world)
            self._try(self._candidates[at])
            if at == 0:
                first = self._value
                first_won = self._won
            gain = self._value - first
            more = self._won - first_won
            self._tries[at] += 1
            self._levels[at] += self._won
            self._points[at] += self._total
            self._gain[at] += gain
            self._gain_squared[at] += gain * gain
            self._levels_squared[at] += more * more

    def _try(self, cards: Planes) -> None:
        """Play the world at hand out after a candidate."""
        act(self.trial, cards)
        while self.trial.phase == PLAY:
            if not self.trial.in_trick and size(self.trial.hand(0)) <= _EXACT:
                break
            done = act(self.trial, self.player.choose(self.trial))
            if done != DONE and self._act_at_random() != DONE:
                break
        self._end()
        self._value = self._won + self._own * self.point * self._total

    def _end(self) -> None:
        """What the trial came to; the last cards are played as well as can be.

        The side is the one that the seat ends on: who joins by a play may have been no friend yet.
        """
        self._own = -1 if self.trial.is_bank_side(self.seat) else 1
        won = self.trial.won
        self._total = self.trial.attackers_points()
        if self.trial.phase == PLAY and not self.trial.in_trick:
            self.end.deal.copy_from(self.trial)
            self._total = self.end.solve(_LOWEST, _HIGHEST)
            won = result(
                self._total,
                self.trial.switches.take_over,
                self.trial.switches.step,
                self.trial.switches.promotion_cap,
                self.trial.switches.below_zero,
            )
        self._won = self._own * LEVEL * won

    def _act_at_random(self) -> int:
        """Where the player found no legal play: any follow, any single."""
        hand = self.trial.hand(self.trial.turn)
        if self.trial.in_trick:
            cards = random_follow(self.trial.order, self.trial.lead, hand, self.dice)
            return act(self.trial, cards)
        return act(self.trial, self.dice.cards(hand, 1))
