"""What a kept file says when it is replayed: the same functions made the files and test them.

They use only what users of the package have: records, `Deal`, `Match`, `view`, `judge`, the
environments, and a server over its sockets.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from tests.server.serving import Guest, Served
from tuolaji import Deal, Match, Position, judge
from tuolaji.deal.actions import Pass
from tuolaji.deal.view import Views
from tuolaji.env import aec, mask_bits, vector
from tuolaji.notation.record import DealRecord
from tuolaji.ruleset import PRESETS

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
# What the views of 0.4.0 hold; what they may have gained since is left out.
VIEW = (
    "ruleset", "deal", "levels", "first_seat", "phase", "seat", "turn", "banker", "level", "trump",
    "drawn", "cards", "shows", "flipped", "kitty", "holder", "named", "partner", "leader", "trick",
    "discards", "exposed", "finished", "tricks", "taken", "points", "fines", "barred", "told",
    "settled", "redeal", "disqualified", "hand", "options",
)  # fmt: skip
_DIGEST, _STEP = 8, 4  # hexadecimal digits
_PASSES = 10


def read_text(name: str) -> str:
    return gzip.decompress((FOLDER / name).read_bytes()).decode()


def read_json(name: str) -> Any:
    return json.loads(read_text(name))


def canonical(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: Any) -> str:
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:_DIGEST]


# Rulesets: 0.4.0 knew no versions, and its presets are the first ones.


def unversioned(ruleset: str) -> str:
    return re.sub(r"^([a-z-]+)@1\b", r"\1", ruleset)


def first_version(ruleset: Any) -> Any:
    """What a ruleset's text meant then."""
    name, bracket, inside = str(ruleset).partition("(")
    return f"{name.strip()}@1{bracket}{inside}" if name.strip() in PRESETS else ruleset


def as_it_was(data: Any) -> Any:
    """Data with the names of rulesets that it had then."""
    if isinstance(data, dict):
        return {
            key: unversioned(value)
            if key == "ruleset" and isinstance(value, str)
            else as_it_was(value)
            for key, value in data.items()
        }
    return list(map(as_it_was, data)) if isinstance(data, list) else data


# Deals and matches.


def views(deal: Deal) -> list[dict[str, Any]]:
    """What every seat and an onlooker see, as JSON.

    While cards are drawn a seat of 0.4.0 knew that it could speak only once it was asked.
    """
    together, out = Views(deal), []
    for seat in (*range(deal.ruleset.players), None):
        seen = together.to_json(together.of(seat))
        unasked = deal.phase == "draw" and seat != deal.turn
        then = {"ruleset": unversioned(seen["ruleset"])}
        then |= {"turn": None, "options": []} if unasked else {}
        out.append({name: then.get(name, seen[name]) for name in VIEW if name in seen})
    return out


def replayed(record: DealRecord) -> Iterator[Deal]:
    """Every moment of a deal."""
    deal, _ = Deal.begin(record.ruleset, record.setup, record.deck)
    yield deal
    for action in record.actions:
        deal, _ = deal.apply(action)
        yield deal


def steps(record: DealRecord) -> str:
    """Four digits after each action, from what all seats and an onlooker have seen till then.

    After most passes nobody looks: they are half of a deal, and change little.
    """
    so_far, out = hashlib.sha256(), ""
    passed = [False, *(isinstance(action, Pass) for action in record.actions)]
    for at, deal in enumerate(replayed(record)):
        if not passed[at] or at % _PASSES == 0:
            so_far.update(canonical(views(deal)).encode())
        out += so_far.hexdigest()[:_STEP]
    return out


def first_difference(record: DealRecord, kept: str) -> int | None:
    """After how many actions somebody sees something else than they did."""
    now = steps(record)
    at = next((at for at, (a, b) in enumerate(zip(kept, now, strict=False)) if a != b), None)
    return at // _STEP if at is not None else None if len(kept) == len(now) else -1


def counted(records: list[DealRecord], match: Match) -> Iterator[dict[str, Any]]:
    """A match after each of its deals."""
    for record in records:
        assert record.setup == match.setup()
        match, events = match.after(record.replay()[0])
        told = [{"event": type(event).__name__, **asdict(event)} for event in events]
        yield json.loads(canonical({"match": of_match(match), "events": told}))


def of_match(match: Match) -> dict[str, Any]:
    return {
        "levels": match.levels,
        "banker": match.banker,
        "deals": match.deals,
        "over": match.over,
    }


