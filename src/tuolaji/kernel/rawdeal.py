"""A whole deal, and the match around it, as plain numbers: what search and self-play run on.

The same deal as `tuolaji.deal` has it, with `enforcement` strict and without its history. Every
action is a set of cards: what is shown (none: pass), buried, named as the partner's card (one),
led or followed with. It is given at once by `act`, or token by token by `push`. Decides nothing
that another module of the kernel could: it keeps the state and asks them.
"""

from __future__ import annotations

from .bits import bit, low_bit, unlocked
from .contest import CALLING, CHANGING, DRAWING, OPTIONS, conclude, show, show_option, show_options
from .dice import Dice
from .follow import LENGTH, follows
from .luck import follow_by_luck, lead_by_luck
from .order import NO_LEVEL, NO_SUIT, Order
from .planes import (
    EMPTY,
    Planes,
    add,
    contains,
    copies,
    count,
    either,
    overlap,
    points,
    same,
    size,
    sub,
)
from .score import both_sides, next_bank, promote, result
from .shows import NOBODY, NOT_FIXED, STYLE_CALL, Shows
from .switches import (
    DIG_KITTY,
    DIG_LAST_TRICK,
    ENDLESS,
    FINE_RETURNED,
    FINE_THROWN,
    REACH_TOP,
    Switches,
    is_jack,
)
from .throw import broken, forced
from .tokens import STOP, allow, follow_tokens, lead_tokens, may_lead, pick_tokens
from .trick import JACKS, beats, lead_rank, rank
from .units import Lead, next_unit, unit_length

DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER = 0, 1, 2, 3, 4, 5, 6
SEATS = 8

# why an action is refused; refusals of shows and leads are added to the last two
DONE, FINISHED, NOT_IN_HAND, WRONG_NUMBER, NOT_FOLLOWING = 0, 1, 2, 3, 4
BAD_SHOW, BAD_LEAD = 100, 200


