"""The plan of an event: who takes part, by which rules, in which format.

`read_plan` makes it of a TOML text and lists everything that is wrong with it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from math import comb
from typing import Any, Literal, get_args

import msgspec

from ..ruleset import Ruleset, RulesetError
from ..ruleset.bounds import Bounds, out_of_bounds
from .refused import PlanError, Refused

Format = Literal["schools", "round-robin", "swiss", "knock-out", "groups", "race", "teams", "pairs"]
SCHOOLS, ROUND_ROBIN, SWISS, KNOCK_OUT, GROUPS, RACE, TEAMS, PAIRS = FORMATS = get_args(Format)
DUPLICATE = (TEAMS, PAIRS)
Names = Literal["full", "initials", "none"]
TIE_BREAKS = (
    "net-levels", "levels", "wins", "head-to-head", "buchholz", "sonneborn-berger", "imps", "lot",
)  # fmt: skip
_USUAL_TIE_BREAKS: dict[str, tuple[str, ...]] = {
    SCHOOLS: ("net-levels",),
    SWISS: ("buchholz", "net-levels"),
    RACE: ("wins",),
    TEAMS: ("imps",),
    PAIRS: (),
}
_ID = re.compile(r"[A-Za-z0-9_]{1,24}")
MOST_ENTRANTS = 512
MOST_MATCHES = 5000  # everybody meets everybody: a hundred entrants


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who is paired with another: a pair, a three, or a team of two of these."""

    id: str
    name: str = ""
    club: str = ""
    players: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What they are called."""
        return self.name or self.id


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the first round begins, the minutes between rounds, and before the end to warn at."""

    begins: str = ""
    between_minutes: int = 15
    warnings: tuple[int, ...] = (10, 1)


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Matches are played at the server's own tables.

    watch: how far onlookers are behind. bots: who plays where nobody sits; "": all are waited for.
    speed: of the draw and of bots.
    """

    watch: Literal["trick", "deal"] = "trick"
    bots: str = ""
    speed: Literal["slow", "normal", "fast", "instant"] = "normal"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """An event as its organiser wrote it down.

    seed: of all draws; it may also be published on the day. rounds: 0 is as many as the format
    has. seeded: groups and bracket follow the order of the entrants, the strongest first, and are
    not drawn. points: of a won, a drawn and a lost match; bye_points: as for a win if left out.
    qualify: how many go on from each group. boards: of a round. confirm: the other side confirms
    every result. check_in: only who is present is drawn. names: what the public is shown of them.
    tables: how matches are played at the server's tables; None: with real cards.
    """

    name: str
    ruleset: str
    format: Format
    entrants: tuple[Entrant, ...]
    seed: str = ""
    rounds: int = 0
    points: tuple[int, int, int] = (2, 1, 0)
    bye_points: int | None = None
    tie_breaks: tuple[str, ...] | None = None
    groups: int = 2
    qualify: int = 2
    seeded: bool = False
    third_place: bool = False
    boards: int = 8
    scoring: Literal["imps", "matchpoints"] = "imps"
    confirm: bool = True
    check_in: bool = False
    names: Names = "full"
    clock: Clocks = Clocks()
    tables: Tables | None = None

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset that is played, in the version it was made with."""
        return Ruleset.of_lasting(self.ruleset)

    @property
    def order_of_ties(self) -> tuple[str, ...]:
        """The tie-breaks in their order; those of the format if none are named."""
        if self.tie_breaks is not None:
            return self.tie_breaks
        return _USUAL_TIE_BREAKS.get(self.format, ("head-to-head", "net-levels"))

    @property
    def bye(self) -> int:
        """The points of a bye."""
        return self.points[0] if self.bye_points is None else self.bye_points

    @property
    def sealed(self) -> bool:
        """Whether the program deals the cards, from a secret that is sealed before the draw."""
        return self.format in DUPLICATE or self.tables is not None

    @property
    def personal(self) -> bool:
        """Whether everybody has a link of their own: to a seat here, or to one of two rooms."""
        return self.format == TEAMS or self.tables is not None

    @property
    def size(self) -> int:
        """The people of an entrant: half a table, or a whole one for a team."""
        return self.rules.players if self.format == TEAMS else self.rules.players // 2


# The most entrants with all their players, a line each; names may have dots.
_BOUNDS = Bounds("the plan", 300_000, 20_000, 200, 5000)


def read_plan(text: str) -> Plan:
    """The plan in a TOML text; PlanError lists all that is wrong with it."""
    if why := out_of_bounds(text, _BOUNDS):
        raise PlanError([Refused("not-toml", why=why)])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number can be too long, lists too deep
        raise PlanError([Refused("not-toml", why=error)]) from None
    return plan_of(data)


