"""Taught nets as players: what they are told, what they answer, their files."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.taught_nets import BLOCKS, shapes, write_net
from tuolaji import PRESETS, bots
from tuolaji.bots import master, taught, told
from tuolaji.bots.counting import Memory
from tuolaji.bots.host import Host
from tuolaji.bots.master import nets_of
from tuolaji.bots.policy import Policy
from tuolaji.bots.recall import recall
from tuolaji.bots.taught import BadNet
from tuolaji.cards.planes import size
from tuolaji.cli.app import app
from tuolaji.deal.view import view
from tuolaji.engine.action_tokens import next_tokens, token_at
from tuolaji.engine.observe import observe
from tuolaji.env.bots import Bots
from tuolaji.env.table import Table
from tuolaji.kernel import SPEED
from tuolaji.learn import checkpoint
from tuolaji.learn.checkpoint import BadCheckpoint
from tuolaji.ruleset import Ruleset
from tuolaji.testing import check_bot

DEALS = 4 if SPEED.compiled else 1
TOLD_CARDS = set(told.CARD_SETS)
TOLD_NUMBERS = {
    *told.SEATS, *told.SIZES, *told.LANE_MASKS, "phase", "level", "trump", "in_trick", "led_suit",
    *told.NAMED, *told.WIDE_NAMED, *told.WIDE_SEATS, *told.WIDE_SIZES,
}  # fmt: skip
CALLED = "classic(partners=called)"
NETS = Path(master.__file__).parent / "nets"


def new_table(ruleset, seed):
    version = told.layout_of(Ruleset.parse(ruleset)).version
    table = Table(ruleset, start="random", reward="levels", skip=False, version=version)
    table.seed(seed)
    table.begin()
    return table


def random_moments(ruleset, deals, seed):
    """Decisions of deals that are played at random: the table, and what its seat heard and sees."""
    rng = random.Random(seed)
    table = new_table(ruleset, seed)
    for _ in range(deals):
        memories = [Memory() for _ in range(table.ruleset.players)]
        host, done = Host(enumerate(memories), Bots(table, "random")._begun()), 0
        while not table.over:
            for action in table.history[done:]:
                host.apply(action)
            done, seat = len(table.history), table.deal.turn
            if not table.deal.chosen[0]:
                yield table, view(host.deal, seat), memories[seat]
            tokens = next_tokens(table.deal)
            table.push(token_at(tokens, rng.randrange(size(tokens))))
        table.begin()


def rows(deal, trail, layout):
    words = np.zeros((1, layout.word_count), np.uint64)
    scalars = np.zeros((1, layout.scalar_count), np.int32)
    observe(deal, deal.turn, words.data, scalars.data, 0, layout.wide)
    trail.observe(deal, deal.turn, words.data, scalars.data, 0, layout.wide)
    return words, scalars


@pytest.mark.parametrize("ruleset", [*PRESETS, CALLED, "friends(players=8)"])
def test_a_seat_recalls_what_the_environment_would_tell_it(ruleset):
    asked = set()
    for table, shown, memory in random_moments(ruleset, DEALS, 3):
        deal, trail = recall(shown, memory)
        layout = table.layout
        true, recalled = rows(table.deal, table.trail, layout), rows(deal, trail, layout)
        for name, field in layout.words.items():
            if name in TOLD_CARDS:
                assert np.array_equal(true[0][0, field.columns], recalled[0][0, field.columns])
        for name, field in layout.scalars.items():
            if name in TOLD_NUMBERS:
                same = true[1][0, field.columns] == recalled[1][0, field.columns]
                assert same.all(), (name, shown.phase)
        assert next_tokens(deal) == next_tokens(table.deal)
        asked.add(shown.phase)
    assert {"play", "bury" if table.ruleset.kitty else "draw"} <= asked


# What nets are told, worked out face by face and number by number.


def slots(trump, level):
    """The plain faces in the order of nets: trumps first, in each suit the level last."""
    suits = [trump, *(suit for suit in range(4) if suit != trump)] if trump >= 0 else range(4)
    ranks = [rank for rank in range(13) if rank != level] + ([level] if level >= 0 else [])
    return [13 * suit + rank for suit in suits for rank in ranks]


def one_hot(at, number):
    return [float(at == one) for one in range(number)]


def literal_inputs(table):
    """All inputs, as `learn/features.py` describes them."""
    layout, deal = table.layout, table.deal
    words, scalars = rows(deal, table.trail, layout)
    words, scalars = words[0].tolist(), scalars[0].tolist()
    number = {name: scalars[field.columns] for name, field in layout.scalars.items()}
    sets = [word for name in told.CARD_SETS for word in words[layout.words[name].columns]]
    for name in told.WIDE_NAMED if layout.wide else told.NAMED:
        sets.append(1 << number[name][0] if number[name][0] >= 0 else 0)
    trump, level = number["trump"][0], number["level"][0]
    faces = slots(trump, level)
    suits = [faces[13 * at] // 13 for at in range(4)]

    def cards(sets):
        plain = [float(word >> face & 1) for word in sets for face in faces]
        return plain + [float(word >> face & 1) for word in sets for face in (52, 53)]

    led = number["led_suit"][0]
    out = cards(sets)
    out += one_hot(number["phase"][0], 7) + one_hot(level if level >= 0 else 13, 14)
    out += one_hot(min(trump, 0) + 2, 3)
    out += one_hot(min(number["in_trick"][0], layout.players - 1), layout.players)
    out += one_hot((suits.index(led) if 0 <= led < 4 else led) + 1, 6)
    for name in told.WIDE_SEATS if layout.wide else told.SEATS:
        out += one_hot(number[name][0] + 1, layout.players + 1)
    for name, most in (told.WIDE_SIZES if layout.wide else told.SIZES).items():
        out += [one / most for one in number[name]]
    for name in told.LANE_MASKS:
        out += [float(lanes >> suit & 1) for lanes in number[name] for suit in suits]
        out += [float(lanes >> 4 & 1) for lanes in number[name]]
    out += told.switch_numbers(table.ruleset)
    out += [0.0] * (told.input_number(layout) - len(out))
    return np.array(out)


def even(cells):
    return (cells - cells.mean()) / np.sqrt(cells.var() + 1e-5)


def literal_answers(arrays, told_):
    """What a policy answers, in floating point."""
    cells = np.maximum(arrays["policy.first.weight"] @ told_ + arrays["policy.first.bias"], 0)
    for block in range(BLOCKS):
        name = f"policy.blocks.{block}."
        inner = arrays[name + "inner.weight"] @ even(cells) + arrays[name + "inner.bias"]
        cells = cells + arrays[name + "outer.weight"] @ np.maximum(inner, 0)
    return arrays["policy.last.weight"] @ np.maximum(even(cells), 0) + arrays["policy.last.bias"]


def arrays_of(file, ruleset, switches=told.SWITCH_NAMES):
    data = file.read_bytes().split(b"\n", 2)[2]
    numbers, at, out = np.frombuffer(data, "<f2").astype(float), 0, {}
    for name, shape in shapes(ruleset, switches).items():
        number = int(np.prod(shape))
        out[name] = numbers[at : at + number].reshape(shape)
        at += number
    return out


def answer_at(token, trump, level):
    """The place of a token among the answers."""
    face, copies = divmod(token, 4)
    if token == 216:
        return 216
    if face >= 52:
        return 208 + 2 * copies + face - 52
    return 52 * copies + slots(trump, level).index(face)


@pytest.mark.parametrize("ruleset", ["classic", "joker-bid", "six-player", "four-deck", "friends"])
def test_answers_are_those_of_the_net_in_floating_point(ruleset, tmp_path):
    file = write_net(tmp_path / "one.tlnet", ruleset)
    arrays, nets = arrays_of(file, ruleset), taught.read(file)
    rules = Ruleset.parse(ruleset)
    learnt = nets.new_policy(rules)
    worst = spread = 0.0
    for number, (table, _, _) in enumerate(random_moments(ruleset, 1, 5)):
        if number % (3 if SPEED.compiled else 15):
            continue
        deal, tokens = table.deal, next_tokens(table.deal)
        learnt.look(deal, table.trail)
        wanted = literal_answers(arrays, literal_inputs(table))
        trump, level = deal.shows.trump, deal.shows.level
        if ruleset == "four-deck" and deal.phase == 0:
            trump = -2
        for at in range(size(tokens)):
            token = token_at(tokens, at)
            answer = learnt.likely(token) / 4096
            worst = max(worst, abs(answer - wanted[answer_at(token, trump, level)]))
        spread = max(spread, float(np.std(wanted)))
    assert spread > 0.3
    assert worst < 0.1


@pytest.mark.parametrize("ruleset", ["classic", "meizhusong", "six-player", "four-deck", "friends"])
def test_answers_are_the_same_numbers_on_every_machine(ruleset):
    rules = Ruleset.parse(ruleset)
    learnt = nets_of(rules).new_policy(rules)
    table = new_table(ruleset, 11)
    said = []
    while len(said) < 6:
        tokens = next_tokens(table.deal)
        learnt.look(table.deal, table.trail)
        said.append([learnt.likely(token_at(tokens, at)) for at in range(size(tokens))][:4])
        table.push(token_at(tokens, 0))
    assert said == SAID[ruleset]


SAID = {
    "classic": [
        [-113397, -14343],
        [-22603],
        [-135425, -114027, -177463, -66791],
        [-196051, -195660, -139762, -197394],
        [-178659, -258899],
        [-207332],
    ],
    "meizhusong": [
        [-112672, -11482],
        [-17703],
        [-139808, -121833, -172573, -70794],
        [-176298, -178830, -130551, -189361],
        [-163882, -244362],
        [-200104],
    ],
    "six-player": [
        [16819, -26024],
        [-19592],
        [-8539, 18387, 35219, 71546],
        [-12617, -40363, -29761, -43511],
        [-42436, -62800, -72812],
        [-66659],
    ],
    "four-deck": [
        [-56918, -25651],
        [-25415],
        [-57146, -27917],
        [-28145],
        [-83017, -23766],
        [-83034, -23765],
    ],
    "friends": [
        [-31409, 3979],
        [5869],
        [2753, -58165],
        [2883, -58063],
        [3001, -57957],
        [3132, -57793],
    ],
}


def test_called_partners_are_played_by_a_net_where_it_wins():
    for players in range(5, 9):
        assert nets_of(Ruleset.parse(f"friends(players={players})"))
    assert nets_of(Ruleset.parse(CALLED)) is None


def test_the_nets_of_the_package_take_no_more_than_12_megabytes():
    assert sum(one.stat().st_size for one in NETS.iterdir()) <= 12_000_000


# Files


def first_layer(net):
    """The weights of the first layer, and what 1 is worth in each cell's."""
    weights = np.array(net.weights[: net.inputs * net.cells]).reshape(net.inputs, net.cells)
    return weights, np.array(net.numbers[: net.cells])


