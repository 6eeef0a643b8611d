"""`tuolaji hint` and `tuolaji analyse`: what they print, draw and refuse."""

from __future__ import annotations

import json
import sys
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from tests.records import cut, record
from tests.weigher import Miser
from tuolaji import bots, study
from tuolaji.cli import analyse as command
from tuolaji.cli.app import app
from tuolaji.deal.actions import from_json
from tuolaji.notation.record import write
from tuolaji.study.plot import png, signs, svg
from tuolaji.texts.reader import LANGUAGES, texts

runner = CliRunner()


def run(*words):
    return runner.invoke(app, [str(word) for word in words], env={"LC_ALL": "C.UTF-8"})


@pytest.fixture
def deals(tmp_path):
    file = tmp_path / "deals.tlj"
    half = cut(record("six-player", 1), 60)
    file.write_text(write([record("classic", 1), half]), "utf-8")
    return file


@pytest.fixture
def miser(monkeypatch):
    """The miser under the name of one of the ladder."""
    monkeypatch.setitem(bots._LADDER, "novice", Miser)
    return "novice"


# Hints.


def test_hint_answers_at_the_end_of_the_last_deal(deals):
    out = run("hint", deals, "--bot", "club")
    assert out.exit_code == 0
    asked, answer, why = out.output.splitlines()
    assert asked.startswith("Deal 2, after 60 actions")
    assert answer.startswith("club: ")
    assert why.endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_tells_its_thoughts(deals, language):
    at = ("--deal", 1, "--at", "2.1", "--bot", "expert:20worlds")
    short = run("hint", deals, *at, "--lang", language).output
    out = run("hint", deals, *at, "--thoughts", "--lang", language).output
    assert out.startswith(short)
    words = texts(language)["study"]
    _, *thoughts = out.removeprefix(short).splitlines()
    assert words["held"] in thoughts
    assert "{" not in out
    assert all("%" in line for line in thoughts[thoughts.index(words["held"]) + 1 :])
    facts = json.loads(run("hint", deals, *at, "--json").output)
    assert [one["cards"] for one in facts["tried"]]
    assert {"card", "copies", "seats", "kitty"} == set(facts["held"][0])


def test_hint_as_json_is_the_same_as_from_python(deals):
    out = json.loads(
        run("hint", deals, "--deal", 1, "--at", "2.1", "--bot", "club", "--json").output
    )
    found = study.hint(record("classic", 1), "2.1", bot="club")
    assert from_json(out["action"]) == found.action
    assert (out["deal"], out["at"], out["place"]) == (1, found.question.at, "2.1")
    assert out["why"]["sentence"] == bots.sentence(found.why)
    again = ("hint", deals, "--bot", "club", "--json")
    assert run(*again).output == run(*again).output


def test_the_name_of_a_bot_may_say_how_long_it_thinks(deals):
    out = run("hint", deals, "--deal", 2, "--at", 60, "--bot", "expert:2worlds")
    assert out.exit_code == 0
    assert out.output.splitlines()[1].startswith("expert:2worlds: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deal", 1], "is over after"),
        (["--at", "4000"], "there is nothing after 4000"),
        (["--at", "40.1"], "does not get to 40.1"),
        (["--deal", 3], "there is no deal 3"),
        (["--deal", 0], "there is no deal 0"),
        (["--bot", "nobody"], "there is no bot nobody"),
        (["--bot", "club:20ms"], "there is no bot club:20ms"),
        (["--bot", "expert:20"], "there is no bot expert:20"),
    ],
)
def test_hint_refuses_what_is_not_there(deals, words, said):
    out = run("hint", deals, *words)
    assert out.exit_code == 2
    assert said in out.stderr
    assert out.stdout == ""


@pytest.mark.parametrize("name", ["hint", "analyse"])
def test_broken_records_are_refused_with_their_lines(name, tmp_path):
    file = tmp_path / "broken.tlj"
    file.write_text(record("classic", 1).text().replace("winner 2", "winner 1"), "utf-8")
    out = run(name, file)
    assert out.exit_code == 2
    assert "- line " in out.stderr
    file.write_bytes(bytes(range(256)))
    assert run(name, file).exit_code == 2
    assert "cannot be read" in run(name, tmp_path / "none.tlj").stderr


