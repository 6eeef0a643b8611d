"""An organiser's desk for tests: an event that is told what happens, minute by minute."""

from __future__ import annotations

from tuolaji.event import commands, formats
from tuolaji.event import entries as log
from tuolaji.event.entries import By, DealReport
from tuolaji.event.outcomes import outcomes
from tuolaji.event.plan import plan_of
from tuolaji.event.standings import standings
from tuolaji.event.state import replay

ORGANISER, REFEREE, TABLE = By("organiser"), By("referee", "Li"), By("table")


def player(id_):
    return By("player", id_)


def plan(number=4, **fields):
    """A plan for so many entrants, e1, e2 and so on."""
    entrants = [{"id": f"e{at}"} for at in range(1, number + 1)]
    usual = {"name": "Evening", "ruleset": "meizhusong", "format": "round-robin", "seed": "s"}
    return plan_of({**usual, "entrants": entrants, **fields})


def schools(pairs=4, clubs=("A", "B", "C"), **fields):
    entrants = [{"id": f"{c}{at}", "club": c} for c in clubs for at in range(1, pairs + 1)]
    usual = {"name": "Cup", "ruleset": "meizhusong", "format": "schools", "seed": "s"}
    return plan_of({**usual, "entrants": entrants, **fields})


class Desk:
    """An event in memory; the clock moves only when it is told to."""

    def __init__(self, plan_, at=0.0):
        self.now = at
        self.event = replay([commands.make(plan_, at, ORGANISER)])

    def do(self, entry, by=ORGANISER, why=""):
        line = commands.do(self.event, entry, at=self.now, by=by, why=why)
        if line is not None:
            self.event = replay([*self.event.lines, line])
        return line

    def draw(self):
        self.do(formats.draw(self.event))
        return self.event.of_round(self.event.rounds)

    def start(self, *matches):
        self.do(log.Started(matches or tuple(self.open())))

    def open(self):
        return [id_ for id_, one in outcomes(self.event).items() if not one.over]

    def deal(self, match, number, points, by=REFEREE, room=0, minutes=0, **said):
        self.now += 60 * minutes
        report = DealReport(points, **said)
        return self.do(log.DealEntered(match, number, report, room), by)

    def total(self, match, levels, winner, by=REFEREE):
        return self.do(log.TotalEntered(match, log.Total(tuple(levels), winner)), by)

    def outcome(self, match):
        return outcomes(self.event)[match]

    def rows(self, **options):
        return standings(self.event, **options).rows

    def table(self, **options):
        return [(row.place, row.who, row.points) for row in self.rows(**options)]
