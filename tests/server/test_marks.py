"""The marks of what lies on the table: who has a trick, what its plays are, the kitty's cards."""

from __future__ import annotations

import gc
import itertools
import random
from dataclasses import replace

import pytest

from tests.server.hidden import states
from tests.server.moments import played_to, seated
from tests.table import seen_by
from tests.test_view import RULESETS
from tuolaji import Ruleset
from tuolaji.cards import Cards
from tuolaji.server.table.marks import marked
from tuolaji.server.table.presenter import Presenter
from tuolaji.server.table.status import LiveStatus


@pytest.mark.parametrize(
    ("plays", "best", "marks"),
    [
        (["H3"], 1, [None]),
        (["H3", "HA"], 2, [None, None]),
        (["H3", "C3"], 1, [None, None]),
        (["H3", "S3", "S4", "S3"], 3, [None, "ruff", "overruff", None]),
        (["S3", "SA"], 2, [None, None]),
        (["HAA+K", "H334", "S334"], 3, ["throw", None, "ruff"]),
        (["H3344", "HTTJJ"], 2, ["tractor", None]),
    ],
)
def test_of_a_trick_in_classic_with_spades_as_trump(plays, best, marks):
    view = seen_by(0, "H5", trump="S", level="2")
    told = marked(view, 1, [Cards.parse(play.replace("+", "")) for play in plays], last=False)
    assert (told.leader, told.best, told.marks) == (1, best, marks)


def test_a_bomb_is_marked_when_it_is_led_and_when_it_takes_a_trick():
    view = seen_by(0, "H5", ruleset="four-deck", trump="S", level="3")
    cards = [Cards.parse(play) for play in ("H9999", "HTTTT")]
    assert marked(view, 0, cards, last=False).marks == ["bomb", None]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_said_to_have_a_trick_wins_it(ruleset):
    checked = 0
    for state in states(ruleset, random.Random(1).randrange(9)):
        events = state.played.events[state.played.fresh :]
        told = Presenter(state, LiveStatus(), None, "en").state_message(state.played.fresh)
        for _, event in events:
            if type(event).__name__ == "TrickWon" and state.ruleset.enforcement != "referee":
                assert told.trick.best == event.seat
                checked += 1
    assert checked or state.ruleset.enforcement == "referee"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_readers_have_in_common_is_made_once_and_fits_each(ruleset):
    """As if each were told alone; the sentence of the opening draw says "you" to one of them."""
    seats = [*range(Ruleset.parse(ruleset).players), None]
    for state in list(states(ruleset, 3))[::25]:
        drawn = tuple((at, "S5") for at in range(2))
        for told in (state, replace(state, drawn=drawn, match=replace(state.match, deals=0))):
            alike = {}
            here = [LiveStatus(), LiveStatus(connected=frozenset([0, 1]), passed=frozenset([0]))]
            for status, seat in itertools.product(here, seats):
                shared, alone = (
                    Presenter(told, status, seat, "en", known).state_message(told.played.fresh)
                    for known in (alike, None)
                )
                assert shared == alone


def test_whoever_buries_and_comes_back_is_told_again_which_cards_were_the_kittys():
    """Else they lay among the others after the page was opened again; nobody else is told them."""
    state = played_to(seated("classic"), 0.0, lambda now: now.deal.phase == "bury")
    (taken,) = (event for _, event in state.played.events if type(event).__name__ == "TookKitty")
    for seat in [*range(4), None]:
        told = Presenter(state, LiveStatus(), seat, "en").state_message(None)
        cards = [step["cards"] for step in told.steps if step["event"] == "took_kitty"]
        assert cards == ([str(taken.cards)] if seat == taken.seat else [])


def test_a_state_leaves_nothing_behind_for_the_garbage_collector():
    """Else all tables would stand still now and then, while it is cleared away."""
    every = list(states("classic", 2))[::20]
    gc.collect()
    kept = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for state in every:
            Presenter(state, LiveStatus(), 0, "en").state_message(0)
        gc.collect()
        ours = [one for one in gc.garbage if type(one).__module__.startswith("tuolaji")]
    finally:
        gc.set_debug(kept)
        gc.garbage.clear()
    assert ours == []
