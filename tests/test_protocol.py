"""Bots that are programs: our own, the examples, and every kind of misbehaviour."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.players import path_to
from tuolaji import Ruleset
from tuolaji.arena import protocol
from tuolaji.arena.board import Board
from tuolaji.arena.external import LONGEST_LINE, START_SECONDS, STRIKES, ExternalPlayer
from tuolaji.arena.game import FORFEIT, Table
from tuolaji.arena.player import DEAD, FAULTS, GARBAGE, ILLEGAL, LATE, Fault, OwnPlayer
from tuolaji.arena.protocol import MOST_LISTED, listed, read, speak
from tuolaji.cli.app import app
from tuolaji.deal import Deal
from tuolaji.deal.actions import Pass
from tuolaji.deal.actions import to_json as action_to
from tuolaji.deal.clock import out_of_time
from tuolaji.deal.match import Match
from tuolaji.deal.phase import BURY, PLAY
from tuolaji.deal.view import seen, view

ROOT = Path(__file__).parent.parent
PLENTY = 60.0

# A bot that does what it is proposed, except where a test puts something else at `# here`.
HONEST = """
import json, os, signal, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
asked = 0
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "hello":
        say('hello {"protocol": 1, "name": "test"}')
    elif word == "choose":
        asked += 1
        data = json.loads(rest)
        answer = {"id": data["id"], **data["default"]}
        # here
        say("action " + json.dumps(answer))
    elif word == "bye":
        break
"""


@pytest.fixture
def program(tmp_path):
    """The command of a bot with some lines put into it."""

    def write(*lines):
        file = tmp_path / "bot.py"
        file.write_text(HONEST.replace("# here", "\n        ".join(lines) or "pass"), "utf-8")
        return f"{sys.executable} -E -S {file}"

    return write


@pytest.fixture
def hired():
    """Players that are closed after the test."""
    players = []

    def hire(command, budget=PLENTY):
        players.append(ExternalPlayer(command, budget))
        return players[-1]

    yield hire
    for player in players:
        player.close()


def game_of(player, ruleset="classic"):
    """A game of the player's bot, at one seat, with three of ours."""
    board = Board(Ruleset.parse(ruleset), 7, 0)
    others = [OwnPlayer("random") for _ in range(board.ruleset.players - 1)]
    table = Table(board, [player, *others], swapped=False, play_only=True)
    return table.play()[0]


def ask(player, phase=PLAY):
    """One question to the player, in the middle of a deal."""
    deal = path_to(phase, Match.begin(Ruleset.parse("classic"), 0), 3)[-1]
    return player.choose(view(deal, deal.turn), lambda: out_of_time(deal)), out_of_time(deal)


def test_a_program_that_does_as_proposed_has_no_faults(program, hired):
    game = game_of(hired(program()))
    assert game.sides[0].faults == {}
    assert game.won is not None


def test_it_plays_deal_after_deal(program, hired):
    player = hired(program())
    first, second = game_of(player), game_of(player)
    assert (first.levels, first.points) == (second.levels, second.points)


def test_the_same_bot_plays_the_same_in_here_and_outside():
    board = Board(Ruleset.parse("classic"), 3, 1)
    ends = []
    for name in ("inside", "outside"):
        outside = name == "outside"
        command = f"{sys.executable} -m tuolaji bot greedy"
        first = [ExternalPlayer(command, PLENTY) if outside else OwnPlayer("greedy")]
        table = Table(board, [*first, *(OwnPlayer("greedy") for _ in range(3))], swapped=False)
        game, _ = table.play()
        first[0].close()
        assert not game.sides[0].faults
        ends.append(table.actions)
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (("say('what?')", "continue"), GARBAGE),
        (("say('action {')", "continue"), GARBAGE),
        (("say('action ' + '[' * 5000)", "continue"), GARBAGE),
        (("say('action 7')", "continue"), GARBAGE),
        (("answer['id'] += 1",), GARBAGE),
        (("answer['cards'] = 'S1'",), GARBAGE),
        (("answer['action'] = 'win'",), GARBAGE),
        (("say('x' * 200000)", "continue"), GARBAGE),
        (("os.kill(os.getpid(), signal.SIGKILL)",), DEAD),
        (("sys.exit()",), DEAD),
    ],
)
def test_what_is_no_answer(program, hired, lines, fault):
    player = hired(program(*lines))
    with pytest.raises(Fault) as told:
        ask(player)
    assert told.value.kind == fault


def test_information_is_no_answer_and_no_fault(program, hired):
    chosen, default = ask(hired(program("say('info I think')", "say('')")))
    assert chosen == default


def test_a_late_answer_is_not_taken_for_the_next_one(program, hired):
    # The first answer is sent only together with the second.
    player = hired(program("if asked == 1:", "    first = answer", "    continue",
                           "say('action ' + json.dumps(first))"))  # fmt: skip
    player._budget = 0.2
    with pytest.raises(Fault) as told:
        ask(player, BURY)
    assert told.value.kind == LATE
    player._budget = PLENTY
    chosen, default = ask(player)
    assert chosen == default


def test_a_program_that_is_silent_is_stopped_and_its_side_loses(program, hired):
    game = game_of(hired(program("continue"), budget=0.05))
    faults = game.sides[0].faults
    assert faults[LATE] == STRIKES
    assert faults[DEAD] > 0
    assert game.levels <= -FORFEIT


def test_a_program_that_only_writes_is_stopped(program, hired):
    game = game_of(hired(program("while True: say('y')")))
    assert game.sides[0].faults[GARBAGE] == STRIKES
    assert game.levels <= -FORFEIT


def test_information_without_end_is_late(program, hired):
    player = hired(program("while True: say('info')"), budget=0.3)
    with pytest.raises(Fault) as told:
        ask(player)
    assert told.value.kind == LATE


