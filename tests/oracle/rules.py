"""The switches, typed from switches.md, and the text of a ruleset with its differences."""

import re

from .cards import RANKS, Nonsense
from .foul import TABLES

NAMES = ["classic", "meizhusong", "joker-bid", "six-player", "four-deck"]

# more.md: differences from classic, with a name
MORE = {
    "three-deck": {"decks": 3, "kitty": "auto", "units": "tuples", "take_over": 120, "step": 60},
    "one-deck": {"decks": 1, "kitty": 6, "top_level": "A", "joker_shows": "decks", "take_over": 40, "step": 20},
}

TABLE = """
players             | 4 | 4 | 4 | 6 | 4
decks               | 2 | 2 | 2 | 2 | 4
kitty               | 8 | 8 | 8 | 6 | 0
partners            | fixed | fixed | fixed | fixed | fixed
friends             | auto | auto | auto | auto | auto
friend_by           | holder | holder | holder | holder | holder
self_friend         | true | true | true | true | true
friend_cards        | any | any | any | any | any
small_side_bonus    | false | false | false | false | false
steal               | false | false | false | false | false
first_level         | 2 | 2 | 2 | 2 | 3
top_level           | X | A | A | K | A
match_end           | endless | pass_top | reach_top | pass_top | pass_top
must_play           | [] | [] | [] | [J] | []
permanent_two       | false | false | false | false | true
runs_skip_level     | true | true | true | true | false
runs_in_trump       | all | all | all | all | jokers
declare_style       | reveal | reveal | call | reveal | concealed
self_secure         | true | true | - | true | true
partner_secure      | true | false | - | false | -
self_overturn       | false | false | - | false | false
no_trump            | pair | ladder | - | two | off
no_trump_after      | any | any | - | overturn | -
joker_shows         | pair | pair | - | pair | -
declare_over        | count | count | - | count | -
first_banker        | last | last | - | last | -
no_declaration      | flip_next | flip_joker_no_trump | hard | flip_joker_no_trump | redeal
own_attack_digs     | - | - | true | - | -
declare_window      | true | true | - | true | true
opening_small_joker | - | - | - | - | true
kitty_seen          | true | false | true | true | -
tricks_seen         | last | own_last | last | last | none
throw               | units | units | units | cards | off
throw_plays         | smallest_unit | smallest_unit | smallest_unit | smallest_card | -
throw_penalty       | none | thrown | none | returned | -
throw_tested        | others | others | others | others | -
gapped_runs         | false | false | false | true | false
units               | pairs | pairs | pairs | pairs | pairs
tractor_length      | 2 | 2 | 2 | 2 | 2
tractor_width       | 2 | 2 | 2 | 2 | 2
follow_shape        | full | full | full | full | full
protect             | none | none | none | none | none
overruff            | longest | longest | longest | longest | longest
bombs_beat          | off | off | off | off | off
bombs               | false | false | false | false | true
dig                 | kitty | kitty | kitty | kitty | last_trick
dig_multiplier      | 2/4/2^(n+1) | 2/4/2^(2n) | 1/2/4 | 2/4/8 | cards
dig_shape           | own | own | led | own | -
jack_rules          | false | false | false | true | false
take_over           | 80 | 80 | 80 | 80 | 160
step                | 40 | 40 | 40 | 40 | 80
promotion_cap       | 0 | 0 | 3 | 3 | 0
below_zero          | false | false | false | false | true
defend_top          | false | false | false | false | false
ladder_wraps        | false | false | false | false | false
fall_back           | never | never | never | never | never
match_minutes       | 0 | 180 | 0 | 120 | 150
no_new_deal_minutes | 0 | 10 | 0 | 0 | 0
break_minutes       | 0 | 10 | 0 | 0 | 0
time_up_tie         | draw | draw | draw | bank_wins | draw
play_seconds        | 0 | 30 | 0 | 0 | 10
bury_seconds        | 0 | 180 | 0 | 0 | -
talk                | true | true | true | false | false
ruff_said           | - | - | - | true | false
hints               | open | closed | open | closed | closed
enforcement         | strict | strict | strict | strict | strict
timeout             | play | play | play | play | play
cut                 | none | before_banker | none | before_banker | banker
fouls               | - | meizhusong | - | six-player | four-deck
"""

