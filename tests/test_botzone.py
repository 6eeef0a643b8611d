"""Bots written for Botzone: numbers of cards, requests, and what goes wrong."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from tuolaji import Card, Cards, Ruleset, Terms, read_lead
from tuolaji.arena.board import Board
from tuolaji.arena.botzone import OLD_SUITS, BotzonePlayer, card_of, number_of
from tuolaji.arena.game import Table
from tuolaji.arena.player import GARBAGE, LATE, OwnPlayer
from tuolaji.bots import make

RULES = Ruleset.parse("classic(top_level=A)")

# Rebuilds its hand from the requests alone, as such bots do, and fails where that cannot be.
REBUILDS = """
import json
told = json.loads(input())
requests, responses = told["requests"], told["responses"]
assert len(requests) == len(responses) + 1
hold = []
for at, request in enumerate(requests):
    if "deliver" in request:
        hold += request["deliver"]
    if request["stage"] == "cover" and at < len(responses):
        for number in responses[at]:
            hold.remove(number)
    if request["stage"] == "play":
        last, now, before, leader = request["history"]
        seat = (leader + len(now)) % 4
        assert seat == request["playerpos"]
        if last:
            for number in last[(seat - before) % 4]:
                hold.remove(number)
assert len(set(hold)) == len(hold)
# here
if request["stage"] == "play":
    response = hold[: len(now[0]) if now else 1]
else:
    response = request["deliver"] if request["stage"] == "cover" else []
print(json.dumps({"response": response}))
"""


@pytest.fixture
def player(tmp_path):
    def write(lines="pass", budget=60.0):
        file = tmp_path / "bot.py"
        file.write_text(REBUILDS.replace("# here", lines), "utf-8")
        return BotzonePlayer(f"{sys.executable} -E -S {file}", budget)

    return write


def game_of(player, number=0):
    players = [player, *(OwnPlayer("greedy") for _ in range(3))]
    table = Table(Board(RULES, 5, number), players, swapped=False)
    return table.play()[0].sides[0]


@pytest.mark.parametrize(
    ("number", "card"),
    [(0, "SA"), (1, "HA"), (2, "CA"), (3, "DA"), (4, "S2"), (36, "ST"), (51, "DK"),
     (52, "XL"), (53, "XB"), (54, "SA"), (107, "XB")],
)  # fmt: skip
def test_cards_have_botzones_numbers(number, card):
    assert str(card_of(number)) == card
    assert number_of(Card.parse(card)) == number % 54


@pytest.mark.parametrize(
    ("number", "card"), [(0, "HA"), (1, "DA"), (2, "SA"), (3, "CA"), (38, "ST"), (53, "XB")]
)
def test_older_bots_number_the_suits_otherwise(number, card):
    assert str(card_of(number, OLD_SUITS)) == card
    assert number_of(Card.parse(card), OLD_SUITS) == number


def test_the_nearest_ruleset_of_the_page_can_be_played(player):
    page = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text("utf-8")
    nearest = re.search(r"```text\n(classic\(.*\))\n```", page)[1]
    rules = Ruleset.parse(nearest)
    assert str(rules) == nearest
    player().begin(rules, 0, 0)
    # What the page says it has: no level cards in tractors, jokers are one; 80 takes over.
    terms = Terms.of(rules, "2", "S")
    shapes = [read_lead(terms, Cards.parse(text)).units for text in ("XBBLL", "SAAH22", "S4433")]
    assert [len(units) for units in shapes] == [1, 2, 1]
    assert rules.take_over == 80


def test_every_card_has_two_numbers():
    assert Counter(card_of(number) for number in range(108)) == Counter([*map(Card, range(54))] * 2)
    for number in (-1, 108):
        with pytest.raises(ValueError, match="no card"):
            card_of(number)


def test_a_bot_can_rebuild_its_hand_to_the_last_trick(player):
    for number in range(3):
        faults = game_of(player(), number).faults
        assert faults[GARBAGE] == 0  # it would have failed an assertion


class Scribe(BotzonePlayer):
    """Plays as greedy does, through numbers and back."""

    def begin(self, ruleset, seat, seed):
        super().begin(ruleset, seat, seed)
        self.greedy = make("greedy", seat, seed)

    def hear(self, event):
        super().hear(event)
        self.greedy.hear(event)

    def choose(self, view, default):
        self.action = self.greedy.choose(view)
        return super().choose(view, default)

    def _response(self):
        json.dumps(self._requests)
        cards = getattr(self.action, "cards", Cards())
        return self._numbers(cards)


def test_a_strong_player_is_as_strong_through_numbers():
    for number in range(4):
        board = Board(RULES, 8, number)
        tables = []
        for first in (OwnPlayer("greedy"), Scribe("true", 1.0)):
            players = [first, *(OwnPlayer("greedy") for _ in range(3))]
            table = Table(board, players, swapped=False, prepare="greedy")
            table.play()
            assert not table.sides[0].faults
            tables.append(table.actions)
        assert tables[0] == tables[1]


@pytest.mark.parametrize(
    "lines",
    ["print('what?')", "print('[]')", 'print(\'{"response": 7}\')', "raise SystemExit",
     'print(\'{"response": [108]}\')', 'print(\'{"response": ["a"]}\')'],
)  # fmt: skip
def test_what_is_no_response_is_garbage(player, lines):
    faults = game_of(player(lines)).faults
    assert set(faults) == {GARBAGE}


def test_a_slow_bot_is_late(player):
    faults = game_of(player("import time; time.sleep(60)", budget=0.02)).faults
    assert set(faults) == {LATE}


@pytest.mark.parametrize("ruleset", ["classic", "six-player", "four-deck", "joker-bid"])
def test_rulesets_that_botzone_cannot_tell_are_refused(ruleset):
    with pytest.raises(ValueError, match="Botzone"):
        BotzonePlayer("true", 1.0).begin(Ruleset.parse(ruleset), 0, 0)


@pytest.mark.parametrize("command", ["", "/no/such/program"])
def test_a_command_that_is_none_is_refused(command):
    with pytest.raises(ValueError, match="command"):
        BotzonePlayer(command, 1.0)