def test_a_packed_file_holds_the_policy_in_coarser_steps(tmp_path):
    file = write_net(tmp_path / "one.tlnet")
    packed = tmp_path / "packed.tlnet"
    packed.write_bytes(taught.pack(file))
    (fine, exact), (coarse, steps) = (
        first_layer(taught.read(one).policy) for one in (file, packed)
    )
    assert np.abs(fine * exact - coarse * steps).max() <= 0.51 * (exact + steps).max()
    assert (steps > 2 * exact).all()
    assert packed.stat().st_size < 0.75 * file.stat().st_size / 2


def test_a_packed_file_leaves_out_inputs_that_weigh_what_chance_gave_them(tmp_path):
    file = write_net(tmp_path / "one.tlnet")
    kind, header, body = file.read_bytes().split(b"\n", 2)
    name, (cells, inputs) = json.loads(header)["arrays"][0]
    assert name == "policy.first.weight"
    numbers = np.frombuffer(body, "<f2").copy()
    weights = numbers[: cells * inputs].reshape(cells, inputs)
    chance = 1 / np.sqrt(inputs)
    weights[:, :20] = np.random.default_rng(3).uniform(-chance, chance, (cells, 20))
    weights[:, 10:20] *= 2
    file.write_bytes(b"\n".join((kind, header, numbers.tobytes())))
    fine = first_layer(taught.read(file).policy)[0]
    packed = tmp_path / "packed.tlnet"
    packed.write_bytes(taught.pack(file))
    coarse = first_layer(taught.read(packed).policy)[0]
    assert fine.any(axis=1).all()
    assert not coarse[:10].any()
    assert coarse[10:].any(axis=1).all()


