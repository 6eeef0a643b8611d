"""The state of a deal, and of the match around it, as numbers.

Every action of a seat is a set of cards: what is shown (none: pass), buried, led or followed with,
or a friend's card, as many of it as the number of the copy that is named. Here is the state;
`course` (dealing, declaring, burying) and `play` (tricks, the result) move it by `act`, `enforce`
does what a referee rules, `action_tokens` spells an action token by token, `match` counts a
finished deal, `random_deals` plays at random.
They decide nothing that a module of `rules` could.
"""

from __future__ import annotations

from ..cards.bits import bit
from ..cards.planes import EMPTY, Planes
from ..rules.declarations import NOBODY, Declarations
from ..rules.declare import CALLING, CHANGING, DRAWING, STEALING, THIRD, show_option
from ..rules.order import Order
from ..rules.switches import CALLED_PARTNERS, Switches
from ..rules.units import Lead
from .journal import Journal

DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER, COUNT, NAME, STEAL = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
SEATS = 8

# why an action is refused; refusals of shows, leads and friends are added to the last three
DONE, FINISHED, NOT_IN_HAND, WRONG_NUMBER, NOT_FOLLOWING, WRONG_PHASE = 0, 1, 2, 3, 4, 5
BAD_SHOW, BAD_LEAD, BAD_FRIEND = 100, 200, 300


