"""The referee's questions: each `ask` is a function from a question to its answer.

The protocol is that of `docs/judge.md`. Nothing a question holds may end the process: what makes
no sense is answered with an error on its own line.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

from ..cards import NO_TRUMP, Cards
from ..deal.refusals import CITED
from ..rules.friends import friend_refusal, most_copies
from ..rules.refusals import ALLOWED
from ..ruleset.fouls import Foul, FoulQuestionError
from ..texts.explain import explain
from ..texts.reader import LANGUAGES
from ..verdicts import check_follow, leads, plays, read_lead, throw, trick
from ..verdicts.ruling import Ruling
from ..verdicts.score import ATTACKERS, BANKERS, dig, promote, result
from ..verdicts.terms import Terms
from . import fields
from .declare import ask_declare
from .fields import Question, QuestionError

Answer = dict[str, Any]
LONGEST_LINE = 65536
LONGEST_LIST = 1000


def _ask_shape(q: Question) -> Answer:
    t = fields.terms(q)
    cards = fields.cards(q, "cards")
    fields.possible([cards], t.ruleset.decks)
    shape = read_lead(t, cards)
    if isinstance(shape, Ruling):
        return refusal(shape)
    units = [str(unit.cards) for unit in shape.units]
    return {"units": units, "suit": t.suit_name(shape.lane)}


def _ask_compare(q: Question) -> Answer:
    return {"order": fields.terms(q).compare(fields.card(q, "a"), fields.card(q, "b"))}


def _ask_follow(q: Question) -> Answer:
    t = fields.terms(q)
    lead = fields.lead(q, t)
    hand, play = fields.cards(q, "hand"), fields.cards(q, "play")
    fields.possible([lead.cards, hand], t.ruleset.decks)
    if not play <= hand:
        raise QuestionError("not_in_hand", f"the play {play} is not part of the hand {hand}")
    if len(play) != len(lead.cards):
        message = f"{len(lead.cards)} cards were led, so as many are played, not {len(play)}"
        raise QuestionError("wrong_number", message)
    ruling = check_follow(t, lead, hand, play)
    return {"legal": True} if ruling is None else refusal(ruling)


def _ask_plays(q: Question) -> Answer:
    t = fields.terms(q)
    hand = fields.read_cards(fields.field(q, "hand"), "hand")
    led = fields.read_cards(fields.field(q, "lead"), "lead")
    fields.possible([led, hand], t.ruleset.decks)
    if not led:
        every = leads(t, hand)
    else:
        if len(hand) < len(led):
            message = f"{len(led)} cards were led, but the hand holds {len(hand)}"
            raise QuestionError("wrong_number", message)
        every = plays(t, fields.legal_lead(t, led), hand)
    answer: Answer = {"count": every.count()}
    if fields.flag(q, "list", default=False):
        listed = [str(play) for play in islice(every, LONGEST_LIST)]
        answer["plays"] = listed
        if answer["count"] > len(listed):
            answer["truncated"] = True
    return answer


def _ask_throw(q: Question) -> Answer:
    t = fields.terms(q)
    lead = fields.lead(q, t)
    others = fields.card_list(q, "others", t.ruleset.players - 1, empty=True)
    fields.possible([lead.cards, *others], t.ruleset.decks)
    outcome = throw(t, lead, others)
    if outcome.stands:
        return {"stands": True}
    return {
        "stands": False,
        "played": str(outcome.played),
        "returned": str(outcome.returned),
        "penalty": outcome.penalty,
    }


def _trick_plays(q: Question, t: Terms) -> list[Cards]:
    """The plays of a trick, each as large as the first."""
    laid = fields.card_list(q, "plays", t.ruleset.players)
    if any(len(play) != len(laid[0]) for play in laid):
        raise QuestionError("wrong_number", "all plays of a trick have as many cards as the lead")
    return laid


def _ask_trick(q: Question) -> Answer:
    t = fields.terms(q)
    led, *follows = _trick_plays(q, t)
    fields.possible([led, *follows], t.ruleset.decks)
    lead = fields.legal_lead(t, led)
    outcome = trick(t, lead, follows, last=fields.flag(q, "last", default=False))
    return {"winner": outcome.winner, "points": outcome.points}


def _ask_dig(q: Question) -> Answer:
    t = fields.terms(q)
    led, *follows = _trick_plays(q, t)
    given = fields.field(q, "kitty") if t.ruleset.kitty else q.get("kitty", "-")
    kitty = fields.read_cards(given, "kitty")
    fields.possible([led, *follows, kitty], t.ruleset.decks)
    lead = fields.legal_lead(t, led)
    if t.ruleset.declare_style == "call" and t.trump == NO_TRUMP:
        fields.field(q, "attacked_by")
    bonus = dig(
        t,
        lead,
        follows,
        kitty,
        winner_side=fields.choice(q, "winner_side", (ATTACKERS, BANKERS)),
        attacked_by=fields.optional_choice(q, "attacked_by", (ATTACKERS, BANKERS)),
    )
    return {"multiplier": bonus.multiplier, "points": bonus.points}


def _ask_result(q: Question) -> Answer:
    r = fields.ruleset(q)
    jack = fields.flag(q, "last_jack_dig", default=False)
    level = fields.level_of(q, r) if "level" in q else "J"  # it matters only to last_jack_dig
    if "trump" in q:
        fields.terms(q)
    outcome = result(r, fields.number(q, "attackers"), level=level, last_jack_dig=jack)
    answer: Answer = {"side": outcome.side, "levels": outcome.levels}
    if outcome.back_to:
        answer["back_to"] = outcome.back_to
    return answer


def _ask_promote(q: Question) -> Answer:
    r = fields.ruleset(q)
    outcome = promote(r, fields.level_of(q, r, "from"), fields.number(q, "by", least=0))
    answer: Answer = {"level": outcome.level}
    if outcome.won:
        answer["won"] = True
    return answer


def _ask_friend(q: Question) -> Answer:
    t = fields.terms(q)
    card, copy = fields.card(q, "card"), fields.number(q, "copy", least=1, default=1)
    if not t.ruleset.friend_count:
        raise QuestionError(
            "bad_field", "nobody calls a friend in this ruleset (partners, friends)"
        )
    most = most_copies(t.switches)
    if copy > most:
        raise QuestionError("bad_field", f"copy: {copy} is none of 1 to {most} in this ruleset")
    refused = friend_refusal(t.switches, t.order, card.face)
    if refused == ALLOWED:
        return {"legal": True}
    return refusal(Ruling(*CITED[refused], {"cards": Cards.of([card])}))


def _ask_foul(q: Question) -> Answer:
    foul = Foul(
        rule=fields.text(q, "rule"),
        by=fields.optional_choice(q, "by", (ATTACKERS, BANKERS)),
        attackers=fields.number(q, "attackers") if "attackers" in q else None,
        cards=fields.number(q, "cards", least=0) if "cards" in q else None,
        found=fields.optional_choice(q, "found", ("at_once", "later")),
        variant=fields.optional_choice(q, "variant", ("mixed_up", "counted_first")),
        times=fields.number(q, "times", least=1, default=1),
    )
    try:
        penalty = fields.ruleset(q).fouls.penalty(foul)
    except FoulQuestionError as error:
        code = "missing_field" if error.missing else "bad_field"
        raise QuestionError(code, str(error)) from None
    if penalty.effect:
        return {"effect": penalty.effect}
    if penalty.side:
        return {"side": penalty.side, "levels": penalty.levels}
    return {"attackers": penalty.attackers}


def refusal(ruling: Ruling) -> Answer:
    """A ruling as an answer, with what was owed and why in every language."""
    answer: Answer = {"legal": False, "rule": ruling.rule}
    if ruling.owed is not None:
        answer["owed"] = str(ruling.owed)
    answer["why"] = {language: explain(ruling, language) for language in LANGUAGES}
    return answer


def _ask_declare(q: Question) -> Answer:
    outcome = ask_declare(q)
    return refusal(outcome) if isinstance(outcome, Ruling) else outcome


ASKS: dict[str, Callable[[Question], Answer]] = {
    "shape": _ask_shape,
    "compare": _ask_compare,
    "follow": _ask_follow,
    "plays": _ask_plays,
    "throw": _ask_throw,
    "trick": _ask_trick,
    "dig": _ask_dig,
    "result": _ask_result,
    "promote": _ask_promote,
    "declare": _ask_declare,
    "friend": _ask_friend,
    "foul": _ask_foul,
}


def judge(question: object) -> Answer:
    """The answer to a question; `id` is echoed."""
    if not isinstance(question, dict):
        return _error("bad_question", "a question is a JSON object")
    try:
        answer = ASKS[fields.choice(question, "ask", ASKS)](question)
    except QuestionError as error:
        answer = _error(error.code, str(error))
    return {"id": question["id"], **answer} if "id" in question else answer


def judge_line(line: str) -> str:
    """The answer to one line of JSON, as one line of JSON."""
    if len(line) > LONGEST_LINE:
        answer = _error("too_long", f"a line has at most {LONGEST_LINE} characters")
    else:
        try:
            answer = judge(json.loads(line, parse_constant=_no_constant))
        except (ValueError, RecursionError) as error:
            answer = _error("not_json", f"the line is not JSON: {error}")
    # A lone surrogate in a question can be echoed only as an escape.
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _error(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}
