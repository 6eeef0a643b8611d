"""What a seat knows of a deal, as a question to the kernel's search.

The unseen cards may lie in every other hand and in the kitty; a hand is known to hold what it has
shown in declarations and throws, and to lack what its follows have shown that it lacks.
"""

from __future__ import annotations

from ..cards import JOKER_LEVEL, NO_TRUMP, RANKS, SUITS, Card, Cards
from ..kernel import planes as masks
from ..kernel.midway import take_call, take_play, take_seat, take_up
from ..kernel.order import NO_LEVEL, NO_SUIT
from ..kernel.planes import EMPTY, Planes
from ..kernel.search import KITTY, Search
from ..kernel.shows import NOBODY
from ..phases.state import BURY
from ..raw import switches_of
from ..ruleset import Ruleset
from ..view import View
from .counting import Known

_ATTACK = "attacked"


def question(known: Known, seed: int, point: int) -> Search:
    """The search over the worlds that a seat cannot tell apart, still without candidates."""
    view, memory = known.view, known.memory
    search = Search(switches_of(Ruleset.parse(view["ruleset"])))
    search.begin(seed, point)
    _set_table(search, known)
    counts: list[int] = view["cards"]
    unseen = known.out
    for seat in range(len(counts)):
        if seat == known.seat:
            search.base.set_hand(seat, known.hand)
        else:
            lacks, unpaired = memory.voids.get(seat, 0), memory.unpaired.get(seat, 0)
            sure = masks.overlap(_shown(view, memory.played(seat), seat), unseen)
            search.set_place(seat, counts[seat], lacks, unpaired, sure)
            unseen = masks.sub(unseen, sure)
    hidden = known.total - sum(counts) + counts[known.seat]
    if hidden > 0:
        search.set_place(KITTY, hidden, 0, 0, EMPTY)
    else:
        search.base.set_kitty((memory.buried or Cards.parse(view["kitty"] or "-")).planes)
    search.set_unseen(known.out)
    return search


def _set_table(search: Search, known: Known) -> None:
    """The deal as all see it: terms, what was won and played, the open trick."""
    view, base = known.view, search.base
    level = NO_LEVEL if known.terms.level == JOKER_LEVEL else RANKS.index(known.terms.level)
    trump = NO_SUIT if known.terms.trump == NO_TRUMP else SUITS.index(known.terms.trump)
    buries = view["phase"] == BURY
    banker = view["seat"] if buries else view["banker"]
    take_up(base, level, trump, banker, banker if buries else view["leader"])
    search.set_buries(buries)
    for seat in range(len(view["cards"])):
        taken = view["taken"][seat] if view["taken"] else 0
        fines = view["fines"][seat] if view["fines"] else 0
        take_seat(base, seat, known.memory.played(seat), taken, fines)
    named = Card.parse(view["named"]).face if view["named"] else -1
    partner = NOBODY if view["partner"] is None else view["partner"]
    take_call(base, named, partner, _attacker(view))
    for text in view["trick"]:
        at_end = view["cards"][view["leader"]] == 0
        take_play(base, Cards.parse(text).planes, at_end)


def _attacker(view: View) -> int:
    last = view["shows"][-1] if view["shows"] else None
    return last["seat"] if last and last["kind"] == _ATTACK else NOBODY


def _shown(view: View, played: Planes, seat: int) -> Planes:
    """The cards that a seat has shown to hold and has not played since."""
    shown = EMPTY
    for show in view["shows"]:
        if show["seat"] == seat and show["cards"]:
            shown = masks.either(shown, Cards.parse(show["cards"]).planes)
    shown = masks.sub(shown, masks.overlap(shown, played))
    return masks.either(shown, Cards.parse(view["exposed"][seat] or "-").planes)
