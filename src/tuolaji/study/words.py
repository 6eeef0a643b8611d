"""Hints and faults in words, and as plain data for JSON."""

from __future__ import annotations

from typing import Any

from ..bots import Reason, Weighed, sentence
from ..bots.belief import KITTY
from ..bots.thinking import Held, Tried
from ..cards import NO_TRUMP, Cards
from ..deal.actions import Action, Claim, NameTrump, cards_of
from ..deal.actions import to_json as action_to
from ..ruleset import Ruleset
from ..texts.explain import cards_in_words, in_words
from ..texts.narrate import Telling
from ..texts.reader import texts
from ..verdicts.score import BANKERS, result
from .analysis import Analysis, thresholds
from .coach import Note
from .decision import Decision
from .hint import Hint
from .swings import Swing

_POINTS = 5  # what the least card with points is worth


def done(action: Action, ruleset: Ruleset, language: str) -> str:
    """An action as a player reads it."""
    words = texts(language)["study"]["actions"]
    if isinstance(action, NameTrump):
        no_trump = texts(language)["record"]["no_trump"]
        named = no_trump if action.trump == NO_TRUMP else in_words("suit", action.trump, language)
        return str(words["name_trump"]).format(trump=named)
    cards = cards_of(action)
    template = str(words[action_to(action)["action"]])
    seat = action.against if isinstance(action, Claim) else 0
    against = seat_name(seat, ruleset, language)
    return template.format(cards=cards_in_words(cards or Cards(), language), against=against)


def seat_name(seat: int, ruleset: Ruleset, language: str) -> str:
    """A seat as a player reads it."""
    return Telling(ruleset, None, language).seat_name(seat)


def where(place: str, language: str) -> str:
    """A place of a record as a player reads it."""
    words = texts(language)["study"]
    trick, dot, play = place.partition(".")
    if not dot:
        return str(words["phases"][place])
    return str(words["in_play"]).format(trick=trick, play=play)


# Hints.


def hint_lines(found: Hint, deal: int, bot: str, language: str) -> list[str]:
    """Where, what and why, a line each."""
    words, asked = texts(language)["study"], found.question
    ruleset = asked.view.ruleset
    facts = {
        "deal": deal,
        "at": asked.at,
        "seat": seat_name(asked.seat, ruleset, language),
        "place": where(asked.place, language),
    }
    return [
        words["asked"].format(**facts),
        words["answer"].format(bot=bot, action=done(found.action, ruleset, language)),
        sentence(found.why, language),
    ]


def thinking_lines(found: Hint, language: str) -> list[str]:
    """The plays that were weighed, and who probably holds what, a line each."""
    words, ruleset = texts(language)["study"], found.question.view.ruleset
    lines = [words["tried"], *(_tried_line(one, language) for one in found.tried)]
    if not found.tried:
        lines = [words["not_tried"]]
    if found.held:
        lines.append(words["held"])
        lines += [_held_line(one, ruleset, language) for one in found.held]
    return lines


def _tried_line(one: Tried, language: str) -> str:
    words = texts(language)["study"]
    line = words["one_tried"].format(
        cards=cards_in_words(one.cards, language), levels=f"{one.levels:+.2f}", worlds=one.worlds
    )
    if one.likely is not None:
        line += words["likely"].format(chance=f"{one.likely:.0%}")
    return str(line)


def _held_line(one: Held, ruleset: Ruleset, language: str) -> str:
    words = texts(language)["study"]
    places = [
        words["one_place"].format(
            place=words["kitty"] if place == KITTY else seat_name(place, ruleset, language),
            chance=f"{chance:.0%}",
        )
        for place, chance in sorted(one.chances.items(), key=lambda pair: -pair[1])
    ]
    cards = cards_in_words(Cards.of([one.card] * one.copies), language)
    return str(words["one_held"].format(cards=cards, places=words["comma"].join(places)))