def positions(record: DealRecord) -> list[str]:
    """The position lines of a deal at the beginning of every fifth trick."""
    lines = []
    for deal in replayed(record):
        if deal.phase != "play" or deal.trick or len(deal.finished) % 5:
            continue
        secret = deal.named is not None and not deal.partner_known
        taken = tuple(deal.taken) if secret else (deal.attackers_points,)
        at = Position(deal.terms, deal.banker, deal.turn, taken, deal.hands, deal.kitty)
        line = unversioned(str(at))
        if not lines or lines[-1] != line:
            lines.append(line)
    return lines


# The referee.


def answered(question: dict[str, Any]) -> dict[str, Any]:
    """The answer without its sentences."""
    then = {"ruleset": first_version(question["ruleset"])} if "ruleset" in question else {}
    answer = judge({**question, **then})
    if "error" in answer:
        return {"error": answer["error"]["code"]}
    return {name: value for name, value in answer.items() if name != "why"}


# Environments.


def vector_digests(ruleset: str, start: str) -> list[str]:
    """A digest of everything a vector environment shows, after every ten steps."""
    rng = np.random.default_rng(1)
    env = vector(first_version(ruleset), 3, seed=11, start=start, world=True)
    names = ("words", "scalars", "world", "masks", "seats", "levels", "points", "over")
    out, all_of_it = [], hashlib.sha256()
    for step in range(600):
        for name in names:
            all_of_it.update(np.ascontiguousarray(getattr(env, name)).tobytes())
        if step % 10 == 0:
            out.append(all_of_it.hexdigest()[:_DIGEST])
        allowed = mask_bits(env.masks) > 0
        env.step((rng.random(allowed.shape) * allowed).argmax(axis=1).astype(np.int32))
    return out


def aec_digests(ruleset: str) -> list[str]:
    """A digest of what every seat observes in two deals, after every ten steps, and the rewards."""
    rng = np.random.default_rng(2)
    env = aec(first_version(ruleset))
    out, all_of_it = [], hashlib.sha256()
    for deal in range(2):
        env.reset(seed=5 if deal == 0 else None)
        step = 0
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"] > 0
            for agent in env.possible_agents:
                seen = env.observe(agent)
                all_of_it.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
            if step % 10 == 0:
                out.append(all_of_it.hexdigest()[:_DIGEST])
            step += 1
            env.step(int((rng.random(mask.shape) * mask).argmax()))
        out.append(" ".join(f"{env.rewards[agent]:g}" for agent in env.possible_agents))
    return out


# Saved tables.


def returning(served: Served, cookies: dict[str, str]) -> Guest:
    """A guest who was there before."""
    guest = Guest(served)
    guest.http.cookies.update(cookies)
    return guest


def table_states(served: Served, table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What everybody at a saved table is sent who comes back, and what can be fetched of it."""
    for at, cookies in enumerate(table["guests"]):
        with returning(served, cookies) as guest:
            for language in LANGUAGES if at == 0 else LANGUAGES[:1]:
                with guest.join(table["table"], lang=language) as player:
                    yield f"guest {at} {language}", as_it_was(lasting(player.state))
            if at == 0:
                yield "record", guest.http.get(f"/api/tables/{table['table']}/record").text
                for deal in range(table["deals"]):
                    answer = guest.http.get(f"/api/replay/{table['table']}/{deal}")
                    yield f"replay {deal}", len(answer.json()["frames"])


_PASSING = ("is", "clock", "connected", "stand_in", "watchers", "waiting", "host")
_WORDS = ("text", "title", "name", "said", "other", "ask")  # sentences and names may be put better


def lasting(state: Any) -> Any:
    """A state without what depends on who is there, and when, and without its words."""
    if isinstance(state, dict):
        left_out = (*_PASSING, *_WORDS)
        return {key: lasting(value) for key, value in state.items() if key not in left_out}
    return list(map(lasting, state)) if isinstance(state, list) else state


def said_then(state: Any) -> Any:
    """A kept state without its words; of a replay, kept as digests of all of it, how long it is."""
    return len(state) if isinstance(state, list) else lasting(state)


def lost(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Where something that was there is gone or different; what is new is no difference."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key in new:
                yield from lost(value, new[key], f"{where}.{key}")
            else:
                yield f"{where}.{key} is missing"
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (before, now) in enumerate(zip(old, new, strict=True)):
            yield from lost(before, now, f"{where}[{at}]")
    elif old != new:
        yield f"{where} was {old!r} and is {new!r}"


def generator(name: str) -> random.Random:
    return random.Random(f"0.4.0 {name}")
