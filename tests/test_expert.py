"""`expert` and what it stands on: worlds, the last cards, a deal taken up in the middle."""

from __future__ import annotations

import random
from itertools import islice, pairwise, product
from statistics import fmean, pstdev
from time import sleep

import pytest

from tests.moments import compiled, known, moments, true_world
from tests.table import C, seen_by
from tuolaji import PRESETS, Card, Cards, bots, check_follow, read_lead
from tuolaji.bots import make, sentence
from tuolaji.bots.expert import Expert
from tuolaji.bots.fast.club_player import ClubPlayer
from tuolaji.bots.fast.endgame import PLIES, Ply
from tuolaji.bots.fast.resume import repeat_play
from tuolaji.bots.fast.search import Search
from tuolaji.bots.fast.unseen import KITTY
from tuolaji.bots.position import is_plain
from tuolaji.bots.worlds import Worlds, question
from tuolaji.cards.planes import Planes, add, contains, restrict, size
from tuolaji.deal.actions import Play
from tuolaji.deal.turn import choices
from tuolaji.engine.course import act
from tuolaji.engine.random_deals import random_action
from tuolaji.engine.state import DONE, PLAY, State
from tuolaji.rules.dice import Dice
from tuolaji.testing import check_bot
from tuolaji.texts.reader import LANGUAGES

RULESETS = [*PRESETS, "classic(partners=called)", "meizhusong(enforcement=referee)"]


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_deal_taken_up_in_the_middle_ends_as_the_deal_does(ruleset):
    rng, dice = random.Random(ruleset), Dice(7)
    checked = 0
    for moment, shown, bot in moments(ruleset, 3, 2):
        deal = moment
        if rng.random() > 0.1:
            continue
        raw = true_world(deal, shown, bot)
        while raw.phase == PLAY:
            seat, cards = raw.turn, random_action(raw, dice)
            assert deal.turn == seat
            assert act(raw, cards) == DONE
            deal, _ = deal.apply(Play(seat, Cards(cards)))
        assert deal.settled is not None
        assert raw.attackers_points() == deal.settled.attackers
        levels = deal.settled.result.levels
        assert raw.won == (levels if deal.settled.result.side == "attackers" else -levels)
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("ruleset", RULESETS)
def test_worlds_deal_every_unseen_card_to_a_place_that_may_hold_it(ruleset):
    rng = random.Random(ruleset)
    checked = 0
    for _, shown, bot in moments(ruleset, 5, 1):
        if rng.random() > 0.2:
            continue
        belief = known(shown, bot)
        search = question(belief, rng.getrandbits(60))
        guess, order, players = search.unseen, search.base.order, len(shown.cards)
        for _ in range(5):
            assert guess.deal_out(order, Dice(rng.getrandbits(60)))
            every = (0, 0, 0, 0)
            for place in (*range(players), KITTY):
                held = guess.held(place)
                assert size(held) == guess.room(place)
                every = add(every, held)
                if place in (KITTY, bot.seat):
                    continue
                assert size(held) == shown.cards[place]
                assert contains(held, belief.sure[place])
                for lane in range(5):
                    if bot.memory.voids.get(place, 0) >> lane & 1:
                        assert not restrict(held, order.faces(lane))[0]
            assert every == belief.out
            checked += 1
    assert checked > 20


def by_trying_everything(deal: State) -> int:
    """The attackers' points when both sides play the last cards as well as can be."""
    if deal.phase != PLAY:
        return deal.attackers_points()
    hand = list(Cards(deal.hand(deal.turn)))
    values = []
    for chosen in product((False, True), repeat=len(hand)):
        cards = Cards.of([card for card, taken in zip(hand, chosen, strict=True) if taken])
        after = State(deal.switches)
        after.copy_from(deal)
        throws = not deal.in_trick and len(cards) > 1 and len(set(cards)) > 1
        if cards and not throws and act(after, cards.planes) == DONE:
            values.append(by_trying_everything(after))
    return min(values) if deal.is_bank_side(deal.turn) else max(values)


