"""What a table does with each message of a client; refusals leave here in the client's language."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import bots
from ..actions import Action
from ..actions import Pass as PassAction
from ..catalogue import LANGUAGES, texts
from ..explain import explain
from ..phases.state import DRAW, PLAY
from ..play import Shape, read_lead
from ..rulings import NotNow, Ruling
from ..telling import Telling
from ..turn import terms_of
from ..view import view
from . import commands, lessons, wire
from .clients import Client
from .commands import Refused
from .course import NEVER, Course, Wish
from .limits import CHAT_LENGTH
from .log import Played, TableState
from .present import Presenter

if TYPE_CHECKING:
    from .actor import Table


def language_of(wanted: str) -> str:
    """One of our languages."""
    return wanted if wanted in LANGUAGES else "en"


class Says:
    """The answers of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._room: dict[type, Callable[[Any, commands.Guest], list[Any]]] = {
            wire.Sit: lambda m, g: commands.sit(self._state, g, m.seat),
            wire.Swap: lambda m, g: commands.swap(self._state, g, m.a, m.b),
            wire.Ready: lambda m, g: commands.ready(self._state, g, on=m.on),
            wire.Remove: lambda m, g: commands.remove(self._state, g, m.seat),
            wire.Bot: lambda m, g: commands.bot(self._state, g, m.seat, m.name),
            wire.Auto: lambda m, g: commands.auto(self._state, g, on=m.on),
            wire.Speed: lambda m, g: commands.speed(self._state, g, m.name),
            wire.Pause: lambda m, g: commands.pause(
                self._state, g, on=m.on, alone=self._course.alone
            ),
            wire.Claim: lambda m, g: commands.claim(self._state, g.seated(), m.seat),
            wire.Luck: lambda m, g: commands.luck(self._state, g.seated(), m.text, m.cut),
            wire.Rematch: lambda _, g: commands.rematch(self._state, g, self._first_seat()),
        }
        self._others: dict[type, Callable[[Client, Any], Awaitable[None] | None]] = {
            wire.Hello: self._hello,
            wire.Act: self._act,
            wire.Try: self._try,
            wire.Hint: self._hint,
            wire.Undo: self._undo,
            wire.Again: self._again,
            wire.Rest: self._rest,
            wire.Go: self._go,
            wire.Hold: self._hold,
            wire.Speak: self._speak,
            wire.Phrase: self._phrase,
            wire.Name: self._name,
            wire.Lang: self._lang,
            wire.Ping: self._ping,
        }
        self._hints: set[asyncio.Task[None]] = set()

    @property
    def _state(self) -> TableState:
        return self.table.state

    @property
    def _course(self) -> Course:
        return self.table.course

    def _first_seat(self) -> int:
        return secrets.randbelow(self._state.ruleset.players)

    async def do(self, client: Client, message: wire.AnySay) -> None:
        """Obey a message, or raise Refused."""
        kind = type(message)
        if not client.greeted and kind is not wire.Hello:
            raise Refused("no-hello")
        if kind in self._room:
            entries = self._room[kind](message, self.table.guest(client))
            if kind in (wire.Sit, wire.Ready):
                self._course.ready()
            await self.table.change(entries)
            return
        answer = self._others[kind](client, message)
        if answer is not None:
            await answer

    def refuse(self, client: Client, move: str | None, refused: Refused) -> None:
        """Tell a client why not."""
        client.send("refused", id=move, code=refused.code, **self._reason(client, refused))

    def _telling(self, client: Client) -> Telling:
        seat = self._state.seat_of(client.guest)
        return Presenter(self._state, self.table.moment(), seat, client.language).telling

    # Coming and going.

    def _hello(self, client: Client, message: wire.Hello) -> None:
        client.language = language_of(message.lang)
        new = not client.greeted
        self.table.greet(client, message.last)
        if new:
            self._course.ready()
            self._course.presence.came(client.seat)
            self.table.tell_all(but=client)

    def _lang(self, client: Client, message: wire.Lang) -> None:
        client.language = language_of(message.lang)
        self.table.greet(client, self._state.seq)

    def _ping(self, client: Client, message: wire.Ping) -> None:
        client.send("pong", t=message.t)

    def _go(self, client: Client, _: wire.Go) -> None:
        self._course.go(self.table.guest(client).seated())
        if self._state.ended is not None:
            self.table.tell_all()

    def _hold(self, client: Client, message: wire.Hold) -> None:
        if self.table.guest(client).seat is not None:
            self._course.hold = NEVER if message.seconds is None else message.seconds

    # Cards.

    async def _act(self, client: Client, message: wire.Act) -> None:
        seat = self.table.guest(client).seated()
        if self._done_before(client, seat, message.id):
            return
        played = commands.need_deal(self._state)
        cards = commands.read_cards(message.cards)
        if played.deal.phase == DRAW:
            self._wish(played, seat, Wish(client, message.id, cards))
            return
        if message.seq != self._state.seq:
            raise Refused("stale")
        action = commands.action(played.deal, seat, cards)
        await self.done(client, seat, action, message.id)

    def _wish(self, played: Played, seat: int, wish: Wish) -> None:
        """While cards are drawn a player is heard as soon as he is asked."""
        if self._course.shown == len(played.events) and seat in played.deal.asking:
            commands.action(played.deal, seat, wish.cards)
        elif wish.cards is None:
            raise Refused("not-your-turn")
        older = self._course.wishes.get(seat)
        if older is not None and older.move != wish.move:
            self.refuse(older.client, older.move, Refused("stale"))
        self._course.wishes[seat] = wish

    async def done(self, client: Client, seat: int, action: Action, move: str) -> None:
        """Write a player's action, acknowledge it, and tell everybody."""
        entries = commands.act(self._state, seat, action, by="player", move=move)
        await self._acknowledge(client, seat, move, entries)

    async def _acknowledge(self, client: Client, seat: int, move: str, entries: list[Any]) -> None:
        await self.table.append(entries)
        client.send("done", id=move, seq=self.table.moves[(seat, move)])
        self.table.tell_all()

    def _done_before(self, client: Client, seat: int, move: str) -> bool:
        """A move that comes again is acknowledged again, and not done."""
        seq = self.table.moves.get((seat, move))
        if seq is not None:
            client.send("done", id=move, seq=seq)
        return seq is not None

    async def _undo(self, client: Client, message: wire.Undo) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            entries = commands.undo(self._state, seat, message.id, alone=self._course.alone)
            await self._acknowledge(client, seat, message.id, entries)

    async def _again(self, client: Client, message: wire.Again) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            entries = commands.again(self._state, seat, message.id)
            await self._acknowledge(client, seat, message.id, entries)

    async def _rest(self, client: Client, message: wire.Rest) -> None:
        seat = self.table.guest(client).seated()
        if not self._done_before(client, seat, message.id):
            entries = commands.rest(self._state, seat, message.id)
            await self._acknowledge(client, seat, message.id, entries)

    def _try(self, client: Client, message: wire.Try) -> None:
        seat = self.table.guest(client).seated()
        deal = commands.need_deal(self._state).deal
        answer: dict[str, Any] = {"cards": message.cards, "ok": True, "text": None, "rule": None}
        answer["shape"] = None
        try:
            cards = commands.read_cards(message.cards)
            commands.action(deal, seat, cards)
            if deal.phase == PLAY and not deal.trick and cards:
                shape = read_lead(terms_of(view(deal, seat)), cards)
                if isinstance(shape, Shape):
                    answer["shape"] = [str(unit.cards) for unit in shape.units]
        except Refused as refused:
            answer |= {"ok": False, **self._reason(client, refused)}
        client.send("tried", **answer)

    def _reason(self, client: Client, refused: Refused) -> dict[str, Any]:
        """Why not, in one sentence, and the rule it rests on."""
        if isinstance(refused.why, Ruling):
            return {"text": explain(refused.why, client.language), "rule": refused.why.rule}
        if isinstance(refused.why, NotNow):
            return {"text": self._telling(client).refusal(refused.why), "rule": None}
        text = str(texts(client.language)["server"]["refused"][refused.code])
        return {"text": f"{text} ({refused.why})" if refused.why else text, "rule": None}

    def _hint(self, client: Client, _: wire.Hint) -> None:
        seat = self.table.guest(client).seated()
        played = commands.need_deal(self._state)
        asked = replace(played, deal=commands.asked(played.deal, seat))
        if asked.deal.turn != seat:
            raise Refused("not-your-turn")
        step = lessons.asked(self._state)
        if step is not None and step.shown is not None:
            client.send("hinted", cards=step.shown, text=None)
            return
        task = asyncio.get_running_loop().create_task(self._hinted(client, seat, asked))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hinted(self, client: Client, seat: int, played: Played) -> None:
        action, why = await self._course.minds.hint(played, seat)
        cards = getattr(action, "cards", None) or getattr(action, "card", None)
        text = bots.sentence(why, client.language) if why else None
        if text is None and isinstance(action, PassAction):
            text = str(texts(client.language)["server"]["hint_pass"])
        client.send("hinted", cards=None if cards is None else str(cards), text=text)

    # Talk.

    def _talk(self, client: Client, text: str, phrase: int | None) -> None:
        if not client.guest:
            raise Refused("no-cookie")
        if self._state.running and not self._state.ruleset.talk:
            raise Refused("no-talk")
        if not client.talk.take():
            raise Refused("too-fast")
        seat = self._state.seat_of(client.guest)
        said = {"seat": seat, "name": client.name, "text": text, "phrase": phrase}
        self.table.say(said)

    def _speak(self, client: Client, message: wire.Speak) -> None:
        text = "".join(c for c in message.text if c.isprintable()).strip()
        if len(message.text) > CHAT_LENGTH:
            raise Refused("too-long")
        if text:
            self._talk(client, text, None)

    def _phrase(self, client: Client, message: wire.Phrase) -> None:
        self._talk(client, "", message.n)

    async def _name(self, client: Client, message: wire.Name) -> None:
        client.chosen = commands.clean_name(message.text)
        await self.table.store.keep(client.guest, "name", client.name)
        await self.table.change(commands.rename(self._state, client.seat, client.name))
