"""Digging, results, promotion: `last.*`, `hard.no-dig`, `score.promote`, `level.*`, `match.end`."""

from .cards import Nonsense, points
from .rules import ladder
from .trick import winner
from .units import lead_units, units_of


def shape_multiplier(spelling, length):
    """The multiplier of a unit: single / pair / tractor of n pairs."""
    single, pair, tractor = spelling.split("/")
    if length < 2:
        return int(pair if length else single)
    return {"2^(n+1)": 2 ** (length + 1), "2^(2n)": 2 ** (2 * length)}.get(tractor) or int(tractor)


def multiplier(table, plays):
    """What the last trick multiplies the kitty by."""
    spelling = table.rules["dig_multiplier"]
    if spelling == "cards":
        return len(plays[0])
    units = lead_units(table, plays[0])
    own = table.rules["dig_shape"] == "own" and not table.rules["bombs"]  # a bomb has no shape
    best = winner(table, plays, True, set()) if own else 0
    if best > 0:
        units = units_of(table, plays[best])  # a follower's pairs are never a gapped run
    return max(shape_multiplier(spelling, unit.length) for unit in units)


def kitty_counts(table, question, used):
    """`hard.no-dig`: whether the kitty counts in a deal without trump suit of a called game."""
    if table.rules["declare_style"] != "call" or table.trump != "N":
        return True
    if "attacked_by" not in question:
        raise Nonsense("attacked_by is missing")
    attacked_by = question["attacked_by"]
    if attacked_by not in ("attackers", "bankers", None):
        raise Nonsense("attacked_by makes no sense")
    used.add("hard.no-dig")
    if attacked_by is None:
        used.add("call.none")
    return attacked_by == "bankers" and table.rules["own_attack_digs"]


def dig(table, plays, kitty, side, question, used):
    """The answer to `dig`."""
    nothing = {"multiplier": 0, "points": 0}
    counts = kitty_counts(table, question, used)
    if table.rules["dig"] == "off":
        return nothing
    if table.rules["dig"] == "last_trick":
        used.add("last.both-sides")
        cards, worth = len(plays[0]), points([card for play in plays for card in play])
        if cards == 1:
            return {"multiplier": 1, "points": worth} if side == "attackers" else nothing
        factor = multiplier(table, plays)
        return {"multiplier": factor, "points": worth * factor if side == "attackers" else -worth * factor}
    used.add("last.kitty")
    if side == "bankers" or not counts:
        return nothing
    factor = multiplier(table, plays)
    return {"multiplier": factor, "points": points(kitty) * factor}


def result(rules, attackers, level, last_jack_dig, used):
    """The answer to `result`: who is promoted by how much."""
    used.add("score.promote")
    take_over, step, cap = rules["take_over"], rules["step"], rules["promotion_cap"]
    if attackers < take_over:
        levels = -(-(take_over - max(attackers, 0)) // step) + (attackers <= 0)
        if rules["below_zero"] and attackers < 0:
            levels += -attackers // step
        return {"side": "bankers", "levels": levels}
    levels = (attackers - take_over) // step
    outcome = {"side": "attackers", "levels": min(levels, cap) if cap else levels}
    if last_jack_dig and rules["jack_rules"] and level == "J":
        used.add("last.jack-dig")
        outcome["back_to"] = rules["first_level"]
    return outcome


def mandatory_levels(rules):
    """The first level, those of the switch, and Joker if it is on the ladder and no-trump can be declared."""
    levels = ladder(rules)
    joker = {"X"} if "X" in levels and rules["no_trump"] not in ("off", None) else set()
    top = {levels[-1]} if rules["defend_top"] else set()
    return {levels[0]} | rules["must_play"] | joker | top


def promote(rules, level, by, used):
    """The answer to `promote`: step by step up the ladder, stopping at a mandatory level it would jump over."""
    levels = ladder(rules)
    used.add("level.ladder")
    if rules["permanent_two"]:
        used.add("level.permanent-two")
    place = levels.index(level)
    for left in range(by, 0, -1):
        if place + 1 == len(levels):
            used.add("match.end")
            if rules["top_level"] == "A" and rules["name"] == "classic":
                used.add("level.no-joker")
            if rules["match_end"] == "pass_top" and not rules["ladder_wraps"]:
                return {"level": None, "won": True}
            if rules["match_end"] == "reach_top":
                return {"level": levels[-1], "won": True}
        place = (place + 1) % len(levels)
        if rules["match_end"] == "reach_top" and place + 1 == len(levels):
            used.add("match.end")
            return {"level": levels[-1], "won": True}
        if left > 1 and levels[place] in mandatory_levels(rules):
            used.add("level.mandatory")
            break
    return {"level": levels[place]}
