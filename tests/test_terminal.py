"""The program in a terminal and without one: interruptions, colours, keys, endings."""

from __future__ import annotations

import os
import re
import shlex
import signal
import termios
from pathlib import Path

import pytest

from tests.terminal import HINT, Script, Terminal, game_of, run_piped
from tuolaji.notation.record import check
from tuolaji.terminal import screen as play_screen
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.input import COMMANDS
from tuolaji.terminal.screen import SPEEDS, Screen
from tuolaji.texts.reader import texts


def ways_on(game: Terminal, *options: str) -> list[str]:
    """The last lines of a game of seed 3: how to go on with it, how to play its cards again."""
    (file,) = game.folder.glob("tuolaji/*.tlj")
    given = "".join(f" {option}" for option in options)
    return [
        f"The match is saved in {file}. To resume:",
        f"tuolaji play --terminal --resume --save {file}{given}",
        "The same cards from the start:",
        f"tuolaji play --terminal --new --ruleset classic --seat 1 --seed 3{given}",
    ]


def test_ctrl_c_at_a_question_leaves_a_few_clear_lines():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en") as game:
        game.read()
        os.write(game.master, b"SA")
        game.read("SA$")  # Ctrl-C throws away what is typed and not yet read
        game.end_by(b"\x03")
        assert game.process.wait() == 130
    last = game.said.rpartition("> ")[2].splitlines()
    assert last[-5:] == ["Interrupted.", *ways_on(game, "--speed", "0")]
    assert "Traceback" not in game.said
    assert "Aborted" not in game.said


def test_the_end_of_the_input_ends_the_game_politely():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en") as game:
        game.read()
        os.write(game.master, b"\x04")
        assert game.read() is None
        assert game.process.wait() == 0
    last = game.said.splitlines()[-5:]
    assert last == ["End of input: the game stops here.", *ways_on(game, "--speed", "0")]


def test_the_commands_keep_the_options_of_the_game():
    words = ("--seed", "3", "--deals", "2", "--lang", "zh-Hant", "--speed", "slow")
    with Terminal(*words, ahead=b"\n") as game:
        game.read()
        game.ask("speed fast")
        assert game.ask("q") is None
    commands = [line for line in game.said.splitlines() if line.startswith("tuolaji ")]
    options = " --speed fast --deals 2 --lang zh-Hant"
    assert len(commands) == 2
    assert all(command.endswith(options) for command in commands)


# Keys while cards are drawn. They are typed ahead, so that no test has to be quick.


@pytest.mark.parametrize(
    ("end", "status"),
    [(b"q", 0), (b"\x03", 130), (b"\x04", 0), (signal.SIGTERM, 143)],
    ids=["q", "ctrl-c", "ctrl-d", "terminated"],
)
def test_however_a_paused_draw_ends_the_terminal_is_as_it_was(end, status):
    with Terminal("--seed", "3", "--speed", "slow", "--lang", "en", ahead=b"p") as game:
        before = termios.tcgetattr(game.slave)
        game.read(r"Paused: space resumes\.\n$")
        assert not termios.tcgetattr(game.slave)[3] & (termios.ICANON | termios.ECHO)
        game.end_by(end)
        assert game.process.wait() == status
        assert termios.tcgetattr(game.slave) == before
    assert "Traceback" not in game.said
    file = next(game.folder.glob("tuolaji/*.tlj"))
    assert check(file.read_bytes()) == []


def test_a_paused_draw_goes_on():
    with Terminal("--seed", "3", "--speed", "fast", "--lang", "en", ahead=b"p") as game:
        assert "space or p pauses" in game.read(r"Paused: space resumes\.\n$")
        os.write(game.master, b"?\x1b[A\xff")
        assert "space or p pauses" in game.read(r"q\s+quits\.\n$")
        os.write(game.master, b" ")
        assert "♥5 ♠A ♥4" in game.read()


class Keys(Script):
    """A screen on which keys are pressed while cards are drawn."""

    def __init__(self, *pressed: str) -> None:
        super().__init__("en", most=1)
        self.interactive, self.speed = True, "fast"
        self.pressed, self.waits = list(pressed), []

    def key(self, seconds: float | None) -> str:
        self.waits.append(seconds)
        return self.pressed.pop(0) if self.pressed else ""


