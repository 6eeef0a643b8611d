"""How a game in the terminal begins: with a kept match or a new one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kept import SEED, kept_match, steps
from tests.terminal import Script, run_piped
from tuolaji import Ruleset
from tuolaji.deal.match import Match
from tuolaji.notation.record import check
from tuolaji.terminal import keep as play_keep
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.course import Course
from tuolaji.terminal.keep import Busy, Keeper, Kept, fresh, newest
from tuolaji.terminal.start import Refused, Start, Wishes


class Answers(Script):
    """A screen that gives these answers to questions."""

    def __init__(self, *answers: str, interactive: bool = True) -> None:
        super().__init__("en")
        self.interactive, self.answers = interactive, list(answers)

    def whole(self, text: str) -> None:
        self.said.append(text)

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        return self.answers.pop(0)


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "tuolaji"


def leave_a_match(place: Path, name: str = "classic", seed: int = SEED) -> Path:
    """An unfinished match in the usual place."""
    keeper = fresh(place, seed)
    course = Course(Kept.new(Ruleset.parse(name), 0, seed), keeper)
    for at, _ in enumerate(steps(course, 1)):
        if at == 20:
            break
    course.close()
    return keeper.path


@pytest.fixture
def started():
    """What a game begins with; its file is closed when the test is over."""
    keepers = []

    def start(screen: Answers, **wishes: object) -> tuple[Kept, Keeper | None]:
        kept, keeper = Start(Wishes(**wishes), screen, "en").match()
        keepers.append(keeper)
        return kept, keeper

    yield start
    for keeper in keepers:
        keeper.close()


@pytest.mark.parametrize("answers", [[""], ["y"], ["what?", ""]])
def test_an_unfinished_match_is_offered_and_gone_on_with(answers, place, started):
    path = leave_a_match(place)
    screen = Answers(*answers)
    kept, keeper = started(screen)
    assert kept.unfinished is not None
    assert keeper.path == path
    assert screen.said[0] == (
        "There is an unfinished match: Classic Tractor, deal 1. "
        "Levels: your side at 2, East–West at 2."
    )  # fmt: skip
    assert sum("Resume it?" in text for text in screen.said) == len(answers)


def test_n_begins_a_new_match_in_a_file_of_its_own(place, started):
    path = leave_a_match(place)
    before = path.read_bytes()
    kept, keeper = started(Answers("n"))
    assert kept.dealt == 0
    assert keeper.path != path
    assert path.read_bytes() == before


def test_q_begins_nothing(place, started):
    path = leave_a_match(place)
    with pytest.raises(Quit):
        started(Answers("q"))
    assert newest(place) == [path]


@pytest.mark.parametrize(
    ("interactive", "wishes"),
    [
        (False, {}),
        (True, {"seed": SEED + 1}),
        (True, {"seat": 2}),
        (True, {"ruleset": Ruleset.parse("six-player")}),
    ],
)
def test_where_another_match_is_wanted_or_nobody_answers_a_new_one_begins(
    interactive, wishes, place, started
):
    path = leave_a_match(place)
    screen = Answers(interactive=interactive)
    kept, keeper = started(screen, **wishes)
    assert kept.dealt == 0
    assert keeper.path != path
    assert screen.said[-2].startswith("It stays as it is; this is a new match.")
    assert screen.said[-1] == f"tuolaji play --terminal --resume --save {path}"


def test_the_same_options_do_not_keep_one_from_going_on(place, started):
    leave_a_match(place, "six-player")
    six = Ruleset.parse("six-player")
    kept, _ = started(Answers(""), ruleset=six, seat=1, seed=SEED)
    assert kept.unfinished is not None


def test_resume_and_new_ask_nothing(place, started):
    path = leave_a_match(place)
    assert started(Answers(), resume=False)[0].dealt == 0
    os.utime(path)
    assert started(Answers(), resume=True)[1].path == path


def test_only_the_newest_match_is_offered(place, started):
    os.utime(leave_a_match(place), (1, 1))  # files of one moment are as new as each other
    kept, keeper = started(Answers("n"))
    over = Course(kept, keeper)
    over.match = Match(kept.match.ruleset, kept.match.levels, over=(0,))
    over.close()
    assert started(Answers())[0].dealt == 0


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"resume": True}, "There is no unfinished match in "),
        ({"resume": True, "file": Path("none.tlj")}, "There is no unfinished match in none.tlj."),
        ({"seat": 5}, "Classic Tractor has 4 seats."),
        ({"file": Path("no/such/folder/match.tlj")}, "no/such/folder/match.tlj cannot be read: "),
        ({"file": Path()}, ". cannot be read: "),
    ],
)
def test_what_cannot_be_done_is_refused(wishes, said, place, monkeypatch, started):
    monkeypatch.chdir(place.parent)
    with pytest.raises(Refused) as refused:
        started(Answers(), **wishes)
    assert str(refused.value).startswith(said)


def test_resume_refuses_another_match_and_one_that_is_over(place, tmp_path, started):
    path = leave_a_match(place)
    with pytest.raises(Refused, match="it is --ruleset classic --seat 1 --seed 8"):
        started(Answers(), resume=True, seat=3)
    over = tmp_path / "over.tlj"
    kept_match(over, "classic(first_level=K,match_end=reach_top,top_level=A)", deals=99)
    with pytest.raises(Refused, match="is over; tuolaji replay shows it"):
        started(Answers(), resume=True, file=over)
    screen = Answers()
    assert started(screen, file=over)[0].dealt == 0
    assert screen.said == [f"There was already a {over}; it is now called over-old.tlj."]
    assert check((tmp_path / "over-old.tlj").read_bytes()) == []
    assert path.exists()


def test_a_broken_file_is_never_written_over(place, started):
    path = leave_a_match(place)
    path.write_text(path.read_text("utf-8").replace("*draw", "*drew"), "utf-8")
    before = path.read_bytes()
    screen = Answers()
    kept, keeper = started(screen)
    assert kept.dealt == 0
    assert keeper.path != path
    assert screen.said[0].startswith(f"{path} is not a match that can be resumed:\n- line 10: ")
    assert screen.said[1] == "The file is left as it is, and a new match starts."
    for wishes in ({"resume": True, "file": path}, {"file": path}):
        with pytest.raises(Refused, match=r"line 10: (.|\n)*Nothing was changed"):
            started(Answers(), **wishes)
    assert path.read_bytes() == before
    started(Answers(), resume=False, file=path)
    assert path.with_stem(path.stem + "-old").read_bytes() == before


def test_two_games_at_once_have_two_files(place, started):
    path = leave_a_match(place)
    first = started(Answers(""))[1]
    kept, second = started(Answers())
    assert kept.dealt == 0
    assert second.path != path
    with pytest.raises(Refused, match="is being played in another window"):
        started(Answers(), resume=True, file=path)
    with pytest.raises(Refused, match="is being played in another window"):
        started(Answers(), resume=False, file=path)
    with pytest.raises(Busy):
        Keeper(path, "r+b")
    first.close()
    Keeper(path, "r+b").close()


def test_without_locks_a_match_is_kept_all_the_same(place, monkeypatch, started):
    monkeypatch.setattr(play_keep, "fcntl", None)
    path = leave_a_match(place)
    assert started(Answers(""))[1].path == path


def test_an_empty_file_is_as_good_as_none(tmp_path, started):
    path = tmp_path / "match.tlj"
    path.touch()
    screen = Answers()
    kept, keeper = started(screen, file=path)
    assert kept.dealt == 0
    assert keeper.path == path
    assert screen.said == []
    assert list(tmp_path.iterdir()) == [path]


# The bots.


@pytest.mark.usefixtures("place")
def test_a_match_goes_on_with_the_bots_it_began_with(started):
    kept, keeper = started(Answers(), bots="club")
    course = Course(kept, keeper)
    course.begin_deal()
    course.apply(course.other())
    course.close()
    assert '[Bots "club"]' in keeper.path.read_text("utf-8")
    kept, keeper = started(Answers(), resume=True)
    keeper.close()
    assert kept.bots == "club"
    with pytest.raises(Refused, match="--bots club"):
        started(Answers(), resume=True, bots="novice")


def test_a_file_that_names_no_bots_is_played_with_the_usual_ones(place, started):
    path = leave_a_match(place)
    whole = path.read_text("utf-8")
    path.write_text(whole.replace('[Bots "novice"]\n', ""), "utf-8")
    kept, keeper = started(Answers(), resume=True)
    keeper.close()
    assert kept.bots == "novice"
    path.write_text(whole.replace('[Bots "novice"]', '[Bots "nobody"]'), "utf-8")
    with pytest.raises(Refused, match="nobody"):
        started(Answers(), resume=True)


def test_a_bot_that_does_not_exist_is_refused():
    done = run_piped(b"", "--bots", "nobody")
    assert done.returncode == 2
    assert "there is no bot nobody" in done.stderr.replace("\n", " ").replace("│ ", "")
