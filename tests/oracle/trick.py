"""Who wins a trick: `trick.winner`, `trick.ruff`, `trick.overruff`, `last.jack`, four-deck's bombs."""

from collections import Counter
from functools import lru_cache

from .cards import canonical, is_joker
from .tuples import all_of_shape
from .units import lead_units, shapes_of, whole_unit

KIND_STRENGTH = {"single": 0, "pair": 0, "tractor": 0, "triples": 1, "quads": 2, "bomb": 2}


def splits_as(table, suit, shapes, cards, rank):
    """Splits of the cards into units of these shapes in order, as the highest `rank` of each unit; the best is among them."""

    @lru_cache(maxsize=None)
    def splits(cards, shapes):
        if not shapes:
            return frozenset([()] if not cards else [])
        if set(shapes) == {(1, 1)}:  # of all orders of single cards only the highest can be the best
            tops = tuple(sorted(map(rank, cards), reverse=True))
            return frozenset([tops] if len(cards) == len(shapes) else [])
        return frozenset(
            (max(rank(card) for card in part), *rest)
            for part in all_of_shape(table, suit, shapes[0], Counter(cards))
            for rest in splits(minus(cards, part), shapes[1:])
        )

    return splits(canonical(cards), shapes)


def best_split(table, suit, shapes, cards, rank):
    """The highest ranks that the led units, the first before the second, can have; None where the cards do not split so."""
    return max(splits_as(table, suit, shapes, cards, rank), default=None)


def is_higher(table, tops, standing, highest):
    """`overruff`: whether units with these tops beat those that stand; highest: the highest card of each play."""
    how = table.rules["overruff"]
    if how == "highest":
        return highest[0] > highest[1]
    if how == "all":
        return all(mine > theirs for mine, theirs in zip(tops, standing, strict=True))
    return tops[0] > standing[0]


def minus(cards, part):
    """The cards without the part."""
    return canonical((Counter(cards) - Counter(part)).elements())


def plain_trick(table, plays, used):
    """The index of the winner in a two-deck trick."""
    units, led = lead_units(table, plays[0]), table.suit(plays[0])
    shapes = shapes_of(units)
    best, tops, ruffs, equal = 0, tuple(unit.top for unit in units), 0, False
    for i, cards in enumerate(plays[1:], 1):
        suit = table.suit(cards)
        ruffing = suit == "T" and led != "T"
        if not ruffing and (suit != led or len(units) > 1 or ruffs):
            continue  # a discard, or a lead of several units that only ruffs can beat
        mine = best_split(table, suit, shapes, cards, table.step_of.__getitem__)
        if mine is None:
            continue  # not of the led shape
        if ruffing:
            ruffs += 1
        highest = [max(table.step_of[card] for card in one) for one in (cards, plays[best])]
        if (ruffing and ruffs == 1) or is_higher(table, mine, tops, highest):
            best, tops, equal = i, mine, False
        else:
            equal |= mine[0] == tops[0]
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
    shapes = shapes_of(units)

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
            found = best_split(table, suit, shapes, cards, rank)
            height = None if found is None else found[0]
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


def bomb_rank(table, led_bomb, led, cards):
    """`bombs_beat`: how high a play stands among the bombs, or None if it is none."""
    how = table.rules["bombs_beat"]
    if how == "off" or len(cards) != 4 or len(set(cards)) > 1:
        return None
    suit = table.suit(cards)
    if how == "void" and suit == led and not led_bomb:
        return None
    return suit == "T", table.step_of[cards[0]]


def with_bombs(table, plays, used):
    """The winner where four of a kind beat what is no bomb; None where nobody played one."""
    led_bomb = len(plays[0]) == 4 and len(set(plays[0])) == 1
    ranks = [bomb_rank(table, led_bomb, table.suit(plays[0]), cards) for cards in plays]
    known = [rank for rank in ranks if rank is not None]
    if not known:
        return None
    used.add("trick.bomb")
    return ranks.index(max(known))


def winner(table, plays, last, used):
    """The index of the winning play."""
    lead_units(table, plays[0])
    used.add("trick.winner")
    if table.rules["bombs"]:
        return bomb_trick(table, plays, used)
    if last and table.rules["jack_rules"] and table.level == "J":
        return jack_trick(table, plays, used)[0]
    bomb = with_bombs(table, plays, used)
    return plain_trick(table, plays, used) if bomb is None else bomb


def won_by_jack(table, plays):
    """`last.jack-dig`: whether a J decided these plays of the last trick."""
    return bool(table.rules["jack_rules"]) and table.level == "J" and jack_trick(table, plays, set())[1]
