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
    """A board at one table. even: its score for the even seats; won: what they won by it.

    again: how often the table had been dealt it before, so that the cards were others.
    """

    match: str
    room: int
    points: int
    banker: int
    even: int
    won: float
    again: int


@dataclass(frozen=True)
class PlayedBoard:
    """A board of a round that is finished everywhere; again: of which deal the cards are shown."""

    round: int
    dealt: Board
    hands: tuple[Cards, ...]
    kitty: Cards
    results: tuple[BoardResult, ...]
    again: int


def played_boards(event: Event, secret: str) -> list[PlayedBoard]:
    """The boards that all may see, in order; secret: that they follow from."""
    found = outcomes(event)
    return [
        _played(event, found, round_, number, secret)
        for round_, number in sorted(complete_boards(event, found))
        if not _elsewhere(event, round_, number)
    ]


def _elsewhere(event: Event, round_: int, number: int) -> bool:
    """Whether some table has played a board with the cards of another secret."""
    return any(
        slot.elsewhere and deal == number and event.pairings[match].round == round_
        for (match, _, deal), slot in event.slots.items()
    )


def _played(
    event: Event, found: dict[str, Outcome], round_: int, number: int, secret: str
) -> PlayedBoard:
    rules = event.plan.rules
    here = [one for one in found.values() if one.pairing.round == round_ and number in one.boards]
    results = _results(event, here, number)
    again = min((one.again for one in results), default=0)
    dealt = board(rules, secret, number, again)
    first, drawn = dealt.setup.first_seat, len(dealt.deck) - rules.kitty
    hands = tuple(
        Cards.of(dealt.deck[(seat - first) % rules.players : drawn : rules.players])
        for seat in range(rules.players)
    )
    return PlayedBoard(round_, dealt, hands, Cards.of(dealt.deck[drawn:]), results, again)


def _results(event: Event, here: list[Outcome], number: int) -> tuple[BoardResult, ...]:
    """What a board came to at each table, compared with the others."""
    places = [(one, room) for one in here for room in rooms(event) if room in one.boards[number]]
    scores = [one.score(number, room) for one, room in places]
    if event.plan.format == TEAMS:
        won: list[float] = []
        for one, room in places:
            both = len(one.boards[number]) == 2
            margin = imps(swing(one, number)) if both else 0
            won.append(-margin if room else margin)
    elif event.plan.scoring == "matchpoints":
        won = list(map(float, matchpoints(scores)))
    else:
        won = cross_imps(scores)
    return tuple(
        BoardResult(
            one.pairing.id,
            room,
            _points(event, even, banker := _banker(event, one, room, number)),
            banker,
            even,
            brought,
            again,
        )
        for (one, room), (even, (_, again)), brought in zip(places, scores, won, strict=True)
    )


def _banker(event: Event, one: Outcome, room: int, number: int) -> int:
    said = event.slots[(one.pairing.id, room, number)].says
    return getattr(said, "banker", 0) or 0


def _points(event: Event, even: int, banker: int) -> int:
    """The attackers' points of an even score."""
    return event.plan.rules.take_over + (even if banker % 2 else -even)
