"""What a seat finds on the table: who is with it, what is led, what would win.

Legal follows are not listed here, since there can be thousands: `cheapest` builds the one that a
liking for cards asks for, and `winners` those of the winning ones that are worth a thought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..cards import RANKS, SUITS, Card, Cards
from ..cards import planes as masks
from ..cards.planes import Planes
from ..deal.actions import NamePartner
from ..deal.turn import choices, terms_of
from ..deal.view import View
from ..rules import choices as plays
from ..rules import follow, supply, trick, units
from ..rules.order import TRUMPS
from ..verdicts import Shape, read_lead
from ..verdicts.terms import Terms

PLAIN = range(4)
Liking = Callable[[int], float | tuple[float, ...]]


def same_side(view: View, other: int) -> bool:
    """Whether the seat knows another one to be on its side."""
    seat = view.seat
    if other == seat:
        return True
    ruleset = view.ruleset
    if ruleset.partners == "fixed":
        return ruleset.same_side(seat, other)
    bank = bank_side(view)
    if seat in bank or friends_known(view):
        return (seat in bank) == (other in bank)
    return other == view.banker and joins(view)


def bank_side(view: View) -> set[int | None]:
    """The seats that all know to be on the banker's side, where partners are called."""
    return {view.banker, *(friend.seat for friend in view.friends if friend.seat is not None)}


def friends_known(view: View) -> bool:
    """Whether all know who is a friend of the banker."""
    return all(friend.seat is not None for friend in view.friends)


def joins(view: View) -> bool:
    """Whether the seat holds a card that makes it a friend, or may do so."""
    open_cards = {friend.card for friend in view.friends if friend.seat is None}
    return any(card in view.hand for card in open_cards)


def allied(view: View, one: int, other: int) -> bool | None:
    """Whether two seats are on one side, or None while a called partner is secret."""
    ruleset = view.ruleset
    if ruleset.partners == "fixed":
        return one == other or ruleset.same_side(one, other)
    bank = bank_side(view)
    if not friends_known(view) and not (one in bank and other in bank):
        return None
    return (one in bank) == (other in bank)


def first_show(view: View, enough: int) -> Cards:
    """The first show of a suit with enough cards in the hand, while nobody has shown any."""
    suits = [card.suit for card in view.hand]
    for cards in view.options if not view.shows else ():
        shown = {card.suit for card in cards} - {"X"}
        if shown and suits.count(min(shown)) >= enough:
            return cards
    return Cards()


def in_lane(terms: Terms, cards: Planes, lane: int) -> Planes:
    """The cards of one lane."""
    return masks.restrict(cards, terms.order.faces(lane))


def strength(terms: Terms, face: int) -> int:
    """How strong a card is: its step, trumps above all plain cards."""
    order = terms.order
    return order.step(face) + (13 if order.lane(face) == TRUMPS else 0)


def total(terms: Terms, cards: Planes) -> int:
    """The strength of several cards."""
    return sum(strength(terms, face) for face in faces_of(cards))


def point(face: int) -> int:
    """The points of a card."""
    return masks.points(masks.copies(face, 1))


def friend_card(view: View) -> NamePartner:
    """The highest plain card that may be named, if possible one of which others hold enough.

    Where the play of a copy counts, the first that the seat does not play itself.
    """
    terms, own = terms_of(view), view.hand + (view.kitty or Cards())
    may = set(choices(view))
    faces = [Card.parse(suit + rank) for rank in reversed(RANKS) for suit in SUITS]
    names = [
        (card, copy)
        for card in faces
        if terms.order.lane(card.face) != TRUMPS
        for copy in range(1, view.ruleset.decks + 1)
        if Cards.of([card] * copy) in may
    ]
    free = [(card, copy) for card, copy in names if card not in own]
    card, copy = (free or names)[0]
    return NamePartner(view.seat, card, copy)


def lane_units(terms: Terms, lane: int, cards: Planes) -> Iterator[Planes]:
    """Every unit of a lane's cards that may be led, singles included."""
    faces = cards[0]
    while faces:
        face = faces.bit_length() - 1
        faces ^= 1 << face
        yield masks.copies(face, 1)
    yield from plays.units(terms.order, lane, cards, bombs=terms.ruleset.bombs)


def faces_of(cards: Planes) -> Iterator[int]:
    """The faces of the cards, copies one by one."""
    for plane in cards:
        rest = plane
        while rest:
            face = rest.bit_length() - 1
            rest ^= 1 << face
            yield face


