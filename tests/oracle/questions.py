"""Random questions of every kind, for every ruleset; the rare rules are asked often."""

from collections import Counter

from . import making
from .ask import answer
from .cards import FACES, SUITS, parse, show
from .follow import Duty
from .foul import TABLES
from .order import Table
from .rules import ladder, ruleset
from .showing import make_declare
from .units import lead_units
from .variants import choose, level_and_trump

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def seat_at(rng, text, *, jack=0.0):
    """The fields of a question at a table, the table, and a full pack."""
    rules = ruleset(text)
    level, trump = level_and_trump(rng, rules, jack=jack)
    at = Table(rules, level, trump)
    return {"level": level, "trump": trump}, at, making.Pack(rng, at)


def make_shape(rng, text):
    """Cards that are a lead, or nearly: one card exchanged, added or of another suit."""
    fields, at, pack = seat_at(rng, text)
    cards = list(making.lead(pack, several=0.6))
    what = rng.random()
    if what < 0.2:
        cards[rng.randrange(len(cards))] = pack.any(1)[0]
    elif what < 0.45:
        suit = at.suit(cards)
        cards += pack.rich(suit, rng.randint(1, 4))
    elif what < 0.55:
        suit = rng.choice([suit for suit in at.orders if at.orders[suit]])
        cards = list(making.Pack(rng, at).rich(suit, rng.randint(2, 12)))
    elif what < 0.6 and at.rules["decks"] > 2:
        cards = [rng.choice(FACES)] * 3
    return {**fields, "cards": show(cards)}


def make_compare(rng, text):
    """Two cards, often both trumps or of one suit."""
    fields, at, _ = seat_at(rng, text)
    a = rng.choice(FACES)
    trumps = [face for face in FACES if at.suit_of[face] == "T"]
    near = [face for face in FACES if at.suit_of[face] == at.suit_of[a] or face[1] == a[1]]
    if rng.random() < 0.3:
        a, near = rng.choice(trumps), trumps
    return {**fields, "a": a, "b": rng.choice(near if rng.random() < 0.8 else FACES)}


def make_hand(rng, at, pack, lead, extra):
    """A hand against a lead: void, short, or long in the suit; `extra` cards more than needed at most."""
    suit, size = at.suit(lead), len(lead)
    what = rng.random()
    if what < 0.08:
        number = 0
    elif what < 0.22:
        number = rng.randint(1, size)
    else:
        number = size + rng.randint(1, 6)
    held = pack.rich(suit, min(number, 14))
    others = pack.any(max(0, size - len(held)) + rng.randint(0, extra), but=suit)
    return held + others


def make_follow(rng, text):
    """A lead, a hand and a play that is legal about half the time."""
    fields, at, pack = seat_at(rng, text)
    lead = making.lead(pack)
    hand = make_hand(rng, at, pack, lead, 4)
    duty = Duty(at, lead, hand)
    play = making.legal_play(rng, duty, hand)
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        play = making.exchange_one(rng, play, hand)
    return {**fields, "lead": show(lead), "hand": show(hand), "play": show(play)}


def make_plays(rng, text):
    """A small hand, leading or following."""
    fields, at, pack = seat_at(rng, text)
    extra = {"list": True} if rng.random() < 0.2 else {}
    if rng.random() < 0.3:
        suits = [suit for suit in at.orders if at.orders[suit]]
        hand = [card for _ in range(2) for card in pack.rich(rng.choice(suits), rng.randint(0, 4))]
        return {**fields, "lead": "-", "hand": show(hand), **extra}
    lead = making.lead(pack, size=rng.choice([4, 5, 5, 8]))
    hand = make_hand(rng, at, pack, lead, 2)
    return {**fields, "lead": show(lead), "hand": show(hand), **extra}


def make_throw(rng, text):
    """A throw or a gapped run of mostly high cards, and other hands strong in the suit."""
    fields, at, pack = seat_at(rng, text)
    lead = making.lead(pack, several=0.9, bias=rng.choice(["high", "high", None]))
    suit, players = at.suit(lead), at.rules["players"]
    number = players - 1 if rng.random() < 0.8 else rng.randint(1, players - 1)
    most = rng.choice([1, 3, 6, 8])
    others = [pack.rich(suit, rng.randint(0, most)) + pack.any(rng.randint(0, 3), but=suit) for _ in range(number)]
    return {**fields, "lead": show(lead), "others": [show(hand) for hand in others]}


