"""What a client is sent does not change by a byte when cards it cannot see are exchanged.

At every moment of a deal, for every seat and an onlooker: hands and kitty are exchanged, events the
reader is told only in part hold other cards, other seats could declare something else, silent
passes were made, and cards that are not shown yet are others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.players import careless, random_action
from tuolaji import Ruleset
from tuolaji.actions import Claim, Pass, to_json
from tuolaji.cards import Card, Cards
from tuolaji.deal import full_deck
from tuolaji.events import Bid, Buried, Drawn, Event, TookKitty
from tuolaji.phases.state import DRAW, changed, with_item
from tuolaji.server import entries as log
from tuolaji.server import wire
from tuolaji.server.log import TableState, begin
from tuolaji.server.present import Moment, Presenter
from tuolaji.server.shuffle import seeded
from tuolaji.testing import exchanged


def states(ruleset: str, seed: int) -> Iterator[TableState]:
    """Every state of a table in which a deal is played at random."""
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
    )
    state = begin("t", made).apply(log.Committed(seeded(seed, 1).hex()))
    state = state.apply(log.Sat(0, "maker", "Mei"))
    for seat in range(1, rules.players):
        state = state.apply(log.Botted(seat, "club"))
    state = state.apply(log.Dealt(0.0))
    yield state
    while state.running:
        action = any_action(state.deal, rng)
        state = state.apply(log.Acted(action.seat, to_json(action), "bot"))
        yield state


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


def sent(state: TableState, moment: Moment, seat: int | None, since: int) -> str:
    """The bytes a client gets."""
    return wire.write("state", **Presenter(state, moment, seat, "en").state_message(since))


def moments(state: TableState, rng: random.Random) -> Iterator[Moment]:
    """The moments of a state: all is shown, or only some of its cards."""
    played = state.played
    alone = rng.random() < 0.5
    yield Moment(len(played.events), frozenset({0}), host=0, alone=alone)
    last = [event for _, event in played.events[played.fresh :]]
    cards = [at for at, event in enumerate(last) if isinstance(event, Drawn)]
    if len(cards) > 1:
        yield Moment(played.fresh + rng.choice(cards), frozenset({0}), host=0, alone=alone)


def scrambled(
    state: TableState, shown: int, seat: int | None, rng: random.Random
) -> TableState | None:
    """The table as it could be as well, for all that the seat knows; None if nothing is hidden."""
    played = state.played
    deal = played.deal
    if shown < len(played.events):
        every = full_deck(deal.ruleset)
        rng.shuffle(every)
        hands = tuple(Cards.of(every[at::9]) for at in range(len(deal.hands)))
        other = changed(deal, hands=hands, kitty=Cards.of(every[8::9]), deck=tuple(every))
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
    return changed(deal, options=options, asking=tuple(asking) or (99,), deck=deck)


def other_event(event: Event, seat: int | None, cards: Iterator[Card], *, unseen: bool) -> Event:
    """The event with other cards where the seat is not told them."""
    hidden = getattr(event, "seat", None) != seat or unseen
    if isinstance(event, Drawn) and hidden:
        return replace(event, card=next(cards))
    if isinstance(event, TookKitty | Buried | Bid) and hidden:
        return replace(event, cards=Cards.of([Card(face) for face in range(len(event.cards))]))
    return event


def compare(ruleset: str, seed: int, deals: int) -> int:
    """How many positions were compared; AssertionError at the first byte that differs."""
    rng = random.Random(f"{ruleset} {seed}")
    positions = 0
    for number in range(deals):
        for state in states(ruleset, seed + number):
            compared = 0
            for moment in moments(state, rng):
                for seat in (*range(state.ruleset.players), None):
                    other = scrambled(state, moment.shown, seat, rng)
                    if other is None:
                        continue
                    since = max(0, moment.shown - rng.randrange(60))
                    one, two = (sent(s, moment, seat, since) for s in (state, other))
                    assert one == two, (ruleset, seed + number, seat, state.rows)
                    if state.running:
                        assert state.played.shuffle.secret.hex() not in one
                    compared += 1
            positions += compared > 0
    return positions
