"""The text of records read back: line by line, the actions replayed, the comments verified.

Whatever comes in, nothing is raised: what is wrong is told with its line, and each deal is read
as far as it goes. After an action the rules refuse, the rest of that deal is not replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..actions import Action
from ..cards import Card
from ..deal import full_deck
from ..phases.state import Setup
from ..ruleset import Ruleset, RulesetError
from .record_lines import Line, LineError, read_lines, whole
from .record_replay import Replay
from .record_told import Difference

TAGS = ("Ruleset", "Deal", "Levels", "Banker", "First")
Tell = Callable[[Difference], None]


@dataclass(frozen=True)
class Found:
    """What the text of one deal holds."""

    ruleset: Ruleset
    setup: Setup
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    tags: tuple[tuple[str, str], ...]


def read_deals(data: str | bytes) -> list[tuple[int, Found | None, list[Difference]]]:
    """The deals of a text: the first line of each, what it holds, and what is wrong."""
    differences: list[Difference] = []
    groups = list(_groups(read_lines(data, differences.append)))
    out = []
    for at, lines in enumerate(groups):
        first = lines[0].number if at else 1
        end = groups[at + 1][0].number if at + 1 < len(groups) else None
        own = [d for d in differences if d.line >= first and (end is None or d.line < end)]
        found = _read_deal(lines, own.append)
        out.append((lines[0].number, found, sorted(own, key=lambda d: d.line)))
    if not groups:
        differences.append(Difference(1, "empty"))
        out.append((1, None, differences))
    return out


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


def _read_deal(lines: list[Line], tell: Tell) -> Found | None:
    tags = [(line, *line.body) for line in lines if line.kind == "tag" and line.body]
    known = _known_tags(tags, lines[0].number, tell)
    ruleset = _ruleset(known, tell)
    if ruleset is None:
        return None
    setup = _setup(ruleset, known, tell)
    deck = _deck(ruleset, lines, tell)
    if setup is None or deck is None:
        return None
    replay = Replay(ruleset, setup, deck, tell)
    for line in lines:
        replay.read(line)
    replay.end(lines[-1].number)
    others = tuple((name, value) for _, name, value in tags if name not in TAGS)
    return Found(ruleset, setup, deck, replay.actions, others)


def _known_tags(
    tags: list[tuple[Line, str, str]], first: int, tell: Tell
) -> dict[str, tuple[int, str]]:
    known: dict[str, tuple[int, str]] = {}
    for line, name, value in tags:
        if name in TAGS and name in known:
            tell(Difference(line.number, "tag-twice", {"name": name}))
        elif name in TAGS:
            known[name] = (line.number, value)
    for name in TAGS:
        if name not in known:
            tell(Difference(first, "tag-missing", {"name": name}))
    return known


def _ruleset(known: dict[str, tuple[int, str]], tell: Tell) -> Ruleset | None:
    if "Ruleset" not in known:
        return None
    number, text = known["Ruleset"]
    try:
        return Ruleset.parse(text)
    except RulesetError as error:
        for why in error.wrong:
            tell(Difference(number, "ruleset", {"why": why}))
    return None


def _setup(ruleset: Ruleset, known: dict[str, tuple[int, str]], tell: Tell) -> Setup | None:
    """What the tags say of the deal's beginning, or None if one is missing or wrong."""
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    seats = [str(seat) for seat in range(ruleset.players)]
    ladder = f"{ruleset.ladder[0]}–{ruleset.ladder[-1]}"
    values = {name: known.get(name, (0, ""))[1] for name in TAGS}
    levels = values["Levels"].split()
    wrong = {
        "Deal": "1, 2, 3 …" if not _is_number(values["Deal"]) else "",
        "Levels": " ".join([ladder] * sides) if len(levels) != sides else "",
        "Banker": f"- / 0–{seats[-1]}" if values["Banker"] not in ("-", *seats) else "",
        "First": f"0–{seats[-1]}" if values["First"] not in seats else "",
    }
    if not set(levels) <= set(ruleset.ladder):
        wrong["Levels"] = " ".join([ladder] * sides)
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
    )


def _is_number(text: str) -> bool:
    try:
        return whole(text) > 0
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
