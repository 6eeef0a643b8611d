"""What people do at a table besides playing cards: the clock, the cut, the referee; in the page."""

from __future__ import annotations

import random

import pytest

from tests.e2e.prepared import Prepared, stacked
from tests.players import random_action
from tuolaji import Cards, Ruleset
from tuolaji.deal import Deal
from tuolaji.deal.actions import Play
from tuolaji.deal.match import Match
from tuolaji.deal.phase import OVER, PLAY
from tuolaji.rules.order import TRUMPS
from tuolaji.server.table import entries as log


def begun(ruleset, reached, *, seed=1):
    """A deck and the actions of a deal till something is reached, drawn at random."""
    for number in range(seed, seed + 200):
        chance = random.Random(number)
        deck = stacked(ruleset, {})
        chance.shuffle(deck)
        deal, _ = Deal.begin(ruleset, Match.begin(ruleset, 0).setup(), deck)
        actions = []
        while deal.phase != OVER and not reached(deal):
            actions.append(random_action(deal, chance))
            deal, _ = deal.apply(actions[-1])
        if reached(deal):
            return deck, actions
    raise AssertionError("it is never reached")


def to_follow(deal):
    """Seat 0 is to follow."""
    return deal.phase == PLAY and deal.turn == 0 and bool(deal.trick)


def table(data, people, rules, reached=to_follow, **more):
    ruleset = Ruleset.parse(rules)
    deck, actions = begun(ruleset, reached)
    return Prepared(data, people, deck, actions, ruleset=ruleset, **more)


def test_a_deal_that_is_unfinished_when_time_is_up_does_not_count(somebody, data):
    """Six players, 120 minutes: in the middle of a trick 3 seconds are left."""
    one, other = somebody(), somebody(size="phone", language="zh-Hans")
    made = table(data, [one, other], "six-player", seconds=7197, seen=".result")
    decided = one.page.locator("[data-decided]").inner_text()
    assert decided.startswith("Time is up with both sides at level 2.")
    assert decided.endswith("holding the bank.")
    assert other.page.locator("[data-decided]").inner_text().startswith("时间到，双方同为 2 级")
    assert not one.can("next")
    state = made.state()
    assert state.deal.redeal == "clock.match"
    assert state.match.levels == ("2", "2")


def is_over(deal):
    return deal.phase == OVER


# no deal begins from then on, and time is up then, in minutes: clock.match of each page
CLOSES = {"meizhusong": 170, "six-player": 120, "four-deck": 150}
ENDS = {"meizhusong": 180, "six-player": 120, "four-deck": 150}


@pytest.mark.parametrize(
    ("ruleset", "moment"),
    [
        *((rules, moment) for rules in CLOSES for moment in ("trick", "between")),
        ("meizhusong", "window"),
        ("meizhusong", "break"),
    ],
)
def test_time_is_up_at_every_kind_of_moment(somebody, data, ruleset, moment):
    """Two seconds are left, or, in the window, the last card of the deal is played."""
    person = somebody(language="en")
    closes, ends = 60 * CLOSES[ruleset], 60 * ENDS[ruleset]
    reached = {"trick": to_follow, "window": last_card}.get(moment, is_over)
    seconds = {"trick": ends - 2, "window": closes + 30}.get(moment, closes - 2)
    since = [log.Rested(closes - 2)] if moment == "break" else []
    made = table(data, [person], ruleset, reached, seconds=seconds, since=since, seen=".table")
    if moment == "window":
        person.play_until(lambda: person.look().result)
    person.page.wait_for_selector("[data-decided]")
    decided = person.page.locator("[data-decided]").inner_text()
    match, deal = made.state().match, made.deal()
    assert (deal.settled is None) == (moment == "trick")  # an unfinished deal does not count
    low, high = sorted(match.levels, key=match.ruleset.ladder.index)
    if low != high:
        assert decided.endswith(f"won the match: level {high} against {low}.")
        assert decided.startswith("Time is up. Your side") == (match.over == (0,))
    elif ruleset == "six-player":
        assert decided.endswith("holding the bank.")
    else:
        assert decided == f"Time is up with both sides at level {low}: the match is a draw."
    assert not person.can("next")


def test_the_clock_is_shown_and_counts_down(somebody, data):
    person = somebody(size="phone")
    table(data, [person], "six-player", seconds=60)
    shown = person.page.locator(".match-clock")
    begun = int(shown.get_attribute("data-left"))
    assert 3600 < begun <= 7140
    person.wait(lambda: int(shown.get_attribute("data-left")) < begun, "time to pass")


def last_card(deal):
    """Seat 0 holds the last card of the deal."""
    return deal.phase == PLAY and deal.turn == 0 and not any(deal.hands[1:])


