"""What holds for a match that is played by the clock."""

from __future__ import annotations

from collections.abc import Sequence

from ...deal import Deal, clock
from ...deal.actions import Action, Play
from ...deal.match import Match, MatchEvent, MatchWon


def broken_timeout(deal: Deal, forced: Action, chosen: Action) -> list[str]:
    """What is wrong with the forced action of a seat that ran out of time."""
    if deal.refuses(forced) is not None:
        return [f"clock: {forced} is refused"]
    if not isinstance(forced, Play) or not isinstance(chosen, Play):
        return []
    if deal.lead is None:
        return [] if len(forced.cards) == 1 else [f"clock: {forced} is no single"]
    cheaper = chosen.cards.points < forced.cards.points
    if cheaper and deal.ruleset.enforcement == "strict":
        return [f"clock: {forced} was played where {chosen.cards} has fewer points"]
    return []


def broken_time(
    deal: Deal, after: Match, events: Sequence[MatchEvent], *, ended: float, now: float
) -> list[str]:
    """What is wrong with a match before its next deal, given when the last deal ended."""
    r, out = after.ruleset, list[str]()
    if clock.is_up(r, ended) != (deal.redeal == clock.MATCH):
        out.append(f"clock: settled {deal.settled}, void {deal.redeal} at {ended:.0f} s")
    late = clock.is_up(r, now) or (deal.settled is not None and not clock.may_start_deal(r, now))
    if late and after.over is None:
        out.append(f"clock: the match goes on at {now:.0f} s")
    if any(isinstance(told, MatchWon) and told.reason == "time" for told in events):
        rungs = [r.ladder.index(level) for level in after.levels]
        best = tuple(who for who, rung in enumerate(rungs) if rung == max(rungs))
        if len(rungs) == 2 and len(best) == 2:
            bank = after.first_seat if after.banker is None else after.banker
            best = (bank % 2,) if r.time_up_tie == "bank_wins" else ()
        if not late or after.over != best:
            out.append(f"clock: {after.over} won at {now:.0f} s with levels {after.levels}")
    return out
