"""What holds between two states of a deal, and between two deals of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...cards import Cards
from ...deal import Deal
from ...deal.actions import Declare
from ...deal.events import (
    Drawn,
    Event,
    Fouled,
    Played,
    TakenBack,
    ThrowFailed,
    TrickReopened,
    TrickWon,
)
from ...deal.match import Match
from ...deal.phase import COUNT, OVER, PLAY
from ...verdicts.score import ATTACKERS
from .moment import settled_by_points


def broken_step(before: Deal, after: Deal, events: Sequence[Event]) -> list[str]:
    """Where the events do not match the change from one state to the next."""
    out = []
    drawn = [event.card for event in events if isinstance(event, Drawn)]
    if drawn != list(before.deck[before.drawn : after.drawn]):
        out.append(f"events: {len(drawn)} cards drawn, {after.drawn - before.drawn} in the state")
    if {before.phase, after.phase} <= {PLAY, COUNT, OVER}:
        laid = sum(len(event.cards) for event in events if isinstance(event, Played))
        laid -= sum(len(event.cards) for event in events if isinstance(event, TakenBack))
        count = sum(map(len, before.hands)) - sum(map(len, after.hands))
        if laid != count:
            out.append(f"events: {laid} cards played, {count} in the state")
    points = sum(event.points for event in events if isinstance(event, TrickWon))
    points -= sum(event.points for event in events if isinstance(event, TrickReopened))
    if points != sum(after.taken) - sum(before.taken):
        out.append(f"events: {points} points won, {after.taken} after {before.taken}")
    fine = sum(event.penalty for event in events if isinstance(event, ThrowFailed))
    if fine != sum(after.fines) - sum(before.fines):
        out.append(f"events: {fine} points fined, {after.fines} after {before.fines}")
    ended = [event for event in events if event == after.settled]
    if (before.phase != OVER and after.settled is not None) != bool(ended):
        out.append(f"events: {len(ended)} results told, settled is {after.settled}")
    if before.phase == COUNT and after.settled is not None:
        out += [f"result: {what}" for what in _counted(after, events)]
    return out + [f"action: {cards} is offered and refused" for cards in _refused(before, after)]


def _counted(deal: Deal, events: Sequence[Event]) -> Iterator[str]:
    """With a referee: what a deal was settled by, if no foul ended it."""
    if not any(isinstance(event, Fouled) for event in events):
        yield from settled_by_points(deal)


def _refused(before: Deal, after: Deal) -> Iterator[Cards]:
    """What is newly offered to the seat that is asked, but would be refused."""
    seat = after.turn
    if seat is None or not after.options or not after.options[seat]:
        return
    if before.options and before.options[seat] is after.options[seat]:
        return
    for cards in after.options[seat]:
        if after.refuses(Declare(seat, cards)) is not None:
            yield cards


def broken_match(before: Match, deal: Deal, after: Match) -> list[str]:
    """What does not hold between a match, a finished deal of it, and the match after it."""
    r, out = after.ruleset, list[str]()
    if len(after.levels) != (2 if r.partners == "fixed" else r.players):
        out.append(f"match: {len(after.levels)} levels")
    out += [f"match: {level} is no level" for level in after.levels if level not in r.ladder]
    if deal.settled is None:
        if deal.disqualified is not None:
            before = replace(before, over=after.over)
        if after != (replace(before, banker=None) if deal.rebid else before):
            out.append("match: a void deal changed it")
        return out
    if after.deals != before.deals + 1:
        out.append(f"match: {after.deals} deals after {before.deals}")
    attackers = deal.settled.result.side == ATTACKERS
    if after.banker is None or (after.banker in deal.bank_side) == attackers:
        out.append(f"match: the bank goes to {after.banker}, the deal to {deal.settled.result}")
    changed = {
        seat
        for seat in range(r.players)
        if before.levels[seat % len(before.levels)] != after.levels[seat % len(after.levels)]
    }
    allowed = deal.bank_side if not attackers else set(range(r.players)) - deal.bank_side
    if attackers and r.fall_back != "never":
        fell = {seat for seat in deal.bank_side if before.levels[seat % len(before.levels)] == "A"}
        allowed = allowed | fell
    if deal.settled.result.back_to is None and not changed <= allowed:
        out.append(f"match: the levels of {sorted(changed - allowed)} changed without reason")
    return out
