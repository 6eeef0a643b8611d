"""What the page asks for over HTTP, besides the table itself."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from pydantic import BaseModel, Field

from ... import bots
from ...judge import judge
from ...lessons import first_parts, parts
from ...notation.record import DealRecord
from ...ruleset import Ruleset, RulesetError
from ...texts.explain import UnknownRule, page
from ...texts.handbook import rule_page
from ...texts.reader import registry, texts
from ...version import __version__
from ..bus.letters import AskRecord, AskRoom, AskSave, Given
from ..table import lessons
from ..table.entries import KEPT
from ..table.hall import made
from ..table.handler import language_of
from ..table.timing import SPEEDS
from . import house_rules
from .analyses import AnalysisBusy, analysed
from .replays import BadFile, match_of, read_records, replayed
from .service import Service

router = APIRouter(prefix="/api")
_LISTED = 50
_MOST_HOUSES = 50
_MOST_QR = 500


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def _language(lang: str = "en") -> str:
    return language_of(lang)


Ours = Annotated[Service, Depends(_service)]
Lang = Annotated[str, Depends(_language)]


class Text(BaseModel):
    """Some text."""

    text: str = Field(max_length=20_000)


class NewTable(BaseModel):
    """What a table is to be."""

    ruleset: str = Field(default="classic", max_length=20_000)
    bots: str = "club"
    seats: str = Field(default="me", pattern="^(me|friends)$")
    speed: str = "normal"
    seed: int | None = Field(default=None, ge=0, le=2**53)
    kept: float = Field(default=KEPT, ge=0, le=24 * 3600)


class House(BaseModel):
    """House rules with a name."""

    name: str = Field(min_length=1, max_length=60)
    text: str = Field(max_length=20_000)


class QuestionLine(BaseModel):
    """A question to the referee as a line of JSON."""

    line: str = Field(max_length=20_000)


def _refused(status: int, code: str, text: str) -> HTTPException:
    return HTTPException(status, {"code": code, "text": text})


# The home page.


@router.get("/home")
async def home(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """All that the first page shows."""
    guest = ours.guest(request, response)
    return {
        "version": __version__,
        "me": {"name": await ours.name(guest, lang)},
        "presets": house_rules.presets(lang),
        "bots": house_rules.players(lang),
        "lessons": [
            {"number": part.number, "title": part.title[lang], "part": part.name}
            for part in first_parts()
        ],
        "speeds": list(SPEEDS),
        "matches": await ours.matches(guest, lang, _LISTED),
        "house": await ours.house_rules(guest),
        "addresses": ours.addresses,
    }


@router.get("/switches")
async def switches(lang: Lang) -> list[dict[str, Any]]:
    """Every switch of a ruleset in words."""
    return house_rules.switches(lang)


@router.post("/rulesets/check")
async def check(body: Text, lang: Lang) -> dict[str, Any]:
    """What a text of rules means."""
    return house_rules.checked(body.text, lang)


@router.post("/house")
async def keep_house(
    body: House, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """Keep house rules under a name."""
    guest = ours.guest(request, response)
    found = house_rules.checked(body.text, lang)
    if not found["ok"]:
        why = found["error"] or " ".join(problem["text"] for problem in found["problems"])
        raise _refused(400, "bad-ruleset", why)
    if len(await ours.house_rules(guest)) >= _MOST_HOUSES:
        raise _refused(409, "too-many", "there are too many house rules already")
    await ours.store.keep(f"house {guest}", body.name, found["text"])
    return {"house": await ours.house_rules(guest)}


@router.delete("/house/{name}")
async def forget_house(
    name: str, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Forget house rules."""
    guest = ours.guest(request, response)
    await ours.store.keep(f"house {guest}", name, None)
    return {"house": await ours.house_rules(guest)}


@router.get("/qr")
async def qr(text: Annotated[str, Query(max_length=_MOST_QR)]) -> Response:
    """A text as a QR code, in SVG."""
    out = io.BytesIO()
    segno.make(text or " ", micro=False).save(out, kind="svg", scale=6, border=3, light="#fff")
    return Response(out.getvalue(), media_type="image/svg+xml")


# Tables.


def _ruleset(text: str, lang: str) -> Ruleset:
    try:
        ruleset = house_rules.read(text)
    except RulesetError as error:
        raise _refused(400, error.code, str(error)) from None
    if problems := ruleset.problems():
        reasons = " ".join(problem.text(lang) for problem in problems)
        raise _refused(400, "incoherent_ruleset", reasons)
    return ruleset