def test_a_packed_file_that_is_cut_off_or_no_archive_is_damaged(tmp_path):
    packed = tmp_path / "packed.tlnet"
    whole = taught.pack(write_net(tmp_path / "one.tlnet"))
    for data in (whole[:-999], whole[: whole.index(b"}\n") + 2] + b"something else"):
        packed.write_bytes(data)
        taught.read.cache_clear()
        with pytest.raises(taught.BadNet, match="is damaged"):
            taught.read(packed)


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"observation": 1}, "taught with version 1 of the observation; players know version 2"),
        ({"traits": "0123"}, "it was taught with other traits than nets are told today"),
        ({"switches": ["kitty", "hats"]}, "it was told switches that there are not: hats"),
        ({"type": "float32", "arrays": []}, "is damaged: 0 numbers were to come"),
        ({"type": "int4"}, "is damaged: numbers of type 'int4'"),
        ({"ruleset": "six-player"}, "inputs, and nets are told"),
        ({"ruleset": "nothing"}, "is damaged: "),
        ({"shape": {"width": 2048, "blocks": 2}}, "is damaged: "),
    ],
)
def test_files_that_do_not_fit_are_refused_with_the_reason(tmp_path, header, why):
    with pytest.raises(BadNet) as refused:
        taught.read(write_net(tmp_path / "one.tlnet", said=header))
    assert why in str(refused.value)


