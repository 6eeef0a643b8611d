"""The tables of fouls (`foul.*`, `deal.misdrawn`) of meizhusong, six-player and four-deck."""

from .cards import Nonsense

TABLES = {
    "meizhusong": ["foul.card-count", "foul.retract", "deal.misdrawn"],
    "six-player": ["foul.conduct", "foul.kitty-count", "foul.misplay", "foul.side"],
    "four-deck": [
        "foul.bid-exposed", "foul.false-bid", "foul.misplay", "foul.revoke", "foul.bank-order", "foul.conduct",
    ],
}  # fmt: skip
EFFECTS = {
    "deal.misdrawn": "redeal",
    "foul.bid-exposed": "lose_bid",
    "foul.false-bid": "name_trump",
    "foul.bank-order": "rebid",
}


def number(question, field, default=None):
    """A whole number of the question."""
    value = question.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Nonsense(f"{field} must be a number")
    return value


def choice(question, field, values, default=None):
    """One of the values that the field may have."""
    value = question.get(field, default)
    if value not in values:
        raise Nonsense(f"{field} makes no sense")
    return value


def to_other_side(question, by, points):
    """A points penalty: attackers lose what they erred, and gain what the bankers erred."""
    return {"attackers": number(question, "attackers") + (points if by == "bankers" else -points)}


def side_fouled(by, attackers):
    """`foul.side`: the deal ends against the side that fouled."""
    if by == "bankers":
        return {"side": "attackers", "levels": 1 if attackers >= 80 else 0}
    return {"side": "bankers", "levels": 2 if attackers < 40 else 1}


def six_player(rule, by, question):
    """The fouls of six-player.md; whoever does not obey the committee is out."""
    if rule == "foul.conduct":
        return {"effect": "disqualify"}
    if rule == "foul.side":
        return side_fouled(by, number(question, "attackers"))
    if rule == "foul.misplay":
        if choice(question, "found", ["at_once", "later"]) == "at_once":
            return to_other_side(question, by, 10 * number(question, "cards"))
        return side_fouled(by, number(question, "attackers"))
    if by == "attackers":
        raise Nonsense("only the bankers bury")
    if choice(question, "found", ["at_once", "later"], "later") == "at_once":
        return {"attackers": number(question, "attackers")}
    return side_fouled("bankers", number(question, "attackers"))


def four_deck(rule, by, question, used):
    """The fouls of four-deck.md that are no plain effect."""
    if rule == "foul.conduct":
        return {"effect": "warn" if number(question, "times", 1) < 2 else "disqualify"}
    later = choice(question, "found", ["at_once", "later"], "later") == "later"
    if rule == "foul.misplay" or not later:
        used.add("foul.misplay")
        return to_other_side(question, by, 10 * number(question, "cards"))
    variant = choice(question, "variant", ["mixed_up", "counted_first", None])
    levels = 1 if variant == "counted_first" else 3
    return {"side": "attackers" if by == "bankers" else "bankers", "levels": levels}


def foul(question, rules, used):
    """The answer to `foul`."""
    rule = question.get("rule")
    if rule not in TABLES.get(rules["fouls"], []):
        raise Nonsense("not in this ruleset's table of fouls")
    by = choice(question, "by", ["attackers", "bankers"])
    used.add(rule)
    if rule in EFFECTS:
        return {"effect": EFFECTS[rule]}
    if rule == "foul.card-count":
        return to_other_side(question, by, 80 * number(question, "times", 1))
    if rule == "foul.retract":
        return to_other_side(question, by, 10 * number(question, "cards"))
    if rules["fouls"] == "six-player":
        return six_player(rule, by, question)
    return four_deck(rule, by, question, used)
