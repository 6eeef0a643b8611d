"""`tuolaji replay`: a record printed trick by trick, its differences told, its form changed."""

from __future__ import annotations

import re

import pytest

from tests.records import KINDS_OF_DEAL, cut, record
from tuolaji.cli.replay import printed, replay_file
from tuolaji.deal.events import KINDS
from tuolaji.notation.record import write
from tuolaji.texts.reader import LANGUAGES, texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_replay_prints_every_trick(kind, language, tmp_path, capsys):
    whole = record(kind, 1, tags=(("Event", "\x1b[31mred"),))
    file = tmp_path / "deal.tlj"
    file.write_text(whole.text(), "utf-8")
    assert replay_file(file, language) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "{" not in out.replace(str(whole.ruleset), "")
    deal, _ = whole.replay()
    numbers = re.findall(r"^  (\d+)\. ", out, re.M)
    played = len(deal.finished) + bool(deal.trick and deal.redeal is None and deal.turn is not None)
    assert len(numbers) in (played, played + 1)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_replay_tells_differences_and_what_cannot_be_read(tmp_path, capsys):
    file = tmp_path / "deals.tlj"
    text = record("classic", 1).text()
    wrong, line = text.replace("winner", "winer", 1), text[: text.index("winner")].count("\n") + 1
    file.write_text(text + "\n" + wrong, "utf-8")
    assert replay_file(file, "en") == 1
    assert f"- line {line + text.count(chr(10)) + 1}: the comment says" in capsys.readouterr().out
    assert replay_file(file, "en", number=1) == 0
    assert "No difference from the rules." in capsys.readouterr().out
    assert replay_file(file, "en", number=2) == 1
    assert replay_file(file, "zh-Hant", number=3) == 2
    assert "有 2 局" in capsys.readouterr().err
    assert replay_file(tmp_path / "none.tlj", "en") == 2
    assert "cannot be read" in capsys.readouterr().err
    file.write_bytes(bytes(range(256)) * 400)
    assert replay_file(file, "en") == 2
    assert len(capsys.readouterr().out.splitlines()) < 60


def test_an_unfinished_deal_is_printed_as_far_as_it_goes():
    whole = record("classic", 1)
    for number in range(0, len(whole.actions), 11):
        lines = list(printed(cut(whole, number), "en"))
        assert lines[-1] == "The record ends here; the deal is unfinished."


def test_every_event_has_its_sentence():
    own = {"started", "drawn", "played", "trick_won"}
    assert set(KINDS) - own <= set(texts("en")["record"]["events"])


# The other form.


def test_json_lines_are_replayed_as_the_text_is(tmp_path, capsys):
    whole = record("classic", 1)
    for name, content in (("a.tlj", whole.text()), ("b.jsonl", whole.jsonl())):
        (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "c.txt").write_text("\n\n" + whole.jsonl(), "utf-8")
    outs = []
    for name in ("a.tlj", "b.jsonl", "c.txt"):
        assert replay_file(tmp_path / name, "zh-Hans") == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1] == outs[2]


def test_a_record_goes_from_form_to_form_and_back_unchanged(tmp_path, capsys):
    text = write([record(kind, 1) for kind in KINDS_OF_DEAL])
    first, second, third = (tmp_path / name for name in ("a.tlj", "b.jsonl", "c.tlj"))
    first.write_text(text, "utf-8")
    assert replay_file(first, "en", to=second) == 0
    assert replay_file(second, "en", to=third) == 0
    assert third.read_bytes() == first.read_bytes()
    out = capsys.readouterr().out
    assert f"{len(KINDS_OF_DEAL)} deals written to {tmp_path.anchor}" in out
    assert "South" not in out
    assert replay_file(second, "en", number=2, to=third) == 0
    assert third.read_text("utf-8") == record(KINDS_OF_DEAL[1], 1).text()


def test_what_is_wrong_is_not_written(tmp_path, capsys):
    file, to = tmp_path / "a.jsonl", tmp_path / "b.tlj"
    file.write_text(record("classic", 1).jsonl().replace('"points":', '"points":1', 1), "utf-8")
    assert replay_file(file, "en", to=to) == 1
    assert "Nothing was written" in capsys.readouterr().err
    assert not to.exists()
    file.write_text(record("classic", 1).jsonl(), "utf-8")
    assert replay_file(file, "en", to=tmp_path / "no" / "b.tlj") == 2
    assert "cannot be written" in capsys.readouterr().err
