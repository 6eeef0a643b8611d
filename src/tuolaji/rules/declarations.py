"""The cards shown to fix trump in one deal, and what they make of trump, bank and level.

Decides `declare.banker`. What may be shown stands in `declare_open`, `declare_call` and
`declare_bids`, one file a style; `declare` asks the right one.
"""

from __future__ import annotations

from ..cards.planes import EMPTY, JOKERS, Planes, add, copies, count, size
from .order import NO_SUIT
from .switches import FIRST_IS_BANKER, Switches

# declare_style, no_trump, no_trump_after and no_declaration
STYLE_REVEAL, STYLE_CALL, STYLE_CONCEALED = 0, 1, 2
JOKERS_OFF, JOKERS_LADDER, JOKERS_TWO = 0, 2, 3
AFTER_OVERTURN = 1
FLIP_JOKER, HARD_TRUMP, DEAL_AGAIN = 1, 2, 3

# what a show did
SINGLE_SHOWN, PAIR_SHOWN, SECURED, SMALL_JOKERS, BIG_JOKERS = 0, 1, 2, 3, 4
CALLED, LOCKED, CHANGED, ATTACKED = 5, 6, 7, 8
BID, REINFORCED = 9, 10

NOT_FIXED = -2
NOBODY = -1
MOST_SHOWS = 8  # of one deal: in the call style each takes one of the jokers of four decks
MOST_SUITS_SHOWN = (
    6  # of one deal, where as many cards of a higher suit go over: two jokers may follow
)


class Declarations:
    """The shows of one deal.

    trump: a suit, NO_SUIT or NOT_FIXED. level: the deal's, NOT_FIXED while it depends on who gets
    the bank. bank_open: whoever shows gets it, as in a first deal and always in the call style.
    opening: bids need a small joker. turned: how many kitty cards were turned up because nobody
    declared.
    """

    def __init__(self, switches: Switches) -> None:
        """Nothing is dealt yet."""
        self.switches = switches
        self.opening = 0
        self._levels = [0] * 8
        # The call style has the most shows: each takes one of the jokers, eight in four decks.
        self._seats = [0] * 8
        self._kinds = [0] * 8
        self._cards = [EMPTY] * 8
        self.begin(NOT_FIXED, NOBODY)

    def begin(self, level: int, banker: int) -> None:
        """Nothing is shown yet; all seats show this level's cards. NOBODY: the bank is open."""
        self.level = level
        self.banker = banker
        self.bank_open = banker == NOBODY
        self.trump = NOT_FIXED
        self.hard = 0
        self.turned = 0
        self.number = 0
        for seat in range(8):
            self._levels[seat] = level

    def set_level(self, seat: int, level: int) -> None:
        """A seat shows cards of a level of its own."""
        self._levels[seat] = level

    def lay(self, seat: int, cards: Planes, kind: int) -> None:
        """Take a legal show: its suit, or none, is trump; an open bank goes to its seat.

        Securing, changing and attacking move no bank.
        """
        self._seats[self.number] = seat
        self._cards[self.number] = cards
        self._kinds[self.number] = kind
        self.number += 1
        self.trump = first_suit(cards)
        self.hard = kind == ATTACKED
        if self.number > 1 and self.switches.first_banker == FIRST_IS_BANKER:
            return
        if self.bank_open and kind not in (SECURED, CHANGED, ATTACKED):
            self.banker = seat
            self.level = self._levels[seat]

    def stand(self, trump: int, banker: int) -> None:
        """Trump and bank stand without a show, and the level with the bank."""
        self.trump = trump
        self.banker = banker
        self.level = self._levels[banker]

    def copy_from(self, other: Declarations) -> None:
        """Become the same as another; the switches must be the same."""
        self.opening = other.opening
        self.level = other.level
        self.banker = other.banker
        self.bank_open = other.bank_open
        self.trump = other.trump
        self.hard = other.hard
        self.turned = other.turned
        self.number = other.number
        self._levels[:] = other._levels
        self._seats[:] = other._seats
        self._kinds[:] = other._kinds
        self._cards[:] = other._cards

    def level_of(self, seat: int) -> int:
        """The level whose cards a seat shows: a rank, or NO_LEVEL."""
        return self._levels[seat]

    def seat(self, at: int) -> int:
        """Whose show it was."""
        return self._seats[at]

    def kind(self, at: int) -> int:
        """What a show did."""
        return self._kinds[at]

    def cards(self, at: int) -> Planes:
        """The cards of a show."""
        return self._cards[at]

    def declarer(self) -> int:
        """Who declared what stands, or NOBODY; securing it for them changes nothing in that."""
        for at in range(self.number - 1, -1, -1):
            if self._kinds[at] != SECURED:
                return self._seats[at]
        return NOBODY

    def standing(self) -> int:
        """How many cards lie behind the trump that stands, secured ones included."""
        total = 0
        for at in range(self.number - 1, -1, -1):
            total += size(self._cards[at])
            if self._kinds[at] != SECURED:
                break
        return total

    def shown(self) -> Planes:
        """All cards laid so far."""
        total = EMPTY
        for at in range(self.number):
            total = add(total, self._cards[at])
        return total

    def laid(self, seat: int) -> Planes:
        """The cards a seat has shown, or has lying face down."""
        total = EMPTY
        for at in range(self.number):
            if self._seats[at] == seat:
                total = add(total, self._cards[at])
        return total

    def bid(self, seat: int, suit: int) -> int:
        """How many level cards of a suit a seat has laid."""
        return count(self.laid(seat), 13 * suit + self._levels[seat])

    def bid_after(self, at: int) -> int:
        """How many level cards the bid of a show had after it."""
        seat = self._seats[at]
        suit = first_suit(self._cards[at])
        total = 0
        for other in range(at + 1):
            if self._seats[other] == seat:
                total += count(self._cards[other], 13 * suit + self._levels[seat])
        return total

    def highest_bid(self) -> int:
        """How many level cards the last bid has, which is the highest."""
        return self.bid(self._seats[self.number - 1], self.trump) if self.number else 0


def only_jokers(cards: Planes) -> bool:
    """Whether there are cards, and nothing but jokers."""
    return cards[0] != 0 and cards[0] & JOKERS == cards[0]


def level_suit(faces: int, level: int) -> int:
    """The suit, if the one face is that of a level card, or NO_SUIT."""
    if level >= 0:
        for suit in range(4):
            if faces == copies(13 * suit + level, 1)[0]:
                return suit
    return NO_SUIT


def first_suit(cards: Planes) -> int:
    """The first suit in S H C D order of which there are cards, or NO_SUIT."""
    for suit in range(4):
        if cards[0] & copies(13 * (suit + 1), 1)[0] - 1:
            return suit
    return NO_SUIT