def test_nets_that_were_not_told_the_switches_play_on(tmp_path):
    older = taught.read(write_net(tmp_path / "one.tlnet", said={"switches": []}))
    table, said = new_table("joker-bid", 11), []
    for ruleset in ("joker-bid", "classic"):
        learnt = older.new_policy(Ruleset.parse(ruleset))
        learnt.look(table.deal, table.trail)
        said.append(learnt.likely(token_at(next_tokens(table.deal), 0)))
    assert said[0] == said[1]


def test_what_a_net_was_not_told_is_added_without_effect(tmp_path):
    some = ["step", "kitty"]
    file = write_net(tmp_path / "one.tlnet", said={"switches": some})
    kept, written = checkpoint.read(file).arrays, arrays_of(file, "classic", some)
    first = told.first_switch(told.layout_of(Ruleset.parse("classic")))
    for net in ("policy", "critic"):
        before, after = (one[f"{net}.first.weight"] for one in (written, kept))
        assert np.array_equal(before[:, :first], after[:, :first])
        for at, name in enumerate(some):
            column = first + told.SWITCH_NAMES.index(name)
            assert np.array_equal(after[:, column], before[:, first + at])
            after[:, column] = 0
        assert not after[:, first:].any()


def test_switches_are_told_as_differences_from_classic():
    assert not any(told.switch_numbers(Ruleset.parse("classic")))
    amounts = told.switch_amounts(Ruleset.parse("joker-bid"))
    differing = {name: amount / 1024 for name, amount in amounts.items() if amount}
    assert differing == {
        "top_level": -0.5, "match_end": 1.0, "declare_style": 0.5, "no_declaration": 1.0,
        "dig_single": -0.125, "dig_pair": -0.25, "dig_tractor": -0.5, "dig_shape": -0.5,
        "promotion_cap": 0.75,
    }  # fmt: skip


