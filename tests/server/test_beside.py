"""What goes wrong in a task that nobody waits for is said, and fails its test."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.server.moments import Moment, mid_trick, played_to, seated
from tests.server.timeless import Bots
from tuolaji.server.beside import Beside
from tuolaji.server.bus.letters import Thought
from tuolaji.server.crew import Crew, Died


def test_a_task_that_fails_is_told_with_its_table(errors):
    async def wrong():
        raise ValueError("no cards")

    async def go():
        beside = Beside(table="t1")
        task = beside.start(wrong())
        await asyncio.wait([task])
        beside.start(asyncio.sleep(60)).cancel()
        await asyncio.sleep(0)

    asyncio.run(go())
    (said,) = errors
    assert "t1" in said
    errors.clear()


def test_whoever_is_asked_to_work_after_the_end_says_so():
    """A bot may be asked while the server stops: that is no error of the program."""

    async def go():
        crew = Crew("questions", size=1, waiting=1, seconds=1.0)
        crew.close()
        with pytest.raises(Died):
            await crew.do(len, "x")

    asyncio.run(go())


def test_a_hint_that_fails_does_not_fail_silently(errors, monkeypatch):
    monkeypatch.setattr(Bots, "hint", None)
    Moment(played_to(seated("classic", ("maker",)), 0, mid_trick), ("maker",),
           said=[(1.0, 0, '{"do": "hint"}')]).run(3)  # fmt: skip
    assert len(errors) == 1
    errors.clear()


def test_a_hint_that_nobody_could_give_is_refused_with_a_word(monkeypatch):
    async def nothing(*_given):
        return None, Thought(None)

    monkeypatch.setattr(Bots, "hint", nothing)
    moment = Moment(played_to(seated("classic", ("maker",)), 0, mid_trick), ("maker",),
                    said=[(1.0, 0, '{"do": "hint"}')]).run(3)  # fmt: skip
    told = [json.loads(text) for _, text in moment.heard[0].heard]
    assert [one["code"] for one in told if one["is"] == "refused"] == ["no-answer"]
    assert not [one for one in told if one["is"] == "hinted"]
