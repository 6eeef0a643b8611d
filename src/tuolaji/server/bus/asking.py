"""How whoever thinks is asked, whatever for: bots' choices, hints, analyses, uploaded files.

An answer that takes a while is asked for again and again, of the same process. So it is noticed
soon when that process is gone, and another one is asked.
"""

from __future__ import annotations

import asyncio
from typing import TypeVar, TypeVarTuple

from ..crew import Busy, Died, TookTooLong
from ..jobs import Job, Refused
from .base import Bus, TooLarge, Unanswered
from .letters import (
    THINK,
    AnyLetter,
    AskAgain,
    Declined,
    Forgotten,
    Letter,
    NotWorked,
    Work,
    Worked,
    Working,
    pack,
    thinker_subject,
    unpack,
)

SOON = 0.5  # seconds after which a thinker says that it has no answer yet
_SECONDS = 2.0  # then another one is asked, where messages can be lost
_LONG = 60.0
_TRIES = 4
_PAUSE = 0.2

R = TypeVar("R")
Given = TypeVarTuple("Given")


class JobFailed(Exception):
    """A job has a fault; whoever did it has logged which."""


async def ask(bus: Bus, letter: Letter) -> AnyLetter:
    """The answer of somebody who thinks; Unanswered if four of them have none, or TooLarge."""
    seconds = _SECONDS if bus.lossy else _LONG
    for _ in range(_TRIES):
        try:
            answer = unpack(await bus.ask(THINK, pack(letter), seconds))
            while isinstance(answer, Working):
                answer = await _asked_again(bus, answer, seconds)
        except TooLarge:
            raise
        except Unanswered:
            await asyncio.sleep(_PAUSE)
            continue
        if not isinstance(answer, Forgotten):
            return answer
    raise Unanswered(THINK)


async def _asked_again(bus: Bus, working: Working, seconds: float) -> AnyLetter:
    """What a thinker says when it is asked how far it is; twice, since one message can be lost."""
    subject, body = thinker_subject(working.thinker), pack(AskAgain(working.number))
    try:
        return unpack(await bus.ask(subject, body, seconds))
    except TooLarge:
        raise
    except Unanswered:
        return unpack(await bus.ask(subject, body, seconds))


async def do(bus: Bus, job: Job[*Given, R], *given: *Given) -> R:
    """What comes of a job; Refused, Busy, TookTooLong or Died if nothing does, or Unanswered."""
    answer = await _asked_of_the_idle(bus, Work(job.name, job.pack(*given)))
    if isinstance(answer, Declined):
        raise Refused(answer.status, answer.code, answer.text)
    if isinstance(answer, NotWorked):
        raise _WHY.get(answer.why, JobFailed)(job.name)
    assert isinstance(answer, Worked)
    return job.unpack(answer.result)


async def _asked_of_the_idle(bus: Bus, work: Work) -> AnyLetter:
    """The answer to a job; where there may be several who think, not the first one's "busy"."""
    for _ in range(_TRIES - 1 if bus.lossy else 0):
        answer = await ask(bus, work)
        if answer != NotWorked("busy"):
            return answer
    return await ask(bus, work)


_WHY: dict[str, type[Exception]] = {
    "busy": Busy,
    "too-long": TookTooLong,
    "died": Died,
}