def test_a_file_of_another_kind_is_refused(tmp_path):
    file = tmp_path / "one.tlnet"
    file.write_bytes(b"something else\n" * 10)
    with pytest.raises(BadNet, match="is no net of this program"):
        bots.make(f"policy:{file}", 0, 0)
    file.write_bytes(write_net(tmp_path / "two.tlnet").read_bytes()[:-1])
    with pytest.raises(BadNet, match="numbers were to come"):
        bots.make(f"policy:{file}", 0, 0)


def test_a_net_refuses_tables_of_another_form(tmp_path):
    bot = bots.make(f"policy:{write_net(tmp_path / 'one.tlnet')}", 0, 0)
    bot.check(Ruleset.parse("meizhusong"))
    with pytest.raises(BadNet, match="taught classic: 4 players, 2 decks, fixed partners"):
        bot.check(Ruleset.parse("six-player"))
    with pytest.raises(BadNet, match="it cannot play"):
        bot.check(Ruleset.parse(CALLED))


def test_a_net_for_called_partners_plays_tables_of_every_size(tmp_path):
    bot = bots.make(f"policy:{write_net(tmp_path / 'one.tlnet', 'friends')}", 0, 0)
    for ruleset in (CALLED, "friends", "friends(players=8)"):
        bot.check(Ruleset.parse(ruleset))
    with pytest.raises(BadNet, match="it was taught friends: called partners; it cannot play"):
        bot.check(Ruleset.parse("classic"))


def test_a_net_that_was_added_plays_at_every_table(tmp_path, monkeypatch):
    monkeypatch.setenv("TUOLAJI_BOTS", "")
    file = write_net(tmp_path / "one.tlnet")
    bots.add_policy(f"mine=policy:{file}")
    assert bots.all_names() == (*bots.NAMES, "mine")
    for ruleset in ("classic", "six-player"):
        check_bot(lambda seat, seed: bots.make("mine", seat, seed), ruleset, 1, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mine", "'mine' is not NAME=policy:FILE"),
        ("mine=club", "is not NAME=policy:FILE"),
        ("club=policy:{}", "there is a bot 'club' already"),
        ("My Net=policy:{}", "'My Net' is no name: up to 20 small letters"),
        ("mine=policy:{}.no", "No such file"),
        ("mine=policy:/", "Is a directory"),
    ],
)
def test_nets_that_cannot_be_added_are_refused(text, why, tmp_path, monkeypatch):
    monkeypatch.setenv("TUOLAJI_BOTS", "")
    done = CliRunner().invoke(app, ["serve", "--bot", text.format(write_net(tmp_path / "one"))])
    assert done.exit_code == 2
    assert why in re.sub(r"[│\s]+", " ", done.stderr)
    assert bots.all_names() == bots.NAMES


def test_a_packed_net_cannot_be_taught_further(tmp_path):
    file = tmp_path / "packed.tlnet"
    file.write_bytes(taught.pack(write_net(tmp_path / "one.tlnet")))
    with pytest.raises(BadCheckpoint, match="is packed for playing, and cannot be taught further"):
        checkpoint.read(file)


@pytest.mark.parametrize("ruleset", [*PRESETS, CALLED])
def test_a_taught_player_passes_the_checks_of_bots(ruleset, tmp_path):
    file = write_net(tmp_path / "one.tlnet", ruleset)
    report = check_bot(lambda seat, seed: Policy(seat, seed, file=file), ruleset, DEALS, 1)
    assert report.exchanged > 30
