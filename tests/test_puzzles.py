"""Puzzles: what makes one, what it says, and which ones make a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from typer.testing import CliRunner

from tuolaji.bots.table import Table
from tuolaji.cards import Cards
from tuolaji.cli.app import app
from tuolaji.deal.turn import choices
from tuolaji.deal.view import view
from tuolaji.notation.record import write
from tuolaji.rules.order import TRUMPS
from tuolaji.study import puzzles
from tuolaji.study.clear import Promise, Promises, known_to, promises
from tuolaji.study.puzzle_words import asked, explained, tip
from tuolaji.study.puzzles import NoPuzzle, Puzzle, of_day, pack, puzzle
from tuolaji.study.themes import THEMES, theme
from tuolaji.texts.explain import cards_in_words
from tuolaji.texts.reader import LANGUAGES, texts
from tuolaji.verdicts import read_lead

runner = CliRunner()
ALL = range(1, puzzles.number() + 1)
SOME = ALL[:: max(1, len(ALL) // 12)]


def run(*words, typed=""):
    return runner.invoke(app, ["puzzle", *map(str, words)], input=typed, env={"LC_ALL": "C.UTF-8"})


# The puzzles of the package.


def test_there_are_two_hundred_of_all_themes_and_grades():
    assert len(ALL) == 200
    found = [puzzle(which) for which in ALL]
    assert {one.grade for one in found} == set(puzzles.GRADES)
    assert {one.theme for one in found} >= {"throw", "void", "ruff", "last", "give", "take"}
    assert len({one.record.deck for one in found}) == len(ALL)


@pytest.mark.parametrize("which", SOME)
def test_a_theme_is_what_the_cards_say(which):
    one = puzzle(which)
    shown, answer = one.question().view, one.answers[0]
    known = known_to(one.question())
    assert theme(known, answer, one.other) == one.theme
    if one.theme == "throw":
        assert len(read_lead(known.terms, answer).units) > 1
    if one.theme == "ruff":
        led = known.terms.suit(shown.trick[0])
        assert led != "T"
        assert known.terms.order.lane_of(answer.planes) == TRUMPS
        assert Table(shown).beats(answer.planes)
    if one.theme == "give":
        assert answer.points > min(play.points for play in choices(shown))
    if one.theme == "last":
        assert len(shown.hand) <= 4


@pytest.mark.parametrize("which", SOME)
def test_all_is_said_in_three_languages(which):
    one = puzzle(which)
    said = {
        language: [asked(one, language), tip(one, language), explained(one, language)]
        for language in LANGUAGES
    }
    assert len({text for three in said.values() for text in three}) == 9
    for language, (ask, other, why) in said.items():
        assert "{" not in ask + other + why
        assert cards_in_words(one.answers[0], language).lower() in why.lower()


def test_all_that_is_as_good_is_said_in_one_sentence():
    one = next(one for one in map(puzzle, ALL) if len(one.answers) > 2)
    alike = " / ".join(cards_in_words(cards, "en") for cards in one.answers[1:])
    assert f" {alike} are as good." in explained(one, "en")


def test_the_solver_sees_all_tricks_and_the_record_stays_what_it_was():
    one = puzzle(SOME[1])
    seen = view(one.open_record.replay()[0], 0)
    assert len(seen.tricks) == seen.finished
    assert one.record.ruleset.tricks_seen == "last"


# Days.


def test_a_day_has_ten_and_twenty_days_have_all_of_them():
    begin = date(2026, 11, 16)
    while begin.toordinal() % (len(ALL) // 10):
        begin += timedelta(1)
    days = [of_day(begin + timedelta(at)) for at in range(len(ALL) // 10)]
    assert all(len(day) == 10 for day in days)
    assert sorted(which for day in days for which in day) == list(ALL)
    for day in days:
        grades = [puzzle(which).grade for which in day]
        assert grades == sorted(grades)
    assert of_day(begin) == days[0]


# What a puzzle is.


def promised(*levels, error=0.02):
    """Plays with these values, the best first."""
    cards = ("SA", "SK", "SQ", "SJ", "ST")
    return Promises(
        tuple(
            Promise(Cards.parse(card), value, 0.0, error)
            for card, value in zip(cards, levels, strict=False)
        )
    )


def test_one_play_far_ahead_is_clear():
    found = promised(1.0, 0.7, 0.2)
    assert found.answers == (Cards.parse("SA"),)
    assert found.is_clear
    assert found.gap == pytest.approx(0.3)


def test_plays_as_good_as_the_best_are_answers_too():
    found = promised(1.0, 0.96, 0.5)
    assert found.answers == (Cards.parse("SA"), Cards.parse("SK"))
    assert found.is_clear


@pytest.mark.parametrize(
    "found",
    [
        promised(1.0, 0.9, 0.2),  # something lies between
        promised(1.0, 0.7, 0.2, error=0.2),  # the worlds may be wrong by more
        promised(1.0, 0.99, 0.98, 0.97, 0.2),  # too many are as good
    ],
)
def test_what_is_not_clear(found):
    assert not found.is_clear


def test_an_answer_is_kept_only_while_all_of_it_stays_ahead():
    found = promised(1.0, 0.7, 0.2)
    assert found.keeps([Cards.parse("SA")])
    assert found.keeps([Cards.parse("SA"), Cards.parse("SK")])
    assert not found.keeps([Cards.parse("SK")])
    assert not promised(1.0, 0.95).keeps([Cards.parse("SA")])


def test_the_search_knows_what_the_seat_knows_and_no_more():
    """Hands exchanged behind the seat's back change nothing."""
    one = puzzle(SOME[2])
    first = promises(one.question(), worlds=40, seed=1)
    assert first == promises(one.question(), worlds=40, seed=1)
    assert {play.cards for play in first.plays} >= {*one.answers, one.other}


