"""Bidding face down (暗叫): only the size of a bid is public."""

from __future__ import annotations

from .declare import Contest, final, show, shows_of

__all__ = ["REINFORCED", "final", "highest_bid", "show"]

REINFORCED = "reinforced"


def highest_bid(contest: Contest) -> tuple[int, int | None]:
    """The size of the highest bid and who holds it."""
    shows = shows_of(contest)
    return shows.highest_bid(), shows.declarer() if contest.shows else None
