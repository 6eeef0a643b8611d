"""The observation: what a seat may know, no more and no less, in the documented places."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tuolaji import PRESETS, Cards, Ruleset
from tuolaji.cards.planes import EMPTY, add, copies, count, size, sub
from tuolaji.deal import Deal, Setup, begun, engine_action, full_deck
from tuolaji.deal.events import ThrowFailed
from tuolaji.deal.phase import PHASES
from tuolaji.deal.view import view
from tuolaji.engine.action_tokens import next_tokens, push, token_at
from tuolaji.engine.course import act, begin
from tuolaji.engine.observe import observe
from tuolaji.engine.random_deals import random_action
from tuolaji.engine.state import DRAW, OVER, PLAY, State
from tuolaji.env.layout import CARDS, NUMBERS, OBSERVATION_VERSION, WORLD, Layout, table
from tuolaji.kernel import SPEED
from tuolaji.rules.declarations import STYLE_CONCEALED
from tuolaji.rules.dice import Dice

RULESETS = [
    *PRESETS,
    "classic(partners=called)",
    "classic(kitty_seen=false)",
    "classic(no_declaration=redeal)",
]


def rows(deal, seat):
    """The observation of a seat as it stands in the arrays."""
    layout = Layout(deal.switches.players, deal.switches.decks)
    words = np.zeros((1, layout.word_count), np.uint64)
    scalars = np.full((1, layout.scalar_count), -99, np.int32)
    observe(deal, seat, words.data, scalars.data, 0, 0)
    return words[0], scalars[0]


def read(deal, seat):
    """The observation as a dictionary of cards and numbers, of lists where there is one a seat."""
    layout = Layout(deal.switches.players, deal.switches.decks)
    words, scalars = rows(deal, seat)
    out = {}
    for field in layout.words.values():
        sets = words[field.columns].reshape(-1, layout.decks).tolist()
        cards = [Cards(tuple(one + [0] * (4 - layout.decks))) for one in sets]
        out[field.name] = cards if field.each_seat else cards[0]
    for field in layout.scalars.values():
        numbers = scalars[field.columns].tolist()
        out[field.name] = numbers if field.each_seat else numbers[0]
    return out


def beginning(ruleset, rng):
    """The same beginning as a Deal and as a State."""
    rules = Ruleset.parse(ruleset)
    deck = full_deck(rules)
    rng.shuffle(deck)
    seat = rng.randrange(rules.players)
    owners = 2 if rules.partners == "fixed" else rules.players
    first = rng.random() < 0.5
    levels = tuple(rules.first_level if first else rng.choice(rules.ladder) for _ in range(owners))
    banker = None if first or rules.declare_style == "call" else seat
    setup = Setup(levels=levels, banker=banker, first_seat=seat, number=1 if first else 4)
    return Deal.begin(rules, setup, deck)[0], begun(rules, setup, deck)


def places(values, seat):
    """A list by seat, counted from one."""
    return [values[(seat + at) % len(values)] for at in range(len(values))]


def compare(deal, seen, shown, seat):
    """An observation against the view of the same seat, which is decided elsewhere."""
    players = deal.ruleset.players

    def there(other):
        return -1 if other is None else (other - seat) % players

    assert PHASES[seen["phase"]] == shown.phase
    assert seen["hand"] == shown.hand
    assert seen["cards"] == places(shown.cards, seat)
    # Environments ask in turn: who could speak besides is not told.
    waits = shown.phase == "draw" and deal.turn != seat
    assert seen["turn"] == (-1 if waits else there(shown.turn))
    assert seen["banker"] == there(shown.banker)
    assert seen["holder"] == there(shown.holder if deal.ruleset.kitty else None)
    assert seen["leader"] == there(shown.leader)
    assert seen["partner"] == there(shown.friends[0].seat if shown.friends else None)
    assert seen["drawn"] == shown.drawn
    assert seen["deals"] == shown.deal - 1
    named = shown.named
    assert seen["named"] == (named.face if named else -1)
    ranks = {**{rank: at for at, rank in enumerate("23456789TJQKA")}, "": -2, None: -2}
    assert seen["level"] == ranks.get(shown.level, -1)
    suits = {"S": 0, "H": 1, "C": 2, "D": 3, None: -2}
    assert seen["trump"] == suits.get(shown.trump, -1)
    kitty = shown.kitty
    assert seen["kitty"] == (kitty or Cards())
    assert seen["turned"] == Cards.of(shown.flipped)
    ladder = deal.ruleset.ladder
    rungs = [ladder.index(shown.levels[at % len(shown.levels)]) for at in range(players)]
    assert seen["rung"] == places(rungs, seat)
    assert seen["fines"] == places(shown.fines or [0] * players, seat)
    assert seen["taken"] == places(deal.taken or [0] * players, seat)
    trick = [Cards()] * players
    if shown.phase == "play":
        for at, cards in enumerate(shown.trick):
            trick[(shown.leader + at) % players] = cards
        assert seen["in_trick"] == len(shown.trick)
    assert seen["trick"] == places(trick, seat)
    laid = [Cards()] * players
    for show in shown.shows:
        if show.cards:
            laid[show.seat] += show.cards
    assert seen["shown"] == places(laid, seat)
    concealed = deal.ruleset.declare_style == "concealed"
    sizes = [len(cards) for cards in laid]
    if concealed:
        sizes = [0] * players
        for show in shown.shows:
            sizes[show.seat] = show.total
    assert seen["shown_size"] == places(sizes, seat)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_observation_says_what_the_view_says(ruleset):
    rng, dice = random.Random(ruleset), Dice(5)
    for _ in range(3 if SPEED.compiled else 2):
        deal, plain = beginning(ruleset, rng)
        players = deal.ruleset.players
        played = [Cards()] * players
        exposed = [[] for _ in range(players)]
        while True:
            for seat in range(players):
                seen = read(plain, seat)
                compare(deal, seen, view(deal, seat), seat)
                assert seen["played"] == places(played, seat)
                for other in range(players):
                    known = seen["exposed"][(other - seat) % players]
                    assert known <= deal.hands[other]
                    assert bool(known) <= bool(exposed[other])
            if plain.phase == OVER:
                break
            cards = random_action(plain, dice)
            action = engine_action(plain, cards)
            hand = plain.hand(plain.turn)
            turn, was_play = plain.turn, plain.phase == PLAY
            deal, events = deal.apply(action)
            assert act(plain, cards) == 0
            if was_play:
                played[turn] += Cards(sub(hand, plain.hand(turn)))
            for event in events:
                if isinstance(event, ThrowFailed):
                    exposed[event.seat].append(event)
                    seen = read(plain, event.seat)["exposed"][0]
                    assert event.thrown - event.played <= seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_seat_without_cards_of_the_led_suit_is_known_to_be_void(ruleset):
    rng, dice = random.Random(ruleset), Dice(6)
    shown = 0
    for _ in range(4):
        _, plain = beginning(ruleset, rng)
        while plain.phase != OVER:
            for seat in range(plain.switches.players):
                for lane in range(5):
                    if plain.voids(seat) >> lane & 1:
                        shown += 1
                        assert not plain.hand(seat)[0] & plain.order.faces(lane)
            act(plain, random_action(plain, dice))
    assert shown


def exchange(deal, seat, rng):
    """Exchange two cards that the seat cannot know about; whether there were any."""
    players = deal.switches.players
    hidden = [other for other in range(players) if other != seat]
    if deal.kitty[0] and seat != deal.holder and deal.phase != OVER:
        hidden.append(-1)
    one, two = rng.sample(hidden, 2)
    held = [deal.kitty if at < 0 else deal.hand(at) for at in (one, two)]
    known = deal.shows.shown()[0]  # shown or turned up: these stay with whoever has them
    for other in range(players):
        known |= deal.exposed(other)[0]
    known |= read(deal, seat)["turned"].planes[0] if deal.shows.turned else 0
    faces = [[f for f in range(54) if cards[0] >> f & 1 and not known >> f & 1] for cards in held]
    if not all(faces):
        return False
    first, second = (copies(rng.choice(some), 1) for some in faces)
    if count(held[0], second[0].bit_length() - 1) == deal.switches.decks:
        return False
    new = add(sub(held[0], first), second), add(sub(held[1], second), first)
    for at, cards in zip((one, two), new, strict=True):
        if at < 0:
            deal.set_kitty(cards)
        else:
            deal.set_hand(at, cards)
    return True


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_no_byte(ruleset):
    """In the middle of a deal, whatever state the exchanged cards have left behind."""
    rng, dice = random.Random(ruleset), Dice(7)
    compared = 0
    for _ in range(10 if SPEED.compiled else 4):
        _, plain = beginning(ruleset, rng)
        other = State(plain.switches)
        while plain.phase != OVER:
            for seat in range(plain.switches.players):
                other.copy_from(plain)
                if exchange(other, seat, rng):
                    compared += 1
                    assert as_bytes(plain, seat) == as_bytes(other, seat)
            act(plain, random_action(plain, dice))
    assert compared > (1500 if SPEED.compiled else 400)


def as_bytes(deal, seat):
    return b"".join(row.tobytes() for row in rows(deal, seat))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_deck_with_the_same_cards_for_a_seat_looks_the_same(ruleset):
    """The same actions in a world where two others have drawn each other's cards."""
    rng, dice = random.Random(ruleset), Dice(8)
    compared = 0
    for _ in range(100 if SPEED.compiled else 30):
        _, plain = beginning(ruleset, rng)
        players, total = plain.switches.players, 54 * plain.switches.decks
        drawn = total - plain.switches.kitty
        seat = rng.randrange(players)
        first = plain.first_seat
        free = [at for at in range(drawn) if (first + at) % players != seat]
        one, two = rng.sample(free, 2)
        other = State(plain.switches)
        other.copy_from(plain)
        other.put_card(one, plain.card_at(two))
        other.put_card(two, plain.card_at(one))
        begin(other)
        while plain.phase != OVER:
            if (plain.phase, plain.turn, plain.drawn) != (other.phase, other.turn, other.drawn):
                break  # another seat had something to say
            assert as_bytes(plain, seat) == as_bytes(other, seat)
            compared += 1
            cards = random_action(plain, dice)
            act(plain, cards)
            if act(other, cards) or others_differ(plain, other, seat):
                break
    assert compared > (700 if SPEED.compiled else 150)


