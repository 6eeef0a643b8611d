"""The clocks in the terminal: clock.match and clock.play; and a GAME.SAV that is loaded there."""

from __future__ import annotations

import pytest

from tests.terminal import Script, run_piped
from tuolaji import Ruleset
from tuolaji.deal.match import Match
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.course import Course
from tuolaji.terminal.game import Game
from tuolaji.terminal.keep import Keeper, Kept, read_match
from tuolaji.terminal.words import Words

LIMITS = {"meizhusong": 180, "six-player": 120, "four-deck": 150}


class Passing(Script):
    """A player who takes so many seconds for every answer, by a clock of its own."""

    def __init__(self, seconds, *, pauses=False):
        super().__init__("en", most=400)
        self.seconds, self.time, self._pauses = seconds, 0.0, pauses

    @property
    def pauses(self):
        return self._pauses

    def ask(self, prompt):
        self.time += self.seconds
        if self._pauses and prompt.startswith(("Enter", "Next", "next")):
            return ""
        return super().ask(prompt)

    def now(self):
        return self.time


def game(screen, ruleset, *, seconds=0, levels=None, keeper=None, banker=None):
    """A match that has been played for so long."""
    rules = Ruleset.parse(ruleset)
    kept = Kept.new(rules, 0, 4)
    match = kept.match
    if levels:
        match = Match(rules, levels, banker or 0, banker or 0, deals=2)
    kept = Kept(0, 4, match, bots="random", seconds=seconds)
    course = Course(kept, keeper, now=screen.now)
    return Game(screen, Words(rules, 0, "en"), course)


@pytest.mark.parametrize("ruleset", LIMITS)
def test_a_deal_that_is_unfinished_when_time_is_up_does_not_count(ruleset):
    """100 seconds are left, and every answer takes 9."""
    screen = Passing(9)
    played = game(screen, ruleset, seconds=60 * LIMITS[ruleset] - 100, levels=("5", "7"))
    if ruleset == "meizhusong":  # no deal begins in the last ten minutes
        played.play()
        assert played.course.match.deals == 2
        assert played.course.deal is None
    else:
        played.play()
        assert played.course.deal.redeal == "clock.match"
        assert "Time is up: the deal was not finished and does not count." in screen.said
    assert played.course.match.over == (1,)
    assert screen.said[-1].startswith("Time is up.")
    assert screen.said[-1].endswith("won the match: level 7 against 5.")


def test_the_time_is_shown_and_warned_of():
    screen = Passing(20)
    game(screen, "six-player", seconds=60 * 120 - 400, levels=("5", "7")).play()
    warned = [text for text in screen.said if text.startswith("Less than")]
    assert [text.split()[2] for text in warned] == ["5", "1"]  # ten minutes were over at the start
    assert any(" left" in text and "attackers" in text for text in screen.said)


def test_who_takes_too_long_has_the_program_play():
    """Four decks: ten seconds a turn."""
    screen = Passing(11, pauses=True)
    screen.most = 30
    played = game(screen, "four-deck", levels=("5", "7"))
    with pytest.raises(Quit):
        played.play()
    assert any(text.startswith("Your time is up; the program plays") for text in screen.said)


def test_the_time_played_is_kept_with_the_match(tmp_path):
    path = tmp_path / "match.tlj"
    screen = Passing(2)
    screen.most = 10
    played = game(screen, "six-player", seconds=1000, keeper=Keeper(path, "x+b"))
    with pytest.raises(Quit):
        played.play()
    played.course.close()
    kept, _, _ = read_match(path.read_bytes())
    assert kept.seconds == int(1000 + screen.time)
    assert kept.unfinished is not None


def test_a_match_that_time_has_ended_is_over_in_its_file(tmp_path):
    path = tmp_path / "match.tlj"
    screen = Passing(30)
    played = game(screen, "six-player", seconds=7000, keeper=Keeper(path, "x+b"))
    played.play()
    played.course.close()
    kept, _, _ = read_match(path.read_bytes())
    assert kept.match.over == played.course.match.over is not None


def test_a_game_sav_is_loaded(tmp_path):
    """North-South at 5, East-West at 10, East has the bank."""
    save = tmp_path / "GAME.SAV"
    save.write_bytes(bytes([5, 10, 2, 1, 2, 3]))
    file = tmp_path / "m.tlj"
    done = run_piped(b"q\n", "--sav", str(save), "--save", str(file), "--speed", "0")
    assert done.returncode == 0, done.stderr
    kept, _, _ = read_match(file.read_bytes())
    assert (kept.match.levels, kept.match.banker, kept.match.deals) == (("5", "T"), 1, 1)
    again = run_piped(b"q\n", "--resume", "--save", str(file), "--speed", "0")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("data", "words", "said"),
    [
        (bytes(8), (), "too long"),
        (bytes([5, 10, 2, 0, 0, 0]), ("--ruleset", "six-player"), "four players"),
    ],
)
def test_a_game_sav_that_cannot_be_played_on_is_refused(tmp_path, data, words, said):
    save = tmp_path / "GAME.SAV"
    save.write_bytes(data)
    done = run_piped(b"", "--sav", str(save), *words)
    assert done.returncode == 2
    assert said in done.stderr