def test_a_pause_waits_for_a_key_and_enter_hurries_to_the_next_question():
    screen = Keys("p", "x", "?", " ", "", "\n")
    with pytest.raises(Quit):
        game_of(screen, "classic", seed=7).play()
    moment = SPEEDS["fast"][0]
    assert screen.waits[:7] == [moment, None, None, None, 0, moment, 0]
    assert set(screen.waits[7:]) == {0}
    assert screen.said.count("Paused: space resumes.") == 1


def test_without_such_terminals_cards_are_drawn_all_the_same(monkeypatch):
    monkeypatch.setattr(play_screen, "termios", None)
    screen = Screen("fast")
    screen.interactive = True
    assert not screen.has_keys
    with screen.keys():
        assert screen.key_after_card() == ""


# Without a terminal.


@pytest.mark.parametrize("typed", [b"", b"\n", b"\xff\xfe\x00\n\x80SA\n", b"h\nhint"])
def test_without_a_terminal_there_are_no_pauses_colours_or_crashes(typed):
    done = run_piped(typed, "--seed", "3", "--speed", "slow", "--lang", "en")
    said = done.stdout
    assert done.returncode == 0
    assert done.stderr == ""
    assert "End of input" in said
    assert "\x1b" not in said
    assert "Press Enter" not in said


def test_the_same_seed_gives_the_same_cards_and_q_says_how():
    words = ("--ruleset", "joker-bid(throw=off)", "--seat", "2", "--lang", "en")
    first, same, other = (run_piped(b"q\n", *words, "--seed", n).stdout for n in "997")
    assert "Good-bye" in first
    again = "tuolaji play --terminal --new --ruleset 'joker-bid(throw=off)' --seat 2 --seed 9"
    assert first.splitlines()[-1] == again
    shown = [text.partition("The match is saved")[0] for text in (first, same, other)]
    assert shown[0] == shown[1] != shown[2]


def test_colours_on_a_terminal_the_shape_of_the_suit_always():
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en", term="xterm-256color") as game:
        game.read()
    assert "\x1b[31m♥5" in game.said
    assert " ♠" in game.said


def test_the_drawing_can_be_hurried_and_a_trick_looked_at():
    with Terminal("--seed", "9", "--speed", "fast", "--lang", "en", ahead=b"\n") as game:
        text = game.read()
        while "Press Enter" not in game.prompt():
            hint = HINT.search(game.ask("hint"))
            text = game.ask(hint[1] if hint else "")
            assert text is not None
        assert re.search(r"→ \S+ .*wins? the trick", game.said)
        before = game.said.count("Trick 2")
        assert "The last trick:" in game.ask("t")
        assert "not your turn" in game.ask("?")
        assert "Press Enter" in game.ask("SA")
        assert before == 0
        assert "Trick 2" in game.ask("")


def test_speed_0_typed_in_the_game_ends_the_pauses():
    screen = Script("en")
    screen.interactive = True
    screen.first = ["speed 0"]
    with pytest.raises(Quit):
        game_of(screen, "classic", seed=3).play()
    assert screen.speed == "0"
    assert not any("Press Enter" in prompt for prompt in screen.prompts)


# The page about it.

PAGE = (Path(__file__).parent.parent / "docs" / "play.md").read_text("utf-8")


def test_the_game_on_the_page_is_a_real_one():
    block = re.search(r"```text\n\$ tuolaji play --terminal (.*)\n((?:.*\n)*?)```", PAGE)
    typed = re.findall(r"^(?:Declare \(Enter passes\)|Follow \S+)> ?(.*)$", block[2], re.M)
    assert len(typed) == 5
    with Terminal(*shlex.split(block[1])) as game:
        game.read()
        for line in typed:
            game.ask(line)
        assert game.process.wait() == 0
    said = "".join(line.rstrip() + "\n" for line in game.said.splitlines())
    assert said == block[2]


def test_every_command_is_on_the_page_and_in_the_help():
    section = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| .*?`(\S+?)(?: [A-Z]+)?` \|", section, re.M))
    longer = {"help", "hand", "pass", "quit", "exit"}
    assert set(COMMANDS) - longer == listed - {"p"}
    helped = " ".join(text for key, text in texts("en")["terminal"].items() if "help_" in key)
    assert all(re.search(rf"\b{command}\b", helped) for command in listed - {"?"})
