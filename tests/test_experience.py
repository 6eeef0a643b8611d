"""Experience: traits that hang on nothing hidden, the net over them, how it is taught."""

from __future__ import annotations

import lzma
import random
from array import array
from itertools import islice
from statistics import fmean

import numpy as np
import pytest
from bench import teach

from tests.moments import compiled, known, moments, true_world
from tests.table import C
from tuolaji import PRESETS, bots
from tuolaji.bots import experience, sentence
from tuolaji.bots.experience import (
    Experience,
    StaleNet,
    experience_of,
    net_file,
    read_net,
    statements,
)
from tuolaji.bots.fast.club_player import ClubPlayer
from tuolaji.bots.fast.features import PlayFeatures
from tuolaji.bots.fast.net import CELLS_BEHIND, Net
from tuolaji.bots.fast.resume import take_up
from tuolaji.bots.ideas import ideas
from tuolaji.bots.worlds import Worlds
from tuolaji.cards import RANKS, SUITS
from tuolaji.cards.planes import Planes
from tuolaji.deal.turn import choices
from tuolaji.engine.state import State
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.ruleset import Ruleset
from tuolaji.texts.reader import LANGUAGES

# Presets at whose form of table, players and decks and sides, somebody was taught.
FORMS = ("classic", "meizhusong", "joker-bid", "six-player", "four-deck", "steal")


def words_of(deal: State, cards: Planes) -> list[int]:
    traits = PlayFeatures()
    traits.look(deal)
    traits.look_at(deal, ClubPlayer(), cards)
    return [traits.word(at) for at in range(traits.number)]


# With called partners an imagined world decides who will be a friend in it.
@pytest.mark.parametrize(
    "ruleset", [one for one in PRESETS if Ruleset.parse(one).partners == "fixed"]
)
def test_traits_are_the_same_in_all_worlds_a_seat_cannot_tell_apart(ruleset):
    checked = 0
    for deal, shown, bot in islice(moments(ruleset, 11, 1), 0, None, 5):
        world = Worlds(known(shown, bot), [checked]).one()
        cards = bot.choose(shown).cards.planes
        assert words_of(world, cards) == words_of(true_world(deal, shown, bot), cards)
        checked += 1
    assert checked >= 10  # a deal of one deck is short


@pytest.mark.parametrize("ruleset", PRESETS)
def test_traits_count_the_cards_that_are_seen_and_unseen(ruleset):
    for deal, shown, bot in moments(ruleset, 12, 1):
        decks, buried = deal.ruleset.decks, deal.ruleset.kitty
        words = words_of(true_world(deal, shown, bot), bot.choose(shown).cards.planes)
        hand, unseen, kitty = (
            sum(word.bit_count() for word in words[decks * at : decks * (at + 1)])
            for at in range(3)
        )
        holds = bot.seat == (shown.banker if shown.holder is None else shown.holder)
        others = sum(shown.cards) - shown.cards[bot.seat]
        assert hand == shown.cards[bot.seat]
        assert kitty == (buried if holds else 0)
        assert unseen == others + (0 if holds else buried)


def lead_of(cards: str, suits: str = "SHCD") -> list[int]:
    """What the traits are when seat 0 leads, hearts being trump, and the suits are exchanged."""
    exchanged = str.maketrans("SHCD", suits)
    deal = State(strict_switches_of(Ruleset.parse("classic")))
    take_up(deal, RANKS.index("2"), SUITS.index(suits[1]), 0, 0, 0)
    for seat, text in enumerate(("S993C98D4D2H5XB", "S5C5", "S5D5", "H5CA")):
        deal.set_hand(seat, C(text.translate(exchanged)).planes)
    return words_of(deal, C(cards.translate(exchanged)).planes)


def test_suits_are_told_by_their_part_in_the_deal():
    assert lead_of("S99") == lead_of("S99", "DSHC") == lead_of("S99", "CDSH")
    assert lead_of("S99") != lead_of("C9")


