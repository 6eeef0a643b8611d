"""What is worth seeing in a trick at once: who has it so far, and what each play is."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import Cards
from ...deal import Deal
from ...deal.turn import terms_of, that_count
from ...deal.view import PublicView, Told
from ...verdicts import Shape, read_lead, trick
from ...verdicts.terms import TRUMP_SUIT, Terms
from ..protocol.outgoing import Mark, TrickInfo


def trick_on_table(
    view: PublicView | None, deal: Deal | None, news: Sequence[Told]
) -> TrickInfo | None:
    """What the trick is like that is under way, or that by the news has just been finished."""
    if view is None or deal is None:
        return None
    if view.trick and view.leader is not None:
        return marked(view, view.leader, view.trick, last=not view.cards[view.leader])
    if deal.finished and any(told["event"] == "trick_won" for told in news):
        leader, plays = deal.finished[-1]
        return marked(view, leader, plays, last=not any(view.cards))
    return None


def marked(view: PublicView, leader: int, plays: Sequence[Cards], *, last: bool) -> TrickInfo:
    """A trick of the view's deal, finished or not; last: it is the last one."""
    terms, players = terms_of(view), view.ruleset.players
    lead = read_lead(terms, plays[0])
    assert isinstance(lead, Shape)
    seats = [(leader + at) % players for at in range(len(plays))]
    follows = that_count(plays[1:], seats[1:], view.discards if view.trick else ())
    best = [trick(terms, lead, follows[:at], last=last).winner for at in range(len(plays))]
    marks: list[Mark | None] = [_lead_mark(lead)]
    for at in range(1, len(plays)):
        has = best[at] == at
        marks.append(_beating_mark(terms, lead, plays[at], plays[best[at - 1]]) if has else None)
    return TrickInfo(leader, seats[best[-1]], marks)


def _lead_mark(lead: Shape) -> Mark | None:
    if lead.is_bomb:
        return "bomb"
    if len(lead.units) > 1:
        return "throw"
    return "tractor" if lead.units[0].length > 1 else None


def _beating_mark(terms: Terms, lead: Shape, play: Cards, beaten: Cards) -> Mark | None:
    """What a play is that has just taken the trick from another."""
    if terms.ruleset.bombs and len(play) == 4 and len(set(play)) == 1 and not lead.is_bomb:
        return "bomb"
    if lead.lane == terms.order.lane_of(play.planes) or terms.suit(play) != TRUMP_SUIT:
        return None
    return "overruff" if terms.suit(beaten) == TRUMP_SUIT else "ruff"
