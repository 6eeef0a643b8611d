"""Makes the files of this folder: `python -m tests.version_0_4_0.make`, with version 0.4.0 only.

The files say what that version wrote and answered. A later version must read them to the same end,
so they are never made anew. This runs in a checkout of 0.4.0 into which the folder was copied; its
imports are those of that version, and with any other it refuses to run.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import random
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.fuzz.whole_deals import MORE, variants
from tests.kept import kept_match
from tests.oracle.questions import generate
from tests.records import foul_play
from tests.server.serving import Guest, Player, Served, serving
from tests.version_0_4_0.replays import (
    FOLDER,
    aec_digests,
    answered,
    canonical,
    counted,
    generator,
    of_match,
    positions,
    replayed,
    steps,
    table_states,
    vector_digests,
    views,
)
from tuolaji import PRESETS, Deal, Match, Ruleset, __version__, full_deck
from tuolaji.actions import Action, RuleFoul, to_json
from tuolaji.events import Event, Fouled, Redealt, TrumpFixed, name_of
from tuolaji.notation.record import DealRecord, write
from tuolaji.simulate import Player as RandomPlayer
from tuolaji.simulate import play_match

CALLED = "classic(partners=called)"
ENVIRONMENTS = (*PRESETS, CALLED, "classic(no_declaration=redeal)")
TERMINAL = (*PRESETS, CALLED, "classic(enforcement=referee,fouls=meizhusong,tricks_seen=all)")
# No clock runs out while a test looks at these tables.
TABLES = (
    "classic", "meizhusong(play_seconds=0,bury_seconds=0)", "joker-bid", "six-player",
    "four-deck(play_seconds=0)", CALLED, "classic(enforcement=referee,fouls=meizhusong)",
)  # fmt: skip
_TRIED = 800


def main() -> int:
    if __version__ != "0.4.0":
        print("these files are what 0.4.0 wrote; no other version can make them")
        return 1
    make_deals()
    make_matches()
    make_terminal()
    make_judge()
    make_environments()
    make_tables()
    return 0


def save(name: str, text: str) -> None:
    data = gzip.compress(text.encode(), mtime=0)
    (FOLDER / name).write_bytes(data)
    print(f"{len(data):9,} {name}")


# Deals.


@dataclass(frozen=True)
class Whole:
    """A deal to its end, and what came up in it."""

    record: DealRecord
    hits: frozenset[str]


def random_match(ruleset: Ruleset, rng: random.Random) -> Match:
    """A match at any levels, sometimes before its first deal."""
    match = Match.begin(ruleset, rng.randrange(ruleset.players))
    if rng.random() < 0.3:
        return match
    levels = tuple(rng.choice(ruleset.ladder) for _ in match.levels)
    return replace(match, levels=levels, banker=rng.randrange(ruleset.players), deals=4)


def whole_deal(ruleset: str, rng: random.Random) -> Whole:
    match = random_match(Ruleset.parse(ruleset), rng)
    deck = full_deck(match.ruleset)
    rng.shuffle(deck)
    deal, events = Deal.begin(match.ruleset, match.setup(), deck)
    player, careless = RandomPlayer(rng), rng.random() < 0.5
    referee = match.ruleset.enforcement == "referee"
    actions: list[Action] = []
    hits = set(told(events, "begun"))
    while deal.turn is not None:
        action = foul_play(deal, rng) if careless and referee else player.action(deal)
        if deal.refuses(action):
            continue
        after, events = deal.apply(action)
        hits |= set(happened(deal, action, events))
        actions.append(action)
        deal = after
    hits |= {f"shown {show.kind}" for show in deal.contest.shows}
    hits.add("settled" if deal.settled else f"void {deal.redeal} {deal.rebid}")
    return Whole(DealRecord(deal.ruleset, deal.setup, deal.deck, tuple(actions)), frozenset(hits))


def happened(deal: Deal, action: Action, events: list[Event]) -> Iterator[str]:
    yield f"{deal.phase} {to_json(action)['action']}"
    yield from told(events, action.foul.found if isinstance(action, RuleFoul) else "claimed")
    if deal.phase == "play" and deal.lead is not None:
        sizes = sorted({len(unit.cards) for unit in deal.lead.units})
        yield f"led {'several' if len(deal.lead.units) > 1 else sizes[0]}"


def told(events: list[Event], found: str | None) -> Iterator[str]:
    for event in events:
        yield f"event {name_of(event)}"
        if isinstance(event, Fouled):
            yield f"{event.rule} {event.by} {event.effect} {found}"
        if isinstance(event, TrumpFixed):
            yield f"level {event.level if event.level in 'JAX' else 'other'} {event.trump == 'N'}"
        if isinstance(event, Redealt):
            yield f"redealt {event.reason}"


def make_deals() -> None:
    """Deals that show everything, and one of every preset with one switch changed."""
    chosen: list[DealRecord] = []
    every: set[str] = set()
    for ruleset in (*PRESETS, *MORE, "joker-bid(enforcement=referee,fouls=six-player)"):
        rng, seen = generator(ruleset), set[str]()
        for _ in range(_TRIED):
            whole = whole_deal(ruleset, rng)
            if whole.hits - seen:
                chosen.append(whole.record)
                seen |= whole.hits
        every |= seen
    print(f"{len(chosen)} deals chosen; {len(every)} hits: {', '.join(sorted(every))}")
    save("chosen.jsonl.gz", write(chosen, jsonl=True))
    save("chosen.json.gz", canonical(list(map(ends, chosen))))
    changed = [whole_deal(ruleset, generator(ruleset)).record for ruleset in variants_that_matter()]
    save("variants.tlj.gz", write(changed))
    save("variants.json.gz", canonical([{"steps": steps(record)} for record in changed]))
    print(f"{len(changed)} deals with one switch changed")


def variants_that_matter() -> list[str]:
    """Every preset with one switch changed, but for those that only clocks and rooms read."""
    unread = re.compile("minutes|seconds|time_up_tie|talk|timeout|cut=")
    return [ruleset for ruleset in variants() if not unread.search(ruleset)]


def ends(record: DealRecord) -> dict[str, Any]:
    last = list(replayed(record))[-1]
    return {"steps": steps(record), "views": views(last), "positions": positions(record)}


def make_matches() -> None:
    """Matches of some deals, void ones among them, as text."""
    matches = []
    for ruleset in (*PRESETS, *MORE, "four-deck(no_declaration=redeal,enforcement=referee)"):
        rng = generator(f"match {ruleset}")
        for timed in (False, True):
            played = list(play_match(Ruleset.parse(ruleset), rng, 6, timed=timed))
            records = [record_of(finished) for finished in played]
            after = list(counted(records, played[0].before))
            matches.append({"first_seat": played[0].before.first_seat, "after": after})
            matches[-1]["text"] = write(records)
    save("matches.json.gz", canonical(matches))


def record_of(finished: Any) -> DealRecord:
    deal = finished.deal
    return DealRecord(deal.ruleset, deal.setup, deal.deck, finished.actions)


def make_terminal() -> None:
    """Matches as the game in the terminal keeps them, some in the middle of a deal."""
    from tuolaji.cli.play_keep import read_match  # noqa: PLC0415

    kept = []
    with tempfile.TemporaryDirectory() as folder:
        for at, ruleset in enumerate(TERMINAL):
            path = Path(folder) / f"{at}.tlj"
            data = kept_match(path, ruleset, deals=2, more=(0, 40, 90)[at % 3])
            match = read_match(data)[0]
            said = {"seat": match.seat, "seed": match.seed, "dealt": match.dealt}
            said |= {"bots": match.bots, "match": of_match(match.match)}
            said["actions"] = len(match.unfinished.actions) if match.unfinished else None
            kept.append({"file": data.decode(), "kept": said})
    save("terminal.json.gz", canonical(kept))


# The referee and the environments.


def make_judge() -> None:
    rng = generator("judge")
    questions = [generate(rng) for _ in range(3000)]
    lines = (canonical({"q": question, "a": answered(question)}) for question in questions)
    save("judge.jsonl.gz", "\n".join(lines) + "\n")


def make_environments() -> None:
    digests = {
        ruleset: {
            "match": vector_digests(ruleset, "match"),
            "random": vector_digests(ruleset, "random"),
            "aec": aec_digests(ruleset),
        }
        for ruleset in ENVIRONMENTS
    }
    save("environments.json.gz", canonical(digests))


# Saved tables.


class Stop(Exception):
    """Enough was played."""


def play(player: Player, actions: int) -> None:
    """So many actions of the player, and on to the next turn after them; or to the end."""
    done = 0
    while player.state["result"] is None:
        if player.my_turn():
            if done == actions:
                return
            player.settle(player.act(player.choose()))
            done += 1
        else:
            player.hear()


def make_tables() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with serving(data) as served:
            tables = list(played_tables(served))
        with contextlib.closing(sqlite3.connect(data / "tables.db")) as base:
            base.execute("PRAGMA journal_mode=DELETE")
            base.execute("VACUUM")
        database = (data / "tables.db").read_bytes()
        told = []
        for attempt in ("first", "again"):
            copied = Path(folder) / attempt
            shutil.copytree(data, copied)
            with serving(copied) as served:
                told.append([dict(table_states(served, table)) for table in tables])
        assert told[0] == told[1], "the states depend on chance or time"
        for table, states in zip(tables, told[0], strict=True):
            table["states"] = states
        key = (data / "key").read_bytes().hex()
    packed = gzip.compress(database, mtime=0)
    (FOLDER / "tables.db.gz").write_bytes(packed)
    print(f"{len(packed):9,} tables.db.gz")
    save("tables.json.gz", json.dumps({"key": key, "tables": tables}, ensure_ascii=False))


def played_tables(served: Served) -> Iterator[dict[str, Any]]:
    for at, ruleset in enumerate(TABLES):
        with served.guest() as guest:
            for actions in (10**6, 3 + at, 12 + at):
                table = guest.make(ruleset, seed=100 + at)
                with guest.join(table) as player:
                    play(player, actions)
                    over = player.state["result"] is not None
                yield saved(table, [guest], deals=int(over))
            yield undone(guest, ruleset)
    with served.guest() as guest:
        for lesson in ("1", "2", "4"):
            table = guest.http.post(f"/api/lessons/{lesson}").json()["table"]
            with guest.join(table) as player:
                player.wait_for(lambda state: state["turn"] is not None)
            yield saved(table, [guest], deals=0)
    yield with_friends(served)


def undone(guest: Guest, ruleset: str) -> dict[str, Any]:
    """A table at which two plays were taken back."""
    table = guest.make(ruleset, seed=7)
    with guest.join(table) as player:
        while player.state.get("view") is None or player.state["view"]["finished"] < 3:
            play(player, 1)
        for number in range(2):
            play(player, 0)
            player.say("undo", id=f"undo{number}")
            player.settle(f"undo{number}")
            player.wait_for(lambda state: state["turn"] is not None)
    return saved(table, [guest], deals=0)


def with_friends(served: Served) -> dict[str, Any]:
    """Two people and two bots, words for the shuffle, and a chair that was changed."""
    first, second = served.guest(), served.guest()
    with first, second:
        table = first.make(seats="friends", seed=None)
        with first.join(table) as host, second.join(table) as other:
            other.say("sit", seat=2)
            host.wait_for(lambda state: state["room"]["seats"][2]["kind"] == "human")
            for seat in (1, 3):
                host.say("bot", seat=seat, name="greedy")
                host.wait_for(lambda state, at=seat: state["room"]["seats"][at]["kind"] == "bot")
            host.say("ready", on=True)
            other.say("ready", on=True)
            both = (host, other)
            for player in both:
                player.wait_for(lambda state: state["view"] is not None)
            plays = 0
            while plays < 12:
                for player in both:
                    if player.my_turn():
                        player.settle(player.act(player.choose()))
                        plays += 1
                    else:
                        with contextlib.suppress(TimeoutError):
                            player.hear(timeout=0.2)
            while not any(player.my_turn() for player in both):
                for player in both:
                    with contextlib.suppress(TimeoutError):
                        player.hear(timeout=0.2)
        return saved(table, [first, second], deals=0)


def saved(table: str, guests: list[Guest], *, deals: int) -> dict[str, Any]:
    cookies = [dict(guest.http.cookies.items()) for guest in guests]
    return {"table": table, "guests": cookies, "deals": deals}


if __name__ == "__main__":
    sys.exit(main())
