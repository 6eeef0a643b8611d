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
from tuolaji.arena.protocol import MOST_LISTED, Standing, page, question, read, speak
from tuolaji.cli.app import app
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import Pass
from tuolaji.deal.actions import to_json as action_to
from tuolaji.deal.clock import out_of_time
from tuolaji.deal.events import Drawn
from tuolaji.deal.match import Match
from tuolaji.deal.phase import BURY, DRAW, PLAY
from tuolaji.deal.view import seen, view
from tuolaji.server.table.marks import trick_on_table

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
    table = Table(board, [player, *others], swapped=False, prepare="greedy")
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
    asked = question(view(deal, deal.turn))
    actions = asked["actions"]
    assert len(actions) == asked["number"] == deal.plays().count() <= MOST_LISTED
    assert {action["cards"] for action in actions} == {str(cards) for cards in deal.plays()}


def test_more_actions_come_in_pages(program, hired):
    deal = path_to(BURY, Match.begin(Ruleset.parse("classic"), 0), 3)[-1]
    seat = view(deal, deal.turn)
    first, second = page(seat, 0), page(seat, MOST_LISTED)
    assert (len(first), len(second)) == (MOST_LISTED, MOST_LISTED)
    assert not {one["cards"] for one in first} & {one["cards"] for one in second}
    assert page(seat, -1) == page(seat, protocol.MOST_PAGED) == []
    player = hired(program(
        "say('list ' + json.dumps({'id': data['id'], 'from': 64}))",
        "told = json.loads(sys.stdin.readline().partition(' ')[2])",
        "answer = {'id': data['id'], **told['actions'][3]}",
    ))  # fmt: skip
    assert action_to(ask(player, BURY)[0]) == second[3]


def test_the_view_says_who_drew_last_and_who_wins_the_trick():
    rules = Ruleset.parse("classic")
    setup = Setup(levels=("2", "2"), first_seat=2)
    deal, events = Deal.begin(rules, setup, full_deck(rules))
    drew = None
    while deal.phase == DRAW:
        drew = [drew, *(event.seat for event in events if isinstance(event, Drawn))][-1]
        assert question(view(deal, deal.turn))["view"]["drew"] == drew
        deal, events = deal.apply(Pass(deal.turn))
    assert question(view(deal, deal.turn))["view"]["drew"] is None
    for one in path_to(PLAY, Match.begin(rules, 0), 5, plays=12):
        if one.turn is not None:
            marked = trick_on_table(view(one), one, ())
            wins = question(view(one, one.turn))["view"]["winner"]
            assert wins == (marked.best if marked else None)


def test_a_declaration_is_told_with_all_that_stands():
    told, standing = [], Standing()
    for seat, cards, trump in ((0, "S2", "S"), (0, "S2", "S"), (1, "H22", "H"), (2, "XLL", "N")):
        event = {"event": "declared", "seat": seat, "cards": cards, "trump": trump}
        told.append(standing.told(event)["stands"])
    assert told == ["S2", "S22", "H22", "XLL"]


def test_a_program_is_asked_only_where_it_wants_to_be(program, hired):
    command = program("if data['view']['phase'] != 'play': sys.exit()")
    file, hello = Path(command.split()[-1]), '"name": "test"'
    file.write_text(file.read_text("utf-8").replace(hello, hello + ', "moments": ["play"]'))
    board = Board(Ruleset.parse("classic"), 7, 0)
    players = [hired(command), *(OwnPlayer("random") for _ in range(3))]
    game, _ = Table(board, players, swapped=False).play()
    assert game.sides[0].faults == {}
    file.write_text(file.read_text("utf-8").replace('["play"]', '["lunch"]'))
    with pytest.raises(Fault, match=r"moments: .*lunch.* are not some of draw, call, bury"):
        hired(command)


def test_a_refused_program_is_told_the_rule_and_the_place(program, hired, tmp_path):
    heard = tmp_path / "heard"
    command = program("if asked == 1: answer['cards'] = data['view']['hand']")
    file = Path(command.split()[-1])
    told = f'if word == "refused": open({str(heard)!r}, "a").write(line)\n    if word == "hello"'
    file.write_text(file.read_text("utf-8").replace('if word == "hello"', told), "utf-8")
    [kept] = game_of(hired(command)).sides[0].refused
    [line] = heard.read_text("utf-8").splitlines()
    word, data = read(line)
    assert (word, data["id"], data["done"]["action"]) == ("refused", 1, "play")
    assert vars(kept) == {name: data[name] for name in vars(kept)}
    assert (kept.kind, kept.seat, kept.action["action"]) == (ILLEGAL, 0, "play")
    assert kept.rule
    assert kept.why.endswith(".")
    assert kept.at > 0


def test_garbage_is_told_to_be_garbage(program, hired):
    game = game_of(hired(program("if asked == 1:", "    say('what')", "    continue")))
    [kept] = game.sides[0].refused
    assert (kept.kind, kept.why) == (GARBAGE, "'what' is no answer")


def test_a_bury_is_not_listed():
    deal = path_to(BURY, Match.begin(Ruleset.parse("classic"), 0), 5)[-1]
    assert question(view(deal, deal.turn))["actions"] is None


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
    text = (ROOT / "docs/protocol.md").read_text("utf-8")
    arena = (ROOT / "docs/arena.md").read_text("utf-8")
    words = (protocol.HELLO, protocol.DEAL, protocol.EVENT, protocol.CHOOSE, protocol.ACTIONS,
             protocol.REFUSED, protocol.BYE)  # fmt: skip
    assert all(f"\n| `{word}` |" in text for word in words)
    assert f"more than {MOST_LISTED}" in text
    assert f"first {protocol.MOST_PAGED:,}" in text
    assert f"within {START_SECONDS:.0f} seconds" in text
    assert f"{LONGEST_LINE:,} bytes" in text
    assert (STRIKES, FORFEIT) == (3, 3)
    assert "three times in a deal" in text
    assert "lost by three levels" in arena
    assert all(f"`{kind}`" in text and f"\n| `{kind}` |" in arena for kind in FAULTS)
