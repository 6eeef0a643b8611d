"""Puzzles in the terminal: the position is shown, cards are typed, and the answer is explained."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Cards, CardTextError
from ..deal import Deal
from ..deal.actions import Play
from ..deal.turn import terms_of
from ..deal.view import View, view
from ..study.puzzle_words import asked, explained, tip
from ..study.puzzles import LEARNER, Puzzle
from ..texts.explain import cards_in_words, explain
from ..texts.reader import texts
from ..verdicts.ruling import Ruling
from .input import Unclear, read_cards, read_command
from .screen import Screen
from .words import Words


class Solving:
    """Several puzzles, one after the other, with somebody at the screen."""

    def __init__(self, screen: Screen, language: str) -> None:
        self.screen, self.language = screen, language
        self._texts = texts(language)["puzzles"]

    def go(self, puzzles: Sequence[Puzzle]) -> int:
        """Ask all of them; how many were found at the first try. EOFError when they leave."""
        found = 0
        for at, puzzle in enumerate(puzzles, start=1):
            self._head(at, puzzle)
            found += self._solved(puzzle)
        self._say("score", found=found, number=len(puzzles))
        return found

    def _say(self, key: str, **facts: object) -> None:
        self.screen.line(str(self._texts[key]).format(**facts))

    def _head(self, at: int, puzzle: Puzzle) -> None:
        self.screen.line()
        self._say("head", at=at, grade=self._texts["grades"][str(puzzle.grade)])

    def _solved(self, puzzle: Puzzle) -> bool:
        """Whether it was found at the first try."""
        deal, _ = puzzle.open_record.replay()
        shown, words = view(deal, LEARNER), Words(deal.ruleset, LEARNER, self.language)
        self._show(shown, words)
        self.screen.line(asked(puzzle, self.language))
        tries = 0
        while (cards := self._cards(deal, shown, words)) is not None:
            tries += 1
            if cards in puzzle.answers:
                self._say("found")
                break
            self._say("not_best", tip=tip(puzzle, self.language))
        else:
            self._say("answer", cards=cards_in_words(puzzle.answers[0], self.language))
            tries = 0
        self.screen.line(explained(puzzle, self.language))
        return tries == 1

    def _show(self, shown: View, words: Words) -> None:
        """Where the deal stands, all tricks, the open one, and the hand."""
        self.screen.line(words.status(shown, shown.finished + 1))
        if shown.tricks:
            self._say("played")
        for number, trick in enumerate(shown.tricks, start=1):
            self._plays(words, f" {number:2}  ", trick.leader, trick.plays)
        if shown.trick and shown.leader is not None:
            self._plays(words, "  →  ", shown.leader, shown.trick)
        for label, row, red in words.hand(shown):
            self.screen.row(label, row, red=red)

    def _plays(self, words: Words, label: str, leader: int, plays: Sequence[Cards | None]) -> None:
        players = words.ruleset.players
        said = [
            f"{words.seat_name((leader + at) % players)} {words.cards(cards or Cards())}"
            for at, cards in enumerate(plays)
        ]
        self.screen.row(label, [words.say("comma").join(said)])

    def _cards(self, deal: Deal, shown: View, words: Words) -> Cards | None:
        """The legal cards that are typed; None for whoever wants to see the answer."""
        while True:
            line = self.screen.ask(str(self._texts["prompt"]))
            command = read_command(line)
            if command and command.name == "quit":
                raise EOFError
            if command or not line:
                if command and command.name == "help":
                    return None
                continue
            cards = self._read(line, shown, words)
            if cards is None:
                continue
            refusal = deal.refuses(Play(LEARNER, cards))
            if refusal is None:
                return cards
            if isinstance(refusal, Ruling):
                why = explain(refusal, self.language)
            else:
                why = words.refusal(refusal)
            self._say("no_cards", why=why)

    def _read(self, line: str, shown: View, words: Words) -> Cards | None:
        led = terms_of(shown).suit(shown.trick[0]) if shown.trick else None
        try:
            return read_cards(line, shown.hand, led)
        except Unclear as error:
            if error.fitting:
                self.screen.line(words.say("which_suit", options=words.options(error.fitting)))
            else:
                self.screen.line(words.say("no_such_rank", text=line))
        except CardTextError as error:
            self.screen.line(words.say("unreadable", part=error.part, column=error.column))
        return None
