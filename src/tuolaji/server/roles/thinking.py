"""Whoever thinks: answers what a bot would do in a seat, from what that seat has been told.

Bots think in processes of their own, which keep nothing, so that any of them can answer. The tables
share them fairly: who is quick need not wait for those who think for long, people's opponents come
before bots among themselves, and the more wait, the less time has a bot that can use any.
"""

from __future__ import annotations

import msgspec

from ... import bots
from ...bots.host import answer
from ...cards import Cards
from ...deal.actions import cards_of, from_json, to_json
from ...deal.view import View
from ...study import Question
from ...study.coach import Note, judged, warned
from ...study.hint import taught
from ...study.words import numbers_of
from .. import metrics
from ..bus.base import Bus
from ..bus.letters import THINK, Think, Thought, pack, unpack
from ..crew import Crew, Died, TookTooLong
from ..limits import Limits
from ..logs import logger
from ..protocol.outgoing import CoachNote
from .sharing import FairQueue

_SECONDS = 10.0  # after which a bot is given up
_TIMED = ("expert", "master")  # bots that use the time they are given
_HINT = 0.15  # seconds for what a person is told: it should be right more than it should be quick
_COACH = 0.15  # seconds for a play that was made: nobody waits for it
_LONG, _AMONG_THEMSELVES = 1.0, 2.0  # seconds for which others may go first


class Thinking:
    """The processes in which bots think."""

    def __init__(self, bus: Bus, limits: Limits) -> None:
        size = max(1, limits.thinking_processes)
        self.crew = Crew("thinking", size=size, waiting=0, seconds=_SECONDS)
        self._bus, self._queue = bus, FairQueue(size)
        self._patience = limits.thinking_seconds * size

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(THINK, self.think)

    def close(self) -> None:
        """Think no more."""
        self.crew.close()

    async def think(self, body: bytes) -> bytes:
        """The answer to a question, when its turn has come."""
        asked = unpack(body)
        assert isinstance(asked, Think)
        timed = asked.bot in _TIMED and not asked.about
        patience = (_LONG if timed else 0.0) + (0.0 if asked.people else _AMONG_THEMSELVES)
        with metrics.THOUGHT.labels(asked.bot).time():
            async with self._queue.turn(asked.table, patience):
                if timed:
                    most = bots.THINK if asked.language is None else _HINT
                    seconds = self._budget(most) if asked.play is None else _COACH
                    body = pack(msgspec.structs.replace(asked, think=seconds))
                return await self._answer(body)

    def _budget(self, most: float) -> float:
        """The seconds a bot has that can use them: the fewer, the more wait for their turn."""
        return min(most, self._patience / (1 + self._queue.waiting))

    async def _answer(self, body: bytes) -> bytes:
        for _ in range(2):
            try:
                return await self.crew.do(choose, body)
            except TookTooLong:
                break
            except Died:
                continue
        return pack(Thought(None))


def choose(body: bytes) -> bytes:
    """In a process for it: what a bot answers; no action if it failed, which is logged."""
    asked = unpack(body)
    assert isinstance(asked, Think)
    try:
        thought = _coached(asked) if asked.play is not None else _chosen(asked)
    except Exception:
        logger.exception("a bot failed")
        thought = Thought(None)
    return pack(thought)


def _chosen(asked: Think) -> Thought:
    """What a bot does in a seat and, if its reason is wanted, why in a player's words."""
    bot = bots.make(asked.bot, asked.seat, asked.seed, think=asked.think)
    known = _known(asked)
    action, why = answer(bot, known.heard, known.view)
    if asked.language is None:
        return Thought(to_json(action))
    reason, tip = taught(known.view, known.heard, action, why)
    return Thought(to_json(action), bots.sentence(reason, asked.language), tip)


def _coached(asked: Think) -> Thought:
    """What the coach says of a play that was made, or is about to be."""
    known, action = _known(asked), from_json(asked.play)
    if asked.about:
        note = warned(known, cards_of(action) or Cards())
    else:
        note = judged(known, action, bot=asked.bot, think=asked.think, seed=asked.seed)
    return Thought(None, note=None if note is None else in_words(note, asked.language or "en"))


def in_words(note: Note, language: str) -> CoachNote:
    """The note as the page is sent it."""
    return CoachNote(
        note.mark,
        bots.sentence(note.why, language),
        None if note.better is None else str(note.better),
        None if note.instead is None else bots.sentence(note.instead, language),
        note.tip,
        numbers_of(note, language),
    )


def _known(asked: Think) -> Question:
    """What the seat knows."""
    heard = tuple(map(msgspec.msgpack.decode, asked.told))
    return Question(0, asked.seat, "", heard, View.from_json(msgspec.msgpack.decode(asked.view)))