CHOICES = {
    "partners": ["fixed", "called"],
    "friend_by": ["holder", "nth_play"],
    "friend_cards": ["plain", "any", "no_points", "not_highest"],
    "first_level": list(RANKS),
    "top_level": ["K", "A", "X"],
    "match_end": ["endless", "pass_top", "reach_top"],
    "runs_in_trump": ["all", "jokers"],
    "declare_style": ["reveal", "call", "concealed"],
    "no_trump": ["off", "pair", "ladder", "two"],
    "no_trump_after": ["any", "overturn"],
    "joker_shows": ["pair", "decks", "decks_less_one"],
    "declare_over": ["count", "count_or_suit"],
    "first_banker": ["last", "first"],
    "no_declaration": ["flip_next", "flip_joker_no_trump", "hard", "redeal"],
    "tricks_seen": ["none", "own_last", "last", "all"],
    "throw": ["units", "cards", "off"],
    "throw_plays": ["smallest_unit", "smallest_card"],
    "throw_penalty": ["none", "thrown", "returned"],
    "throw_tested": ["others", "opponents"],
    "units": ["pairs", "tuples"],
    "follow_shape": ["full", "none"],
    "protect": ["none", "longer"],
    "overruff": ["longest", "all", "highest"],
    "bombs_beat": ["off", "void", "any"],
    "fall_back": ["never", "1", "2", "3", "4", "5"],
    "dig": ["kitty", "last_trick", "off"],
    "dig_multiplier": ["2/4/2^(n+1)", "2/4/2^(2n)", "1/2/4", "2/4/8", "cards"],
    "dig_shape": ["led", "own"],
    "time_up_tie": ["draw", "bank_wins"],
    "hints": ["open", "closed"],
    "enforcement": ["strict", "referee"],
    "timeout": ["play", "flag"],
    "cut": ["none", "before_banker", "banker"],
}
BOOLS = {
    "permanent_two", "runs_skip_level", "self_secure", "partner_secure", "self_overturn", "own_attack_digs",
    "declare_window", "opening_small_joker", "kitty_seen", "gapped_runs", "bombs", "jack_rules", "below_zero", "talk",
    "ruff_said", "self_friend", "small_side_bonus", "steal", "defend_top", "ladder_wraps",
}  # fmt: skip


def read_value(switch, text):
    """The value of a switch as its text says."""
    if switch in CHOICES:
        if text not in CHOICES[switch]:
            raise Nonsense(f"{switch} cannot be {text}")
        return text
    if switch in BOOLS:
        if text not in ("true", "false"):
            raise Nonsense(f"{switch} cannot be {text}")
        return text == "true"
    if switch == "must_play":
        inside = text[1:-1] if text[:1] == "[" and text[-1:] == "]" else "?"
        levels = [part for part in inside.split(",") if part]
        if any(level not in RANKS + "X" for level in levels):
            raise Nonsense(f"{switch} cannot be {text}")
        return frozenset(levels)
    if switch == "fouls":
        return read_fouls(text)
    if switch in ("friends", "decks", "kitty", "take_over", "step") and text == "auto":
        return text
    if not text.isdigit():
        raise Nonsense(f"{switch} cannot be {text}")
    return int(text)


def read_fouls(text):
    """The ruleset whose page holds the table of fouls, known by the rules in it; None for an empty table."""
    if text in NAMES:
        return text if text in TABLES else None
    rules = set(re.findall(r"([a-z]+\.[a-z-]+)=", text))
    for name, table in TABLES.items():
        if rules == set(table):
            return name
    if rules:
        raise Nonsense("only the tables of the pages are known")
    return None


