"""Jobs for what the page asks for over HTTP: answers that take a while.

A log that is given to a job is what `ledger.told` leaves of it: nothing of a deal that is not over.

What a client is sent comes as bytes, packed where they are many, so that the server has nothing
left to do with them.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import segno

from ...judge import judge
from ...notation.record import DealRecord, write
from ...ruleset import Ruleset, RulesetError
from ...texts.explain import UnknownRule, page
from ...texts.handbook import rule_page
from ...texts.reader import texts
from ..jobs import FILES, QUESTIONS, Refused, job
from ..people import played
from ..table import entries as log
from ..table.past import records
from . import house_rules, replays, stories

JSON, TEXT, SVG = "application/json", "text/plain; charset=utf-8", "image/svg+xml"
Begun = tuple[log.Made, list[log.AnyEntry]]
_WORTH_PACKING = 16_000  # bytes; less is packed where it is sent


@dataclass(frozen=True)
class Answer:
    """What a client is sent; packed: with gzip."""

    body: bytes
    kind: str
    packed: bool


def _answer(text: str | bytes, kind: str) -> Answer:
    body = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    packed = len(body) > _WORTH_PACKING
    return Answer(gzip.compress(body, 5, mtime=0) if packed else body, kind, packed)


def as_json(data: Any) -> Answer:
    """Plain data as it is sent."""
    return _answer(json.dumps(data, ensure_ascii=False, separators=(",", ":")), JSON)


@job(QUESTIONS)
def statistics(kept: list[str], language: str) -> Answer:
    """How somebody has played: a rating of two thousand deals takes a tenth of a second."""
    return as_json(played.statistics(played.read(kept), language))


# Rules.


@job(QUESTIONS)
def checked(text: str, language: str) -> Answer:
    """What a text of rules means."""
    return as_json(house_rules.checked(text, language))


@job(QUESTIONS)
@cache
def switches(language: str) -> Answer:
    """Every switch of a ruleset in words."""
    return as_json(house_rules.switches(language))


@job(QUESTIONS)
def coherent(text: str, language: str) -> str:
    """The canonical text of rules that can be played; Refused if they cannot."""
    return str(_ruleset(text, language))


def _ruleset(text: str, language: str) -> Ruleset:
    try:
        ruleset = house_rules.read(text)
    except RulesetError as error:
        raise Refused(400, error.code, " ".join(error.texts(language))) from None
    if problems := ruleset.problems():
        reasons = " ".join(problem.text(language) for problem in problems)
        raise Refused(400, "incoherent_ruleset", reasons)
    return ruleset


@job(QUESTIONS)
def rule(name: str, language: str, ruleset: str | None) -> Answer:
    """The page of a rule, in general or as a ruleset has it."""
    chosen = None if ruleset is None else _ruleset(ruleset, language)
    try:
        found = page(name, language, ruleset=chosen)
    except UnknownRule as error:
        raise Refused(404, "no-rule", str(error)) from None
    text = rule_page(name, language, ruleset=chosen, ids=False)
    return as_json({**vars(found), "markdown": text})


@job(QUESTIONS)
def asked(line: str, language: str | None) -> Answer:
    """The referee's answer to a question, a line of JSON; language: of what is wrong with it."""
    try:
        question = json.loads(line)
        json.dumps(question, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        answer: dict[str, Any] = {"error": {"code": "not_json", "message": str(error)[:200]}}
    else:
        answer = judge(question)
    if language and (wrong := answer.get("error")):
        wrong["message"] = texts(language)["judge"][wrong["code"]].format(**wrong)
    return as_json(answer)


@job(QUESTIONS)
def qr(text: str) -> Answer:
    """A text as a QR code, in SVG."""
    out = io.BytesIO()
    segno.make(text or " ", micro=False).save(out, kind="svg", scale=6, border=3, light="#fff")
    return _answer(out.getvalue(), SVG)


# Deals.


def finished(table: str, bodies: Iterable[bytes], deals: int) -> list[DealRecord]:
    """The records of the first finished deals of a log: those that are told."""
    return list(islice(records(table, map(log.decode, bodies)), deals))


@job(FILES)
def record(table: str, bodies: list[bytes], deals: int, form: str) -> Answer:
    """The record of finished deals; form: tlj or jsonl."""
    return _answer(write(finished(table, bodies, deals), jsonl=form == "jsonl"), TEXT)


@job(FILES)
def replay(table: str, bodies: list[bytes], deal: int, deals: int, language: str) -> Answer:
    """A finished deal step by step, and how many there are."""
    frames = replays.replayed(finished(table, bodies, deal + 1)[deal], language)
    return as_json({**frames, "deals": deals})


@job(FILES)
def replay_of_file(data: bytes, deal: int, language: str) -> Answer:
    """A deal of an uploaded record step by step, and how many there are."""
    deals, record = _of_file(data, deal, language)
    return as_json({**replays.replayed(record, language), "deals": deals, "deal": deal})


def _of_file(data: bytes, deal: int, language: str) -> tuple[int, DealRecord]:
    """How many deals an uploaded record has, and one of them."""
    try:
        every = replays.read_records(data, language)
    except replays.BadFile as error:
        raise Refused(400, "bad-file", str(error)) from None
    if not 0 <= deal < len(every):
        raise Refused(404, "no-such-deal", texts(language)["server"]["refused"]["no-such-deal"])
    return len(every), every[deal]


@job(FILES)
def begun(table: str, bodies: list[bytes], deal: int, at: int, seat: int, language: str) -> Begun:
    """A table at which a finished deal is played on from a moment, and what was done by then."""
    return _begun(finished(table, bodies, deal + 1)[deal], at, seat, language)


@job(FILES)
def begun_of_file(data: bytes, deal: int, at: int, seat: int, language: str) -> Begun:
    """The same for a deal of an uploaded record."""
    return _begun(_of_file(data, deal, language)[1], at, seat, language)


def _begun(record: DealRecord, at: int, seat: int, language: str) -> Begun:
    try:
        return replays.begun(record, at, seat, language)
    except replays.BadFile as error:
        raise Refused(409, "no-moment", str(error)) from None


@job(FILES)
def story(table: str, bodies: list[bytes], deals: int) -> Answer:
    """The story of the last match of a table, as far as it is told."""
    return as_json(stories.story(finished(table, bodies, deals)))


@job(FILES)
def made_of_file(data: bytes, language: str, ruleset: str) -> log.Made:
    """The first entry of a table that goes on with the match of an uploaded file; nobody's yet."""
    try:
        return replays.continued(*replays.match_of(data, language, _ruleset(ruleset, language)))
    except replays.BadFile as error:
        raise Refused(400, "bad-file", str(error)) from None


@job(FILES)
def table_log(bodies: list[bytes]) -> Answer:
    """The log of a table, for its operator."""
    entries = [msgspec.to_builtins(log.decode(body)) for body in bodies]
    return as_json({"entries": entries})
