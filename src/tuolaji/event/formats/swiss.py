"""Swiss: nobody meets the same opponent twice or has two byes, equals meet equals.

The pairing is the Dutch system's of `caissify-pairings`. It also minds colours, which this game
does not have (home is taken for white), and in small fields late in an event it can run out of
pairings where there still is one; then the one with the smallest differences in points is taken.
Where there is none at all the round is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...lots import lots, shuffle
from ..outcomes import Outcome, outcomes
from ..refused import Refused
from ..standings import standings
from ..state import Event, by_round

Meet = tuple[str, str]
_FAR = 1_000_000


@dataclass
class Past:
    """What an entrant has played. floats: whether the opponent had fewer or more points."""

    points: float = 0.0
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0


def numbers(event: Event) -> dict[str, int]:
    """Everybody's number in the pairing list: drawn, who came late after that."""
    drawn = [entrant.id for entrant in event.plan.entrants]
    shuffle(lots(event.seed, "draw"), drawn)
    return {id_: number for number, id_ in enumerate(dict.fromkeys([*drawn, *event.entrants]), 1)}


def pair(event: Event) -> list[Meet]:
    """The next round of everybody who is in it; a bye comes last."""
    ids, met, rested = _before(event)
    points = {row.who: row.points for row in standings(event, clubs=False).rows}
    drawn = _dutch(event, ids, met)
    if not _whole(drawn, ids, met, rested):
        drawn = _matched(ids, points, met, rested)
    if not drawn:
        raise Refused("no-pairing")
    return sorted(drawn, key=lambda meet: not meet[1])


def need_pairing(event: Event) -> None:
    """Refused if there is no pairing left.

    Where everybody has yet to meet half of the others there is one (Dirac's theorem).
    """
    ids, met, rested = _before(event)
    if event.rounds < len(ids) // 2:
        return
    if not _matched(ids, dict.fromkeys(ids, 0.0), met, rested):
        raise Refused("no-pairing")


def _before(event: Event) -> tuple[list[str], set[frozenset[str]], set[str]]:
    """Who is to be paired, who has met, and who has had a bye."""
    every = event.pairings.values()
    met = {frozenset((p.home, p.away)) for p in every if p.away}
    rested = {p.home for p in every if not p.away}
    return [entrant.id for entrant in event.playing()], met, rested


def _whole(
    drawn: Sequence[Meet], ids: Sequence[str], met: set[frozenset[str]], rested: set[str]
) -> bool:
    """Whether everybody is paired once, nobody again, and nobody rests twice."""
    byes = [home for home, away in drawn if not away]
    everybody = sorted(who for meet in drawn for who in meet if who)
    return (
        everybody == sorted(ids)
        and len(byes) == len(ids) % 2
        and not set(byes) & rested
        and not any(frozenset(meet) in met for meet in drawn if meet[1])
    )


def _dutch(event: Event, ids: Sequence[str], met: set[frozenset[str]]) -> list[Meet]:
    from caissify_pairings import generate_pairings  # noqa: PLC0415  (slow to import)

    logging.getLogger("caissify_pairings").addHandler(logging.NullHandler())
    seeds, past = numbers(event), history(event, outcomes(event))
    players = [_player(seeds[id_], id_, past[id_]) for id_ in ids]
    before = {(seeds[one], seeds[other]) for one, other in map(sorted, met)}
    try:
        found = generate_pairings("dutch", players, before, event.rounds + 1, event.plan.rounds)
    except (ValueError, RuntimeError, LookupError):
        return []
    names = {number: id_ for id_, number in seeds.items()}
    return [(names[one["white_id"]], names.get(one["black_id"], "")) for one in found]


def history(event: Event, found: Mapping[str, Outcome]) -> dict[str, Past]:
    """What everybody has played so far."""
    past = {id_: Past() for id_ in event.entrants}
    for pairings in by_round(event.pairings).values():
        before = {id_: one.points for id_, one in past.items()}
        for p in pairings:
            home, away = past[p.home], past.get(p.away)
            home.points += found[p.id].scores[0]
            if away is None:
                home.byes += 1
                home.floats.append("down")
                continue
            away.points += found[p.id].scores[1]
            home.colours.append("white")
            away.colours.append("black")
            gap = before[p.home] - before[p.away]
            home.floats.append("down" if gap > 0 else "up" if gap else "none")
            away.floats.append("up" if gap > 0 else "down" if gap else "none")
        for one in past.values():  # who was not there did not float
            one.floats += ["none"] * (pairings[0].round - len(one.floats))
    return past


def _player(number: int, id_: str, past: Past) -> dict[str, Any]:
    """What the Dutch system is told."""
    return {
        "id": number, "name": id_, "score": past.points, "rating": 0, "starting_number": number,
        "color_hist": past.colours, "float_history": past.floats, "bye_count": past.byes,
    }  # fmt: skip


def _matched(
    ids: Sequence[str], points: Mapping[str, float], met: set[frozenset[str]], rested: set[str]
) -> list[Meet]:
    """The pairing of everybody with the smallest squares of differences; [] if there is none."""
    import networkx as nx  # noqa: PLC0415  (slow to import; what the Dutch system rests on)

    graph = nx.Graph()
    graph.add_nodes_from(ids)
    for at, one in enumerate(ids):
        for other in ids[at + 1 :]:
            if frozenset((one, other)) not in met:
                gap = points[one] - points[other]
                graph.add_edge(one, other, weight=_FAR - gap * gap)
        if len(ids) % 2 and one not in rested:
            graph.add_edge(one, "", weight=_FAR - points[one] ** 2)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(ids):
        return []
    place = {id_: at for at, id_ in enumerate(ids)}
    pairs = [sorted(pair, key=lambda id_: place.get(id_, len(ids))) for pair in found]
    return sorted(((a, b) for a, b in pairs), key=lambda meet: -max(points[w] for w in meet if w))
