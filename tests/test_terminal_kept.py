"""A match in the terminal that is kept as it is played, and gone on with."""

from __future__ import annotations

import errno
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kept import SEED, kept_match, new_course, steps, timeless
from tests.terminal import HINT, Script, Terminal, game_of, run_piped
from tuolaji.notation.record import DealRecord, RecordError, check, write
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.course import Course
from tuolaji.terminal.keep import Keeper, read_match
from tuolaji.texts.reader import LANGUAGES

RULESETS = (
    "classic", "meizhusong", "joker-bid", "six-player", "four-deck", "classic(partners=called)",
    "classic(enforcement=referee,fouls=meizhusong,tricks_seen=all)",
)  # fmt: skip


PHASES = {
    "joker-bid": ("call", "bury", "change"),
    "four-deck": ("draw",),
    "classic(partners=called)": ("draw", "bury", "partner"),
}


def resumed(data: bytes) -> Course:
    """The course that the bytes of a file give."""
    return Course(read_match(data)[0], now=timeless)


@pytest.mark.parametrize("name", RULESETS)
def test_at_every_moment_the_file_holds_the_whole_match(name, tmp_path):
    path = tmp_path / "match.tlj"
    course = new_course(path, name)
    seen: set[str] = set()
    for at, action in enumerate(steps(course, 2)):
        kind = f"{course.deal.phase} {type(action).__name__}"
        if kind in seen and at % 40:
            continue
        seen.add(kind)
        data = path.read_bytes()
        assert write(DealRecord.parse(data)).encode() == data
        again = resumed(data)
        if course.deal.turn is None:
            course_match, _ = course.match.after(course.deal)
            assert (again.match, again.deal) == (course_match, None)
            continue
        assert again.begin_deal() == []
        assert (again.deal, again.match, again.passed) == (
            course.deal, course.match, course.passed,
        )  # fmt: skip
        assert again.other() == course.other()
    assert {"play", "over", *PHASES.get(name, ("draw", "bury"))} <= {k.split()[0] for k in seen}
    course.close()
    assert check(path.read_bytes()) == []


@pytest.mark.parametrize("name", ["classic", "joker-bid", "four-deck"])
def test_a_match_that_was_interrupted_goes_on_as_if_it_was_not(name, tmp_path):
    whole, parts = tmp_path / "whole.tlj", tmp_path / "parts.tlj"
    kept_match(whole, name, deals=2)
    course, left = new_course(parts, name), 37
    while course is not None:
        playing = steps(course, 2)
        if any(left < at for at, _ in enumerate(playing)):
            course.close()
            keeper = Keeper(parts, "r+b")
            course = Course(keeper.read(), keeper, now=timeless)
            left += 23
        else:
            course.close()
            course = None
    assert parts.read_bytes() == whole.read_bytes()


# Files that are not as they were written.


def a_match(path: Path) -> bytes:
    """The bytes of a match of one deal and a part of the next."""
    return kept_match(path, "classic", deals=1, more=60)


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path):
    path = tmp_path / "match.tlj"
    data = a_match(path)
    for cut in range(1, 30):
        keeper = Keeper(path, "r+b")
        path.write_bytes(data[:-cut])
        course = Course(keeper.read(), keeper, now=timeless)
        course.begin_deal()
        course.apply(course.other())
        course.close()
        assert check(path.read_bytes()) == [], cut


@pytest.mark.parametrize(
    ("edit", "line", "said"),
    [
        (lambda text: text.replace('[Seat "1"]\n', ""), 1, "the tag Seat is missing"),
        (lambda text: text.replace('[Seed "8"]\n', ""), 1, "the tag Seed is missing"),
        (lambda text: text.replace('[Seat "1"]', '[Seat "9"]'), 1, 'Seat cannot be "9"'),
        (lambda text: text.replace('[Seed "8"]', '[Seed "²"]'), 1, "Seed cannot be"),
        (lambda text: text.partition("\n\n[")[0].replace("*play", "*plot"), None, "no section"),
        (lambda text: "[" + text.rpartition("\n\n[")[2], 1, "not the next one of the match"),
        (lambda text: text + "\n" + text, None, "not the next one of the match"),
        (lambda _: "Dear diary,\n", 1, "there is no deal here"),
        (lambda text: write(DealRecord.parse(text), jsonl=True), 1, "matches are saved as text"),
    ],
)
def test_a_broken_edited_or_foreign_file_is_told_with_its_line(edit, line, said, tmp_path):
    text = edit(a_match(tmp_path / "match.tlj").decode())
    with pytest.raises(RecordError) as error:
        read_match(text.encode())
    told = str(error.value).splitlines()[0]
    assert said in told
    assert re.match(r"line \d+: ", told)
    assert line is None or told.startswith(f"line {line}: ")


def test_two_deals_of_different_matches_are_not_one(tmp_path):
    first = a_match(tmp_path / "one.tlj").decode()
    second = kept_match(tmp_path / "two.tlj", "classic", deals=2, seed=SEED + 1).decode()
    mixed = first.rpartition("\n\n[")[0] + "\n\n[" + second.rpartition("\n\n[")[2]
    number = mixed[: mixed.rindex("[Ruleset")].count("\n") + 1
    with pytest.raises(RecordError, match=f"^line {number}: this deal is not the next one"):
        read_match(mixed.encode())


