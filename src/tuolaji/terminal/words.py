"""What a player reads in the terminal besides the events: their hand, the score, commands."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.cells import cell_len

from ..cards import SUITS, Card, Cards, pretty
from ..deal.turn import terms_of
from ..deal.view import View
from ..rules.order import TRUMPS
from ..texts.explain import tens_apart
from ..texts.narrate import Telling, say

__all__ = ["Words", "command", "play_command", "say", "typed"]


def typed(cards: Cards) -> str:
    """Cards as a player types them, with 10 for the ten."""
    return str(cards).replace("T", "10")


def command(*words: object) -> str:
    """A command of the program, ready to be copied and run."""
    program = ["tuolaji"]
    if shutil.which("tuolaji") is None:
        own = Path(sys.argv[0])
        program = [str(own)] if own.stem == "tuolaji" else [sys.executable, "-m", "tuolaji"]
    return shlex.join([*program, *map(str, words)])


def play_command(*options: object) -> str:
    """The command that starts a game with these options."""
    return command("play", "--terminal", *options)


class Words(Telling):
    """The words for one player, at one table, in one language."""

    seat: int

    def answers(self, key: str) -> list[str]:
        """The answers that count as yes, or as no."""
        return list(self._texts["terminal"][key])

    def cards(self, cards: Cards | str) -> str:
        """Cards as they may be typed again: ♠AA ♥10, jokers XB XL or 大王 小王."""
        cards = Cards.parse(cards) if isinstance(cards, str) else cards
        parts = []
        for part in pretty(cards).split(" "):
            if part[0] == "X":
                parts += [str(self._texts["terminal"]["joker"][letter]) for letter in part[1:]]
            else:
                parts.append(tens_apart(part))
        return " ".join(parts) if cards else str(self._texts["words"]["nothing"])

    def padded(self, seat: int) -> str:
        """The name of a seat, padded to the width of the widest."""
        names = [one.begins(str(one)) for one in map(self.name, range(self.ruleset.players))]
        return names[seat] + " " * (max(map(cell_len, names)) - cell_len(names[seat]))

    def options(self, options: Iterable[Cards]) -> str:
        """Several choices, each with how to type it."""
        return self.say("comma").join(
            self.say("option", cards=self.cards(cards), text=typed(cards)) for cards in options
        )

    def hand(self, view: View) -> Iterator[tuple[str, list[str], bool]]:
        """The hand's rows: a label, the cards from high to low, and whether the row is red.

        One row for each effective suit, trumps last; copies of a card are together.
        """
        order, hand = terms_of(view).order, view.hand
        faces = sorted(set(hand), key=lambda card: (-order.step(card.face), card.face))
        trumps = self.say("trumps")
        width = max(cell_len(trumps), 2) + 2
        for lane, suit in enumerate(SUITS):
            if order.faces(lane):
                mine = [card for card in faces if order.lane(card.face) == lane]
                row = [self._ranks(card, hand) for card in mine]
                label = self.suit(suit)
                yield self._label(label, width), row or ["–"], suit in "HD" and bool(row)
        row = []
        for card in faces:
            if order.lane(card.face) == TRUMPS:
                alone = Cards.of([card] * hand.count(card))
                row += self.cards(alone).split(" ")
        yield self._label(trumps, width), row or ["–"], False

    def _label(self, label: str, width: int) -> str:
        return " " + label + " " * (width - cell_len(label))

    def _ranks(self, card: Card, hand: Cards) -> str:
        ranks = [card.rank.replace("T", "10")] * hand.count(card)
        return (" " if card.rank == "T" else "").join(ranks)

    # Where the deal stands.

    def status(self, view: View, trick: int) -> str:
        """The trick, trumps, banker and points in one line."""
        parts = [self.say("trick", number=trick), self.terms(view)]
        return " · ".join([*parts, self.points(view)])

    def terms(self, view: View) -> str:
        """The level, trumps and banker."""
        banker = view.banker
        name = self.say("open") if banker is None else self.name(banker)
        level = self.level(view.level)
        return self.say("terms", level=level, trump=self.trump(view.trump), banker=name)

    def points(self, view: View) -> str:
        """The attackers' points, or everybody's while it is unknown who attacks."""
        points = view.points
        if isinstance(points, tuple):
            each = self.say("comma").join(f"{self.seat_name(s)} {p}" for s, p in enumerate(points))
            return self.say("points_each", points=each)
        key = "points_own" if self._attacks(view) else "points"
        return self.say(key, points=points or 0, take_over=self.ruleset.take_over)

    def _attacks(self, view: View) -> bool:
        banker = view.banker
        if banker is None:
            return False
        if self.ruleset.partners == "called":
            return self.seat not in (banker, *(friend.seat for friend in view.friends))
        return self.seat % 2 != banker % 2

    def score(self, view: View, trick: int) -> Iterator[str]:
        """Levels, terms, points and what was shown."""
        yield self.levels(view.levels)
        yield self.say("deal", number=view.deal) + " · " + self.terms(view)
        if trick:
            yield self.say("trick", number=trick) + " · " + self.points(view)
        for friend in view.friends:
            known = friend.seat
            text = self.say("partner_open") if known is None else self.name(known)
            yield self.say("partner_is", card=self.named(friend.card, friend.copy), partner=text)
        if view.kitty is not None:
            yield self.say("kitty_is", cards=self.cards(view.kitty))
        for show in view.shows:
            if show.cards is None:
                what = self.say("face_down", number=show.total)
            else:
                what = self.cards(show.cards)
            yield self.say("shown", name=self.name(show.seat), cards=what)