def hint_facts(found: Hint, deal: int, bot: str, language: str) -> dict[str, Any]:
    """The same as plain data."""
    asked = found.question
    return {
        "deal": deal,
        "at": asked.at,
        "place": asked.place,
        "seat": asked.seat,
        "bot": bot,
        "action": action_to(found.action),
        "why": _reason(found.why, language),
        "tried": [{**vars(one), "cards": str(one.cards)} for one in found.tried],
        "held": [
            {
                "card": str(one.card),
                "copies": one.copies,
                "seats": {seat: chance for seat, chance in one.chances.items() if seat != KITTY},
                "kitty": one.chances.get(KITTY),
            }
            for one in found.held
        ],
    }


def _reason(why: Reason | None, language: str) -> dict[str, Any] | None:
    if why is None:
        return None
    facts = {
        name: str(fact) if isinstance(fact, Cards) else fact for name, fact in why.facts.items()
    }
    return {"key": why.key, "facts": facts, "sentence": sentence(why, language)}


def numbers_of(note: Note, language: str) -> str | None:
    """The numbers behind a note, if there are any."""
    one, words = note.decision, texts(language)["coach"]
    if one is None or note.better is None:
        return None
    played = cards_of(one.played.action) or Cards()
    return str(words["numbers"]).format(
        played=cards_in_words(played, language),
        points=f"{one.played.points:.0f}",
        better=cards_in_words(note.better, language),
        other=f"{one.best.points:.0f}",
        levels=f"{one.cost:.2f}",
        sure=f"{one.played.sure:.2f}",
    )


# Analyses.


def price(one: Decision, language: str) -> str:
    """What a fault cost, in levels and, once somebody attacks, in points."""
    words, points = texts(language)["study"], one.cost_in_points
    cost = {"levels": f"{one.cost:.2f}", "sure": f"{one.played.sure:.2f}"}
    if points is None:
        return str(words["cost"]).format(**cost)
    return str(words["cost_points"]).format(**cost, points=f"{points:.0f}")


def leads_to(points: float, ruleset: Ruleset, language: str) -> str:
    """What so many points of the attackers come to, in words."""
    rounded = _POINTS * round(points / _POINTS)
    found = result(ruleset, rounded)
    key = ("bank" if found.side == BANKERS else "attackers") + ("_up" if found.levels else "")
    return str(texts(language)["coach"]["leads"][key]).format(points=rounded, number=found.levels)


def swing_line(one: Swing, language: str) -> str:
    """Why the course turned in a trick."""
    facts = {name: in_words(name, fact, language) for name, fact in one.why.facts.items()}
    return str(texts(language)["coach"]["swing"][one.why.key]).format(**facts)


def fault_lines(one: Decision, ruleset: Ruleset, language: str) -> list[str]:
    """A fault: where, what, what it cost, what was better, and why."""
    words = texts(language)["study"]
    facts = {
        "place": where(one.place, language),
        "seat": seat_name(one.seat, ruleset, language),
        "played": done(one.played.action, ruleset, language),
        "better": done(one.best.action, ruleset, language),
        "size": words["sizes"][one.size],
        "cost": price(one, language),
    }
    lines = [words["fault"].format(**facts)]
    lines += ["  " + sentence(why, language) for why in (one.flaw, one.why) if why is not None]
    return [*lines, words["fault_at"].format(at=one.at)]


def analysis_facts(found: Analysis, deal: int, language: str) -> dict[str, Any]:
    """Everything about a deal as plain data."""
    course = found.course
    points = [at for _, at in course]
    return {
        "deal": deal,
        "ruleset": str(found.record.ruleset),
        "decisions": [_decision(one, language) for one in found.decisions],
        "seats": found.seats,
        "course": [{"tricks": tricks, "points": at} for tricks, at in course],
        "thresholds": list(thresholds(found.record.ruleset, 0, max(points, default=0))),
    }


def _decision(one: Decision, language: str) -> dict[str, Any]:
    return {
        "at": one.at,
        "place": one.place,
        "seat": one.seat,
        "forced": one.forced,
        "played": _weighed(one.played),
        "best": _weighed(one.best),
        "cost": one.cost,
        "cost_in_points": one.cost_in_points,
        "fault": one.size,
        "why": _reason(one.why, language),
        "flaw": _reason(one.flaw, language),
    }


def _weighed(one: Weighed) -> dict[str, Any]:
    return {**vars(one), "action": action_to(one.action)}
