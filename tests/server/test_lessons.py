"""Lessons: each is replayed through the rules, and what its texts claim is checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.serving import Served, serving
from tuolaji.cards import Card, Cards
from tuolaji.deal import Deal
from tuolaji.deal.actions import Action, Bury, Pass, Play, to_json
from tuolaji.deal.events import Dug, Event, Settled, ThrowFailed, TrickWon
from tuolaji.deal.match import Match
from tuolaji.deal.turn import action_of
from tuolaji.deal.view import view
from tuolaji.lessons import LEARNER, LessonPart, LessonStep, first_parts, parts
from tuolaji.server.table import entries as log
from tuolaji.server.table import lessons
from tuolaji.server.table.state import replay as replay_log
from tuolaji.texts.reader import LANGUAGES
from tuolaji.verdicts.ruling import Ruling

_CARDS = re.compile(r"[♠♥♣♦][2-9AKQJ10]+")
STEPS = [(part, step) for part in parts().values() for step in part.steps]


def replay(part: LessonPart, actions: tuple[Action, ...]) -> tuple[Deal, list[Event]]:
    """The deal after some actions, and what the last one brought."""
    record = part.record
    deal, events = Deal.begin(record.ruleset, record.setup, record.deck)
    for action in actions:
        deal, events = deal.apply(action)
    return deal, events


def before(part: LessonPart, step: LessonStep) -> Deal:
    """The deal at a step."""
    return replay(part, part.record.actions[: step.at])[0]


def instead(part: LessonPart, step: LessonStep, cards: str) -> tuple[Deal, list[Event]]:
    """The deal at the end of the trick, with other cards of the learner, and all that happened."""
    deal, events = before(part, step), list[Event]()
    for at in range(step.at, len(part.record.actions)):
        action = part.record.actions[at]
        if at == step.at:
            action = Play(LEARNER, Cards.parse(cards))
        deal, more = deal.apply(action)
        events += more
        if not deal.trick:
            break
    return deal, events


def whole_trick(part: LessonPart, step: LessonStep) -> tuple[Deal, list[Event]]:
    """The deal at the end of the trick of a step, and all that happened in it."""
    played = part.record.actions[step.at]
    assert isinstance(played, Play)
    return instead(part, step, str(played.cards))


def winner(events: list[Event]) -> int:
    """Who won the trick."""
    return next(event.seat for event in events if isinstance(event, TrickWon))


def effective(deal: Deal, text: str) -> str:
    """The effective suit of a card."""
    assert deal.terms is not None
    return deal.terms.suit_name(deal.terms.order.lane(Card.parse(text).face))


# What the texts claim: each takes the part, the step and the value of the fact.


def fact_winner(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert winner(whole_trick(part, step)[1]) == value


def fact_friend(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert [friend.seat for friend in before(part, step).friends] == [None]
    assert [friend.seat for friend in whole_trick(part, step)[0].friends] == [value]


def fact_points(part: LessonPart, step: LessonStep, value: Any) -> None:
    (won,) = (event for event in whole_trick(part, step)[1] if isinstance(event, TrickWon))
    assert won.points == value


def fact_before(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert before(part, step).attackers_points == value


def fact_taken(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert whole_trick(part, step)[0].attackers_points == value


def fact_instead(part: LessonPart, step: LessonStep, value: Any) -> None:
    for cards, seat in value.items():
        assert winner(instead(part, step, cards)[1]) == seat, cards


def fact_alternative(part: LessonPart, step: LessonStep, value: Any) -> None:
    for cards in value:
        assert before(part, step).refuses(Play(LEARNER, Cards.parse(cards))) is None, cards


def fact_refused(part: LessonPart, step: LessonStep, value: Any) -> None:
    for cards, rule in value.items():
        why = before(part, step).refuses(Play(LEARNER, Cards.parse(cards)))
        assert isinstance(why, Ruling), cards
        assert why.rule == rule


def fact_trumps(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert {effective(before(part, step), card) for card in value} == {"T"}


def fact_plain(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert "T" not in {effective(before(part, step), card) for card in value}


def fact_order(part: LessonPart, step: LessonStep, value: Any) -> None:
    terms = before(part, step).terms
    assert terms is not None
    steps = [terms.order.step(Card.parse(card).face) for card in value]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) == len(steps)


def fact_hold(part: LessonPart, step: LessonStep, value: Any) -> None:
    deal = before(part, step)
    at_table = deal.trick + tuple(show.cards for show in deal.contest.shows)
    for seat, cards in value.items():
        wanted = Cards.parse(cards)
        assert wanted <= deal.hands[int(seat)] or wanted in at_table, (seat, cards)


def fact_nobody_holds(part: LessonPart, step: LessonStep, value: Any) -> None:
    for cards in value:
        assert not any(Cards.parse(cards) <= hand for hand in before(part, step).hands)


def fact_void_after(part: LessonPart, step: LessonStep, value: Any) -> None:
    deal = whole_trick(part, step)[0]
    assert not {effective(deal, str(card)) for card in deal.hands[LEARNER]} & set(value)


def fact_suit_count(part: LessonPart, step: LessonStep, value: Any) -> None:
    hand = before(part, step).hands[LEARNER]
    for suit, number in value.items():
        assert sum(card.suit == suit for card in hand) == number


def fact_trump(part: LessonPart, step: LessonStep, value: Any) -> None:
    deal, _ = replay(part, part.record.actions[: step.at + 1])
    assert deal.contest.trump == value


def fact_banker(part: LessonPart, step: LessonStep, value: Any) -> None:
    deal, _ = replay(part, part.record.actions[: step.at + 2])
    assert deal.banker == value


def fact_phase(part: LessonPart, step: LessonStep, value: Any) -> None:
    assert before(part, step).phase == value


def fact_count(part: LessonPart, step: LessonStep, value: Any) -> None:
    written = part.record.actions[step.at]
    assert isinstance(written, Bury)
    assert len(written.cards) == value


def fact_stands(part: LessonPart, step: LessonStep, value: Any) -> None:
    events = whole_trick(part, step)[1]
    assert any(isinstance(event, ThrowFailed) for event in events) != value


def fact_fails(part: LessonPart, step: LessonStep, value: Any) -> None:
    deal = before(part, step)
    _, events = deal.apply(Play(LEARNER, Cards.parse(value["cards"])))
    (failed,) = (event for event in events if isinstance(event, ThrowFailed))
    assert failed.played == Cards.parse(value["played"])
    assert failed.penalty == value["penalty"]
    assert Cards.parse(value["with"]) <= deal.hands[value["by"]]
    low, high = value["played"], value["with"]
    assert deal.terms is not None
    step_of = deal.terms.order.step
    assert step_of(Card.parse(high).face) > step_of(Card.parse(low).face)


def fact_dug(part: LessonPart, step: LessonStep, value: Any) -> None:
    (dug,) = (event for event in whole_trick(part, step)[1] if isinstance(event, Dug))
    assert [dug.multiplier, dug.points] == value


def fact_attackers(part: LessonPart, step: LessonStep, value: Any) -> None:
    (settled,) = (e for e in whole_trick(part, step)[1] if isinstance(e, Settled))
    assert settled.attackers == value


def fact_levels(part: LessonPart, step: LessonStep, value: Any) -> None:
    setup = part.record.setup
    match = Match.begin(part.record.ruleset, setup.first_seat)
    match = type(match)(**{**vars(match), "banker": setup.banker, "deals": setup.number - 1})
    after, _ = match.after(whole_trick(part, step)[0])
    assert list(after.levels) == value


FACTS: dict[str, Callable[[LessonPart, LessonStep, Any], None]] = {
    name.removeprefix("fact_"): check
    for name, check in list(globals().items())
    if name.startswith("fact_")
}


@pytest.mark.parametrize(("part", "step"), STEPS, ids=lambda value: getattr(value, "name", ""))
def test_what_is_claimed_is_true(part: LessonPart, step: LessonStep) -> None:
    assert step.facts
    for name, value in step.facts.items():
        FACTS[name](part, step, value)


@pytest.mark.parametrize(("part", "step"), STEPS, ids=lambda value: getattr(value, "name", ""))
def test_what_is_wanted_is_allowed_and_the_line_goes_on(part: LessonPart, step: LessonStep) -> None:
    deal, written = before(part, step), part.record.actions[step.at]
    assert deal.turn == LEARNER
    assert step.takes(written)
    for wanted in step.want:
        if wanted in ("any", "pointless", "pass"):
            continue
        action = action_of(view(deal, LEARNER), Cards.parse(wanted))
        assert step.takes(action)
        line = (*part.record.actions[: step.at], action, *part.record.actions[step.at + 1 :])
        assert part.left_at(line) is None
        replay(part, line)


def test_any_cards_without_points_may_be_buried() -> None:
    part = parts()["1-declaring"]
    step = next(step for step in part.steps if step.want == ("pointless",))
    hand = before(part, step).hands[LEARNER]
    plain = [card for card in hand if not card.points]
    for first in range(len(plain) - 8):
        assert step.takes(Bury(LEARNER, Cards.of(plain[first : first + 8])))
    king = next(card for card in hand if card.points)
    assert not step.takes(Bury(LEARNER, Cards.of([king, *plain[:7]])))
    assert not step.takes(Pass(LEARNER))


def test_seven_lessons_of_five_to_eight_steps() -> None:
    assert [part.number for part in first_parts()] == [1, 2, 3, 4, 5, 6, 7]
    for number in range(1, 8):
        of_it = [part for part in parts().values() if part.number == number]
        assert 5 <= sum(len(part.steps) for part in of_it) <= 8


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.name)
def test_all_texts_in_three_languages_name_the_same_cards(part: LessonPart) -> None:
    texts = [part.title, *(t for step in part.steps for t in (step.ask, step.right, step.other))]
    for text in texts:
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
        cards = [sorted(set(_CARDS.findall(text[language]))) for language in LANGUAGES]
        assert cards[0] == cards[1] == cards[2]
        assert len(text["en"]) <= 260


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.name)
def test_steps_come_in_order_after_the_start(part: LessonPart) -> None:
    places = [step.at for step in part.steps]
    assert places == sorted(set(places))
    assert part.start <= places[0]
    assert places[-1] < len(part.record.actions)


# At the server.


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("lessons")) as running:
        yield running


def test_a_lesson_is_left_and_found_again(served: Served) -> None:
    with served.guest() as guest:
        table = guest.http.post("/api/lessons/2").json()["table"]
        assert guest.http.get("/api/home").json()["matches"] == []
        with guest.join(table) as learner:
            state = learner.wait_for(lambda state: state["turn"])
            assert state["lesson"]["step"] == 1
            learner.settle(learner.act("SA"))
            state = learner.wait_for(lambda state: state["turn"])
            assert (state["lesson"]["step"], state["lesson"]["other"]) == (2, None)
            learner.settle(learner.act("S8"))
            state = learner.wait_for(lambda state: state["lesson"]["other"])
            learner.say("again", id="back")
            state = learner.wait_for(lambda state: not state["lesson"]["other"])
            assert (state["lesson"]["step"], state["undo"]) == (2, True)
            learner.say("hint")
            assert learner.answer("hinted")["cards"] == "C4"


def test_nothing_before_a_lesson_is_taken_back(served: Served) -> None:
    with served.guest() as guest:
        table = guest.http.post("/api/lessons/4").json()["table"]
        with guest.join(table, lang="zh-Hant") as learner:
            state = learner.wait_for(lambda state: state["turn"])
            assert not state["undo"]
            assert state["lesson"]["title"] == "拖拉機與甩牌"
            learner.say("again", id="back")
            assert learner.answer("refused")["code"] == "nothing-to-undo"


def test_a_lesson_that_is_not(served: Served) -> None:
    with served.guest() as guest:
        for name in ("8", "0", "2-cards.tlj", "x"):
            assert guest.http.post(f"/api/lessons/{name}").status_code == 404


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.name)
def test_the_table_of_a_lesson_is_the_replay_of_its_log(part: LessonPart) -> None:
    made = lessons.made_for(part, "guest")
    written = [log.Committed("00" * 64), log.Sat(0, "guest", "Me"), *lessons.first_entries(made)]
    state = replay_log("t", [log.decode(log.encode(entry)) for entry in (made, *written)])
    assert state.deal is not None
    assert state.deal.setup == part.record.setup
    assert state.deal == replay(part, part.record.actions[: part.start])[0]
    assert state.commit == ""


@pytest.mark.parametrize(("part", "step"), STEPS, ids=lambda one: getattr(one, "name", ""))
def test_what_was_right_is_said_when_its_trick_has_been_played(part, step) -> None:
    """It speaks of cards that lie there only then: "West won the trick"."""
    made = lessons.made_for(part, "guest")
    state = replay_log("t", [made, log.Sat(0, "guest", "Me"), *lessons.first_entries(made)])
    for action in part.record.actions[part.start : step.at + 1]:
        state = state.apply(log.Acted(action.seat, to_json(action), "player"))
    for action in part.record.actions[step.at + 1 :]:
        if not state.deal.trick:
            break
        info = lessons.told(state, "en")
        assert (info.said, info.ask) == (None, step.ask["en"])
        state = state.apply(log.Acted(action.seat, to_json(action), "player"))
    assert lessons.told(state, "en").said == step.right["en"]
