"""An event as the replay of its log.

A line that was reversed counts no more, unless its reversal was reversed. So whatever is corrected,
however late, everything after it is computed again; rounds that were drawn stay as they were drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from . import entries as log
from .clock import Watch
from .entries import DealReport, FoulOf, Line, Pairing, Side, Total
from .plan import Entrant, Names, Plan

Key = tuple[str, int, int]  # match, room, deal; deal 0 is the whole match
Said = DealReport | Total


@dataclass
class Slot:
    """What was said of a deal: by each side, and by whoever decides.

    elsewhere: how often the event was brought to another server since, which does not know its
    cards.
    """

    sides: dict[int, Said] = field(default_factory=dict)
    decided: Said | None = None
    at: float = 0.0
    fouls: tuple[FoulOf, ...] = ()
    adjusted: int = 0
    elsewhere: int = 0

    @property
    def says(self) -> Said | None:
        """What counts for now: the decision, or what was said first."""
        return self.decided or next(iter(self.sides.values()), None)

    @property
    def disputed(self) -> bool:
        """Whether the two sides say different things and nobody has decided."""
        return self.decided is None and len(set(self.sides.values())) > 1

    def settled(self, *, confirm: bool) -> bool:
        """Whether nobody has to say anything more."""
        if self.decided is not None or self.disputed:
            return not self.disputed
        return len(self.sides) == 2 or (not confirm and bool(self.sides))


@dataclass(frozen=True)
class Link:
    """A secret link: the digest of its token, and what it is for."""

    id: str
    digest: str
    role: str
    who: str
    player: int = 0


@dataclass
class Event:
    """An event after some lines of its log.

    gone: who withdrew, out: who was disqualified. called: when time was called at a match. appeals:
    of lines, "open", "upheld" or "reversed". calls: of the referee that nobody has answered, by
    their lines. names: what the public is shown of players. tables: the server's, by match and
    room, each with the line that opened it. voids: by match and room, the last line that made a
    deal void. rebids: the deals whose bank is open by a foul.
    """

    plan: Plan
    lines: tuple[Line, ...] = ()
    seed: str = ""
    commit: str = ""
    secret: str = ""
    entrants: dict[str, Entrant] = field(default_factory=dict)
    late: dict[str, int] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)
    links: dict[str, Link] = field(default_factory=dict)
    pairings: dict[str, Pairing] = field(default_factory=dict)
    watches: dict[str, Watch] = field(default_factory=dict)
    called: dict[str, float] = field(default_factory=dict)
    slots: dict[Key, Slot] = field(default_factory=dict)
    named: dict[str, Side | None] = field(default_factory=dict)
    forfeits: dict[str, set[Side]] = field(default_factory=dict)
    warnings: dict[str, list[int]] = field(default_factory=dict)
    penalties: list[tuple[str, int, int]] = field(default_factory=list)
    appeals: dict[int, str] = field(default_factory=dict)
    reversed: frozenset[int] = frozenset()
    calls: dict[int, str] = field(default_factory=dict)
    names: Names = "full"
    tables: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)
    voids: dict[tuple[str, int], int] = field(default_factory=dict)
    rebids: set[Key] = field(default_factory=set)

    @property
    def rounds(self) -> int:
        """How many rounds were drawn."""
        return max((pairing.round for pairing in self.pairings.values()), default=0)

    def of_round(self, number: int) -> list[Pairing]:
        """The matches and byes of a round."""
        return [pairing for pairing in self.pairings.values() if pairing.round == number]

    def playing(self) -> list[Entrant]:
        """Who is still in it: present where that is asked, not gone and not out."""
        return [
            entrant
            for id_, entrant in self.entrants.items()
            if id_ not in self.gone | self.out and (not self.plan.check_in or id_ in self.present)
        ]

    def slot(self, match: str, room: int, deal: int) -> Slot:
        """What was said of a deal."""
        return self.slots.setdefault((match, room, deal), Slot())

    def side_of(self, match: str, entrant: str) -> Side | None:
        """The side an entrant has in a match."""
        pairing = self.pairings[match]
        if entrant == pairing.home:
            return 0
        return 1 if entrant == pairing.away else None

    def started(self, match: str) -> bool:
        """Whether the clock of a match was started: it can be stopped, or given time, before."""
        watch = self.watches.get(match)
        return watch is not None and watch.begun is not None

    def clubs(self) -> list[str]:
        """The schools or clubs, in the order they were entered."""
        return list(dict.fromkeys(e.club for e in self.entrants.values() if e.club))


def reversed_lines(lines: Iterable[Line]) -> frozenset[int]:
    """The numbers of the lines that count no more."""
    dead: set[int] = set()
    for line in reversed(list(lines)):
        if isinstance(line.entry, log.Reversed) and line.number not in dead:
            dead.add(line.entry.line)
    return frozenset(dead)


def replay(lines: Iterable[Line]) -> Event:
    """The event that a log tells."""
    told = tuple(lines)
    first = told[0].entry
    assert isinstance(first, log.Made)
    dead = reversed_lines(told)
    event = Event(first.plan, told, seed=first.plan.seed, reversed=dead, names=first.plan.names)
    event.entrants = {entrant.id: entrant for entrant in first.plan.entrants}
    for line in told[1:]:
        if line.number not in dead:
            _apply(event, line)
    return event


def _apply(event: Event, line: Line) -> None:
    """Let an entry do what it does; each part knows its own entries."""
    for part in (_secrets, _people, _clocks, _results, _rulings, _calls):
        part(event, line)


def _secrets(event: Event, line: Line) -> None:
    match line.entry:
        case log.SeedPublished(seed=seed):
            event.seed = seed
        case log.BoardsSealed(commit=commit):
            event.commit = commit
        case log.BoardsOpened(secret=secret):
            event.secret = secret
        case log.LinkGiven() as given:
            event.links[given.id] = Link(
                given.id, given.digest, given.role, given.who, given.player
            )
        case log.LinkWithdrawn(id=id_):
            event.links.pop(id_, None)
        case log.Brought():
            event.links, event.tables, event.commit, event.secret = {}, {}, "", ""
            for slot in event.slots.values():
                _left_behind(slot)


def _left_behind(slot: Slot) -> None:
    """The table where it was played is not here."""

    def told(said: Said) -> Said:
        no_replay = isinstance(said, DealReport) and said.replay is not None
        return msgspec.structs.replace(said, replay=None) if no_replay else said

    slot.elsewhere += 1
    slot.sides = {side: told(said) for side, said in slot.sides.items()}
    slot.decided = told(slot.decided) if slot.decided else None


def _people(event: Event, line: Line) -> None:
    match line.entry:
        case log.Entered(entrant=entrant):
            event.entrants[entrant.id] = entrant
            event.late[entrant.id] = event.rounds + 1
        case log.CheckedIn(entrant=id_):
            event.present.add(id_)
        case log.Withdrew(entrant=id_):
            event.gone.add(id_)
        case log.Substituted(entrant=id_, players=players):
            event.entrants[id_] = msgspec.structs.replace(event.entrants[id_], players=players)
        case log.Drawn(pairings=pairings):
            event.pairings.update({pairing.id: pairing for pairing in pairings})
        case log.NamesChosen(names=names):
            event.names = names


def _clocks(event: Event, line: Line) -> None:
    match line.entry:
        case log.TimeCalled(match=match):
            event.called[match] = line.at
        case log.TableOpened() as opened:
            event.tables[opened.match, opened.room] = opened.table, line.number
        case log.Started() | log.Stopped() | log.WentOn() | log.TimeGiven() as entry:
            for match in entry.matches:
                event.watches[match] = _wound(event.watches.get(match, Watch()), line)


def _wound(watch: Watch, line: Line) -> Watch:
    """A clock after it was started, stopped, let go on or given time."""
    match line.entry:
        case log.Started():
            return watch.start(line.at)
        case log.Stopped(rest=rest):
            return watch.stop(line.at, rest=rest)
        case log.TimeGiven(seconds=seconds):
            return replace(watch, extra=watch.extra + seconds)
    return watch.go_on(line.at)


def _results(event: Event, line: Line) -> None:
    match line.entry:
        case log.DealEntered() as entry:
            _say(event, line, (entry.match, entry.room, entry.deal), entry.report)
        case log.TotalEntered(match=match, total=total):
            _say(event, line, (match, 0, 0), total)
        case log.Confirmed() as entry:
            key = (entry.match, entry.room, entry.deal)
            said = event.slot(*key).says
            if said is not None:  # what was confirmed may have been reversed since
                _say(event, line, key, said)


def _say(event: Event, line: Line, key: Key, said: Said) -> None:
    slot = event.slot(*key)
    if slot.says is None:
        slot.at = line.at
    if line.by.role == log.PLAYER:
        side = event.side_of(key[0], line.by.who)
        if side is not None:
            slot.sides[side] = said
    else:
        slot.decided = said


def _rulings(event: Event, line: Line) -> None:
    match line.entry:
        case log.FoulRuled() as entry:
            slot = event.slot(entry.match, entry.room, entry.deal)
            slot.fouls = (*slot.fouls, _counted(event, entry, line.number))
        case log.Adjusted() as entry:
            event.slot(entry.match, entry.room, entry.deal).adjusted += entry.points
        case log.Voided() as entry:
            _void(event, entry, line.number)
        case log.WinnerNamed(match=match, winner=winner):
            event.named[match] = winner
        case log.Forfeited(match=match, side=side):
            event.forfeits.setdefault(match, set()).add(side)
        case log.Warned(entrant=id_):
            event.warnings.setdefault(id_, []).append(line.number)
        case log.Penalised(who=who, points=points):
            event.penalties.append((who, points, line.number))
        case log.Disqualified(entrant=id_):
            event.out.add(id_)
        case log.Appealed(line=number):
            event.appeals[number] = "open"
        case log.Upheld(line=number):
            event.appeals[number] = "upheld"
        case log.Reversed(line=number):
            event.appeals[number] = "reversed"


def _void(event: Event, entry: log.Voided, number: int) -> None:
    key = (entry.match, entry.room, entry.deal)
    event.slots.pop(key, None)
    event.voids[entry.match, entry.room] = number
    if entry.rebid:
        event.rebids.add(key)


def _calls(event: Event, line: Line) -> None:
    match line.entry:
        case log.RefereeCalled(match=match):
            event.calls[line.number] = match
        case log.CallAnswered(line=number):
            event.calls.pop(number, None)


def _counted(event: Event, entry: log.FoulRuled, number: int) -> FoulOf:
    """The foul, as often as it happened in the match where its penalty depends on that.

    One in a deal that was made void since has happened too.
    """
    foul = entry.foul
    before = sum(
        isinstance(line.entry, log.FoulRuled)
        and line.number not in event.reversed
        and (line.entry.match, line.entry.foul.rule, line.entry.foul.side)
        == (entry.match, foul.rule, foul.side)
        for line in event.lines[: number - 1]
    )
    times = event.plan.rules.fouls.times(foul.rule, foul.times, before)
    return msgspec.structs.replace(foul, times=times)


def in_log(event: Event, number: int) -> Line | None:
    """A line of the log by its number."""
    return event.lines[number - 1] if 1 <= number <= len(event.lines) else None


def by_round(pairings: Mapping[str, Pairing]) -> dict[int, list[Pairing]]:
    """The matches and byes of every round."""
    rounds: dict[int, list[Pairing]] = {}
    for pairing in pairings.values():
        rounds.setdefault(pairing.round, []).append(pairing)
    return rounds