def test_the_break_is_shown_and_ends_when_all_are_ready(somebody, data):
    """Half-time is at 90 minutes, the break before the next deal."""
    person = somebody()
    table(data, [person], "meizhusong", last_card, seconds=91 * 60)
    person.play_until(lambda: person.look().result)
    person.do("next")
    person.page.wait_for_selector("[data-break]")
    person.do("go-on")
    person.play_until(lambda: len(person.hand()) > 0)


def test_the_referee_is_called_and_decides(somebody, data):
    """The host is the guest who is late; the other one decides."""
    one, other = somebody(), somebody(size="landscape")
    made = table(data, [one, other], "meizhusong(timeout=flag,play_seconds=1)")
    one.page.wait_for_selector("[data-flag]")
    before = len(made.deal().hands[0])
    other.do("flag-play")
    one.wait(lambda: not one.page.locator("[data-flag]").count(), "the decision")
    one.wait(lambda: len(made.deal().hands[0]) < before, "a play")


def host_rules(host, on, **fields):
    """Rule as host: what was shown before it was done."""
    host.page.locator('[data-tool="ruling"]').click()
    form = host.page.locator("[data-host-ruling]")
    form.locator("[data-field=on]").select_option(on)
    for field, value in fields.items():
        found = form.locator(f"[data-field={field}]")
        found.select_option(value) if found.evaluate("e => e.options") else found.fill(value)
    host.do("show-effect")
    shown = host.page.locator(".effect").inner_text()
    host.do("rule")
    host.wait(lambda: not host.page.locator("dialog").count(), "the sheet to close")
    return shown


def test_the_host_rules(somebody, data):
    one, other = somebody(), somebody()
    made = table(data, [one, other], "four-deck")
    before = made.deal().attackers_points
    assert "-15" in host_rules(one, "points", points="-15")
    one.wait(lambda: made.deal().attackers_points == before - 15, "other points")
    for effect in ("a warning", "disqualification"):
        shown = host_rules(one, "foul", foul="foul.conduct", side="1")
        assert effect in shown
    other.wait(lambda: other.look().result, "the end of the match")
    assert made.state().match.over == (0,)
    assert not other.page.locator('[data-tool="ruling"]').count()


def test_hints_and_the_counter_are_closed_where_people_oppose_each_other(somebody, data):
    one, other = somebody(), somebody()
    table(data, [one, other], "four-deck")
    one.wait(lambda: one.look().mine, "one's turn")
    assert not one.button("hint").count()
    assert not one.page.locator('[data-tool="counter"], .counting').count()
    table(data, [one, other], "classic")
    one.wait(lambda: one.look().mine and one.can("hint"), "a hint")


def test_a_ruff_is_announced_though_talk_is_closed(somebody, data):
    """Six players: a plain card is led, and seat 0, the last to play, ruffs it."""
    one, other = somebody(), somebody()
    ruleset = Ruleset.parse("six-player")
    deck, actions = begun(ruleset, lambda deal: to_follow(deal) and ruffs(deal))
    made = Prepared(data, [one, other], deck, actions, ruleset=ruleset)
    card = ruffs(made.deal())
    assert not one.button("ruff").count()
    one.click_card(card)
    one.do("play")
    one.wait(lambda: one.can("ruff"), "the word")
    one.do("ruff")
    other.page.locator(".bubble", has_text="Ruff!").first.wait_for(state="attached")


def ruffs(deal):
    """A card with which the turn ruffs a single, if it may."""
    seat, terms = deal.turn, deal.terms
    if len(deal.lead.cards) != 1 or deal.lead.lane == TRUMPS or len(deal.trick) != 5:
        return None
    for card in deal.hands[seat]:
        play = Play(seat, Cards.of([card]))
        if terms.suit(play.cards) == "T" and deal.refuses(play) is None:
            after, _ = deal.apply(play)
            if after.turn == seat:  # it has won the trick
                return str(card)
    return None


def test_the_cut_is_offered_and_can_be_declined(somebody):
    """Four decks: who draws first cuts in the first deal."""
    for seed, what in ((0, "cut"), (4, "no-cut")):
        person = somebody(size="phone")
        person.go()
        wanted = {"ruleset": "four-deck", "seed": seed, "speed": "instant"}
        made = person.page.request.post(f"{person.address}/api/tables", data=wanted)
        person.go(f"/t/{made.json()['table']}")
        person.page.wait_for_selector("[data-cut]")
        person.do(what)
        person.page.wait_for_selector(".hand [data-key]")


def test_all_see_who_begins_by_the_drawn_cards(somebody):
    person = somebody()
    person.go()
    wanted = {"ruleset": "classic", "speed": "slow"}
    made = person.page.request.post(f"{person.address}/api/tables", data=wanted)
    person.go(f"/t/{made.json()['table']}")
    opening = person.page.wait_for_selector("[data-opening]")
    assert opening.get_attribute("aria-label").endswith(("draws first.", "you draw first."))
