"""What a finished deal brings: digging, the result, promotion, the next banker, time up.

Decides `last.kitty`, `last.both-sides`, `hard.no-dig`, `score.promote`, `last.jack-dig`,
`level.mandatory`, `match.end`, `partner.next-banker` and the tie of `clock.match`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..cards import Cards
from ..rules import score as rules
from ..rules.numbers import rank_of, switches_of
from ..rules.trick import ranks_jacks
from ..ruleset import Ruleset
from . import Shape, trick
from .terms import Terms

ATTACKERS = "attackers"
BANKERS = "bankers"


@dataclass(frozen=True)
class Dig:
    """What the last trick's bonus is worth to the attackers."""

    multiplier: int
    points: int


def dig(
    terms: Terms,
    lead: Shape,
    follows: Sequence[Cards],
    kitty: Cards,
    *,
    winner_side: str,
    attacked_by: str | None = None,
) -> Dig:
    """The bonus of the last trick; attacked_by: who made the trump hard (call style only)."""
    plays = [lead.cards, *follows]
    won = trick(terms, lead, follows, last=True).winner
    own = plays[won].planes
    return dig_of(
        terms.ruleset,
        pairs=rules.dug_length(terms.switches, terms.order, lead.lead, own, won > 0),
        cards=len(lead.cards),
        trick_points=sum(play.points for play in plays),
        kitty_points=kitty.points,
        winner_side=winner_side,
        hard=rules.is_hard(terms.switches, terms.order.trump),
        attacked_by=attacked_by,
    )


def dig_of(  # noqa: PLR0913  (as many as it depends on)
    ruleset: Ruleset,
    *,
    pairs: int,
    cards: int,
    trick_points: int,
    kitty_points: int,
    winner_side: str,
    hard: bool = False,
    attacked_by: str | None = None,
) -> Dig:
    """The bonus of a last trick that is told, not shown: pairs in the unit whose factor counts."""
    switches = switches_of(ruleset)
    factor, points = rules.last_bonus(
        switches,
        pairs,
        cards,
        trick_points,
        kitty_points,
        winner_side == ATTACKERS,
        rules.kitty_counts(switches, hard, attacked_by == BANKERS),
    )
    return Dig(factor, points)


@dataclass(frozen=True)
class Result:
    """Which side has the bank next, by how many levels it is promoted, and who falls back."""

    side: str
    levels: int
    back_to: str | None = None


def result(
    ruleset: Ruleset, attackers: int, *, level: str | None = None, last_jack_dig: bool = False
) -> Result:
    """The result of a deal by the attackers' points, digging counted.

    last_jack_dig: they won the last trick with a J, which at level J sends the others back.
    """
    r = ruleset
    won = rules.result(attackers, r.take_over, r.step, r.promotion_cap, r.below_zero)
    if won < 0:
        return Result(BANKERS, -won)
    falls = level is not None and ranks_jacks(switches_of(r), rank_of(level), last_jack_dig)
    return Result(ATTACKERS, won, r.first_level if falls else None)


@dataclass(frozen=True)
class Promotion:
    """The level reached (None beyond the top), and whether the match is won."""

    level: str | None
    won: bool = False


def promote(ruleset: Ruleset, level: str, by: int) -> Promotion:
    """Where a promotion leads from a level of the ladder."""
    ladder, switches = ruleset.ladder, switches_of(ruleset)
    top, match_end = switches.top, switches.match_end
    rung = rules.promote(ladder.index(level), by, top, switches.must_play, match_end)
    won = rules.wins_match(rung, by, top, match_end)
    return Promotion(ladder[rung] if rung <= top else None, won)


def next_banker(ruleset: Ruleset, banker: int, side: str, *, friends: Collection[int] = ()) -> int:
    """Who has the bank (in the call style: the first call) in the next deal.

    friends: those who were called, where partners are.
    """
    seats = range(ruleset.players)
    bank = {banker, *friends, *(seat for seat in seats if ruleset.same_side(seat, banker))}
    mask = sum(1 << seat for seat in bank)
    return rules.next_bank(ruleset.players, banker, mask, side == ATTACKERS)


def time_up(ruleset: Ruleset, levels: tuple[str, str], bank: int) -> int | None:
    """The side that wins when the match's time is up, or None for a draw."""
    rungs = [ruleset.ladder.index(level) for level in levels]
    if rungs[0] != rungs[1]:
        return int(rungs[1] > rungs[0])
    return bank if ruleset.time_up_tie == "bank_wins" else None
