"""Tables as they could be as well, for all that somebody knows: with other cards out of sight.

At every moment of a deal, for every seat and an onlooker: hands and kitty are exchanged, events the
reader is told only in part hold other cards, other seats could declare something else, silent
passes were made, and cards that are not shown yet are others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.players import careless, random_action
from tests.server.event_roles import Cup
from tests.table import changed
from tuolaji import Ruleset
from tuolaji.cards import Card, Cards
from tuolaji.deal import full_deck, with_item
from tuolaji.deal.actions import Claim, Pass, to_json
from tuolaji.deal.events import Bid, Buried, Drawn, Event, TookKitty
from tuolaji.deal.phase import DRAW, PLAY
from tuolaji.server.protocol.outgoing import write
from tuolaji.server.table import entries as log
from tuolaji.server.table.commands import REFEREE
from tuolaji.server.table.event_orders import Call
from tuolaji.server.table.presenter import Presenter
from tuolaji.server.table.shown import so_far
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import TableState, begin
from tuolaji.server.table.status import LiveStatus
from tuolaji.testing import exchanged

Logged = tuple[log.AnyEntry, TableState]


def logged(
    ruleset: str, seed: int, *, people: bool = False, cup: Cup | None = None
) -> Iterator[Logged]:
    """Every entry of a table in which a deal is played at random, and the table after it.

    people: in all seats; else bots sit with the maker. cup: the event for which it is played.
    """
    rng = random.Random(f"{ruleset} {seed}")
    rules = Ruleset.parse(ruleset)
    sides = 2 if rules.partners == "fixed" else rules.players
    first = seed % 2 == 0
    levels = tuple(rng.choice(rules.ladder[:-1]) for _ in range(sides))
    made = log.Made(
        ruleset,
        "maker",
        rng.randrange(rules.players),
        0.0,
        levels=() if first else levels,
        banker=None if first else rng.randrange(rules.players),
        deals=0 if first else 3,
        match=None if cup is None else cup.match,
    )
    state = begin("t", made)
    yield made, state
    others = range(1, rules.players)
    seats = [log.Sat(at, f"guest {at}", "Li") if people else log.BotSeated(at, "club")
             for at in others]  # fmt: skip
    secret = log.Committed(seeded(seed, 1).hex())
    for entry in (secret, log.Sat(0, "maker", "Mei"), *seats, *_dealt(cup)):
        state = state.apply(entry)
        yield entry, state
    while state.running:
        for entry in _next(state, rng):
            state = state.apply(entry)
            yield entry, state


def _dealt(cup: Cup | None) -> list[log.AnyEntry]:
    """A deal begins; for an event as it orders it."""
    if cup is None:
        return [log.Dealt(0.0)]
    orders = cup.orders()
    return [log.Followed(orders), log.Dealt(0.0, deck=orders.deck, number=orders.deal or 0)]


def _next(state: TableState, rng: random.Random) -> list[log.AnyEntry]:
    """What somebody does; at the table of an event claims and calls go to its referee."""
    assert state.deal is not None
    action = any_action(state.deal, rng)
    acted = log.Acted(action.seat, to_json(action), "bot")
    call = len(state.calls) + 1
    if state.made.match is None:
        return [acted]
    if isinstance(action, Claim):
        said = Call(action.seat, "claim", state.number, action.against)
        ruled = log.Acted(action.seat, to_json(action), REFEREE)
        return [log.Called(said), ruled, log.Answered(call, granted=True)]
    if state.deal.phase == PLAY and rng.random() < 0.03:
        seat = rng.randrange(state.ruleset.players)
        said = Call(seat, deal=state.number, text="please")
        return [log.Called(said), acted, log.Answered(call, granted=False)]
    return [acted]


def states(ruleset: str, seed: int) -> Iterator[TableState]:
    """Every state of a table in which a deal is played at random."""
    return (state for _, state in logged(ruleset, seed) if state.played is not None)


def any_action(deal, rng):
    """A legal action; with a referee also wrong follows, and claims against them."""
    if deal.ruleset.enforcement == "referee" and deal.phase == "play":
        for wrong in deal.wrong[-1:]:
            claim = Claim((wrong.seat + 1) % deal.ruleset.players, wrong.seat)
            if rng.random() < 0.1 and deal.refuses(claim) is None:
                return claim
        mends = deal.turn is not None and len(deal.trick) and not all(deal.trick)
        return random_action(deal, rng) if mends else careless(deal, rng)
    return random_action(deal, rng)


def sent(state: TableState, shown: int, status: LiveStatus, seat: int | None, since: int) -> str:
    """The bytes a client gets when so many events of the deal are told."""
    told = state if shown == len(state.played.events) else so_far(state, shown)
    return write(Presenter(told, status, seat, "en").state_message(since))


def statuses(state: TableState, rng: random.Random) -> Iterator[tuple[int, LiveStatus]]:
    """The moments of a state: all is told, or only some of its cards."""
    played = state.played
    asked = frozenset(at for at in range(state.ruleset.players) if rng.random() < 0.5)
    status = LiveStatus(
        frozenset({0}), host=0, alone=rng.random() < 0.5, passed=asked, last_asked=asked
    )
    yield len(played.events), status
    last = [event for _, event in played.events[played.fresh :]]
    cards = [at for at, event in enumerate(last) if isinstance(event, Drawn)]
    if len(cards) > 1:
        yield played.fresh + rng.choice(cards), status
    if played.heard < len(played.events):  # the table is read again
        yield played.heard, status


def scrambled(
    state: TableState, shown: int, seat: int | None, rng: random.Random
) -> TableState | None:
    """The table as it could be as well, for all that the seat knows; None if nothing is hidden."""
    played = state.played
    deal = played.deal
    if shown < len(played.events):
        told = sum(isinstance(event, Drawn) for _, event in played.events[:shown])
        deck = other_deck(deal, seat, told, rng)
        hands = tuple(Cards.of(deck[at::9]) for at in range(len(deal.hands)))
        other = deal.with_cards(hands, Cards.of(deck[8::9]), deck)
    else:
        found = exchanged(deal, seat, rng)
        if found is None:
            return None
        for _ in range(2):
            found = exchanged(found, seat, rng) or found
        other = other_options(found, seat, rng) if deal.phase == DRAW else found
    cards = iter(rng.sample(full_deck(deal.ruleset), 54 * deal.ruleset.decks))
    events = tuple(
        (seq, other_event(event, seat, cards, unseen=at >= shown))
        for at, (seq, event) in enumerate(played.events)
    )
    actions, marks = played.actions, played.marks
    if deal.phase == DRAW:
        passes = (Pass((0 if seat is None else seat + 1) % deal.ruleset.players),) * rng.randrange(
            4
        )
        actions, marks = (*actions, *passes), (*marks, *(marks[-1] for _ in passes))
    other_played = replace(played, deal=other, events=events, actions=actions, marks=marks)
    return replace(state, played=other_played, rows=state.rows + rng.randrange(5))


def other_options(deal, seat, rng):
    """Other seats could show something else, or nothing, and the deck goes on otherwise."""
    some = next((options for options in deal.options if options), ())
    options = deal.options
    for at in range(deal.ruleset.players):
        if at != seat:
            options = with_item(options, at, rng.choice([(), some]))
    asking = [at for at in range(deal.ruleset.players) if at != seat and options[at]]
    if seat in deal.asking:
        asking.append(seat)
    rng.shuffle(asking)
    rest = list(deal.deck[deal.drawn :])
    rng.shuffle(rest)
    deck = (*deal.deck[: deal.drawn], *rest)
    return changed(deal, options=options, asking=tuple(asking), may_act=tuple(asking), deck=deck)


def other_deck(deal, seat, told, rng):
    """The deck with other cards, except for those that the seat has been told it drew."""
    players, first = deal.ruleset.players, deal.setup.first_seat
    known = {at for at in range(told) if (first + at) % players == seat}
    rest = [card for at, card in enumerate(deal.deck) if at not in known]
    rng.shuffle(rest)
    others = iter(rest)
    return [card if at in known else next(others) for at, card in enumerate(deal.deck)]


def other_event(event: Event, seat: int | None, cards: Iterator[Card], *, unseen: bool) -> Event:
    """The event with other cards where the seat is not told them."""
    hidden = getattr(event, "seat", None) != seat or unseen
    if isinstance(event, Drawn) and hidden:
        return replace(event, card=next(cards))
    if isinstance(event, TookKitty | Buried | Bid) and hidden:
        return replace(event, cards=Cards.of([Card(face) for face in range(len(event.cards))]))
    return event