@router.post("/tables")
async def make_table(
    body: NewTable, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Make a table."""
    guest = ours.guest(request, response)
    ruleset = _ruleset(body.ruleset, lang)
    if body.bots not in bots.NAMES or body.speed not in SPEEDS:
        words = texts(lang)["server"]["refused"]
        code = "no-such-speed" if body.bots in bots.NAMES else "no-such-bot"
        raise _refused(400, code, words[code])
    entry = made(
        ruleset,
        guest,
        bots=body.bots,
        speed=body.speed,
        solo=body.seats == "me",
        seed=body.seed,
        kept=body.kept,
    )
    return {"table": await ours.make(guest, entry, lang)}


@router.post("/lessons/{name}")
async def make_lesson(
    name: str, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Make the table of a lesson: of its number, or of one of its parts."""
    first = next((part for part in first_parts() if str(part.number) == name), None)
    part = parts().get(name, first)
    if part is None:
        raise _refused(404, "no-lesson", texts(lang)["server"]["refused"]["no-lesson"])
    guest = ours.guest(request, response)
    return {"table": await ours.make(guest, lessons.made_for(part, guest), lang)}


@router.post("/import")
async def import_match(
    request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Go on with the match of a GAME.SAV or a record, at a table of one's own."""
    guest = ours.guest(request, response)
    try:
        match = await asyncio.to_thread(match_of, await request.body(), lang)
    except BadFile as error:
        raise _refused(400, "bad-file", str(error)) from None
    return {"table": await ours.make(guest, ours.continued(match, guest), lang)}


@router.get("/tables/{table}")
async def facts(table: str, request: Request, response: Response, ours: Ours, lang: Lang) -> Any:
    """What all may know of a table."""
    ours.guest(request, response)
    given = await ours.ask(AskRoom(table, lang), lang)
    return Response(given.body, media_type="application/json", headers=response.headers)


@router.get("/tables/{table}/record")
async def record(table: str, ours: Ours, lang: Lang, *, jsonl: bool = False) -> Response:
    """The record of all finished deals."""
    given = await ours.ask(AskRecord(table, jsonl=jsonl), lang)
    kind = "jsonl" if jsonl else "tlj"
    headers = {"content-disposition": f'attachment; filename="{table}.{kind}"'}
    return Response(given.body, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/tables/{table}/sav")
async def export(table: str, ours: Ours, lang: Lang) -> Response:
    """The match as GAME.SAV."""
    given = await ours.ask(AskSave(table, lang), lang)
    headers = {"content-disposition": 'attachment; filename="GAME.SAV"'}
    return Response(given.body, media_type="application/octet-stream", headers=headers)


# Replays.


def _record(given: Given) -> DealRecord:
    """The one deal that an owner has given."""
    (record,) = DealRecord.parse(given.body.decode())
    return record


@router.get("/replay/{table}/{deal}")
async def replay(table: str, deal: int, ours: Ours, lang: Lang) -> dict[str, Any]:
    """A finished deal step by step."""
    given = await ours.ask(AskRecord(table, deal), lang)
    if not given.body:
        raise _refused(404, "no-deal", texts(lang)["server"]["refused"]["no-deal"])

    def work() -> dict[str, Any]:
        return replayed(_record(given), lang)

    return await asyncio.to_thread(work)


@router.get("/tables/{table}/deals/{deal}/analysis")
async def analysis(
    table: str, deal: int, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """The faults of a finished deal and its course; takes some seconds the first time."""
    guest = ours.guest(request, response)
    given = await ours.ask(AskRecord(table, deal), lang)
    words = texts(lang)["server"]["refused"]
    if deal == given.deals:
        raise _refused(409, "deal-running", words["deal-running"])
    if not given.body:
        raise _refused(404, "no-such-deal", words["no-such-deal"])
    try:
        record = await asyncio.to_thread(_record, given)
        found = await ours.analyses.of(guest, (table, deal), record)
    except AnalysisBusy:
        raise _refused(429, "analysis-busy", words["analysis-busy"]) from None
    return analysed(found, lang)


@router.post("/replay")
async def replay_file(request: Request, lang: Lang, deal: int = 0) -> dict[str, Any]:
    """A deal of an uploaded record step by step, and how many there are."""
    try:
        records = await asyncio.to_thread(read_records, await request.body(), lang)
    except BadFile as error:
        raise _refused(400, "bad-file", str(error)) from None
    if not 0 <= deal < len(records):
        raise _refused(404, "no-deal", texts(lang)["server"]["refused"]["no-deal"])
    frames = await asyncio.to_thread(replayed, records[deal], lang)
    return {**frames, "deals": len(records), "deal": deal}


# Rules.


@router.get("/rules")
async def rules(lang: Lang) -> list[dict[str, str]]:
    """Every rule with its title."""
    titles = texts(lang)["rules"]
    return [
        {"id": rule, "title": titles[rule]["title"], "family": rule.partition(".")[0]}
        for rule in registry()
    ]


@router.get("/rules/{rule}")
async def one_rule(rule: str, lang: Lang, ruleset: str | None = None) -> dict[str, Any]:
    """The page of a rule, in general or as a ruleset has it."""
    chosen = None if ruleset is None else _ruleset(ruleset, lang)
    try:
        found = page(rule, lang, ruleset=chosen)
    except UnknownRule as error:
        raise _refused(404, "no-rule", str(error)) from None
    return {**vars(found), "markdown": rule_page(rule, lang, ruleset=chosen)}


@router.post("/ask")
async def ask(body: QuestionLine) -> dict[str, Any]:
    """The referee's answer to a question."""
    try:
        question = json.loads(body.line)
    except (ValueError, RecursionError) as error:
        return {"error": {"code": "bad_json", "message": str(error)}}
    return await asyncio.to_thread(_judged, question)


@router.post("/judge")
async def asked(question: dict[str, Any]) -> dict[str, Any]:
    """The referee's answer to a question that is the body itself."""
    return await asyncio.to_thread(_judged, question)


def _judged(question: Any) -> dict[str, Any]:
    if not isinstance(question, dict):
        return {"error": {"code": "bad_question", "message": "a question is a JSON object"}}
    return judge(question)
