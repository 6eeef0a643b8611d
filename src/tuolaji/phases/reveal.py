"""Declaring openly while the cards are drawn (亮主).

Decides `declare.first`, `declare.self-secure`, `declare.partner-secure`, `declare.overturn`,
`declare.self-overturn`, `declare.no-trump` and `declare.banker`. States: nothing; a single; a pair
(fixed); no trump, with small jokers only where a bigger pair may still come (`ladder`).
"""

from __future__ import annotations

from dataclasses import replace

from ..cards import JOKER_LEVEL, NO_TRUMP, Cards
from ..rulings import Fact, Ruling
from .declare import Contest, Show, all_jokers, level_suit, none_legal, possible_shows

SINGLE, PAIR, SECURED, SMALL_JOKERS, BIG_JOKERS = "single", "pair", "secured", "small", "big"


def show(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    """The contest after a seat shows these cards, or why it may not."""
    contest = contest.at_level_of(seat)
    if contest.level == JOKER_LEVEL:
        return _refuse(contest, cards, "declare.joker-level")
    if all_jokers(cards):
        return _show_jokers(contest, seat, cards)
    suit = level_suit(cards, contest.level)
    if suit is None or len(cards) > 2:
        return _refuse(contest, cards, "declare.first", "cards")
    return _show_suit(contest, seat, cards, suit)


def final(contest: Contest) -> bool:
    """Whether no later declaration could be legal."""
    return none_legal(contest, possible_shows(contest, contest.level, 2), show)


def declarer(contest: Contest) -> int | None:
    """Who declared what stands; securing it for him changes nothing in that."""
    for shown in reversed(contest.shows):
        if shown.kind != SECURED:
            return shown.seat
    return None


def _show_suit(contest: Contest, seat: int, cards: Cards, suit: str) -> Contest | Ruling:
    standing = contest.standing
    kind = SINGLE if len(cards) == 1 else PAIR
    if standing is None:
        return contest.stands(Show(seat, cards, kind), suit)
    if kind == SINGLE:
        if standing.kind == SINGLE and suit == contest.trump:
            return _secure(contest, seat, cards, standing)
        case = "single" if standing.kind == SINGLE else "fixed"
        return _refuse(contest, cards, "declare.overturn", case)
    own = declarer(contest) == seat
    if standing.kind != SINGLE:
        rule = "declare.self-overturn" if own else "declare.overturn"
        return _refuse(contest, cards, rule, "fixed")
    if suit == contest.trump:
        rule, case = ("declare.self-secure", "more") if own else ("declare.overturn", "same")
        return _refuse(contest, cards, rule, case)
    if own and not contest.ruleset.self_overturn:
        return _refuse(contest, cards, "declare.self-overturn", "off")
    return contest.stands(Show(seat, cards, PAIR), suit)


def _secure(contest: Contest, seat: int, cards: Cards, standing: Show) -> Contest | Ruling:
    """The twin of the standing single: it fixes the suit and moves no bank."""
    ruleset = contest.ruleset
    if seat == standing.seat:
        if not ruleset.self_secure:
            return _refuse(contest, cards, "declare.self-secure", "off")
    elif ruleset.partners == "called":
        return _refuse(contest, cards, "declare.partner-secure", "called")
    elif not ruleset.same_side(seat, standing.seat):
        return _refuse(contest, cards, "declare.partner-secure", "opponent")
    elif not ruleset.partner_secure:
        return _refuse(contest, cards, "declare.partner-secure", "off")
    return replace(contest, shows=(*contest.shows, Show(seat, cards, SECURED)))


def _show_jokers(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    """No trump, as the switch `no_trump` has it."""
    mode, standing = contest.ruleset.no_trump, contest.standing
    if mode == "off":
        return _refuse(contest, cards, "declare.no-trump", "off")
    alike = cards.planes[0].bit_count() == 1
    if len(cards) != 2 or (mode != "two" and not alike):
        return _refuse(contest, cards, "declare.no-trump", "pair")
    kind = SMALL_JOKERS if mode == "ladder" and str(cards) == "XLL" else BIG_JOKERS
    if standing is None:
        if mode == "two":
            return _refuse(contest, cards, "declare.first", "jokers")
    elif standing.kind in (BIG_JOKERS, kind):
        return _refuse(contest, cards, "declare.no-trump", "stands")
    elif declarer(contest) == seat and mode == "two":
        return _refuse(contest, cards, "declare.no-trump", "own")
    elif declarer(contest) == seat and mode == "ladder" and not contest.ruleset.self_overturn:
        return _refuse(contest, cards, "declare.self-overturn", "off")
    return contest.stands(Show(seat, cards, kind), NO_TRUMP)


def _refuse(contest: Contest, cards: Cards, rule: str, case: str = "") -> Ruling:
    standing = contest.standing.cards if contest.standing else Cards()
    facts: dict[str, Fact] = {"cards": cards, "level": contest.level, "standing": standing}
    return Ruling(rule, case, facts)
