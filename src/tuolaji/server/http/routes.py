"""What the page asks for over HTTP, besides the table itself."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from msgspec.structs import replace
from pydantic import BaseModel, Field

from ... import bots
from ...lessons import first_parts
from ...ruleset import PRESETS, Ruleset
from ...ruleset.bounds import LONGEST
from ...texts.reader import registry, texts
from ...version import __version__
from ..bus.letters import AskRoom, AskSave
from ..crew import Busy
from ..protocol.outgoing import WatchDelay
from ..table import lessons
from ..table.entries import KEPT
from ..table.hall import made
from ..table.handler import language_of
from ..table.timing import SPEEDS
from . import desk, house_rules
from .charged import ChargedRoute, refused, reply
from .service import Service, address_of

router = APIRouter(prefix="/api", route_class=ChargedRoute)
_LISTED = 50
_MOST_HOUSES = 50
_MOST_QR = 200


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def _language(lang: str = "en") -> str:
    return language_of(lang)


Ours = Annotated[Service, Depends(_service)]
Lang = Annotated[str, Depends(_language)]
RulesText = Annotated[str, Field(max_length=LONGEST)]
DealNumber = Annotated[int, Path(ge=-1, le=10**6)]


class Text(BaseModel):
    """Some text."""

    text: RulesText


class NewTable(BaseModel):
    """What a table is to be."""

    ruleset: RulesText = "classic"
    bots: str = Field(default="club", max_length=40)
    seats: str = Field(default="me", pattern="^(me|friends)$")
    speed: str = Field(default="normal", max_length=40)
    seed: int | None = Field(default=None, ge=0, le=2**53)
    kept: float = Field(default=KEPT, ge=0, le=24 * 3600, allow_inf_nan=False)
    public: bool = False
    rated: bool = False
    watch: WatchDelay = "now"
    clock: bool = False


class Moment(BaseModel):
    """From where a deal is played on: after so many actions, in a seat, against bots; how fast."""

    at: int = Field(ge=0, le=10**6)
    seat: int = Field(default=0, ge=0, le=7)
    bots: str = Field(default="club", max_length=40)
    speed: str = Field(default="normal", max_length=40)
    deal: int = Field(default=0, ge=0, le=10**6)


class House(BaseModel):
    """House rules with a name."""

    name: str = Field(min_length=1, max_length=60)
    text: RulesText


class QuestionLine(BaseModel):
    """A question to the referee as a line of JSON."""

    line: str = Field(max_length=20_000)


# The home page.


@router.get("/home")
async def home(request: Request, response: Response, ours: Ours, lang: Lang) -> dict[str, Any]:
    """All that the first page shows."""
    guest = await ours.guest(request, response)
    return {
        "version": __version__,
        "me": {"name": await ours.name(guest, lang), "login": await ours.login(guest)},
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


@router.get("/switches", response_model=list[dict[str, Any]])
async def switches(request: Request, ours: Ours, lang: Lang) -> Response:
    """Every switch of a ruleset in words."""
    return await reply(await ours.do(desk.switches, lang), request)


@router.post("/rulesets/check", response_model=dict[str, Any])
async def check(body: Text, request: Request, ours: Ours, lang: Lang) -> Response:
    """What a text of rules means."""
    return await reply(await ours.do(desk.checked, body.text, lang), request)


@router.post("/house")
async def keep_house(
    body: House, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, Any]:
    """Keep house rules under a name."""
    guest = await ours.guest(request, response)
    text = await ours.do(desk.coherent, body.text, lang)
    if len(await ours.house_rules(guest)) >= _MOST_HOUSES:
        raise refused(409, "too-many-houses", request)
    await ours.store.keep(f"house {guest}", body.name, text)
    return {"house": await ours.house_rules(guest)}


@router.delete("/house/{name}")
async def forget_house(
    name: str, request: Request, response: Response, ours: Ours
) -> dict[str, Any]:
    """Forget house rules."""
    guest = await ours.guest(request, response)
    await ours.store.keep(f"house {guest}", name, None)
    return {"house": await ours.house_rules(guest)}


@router.get("/qr", response_class=Response)
async def qr(
    text: Annotated[str, Query(max_length=_MOST_QR)], request: Request, ours: Ours
) -> Response:
    """A text as a QR code, in SVG."""
    return await reply(await ours.do(desk.qr, text), request)


# Tables.


@router.post("/tables")
async def make_table(
    body: NewTable, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Make a table."""
    guest = await ours.guest(request, response)
    text = body.ruleset
    if text not in PRESETS:
        text = await ours.do(desk.coherent, text, lang)
    names = bots.all_names()
    if body.bots not in names or body.speed not in SPEEDS:
        code = "no-such-speed" if body.bots in names else "no-such-bot"
        raise refused(400, code, request)
    if body.seed is not None and body.seats != "me":
        raise refused(400, "seed-with-others", request)
    if body.rated:
        await _need_fair(body, text, guest, request, ours)
    entry = made(
        Ruleset.parse(text),
        guest,
        bots=body.bots,
        speed=body.speed,
        solo=body.seats == "me",
        seed=body.seed,
        kept=KEPT if body.rated else body.kept,
        rated=body.rated,
        public=body.public and body.seats != "me",
        watch="trick" if body.rated and body.watch == "now" else body.watch,
        clock=body.clock,
    )
    return {"table": await ours.make(guest, entry, lang, address_of(request))}


