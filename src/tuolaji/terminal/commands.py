"""What a player can look at or change at any time: one method for each command."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from ..bots import sentence
from ..cards import Cards
from ..deal.actions import Claim, Pass, cards_of
from ..deal.phase import PLAY
from ..deal.turn import choices
from ..deal.view import View, view
from ..texts.handbook import rule_index, rule_page
from ..texts.reader import registry
from .course import Course
from .help import help_lines
from .input import Command
from .screen import SPEEDS, Screen
from .words import Words, typed


class Quit(Exception):
    """The player wants to stop."""


class Commands:
    """The commands of one player; rule: the one broken last."""

    def __init__(self, screen: Screen, words: Words, course: Course) -> None:
        self.screen, self.words, self.course = screen, words, course
        self.rule = ""
        self._helped = 0
        self._run: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "hand": lambda _: self.hand(),
            "last": self._last_trick,
            "score": lambda _: self.score(),
            "rule": self._explain,
            "hint": self._hint,
            "speed": self._speed,
            "quit": self._quit,
        }

    def do(self, command: Command) -> None:
        """Carry out a command. A claim is not one: it is an action, and only possible at times."""
        if command.name in self._run:
            self._run[command.name](command.word)
        else:
            self._say("enter_goes_on")

    def _say(self, key: str, **facts: object) -> None:
        self.screen.line(self.words.say(key, **facts))

    def mine(self) -> View:
        """What the player may see."""
        assert self.course.deal is not None
        return view(self.course.deal, self.words.seat)

    def hand(self) -> None:
        """Show the player's cards."""
        for label, row, red in self.words.hand(self.mine()):
            self.screen.row(label, row, red=red)

    def _help(self, _: str) -> None:
        mine = self.mine()
        self.screen.line()
        for line in help_lines(self.words, mine, self._suggestions(mine)):
            self.screen.line(line)

    def _suggestions(self, mine: View) -> list[Cards]:
        """A few things that may be done now, from the player's own hand."""
        if mine.turn != self.words.seat or mine.options:
            return list(mine.options)
        first = cards_of(self.course.advice()[0])
        if first is None:
            return []
        found = [first]
        if mine.phase == PLAY:
            self._helped += 1
            lot = self.course.lot(f"help {self._helped}")
            drawn = [choices(mine).draw(lot.randrange) for _ in range(6)]
            short = [cards for cards in drawn if len(cards) <= 4 or mine.trick]
            found += [cards for cards in dict.fromkeys(short) if cards not in found][:2]
        return found

    def _hint(self, _: str) -> None:
        mine = self.mine()
        if mine.turn != self.words.seat:
            self._say("no_hint")
            return
        action, why = self.course.advice()
        self.screen.line(sentence(why, self.words.language))
        if isinstance(action, Pass):
            self._say("hint_pass")
            return
        if isinstance(action, Claim):
            seat = action.against
            self._say("hint_claim", name=self.words.name(seat), number=seat + 1)
            return
        cards = cards_of(action) or Cards()
        self._say("hint", cards=self.words.cards(cards), text=typed(cards))

    @property
    def trick(self) -> int:
        """The number of the trick that is on the table, or comes next."""
        assert self.course.deal is not None
        return len(self.course.deal.finished) + 1

    def _last_trick(self, _: str) -> None:
        tricks = self.mine().tricks
        if not tricks:
            self._say("no_tricks" if self.words.ruleset.tricks_seen == "none" else "no_trick_yet")
            return
        last = tricks[-1]
        self._say("last_trick")
        for at, cards in enumerate(last.plays):
            seat = (last.leader + at) % self.words.ruleset.players
            label = f"  {self.words.padded(seat)}  "
            shown = self.words.say("not_seen") if cards is None else self.words.cards(cards)
            self.screen.row(label, shown.split(" "))

    def score(self) -> None:
        """Show levels, points and who showed what."""
        mine = self.mine()
        for line in self.words.score(mine, self.trick if mine.phase == PLAY else 0):
            self.screen.line(line)

    def _explain(self, word: str) -> None:
        """Show the page of a rule: the one named, else that of the last refusal, else a list."""
        rule = word.lower() or self.rule
        if not rule:
            self.screen.page(rule_index(self.words.language))
        elif rule in registry():
            self.screen.page(rule_page(rule, self.words.language, ruleset=self.words.ruleset))
        else:
            near = difflib.get_close_matches(rule, registry(), n=3, cutoff=0.3)
            self._say("no_rule", rule=rule, near=", ".join(near) or "follow.suit")

    def _speed(self, word: str) -> None:
        if word in SPEEDS:
            self.screen.speed = word
            self._say("speed_is", speed=word)
        else:
            self._say("speeds", speed=self.screen.speed, speeds=", ".join(SPEEDS))

    def _quit(self, _: str) -> None:
        raise Quit
