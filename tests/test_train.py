"""`tuolaji train`: runs that go on, what is saved and logged, and bad input."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch", reason="torch is not installed: pip install tuolaji[learn]")

from tuolaji import Ruleset
from tuolaji.arena.run import Plan, Run
from tuolaji.cli.app import app
from tuolaji.learn import collect, duel
from tuolaji.learn import train as training
from tuolaji.learn.checkpoint import BadCheckpoint, Checkpoint, read
from tuolaji.learn.curve import curve
from tuolaji.learn.duel import Strength, against, against_bot, ahead
from tuolaji.learn.memory import Block
from tuolaji.learn.nets import Nets
from tuolaji.learn.options import settings_of
from tuolaji.learn.policy import Policy, tensors
from tuolaji.learn.settings import Course
from tuolaji.learn.train import Training

CLASSIC = Ruleset.parse("classic")
SMALL = [
    "rows=8", "steps=4", "batch=16", "shape.width=16", "shape.blocks=1", "shape.critic_width=16",
    "shape.critic_blocks=1", "device=cpu",
]  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(autouse=True)
def few_deals(monkeypatch):
    monkeypatch.setattr(training, "_HOUSE_ROWS", 16)
    monkeypatch.setattr(duel, "_TABLES", 2)


def trained(file, *more, start=None, minutes=0.0, ruleset="classic"):
    settings = settings_of([*SMALL, *more], ruleset=ruleset, minutes=minutes)
    run = Training(settings, file, start=start, say=lambda _: None)
    run.run()
    return run


def command(*arguments):
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def log_of(file):
    return [json.loads(line) for line in file.with_suffix(".jsonl").read_text().splitlines()]


def test_a_run_logs_lessons_and_strength_and_the_next_goes_on(tmp_path):
    file = tmp_path / "one.tlnet"
    first = trained(file, "hints=1", "hint_minutes=1", minutes=0.02)
    lessons = [line for line in log_of(file) if "policy_loss" in line]
    assert len(lessons) == first.counters.lessons > 0
    assert lessons[-1]["decisions"] == 2 * 8 * 4 * len(lessons)
    assert log_of(file)[-1]["against"] == "house"
    saved = read(file)
    assert saved.counters["lessons"] == len(lessons)
    second = trained(file, start=file)
    assert vars(second.counters) == saved.counters
    for name, one in second.nets.policy.state_dict().items():
        assert np.array_equal(one.numpy(), saved.arrays[f"policy.{name}"])


@pytest.mark.parametrize(("short", "kind"), [(True, torch.bfloat16), (False, torch.float32)])
def test_lessons_change_the_nets_towards_what_is_hinted(tmp_path, monkeypatch, short, kind):
    monkeypatch.setattr(collect, "_has_short_numbers", lambda: short)
    assert collect.reckoned_in(torch.device("cpu")) == kind
    run = trained(tmp_path / "one.tlnet", "hints=1", "rows=32", "batch=128", "rate=3e-3")
    agreed = []
    for _ in range(60):
        run._lesson(0.0, 0.0)
        agreed.append(log_of(run.out)[-1]["as_hinted"])
    assert sum(agreed[-10:]) > sum(agreed[:10]) + 0.5


def test_half_precision_loses_little(tmp_path):
    run = trained(tmp_path / "one.tlnet")
    for name, one in run.nets.critic.state_dict().items():
        saved = read(run.out).arrays[f"critic.{name}"]
        assert np.allclose(one.numpy(), saved, rtol=1e-3, atol=1e-6)


def test_nothing_else_is_left_in_the_folder(tmp_path):
    trained(tmp_path / "one.tlnet")
    left = {file.name for file in tmp_path.iterdir()}
    assert left - {"one.board"} == {"one.tlnet", "one.jsonl", "one.adam"}
    assert ("one.board" in left) == (importlib.util.find_spec("tensorboard") is not None)


def test_a_policy_plays_whole_deals_against_bots_and_the_house(tmp_path):
    run = trained(tmp_path / "one.tlnet")
    policy = Policy.read(run.out)
    found = against(policy, CLASSIC, rows=4, deals=2, seed=1)
    assert found == against(policy, CLASSIC, rows=4, deals=2, seed=1, threads=2)
    assert len(found) == 8
    first = next(against_bot(policy, CLASSIC, "greedy", 3))
    assert first == next(against_bot(policy, CLASSIC, "greedy", 3))


def test_strength_is_mean_and_interval():
    strength = Strength.of([0.0, 1.0, 0.0, 1.0])
    assert strength.levels == 0.5
    assert strength.within == pytest.approx(1.96 * 0.5773502692 / 2)
    assert str(strength) == "+0.500 ± 0.566 levels a deal (4 deals)"


def test_the_optimizer_goes_on_where_it_was(tmp_path):
    first = trained(tmp_path / "one.tlnet", minutes=0.01)
    second = trained(tmp_path / "one.tlnet", start=first.out)
    before, after = (run._teacher._optimizer.state_dict() for run in (first, second))
    assert before["state"]
    for number, kept in before["state"].items():
        for name, one in kept.items():
            assert torch.equal(one, after["state"][number][name])
    said = []
    (tmp_path / "one.adam").write_bytes(b"something else")
    settings = settings_of(SMALL, minutes=0.0)
    Training(settings, tmp_path / "two.tlnet", start=first.out, say=said.append)
    assert said == [f"{tmp_path / 'one.adam'} is of other nets; the optimizer begins anew."]


def test_measuring_for_long_leaves_time_to_learn(tmp_path, monkeypatch):
    clock, measured = [0.0], []

    def passing():
        clock[0] += 1
        return clock[0]

    def measuring(self, _watchers):
        measured.append(self.counters.lessons)
        clock[0] += 100

    monkeypatch.setattr(training, "perf_counter", passing)
    monkeypatch.setattr(Training, "_measure", measuring)
    trained(tmp_path / "one.tlnet", "save_minutes=0.5", minutes=10)
    assert len(measured) > 2
    assert all(after - before >= 5 for before, after in pairwise(measured[:-1]))


def test_a_rival_sits_in_the_place_of_past_selves(tmp_path):
    rival = trained(tmp_path / "rival.tlnet", "seed=9")
    run = trained(tmp_path / "one.tlnet", f"rival={rival.out}", "past=0.5", minutes=0.01)
    assert run.counters.lessons > 0
    for name, one in run._rollout.groups[0].past.state_dict().items():
        assert np.allclose(one.numpy(), read(rival.out).arrays[f"policy.{name}"])
    measured = [line for line in log_of(run.out) if line.get("against") == "rival"]
    assert [line["ruleset"] for line in measured] == ["classic"]
    policy = Policy.read(rival.out)
    assert set(against(policy, CLASSIC, rows=8, deals=1, seed=3, rival=policy)) == {0.0}
    with pytest.raises(BadCheckpoint, match="has another shape than the learner"):
        trained(tmp_path / "two.tlnet", f"rival={rival.out}", "shape.width=24")


def test_a_grown_net_plays_and_values_as_before_and_learns_with_all_its_blocks(tmp_path):
    first = trained(tmp_path / "one.tlnet", minutes=0.01)
    grown = trained(tmp_path / "two.tlnet", "grow=3", "grow_critic=2", start=first.out)
    before, after = read(first.out), grown.settings.shape
    assert after == replace(first.settings.shape, blocks=3, critic_blocks=2)
    assert (before.shape["blocks"], before.shape["critic_blocks"]) == (1, 1)
    rows = torch.rand(5, first.nets.features.size)
    world = torch.rand(5, first.nets.features.world_size)
    assert torch.equal(grown.nets.policy(rows), Policy.read(first.out)._net(rows))
    critic = Nets(first._layout, first.settings.shape).critic
    critic.load_state_dict(tensors(before, "critic."))
    assert torch.equal(grown.nets.critic(rows, world), critic(rows, world))
    for _ in range(3):
        grown._lesson(0.0, 0.0)
    for net, number in ((grown.nets.policy, 2), (grown.nets.critic, 1)):
        added = [one for name, one in net.blocks_from(1).items() if "outer" in name]
        assert len(added) == number
        assert all(one.abs().max() > 0 for one in added)
    grown.save()
    assert trained(tmp_path / "three.tlnet", "grow=2", start=grown.out).settings.shape == after
    rival = f"rival={grown.out}"
    trained(tmp_path / "four.tlnet", rival, "past=0.5", "shape.blocks=3", minutes=0.01)


def test_a_primer_teaches_what_club_declares_and_buries(tmp_path):
    run = trained(tmp_path / "one.tlnet", "hints=1", "primer=6", "batch=48", "rate=3e-3")
    for _ in range(40):
        run._lesson(0.0, 0.0)
    unlike = [line["unlike_primer"] for line in log_of(run.out) if "unlike_primer" in line]
    assert sum(unlike[-5:]) < 0.8 * sum(unlike[:5])


def test_several_rulesets_of_one_form_are_taught_together(tmp_path):
    both = "classic(step=40,must_play=[5,T]),joker-bid"
    first = trained(tmp_path / "one.tlnet", ruleset="joker-bid")
    said = []
    settings = settings_of(SMALL, ruleset=both, minutes=0.01)
    run = Training(settings, tmp_path / "two.tlnet", start=first.out, say=said.append)
    run.run()
    assert said[0] == "It was taught joker-bid; new to it: classic(must_play=[5,T])."
    names = ["classic(must_play=[5,T])", "joker-bid"]
    assert list(read(run.out).rulesets) == names
    measured = [line["ruleset"] for line in log_of(run.out) if line.get("against") == "house"]
    assert measured == names
    assert curve(run.log, "house", names[1]).startswith("<svg")
    with pytest.raises(BadCheckpoint, match="name these too, or it will forget them"):
        trained(tmp_path / "one.tlnet", start=run.out, ruleset="joker-bid")


def test_rulesets_of_several_forms_are_refused(tmp_path):
    done = command("--out", tmp_path / "x.tlnet", "--ruleset", "classic,six-player")
    assert (done.exit_code, "one number of players and of decks" in done.stderr) == (2, True)


def test_tensorboard_is_told_the_log_where_it_is_installed(tmp_path):
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run = trained(tmp_path / "one.tlnet", minutes=0.01)
    found = reader.EventAccumulator(str(tmp_path / "one.board")).Reload()
    names = found.Tags()["scalars"]
    assert {"lessons/policy_loss", "strength in classic/over house"} <= set(names)
    losses = [one.value for one in found.Scalars("lessons/policy_loss")]
    logged = [line["policy_loss"] for line in log_of(run.out) if "policy_loss" in line]
    assert losses == pytest.approx(logged)


def test_the_curve_is_a_picture_of_the_log(tmp_path):
    run = trained(tmp_path / "one.tlnet")
    picture = curve(run.log, "house")
    assert picture.startswith("<svg")
    assert picture.count("<polyline") == 1
    with pytest.raises(ValueError, match="tells of no strength over club"):
        curve(run.log, "club")


# Stopping


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path, monkeypatch):
    def stopped(self, *_):
        self.counters.lessons = 77
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "_lesson", stopped)
    file = tmp_path / "one.tlnet"
    done = command("--out", file, *(f"--set={one}" for one in SMALL))
    assert done.exit_code == 130
    assert f"The same command goes on from {file}." in done.stderr
    assert read(file).counters["lessons"] == 77


def test_a_full_disk_leaves_the_old_net_and_is_told(tmp_path, monkeypatch):
    run = trained(tmp_path / "one.tlnet")
    before = run.out.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said = []
    run._say = said.append
    run.counters.lessons += 1
    run._save_or_say()
    assert said == [f"Not saved: {run.out}: No space left on device"]
    assert run.out.read_bytes() == before
    left = {file.name for file in tmp_path.iterdir()}
    assert left - {"one.board"} == {"one.tlnet", "one.jsonl", "one.adam"}


# Bad input


def test_files_that_are_no_nets_are_refused(tmp_path):
    good = trained(tmp_path / "one.tlnet").out.read_bytes()
    bad = tmp_path / "bad.tlnet"
    header, _, weights = good.partition(b"}\n")
    for content, said in (
        (b"", "is no net of this program"),
        (b"PK\x03\x04 something else", "is no net of this program"),
        (good[:40], "is damaged"),
        (good[:-2], "is damaged: .* numbers were to come"),
        (good + b"\0\0", "is damaged: .* numbers were to come"),
        (good.replace(b'"float16"', b'"float64"'), "is damaged: numbers of type 'float64'"),
        (good.replace(b'"observation": 2', b'"observation": 9'), "no observation 9"),
        (good.replace(b'"rulesets": ["classic', b'"rulesets": ["clas'), "is damaged"),
        (b"tuolaji net 1\n[]\n" + weights, "is damaged"),
        (good[:-2] + b"\xff\xff", "is damaged: weights that are no numbers"),
    ):
        bad.write_bytes(content)
        with pytest.raises(BadCheckpoint, match=said):
            read(bad)
    assert header


def test_nets_that_were_taught_something_else_are_refused(tmp_path):
    file = trained(tmp_path / "one.tlnet").out
    done = command("--out", tmp_path / "two.tlnet", "--start", file, "--ruleset", "four-deck")
    assert done.exit_code == 2
    assert f"{file}: it was taught classic, not four-deck" in done.stderr
    saved = read(file)
    other = Checkpoint(saved.rulesets, 1, saved.shape, saved.counters, saved.arrays)
    with pytest.raises(BadCheckpoint, match="version 1 of the observation, not 2"):
        other.check([CLASSIC], 2)


@pytest.mark.parametrize("wrong", ["shape", "counters"])
def test_headers_that_say_something_unknown_are_refused(tmp_path, wrong):
    file = trained(tmp_path / "one.tlnet").out
    saved = read(file)
    replace(saved, **{wrong: {"mass": 3}}).write(file)
    done = command("--out", file)
    assert done.exit_code == 2
    assert f"{file} is damaged: " in done.stderr
    assert "mass" in done.stderr


def test_a_full_disk_for_the_log_does_not_end_the_training(tmp_path):
    run = trained(tmp_path / "one.tlnet")
    run.log.unlink()
    run.log.mkdir()  # nothing can be written there
    said = []
    run._say = said.append
    run._lesson(0.0, 0.0)
    assert said == [f"{run.log} was not written: Is a directory"]


def test_weights_that_do_not_fit_are_refused(tmp_path):
    file = trained(tmp_path / "one.tlnet").out
    saved = read(file)
    shape = {**saved.shape, "width": 24}
    Checkpoint(saved.rulesets, 2, shape, saved.counters, saved.arrays).write(file)
    done = command("--out", file)
    assert done.exit_code == 2
    assert "its weights do not fit its shape" in done.stderr


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("rows", "'rows' is not NAME=VALUE"),
        ("row=3", "there is no setting 'row'"),
        ("rows=many", "rows: 'many' cannot be read"),
        ("shape.depth=3", "there is no setting 'depth'; known are width, blocks"),
        ("device=moon", "device: there is no 'moon'"),
        ("device=xpu", "device: there is no 'xpu'"),
    ],
)
def test_settings_that_cannot_be_read(tmp_path, setting, said):
    done = command("--out", tmp_path / "x.tlnet", "--set", setting)
    assert done.exit_code == 2
    assert said in re.sub(r"[│\s]+", " ", done.stderr)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("batch=100000", "batch: 100000 is not from 1 to"),
        ("past=1.5", "past: 1.5 is no share"),
        ("house=0.95", "past and house: together more than 1"),
        ("rows=0", "rows: 0 is less than 1"),
        ("epochs=0", "epochs: 0 is less than 1"),
        ("primer=-1", "primer: -1 is less than 0"),
        ("clip=-1", "clip: -1.0 is less than 0"),
        ("rate=nan", "rate: nan is no number to reckon with"),
        ("levels=inf", "levels: inf is no number to reckon with"),
        ("spread=5", "spread: 5.0 is no share"),
        ("seed=99999999999999999999", "seed: 99999999999999999999 is not from 0 to"),
        ("shape.width=0", "shape.width: 0 is less than 1"),
        ("shape.blocks=-1", "shape.blocks: -1 is less than 0"),
        ("rows=99999999999999", "Unable to allocate"),
    ],
)
def test_settings_that_cannot_work(tmp_path, setting, said):
    done = command("--out", tmp_path / "x.tlnet", "--set", setting)
    assert done.exit_code == 2
    assert said in done.stderr


def test_tables_for_which_there_is_no_memory_are_refused():
    with pytest.raises(MemoryError, match="no memory for 1,073,741,824 GiB at once; fewer `rows`"):
        Block(2**60, pinned=False)


def test_called_partners_are_taught_at_tables_of_several_sizes(tmp_path):
    tables = "friends,friends(players=7),classic(partners=called)"
    run = trained(tmp_path / "one.tlnet", "hints=1", "primer=2", minutes=0.01, ruleset=tables)
    assert run.counters.lessons > 0
    assert (read(run.out).observation, len(read(run.out).rulesets)) == (3, 3)
    policy, rules = Policy.read(run.out), Ruleset.parse("friends")
    arena = Run(Plan(bots=(f"policy:{run.out}", "greedy"), ruleset="friends", deals=1, seed=1), [])
    sides = [side for one, _ in arena.go() for game in one.games for side in game.sides]
    assert [side.faults.total() for side in sides] == [0] * 4
    assert len(list(islice(against_bot(policy, rules, "greedy", 3), 2))) == 2
    with pytest.raises(ValueError, match="or for tables at which partners are called"):
        trained(tmp_path / "two.tlnet", ruleset="friends,classic")


def test_a_side_is_ahead_by_the_seats_it_has_among_the_winners():
    assert ahead([2, -2, 2, -2], 0) == 2
    assert ahead([2, -2, 2, -2], 1) == -2
    # Seats 0 and 1 have won 3 levels: a third of the first player's seats, half of the other's.
    assert ahead([3, 3, -3, -3, -3], 0) == pytest.approx(3 * (1 / 3 - 1 / 2))


def test_a_bot_that_there_is_not_and_a_folder_that_there_is_not(tmp_path):
    small = [f"--set={one}" for one in SMALL]
    done = command("--out", tmp_path / "x.tlnet", "--against", "nobody", *small)
    assert (done.exit_code, "there is no bot 'nobody'" in done.stderr) == (2, True)
    done = command("--out", tmp_path / "no" / "x.tlnet", *small)
    assert (done.exit_code, "No such file or directory" in done.stderr) == (2, True)


def test_courses():
    assert [Course(4.0, 2.0).at(part) for part in (-1, 0, 0.5, 1, 2)] == [4, 4, 3, 2, 2]
    settings = settings_of(["rate=4e-4:1e-4", "entropy=0.5", "device=cpu"])
    assert (settings.rate, settings.entropy) == (Course(4e-4, 1e-4), Course(0.5, 0.5))
