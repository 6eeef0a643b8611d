"""`tuolaji play --terminal`: a plain game in the terminal, from its start to a polite end."""

from __future__ import annotations

import random
import shlex
from enum import StrEnum

from ..ruleset import Ruleset
from .play_game import Game, Quit
from .play_screen import Screen
from .play_words import Words

INTERRUPTED = 130
_SEEDS = 1_000_000


class Speed(StrEnum):
    """How fast cards are drawn and played; 0: at once, without pauses."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    AT_ONCE = "0"


def play_in_terminal(
    ruleset: Ruleset,
    *,
    seat: int = 1,
    seed: int | None = None,
    speed: str = Speed.NORMAL,
    language: str = "en",
    deals: int = 0,
) -> int:
    """Play a match with one person; the exit status.

    seat: 1 is South, or the first seat. seed: None draws one. deals: 0 plays to the match's end.
    """
    seed = random.randrange(_SEEDS) if seed is None else seed
    screen = Screen(str(speed))
    words = Words(ruleset, seat - 1, language)
    again = f"tuolaji play --terminal --ruleset {shlex.quote(str(ruleset))}"
    again += f" --seat {seat} --seed {seed}"
    status = 0
    try:
        Game(screen, words, seed=seed, deals=deals).play()
        return status
    except Quit:
        screen.line(words.say("bye"))
    except EOFError:
        screen.line(words.say("input_ended"))
    except KeyboardInterrupt:
        status = INTERRUPTED
        screen.after_interrupt()
        screen.line(words.say("interrupted"))
    screen.whole(again)
    return status
