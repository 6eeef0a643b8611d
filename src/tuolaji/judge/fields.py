"""Reading the fields of a question; whatever is wrong with one becomes a QuestionError."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..cards import Card, Cards, CardTextError, TooManyCopies
from ..cards import planes as masks
from ..ruleset import Ruleset, RulesetError
from ..verdicts import Shape, read_lead
from ..verdicts.ruling import Ruling
from ..verdicts.terms import Terms, TermsError

Question = Mapping[str, Any]
_LONGEST_TEXT = 4000


class QuestionError(ValueError):
    """A question that makes no sense, with a code for programs and a message for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def ruleset(q: Question) -> Ruleset:
    """The ruleset of the question."""
    try:
        return Ruleset.parse(text(q, "ruleset"))
    except RulesetError as error:
        raise QuestionError(error.code, str(error)) from None


def terms(q: Question) -> Terms:
    """The ruleset, level and trump of the question."""
    r = ruleset(q)
    try:
        return Terms.of(r, level_of(q, r), text(q, "trump"))
    except TermsError as error:
        raise QuestionError("impossible_terms", str(error)) from None


def field(q: Question, name: str) -> Any:
    """A field that must be there."""
    if name not in q:
        raise QuestionError("missing_field", f"the question needs the field {name!r}")
    return q[name]


def text(q: Question, name: str) -> str:
    """A field that holds a text."""
    value = field(q, name)
    if not isinstance(value, str):
        raise QuestionError("bad_field", f"{name} must be a text, not {_short(value)}")
    if len(value) > _LONGEST_TEXT:
        raise QuestionError("bad_field", f"{name} is longer than {_LONGEST_TEXT} characters")
    return value


def number(q: Question, name: str, *, least: int | None = None, default: int | None = None) -> int:
    """A field that holds a whole number."""
    value = q.get(name, default) if default is not None else field(q, name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise QuestionError("bad_field", f"{name} must be a whole number, not {_short(value)}")
    if abs(value) > 10**15 or (least is not None and value < least):
        allowed = f"{least} or more" if least is not None and value < least else "smaller"
        raise QuestionError("bad_field", f"{name} must be {allowed}, not {_short(value)}")
    return value


def flag(q: Question, name: str, *, default: bool | None = None) -> bool:
    """A field that holds true or false."""
    value = q.get(name, default) if default is not None else field(q, name)
    if not isinstance(value, bool):
        raise QuestionError("bad_field", f"{name} must be true or false, not {_short(value)}")
    return value


def choice(q: Question, name: str, allowed: Iterable[str]) -> str:
    """A field that holds one of some words."""
    value = field(q, name)
    if not isinstance(value, str) or value not in allowed:
        known = ", ".join(allowed)
        raise QuestionError("bad_field", f"{name} must be one of {known}, not {_short(value)}")
    return value


def optional_choice(q: Question, name: str, allowed: Iterable[str]) -> str | None:
    """The same, or None where the field is missing or null."""
    return choice(q, name, allowed) if q.get(name) is not None else None


def level_of(q: Question, r: Ruleset, name: str = "level") -> str:
    """A field that holds a level of the ruleset's ladder."""
    return on_ladder(field(q, name), r, name)


def on_ladder(value: object, r: Ruleset, name: str) -> str:
    """A level of the ruleset's ladder."""
    if isinstance(value, str) and value in r.ladder:
        return value
    known = " ".join(r.ladder)
    raise QuestionError(
        "bad_level", f"{name} must be one of the levels {known}, not {_short(value)}"
    )


def items(q: Question, name: str, least: int, most: int) -> list[Any]:
    """A field that holds a list of so many items."""
    value = field(q, name)
    if not isinstance(value, list):
        raise QuestionError("bad_field", f"{name} must be a list, not {_short(value)}")
    if not least <= len(value) <= most:
        raise QuestionError("bad_field", f"{name} has {len(value)} items; {least} to {most} fit")
    return value


def seat(q: Question, name: str, players: int) -> int:
    """A field that holds a seat."""
    value = number(q, name)
    if not 0 <= value < players:
        raise QuestionError("bad_field", f"{name} must be a seat from 0 to {players - 1}")
    return value


def read_cards(value: object, name: str) -> Cards:
    """Cards out of a text."""
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise QuestionError("bad_cards", f"{name} must be card text, not {_short(value)}")
    try:
        return Cards.parse(value)
    except CardTextError as error:
        code = "impossible_cards" if isinstance(error, TooManyCopies) else "bad_cards"
        raise QuestionError(code, f"{name}: {error}") from None


def cards(q: Question, name: str) -> Cards:
    """A field that holds cards, at least one."""
    value = read_cards(field(q, name), name)
    if not value:
        raise QuestionError("no_cards", f"{name} must hold at least one card")
    return value


def card(q: Question, name: str) -> Card:
    """A field that holds one card."""
    value = cards(q, name)
    if len(value) != 1:
        raise QuestionError("bad_cards", f"{name} must be one card, not {value}")
    return next(iter(value))


def card_list(q: Question, name: str, most: int, *, empty: bool = False) -> list[Cards]:
    """A field that holds a list of cards."""
    out = [read_cards(item, name) for item in items(q, name, 1, most)]
    if not empty and not all(out):
        raise QuestionError("no_cards", f"every entry of {name} must hold at least one card")
    return out


def possible(all_cards: Iterable[Cards], decks: int) -> None:
    """Refuse more copies of a card than the decks hold."""
    total = masks.EMPTY
    for some in all_cards:
        too_many = some.planes[decks] if decks < 4 else 0
        too_many |= masks.overflow(total, some.planes, decks)
        if too_many:
            face = Card(too_many.bit_length() - 1)
            message = (
                f"there are more than {decks} copies of {face}, but {decks} decks hold {decks}"
            )
            raise QuestionError("impossible_cards", message)
        total = masks.add(total, some.planes)


def lead(q: Question, t: Terms, name: str = "lead") -> Shape:
    """A field that holds cards that can be led."""
    return legal_lead(t, cards(q, name))


def legal_lead(t: Terms, led: Cards) -> Shape:
    """The shape of cards that were led."""
    if t.ruleset.decks < 4 and led.planes[t.ruleset.decks]:
        possible([led], t.ruleset.decks)
    shape = read_lead(t, led)
    if isinstance(shape, Ruling):
        raise QuestionError("no_lead", f"{led} cannot be led: {shape.rule}")
    return shape


def _short(value: object) -> str:
    shown = (
        repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    )
    return shown if len(shown) <= 60 else shown[:57] + "..."
