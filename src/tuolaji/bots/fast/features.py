"""What a seat sees and a play it could make, as a row of words for a net: one bit, one trait.

Cards are written by the part they have in the deal, not by their faces: first the trump suit,
then the suit that is led, then the others as the hand is long in them, equally long ones as they
come; cards of the level apart. Where partners are fixed, nothing that is written depends on cards
the seat cannot know.

Nets have learnt these traits, and what `ClubPlayer` regrets is one of them: after a change here or
in a formula of `club_player`, `worth` or `odds` they must be taught anew (`bench/teach.py`).
"""

from __future__ import annotations

from ...cards.bits import bit
from ...cards.planes import ALL_FACES, EMPTY, Planes, plane, points, restrict, size, sub, times
from ...engine.state import State
from ...rules.order import NO_SUIT, SUIT, TRUMPS
from ...rules.trick import RUFF, beats, rank
from ...rules.units import kind
from .club_player import ClubPlayer
from .worth import POINT

_LEVELS = 54  # the first of the four places of level cards
_REGRETS = 14  # steps in which the player's doubts about a play are told


def words_in_all(players: int, decks: int) -> int:
    """How many words there are at a table: sets of cards, and five of numbers."""
    return decks * (2 * players + 2) + 5


class PlayFeatures:
    """The row of the seat whose turn it is: what it sees, then a play.

    seen: how many words the first part has; number: how many there are in all.
    """

    def __init__(self) -> None:
        """Nothing is looked at yet."""
        self.seen = 0
        self.number = 0
        self._words = [0] * 64
        self._part = [0] * 4
        self._doubts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128]

    def word(self, at: int) -> int:
        """One of the words."""
        return self._words[at]

    def look(self, deal: State) -> None:
        """Write what the seat sees."""
        seat = deal.turn
        players = deal.switches.players
        self._cast(deal)
        self.number = 0
        unseen = sub(times(ALL_FACES, deal.switches.decks), deal._hands[seat])
        for at in range(players):
            unseen = sub(unseen, deal._played[at])
        kitty = EMPTY
        if seat == deal.holder:
            kitty = deal.kitty
            unseen = sub(unseen, kitty)
        self._put_cards(deal, deal._hands[seat])
        self._put_cards(deal, unseen)
        self._put_cards(deal, kitty)
        for at in range(1, players):
            self._put_cards(deal, deal._played[(seat + at) % players])
        for at in range(1, players):
            place = (seat + at - deal.leader) % players
            self._put_cards(deal, deal._trick[place] if place < deal.in_trick else EMPTY)
        self._put_table(deal)
        self._put_trick(deal)
        self.seen = self.number

    def _cast(self, deal: State) -> None:
        """Give every suit its part."""
        trump = deal.order.trump
        for suit in range(4):
            part = 0
            if suit != trump:
                mine = self._length(deal, suit)
                for other in range(4):
                    length = 1000 if other == trump else self._length(deal, other)
                    if length > mine or (length == mine and other < suit):
                        part += 1
            self._part[suit] = part

    def _length(self, deal: State, suit: int) -> int:
        if deal.in_trick and deal.lead.lane == suit:
            return 100
        return size(restrict(deal._hands[deal.turn], deal.order.faces(suit)))

    def _put(self, word: int) -> None:
        self._words[self.number] = word
        self.number += 1

    def _put_cards(self, deal: State, cards: Planes) -> None:
        for number in range(1, deal.switches.decks + 1):
            self._put(self._placed(deal, plane(cards, number)))

    def _placed(self, deal: State, faces: int) -> int:
        """Faces by the parts of their suits."""
        if not faces:
            return 0
        out = faces >> 52 << 52
        for suit in range(4):
            ranks = faces >> 13 * suit & SUIT
            if deal.level >= 0 and ranks >> deal.level & 1:
                ranks ^= bit(deal.level)
                out |= bit(_LEVELS + self._part[suit])
            out |= ranks << 13 * self._part[suit]
        return out

    def _put_table(self, deal: State) -> None:
        """Who is void, who banks, the level, the cards left and the points."""
        seat = deal.turn
        players = deal.switches.players
        voids = 0
        for at in range(1, players):
            shown = deal._voids[(seat + at) % players]
            if shown >> TRUMPS & 1:
                voids |= bit(5 * (at - 1))
            for suit in range(4):
                if shown >> suit & 1 and suit != deal.order.trump:
                    voids |= bit(5 * (at - 1) + 1 + self._part[suit])
        voids |= bit(40 + (deal.banker - seat) % players)
        if deal.order.trump == NO_SUIT:
            voids |= bit(48)
        if deal.is_bank_side(seat):
            voids |= bit(49)
        if seat == deal.holder:
            voids |= bit(50)
        self._put(voids)
        left = bit(min(size(deal._hands[seat]), 40)) - 1
        self._put(left << 16 | (bit(deal.level) if deal.level >= 0 else bit(13)))
        won = 2 * deal.attackers_points() // (5 * deal.switches.decks)
        self._put(bit(min(max(won, 0), 48)) - 1)

    def _put_trick(self, deal: State) -> None:
        """What is led, and who wins it."""
        if not deal.in_trick:
            self._put(0)
            return
        total = 0
        for place in range(deal.in_trick):
            total += points(deal._trick[place])
        out = (bit(min(total // 5, 16)) - 1) << 32
        out |= (bit(min(deal.lead.size, 12)) - 1) << 1
        out |= (bit(min(deal.lead.pairs, 3)) - 1) << 13
        out |= bit(48 + deal.in_trick - 1)
        out |= bit(55 + (deal.winner - deal.turn) % deal.switches.players)
        if deal.lead.lane == TRUMPS:
            out |= 1
        if deal.lead.lengths:
            out |= bit(16)
        if deal.lead.units > 1:
            out |= bit(17)
        if deal.best >= RUFF:
            out |= bit(18)
        if deal.is_bank_side(deal.winner) == deal.is_bank_side(deal.turn):
            out |= bit(19)
        if deal.lead.bombs:
            out |= bit(20 + min(deal.lead.number, 4))
        self._put(out)

    def look_at(self, deal: State, player: ClubPlayer, cards: Planes) -> None:
        """Write a play besides, after `look`."""
        self.number = self.seen
        self._put_cards(deal, cards)
        out = (bit(min(size(cards), 12)) - 1) << 9
        out |= (bit(min(points(cards) // 5, 10)) - 1) << 21
        lane = deal.order.lane_of(cards)
        if lane == TRUMPS:
            out |= bit(8)
        if deal.in_trick:
            mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
            if beats(deal.lead, mine, deal.best):
                out |= bit(0)
            if lane == deal.lead.lane:
                out |= bit(1)
            elif lane == TRUMPS:
                out |= bit(2)
        else:
            number, ranks = kind(deal.order, lane, cards)
            out |= bit(3 + number)
            if ranks > 1:
                out |= bit(52)
        if size(cards) == size(deal._hands[deal.turn]):
            out |= bit(50)
        regret = 4 * player.regret(deal, cards) // POINT
        for at in range(_REGRETS):
            if regret >= self._doubts[at]:
                out |= bit(31 + at)
        self._put(out)
