"""The questions of judge.md: what makes sense, and which part of the rules answers it."""

from collections import Counter

from .cards import Nonsense, contains, handfuls, parse, points, show
from .declaring import ask_declare
from .follow import Duty, is_lead, owed_fits
from .foul import choice, foul, number
from .friends import may_be_named
from .order import Table, check_level, table
from .rules import friends_called, ruleset
from .score import dig, promote, result
from .throw import judge_throw
from .trick import winner
from .units import Refused, lead_units

LISTED = 1000


def read_cards(question, field):
    """The cards of a field, at least one."""
    cards = parse(question.get(field))
    if not cards:
        raise Nonsense(f"{field} needs cards")
    return cards


def read_hands(question, field, least, most, *, empty):
    """A list of hands or plays."""
    hands = question.get(field)
    if not isinstance(hands, list) or not least <= len(hands) <= most:
        raise Nonsense(f"{field} must be a list of {least} to {most}")
    hands = [parse(hand) for hand in hands]
    if not empty and not all(hands):
        raise Nonsense(f"{field} needs cards")
    return hands


def flag(question, field):
    """An optional true or false."""
    value = question.get(field, False)
    if not isinstance(value, bool):
        raise Nonsense(f"{field} must be true or false")
    return value


def check_copies(rules, *hands):
    """`cards.deck`: no more copies of a face than the decks hold, over all card fields together."""
    if max(Counter(card for hand in hands for card in hand).values(), default=0) > rules["decks"]:
        raise Nonsense("more copies than the decks hold", "cards.deck")


def read_lead(cards, at):
    """The units of a lead that must be legal for the question to make sense."""
    try:
        return lead_units(at, cards)
    except Refused as refused:
        raise Nonsense("no legal lead", refused.rule) from refused


def ask_shape(question, at, used):
    """`shape`."""
    cards = read_cards(question, "cards")
    check_copies(at.rules, cards)
    units = lead_units(at, cards)
    used.add("lead.gapped-run" if units[0].kind == "gapped" else "lead.shapes")
    return {"units": [show(unit.cards) for unit in units], "suit": at.suit(cards)}


def ask_compare(question, at, used):
    """`compare`."""
    (a, *more), (b, *others) = read_cards(question, "a"), read_cards(question, "b")
    if more or others:
        raise Nonsense("one card each")
    check_copies(at.rules, (a, b))
    order = at.compare(a, b)
    if order is not None:
        used.add("order.trump" if "T" in (at.suit_of[a], at.suit_of[b]) else "order.side")
    if order == 0:
        used.add("order.same")
    return {"order": order}


def read_follow(question, at):
    """The lead, the hand and what is owed."""
    lead, hand = read_cards(question, "lead"), parse(question.get("hand"))
    check_copies(at.rules, lead, hand)
    read_lead(lead, at)
    if len(hand) < len(lead):
        raise Nonsense("the hand is smaller than the lead")
    return lead, hand, Duty(at, lead, hand)


def ask_follow(question, at, used):
    """`follow`."""
    lead, hand, duty = read_follow(question, at)
    play = read_cards(question, "play")
    if len(play) != len(lead) or not contains(hand, play):
        raise Nonsense("not a play of this hand")
    broken = duty.broken_rule(play)
    if broken:
        raise Refused(broken)
    used |= duty.exercised(hand)
    return {"legal": True}


def ask_plays(question, at, used):
    """`plays`: every sub-multiset of the hand, each checked."""
    hand = parse(question.get("hand"))
    if parse(question.get("lead")):
        lead, hand, duty = read_follow(question, at)
        used |= duty.exercised(hand)
        legal = [play for play in handfuls(hand, len(lead)) if not duty.broken_rule(play)]
    else:
        check_copies(at.rules, hand)
        used.add("lead.shapes")
        sizes = range(1, len(hand) + 1)
        legal = [play for size in sizes for play in handfuls(hand, size) if is_lead(at, play)]
    told = {"count": len(legal)}
    if flag(question, "list"):
        told["plays"] = [show(play) for play in legal[:LISTED]]
        if len(legal) > LISTED:
            told["truncated"] = True
    return told


def ask_throw(question, at, used):
    """`throw`."""
    lead = read_cards(question, "lead")
    others = read_hands(question, "others", 1, at.rules["players"] - 1, empty=True)
    check_copies(at.rules, lead, *others)
    return judge_throw(at, read_lead(lead, at), others, used)


def read_plays(question, at):
    """The plays of a trick."""
    plays = read_hands(question, "plays", 1, at.rules["players"], empty=False)
    if len({len(play) for play in plays}) > 1:
        raise Nonsense("plays of unequal size")
    return plays


def ask_trick(question, at, used):
    """`trick`."""
    plays = read_plays(question, at)
    check_copies(at.rules, *plays)
    read_lead(plays[0], at)
    worth = points([card for play in plays for card in play])
    if worth:
        used.add("cards.points")
    return {"winner": winner(at, plays, flag(question, "last"), used), "points": worth}


