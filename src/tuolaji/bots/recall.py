"""A deal as its seat knows it, as the engine has it: what a taught net is told is read from that.

Where a card lies that the seat cannot know, any card stands; only how many there are is told.
"""

from __future__ import annotations

from ..cards import RANKS, SUITS, Cards
from ..cards import planes as masks
from ..cards.planes import EMPTY, Planes
from ..deal.contest import kind_number
from ..deal.phase import BURY, CALL, CHANGE, PARTNER, PHASES, PLAY, STEAL
from ..deal.view import SeenShow, View
from ..engine.course import open_shows
from ..engine.match import set_match
from ..engine.state import State
from ..engine.trail import Trail
from ..rules.declarations import NOBODY, NOT_FIXED, first_suit
from ..rules.declare import OPTIONS, show_option
from ..rules.numbers import rank_of, strict_switches_of, suit_of
from ..rules.order import NO_SUIT
from .counting import Memory
from .fast.resume import (
    repeat_play,
    take_attack,
    take_bank,
    take_course,
    take_exposed,
    take_options,
    take_seat,
    take_up,
)
from .position import attacker_of, take_called

_FIXED = (BURY, CHANGE, STEAL, PARTNER, PLAY)


def recall(view: View, memory: Memory) -> tuple[State, Trail]:
    """The deal at the moment of a view, and its tricks so far."""
    memory.catch_up(view)
    deal, trail = State(strict_switches_of(view.ruleset)), Trail()
    for owner, level in enumerate(view.levels):
        deal.set_rung(owner, view.ruleset.ladder.index(level))
    bank = memory.bank if memory.heard else (None if view.deal == 1 else view.banker)
    set_match(deal, _seat(bank), view.first_seat, view.deal - 1)
    deal.clear()
    open_shows(deal)
    _take_shows(deal, view)
    holder = _seat(view.holder) if view.ruleset.kitty else NOBODY
    trump = _trump(view)
    if view.phase == PLAY:
        _take_plays(deal, trail, view, memory, holder)
    else:
        deal.lay_out(rank_of(view.level), NO_SUIT if trump == NOT_FIXED else trump)
        _take_hands(deal, view, memory)
        take_bank(deal, _seat(view.banker), holder)
    fixed = view.phase in _FIXED
    number = PHASES.index(view.phase)
    if view.phase != PLAY:
        take_course(deal, number, view.seat, view.drawn, fixed, _to_ask(view))
        _take_options(deal, view)
    else:
        take_course(deal, number, deal.turn, view.drawn, fixed, 0)
    take_called(deal, view)
    own = memory.buried or view.kitty
    if own and holder == view.seat:
        deal.set_kitty(own.planes)
    for seat, cards in enumerate(view.exposed):
        take_exposed(deal, seat, cards.planes)
    return deal, trail


def _take_shows(deal: State, view: View) -> None:
    for show in view.shows:
        cards = show.cards.planes if show.cards else _face_down(deal, view, show)
        deal.shows.lay(show.seat, cards, kind_number(show.kind))
    deal.shows.level = rank_of(view.level)
    deal.shows.banker = _seat(view.banker)
    deal.shows.trump = _trump(view)


def _face_down(deal: State, view: View, show: SeenShow) -> Planes:
    """As many level cards as a face-down bid has, of a suit of which the seat has shown none."""
    shown = [one.cards.planes for one in view.shows if one.seat == show.seat and one.cards]
    taken = {first_suit(cards) for cards in (*shown, deal.shows.laid(show.seat))}
    suit = min(set(range(len(SUITS))) - taken, default=0)
    face = len(RANKS) * suit + deal.shows.level_of(show.seat)
    return masks.copies(face, show.total or 0)


def _take_plays(deal: State, trail: Trail, view: View, memory: Memory, holder: int) -> None:
    """Let the tricks happen again."""
    tricks = [trick for trick in (*memory.tricks, memory.open) if trick]
    first = next(iter(tricks[0])) if tricks else _seat(view.leader)
    banker = _seat(view.banker)
    take_up(deal, rank_of(view.level), _trump(view), banker, holder, first)
    _take_hands(deal, view, memory)
    for trick in tricks:
        for cards in trick.values():
            trail.before(deal)
            repeat_play(deal, cards.planes)
            trail.after(deal)
    for seat in range(view.ruleset.players):
        taken, fines = view.taken[seat], view.fines[seat]
        take_seat(deal, seat, deal.played(seat), deal.voids(seat), taken, fines)
    take_attack(deal, attacker_of(view))


def _take_hands(deal: State, view: View, memory: Memory) -> None:
    """The seat's own cards, any others for the other seats, and what each has played."""
    ruleset = view.ruleset
    own = masks.add(view.hand.planes, (memory.buried or view.kitty or Cards()).planes)
    rest = masks.sub(masks.times(masks.ALL_FACES, ruleset.decks), masks.add(own, memory.seen()))
    for seat in range(ruleset.players):
        held = view.hand.planes
        if seat != view.seat:
            held = _first(rest, view.cards[seat])
            rest = masks.sub(rest, held)
        deal.set_hand(seat, masks.add(held, memory.played(seat)))


def _first(cards: Planes, number: int) -> Planes:
    """Some of the cards."""
    out = EMPTY
    for face in range(masks.FACES):
        some = min(masks.count(cards, face), number - masks.size(out))
        out = masks.add(out, masks.copies(face, some))
    return out


def _take_options(deal: State, view: View) -> None:
    """What the seat could show."""
    may = {cards.planes for cards in view.options}
    found = [
        1 << option
        for option in range(OPTIONS if may else 0)
        if show_option(deal.shows, view.seat, option, deal.when()) in may
    ]
    take_options(deal, view.seat, sum(found))


def _to_ask(view: View) -> int:
    """How many seats are still asked in turn, this one included."""
    players = view.ruleset.players
    if view.phase == CALL:
        return players - (view.seat - view.first_seat) % players
    if view.phase in (CHANGE, STEAL):
        return players - 1 - (view.seat - _seat(view.holder) - 1) % players
    return 0


def _seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _trump(view: View) -> int:
    return NOT_FIXED if view.trump is None else suit_of(view.trump)