@pytest.mark.parametrize("ruleset", ["classic", "meizhusong", "four-deck"])
def test_the_last_cards_are_played_as_well_as_can_be(ruleset):
    checked = 0
    for deal, shown, bot in moments(ruleset, 11, 12):
        if shown.trick or any(number > 2 for number in shown.cards):
            continue
        raw = true_world(deal, shown, bot)
        end = Ply(raw.switches, PLIES)
        end.deal.copy_from(raw)
        assert end.solve(-100000, 100000) == by_trying_everything(raw)
        checked += 1
    assert checked > 8


@pytest.mark.parametrize("ruleset", PRESETS)
def test_worlds_are_played_out_legally_to_the_end(ruleset):
    quick, finished = ClubPlayer(), 0
    for deal, shown, bot in moments(ruleset, 2, 3):
        if shown.finished or shown.trick:
            continue
        raw = true_world(deal, shown, bot)
        while raw.phase == PLAY:
            assert act(raw, quick.choose(raw)) == DONE
        finished += 1
    assert finished == 3


@pytest.mark.parametrize("ruleset", PRESETS)
def test_the_quick_player_plays_mostly_as_club_does(ruleset):
    quick, same, free = ClubPlayer(), 0, 0
    for deal, shown, bot in moments(ruleset, 13, 2):
        raw = true_world(deal, shown, bot)
        choice = quick.choose(raw)
        assert deal.refuses(Play(bot.seat, Cards(choice))) is None
        assert quick.regret(raw, choice) == 0
        if choices(shown).count() > 1:
            same += bot.choose(shown).cards.planes == choice
            free += 1
    assert same > free / 2


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_what_was_played_can_be_played_again(ruleset):
    """Reliving the tricks of a memory leads to the deal as it was taken up from the view."""
    checked = 0
    for deal, shown, bot in moments(ruleset, 17, 1):
        now = true_world(deal, shown, bot)
        search = question(known(shown, bot), 1)
        tricks = [trick for trick in (*bot.memory.tricks, bot.memory.open) if trick]
        assert search.past == sum(map(len, tricks))
        if not tricks:
            continue
        then = search.start
        for seat in range(now.switches.players):
            then.set_hand(seat, add(now.hand(seat), now.played(seat)))
        for trick in tricks:
            for seat, cards in trick.items():
                assert then.turn == seat
                repeat_play(then, cards.planes)
        assert (then.turn, then.leader, then.in_trick) == (now.turn, now.leader, now.in_trick)
        for seat in range(now.switches.players):
            assert then.hand(seat) == now.hand(seat)
            assert then.played(seat) == now.played(seat)
            assert then.voids(seat) == now.voids(seat)
            assert then.taken(seat) == now.taken(seat)
        if now.in_trick:
            assert (then.winner, then.best) == (now.winner, now.best)
        checked += 1
    assert checked > 30


def regret_of(search: Search, hands: list[Planes], bot) -> int:
    """How poor the plays of the other seats were, had the cards lain so."""
    quick, then = ClubPlayer(), State(search.base.switches)
    then.copy_from(search.start)
    for seat, hand in enumerate(hands):
        then.set_hand(seat, add(hand, search.base.played(seat)))
    total = 0
    for trick in (*bot.memory.tricks, bot.memory.open):
        for seat, cards in trick.items():
            total += quick.regret(then, cards.planes) if seat != bot.seat else 0
            repeat_play(then, cards.planes)
    return total


@compiled
def test_worlds_are_rather_such_in_which_the_others_played_well():
    """Compared with the deals they are taken from, moment by moment."""
    better = moments_seen = 0
    for _, shown, bot in moments("classic", 23, 6):
        if shown.finished != 9 or bot.memory.failed:
            continue
        search, players = question(known(shown, bot), 5), range(4)
        dice, dealt, taken = Dice(9), [], []
        for _ in range(40):
            assert search.unseen.deal_out(search.base.order, dice)
            held = [search.unseen.held(seat) for seat in players]
            held[bot.seat] = search.base.hand(bot.seat)
            dealt.append(regret_of(search, held, bot))
            assert search.run(1) == 1
            taken.append(regret_of(search, [search.world.hand(seat) for seat in players], bot))
        better += fmean(taken) < fmean(dealt)
        moments_seen += 1
    assert moments_seen > 8
    assert better > 0.8 * moments_seen


