"""Who meets whom: `draw` gives the rounds that the format draws now.

Where everything is known in advance all rounds are drawn at once (schools, round robin, groups,
race, pairs and teams), else the next one (Swiss, knock-out, and the knock-out after the groups).
"""

from __future__ import annotations

from collections.abc import Iterable

from ...lots import lots, shuffle
from ..entries import THIRD, Drawn, Line, Pairing
from ..outcomes import outcomes
from ..plan import DUPLICATE, GROUPS, KNOCK_OUT, MOST_MATCHES, SCHOOLS, SWISS
from ..refused import Refused
from ..state import Event
from . import berger, groups, knockout, schools, swiss

Meet = tuple[str, str]  # home, away; away "" is a bye
_MOST_DRAWN = 4
_DRAWN: dict[tuple[Line, ...], Drawn] = {}  # by the lines before the draw


def draw(event: Event) -> Drawn:
    """The rounds that are to be drawn now; worked out once, as a Swiss round of many takes seconds.

    It is asked for again when it is checked.
    """
    if event.lines not in _DRAWN:
        drawn = tuple(_next_rounds(event))
        if len(event.pairings) + len(drawn) > MOST_MATCHES:
            raise Refused("many-matches", most=MOST_MATCHES)
        know_draw(event, Drawn(drawn))
    return _DRAWN[event.lines]


def know_draw(event: Event, drawn: Drawn) -> None:
    """Take what another process has drawn for the event as it stands."""
    while len(_DRAWN) >= _MOST_DRAWN:
        del _DRAWN[next(iter(_DRAWN))]
    _DRAWN[event.lines] = drawn


def _next_rounds(event: Event) -> list[Pairing]:
    """The pairings of the rounds that are drawn now; Refused with the reason if none can be."""
    ids = _ids(event)
    plan = event.plan
    if plan.format == SWISS:
        return _swiss(event)
    if plan.format == KNOCK_OUT or (plan.format == GROUPS and event.rounds):
        return _knock_out(event, ids)
    if event.rounds:
        raise Refused("all-drawn")
    if plan.format == SCHOOLS:
        drawn = schools.draw({id_: event.entrants[id_].club for id_ in ids}, event.seed)
        return _listed(drawn)
    if plan.format == GROUPS:
        if not plan.seeded:
            shuffle(lots(event.seed, "draw"), ids)
        parts = groups.snake(ids, plan.groups)
        names = [groups.letter(number) for number in range(len(parts))]
        return _listed_groups(dict(zip(names, map(berger.rounds, parts), strict=True)))
    shuffle(lots(event.seed, "draw"), ids)
    every = berger.rounds(ids)
    wanted = plan.rounds or len(every)
    return _listed(
        [every[number % len(every)] for number in range(wanted)],
        boards=plan.boards if plan.format in DUPLICATE else 0,
    )


def need_drawable(event: Event) -> None:
    """Refused with the reason if nothing can be drawn now; a Swiss round is not worked out."""
    if event.plan.format != SWISS:
        _next_rounds(event)
    elif _ids(event):
        _need_swiss(event)
        swiss.need_pairing(event)


def finished(event: Event) -> bool:
    """Whether the last match is over, and no round is left to draw: standings are final."""
    found = outcomes(event)
    if not found or not all(one.over for one in found.values()):
        return False
    try:
        need_drawable(event)
    except Refused as why:
        return why.code in ("all-drawn", "few", "no-pairing")
    return False


def _ids(event: Event) -> list[str]:
    """Who is drawn; Refused if there is no seed, or nobody to meet."""
    if not event.seed:
        raise Refused("no-seed")
    ids = [entrant.id for entrant in event.playing()]
    if len(ids) < 2:
        raise Refused("few")
    return ids


def _listed(rounds: list[list[Meet]], boards: int = 0) -> list[Pairing]:
    """Rounds as pairings; all tables of a round play the same boards, so many."""
    found = []
    for number, meets in enumerate(rounds, 1):
        dealt = tuple(range((number - 1) * boards + 1, number * boards + 1))
        for table, (home, away) in enumerate(sorted(meets, key=lambda meet: not meet[1]), 1):
            where = table if away else 0
            found.append(Pairing(f"{number}-{table}", number, where, home, away, boards=dealt))
    return found


def _listed_groups(parts: dict[str, list[list[Meet]]]) -> list[Pairing]:
    """The rounds of several groups, played side by side."""
    found: list[Pairing] = []
    for number in range(1, max(map(len, parts.values())) + 1):
        meets = [
            (name, meet)
            for name, rounds in parts.items()
            if number <= len(rounds)
            for meet in rounds[number - 1]
        ]
        meets.sort(key=lambda named: not named[1][1])
        for table, (name, (home, away)) in enumerate(meets, 1):
            where = table if away else 0
            found.append(Pairing(f"{number}-{table}", number, where, home, away, name))
    return found


def _numbered(event: Event, meets: Iterable[Meet], stages: Iterable[str]) -> list[Pairing]:
    number = event.rounds + 1
    return [
        Pairing(f"{number}-{table}", number, table if away else 0, home, away, stage)
        for table, ((home, away), stage) in enumerate(zip(meets, stages, strict=True), 1)
    ]


def _need_finished(event: Event) -> None:
    """Refused while a match of the rounds before is open."""
    open_ = [id_ for id_, one in outcomes(event).items() if not one.over]
    if open_:
        raise Refused("open-matches", matches=", ".join(open_))


def _need_swiss(event: Event) -> None:
    if event.rounds >= event.plan.rounds:
        raise Refused("all-drawn")
    _need_finished(event)


def _swiss(event: Event) -> list[Pairing]:
    _need_swiss(event)
    meets = swiss.pair(event)
    return _numbered(event, meets, [""] * len(meets))


def _knock_out(event: Event, ids: list[str]) -> list[Pairing]:
    _need_finished(event)
    found = outcomes(event)
    last = [one for one in found.values() if one.pairing.round == event.rounds]
    begun = [one for one in last if one.pairing.stage.isdigit() or one.pairing.stage == THIRD]
    if not begun:
        if event.plan.format == GROUPS:
            seeds = groups.qualified(event, found)
        else:
            seeds = ids
            if not event.plan.seeded:
                shuffle(lots(event.seed, "draw"), seeds)
        if len(seeds) < 2:
            raise Refused("all-drawn")  # the groups have decided everything
        drawn = knockout.first_round(seeds)
        if event.plan.format == GROUPS:
            drawn = groups.apart(drawn, groups.members(event))
        return _numbered(event, drawn, [str(2 * len(drawn))] * len(drawn))
    meets, stages = knockout.next_round(begun, third=event.plan.third_place)
    if not meets:
        raise Refused("all-drawn")
    return _numbered(event, meets, stages)