def read_presets():
    """Every ruleset's switches; a switch marked – on the page is None."""
    presets = {name: {} for name in NAMES}
    for line in TABLE.strip().splitlines():
        switch, *cells = (cell.strip() for cell in line.split("|"))
        for name, cell in zip(NAMES, cells, strict=True):
            presets[name][switch] = None if cell == "-" else read_value(switch, cell)
    for name, differences in MORE.items():
        presets[name] = {**presets["classic"], **differences}
    return presets


PRESETS = read_presets()
# more.md: differences from classic.
PRESETS["friends"] = PRESETS["classic"] | {
    "units": "tuples",
    "players": 5, "decks": "auto", "kitty": "auto", "partners": "called", "friend_by": "nth_play",
    "friend_cards": "plain", "take_over": "auto", "step": "auto", "small_side_bonus": True,
}  # fmt: skip
PRESETS["steal"] = PRESETS["classic"] | {"steal": True}


def split_switches(text):
    """The parts between commas that do not stand inside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def ruleset(text):
    """The switches of a ruleset written as `id` or `id(switch=value,…)`, with `name` added."""
    if not isinstance(text, str):
        raise Nonsense("ruleset must be text")
    text = text.replace(" ", "")
    name, bracket, rest = text.partition("(")
    if name not in PRESETS or (bracket and not rest.endswith(")")):
        raise Nonsense(f"unknown ruleset {text}")
    rules = dict(PRESETS[name], name=name)
    for part in split_switches(rest[:-1]):
        switch, _, value = part.partition("=")
        if switch not in PRESETS[name]:
            raise Nonsense(f"unknown switch {switch}")
        rules[switch] = read_value(switch, value)
    if rules["permanent_two"] and rules["first_level"] == "2":
        rules["first_level"] = "3"  # level.permanent-two: the ladder then starts at 3
    work_out(rules)
    check_coherent(rules)
    return rules


def work_out(rules):
    """`auto`: what follows from the number of players and decks."""
    if rules["decks"] == "auto":
        rules["decks"] = rules["players"] // 2
    if rules["kitty"] == "auto":
        rules["kitty"] = 54 * rules["decks"] % rules["players"]
        while rules["kitty"] < 5:
            rules["kitty"] += rules["players"]
    if rules["take_over"] == "auto":
        rules["take_over"] = 40 * rules["decks"]
    if rules["step"] == "auto":
        rules["step"] = 20 * rules["decks"]


def check_coherent(rules):
    """Refuse switches that cannot be played together."""
    if not 1 <= rules["decks"] <= 4 or not 4 <= rules["players"] <= 8:
        raise Nonsense("no such number of decks or players")
    if rules["players"] % 2 and rules["partners"] == "fixed":
        raise Nonsense("an odd number of players needs called partners")
    if friends_called(rules) > rules["players"] - 2:
        raise Nonsense("nobody is left to attack")
    if rules["steal"] and (rules["declare_style"] != "reveal" or not rules["kitty"]):
        raise Nonsense("there is no kitty to steal by declaring")
    if (54 * rules["decks"] - rules["kitty"]) % rules["players"]:
        raise Nonsense("the cards cannot be dealt evenly")
    if rules["bombs"] and rules["throw"] != "off":
        raise Nonsense("bombs are played without throws")
    if not rules["must_play"] <= set(ladder(rules)):
        raise Nonsense("a mandatory level is not on the ladder")


def friends_called(rules):
    """`friends`: how many the banker calls, by itself half of the players less the banker."""
    if rules["partners"] == "fixed":
        return 0
    return rules["players"] // 2 - 1 if rules["friends"] == "auto" else rules["friends"]


def ladder(rules):
    """`level.ladder`: the levels from the first to the top."""
    levels = RANKS + "X"
    return levels[levels.index(rules["first_level"]) : levels.index(rules["top_level"]) + 1]
