"""One match played at once by the kernel at both speeds and by `deal.apply`; all must agree."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from tests.fuzz.moments import Follow, Moment, Throw, Won
from tests.fuzz.twins import PYTHON, kernels, switches_at
from tuolaji import Cards, Ruleset
from tuolaji.cards import RANKS, SUITS, Card
from tuolaji.cards.bits import popcount
from tuolaji.cards.planes import Planes, count, plane
from tuolaji.deal import Deal
from tuolaji.deal.actions import action_in
from tuolaji.deal.events import Event
from tuolaji.deal.match import Match
from tuolaji.engine import state as raw
from tuolaji.notation.position import Position
from tuolaji.rules.declarations import NOBODY
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.rules.tokens import STOP
from tuolaji.verdicts.ruling import NotAllowed, NotNow

PHASES = {
    raw.DRAW: "draw", raw.CALL: "call", raw.BURY: "bury", raw.CHANGE: "change",
    raw.STEAL: "steal", raw.PARTNER: "partner", raw.PLAY: "play", raw.OVER: "over",
}  # fmt: skip
ASKING = (raw.DRAW, raw.CALL, raw.CHANGE, raw.STEAL)


class Mismatch(Exception):
    """They do not agree: where, on what, and what each says."""


def _plain(example: Any) -> Any:
    """Reads every number and every set of cards of such a thing."""
    return attrgetter(
        *(
            name
            for name, value in vars(example).items()
            if not name.startswith("_") and isinstance(value, int | tuple)
        )
    )


_EXAMPLE = kernels()[PYTHON].State(kernels()[PYTHON].Switches())
_DEAL, _LEAD, _SHOWS = map(_plain, (_EXAMPLE, _EXAMPLE.lead, _EXAMPLE.shows))


def state(deal: Any) -> tuple[Any, ...]:
    """All that can be read of the kernel's deal."""
    seats = range(deal.switches.players)
    return (
        _DEAL(deal),
        _LEAD(deal.lead),
        _SHOWS(deal.shows),
        (deal.order.level, deal.order.trump, deal.options()),
        [deal.hand(seat) for seat in seats],
        [deal.played(seat) for seat in seats],
        [(deal.taken(seat), deal.fines(seat), deal.rung(seat)) for seat in seats],
        [deal.on_table(at) for at in range(deal.in_trick)],
        [deal.shows.cards(at) for at in range(deal.shows.number)],
    )


def spells(speed: str, deal: Any, copy: Any, cards: Planes) -> bool:
    """Whether tokens lead to these cards; the copy has then done it."""
    kernel = kernels()[speed]
    copy.copy_from(deal)
    faces = [face for face in range(54) if cards[0] >> face & 1]
    whole = False
    for face in sorted(faces, key=deal.order.place):
        number = count(cards, face)
        if whole or not plane(kernel.open_tokens(copy), number) >> face & 1:
            return False
        whole = kernel.push(copy, 4 * face + number - 1)
    if not whole:
        if not kernel.may_stop(copy):
            return False
        kernel.push(copy, STOP)
    return True