def could_have_played(world, shown, bot) -> bool:
    """Whether the others' follows so far would have been allowed with their hands in a world."""
    terms, hands = known(shown, bot).terms, {}
    for trick in reversed([trick for trick in (*bot.memory.tricks, bot.memory.open) if trick]):
        for seat, cards in trick.items():
            held = hands.get(seat, Cards(world.hand(seat)).planes)
            hands[seat] = add(held, cards.planes)
        (_, led), *follows = trick.items()
        lead = read_lead(terms, led)
        for seat, cards in follows:
            if seat != shown.seat and check_follow(terms, lead, Cards(hands[seat]), cards):
                return False
    return True


@compiled
@pytest.mark.parametrize("weighing", [True, False])
@pytest.mark.parametrize(("ruleset", "most"), [("classic", 0.06), ("four-deck", 0.35)])
def test_in_imagined_worlds_the_others_could_have_played_as_they_did(ruleset, most, weighing):
    allowed = []
    for _, shown, bot in islice(moments(ruleset, 5, 3), 20, None, 5):
        worlds = Worlds(known(shown, bot), [7], weighing=weighing)
        for _ in range(5):
            if (world := worlds.one()) is not None:
                allowed.append(could_have_played(world, shown, bot))
    assert len(allowed) > 150
    assert allowed.count(False) < most * len(allowed)


def a_choice(seed: int):
    """A follow of `classic` with several legal plays, after some tricks: its view, the bot."""
    for _, shown, bot in moments("classic", seed, 1):
        if shown.finished > 5 and shown.trick and 3 < choices(shown).count() < 12:
            return shown, bot
    raise AssertionError("there is none")


def test_candidates_that_do_not_go_on_keep_their_answers():
    shown, bot = a_choice(6)
    candidates = [one.planes for one in choices(shown)][:4]
    worlds, twin = (Worlds(known(shown, bot), [5]) for _ in range(2))
    worlds.ask(candidates)
    worlds.run(0, 4)
    before = [(worlds.gain(at), worlds.levels(at), worlds.error(at)) for at in range(4)]
    worlds.narrow([2])
    worlds.run(0, 4)
    after = [(worlds.gain(at), worlds.levels(at), worlds.error(at)) for at in range(4)]
    twin.ask([candidates[0], candidates[2]])
    twin.run(0, 8)
    assert (after[1], after[3]) == (before[1], before[3])
    assert [after[0], after[2]] == [
        (twin.gain(at), twin.levels(at), twin.error(at)) for at in range(2)
    ]


def test_errors_are_those_of_the_differences_in_the_same_worlds():
    shown, bot = a_choice(6)
    search = question(known(shown, bot), 5)
    worlds = Worlds(known(shown, bot), [5])
    candidates = [one.planes for one in choices(shown)][:3]
    worlds.ask(candidates)
    worlds.run(0, 6)
    for cards in candidates:
        search.add_candidate(cards)
    sums = [[(0, 0)] * 3]
    for _ in range(6):
        search.run(1)
        sums.append([(search.levels(at), search.gain(at)) for at in range(3)])
    for at in range(3):
        levels = [
            ((now[at][0] - before[at][0]) - (now[0][0] - before[0][0])) / 1000
            for before, now in pairwise(sums)
        ]
        gains = [(now[at][1] - before[at][1]) / 2000 for before, now in pairwise(sums)]
        assert worlds.error_in_levels(at) == pytest.approx(pstdev(levels) / 6**0.5)
        assert worlds.error(at) == pytest.approx(pstdev(gains) / 6**0.5)


def test_without_time_expert_plays_as_club():
    shown, bot = a_choice(6)
    expert = Expert(bot.seat, 1, think=1e-6)
    expert.memory, expert.reading = bot.memory, bot.reading
    assert expert.choose(shown) == bot.choose(shown)
    assert expert.weigh(shown) == []


@compiled
def test_what_is_read_before_the_first_choice_takes_no_thinking_time(monkeypatch):
    shown, bot = a_choice(6)

    def slowly(_):
        sleep(0.2)

    monkeypatch.setattr(bots.expert, "experience_of", slowly)
    expert = Expert(bot.seat, 1, think=0.1)
    expert.memory, expert.reading = bot.memory, bot.reading
    assert len(expert.weigh(shown)) > 1


