"""Everybody at a table at one moment: every role, whatever it asks, and all that it is answered.

Seats and onlookers are answered by a table as it runs, from their page and by HTTP. Bots, hints and
the coach are told a letter, and nothing besides. Onlookers who are behind, the operator, records,
lists and the event of a table are told nothing of a running deal, so what they are told never
changes in it; all roles of an event have what its table reports, and nothing besides
(`event_roles`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from tests.server import hidden
from tests.server.event_roles import Cup, planned
from tuolaji.bots import all_names
from tuolaji.cards import Cards
from tuolaji.server.bus.letters import pack
from tuolaji.server.http import desk
from tuolaji.server.people import ledger
from tuolaji.server.protocol import incoming
from tuolaji.server.protocol.outgoing import write
from tuolaji.server.table import commands, event_commands, event_orders, host_rulings
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor, summary
from tuolaji.server.table.behind import Behind
from tuolaji.server.table.clients import Client
from tuolaji.server.table.commands import CommandRefused
from tuolaji.server.table.listing import listed
from tuolaji.server.table.presenter import Presenter
from tuolaji.server.table.state import TableState
from tuolaji.server.table.status import LiveStatus
from tuolaji.server.table.thinking import TableBots

TRIES = 4
NOW = 100.0  # seconds, for everybody


class Page:
    """The line to a client, which keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def tell(self, _numbers: list[int], text: str) -> None:
        self.heard.append(text)


class OneSeat(TableBots):
    """Bots that only say what they would be told."""

    def __init__(self) -> None:
        super().__init__(None, "t")  # type: ignore[arg-type]

    def letter(self, state: TableState, seat: int) -> bytes:
        self.forget()
        assert state.played is not None
        return pack(self._think(state.played, seat, all_names()[0]))


def answered(
    state: TableState, shown: int, seat: int | None, seed: int, passed: frozenset[int]
) -> Iterator[str | bytes]:
    """All that a seat or an onlooker is answered when so many events are told.

    seed: what is asked; passed: who has said that they show nothing before the next card.
    """
    rng = random.Random(seed)
    bots = OneSeat()
    table = TableActor(state, {}, None, bots, clock=lambda: NOW)  # type: ignore[arg-type]
    table.schedule.drawing.shown = shown
    table.schedule.drawing.passed = set(passed)
    page = Page()
    guest = "" if seat is None else state.seats[seat].guest
    client = Client(guest, guest, page)  # type: ignore[arg-type]
    client.greeted = True
    other = Client("somebody", "somebody", Page())  # type: ignore[arg-type]
    other.greeted = True
    table.clients = [client, other]
    table.audience.greet(client, None)
    table.audience.greet(client, rng.randrange(state.seq + 3))
    table.audience.tell_all()
    yield from page.heard
    yield write(table.audience.for_onlookers("zh-Hans").room())
    if seat is None:
        return
    page.heard.clear()
    for cards in _tries(table.told(), seat, rng):
        table.handler._try(client, incoming.Try(cards))
    yield from page.heard
    yield from _refusals(table.told(), seat, rng)
    yield bots.letter(table.told(), seat)


def _tries(told: TableState, seat: int, rng: random.Random) -> Iterator[str]:
    """Cards that a seat might want to lay: some of its own, and such as it may not have."""
    assert told.deal is not None
    hand = list(told.deal.hands[seat])
    for _ in range(TRIES):
        suit = [card for card in hand if card.suit == rng.choice("SHCD")] or hand
        size = min(len(suit), rng.choice((1, 2, 2, 3, 4, len(told.deal.trick[0]) if told.deal.trick
                                          else 5)))  # fmt: skip
        yield str(Cards.of(rng.sample(suit, size)))
    yield rng.choice(("SA", "XBB", "H5566", "", "nonsense"))


def _refusals(told: TableState, seat: int, rng: random.Random) -> Iterator[str]:
    """Whether something can be done at all, and why not."""
    other = (seat + rng.randrange(1, told.ruleset.players)) % told.ruleset.players
    wanted: list[Callable[[], Any]] = [
        lambda: commands.rest(told, seat, "r"),
        lambda: commands.undo(told, seat, "u", alone=True, most=9),
        lambda: event_commands.claim(told, seat, other),
        lambda: commands.action(commands.need_deal(told).deal, seat, None),
        *(partial(_ruled, told, _ruling(told, rng)) for _ in range(TRIES)),
    ]
    for work in wanted:
        try:
            told_of = work()
            yield told_of if isinstance(told_of, str) else "may"
        except CommandRefused as refused:
            yield f"{refused.code} {refused.why}"


def _ruling(told: TableState, rng: random.Random) -> incoming.RuleOn:
    """Something that a host could rule on."""
    fouls = sorted(told.ruleset.fouls.table) or ["none"]
    return incoming.RuleOn(
        rng.choice(("foul", "foul", "foul", "points", "void")),
        rng.randrange(told.ruleset.players),
        rng.choice(fouls),
        rng.choice((None, 1, 2, 5)),
        rng.choice((None, "at_once", "later")),
        rng.choice((None, "plain", "mixed_up", "counted_first")),
        rng.choice((-10, 5, 40)),
    )