class Plain:
    """A net with random weights, and what comes out of it by plain arithmetic."""

    def __init__(self, cells: int, words: int, rng: random.Random) -> None:
        self.cells = cells
        self.rows = [[rng.randint(-400, 400) for _ in range(cells)] for _ in range(64 * words + 1)]
        self.behind = [
            [rng.randint(-900, 900) for _ in range(CELLS_BEHIND)] for _ in range(cells + 1)
        ]
        self.last = [rng.randint(-900, 900) for _ in range(CELLS_BEHIND)]

    def weights(self) -> array[int]:
        rows = [*self.rows, *self.behind, self.last]
        return array("h", [self.cells, *(weight for row in rows for weight in row)])

    def value(self, words: list[int]) -> int:
        ones = [
            64 * at + one for at, word in enumerate(words) for one in range(64) if word >> one & 1
        ]
        cells = [sum(column) for column in zip(*(self.rows[at] for at in [*ones, -1]), strict=True)]
        passed = [max(0, min(cell, 32767)) for cell in cells]
        out = 0
        for at, last in enumerate(self.last):
            total = sum(cell * row[at] for cell, row in zip(passed, self.behind, strict=False))
            out += max(0, (total + 1024 * self.behind[-1][at]) // 1024) * last
        return out // 16


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_net_is_the_sum_of_its_rows(ruleset):
    rng, net, values = random.Random(5), None, set()
    for deal, shown, bot in islice(moments(ruleset, 13, 1), 0, None, 9):
        world = true_world(deal, shown, bot)
        for cards in list(choices(shown))[:2] if shown.trick else [bot.choose(shown).cards]:
            words = words_of(world, cards.planes)
            net = net or Plain(8, len(words), rng)
            built = Net(memoryview(net.weights()))
            built.look(world)
            values.add(built.value(world, cards.planes))
            assert built.value(world, cards.planes) == net.value(words)
    assert len(values) > 3


def test_what_was_learnt_is_written_finely_enough():
    """A net in floating point, and the whole numbers that are written of it."""
    rng = np.random.default_rng(3)
    shapes = {"sight.weight": (16, 22 * 64), "play.weight": (16, 3 * 64), "sight.bias": (16,)}
    shapes |= {"behind.weight": (CELLS_BEHIND, 16), "behind.bias": (CELLS_BEHIND,)}
    net = {name: rng.normal(0, 0.1, shape) for name, shape in shapes.items()}
    net["last.weight"] = rng.normal(0, 0.1, (1, CELLS_BEHIND))
    built = Net(memoryview(array("h", teach.weights(net, 4, 2).tolist())))
    checked = 0
    for deal, shown, bot in islice(moments("classic", 14, 1), 0, None, 5):
        world, cards = true_world(deal, shown, bot), bot.choose(shown).cards.planes
        words = words_of(world, cards)
        ones = np.array([word >> one & 1 for word in words for one in range(64)], float)
        first = np.concatenate([net["sight.weight"], net["play.weight"]], 1)
        cells = np.maximum(first @ ones + net["sight.bias"], 0)
        behind = np.maximum(net["behind.weight"] @ cells + net["behind.bias"], 0)
        built.look(world)
        value = built.value(world, cards) / 65536
        assert value == pytest.approx(float((net["last.weight"] @ behind)[0]), abs=0.01)
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("ruleset", FORMS)
def test_there_is_experience_with_the_forms_that_were_taught(ruleset):
    taught = experience_of(Ruleset.parse(ruleset))
    for deal, shown, bot in islice(moments(ruleset, 15, 1), 0, None, 20):
        world = true_world(deal, shown, bot)
        gains = taught.gains(world, [idea.cards for idea in ideas(known(shown, bot))])
        assert gains[0] == 0
        assert all(abs(gain) < 5 for gain in gains)


@pytest.mark.parametrize(
    "ruleset",
    ["classic(partners=called)", "classic(decks=3, kitty=6)", "friends", "three-deck", "one-deck"],
)
def test_there_is_none_with_other_tables(ruleset):
    assert experience_of(Ruleset.parse(ruleset)) is None


def test_a_net_is_refused_when_its_traits_have_changed(monkeypatch):
    packed = lzma.compress(array("h", [1, 2, 3]).tobytes())
    assert read_net(net_file(packed)) == array("h", [1, 2, 3])
    old = net_file(packed)
    monkeypatch.setattr(experience, "traits_digest", lambda: bytes(32))
    with pytest.raises(StaleNet, match="taught with other traits"):
        read_net(old)
    experience._weights.cache_clear()
    with pytest.warns(RuntimeWarning, match="4x2.net: the net was taught with other traits"):
        assert experience_of(Ruleset.parse("classic")) is None
    experience._weights.cache_clear()


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("def a(b):\n    return b + 1  # why\n", True),
        (
            '"""What."""\nimport c\nfrom .d import (\n    e,\n)\n\ndef a(b):\n  return (b + 1)\n',
            False,
        ),
        ('"""What."""\nimport c\n\n\ndef a(b):\n  """How."""\n  return b + 1\n', True),
        ("def a(b):\n    return b + 2\n", False),
        ("def a(b): return b + 1\n", False),
        ("def a(b):\n    pass\nreturn b + 1\n", False),
    ],
)
def test_only_what_is_reckoned_makes_a_formula(text, same):
    formula = list(statements("def a(b):\n    return b + 1\n"))
    assert (list(statements(text)) == formula) == same


