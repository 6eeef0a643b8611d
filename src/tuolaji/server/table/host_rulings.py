"""The host of a friendly table as its referee: fouls, the attackers' points, a new deal.

What a foul costs is the ruleset's, and the match remembers how often it was ruled on, so that
`foul.conduct` is more than a warning the second time. What a ruling brings is told before it is
made. Where deals are rated, and in an event, the host rules on nothing.
"""

from __future__ import annotations

from ...deal.actions import Action, Adjust, RuleFoul, Void, to_json
from ...deal.events import Adjusted, Event, Fouled, Redealt, Settled
from ...deal.referee import remembered
from ...deal.view import seen
from ...ruleset.fouls import Foul
from ...texts.fouls import fouls_asked
from ...texts.narrate import Telling
from ...texts.reader import texts
from ...verdicts.score import ATTACKERS, BANKERS
from ..protocol import incoming
from ..protocol.outgoing import FoulAsked, RulingMessage
from . import entries as log
from .commands import REFEREE, CommandRefused, Entries, need_allowed, need_deal
from .state import HUMAN, TableDeal, TableState

_TOLD = (Fouled, Adjusted, Redealt, Settled)


def can_rule(state: TableState) -> bool:
    """Whether the host can rule on the deal: it is being played with somebody else."""
    people = sum(seat.kind == HUMAN for seat in state.seats)
    return state.running and people > 1 and not state.made.rated and state.made.match is None


def form(state: TableState, language: str) -> RulingMessage:
    """What there is to rule on by these rules."""
    fouls = [FoulAsked(**one) for one in fouls_asked(state.ruleset, language)]
    return RulingMessage("", fouls, dict(texts(language)["fouls"]["cases"]))


def ruling(state: TableState, wanted: incoming.RuleOn) -> Action:
    """The ruling that the host wishes for; refused where it cannot be made."""
    deal = need_deal(state).deal
    if not can_rule(state):
        raise CommandRefused("no-ruling")
    if wanted.on != "foul":
        done: Action = Adjust(wanted.points) if wanted.on == "points" else Void()
    else:
        done = _foul(state, wanted)
    need_allowed(deal, done)
    return done


def _foul(state: TableState, wanted: incoming.RuleOn) -> RuleFoul:
    seat, known = wanted.seat, state.ruleset.fouls.table
    if seat is None or seat >= state.ruleset.players or state.seats[seat].kind != HUMAN:
        raise CommandRefused("no-ruling")
    if wanted.rule not in known:
        raise CommandRefused("no-ruling")
    deal, by = state.deal, None
    if deal is not None and deal.banker is not None and state.ruleset.partners == "fixed":
        by = BANKERS if seat in deal.bank_side else ATTACKERS
    before = [RuleFoul(Foul(rule), who) for rule, who in state.fouls]
    foul = Foul(wanted.rule, by, None, wanted.cards, wanted.found, wanted.variant)
    return remembered(state.ruleset, RuleFoul(foul, seat), before)


def effect(state: TableState, done: Action, telling: Telling) -> str:
    """What a ruling brings, in words."""
    deal = need_deal(state).deal
    _, events = deal.apply(done)
    whose = {"seat": done.seat} if isinstance(done, RuleFoul) else {}
    said = [
        telling.told({**seen(event), **whose}, phase=deal.phase, banker=deal.banker)
        for event in _told(events)
    ]
    return " ".join(said)


def _told(events: list[Event]) -> list[Event]:
    """What is said of a ruling: an effect says all there is to say."""
    told: list[Event] = [event for event in events if isinstance(event, _TOLD)]
    whole = [event for event in told if isinstance(event, Fouled) and event.effect is not None]
    return [*whole] or told


def entries(done: Action) -> Entries:
    """What is written of a ruling; about seat 0 where it is about none."""
    return [log.Acted(getattr(done, "seat", None) or 0, to_json(done), REFEREE)]


def offender(played: TableDeal, at: int) -> int | None:
    """Whom the ruling is about that the at-th event of the deal tells."""
    for number, action in enumerate(played.actions):
        if played.marks[number] <= at < played.marks[number + 1]:
            return action.seat if isinstance(action, RuleFoul) else None
    return None