async def _need_fair(
    body: NewTable, text: str, guest: str, request: Request, ours: Service
) -> None:
    """Refuse a rated table where deals could not be compared, or by somebody without an account."""
    if await ours.login(guest) is None:
        raise refused(403, "no-account", request)
    if text not in PRESETS or body.seats == "me":
        raise refused(400, "not-rateable", request)


@router.post("/lessons/{name}")
async def make_lesson(
    name: str, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Make the table of a lesson: of its number, or of one of its parts; or of a puzzle."""
    first = next((part for part in first_parts() if str(part.number) == name), None)
    part = lessons.part_named(name) or first
    if part is None:
        raise refused(404, "no-lesson", request)
    guest = await ours.guest(request, response)
    entry = lessons.made_for(part, guest)
    return {"table": await ours.make(guest, entry, lang, address_of(request))}


@router.post("/import")
async def import_match(
    request: Request,
    response: Response,
    ours: Ours,
    lang: Lang,
    ruleset: Annotated[str, Query(max_length=LONGEST)] = "classic",
) -> dict[str, str]:
    """Go on with the match of a GAME.SAV or a record, at a table of one's own."""
    guest = await ours.guest(request, response)
    data = await request.body()
    made = await ours.do(desk.made_of_file, data, lang, ruleset)
    entry = replace(made, host=guest)
    return {"table": await ours.make(guest, entry, lang, address_of(request))}


@router.get("/tables/{table}")
async def facts(table: str, request: Request, response: Response, ours: Ours, lang: Lang) -> Any:
    """What all may know of a table."""
    await ours.guest(request, response)
    given = await ours.ask(AskRoom(table, lang), lang)
    return Response(given.body, media_type="application/json", headers=response.headers)


@router.get("/tables/{table}/record", response_class=Response)
async def record(
    table: str, request: Request, ours: Ours, lang: Lang, *, jsonl: bool = False
) -> Response:
    """The record of all finished deals."""
    deals = await ours.finished(table, lang)
    bodies = await ours.told_log(table, deals)
    form = "jsonl" if jsonl else "tlj"
    answer = await ours.do(desk.record, table, bodies, deals, form)
    disposition = {"content-disposition": f'attachment; filename="{table}.{form}"'}
    return await reply(answer, request, **disposition)


@router.post("/tables/{table}/sav", response_class=Response)
async def export(table: str, ours: Ours, lang: Lang) -> Response:
    """The match as GAME.SAV."""
    given = await ours.ask(AskSave(table, lang), lang)
    headers = {"content-disposition": 'attachment; filename="GAME.SAV"'}
    return Response(given.body, media_type="application/octet-stream", headers=headers)


# Replays.


@router.get("/replay/{table}/{deal}", response_model=dict[str, Any])
async def replay(
    table: str, deal: DealNumber, request: Request, ours: Ours, lang: Lang
) -> Response:
    """A finished deal step by step."""
    deals = await ours.finished(table, lang)
    if not 0 <= deal < deals:
        raise refused(404, "no-such-deal", request)
    bodies = await ours.told_log(table, deal + 1)
    told = await ours.do(desk.replay, table, bodies, deal, deals, lang)
    return await reply(told, request)


@router.get("/tables/{table}/deals/{deal}/analysis", response_model=dict[str, Any])
async def analysis(
    table: str, deal: DealNumber, request: Request, ours: Ours, lang: Lang
) -> Response:
    """The faults of a finished deal and its course; takes some seconds the first time."""
    address = address_of(request)
    waits = await ours.known(request) or address
    finished = await ours.finished(table, lang)
    if deal == finished:
        raise refused(409, "deal-running", request)
    if not 0 <= deal < finished:
        raise refused(404, "no-such-deal", request)
    log = partial(ours.told_log, table, deal + 1)
    try:
        found = await ours.analyses.of(waits, address, (table, deal), log)
    except Busy:
        raise refused(429, "analysis-busy", request) from None
    return await reply(found[lang], request)


@router.post("/replay", response_model=dict[str, Any])
async def replay_file(
    request: Request, ours: Ours, lang: Lang, deal: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> Response:
    """A deal of an uploaded record step by step, and how many there are."""
    data = await request.body()
    return await reply(await ours.do(desk.replay_of_file, data, deal, lang), request)


@router.post("/replay/{table}/{deal}/play")
async def play_on(
    table: str,
    deal: DealNumber,
    moment: Annotated[Moment, Query()],
    request: Request,
    response: Response,
    ours: Ours,
    lang: Lang,
) -> dict[str, str]:
    """Play a finished deal on from a moment, against bots."""
    if not 0 <= deal < await ours.finished(table, lang):
        raise refused(404, "no-such-deal", request)
    bodies = await ours.told_log(table, deal + 1)
    begun = await ours.do(desk.begun, table, bodies, deal, moment.at, moment.seat, lang)
    return await _played_on(begun, moment, request, response, ours, lang)


@router.post("/replay/play")
async def play_on_file(
    moment: Annotated[Moment, Query()],
    request: Request,
    response: Response,
    ours: Ours,
    lang: Lang,
) -> dict[str, str]:
    """The same for a deal of an uploaded record."""
    data = await request.body()
    begun = await ours.do(desk.begun_of_file, data, moment.deal, moment.at, moment.seat, lang)
    return await _played_on(begun, moment, request, response, ours, lang)


async def _played_on(
    begun: desk.Begun,
    moment: Moment,
    request: Request,
    response: Response,
    ours: Service,
    lang: str,
) -> dict[str, str]:
    """The table at which a deal is played on."""
    if moment.bots not in bots.all_names():
        raise refused(400, "no-such-bot", request)
    if moment.speed not in SPEEDS:
        raise refused(400, "no-such-speed", request)
    guest = await ours.guest(request, response)
    entry = replace(begun[0], host=guest, bots=moment.bots, speed=moment.speed)
    return {"table": await ours.make(guest, entry, lang, address_of(request), begun[1])}


@router.get("/tables/{table}/story", response_model=dict[str, Any])
async def story(table: str, request: Request, ours: Ours, lang: Lang) -> Response:
    """The story of a table's last match: its deals, and what stood out."""
    deals = await ours.finished(table, lang)
    bodies = await ours.told_log(table, deals)
    return await reply(await ours.do(desk.story, table, bodies, deals), request)


# Rules.


@router.get("/rules")
async def rules(lang: Lang) -> list[dict[str, str]]:
    """Every rule with its title."""
    titles = texts(lang)["rules"]
    return [
        {"id": rule, "title": titles[rule]["title"], "family": rule.partition(".")[0]}
        for rule in registry()
    ]


@router.get("/rules/{rule}", response_model=dict[str, Any])
async def one_rule(
    rule: str,
    request: Request,
    ours: Ours,
    lang: Lang,
    ruleset: Annotated[str | None, Query(max_length=LONGEST)] = None,
) -> Response:
    """The page of a rule, in general or as a ruleset has it."""
    return await reply(await ours.do(desk.rule, rule, lang, ruleset), request)


@router.get("/tips")
async def tips(lang: Lang) -> list[dict[str, Any]]:
    """The fourteen tips; measured: what was found about one by playing."""
    told = texts(lang)["coach"]["tips"]
    return [{"number": int(number), "measured": None, **tip} for number, tip in told.items()]


@router.post("/ask", response_model=dict[str, Any])
async def ask(body: QuestionLine, request: Request, ours: Ours, lang: Lang) -> Response:
    """The referee's answer to a question."""
    return await reply(await ours.do(desk.asked, body.line, lang), request)


@router.post("/judge", response_model=dict[str, Any])
async def asked(question: dict[str, Any], request: Request, ours: Ours) -> Response:
    """The referee's answer to a question that is the body itself."""
    try:
        line = json.dumps(question)
    except RecursionError:
        raise refused(422, "bad-request", request) from None
    return await reply(await ours.do(desk.asked, line, None), request)