def plan_of(data: Any, *, brought: bool = False) -> Plan:
    """The plan out of plain data; brought: of an event that is there already, and goes on."""
    try:
        plan = msgspec.convert(data, Plan)
    except msgspec.ValidationError as error:
        raise PlanError([Refused("plan-field", why=error)]) from None
    with suppress(RulesetError):  # which is among the wrong ones below
        plan = msgspec.structs.replace(plan, ruleset=Ruleset.parse(plan.ruleset).lasting)
    wrong = [*_wrong_rules(plan), *_wrong_numbers(plan), *_wrong_entrants(plan)]
    if not brought:
        wrong += _same_names(plan)
    if wrong:
        raise PlanError(wrong)
    return plan


def _wrong_rules(plan: Plan) -> list[Refused]:
    try:
        rules = plan.rules
    except RulesetError as error:
        return [Refused("ruleset", why=reason) for reason in error.wrong]
    if rules.partners != "fixed" or rules.players % 2:
        return [Refused("partners", ruleset=plan.ruleset)]
    if (
        (rules.match_end == "endless" or rules.ladder_wraps)
        and not rules.match_minutes
        and plan.format not in DUPLICATE
    ):
        return [Refused("endless", ruleset=plan.ruleset)]
    return []


def _wrong_numbers(plan: Plan) -> list[Refused]:
    wrong = [
        Refused("tie-break", name=name, known=", ".join(TIE_BREAKS))
        for name in plan.tie_breaks or ()
        if name not in TIE_BREAKS
    ]
    limits = {"rounds": (0, 99), "groups": (1, 64), "qualify": (1, 64), "boards": (1, 64)}
    for field, (least, most) in limits.items():
        if not least <= getattr(plan, field) <= most:
            wrong.append(Refused("number", field=field, least=least, most=most))
    if not plan.points[0] >= plan.points[1] >= plan.points[2] >= 0:
        wrong.append(Refused("points-order"))
    if plan.format == SWISS and not plan.rounds:
        wrong.append(Refused("rounds-needed"))
    if plan.format == TEAMS and plan.scoring != "imps":
        wrong.append(Refused("teams-imps"))
    if plan.clock.begins:
        try:
            datetime.fromisoformat(plan.clock.begins)
        except ValueError:
            wrong.append(Refused("begins", text=plan.clock.begins))
    if any(minutes < 1 for minutes in plan.clock.warnings) or plan.clock.between_minutes < 0:
        wrong.append(Refused("minutes"))
    return wrong


def _wrong_entrants(plan: Plan) -> list[Refused]:
    """What is wrong with those who take part."""
    wrong = []
    for id_, number in Counter(entrant.id for entrant in plan.entrants).items():
        if not _ID.fullmatch(id_):
            wrong.append(Refused("id", id=id_))
        if number > 1:
            wrong.append(Refused("twice", id=id_))
    if len(plan.entrants) > MOST_ENTRANTS:
        wrong.append(Refused("many", most=MOST_ENTRANTS))
    elif len(plan.entrants) < 2:
        wrong.append(Refused("few"))
    elif plan.format == ROUND_ROBIN and comb(len(plan.entrants), 2) > MOST_MATCHES:
        wrong.append(Refused("many-matches", most=MOST_MATCHES))
    with suppress(RulesetError):  # which is said already
        size = plan.size
        odd = (entrant for entrant in plan.entrants if len(entrant.players) not in (0, size))
        wrong.extend(Refused("size", name=entrant.title, wanted=size) for entrant in odd)
    if plan.format == SCHOOLS:
        wrong.extend(_wrong_schools(plan))
    return wrong


def _same_names(plan: Plan) -> list[Refused]:
    titles = Counter({entrant.id: entrant.title for entrant in plan.entrants}.values())
    return [Refused("same-name", name=name) for name, number in titles.items() if number > 1]


def _wrong_schools(plan: Plan) -> list[Refused]:
    clubs = Counter(entrant.club for entrant in plan.entrants)
    if clubs.pop("", 0):
        return [Refused("no-school")]
    if len(clubs) < 3:
        return [Refused("three-schools")]
    if len(set(clubs.values())) > 1:
        told = ", ".join(f"{club}: {number}" for club, number in clubs.items())
        return [Refused("unequal-schools", told=told)]
    return []


def need_entrant(plan: Plan, entrant: Entrant) -> None:
    """Refused if an entrant that comes later does not fit."""
    if not _ID.fullmatch(entrant.id):
        raise Refused("id", id=entrant.id)
    if len(entrant.players) not in (0, plan.size):
        raise Refused("size", name=entrant.title, wanted=plan.size)
