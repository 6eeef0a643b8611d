"""Rulesets for questions: the five, and differences of them that bear on a kind of question."""

from .cards import RANKS
from .rules import NAMES, ladder, ruleset

TWO_DECK_PLAY = [
    "runs_skip_level=false", "runs_in_trump=jokers", "runs_skip_level=false,runs_in_trump=jokers", "throw=off",
    "decks=4", "permanent_two=true,first_level=3", "permanent_two=true,first_level=3,runs_in_trump=jokers",
]  # fmt: skip
UNIT_THROWS = [
    "throw_plays=smallest_card", "throw_penalty=thrown", "throw_penalty=returned", "throw_penalty=none",
    "gapped_runs=true", "gapped_runs=true,throw=off", "throw=cards,throw_plays=smallest_card", "throw=cards",
]  # fmt: skip
TUPLES = [
    "decks=3,kitty=6,units=tuples", "decks=4,units=tuples", "decks=4,units=tuples,tractor_length=3",
    "decks=4,units=tuples,tractor_width=3", "decks=4,units=tuples,protect=longer", "units=tuples,follow_shape=none",
    "decks=3,kitty=6,units=tuples,protect=longer", "decks=4,units=tuples,overruff=all", "overruff=all", "overruff=highest",
    "decks=4,units=tuples,overruff=highest", "decks=4,units=tuples,bombs_beat=void", "decks=4,units=tuples,bombs_beat=any",
    "decks=4,units=tuples,throw=off", "units=tuples", "follow_shape=none", "decks=4,units=tuples,tractor_length=3,throw=off",
]  # fmt: skip
DIGS = [
    "dig_multiplier=2/4/2^(n+1)", "dig_multiplier=2/4/2^(2n)", "dig_multiplier=1/2/4", "dig_multiplier=2/4/8",
    "dig_multiplier=cards", "dig_shape=own", "dig_shape=own", "dig=off", "dig=last_trick,dig_multiplier=cards",
]  # fmt: skip
RESULTS = [
    "take_over=120,step=60", "take_over=100,step=50", "step=20", "take_over=160,step=40", "promotion_cap=2",
    "promotion_cap=0", "promotion_cap=3", "below_zero=true", "below_zero=false", "jack_rules=true", "jack_rules=false",
]  # fmt: skip
PROMOTIONS = [
    "must_play=[5,T,K]", "must_play=[J]", "must_play=[5,T,J,K]", "must_play=[]", "must_play=[5,K],match_end=endless",
    "match_end=endless", "match_end=pass_top", "match_end=reach_top", "must_play=[T],match_end=reach_top",
    "permanent_two=true,first_level=3",
]  # fmt: skip
TOPS = {
    "classic": [
        "top_level=A", "top_level=A", "top_level=K", "top_level=A,must_play=[J,A]", "no_trump=off",
        "permanent_two=true",
    ],
    "meizhusong": ["top_level=X", "top_level=K", "must_play=[J,A]"],
    "joker-bid": ["top_level=K"],
    "six-player": ["top_level=A", "top_level=X"],
    "four-deck": ["top_level=K"],
}  # fmt: skip
DECLARATIONS = [
    "no_trump=off", "no_trump=pair", "no_trump=ladder", "no_trump=two", "self_secure=false", "partner_secure=true",
    "partner_secure=false", "self_overturn=true", "no_trump=ladder,self_overturn=true", "decks=4",
    "no_trump=ladder,decks=4", "no_trump=two,self_overturn=true",
]  # fmt: skip
FRIENDS = [
    f"friends({cards}{by},players={players})"
    for players in range(5, 9)
    for cards in ("", "friend_cards=any,", "friend_cards=no_points,", "friend_cards=not_highest,")
    for by in ("friend_by=holder", "friend_by=nth_play", "friends=0")
]
OWN_PLAY = {
    "classic": [
        *TWO_DECK_PLAY, *UNIT_THROWS, *TUPLES, "permanent_two=true", "permanent_two=true", "jack_rules=true",
        "decks=4,bombs=true,throw=off", "decks=4,bombs=true,throw=off", "decks=3,kitty=6", "top_level=A",
    ],
    "meizhusong": [*TWO_DECK_PLAY, *UNIT_THROWS],
    "joker-bid": [*TWO_DECK_PLAY, *UNIT_THROWS],
    "six-player": [
        *TWO_DECK_PLAY, "throw=units", "throw=units,throw_plays=smallest_unit", "throw_plays=smallest_unit",
        "throw_penalty=none", "throw_penalty=thrown", "gapped_runs=false", "jack_rules=false",
    ],
    "four-deck": [
        "runs_skip_level=true", "runs_in_trump=all", "runs_in_trump=all,runs_skip_level=true", "permanent_two=false",
        "bombs=false",
    ],
}  # fmt: skip


def differences(name, ask):
    """The switches that bear on this kind of question in this ruleset."""
    if ask == "dig":
        if name == "four-deck":
            return ["dig=off"]
        if name == "joker-bid":
            return [*DIGS[:-1], *OWN_PLAY[name], *["own_attack_digs=false"] * 8]
        return [*DIGS, *OWN_PLAY[name]]
    if ask == "result":
        return [text for text in RESULTS if name != "four-deck" or "jack" not in text]
    if ask == "promote":
        return PROMOTIONS + TOPS[name] * 4
    if ask == "declare":
        if name == "joker-bid":
            return ["decks=4"]
        if name == "four-deck":
            return ["self_secure=false", "self_overturn=true", "opening_small_joker=false"]
        called = ["partners=called"] * (name == "classic")
        return [*DECLARATIONS, *TOPS[name][:1], "permanent_two=true,first_level=3", *called]
    return [] if ask == "foul" else OWN_PLAY[name]


def choose(rng, ask, name):
    """The text of a ruleset: `name` as it is, or with a difference."""
    if ask == "friend" and name is None:
        name = rng.choice([*FRIENDS, "classic(partners=called)", "classic"])
    if name is None:
        names = ["meizhusong", "six-player", "four-deck"] if ask == "foul" and rng.random() < 0.97 else NAMES
        if ask in ("follow", "plays", "trick", "shape") and rng.random() < 0.15:
            names = ["four-deck"]
        if ask == "declare" and rng.random() < 0.35:
            names = ["joker-bid", "four-deck"]
        name = rng.choice(names)
    if "(" in name:
        return name
    options = differences(name, ask)
    often = 0.6 if ask in ("promote", "declare") and len(options) > 1 else 0.35
    if not options or rng.random() > (often if len(options) > 1 else 0.15):
        return name
    text = f"{name}({rng.choice(options)})"
    if rng.random() < 0.1:
        text = text.replace(",", ", ").replace("(", " (", 1)
    ruleset(text)  # only coherent ones are asked
    return text


def level_and_trump(rng, rules, *, jack=0.0):
    """A level of the ladder and a trump for it."""
    levels = ladder(rules)
    level = rng.choice(levels)
    if rng.random() < 0.4:
        level = rng.choice([one for one in "456789TJ" if one in levels])
    if "J" in levels and rng.random() < jack:
        level = "J"
    trump = "N" if level == "X" or rng.random() < 0.15 else rng.choice("SHCD")
    assert level in RANKS + "X"
    return level, trump
