"""The course of one deal, from the first card drawn to the result, literally as the rule pages tell it.

`Deal(text, setup, deck)` begins one; `deal.do(action)` does one thing and raises Refused where it may not be done.
Actions and events are plain data in the form of docs/records.md, cards are two-letter texts. Nothing is clever here:
every card is drawn by itself, every seat is asked by itself.
"""

from . import friends, playing, refereeing
from .cards import FACES, canonical, contains, parse, show, without
from .fixing import Fixing, Used
from .order import Table
from .playing import in_turn
from .rules import PRESETS, friends_called, ruleset
from .units import Refused

ASKED = ("draw", "name", "call", "change", "steal", "count")
TOLD = ("declared", "bid", "passed", "trump_named", "claimed", "fouled", "adjusted", "dug")


def rules_of(text):
    """The switches of a ruleset; where its page is silent, classic fills in."""
    classic = PRESETS["classic"]
    return {switch: classic.get(switch) if value is None else value for switch, value in ruleset(text).items()}


class Deal:
    """A deal at one moment; `events` are those of the last action.

    asking: the seats that may still speak, in order. trick: the plays on the table from the leader on, () in place of
    one that was taken back. discards: seats whose play of this trick cannot win. wrong: plays that stand though they
    are not legal, as (seat, trick, cards, rule).
    """

    def __init__(self, text, setup, deck):
        self.rules, self.setup, self.deck = rules_of(text), setup, list(deck)
        assert sorted(deck) == sorted(FACES * self.rules["decks"])
        players = self.rules["players"]
        self.seats, self.phase, self.drawn = range(players), "draw", 0
        self.hands, self.kitty, self.exposed = [()] * players, (), [()] * players
        self.fixing, self.used = Fixing(self.rules, setup), Used(players)
        self.asking, self.barred, self.namers = [], [], None
        self.forget_trump()
        self.lead, self.trick, self.finished, self.leader = None, [], [], None
        self.discards, self.wrong, self.adjusted = [], [], 0
        self.settled, self.redeal, self.rebid, self.disqualified = None, None, False, None
        self.events, self.told = [], []
        self.tell("started", **{field: setup[field] for field in ("number", "levels", "banker", "first_seat")})
        self.draw_on()

    def forget_trump(self):
        """Nothing stands yet: no trump, no banker, nobody has taken points."""
        self.table = self.banker = self.holder = self.attacker = None
        self.friends, self.turned = [], []
        self.taken, self.fines = [], []

    def tell(self, name, **fields):
        """Something happened."""
        self.events.append({"event": name, **fields})

    def do(self, action):
        """Do one thing; Refused, and nothing has changed, where it may not be done."""
        self.events, drawn = [], self.drawn
        if self.phase == "over":
            raise Refused("over")
        kind = action["action"]
        if kind in ("claim", "rule_foul", "adjust", "void"):
            refereeing.speak(self, kind, action)
        elif action["seat"] not in (self.may_act() if kind == "declare" else [self.turn()]):
            raise Refused("not-your-turn")
        else:
            STEPS[self.phase](self, kind, action)
        self.told += [(drawn, event) for event in self.events if event["event"] in TOLD]

    def turn(self):
        """The seat that has to act, or None when the deal is over."""
        if self.phase in ASKED:
            return self.asking[0]
        if self.phase == "bury":
            return self.holder
        if self.phase == "partner":
            return self.banker
        if self.phase == "play":
            missing = self.trick.index(()) if () in self.trick else len(self.trick)
            return (self.leader + missing) % len(self.seats)
        return None

    def may_act(self):
        """The seats that may act now: who could show something need not wait to be asked for it."""
        return self.asking if self.phase == "draw" else [self.turn()]

    def options(self, seat=None):
        """What a seat that may act, by itself the one that is asked, could show now."""
        seat = self.turn() if seat is None else seat
        if self.phase not in ("draw", "call", "change", "steal") or seat not in self.may_act():
            return []
        return self.could_show(seat)

    def could_show(self, seat):
        """What a seat could show now."""
        if seat in self.barred:
            return []
        if self.phase == "draw":
            return self.fixing.options(seat, without(self.hands[seat], self.fixing.laid(seat)), "")
        if self.phase == "steal":
            return self.fixing.options(seat, self.hands[seat], self.phase)
        return self.fixing.options(seat, self.used.free(seat, self.hands[seat]), self.phase)

    def cards_of(self, action, number=None):
        """The cards of an action, which must be in the hand, and as many as are wanted."""
        cards = parse(action["cards"])
        if not contains(self.hands[action["seat"]], cards):
            raise Refused("not-in-hand")
        if not cards or (number is not None and len(cards) != number):
            raise Refused("wrong-number")
        return cards

    def bank_side(self):
        """The seats of the banker's side, secret friends included."""
        if self.rules["partners"] == "called":
            return {self.banker, *(friend["seat"] for friend in self.friends if friend["seat"] is not None)}
        return {seat for seat in self.seats if seat % 2 == self.banker % 2}

    def attackers_points(self):
        """The attackers' points so far, with fines and what the referee adjusted."""
        bank, total = self.bank_side(), self.adjusted
        for seat, points in enumerate(self.taken):
            total += 0 if seat in bank else points
            total += self.fines[seat] if seat in bank else -self.fines[seat]
        return total

    # Drawing: after each card the seats are asked in order, beginning with the one who drew.

    def last_drawer(self):
        """The seat that drew the last card."""
        return (self.setup["first_seat"] + self.drawn - 1) % len(self.seats)

    def draw_on(self):
        """Draw until somebody who could show something is asked, or until all cards are drawn."""
        total = len(self.deck) - self.rules["kitty"]
        while self.drawn < total:
            card, self.drawn = self.deck[self.drawn], self.drawn + 1
            seat = self.last_drawer()
            self.hands[seat] = canonical([*self.hands[seat], card])
            self.tell("drawn", seat=seat, card=card)
            if (self.drawn < total or self.rules["declare_window"]) and self.ask_drawers():
                return
        self.kitty = canonical(self.deck[total:])
        self.all_drawn(self.deck[total:])

    def ask_drawers(self):
        """Ask everybody who could show something, beginning with the one who drew; whether there is anybody."""
        silent = self.rules["declare_style"] == "call" or self.namers is not None
        order = in_turn(self.last_drawer(), len(self.seats))
        self.asking = [] if silent else [seat for seat in order if self.could_show(seat)]
        return bool(self.asking)

    def while_drawing(self, kind, action):
        """A seat passes, or shows cards, which starts the round of asking again."""
        if kind == "pass":
            self.asking = self.asking[1:]
            if not self.asking:
                self.draw_on()
            return
        if kind != "declare":
            raise Refused("wrong-phase")
        seat, cards = action["seat"], self.cards_of(action)
        if not contains(without(self.hands[seat], self.fixing.laid(seat)), cards):
            raise Refused("not-in-hand")
        self.fixing.lay(seat, cards, "")
        self.tell_show(seat, cards)
        if not self.ask_drawers():
            self.draw_on()

    def tell_show(self, seat, cards):
        """A show is told: of a bid how many cards it has now."""
        if self.rules["declare_style"] == "concealed":
            at = len(self.fixing.shows) - 1
            reinforced = self.fixing.shows[-1].kind == "reinforced"
            self.tell("bid", seat=seat, cards=show(cards), total=self.fixing.bid_size(at), reinforced=reinforced)
        else:
            self.tell("declared", seat=seat, cards=show(cards), trump=self.fixing.trump)

    def all_drawn(self, kitty):
        """All cards are drawn: it is called, or named, or trump stands, or is turned up, or it is dealt again."""
        if self.rules["declare_style"] == "call":
            self.phase, self.asking = "call", in_turn(self.setup["first_seat"], len(self.seats))
            return
        if self.namers is not None:
            self.phase, self.asking = "name", list(self.namers)
            if not self.asking:  # both sides have lost the right
                self.nobody_named()
            return
        trump = self.fixing.trump
        if not self.fixing.shows:
            found = self.fixing.nobody_showed(self.setup["first_seat"], kitty)
            if found is None:
                self.deal_again("nobody")
                return
            trump, turned = found
            if turned:
                self.tell("flipped", cards=list(turned))
                self.turned = list(turned)
        elif self.rules["declare_style"] == "concealed":
            seat, cards = self.fixing.winning_bid()
            self.tell("bid_turned_up", seat=seat, cards=show(cards))
        banker = self.setup["first_seat"] if self.fixing.banker is None else self.fixing.banker
        self.fix_trump(trump, banker)
        self.take_kitty(banker)

    def fix_trump(self, trump, banker):
        """Trump and bank stand, and the level with the bank."""
        fixing = self.fixing
        if fixing.rebid or (fixing.style == "call" and not fixing.shows):
            fixing.level = fixing.own_level(banker)
        self.table, self.banker, self.leader = Table(self.rules, fixing.level, trump), banker, banker
        self.asking = []
        self.tell("trump_fixed", level=fixing.level, trump=trump, banker=banker)

    def deal_again(self, reason):
        """The deal is void."""
        self.phase, self.redeal = "over", reason
        self.tell("redealt", reason=reason)

    # Naming trump after a false bid.

    def while_naming(self, kind, action):
        """The first of the other side to name a trump suit, or none, decides."""
        banker, seat = self.setup["banker"], action["seat"]
        if kind == "name_trump":
            self.tell("trump_named", seat=seat, trump=action["trump"])
            self.name_trump(action["trump"], seat if banker is None else banker)
        elif kind == "pass":
            self.tell("passed", seat=seat)
            self.asking = self.asking[1:]
            if not self.asking:
                self.nobody_named()
        else:
            raise Refused("wrong-phase")

    def nobody_named(self):
        """Nobody names anything: no trump suit; where the bank is open it is dealt again."""
        if self.setup["banker"] is None:
            self.deal_again("nobody")
        else:
            self.name_trump("N", self.setup["banker"])

    def name_trump(self, trump, banker):
        """Trump is what was named."""
        self.fixing.trump, self.fixing.banker = trump, banker
        self.fix_trump(trump, banker)
        self.take_kitty(banker)

    # Calling, changing and attacking; burying; calling a partner.

    def while_calling(self, kind, action):
        """A seat calls, changes, attacks or passes in its turn."""
        seat = action["seat"]
        if kind == "pass":
            self.tell("passed", seat=seat)
            self.asking = self.asking[1:]
            if not self.asking:
                self.all_passed()
            return
        if kind != "declare":
            raise Refused("wrong-phase")
        cards = self.cards_of(action)
        self.fixing.after(seat, cards, self.phase)
        if not contains(self.used.free(seat, self.hands[seat]), cards):
            attack = self.fixing.kind(seat, cards, self.phase) == "attacked"
            raise Refused("change.attack" if attack else "change.cards")
        self.fixing.lay(seat, cards, self.phase)
        self.used.show(seat, cards)
        self.banker = self.fixing.banker
        self.tell_show(seat, cards)
        if self.fixing.shows[-1].kind == "attacked":
            self.attacker = seat
            self.all_passed()
        else:
            self.take_kitty(seat)

    def all_passed(self):
        """Trump stands as it was called, changed or attacked; nobody called: hard trump, or it is dealt again."""
        first, trump = self.setup["first_seat"], self.fixing.trump
        if not self.fixing.shows:
            found = self.fixing.nobody_showed(first, ())
            if found is None:
                self.deal_again("nobody")
                return
            trump = found[0]
        self.fix_trump(trump, first if self.fixing.banker is None else self.fixing.banker)
        self.begin_play()

    def take_kitty(self, seat):
        """`kitty.bury`: a seat takes up the kitty, if there is one."""
        self.holder = seat
        if not self.rules["kitty"]:
            self.call_partner()
            return
        self.phase, self.asking = "bury", []
        self.tell("took_kitty", seat=seat, cards=show(self.kitty))
        self.hands[seat] = canonical([*self.hands[seat], *self.kitty])
        self.kitty = ()
        self.used.take_up(seat)

    def while_burying(self, kind, action):
        """As many cards as were taken up are buried."""
        if kind != "bury":
            raise Refused("wrong-phase")
        seat, cards = action["seat"], self.cards_of(action, self.rules["kitty"])
        self.kitty, self.hands[seat] = cards, without(self.hands[seat], cards)
        self.tell("buried", seat=seat, cards=show(cards))
        if self.rules["declare_style"] == "call":
            self.used.bury(seat, self.hands[seat])
            self.phase, self.asking = "change", in_turn(seat, len(self.seats))[1:]
        elif self.rules["steal"]:
            self.phase = "steal"
            self.asking = [one for one in in_turn(seat, len(self.seats))[1:] if one not in self.barred]
            if not self.asking:
                self.call_partner()
        else:
            self.call_partner()

    def while_stealing(self, kind, action):
        """`kitty.steal`: whoever shows something higher takes the kitty and buries; when all have passed it is over."""
        seat = action["seat"]
        if kind == "pass":
            self.tell("passed", seat=seat)
            self.asking = self.asking[1:]
            if not self.asking:
                self.call_partner()
            return
        if kind != "declare":
            raise Refused("wrong-phase")
        cards = self.cards_of(action)
        self.fixing.lay(seat, cards, "steal")
        self.tell_show(seat, cards)
        self.fix_trump(self.fixing.trump, self.banker if self.fixing.banker is None else self.fixing.banker)
        self.take_kitty(seat)

    def call_partner(self):
        """`partner.call`: the banker names as many cards as friends are called."""
        if len(self.friends) < friends_called(self.rules):
            self.phase = "partner"
        else:
            self.begin_play()

    def while_calling_a_partner(self, kind, action):
        """The banker names a card and, where its play counts, which copy."""
        if kind != "name_partner":
            raise Refused("wrong-phase")
        card, copy = action["card"], action.get("copy", 1)
        if not 1 <= copy <= (self.rules["decks"] if self.rules["friend_by"] == "nth_play" else 1):
            raise Refused("wrong-number")
        if any((card, copy) == (friend["card"], friend["copy"]) for friend in self.friends):
            raise Refused("partner.cards")
        if not friends.may_be_named(self.table, card):
            raise Refused("partner.cards")
        self.friends.append({"card": card, "copy": copy, "seat": friends.holder(self, card), "known": False})
        self.tell("partner_named", seat=self.banker, card=card, **({"copy": copy} if copy > 1 else {}))
        self.call_partner()

    def begin_play(self):
        """`lead.first`: the banker leads."""
        self.phase, self.asking = "play", []
        self.taken, self.fines = [0] * len(self.seats), [0] * len(self.seats)


STEPS = {
    "draw": Deal.while_drawing,
    "name": Deal.while_naming,
    "call": Deal.while_calling,
    "change": Deal.while_calling,
    "steal": Deal.while_stealing,
    "bury": Deal.while_burying,
    "partner": Deal.while_calling_a_partner,
    "play": playing.play,
    "count": playing.count,
}
