"""Records read back in either form: line by line, the actions replayed, the rest verified.

Nothing is raised, whatever the input: what is wrong is reported with its line, and each deal is
read as far as possible. After an action that the rules refuse, the deal is not replayed further.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...cards import Card
from ...deal import Setup, full_deck
from ...deal.actions import Action
from ...ruleset import Ruleset, RulesetError
from .events import EventReplay, read_json_lines
from .lines import Line, LineError, read_lines, whole
from .sections import SectionReplay
from .told import Difference

TAGS = ("Ruleset", "Deal", "Levels", "Banker", "First")
COUNTS = ("Failures", "Rounds")  # tags that a deal may have: numbers of each side, or seat
Tell = Callable[[Difference], None]
_MOST_DEALS, _MOST_ROUNDS = 1_000_000, 100  # of a match
_FIRST_SIGN = re.compile(rb"^[ \t]*([\[{])", re.M)


@dataclass(frozen=True)
class Found:
    """What the text of one deal contains."""

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    tags: tuple[tuple[str, str], ...]


def read_deals(data: str | bytes) -> list[tuple[int, Found | None, list[Difference]]]:
    """The deals of a file: the first line of each, what it contains, and what is wrong."""
    differences: list[Difference] = []
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    json = is_json(raw)
    replay = EventReplay if json else SectionReplay
    lines = (read_json_lines if json else read_lines)(raw, differences.append)
    groups = list(_groups(lines))
    if not any(line.kind != "broken" for group in groups for line in group):
        return [(1, None, [Difference(1, "empty")])]
    differences.sort(key=lambda d: d.line)
    out, told = [], 0
    for at, group in enumerate(groups):
        end = groups[at + 1][0].number if at + 1 < len(groups) else None
        first = told
        while told < len(differences) and (end is None or differences[told].line < end):
            told += 1
        own = differences[first:told]
        found = _read_deal(group, replay, own.append)
        out.append((group[0].number, found, sorted(own, key=lambda d: d.line)))
    return out


def is_json(raw: bytes) -> bool:
    """Whether a record has the form of JSON lines, by the first tag or object in it."""
    sign = _FIRST_SIGN.search(raw.removeprefix(b"\xef\xbb\xbf"))
    return sign is not None and sign.group(1) == b"{"


def _groups(lines: Iterable[Line]) -> Iterable[list[Line]]:
    """The lines of each deal: a tag after something else begins a new one."""
    group: list[Line] = []
    for line in lines:
        if line.kind == "tag" and group and group[-1].kind != "tag":
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _read_deal(
    lines: list[Line], form: type[EventReplay | SectionReplay], tell: Tell
) -> Found | None:
    known = _known_tags(lines, tell)
    ruleset = _ruleset(known, tell)
    if ruleset is None:
        return None
    setup = _setup(ruleset, known, tell)
    deck = _deck(ruleset, lines, tell)
    if setup is None or deck is None:
        return None
    replay = form(ruleset, setup, deck, tell)
    for line in lines:
        replay.read(line)
    replay.end(lines[-1].number)
    own = (*TAGS, *COUNTS)
    others = tuple((name, value) for name, (_, value) in known.items() if name not in own)
    return Found(ruleset, setup, deck, replay.actions, others)


def _known_tags(lines: list[Line], tell: Tell) -> dict[str, tuple[int, str]]:
    """The tags by their names, each with its line."""
    known: dict[str, tuple[int, str]] = {}
    for line in lines:
        if line.kind == "tag" and line.body:
            name, value = line.body
            if name in known:
                tell(Difference(line.number, "tag-twice", {"name": name}))
            known.setdefault(name, (line.number, value))
    for name in TAGS:
        if name not in known:
            tell(Difference(lines[0].number, "tag-missing", {"name": name}))
    return known


def _ruleset(known: dict[str, tuple[int, str]], tell: Tell) -> Ruleset | None:
    if "Ruleset" not in known:
        return None
    number, text = known["Ruleset"]
    try:
        return Ruleset.of_lasting(text)
    except RulesetError as error:
        for why in error.wrong:
            tell(Difference(number, "ruleset", {"why": why}))
    return None


def _setup(ruleset: Ruleset, known: dict[str, tuple[int, str]], tell: Tell) -> Setup | None:
    """How the deal begins according to its tags; None if one is missing or wrong."""
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    seats = [str(seat) for seat in range(ruleset.players)]
    ladder = f"{ruleset.ladder[0]}–{ruleset.ladder[-1]}"
    values = {name: known.get(name, (0, ""))[1] for name in (*TAGS, *COUNTS)}
    levels = values["Levels"].split()
    counts = {name: values[name].split() for name in COUNTS if name in known}
    wrong = {
        "Deal": "1, 2, 3 …" if not _is_number(values["Deal"], 1, _MOST_DEALS) else "",
        "Levels": " ".join([ladder] * sides) if len(levels) != sides else "",
        "Banker": f"- / 0–{seats[-1]}" if values["Banker"] not in ("-", *seats) else "",
        "First": f"0–{seats[-1]}" if values["First"] not in seats else "",
    }
    if not set(levels) <= set(ruleset.ladder):
        wrong["Levels"] = " ".join([ladder] * sides)
    most = {
        "Failures": 0 if ruleset.fall_back == "never" else int(ruleset.fall_back) - 1,
        "Rounds": _MOST_ROUNDS if ruleset.ladder_wraps else 0,
    }
    for name, numbers in counts.items():
        if len(numbers) != sides or not all(_is_number(one, 0, most[name]) for one in numbers):
            wrong[name] = " ".join([f"0–{most[name]}"] * sides)
    for name, wanted in wrong.items():
        if wanted and name in known:
            facts = {"name": name, "value": values[name], "wanted": wanted}
            tell(Difference(known[name][0], "tag-value", facts))
    if any(wrong.values()):
        return None
    return Setup(
        levels=tuple(levels),
        banker=None if values["Banker"] == "-" else int(values["Banker"]),
        first_seat=int(values["First"]),
        number=int(values["Deal"]),
        failures=_counted(counts.get("Failures", ())),
        rounds=_counted(counts.get("Rounds", ())),
    )


def _counted(numbers: Sequence[str]) -> tuple[int, ...]:
    """A count for each, as a match has it: none where nothing is counted yet."""
    each = tuple(map(int, numbers))
    return each if any(each) else ()


def _is_number(text: str, least: int, most: int) -> bool:
    try:
        return least <= whole(text) <= most
    except LineError:
        return False


def _deck(ruleset: Ruleset, lines: list[Line], tell: Tell) -> tuple[Card, ...] | None:
    """The draw in order, or None if it is not the whole deck."""
    drawn = [(line.number, card) for line in lines if line.kind == "draw" for card in line.body]
    deck = tuple(card for _, card in drawn)
    wanted = Counter(full_deck(ruleset))
    have = Counter(deck)
    if have == wanted:
        return deck
    headers = [line.number for line in lines if line.kind == "header" and line.body == ("draw",)]
    if not headers:
        tell(Difference(lines[-1].number, "no-draw"))
        return None
    for card in have - wanted:
        facts: dict[str, str | int] = {
            "card": str(card),
            "number": have[card],
            "decks": wanted[card],
        }
        for number in sorted({number for number, drew in drawn if drew == card}):
            tell(Difference(number, "copies", facts))
    last = drawn[-1][0] if drawn else headers[-1]
    if len(deck) != len(full_deck(ruleset)):
        facts = {"number": len(deck), "wanted": len(full_deck(ruleset))}
        tell(Difference(last, "deck-size", facts))
    missing = wanted - have
    if missing:
        cards = " ".join(str(card) for card in sorted(missing.elements()))
        tell(Difference(last, "deck-lacks", {"cards": cards}))
    return None