def _ruled(told: TableState, wanted: incoming.RuleOn) -> str:
    """What a ruling of the host would bring."""
    done = host_rulings.ruling(told, wanted)
    telling = Presenter(told, LiveStatus(), None, "en").telling
    return host_rulings.effect(told, done, telling)


def compare(ruleset: str, seed: int, *, every: int = 1, lookers: int = 99) -> tuple[int, int]:
    """Of one deal: how many positions, and how many answers were compared.

    AssertionError at the first byte that tells of cards which a role cannot know. every: only one
    of so many positions. lookers: at most so many of those who look, drawn anew each time.
    """
    rng = random.Random(f"everybody {ruleset} {seed}")
    plan = planned(ruleset, seed // 3) if seed % 3 == 1 else None
    cup = None if plan is None else Cup(plan)
    course = list(hidden.logged(ruleset, seed, people=seed % 3 != 0, cup=cup))
    positions = compared = 0
    for state in [state for _, state in course if state.played is not None][::every]:
        before = compared
        compared += 0 if cup is None else _compare_event(state, cup, rng)
        for shown, status in hidden.statuses(state, rng):
            roles = [*state.humans, None]
            for seat in rng.sample(roles, min(lookers, len(roles))):
                other = hidden.scrambled(state, shown, seat, rng)
                if other is None:
                    continue
                asked = rng.randrange(2**30), status.passed
                one, two = (list(answered(s, shown, seat, *asked)) for s in (state, other))
                assert one == two, (ruleset, seed, seat, state.rows, shown, _difference(one, two))
                if state.running:
                    assert not any(_tells_secret(text, state) for text in one)
                compared += len(one)
        positions += compared > before
    compared += _compare_outside(course)
    return positions, compared


def _compare_event(state: TableState, cup: Cup, rng: random.Random) -> int:
    """Compare what all who come by the event's links are answered, with any cards of the deal."""
    assert state.played is not None
    other = hidden.scrambled(state, len(state.played.events), None, rng)
    if other is None or not state.running:
        return 0
    one, two = cup.answered(state), cup.answered(other)
    assert one == two, (str(state.ruleset), state.rows, _difference(one, two))
    deck = " ".join(map(str, state.played.deal.deck))
    assert not any(_tells_secret(text, state) or deck in text for text in one)
    return len(one)


def _tells_secret(text: str | bytes, state: TableState) -> bool:
    assert state.played is not None
    secret = state.played.shuffle.secret
    return secret.hex() in text if isinstance(text, str) else secret in text


def _difference(one: list[Any], two: list[Any]) -> tuple[str, str]:
    for a, b in zip(one, two, strict=True):
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            return str(a[max(0, at - 80) : at + 80]), str(b[max(0, at - 80) : at + 80])
    return "", ""


# Who is told nothing of a running deal.


def _compare_outside(course: list[hidden.Logged]) -> int:
    """Compare what those are told who may know nothing of a deal before it is over."""
    rows = [log.encode(entry) for entry, _ in course]
    running = [(at, state) for at, (_, state) in enumerate(course, start=1) if state.running]
    told = [_outside(state, rows[:at]) for at, state in running]
    for (_, state), one in zip(running, told, strict=True):
        assert one == told[0], (str(state.ruleset), state.rows, _difference(one, told[0]))
    return len(told) + _compare_behind([state for _, state in running])


def _outside(state: TableState, rows: list[bytes]) -> list[Any]:
    """What the list of tables, the room, the operator and the record say of a table.

    And an onlooker a deal behind, when the table is read again; and were it a table of boards, how
    many deals all may see, and what its onlookers do.
    """
    board = _board(state)
    return [
        summary(state).body,
        msgspec.json.encode(listed(state)),
        str(ledger.told(rows, state.finished)),
        desk.record("t", rows, state.finished, "tlj").body,
        _watched(Behind(_delayed(state, "deal")).state),
        str(event_orders.shown_deals(board)),
        _watched(Behind(board).state),
    ]


def _delayed(state: TableState, watch: str) -> TableState:
    return replace(state, made=msgspec.structs.replace(state.made, watch=watch))


def _board(state: TableState) -> TableState:
    match = event_orders.MatchOf("cup", "1-1", 0, "", boards=True)
    return replace(state, made=msgspec.structs.replace(state.made, match=match), orders=None)


def _watched(state: TableState) -> str:
    return write(Presenter(state, LiveStatus(), None, "en").state_message(0))


def _compare_behind(running: list[TableState]) -> int:
    """Onlookers a trick behind are told the same from the end of a trick to the end of the next."""
    behind, told, most = Behind(_delayed(running[0], "trick")), dict[int, str](), 0
    for state in running:
        deal = state.deal
        assert deal is not None
        shown = behind.follow(_delayed(state, "trick"))
        most = max(most, len(deal.finished))
        seen = told.setdefault(most, _watched(shown))
        assert seen == _watched(shown), (str(state.ruleset), state.rows)
        assert shown.deal is None or len(shown.deal.finished) < most
    return len(running)