def jack_heights(at):
    """The heights of the trumps that are Js or jokers."""
    steps = at.orders["T"]
    return {height for height, faces in enumerate(steps) if faces[0][0] == "X" or faces[0][1] == "J"}


def make_answer(rng, at, pack, lead, last):
    """One play to a trick: of the same shape in the suit or in trumps, nearly so, or anything."""
    suit, units, size = at.suit(lead), lead_units(at, lead), len(lead)
    before, what = pack.left.copy(), rng.random()
    within = jack_heights(at) if last and at.level == "J" and rng.random() < 0.7 else None
    if what < 0.7:
        play = making.like(pack, "T" if what < 0.45 or within else suit, units, lead, within=within)
        if play and rng.random() < 0.15:
            play = making.exchange_one(rng, play, (*play, *pack.any(1)))
        if play:
            return play
    pack.left = before
    play = pack.rich(suit if what < 0.85 else "T", rng.randint(0, size))
    return play + pack.any(size - len(play))


def make_trick(rng, text, *, last=None):
    """A trick with ruffs and overruffs; often the last one."""
    fields, at, pack = seat_at(rng, text, jack=0.6 if ruleset(text)["jack_rules"] else 0)
    last = last or (rng.random() < 0.75 if at.level == "J" else rng.random() < 0.1)
    lead = making.lead(pack, several=0.35, size=6)
    number = at.rules["players"] if rng.random() < 0.85 else rng.randint(1, at.rules["players"])
    plays = [lead]
    while len(plays) < number:
        plays.append(make_answer(rng, at, pack, lead, last))
    asked = {**fields, "plays": [show(play) for play in plays]}
    return {**asked, "last": True} if last else asked


def make_dig(rng, text):
    """A last trick and a kitty full of points."""
    asked = make_trick(rng, text, last=True)
    del asked["last"]
    rules = ruleset(text)
    left = Counter(dict.fromkeys(FACES, rules["decks"])) - Counter(parse("".join(asked["plays"])))
    rich = [card for card in left.elements() if card[1] in "5TK"]
    kitty = rng.sample(rich, min(len(rich), rng.randint(0, max(rules["kitty"], 3))))
    asked["kitty"] = show(kitty)
    asked["winner_side"] = rng.choice(["attackers", "attackers", "attackers", "bankers"])
    if rules["name"] == "joker-bid" and rng.random() < 0.4:
        asked["trump"] = "N"
    if rules["name"] == "joker-bid" and asked["trump"] == "N":
        asked["attacked_by"] = rng.choice(["attackers", "bankers", "bankers", None])
        if "error" in answer({"ask": "dig", "ruleset": text, **asked})[0]:
            asked["plays"] = [play[:2] for play in asked["plays"]]
    return asked


def make_result(rng, text):
    """Attackers' points near the limits, below zero, or huge."""
    rules = ruleset(text)
    level, trump = level_and_trump(rng, rules, jack=0.6 if rules["jack_rules"] else 0)
    near = rules["take_over"] + rules["step"] * rng.randint(-6, 8) + rng.choice([-5, -1, 0, 0, 1, 5])
    points = rng.choice([near, near, near, 5 * rng.randint(-40, 90), 0, -5, 10 ** rng.randint(3, 9)])
    asked = {"level": level, "trump": trump, "attackers": points}
    if rng.random() < (0.6 if level == "J" else 0.05):
        asked["last_jack_dig"] = rng.random() < 0.8
    return asked


def make_promote(rng, text):
    """A level and a promotion, often near the top or a mandatory level."""
    levels = ladder(ruleset(text))
    level = rng.choice(levels[-5:] if rng.random() < 0.45 else levels)
    by = rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 9, 14, 30]) if rng.random() < 0.97 else 33554433
    return {"from": level, "by": by}


