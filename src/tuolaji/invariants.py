"""What always holds in a deal and between deals, checked on values.

`broken(deal)` looks at one moment, `broken_step` at one action and its events, `broken_match` at
what a finished deal made of the match. Each gives a list of what does not hold, `check: what`;
an empty list is a sound state. Nothing is raised: that is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .actions import Bury, Declare, NamePartner, Pass
from .cards import JOKER_LEVEL, NO_TRUMP, SUITS, Card, Cards
from .deal import Deal
from .events import Drawn, Event, Fouled, Played, TakenBack, ThrowFailed, TrickReopened, TrickWon
from .kernel import planes as masks
from .kernel.planes import EMPTY, FACES, Planes
from .match import Match
from .phases.play import competing
from .phases.state import BURY, CALL, CHANGE, COUNT, DRAW, NAME, OVER, PARTNER, PLAY, from_here
from .play import Shape, Trick, read_lead, trick
from .score import ATTACKERS, BANKERS, dig, result

_PHASES = (DRAW, NAME, CALL, BURY, CHANGE, PARTNER, PLAY, COUNT, OVER)
_POINTS_PER_DECK = 100


def broken(deal: Deal) -> list[str]:
    """Everything that does not hold in this state; [] if it is sound."""
    return [f"{name}: {what}" for name, check in CHECKS.items() for what in check(deal)]


@dataclass(frozen=True)
class _Sum:
    """Plays added up: the cards, how many in each play, their points, and if they fit together."""

    planes: Planes
    sizes: tuple[int, ...]
    points: int
    fits: bool


@lru_cache(maxsize=1024)
def _sum(plays: tuple[Cards, ...], decks: int) -> _Sum:
    total, fits = EMPTY, True
    for cards in plays:
        fits = fits and not masks.overflow(total, cards.planes, decks)
        total = masks.add(total, cards.planes)
    return _Sum(total, tuple(map(len, plays)), sum(cards.points for cards in plays), fits)


def _sums(deal: Deal) -> Iterator[tuple[int, _Sum]]:
    """The leader and the sum of every finished trick, then of the one on the table."""
    decks = deal.ruleset.decks
    for leader, plays in deal.finished:
        yield leader, _sum(plays, decks)
    yield deal.leader, _sum(deal.trick, decks)


def _undrawn(deal: Deal) -> bool:
    """Whether the kitty is not laid out yet."""
    broken_off = _no_kitty(deal) and deal.holder is None
    return deal.drawn < len(deal.deck) - deal.ruleset.kitty or deal.phase == DRAW or broken_off


def _no_kitty(deal: Deal) -> bool:
    """Whether the deal ended while the kitty was undrawn, or in a hand."""
    return deal.phase == OVER and deal.ruleset.kitty > 0 and not deal.kitty


def _cards(deal: Deal) -> Iterator[str]:
    """Hands, kitty, table, finished tricks and the undrawn cards are the decks."""
    decks = deal.ruleset.decks
    total = EMPTY
    places = [hand.planes for hand in deal.hands] + [deal.kitty.planes]
    for _, part in _sums(deal):
        places.append(part.planes)
        if not part.fits:
            yield f"a trick holds a card more often than {decks} decks do"
    if _undrawn(deal):
        places += [masks.copies(card.face, 1) for card in deal.deck[deal.drawn :]]
    for planes in places:
        if masks.overflow(total, planes, decks):
            yield f"{Cards(planes)} is there more often than {decks} decks hold it"
        total = masks.add(total, planes)
    full = _full(decks)
    if total != full:
        missing = masks.sub(full, _common(full, total))
        yield f"{Cards(missing)} is missing"


@lru_cache
def _full(decks: int) -> Planes:
    full = EMPTY
    for _ in range(decks):
        full = masks.add(full, ((1 << FACES) - 1, 0, 0, 0))
    return full


def _common(a: Planes, b: Planes) -> Planes:
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


def _hands(deal: Deal) -> Iterator[str]:
    """Every hand and the kitty have the size that the phase gives them."""
    r = deal.ruleset
    if len(deal.hands) != r.players:
        yield f"{len(deal.hands)} hands for {r.players} players"
        return
    sizes = [r.hand_size] * r.players
    burying = deal.holder is not None and (deal.phase == BURY or _no_kitty(deal))
    kitty = 0 if _undrawn(deal) or burying else r.kitty
    if _undrawn(deal):
        order = from_here(deal.setup.first_seat, r.players)
        for at, seat in enumerate(order):
            sizes[seat] = (deal.drawn - at + r.players - 1) // r.players
    if burying and deal.holder is not None:
        sizes[deal.holder] += r.kitty
    for leader, part in _sums(deal):
        for at, size in enumerate(part.sizes):
            sizes[(leader + at) % r.players] -= size
    for seat, hand in enumerate(deal.hands):
        if len(hand) != sizes[seat]:
            yield f"seat {seat} holds {len(hand)} cards, not {sizes[seat]}"
    if len(deal.kitty) != kitty:
        yield f"the kitty has {len(deal.kitty)} cards, not {kitty}"


def _shown(deal: Deal) -> Iterator[str]:
    """Shown cards lie with who showed them, or where the call style says they went."""
    r = deal.ruleset
    if len(deal.hands) != r.players:
        return
    places = [*deal.hands, deal.kitty]
    for at, shown in enumerate(deal.used if deal.phase in (CALL, BURY, CHANGE) else ()):
        if not shown <= places[at]:
            yield f"{shown} was shown and is not where it should lie ({at})"
    for seat in range(r.players if deal.phase == DRAW else 0):
        shows = tuple(show.cards for show in deal.contest.shows if show.seat == seat)
        shown_here = _sum(shows, r.decks)
        if not shown_here.fits or not Cards(shown_here.planes) <= deal.hands[seat]:
            yield f"seat {seat} showed {', '.join(map(str, shows))} and does not hold it"


def _points(deal: Deal) -> Iterator[str]:
    """The points of the decks are in tricks, hands, kitty and on the table."""
    r = deal.ruleset
    if not deal.taken:
        if deal.finished or deal.phase == PLAY:
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
    won = [0] * r.players
    leaders = [leader for leader, _ in (*deal.finished, (deal.leader, ()))][1:]
    for (_, plays), winner in zip(deal.finished, leaders, strict=True):
        won[winner % r.players] += _sum(plays, r.decks).points
    if tuple(won) != deal.taken:
        yield f"the tricks won hold {won} points, {list(deal.taken)} are counted"
    for seat, fine in enumerate(deal.fines):
        if fine < 0 or fine % 10 or (fine and r.throw_penalty == "none"):
            yield f"seat {seat} is fined {fine}"
    if deal.adjusted and r.enforcement == "strict" and deal.phase != OVER:
        yield f"{deal.adjusted} points were added though nobody dug"


def _action(deal: Deal) -> Iterator[str]:
    """Who has to act can act; a finished deal asks nobody."""
    if deal.phase not in _PHASES:
        yield f"there is no phase {deal.phase!r}"
        return
    if deal.phase in (DRAW, NAME, CALL, CHANGE, COUNT) and not deal.asking:
        yield f"nobody is asked while in phase {deal.phase}"
        return
    seat = deal.turn
    if deal.phase == OVER:
        return
    if seat is None or not 0 <= seat < deal.ruleset.players:
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
        if deal.refuses(NamePartner(seat, Card(0))) is not None:
            yield f"seat {seat} may not name S2"
    else:
        if deal.refuses(Pass(seat)) is not None:
            yield f"seat {seat} may not pass"
        if deal.phase == DRAW and not deal.options[seat]:
            yield f"seat {seat} is asked and has nothing to show"
        for cards in deal.options[seat] if deal.options else ():
            if not cards <= hand:
                yield f"{cards} is offered to seat {seat}, which does not hold it"


def _trump(deal: Deal) -> Iterator[str]:
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
    if r.declare_style != "call" and deal.holder != banker:
        yield f"the kitty is with {deal.holder}, the bank with {banker}"
    if (deal.named is None) != (deal.partner is None):
        yield f"named {deal.named}, partner {deal.partner}"
    elif deal.named is not None:
        yield from _partner(deal, banker, deal.named)


def _partner(deal: Deal, banker: int, named: Card) -> Iterator[str]:
    """The partner is the nearest holder after the banker, and known when he must be."""
    players = deal.ruleset.players
    copies = [hand.count(named) for hand in deal.hands]
    seen = [0] * players
    for leader, plays in (*deal.finished, (deal.leader, deal.trick)):
        for at, cards in enumerate(plays):
            seen[(leader + at) % players] += cards.count(named)
    others = from_here(banker, players)[1:]
    holders = [seat for seat in others if copies[seat] + seen[seat]]
    partner = holders[0] if holders else banker
    if deal.partner != partner:
        yield f"the partner is {deal.partner}, {named} makes it {partner}"
        return
    showed = partner != banker and seen[partner] > 0
    known = showed or sum(seen) == deal.ruleset.decks or deal.settled is not None
    if deal.phase == PLAY or deal.settled:
        if known and not deal.partner_known:
            yield f"{named} was seen and the partner is not known"
        if deal.partner_known and not known and deal.ruleset.enforcement == "strict":
            yield "the partner is known too early"


def _outcome(deal: Deal, *, last: bool) -> Trick | None:
    """What the last finished trick comes to by the rules."""
    if deal.terms is None:
        return None
    _, plays = deal.finished[-1]
    lead = read_lead(deal.terms, plays[0])
    if not isinstance(lead, Shape):
        return None
    return trick(deal.terms, lead, competing(deal, *deal.finished[-1]), last=last)


def _tricks(deal: Deal) -> Iterator[str]:
    """Tricks are whole, their plays equal in size, and the winner leads to the next."""
    players = deal.ruleset.players
    for number, (leader, plays) in enumerate(deal.finished, start=1):
        if not 0 <= leader < players:
            yield f"trick {number} was led by {leader}"
        if len(plays) != players:
            yield f"trick {number} has {len(plays)} plays"
        if len(set(_sum(plays, deal.ruleset.decks).sizes)) != 1 or not plays[0]:
            yield f"the plays of trick {number} differ in size: {', '.join(map(str, plays))}"
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
    if deal.finished and (not deal.trick or deal.ruleset.enforcement == "strict"):
        won = _outcome(deal, last=not any(deal.hands))
        leader = deal.finished[-1][0]
        if won is None or (leader + won.winner) % players != deal.leader:
            yield f"seat {deal.leader} leads, which did not win the last trick"


def _wrong(deal: Deal) -> Iterator[str]:
    """A play that is remembered as wrong lies where it was played; strictly there is none."""
    if deal.wrong and deal.ruleset.enforcement == "strict":
        yield f"{deal.wrong[0].cards} was played against the rules"
    tricks = (*deal.finished, (deal.leader, deal.trick))
    for wrong in deal.wrong:
        leader, plays = tricks[wrong.trick]
        if wrong.cards not in plays[(wrong.seat - leader) % deal.ruleset.players :][:1]:
            yield f"{wrong.cards} of seat {wrong.seat} is held against it and was not played"


def _result(deal: Deal) -> Iterator[str]:
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
        yield from _settled_by_points(deal)


def _settled_by_points(deal: Deal) -> Iterator[str]:
    assert deal.settled is not None
    assert deal.terms is not None
    won = _outcome(deal, last=True)
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


CHECKS: dict[str, Callable[[Deal], Iterator[str]]] = {
    "cards": _cards,
    "hands": _hands,
    "shown": _shown,
    "points": _points,
    "action": _action,
    "trump": _trump,
    "tricks": _tricks,
    "wrong": _wrong,
    "result": _result,
}


def broken_step(before: Deal, after: Deal, events: Sequence[Event]) -> list[str]:
    """What the events do not tell truly of the way from one state to the next."""
    out = []
    drawn = [event.card for event in events if isinstance(event, Drawn)]
    if drawn != list(before.deck[before.drawn : after.drawn]):
        out.append(f"events: {len(drawn)} cards drawn, {after.drawn - before.drawn} in the state")
    laid = sum(len(event.cards) for event in events if isinstance(event, Played))
    laid -= sum(len(event.cards) for event in events if isinstance(event, TakenBack))
    count = sum(map(len, before.hands)) - sum(map(len, after.hands))
    if laid != count and {before.phase, after.phase} <= {PLAY, COUNT, OVER}:
        out.append(f"events: {laid} cards played, {count} in the state")
    points = sum(event.points for event in events if isinstance(event, TrickWon))
    points -= sum(event.points for event in events if isinstance(event, TrickReopened))
    if points != sum(after.taken) - sum(before.taken):
        out.append(f"events: {points} points won, {after.taken} after {before.taken}")
    fine = sum(event.penalty for event in events if isinstance(event, ThrowFailed))
    if fine != sum(after.fines) - sum(before.fines):
        out.append(f"events: {fine} points fined, {after.fines} after {before.fines}")
    ended = [event for event in events if event == after.settled]
    if (before.phase != OVER and after.settled is not None) != bool(ended):
        out.append(f"events: {len(ended)} results told, settled is {after.settled}")
    if before.phase == COUNT and after.settled is not None:
        out += [f"result: {what}" for what in _counted(after, events)]
    return out + [f"action: {cards} is offered and refused" for cards in _refused(before, after)]


def _counted(deal: Deal, events: Sequence[Event]) -> Iterator[str]:
    """With a referee: what a deal was settled by, if no foul ended it."""
    if not any(isinstance(event, Fouled) for event in events):
        yield from _settled_by_points(deal)


def _refused(before: Deal, after: Deal) -> Iterator[Cards]:
    """What is newly offered to the seat that is asked, and yet refused."""
    seat = after.turn
    if seat is None or not after.options or not after.options[seat]:
        return
    if before.options and before.options[seat] is after.options[seat]:
        return
    for cards in after.options[seat]:
        if after.refuses(Declare(seat, cards)) is not None:
            yield cards


def broken_match(before: Match, deal: Deal, after: Match) -> list[str]:
    """What does not hold between a match, a finished deal of it, and the match after it."""
    r, out = after.ruleset, list[str]()
    if len(after.levels) != (2 if r.partners == "fixed" else r.players):
        out.append(f"match: {len(after.levels)} levels")
    out += [f"match: {level} is no level" for level in after.levels if level not in r.ladder]
    if deal.settled is None:
        if deal.disqualified is not None:
            before = replace(before, over=after.over)
        if after != (replace(before, banker=None) if deal.rebid else before):
            out.append("match: a void deal changed it")
        return out
    if after.deals != before.deals + 1:
        out.append(f"match: {after.deals} deals after {before.deals}")
    attackers = deal.settled.result.side == ATTACKERS
    if after.banker is None or (after.banker in deal.bank_side) == attackers:
        out.append(f"match: the bank goes to {after.banker}, the deal to {deal.settled.result}")
    changed = {
        seat
        for seat in range(r.players)
        if before.levels[seat % len(before.levels)] != after.levels[seat % len(after.levels)]
    }
    allowed = deal.bank_side if not attackers else set(range(r.players)) - deal.bank_side
    if deal.settled.result.back_to is None and not changed <= allowed:
        out.append(f"match: the levels of {sorted(changed - allowed)} changed without reason")
    return out
