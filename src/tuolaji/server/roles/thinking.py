"""Whoever thinks: says what a bot would do in a seat, by what that seat was told, and does jobs.

Bots think in processes of their own, which keep nothing, so that any of them can answer. The tables
share them fairly: who is quick need not wait for those who think for long, people's opponents come
before bots among themselves, and the more wait, the less time has a bot that can use any. Jobs have
other processes, by their kind, and whoever waits for a bot has the processor first.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import msgspec

from ... import bots
from ...bots.host import answer
from ...cards import Cards
from ...deal.actions import cards_of, from_json, to_json
from ...deal.view import View
from ...study import LOOK, Question
from ...study.coach import Note, judged, warned
from ...study.hint import taught
from ...study.words import numbers_of
from .. import metrics
from ..bus import letters
from ..bus.asking import SOON
from ..bus.base import Bus
from ..bus.letters import THINK, Think, Thought, pack, unpack
from ..crew import Busy, Crew, Died, TookTooLong
from ..jobs import ANALYSES, FILES, JOBS, KINDS, QUESTIONS, Job, Refused
from ..limits import Limits
from ..logs import logger
from ..protocol.outgoing import CoachNote
from .sharing import FairQueue

_SECONDS = 10.0  # after which a bot is given up
_HINT = 0.15  # seconds for what a person is told: it should be right more than it should be quick
_LONG, _AMONG_THEMSELVES = 1.0, 2.0  # seconds for which others may go first
_KEPT = 10.0  # seconds for which an answer is kept that may be asked for again
_NICE = {QUESTIONS: 5, FILES: 10, ANALYSES: 10}  # how much jobs let others go first; bots: 5


class Thinking:
    """The processes in which bots think and jobs are done; name: of this process."""

    def __init__(self, bus: Bus, limits: Limits, name: str) -> None:
        size = max(1, limits.thinking_processes)
        self.crew = Crew("thinking", size=size, waiting=0, seconds=_SECONDS)
        self._crews = {kind: _crew_for(kind, limits) for kind in KINDS}
        self._bus, self._name, self._queue = bus, name, FairQueue(size)
        self._patience = limits.thinking_seconds * size
        self._numbers, self._begun = count(1), dict[int, asyncio.Task[bytes]]()

    def open(self) -> None:
        """Begin to listen."""
        self._bus.answer(THINK, self._answer)
        self._bus.answer(letters.thinker_subject(self._name), self._answer_again)

    def warm(self) -> None:
        """Have the processes for bots and questions ready before they are wanted."""
        self.crew.warm()
        self._crews[QUESTIONS].warm()

    def close(self) -> None:
        """Think no more."""
        for crew in (self.crew, *self._crews.values()):
            crew.close()

    # Answers, at once or later.

    async def _answer(self, body: bytes) -> bytes:
        letter, number = unpack(body), next(self._numbers)
        assert isinstance(letter, Think | letters.Work)
        work = self.think(letter) if isinstance(letter, Think) else self.work(letter)
        self._begun[number] = task = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._forget_later(number))
        return await self._soon(number)

    async def _answer_again(self, body: bytes) -> bytes:
        letter = unpack(body)
        assert isinstance(letter, letters.AskAgain)
        return await self._soon(letter.number)

    async def _soon(self, number: int) -> bytes:
        """An answer, or that there is none yet: who asks should hear soon that we are there."""
        task = self._begun.get(number)
        if task is None:
            return pack(letters.Forgotten())
        await asyncio.wait({task}, timeout=SOON)
        if not task.done():
            return pack(letters.Working(self._name, number))
        if not self._bus.lossy:
            self._begun.pop(number, None)
        return pack(letters.Forgotten()) if task.cancelled() else task.result()

    def _forget_later(self, number: int) -> None:
        """Where messages can be lost an answer is kept for a while."""
        asyncio.get_running_loop().call_later(_KEPT, self._begun.pop, number, None)

    # Jobs.

    async def work(self, letter: letters.Work) -> bytes:
        """What comes of a job."""
        job = JOBS.get(letter.job)
        if job is None:
            logger.error("there is no such job", job=letter.job)
            return pack(letters.NotWorked("failed"))
        with metrics.WORKED.labels(job.kind).time():
            return pack(await self._worked(job, letter.given))

    async def _worked(self, job: Job[*tuple[Any, ...], Any], given: bytes) -> letters.Letter:
        """Its answer as a letter; where the process was lost it is begun again once."""
        for _ in range(2):
            try:
                return letters.Worked(await self._crews[job.kind].do(job.done, given))
            except Refused as no:
                return letters.Declined(no.status, no.code, no.text)
            except Busy:
                return letters.NotWorked("busy")
            except TookTooLong:
                return letters.NotWorked("too-long")
            except Died:
                continue
            except Exception:
                logger.exception("a job failed", job=job.name)
                return letters.NotWorked("failed")
        return letters.NotWorked("died")

    # Bots.

    async def think(self, asked: Think) -> bytes:
        """The answer to a question, when its turn has come."""
        timed = bots.takes_time(asked.bot) and not asked.about
        patience = (_LONG if timed else 0.0) + (0.0 if asked.people else _AMONG_THEMSELVES)
        with metrics.THOUGHT.labels(asked.bot).time():
            async with self._queue.turn(asked.table, patience):
                if timed:
                    most = bots.THINK if asked.language is None else _HINT
                    seconds = self._budget(most) if asked.play is None else LOOK
                    asked = msgspec.structs.replace(asked, think=seconds)
                return await self._thought(pack(asked))

    def _budget(self, most: float) -> float:
        """The seconds a bot has that can use them: the fewer, the more wait for their turn."""
        return min(most, self._patience / (1 + self._queue.waiting))

    async def _thought(self, body: bytes) -> bytes:
        for _ in range(2):
            try:
                return await self.crew.do(choose, body)
            except TookTooLong:
                break
            except Died:
                continue
        return pack(Thought(None))


def _crew_for(kind: str, limits: Limits) -> Crew:
    """One process for jobs of a kind; `limits` has two for each."""
    waiting, seconds = getattr(limits, f"{kind}_waiting"), getattr(limits, f"{kind}_seconds")
    return Crew(kind, size=1, waiting=waiting, seconds=seconds, nice=_NICE[kind])


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
    """What the coach says of a play that was made, or is about to be.

    It imagines the same worlds as an analysis will, so that the two agree on a play.
    """
    known, action = _known(asked), from_json(asked.play)
    if asked.about:
        note = warned(known, cards_of(action) or Cards())
    else:
        note = judged(known, action, bot=asked.bot, think=asked.think)
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
