"""What version 0.4.0 wrote is read to the same end, and what it answered is answered still."""

from __future__ import annotations

import gzip
import json
import shutil
from functools import cache
from itertools import groupby

import pytest

from tests.server.passkey_person import Person, person
from tests.server.serving import serving
from tests.version_0_4_0 import replays
from tests.version_0_4_0.replays import (
    FOLDER,
    aec_digests,
    answered,
    counted,
    first_difference,
    lost,
    of_match,
    positions,
    read_json,
    read_text,
    replayed,
    returning,
    said_then,
    table_states,
    vector_digests,
    views,
)
from tuolaji import Match, Position
from tuolaji.kernel import SPEED
from tuolaji.notation.record import DealRecord, write
from tuolaji.terminal.keep import read_match

# All of the deals take a minute as plain Python.
STRIDE = 1 if SPEED.compiled else 6
PARTS = 8


@cache
def records(name: str) -> list[DealRecord]:
    return DealRecord.parse(read_text(name))


def part(at: int, *of: list) -> list[tuple]:
    """One part of the deals, so that they can be shared out among processes."""
    return list(zip(*of, strict=True))[at :: PARTS * STRIDE]


@pytest.mark.parametrize("at", range(PARTS))
def test_deals_go_on_to_the_same_views(at):
    """Deals of all rulesets in which everything that can happen does."""
    for record, kept in part(at, records("chosen.jsonl.gz"), read_json("chosen.json.gz")):
        after = first_difference(record, kept["steps"])
        assert after is None, f"other views after {after} actions of\n{record.text()}"
        *_, deal = replayed(record)
        assert views(deal) == kept["views"]
        assert without_ruleset(positions(record)) == without_ruleset(kept["positions"])
        assert [str(Position.parse(line)) for line in kept["positions"]] == kept["positions"]


def without_ruleset(lines):
    """Positions without the name of their ruleset: a line says how it differs from today's."""
    return [line.partition(" ")[2] for line in lines]


@pytest.mark.parametrize("at", range(PARTS))
def test_deals_with_one_switch_changed_go_on_to_the_same_views(at):
    for record, kept in part(at, records("variants.tlj.gz"), read_json("variants.json.gz")):
        after = first_difference(record, kept["steps"])
        assert after is None, f"other views after {after} actions of\n{record.text()}"


def test_records_hold_the_same_events_one_by_one():
    text = read_text("chosen.jsonl.gz")
    for record in records("chosen.jsonl.gz")[::STRIDE]:
        assert record.jsonl() in text


def test_records_are_the_same_text():
    text = read_text("variants.tlj.gz")
    for record in records("variants.tlj.gz")[::STRIDE]:
        assert record.text() in text


def test_matches_are_counted_to_the_same_end():
    for kept in read_json("matches.json.gz")[::STRIDE]:
        deals = DealRecord.parse(kept["text"])
        match = Match.begin(deals[0].ruleset, kept["first_seat"])
        assert list(lost(kept["after"], list(counted(deals, match)))) == []
        assert write(deals) == kept["text"]


def test_matches_of_the_terminal_go_on():
    for one in read_json("terminal.json.gz"):
        match = read_match(one["file"].encode())[0]
        said = {"seat": match.seat, "seed": match.seed, "dealt": match.dealt, "bots": match.bots}
        said["match"] = json.loads(json.dumps(of_match(match.match)))
        said["actions"] = len(match.unfinished.actions) if match.unfinished else None
        assert said == one["kept"]


def test_the_referee_answers_as_before():
    for line in read_text("judge.jsonl.gz").splitlines():
        asked = json.loads(line)
        assert answered(asked["q"]) == asked["a"], asked["q"]


ENVIRONMENTS = read_json("environments.json.gz")


@pytest.mark.parametrize("start", ["match", "random"])
@pytest.mark.parametrize("ruleset", ENVIRONMENTS)
def test_the_vector_environment_shows_the_same(ruleset, start):
    assert vector_digests(ruleset, start) == ENVIRONMENTS[ruleset][start]


