"""Who wins a trick: `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack`, four-deck's bombs."""

from collections import Counter
from functools import lru_cache
from itertools import product

from .cards import canonical, is_joker
from .units import lead_units, whole_unit

KIND_STRENGTH = {"single": 0, "pair": 0, "tractor": 0, "triples": 1, "quads": 2, "bomb": 2}


def parts_like(table, suit, length, cards):
    """Every part of the cards that is a unit of this length: a tractor, a pair, a single."""
    held = Counter(cards)
    if length == 0:
        yield from ((face,) for face in held)
        return
    for heights in table.runs(suit, length):
        choices = [[face for face in table.orders[suit][height] if held[face] >= 2] for height in heights]
        yield from (faces * 2 for faces in product(*choices))


def best_split(table, suit, lengths, cards, rank):
    """The highest `rank` that the first (longest) led unit can have in any split of the cards into the led units,
    or None where they cannot be split so."""

    @lru_cache(maxsize=None)
    def splits(cards, lengths):
        if not lengths:
            return not cards
        return any(splits(minus(cards, part), lengths[1:]) for part in parts_like(table, suit, lengths[0], cards))

    tops = [
        max(rank(card) for card in part)
        for part in parts_like(table, suit, lengths[0], cards)
        if splits(minus(cards, part), lengths[1:])
    ]
    return max(tops, default=None)


def minus(cards, part):
    """The cards without the part."""
    return canonical((Counter(cards) - Counter(part)).elements())


def plain_trick(table, plays, used):
    """The index of the winner in a two-deck trick."""
    units, led = lead_units(table, plays[0]), table.suit(plays[0])
    lengths = tuple(unit.length for unit in units)
    best, top, ruffs, equal = 0, units[0].top, 0, False
    for i, cards in enumerate(plays[1:], 1):
        suit = table.suit(cards)
        ruffing = suit == "T" and led != "T"
        if not ruffing and (suit != led or len(units) > 1 or ruffs):
            continue  # a discard, or a lead of several units that only ruffs can beat
        height = best_split(table, suit, lengths, cards, table.step_of.__getitem__)
        if height is None:
            continue  # not of the led shape
        if ruffing:
            ruffs += 1
        if height > top or (ruffing and ruffs == 1):
            best, top, equal = i, height, False
        else:
            equal |= height == top
    if ruffs:
        used.add("trick.ruff")
    if ruffs > 1:
        used.add("trick.overruff")
    if equal:
        used.add("order.same")
    return best


def jack_rank(table, led, card):
    """The place of a card in the last trick at level J; None for a card that loses to all of them."""
    if card[1] == "J":
        return 1003 if card[0] == table.trump else 1002
    if is_joker(card):
        return 1001 if card == "XB" else 1000
    return table.step_of[card] if table.suit_of[card] == led else None


def jack_trick(table, plays, used):
    """The winner of the last trick at level J (trump J > other Js > big joker > small joker > the suit led), and
    whether a J decided it."""
    units, led = lead_units(table, plays[0]), table.suit(plays[0])
    lengths = tuple(unit.length for unit in units)

    def rank(card):
        return jack_rank(table, led, card)

    best, top, equal = 0, None, False
    for i, cards in enumerate(plays):
        suit = table.suit(cards)
        if suit != led and not all(card[1] == "J" or is_joker(card) for card in cards):
            continue
        if i == 0 and units[0].kind == "gapped":
            height = max(rank(card) for card in cards)
        else:
            height = best_split(table, suit, lengths, cards, rank)
        if height is None:
            continue
        if top is None or height > top:
            best, top, equal = i, height, False
        else:
            equal |= height == top
    if equal:
        used.add("order.same")
    used.add("last.jack")
    return best, top >= 1002


def bomb_trick(table, plays, used):
    """The winner where bombs are played: each single unit in turn compared with the best so far."""
    led = table.suit(plays[0])
    best, unit, best_suit, ruffs = 0, whole_unit(table, plays[0]), led, 0
    for i, cards in enumerate(plays[1:], 1):
        suit = table.suit(cards)
        rival = suit and whole_unit(table, cards)
        if not rival or suit not in (led, "T"):
            continue  # combinations never win
        strength, standing = KIND_STRENGTH[rival.kind], KIND_STRENGTH[unit.kind]
        if suit == best_suit:
            ruffs += suit != led
            if strength == standing and rival.top == unit.top:
                used.add("order.same")
            wins = (strength, rival.top) > (standing, unit.top)
        else:
            wins = suit == "T" and strength >= standing  # once ruffed, no plain play wins
            ruffs += wins
        if wins:
            best, unit, best_suit = i, rival, suit
    if ruffs:
        used.add("trick.ruff")
    if ruffs > 1:
        used.add("trick.overruff")
    return best


def winner(table, plays, last, used):
    """The index of the winning play."""
    lead_units(table, plays[0])
    used.add("trick.winner")
    if table.rules["bombs"]:
        return bomb_trick(table, plays, used)
    if last and table.rules["jack_rules"] and table.level == "J":
        return jack_trick(table, plays, used)[0]
    return plain_trick(table, plays, used)


def won_by_jack(table, plays):
    """`last.jack-dig`: whether a J decided these plays of the last trick."""
    return bool(table.rules["jack_rules"]) and table.level == "J" and jack_trick(table, plays, set())[1]
