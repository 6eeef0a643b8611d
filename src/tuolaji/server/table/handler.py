"""What a table does with each message of a client; refusals leave here in the client's language."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ...deal.actions import Action, Bury, Play
from ...deal.actions import Pass as PassAction
from ...deal.opening import OpeningDraw, opening_draw
from ...deal.phase import DRAW, PLAY
from ...deal.turn import terms_of
from ...deal.view import view
from ...texts.explain import explain
from ...texts.narrate import Telling
from ...texts.reader import LANGUAGES, texts
from ...verdicts import Shape, read_lead
from ...verdicts.ruling import NotNow, Ruling
from .. import metrics
from ..guests import sign
from ..protocol import incoming
from ..protocol.outgoing import (
    DoneMessage,
    HintedMessage,
    NoteMessage,
    PongMessage,
    RefusedMessage,
    RulingMessage,
    SaidMessage,
    TriedMessage,
)
from . import commands, event_commands, helps, host_rulings, lessons, order, terms
from . import entries as log
from .clients import Client
from .commands import CommandRefused
from .drawing import Wish
from .presenter import Presenter
from .rated import need_fair, need_stay
from .schedule import NEVER, Schedule
from .state import EMPTY, HUMAN, TableDeal, TableState

if TYPE_CHECKING:
    from .actor import TableActor


def language_of(wanted: str) -> str:
    """One of our languages."""
    return wanted if wanted in LANGUAGES else "en"


class MessageHandler:
    """Answers the messages of one table's clients."""

    def __init__(self, table: TableActor) -> None:
        self.table = table
        self._room: dict[type, Callable[[Any, commands.Guest], list[Any]]] = {
            incoming.Sit: lambda m, g: commands.sit(self._state, g, m.seat),
            incoming.Swap: lambda m, g: commands.swap(self._state, g, m.a, m.b),
            incoming.Ready: lambda m, g: commands.ready(self._state, g, on=m.on),
            incoming.SetBot: lambda m, g: commands.bot(self._state, g, m.seat, m.name),
            incoming.Auto: lambda m, g: commands.auto(self._state, g, on=m.on),
            incoming.SetSpeed: lambda m, g: commands.speed(self._state, g, m.name),
            incoming.SetTerms: lambda m, g: terms.choose(
                self._state, g, m.ruleset, m.bots, secrets.randbelow
            ),
            incoming.Pause: lambda m, g: commands.pause(
                self._state, g, on=m.on, alone=self._schedule.alone
            ),
            incoming.ClaimFoul: lambda m, g: event_commands.claim(self._state, g.seated(), m.seat),
            incoming.Luck: lambda m, g: commands.luck(self._state, g.seated(), m.text, m.cut),
            incoming.Cut: lambda m, g: commands.cut(self._state, g.seated(), m.at),
            incoming.CallReferee: lambda m, g: event_commands.call(self._state, g, m.text),
            incoming.Rematch: lambda _, g: commands.rematch(self._state, g, self._opening()),
        }
        self._others: dict[type, Callable[[Client, Any], Awaitable[None] | None]] = {
            incoming.Hello: self._hello,
            incoming.Act: self._act,
            incoming.Try: self._try,
            incoming.AskHint: self._hint,
            incoming.Coach: self._coach,
            incoming.Undo: self._undo,
            incoming.Again: self._again,
            incoming.Rest: self._rest,
            incoming.Go: self._go,
            incoming.Decide: self._decide,
            incoming.RuleOn: self._rule,
            incoming.Hold: self._hold,
            incoming.Remove: self._remove,
            incoming.Speak: self._speak,
            incoming.Phrase: self._phrase,
            incoming.Mute: lambda c, m: order.mute(self.table, c, m),
            incoming.Block: lambda c, m: order.block(self.table, c, m),
            incoming.Report: lambda c, m: order.report(self.table, c, m),
            incoming.Name: self._name,
            incoming.Lang: self._lang,
            incoming.Ping: self._ping,
        }

    @property
    def _state(self) -> TableState:
        return self.table.told()

    @property
    def _schedule(self) -> Schedule:
        return self.table.schedule

    def _opening(self) -> OpeningDraw:
        return opening_draw(self._state.ruleset, secrets.randbelow)

    async def do(self, client: Client, message: incoming.AnyClientMessage) -> None:
        """Do what a message asks for, or raise CommandRefused."""
        kind = type(message)
        if not client.greeted and kind is not incoming.Hello:
            raise CommandRefused("no-hello")
        need_fair(self._state, message)
        if kind in self._room:
            entries = self._room[kind](message, self.table.guest(client))
            self._need_room(entries)
            if kind in (incoming.Sit, incoming.Ready):
                self._schedule.ready()
            await self.table.change(entries)
            return
        answer = self._others[kind](client, message)
        if answer is not None:
            await answer

    def _need_room(self, entries: list[Any]) -> None:
        """Refuse to change the room again and again: the log would not end."""
        if entries and not self.table.room_changes.take():
            raise CommandRefused("too-fast")

    def refuse(self, client: Client, move: str | None, refused: CommandRefused) -> None:
        """Tell a client why not."""
        metrics.REFUSED.labels(refused.code).inc()
        text, rule = self._reason(client, refused)
        client.send(RefusedMessage(move, refused.code, text, rule))

    def _telling(self, client: Client) -> Telling:
        seat = self._state.seat_of(client.guest)
        return Presenter(self._state, self.table.status(), seat, client.language).telling

    # Coming and going.

    def _hello(self, client: Client, message: incoming.Hello) -> None:
        client.language = language_of(message.lang)
        new = not client.greeted
        self.table.audience.greet(client, message.last)
        if new:
            self._schedule.ready()
            self._schedule.presence.came(client.guest)
            self.table.audience.tell_soon(client)
            if self._state.made.quick:
                self.table.post(lambda: self._seat_quickly(client))

    async def _seat_quickly(self, client: Client) -> None:
        """Give whoever comes to a quick match a free seat, ready, as long as it has not begun."""
        state, guest = self._state, self.table.guest(client)
        free = [at for at, seat in enumerate(state.seats) if seat.kind == EMPTY]
        seat = guest.seat if guest.seat is not None else next(iter(free), None)
        if state.played is not None or seat is None:
            return
        try:
            sits = commands.sit(state, guest, seat) if guest.seat is None else []
        except CommandRefused as refused:
            self.refuse(client, None, refused)
            return
        self._schedule.ready()
        await self.table.change([*sits, log.Readied(seat, on=True)])

    def _lang(self, client: Client, message: incoming.Lang) -> None:
        client.language = language_of(message.lang)
        self.table.audience.greet(client, self._state.seq)

    def _ping(self, client: Client, message: incoming.Ping) -> None:
        client.send(PongMessage(message.t))

    def _go(self, client: Client, _: incoming.Go) -> None:
        self._schedule.go(self.table.guest(client).seated())
        if self._state.ended is not None:
            self.table.audience.tell_all()

    async def _decide(self, client: Client, message: incoming.Decide) -> None:
        flag = self._schedule.flagged.flag
        if flag is None or flag.referee != self.table.guest(client).seated():
            raise CommandRefused("no-flag")
        await self._schedule.flagged.decide(play=message.play)

    async def _rule(self, client: Client, message: incoming.RuleOn) -> None:
        self.table.guest(client).need_host()
        if not message.on:
            client.send(host_rulings.form(self._state, client.language))
            return
        done = host_rulings.ruling(self._state, message)
        if message.sure and not self.table.state.running:  # it ends with the next card
            raise CommandRefused("no-deal")
        if message.sure:
            entries = host_rulings.entries(done)
            self._need_room(entries)
            await self.table.change(entries)
        else:
            told = host_rulings.effect(self._state, done, self._telling(client))
            client.send(RulingMessage(told, [], {}))

    def _hold(self, client: Client, message: incoming.Hold) -> None:
        if self.table.guest(client).seat is not None:
            self._schedule.hold = NEVER if message.seconds is None else message.seconds

    async def _remove(self, client: Client, message: incoming.Remove) -> None:
        guest, presence = self.table.guest(client), self._schedule.presence
        guest.seated()
        taken = self._state.seats[message.seat : message.seat + 1]
        lost = agreed = False
        if taken and taken[0].kind == HUMAN:
            lost = presence.lost(message.seat)
            need_stay(self._state, message.seat, lost=lost)
            presence.vote(guest.guest, message.seat)
            agreed = presence.agreed(message.seat)
        bot = self.table.stand_in(taken[0].guest) if taken else ""
        entries = commands.remove(
            self._state, guest, message.seat, lost=lost, agreed=agreed, stand_in=bot
        )
        await self.table.change(entries)

    # Cards.

    async def _act(self, client: Client, message: incoming.Act) -> None:
        seat = self.table.guest(client).seated()
        if self._done_before(client, seat, message.id):
            return
        played = commands.need_deal(self._state)
        event_commands.need_going_on(self._state)
        cards = commands.read_cards(message.cards)
        if played.deal.phase == DRAW:
            self._schedule.drawing.wish(seat, Wish(client, message.id, cards))
            return
        if message.seq != self._state.seq:
            raise CommandRefused("stale")
        action = commands.action(played.deal, seat, cards)
        entries = commands.act(self._state, seat, action, by="player", move=message.id)
        coached = self._is_coached(client, seat)
        await self.acknowledge(client, seat, message.id, entries)
        if coached:
            self.table.beside.start(self._noted(client, played, action, message.seq, about=False))

    async def acknowledge(self, client: Client, seat: int, move: str, entries: list[Any]) -> None:
        """Write what a move has done, acknowledge it, and tell everybody."""
        await self.table.append(entries)
        client.send(DoneMessage(move, self.table.moves[(seat, move)]))
        self.table.audience.tell_all()

    def _done_before(self, client: Client, seat: int, move: str) -> bool:
        """A move that comes again is acknowledged again, and not done."""
        seq = self.table.moves.get((seat, move))
        if seq is not None:
            client.send(DoneMessage(move, seq))
        return seq is not None

    async def _undo(self, client: Client, message: incoming.Undo) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            most = self.table.limits.take_backs
            entries = commands.undo(
                self._state, seat, message.id, alone=self._schedule.alone, most=most
            )
            await self.acknowledge(client, seat, message.id, entries)

    async def _again(self, client: Client, message: incoming.Again) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            most = self.table.limits.take_backs
            entries = commands.again(self._state, seat, message.id, most=most)
            await self.acknowledge(client, seat, message.id, entries)

    async def _rest(self, client: Client, message: incoming.Rest) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            event_commands.need_going_on(self._state)
            entries = commands.rest(self._state, seat, message.id)
            await self.acknowledge(client, seat, message.id, entries)

    def _try(self, client: Client, message: incoming.Try) -> None:
        seat = self.table.guest(client).seated()
        deal = commands.need_deal(self._state).deal
        shape = None
        try:
            cards = commands.read_cards(message.cards)
            commands.action(deal, seat, cards)
            if deal.phase == PLAY and not deal.trick and cards:
                read = read_lead(terms_of(view(deal, seat)), cards)
                if isinstance(read, Shape):
                    shape = [str(unit.cards) for unit in read.units]
        except CommandRefused as refused:
            text, rule = self._reason(client, refused)
            client.send(TriedMessage(message.cards, ok=False, text=text, rule=rule, shape=None))
        else:
            client.send(TriedMessage(message.cards, ok=True, text=None, rule=None, shape=shape))
            if cards and shape and len(shape) > 1 and self._is_coached(client, seat):
                played, about = commands.need_deal(self._state), Play(seat, cards)
                client.about = played, about, self._state.seq
                self.table.beside.start(self._warned(client))

    def _reason(self, client: Client, refused: CommandRefused) -> tuple[str, str | None]:
        """Why not, in one sentence, and the rule it rests on."""
        if isinstance(refused.why, Ruling):
            return explain(refused.why, client.language), refused.why.rule
        if isinstance(refused.why, NotNow):
            return self._telling(client).refusal(refused.why), None
        text = str(texts(client.language)["server"]["refused"][refused.code])
        return f"{text} ({refused.why})" if refused.why else text, None

    def _hint(self, client: Client, _: incoming.AskHint) -> None:
        seat = self.table.guest(client).seated()
        played = commands.need_deal(self._state)
        if seat not in played.deal.may_act:
            raise CommandRefused("not-your-turn")
        step = lessons.asked(self._state)
        if step is not None and step.shown is not None:
            client.send(HintedMessage(step.shown, None))
            return
        if not helps.may_hint(self._state, seat):
            raise CommandRefused("no-hints")
        if client.hinting:  # else hints that nobody waits for would keep all bots waiting
            raise CommandRefused("too-fast")
        client.hinting = True
        self.table.beside.start(self._hinted(client, seat, played))

    async def _hinted(self, client: Client, seat: int, played: TableDeal) -> None:
        try:
            action, thought = await self._schedule.table_bots.hint(played, seat, client.language)
        finally:
            client.hinting = False
        if action is None:
            self.refuse(client, None, CommandRefused("no-answer"))
            return
        cards = getattr(action, "cards", None) or getattr(action, "card", None)
        text = thought.why
        if text is None and isinstance(action, PassAction):
            text = str(texts(client.language)["server"]["hint_pass"])
        client.send(HintedMessage(None if cards is None else str(cards), text, thought.tip))

    def _coach(self, client: Client, message: incoming.Coach) -> None:
        client.coached = message.on

    def _is_coached(self, client: Client, seat: int) -> bool:
        alone = self._schedule.alone
        return client.coached and helps.may_coach(self._state, seat, alone=alone)

    async def _warned(self, client: Client) -> None:
        """Let the coach look at the last cards that were tried, one after the other."""
        if client.warning:
            return
        client.warning = True
        try:
            while client.about is not None:
                (played, action, seq), client.about = client.about, None
                await self._noted(client, played, action, seq, about=True)
        finally:
            client.warning = False

    async def _noted(
        self, client: Client, played: TableDeal, action: Action, seq: int, *, about: bool
    ) -> None:
        if not isinstance(action, Play | Bury):
            return
        bots = self._schedule.table_bots
        note = await bots.coach(played, action, client.language, about=about)
        if note is not None:
            client.send(NoteMessage(seq, str(action.cards), note))

    # Talk.

    def _talk(self, client: Client, text: str, phrase: int | None) -> None:
        if not client.guest:
            raise CommandRefused("no-cookie")
        seat = self._state.seat_of(client.guest)
        if helps.is_silent(self._state) and not helps.announces_ruff(
            self._state, seat, text, phrase
        ):
            raise CommandRefused("no-talk")
        self.table.chat.need_time(client.guest, seat)
        if seat is None and self._state.running and self._state.made.watch != "now":
            raise CommandRefused("no-talk")
        by = sign(client.guest, self._state.table)
        self.table.chat.say(SaidMessage(seat, client.name, text, phrase, by), client.guest)

    def _speak(self, client: Client, message: incoming.Speak) -> None:
        text = commands.readable(message.text)
        if len(message.text) > self.table.limits.chat_characters:
            raise CommandRefused("too-long")
        if text:
            self._talk(client, text, None)

    def _phrase(self, client: Client, message: incoming.Phrase) -> None:
        self._talk(client, "", message.n)

    async def _name(self, client: Client, message: incoming.Name) -> None:
        chosen = commands.clean_name(message.text, self.table.limits.name_characters)
        if not client.guest:
            raise CommandRefused("no-cookie")
        if helps.is_silent(self._state):  # a name can say anything
            raise CommandRefused("no-talk")
        self.table.chat.need_time(client.guest, client.seat)
        client.chosen = chosen
        await self.table.store.keep(client.guest, "name", client.name)
        await self.table.change(commands.rename(self._state, client.seat, client.name))
