"""A table at which a lesson is given: the others play as written, and a text goes along."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, Any

from ...deal.actions import Action, to_json
from ...lessons import LessonPart, LessonStep, parts
from ..protocol.outgoing import LessonInfo
from . import entries as log

if TYPE_CHECKING:
    from .state import TableState


def made_for(part: LessonPart, host: str) -> log.Made:
    """The first entry of a table for a part of a lesson."""
    setup = part.record.setup
    return log.Made(
        part.record.ruleset.lasting,
        host,
        setup.first_seat,
        time(),
        solo=True,
        levels=setup.levels,
        banker=setup.banker,
        deals=setup.number - 1,
        lesson=part.name,
    )


def first_entries(made: log.Made) -> list[Any]:
    """The cards of a lesson, and what is done when it begins."""
    if not made.lesson:
        return []
    part = parts()[made.lesson]
    deck = " ".join(map(str, part.record.deck))
    done = part.record.actions[: part.start]
    plain = map(to_json, done)
    acted = [log.Acted(action["seat"], action, "bot") for action in plain]
    return [log.Dealt(time(), deck=deck), *acted]


def part_of(state: TableState) -> LessonPart | None:
    """The part of a lesson that is on at a table."""
    played = state.played
    if not state.made.lesson or played is None or not played.shuffle.fixed:
        return None
    return parts().get(state.made.lesson)


def scripted(state: TableState) -> Action | None:
    """What is written as the next action, if it is not for the learner to find."""
    part = part_of(state)
    if part is None or state.played is None or not state.running:
        return None
    return part.next_action(state.played.actions)


def asked(state: TableState) -> LessonStep | None:
    """The step for which the table stands still."""
    part = part_of(state)
    if part is None or state.played is None or not state.running:
        return None
    return part.asked(state.played.actions)


def told(state: TableState, language: str) -> LessonInfo | None:
    """What the page shows beside the table; nothing is asked before all that happened is told."""
    part = part_of(state)
    if part is None or state.played is None:
        return None
    played = state.played
    actions = played.actions
    back = part.back_to(actions)
    past = [step for step in part.steps if step.at < (len(actions) if back is None else back)]
    now = part.step_at(len(actions) if back is None else back)
    whole = [each for each in parts().values() if each.number == part.number]
    before = sum(len(each.steps) for each in whole[: whole.index(part)])
    names = list(parts())
    done = (
        back is None and len(past) == len(part.steps) and len(actions) >= len(part.record.actions)
    )
    return LessonInfo(
        part=part.name,
        number=part.number,
        title=part.title[language],
        step=before + min(len(past) + 1, len(part.steps)),
        steps=sum(len(each.steps) for each in whole),
        said=past[-1].right[language] if past and back is None else None,
        other=now.other[language] if back is not None and now else None,
        ask=now.ask[language] if now and played.marks[-1] == len(played.events) else None,
        done=done,
        last=done and part is whole[-1],
        next=next(iter(names[names.index(part.name) + 1 :]), None),
    )
