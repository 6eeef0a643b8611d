"""Random matches: the same for the same seed, and every invariant holds."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from tests.players import path_to
from tests.table import changed
from tuolaji import PRESETS, Ruleset, Shape, read_lead
from tuolaji.bench import rules as bench_rules
from tuolaji.cli import bench
from tuolaji.cli import simulate as command
from tuolaji.deal import Deal
from tuolaji.deal.actions import Bury, Claim, Pass, Play, RuleFoul
from tuolaji.deal.match import Match
from tuolaji.deal.phase import BURY, PLAY
from tuolaji.notation import record
from tuolaji.testing.invariants import CHECKS
from tuolaji.testing.simulate import (
    CLOCK_KINDS,
    Player,
    Tally,
    Watch,
    lead,
    play_deal,
    play_match,
    play_matches,
)

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
    tally = tally_of(ruleset, 16)
    assert tally.broken == []
    assert tally.numbers["deals"] == 16
    assert tally.events["settled"] == 16
    if not tally.clock["unfinished"]:
        assert tally.events["trick_won"] == tally.numbers["tricks"] > 0
    declared = tally.events["declared"] + tally.events["bid"]
    shown = tally.declarations.total() - sum(
        tally.declarations[kind] for kind in ("flipped", "hard", "nobody")
    )
    assert declared == shown > 0


@pytest.mark.parametrize("ruleset", VARIANTS)
def test_the_invariants_hold_in_variants(ruleset):
    assert tally_of(ruleset, 3).broken == []


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
        deal = path_to(PLAY, match, seed)[-1]
        for _ in range(60):
            cards = lead(deal.terms, deal.hands[deal.turn], rng)
            assert cards <= deal.hands[deal.turn]
            assert isinstance(read_lead(deal.terms, cards), Shape)
            sizes.add(len(cards))
    assert {1, 2} < sizes


# By the clock.


def by_the_clock(ruleset, deals=60, seed=1):
    tally, every = Tally(), []
    rng = random.Random(seed)
    for finished in play_matches(Ruleset.parse(ruleset), rng, deals, check=True):
        tally.count(finished)
        every.append(finished)
    assert tally.broken == []
    return tally, every


def test_clocks_bring_about_all_that_they_can():
    cup, every = by_the_clock("meizhusong(match_minutes=90,no_new_deal_minutes=1)")
    assert set(cup.clock) == {"out_of_time", "break", "time_up", "unfinished"}
    flagged, _ = by_the_clock("four-deck(timeout=flag)", 10)
    assert flagged.clock["flagged"] > 0
    assert flagged.clock["out_of_time"] == 0
    assert set(cup.clock) | set(flagged.clock) == set(CLOCK_KINDS)
    assert cup.summary()["clock"] == dict(sorted(cup.clock.items()))
    ended = [one for one in every if "time_up" in one.clock]
    assert all(one.match_events[-1].reason == "time" for one in ended)
    cut = [one for one in every if "unfinished" in one.clock]
    assert {(one.deal.settled, one.deal.redeal) for one in cut} == {(None, "clock.match")}
    assert all(one.after.levels == one.before.levels for one in cut)
    assert cup.numbers["redeals"] == 0


def test_only_every_other_match_is_played_by_the_clock():
    _, every = by_the_clock("six-player(match_minutes=30)", 40)
    first = next(at for at, one in enumerate(every) if one.after.over is not None)
    assert every[first].clock[-1] == "time_up"
    assert not any(one.clock for one in every[first + 1 :][:first])
    untimed, _ = by_the_clock("classic", 4)
    assert not untimed.clock


def test_a_deal_is_dealt_again_after_the_last_moment_for_a_new_one():
    cup = Ruleset.parse("meizhusong")
    match = Match.begin(cup, 0)
    watch = Watch(cup, random.Random(1))
    watch.seconds = 175 * 60
    void = play_deal(Match.begin(Ruleset.parse("classic"), 0), random.Random(8))
    void = replace(void, deal=changed(void.deal, settled=None, redeal="deal.misdrawn"))
    assert watch.after(replace(void, after=match, match_events=()), check=True).after.over is None
    watch.seconds = 180 * 60
    assert watch.after(replace(void, after=match, match_events=()), check=False).after.over == ()


# The commands.


@pytest.fixture
def run():
    app = typer.Typer()
    app.command("simulate")(command.simulate)
    app.command("rules")(bench.rules)
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
    monkeypatch.setitem(CHECKS, "cards", lambda *_: iter(["something"]))
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
    file = tmp_path / "deals.tlj"
    out = run("simulate", "--ruleset", "six-player", "--deals", 3, "--record", file, "--json")
    assert out.exit_code == 0
    deals = record.DealRecord.parse(file.read_text("utf-8"))
    expected = play_matches(Ruleset.parse("six-player"), random.Random("0/0"), 3)
    assert [deal.actions for deal in deals] == [finished.actions for finished in expected]
    assert file.read_text("utf-8") == record.write(deals)


def test_records_are_json_lines_where_the_file_is_named_so(run, tmp_path):
    texts = []
    for name, jobs in (("a.tlj", 1), ("b.jsonl", 1), ("c.jsonl", 2)):
        file = tmp_path / name
        words = ("--ruleset", "joker-bid", "--deals", 3, "--jobs", jobs, "--record", file)
        assert run("simulate", *words).exit_code == 0
        texts.append(file.read_text("utf-8"))
    assert texts[1] == texts[2] == record.write(record.DealRecord.parse(texts[0]), jsonl=True)


@pytest.mark.parametrize(
    "words",
    [
        ("--ruleset", "clasic"),
        ("--ruleset", "classic", "--deals", 0),
        ("--ruleset", "classic", "--jobs", 0),
        ("--ruleset", "classic", "--record", "/no/such/folder/x.tlj"),
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
    burying = path_to(BURY, Match.begin(Ruleset.parse("six-player"), 0), 1)[-1]
    chosen = {str(Player(random.Random(seed)).action(burying)) for seed in range(5)}
    assert len(chosen) == 5
    action = Player(random.Random(1)).action(burying)
    assert isinstance(action, Bury)
    assert len(action.cards) == 6
