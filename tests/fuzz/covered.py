"""What happened in a match in lockstep, by name, and what can happen under a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tuolaji import Ruleset
from tuolaji.deal import Deal
from tuolaji.deal.events import Event, Flipped, Settled, ThrowFailed, TrumpFixed, name_of
from tuolaji.rules.order import TRUMPS

if TYPE_CHECKING:
    from tests.fuzz.lockstep import Lockstep

_TRIPLES, _QUADS = 3, 4


def happened(table: Lockstep, before: Deal | None, events: list[Event]) -> Iterator[str]:
    """What an action was and brought about; before: None where the deal has just begun."""
    if before is not None:
        yield f"phase: {before.phase}"
        if before.phase == "play":
            yield from _played(table, before)
    for event in events:
        if name_of(event) not in ("drawn", "played", "trick_won", "started"):
            yield f"event: {name_of(event)}"
        yield from _told(event)
    if before is not None and table.deal.contest.shows != before.contest.shows:
        yield f"shown: {table.deal.contest.shows[-1].kind}"


def _told(event: Event) -> Iterator[str]:
    if isinstance(event, TrumpFixed):
        yield f"level {event.level}"
        yield "no trump" if event.trump == "N" else "a trump suit"
    elif isinstance(event, Flipped):
        yield "turned up more than one card" if len(event.cards) > 1 else "turned up one card"
    elif isinstance(event, ThrowFailed):
        yield "fined" if event.penalty else "not fined"
    elif isinstance(event, Settled):
        yield f"won by {event.result.side}"
        if event.result.back_to:
            yield "fell back"
        if event.attackers < 0:
            yield "points below zero"


def _played(table: Lockstep, before: Deal) -> Iterator[str]:
    raw, deal = table.raw, table.deal
    if before.lead is None:
        yield f"led: {kind(raw.lead)}"
        return
    if len(before.trick) != table.ruleset.players - 1:
        return
    lane, order = before.lead.lane, raw.order
    _, plays = deal.finished[-1]
    trumps = [order.lane_of(play.planes) == TRUMPS for play in plays]
    if lane != TRUMPS and any(trumps[1:]):
        won = plays[(raw.winner - before.leader) % table.ruleset.players]
        ruffed = order.lane_of(won.planes) == TRUMPS
        yield "ruffed" if ruffed else "trumps that do not win"
        if len(won) > 1 and ruffed:
            yield "ruffed several cards"
    if raw.at_jacks:
        yield "last trick at level J"


def kind(lead: Any) -> str:
    """What a lead of the kernel is called."""
    if lead.gapped:
        return "gapped run"
    if lead.units > 1:
        return "throw"
    if lead.bombs and lead.number == _QUADS:
        return "bomb" if lead.ranks == 1 else "quads"
    if lead.bombs and lead.number == _TRIPLES:
        return "triples"
    if lead.lengths:
        return "tractor"
    return "pair" if lead.pairs else "single"


def possible(ruleset: Ruleset) -> set[str]:
    """What must come up in a long run."""
    return {name for name, can in _possible(ruleset) if can}


def _possible(r: Ruleset) -> Iterator[tuple[str, bool]]:
    calls, reveals = r.declare_style == "call", r.declare_style == "reveal"
    flips, several = r.no_declaration.startswith("flip"), r.decks > 1
    for phase, can in (
        ("draw", not calls), ("call", calls), ("change", calls), ("bury", r.kitty > 0),
        ("partner", r.partners == "called"), ("play", True),
    ):  # fmt: skip
        yield f"phase: {phase}", can
    for led, can in (
        ("single", True), ("pair", several), ("tractor", several), ("throw", r.throw != "off"),
        ("gapped run", r.gapped_runs), ("bomb", r.bombs), ("triples", r.bombs), ("quads", r.bombs),
    ):  # fmt: skip
        yield f"led: {led}", can
    for name, can in (
        ("throw_failed", r.throw != "off" or r.gapped_runs), ("flipped", flips),
        ("redealt", r.no_declaration == "redeal"), ("partner_known", r.partners == "called"),
        ("dug", r.dig != "off"), ("settled", True), ("trump_fixed", True), ("buried", r.kitty > 0),
    ):  # fmt: skip
        yield f"event: {name}", can
    for level in r.ladder:
        yield f"level {level}", True
    no_trump = calls or "X" in r.ladder or r.no_trump != "off"
    yield "no trump", no_trump or r.no_declaration == "flip_joker_no_trump"
    for name in ("a trump suit", "won by attackers", "won by bankers", "ruffed",
                 "ruffed several cards", "trumps that do not win"):  # fmt: skip
        yield name, True
    yield "match won", r.match_end != "endless"
    yield "fined", r.throw_penalty != "none" and (r.throw != "off" or r.gapped_runs)
    yield "last trick at level J", r.jack_rules
    yield "fell back", r.jack_rules
    yield "points below zero", r.below_zero and r.dig == "last_trick"
    for name in ("call.black", "call.red", "call.lock", "change.cards cards", "change.attack pair"):
        yield f"refused: {name}", calls and several
    for name in ("not-in-hand", "wrong-number", "lead.shapes suits", "follow.suit"):
        yield f"refused: {name}", True
    yield "refused: follow.pair", several
    yield "refused: follow.tractor", several
    yield "refused: follow.throw", r.throw != "off" and several
    yield "refused: throw.forbidden", r.throw == "off"
    yield "refused: follow.bomb", r.bombs
    yield "refused: lead.shapes triple", r.bombs
    yield "shown: single", reveals
    yield "shown: pair", reveals and several
    yield "shown: secured", reveals and several and (r.self_secure or r.partner_secure)
    yield "shown: big", reveals and several and r.no_trump != "off"
    for name in ("called", "locked", "changed", "attacked"):
        yield f"shown: {name}", calls
    yield "shown: bid", r.declare_style == "concealed"
    yield "shown: reinforced", r.declare_style == "concealed" and r.self_secure
