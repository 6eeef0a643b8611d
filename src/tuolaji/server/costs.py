"""What every request and every message costs: about so many milliseconds of a processor.

A request is charged to its address and a message to its socket; `limits` says how much each may
spend. Whatever is not named here cannot be asked for.
"""

from __future__ import annotations

from .protocol import incoming

ROUTES = {
    "GET /api/home": 5,
    "GET /api/switches": 2,
    "POST /api/rulesets/check": 5,
    "POST /api/house": 10,
    "DELETE /api/house/{name}": 5,
    "GET /api/qr": 30,
    "POST /api/tables": 20,
    "POST /api/lessons/{name}": 20,
    "GET /api/daily": 20,
    "GET /api/daily/expert": 20,
    "POST /api/daily/deal": 20,
    "GET /api/statistics": 50,
    "DELETE /api/matches/{table}": 20,
    "POST /api/import": 100,
    "GET /api/tables/{table}": 5,
    "GET /api/tables/{table}/record": 50,
    "POST /api/tables/{table}/sav": 5,
    "GET /api/replay/{table}/{deal}": 50,
    "GET /api/tables/{table}/deals/{deal}/analysis": 100,
    "POST /api/replay": 100,
    "POST /api/replay/{table}/{deal}/play": 70,
    "POST /api/replay/play": 120,
    "GET /api/tables/{table}/story": 60,
    "GET /api/rules": 2,
    "GET /api/tips": 2,
    "GET /api/rules/{rule}": 5,
    "POST /api/ask": 10,
    "POST /api/judge": 10,
    "GET /api/account": 5,
    "POST /api/account": 150,
    "POST /api/account/name": 10,
    "POST /api/account/login": 100,
    "POST /api/account/logout": 5,
    "POST /api/account/password": 150,
    "POST /api/account/recover": 250,
    "POST /api/account/export": 100,
    "POST /api/account/delete": 200,
    "POST /api/account/passkeys/wish": 5,
    "POST /api/account/passkeys/order": 110,
    "POST /api/account/passkeys/make": 110,
    "POST /api/account/passkeys/add": 20,
    "POST /api/account/passkeys/login": 20,
    "POST /api/account/passkeys/remove": 110,
    "GET /api/room": 20,
    "POST /api/quick": 50,
    "GET /api/leaderboard": 50,
    "GET /api/people/{login}": 20,
    "POST /api/follow": 10,
    "GET /api/operator": 100,
    "POST /api/operator/ban": 20,
    "POST /api/operator/done": 10,
    "GET /api/operator/tables/{table}": 100,
    "POST /api/events": 50,
    "POST /api/events/import": 100,
    "GET /api/event/{link}": 1,
    "POST /api/event/{link}/do": 10,
    "POST /api/event/{link}/try": 20,
    "POST /api/event/{link}/draw": 50,
    "POST /api/event/{link}/boards": 10,
    "POST /api/event/{link}/links": 10,
    "GET /api/event/{link}/sheets": 100,
    "GET /api/event/{link}/export/{form}": 50,
    "POST /api/event/{link}/seat": 10,
    "GET /api/event/{link}/look/{line}": 10,
    "GET /api/event/{link}/boards": 20,
}
# What is kept for good: an address may have only so much of it, since cookies cost nothing.
KEEP = frozenset(
    {
        "POST /api/house",
        "POST /api/account",
        "POST /api/account/name",
        "POST /api/account/passkeys/make",
        "POST /api/follow",
    }
)
# What is done with files, of which only so many can wait: an address may have half of those.
FILES = frozenset(
    {
        "POST /api/import",
        "GET /api/tables/{table}/record",
        "GET /api/replay/{table}/{deal}",
        "POST /api/replay",
        "POST /api/replay/{table}/{deal}/play",
        "POST /api/replay/play",
        "GET /api/tables/{table}/story",
        "POST /api/events/import",
        "POST /api/event/{link}/draw",
        "GET /api/event/{link}/sheets",
    }
)
PAGE = 0.3  # a file of the page: a first visit asks for a hundred, and a school has one address
READY = 2
SCHEMA = 20  # the description of all routes, which is long
SOCKET = 5  # to open one

_CHEAP = 1.0
_DEAR = {
    incoming.AskHint: 5.0,
    incoming.Undo: 4.0,
    incoming.Again: 4.0,
    incoming.Rest: 4.0,
    incoming.Hello: 4.0,
    incoming.Lang: 4.0,
    incoming.Name: 4.0,
    incoming.Block: 4.0,
    incoming.Report: 10.0,
    incoming.CallReferee: 10.0,
}
_KEEP = (incoming.Name, incoming.Block)


def keeps(message: incoming.AnyClientMessage) -> bool:
    """Whether something is kept of a message for good."""
    return isinstance(message, _KEEP)


def of_message(message: incoming.AnyClientMessage) -> float:
    """What a message costs."""
    return _DEAR.get(type(message), _CHEAP)
