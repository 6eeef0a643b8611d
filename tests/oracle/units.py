"""What a lead consists of: `lead.shapes`, `lead.gapped-run`, `throw.forbidden`."""

from collections import Counter, namedtuple

from .cards import PLACE, canonical
from .tuples import shape_of, taken_apart

# kind: single, pair, tractor, gapped, triples, quads, bomb, tuple; length in pairs (a single is 0); top is the highest step
Unit = namedtuple("Unit", "kind length top cards")


class Refused(Exception):
    """An action that the rules do not allow; `rule` is cited."""

    def __init__(self, rule):
        super().__init__(rule)
        self.rule = rule


def make(table, kind, length, cards):
    """A unit of these cards."""
    return Unit(kind, length, max(table.step_of[card] for card in cards), canonical(cards))


def pairs_by_step(table, cards):
    """For each step the faces held twice, each as often as pairs can be made of it, S H C D first."""
    pairs = {}
    for face, copies in sorted(Counter(cards).items(), key=lambda item: PLACE[item[0]]):
        for _ in range(copies // 2):
            pairs.setdefault(table.step_of[face], []).append(face)
    return pairs


def longest_tractor(table, suit, pairs):
    """The heights of the longest tractor (of equals the highest), or None."""
    for length in range(len(pairs), 1, -1):
        for heights in reversed(list(table.runs(suit, length))):
            if all(pairs.get(height) for height in heights):
                return heights
    return None


def units_of(table, cards):
    """Units found by taking the longest tractors first, then pairs, then singles; longest first, then highest first."""
    if table.rules["units"] == "tuples":
        return [make(table, kind_of(part), len(part) // 2, part) for part in taken_apart(table, cards)]
    suit, pairs, units, left = table.suit(cards), pairs_by_step(table, cards), [], Counter(cards)
    while heights := longest_tractor(table, suit, pairs):
        faces = [pairs[height].pop(0) for height in heights]
        units.append(make(table, "tractor", len(faces), faces * 2))
    for faces in pairs.values():
        units.extend(make(table, "pair", 1, [face, face]) for face in faces)
    for unit in units:
        left -= Counter(unit.cards)
    units.extend(make(table, "single", 0, [card]) for card in canonical(left.elements()))
    return sorted(units, key=lambda unit: (-unit.length, -unit.top))


def kind_of(part):
    """What a unit is called where tuples are played."""
    width, length = shape_of(part)
    return "tractor" if length > 1 else {1: "single", 2: "pair"}.get(width, "tuple")


def shapes_of(units):
    """Width and length of each unit; a gapped run counts as a tractor."""
    return tuple((2, len(unit.cards) // 2) if unit.kind == "gapped" else shape_of(unit.cards) for unit in units)


def whole_unit(table, cards):
    """The one unit that these cards of one suit are where bombs are played, or None."""
    copies, faces = set(Counter(cards).values()), set(cards)
    if len(cards) == 1:
        return make(table, "single", 0, cards)
    if len(copies) > 1 or copies == {1}:
        return None
    (same,) = copies
    if len(faces) == 1:
        kind = {2: "pair", 4: "bomb"}.get(same)
        return kind and make(table, kind, same // 2, cards)
    heights = sorted(table.step_of[face] for face in faces)
    if heights not in [list(run) for run in table.runs(table.suit(cards), len(heights))]:
        return None
    return make(table, {2: "tractor", 3: "triples", 4: "quads"}[same], len(cards) // 2, cards)


def lead_units(table, cards):
    """The units of a lead of these cards; Refused when that is no legal lead."""
    if table.suit(cards) is None:
        raise Refused("lead.shapes")
    if table.rules["bombs"]:
        unit = whole_unit(table, cards)
        if unit:
            return [unit]
        lone_triple = len(cards) == 3 and len(set(cards)) == 1
        raise Refused("lead.shapes" if lone_triple else "throw.forbidden")
    units = units_of(table, cards)
    if len(units) == 1:
        return units
    if table.rules["gapped_runs"] and all(copies % 2 == 0 for copies in Counter(cards).values()):
        return [make(table, "gapped", len(cards) // 2, cards)]  # several pairs and nothing else
    if table.rules["throw"] == "off":
        raise Refused("throw.forbidden")
    return units
