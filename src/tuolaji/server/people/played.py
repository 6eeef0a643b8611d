"""How everybody's deals went, kept a fact a deal, and what that comes to: statistics, a rating.

A deal counts for who was there from its beginning to its end. The rating against bots follows from
the deals themselves, the oldest first, with the bots at the strength they are taken to have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ...bots import all_names
from ...deal import Deal
from ...deal.events import Dug, Event, ThrowFailed
from ...texts.explain import ruleset_name
from ...texts.reader import texts
from ...verdicts import Shape, read_lead
from ...verdicts.score import BANKERS
from ..store.base import CannotRead, Epoch, Statement, Store
from ..table.state import BOT, TableState
from . import ratings
from .own import DEALS, owner
from .ratings import LEFT, LOST, WON

PEOPLE = "people"  # in the place of a bot's name: against somebody
_COUNTED = 2000  # of the last deals
_AGAIN = 2.0  # seconds until what could not be written is tried again


class Went(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a deal went for somebody: levels won less lost, the attackers' points, who was against.

    digs: the kitty was dug by the own side; dug: by the other. throws, failed: the own ones.
    """

    ruleset: str
    at: float
    outcome: str
    banks: bool
    levels: int
    points: int
    against: str
    partner: str = ""
    digs: int = 0
    dug: int = 0
    throws: int = 0
    failed: int = 0
    daily: str = ""


def of_deal(deal: Deal, events: Iterable[Event], seat: int, at: float, against: str) -> Went:
    """How a finished deal went for a seat that stayed."""
    settled = deal.settled
    assert settled is not None
    banks = seat in deal.bank_side
    won = banks == (settled.result.side == BANKERS)
    digs = [event.points > 0 for event in events if isinstance(event, Dug) and event.points]
    own = sum(by_attackers != banks for by_attackers in digs)
    failed = sum(isinstance(event, ThrowFailed) and event.seat == seat for event in events)
    return Went(
        ruleset=deal.ruleset.base,
        at=at,
        outcome=WON if won else LOST,
        banks=banks,
        levels=settled.result.levels if won else -settled.result.levels,
        points=settled.attackers,
        against=against,
        digs=own,
        dug=len(digs) - own,
        throws=failed + sum(_threw(deal, seat)),
        failed=failed,
    )


def _threw(deal: Deal, seat: int) -> Iterable[bool]:
    """For every trick that the seat led whether it was a throw."""
    assert deal.terms is not None
    for leader, plays in deal.finished:
        if leader == seat:
            shape = read_lead(deal.terms, plays[0])
            yield isinstance(shape, Shape) and len(shape.units) > 1


def of_table(state: TableState) -> dict[str, Went]:
    """How the last deal of a table went for each guest who began it, from its beginning."""
    deal, played = state.deal, state.played
    if deal is None or played is None or deal.settled is None or state.made.lesson:
        return {}
    if state.made.midway and state.finished == 1:
        return {}
    events = [event for _, event in played.events]
    daily = state.made.daily if state.finished == 1 else ""
    out = {}
    for guest, at in state.seen_hands:
        banks = at in deal.bank_side
        placed = [(seat, (seat in deal.bank_side) == banks) for seat in range(len(state.seats))]
        others = [state.seats[seat] for seat, ours in placed if not ours]
        with_me = [state.seats[seat] for seat, ours in placed if ours and seat != at]
        went = of_deal(deal, events, at, state.changed, _name(others))
        stayed = state.seats[at].guest == guest and at not in state.stood_in
        out[guest] = msgspec.structs.replace(
            went,
            outcome=went.outcome if stayed else LEFT,
            partner=_name(with_me),
            daily=daily if stayed else "",
        )
    return out


def _name(seats: Sequence[Any]) -> str:
    """Who sits there: the bot, or people."""
    if not seats or any(seat.kind != BOT for seat in seats):
        return PEOPLE
    return str(seats[0].bot)


