"""Events over HTTP: made, brought in, looked at and written to, each by its secret link.

A link is an event and a role; what the role may do is `event.commands`' to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel, Field

from ...bots import all_names
from ...engine.state import SEATS
from ...event import commands, formats
from ...event import entries as log
from ...event.entries import AnyEntry, By
from ...event.export import matches_csv, standings_csv, to_json
from ...event.links import link_name, link_of, secret_of_cards
from ...event.links import token as token_of
from ...event.outcomes import outcomes
from ...event.plan import plan_of, read_plan
from ...event.refused import PlanError
from ...event.refused import Refused as EventRefused
from ...event.state import in_log
from ...event.tables import first_player, revealed, room_of, rooms, seating
from ...texts.reader import texts
from ..bus.letters import LookAt, TakeSeat
from ..events.boards import boards_seen
from ..events.effects import effect
from ..events.keeper import Events, Kept, NoLink
from ..events.views import clocks, view
from ..jobs import Refused
from .charged import ChargedRoute
from .event_jobs import Addresses, check_log, drawn_for, sheets_for
from .routes import Lang, Ours
from .service import address_of

router = APIRouter(prefix="/api", route_class=ChargedRoute)
T = TypeVar("T")
Link = Annotated[str, Path(max_length=100)]
# What has a route of its own, since the page cannot know its contents.
_OWN_ROUTES = (
    log.Made, log.Brought, log.Drawn, log.LinkGiven, log.BoardsSealed, log.BoardsOpened,
    log.TableOpened,
)  # fmt: skip


class NewEvent(BaseModel):
    """The plan of an event: as a TOML text, or as its fields."""

    toml: str = Field(default="", max_length=60_000)
    plan: dict[str, Any] | None = None


class Wish(BaseModel):
    """An entry for the log, and why."""

    entry: dict[str, Any]
    why: str = Field(default="", max_length=400)


class Draw(BaseModel):
    """The seed to publish before the draw; none if it is known."""

    seed: str = Field(default="", max_length=100)


class LinkFor(BaseModel):
    """Whose link it is; player: one of the entrant's alone, from 1. withdraw: it is to be dead."""

    role: str = Field(max_length=20)
    who: str = Field(default="", max_length=40)
    player: int = Field(default=0, ge=0, le=6)
    withdraw: bool = False


class Seat(BaseModel):
    """A seat at the server's table for a room of a match."""

    match: str = Field(max_length=40)
    room: int = Field(default=0, ge=0, le=1)
    seat: int = Field(ge=0, lt=SEATS)


async def _work(ours: Ours, language: str, work: Callable[[Events], T], link: str = "") -> T:
    """What some work on events comes to; refusals in the language of the request.

    link: of the event in whose turn it is done.
    """
    try:
        return await ours.events.run(lambda: work(ours.events), ours.events.behind(link))
    except OSError:  # a full disk, or one that cannot be reached
        text = texts(language)["server"]["refused"]["unavailable"]
        raise Refused(503, "unavailable", text) from None
    except NoLink:
        raise Refused(404, "no-link", EventRefused("dead-link").text(language)) from None
    except PlanError as error:
        text = "\n".join(reason.text(language) for reason in error.wrong)
        raise Refused(422, "bad-plan", text) from None
    except EventRefused as error:
        status = 403 if error.code in ("no-right", "not-yours") else 409
        raise Refused(status, error.code, error.text(language)) from None


def _coming(events: Events, link: str, *roles: str) -> tuple[Kept, By]:
    """The event behind a link and who comes; refused unless they have one of the roles."""
    kept, by = events.find(link)
    if roles and by.role not in roles:
        raise EventRefused("no-right", role=by.role)
    return kept, by


def _need_text(data: object) -> None:
    """Refused if a text in it cannot be written down."""
    try:
        msgspec.json.encode(data)
    except (ValueError, RecursionError) as error:  # half a character; too deep
        raise EventRefused("bad-entry", why=error) from None


def _entry(kept: Kept, link: str, body: Wish) -> AnyEntry:
    """The entry that somebody wishes for; of boards only those of the room where they sit."""
    _need_text(body.entry)
    try:
        found: AnyEntry = msgspec.convert(body.entry, AnyEntry)
    except msgspec.ValidationError as error:
        raise EventRefused("bad-entry", why=error) from None
    if isinstance(found, _OWN_ROUTES):
        raise EventRefused("own-route", what=body.entry["what"])
    door = link_of(kept.event, link)
    room = room_of(kept.event, door.player if door else 0)
    if room is not None and getattr(found, "room", room) != room:
        raise EventRefused("other-room", room=room + 1)
    return found


# To begin.


@router.post("/events")
async def make(body: NewEvent, request: Request, ours: Ours, lang: Lang) -> dict[str, str]:
    """Make an event; the links of its organiser and of the public."""
    ours.charge_event(address_of(request), lang)

    def work(events: Events) -> dict[str, str]:
        _need_text(body.plan)
        plan = read_plan(body.toml) if body.plan is None else plan_of(body.plan)
        if plan.tables and plan.tables.bots and plan.tables.bots not in all_names():
            raise PlanError([EventRefused("bots", known=", ".join(all_names()))])
        return _first_links(events, events.make(plan))

    return await _work(ours, lang, work)