def make_foul(rng, text):
    """A foul of the ruleset's table (rarely of another's)."""
    rules = TABLES.get(ruleset(text)["name"], ["foul.misplay"])
    if rng.random() < 0.02:
        rules = [rule for table in TABLES.values() for rule in table]
    rule = rng.choice(rules)
    by = "bankers" if rule == "foul.kitty-count" and rng.random() < 0.9 else rng.choice(["attackers", "bankers"])
    asked = {"rule": rule, "by": by, "cards": rng.randint(1, 6)}
    asked["attackers"] = rng.choice([35, 39, 40, 45, 75, 79, 80, 85, 5 * rng.randint(-10, 60)])
    if rule in ("foul.kitty-count", "foul.revoke") or (rule == "foul.misplay" and "six" in text):
        if rule == "foul.misplay" or rng.random() < 0.7:
            asked["found"] = rng.choice(["at_once", "later"])
    if rule in ("foul.card-count", "foul.conduct") and rng.random() < 0.7:
        asked["times"] = rng.randint(1, 3)
    if rule == "foul.revoke" and asked.get("found") != "at_once" and rng.random() < 0.6:
        asked["variant"] = rng.choice(["mixed_up", "counted_first"])
    return asked


def make_friend(rng, text):
    """A card by which a friend might be called, often the highest of a suit or one with points; rarely a copy too many."""
    fields, at, _ = seat_at(rng, text)
    tops = [face for suit, steps in at.orders.items() if suit != "T" and steps for face in steps[-1]]
    points = [face for face in FACES if face[1] in "5TK"]
    asked = {**fields, "card": rng.choice(rng.choice([tops, points, FACES]))}
    return {**asked, "copy": rng.randint(1, at.rules["decks"] + 1)} if rng.random() < 0.3 else asked


MAKERS = {
    "shape": make_shape,
    "compare": make_compare,
    "follow": make_follow,
    "plays": make_plays,
    "throw": make_throw,
    "trick": make_trick,
    "dig": make_dig,
    "result": make_result,
    "promote": make_promote,
    "declare": make_declare,
    "foul": make_foul,
    "friend": make_friend,
}
WEIGHTS = [2, 1, 5, 2, 4, 5, 3, 2, 2, 6, 2, 1]
CARD_FIELDS = ("cards", "card", "a", "b", "lead", "hand", "play", "kitty")


NEEDED = {
    "shape": ["level", "trump", "cards"],
    "compare": ["level", "trump", "a", "b"],
    "follow": ["level", "trump", "lead", "hand", "play"],
    "plays": ["level", "trump", "hand"],
    "throw": ["level", "trump", "lead", "others"],
    "trick": ["level", "trump", "plays"],
    "dig": ["level", "trump", "plays", "winner_side"],
    "result": ["attackers"],
    "promote": ["from", "by"],
    "declare": ["seat", "cards"],
    "foul": ["rule"],
    "friend": ["level", "trump", "card"],
}


# what otherwise comes up too seldom: level.no-joker, last.jack-dig, declare.joker-level, call.turn, declare.self-…
RARE = [
    ("promote", "classic(top_level=A)"),
    ("promote", "classic(top_level=A,must_play=[J,A])"),
    ("result", "six-player"),
    ("result", "six-player"),
    ("declare", "classic"),
    ("declare", "classic(self_overturn=true)"),
    ("declare", "joker-bid"),
    ("declare", "joker-bid"),
    ("declare", "joker-bid"),
    ("declare", "joker-bid"),
    *(("follow", f"classic(decks={decks},kitty=auto,units=tuples)") for decks in (3, 4, 4, 4)),
    *(("trick", f"classic(decks=4,units=tuples,bombs_beat={how})") for how in 3 * ("any", "void")),
]


def drop_one(rng, question):
    """The question without a field that it needs."""
    field = rng.choice(["ask", "ruleset", *NEEDED[question["ask"]]])
    return {name: value for name, value in question.items() if name != field}


def spoil_cards(rng, question):
    """A card field that cannot be read, or holds what cannot be."""
    ask = question["ask"]
    fields = [field for field in CARD_FIELDS if field in NEEDED[ask]]
    if fields:
        bad = ["S1", "Q", "XA", "ZZ", 5, None, ["S3"], "S", *["SAXBBBBB"] * (ask != "declare")]
        return {**question, rng.choice(fields): rng.choice(bad)}
    field = "plays" if "plays" in question else "others"
    if field not in question:
        return drop_one(rng, question)
    bad = [[], question[field] * 7, [*question[field][1:], "S234567"], [*question[field][1:], "S1"], "S3", None]
    return {**question, field: rng.choice(bad)}


