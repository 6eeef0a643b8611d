"""From rulesets and actions to the kernel's plain numbers and back."""

from __future__ import annotations

from functools import lru_cache

from .actions import Action, Bury, Declare, NamePartner, Pass, Play
from .cards import JOKER_LEVEL, RANKS, Card, Cards
from .kernel import rawcourse, switches
from .kernel import rawdeal as raw
from .kernel.order import NO_LEVEL
from .kernel.planes import EMPTY, Planes
from .kernel.rawdeal import RawDeal
from .kernel.rawmatch import new_match, set_match
from .kernel.shows import NOBODY
from .kernel.switches import Switches
from .phases import declare
from .phases.state import Setup
from .play.throw import FINES, THROWS
from .ruleset import Ruleset
from .score import MATCH_ENDS, must_play

_DIGS = {
    "off": switches.DIG_OFF,
    "kitty": switches.DIG_KITTY,
    "last_trick": switches.DIG_LAST_TRICK,
}
_LARGEST_FACTOR = 2**54  # times the 400 points of four decks: still a number of 64 bits


@lru_cache(maxsize=256)
def switches_of(ruleset: Ruleset) -> Switches:
    """The switches of a ruleset as the kernel has them."""
    r = ruleset
    out = Switches(r.players, r.decks, r.kitty)
    declaring = declare.switches(ruleset)
    out.style = declaring.style
    out.self_secure = declaring.self_secure
    out.partner_secure = declaring.partner_secure
    out.self_overturn = declaring.self_overturn
    out.no_trump = declaring.no_trump
    out.no_declaration = declaring.no_declaration
    out.declare_window = r.declare_window
    out.kitty_seen = r.kitty_seen
    out.opening_small_joker = r.opening_small_joker
    out.called_partners = declaring.called_partners
    out.own_attack_digs = r.own_attack_digs
    out.permanent_two = r.permanent_two
    out.skip_level = r.runs_skip_level
    out.special_runs = r.runs_in_trump == "all"
    out.throws = THROWS[r.throw]
    out.smallest_card = r.throw_plays == "smallest_card"
    out.fine = FINES[r.throw_penalty]
    out.gapped_runs = r.gapped_runs
    out.bombs = r.bombs
    out.dig = _DIGS[r.dig]
    out.dig_own = r.dig_shape == "own"
    out.jack_rules = r.jack_rules
    out.take_over = r.take_over
    out.step = r.step
    out.cap = r.promotion_cap
    out.below_zero = r.below_zero
    out.match_end = MATCH_ENDS[r.match_end]
    out.must_play = must_play(ruleset)
    for at, rung in enumerate(r.ladder):
        out.set_rung(at, NO_LEVEL if rung == JOKER_LEVEL else RANKS.index(rung))
    most = 54 * r.decks // r.players // 2
    for pairs in range(most + 1):
        factor = r.dig_multiplier.factor(pairs, -1)
        if factor > _LARGEST_FACTOR:
            raise ValueError(f"dig_multiplier {r.dig_multiplier} is too large to be compiled")
        out.set_factor(pairs, factor)
    return out


def begin(ruleset: Ruleset, setup: Setup, deck: list[Card] | tuple[Card, ...]) -> RawDeal:
    """The kernel's deal for the same beginning as `Deal.begin`."""
    deal = RawDeal(switches_of(ruleset))
    new_match(deal, setup.first_seat)
    for owner, level in enumerate(setup.levels):
        deal.set_rung(owner, ruleset.ladder.index(level))
    bank = setup.banker if setup.banker is not None else NOBODY
    set_match(deal, bank, setup.first_seat, setup.number - 1)
    for at, card in enumerate(deck):
        deal.put_card(at, card.face)
    rawcourse.begin(deal)
    return deal


def cards_of(action: Action) -> Planes:
    """What an action of a seat is to the kernel: its cards, none for a pass."""
    if isinstance(action, NamePartner):
        return Cards.of([action.card]).planes
    if isinstance(action, Declare | Bury | Play):
        return action.cards.planes
    if isinstance(action, Pass):
        return EMPTY
    raise ValueError(f"the kernel has no referee: {action}")


def action_of(deal: RawDeal, cards: Planes) -> Action:
    """The action that these cards mean for the seat whose turn it is."""
    seat = deal.turn
    if deal.phase == raw.PLAY:
        return Play(seat, Cards(cards))
    if deal.phase == raw.BURY:
        return Bury(seat, Cards(cards))
    if deal.phase == raw.PARTNER:
        return NamePartner(seat, Card(cards[0].bit_length() - 1))
    return Declare(seat, Cards(cards)) if cards[0] else Pass(seat)
