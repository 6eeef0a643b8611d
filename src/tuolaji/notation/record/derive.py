"""The comments of a record: derived from the events, and compared with those in a text."""

from __future__ import annotations

from collections.abc import Iterable

from ...cards import Cards
from ...deal import Deal
from ...deal.events import (
    Bid,
    BidTurnedUp,
    Buried,
    Claimed,
    Declared,
    Disqualified,
    Dug,
    Event,
    Flipped,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Redealt,
    Settled,
    TakenBack,
    ThrowFailed,
    TrickReopened,
    TrickWon,
    TrumpFixed,
)
from ...deal.phase import OVER
from ...verdicts import Shape, read_lead
from .lines import Line, Pairs, quoted
from .told import Difference


def line_pairs(events: Iterable[Event], after: Deal) -> Pairs:
    """What the comment says on the line whose actions have just been applied."""
    return tuple(pair for event in events for pair in _of_line(event, after))


def _of_line(event: Event, after: Deal) -> Pairs:
    match event:
        case Declared():
            return (("trump", event.trump),)
        case Bid():
            return (("trump", after.contest.trump or ""),)
        case Buried():
            return (("points", str(event.cards.points)),)
        case PartnerNamed():
            holder = after.friends[-1].seat
            return () if holder is None else (("partner", str(holder)),)
        case PartnerKnown():
            return (("known", str(event.seat)),)
        case ThrowFailed():
            return (("fine", str(event.penalty)),) if event.penalty else ()
        case TrickWon():
            won = (("winner", str(event.seat)), ("points", str(event.points)))
            if after.phase == OVER:
                return won
            return (*won, ("attackers", str(after.attackers_points)))
    return _of_ruling(event)


def _of_ruling(event: Event) -> Pairs:
    match event:
        case Claimed():
            return (("claim", event.rule or "unfounded"),)
        case Fouled():
            return (("foul", event.effect or f"{event.points:+d}"),)
        case TrickReopened():
            return (("reopened", str(event.seat)),)
        case TakenBack():
            return (("back", str(event.cards)),)
    return ()


def header_pairs(events: Iterable[Event]) -> Pairs:
    """What the heading of the next section says: how trump was fixed."""
    pairs: list[tuple[str, str]] = []
    for event in events:
        match event:
            case Flipped():
                pairs.append(("flipped", " ".join(map(str, event.cards))))
            case BidTurnedUp():
                pairs.append(("turned", str(event.cards)))
            case TrumpFixed():
                pairs.append(("level", event.level))
                pairs.append(("trump", event.trump))
                pairs.append(("banker", str(event.banker)))
    return tuple(pairs)


def result_pairs(events: Iterable[Event]) -> Pairs:
    """What the result section says."""
    pairs: list[tuple[str, str]] = []
    for event in events:
        match event:
            case Dug():
                pairs += [("dig", f"{event.points:+d}"), ("multiplier", str(event.multiplier))]
            case Redealt():
                pairs.append(("redealt", quoted(event.reason)))
            case Disqualified():
                pairs.append(("disqualified", str(event.seat)))
            case Settled():
                result = event.result
                pairs.append(("attackers", str(event.attackers)))
                pairs += [("side", result.side), ("levels", str(result.levels))]
                pairs += [("back_to", result.back_to)] if result.back_to else []
    return tuple(pairs)


def comment(pairs: Pairs) -> str:
    """The pairs as a comment, or nothing."""
    return " ; " + ", ".join(f"{key} {value}" for key, value in pairs) if pairs else ""


def compared(line: Line, derived: Pairs) -> list[Difference]:
    """Where the line's comment disagrees with the rules."""
    right: dict[str, list[str]] = {}
    for key, value in derived:
        right.setdefault(key, []).append(value)
    out = []
    for key, said in line.said:
        if not key:
            out.append(Difference(line.number, "bad-comment", {"text": said}))
            continue
        if not right.get(key):
            out.append(Difference(line.number, "comment-extra", {"key": key, "said": said}))
            continue
        value = right[key].pop(0)
        if said != value:
            facts = {"key": key, "said": said, "right": value}
            out.append(Difference(line.number, "comment", facts))
    return out


def lead_units(deal: Deal, cards: Cards) -> tuple[Cards, ...]:
    """The units of a lead, or all cards as one unit if they are not a lead."""
    assert deal.terms is not None
    shape = read_lead(deal.terms, cards)
    return tuple(unit.cards for unit in shape.units) if isinstance(shape, Shape) else (cards,)


def units_text(units: Iterable[Cards]) -> str:
    """The units with `+` between them; the same suit is not written again."""
    out, suit = "", ""
    for unit in units:
        text = str(unit)
        if out:
            out += "+"
        out += text[1:] if text[0] == suit else text
        suit = [sign for sign in text if sign in "SHCDX"][-1]
    return out
