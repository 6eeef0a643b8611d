from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tuolaji import PRESETS, __version__, judge
from tuolaji.bench import judge as bench_judge
from tuolaji.bench.questions import SIMPLE, simple_questions
from tuolaji.bots import NAMES
from tuolaji.cli.app import app
from tuolaji.cli.translated import catalogue, in_words
from tuolaji.ruleset import SWITCHES
from tuolaji.texts.handbook import rule_page
from tuolaji.texts.reader import LANGUAGES, registry

runner = CliRunner()


def run(*words, env=None):
    return runner.invoke(app, list(words), env=env or {"LANG": "C.UTF-8", "LC_ALL": ""})


def test_judge_answers_through_a_pipe():
    question = {"ask": "promote", "ruleset": "classic", "from": "3", "by": 1, "id": 9}
    done = subprocess.run(
        [sys.executable, "-m", "tuolaji", "judge"],
        input=json.dumps(question) + "\nnonsense\n",
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.splitlines()
    assert json.loads(first) == {"id": 9, "level": "4"}
    assert json.loads(second)["error"]["code"] == "not_json"
    assert done.stderr == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_page_and_explain_prints_it(language):
    for rule in registry():
        page = rule_page(rule, language)
        assert f"`{rule}`" in page
        assert page.count("\n## ") >= 6
    for rule in list(registry())[::10]:
        out = run("explain", rule, "--lang", language)
        assert out.exit_code == 0
        assert out.output == rule_page(rule, language)


def test_explain_shows_what_a_ruleset_makes_of_a_rule():
    out = run("explain", "follow.pair", "--ruleset", "four-deck").output
    assert "7777" in out
    assert "第四章" in out
    assert "三·出牌" not in out
    out = run("explain", "follow.pair", "--ruleset", "four-deck(step=40)").output
    assert "7777" in out


@pytest.mark.parametrize(
    ("rule", "ruleset", "in_force"),
    [
        ("follow.bomb", "four-deck", True),
        ("follow.bomb", "meizhusong", False),
        ("call.red", "six-player", False),
        ("call.red", "joker-bid", True),
        ("last.jack", "four-deck", False),
        ("throw.valid", "classic(throw=off)", False),
        ("throw.forbidden", "classic(throw=off)", True),
        ("foul.misplay", "meizhusong", False),
        ("foul.misplay", "six-player", True),
        ("foul.retract", "classic(fouls=meizhusong)", True),
        ("clock.match", "classic", False),
        ("follow.pair", "classic", True),
        ("declare.overturn", "four-deck", False),
        ("bid.open-three", "four-deck(opening_small_joker=false)", False),
    ],
)
def test_explain_says_when_a_rule_plays_no_part(rule, ruleset, in_force):
    out = run("explain", rule, "--ruleset", ruleset).output
    assert ("does not use this rule" in out) is not in_force


def test_explain_says_when_classic_fills_in():
    assert (
        "the Classic rule applies" in run("explain", "lead.first", "--ruleset", "four-deck").output
    )
    assert (
        "the Classic rule applies"
        not in run("explain", "lead.first", "--ruleset", "classic").output
    )


def test_explain_without_a_rule_lists_them_all():
    out = run("explain").output
    assert all(f"`{rule}`" in out for rule in registry())


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_prints_a_whole_ruleset(language):
    for preset in PRESETS:
        out = run("rules", preset, "--lang", language)
        assert out.exit_code == 0
        assert all(f"`{switch}=" in out.output for switch in SWITCHES)


def test_rules_compares_two():
    out = run("rules", "classic", "--diff", "classic(permanent_two=true)").output
    assert "`permanent_two`" in out
    assert "`first_level`" in out
    assert "`decks`" not in out
    assert "do not differ" in run("rules", "classic", "--diff", "classic(kitty=8)").output
    assert "`decks`" in run("rules", "--diff", "four-deck").output
    every = run("rules").output
    assert all(f"`{preset}`" in every for preset in PRESETS)


def test_rules_reads_a_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('base = "classic"\nmust_play = ["5", "T", "K"]\n')
    assert "classic(must_play=[5,T,K])" in run("rules", str(file)).output
    file.write_text("decks = 2")
    assert run("rules", str(file)).exit_code == 2
    assert run("rules", str(tmp_path / "none.toml")).exit_code == 2
    file.write_bytes(b"\xff\xff")
    assert run("rules", str(file)).exit_code == 2


def test_the_language_of_the_system_is_taken():
    assert "规则" in run("explain", "follow.pair", env={"LC_ALL": "zh_CN.UTF-8"}).output
    assert "規則" in run("explain", "follow.pair", env={"LC_ALL": "zh_TW.UTF-8"}).output
    assert "The rule" in run("explain", "follow.pair", env={"LC_ALL": "fr_FR.UTF-8"}).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["explain", "follow.pear"], "follow.pair"),
        (["explain", "follow.pair", "--ruleset", "clasic"], "classic"),
        (["explain", "follow.pair", "--lang", "fr"], "zh-Hans"),
        (["rules", "clasic"], "classic"),
        (["rules", "classic(decks=3,bombs=true)"], "four identical cards"),
        (["rules", "classic", "--diff", "x"], "known are"),
        (["bench", "judge", "--count", "1"], "100"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_ends_with_status_2_and_a_clear_word(words, said):
    out = run(*words)
    assert out.exit_code == 2
    assert said in out.output.replace("\n", " ")


def test_bench_judge_reports_ratios(monkeypatch):
    few = {ask: SIMPLE[ask] for ask in ("follow", "declare")}
    monkeypatch.setattr(bench_judge, "SIMPLE", few)
    out = run("bench", "judge", "--count", "100", "--json")
    assert out.exit_code == 0
    kinds = json.loads(out.output)["kinds"]
    assert set(kinds) == {"mixed", *few}
    assert all(row["ratio"] > 0 for row in kinds.values())


@pytest.mark.parametrize("ask", SIMPLE)
def test_the_questions_of_the_bench_make_sense(ask):
    for question in simple_questions([ask], 20):
        assert question["ask"] == ask
        assert "error" not in judge(question)


def test_the_version():
    assert run("--version").output == f"tuolaji {__version__}\n"


# Languages.


def every_help(command):
    """Every text of `--help`, of a command and all inside it."""
    yield command.help
    yield from (parameter.help for parameter in command.params)
    for inner in getattr(command, "commands", {}).values():
        yield from every_help(inner)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_help_is_translated_and_no_translation_is_idle(language):
    words = catalogue()[language]
    spoken = set(every_help(get_command(app))) | {"Show this message and exit."}
    assert [text for text in sorted(spoken) if in_words(text, words) == text] == []
    named = {text.replace(", ".join(NAMES), "{bots}") for text in spoken}
    assert set(words) - named == {"panels"}


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("zh_CN.UTF-8", "显示版本。"),
        ("zh_TW.UTF-8", "顯示版本。"),
        ("C.UTF-8", "Show the version."),
    ],
)
def test_help_is_in_the_language_of_the_environment(locale, said):
    env = {**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "tuolaji", "--help"],
        capture_output=True, env=env, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    assert said in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules", "classic(players=9)"], "不能是 9"),
        (["rules", "clasic"], "是不是 classic"),
        (["rules", "none.toml"], "无法读取"),
        (["explain", "follow.pear"], "没有 'follow.pear' 这条规则"),
        (["play", "--seed", "1"], "只用于终端"),
        (["play", "--terminal", "--bots", "nobody"], "没有叫 nobody 的电脑"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_asked_for(words, said):
    out = run(*words, "--lang", "zh-Hans")
    assert out.exit_code == 2
    assert said in re.sub(r"\s*\n\W*", "", out.stderr)