async def keep(store: Store, state: TableState, epoch: Epoch | None = None) -> None:
    """Keep how the last deal of a table went, however late that is possible.

    epoch: under which its end was written; Fenced if the log may have lost it since.
    """
    name = f"{state.table}/{state.finished - 1}"
    statements = [
        one for guest, went in of_table(state).items() for one in _kept(name, guest, went)
    ]
    while statements:
        try:
            await store.change(statements, epoch=epoch)
        except CannotRead:
            await asyncio.sleep(_AGAIN)
        else:
            return


def _kept(name: str, guest: str, went: Went) -> Iterable[Statement]:
    """How it is kept; of the deal of the day, the first time counts."""
    fact = "INSERT INTO facts (owner, name, value) VALUES (:owner, :name, :value) ON CONFLICT "
    text = msgspec.json.encode(went).decode()
    values = {"owner": owner(DEALS, guest), "name": name, "value": text}
    yield Statement(f"{fact} (owner, name) DO UPDATE SET value = excluded.value", values)
    if went.daily:
        values = {"owner": day_owner(went.daily), "name": guest, "value": text}
        yield Statement(f"{fact} DO NOTHING", values, must=False)


def day_owner(day: str) -> str:
    """Whose facts the results of a day's deal are, by guest."""
    return f"daily {day}"


async def all_of(store: Store, guest: str) -> list[str]:
    """How a guest's deals went, as it is kept: `read` takes a while."""
    return list((await store.facts(owner(DEALS, guest))).values())


def read(kept: Iterable[str]) -> list[Went]:
    """How the last deals went, the oldest first."""
    found = [msgspec.json.decode(text, type=Went) for text in kept]
    return sorted(found, key=lambda went: went.at)[-_COUNTED:]


def summed(deals: Sequence[Went]) -> dict[str, Any]:
    """What some deals come to."""
    counted = [went for went in deals if went.outcome != LEFT]
    number = len(counted)
    return {
        "deals": number,
        "won": sum(went.outcome == WON for went in counted),
        "levels": sum(went.levels for went in counted),
        "points": round(sum(went.points for went in counted) / number) if number else 0,
        "digs": sum(went.digs for went in counted),
        "dug": sum(went.dug for went in counted),
        "throws": sum(went.throws for went in counted),
        "failed": sum(went.failed for went in counted),
    }


def statistics(deals: Sequence[Went], language: str) -> dict[str, Any]:
    """All that is told somebody about how they have played."""
    words = texts(language)["server"]
    names = {**words["bots"], PEOPLE: words["people"]}
    return {
        "all": summed(deals),
        "banker": summed([went for went in deals if went.banks]),
        "attacker": summed([went for went in deals if not went.banks]),
        "rulesets": _by(deals, lambda went: went.ruleset, lambda key: ruleset_name(key, language)),
        "opponents": _by(deals, lambda went: went.against, lambda key: names.get(key, key)),
        "left": sum(went.outcome == LEFT for went in deals),
        "rating": against_bots(deals),
    }


def _by(
    deals: Sequence[Went], key: Callable[[Went], str], title: Callable[[str], str]
) -> list[dict[str, Any]]:
    """The same for each of several kinds, the commonest first."""
    kinds: dict[str, list[Went]] = {}
    for went in deals:
        kinds.setdefault(key(went), []).append(went)
    lines = [{"key": kind, "title": title(kind), **summed(own)} for kind, own in kinds.items()]
    return sorted(lines, key=lambda line: -line["deals"])


def against_bots(deals: Sequence[Went]) -> dict[str, Any] | None:
    """A rating by the deals with a bot for a partner, against bots; None without any."""
    known = set(all_names())
    fitting = [
        went
        for went in deals
        if went.outcome != LEFT and went.against in known and went.partner in known
    ]
    if not fitting:
        return None
    me = ratings.first("me", "")
    for went in fitting:
        me = ratings.after_deal(me, went.partner, went.against, won=went.outcome == WON)
    return me.shown()
