"""What a seat may see of a deal: the only place where cards are hidden.

`view(deal, seat)` is plain data for one seat, `view(deal)` for an onlooker; `seen(event, seat)`
is what of an event they are told. Both show nothing by default: a field is visible because it is
put in here. Respects `kitty_seen`, `tricks_seen`, face-down bids and the secret partner; exchanging
cards that a seat cannot know about changes nothing in its view.
"""

from __future__ import annotations

from typing import Any

from .cards import JOKER_LEVEL
from .deal import Deal
from .events import Bid, Buried, Drawn, Event, TookKitty, to_json
from .phases.declare import Show, flip
from .phases.state import CALL, CHANGE, COUNT, DRAW, OVER, PLAY

View = dict[str, Any]


def view(deal: Deal, seat: int | None = None) -> View:
    """What the seat, or an onlooker, may see now."""
    out: View = {
        "ruleset": str(deal.ruleset),
        "deal": deal.setup.number,
        "levels": list(deal.setup.levels),
        "first_seat": deal.setup.first_seat,
        "phase": deal.phase,
        "seat": seat,
        "turn": _turn(deal, seat),
        "banker": deal.banker if deal.banker is not None else deal.contest.banker,
        "level": deal.terms.level if deal.terms else deal.contest.level,
        "trump": deal.terms.trump if deal.terms else _trump_so_far(deal),
        "drawn": deal.drawn,
        "cards": [len(hand) for hand in deal.hands],
        "shows": [_show(deal, at, seat) for at in range(len(deal.contest.shows))],
        "flipped": _flipped(deal),
        "kitty": str(deal.kitty) if _sees_kitty(deal, seat) else None,
        "holder": deal.holder,
        "named": str(deal.named) if deal.named else None,
        "partner": deal.partner if deal.partner_known else None,
        "leader": deal.leader if deal.phase == PLAY else None,
        "trick": [str(play) for play in deal.trick],
        "discards": list(deal.discards),
        "exposed": [str(cards) for cards in deal.public.exposed],
        "finished": len(deal.finished),
        "tricks": _tricks(deal, seat),
        "taken": list(deal.taken),
        "points": _points(deal),
        "fines": list(deal.fines),
        "barred": list(deal.barred),
        "told": [{"drawn": at, **seen(event, seat)} for at, event in deal.public.told],
        "settled": to_json(deal.settled) if deal.settled else None,
        "redeal": deal.redeal,
        "disqualified": deal.disqualified,
    }
    if seat is not None:
        out["hand"] = str(deal.hands[seat])
        asked = deal.turn == seat and deal.phase in (DRAW, CALL, CHANGE)
        out["options"] = [str(cards) for cards in deal.options[seat]] if asked else []
    return out


def _turn(deal: Deal, seat: int | None) -> int | None:
    """Whose turn it is; while cards are drawn only the asked seat knows that it is asked."""
    if deal.phase == DRAW and deal.turn != seat:
        return None
    return deal.turn


def _trump_so_far(deal: Deal) -> str | None:
    return None if deal.ruleset.declare_style == "concealed" else deal.contest.trump


def _show(deal: Deal, at: int, seat: int | None) -> View:
    """A declaration; of a face-down bid only its owner sees more than its size, till it wins."""
    shows = deal.contest.shows
    shown = shows[at]
    out: View = {"seat": shown.seat, "kind": shown.kind, "cards": str(shown.cards)}
    if deal.ruleset.declare_style == "concealed":
        out["total"] = _bid_size(deal, at)
        won = deal.terms is not None and _bid(shown) == _bid(shows[-1])
        if shown.seat != seat and not won:
            out["cards"] = None
    return out


def _bid(shown: Show) -> tuple[int, str]:
    """Whose bid a show belongs to, and its suit."""
    return shown.seat, next(card.suit for card in shown.cards if card.suit != "X")


def _bid_size(deal: Deal, at: int) -> int:
    """How many level cards a bid had after one of its shows."""
    shows = deal.contest.shows
    same = [shown for shown in shows[: at + 1] if _bid(shown) == _bid(shows[at])]
    return sum(card.suit != "X" for shown in same for card in shown.cards)


def _flipped(deal: Deal) -> list[str]:
    """The kitty cards that were turned up because nobody declared."""
    silent = deal.contest.trump is None and deal.contest.level != JOKER_LEVEL
    if deal.terms is None or not silent or deal.ruleset.declare_style != "reveal":
        return []
    kitty = deal.deck[len(deal.deck) - deal.ruleset.kitty :]
    return [str(card) for card in kitty[2 : 2 + flip(deal.ruleset, kitty).turned]]


def _sees_kitty(deal: Deal, seat: int | None) -> bool:
    if deal.phase == OVER:
        return deal.settled is not None
    buried = seat is not None and seat == deal.holder and bool(deal.kitty)
    return buried and (deal.ruleset.kitty_seen or deal.phase not in (PLAY, COUNT))


def _tricks(deal: Deal, seat: int | None) -> list[View]:
    """The finished tricks that may be looked at again (`tricks_seen`)."""
    mode = deal.ruleset.tricks_seen
    if mode == "none":
        return []
    tricks = deal.finished if mode == "all" else deal.finished[-1:]
    out = []
    for leader, plays in tricks:
        shown: list[str | None] = [str(play) for play in plays]
        if mode == "own_last":
            own = -1 if seat is None else (seat - leader) % len(plays)
            shown = [text if at == own else None for at, text in enumerate(shown)]
        out.append({"leader": leader, "plays": shown})
    return out


def _points(deal: Deal) -> int | list[int] | None:
    """The attackers' points, or every seat's while it is unknown who attacks."""
    if not deal.taken:
        return None
    if deal.named is not None and not deal.partner_known:
        return list(deal.taken)
    return deal.attackers_points


def seen(event: Event, seat: int | None = None) -> View:
    """What of an event a seat, or an onlooker, is told."""
    data = to_json(event)
    if isinstance(event, Drawn) and event.seat != seat:
        data["card"] = None
    elif isinstance(event, TookKitty | Buried) and event.seat != seat:
        data["cards"] = None
        data["number"] = len(event.cards)
    elif isinstance(event, Bid) and event.seat != seat:
        data["cards"] = None
    return data
