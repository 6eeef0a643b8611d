"""What always holds in a deal at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from ...cards import JOKER_LEVEL, NO_TRUMP, SUITS, Card, Cards
from ...cards import planes as masks
from ...cards.planes import EMPTY, FACES, Planes
from ...deal import Deal, from_here
from ...deal.actions import Bury, NamePartner, Pass
from ...deal.moment import Friend
from ...deal.phase import BURY, CALL, CHANGE, COUNT, DRAW, NAME, OVER, PARTNER, PLAY, SHOWING, STEAL
from ...verdicts import Shape, read_lead
from ...verdicts.score import ATTACKERS, BANKERS, dig, result
from .sums import Sums, outcome, sums

_PHASES = (DRAW, NAME, CALL, BURY, CHANGE, STEAL, PARTNER, PLAY, COUNT, OVER)
_POINTS_PER_DECK = 100


class Checker:
    """Checks the states of a deal in order; sums are carried over from the state before."""

    def __init__(self) -> None:
        self._sums: Sums | None = None

    def broken(self, deal: Deal) -> list[str]:
        """Everything that does not hold in this state; [] if it is sound."""
        self._sums = sums(deal, self._sums)
        found = []
        for name, check in CHECKS.items():
            found += [f"{name}: {what}" for what in check(deal, self._sums)]
        return found


def broken(deal: Deal) -> list[str]:
    """Everything that does not hold in this state, summed up from scratch; [] if it is sound."""
    return Checker().broken(deal)


def _undrawn(deal: Deal) -> bool:
    """Whether the kitty is not laid out yet."""
    broken_off = _no_kitty(deal) and deal.holder is None
    return deal.drawn < len(deal.deck) - deal.ruleset.kitty or deal.phase == DRAW or broken_off


def _no_kitty(deal: Deal) -> bool:
    """Whether the deal ended while the kitty was undrawn, or in a hand."""
    return deal.phase == OVER and deal.ruleset.kitty > 0 and not deal.kitty


def _taken_up(deal: Deal) -> bool:
    """Whether the kitty is in the hand of a seat that has to bury, or had to when it ended."""
    return deal.holder is not None and (deal.phase == BURY or _no_kitty(deal))


def _cards(deal: Deal, sums: Sums) -> Iterator[str]:
    """Hands, kitty, table, finished tricks and the undrawn cards are the decks."""
    decks = deal.ruleset.decks
    total = EMPTY
    places = [cards.planes for cards in (*deal.hands, deal.kitty, *deal.trick)]
    places += sums.laid
    if sums.overfull:
        yield f"the tricks hold a card more often than {decks} decks do"
    if _undrawn(deal):
        places.append(sums.rests[deal.drawn])
    for planes in places:
        total = masks.add(total, planes)
    # A fifth copy does not show here, but then another card is missing, or a hand is too large.
    full = _full(decks)
    if total != full:
        there = _common(full, total)
        too_many, missing = masks.sub(total, there), masks.sub(full, there)
        yield f"{Cards(missing)} is missing, {Cards(too_many)} is there too often"


@lru_cache
def _full(decks: int) -> Planes:
    full = EMPTY
    for _ in range(decks):
        full = masks.add(full, ((1 << FACES) - 1, 0, 0, 0))
    return full


def _common(a: Planes, b: Planes) -> Planes:
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


def _hands(deal: Deal, sums: Sums) -> Iterator[str]:
    """Every hand and the kitty have the size that the phase gives them."""
    r = deal.ruleset
    if len(deal.hands) != r.players:
        yield f"{len(deal.hands)} hands for {r.players} players"
        return
    sizes = [r.hand_size] * r.players
    kitty = 0 if _undrawn(deal) or _taken_up(deal) else r.kitty
    if _undrawn(deal):
        order = from_here(deal.setup.first_seat, r.players)
        for at, seat in enumerate(order):
            sizes[seat] = (deal.drawn - at + r.players - 1) // r.players
    if _taken_up(deal):
        assert deal.holder is not None
        sizes[deal.holder] += r.kitty
    for at, cards in enumerate(deal.trick):
        sizes[(deal.leader + at) % r.players] -= len(cards)
    for seat, hand in enumerate(deal.hands):
        size = sizes[seat] - masks.size(sums.laid[seat])
        if len(hand) != size:
            yield f"seat {seat} holds {len(hand)} cards, not {size}"
    if len(deal.kitty) != kitty:
        yield f"the kitty has {len(deal.kitty)} cards, not {kitty}"


def _shown(deal: Deal, _: Sums) -> Iterator[str]:
    """Shown cards are with the seat that showed them, or where the call style puts them."""
    r = deal.ruleset
    if len(deal.hands) != r.players:
        return
    places = [*deal.hands, deal.kitty]
    for at, shown in enumerate(deal.used if deal.phase in (CALL, BURY, CHANGE) else ()):
        if not shown <= places[at]:
            yield f"{shown} was shown and is not where it should lie ({at})"
    for seat in range(r.players if deal.phase == DRAW else 0):
        shows = [show.cards for show in deal.contest.shows if show.seat == seat]
        left = deal.hands[seat]
        for cards in shows:
            if not cards <= left:
                yield f"seat {seat} showed {', '.join(map(str, shows))} and does not hold it"
                break
            left -= cards


def _exposed(deal: Deal, _: Sums) -> Iterator[str]:
    """Cards of a hand that everybody has seen stay in it until they are played."""
    for seat, (known, hand) in enumerate(zip(deal.exposed, deal.hands, strict=False)):
        if not known <= hand:
            yield f"seat {seat} laid {known} open and does not hold it"


def _points(deal: Deal, sums: Sums) -> Iterator[str]:
    """The points of the decks are in tricks, hands, kitty and on the table."""
    r = deal.ruleset
    if not deal.taken:
        if deal.finished or deal.phase in (PLAY, COUNT):
            yield "nobody's points are counted"
        return
    if len(deal.taken) != r.players or len(deal.fines) != r.players:
        yield f"points of {len(deal.taken)} and fines of {len(deal.fines)} seats"
        return
    held = sum(hand.points for hand in deal.hands) + deal.kitty.points
    table = sum(cards.points for cards in deal.trick)
    total = sum(deal.taken) + held + table
    if total != _POINTS_PER_DECK * r.decks:
        yield f"{total} points of {_POINTS_PER_DECK * r.decks}"
    won = list(sums.won)
    won[deal.leader % r.players] += sums.last
    if tuple(won) != deal.taken:
        yield f"the tricks won hold {won} points, {list(deal.taken)} are counted"
    for seat, fine in enumerate(deal.fines):
        if fine < 0 or fine % 10 or (fine and r.throw_penalty == "none"):
            yield f"seat {seat} is fined {fine}"
    if deal.adjusted and r.enforcement == "strict" and deal.phase != OVER:
        yield f"{deal.adjusted} points were added though nobody dug"


def _action(deal: Deal, _: Sums) -> Iterator[str]:
    """The seat that has to act can act; in a finished deal nobody has to."""
    if deal.phase not in _PHASES:
        yield f"there is no phase {deal.phase!r}"
        return
    if deal.phase in (*SHOWING, NAME, COUNT) and not deal.asking:
        yield f"nobody is asked while in phase {deal.phase}"
        return
    seat = deal.turn
    if deal.phase == OVER:
        return
    if seat is None or not 0 <= seat < len(deal.hands):
        yield f"it is the turn of {seat}"
        return
    if deal.phase == PLAY:
        if deal.terms is None or not deal.plays().count():
            yield f"seat {seat} has no legal play"
        return
    yield from _may_speak(deal, seat)


def _may_speak(deal: Deal, seat: int) -> Iterator[str]:
    """What is offered before the play is accepted."""
    hand = deal.hands[seat]
    if deal.phase == BURY:
        cards = Cards.of(list(hand)[: deal.ruleset.kitty])
        if deal.refuses(Bury(seat, cards)) is not None:
            yield f"seat {seat} may not bury {cards}"
    elif deal.phase == PARTNER:
        names = (NamePartner(seat, Card(face)) for face in range(FACES))
        if all(deal.refuses(name) is not None for name in names):
            yield f"seat {seat} may not name any card"
    else:
        if deal.refuses(Pass(seat)) is not None:
            yield f"seat {seat} may not pass"
        if deal.phase == DRAW and not deal.options[seat]:
            yield f"seat {seat} is asked and has nothing to show"
        for cards in deal.options[seat] if deal.options else ():
            if not cards <= hand:
                yield f"{cards} is offered to seat {seat}, which does not hold it"


def _trump(deal: Deal, sums: Sums) -> Iterator[str]:
    """Level, trump, banker and partner fit each other and what the match handed over."""
    r, terms, banker = deal.ruleset, deal.terms, deal.banker
    if terms is None:
        if deal.phase in (PARTNER, PLAY, COUNT) or deal.trick or deal.finished:
            yield "trump is not fixed"
        return
    if banker is None or not 0 <= banker < r.players:
        yield f"the banker is {banker}"
        return
    if terms.level not in r.ladder or terms.level != deal.setup.level_of(banker):
        yield f"level {terms.level}, where the banker stands at {deal.setup.level_of(banker)}"
    if terms.trump not in (*SUITS, NO_TRUMP) or (
        terms.level == JOKER_LEVEL and terms.trump != NO_TRUMP
    ):
        yield f"trump {terms.trump} at level {terms.level}"
    if deal.setup.banker not in (None, banker):
        yield f"the bank went from {deal.setup.banker} to {banker} by declaring"
    shown = deal.contest.trump
    if shown is not None and shown != terms.trump:
        yield f"{shown} was declared and {terms.trump} is trump"
    if r.declare_style != "call" and not r.steal and deal.holder != banker:
        yield f"the kitty is with {deal.holder}, the bank with {banker}"
    named = len(deal.friends)
    if named > r.friend_count or (bool(deal.taken) and named < r.friend_count):
        yield f"{named} friends are called, {r.friend_count} must be"
    for friend in deal.friends:
        yield from _friend(deal, sums, banker, friend)


def _friend(deal: Deal, sums: Sums, banker: int, friend: Friend) -> Iterator[str]:
    """A friend is who the named card makes one, and known when they must be."""
    players, named = deal.ruleset.players, friend.card
    seen = [masks.count(planes, named.face) for planes in sums.laid]
    for at, cards in enumerate(deal.trick):
        seen[(deal.leader + at) % players] += cards.count(named)
    out = sum(seen) == deal.ruleset.decks or deal.settled is not None
    if deal.ruleset.friend_by == "holder":
        others = from_here(banker, players)[1:]
        holders = [seat for seat in others if deal.hands[seat].count(named) + seen[seat]]
        right = holders[0] if holders else banker
        known = out or (right != banker and seen[right] > 0)
        if friend.seat != right:
            yield f"the friend is {friend.seat}, {named} makes it {right}"
            return
    else:
        counted = sum(seen) - (0 if deal.ruleset.self_friend else seen[banker])
        known = out or counted >= friend.copy
        if (friend.seat is not None) != known:
            yield f"{counted} of {named} were played, the friend is {friend.seat}"
    if deal.phase in (PLAY, COUNT) or deal.settled:
        if known and not friend.known:
            yield f"{named} was seen and the friend is not known"
        if friend.known and not known and deal.ruleset.enforcement == "strict":
            yield "the friend is known too early"


def _tricks(deal: Deal, sums: Sums) -> Iterator[str]:
    """Tricks are whole, their plays equal in size, and the winner leads to the next."""
    players = deal.ruleset.players
    yield from sums.faults
    whole = len(deal.trick) >= players and all(deal.trick)
    if len({len(cards) for cards in deal.trick if cards}) > 1 or whole:
        yield f"on the table lie {', '.join(map(str, deal.trick))}"
    if (deal.lead is None) != (not deal.trick):
        yield f"the lead is {deal.lead and deal.lead.cards} with {len(deal.trick)} plays"
    elif deal.lead is not None and deal.lead.cards != deal.trick[0]:
        yield f"the lead is {deal.lead.cards}, on the table lies {deal.trick[0]}"
    first = deal.finished[0][0] if deal.finished else deal.leader
    if deal.terms is not None and first != deal.banker:
        yield f"seat {first} led first, the banker is {deal.banker}"
    sure = not deal.trick or deal.ruleset.enforcement == "strict"
    if deal.finished and sure and deal.leader != sums.leader:
        yield f"seat {deal.leader} leads, which did not win the last trick"


def _wrong(deal: Deal, _: Sums) -> Iterator[str]:
    """A play that is remembered as wrong lies where it was played; strictly there is none."""
    if deal.wrong and deal.ruleset.enforcement == "strict":
        yield f"{deal.wrong[0].cards} was played against the rules"
    tricks = (*deal.finished, (deal.leader, deal.trick))
    for wrong in deal.wrong:
        leader, plays = tricks[wrong.trick]
        if wrong.cards not in plays[(wrong.seat - leader) % deal.ruleset.players :][:1]:
            yield f"{wrong.cards} of seat {wrong.seat} is held against it and was not played"


def _result(deal: Deal, _: Sums) -> Iterator[str]:
    """A finished deal is void or settled, and settled by its points."""
    settled = deal.settled
    void = deal.redeal is not None or deal.disqualified is not None
    if (deal.phase == OVER) != (settled is not None or void):
        yield f"phase {deal.phase}, settled {settled}, void {deal.redeal}"
    if settled is None:
        return
    if void:
        yield f"settled and void ({deal.redeal}) at once"
    played = deal.terms is not None and deal.banker is not None and bool(deal.taken)
    if not played:
        if deal.ruleset.enforcement == "strict":
            yield "settled before it was played"
        return
    if settled.attackers != deal.attackers_points:
        yield f"settled with {settled.attackers} points, not {deal.attackers_points}"
    if any(deal.hands) or not deal.finished:
        if deal.ruleset.enforcement == "strict":
            yield "settled with cards in the hands"
        return
    if deal.ruleset.enforcement == "strict":
        yield from settled_by_points(deal)


def settled_by_points(deal: Deal) -> Iterator[str]:
    """What is wrong with the result of a deal that was played to its last trick."""
    assert deal.settled is not None
    assert deal.terms is not None
    won = outcome(deal, -1, last=True)
    if won is None:
        yield "the last trick cannot be judged"
        return
    if deal.ruleset.enforcement == "strict":
        bonus = _bonus(deal)
        if deal.adjusted != bonus:
            yield f"the last trick added {deal.adjusted} points, not {bonus}"
    by_jack = won.by_jack and deal.leader not in deal.bank_side
    expected = result(
        deal.ruleset, deal.settled.attackers, level=deal.terms.level, last_jack_dig=by_jack
    )
    rules = deal.ruleset
    if (
        expected.side == BANKERS
        and rules.small_side_bonus
        and len(deal.bank_side) < 1 + rules.friend_count
    ):
        expected = replace(expected, levels=expected.levels + 1)
    if deal.settled.result != expected:
        yield f"the result is {deal.settled.result}, not {expected}"


def _bonus(deal: Deal) -> int:
    """What the last trick adds to the attackers' points, its own points aside."""
    assert deal.terms is not None
    plays = deal.finished[-1][1]
    lead = read_lead(deal.terms, plays[0])
    assert isinstance(lead, Shape)
    side = BANKERS if deal.leader in deal.bank_side else ATTACKERS
    attacked_by = None
    if deal.attacker is not None:
        attacked_by = BANKERS if deal.attacker in deal.bank_side else ATTACKERS
    bonus = dig(
        deal.terms, lead, plays[1:], deal.kitty, winner_side=side, attacked_by=attacked_by
    ).points
    if deal.ruleset.dig == "last_trick" and side == ATTACKERS:
        bonus -= sum(cards.points for cards in plays)
    return bonus


CHECKS: dict[str, Callable[[Deal, Sums], Iterator[str]]] = {
    "cards": _cards,
    "hands": _hands,
    "shown": _shown,
    "exposed": _exposed,
    "points": _points,
    "action": _action,
    "trump": _trump,
    "tricks": _tricks,
    "wrong": _wrong,
    "result": _result,
}