def ask_dig(question, at, used):
    """`dig`."""
    plays, kitty = read_plays(question, at), parse(question.get("kitty"))
    check_copies(at.rules, *plays, kitty)
    read_lead(plays[0], at)
    side = choice(question, "winner_side", ["attackers", "bankers"])
    if points([card for play in [*plays, kitty] for card in play]):
        used.add("cards.points")
    return dig(at, plays, kitty, side, question, used)


def ask_friend(question, at, used):
    """`friend`: whether the banker may call one by this card; of copies there are as many as decks, if they count."""
    (card, *more), copy = read_cards(question, "card"), number(question, "copy", 1)
    copies = at.rules["decks"] if at.rules["friend_by"] == "nth_play" else 1
    if more or not 1 <= copy <= copies or at.rules["partners"] != "called" or not friends_called(at.rules):
        raise Nonsense("no friend is called so")
    if not may_be_named(at, card):
        raise Refused("partner.cards")
    used.add("partner.cards")
    return {"legal": True}


def ask_result(question, rules, used):
    """`result`."""
    level = question.get("level")
    if level is not None:
        if "trump" in question:
            table(rules, question)
        else:
            check_level(rules, level)
    return result(rules, number(question, "attackers"), level, flag(question, "last_jack_dig"), used)


def ask_promote(question, rules, used):
    """`promote`."""
    by = number(question, "by")
    if by < 0:
        raise Nonsense("by must not be negative")
    return promote(rules, check_level(rules, question.get("from")), by, used)


AT_TABLE = {
    "shape": ask_shape,
    "compare": ask_compare,
    "follow": ask_follow,
    "plays": ask_plays,
    "throw": ask_throw,
    "trick": ask_trick,
    "dig": ask_dig,
    "friend": ask_friend,
}
WITHOUT = {"result": ask_result, "promote": ask_promote, "declare": ask_declare, "foul": foul}


def judged(ask, question, at, used):
    """The answer to a question at a table, nonsense and refusals included."""
    try:
        return ask(question, at, used)
    except Refused as refused:
        used.add(refused.rule)
        return {"legal": False, "rule": refused.rule}
    except Nonsense as nonsense:
        used |= nonsense.rules
        return {"error": {"code": "nonsense", "message": str(nonsense)}}


def all_cards(question):
    """Every card that a question names."""
    for field in ("cards", "card", "a", "b", "lead", "hand", "kitty"):
        yield from parse(question.get(field, "-"))
    for field in ("others", "plays"):
        for text in question.get(field, []):
            yield from parse(text)


def exercised_by_order(question, at, told):
    """The rules of the order that decided: adjacency if another adjacency would have changed the answer, and so on."""
    cards, rules, used = Counter(all_cards(question)), at.rules, set()
    other = {"all": "jokers", "jokers": "all"}[rules["runs_in_trump"]]
    for change in ({"runs_in_trump": other}, {"runs_skip_level": not rules["runs_skip_level"]}):
        elsewhere = Table({**rules, **change}, at.level, at.trump)
        steps = {(at.suit_of[face], at.step_of[face]) for face, copies in cards.items() if copies > 1}
        bears = any(
            now != then and {(suit, low), (suit, low + 1)} <= steps
            for suit, joins in at.joined.items()
            for low, (now, then) in enumerate(zip(joins, elsewhere.joined[suit], strict=True))
        )
        if bears and judged(AT_TABLE[question["ask"]], question, elsewhere, set()) != told:
            used.add("order.adjacent")
    trumps = [card for card in cards if at.suit_of[card] == "T"]
    if rules["permanent_two"] and any(card[1] == "2" for card in trumps):
        used.add("level.permanent-two")
    if rules["name"] == "joker-bid" and at.trump == "N" and any(card[1] == at.level for card in trumps):
        used.add("hard.trumps")
    return used


def answer(question):
    """The answer as judge.md says (without `why` and `owed`), and the ids of the rules exercised in reaching it."""
    used = set()

    def ask(question, _, used):
        if not isinstance(question, dict):
            raise Nonsense("a question is an object")
        name = choice(question, "ask", [*AT_TABLE, *WITHOUT])
        rules = ruleset(question.get("ruleset"))
        if name in WITHOUT:
            return WITHOUT[name](question, rules, used)
        at = table(rules, question)
        told = judged(AT_TABLE[name], question, at, used)
        if "error" not in told:
            used |= exercised_by_order(question, at, told)
        return told

    return judged(ask, question, None, used), used


def owed_is_right(question, owed_text):
    """Whether `owed` is right for a follow that is refused."""
    told, _ = answer(question)
    at = table(ruleset(question["ruleset"]), question)
    _, hand, duty = read_follow(question, at)
    try:
        owed = parse(owed_text)
    except Nonsense:
        return False
    return told.get("legal") is False and owed_fits(duty, told["rule"], hand, owed)
