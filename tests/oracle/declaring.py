"""`declare`: reads the history, judges the next show, and says whether any later one could be legal."""

from collections import Counter

from .call import Call
from .cards import Nonsense, parse
from .concealed import Concealed
from .declare import Reveal
from .foul import choice, number
from .order import check_level
from .units import Refused


def read_show(question, rules, with_phase):
    """A seat, the cards it shows, and in a called game the phase."""
    if not isinstance(question, dict):
        raise Nonsense("a show is an object")
    seat, cards = number(question, "seat"), parse(question.get("cards"))
    if not 0 <= seat < rules["players"] or not cards:
        raise Nonsense("seat out of range, or no cards")
    if with_phase:
        return seat, cards, choice(question, "phase", ["call", "change"])
    return seat, cards


def read_history(question, rules, with_phase):
    """The shows so far."""
    history = question.get("history")
    if not isinstance(history, list):
        raise Nonsense("history must be a list")
    return [read_show(entry, rules, with_phase) for entry in history]


def is_final(state, rules, shown, phases):
    """Whether no further show by any seat, of any cards within the copies the decks hold, would be legal."""
    for cards in state.candidates():
        if max((shown + Counter(cards)).values()) > rules["decks"]:
            continue
        for seat in range(rules["players"]):
            for phase in phases:
                try:
                    state.step(seat, tuple(cards), *phase, set())
                except Refused:
                    continue
                return False
    return True


def declare_call(question, rules, used):
    """`declare` for joker-bid: history entries are taken to have been legal shows."""
    levels = question.get("levels")
    if not isinstance(levels, list) or len(levels) != 2:
        raise Nonsense("levels of both sides are needed")
    state = Call(rules, [check_level(rules, level) for level in levels])
    for entry in read_history(question, rules, with_phase=True):
        state = state.record(*entry)
    seat, cards, phase = read_show(question, rules, with_phase=True)
    state = state.step(seat, cards, phase, used)
    final = is_final(state, rules, state.shown, [("call",), ("change",)])
    return {"legal": True, "final": final, **state.outcome(phase)}


def declare_shown(question, rules, used):
    """`declare` for the styles `reveal` and `concealed`."""
    level = check_level(rules, question.get("level"))
    first_deal = question.get("first_deal")
    if not isinstance(first_deal, bool):
        raise Nonsense("first_deal must be true or false")
    if not first_deal and not 0 <= number(question, "banker") < rules["players"]:
        raise Nonsense("banker out of range")
    reveal = rules["declare_style"] == "reveal"
    state = Reveal(rules, level) if reveal else Concealed(rules, level, first_deal)
    history = read_history(question, rules, with_phase=False)
    seat, cards = read_show(question, rules, with_phase=False)
    shown = Counter(card for _, laid in [*history, (seat, cards)] for card in laid)
    if max(shown.values()) > rules["decks"]:
        raise Nonsense("more copies than the decks hold", "cards.deck")
    for entry in history:
        try:
            state = state.step(*entry, set())
        except Refused as refused:
            raise Nonsense("the history is not legal", refused.rule) from refused
    state = state.step(seat, cards, used)
    outcome = state.outcome()
    used.add("declare.banker")
    if not first_deal:
        outcome["banker"] = question["banker"]
    return {"legal": True, "final": is_final(state, rules, shown, [()]), **outcome}


def ask_declare(question, rules, used):
    """`declare`."""
    if rules["declare_style"] == "call":
        return declare_call(question, rules, used)
    return declare_shown(question, rules, used)
