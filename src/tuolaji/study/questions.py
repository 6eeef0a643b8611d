"""The moments of a record in which a seat had to act, each with exactly what that seat knew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..bots.host import Host
from ..cards import Cards
from ..deal import Deal
from ..deal.actions import Action
from ..deal.phase import OVER, PHASES, PLAY
from ..deal.view import Told, View, view
from ..notation.record import DealRecord
from ..texts.reader import texts

At = int | str | None
_PLACE = re.compile(r"[0-9]+\.[0-9]+")


@dataclass(frozen=True)
class Question:
    """What a seat knows when it has to act: all it has heard, and its view.

    at: how many actions were done before, passes included. place: `3.2` in the second play of the
    third trick, before that the phase.
    """

    at: int
    seat: int
    place: str
    heard: tuple[Told, ...]
    view: View


class NoQuestion(ValueError):
    """Nobody has to act there: a key of the catalogue's `study.wrong`, and facts."""

    def __init__(self, key: str, **facts: str | int) -> None:
        self.key, self.facts = key, facts
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """Why, in one sentence."""
        return str(texts(language)["study"]["wrong"][self.key]).format(**self.facts)


def questions(record: DealRecord) -> Iterator[tuple[Question, Action | None]]:
    """Every moment in which a seat had to act, with what was done next; None at the end."""
    notes = [Notes() for _ in range(record.ruleset.players)]
    host = Host(enumerate(notes), Deal.begin(record.ruleset, record.setup, record.deck))
    for at, action in enumerate((*record.actions, None)):
        turn = host.deal.turn
        if turn is None:
            return
        shown = view(host.deal, turn)
        yield Question(at, turn, _place(shown), tuple(notes[turn].heard), shown), action
        if action is not None:
            host.apply(action)


class Notes:
    """All that a seat was told."""

    def __init__(self) -> None:
        self.heard: list[Told] = []

    def hear(self, event: Told) -> None:
        """Write an event down."""
        self.heard.append(event)


def question(record: DealRecord, at: At = None) -> Question:
    """The moment after so many actions, or at a place; without either at the record's end.

    NoQuestion if the deal is over there, or the record does not come there.
    """
    wanted = int(at) if isinstance(at, str) and at.isascii() and at.isdigit() else at
    last = None
    for found, action in questions(record):
        if wanted in (found.at, found.place, found.view.phase):
            return found
        last = found if action is None else None
    if wanted is None and last is not None:
        return last
    number = len(record.actions)
    if wanted is None or (wanted == number and last is None) or wanted == OVER:
        raise NoQuestion("over", number=number)
    if isinstance(wanted, int):
        raise NoQuestion("no_action", wanted=wanted, number=number)
    if _PLACE.fullmatch(wanted) or wanted in PHASES:
        raise NoQuestion("no_place", wanted=wanted[:20])
    asked = ", ".join(phase for phase in PHASES if phase != OVER)
    raise NoQuestion("no_moment", wanted=wanted[:20], phases=asked)


def _place(shown: View) -> str:
    if shown.phase != PLAY:
        return shown.phase
    plays = shown.trick
    number = len(plays) if all(plays) else plays.index(Cards())
    return f"{shown.finished + 1}.{number + 1}"
