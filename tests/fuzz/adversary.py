"""Decks and actions that look for trouble: long tractors, throws, level cards, bombs, voids."""

from __future__ import annotations

import random
from typing import Any

from tuolaji import Ruleset
from tuolaji.cards.planes import (
    EMPTY,
    JOKERS,
    Planes,
    add,
    copies,
    count,
    restrict,
    size,
    sub,
    times,
)
from tuolaji.engine import state as raw
from tuolaji.engine.random_deals import random_action
from tuolaji.rules.dice import Dice

# How far a card strays from its suit and rank, how far from its twins: from sorted to shuffled.
_STRAYS = (0.1, 0.3, 1.0, 10.0)
_APART = (0.0, 0.02, 0.3)
_HONEST = 0.6  # of the attempts are legal ones
_FACES = range(54)


def deck(rng: random.Random, ruleset: Ruleset, level: int) -> list[int]:
    """The faces of all cards as they are drawn, neighbours and twins often in one hand.

    level: the rank whose cards now and then lie with the jokers.
    """
    strays, apart, levels = rng.choice(_STRAYS), rng.choice(_APART), rng.random() < 0.3
    suits = rng.sample(range(5), 5)
    places = []
    for face in _FACES:
        suit = 4 if levels and face % 13 == level else face // 13
        places.append((suits[suit] + face % 13 / 13 + strays * rng.random(), face))
    cards = sorted(
        (place + apart * rng.random(), face) for place, face in places for _ in range(ruleset.decks)
    )
    faces = [face for _, face in cards]
    players, kitty = ruleset.players, ruleset.kitty
    start = rng.randrange(len(faces))
    faces = faces[start:] + faces[:start]
    each = (len(faces) - kitty) // players
    drawn = [faces[seat * each + at] for at in range(each) for seat in range(players)]
    last = faces[players * each :]
    rng.shuffle(last)
    return drawn + last


class Adversary:
    """Attempts at actions, most of them legal and some nearly so."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._dice = Dice(rng.getrandbits(64))
        self.bold = rng.choice((0.0, 0.1, 0.5, 0.9))

    def attempt(self, deal: Any) -> Planes:
        """Cards that the seat whose turn it is might try."""
        rng, hand = self._rng, deal.hand(deal.turn)
        if rng.random() < 0.02:
            return self._stray(deal, hand)
        if deal.phase == raw.PLAY:
            return self._follow(deal, hand) if deal.in_trick else self._lead(deal, hand)
        if deal.phase == raw.BURY:
            return self._bury(deal, hand)
        if deal.phase == raw.PARTNER:
            return copies(rng.randrange(54), 1)
        return self._show(deal, hand)

    def honest(self, deal: Any) -> Planes:
        """A legal action."""
        return random_action(deal, self._dice)

    def _stray(self, deal: Any, hand: Planes) -> Planes:
        """Cards of another hand, or too many or too few, or none."""
        rng = self._rng
        other = deal.hand(rng.randrange(deal.switches.players))
        return self._some(rng.choice((hand, other)), rng.randrange(10))

    def _some(self, cards: Planes, number: int) -> Planes:
        return self._dice.cards(cards, min(number, size(cards)))

    def _stretch(self, deal: Any, cards: Planes, wanted: int, most: int) -> Planes:
        """Neighbouring faces from a random one down, `most` copies of each at most."""
        faces = sorted((deal.order.place(face), face) for face in _FACES if cards[0] >> face & 1)
        start = self._rng.randrange(len(faces)) if faces else 0
        out = EMPTY
        for _, face in faces[start:] + faces[:start]:
            number = min(count(cards, face), most, wanted - size(out))
            if number:
                out = add(out, copies(face, number))
        return out

    def _show(self, deal: Any, hand: Planes) -> Planes:
        rng = self._rng
        if rng.random() >= self.bold:
            return EMPTY
        if rng.random() < _HONEST:
            return self.honest(deal)
        level = deal.shows.level_of(deal.turn)
        levels = sum(1 << 13 * suit + level for suit in range(4)) if level >= 0 else 0
        useful = restrict(hand, levels | JOKERS)
        return self._stretch(deal, useful, rng.randrange(1, 5), rng.randrange(1, 5))

    def _bury(self, deal: Any, hand: Planes) -> Planes:
        dice, wanted = self._rng.random(), deal.switches.kitty
        if dice < 0.5:
            return self._stretch(deal, hand, wanted, 4)  # whole suits: voids make ruffs
        return self._some(hand, wanted + (dice < 0.55))

    def _lead(self, deal: Any, hand: Planes) -> Planes:
        rng, dice = self._rng, self._rng.random()
        if dice < 0.5:
            return self.honest(deal)
        lanes = [restrict(hand, deal.order.faces(lane)) for lane in range(5)]
        cards = rng.choice([lane for lane in lanes if lane[0]])
        if dice < 0.7:
            most = rng.choice((2, 2, 3, 4))
            return self._stretch(deal, cards, rng.choice((2, 3, 4, 4, 6, 6, 8, 12)), most)
        if dice < 0.8:
            pairs = times(cards[1], 2)
            return self._stretch(deal, pairs, 2 * rng.randrange(1, 6), 2) if pairs[0] else cards
        if dice < 0.87:
            return self._some(cards, rng.randrange(1, 8))
        if dice < 0.9:
            return cards
        return self._some(hand, rng.choice((1, 1, 1, 2, 3)))

    def _follow(self, deal: Any, hand: Planes) -> Planes:
        rng, wanted = self._rng, deal.lead.size
        held = restrict(hand, deal.order.faces(deal.lead.lane))
        if not held[0] and rng.random() < 0.7:
            trumps = restrict(hand, deal.order.faces(4))
            if size(trumps) >= wanted:  # a ruff, often in the led shape
                return self._rich(deal, trumps, wanted)
        dice = rng.random()
        if dice < _HONEST or size(hand) <= wanted:
            return self.honest(deal)
        if dice < 0.8:
            play = self.honest(deal)
            number = min(rng.randrange(1, 3), wanted)
            kept = self._some(play, wanted - number)
            return add(kept, self._some(sub(hand, kept), number))
        cards = held if size(held) >= wanted else hand
        return self._rich(deal, cards, wanted) if dice < 0.9 else self._some(cards, wanted)

    def _rich(self, deal: Any, cards: Planes, wanted: int) -> Planes:
        """So many cards, in pairs or more of neighbouring faces as far as they go."""
        play = self._stretch(deal, cards, wanted, self._rng.choice((2, 2, 3, 4)))
        return add(play, self._some(sub(cards, play), wanted - size(play)))