def others_differ(one, two, seat):
    """Whether something that all can see, a broken throw or a called partner, is not the same."""
    players = range(one.switches.players)
    told = [
        [deal.played(at) for at in players]
        + [deal.exposed(at) for at in players]
        + [deal.friend(at) for at in range(deal.called) if deal.friend_known(at)]
        + [deal.sought, deal.phase]
        for deal in (one, two)
    ]
    return told[0] != told[1] or seat == one.holder


def test_face_down_bids_are_numbers_to_others():
    rng, dice = random.Random(1), Dice(2)
    bids = 0
    for _ in range(20):
        _, plain = beginning("four-deck", rng)
        assert plain.switches.declare_style == STYLE_CONCEALED
        while plain.phase == DRAW:
            for seat in range(4):
                seen = read(plain, seat)
                assert seen["trump"] == -2
                assert not any(seen["shown"][1:])
                bids += any(seen["shown_size"][1:])
            act(plain, random_action(plain, dice))
    assert bids


@pytest.mark.parametrize("ruleset", ["classic", "meizhusong", "four-deck"])
def test_what_a_seat_has_chosen_so_far_is_its_own(ruleset):
    _, plain = beginning(ruleset, random.Random(4))
    dice, half = Dice(3), 0
    while plain.phase != OVER:
        for place, seat in enumerate(places(range(4), plain.turn)):
            chosen = read(plain, seat)["chosen"]
            assert chosen.planes == (EMPTY if place else plain.chosen)
            half += bool(chosen)
        tokens = next_tokens(plain)
        push(plain, token_at(tokens, dice.below(size(tokens))))
    assert half


def test_every_field_is_written():
    for ruleset in RULESETS:
        _, plain = beginning(ruleset, random.Random(3))
        assert -99 not in rows(plain, 0)[1]
    assert len({name for name, _, _ in (*CARDS, *NUMBERS)}) == len(CARDS) + len(NUMBERS)


def test_the_documentation_has_the_layout():
    page = (Path(__file__).parent.parent / "docs" / "environments.md").read_text("utf-8")
    for fields, width in ((CARDS, "D"), (NUMBERS, ""), (WORLD, "D")):
        assert "\n".join(table(fields, width, Layout.of("classic"))) in page
    assert f"Version {OBSERVATION_VERSION} (`OBSERVATION_VERSION`)" in page