# Analyses.


@pytest.mark.parametrize("language", LANGUAGES)
def test_analyse_tells_faults_seats_and_the_course(deals, miser, language):
    out = run("analyse", deals, "--bot", miser, "--lang", language)
    assert out.exit_code == 0
    assert "{" not in out.output
    faults = study.analyse(record("classic", 1), bot=Miser).faults
    assert all(f"--at {fault.at} " in out.output for fault in faults)
    assert "●" in out.output
    assert "━" in out.output


def test_analyse_as_json(deals, miser):
    out = run("analyse", deals, "--bot", miser, "--json", "--deal", 1, "--jobs", 1)
    facts = json.loads(out.output)
    assert facts["bot"] == miser
    assert not facts["interrupted"]
    (deal,) = facts["deals"]
    found = study.analyse(record("classic", 1), bot=Miser)
    assert [one["cost"] for one in deal["decisions"]] == [one.cost for one in found.decisions]
    assert deal["course"][-1]["points"] == found.course[-1][1]
    assert [seat["seat"] for seat in deal["seats"]] == [0, 1, 2, 3]


def test_analyse_needs_a_bot_that_weighs(deals):
    out = run("analyse", deals, "--bot", "greedy")
    assert out.exit_code == 2
    assert "greedy cannot rate plays" in out.stderr


def test_an_interrupted_analysis_keeps_what_was_done(deals, miser, monkeypatch):
    whole = command.go

    def stops(work, *, jobs):
        for at, decision in enumerate(whole(work, jobs=jobs)):
            if at == 10:
                raise KeyboardInterrupt
            yield decision

    monkeypatch.setattr(command, "go", stops)
    out = run("analyse", deals, "--bot", miser)
    assert out.exit_code == 130
    assert "Interrupted: 10 of " in out.output
    facts = json.loads(run("analyse", deals, "--bot", miser, "--json").output)
    assert facts["interrupted"]
    assert [deal["deal"] for deal in facts["deals"]] == [1]
    assert 0 < len(facts["deals"][0]["decisions"]) <= 10


# Pictures.


def test_the_course_is_drawn_as_svg_and_png(deals, miser, tmp_path):
    pytest.importorskip("resvg_py")
    for name, begins in (("course.svg", b"<svg"), ("course.png", b"\x89PNG")):
        file = tmp_path / name
        out = run("analyse", deals, "--bot", miser, "--plot", file)
        assert out.exit_code == 0
        assert file.read_bytes().startswith(begins)


def test_the_picture_has_a_point_a_trick_and_a_line_a_threshold():
    found = study.analyse(record("classic", 1), bot=Miser)
    tree = ET.fromstring(svg({1: found, 2: found}, "zh-Hans"))
    kinds = [part.get("class") for part in tree.iter()]
    assert kinds.count("line") == 2
    (line, _) = [part for part in tree.iter() if part.get("class") == "line"]
    assert len(line.get("points").split()) == len(found.course)
    # classic: 80 takes over; the course lies below 120, so 5 and 40 are the steps.
    assert found.course[-1][1] < 120
    assert (kinds.count("turn"), kinds.count("step")) == (2, 4)
    assert len([part for part in tree.iter() if part.tag.endswith("circle")]) > 0


def test_the_terminal_shows_every_trick_in_any_width():
    found = study.analyse(record("classic", 1), bot=Miser)
    for width in (40, 80, 200):
        lines = signs(found, width)
        assert max(map(len, lines)) <= width
        assert sum(line.count("●") for line in lines) == len(found.course)


def test_pictures_that_cannot_be_drawn_are_refused_before_the_work(deals, tmp_path, monkeypatch):
    assert ".png or .svg" in run("analyse", deals, "--plot", tmp_path / "x.gif").stderr
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    out = run("analyse", deals, "--plot", tmp_path / "x.png")
    assert out.exit_code == 2
    assert "tuolaji[plot]" in out.stderr


def test_an_empty_picture_is_one_too():
    pytest.importorskip("resvg_py")
    assert png(svg({})).startswith(b"\x89PNG")