class RawDeal:
    """A deal at one moment. Seats and suits count from 0; -1 is nobody, or no trump."""

    def __init__(self, switches: Switches) -> None:  # noqa: PLR0915, one line a fact
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
        self.bank = 0
        self.deals = 0
        self.winners = 0
        self.phase = 0
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
        self.new_match(0)

    # The match

    def new_match(self, first_seat: int) -> None:
        """Both sides on the first level, nobody banker yet; first_seat draws first."""
        for owner in range(SEATS):
            self._rungs[owner] = 0
        self.first_seat = first_seat
        self.bank = NOBODY
        self.deals = 0
        self.winners = 0
        self.phase = OVER
        self.redeal = 0

    def set_match(self, bank: int, first_seat: int, deals: int) -> None:
        """Who has the bank (NOBODY before the first deal), who draws first, deals played."""
        self.bank = bank
        self.first_seat = first_seat
        self.deals = deals
        self.winners = 0
        self.phase = OVER

    def set_rung(self, owner: int, rung: int) -> None:
        """The level of a side, or of a seat where partners are called."""
        self._rungs[owner] = rung

    def rung(self, owner: int) -> int:
        """The level of a side or seat as a rung of the ladder."""
        return self._rungs[owner]

    def count_deal(self) -> None:
        """Promotion, the next bank and the end of the match by the deal that is over.

        winners: the sides or seats that have won the match, as a mask. A deal to be dealt again
        changes nothing.
        """
        if self.redeal:
            return
        attackers_won = self.won >= 0
        by = self.won if attackers_won else -self.won
        for owner in range(self.switches.owners()):
            attacks = not self.is_bank_side(owner)  # a side is its first seat
            if attacks == attackers_won:
                self._promote(owner, by)
            elif self.fell:
                self._rungs[owner] = 0
        partner = self.partner if self.switches.called_partners else NOBODY
        self.bank = next_bank(self.switches.players, self.banker, partner, attackers_won)
        self.first_seat = self.bank
        self.deals += 1

    def _promote(self, owner: int, by: int) -> None:
        top = self.switches.top
        endless = self.switches.match_end == ENDLESS
        rung = promote(self._rungs[owner], by, top, self.switches.must_play, endless)
        reaches = self.switches.match_end == REACH_TOP
        if rung > top or (reaches and rung == top and by):
            self.winners |= bit(owner)
        if rung <= top or reaches:  # who passes the top keeps the level he passed it from
            self._rungs[owner] = min(rung, top)

    # The deal

    def shuffle(self, dice: Dice) -> None:
        """Shuffle and begin the next deal of the match."""
        total = 54 * self.switches.decks
        for at in range(total):
            self._deck[at] = at % 54
        for at in range(total - 1, 0, -1):
            other = dice.below(at + 1)
            face = self._deck[at]
            self._deck[at] = self._deck[other]
            self._deck[other] = face
        self.begin()

    def put_card(self, at: int, face: int) -> None:
        """Lay a card at a place of the deck, for a deal that `begin` then deals."""
        self._deck[at] = face

    def card_at(self, at: int) -> int:
        """The face at a place of the deck."""
        return self._deck[at]

    def begin(self) -> None:
        """Deal the cards as they lie in the deck, as far as the first choice."""
        for seat in range(SEATS):
            self._hands[seat] = EMPTY
            self._used[seat] = EMPTY
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
        self.banker = self.bank
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
        caller = self.bank if self.bank != NOBODY else self.first_seat
        level = self._level_of(caller)
        # The bank is bid for anew in a later deal, by each side with its own level.
        rebid = self.bank == NOBODY and self.deals > 0
        calls = self.switches.style == STYLE_CALL
        self.shows.begin(NOT_FIXED if calls else level, NOBODY if calls else self.bank)
        if calls or rebid:
            for seat in range(self.switches.players):
                self.shows.set_level(seat, self._level_of(seat))
        opening = self.bank == NOBODY and not rebid
        self.shows.opening = opening and self.switches.opening_small_joker
        self._lay_out(level, NO_SUIT)
        self._start_action(DRAW)
        self._draw()

    def _level_of(self, seat: int) -> int:
        return self.switches.rank_at(self._rungs[seat % self.switches.owners()])

    def _lay_out(self, level: int, trump: int) -> None:
        self.level = level
        self.order.lay_out(
            level,
            trump,
            self.switches.permanent_two,
            self.switches.skip_level,
            self.switches.special_runs,
        )

    def _draw(self) -> None:
        """Draw until a seat has something to show, or all cards are drawn."""
        total = 54 * self.switches.decks - self.switches.kitty
        asks = self.switches.style != STYLE_CALL
        while self.drawn < total:
            seat = (self.first_seat + self.drawn) % self.switches.players
            face = self._deck[self.drawn]
            self._hands[seat] = add(self._hands[seat], copies(face, 1))
            self.drawn += 1
            if asks and (face >= 52 or face % 13 == self.shows.level_of(seat)):
                self._find_options(seat)
            if asks and (self.drawn < total or self.switches.declare_window) and self._ask_from(0):
                return
        for at in range(total, 54 * self.switches.decks):
            self.kitty = add(self.kitty, copies(self._deck[at], 1))
        if self.switches.style == STYLE_CALL:
            self._ask_in_turn(CALL, self.first_seat, self.switches.players)
        else:
            self._fix_trump()

    def _find_options(self, seat: int) -> None:
        free = sub(self._hands[seat], self.shows.laid(seat))
        self._options[seat] = show_options(self.shows, seat, free, DRAWING)

    def _ask_from(self, offset: int) -> bool:
        """Ask the next seat with something to show, counted from the one that drew last."""
        players = self.switches.players
        seat = (self.first_seat + self.drawn - 1 + offset) % players
        for at in range(offset, players):
            if self._options[seat]:
                self.turn = seat
                self.asked = at
                return True
            seat = seat + 1 if seat + 1 < players else 0
        return False

    def _ask_in_turn(self, phase: int, first: int, seats: int) -> None:
        """Ask so many seats in turn to call, change or attack; nobody left: trump stands."""
        self._start_action(phase)
        self.to_ask = seats
        if not seats:
            self._fix_trump()
            return
        self.turn = first % self.switches.players
        free = sub(self._hands[self.turn], self._used[self.turn])
        self._options[self.turn] = show_options(self.shows, self.turn, free, self._when())

    def _when(self) -> int:
        if self.phase == CALL:
            return CALLING
        return CHANGING if self.phase == CHANGE else DRAWING

    def _fix_trump(self) -> None:
        """All have passed: trump stands, or is turned up, or the deal is void."""
        total = 54 * self.switches.decks
        if not conclude(
            self.shows, self.first_seat, self._deck, total - self.switches.kitty, total
        ):
            self.redeal = 1
            self._start_action(OVER)
            return
        self.banker = self.shows.banker
        self.leader = self.banker
        self._lay_out(self.shows.level, self.shows.trump)
        if self.switches.style == STYLE_CALL:
            self._lead_next()
        elif self.switches.kitty:
            self._take_kitty(self.banker)
        else:
            self._after_bury()

    def _take_kitty(self, seat: int) -> None:
        self._start_action(BURY)
        self.holder = seat
        self.turn = seat
        self._hands[seat] = add(self._hands[seat], self.kitty)
        self._used[seat] = add(self._used[seat], self._used[SEATS])
        self._used[SEATS] = EMPTY
        self.kitty = EMPTY

    def _after_bury(self) -> None:
        if self.switches.called_partners:
            self._start_action(PARTNER)
            self.turn = self.banker
        else:
            self._lead_next()

    def _lead_next(self) -> None:
        self._start_action(PLAY)
        self.turn = self.leader
        self.in_trick = 0

    def _start_action(self, phase: int) -> None:
        self.phase = phase
        self.chosen = EMPTY
        self.place = 0

    # Actions

    def act(self, cards: Planes) -> int:
        """Do what these cards mean now for the seat whose turn it is: DONE, or why not."""
        if self.phase == OVER:
            return FINISHED
        if self.phase == PARTNER:
            return self._name(cards)
        if not contains(self._hands[self.turn], cards):
            return NOT_IN_HAND
        if self.phase == PLAY:
            return self._play(cards)
        if self.phase == BURY:
            return self._bury(cards)
        return self._show(cards) if cards[0] else self._pass()

    def _pass(self) -> int:
        self._start_action(self.phase)
        if self.phase != DRAW:
            self._ask_in_turn(self.phase, self.turn + 1, self.to_ask - 1)
        elif not self._ask_from(self.asked + 1):
            self._draw()
        return DONE

    def _show(self, cards: Planes) -> int:
        seat = self.turn
        laid = self.shows.laid(seat) if self.phase == DRAW else self._used[seat]
        if not contains(sub(self._hands[seat], laid), cards):
            return NOT_IN_HAND
        refusal = show(self.shows, seat, cards, self._when())
        if refusal:
            return BAD_SHOW + refusal
        self._start_action(self.phase)
        if self.phase == DRAW:
            for other in range(self.switches.players):
                self._find_options(other)
            if not self._ask_from(0):
                self._draw()
            return DONE
        self._used[seat] = add(self._used[seat], cards)
        if self.shows.hard:
            self.attacker = seat
            self._fix_trump()
        else:
            self._lay_out(self.shows.level, self.shows.trump)
            self._take_kitty(seat)
        return DONE

    def _bury(self, cards: Planes) -> int:
        if size(cards) != self.switches.kitty:
            return WRONG_NUMBER
        seat = self.turn
        self.kitty = cards
        self._hands[seat] = sub(self._hands[seat], cards)
        # Shown cards stay in the hand as long as there are other copies to bury.
        shown = overlap(self._used[seat], self._hands[seat])
        self._used[SEATS] = sub(self._used[seat], shown)
        self._used[seat] = shown
        if self.switches.style == STYLE_CALL:
            self._ask_in_turn(CHANGE, seat + 1, self.switches.players - 1)
        else:
            self._after_bury()
        return DONE

    def _name(self, cards: Planes) -> int:
        if size(cards) != 1:
            return WRONG_NUMBER
        self.named = low_bit(cards[0])
        self.partner = self.banker
        for at in range(self.switches.players - 1, 0, -1):
            seat = (self.banker + at) % self.switches.players
            if self._hands[seat][0] >> self.named & 1:
                self.partner = seat
        self._lead_next()
        return DONE

    def _play(self, cards: Planes) -> int:
        seat = self.turn
        if self.in_trick:
            if size(cards) != self.lead.size:
                return WRONG_NUMBER
            if not follows(self.order, self.lead, self._hands[seat], cards):
                return NOT_FOLLOWING
            if cards[0] & ~self.order.faces(self.lead.lane):
                self._voids[seat] |= bit(self.lead.lane)
            mine = rank(self.order, self.lead, cards, self.at_jacks)
            if beats(self.lead, mine, self.best):
                self.best = mine
                self.winner = seat
        else:
            if not cards[0]:
                return WRONG_NUMBER
            refusal = self._read_lead(cards)
            if refusal:
                return BAD_LEAD + refusal
            cards = self._stands(cards)
            last = size(self._hands[seat]) == size(cards)
            self.at_jacks = last and self.switches.jack_rules and is_jack(self.level)
            self.best = lead_rank(self.order, self.lead, cards, self.at_jacks)
            self.winner = seat
        self._lay(cards)
        return DONE

    def _read_lead(self, cards: Planes) -> int:
        return self.lead.read(
            self.order, cards, self.switches.throws, self.switches.gapped_runs, self.switches.bombs
        )

    def _stands(self, cards: Planes) -> Planes:
        """What is really played of a lead: part of it, if another hand breaks it."""
        if self.lead.units == 1 and not self.lead.gapped:
            return cards
        beaten = 0
        for at in range(1, self.switches.players):
            hand = self._hands[(self.turn + at) % self.switches.players]
            beaten |= broken(self.order, self.lead, cards, hand, self.switches.throws)
        if not beaten:
            return cards
        self._exposed[self.turn] = either(self._exposed[self.turn], cards)
        played = forced(self.order, self.lead, cards, beaten, self.switches.smallest_card)
        if self.switches.fine == FINE_THROWN:
            self._fines[self.turn] += 10 * size(cards)
        elif self.switches.fine == FINE_RETURNED:
            self._fines[self.turn] += 10 * (size(cards) - size(played))
        self._read_lead(played)
        return played

    def _lay(self, cards: Planes) -> None:
        """The cards on the table, and the trick finished if they were the last."""
        seat = self.turn
        self._hands[seat] = sub(self._hands[seat], cards)
        self._played[seat] = add(self._played[seat], cards)
        if self._exposed[seat][0]:
            self._exposed[seat] = sub(self._exposed[seat], overlap(self._exposed[seat], cards))
        self._trick[self.in_trick] = cards
        self.in_trick += 1
        if self.named >= 0 and cards[0] >> self.named & 1:
            self._tell_partner(seat)
        if self.in_trick == self.switches.players:
            self._finish_trick()
        else:
            self.turn = (seat + 1) % self.switches.players
            self._start_action(PLAY)

    def _tell_partner(self, seat: int) -> None:
        """The partner becomes known when he plays a copy, or when every copy has been seen."""
        seen = 0
        for other in range(self.switches.players):
            seen += count(self._played[other], self.named)
        if (seat == self.partner and seat != self.banker) or seen == self.switches.decks:
            self.partner_known = 1

    def _finish_trick(self) -> None:
        total = 0
        for at in range(self.switches.players):
            total += points(self._trick[at])
        self._taken[self.winner] += total
        leader = self.leader
        self.leader = self.winner
        if self._hands[0][0]:
            self._lead_next()
        else:
            self._settle(leader, total)

    def _settle(self, leader: int, trick_points: int) -> None:
        """The bonus of the last trick, and the result."""
        attackers_won = not self.is_bank_side(self.winner)
        self.adjusted = self._bonus(leader, trick_points, attackers_won)
        total = self.attackers_points()
        self.won = result(
            total,
            self.switches.take_over,
            self.switches.step,
            self.switches.cap,
            self.switches.below_zero,
        )
        by_jack = self.at_jacks and self.best >= JACKS
        self.fell = by_jack and attackers_won and self.won >= 0
        self.partner_known = 1
        self._start_action(OVER)

    def _bonus(self, leader: int, trick_points: int, attackers_won: bool) -> int:
        pairs = self.lead.lengths & LENGTH if self.lead.lengths else (1 if self.lead.pairs else 0)
        if self.switches.dig_own and not self.switches.bombs and self.winner != leader:
            own = self._trick[(self.winner - leader) % self.switches.players]
            pairs = unit_length(next_unit(self.order, self.order.lane_of(own), own))
        factor = self.switches.factor(pairs, self.lead.size)
        if self.switches.dig == DIG_LAST_TRICK:
            bonus = both_sides(trick_points, factor, self.lead.size, attackers_won)
            return bonus - trick_points if attackers_won else bonus
        if self.switches.dig != DIG_KITTY or not attackers_won or not self._kitty_counts():
            return 0
        return factor * points(self.kitty)

    def _kitty_counts(self) -> bool:
        """`hard.no-dig`: with hard trump only after an attack by the banker's own side."""
        if self.switches.style != STYLE_CALL or self.order.trump != NO_SUIT:
            return True
        if self.attacker == NOBODY or not self.switches.own_attack_digs:
            return False
        return self.is_bank_side(self.attacker)

    # What can be asked

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
        return show_option(self.shows, self.turn, number, self._when())

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

    # Tokens

    def tokens(self) -> Planes:
        """The tokens that may come next, STOP aside, as a mask of copies by face."""
        if self.phase == OVER:
            return EMPTY
        hand = self._hands[self.turn]
        if self.phase == PLAY:
            if self.in_trick:
                return follow_tokens(self.order, self.lead, hand, self.chosen, self.place)
            return lead_tokens(
                self.order,
                hand,
                self.chosen,
                self.place,
                self.switches.throws,
                self.switches.gapped_runs,
                self.switches.bombs,
            )
        if self.phase == BURY:
            return pick_tokens(self.order, hand, self.chosen, self.place, self.switches.kitty, 0)
        if self.phase == PARTNER:
            return (bit(54) - 1, 0, 0, 0)
        return self._show_tokens()

    def _show_tokens(self) -> Planes:
        """The tokens with which one of the options goes on."""
        out = EMPTY
        options = self._options[self.turn]
        for number in range(OPTIONS):
            if options >> number & 1:
                cards = self.option(number)
                if not contains(cards, self.chosen):
                    continue
                rest = sub(cards, self.chosen)
                if rest[0]:
                    face = self._first_face(rest)
                    if not self.chosen[0] >> face & 1 and self.order.place(face) >= self.place:
                        out = allow(out, face, count(rest, face))
        return out

    def _first_face(self, cards: Planes) -> int:
        """The first of the cards' faces in the row of all faces."""
        at = 0
        while not cards[0] >> self.order.face(at) & 1:
            at += 1
        return self.order.face(at)

    def may_stop(self) -> bool:
        """Whether STOP may come next."""
        if self.phase == PLAY:
            return not self.in_trick and may_lead(
                self.chosen, self.switches.throws, self.switches.gapped_runs
            )
        if self.phase in (BURY, PARTNER, OVER):
            return False
        if not self.chosen[0]:
            return True
        options = self._options[self.turn]
        for number in range(OPTIONS):
            if options >> number & 1 and same(self.option(number), self.chosen):
                return True
        return False

    def push(self, token: int) -> bool:
        """Go on with a token that may come next; whether that finished the action."""
        if token != STOP:
            face = token >> 2
            self.chosen = add(self.chosen, copies(face, (token & 3) + 1))
            self.place = self.order.place(face) + 1
            if not self._is_whole():
                return False
        self.act(self.chosen)
        return True

    def _is_whole(self) -> bool:
        """Whether the chosen cards are as many as the action has."""
        if self.phase == PARTNER:
            return True
        if self.phase == BURY:
            return size(self.chosen) == self.switches.kitty
        following = self.phase == PLAY and self.in_trick > 0
        return following and size(self.chosen) == self.lead.size

    # Luck

    def by_luck(self, dice: Dice) -> Planes:
        """A random action for the seat whose turn it is."""
        hand = self._hands[self.turn]
        if self.phase == PLAY:
            if self.in_trick:
                return follow_by_luck(self.order, self.lead, hand, dice)
            return lead_by_luck(self.order, hand, self.switches.throws, self.switches.bombs, dice)
        if self.phase == BURY:
            return dice.cards(hand, self.switches.kitty)
        if self.phase == PARTNER:
            return copies(dice.below(54), 1)
        options = self._options[self.turn]
        if not options or dice.below(2):
            return EMPTY
        return self.option(low_bit(dice.one_of(options)))

    def play_out(self, dice: Dice) -> int:
        """Play the deal to its end by luck, every action checked; how many plays that were."""
        plays = 0
        while self.phase != OVER:
            plays += self.phase == PLAY
            if self.act(self.by_luck(dice)) != DONE:
                return -1
        return plays

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


def play_deals(deal: RawDeal, dice: Dice, deals: int) -> int:
    """Play so many deals of one match after the other by luck, from the shuffle to the promotion.

    How many plays that were, or -1 if one was refused. Other threads can run meanwhile.
    """
    with unlocked:
        return _play_deals(deal, dice, deals)


def _play_deals(deal: RawDeal, dice: Dice, deals: int) -> int:
    plays = 0
    for _ in range(deals):
        if deal.winners:
            deal.new_match(dice.below(deal.switches.players))
        deal.shuffle(dice)
        more = deal.play_out(dice)
        if more < 0:
            return -1
        plays += more
        deal.count_deal()
    return plays