class Lockstep:
    """A match, at one moment, as each of them has it."""

    def __init__(self, ruleset: Ruleset, match: Match) -> None:
        self.ruleset, self.match = ruleset, match
        switches = strict_switches_of(ruleset)
        self.deals: dict[str, Any] = {}
        self.copies: dict[str, Any] = {}
        for speed, kernel in kernels().items():
            own = switches_at(speed, switches)
            self.copies[speed] = kernel.State(own)
            deal = self.deals[speed] = kernel.State(own)
            kernel.new_match(deal, match.first_seat)
            for owner, level in enumerate(match.levels):
                deal.set_rung(owner, ruleset.ladder.index(level))
            bank = match.banker if match.banker is not None else -1
            first = match.banker if match.banker is not None else match.first_seat
            kernel.set_match(deal, bank, first, match.deals)
        self.raw = next(iter(self.deals.values()))
        self.deal: Deal

    def begin(self, faces: list[int]) -> list[Event]:
        """Deal the next cards."""
        for speed, deal in self.deals.items():
            for at, face in enumerate(faces):
                deal.put_card(at, face)
            kernels()[speed].begin(deal)
        return self._begun(faces)

    def shuffle(self, seed: int) -> list[Event]:
        """Shuffle and deal, everybody with the same dice."""
        for speed, deal in self.deals.items():
            kernel = kernels()[speed]
            kernel.shuffle(deal, kernel.Dice(seed))
        return self._begun([self.raw.card_at(at) for at in range(54 * self.ruleset.decks)])

    def _begun(self, faces: list[int]) -> list[Event]:
        deck = [Card(face) for face in faces]
        self.deal, events = Deal.begin(self.ruleset, self.match.setup(), deck)
        self.compare("the deal begins")
        return events

    def act(self, cards: Planes, tokens: tuple[str, ...] = ()) -> tuple[str, list[Event]]:
        """Try an action everywhere: why it is refused ("" if it is done), and what happened.

        tokens: the speeds at which it is spelled as well.
        """
        told = f"{PHASES[self.raw.phase]} {Cards(cards)}"
        spelled = {
            name: spells(name, self.deals[name], self.copies[name], cards) for name in tokens
        }
        before = self.deal
        codes = {name: kernels()[name].act(deal, cards) for name, deal in self.deals.items()}
        refused, events = self._applied(before, cards)
        verdicts = {**{name: code == raw.DONE for name, code in codes.items()}, **spelled}
        if len(set(codes.values())) > 1 or set(verdicts.values()) != {not refused}:
            answers = {**codes, **{f"{name} tokens": may for name, may in spelled.items()}}
            self.fail(told, {**answers, "deal.apply": refused or "done"}, before, cards)
        if not refused:
            for name in tokens:
                if state(self.copies[name]) != state(self.deals[name]):
                    self.fail(told, {name: "tokens end elsewhere"}, before, cards)
        self.compare(told, before, cards)
        return refused, events

    def _applied(self, deal: Deal, cards: Planes) -> tuple[str, list[Event]]:
        """What `deal.apply` makes of it."""
        if deal.phase == "partner" and popcount(cards[0]) != 1:
            return "wrong-number", []  # there is no action that names two cards
        try:
            laid = Cards(cards) if cards[0] else None
            self.deal, events = deal.apply(action_in(deal.phase, deal.turn, laid))
        except NotAllowed as error:
            return f"{error.ruling.rule} {error.ruling.case}".strip(), []
        except NotNow as error:
            return error.code, []
        return "", events

    def finish(self) -> None:
        """Count the deal that is over."""
        before = self.match
        self.match, _ = self.match.after(self.deal)
        for name, deal in self.deals.items():
            kernels()[name].count_deal(deal)
            levels = tuple(self.ruleset.ladder[deal.rung(at)] for at in range(len(before.levels)))
            over = tuple(at for at in range(len(before.levels)) if deal.winners >> at & 1)
            mine = (levels, deal.bank, deal.deals, over)
            match = self.match
            bank = match.banker if match.banker is not None else -1
            theirs = (match.levels, bank, match.deals, match.over or ())
            if mine != theirs:
                self.fail(f"count the deal, {before}", {name: mine, "match.after": theirs})

    def compare(self, told: str, before: Deal | None = None, cards: Planes | None = None) -> None:
        """Fail unless all have the same deal."""
        first, *others = self.deals.items()
        mine = state(first[1])
        for name, other in others:
            theirs = state(other)
            if mine != theirs:
                pairs = [pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
                answers = {first[0]: [a for a, _ in pairs], name: [b for _, b in pairs]}
                self.fail(told, answers, before, cards)
        for what, a, b in self._told():
            if a != b:
                self.fail(f"{told}: {what}", {first[0]: a, "deal.apply": b}, before, cards)

    def _told(self) -> Iterator[tuple[str, Any, Any]]:
        """What is asked, what the kernel says, what the deal says."""
        mine, deal = self.raw, self.deal
        seats = range(self.ruleset.players)
        yield "phase", PHASES[mine.phase], deal.phase
        yield "hands", [mine.hand(seat) for seat in seats], [hand.planes for hand in deal.hands]
        yield "kitty", mine.kitty, deal.kitty.planes
        if mine.phase != raw.OVER:
            yield "turn", mine.turn, deal.turn
        if mine.phase in ASKING:
            shown = {mine.option(at) for at in range(64) if mine.options() >> at & 1}
            yield "options", shown, {cards.planes for cards in deal.options[mine.turn]}
            yield "shows", mine.shows.number, len(deal.contest.shows)
        if mine.phase == raw.PLAY:
            yield from self._played()
        if mine.phase == raw.OVER:
            yield "redeal", bool(mine.redeal), deal.redeal is not None
            if deal.settled is not None:
                result = deal.settled.result
                won = result.levels if result.side == "attackers" else -result.levels
                yield "points", mine.attackers_points(), deal.settled.attackers
                yield "won", mine.won, won
                yield "fell", bool(mine.fell), result.back_to is not None
                yield "taken", [mine.taken(seat) for seat in seats], list(deal.taken)
                yield "kitty points", mine.adjusted, deal.adjusted

    def _played(self) -> Iterator[tuple[str, Any, Any]]:
        mine, deal = self.raw, self.deal
        seats = range(self.ruleset.players)
        assert deal.terms is not None
        level, trump = mine.order.level, mine.order.trump
        yield "level", RANKS[level] if level >= 0 else "X", deal.terms.level
        yield "trump", SUITS[trump] if trump >= 0 else "N", deal.terms.trump
        yield "banker", mine.banker, deal.banker
        yield "leader", mine.leader, deal.leader
        yield (
            "trick",
            [mine.on_table(at) for at in range(mine.in_trick)],
            [play.planes for play in deal.trick],
        )
        yield "taken", [mine.taken(seat) for seat in seats], list(deal.taken)
        yield "fines", [mine.fines(seat) for seat in seats], list(deal.fines)
        if deal.lead is not None:
            yield "lead", _LEAD(mine.lead), _LEAD(deal.lead.lead)
        for at, friend in enumerate(deal.friends):
            seat = NOBODY if friend.seat is None else friend.seat
            named = (mine.friend_face(at), mine.friend_copy(at), mine.friend(at))
            yield "friend", named, (friend.card.face, friend.copy, seat)
            yield "friend known", mine.friend_known(at), friend.known
        yield "points", mine.attackers_points(), deal.attackers_points

    def moments(self, before: Deal, cards: Planes) -> Iterator[Moment]:
        """What can be asked by itself about an action of play."""
        if before.phase != "play" or before.terms is None or before.turn is None:
            return
        seat, players = before.turn, self.ruleset.players
        terms, play = before.terms, Cards(cards)
        if not play or not play <= before.hands[seat]:
            return
        others = tuple(before.hands[(seat + at) % players] for at in range(1, players))
        if before.lead is None:
            yield Throw(terms, play, others)
            return
        if len(play) == len(before.lead.cards):
            yield Follow(terms, before.lead.cards, before.hands[seat], play)
            if len(before.trick) == players - 1:
                last = len(before.hands[seat]) == len(play)
                yield Won(terms, (*before.trick, play), last)

    def fail(
        self,
        told: str,
        answers: dict[str, Any],
        before: Deal | None = None,
        cards: Planes | None = None,
    ) -> None:
        """Say where they disagree, with the smallest moment that shows it if there is one."""
        lines = [f"  {where(before or self.deal)}", f"  {told}"]
        lines += [f"    {name:18}{answer}" for name, answer in answers.items()]
        if before is not None and cards is not None:
            for moment in self.moments(before, cards):
                if moment.differs():
                    lines += ["  smallest:", moment.smallest().told()]
        raise Mismatch("\n".join(lines))


def where(deal: Deal) -> str:
    """The position line, or what there is of it before trump stands."""
    if deal.terms is not None and deal.banker is not None:
        taken = (deal.attackers_points,) if deal.taken else (0,)
        turn = deal.turn or 0
        hands = deal.hands
        return str(Position(deal.terms, deal.banker, turn, taken, hands, deal.kitty, deal.trick))
    shows = ",".join(f"{show.seat}:{show.cards}" for show in deal.contest.shows) or "-"
    hands = "/".join(map(str, deal.hands))
    return f"{deal.ruleset} {deal.setup.levels} {deal.phase} {deal.turn} {hands} {shows}"
