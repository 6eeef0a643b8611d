"""A table is the replay of its log, and nothing else."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tests.players import random_action
from tests.server.hidden import states
from tests.server.serving import serving
from tuolaji import PRESETS
from tuolaji.deal.actions import Pass, to_json
from tuolaji.server.store.base import LogRow, Summary
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import commands, snapshot
from tuolaji.server.table import entries as log
from tuolaji.server.table.past import last_choice
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.snapshot import replayed
from tuolaji.server.table.state import begin, replay

MADE = log.Made("classic", "maker", 1, 0.0)


def played(ruleset, seed=1, deals=1):
    """The log of a table at which deals are played at random, and its state."""
    rng = random.Random(f"{ruleset} {seed}")
    entries = [log.Made(ruleset, "maker", 0, 0.0)]
    state = begin("t", entries[0])

    def put(entry):
        nonlocal state
        entries.append(entry)
        state = state.apply(entry)

    put(log.Sat(0, "maker", "Mei"))
    for number in range(deals):
        put(log.Committed(seeded(seed, number).hex()))
        put(log.WordsAdded(0, "lucky", None))
        put(log.Dealt(0.0, 10.0 * number, 0))
        while state.running:
            action = random_action(state.deal, rng)
            put(log.Acted(action.seat, to_json(action), "bot", f"m{state.rows}"))
            keep = last_choice(state, 0)
            if keep is not None and rng.random() < 0.02:
                put(log.Undone(0, keep, f"u{state.rows}"))
    return entries, state


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_log_replays_to_the_same_state(ruleset):
    entries, state = played(ruleset, deals=2)
    again = replay("t", [log.decode(log.encode(entry)) for entry in entries])
    assert again == state
    assert again.finished == 2
    assert any(isinstance(entry, log.Undone) for entry in entries)


def test_any_prefix_of_a_log_is_a_table():
    entries, _ = played("classic")
    state = begin("t", entries[0])
    for at, entry in enumerate(entries[1:], start=2):
        state = state.apply(entry)
        if at % 37 == 0:
            assert replay("t", entries[:at]) == state


def test_what_is_taken_back_is_as_if_it_had_not_been_done():
    entries, _ = played("classic", seed=4)
    for at, entry in enumerate(entries):
        if isinstance(entry, log.Undone):
            undone = replay("t", entries[: at + 1])
            deals = [n for n, e in enumerate(entries[:at]) if isinstance(e, log.Dealt)]
            begun = replay("t", entries[: deals[-1] + 1])
            for action in undone.played.actions:
                begun = begun.apply(log.Acted(action.seat, to_json(action), "bot"))
            assert begun.deal == undone.deal
            assert [e for _, e in begun.played.events] == [e for _, e in undone.played.events]
            assert len(undone.played.actions) == entry.keep
            return
    raise AssertionError("nothing was taken back")


def test_the_sequence_number_does_not_tell_who_passed():
    before = None
    for state in states("classic", 3):
        if before is not None and before.deal.phase == "draw":
            silent = isinstance(state.played.actions[-1], Pass)
            assert state.seq == before.seq + (not silent)
            assert state.rows == before.rows + 1
        before = state


def test_people_sit_swap_and_leave():
    state = begin("t", MADE)
    for entry in (
        log.Sat(0, "maker", "Mei"),
        log.Sat(2, "other", "Bo"),
        log.BotSeated(1, "club"),
        log.Swapped(0, 1),
        log.Readied(2, on=True),
        log.Renamed(2, "Bob"),
        log.AutoSwitched(2, on=True),
    ):
        state = state.apply(entry)
    assert [seat.kind for seat in state.seats] == ["bot", "human", "human", "empty"]
    assert (state.seat_of("maker"), state.seat_of("other"), state.seat_of("x")) == (1, 2, None)
    assert (state.seats[2].name, state.seats[2].ready, state.seats[2].auto) == ("Bob", True, True)
    assert state.apply(log.Left(2)).humans == [1]


def test_a_paused_table_goes_on_when_somebody_sits_down():
    state = begin("t", MADE).apply(log.Sat(0, "maker", "Mei")).apply(log.Paused(on=True))
    guest = commands.Guest("other", "Bo", None, hosts=False)
    entries = commands.sit(state, guest, 2)
    for entry in entries:
        state = state.apply(entry)
    assert not state.paused
    assert state.seat_of("other") == 2


def test_a_match_can_be_out_of_time_and_played_again():
    state = begin("t", log.Made("meizhusong", "maker", 0, 0.0))
    over = state.apply(log.TimeUp(60.0 * 180))
    assert over.match.over is not None
    again = over.apply(log.Rematched(2))
    assert again.match.over is None
    assert again.match.first_seat == 2
    assert again.seconds == 0


# Snapshots.


def kept(entries):
    """The snapshot that is kept when the last deal begins, and the rows after it."""
    at = max(row for row, entry in enumerate(entries) if isinstance(entry, log.Dealt))
    state, moves = replayed("t", list(map(log.encode, entries[:at])))
    return snapshot.take(state, moves), list(map(log.encode, entries[at:]))


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_snapshot_and_the_rows_after_it_make_the_same_table(ruleset):
    entries, state = played(ruleset, deals=3)
    text, rows = kept(entries)
    again, moves = replayed("t", rows, snapshot.read("t", text))
    assert again == state
    assert moves == replayed("t", list(map(log.encode, entries)))[1]


def test_a_snapshot_tells_nothing_of_the_cards():
    """It is made before they are dealt; its secret is that of the log."""
    text, _ = kept(played("classic", deals=2)[0])
    assert len(text) < 60_000
    assert not {"deck", "hands", "events"} & set(json.loads(text))


@pytest.mark.parametrize("text", ["", "{}", "null", '{"version": 1}', "x" * 99])
def test_a_snapshot_that_cannot_be_read_is_left_aside(text):
    assert snapshot.read("t", text) is None


def test_a_snapshot_of_another_version_is_left_aside():
    text, _ = kept(played("classic")[0])
    assert snapshot.read("t", text) is not None
    other = json.dumps(json.loads(text) | {"version": snapshot.VERSION + 1})
    assert snapshot.read("t", other) is None


@pytest.mark.parametrize("broken", [False, True])
def test_a_table_is_restored_from_its_snapshot_and_otherwise_from_its_log(tmp_path, broken):
    entries, state = played("classic", deals=3)
    text, after = kept(entries)
    asked = []

    class Noting(SqliteStore):
        async def read(self, table, after=0):
            asked.append(after)
            return await super().read(table, after)

    async def work():
        store = Noting(tmp_path / "a.db")
        rows = [LogRow(at, log.encode(entry)) for at, entry in enumerate(entries, start=1)]
        await store.append("t", 1, rows, Summary(0.0, running=True, body=b"{}"))
        await store.keep("table t", "snapshot", "broken" if broken else text)
        again, _ = await snapshot.restore("t", store)
        with pytest.raises(KeyError):
            await snapshot.restore("nothing", store)
        store.close()
        return again

    assert asyncio.run(work()) == state
    assert asked[0] == (0 if broken else len(entries) - len(after))


def test_a_table_that_is_played_at_has_a_snapshot(tmp_path):
    with serving(tmp_path) as served, served.guest() as guest:
        table = guest.make(seed=5)
        with guest.join(table) as player:
            player.play_deal()
    store = SqliteStore(tmp_path / "tables.db")
    facts = asyncio.run(store.facts(f"table {table}"))
    store.close()
    state, _ = snapshot.read(table, facts["snapshot"])
    assert (state.table, state.finished, state.played) == (table, 0, None)
