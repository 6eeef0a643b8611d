"""What the undrawn cards and the finished tricks of a deal add up to.

Every check needs these sums, and most of them do not change from one state to the next, so
`sums(deal, before)` starts from those of an earlier state if its tricks are still the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate

from ...cards import Card, Cards
from ...cards import planes as masks
from ...cards.planes import EMPTY, Planes
from ...deal import Deal, with_item
from ...verdicts import Shape, Trick, read_lead, trick
from ...verdicts.terms import Terms

Tricks = tuple[tuple[int, tuple[Cards, ...]], ...]


@dataclass(frozen=True)
class Sums:
    """The sums of one state.

    rests: the cards left of the deck after so many were drawn. laid: what each seat played in the
    finished tricks. won: the points each seat won in all of them but the last, and those are
    `last`. leader: who won the last one by the rules, None where they cannot tell. faults: what is
    wrong with single tricks. overfull: whether they hold a card more often than the decks.
    """

    deck: tuple[Card, ...]
    rests: tuple[Planes, ...]
    terms: Terms | None
    laid: tuple[Planes, ...]
    won: tuple[int, ...]
    finished: Tricks = ()
    last: int = 0
    leader: int | None = None
    faults: tuple[str, ...] = ()
    overfull: bool = False


def sums(deal: Deal, before: Sums | None = None) -> Sums:
    """The sums of a state; before: those of an earlier state, as a start."""
    if before is None or before.deck is not deal.deck or before.terms is not deal.terms:
        before = _none(deal)
    done = len(before.finished)
    if deal.finished[:done] != before.finished:
        before, done = _none(deal), 0
    for number in range(done, len(deal.finished)):
        before = _with_trick(before, deal, number)
    return before


def _none(deal: Deal) -> Sums:
    """The sums before the first trick."""
    players = deal.ruleset.players
    ones = (masks.copies(card.face, 1) for card in reversed(deal.deck))
    rests = tuple(accumulate(ones, masks.add, initial=EMPTY))
    return Sums(deal.deck, rests[::-1], deal.terms, (EMPTY,) * players, (0,) * players)


def _with_trick(before: Sums, deal: Deal, number: int) -> Sums:
    """The sums with one more finished trick."""
    players = deal.ruleset.players
    leader, plays = deal.finished[number]
    faults = list(before.faults)
    if not 0 <= leader < players or before.leader not in (None, leader):
        faults.append(f"trick {number + 1} was led by {leader}")
    if len(plays) != players:
        faults.append(f"trick {number + 1} has {len(plays)} plays")
    if len(set(map(len, plays))) != 1 or not plays[0]:
        faults.append(
            f"the plays of trick {number + 1} differ in size: {', '.join(map(str, plays))}"
        )
    laid, overfull = before.laid, before.overfull
    for at, cards in enumerate(plays):
        seat = (leader + at) % players
        overfull |= masks.overflow(laid[seat], cards.planes, deal.ruleset.decks) != 0
        laid = with_item(laid, seat, masks.add(laid[seat], cards.planes))
    won = before.won
    if number:
        won = with_item(won, leader % players, won[leader % players] + before.last)
    last = number + 1 == len(deal.finished) and not any(deal.hands)
    return replace(
        before,
        finished=deal.finished[: number + 1],
        laid=laid,
        won=won,
        last=sum(cards.points for cards in plays),
        leader=_winner(deal, number, last=last),
        faults=tuple(faults),
        overfull=overfull,
    )


def _winner(deal: Deal, number: int, *, last: bool) -> int | None:
    """Who won a finished trick.

    With a referee a higher play may have been a mere discard: that is known till the next lead.
    """
    known = number + 1 == len(deal.finished) and not deal.trick
    if not known and deal.ruleset.enforcement == "referee":
        return None
    won = outcome(deal, number, last=last)
    return None if won is None else (deal.finished[number][0] + won.winner) % deal.ruleset.players


def outcome(deal: Deal, number: int, *, last: bool) -> Trick | None:
    """The outcome of a finished trick by the rules; None if its lead is not legal."""
    leader, plays = deal.finished[number]
    if deal.terms is None or not plays or not plays[0]:
        return None
    lead = read_lead(deal.terms, plays[0])
    if not isinstance(lead, Shape):
        return None
    follows = list(plays[1:])
    for seat in deal.discards:  # what they played cannot win
        follows[(seat - leader) % deal.ruleset.players - 1] = Cards()
    return trick(deal.terms, lead, follows, last=last)
