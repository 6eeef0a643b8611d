"""What an entry would change, before anybody confirms it: deals, matches and places."""

from __future__ import annotations

from typing import Any

from ...event import commands
from ...event import entries as log
from ...event.counting import penalty_of
from ...event.entries import AnyEntry, By
from ...event.export import match_json
from ...event.lines import told
from ...event.outcomes import Outcome, outcomes
from ...event.plan import DUPLICATE
from ...event.standings import standings
from ...event.state import Event, replay
from ...event.words import level, points, result, title, words
from ...texts.explain import rule_title
from ...texts.fouls import foul_in_words
from ...texts.reader import texts
from .views import deal_in_words


def effect(
    event: Event, entry: AnyEntry, *, at: float, by: By, why: str, language: str
) -> dict[str, Any]:
    """What an entry says and changes; Refused if it cannot be done. Nothing is written.

    What a board brings is compared with other tables, so who plays is not told before they enter.
    """
    line = commands.do(event, entry, at=at, by=by, why=why)
    if line is None:
        return {"new": False, "text": words(language)["nothing_new"], "changes": []}
    after = replay([*event.lines, line])
    changes = _of_foul(after, entry, language)
    if by.role in log.OFFICIALS or event.plan.format not in DUPLICATE:
        changes += [*_of_matches(event, after, language), *_of_places(event, after, language)]
    return {"new": True, "text": told(after, line, language), "changes": changes}


def _change(about: str, before: str, after: str) -> list[dict[str, str]]:
    return [{"about": about, "before": before, "after": after}] if before != after else []


def _of_foul(after: Event, entry: AnyEntry, language: str) -> list[dict[str, str]]:
    """What the table rules instead of points and levels: a warning, a lost bid, a new deal."""
    if not isinstance(entry, log.FoulRuled):
        return []
    slot = after.slots[(entry.match, entry.room, entry.deal)]
    report, foul = slot.says, slot.fouls[-1]
    if not isinstance(report, log.DealReport):  # it is being played
        cost = foul_in_words(after.plan.rules.fouls.table[foul.rule], language)
        return _change(rule_title(foul.rule, language), "", cost)
    ruled = penalty_of(after.plan.rules, foul, report.banker or 0, report.attackers)
    said = texts(language)["fouls"]["effects"].get(ruled.effect, "")
    return _change(rule_title(foul.rule, language), "", str(said))


def _of_matches(before: Event, after: Event, language: str) -> list[dict[str, str]]:
    old, new, changes = outcomes(before), outcomes(after), list[dict[str, str]]()
    for id_, one in new.items():
        was = old.get(id_)
        changes += _of_deals(after, was, one, language)
        changes += _change(id_, _stands(before, was, language), _stands(after, one, language))
    return changes


def _stands(event: Event, one: Outcome | None, language: str) -> str:
    """How a match stands, with its levels while it is played."""
    if one is None:
        return ""
    levels = " : ".join(level(name, language) for name in one.levels if name)
    said = result(event, one, language)
    return said if one.over or not levels else f"{levels} · {said}"


def _of_deals(
    event: Event, was: Outcome | None, one: Outcome, language: str
) -> list[dict[str, str]]:
    said, changes = words(language)["deal_number"], list[dict[str, str]]()
    old, new = ({} if o is None else _deals(event, o, language) for o in (was, one))
    for deal in sorted({*old, *new}):
        about = f"{one.pairing.id} · {said.format(deal=deal)}"
        changes += _change(about, old.get(deal, ""), new.get(deal, ""))
    return changes


def _deals(event: Event, one: Outcome, language: str) -> dict[int, str]:
    deals = match_json(one)["deals"]
    for deal in deals:
        deal["after"] = [level(name, language) for name in deal["after"]]
    return {deal["deal"]: deal_in_words(event, one.pairing, deal, language) for deal in deals}


def _of_places(before: Event, after: Event, language: str) -> list[dict[str, str]]:
    said, changes = words(language), list[dict[str, str]]()

    def places(event: Event) -> dict[str, str]:
        return {
            row.who: said["place_points"].format(
                place=row.place, points=points(event, row, language)
            )
            for row in standings(event).rows
        }

    old, new = places(before), places(after)
    for who, place in new.items():
        changes += _change(title(after, who), old.get(who, ""), place)
    return changes
