"""What a seat does in its turn, done by the engine; a refusal becomes the ruling behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Cards, is_trump
from ..cards.planes import Planes
from ..engine import course
from ..engine import state as engine
from ..engine.asking import speak_up
from ..engine.state import State
from ..rules.declare import level_shown
from ..rules.numbers import level_name, suit_of
from ..verdicts import check_follow, read_lead
from ..verdicts.ruling import NotAllowed, NotNow, Ruling
from .actions import (
    Bury,
    Declare,
    NamePartner,
    NameTrump,
    OfSeat,
    Pass,
    Play,
    action_in,
    cards_of,
)
from .contest import refused_show
from .phase import BURY, COUNT, NAME, PARTNER, PHASES, PLAY, SHOWING
from .refusals import CITED

if TYPE_CHECKING:
    from .value import Deal

_NONE = Cards()
# In which phases something can be done.
_WHEN: dict[type[OfSeat], tuple[str, ...]] = {
    Pass: (*SHOWING, NAME, COUNT),
    Declare: SHOWING,
    NameTrump: (NAME,),
    Bury: (BURY,),
    NamePartner: (PARTNER,),
    Play: (PLAY,),
}


def act(state: State, deal: Deal, action: OfSeat) -> None:
    """Do a seat's action to a copy of the deal's state, or say why not."""
    if deal.phase not in _WHEN[type(action)]:
        raise NotNow("wrong-phase")
    if isinstance(action, NameTrump):
        if not is_trump(action.trump):
            raise ValueError(f"there is no trump {action.trump!r}, only S, H, C, D and N")
        course.name_trump(state, suit_of(action.trump))
        return
    cards = cards_of(action) or _NONE
    if isinstance(action, Declare) and not cards:
        raise NotNow("wrong-number", wanted=1, given=0)
    if action.seat != deal.turn:
        speak_up(state, action.seat)
    refusal = course.act(state, cards.planes)
    if refusal != engine.DONE:
        raise _refused(deal, action.seat, cards, refusal)


def engine_action(state: State, cards: Planes) -> OfSeat:
    """What the seat whose turn it is does by these cards of the engine; none are a pass."""
    return action_in(PHASES[state.phase], state.turn, Cards(cards) if cards[0] else None)


def _refused(deal: Deal, seat: int, cards: Cards, refusal: int) -> NotAllowed | NotNow:
    if refusal == engine.NOT_IN_HAND:
        return NotNow("not-in-hand", cards=cards)
    if refusal == engine.WRONG_NUMBER:
        return NotNow("wrong-number", wanted=_wanted(deal), given=len(cards))
    return NotAllowed(_ruling(deal, seat, cards, refusal))


def _wanted(deal: Deal) -> int:
    """How many cards have to be laid now; at least one where the number is free."""
    if deal.phase == BURY:
        return deal.ruleset.kitty
    return len(deal.lead.cards) if deal.lead is not None else 1


def _ruling(deal: Deal, seat: int, cards: Cards, refusal: int) -> Ruling:
    """The rule that the engine's refusal rests on, with its facts."""
    if deal.phase == PARTNER:
        rule, case = CITED[refusal - engine.BAD_FRIEND]
        return Ruling(rule, case, {"cards": Cards.of(list(cards)[:1])})
    if deal.phase != PLAY:
        level = level_name(level_shown(deal.state.shows, seat, deal.state.when()))
        return refused_show(refusal - engine.BAD_SHOW, cards, level, deal.contest)
    assert deal.terms is not None
    ruling = (
        read_lead(deal.terms, cards)
        if deal.lead is None
        else check_follow(deal.terms, deal.lead, deal.hands[seat], cards)
    )
    assert isinstance(ruling, Ruling)
    return ruling
