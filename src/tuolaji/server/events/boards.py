"""The boards of an event as all may see them, once every table has played them."""

from __future__ import annotations

from typing import Any

from ...event.boards import played_boards
from ...event.links import secret_of_cards
from ...event.plan import DUPLICATE
from ...event.state import Event
from ...event.tables import seating
from ...event.words import level, number, title
from .keeper import Kept


def boards_seen(kept: Kept, language: str) -> list[dict[str, Any]]:
    """Every board that all tables have played, with its cards and what came of it."""
    event = kept.event
    if event.plan.format not in DUPLICATE:
        return []
    return [
        {
            "round": one.round,
            "board": one.dealt.number,
            "level": level(one.dealt.setup.levels[0], language),
            "banker": one.dealt.setup.banker,
            "hands": [str(hand) for hand in one.hands],
            "kitty": str(one.kitty),
            "results": [
                {
                    "match": done.match,
                    "room": done.room,
                    "names": _sides(event, done.match, done.room),
                    "banker": done.banker,
                    "points": done.points,
                    "even": done.even,
                    "won": number(done.won),
                    "redealt": done.again != one.again,
                    **_replay(event, done.match, done.room, one.dealt.number),
                }
                for done in one.results
            ],
        }
        for one in played_boards(event, secret_of_cards(kept.key))
    ]


def _sides(event: Event, match: str, room: int) -> list[str]:
    """Who had the even seats, and who the odd ones."""
    places = seating(event, event.pairings[match], room)
    return [title(event, places[0][0]), title(event, places[1][0])]


def _replay(event: Event, match: str, room: int, deal: int) -> dict[str, Any]:
    """Where the deal can be looked at again."""
    said = event.slots[(match, room, deal)].says
    replay = getattr(said, "replay", None)
    return {"table": event.tables.get((match, room), ("", 0))[0], "replay": replay}
