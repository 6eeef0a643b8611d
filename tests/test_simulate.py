"""Random matches: the same for the same seed, and every invariant holds, and can be broken."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from tests.table import C
from tuolaji import PRESETS, Card, Ruleset, Shape, read_lead
from tuolaji.actions import Bury, Claim, Pass, Play, RuleFoul
from tuolaji.cli import bench_rules
from tuolaji.cli import simulate as command
from tuolaji.deal import Deal, full_deck
from tuolaji.events import Drawn, Played, ThrowFailed, TrickWon
from tuolaji.invariants import CHECKS, broken, broken_match, broken_step
from tuolaji.match import Match
from tuolaji.phases.declare import Show
from tuolaji.phases.state import BURY, DRAW, OVER, PLAY, Wrong, changed
from tuolaji.score import Result
from tuolaji.simulate import Player, Tally, lead, play_deal, play_match, play_matches

VARIANTS = (
    "classic(partners=called)",
    "classic(permanent_two=true)",
    "classic(decks=4,bombs=true,throw=off)",
    "classic(decks=3,kitty=6)",
    "classic(decks=1,kitty=6,no_trump=off)",
    "classic(declare_window=false,dig_shape=own)",
    "classic(dig=last_trick,gapped_runs=true,throw_penalty=thrown)",
    "classic(enforcement=referee,fouls=meizhusong)",
    "classic(first_level=K)",
    "meizhusong(self_overturn=true)",
    "joker-bid(decks=4)",
    "joker-bid(no_declaration=redeal)",
    "six-player(enforcement=referee)",
    "six-player(first_level=J,decks=4)",
    "six-player(throw=off)",
    "four-deck(bombs=false)",
    "four-deck(opening_small_joker=false)",
    "four-deck(enforcement=referee)",
)


def tally_of(ruleset, deals, seed="t"):
    tally = Tally()
    for finished in play_matches(Ruleset.parse(ruleset), random.Random(seed), deals, check=True):
        tally.count(finished)
    return tally


@pytest.mark.parametrize("ruleset", PRESETS)
def test_the_invariants_hold_in_every_preset(ruleset):
    tally = tally_of(ruleset, 40)
    assert tally.broken == []
    assert tally.numbers["deals"] == 40
    assert tally.events["settled"] == 40
    assert tally.events["trick_won"] == tally.numbers["tricks"] > 0
    declared = tally.events["declared"] + tally.events["bid"]
    shown = tally.declarations.total() - sum(
        tally.declarations[kind] for kind in ("flipped", "hard", "nobody")
    )
    assert declared == shown > 0


@pytest.mark.parametrize("ruleset", VARIANTS)
def test_the_invariants_hold_in_variants(ruleset):
    assert tally_of(ruleset, 6).broken == []


def test_the_same_generator_plays_the_same_match():
    def played(seed):
        every = play_match(Ruleset.parse("six-player"), random.Random(seed), 3)
        return [(finished.actions, finished.events) for finished in every]

    assert played(5) == played(5)
    assert played(5) != played(6)


def test_the_referee_rules_and_claims_come_after_the_last_trick_too():
    counted = 0
    kinds: set[type] = set()
    for finished in play_matches(
        Ruleset.parse("meizhusong(enforcement=referee)"), random.Random(1), 12
    ):
        kinds |= set(map(type, finished.actions))
        plays = [at for at, action in enumerate(finished.actions) if isinstance(action, Play)]
        if plays and not any(finished.deal.hands):
            counted += any(isinstance(a, Claim | RuleFoul) for a in finished.actions[plays[-1] :])
    assert {Claim, RuleFoul, Pass} <= kinds
    assert counted


def test_a_match_ends_when_it_is_won_or_has_its_deals():
    short = Ruleset.parse("meizhusong(first_level=K)")
    finished = list(play_match(short, random.Random(1), 200))
    assert finished[-1].after.over is not None
    assert all(one.after.over is None for one in finished[:-1])
    settled = sum(one.deal.settled is not None for one in finished)
    assert settled < 200
    more = list(play_matches(short, random.Random(1), settled + 1))
    assert more[settled].before.deals == 0
    assert len(list(play_match(Ruleset.parse("classic"), random.Random(1), 3))) == 3


def test_what_was_played_can_be_played_again():
    for finished in play_matches(Ruleset.parse("four-deck"), random.Random(3), 2):
        deal, events = Deal.begin(finished.deal.ruleset, finished.deal.setup, finished.deal.deck)
        for action in finished.actions:
            deal, more = deal.apply(action)
            events += more
        assert tuple(events) == finished.events
        assert deal == finished.deal


@pytest.mark.parametrize("ruleset", [*PRESETS, "six-player(throw=off)"])
def test_every_lead_of_the_player_is_legal_and_the_mix_is_varied(ruleset):
    match = Match.begin(Ruleset.parse(ruleset), 0)
    rng = random.Random(2)
    sizes = set()
    for seed in range(12):
        deal = until(PLAY, match, seed)
        for _ in range(60):
            cards = lead(deal.terms, deal.hands[deal.turn], rng)
            assert cards <= deal.hands[deal.turn]
            assert isinstance(read_lead(deal.terms, cards), Shape)
            sizes.add(len(cards))
    assert {1, 2} < sizes


# Each check, broken by hand.


def until(phase, match, seed, *, plays=0):
    """A deal that has come to a phase, and so many plays further."""
    rng = random.Random(seed)
    while True:
        deck = full_deck(match.ruleset)
        rng.shuffle(deck)
        player = Player(rng)
        deal, _ = Deal.begin(match.ruleset, match.setup(), deck)
        while deal.phase not in (phase, OVER):
            deal, _ = deal.apply(player.action(deal))
        for _ in range(plays):
            deal, _ = deal.apply(player.action(deal))
        if deal.phase == phase:
            return deal


def middle(ruleset="classic", plays=22):
    deal = until(PLAY, Match.begin(Ruleset.parse(ruleset), 1), 4, plays=plays)
    assert broken(deal) == []
    return deal


def over(ruleset="classic"):
    finished = play_deal(Match.begin(Ruleset.parse(ruleset), 1), random.Random(8))
    assert finished.deal.settled is not None
    assert broken(finished.deal) == []
    return finished


def kinds(found):
    return {what.partition(":")[0] for what in found}


def test_the_sound_states_are_in_the_middle_of_things():
    assert len(middle().finished) == 5
    assert len(middle().trick) == 2
    assert set(CHECKS) == {
        "cards", "hands", "shown", "points", "action", "trump", "tricks", "wrong", "result",
    }  # fmt: skip


def swapped(deal, seat, old, new):
    hand = deal.hands[seat] - old + new
    return changed(deal, hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]))


def test_cards_that_vanish_double_or_change_are_noticed():
    deal = middle()
    card = next(iter(deal.hands[2]))
    one = C(str(card))
    assert kinds(broken(swapped(deal, 2, one, C("-")))) >= {"cards", "hands"}
    other = next(
        c for c in map(str, full_deck(deal.ruleset)) if c != str(card) and card.points == 0
    )
    assert "cards" in kinds(broken(swapped(deal, 2, one, C(other))))
    given = swapped(swapped(deal, 2, one, C("-")), 3, C("-"), one)
    assert kinds(broken(given)) == {"hands"}
    lost = changed(deal, finished=deal.finished[1:])
    assert "cards" in kinds(broken(lost))
    drawing = until(DRAW, Match.begin(deal.ruleset, 0), 1)
    assert broken(drawing) == []
    assert kinds(broken(changed(drawing, drawn=drawing.drawn + 1))) >= {"cards", "hands"}
    burying = until(BURY, Match.begin(deal.ruleset, 0), 1)
    assert broken(burying) == []
    assert "hands" in kinds(broken(changed(burying, holder=(burying.holder + 1) % 4)))
    assert kinds(broken(changed(burying, kitty=C("SA")))) >= {"cards", "hands"}


def test_shown_cards_lie_where_they_were_shown():
    drawing = until(DRAW, Match.begin(Ruleset.parse("classic"), 0), 1)
    card = drawing.options[drawing.turn][0]
    twice = tuple(
        Show(drawing.turn, card)
        for _ in range(1 + drawing.hands[drawing.turn].count(next(iter(card))))
    )
    contest = replace(drawing.contest, shows=twice)
    assert "shown" in kinds(broken(changed(drawing, contest=contest)))
    calling = until("call", Match.begin(Ruleset.parse("joker-bid"), 0), 1)
    assert broken(calling) == []
    absent = next(c for c in full_deck(calling.ruleset) if c not in calling.hands[0])
    used = (C(str(absent)), *calling.used[1:])
    assert kinds(broken(changed(calling, used=used))) == {"shown"}


def test_points_that_do_not_add_up_are_noticed():
    deal = middle()
    assert sum(deal.taken) > 0
    taken = (deal.taken[0] + 5, *deal.taken[1:])
    assert kinds(broken(changed(deal, taken=taken))) == {"points"}
    turned = (*deal.taken[1:], deal.taken[0])
    assert turned != deal.taken
    assert kinds(broken(changed(deal, taken=turned))) == {"points"}
    assert kinds(broken(changed(deal, fines=(10, 0, 0, 0)))) == {"points"}
    assert kinds(broken(changed(deal, fines=()))) == {"points"}
    assert kinds(broken(changed(deal, taken=()))) == {"points"}
    assert kinds(broken(changed(deal, adjusted=5))) == {"points"}
    fined = middle("meizhusong")
    assert "points" in kinds(broken(changed(fined, fines=(7, 0, 0, 0))))
    assert "points" not in kinds(broken(changed(fined, fines=(20, 0, 0, 0))))


def test_a_state_in_which_nobody_can_act_is_noticed():
    drawing = until(DRAW, Match.begin(Ruleset.parse("classic"), 0), 1)
    assert kinds(broken(changed(drawing, asking=()))) == {"action"}
    assert kinds(broken(changed(drawing, asking=(9,)))) == {"action"}
    silent = ((),) * 4
    assert kinds(broken(changed(drawing, options=silent))) == {"action"}
    strange = ((C("XBBLL"),),) * 4
    assert kinds(broken(changed(drawing, options=strange))) == {"action"}
    assert "action" in kinds(broken(changed(drawing, phase="dance")))
    deal = middle()
    empty = changed(deal, hands=tuple(C("-") for _ in deal.hands))
    assert "action" in kinds(broken(empty))
    asked = drawing.turn
    offered = tuple([C("XB")] if seat == asked else () for seat in range(4))
    found = broken_step(drawing, changed(drawing, options=offered), [])
    assert kinds(found) == {"action"}


def test_level_trump_and_banker_have_to_fit():
    deal = middle()
    for values in (
        {"banker": None},
        {"banker": 7},
        {"terms": None},
        {"setup": replace(deal.setup, levels=("9", "9"))},
        {"setup": replace(deal.setup, banker=(deal.banker + 1) % 4)},
        {"contest": replace(deal.contest, trump="S" if deal.terms.trump != "S" else "H")},
        {"holder": (deal.banker + 1) % 4},
        {"partner": 1},
    ):
        assert "trump" in kinds(broken(changed(deal, **values))), values


def test_the_partner_is_the_holder_of_the_named_card():
    deal = middle("classic(partners=called)", plays=0)
    assert broken(deal) == []
    assert deal.partner != deal.banker
    assert kinds(broken(changed(deal, partner=deal.banker))) == {"trump"}
    assert kinds(broken(changed(deal, partner_known=True))) == {"trump"}
    assert kinds(broken(changed(deal, named=None))) == {"trump"}
    ended = over("classic(partners=called)").deal
    assert kinds(broken(changed(ended, partner_known=False))) == {"trump"}


def test_tricks_are_whole_and_the_winner_leads():
    deal = middle()
    leader, plays = deal.finished[-1]
    rest = deal.finished[:-1]
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (leader, plays[:3])))))
    uneven = (plays[0] + plays[1], *plays[1:])
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (leader, uneven)))))
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (9, plays)))))
    assert "tricks" in kinds(broken(changed(deal, leader=(deal.leader + 1) % 4)))
    assert "tricks" in kinds(broken(changed(deal, lead=None)))
    assert "tricks" in kinds(broken(changed(deal, trick=(deal.trick[1], deal.trick[0]))))
    assert "tricks" in kinds(broken(changed(deal, trick=(*deal.trick, C("SAA3")))))
    start = middle(plays=0)
    assert "tricks" in kinds(broken(changed(start, leader=(start.leader + 1) % 4)))


def test_wrong_plays_are_only_held_against_who_played_them():
    deal = middle()
    leader, plays = deal.finished[0]
    wrong = Wrong((leader + 1) % 4, 0, plays[1], "follow.suit")
    assert kinds(broken(changed(deal, wrong=(wrong,)))) == {"wrong"}
    refereed = middle("classic(enforcement=referee,fouls=meizhusong)", plays=9)
    assert len(refereed.finished) == 2
    leader, plays = refereed.finished[0]
    wrong = Wrong((leader + 1) % 4, 0, plays[1], "follow.suit")
    assert broken(changed(refereed, wrong=(wrong,))) == []
    moved = replace(wrong, cards=C("SAAHAA"))
    assert kinds(broken(changed(refereed, wrong=(moved,)))) == {"wrong"}


def test_the_result_follows_from_the_points():
    deal = over().deal
    settled = deal.settled
    other = Result(settled.result.side, settled.result.levels + 1)
    assert kinds(broken(changed(deal, settled=replace(settled, result=other)))) == {"result"}
    more = replace(settled, attackers=settled.attackers + 40)
    assert kinds(broken(changed(deal, settled=more))) == {"result"}
    assert kinds(broken(changed(deal, adjusted=deal.adjusted + 5))) == {"result"}
    assert kinds(broken(changed(deal, settled=None))) == {"result"}
    assert kinds(broken(changed(deal, redeal="nobody"))) == {"result"}
    assert "result" in kinds(broken(changed(deal, phase=PLAY)))
    assert "result" in kinds(broken(changed(middle(), phase=OVER, settled=settled)))


def test_events_tell_what_happened():
    deal = middle(plays=23)
    assert len(deal.trick) == 3
    action = Player(random.Random(1)).action(deal)
    after, events = deal.apply(action)
    assert broken_step(deal, after, events) == []
    won = next(event for event in events if isinstance(event, TrickWon))
    for wrong in (
        [event for event in events if not isinstance(event, Played)],
        [*events, Played(0, C("SA"))],
        [replace(won, points=won.points + 5), *events],
        [*events, ThrowFailed(0, C("SAK"), C("SK"), 20)],
        [*events, Drawn(0, Card.parse("SA"))],
    ):
        assert kinds(broken_step(deal, after, wrong)) == {"events"}
    finished = over()
    told = [event for event in finished.events if event != finished.deal.settled]
    begun, _ = Deal.begin(finished.deal.ruleset, finished.deal.setup, finished.deal.deck)
    assert "events" in kinds(broken_step(begun, finished.deal, told))


def test_a_match_moves_by_its_deals():
    finished = over()
    before, deal, after = finished.before, finished.deal, finished.after
    assert broken_match(before, deal, after) == []
    for wrong in (
        replace(after, levels=("2", "?")),
        replace(after, levels=("2", "2", "2")),
        replace(after, levels=("9", "9")),
        replace(after, banker=(after.banker + 1) % 4),
        replace(after, banker=None),
        replace(after, deals=7),
    ):
        assert kinds(broken_match(before, deal, wrong)) == {"match"}, wrong
    void = changed(deal, settled=None, redeal="nobody")
    assert broken_match(before, void, before) == []
    assert kinds(broken_match(before, void, after)) == {"match"}


# The commands.


@pytest.fixture
def run():
    app = typer.Typer()
    app.command("simulate")(command.simulate)
    app.command("rules")(bench_rules.rules)
    runner = CliRunner()
    return lambda *words: runner.invoke(app, list(map(str, words)))


def test_the_number_of_jobs_changes_nothing(run):
    words = ("simulate", "--ruleset", "joker-bid", "--deals", command.BLOCK + 3, "--json")
    one = run(*words, "--seed", 5)
    two = run(*words, "--seed", 5, "--jobs", 2)
    assert one.exit_code == two.exit_code == 0
    assert one.output == two.output
    summary = json.loads(one.output)
    assert summary["deals"] == command.BLOCK + 3
    assert summary["broken"] == 0
    assert summary["events"]["settled"] == command.BLOCK + 3
    other = run("simulate", "--ruleset", "joker-bid", "--deals", 3, "--json", "--seed", 6)
    same = run("simulate", "--ruleset", "joker-bid", "--deals", 3, "--json", "--seed", 6)
    assert other.output == same.output
    assert json.loads(other.output)["events"] != summary["events"]


def test_the_summary_is_also_a_table(run):
    out = run("simulate", "--ruleset", "classic", "--deals", 2)
    assert out.exit_code == 0
    for word in ("tricks per deal", "throws failed", "digs", "redeals", "events: played"):
        assert word in out.output


def test_what_is_broken_is_told_and_the_status_is_1(run, monkeypatch):
    monkeypatch.setitem(CHECKS, "cards", lambda _: iter(["something"]))
    out = run("simulate", "--ruleset", "classic", "--deals", 1, "--seed", 7, "--json")
    assert out.exit_code == 1
    summary = json.loads(out.output)
    assert summary["broken"] > 10
    assert summary["first_broken"][0] == "seed 7/0, deal 1: cards: something"


def test_an_interruption_keeps_what_was_done(run, monkeypatch):
    real = command.play_matches

    def interrupted(*args, **options):
        for number, finished in enumerate(real(*args, **options)):
            if number == 3:
                raise KeyboardInterrupt
            yield finished

    monkeypatch.setattr(command, "play_matches", interrupted)
    out = run("simulate", "--ruleset", "classic", "--deals", 30, "--json")
    assert out.exit_code == 130
    summary = json.loads(out.output)
    assert (summary["deals"], summary["interrupted"]) == (3, True)


def test_records_are_written_and_can_be_read(run, tmp_path):
    record = pytest.importorskip("tuolaji.notation.record")
    file = tmp_path / "deals.tlj"
    out = run("simulate", "--ruleset", "six-player", "--deals", 3, "--record", file, "--json")
    assert out.exit_code == 0
    deals = record.DealRecord.parse(file.read_text("utf-8"))
    expected = play_matches(Ruleset.parse("six-player"), random.Random("0/0"), 3)
    assert [deal.actions for deal in deals] == [finished.actions for finished in expected]


@pytest.mark.parametrize(
    "words",
    [
        ("--ruleset", "clasic"),
        ("--ruleset", "classic", "--deals", 0),
        ("--ruleset", "classic", "--jobs", 0),
        ("--ruleset", "classic", "--record", "/no/such/folder/x.tlj"),
        (),
    ],
)
def test_bad_options_end_with_status_2(run, words):
    assert run("simulate", *words).exit_code == 2


def test_bench_rules_measures_deals_kernel_and_baseline(run):
    out = run("rules", "--ruleset", "six-player", "--deals", 2, "--json")
    assert out.exit_code == 0
    row = json.loads(out.output)["rulesets"]["six-player"]
    assert row["plays"] % 6 == 0
    assert all(row[name] > 0 for name in row)
    assert row["deal_ratio"] == pytest.approx(row["deal_per_second"] / row["baseline_per_second"])
    assert "kernel" in run("rules", "--ruleset", "classic", "--deals", 1).output


@pytest.mark.parametrize("ruleset", ["classic", "four-deck"])
def test_the_kernel_refuses_follows_that_are_not_legal(ruleset):
    """The bench asks the kernel in earnest: another card than the suit's is refused."""
    finished = play_deal(Match.begin(Ruleset.parse(ruleset), 1), random.Random(8))
    tricks = bench_rules.kernel_tricks(finished)
    assert all(map(bench_rules.check_trick, tricks))
    assert sum(len(one.plays) for one in tricks) == sum(
        isinstance(action, Play) for action in finished.actions
    )
    refused = 0
    for one in tricks:
        exchanged = replace(one, plays=[one.plays[0], *one.plays[2:], one.plays[1]])
        refused += not bench_rules.check_trick(exchanged)
    assert refused > 0


def test_the_player_buries_as_many_cards_as_the_kitty_has():
    burying = until(BURY, Match.begin(Ruleset.parse("six-player"), 0), 1)
    chosen = {str(Player(random.Random(seed)).action(burying)) for seed in range(5)}
    assert len(chosen) == 5
    action = Player(random.Random(1)).action(burying)
    assert isinstance(action, Bury)
    assert len(action.cards) == 6
