"""The lines of a record, each read by itself: tags, sections, cards, actions, comments.

Nothing here knows the rules; what a line means for the deal is decided in `read.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...cards import Card, Cards, CardTextError
from ...deal.actions import Action, Adjust, Claim, RuleFoul, Void
from ...ruleset.fouls import CASES, Foul
from .told import Difference

_COPY = "#"
SECTIONS = ("draw", "declare", "bury", "partner", "play", "result")
LONGEST_LINE = 20_000

_STRING = r'"(?:[^"\\]|\\.)*"'
_TAG = re.compile(rf"\[\s*([A-Za-z]\w*)\s+({_STRING})\s*\]", re.ASCII)
_PARTS = re.compile(rf'((?:{_STRING}|[^";])*)(?:;(.*))?')
_TOKEN = re.compile(rf'(?:{_STRING}|[^\s"])+')
_PAIR = re.compile(rf'\s*(\w+) ({_STRING}|[^,"]+?)\s*(?:,|$)')
_REFEREE = re.compile(rf'!(\w+)\(((?:{_STRING}|[^)"])*)\)')
_VALUE = re.compile(r"[\w.+-]+", re.ASCII)
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
_SIGNED = re.compile(r"[+-]?\d{1,18}", re.ASCII)

Pairs = tuple[tuple[str, str], ...]


class LineError(ValueError):
    """A line that cannot be read: the code of the difference, and its facts."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


@dataclass(frozen=True)
class PlayText:
    """A play as it is written: the units of a throw, and what was played if it failed."""

    text: str
    units: tuple[Cards, ...]
    played: Cards | None = None

    @property
    def cards(self) -> Cards:
        """All cards laid."""
        total = Cards()
        for unit in self.units:
            total += unit
        return total


@dataclass(frozen=True)
class Line:
    """A line of a record: its kind, what it holds, and what its comment says.

    kind: tag, header, draw, declare, bury, partner, play, pass (after the last trick), note (only a
    comment) or broken; a tag that cannot be read is empty.
    """

    number: int
    kind: str
    body: tuple[Any, ...] = ()
    said: Pairs = ()


def read_lines(data: bytes, tell: Callable[[Difference], None]) -> Iterator[Line]:
    """The lines that are not empty; what cannot be read is reported and becomes a broken line."""
    section = ""
    for number, row in rows(data):
        try:
            text = decoded(row, LONGEST_LINE)
            if not text or text.startswith("#"):
                continue
            line = _read(number, text, section)
        except LineError as error:
            tell(Difference(number, error.code, error.facts))
            line = Line(number, "tag" if error.code == "bad-tag" else "broken")
        if line.kind == "header":
            section = line.body[0]
        elif line.kind == "tag":
            section = ""
        yield line