class State:
    """A deal at one moment. Seats and suits count from 0; -1 is nobody, or no trump.

    fixed: trump stands. began: play has begun. won: the levels that the attackers have won, below 0
    the banker's side; taken_over: whether the bank changes. asked: how many seats after the one
    that drew last is asked; to_ask: how many seats are still asked in turn. Of called friends,
    called: how many cards are named; joined: who they are, known or not where the holder is one;
    sought: the faces of those that are not known (masks). With a referee,
    missing: the places of the trick whose plays were taken back, discards: the seats whose plays of
    this trick cannot win, barred: those that may not declare, false_bidder: whose false bid lets
    the others name trump (masks, but for the last). What begins with an underscore is written by
    the modules named above.
    """

    def __init__(self, switches: Switches) -> None:  # noqa: PLR0915, as many as there are fields
        """A table at which nothing is dealt yet, and no journal is kept."""
        self.switches = switches
        self.journal: Journal | None = None
        self.shows = Declarations(switches)
        self.order = Order()
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
        self._friend_faces = [0] * 3
        self._friend_copies = [0] * 3
        self._friends = [0] * 3
        self._friends_known = [0] * 3
        self._failures = [0] * 8
        self.kitty = EMPTY
        self.chosen = EMPTY
        self.first_seat = 0
        self.bank = NOBODY
        self.deals = 0
        self.winners = 0
        self.phase = OVER
        self.redeal = 0
        self.drawn = 0
        self.fixed = 0
        self.banker = 0
        self.holder = 0
        self.attacker = 0
        self.called = 0
        self.joined = 0
        self.sought = 0
        self.adjusted = 0
        self.won = 0
        self.taken_over = 0
        self.fell = 0
        self.began = 0
        self.in_trick = 0
        self.level = 0
        self.turn = 0
        self.asked = 0
        self.to_ask = 0
        self.leader = 0
        self.last_leader = 0
        self.place = 0
        self.at_jacks = 0
        self.best = 0
        self.winner = 0
        self.missing = 0
        self.discards = 0
        self.barred = 0
        self.false_bidder = NOBODY

    def keep_journal(self, journal: Journal | None) -> None:
        """Write down from now on what happens, or nothing any more."""
        self.journal = journal

    def note(self, kind: int, seat: int, cards: Planes, number: int, more: int) -> None:
        """Write down what happened, if a journal is kept."""
        if self.journal is not None:
            self.journal.write(kind, seat, cards, number, more)

    def set_rung(self, owner: int, rung: int) -> None:
        """The level of a side, or of a seat where partners are called."""
        self._rungs[owner] = rung

    def set_failures(self, owner: int, failures: int) -> None:
        """How many deals a side or seat has lost as banker at A (`fall_back`)."""
        self._failures[owner] = failures

    def failures(self, owner: int) -> int:
        """How many deals a side or seat has lost as banker at A."""
        return self._failures[owner]

    def rung(self, owner: int) -> int:
        """The level of a side or seat as a rung of the ladder."""
        return self._rungs[owner]

    def put_card(self, at: int, face: int) -> None:
        """Lay a card at a place of the deck, for a deal that `begin` then deals."""
        self._deck[at] = face

    def card_at(self, at: int) -> int:
        """The face at a place of the deck."""
        return self._deck[at]

    def first_turned(self) -> int:
        """The place in the deck of the first kitty card that is turned up if nobody declares."""
        return 54 * self.switches.decks - self.switches.kitty + THIRD

    def level_of(self, seat: int) -> int:
        """The rank that is level for a seat's side, or for the seat."""
        return self.switches.rank_at(self._rungs[seat % self.switches.owners()])

    def lay_out(self, level: int, trump: int) -> None:
        """The deal is played at this level with this trump."""
        self.level = level
        self.order.lay_out(level, trump, self.switches)

    def when(self) -> int:
        """The moment as `rules.declare` counts it."""
        if self.phase == CALL:
            return CALLING
        if self.phase == STEAL:
            return STEALING
        return CHANGING if self.phase == CHANGE else DRAWING

    def lead_next(self) -> None:
        """The leader's turn."""
        self.start(PLAY)
        self.began = 1
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
        self.fixed = 0
        self.holder = NOBODY
        self.attacker = NOBODY
        self.forget_friends()
        self.adjusted = 0
        self.won = 0
        self.taken_over = 0
        self.fell = 0
        self.began = 0
        self.in_trick = 0
        self.missing = 0
        self.discards = 0
        self.barred = 0
        self.false_bidder = NOBODY
        self.lead.clear()

    def forget_friends(self) -> None:
        """Nobody is called."""
        self.called = 0
        self.joined = 0
        self.sought = 0

    def call_friend(self, face: int, copy: int, seat: int, known: int) -> None:
        """One more card is named; seat: whose it makes a friend, if that is settled."""
        self._friend_faces[self.called] = face
        self._friend_copies[self.called] = copy
        self._friends[self.called] = NOBODY
        self._friends_known[self.called] = 0
        self.called += 1
        self.set_friend(self.called - 1, seat, known)

    def set_friend(self, at: int, seat: int, known: int) -> None:
        """Who is the friend of a named card (the banker: nobody else), and whether all know."""
        self._friends[at] = seat
        self._friends_known[at] = known
        self.joined = 0
        self.sought = 0
        for other in range(self.called):
            if self._friends[other] != NOBODY:
                self.joined |= bit(self._friends[other])
            if not self._friends_known[other]:
                self.sought |= bit(self._friend_faces[other])

    def friend_face(self, at: int) -> int:
        """The face that was named for a friend."""
        return self._friend_faces[at]

    def friend_copy(self, at: int) -> int:
        """Which copy of it was named, the first played being 1."""
        return self._friend_copies[at]

    def friend(self, at: int) -> int:
        """The friend of a named card, known or not; the banker if it is nobody else."""
        return self._friends[at]

    def friend_known(self, at: int) -> bool:
        """Whether all know the friend of a named card."""
        return self._friends_known[at] != 0

    def seat_after(self, seat: int, number: int) -> int:
        """The seat so many places after another, fewer than there are seats."""
        after = seat + number
        return after if after < self.switches.players else after - self.switches.players

    def start(self, phase: int) -> None:
        """The next action begins, with no token pushed yet."""
        self.phase = phase
        self.chosen = EMPTY
        self.place = 0

    def hand(self, seat: int) -> Planes:
        """The cards a seat holds."""
        return self._hands[seat]

    def hands(self) -> list[Planes]:
        """The cards of every seat."""
        return [self._hands[seat] for seat in range(self.switches.players)]

    def played(self, seat: int) -> Planes:
        """The cards a seat has played."""
        return self._played[seat]

    def exposed(self, seat: int) -> Planes:
        """The cards of a hand that all have seen, in a failed throw or a play taken back."""
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

    def laid(self, number: int) -> list[Planes]:
        """The first so many plays of the trick, from the leader on."""
        return [self._trick[at] for at in range(number)]

    def taken(self, seat: int) -> int:
        """The points a seat has won in tricks."""
        return self._taken[seat]

    def fines(self, seat: int) -> int:
        """The points a seat has forfeited."""
        return self._fines[seat]

    def options_of(self, seat: int) -> int:
        """What a seat could show while cards are drawn, as a mask of option numbers."""
        return self._options[seat]

    def options(self) -> int:
        """What the seat whose turn it is could show, as a mask of option numbers."""
        return self._options[self.turn]

    def option(self, number: int) -> Planes:
        """The cards of an option."""
        return show_option(self.shows, self.turn, number, self.when())

    def may_declare(self, seat: int) -> bool:
        """Whether a seat has not lost the right to declare by a foul."""
        return not self.barred & bit(seat)

    def is_bank_side(self, seat: int) -> bool:
        """Whether a seat belongs to the banker's side."""
        if self.switches.partners == CALLED_PARTNERS:
            return seat == self.banker or self.joined >> seat & 1 != 0
        return not (seat ^ self.banker) & 1

    def bank_side(self) -> int:
        """The seats of the banker's side as a mask."""
        seats = 0
        for seat in range(self.switches.players):
            if self.is_bank_side(seat):
                seats |= bit(seat)
        return seats

    def attackers_points(self) -> int:
        """The attackers' points so far, fines and the bonus counted."""
        total = self.adjusted
        for seat in range(self.switches.players):
            if self.is_bank_side(seat):
                total += self._fines[seat]
            else:
                total += self._taken[seat] - self._fines[seat]
        return total

    def copy_from(self, other: State) -> None:  # noqa: PLR0915
        """Become the same deal as another; the switches must be the same."""
        self.shows.copy_from(other.shows)
        self.order.copy_from(other.order)
        self.lead.copy_from(other.lead)
        self._deck[:] = other._deck
        self._hands[:] = other._hands
        self._used[:] = other._used
        self._trick[:] = other._trick
        self._played[:] = other._played
        self._exposed[:] = other._exposed
        self._voids[:] = other._voids
        self._options[:] = other._options
        self._taken[:] = other._taken
        self._fines[:] = other._fines
        self._rungs[:] = other._rungs
        self._friend_faces[:] = other._friend_faces
        self._friend_copies[:] = other._friend_copies
        self._friends[:] = other._friends
        self._friends_known[:] = other._friends_known
        self._failures[:] = other._failures
        self.kitty = other.kitty
        self.chosen = other.chosen
        self.first_seat = other.first_seat
        self.bank = other.bank
        self.deals = other.deals
        self.winners = other.winners
        self.phase = other.phase
        self.redeal = other.redeal
        self.drawn = other.drawn
        self.fixed = other.fixed
        self.banker = other.banker
        self.holder = other.holder
        self.attacker = other.attacker
        self.called = other.called
        self.joined = other.joined
        self.sought = other.sought
        self.adjusted = other.adjusted
        self.won = other.won
        self.taken_over = other.taken_over
        self.fell = other.fell
        self.began = other.began
        self.in_trick = other.in_trick
        self.level = other.level
        self.turn = other.turn
        self.asked = other.asked
        self.to_ask = other.to_ask
        self.leader = other.leader
        self.last_leader = other.last_leader
        self.place = other.place
        self.at_jacks = other.at_jacks
        self.best = other.best
        self.winner = other.winner
        self.missing = other.missing
        self.discards = other.discards
        self.barred = other.barred
        self.false_bidder = other.false_bidder

    def clone(self) -> State:
        """The same deal once more, without a journal."""
        other = State(self.switches)
        other.copy_from(self)
        return other
