"""`tuolaji play --terminal`: plays a match in the terminal and says how to resume it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from enum import StrEnum
from types import FrameType

import typer

from .commands import Quit
from .course import Course
from .game import Game
from .keep import BOTS
from .screen import Screen
from .start import Refused, Start, Wishes
from .words import Words, command, play_command, say

INTERRUPTED = 130
_REFUSED = 2


class Speed(StrEnum):
    """How fast cards are drawn and played; 0: at once, without pauses."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    AT_ONCE = "0"


def play_in_terminal(
    wishes: Wishes,
    *,
    speed: str = Speed.NORMAL,
    language: str = "en",
    usual_language: str = "en",
    deals: int = 0,
) -> int:
    """Play a match with one person; the exit status.

    usual_language: the one that needs no `--lang`. deals: 0 plays to the end of the match.
    """
    screen = Screen(str(speed))
    ended, status = "", 0
    course: Course | None = None
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        course = Course(*Start(wishes, screen, language).match())
        words = Words(course.ruleset, course.seat, language)
        Game(screen, words, course, deals=deals).play()
    except Refused as refused:
        typer.echo(str(refused), err=True)
        return _REFUSED
    except Quit:
        ended = "bye"
    except EOFError:
        ended = "input_ended"
    except KeyboardInterrupt:
        ended, status = "interrupted", INTERRUPTED
        screen.after_interrupt()
    finally:
        if course is not None:
            course.close()
        signal.signal(signal.SIGTERM, before)
    if ended:
        screen.line(say(language, ended))
    if course is not None:
        lang = () if language == usual_language else ("--lang", language)
        _say_how_to_go_on(
            screen, course, language, (*_options(screen, deals if ended else 0), *lang)
        )
        if ended:
            _say_how_to_begin_again(screen, course, language, (*_options(screen, deals), *lang))
    return status


def _terminated(number: int, _: FrameType | None) -> None:
    """Exit as after an error, so that the terminal and the file are left in order."""
    raise SystemExit(128 + number)


def _say_how_to_go_on(
    screen: Screen, course: Course, language: str, options: tuple[object, ...]
) -> None:
    """Say where the match is saved, and which command resumes or shows it."""
    if course.lost:
        screen.line(say(language, "not_kept", why=course.lost))
    if course.keeper is None:
        return
    file = course.keeper.path
    if course.match.over is not None:
        screen.whole(say(language, "kept_whole", file=file))
        screen.whole(command("replay", file))
        return
    screen.whole(say(language, "kept_in", file=file))
    screen.whole(play_command("--resume", "--save", file, *options))


def _say_how_to_begin_again(
    screen: Screen, course: Course, language: str, options: tuple[object, ...]
) -> None:
    screen.line(say(language, "same_cards"))
    match = ("--ruleset", course.ruleset, "--seat", course.seat + 1, "--seed", course.seed)
    bots = () if course.bots == BOTS else ("--bots", course.bots)
    screen.whole(play_command("--new", *match, *bots, *options))


def _options(screen: Screen, deals: int) -> Iterator[object]:
    """The options of this game that differ from the defaults."""
    if screen.speed != Speed.NORMAL:
        yield from ("--speed", screen.speed)
    if deals:
        yield from ("--deals", deals)