def rows(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers."""
    return enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1)


def decoded(row: bytes, most: int) -> str:
    """The text of a line of at most so many bytes, without the spaces around it."""
    if len(row) > most:
        raise LineError("too-long", number=len(row), most=most)
    try:
        return row.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise LineError("not-utf8", column=error.start + 1) from None


def _read(number: int, text: str, section: str) -> Line:
    if text.startswith("["):
        return Line(number, "tag", read_tag(text))
    found = _PARTS.fullmatch(text)
    if found is None:
        raise LineError("open-quote", text=text)
    body, said = found.group(1).strip(), _comment(found.group(2))
    if body.startswith("*"):
        if body[1:] not in SECTIONS:
            raise LineError("unknown-section", text=body, known=" ".join(f"*{s}" for s in SECTIONS))
        return Line(number, "header", (body[1:],), said)
    if not body:
        return Line(number, "note", (), said)
    if section not in _BODIES:
        raise LineError("outside", text=text)
    tokens = _TOKEN.findall(body)
    if tokens[0].startswith("!") and section not in ("draw", "play"):
        return Line(number, "play", (None, tuple(map(read_referee, tokens))), said)
    if section == "play" and tokens[1:] == ["-"]:
        return Line(number, "pass", (_seat(tokens[0]),), said)
    return Line(number, section, _BODIES[section](tokens), said)


def tag_text(name: str, value: str) -> str:
    """A tag as it is written."""
    return f"[{name} {quoted(value)}]"


def read_tag(text: str) -> tuple[str, str]:
    """The name and the value of a tag."""
    if len(text) > LONGEST_LINE:
        raise LineError("too-long", number=len(text), most=LONGEST_LINE)
    found = _TAG.fullmatch(text)
    if found is None:
        raise LineError("bad-tag", text=text)
    try:
        return found.group(1), unquoted(found.group(2))
    except LineError:
        raise LineError("bad-tag", text=text) from None


def _comment(text: str | None) -> Pairs:
    """The keys and values of a comment; what cannot be read gets no key."""
    pairs: list[tuple[str, str]] = []
    at = 0
    while text and at < len(text.rstrip()):
        found = _PAIR.match(text, at)
        if found is None:
            return (*pairs, ("", text[at:].strip()))
        pairs.append((found.group(1), found.group(2)))
        at = found.end()
    return tuple(pairs)


def _draw(tokens: list[str]) -> tuple[Card, ...]:
    return tuple(card_of(token) for token in tokens)


def _declare(tokens: list[str]) -> tuple[int, int, Cards | str | None]:
    step, seat, text = _of(tokens, 3, "17 0 S22")
    named = re.fullmatch("trump=([SHCDN])", text)
    said = named.group(1) if named else None if text == "-" else cards_of(text)
    return whole(step), _seat(seat), said


def _bury(tokens: list[str]) -> tuple[int, Cards]:
    seat, text = _of(tokens, 2, "0 SK5H3322C4D3")
    return _seat(seat), cards_of(text)


def _partner(tokens: list[str]) -> tuple[int, Card, int]:
    seat, text = _of(tokens, 2, "0 SA")
    card, _, copy = text.partition(_COPY)
    return _seat(seat), card_of(card), whole(copy) if copy else 1


def partner_text(card: Card, copy: int) -> str:
    """A friend's card; `SA#2` is the second of them to be played."""
    return str(card) if copy == 1 else f"{card}{_COPY}{copy}"


def _play(tokens: list[str]) -> tuple[int | None, tuple[PlayText | Action, ...]]:
    leader = None
    if not tokens[0].startswith("!"):
        leader, tokens = _seat(tokens[0]), tokens[1:]
    return leader, tuple(
        read_referee(token) if token.startswith("!") else _play_text(token) for token in tokens
    )


_BODIES: dict[str, Callable[[list[str]], tuple[Any, ...]]] = {
    "draw": _draw,
    "declare": _declare,
    "bury": _bury,
    "partner": _partner,
    "play": _play,
}


def _play_text(token: str) -> PlayText:
    thrown, failed, played = token.partition(">")
    units = []
    before, text = Cards(), ""
    for part in thrown.split("+"):
        if not part:
            raise LineError("bad-cards", text=token, part="+")
        text += part
        now = cards_of(text)
        units.append(now - before)
        before = now
    return PlayText(token, tuple(units), cards_of(played) if failed else None)


def cards_of(text: str) -> Cards:
    """The cards, at least one, that a part of a line names."""
    try:
        cards = Cards.parse(text)
    except CardTextError as error:
        raise LineError("bad-cards", text=text, part=error.part) from None
    if not cards:
        raise LineError("bad-cards", text=text, part=text)
    return cards


def card_of(text: str) -> Card:
    """The one card that a part of a line names."""
    cards = cards_of(text)
    if len(cards) != 1:
        raise LineError("one-card", text=text)
    return next(iter(cards))


def _of(tokens: list[str], number: int, example: str) -> list[str]:
    if len(tokens) != number:
        raise LineError("bad-line", text=" ".join(tokens), example=example)
    return tokens


def whole(text: str) -> int:
    """A number of at most eighteen digits."""
    if not _NUMBER.fullmatch(text):
        raise LineError("bad-number", text=text)
    return int(text)


def _seat(text: str) -> int:
    if not re.fullmatch(r"\d", text, re.ASCII):
        raise LineError("bad-seat", text=text)
    return int(text)


# The referee.


def read_referee(token: str) -> Action:
    """The action of the referee that a text describes."""
    found = _REFEREE.fullmatch(token)
    if found is None or found.group(1) not in _REFEREES:
        raise LineError("bad-referee", text=token)
    try:
        return _REFEREES[found.group(1)](found.group(2))
    except (KeyError, ValueError) as error:
        if isinstance(error, LineError) and error.code != "bad-number":
            raise
        raise LineError("bad-referee", text=token) from None


def _claim(text: str) -> Claim:
    seat, against = text.split(",")
    return Claim(_seat(seat), _seat(against))


def _adjust(text: str) -> Adjust:
    return Adjust(_signed(text))


def _void(text: str) -> Void:
    return Void(unquoted(text))


def _foul(text: str) -> RuleFoul:
    rule, *rest = text.split(",")
    values: dict[str, Any] = {}
    for part in rest:
        name, _, value = part.partition("=")
        values[name] = _FOUL_VALUES[name](value)
    if not _VALUE.fullmatch(rule):
        raise ValueError(rule)
    seat = values.pop("seat", None)
    return RuleFoul(Foul(rule, **values), seat)


def _signed(text: str) -> int:
    if not _SIGNED.fullmatch(text):
        raise LineError("bad-number", text=text)
    return int(text)


def _one_of(case: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in CASES[case]:
            raise ValueError(text)
        return text

    return read


def _times(text: str) -> int:
    if not whole(text):
        raise ValueError(text)
    return whole(text)


_FOUL_VALUES: dict[str, Callable[[str], Any]] = {
    "by": _one_of("by"),
    "attackers": _signed,
    "cards": whole,
    "found": _one_of("found"),
    "variant": _one_of("variant"),
    "times": _times,
    "seat": _seat,
}
_REFEREES: dict[str, Callable[[str], Action]] = {
    "claim": _claim,
    "adjust": _adjust,
    "void": _void,
    "foul": _foul,
}


def referee_text(action: Claim | RuleFoul | Adjust | Void) -> str:
    """The text of an action of the referee."""
    if isinstance(action, Claim):
        return f"!claim({action.seat},{action.against})"
    if isinstance(action, Adjust):
        return f"!adjust({action.points:+d})"
    if isinstance(action, Void):
        return f"!void({quoted(action.reason)})"
    foul = action.foul
    said = [("by", foul.by), ("attackers", foul.attackers), ("cards", foul.cards)]
    said += [("found", foul.found), ("variant", foul.variant)]
    said += [("times", foul.times if foul.times != 1 else None), ("seat", action.seat)]
    values = "".join(f",{name}={value}" for name, value in said if value is not None)
    return f"!foul({foul.rule}{values})"


# Quoted text.


def quoted(text: str) -> str:
    """The text in quotes, on one line, as JSON has it."""
    safe = json.dumps(text, ensure_ascii=False)
    return re.sub(
        "[\x7f-\xa0\u2028\u2029\ud800-\udfff]", lambda sign: f"\\u{ord(sign.group()):04x}", safe
    )


def unquoted(text: str) -> str:
    """The text inside the quotes."""
    try:
        value = json.loads(text)
        value.encode("utf-8")
    except (ValueError, AttributeError):
        raise LineError("bad-quote", text=text) from None
    return str(value)