def test_a_program_killed_in_mid_deal_loses_it_and_plays_the_next(program, hired, tmp_path):
    # It dies once: the mark that it leaves keeps it from dying again.
    mark = tmp_path / "died"
    player = hired(program(
        f"if asked == 5 and not os.path.exists({str(mark)!r}):",
        f"    open({str(mark)!r}, 'w').close()",
        "    os.kill(os.getpid(), signal.SIGKILL)",
    ))  # fmt: skip
    first, second = game_of(player), game_of(player)
    assert first.sides[0].faults[DEAD] > 0
    assert set(first.sides[0].faults) == {DEAD}
    assert first.levels <= -FORFEIT
    assert second.sides[0].faults == {}


def test_a_program_that_dies_with_all_it_started(program, hired):
    # A child that keeps the pipe open does not keep the arena.
    player = hired(program("import subprocess", "subprocess.Popen(['sleep', '600'])", "continue"))
    player._budget = 0.2
    for _ in range(STRIKES):
        with pytest.raises(Fault):
            ask(player)
    assert player._process is None


@pytest.mark.parametrize(
    "answer",
    [
        action_to(Pass(0)),
        {"action": "void", "reason": "referee"},
        {"action": "adjust", "points": 500},
        {"action": "play", "seat": 1, "cards": "SA"},
        {"action": "play", "seat": 0, "cards": "-"},
        {"action": "play", "seat": 0, "cards": "XBBLL SAA HAA"},
        {"action": "claim", "seat": 0, "against": 1},
    ],
)
def test_an_action_that_is_not_allowed_is_replaced_and_counted(program, hired, answer):
    game = game_of(hired(program(f"answer = {{'id': data['id'], **{answer!r}}}")))
    faults = game.sides[0].faults
    assert set(faults) == {ILLEGAL}
    assert game.sides[0].times.total() >= faults[ILLEGAL] > 0
    assert game.won is not None


@pytest.mark.parametrize("command", ["yes", "true", "/no/such/program", "python3 'open"])
def test_what_does_not_speak_the_protocol_is_refused(command):
    run = CliRunner().invoke(app, ["arena", f"exec:{command}", "greedy", "--deals", "1"])
    assert run.exit_code == 2


# What a program is told.


def test_our_own_bots_answer_line_by_line():
    lines = ['hello {"protocol": 1, "name": "x"}', 'deal {"seat": 1, "seed": 5}', "noise", "bye"]
    assert list(speak("random", lines)) == ['hello {"protocol":1,"name":"random"}']


def test_every_action_of_the_list_is_allowed_and_none_is_missing():
    deal = path_to(PLAY, Match.begin(Ruleset.parse("classic"), 0), 5, plays=3)[-1]
    actions = listed(view(deal, deal.turn))
    assert len(actions) == deal.plays().count() <= MOST_LISTED
    assert {action["cards"] for action in actions} == {str(cards) for cards in deal.plays()}


def test_a_bury_is_not_listed():
    deal = path_to(BURY, Match.begin(Ruleset.parse("classic"), 0), 5)[-1]
    assert listed(view(deal, deal.turn)) is None


def test_a_program_hears_what_its_seat_may_see_and_no_more(program, hired, tmp_path):
    heard = tmp_path / "heard"
    command = program()
    file = Path(command.split()[-1])
    told = f"    open({str(heard)!r}, 'a').write(line)\n    word, _, rest"
    file.write_text(file.read_text("utf-8").replace("    word, _, rest", told), "utf-8")
    game_of(hired(command))
    lines = [read(line) for line in heard.read_text("utf-8").splitlines()]
    assert [word for word, _ in lines][:3] == ["hello", "deal", "event"]
    board = Board(Ruleset.parse("classic"), 7, 0)
    assert lines[1][1] == {"ruleset": "classic", "seat": 0, "seed": board.seed_of(0)}
    begun = [seen(event, 0) for event in Deal.begin(board.ruleset, board.setup, board.deck())[1]]
    events = [data for word, data in lines if word == "event"]
    assert events[: len(begun)] == json.loads(json.dumps(begun))
    assert all(data["card"] is None for data in events
               if data["event"] == "drawn" and data["seat"] != 0)  # fmt: skip


EXAMPLES = {"cautious.py": sys.executable, "shortest.pl": "perl"}


def test_every_example_is_tested():
    assert {file.name for file in (ROOT / "examples/bots").iterdir()} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("ruleset", ["classic", "joker-bid", "six-player"])
def test_the_examples_play_without_faults(name, ruleset, hired):
    if shutil.which(EXAMPLES[name]) is None:
        pytest.skip(f"{EXAMPLES[name]} is not installed")
    player = hired(f"{EXAMPLES[name]} {ROOT / 'examples/bots' / name}")
    assert game_of(player, ruleset).sides[0].faults == {}


# The page.


def test_the_page_says_what_the_program_does():
    page = (ROOT / "docs/protocol.md").read_text("utf-8")
    arena = (ROOT / "docs/arena.md").read_text("utf-8")
    for word in (protocol.HELLO, protocol.DEAL, protocol.EVENT, protocol.CHOOSE, protocol.BYE):
        assert f"\n| `{word}` |" in page
    assert f"more than {MOST_LISTED}" in page
    assert f"within {START_SECONDS:.0f} seconds" in page
    assert f"{LONGEST_LINE:,} bytes" in page
    assert (STRIKES, FORFEIT) == (3, 3)
    assert "three times in a deal" in page
    assert "lost by three levels" in arena
    assert all(f"`{kind}`" in page and f"\n| `{kind}` |" in arena for kind in FAULTS)
