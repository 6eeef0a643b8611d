"""Ruling: the verdict on something that is not allowed.

It names the rule it rests on and the facts; it holds no sentence. `texts.explain` makes the
text in a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import Cards
from ..texts.reader import registry

Fact = str | int | Cards


@dataclass(frozen=True)
class Ruling:
    """Why an action is refused: the rule, which case of it, the facts, and what was owed."""

    rule: str
    case: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    owed: Cards | None = None

    @property
    def switches(self) -> tuple[str, ...]:
        """The switches of the ruleset that bear on the verdict."""
        return registry()[self.rule].switches


class NotAllowed(Exception):
    """An action the rules refuse; it carries the ruling."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling.rule)


class NotNow(Exception):
    """An action that cannot be taken at this moment: its code is explained in the catalogue."""

    def __init__(self, code: str, **facts: Fact) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)
