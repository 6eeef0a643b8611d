"""Whatever is entered in whatever order is a line, nothing new, or refused; all can be shown."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import pytest

from tests.event_desk import ORGANISER, REFEREE, plan, player, schools
from tuolaji.event import commands, formats
from tuolaji.event import entries as log
from tuolaji.event.export import to_json
from tuolaji.event.refused import Refused
from tuolaji.event.sheets import overview, score_sheets
from tuolaji.event.state import replay
from tuolaji.server.events.effects import effect
from tuolaji.server.events.views import clocks, view

FORMATS = ("swiss", "round-robin", "knock-out", "groups", "race", "teams", "pairs", "schools")
HUGE = 10**30


class Anybody:
    """Somebody who enters things at random, some of them senseless."""

    def __init__(self, format_, seed):
        self.chance = random.Random(f"{format_} {seed}")
        ruleset = self.of("meizhusong", "six-player", "four-deck")
        fields = {"ruleset": ruleset, "rounds": 3, "boards": 2, "confirm": self.of(True, False)}
        made = schools(2, **fields) if format_ == "schools" else plan(5, format=format_, **fields)
        self.lines = [commands.make(made, 0.0, ORGANISER)]
        self.event, self.now = replay(self.lines), 0.0

    def of(self, *some):
        return self.chance.choice(some)

    def report(self):
        by = self.of("attackers", "bankers")
        last = log.LastTrick(by, self.of(0, 1, HUGE), self.of(1, 2, HUGE), kitty=self.of(0, 10))
        points, banker = self.of(0, 5, 60, 80, 200, -40, 3, HUGE), self.of(None, 0, 1, 9)
        ended = self.of(None, None, self.now - 5, float("nan"), float("-inf"))
        fouls = self.of((), (), (self.foul(),))
        return log.DealReport(points, banker, self.of(None, last), fouls=fouls, ended=ended)

    def foul(self):
        rule = self.of(*self.event.plan.rules.fouls.table, "foul.x")
        cards, found = self.of(None, 0, 2, HUGE, -5), self.of(None, "at_once", "later")
        return log.FoulOf(rule, self.of(0, 1), cards, found, times=self.of(1, 2, HUGE, 0))

    def entry(self):
        """Anything that can be written."""
        match, who = self.of(*self.event.pairings, "9-9"), self.of(*self.event.entrants, "zz")
        at = (match, self.of(0, 1, 1, 2, 3, -1, HUGE))
        line, points = self.chance.randint(0, len(self.lines) + 1), self.of(5, -20, HUGE)
        total = log.Total((self.of("2", "9", "Z"), self.of("2", "K")), self.of(0, 1, None))
        return self.of(
            *[log.Started(tuple(self.event.pairings))] * 2,
            *[log.DealEntered(*at, self.report())] * 8,
            *[log.TotalEntered(match, total)] * 3,
            *[log.Confirmed(*at)] * 2,
            log.FoulRuled(*at, self.foul()),
            log.Adjusted(*at, points),
            log.Voided(*at),
            log.WinnerNamed(match, self.of(0, 1, None)),
            log.Forfeited(match, self.of(0, 1)),
            log.Stopped((match,), rest=self.of(True, False)),
            log.WentOn((match,)),
            log.TimeGiven((match,), self.of(60, -600, HUGE)),
            log.TimeCalled(match),
            log.Entered(log.Entrant(self.of("l1", "l2"))),
            log.CheckedIn(who),
            log.Withdrew(who),
            log.Substituted(who, ("a", "b")),
            log.Warned(who),
            log.Penalised(who, points),
            log.Disqualified(who),
            log.Appealed(line),
            log.Upheld(line),
            log.Reversed(line),
            log.RefereeCalled(match),
            log.CallAnswered(line),
            commands.seal("s"),
            *[None] * 3,
        )

    def act(self):
        """Enter something; what is accepted is read back as it was written."""
        self.now += self.of(0.0, 60.0, 600.0, 3600.0)
        by = self.of(ORGANISER, ORGANISER, REFEREE, player(self.of(*self.event.entrants)))
        try:
            entry = self.entry() or formats.draw(self.event)
            effect(self.event, entry, at=self.now, by=by, why="x", language="en")
            line = commands.do(self.event, entry, at=self.now, by=by, why="x")
        except Refused:
            return
        if line is not None:
            assert log.decode(log.encode(line)) == line
            self.lines.append(line)
            self.event = replay(self.lines)


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_that_is_entered_breaks_an_event(format_):
    for seed in range(3):
        anybody = Anybody(format_, seed)
        for _ in range(100):
            anybody.act()
        kept = SimpleNamespace(event=anybody.event, key=b"k" * 32)
        for by in (ORGANISER, REFEREE, player("e1"), log.By("public")):
            json.dumps(view(kept, by, "en"))
        json.dumps([clocks(anybody.event, anybody.now), to_json(anybody.event)])
        assert overview(anybody.event, "en") + score_sheets(anybody.event, "en")
        assert commands.checked(anybody.lines).lines == anybody.event.lines