class Table:
    """A trick that others have begun, as the seat to follow sees it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.terms = terms = terms_of(view)
        self.hand = view.hand.planes
        first, *laid = view.trick
        shape = read_lead(terms, first)
        assert isinstance(shape, Shape)
        self.shape, self.led = shape, shape.lead
        self.size = len(first)
        self.held = in_lane(terms, self.hand, shape.lane)
        self.is_last = masks.size(self.hand) == self.size
        self._at_jacks = trick.ranks_jacks(terms.switches, terms.order.level, self.is_last)
        players, leader = terms.ruleset.players, view.leader
        assert leader is not None
        self.leader = leader
        self.winner = leader
        self.points = first.points + sum(cards.points for cards in laid)
        self.best = trick.lead_rank(terms.order, self.led, first.planes, self._at_jacks)
        self.standing = first.planes
        self.counts = view.seat not in view.discards
        for at, cards in enumerate(laid, start=1):
            seat = (leader + at) % players
            if cards and seat not in view.discards:
                best = self.best_with(cards.planes)
                if best != self.best:
                    self.best, self.standing, self.winner = best, cards.planes, seat
        own = (view.seat - leader) % players
        self.after = [
            (leader + at) % players
            for at in range(own + 1, players)
            if at > len(laid) or not laid[at - 1]
        ]
        self.friendly = same_side(view, self.winner)

    def rank(self, cards: Planes) -> int:
        """How high a play stands against the lead."""
        return trick.rank(self.terms.order, self.led, cards, self._at_jacks)

    def beats(self, cards: Planes) -> bool:
        """Whether a play of the seat would win so far."""
        return self.counts and self.best_with(cards) != self.best

    def best_with(self, cards: Planes) -> int:
        """The best rank if these cards were played too."""
        return trick.best_after(
            self.terms.order, self.led, self.best, self.standing, cards, self._at_jacks
        )

    def cheapest(self, cost: Liking) -> Planes:
        """The legal follow that takes the cards of least cost first, as far as it may."""
        short = self.size - masks.size(self.held)
        if short >= 0:
            rest = sorted(faces_of(masks.sub(self.hand, self.held)), key=cost)
            return _together(self.held, rest[:short])
        order, chosen = self.terms.order, masks.EMPTY
        owed = follow.owes(order, self.led, self.held)
        spare = self.size - supply.owed_size(owed)
        cards = sorted(faces_of(self.held), key=cost)
        if spare == self.size:
            return _together(chosen, cards[: self.size])
        for face in cards:
            more = masks.add(chosen, masks.copies(face, 1))
            most = supply.most_kept(order, self.led, self.held, more, owed)
            if masks.size(more) - most <= spare:
                chosen = more
            if masks.size(chosen) == self.size:
                break
        return chosen

    def winners(self) -> Iterator[Planes]:
        """Winning plays: of every unit that wins, or of every top a ruff of a throw may have."""
        if not self.counts:
            return
        if masks.size(self.held) < self.size:
            if masks.size(self.held) or self.shape.lane == TRUMPS:
                return
            lane, cards = TRUMPS, in_lane(self.terms, self.hand, TRUMPS)
            if masks.size(cards) < self.size:
                return
        else:
            lane, cards = self.shape.lane, self.held
        if self.led.units > 1:
            found = self._ruffs(cards) if lane == TRUMPS != self.shape.lane else iter(())
        else:
            found = self._units(lane, cards)
        for play in found:
            if self.beats(play):
                yield play

    def _units(self, lane: int, cards: Planes) -> Iterator[Planes]:
        for unit in lane_units(self.terms, lane, cards):
            if masks.size(unit) == self.size and (
                lane != self.shape.lane or follow.follows(self.terms.order, self.led, cards, unit)
            ):
                yield unit

    def _ruffs(self, cards: Planes) -> Iterator[Planes]:
        """For each place of the longest led unit, low trumps that split as was led."""
        order = self.terms.order
        shapes = [follow.led_unit(order, self.led, at) for at in range(self.led.units)]
        longest, *others = [(max(width, 1), max(ranks, 1)) for width, ranks in shapes]
        low = sorted(faces_of(cards), key=order.step)
        for step in self._places(cards, longest):
            taken = self._unit(cards, longest, step)
            for shape in others:
                left = masks.sub(cards, taken)
                lowest = next(self._places(left, shape), None) if shape[0] > 1 else None
                if lowest is not None:
                    taken = masks.add(taken, self._unit(left, shape, lowest))
            yield _filled(taken, low, cards, self.size)

    def _places(self, cards: Planes, shape: tuple[int, int]) -> Iterator[int]:
        """The lowest steps of the trump units of that width and length, upwards."""
        width, length = shape
        begins = units.starts(self.terms.order.steps(TRUMPS, masks.plane(cards, width)), length)
        return (step for step in range(begins.bit_length()) if begins >> step & 1)

    def _unit(self, cards: Planes, shape: tuple[int, int], step: int) -> Planes:
        return follow.lowest_unit(self.terms.order, TRUMPS, cards, shape[0], step, shape[1])


def _filled(taken: Planes, low: list[int], cards: Planes, size: int) -> Planes:
    """The cards taken, with the lowest of the others up to the size."""
    left = masks.sub(cards, taken)
    for face in low:
        if masks.size(taken) >= size:
            break
        if left[0] >> face & 1:
            left = masks.sub(left, masks.copies(face, 1))
            taken = masks.add(taken, masks.copies(face, 1))
    return taken


def _together(cards: Planes, faces: list[int]) -> Planes:
    for face in faces:
        cards = masks.add(cards, masks.copies(face, 1))
    return cards