@pytest.mark.parametrize("weights", [[], [8], [0] * 1000, [513] * 1_000_000])
def test_weights_that_make_no_net_are_refused(weights):
    with pytest.raises(ValueError, match="make no net over 25 words"):
        Experience(array("h", weights), 25)


@pytest.mark.parametrize("ruleset", FORMS)
def test_rows_compare_different_plays(ruleset):
    for row in islice(teach.Teacher(Ruleset.parse(ruleset), 8).rows(), 40):
        assert 1 < len(row.plays) == len(set(row.plays)) == len(row.words) == len(row.gains)
        assert row.gains[0] == 0


def test_nobody_is_taught_with_secret_partners():
    with pytest.raises(ValueError, match="fixed partners only"):
        teach.Teacher(Ruleset.parse("classic(partners=called)"), 1)


@pytest.mark.parametrize(("cells", "weight"), [(513, 0.1), (8, 40.0), (512, 5.0)])
def test_a_net_that_does_not_fit_is_not_written(cells, weight):
    net = {"sight.weight": np.zeros((cells, 22 * 64)), "play.weight": np.zeros((cells, 3 * 64))}
    net |= {"sight.bias": np.zeros(cells), "behind.bias": np.zeros(CELLS_BEHIND)}
    net["behind.weight"] = np.full((CELLS_BEHIND, cells), weight)
    net["last.weight"] = np.zeros((1, CELLS_BEHIND))
    with pytest.raises(ValueError, match="too many cells, or weights that are too large"):
        teach.weights(net, 4, 2)


@compiled
@pytest.mark.parametrize(("ruleset", "rows"), [("classic", 10_000), ("six-player", 10_000)])
def test_what_experience_prefers_is_better_in_the_true_cards(ruleset, rows):
    """Deals that no net has learnt."""
    rules = Ruleset.parse(ruleset)
    teacher, gains = teach.Teacher(rules, 77), []
    experience = experience_of(rules)
    for row in islice(teacher.rows(), rows):
        felt = experience.gains(teacher.deal, row.plays)
        best = max(range(len(felt)), key=lambda at: felt[at] - (0.02 if at else 0))
        gains.append(row.gains[best])
    assert fmean(gains) > 0.002


@compiled
def test_expert_trusts_its_experience(monkeypatch):
    """Where worlds say little, what experience is sure of is played; where it is against, not."""

    class Sure:
        def __init__(self, wanted: Planes | None) -> None:
            self.wanted = wanted

        def gains(self, _: State, ideas: list[Planes], *_late: object) -> list[float]:
            return [0.0, *(40.0 if cards == self.wanted else -40.0 for cards in ideas[1:])]

    checked = 0
    sentences = set()
    for _, shown, bot in islice(moments("classic", 16, 1), 30, None, 4):
        club = bot.choose(shown).cards
        few = shown.trick and choices(shown).count() <= 60  # all of which it thinks of
        others = [one for one in choices(shown) if one != club] if few else []
        for wanted in (None, *others[-1:]):
            sure = Sure(wanted and wanted.planes)
            monkeypatch.setattr(bots.expert, "experience_of", lambda _, sure=sure: sure)
            expert = bots.expert.Expert(bot.seat, 1, worlds=20)
            expert.memory, expert.reading = bot.memory, bot.reading
            assert expert.choose(shown).cards == (wanted or club)
            if wanted is not None:
                assert expert.why.key in ("experience", "both")
                sentences |= {sentence(expert.why, language) for language in LANGUAGES}
                checked += 1
    assert checked > 3
    assert len(sentences) >= 3 * len(LANGUAGES)
