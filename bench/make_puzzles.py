"""How the puzzles of tuolaji/study are found: in deals that bots play, from one seat's view.

python bench/make_puzzles.py FILE.tlj --until 4000     goes on where it stopped

`club` plays deals with itself. Wherever the first seat has a choice, all its plays are tried in a
few imagined worlds; where one stands out it is tried again in many others, and `master` is asked
for a second opinion. At most one position of a deal is taken, a rare theme rather than one that
was found often. Each is written as a record that stops where the puzzle is asked, with its answer
and what the search found as tags. bench/check_puzzles.py looks at them again and packs them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tuolaji.arena.board import Board
from tuolaji.bots import Bot, make
from tuolaji.bots.host import Host, choice
from tuolaji.bots.master import Master
from tuolaji.deal import Deal
from tuolaji.deal.actions import cards_of
from tuolaji.deal.phase import PLAY
from tuolaji.notation.record import DealRecord
from tuolaji.ruleset import Ruleset
from tuolaji.study.clear import Promises, known_to, promises
from tuolaji.study.decision import is_forced
from tuolaji.study.questions import Question, questions
from tuolaji.study.themes import theme

_SEED = 1997
_FEW, _MANY = 60, 400  # worlds: at first sight, and to be sure
_SECOND = 160  # worlds of `master`
_AT_LEAST = 4.0  # points of the attackers by which the next best play differs
_GRADES = ("greedy", "club")  # who finds the answer of an easy puzzle, and of one of middle grade
_WANTED = {
    "throw": 34, "void": 34, "ruff": 45, "last": 60, "spare": 20, "give": 25,
    "duck": 20, "take": 30, "trumps": 16, "lead": 20, "keep": 20,
}  # fmt: skip
_EASY = 0.55  # of a theme's puzzles, at most


def played(ruleset: Ruleset, number: int) -> DealRecord:
    """A deal that `club` plays with itself."""
    board = Board(ruleset, _SEED, number)
    bots = [make("club", seat, board.seed_of(seat)) for seat in range(ruleset.players)]
    host = Host(enumerate(bots), Deal.begin(ruleset, board.setup, board.deck()))
    actions = []
    while (turn := host.deal.turn) is not None:
        actions.append(choice(bots[turn], host.deal))
        host.apply(actions[-1])
    return DealRecord(ruleset, board.setup, host.deal.deck, tuple(actions))


class Wanted:
    """How many puzzles of each theme there are, and of which more are wanted."""

    def __init__(self, have: list[DealRecord]) -> None:
        self._have = Counter(map(_kind, have))

    def lack(self, puzzle: DealRecord) -> float:
        """How much a puzzle is wanted; 0: there are enough like it."""
        about, grade = _kind(puzzle)
        number = sum(self._have[about, each] for each in "123")
        easy = grade == "1" and self._have[about, "1"] >= _EASY * _WANTED[about]
        return 0.0 if easy else max(0.0, 1 - number / _WANTED[about])

    def take(self, puzzle: DealRecord) -> None:
        """Count it."""
        self._have[_kind(puzzle)] += 1

    @property
    def number(self) -> int:
        """How many there are."""
        return self._have.total()


def _kind(puzzle: DealRecord) -> tuple[str, str]:
    tags = dict(puzzle.tags)
    return tags["Theme"], tags["Grade"]


def found_in(record: DealRecord, wanted: Wanted) -> DealRecord | None:
    """The puzzle of a deal that is wanted most, if it has one."""
    likely = []
    for asked, _ in questions(record):
        if asked.seat != 0 or asked.view.phase != PLAY or is_forced(asked.view):
            continue
        first = promises(asked, worlds=_FEW, seed=2 * asked.at)
        if first is not None and first.stands_out:
            puzzle = _puzzle(record, asked, first)
            if wanted.lack(puzzle):
                likely.append((puzzle, asked))
    for _, asked in sorted(likely, key=lambda one: -wanted.lack(one[0])):
        found = promises(asked, worlds=_MANY, seed=2 * asked.at + 1)
        if found is None or not found.is_clear:
            continue
        puzzle = _puzzle(record, asked, found)
        if wanted.lack(puzzle) and _is_agreed(asked, found):
            return puzzle
    return None


def _puzzle(record: DealRecord, asked: Question, found: Promises) -> DealRecord:
    """The record up to the question, with what was found as tags."""
    return replace(record, actions=record.actions[: asked.at], tags=_tags(asked, found))


def _is_agreed(asked: Question, found: Promises) -> bool:
    """Whether `master` finds the same, and the points say the same as the levels."""
    best, other = found.plays[0], found.next_best
    assert other is not None
    banks = asked.view.banker in (0, 2)
    gain = (other.points - best.points) * (1 if banks else -1)
    return gain >= _AT_LEAST and _finds(asked, found, Master(0, 1, worlds=_SECOND))


def _finds(asked: Question, found: Promises, bot: Bot) -> bool:
    for event in asked.heard:
        bot.hear(event)
    return cards_of(bot.choose(asked.view)) in found.answers


def _tags(asked: Question, found: Promises) -> tuple[tuple[str, str], ...]:
    best, other = found.plays[0], found.next_best
    assert other is not None
    about = theme(known_to(asked), best.cards, other.cards)
    grade = next(
        (at for at, name in enumerate(_GRADES, 1) if _finds(asked, found, make(name, 0, 1))),
        len(_GRADES) + 1,
    )
    return (
        ("Theme", about),
        ("Grade", str(grade)),
        ("Answer", " ".join(map(str, found.answers))),
        ("Other", str(other.cards)),
        ("Points", f"{best.points:.0f} {other.points:.0f}"),
        ("Gap", f"{found.gap:.2f}"),
    )


def main() -> None:
    """Go on making puzzles."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--until", type=int, required=True, help="the number of the last deal")
    given = parser.parse_args()
    progress = given.file.with_suffix(".next")
    begin = int(progress.read_text()) if progress.exists() else 0
    have = DealRecord.parse(given.file.read_text()) if given.file.exists() else []
    wanted, ruleset = Wanted(have), Ruleset.parse("classic")
    for number in range(begin, given.until):
        puzzle = found_in(played(ruleset, number), wanted)
        if puzzle is not None:
            wanted.take(puzzle)
            with given.file.open("a") as out:
                out.write(puzzle.text() + "\n")
            print(number, wanted.number, dict(puzzle.tags), flush=True)
        progress.write_text(str(number + 1))
        if wanted.number >= sum(_WANTED.values()):
            break


if __name__ == "__main__":
    main()