def overfill(rng, question):
    """One copy more of a face than the decks hold, over all card fields together."""
    field = next((field for field in ("hand", "kitty", "others", "plays", "cards", "b") if field in question), None)
    if field is None or "phase" in question or question["ask"] == "foul":
        return drop_one(rng, question)
    lists = [text for name in ("plays", "others") for text in question.get(name, [])]
    texts = [question[name] for name in ("lead", "hand", "cards", "kitty") if name in question] + lists
    held = Counter(card for text in texts for card in parse(text)) or Counter({"SA": 1})
    face = rng.choice(sorted(held))
    more = face * (ruleset(question["ruleset"])["decks"] + 1 - held[face])
    if isinstance(question[field], list):
        return {**question, field: [question[field][0].strip("-") + more, *question[field][1:]]}
    return {**question, field: question[field].strip("-") + more}


def spoil_follow(rng, question):
    """A play that is not in the hand or not of the led size, or a hand too small."""
    play, size = parse(question["play"]), len(parse(question["lead"]))
    changes = [
        {"play": show(rng.sample(FACES, len(play)))},
        {"play": show(play[1:])},
        {"hand": show(parse(question["hand"])[: size - 1])},
    ]
    return {**question, **rng.choice(changes)}


def spoil_value(rng, question):
    """A field with a value that it cannot have."""
    ask, changes = question["ask"], []
    changes.append({"ruleset": rng.choice(["clasic", "classic(", "classic(foo=1)", "classic(decks=9)", 7, None])})
    changes.append({"ruleset": question["ruleset"].partition("(")[0].strip() + "(throw=maybe)"})
    changes.append({"ask": rng.choice(["why", None, 3])})
    if "level" in question:
        changes.append({"level": rng.choice(["1", "Y", 5, "", *[None] * (ask != "result")])})
        changes.append({"level": "X"} if question.get("trump") in tuple(SUITS) else {"level": "0"})
    if "level" in question and "permanent_two=true" in question["ruleset"]:
        changes.append({"level": "2"})
    if "trump" in question:
        changes.append({"trump": rng.choice(["X", "T", 0, "SH"])})
    if "seat" in question:
        changes.append({"seat": rng.choice([-1, 6, "1", 1.5, None])})
        changes.append({"history": rng.choice([{}, [1], [{"seat": 9, "cards": "S2"}], [{"seat": 0}]])})
    if "phase" in question:
        changes.append({"phase": rng.choice(["bid", None, 0])})
        changes.append({"levels": rng.choice([["2"], "23", ["2", "Y"], None])})
    if ask in ("promote", "result"):
        changes.append({rng.choice(["by", "from", "attackers"]): rng.choice([-1.5, -1, "many", []])})
    if "winner_side" in question:
        changes.append({"winner_side": rng.choice(["nobody", 1, None])})
    return {**question, **rng.choice(changes)}


def spoil(rng, question):
    """The question made nonsense in one place (mostly: a change may happen to make sense)."""
    ways = [drop_one, spoil_cards, spoil_value, overfill, *[spoil_follow] * ("play" in question)]
    return rng.choice(ways)(rng, question)


def respell(rng, text):
    """The same cards in other words: suit signs, 10, spaces, 大王 and 小王."""
    words = [SIGNS.get(card[0], "X") + card[1].replace("T", "10") for card in parse(text)]
    words = [{"XB": "大王", "XL": "小王"}.get(word, word) for word in words]
    rng.shuffle(words)
    return rng.choice(["", " "]).join(words) or "-"


def generate(rng, ask=None, ruleset=None):
    """A random question; most make sense, about five in a hundred do not."""
    if ask is None and ruleset is None and rng.random() < 0.08:
        ask, ruleset = rng.choice(RARE)
    ask = ask or rng.choices(list(MAKERS), WEIGHTS)[0]
    text = choose(rng, ask, ruleset)
    question = {"ask": ask, "ruleset": text, **MAKERS[ask](rng, text)}
    if rng.random() < 0.05:
        return spoil(rng, question)
    if rng.random() < 0.03:
        for field in CARD_FIELDS:
            if isinstance(question.get(field), str):
                question[field] = respell(rng, question[field])
    return question