@compiled
@pytest.mark.parametrize("ruleset", RULESETS)
def test_expert_keeps_to_the_rules_and_to_its_view(ruleset):
    report = check_bot(lambda seat, seed: Expert(seat, seed, worlds=8), ruleset, 1, 5)
    assert report.choices > 60
    assert report.exchanged > 30


def test_expert_works_with_few_worlds_at_any_speed():
    played = 0
    for deal, shown, bot in moments("classic", 4, 3):
        if shown.finished < 9:
            continue
        expert = Expert(bot.seat, 1, worlds=2, threads=2)
        expert.memory, expert.reading = bot.memory, bot.reading
        assert deal.refuses(expert.choose(shown)) is None
        played += 1
        if played == 8:
            break
    assert played == 8


def late(**fields):
    """Two tricks before the end; the attackers of seat 1 need the last trick and its points."""
    shown = {
        "turn": 1, "leader": 1, "cards": [2] * 4, "points": 70, "drawn": 100,
        "taken": [0, 70, 0, 0], "finished": 23,
    }  # fmt: skip
    return seen_by(**{"seat": 1, "hand": "HKXB", **shown, **fields})


def test_in_a_trick_with_a_play_taken_back_expert_plays_as_club():
    """What was laid and taken back cannot be taken up as a trick; it must not be searched."""
    shown = late(leader=0, trick=["HA", "-"], cards=[1, 2, 2, 2], hand="HKH9")
    expert, club = Expert(1, 1, worlds=4), make("club", 1, 1)
    assert not is_plain(shown)
    assert expert.weigh(shown) == []
    assert expert.choose(shown) == club.choose(shown)


@pytest.mark.parametrize("how", ["", "friend_by=nth_play,"])
@pytest.mark.parametrize(("hand", "wins"), [("HAH3", False), ("H4H3", True)])
def test_who_holds_the_called_card_plays_for_the_bank(hand, wins, how):
    """The attackers have won already; the seat alone knows that it is not one of them."""
    shown = late(
        ruleset=f"classic({how}partners=called)", levels=["2"] * 4, hand=hand, leader=0,
        friends=[{"card": "HA", "copy": 1, "seat": None}],
        trick=["HK"], cards=[1, 2, 2, 2], taken=[0, 0, 160, 0], points=160,
    )  # fmt: skip
    weighed = Expert(1, 1, worlds=20).weigh(shown)
    assert len(weighed) > 1
    assert all(one.levels > 0 if wins else one.levels < 0 for one in weighed)


def test_expert_weighs_what_it_is_asked_about_best_first():
    expert = Expert(1, 1, worlds=40)
    weighed = expert.weigh(late(), also=[Play(1, C("HK")), Play(1, C("XB"))])
    assert [one.levels for one in weighed] == sorted((one.levels for one in weighed), reverse=True)
    assert {one.action for one in weighed} >= {Play(1, C("HK")), Play(1, C("XB"))}
    assert all(one.sure >= 0 and one.points >= 70 for one in weighed)
    assert expert.weigh(late(phase="draw")) == []


def test_too_many_plays_to_weigh_are_refused():
    expert = Expert(1, 1, worlds=2)
    many = [Play(1, Cards.of([Card(face)])) for face in range(40)]
    with pytest.raises(ValueError, match="too many to weigh; up to 32"):
        expert.weigh(late(), also=many)


@pytest.mark.parametrize("key", ["search", "experience", "both"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_expert_says_why(language, key):
    facts = {"cards": C("SA"), "other": C("SK"), "number": 120}
    said = sentence(bots.Reason(key, facts), language)
    assert "120" in said
    assert "A" in said
    assert "K" in said


def test_a_reason_begins_with_a_capital():
    reason = bots.Reason("exit", {"cards": C("XB"), "suit": "T", "chance": 50})
    assert sentence(reason).startswith("Lead big joker: ")


def test_the_time_of_a_bot_that_searches_stands_in_its_name():
    assert make("expert:250ms", 0, 1).think == 0.25
    assert make("expert", 0, 1, think=0.1).think == 0.1
    for name in ("expert:ms", "club:10ms", "expert:-1ms"):
        with pytest.raises(ValueError, match="there is no bot"):
            make(name, 0, 1)