@router.post("/events/import")
async def bring(request: Request, ours: Ours, lang: Lang) -> dict[str, str]:
    """Go on with the event of a log, which is checked line by line; it gets new links."""
    ours.charge_event(address_of(request), lang)
    data = await request.body()
    await ours.do(check_log, data, lang)
    return await _work(ours, lang, lambda events: _first_links(events, events.bring(data)))


def _first_links(events: Events, kept: Kept) -> dict[str, str]:
    return {role: events.link(kept, role) for role in (log.ORGANISER, log.PUBLIC)}


# By link.


@router.get("/event/{link}")
async def look(
    link: Link, ours: Ours, lang: Lang, after: Annotated[int, Query(ge=-1)] = -1
) -> Response:
    """The event as the link's role sees it; 204 if nothing is new after so many lines."""

    def work(events: Events) -> bytes | None:
        kept, by = _coming(events, link)
        if len(kept.event.lines) == after:
            return None
        found = link_of(kept.event, link)
        player = found.player if found else 0
        key = (by, player, lang)
        if key not in kept.views:
            told = view(kept, by, lang, player)
            kept.views[key] = json.dumps(told, ensure_ascii=False).encode()
        now = events.clock()
        more = {"now": now, "clocks": clocks(kept.event, now)}
        return kept.views[key][:-1] + b"," + json.dumps(more).encode()[1:]

    body = await _work(ours, lang, work, link)
    return (
        Response(status_code=204) if body is None else Response(body, media_type="application/json")
    )


@router.post("/event/{link}/do")
async def do(link: Link, body: Wish, ours: Ours, lang: Lang) -> dict[str, Any]:
    """Write an entry into the log; line 0 if it says nothing new."""

    def work(events: Events) -> dict[str, Any]:
        kept, by = _coming(events, link)
        line = kept.do(_entry(kept, link, body), at=events.clock(), by=by, why=body.why)
        return {"line": line.number if line else 0}

    return await _work(ours, lang, work, link)


@router.post("/event/{link}/try")
async def try_(link: Link, body: Wish, ours: Ours, lang: Lang) -> dict[str, Any]:
    """What an entry would change; nothing is written."""

    def work(events: Events) -> dict[str, Any]:
        kept, by = _coming(events, link)
        entry = _entry(kept, link, body)
        return effect(
            kept.event, entry, at=events.clock(), by=by, why=body.why or "?", language=lang
        )

    return await _work(ours, lang, work, link)


@router.post("/event/{link}/draw")
async def draw(link: Link, body: Draw, ours: Ours, lang: Lang) -> dict[str, int]:
    """Draw the next rounds, publishing a seed first if one is given."""

    def prepare(events: Events) -> list[bytes]:
        kept, by = _coming(events, link, log.ORGANISER)
        secret = secret_of_cards(kept.key)
        for entry in commands.before_draw(kept.event, seed=body.seed, secret=secret):
            kept.do(entry, at=events.clock(), by=by)
        return [log.encode(line) for line in kept.event.lines]

    lines = await _work(ours, lang, prepare, link)
    drawn = await ours.do(drawn_for, lines, lang)

    def work(events: Events) -> dict[str, int]:
        kept, by = _coming(events, link, log.ORGANISER)
        if [log.encode(line) for line in kept.event.lines] == lines:
            formats.know_draw(kept.event, msgspec.json.decode(drawn, type=log.Drawn))
        line = kept.do(formats.draw(kept.event), at=events.clock(), by=by)
        return {"line": line.number if line else 0}

    return await _work(ours, lang, work, link)


@router.post("/event/{link}/boards")
async def publish(link: Link, ours: Ours, lang: Lang) -> dict[str, int]:
    """Publish the secret of the boards, when all are played."""

    def work(events: Events) -> dict[str, int]:
        kept, by = _coming(events, link, log.ORGANISER)
        opened = log.BoardsOpened(secret_of_cards(kept.key))
        line = kept.do(opened, at=events.clock(), by=by)
        return {"line": line.number if line else 0}

    return await _work(ours, lang, work, link)


@router.post("/event/{link}/links")
async def links(link: Link, body: LinkFor, ours: Ours, lang: Lang) -> dict[str, str]:
    """Hand out a link, or withdraw it."""

    def work(events: Events) -> dict[str, str]:
        kept, by = _coming(events, link, log.ORGANISER)
        if not body.withdraw:
            return {"token": events.link(kept, body.role, body.who, body.player)}
        name = link_name(kept.event, body.role, body.who, body.player)
        kept.do(log.LinkWithdrawn(name), at=events.clock(), by=by)
        return {"token": ""}

    return await _work(ours, lang, work, link)


# At the server's tables.