@pytest.mark.parametrize("ruleset", ENVIRONMENTS)
def test_seats_observe_the_same(ruleset):
    assert aec_digests(ruleset) == ENVIRONMENTS[ruleset]["aec"]


# Lessons that have changed places: declaring comes before the order of the cards now.
RENUMBERED = {
    "1-cards": {"part": "2-cards", "number": 2, "next": "3-following"},
    "2-declaring": {"part": "1-declaring", "number": 1, "next": "2-cards"},
}


def renumbered(state):
    """The kept state with its lesson where that is now."""
    lesson = state.get("lesson") if isinstance(state, dict) else None
    if lesson is None:
        return state
    return {**state, "lesson": {**lesson, **RENUMBERED.get(lesson["part"], {})}}


def told_once(state):
    """The state with one line of the result for all who go up alike, as they are told of now."""
    result = state.get("result") if isinstance(state, dict) else None
    if result is None:
        return state
    return {**state, "result": {**result, "lines": [line for line, _ in groupby(result["lines"])]}}


def unpacked(folder):
    """The data folder of a server of then; what is known of it."""
    kept = read_json("tables.json.gz")
    (folder / "key").write_bytes(bytes.fromhex(kept["key"]))
    with gzip.open(FOLDER / "tables.db.gz") as packed, (folder / "tables.db").open("wb") as file:
        shutil.copyfileobj(packed, file)
    return kept


@pytest.mark.skipif(not SPEED.compiled, reason="the server is tested compiled only")
def test_a_folder_of_then_takes_accounts_with_passkeys(tmp_path):
    """Whoever was a guest then makes an account of it, which a passkey opens elsewhere."""
    kept = unpacked(tmp_path)
    table = kept["tables"][0]
    with serving(tmp_path) as served, returning(served, table["guests"][0]) as guest:
        mei = Person(served, guest)
        mei.make()
        (one,) = mei.account()["passkeys"]
        assert one["name"] == "Phone"
        matches = guest.http.get("/api/home").json()["matches"]
        assert matches
        with person(served) as elsewhere:
            elsewhere.ask("/passkeys/login", {"passkey": elsewhere.answer(mei.device)})
            assert elsewhere.http.get("/api/home").json()["matches"] == matches


@pytest.mark.skipif(not SPEED.compiled, reason="the server is tested compiled only")
def test_saved_tables_are_what_they_were(tmp_path):
    """Running, finished, undone and lesson tables, for all who sit there."""
    kept = unpacked(tmp_path)
    bounds = {"request_units": (1e6, 1e6), "files_seconds": 600.0, "questions_seconds": 600.0}
    with serving(tmp_path, **bounds) as served:  # many requests, on a machine that may be busy
        for table in kept["tables"]:
            for name, state in table_states(served, table):
                where = f"{table['table']} {name} "
                kept_state = renumbered(said_then(table["states"][name]))
                assert list(lost(told_once(kept_state), told_once(state), where)) == []
        running = next(table for table in kept["tables"] if goes_on(table["states"]["guest 0 en"]))
        with (
            returning(served, running["guests"][0]) as guest,
            guest.join(running["table"]) as player,
        ):
            assert player.play_deal()["result"]["deal"] == running["deals"]


def goes_on(state):
    """Whether a deal was being played, and not that of a lesson."""
    return state["view"] is not None and state["result"] is None and state["lesson"] is None


def test_a_difference_is_found():
    """The comparison itself: a play that was another one, or a seat that sees more."""
    record = records("chosen.jsonl.gz")[0]
    kept = read_json("chosen.json.gz")[0]["steps"]
    assert first_difference(record, kept) is None
    assert first_difference(record, kept[:40] + "zzzz" + kept[44:]) == 10
    assert first_difference(record, kept[:-4]) is not None
    assert list(lost({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4})) == []
    assert list(lost({"a": [1]}, {"a": [2]})) == [".a[0] was 1 and is 2"]
    assert replays.lasting({"clock": 1, "view": [{"turn": 0, "clock": 2}]}) == {
        "view": [{"turn": 0}]
    }