def tagged(**changes):
    """A puzzle of the package with other tags."""
    record = puzzle(1).record
    tags = {**dict(record.tags), **changes}
    return replace(record, tags=tuple((name, value) for name, value in tags.items() if value))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"Theme": "luck"}, "no theme 'luck'"),
        ({"Grade": "9"}, "the grade is '9'"),
        ({"Answer": ""}, "no tag Answer"),
        ({"Answer": "nonsense"}, "cannot be read"),
        ({"Points": "60"}, "cannot be read"),
    ],
)
def test_a_record_that_is_no_puzzle_says_why(changes, why):
    with pytest.raises(NoPuzzle, match=why):
        Puzzle.of(tagged(**changes))


def test_an_answer_must_be_legal_and_not_the_other_play():
    one = puzzle(1)
    with pytest.raises(NoPuzzle, match="different plays"):
        Puzzle.of(tagged(Other=str(one.answers[0])))
    hand = one.question().view.hand
    absent = next(card for card in Cards.parse("SAHACADA") if card not in hand)
    with pytest.raises(NoPuzzle, match="not allowed"):
        Puzzle.of(tagged(Answer=str(absent)))


def test_a_number_that_is_none():
    with pytest.raises(NoPuzzle, match="only 1 to 200"):
        puzzle(201)


def test_packed_puzzles_are_the_same_bytes_again():
    records = [puzzle(which).record for which in (1, 2)]
    assert pack(records) == pack(records)


# The command.


def test_a_day_in_the_terminal():
    first, second, *_ = (puzzle(which) for which in of_day(date(2026, 11, 16)))
    lines = [str(first.other), str(first.answers[0]), "ZZ", str(second.answers[0]), "q"]
    out = run("--day", "2026-11-16", typed="\n".join(lines) + "\n")
    assert out.exit_code == 0
    assert "Not the best play" in out.output
    assert out.output.count("Found.") == 2
    assert "Tricks so far" in out.output


def test_all_answers_can_be_looked_at():
    out = run("--day", "2026-11-16", "--lang", "zh-Hans", typed="?\n" * 10)
    assert out.output.count("答案：") == 10
    assert "一次就找到的有 0 题" in out.output


@pytest.mark.parametrize("day", ["nonsense", "2026-13-45", "2026-11-16x", "20261116", ""])
def test_what_is_no_day_is_refused(day):
    out = run("--day", day)
    assert out.exit_code == 2
    assert "2026-11-16" in out.output


def test_puzzles_are_checked_from_a_file(tmp_path):
    file = tmp_path / "mine.tlj"
    right = puzzle(1).record
    tags = dict(right.tags)
    answer, other = str(puzzle(1).answers[0]), tags["Other"]
    wrong = tagged(Answer=other, Other=answer)
    file.write_text(write([right, wrong]), "utf-8")
    out = run("--check", file, "--worlds", 200)
    assert out.exit_code == 1
    kept, lost, summed = out.output.splitlines()
    assert "kept" in kept
    assert "not kept" in lost
    assert summed == "1 of 2 keep their answer."


def test_a_file_without_puzzles_is_refused(tmp_path):
    file = tmp_path / "plain.tlj"
    file.write_text(write([replace(puzzle(1).record, tags=())]), "utf-8")
    out = run("--check", file)
    assert out.exit_code == 2
    assert "this is not a puzzle: the record has no tag Theme" in out.output
    file.write_text("", "utf-8")
    assert run("--check", file).exit_code == 2
    assert run("--check", tmp_path / "absent.tlj").exit_code == 2


def test_every_theme_has_a_name_and_a_tip():
    for language in LANGUAGES:
        words = texts(language)["puzzles"]
        assert set(words["themes"]) == set(words["tips"]) == set(THEMES)
