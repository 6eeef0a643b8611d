"""GAME.SAV: rule save.game-sav, whose table of bytes is written out here once more by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from tuolaji import Ruleset
from tuolaji.cli import sav
from tuolaji.deal.match import Match
from tuolaji.notation.sav import SaveFile, SaveFileError
from tuolaji.texts.reader import LANGUAGES

CLASSIC = Ruleset.parse("classic")
LEVELS = {
    0x01: "A", 0x02: "2", 0x03: "3", 0x04: "4", 0x05: "5", 0x06: "6", 0x07: "7", 0x08: "8",
    0x09: "9", 0x0A: "T", 0x0B: "J", 0x0C: "Q", 0x0D: "K", 0x12: "X",
}  # fmt: skip
BANKERS = {0x01: 0, 0x02: 1, 0x03: 2, 0x04: 3}
REST = b"\x00\xff\x7a"


def refusal(data):
    with pytest.raises(SaveFileError) as caught:
        SaveFile.parse(data)
    return caught.value


def test_all_saves_round_trip_byte_for_byte():
    seen = 0
    for north_south, first in LEVELS.items():
        for east_west, second in LEVELS.items():
            for byte, seat in BANKERS.items():
                data = bytes([north_south, east_west, byte]) + REST
                save = SaveFile.parse(data)
                assert save == SaveFile((first, second), seat, REST)
                assert bytes(save) == data
                match = save.to_match(CLASSIC)
                assert (match.levels, match.banker) == ((first, second), seat)
                assert SaveFile.from_match(match, REST) == save
                seen += 1
    assert seen == 14 * 14 * 4


def test_the_unknown_bytes_may_be_anything():
    for value in range(256):
        for at in range(3):
            rest = bytearray(3)
            rest[at] = value
            data = b"\x05\x0a\x03" + bytes(rest)
            assert bytes(SaveFile.parse(data)) == data


@pytest.mark.parametrize(("offset", "allowed"), [(0, LEVELS), (1, LEVELS), (2, BANKERS)])
def test_every_wrong_byte_is_refused_with_its_offset(offset, allowed):
    wrong = [value for value in range(256) if value not in allowed]
    assert len(wrong) == 256 - len(allowed)
    for value in wrong:
        data = bytearray(b"\x05\x0a\x03\x01\x02\x03")
        data[offset] = value
        error = refusal(bytes(data))
        assert error.offset == offset
        for language in LANGUAGES:
            text = error.text(language)
            assert str(offset) in text
            assert f"{value:02X}h" in text
            assert "{" not in text
        assert "04h" in str(error) if offset == 2 else "12h" in str(error)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5])
def test_a_file_that_is_too_short_misses_a_byte(size):
    error = refusal(b"\x02\x02\x01\x00\x00\x00"[:size])
    assert (error.code, error.offset) == ("short", size)


def test_a_file_that_is_too_long_has_a_byte_too_many():
    error = refusal(b"\x02\x02\x01\x00\x00\x00\x2a\x00")
    assert (error.code, error.offset) == ("long", 6)
    assert "2Ah" in str(error)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("classic(partners=called)", "called-partners"),
        ("six-player", "players"),
        ("meizhusong", "other-ruleset"),
        ("joker-bid", "other-ruleset"),
        ("four-deck", "other-ruleset"),
    ],
)
def test_a_match_it_cannot_hold_is_refused(rules, code):
    ruleset = Ruleset.parse(rules)
    match = replace(Match.begin(ruleset, 0), banker=0)
    with pytest.raises(SaveFileError) as caught:
        SaveFile.from_match(match)
    assert caught.value.code == code
    with pytest.raises(SaveFileError) as caught:
        SaveFile(("5", "5"), 0).to_match(ruleset)
    assert caught.value.code == code


def test_a_match_without_banker_or_at_its_end_is_refused():
    begun = Match.begin(CLASSIC, 2)
    with pytest.raises(SaveFileError) as caught:
        SaveFile.from_match(begun)
    assert caught.value.code == "no-banker"
    with pytest.raises(SaveFileError) as caught:
        SaveFile.from_match(replace(begun, banker=1, over=(0,)))
    assert caught.value.code == "over"


@pytest.mark.parametrize(
    ("rules", "levels", "offset"),
    [
        ("classic(top_level=A)", ("5", "X"), 1),
        ("classic(permanent_two=true)", ("2", "3"), 0),
        ("classic(top_level=K)", ("A", "A"), 0),
    ],
)
def test_a_level_off_the_ladder_is_refused_with_its_byte(rules, levels, offset):
    with pytest.raises(SaveFileError) as caught:
        SaveFile(levels, 3).to_match(Ruleset.parse(rules))
    assert (caught.value.code, caught.value.offset) == ("ladder", offset)


def test_a_loaded_match_goes_on_with_the_banker_who_held_the_bank():
    setup = SaveFile(("5", "T"), 3).to_match(CLASSIC).setup()
    assert (setup.banker, setup.first_seat) == (3, 3)
    assert setup.level_of(3) == "T"


@pytest.mark.parametrize(
    "values", [(("1", "2"), 0), (("2",), 0), (("2", "2"), 4), (("2", "2"), 0, b"")]
)
def test_no_save_is_made_of_what_the_file_cannot_hold(values):
    with pytest.raises(SaveFileError):
        SaveFile(*values)


@pytest.fixture
def run():
    app = typer.Typer()
    app.add_typer(sav.app, name="sav")
    runner = CliRunner()
    return lambda *words: runner.invoke(
        app, ["sav", *map(str, words)], env={"LC_ALL": "", "LANG": "C"}
    )


def test_the_commands_show_import_and_export(run, tmp_path):
    file = tmp_path / "GAME.SAV"
    file.write_bytes(b"\x12\x0a\x04\xde\xad\x01")
    shown = run("show", file)
    assert shown.exit_code == 0
    for word in ("Joker", "10", "West", "DE AD 01"):
        assert word in shown.output
    assert "庄家：西" in run("show", file, "--lang", "zh-Hans").output
    match = json.loads(run("import", file).output)
    assert (match["levels"], match["banker"], match["rest"]) == (["X", "T"], 3, "dead01")
    other = tmp_path / "OTHER.SAV"
    assert run("export", other, "--levels", "5,10", "--banker", "2").exit_code == 0
    assert other.read_bytes() == b"\x05\x0a\x03\x00\x00\x00"
    run("export", other, "--levels", "A,k", "--banker", "0", "--from", file)
    assert other.read_bytes() == b"\x01\x0d\x01\xde\xad\x01"
    run("export", other, "--levels", "2,2", "--banker", "1")
    assert other.read_bytes() == b"\x02\x02\x02\xde\xad\x01"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["GAME.SAV", "OTHER.SAV"]


def test_the_commands_refuse_with_status_2_and_change_nothing(run, tmp_path):
    file = tmp_path / "GAME.SAV"
    file.write_bytes(b"\x02\x0f\x01\x00\x00\x00")
    for words in (
        ("show", file),
        ("import", file),
        ("export", file, "--levels", "2,2", "--banker", "0"),
        ("show", tmp_path / "none"),
        ("show", tmp_path),
        ("show", file, "--lang", "fr"),
        ("export", tmp_path / "new", "--levels", "2", "--banker", "0"),
        ("export", tmp_path / "new", "--levels", "2,2", "--banker", "4"),
        ("export", tmp_path / "no" / "new", "--levels", "2,2", "--banker", "0"),
    ):
        assert run(*words).exit_code == 2, words
    out = " ".join(run("show", file).output.replace("│", " ").split())
    assert "byte 1" in out
    assert "0Fh" in out
    assert file.read_bytes() == b"\x02\x0f\x01\x00\x00\x00"
    assert [path.name for path in tmp_path.iterdir()] == ["GAME.SAV"]
    file.write_bytes(b"\x02\x12\x01\x00\x00\x00")
    assert run("import", file, "--ruleset", "classic(top_level=A)").exit_code == 2
    assert run("import", file, "--ruleset", "six-player").exit_code == 2
