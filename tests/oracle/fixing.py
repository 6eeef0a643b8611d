"""Fixing trump in a deal: what has been shown so far, what a seat could show now, what stands in the end.

One interface over the three styles (`declare.py`, `call.py`, `concealed.py`). Each seat shows cards of its own level
where the bank is bid for; elsewhere all show cards of the deal's level.
"""

from collections import Counter, namedtuple

from .call import Call
from .cards import SUITS, canonical, contains, is_joker, show, without
from .concealed import Concealed
from .declare import Reveal
from .units import Refused

Shown = namedtuple("Shown", "seat cards kind")


class Fixing:
    """The shows of one deal and what they make of trump, bank and level.

    level: "" while it depends on who gets the bank. trump: None until something is shown, "N" for none.
    """

    def __init__(self, rules, setup):
        self.rules, self.levels, self.shows, self.trump = rules, setup["levels"], [], None
        self.style = rules["declare_style"]
        self.bank_is_open = setup["banker"] is None or self.style == "call"
        self.banker = None if self.bank_is_open else setup["banker"]
        self.rebid = self.bank_is_open and setup["number"] > 1 and self.style != "call"
        self.level = self.own_level(setup["first_seat"] if self.bank_is_open else self.banker)
        if self.style == "call" or (self.rebid and len(set(self.levels)) > 1):
            self.level = ""
        if self.style == "call":
            self.state = Call(rules, self.levels)
        elif self.style == "reveal":
            self.state = Reveal(rules, self.level)
        else:
            self.state = Concealed(rules, self.level, self.bank_is_open and not self.rebid)
        self.known_options = {}

    def own_level(self, seat):
        """The level of the seat's side, or of the seat."""
        return self.levels[seat % len(self.levels)]

    def level_of(self, seat):
        """The level whose cards a seat shows while the cards are drawn."""
        return self.own_level(seat) if self.rebid else self.level

    def after(self, seat, cards, phase):
        """The style's state after a show; Refused if it is not legal."""
        if self.style == "call":
            return self.state.step(seat, canonical(cards), phase, set())
        self.state.level = self.level_of(seat)
        if phase == "steal" and self.state.standing and self.state.standing.seat == seat:
            raise Refused("kitty.steal")  # the hand that holds what stands may not raise its own
        after = self.state.step(seat, canonical(cards), set())
        if phase == "steal" and self.kind(seat, cards, phase) == "secured":
            raise Refused("kitty.steal")  # a twin is not higher than what it secures
        return after

    def kind(self, seat, cards, phase):
        """What a legal show is called."""
        if self.style == "call":
            if phase == "call":
                return "locked" if len(cards) == 3 else "called"
            return "attacked" if all(map(is_joker, cards)) else "changed"
        if self.style == "concealed":
            suit = next(card[0] for card in cards if not is_joker(card))
            return "reinforced" if (seat, suit) in self.state.laid else "bid"
        if is_joker(cards[0]):
            return "small" if self.rules["no_trump"] == "ladder" and "XB" not in cards else "big"
        if self.shows and cards[0][0] == self.trump:
            return "secured"
        return "pair" if len(cards) > 1 else "single"

    def lay(self, seat, cards, phase):
        """A seat shows cards; Refused if it may not."""
        after, kind = self.after(seat, cards, phase), self.kind(seat, cards, phase)
        self.state = after
        self.shows.append(Shown(seat, canonical(cards), kind))
        self.known_options = {}
        if self.style == "reveal":
            self.trump, declarer = after.standing.trump, after.banker()
        elif self.style == "concealed":
            declarer, self.trump = after.highest
        else:
            declarer, self.trump = after.caller, after.trump
        if self.bank_is_open:
            self.banker = declarer
            self.level = after.level if self.style == "call" else self.level_of(declarer)

    def laid(self, seat):
        """The cards that a seat has shown, or has lying face down."""
        return [card for shown in self.shows if shown.seat == seat for card in shown.cards]

    def bid_of(self, shown):
        """Whose bid a show belongs to, and its suit."""
        return shown.seat, next(card[0] for card in shown.cards if not is_joker(card))

    def bid_size(self, at):
        """How many level cards a bid had after the show at this place."""
        bid = self.bid_of(self.shows[at])
        same = [shown for shown in self.shows[: at + 1] if self.bid_of(shown) == bid]
        return sum(not is_joker(card) for shown in same for card in shown.cards)

    def winning_bid(self):
        """The seat of the highest bid, and its level cards."""
        bid = self.bid_of(self.shows[-1])
        same = [shown for shown in self.shows if self.bid_of(shown) == bid]
        return bid[0], canonical(card for shown in same for card in shown.cards if not is_joker(card))

    def candidates(self, seat, phase):
        """Everything that a seat could ever show."""
        level = self.level_of(seat)
        if self.style != "call":
            self.state.level = level
            return self.state.candidates() if level != "X" else ()
        if phase == "change":
            return self.state.candidates()
        level, copies = self.own_level(seat), (1, 2)
        return [(suit + level,) * n + (joker,) for suit in SUITS for n in copies for joker in ("XB", "XL")]

    def options(self, seat, free, phase):
        """Everything that a seat could show now, out of the cards that it is free to show."""
        level = self.level if phase == "change" else self.own_level(seat) if phase == "call" else self.level_of(seat)
        useful = tuple(card for card in free if is_joker(card) or card[1] == level)
        key = seat, useful, phase
        if key not in self.known_options:
            self.known_options[key] = [
                show(cards)
                for cards in self.candidates(seat, phase)
                if contains(useful, cards) and self.allows(seat, cards, phase)
            ]
        return self.known_options[key]

    def allows(self, seat, cards, phase):
        """Whether the seat may show these cards."""
        try:
            self.after(seat, cards, phase)
        except Refused:
            return False
        return True

    def without_seats(self, setup, seats):
        """The same contest without the shows of some seats, and of those that are not legal without them."""
        again = Fixing(self.rules, setup)
        for shown in self.shows:
            if shown.seat not in seats and again.allows(shown.seat, shown.cards, ""):
                again.lay(shown.seat, shown.cards, "")
        return again

    def nobody_showed(self, first_seat, kitty):
        """`declare.none`, `call.none`: (trump, kitty cards turned up), or None where it is dealt again."""
        banker = first_seat if self.banker is None else self.banker
        level = self.own_level(banker) if self.rebid or self.style == "call" else self.level
        how = self.rules["no_declaration"]
        if level == "X":
            return "N", ()  # declare.joker-level
        if how == "redeal":
            return None
        if how == "hard":
            return "N", ()
        turned = []
        for card in kitty[2:]:
            turned.append(card)
            if not is_joker(card):
                return card[0], tuple(turned)
            if how == "flip_joker_no_trump":
                break
        return "N", tuple(turned)


class Used:
    """Cards shown in a called game: the physical card is tracked, also through the kitty (`change.cards`)."""

    def __init__(self, players):
        self.held, self.in_kitty = [() for _ in range(players)], ()

    def free(self, seat, hand):
        """The cards of a hand that have not been shown."""
        return without(hand, self.held[seat])

    def show(self, seat, cards):
        """A seat has shown cards of its hand."""
        self.held[seat] = canonical([*self.held[seat], *cards])

    def take_up(self, seat):
        """A seat takes the kitty into its hand."""
        self.held[seat] = canonical([*self.held[seat], *self.in_kitty])
        self.in_kitty = ()

    def bury(self, seat, hand):
        """A seat has buried; shown cards stay in the hand as long as there were other copies to bury."""
        kept = canonical((Counter(self.held[seat]) & Counter(hand)).elements())
        self.in_kitty = without(self.held[seat], kept)
        self.held[seat] = kept