@router.post("/event/{link}/seat")
async def sit(
    link: Link, body: Seat, request: Request, response: Response, ours: Ours, lang: Lang
) -> dict[str, str]:
    """Take one's seat at the table of a match; the table."""
    guest = await ours.guest(request, response)

    def work(events: Events) -> TakeSeat:
        kept, by = _coming(events, link, log.PLAYER)
        found = link_of(kept.event, link)
        table = kept.event.tables.get((body.match, body.room))
        if table is None or found is None or body.match not in kept.event.pairings:
            raise EventRefused("no-table", match=body.match)
        places = seating(kept.event, kept.event.pairings[body.match], body.room)
        who, at = places[body.seat] if body.seat < len(places) else ("", 0)
        if who != by.who or found.player not in (0, at + 1):
            raise EventRefused("not-yours", who=by.who)
        own = bool(found.player)
        of = (table[0], kept.name, body.match, body.room)
        return TakeSeat(*of, guest, body.seat, own, lang)

    wanted = await _work(ours, lang, work, link)
    try:
        await ours.ask(wanted, lang)
    except Refused as error:
        raise Refused(409, "taken", error.text) if error.code == "no-save" else error from None
    return {"table": wanted.table}


@router.get("/event/{link}/look/{line}")
async def look_at(
    link: Link, line: Annotated[int, Path(ge=1, le=10**6)], ours: Ours, lang: Lang
) -> dict[str, Any]:
    """What a claim is about, for whoever rules: the trick, and the program's own judgement."""

    def work(events: Events) -> LookAt:
        kept, _ = _coming(events, link, *log.OFFICIALS)
        found = in_log(kept.event, line)
        entry = found.entry if found else None
        if not isinstance(entry, log.RefereeCalled) or entry.about != "claim":
            raise EventRefused("no-call", line=line)
        table, opened = kept.event.tables.get((entry.match, entry.room), ("", 0))
        if not table or line < opened:  # a table of another server
            raise EventRefused("no-table", match=entry.match)
        return LookAt(table, kept.name, entry.match, entry.room, entry.call, lang)

    given = await ours.ask(await _work(ours, lang, work, link), lang)
    told: dict[str, Any] = json.loads(given.body)
    return told


@router.get("/event/{link}/boards")
async def boards(link: Link, ours: Ours, lang: Lang) -> list[dict[str, Any]]:
    """The boards that every table has played: cards, results, and what they brought."""

    def work(events: Events) -> list[dict[str, Any]]:
        kept, _ = _coming(events, link)
        return boards_seen(kept, lang)

    return await _work(ours, lang, work, link)


@router.get("/event/{link}/sheets", response_class=HTMLResponse)
async def sheets(
    link: Link,
    request: Request,
    ours: Ours,
    lang: Lang,
    round_: Annotated[int, Query(alias="round", ge=0, le=99)] = 0,
) -> HTMLResponse:
    """Score sheets to print, with a QR code for each side whose link was handed out."""
    base = ours.address_for(request)

    def work(events: Events) -> tuple[list[bytes], Addresses]:
        kept, _ = _coming(events, link, log.ORGANISER)
        pairings = kept.event.of_round(round_) if round_ else kept.event.pairings.values()
        printed = [
            (pairing.id, who, first_player(kept.event, room))
            for pairing in pairings
            for who in ((pairing.home, pairing.away) if pairing.away else ())
            for room in rooms(kept.event)
        ]
        events.links(kept, log.PLAYER, ((who, player) for _, who, player in printed))
        addresses: Addresses = {}
        for match, who, player in printed:
            name = link_name(kept.event, log.PLAYER, who, player)
            addresses[match, who, player] = f"{base}/event/{token_of(kept.key, name)}#{match}"
        return [log.encode(line) for line in kept.event.lines], addresses

    lines, addresses = await _work(ours, lang, work, link)
    return HTMLResponse(await ours.do(sheets_for, lines, addresses, lang, round_))


@router.get("/event/{link}/export/{form}", response_class=Response)
async def export(
    link: Link, form: Annotated[str, Path(max_length=20)], ours: Ours, lang: Lang
) -> Response:
    """The event as a file: `json`, `standings` and `matches` (CSV), and for the organiser `log`."""

    def work(events: Events) -> tuple[str | bytes, str]:
        kept, by = _coming(events, link)
        event, public = kept.event, by.role not in log.OFFICIALS
        if public:
            event = revealed(event, outcomes(event))
        if form == "log" and by.role == log.ORGANISER:
            return kept.path.read_bytes(), "jsonl"
        if form == "json":
            return json.dumps(to_json(event, public=public), ensure_ascii=False, indent=1), "json"
        if form == "standings":
            return standings_csv(event), "csv"
        if form == "matches":
            return matches_csv(event, lang), "csv"
        raise EventRefused("no-right", role=by.role)

    text, ending = await _work(ours, lang, work, link)
    headers = {"content-disposition": f'attachment; filename="{form}.{ending}"'}
    return PlainTextResponse(text, headers=headers)
