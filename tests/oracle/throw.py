"""Whether a throw or a gapped run stands: `throw.valid`, `throw.failed`, `lead.gapped-run`."""

from collections import Counter

from .cards import PLACE, show, without
from .tuples import all_of_shape, shape_of
from .units import pairs_by_step


def higher_unit(table, suit, unit, hand):
    """Whether the hand holds a higher unit of the same shape, or one as part of a longer one."""
    held = table.of_suit(hand, suit)
    if unit.length == 0:
        return any(table.step_of[card] > unit.top for card in held)
    if table.rules["units"] == "tuples":
        rivals = all_of_shape(table, suit, shape_of(unit.cards), Counter(held))
        return any(max(table.step_of[card] for card in rival) > unit.top for rival in rivals)
    pairs = pairs_by_step(table, held)
    return any(
        all(height in pairs for height in heights) and heights[-1] > unit.top
        for heights in table.runs(suit, unit.length)
    )


def higher_card(table, suit, unit, hand):
    """Whether the hand holds a card higher than any card of the unit (throws judged card by card)."""
    lowest = min(table.step_of[card] for card in unit.cards)
    return any(table.step_of[card] > lowest for card in table.of_suit(hand, suit))


def smallest(table, units):
    """The unit of the lowest top card; of equals the one with fewer cards, then the first in S H C D order."""
    return min(units, key=lambda unit: (unit.top, len(unit.cards), [PLACE[card] for card in unit.cards]))


def lowest_card(table, cards):
    """The smallest single card, of equals the first in S H C D order."""
    return min(cards, key=lambda card: (table.step_of[card], PLACE[card]))


def holds_pair_between(table, suit, run, hand):
    """Whether the hand holds a pair of a step strictly between the lowest and highest pair led, no led one."""
    led = {table.step_of[card] for card in run.cards}
    between = set(range(min(led) + 1, max(led))) - led
    return bool(between & set(pairs_by_step(table, table.of_suit(hand, suit))))


def penalty(rules, lead, played):
    """10 per card thrown, per card taken back, or nothing."""
    cards = {"thrown": len(lead), "returned": len(lead) - len(played)}
    return 10 * cards.get(rules["throw_penalty"], 0)


def played_of(table, suit, units, others, used):
    """What is really played of a lead that fails, or None if it stands."""
    rules = table.rules
    if units[0].kind == "gapped":
        used.add("lead.gapped-run")
        if any(holds_pair_between(table, suit, units[0], hand) for hand in others):
            low = lowest_card(table, units[0].cards)
            return (low, low)
        return None
    if len(units) == 1:
        return None
    used.add("throw.valid")
    beats = higher_card if rules["throw"] == "cards" else higher_unit
    beatable = [unit for unit in units if any(beats(table, suit, unit, hand) for hand in others)]
    if not beatable:
        return None
    used.add("throw.failed")
    if rules["throw_plays"] == "smallest_card":
        return (lowest_card(table, [card for unit in units for card in unit.cards]),)
    return smallest(table, beatable).cards


def judge_throw(table, units, others, used):
    """The answer to `throw`."""
    cards = [card for unit in units for card in unit.cards]
    played = played_of(table, table.suit(cards), units, others, used)
    if played is None:
        return {"stands": True}
    assert not Counter(played) - Counter(cards)
    return {
        "stands": False,
        "played": show(played),
        "returned": show(without(cards, played)),
        "penalty": penalty(table.rules, cards, played),
    }
