"""Random declarations: histories of every length, then a next show, legal or nearly."""

from collections import Counter

from .cards import FACES, SUITS, Nonsense, canonical, parse, show
from .declaring import ask_declare
from .rules import ladder, ruleset
from .units import Refused


def candidate(rng, style, levels, phase=None, opening=False):
    """Some cards that one might show: mostly of the right kind."""
    level = rng.choice(levels)
    level = level if level != "X" else "2"
    suit = rng.choice(SUITS)
    if rng.random() < 0.06:
        return canonical(rng.choices(FACES, k=rng.randint(1, 3)))
    if style == "reveal":
        jokers = rng.choice([["XB"] * 2, ["XL"] * 2, ["XB", "XL"], ["XB"], ["XB", "XB", "XL"]][: rng.choice([2, 3, 5])])
        cards = [suit + level] * rng.choice([1, 1, 1, 1, 2, 2, 2, 3]) if rng.random() < 0.75 else jokers
    elif style == "concealed":
        cards = [suit + level] * rng.choice([1, 1, 2, 2, 3, 4]) + ["XL"] * (rng.random() < (0.85 if opening else 0.1))
        if rng.random() < 0.05:
            cards = rng.choice([["XL"], ["XB", suit + level], [suit + level, rng.choice(SUITS) + level]])
    else:
        joker = "XB" if (suit in "HD") == (rng.random() < 0.9) else "XL"
        cards = [joker] + [suit + level] * rng.choice([1, 1, 2] if phase == "call" else [1, 2, 2, 2, 2, 2])
        if rng.random() < 0.3 and phase == "change":
            cards = rng.choice([["XB"] * 2, ["XL"] * 2, ["XB", "XL"], ["XB"]][: rng.choice([2, 2, 4])])
        if rng.random() < 0.06:
            cards = cards[1:] or cards
    return canonical(cards)


def is_legal(question, rules):
    """Whether the show is legal, and makes sense."""
    try:
        ask_declare(question, rules, set())
    except (Refused, Nonsense):
        return False
    return True


def more_of_the_same(rng, entry, players, style):
    """The twin of a shown card, or a reinforcement of a bid; by the same seat, its partner or another."""
    seat = rng.choice([entry["seat"], (entry["seat"] + 2) % players, rng.randrange(players)])
    cards = (parse(entry["cards"])[0],) * (rng.randint(1, 3) if style == "concealed" else 1)
    return {"seat": seat, "cards": show((*cards, *["XL"] * (style == "concealed" and rng.random() < 0.1)))}


def next_show(rng, asked, rules, levels):
    """A show that might come next; in a called game with its phase."""
    style, history, players = rules["declare_style"], asked["history"], rules["players"]
    seat = rng.randrange(players)
    if history and rng.random() < 0.25:
        seat = rng.choice(history)["seat"]
    if style != "call":
        if history and rng.random() < 0.45:
            return more_of_the_same(rng, rng.choice([history[-1], rng.choice(history)]), players, style)
        opening = asked["first_deal"] and rules["opening_small_joker"]
        return {"seat": seat, "cards": show(candidate(rng, style, levels, opening=opening))}
    phase = "call" if (not history) == (rng.random() < 0.93) else "change"
    level = asked["levels"][seat % 2]
    if phase == "change" and history and rng.random() < 0.9:
        level = asked["levels"][history[0]["seat"] % 2]
    return {"seat": seat, "cards": show(candidate(rng, style, [level], phase)), "phase": phase}


def ends_it(shown, rules):
    """Whether little can come after this show: jokers alone, or a pair shown at once."""
    cards = parse(shown["cards"])
    pair_at_once = rules["declare_style"] == "reveal" and len(cards) > 1
    return pair_at_once or all(card[0] == "X" for card in cards)


def make_declare(rng, text):
    """A history that is legal step by step and one show more."""
    rules = ruleset(text)
    levels = list(ladder(rules))
    first_deal = rng.random() < 0.6
    level = levels[0] if first_deal and rng.random() < 0.5 else rng.choice(levels)
    level = "X" if "X" in levels and rng.random() < 0.12 else level
    asked = {"history": [], "first_deal": first_deal}
    if not first_deal:
        asked["banker"] = rng.randrange(rules["players"])
    if rules["declare_style"] == "call":
        asked["levels"] = [rng.choice(levels), rng.choice(levels)]
    else:
        asked["level"] = level
    for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 2, 3, 4])):
        for _ in range(12):
            shown = next_show(rng, asked, rules, [level])
            if ends_it(shown, rules) and rng.random() < 0.7:
                continue
            if is_legal({**asked, **shown}, rules):
                asked["history"] = [*asked["history"], shown]
                break
    want, chosen = rng.random() < 0.55, None
    for _ in range(40):
        shown = next_show(rng, asked, rules, [level])
        if not within_copies({**asked, **shown}, rules) and rng.random() > 0.01:
            continue
        chosen = shown
        if is_legal({**asked, **shown}, rules) == want:
            break
    return {**asked, **(chosen or shown)}


def within_copies(asked, rules):
    """Whether all shows together are within the copies of the decks (in a called game more is merely illegal)."""
    faces = Counter(parse(asked["cards"]))
    if rules["declare_style"] != "call":
        for entry in asked["history"]:
            faces += Counter(parse(entry["cards"]))
    return max(faces.values()) <= rules["decks"]
