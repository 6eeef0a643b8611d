"""Simple questions for the referee as they come up at a table: random hands, the same each run."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ..cards import RANKS, SUITS, Card, Cards
from ..ruleset import Ruleset
from ..verdicts import Shape, plays, read_lead
from ..verdicts.terms import Terms

_SEED = 1997
Question = dict[str, Any]


class Table:
    """Four hands of twelve cards, a lead from the first, and legal plays from the others."""

    def __init__(self, rng: random.Random) -> None:
        ruleset = Ruleset.parse("classic")
        self.terms = Terms.of(ruleset, rng.choice(RANKS), rng.choice(SUITS))
        deck = [Card(face) for face in range(54)] * 2
        rng.shuffle(deck)
        self.hands = [Cards.of(deck[12 * seat : 12 * seat + 12]) for seat in range(4)]
        self.kitty = Cards.of(deck[48:56])
        card = rng.choice(list(self.hands[0]))
        shape = read_lead(self.terms, Cards.of([card] * self.hands[0].count(card)))
        assert isinstance(shape, Shape)
        self.lead = shape
        self.follows = [plays(self.terms, shape, h).draw(rng.randrange) for h in self.hands[1:]]

    def asked(self, **fields: object) -> Question:
        """A question under the table's terms."""
        return {"level": self.terms.level, "trump": self.terms.trump, **fields}

    @property
    def trick(self) -> list[str]:
        """The four plays."""
        return [str(self.lead.cards), *map(str, self.follows)]


def _compare(t: Table, rng: random.Random) -> Question:
    a, b = rng.sample(list(t.hands[0]), 2)
    return t.asked(a=str(a), b=str(b))


def _follow(t: Table, _: random.Random) -> Question:
    return t.asked(lead=str(t.lead.cards), hand=str(t.hands[1]), play=str(t.follows[0]))


def _dig(t: Table, _: random.Random) -> Question:
    return t.asked(plays=t.trick, kitty=str(t.kitty), winner_side="attackers")


def _declare(t: Table, rng: random.Random) -> Question:
    first, second = rng.sample(SUITS, 2)
    history = [{"seat": rng.randrange(4), "cards": first + t.terms.level}]
    cards = second + 2 * t.terms.level
    return t.asked(history=history, seat=rng.randrange(4), cards=cards, first_deal=True)


SIMPLE: dict[str, Callable[[Table, random.Random], Question]] = {
    "shape": lambda t, _: t.asked(cards=str(t.lead.cards)),
    "compare": _compare,
    "follow": _follow,
    "throw": lambda t, _: t.asked(lead=str(t.lead.cards), others=[str(h) for h in t.hands[1:]]),
    "trick": lambda t, _: t.asked(plays=t.trick),
    "dig": _dig,
    "result": lambda t, rng: t.asked(attackers=5 * rng.randrange(60)),
    "promote": lambda _, rng: {"from": rng.choice(RANKS), "by": rng.randrange(5)},
    "declare": _declare,
}


def simple_questions(asks: list[str], count: int) -> list[Question]:
    """So many questions, of each kind in turn."""
    rng = random.Random(_SEED)
    tables = [Table(rng) for _ in range(min(count, 1000))]
    return [
        {
            "ask": asks[at % len(asks)],
            "ruleset": "classic",
            **SIMPLE[asks[at % len(asks)]](tables[at % len(tables)], rng),
        }
        for at in range(count)
    ]
