"""Short ways to say what the tests are about."""

from __future__ import annotations

from tuolaji import Cards, Ruleset, Ruling, Shape, Terms, read_lead

C = Cards.parse


def terms(ruleset: str = "classic", level: str = "2", trump: str = "S") -> Terms:
    return Terms.of(Ruleset.parse(ruleset), level, trump)


def led(cards: str, at: Terms) -> Shape:
    shape = read_lead(at, C(cards))
    assert isinstance(shape, Shape), shape
    return shape


def rule_of(outcome: object) -> str | None:
    return outcome.rule if isinstance(outcome, Ruling) else None
