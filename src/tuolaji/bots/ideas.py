"""What `club` thinks of and why: the kernel's player, told what the seat believes of others."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Cards
from ..cards.planes import Planes
from ..engine.state import State
from ..rules.follow import follows
from ..rules.numbers import strict_switches_of
from ..rules.units import Lead
from ..verdicts.ruling import Fact
from .belief import Belief
from .bot import Reason
from .fast.club_player import ClubPlayer
from .fast.holdings import FULL
from .fast.odds import SURE
from .position import set_position
from .sides import Sides
from .table import faces_of

# Keys of the catalogue's `reasons`, in the order of the kernel's numbers.
_REASONS = (
    "give", "leave", "win", "ruff", "hope", "duck",
    "throw", "risk", "draw", "cash", "partner", "exit",
)  # fmt: skip
_PROBABLY = 0.8  # with the seat, while friends are secret; less sure is taken for the other side


@dataclass(frozen=True)
class Idea:
    """A legal play, and why it is thought of."""

    cards: Planes
    why: Reason


def ideas(known: Belief) -> list[Idea]:
    """The legal plays that are worth a thought, the best first."""
    deal = State(strict_switches_of(known.terms.ruleset))
    set_position(deal, known)
    player = ClubPlayer()
    _inform(player, known)
    found = range(player.ideas(deal))
    best: dict[Planes, int] = {}
    for at in sorted(found, key=lambda at: -player.offers.price(at)):
        cards = player.offers.cards(at)
        if cards not in best and _is_legal(deal, cards):
            best[cards] = at
    return [Idea(cards, _why(known, player, at)) for cards, at in best.items()]


def _inform(player: ClubPlayer, known: Belief) -> None:
    """Tell the player what the seat believes: who is with it, and who probably holds what."""
    odds = player.worth.odds
    seats = [seat for seat in range(len(known.view.cards)) if seat != known.seat]
    sides = Sides(known)
    odds.believe(known.out, sum(1 << seat for seat in seats if sides.ally(seat) > _PROBABLY))
    for seat in seats:
        chances = known.chances(seat)
        unpaired = known.memory.unpaired.get(seat, 0)
        odds.holdings.set_seat(seat, known.sure[seat], unpaired)
        for face in faces_of((known.loose[0], 0, 0, 0)):
            odds.holdings.set_chance(seat, face, round(FULL * chances[face]))
    odds.holdings.set_loose(known.loose)


def _is_legal(deal: State, cards: Planes) -> bool:
    if deal.in_trick:
        return follows(deal.order, deal.lead, deal.hand(deal.turn), cards)
    return not Lead().read(deal.order, cards, deal.switches)


def _why(known: Belief, player: ClubPlayer, at: int) -> Reason:
    cards = Cards(player.offers.cards(at))
    facts: dict[str, Fact] = {
        "cards": cards,
        "chance": round(100 * player.offers.chance(at) / SURE),
    }
    if known.view.trick:
        facts["points"] = cards.points + sum(play.points for play in known.view.trick)
    else:
        facts["suit"] = known.terms.suit_name(known.terms.order.lane_of(cards.planes))
    return Reason(_REASONS[player.offers.reason(at)], facts)
