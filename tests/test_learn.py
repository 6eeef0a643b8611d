"""Learning: features, nets, lessons, checkpoints. Left out where torch is not installed."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install tuolaji[learn]")

from tests.test_train import one_thread  # noqa: F401
from tuolaji import PRESETS, Ruleset
from tuolaji.bots.told import first_switch, layout_of
from tuolaji.env import mask_bits, vector
from tuolaji.kernel import SPEED
from tuolaji.learn.collect import NOTES, Group, Rollout
from tuolaji.learn.features import STOP, Features, switches_of
from tuolaji.learn.nets import Nets, Shape
from tuolaji.learn.parties import Parties
from tuolaji.learn.ppo import Teacher
from tuolaji.learn.settings import Settings

RULESETS = [*PRESETS, "classic(partners=called)"]
ROWS = 64 if SPEED.compiled else 8


def played(ruleset, steps, **options):
    """Rows somewhere in a deal."""
    version = layout_of(Ruleset.parse(ruleset)).version
    env = vector(ruleset, ROWS, seed=3, start="random", version=version, world=True, **options)
    for _ in range(steps if SPEED.compiled else steps // 8):
        env.step(env.choose())
    return env


def on_torch(array):
    return torch.tensor(array.view(np.int64) if array.dtype == np.uint64 else array)


def slots(trump, level):
    """The faces in the order of the net, worked out face by face: trumps first, levels last."""
    suits = [trump] + [suit for suit in range(4) if suit != trump] if trump >= 0 else range(4)
    ranks = [rank for rank in range(13) if rank != level] + ([level] if level >= 0 else [])
    return [13 * suit + rank for suit in suits for rank in ranks]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cards_are_told_trumps_first(ruleset):
    env = played(ruleset, 60)
    features = Features(env.layout)
    naming = features.naming(on_torch(env.scalars))
    told, jokers = features._cards(on_torch(env.words), naming, features._bits)
    trump, level = (env.scalars[:, env.layout.scalars[name].start] for name in ("trump", "level"))
    for row in range(ROWS):
        faces = slots(int(trump[row]), int(level[row]))
        for at, word in enumerate(env.words[row].tolist()):
            plain = told[row, 52 * at : 52 * (at + 1)]
            assert plain.tolist() == [word >> face & 1 for face in faces]
            assert jokers[row, 2 * at : 2 * at + 2].tolist() == [word >> 52 & 1, word >> 53 & 1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_answers_and_tokens_are_the_same_things(ruleset):
    env = played(ruleset, 60)
    features = Features(env.layout)
    naming = features.naming(on_torch(env.scalars))
    mask = features.mask(on_torch(env.masks), naming)
    allowed = torch.tensor(mask_bits(env.masks)).bool()
    for token in range(217):
        tokens = torch.full((ROWS,), token)
        answers = features.answers(tokens, naming)
        assert torch.equal(features.tokens(answers, naming), tokens)
        assert torch.equal(mask.gather(1, answers[:, None])[:, 0], allowed[:, token])
    assert (features.answers(torch.full((ROWS,), STOP), naming) == STOP).all()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_has_the_size_that_was_said(ruleset):
    env = played(ruleset, 20)
    features = Features(env.layout)
    naming = features.naming(on_torch(env.scalars))
    switches = switches_of(Ruleset.parse(ruleset))
    words, scalars = on_torch(env.words), on_torch(env.scalars)
    rows = features.rows(words, scalars, naming, switches, torch.float32)
    first = first_switch(env.layout)
    assert rows.shape == (ROWS, features.size)
    assert (rows[:, first : first + len(switches)] == switches).all()
    assert not rows[:, first + len(switches) :].any()
    assert rows.isfinite().all()


def small(**more):
    """Settings for a second or two on one core."""
    shape = Shape(width=32, blocks=1, critic_width=16, critic_blocks=1)
    return Settings(
        **{"rows": ROWS, "steps": 6, "batch": 2 * ROWS, "shape": shape, "device": "cpu", **more}
    )


def filled(settings, fills):
    """What happened in a few steps of the groups."""
    named, cpu = settings.groups, torch.device("cpu")
    nets = Nets(layout_of(named[0]), settings.shape)
    groups = [Group(settings, one, nets, cpu, seed=at + 1) for at, one in enumerate(named)]
    rollout = Rollout(groups, settings.steps)
    for _ in range(fills):
        rollout.fill()
    return rollout


@pytest.mark.parametrize(
    ("ruleset", "parties"), [("classic", 2), ("friends,classic(partners=called)", 5)]
)
def test_advantages_are_those_of_the_definition(ruleset, parties):
    settings = small(ruleset=ruleset, steps=24, past=0.25, house=0.25)
    rollout = filled(settings, 7 if SPEED.compiled else 1)
    got = rollout.turned(rollout.advantages(levels=0.5, points=0.01, spread=0.9)).numpy()
    values = rollout.notes[:, :, len(NOTES) : len(NOTES) + rollout.parties].numpy()
    rewards = (0.5 * rollout.noted("levels") + 0.01 * rollout.noted("points")).numpy()
    over, seats = rollout.noted("over").numpy(), rollout.seen.seats.numpy()
    assert over.any() or not SPEED.compiled
    for group, players in enumerate((parties, min(parties, 4))):
        for step, row, place in product(range(24), range(0, ROWS, 7), range(players)):
            party = (seats[step, group, row] + place) % players
            wanted, weight = 0.0, 1.0
            for at in range(step, 24):
                ended = over[at, group, row]
                after = 0.0 if ended else values[at + 1, group, party, row]
                now = rewards[at, group, party, row] - values[at, group, party, row]
                wanted += weight * (now + after)
                if ended:
                    break
                weight *= 0.9
            assert got[step, group, row, place] == pytest.approx(wanted, abs=1e-4)


def test_values_of_called_partners_are_kept_for_every_seat():
    parties = Parties(Ruleset.parse("friends"), torch.device("cpu"))
    seen = torch.tensor([[10.0, 11, 12, 13, 14, 0, 0, 0]] * 2)
    kept = parties.in_order(seen, torch.tensor([0, 3]))
    assert kept.tolist() == [[10, 11, 12, 13, 14, 0, 0, 0], [12, 13, 14, 10, 11, 0, 0, 0]]
    sides = Parties(Ruleset.parse("six-player"), torch.device("cpu"))
    assert sides.in_order(torch.tensor([[1.0, -1.0]]), torch.tensor([5])).tolist() == [[-1, 1]]


def test_every_group_is_told_its_own_switches():
    names = ["classic", "meizhusong", "joker-bid"]
    rollout = filled(small(ruleset=",".join(names)), 1)
    for at, name in enumerate(names):
        pages = torch.arange(rollout.steps) * len(names) + at
        assert (rollout.switches(pages) == switches_of(Ruleset.parse(name))).all()
        assert rollout.groups[at].env.ruleset == Ruleset.parse(name)


def test_past_selves_and_the_house_have_one_side_of_their_rows():
    settings = small(past=0.25, house=0.25, steps=40)
    rollout = filled(settings, 1)
    seats, ours = rollout.seen.seats, rollout.noted("ours")
    phase = rollout.seen.scalars[..., rollout.groups[0].env.layout.scalars["phase"].start]
    quarter = ROWS // 4
    for row in range(ROWS):
        side = row % 2
        if row < quarter:
            assert torch.equal(ours[:, :, row] == 0, seats[:, :, row] % 2 == side)
            continue
        assert ours[:, :, row].all()
        if row < 2 * quarter:  # the house plays its cards itself: nobody else is asked for them
            assert not ((phase[:, :, row] == 5) & (seats[:, :, row] % 2 == side)).any()


def test_something_is_tried_where_cards_are_chosen_and_only_by_ourselves():
    torch.manual_seed(3)
    rollout = filled(small(past=0.25, explore=0.5, steps=60), 1)
    phase = rollout.seen.scalars[..., rollout.groups[0].env.layout.scalars["phase"].start]
    cards = ((phase == 2) | (phase == 5)) & (rollout.noted("ours") > 0)
    tried = rollout.noted("doubt") == 1
    assert not tried[~cards].any()
    assert float(tried[cards].float().mean()) == pytest.approx(0.5, abs=0.06)


def test_what_is_tried_is_drawn_by_a_fifth_of_the_logarithms():
    """A policy that holds one answer e**5 times likelier than the others, tries it e times so."""
    torch.manual_seed(4)
    settings = small(past=0, house=0, explore=1.0, rows=4 * ROWS)
    nets = Nets(layout_of(Ruleset.parse("classic")), settings.shape)
    with torch.no_grad():
        nets.policy.last.weight.zero_()
        nets.policy.last.bias[:26] = 5.0  # the lower half of the answers with single cards
    group = Group(settings, Ruleset.parse("classic"), nets, torch.device("cpu"), seed=1)
    found = wanted = number = 0.0
    for _ in range(160):
        chosen = group.think()
        mask = nets.features.mask(group.seen.masks, nets.features.naming(group.seen.scalars))
        tried = chosen.notes[NOTES.index("doubt")] == 1
        chances = torch.where(torch.arange(217) < 26, 1.0, 0.0).exp() * mask
        wanted += float((chances[:, :26].sum(1) / chances.sum(1))[tried].sum())
        found += float((chosen.answers < 26)[tried].sum())
        number += int(tried.sum())
        group.step(chosen)
        group.load()
    assert number > 40 * ROWS
    assert found / number == pytest.approx(wanted / number, abs=0.02)
    assert wanted / number < 0.9


def test_of_decisions_that_are_all_but_certain_few_are_learnt_from_and_count_for_all():
    settings = small(past=0.25, explore=0.2, thin=4, steps=40)
    rollout = filled(settings, 1)
    rollout.noted("doubt")[:, :, ::2] *= 0.01
    teacher = Teacher(rollout.groups[0].nets, settings, rollout)
    ours = rollout.noted("ours").flatten().nonzero()[:, 0]
    rows, counts = teacher._thinned(ours)
    assert len(rows.unique()) == len(rows)
    assert set(rows.tolist()) <= set(ours.tolist())
    doubtful = rollout.noted("doubt").flatten() > 0.02
    least = counts[doubtful[rows]]
    assert len(least) == int(doubtful[ours].sum()) > 0
    more = counts[~doubtful[rows]]
    assert len(more) == -(-int((~doubtful[ours]).sum()) // 4) > 0
    assert (least == least[0]).all()
    assert torch.allclose(more, 4 * least[0])
    assert float(counts.mean()) == pytest.approx(1, abs=1e-5)
