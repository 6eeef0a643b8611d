"""A seat for bots written for Botzone's Tractor: cards as numbers, a new process every turn.

Such a program reads one line with all `requests` to its seat and all its `responses` so far, writes
one line with its `response`, and ends. Requests are `deal` (a card drawn), `cover` (the kitty) and
`play`. Here our rules hold; `docs/protocol.md` says in what the two differ.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from queue import Empty
from time import monotonic
from typing import Any

from ..cards import JOKER_LEVEL, Card, Cards
from ..deal.actions import Action, Pass
from ..deal.phase import DRAW, PLAY
from ..deal.turn import action_of
from ..deal.view import Told, View
from ..ruleset import Ruleset
from .external import Process
from .player import GARBAGE, LATE, Fault, Refusal

_RANKS, _DECK = "A23456789TJQK", 54
SUITS, OLD_SUITS = "SHCD", "HDSC"
_JOKERS = ("XL", "XB")
_NOBODY = -1


def number_of(card: Card, suits: str = SUITS) -> int:
    """Botzone's number of a card's first copy; the second's is 54 higher."""
    if str(card) in _JOKERS:
        return 4 * len(_RANKS) + _JOKERS.index(str(card))
    return 4 * _RANKS.index(card.rank) + suits.index(card.suit)


def card_of(number: int, suits: str = SUITS) -> Card:
    """The card of a number from 0 to 107; ValueError for any other."""
    if not 0 <= number < 2 * _DECK:
        raise ValueError(f"no card has the number {number}")
    rank, suit = divmod(number % _DECK, 4)
    return Card.parse(_JOKERS[suit] if rank == len(_RANKS) else suits[suit] + _RANKS[rank])


class BotzonePlayer:
    """A seat that is played by a program written for Botzone."""

    def __init__(self, command: str, budget: float, suits: str = SUITS) -> None:
        """ValueError if there is no such command. suits: in the order of their numbers."""
        self._command, self._budget = shlex.split(command), budget
        self._suits = suits
        if not self._command or shutil.which(self._command[0]) is None:
            raise ValueError("there is no such command")

    def begin(self, ruleset: Ruleset, seat: int, seed: int) -> None:  # noqa: ARG002
        """Forget everything; ValueError for a ruleset that Botzone's requests cannot tell."""
        shape = ruleset.players, ruleset.decks, ruleset.declare_style, ruleset.partners
        if shape != (4, 2, "reveal", "fixed") or JOKER_LEVEL in ruleset.ladder:
            raise ValueError(
                "Botzone's bots play with four seats, two decks, open declarations, fixed partners"
                " and levels up to A: classic(top_level=A)"
            )
        self._seat = seat
        self._requests: list[dict[str, Any]] = []
        self._responses: list[list[int]] = []
        self._asked = 0
        self._given: dict[Card, int] = {}  # how many copies have their number
        self._held: list[int] = []
        self._level, self._opening = "", True
        self._banking: dict[str, Any] = {
            "called": _NOBODY, "snatched": _NOBODY, "major": "", "banker": _NOBODY,
        }  # fmt: skip
        self._tricks: list[tuple[int, list[list[int]]]] = [(0, []), (0, [])]

    def hear(self, event: Told) -> None:
        """Turn what happened into requests and responses."""
        own = event.get("seat") == self._seat
        match event["event"]:
            case "started":
                banker = event["banker"]
                self._opening = banker is None
                self._banking["banker"] = _NOBODY if banker is None else banker
                first = event["first_seat"] if banker is None else banker
                self._level = event["levels"][first % 2].replace("T", "0")
            case "drawn" if own:
                self._deliver("deal", Cards.parse(event["card"]))
            case "declared":
                kind = "called" if self._banking["called"] == _NOBODY else "snatched"
                self._banking[kind] = event["seat"]
                self._banking["major"] = event["trump"].lower()
                if own:
                    self._responses[-1] = self._numbers(Cards.parse(event["cards"]))
            case "trump_fixed":
                self._banking |= {"major": event["trump"].lower(), "banker": event["banker"]}
                self._level = event["level"].replace("T", "0")
            case "took_kitty" if own:
                self._deliver("cover", Cards.parse(event["cards"]))
            case "buried" if own:
                self._lay(Cards.parse(event["cards"]))
            case "played":
                self._played(event["seat"], Cards.parse(event["cards"]), own=own)

    def choose(self, view: View, default: Callable[[], Action]) -> Action:  # noqa: ARG002
        """What the program responds; it is asked once for every card it draws."""
        phase = view.phase
        if phase == DRAW and self._asked == len(self._requests):
            return Pass(self._seat)
        if phase == PLAY and view.leader is not None:
            self._request("play", {"history": self._history(view.leader)})
        self._asked = len(self._requests)
        try:
            cards = Cards.of(card_of(number, self._suits) for number in self._response())
            return action_of(view, cards or None)
        except (ValueError, TypeError):
            raise Fault(GARBAGE) from None

    def refused(self, refusal: Refusal, done: Action) -> None:
        """Do nothing: Botzone's requests have no word for it."""

    def close(self) -> None:
        """Do nothing: no process outlives its question."""

    def _response(self) -> list[int]:
        process = Process(self._command)
        try:
            asked = {"requests": self._requests, "responses": self._responses[:-1]}
            process.send(json.dumps(asked))
            text = process.receive(monotonic() + self._budget)
        except Empty:
            raise Fault(LATE) from None
        finally:
            process.stop()
        told = json.loads(text or "null")
        response = told.get("response") if isinstance(told, dict) else None
        if not isinstance(response, list):
            raise Fault(GARBAGE)
        return response

    # What the program is told.

    def _request(self, stage: str, more: dict[str, Any]) -> None:
        told = {"first_round": self._opening, "level": self._level, "banking": {**self._banking}}
        request = {"stage": stage, **more, "global": told, "playerpos": self._seat}
        self._requests.append(request)
        self._responses.append([])

    def _deliver(self, stage: str, cards: Cards) -> None:
        numbers = [self._new(card) for card in cards]
        self._held += numbers
        self._request(stage, {"deliver": numbers})

    def _history(self, leader: int) -> list[Any]:
        (before, last), (_, now) = self._tricks
        return [last, now, before, leader]

    def _played(self, seat: int, cards: Cards, *, own: bool) -> None:
        numbers = self._lay(cards) if own else [self._new(card) for card in cards]
        leader, plays = self._tricks[1]
        trick = (leader if plays else seat, [*plays, numbers])
        done = len(trick[1]) == 4
        self._tricks = [trick, (0, [])] if done else [self._tricks[0], trick]

    def _lay(self, cards: Cards) -> list[int]:
        """The numbers of own cards that leave the hand: the response that counts."""
        numbers = self._numbers(cards)
        self._held = [number for number in self._held if number not in numbers]
        self._responses[-1] = numbers
        return numbers

    def _numbers(self, cards: Cards) -> list[int]:
        free = list(self._held)
        out = []
        for card in cards:
            number = next(
                number for number in free if number % _DECK == number_of(card, self._suits)
            )
            free.remove(number)
            out.append(number)
        return out

    def _new(self, card: Card) -> int:
        """The number of a card that is seen for the first time."""
        copy = self._given.get(card, 0)
        self._given[card] = copy + 1
        return number_of(card, self._suits) + _DECK * copy
