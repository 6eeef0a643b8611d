"""What a bot is: it hears what its seat is told, and answers a view with an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from ..deal.actions import Action, Pass
from ..deal.phase import BURY, COUNT, NAME, PARTNER, SHOWING
from ..deal.view import Told, View
from ..ruleset import Ruleset
from ..texts.explain import in_words
from ..texts.reader import texts
from ..verdicts.ruling import Fact
from . import claims


@dataclass(frozen=True)
class Reason:
    """Why a bot did what it did, as data: a key of the catalogue's `reasons`, and facts.

    before: the key of what is said before it.
    """

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    before: str | None = None

    def after(self, key: str) -> Reason:
        """The same reason, after another sentence."""
        return replace(self, before=key)


def sentence(reason: Reason, language: str = "en") -> str:
    """The reason in a sentence or two."""
    templates: Mapping[str, str] = texts(language)["reasons"]
    facts = {name: in_words(name, fact, language) for name, fact in reason.facts.items()}
    said = templates[reason.key].format(**facts)
    said = said[:1].upper() + said[1:]
    if reason.before is None:
        return said
    return templates["both_said"].format(first=templates[reason.before], second=said)


class Bot:
    """A player of one seat; it knows what it has heard and the view it is asked with.

    Subclasses answer the phases; `why` is the reason of the last choice, where a bot gives one.
    """

    def __init__(self, seat: int, seed: int) -> None:
        self.seat = seat
        self.rng = Random(f"{seed}/{seat}")
        self.why: Reason | None = None

    def check(self, ruleset: Ruleset) -> None:
        """Refuse a table at which it cannot play; ValueError says why."""

    def hear(self, event: Told) -> None:
        """Take in an event as this seat is told it: `seen(event, seat)`."""

    def choose(self, view: View) -> Action:
        """What the seat does now; after the last trick it claims what is proved."""
        self.why = None
        phase = view.phase
        if phase in SHOWING:
            return self.declare(view)
        if phase == NAME:
            return self.name(view)
        if phase == BURY:
            return self.bury(view)
        if phase == PARTNER:
            return self.partner(view)
        if phase == COUNT:
            return claims.last(view)
        return self.follow(view) if view.trick else self.lead(view)

    def declare(self, view: View) -> Action:
        """Show cards to fix trump, or pass."""
        raise NotImplementedError

    def name(self, view: View) -> Action:
        """After a false bid of the others: name trump, or pass."""
        return Pass(view.seat)

    def bury(self, view: View) -> Action:
        """Lay the kitty down."""
        raise NotImplementedError

    def partner(self, view: View) -> Action:
        """Name the card of the partner."""
        raise NotImplementedError

    def lead(self, view: View) -> Action:
        """Lead to a trick."""
        raise NotImplementedError

    def follow(self, view: View) -> Action:
        """Follow to a trick."""
        raise NotImplementedError
