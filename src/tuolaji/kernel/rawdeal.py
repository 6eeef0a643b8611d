"""A whole deal, and the match around it, as plain numbers: what search and self-play run on.

The same deal as `tuolaji.deal` has it, with `enforcement` strict and without its history. Every
action is a set of cards: what is shown (none: pass), buried, named as the partner's card (one),
led or followed with. Here is the state; `rawcourse` (dealing, declaring, burying) and `rawplay`
(tricks, the result) move it by `act`, `rawtokens` spells an action token by token, `rawmatch`
counts a finished deal, `rawluck` plays at random. They decide nothing that another module of the
kernel could.
"""

from __future__ import annotations

from .contest import CALLING, CHANGING, DRAWING, show_option
from .order import NO_LEVEL, NO_SUIT, Order
from .planes import EMPTY, Planes
from .shows import NOBODY, Shows
from .switches import Switches
from .units import Lead

DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER = 0, 1, 2, 3, 4, 5, 6
SEATS = 8

# why an action is refused; refusals of shows and leads are added to the last two
DONE, FINISHED, NOT_IN_HAND, WRONG_NUMBER, NOT_FOLLOWING = 0, 1, 2, 3, 4
BAD_SHOW, BAD_LEAD = 100, 200


class RawDeal:
    """A deal at one moment. Seats and suits count from 0; -1 is nobody, or no trump.

    What begins with an underscore is written by the modules named above.
    """

    def __init__(self, switches: Switches) -> None:
        """A table at which nothing is dealt yet."""
        self.switches = switches
        self.shows = Shows(switches.style, switches.players, switches.decks)
        self.shows.self_secure = switches.self_secure
        self.shows.partner_secure = switches.partner_secure
        self.shows.self_overturn = switches.self_overturn
        self.shows.called_partners = switches.called_partners
        self.shows.no_trump = switches.no_trump
        self.shows.no_declaration = switches.no_declaration
        self.order = Order(
            NO_LEVEL,
            NO_SUIT,
            switches.permanent_two,
            switches.skip_level,
            switches.special_runs,
        )
        self.lead = Lead()
        self._deck = [0] * 216
        self._hands = [EMPTY] * 8
        self._used = [EMPTY] * 9
        self._trick = [EMPTY] * 8
        self._played = [EMPTY] * 8
        self._exposed = [EMPTY] * 8
        self._voids = [0] * 8
        self._options = [0] * 8
        self._taken = [0] * 8
        self._fines = [0] * 8
        self._rungs = [0] * 8
        self.kitty = EMPTY
        self.chosen = EMPTY
        self.first_seat = 0
        self.bank = NOBODY
        self.deals = 0
        self.winners = 0
        self.phase = OVER
        self.redeal = 0
        self.drawn = 0
        self.banker = 0
        self.holder = 0
        self.attacker = 0
        self.named = 0
        self.partner = 0
        self.partner_known = 0
        self.adjusted = 0
        self.won = 0
        self.fell = 0
        self.in_trick = 0
        self.level = 0
        self.turn = 0
        self.asked = 0
        self.to_ask = 0
        self.leader = 0
        self.place = 0
        self.at_jacks = 0
        self.best = 0
        self.winner = 0

    def set_rung(self, owner: int, rung: int) -> None:
        """The level of a side, or of a seat where partners are called."""
        self._rungs[owner] = rung

    def rung(self, owner: int) -> int:
        """The level of a side or seat as a rung of the ladder."""
        return self._rungs[owner]

    def put_card(self, at: int, face: int) -> None:
        """Lay a card at a place of the deck, for a deal that `begin` then deals."""
        self._deck[at] = face

    def card_at(self, at: int) -> int:
        """The face at a place of the deck."""
        return self._deck[at]

    def level_of(self, seat: int) -> int:
        """The rank that is level for a seat's side, or for the seat."""
        return self.switches.rank_at(self._rungs[seat % self.switches.owners()])

    def lay_out(self, level: int, trump: int) -> None:
        """The deal is played at this level with this trump."""
        self.level = level
        self.order.lay_out(
            level,
            trump,
            self.switches.permanent_two,
            self.switches.skip_level,
            self.switches.special_runs,
        )

    def when(self) -> int:
        """The moment as `contest` counts it."""
        if self.phase == CALL:
            return CALLING
        return CHANGING if self.phase == CHANGE else DRAWING

    def lead_next(self) -> None:
        """The leader's turn."""
        self.start(PLAY)
        self.turn = self.leader
        self.in_trick = 0

    def clear(self) -> None:
        """A deal of which nothing has happened yet; match and deck stay."""
        for seat in range(SEATS):
            self._hands[seat] = EMPTY
            self._used[seat] = EMPTY
            self._trick[seat] = EMPTY
            self._played[seat] = EMPTY
            self._exposed[seat] = EMPTY
            self._voids[seat] = 0
            self._options[seat] = 0
            self._taken[seat] = 0
            self._fines[seat] = 0
        self._used[SEATS] = EMPTY
        self.kitty = EMPTY
        self.drawn = 0
        self.redeal = 0
        self.holder = NOBODY
        self.attacker = NOBODY
        self.named = -1
        self.partner = NOBODY
        self.partner_known = 0
        self.adjusted = 0
        self.won = 0
        self.fell = 0
        self.in_trick = 0
        self.lead.clear()

    def start(self, phase: int) -> None:
        """The next action begins, with no token pushed yet."""
        self.phase = phase
        self.chosen = EMPTY
        self.place = 0

    def hand(self, seat: int) -> Planes:
        """The cards a seat holds."""
        return self._hands[seat]

    def played(self, seat: int) -> Planes:
        """The cards a seat has played."""
        return self._played[seat]

    def exposed(self, seat: int) -> Planes:
        """The cards that throws in vain have shown to be in a hand."""
        return self._exposed[seat]

    def voids(self, seat: int) -> int:
        """The lanes of which a seat has shown to have no more cards, as a mask."""
        return self._voids[seat]

    def used(self, seat: int) -> Planes:
        """The cards of a hand that have called trump and cannot do so again."""
        return self._used[seat]

    def set_hand(self, seat: int, cards: Planes) -> None:
        """Other cards for a seat, in a world that is imagined; options and partner stay."""
        self._hands[seat] = cards

    def set_kitty(self, cards: Planes) -> None:
        """Another kitty, in a world that is imagined."""
        self.kitty = cards

    def on_table(self, at: int) -> Planes:
        """A play of the trick, counted from the leader."""
        return self._trick[at]

    def taken(self, seat: int) -> int:
        """The points a seat has won in tricks."""
        return self._taken[seat]

    def fines(self, seat: int) -> int:
        """The points a seat has forfeited."""
        return self._fines[seat]

    def options(self) -> int:
        """What the seat whose turn it is could show, as a mask of option numbers."""
        return self._options[self.turn]

    def option(self, number: int) -> Planes:
        """The cards of an option."""
        return show_option(self.shows, self.turn, number, self.when())

    def is_bank_side(self, seat: int) -> bool:
        """Whether a seat belongs to the banker's side."""
        if self.switches.called_partners:
            return seat in (self.banker, self.partner)
        return (seat - self.banker) % 2 == 0

    def attackers_points(self) -> int:
        """The attackers' points so far, fines and the bonus counted."""
        total = self.adjusted
        for seat in range(self.switches.players):
            if self.is_bank_side(seat):
                total += self._fines[seat]
            else:
                total += self._taken[seat] - self._fines[seat]
        return total

    def copy_from(self, other: RawDeal) -> None:
        """Become the same deal as another; the switches must be the same."""
        self.shows.copy_from(other.shows)
        self.order.copy_from(other.order)
        self.lead.copy_from(other.lead)
        for seat in range(SEATS):
            self._hands[seat] = other._hands[seat]
            self._used[seat] = other._used[seat]
            self._trick[seat] = other._trick[seat]
            self._played[seat] = other._played[seat]
            self._exposed[seat] = other._exposed[seat]
            self._voids[seat] = other._voids[seat]
            self._options[seat] = other._options[seat]
            self._taken[seat] = other._taken[seat]
            self._fines[seat] = other._fines[seat]
            self._rungs[seat] = other._rungs[seat]
        self._used[SEATS] = other._used[SEATS]
        for at in range(54 * self.switches.decks):
            self._deck[at] = other._deck[at]
        self.kitty = other.kitty
        self.chosen = other.chosen
        self.first_seat = other.first_seat
        self.bank = other.bank
        self.deals = other.deals
        self.winners = other.winners
        self.phase = other.phase
        self.redeal = other.redeal
        self.drawn = other.drawn
        self.banker = other.banker
        self.holder = other.holder
        self.attacker = other.attacker
        self.named = other.named
        self.partner = other.partner
        self.partner_known = other.partner_known
        self.adjusted = other.adjusted
        self.won = other.won
        self.fell = other.fell
        self.in_trick = other.in_trick
        self.level = other.level
        self.turn = other.turn
        self.asked = other.asked
        self.to_ask = other.to_ask
        self.leader = other.leader
        self.place = other.place
        self.at_jacks = other.at_jacks
        self.best = other.best
        self.winner = other.winner