# The program.


def hand_shown(said: str) -> list[str]:
    """The last hand on the screen."""
    rows = [line for line in said.splitlines() if re.match(r" (?:[♠♥♣♦]|trumps) ", line)]
    first = max(at for at, row in enumerate(rows) if row.startswith(" ♠") or not at)
    return rows[first:]


@pytest.mark.parametrize("tricks", [0, 2])
@pytest.mark.parametrize(
    "end",
    [b"q\n", b"\x03", b"\x04", signal.SIGTERM, signal.SIGKILL],
    ids=["q", "ctrl-c", "ctrl-d", "terminated", "killed"],
)
def test_however_a_game_ends_it_goes_on_where_it_was(end, tricks):
    with Terminal("--seed", "3", "--speed", "0", "--lang", "en") as game:
        text = game.read()
        while len(re.findall("wins? the trick", game.said)) < tricks:
            hint = HINT.search(game.ask("hint"))
            text = game.ask(hint[1] if hint else "")
        asked = game.prompt()
        game.end_by(end)
    (file,) = game.folder.glob("tuolaji/*.tlj")
    with Terminal("--speed", "0", "--lang", "en", state=str(game.folder)) as again:
        assert "There is an unfinished match: Classic Tractor, deal 1." in again.read()
        again.ask("")
        assert again.prompt() == asked
        assert hand_shown(again.said) == hand_shown(text)
        again.end_by(b"q\n")
    assert [file] == list(game.folder.glob("tuolaji/*.tlj"))
    assert "Traceback" not in again.said


def test_the_command_that_is_printed_goes_on_and_the_record_can_be_replayed(tmp_path):
    words = ("--ruleset", "joker-bid", "--seat", "2", "--seed", "9", "--lang", "en")
    save = str(tmp_path / "our match.tlj")
    first = run_piped(b"q\n", *words, "--save", save, "--speed", "fast").stdout
    command = next(line for line in first.splitlines() if "--resume" in line)
    assert command == f"tuolaji play --terminal --resume --save '{save}' --speed fast"
    second = run_piped(b"h\n", *shlex.split(command)[3:])
    assert hand_shown(second.stdout) == hand_shown(first)
    assert second.stderr == ""
    replay = [sys.executable, "-m", "tuolaji", "replay", save, "--lang", "en"]
    done = subprocess.run(
        replay, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "Your seat: 2" in done.stdout
    assert "No difference from the rules." in done.stdout


def test_after_the_wanted_deals_the_match_can_go_on(tmp_path):
    save = tmp_path / "match.tlj"
    kept_match(save, "classic", deals=1)
    words = ("--resume", "--save", str(save), "--lang", "en")
    done = run_piped(b"", *words, "--deals", "1").stdout
    assert "Deals played: 1." in done
    assert done.splitlines()[-1] == f"tuolaji play --terminal --resume --save {save}"
    assert "Deal 2 · Levels: " in run_piped(b"", *words, "--deals", "2").stdout


def test_a_match_that_is_over_says_how_to_see_it_again(tmp_path):
    save = tmp_path / "match.tlj"
    name = "classic(first_level=K,match_end=reach_top,top_level=A)"
    screen = Script("en", most=400)
    game = game_of(screen, name, seed=3, file=save)
    game.play()
    game.course.close()
    assert screen.said[-1].endswith(" won the match.")
    done = run_piped(b"", "--resume", "--save", str(save), "--lang", "en")
    assert done.returncode == 2
    assert done.stderr == f"The match in {save} is over; tuolaji replay shows it.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_file_is_told_on_stderr_in_every_language(language, tmp_path):
    save = tmp_path / "match.tlj"
    save.write_text("[Ruleset]\n", "utf-8")
    done = run_piped(b"", "--resume", "--save", str(save), "--lang", language)
    assert done.returncode == 2
    assert done.stdout == ""
    assert str(save) in done.stderr
    assert "--new" in done.stderr
    assert save.read_text("utf-8") == "[Ruleset]\n"


def test_where_nothing_can_be_written_one_can_still_play(tmp_path):
    (tmp_path / "file").touch()
    done = run_piped(b"q\n", "--lang", "en", state=str(tmp_path / "file"), folder=str(tmp_path))
    assert done.returncode == 0
    assert done.stdout.startswith("The match cannot be saved (Not a directory)")
    assert "--resume" not in done.stdout
    assert "--new --ruleset classic" in done.stdout


def test_a_full_disk_is_said_once_and_the_game_goes_on(tmp_path, monkeypatch):
    game = game_of(screen := Script("en"), "classic", seed=3, file=tmp_path / "match.tlj")
    keeper = game.course.keeper

    def full(_: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keeper, "write", full)
    with pytest.raises(Quit):
        game.play()
    keeper.close()
    said = [text for text in screen.said if "cannot be saved" in text]
    assert said == ["The match cannot be saved (No space left on device), but you can still play."]
