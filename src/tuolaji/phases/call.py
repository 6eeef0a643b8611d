"""Calling, changing and attacking trump with jokers (定主 / 改主 / 攻主).

Decides `call.turn`, `call.red`, `call.black`, `call.lock`, `change.turn`, `change.cards` and
`change.attack`. Cards shown stay in the hand but cannot be shown again. Whose turn it is to
speak is the deal's business; here stands what may be shown at all.
"""

from __future__ import annotations

from dataclasses import replace

from ..cards import NO_TRUMP, Card, Cards
from ..kernel import planes as masks
from ..rulings import Ruling
from .declare import Contest, Show, all_jokers, level_suit, none_legal

CALL, CHANGE = "call", "change"
CALLED, LOCKED, CHANGED, ATTACKED = "called", "locked", "changed", "attacked"
_BIG, _SMALL = Card.parse("XB"), Card.parse("XL")
_JOKER_OF = {"H": _BIG, "D": _BIG, "S": _SMALL, "C": _SMALL}


def show(contest: Contest, seat: int, cards: Cards, phase: str) -> Contest | Ruling:
    """The contest after a seat calls, changes or attacks with these cards, or why it may not."""
    return _call(contest, seat, cards) if phase == CALL else _change(contest, seat, cards)


def final(contest: Contest) -> bool:
    """Whether no later change or attack could be legal."""
    level = contest.level
    candidates = [Cards.parse(f"{suit}{level}{level}{joker}") for suit, joker in _JOKER_OF.items()]
    candidates += [Cards.parse("XBB"), Cards.parse("XLL")]
    return none_legal(contest, candidates, _change)


def _call(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    assert contest.levels is not None
    level = contest.levels[contest.ruleset.side(seat)]
    if contest.shows:
        return _refuse(contest, cards, "call.turn", level=level)
    suit, number = _joker_and_level(cards, level)
    if suit is None or number > 2:
        return _refuse(contest, cards, _colour_rule(cards), level=level)
    kind = LOCKED if number == 2 else CALLED
    shown = Show(seat, cards, kind, CALL)
    return replace(contest, shows=(shown,), trump=suit, banker=seat, level=level)


def _joker_and_level(cards: Cards, level: str) -> tuple[str | None, int]:
    """The suit and number of the level cards, if with them lies one joker of their colour."""
    for joker in (_BIG, _SMALL):
        if cards.count(joker) == 1:
            rest = cards - Cards.of([joker])
            suit = level_suit(rest, level) if rest else None
            if suit and _JOKER_OF[suit] == joker:
                return suit, len(rest)
    return None, 0


def _colour_rule(cards: Cards) -> str:
    """The rule a wrong call is measured by: of its joker's colour, else of its first card's."""
    big, small = _BIG in cards, _SMALL in cards
    red = big if big or small else next(iter(cards)).suit in "HD"
    return "call.red" if red and not small else "call.black"


def _change(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    if not contest.shows:
        return _refuse(contest, cards, "change.turn", "none")
    if contest.hard:
        return _refuse(contest, cards, "change.attack", "stands")
    if seat == contest.shows[-1].seat:
        return _refuse(contest, cards, "change.turn", "own")
    if all_jokers(cards):
        return _attack(contest, seat, cards)
    if contest.shows[0].kind == LOCKED:
        return _refuse(contest, cards, "call.lock")
    suit, number = _joker_and_level(cards, contest.level)
    if suit is None or number != 2:
        return _refuse(contest, cards, "change.cards", "cards")
    if suit == contest.trump:
        return _refuse(contest, cards, "change.cards", "same")
    if _used(contest, cards):
        return _refuse(contest, cards, "change.cards", "used")
    shown = Show(seat, cards, CHANGED, CHANGE)
    return replace(contest, shows=(*contest.shows, shown), trump=suit)


def _attack(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    if len(cards) != 2 or cards.planes[0].bit_count() != 1:
        return _refuse(contest, cards, "change.attack", "pair")
    if _used(contest, cards):
        return _refuse(contest, cards, "change.attack", "used")
    shown = Show(seat, cards, ATTACKED, CHANGE)
    return replace(contest, shows=(*contest.shows, shown), trump=NO_TRUMP, hard=True)


def _used(contest: Contest, cards: Cards) -> bool:
    """Whether some of the cards must have been shown before."""
    shown = contest.shown.planes
    return masks.overflow(shown, cards.planes, contest.ruleset.decks) != 0


def _refuse(
    contest: Contest, cards: Cards, rule: str, case: str = "", *, level: str = ""
) -> Ruling:
    standing = contest.shows[-1].cards if contest.shows else Cards()
    return Ruling(
        rule, case, {"cards": cards, "level": level or contest.level, "standing": standing}
    )
