"""Boards of a duplicate event that every table has played: cards, results, what they brought."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Cards
from .duplicate import Board, board, cross_imps, imps, matchpoints
from .outcomes import Outcome, outcomes, swing
from .plan import TEAMS
from .state import Event
from .tables import complete_boards, rooms


@dataclass(frozen=True)
class BoardResult:
    """A board at one table. even: its score for the even seats; won: what they won by it."""

    match: str
    room: int
    points: int
    banker: int
    even: int
    won: float


@dataclass(frozen=True)
class PlayedBoard:
    """A board of a round that is finished everywhere."""

    round: int
    dealt: Board
    hands: tuple[Cards, ...]
    kitty: Cards
    results: tuple[BoardResult, ...]


def played_boards(event: Event, secret: str) -> list[PlayedBoard]:
    """The boards that all may see, in order; secret: that they follow from."""
    found = outcomes(event)
    return [
        _played(event, found, round_, number, secret)
        for round_, number in sorted(complete_boards(event, found))
    ]


def _played(
    event: Event, found: dict[str, Outcome], round_: int, number: int, secret: str
) -> PlayedBoard:
    rules = event.plan.rules
    dealt = board(rules, secret, number)
    first, drawn = dealt.setup.first_seat, len(dealt.deck) - rules.kitty
    hands = tuple(
        Cards.of(dealt.deck[(seat - first) % rules.players : drawn : rules.players])
        for seat in range(rules.players)
    )
    here = [one for one in found.values() if one.pairing.round == round_ and number in one.boards]
    return PlayedBoard(
        round_, dealt, hands, Cards.of(dealt.deck[drawn:]), _results(event, here, number)
    )


def _results(event: Event, here: list[Outcome], number: int) -> tuple[BoardResult, ...]:
    """What a board came to at each table, compared with the others."""
    places = [(one, room) for one in here for room in rooms(event) if room in one.boards[number]]
    evens = [one.boards[number][room] for one, room in places]
    if event.plan.format == TEAMS:
        won: list[float] = []
        for one, room in places:
            both = len(one.boards[number]) == 2
            margin = imps(swing(one.boards[number])) if both else 0
            won.append(-margin if room else margin)
    elif event.plan.scoring == "matchpoints":
        won = list(map(float, matchpoints(evens)))
    else:
        won = cross_imps(evens)
    return tuple(
        BoardResult(
            one.pairing.id,
            room,
            _points(event, even, banker := _banker(event, one, room, number)),
            banker,
            even,
            score,
        )
        for (one, room), even, score in zip(places, evens, won, strict=True)
    )


def _banker(event: Event, one: Outcome, room: int, number: int) -> int:
    said = event.slots[(one.pairing.id, room, number)].says
    return getattr(said, "banker", 0) or 0


def _points(event: Event, even: int, banker: int) -> int:
    """The attackers' points of an even score."""
    return event.plan.rules.take_over + (even if banker % 2 else -even)
