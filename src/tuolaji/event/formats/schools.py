"""The draw of the school cup (`event.draw`).

Every pair meets one pair of each of two other schools. With three schools these are the other two;
with more the schools are drawn into a ring and each meets its neighbours. Who of them meets whom is
drawn for each two schools. A draw that cannot be played in two rounds, with everybody at a table in
both, is drawn again as long as there is one that can; that favours nobody, since it does not depend
on who the pairs are. Otherwise a third round takes the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...lots import lots, shuffle
from ..refused import Refused

Meet = tuple[str, str]
_TRIES = 1000


def draw(clubs: Mapping[str, str], seed: str) -> list[list[Meet]]:
    """The rounds for entrants and their schools; the same seed gives the same draw."""
    schools: dict[str, list[str]] = {}
    for id_, club in clubs.items():
        schools.setdefault(club, []).append(id_)
    sizes = {len(ids) for ids in schools.values()}
    if len(schools) < 3 or len(sizes) > 1:
        raise Refused("schools-changed")
    chance = lots(seed, "draw")
    ring = list(schools)
    shuffle(chance, ring)
    for _ in range(_TRIES):
        rounds = _in_rounds(_meets(chance, [schools[club] for club in ring]))
        if len(rounds) == 2 or (len(ring) * sizes.copy().pop()) % 2:
            return rounds
    return rounds


def _meets(chance: Iterator[int], ring: list[list[str]]) -> list[Meet]:
    """Each school of the ring against the next, the pairs drawn."""
    found = []
    for at, here in enumerate(ring):
        others = list(ring[(at + 1) % len(ring)])
        shuffle(chance, others)
        found += list(zip(here, others, strict=True))
    return found


def _in_rounds(meets: list[Meet]) -> list[list[Meet]]:
    """The matches in two rounds, or three where two are not enough."""
    rounds: list[list[Meet]] = [[], [], []]
    free = list(meets)
    while free:
        # Everybody has two matches, so they form circles: home, away, home, away …
        circle = [free.pop(0)]
        end = circle[0][1]
        while following := next((meet for meet in free if end in meet), None):
            free.remove(following)
            circle.append(following)
            end = following[0] if following[1] == end else following[1]
        for at, meet in enumerate(circle):
            odd_one = at == len(circle) - 1 and len(circle) % 2
            rounds[2 if odd_one else at % 2].append(meet)
    return [part for part in rounds if part]
