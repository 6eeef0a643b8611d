"""A table at which a lesson is given: the others play as written, and a text goes along."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ...deal.actions import Action, to_json
from ...lessons import LessonPart, LessonStep, parts
from ...lessons import part_named as lesson_part
from ..protocol.outgoing import LessonInfo
from . import entries as log
from . import puzzle_parts

if TYPE_CHECKING:
    from .state import TableState


def part_named(name: str) -> LessonPart | None:
    """A part of a lesson, or a puzzle."""
    number = puzzle_parts.number_of(name)
    return lesson_part(name) if number is None else puzzle_parts.puzzle_part(number)


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
    part = part_named(made.lesson) if made.lesson else None
    if part is None:
        return []
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
    return part_named(state.made.lesson)


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
    done = (
        back is None and len(past) == len(part.steps) and len(actions) >= len(part.record.actions)
    )
    asks = now if now and played.marks[-1] == len(played.events) else None
    # What was right often speaks of the whole trick: it is said when the trick has been played.
    began = len(actions) - len(played.deal.trick)
    under_way = bool(past and past[-1].at >= began and not (asks or done or back is not None))
    info = LessonInfo(
        part=part.name,
        number=0,
        puzzle=puzzle_parts.number_of(part.name),
        title=part.title[language],
        step=0,
        steps=0,
        said=past[-1].right[language] if past and back is None and not under_way else None,
        other=now.other[language] if back is not None and now else None,
        ask=past[-1].ask[language] if under_way else asks.ask[language] if asks else None,
        done=done,
        last=False,
        next=None,
    )
    return _placed(info, part, len(past))


def _placed(info: LessonInfo, part: LessonPart, past: int) -> LessonInfo:
    """The same with its place among the steps of the lesson, or among the day's puzzles."""
    if info.puzzle is not None:
        step, steps, following = puzzle_parts.place(info.puzzle)
        name = None if following is None else puzzle_parts.name_of(following)
        return replace(info, number=info.puzzle, step=step, steps=steps, next=name)
    whole = [each for each in parts().values() if each.number == part.number]
    before = sum(len(each.steps) for each in whole[: whole.index(part)])
    names = list(parts())
    return replace(
        info,
        number=part.number,
        step=before + min(past + 1, len(part.steps)),
        steps=sum(len(each.steps) for each in whole),
        last=info.done and part is whole[-1],
        next=next(iter(names[names.index(part.name) + 1 :]), None),
    )
