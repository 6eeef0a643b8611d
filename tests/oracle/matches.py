"""A match: what a deal that is over makes of levels and bank (`score.promote`, `partner.next-banker`, `match.end`)."""

from .course import rules_of
from .rules import ruleset
from .score import promote


class Match:
    """A match between deals; over: the winners, () in a draw, None as long as it goes on."""

    def __init__(self, text, levels, first_seat, banker=None, deals=0):
        self.rules, self.own_rules = rules_of(text), ruleset(text)
        self.levels, self.first_seat, self.banker = list(levels), first_seat, banker
        self.deals, self.over = deals, None
        self.failures, self.rounds = [0] * len(self.levels), [0] * len(self.levels)

    def setup(self):
        """How the next deal begins; where trump is called nobody has the bank before."""
        calls = self.rules["declare_style"] == "call"
        return {
            "number": self.deals + 1,
            "levels": list(self.levels),
            "banker": None if calls else self.banker,
            "first_seat": self.first_seat if self.banker is None else self.banker,
            "failures": tuple(self.failures) if any(self.failures) else (),
            "rounds": tuple(self.rounds) if any(self.rounds) else (),
        }

    def after(self, deal):
        """Count a deal that is over; the list of what happened."""
        if deal.disqualified is not None:
            out = deal.disqualified % len(self.levels)
            self.over = tuple(who for who in range(len(self.levels)) if who != out)
            return [{"event": "match_won", "winners": list(self.over), "reason": "disqualified"}]
        if deal.settled is None:
            if not deal.rebid:
                return []
            self.banker = None
            return [{"event": "bank_opened"}]
        happened, winners = [], []
        outcome, bank = deal.settled["result"], deal.bank_side()
        attackers_won = outcome["side"] == "attackers"
        for who in range(len(self.levels)):  # a side is known by its first seat
            stays = attackers_won and self.rules["defend_top"] and self.levels[who] == self.rules["top_level"]
            if (who not in bank) == attackers_won and not stays:
                told = promote(self.own_rules, self.levels[who], outcome["levels"], set())
                self.change_level(who, told["level"], happened, wins=True)
                winners += [who] if told.get("won") else []
        for who in range(len(self.levels)):
            if outcome["back_to"] and who in bank:
                self.change_level(who, outcome["back_to"], happened)
            elif attackers_won and who in bank and self.levels[who] == "A":
                self.fail(who, happened)
        self.banker = next_banker(deal, attackers_won)
        self.deals += 1
        happened.append({"event": "bank_passed", "banker": self.banker})
        if winners:
            self.over = tuple(winners)
            happened.append({"event": "match_won", "winners": winners, "reason": "levels"})
        return happened

    def fail(self, who, happened):
        """`fall_back`: another deal was lost as banker at A; after so many it goes back to the first level."""
        most = self.rules["fall_back"]
        if most != "never":
            self.failures[who] += 1
            if self.failures[who] == int(most):
                self.failures[who] = 0
                self.change_level(who, self.rules["first_level"], happened)

    def change_level(self, who, level, happened, wins=False):
        """A side, or seat, has another level, if it is not the same; beyond the top it keeps what it had.

        `ladder_wraps`: whoever is promoted to the first level has passed the top, and a round is counted.
        """
        again = wins and self.rules["ladder_wraps"] and level == self.rules["first_level"] != self.levels[who]
        self.rounds[who] += again
        if level != self.levels[who]:
            rounds = {"rounds": self.rounds[who]} if again else {}
            happened.append({"event": "promoted", "who": who, "old": self.levels[who], "new": level, **rounds})
        self.levels[who] = level or self.levels[who]


def next_banker(deal, attackers_won):
    """Who has the bank, or calls first, in the next deal."""
    after = [(deal.banker + k) % len(deal.seats) for k in range(1, len(deal.seats) + 1)]
    bank = deal.bank_side()
    if attackers_won:
        return next(seat for seat in after if seat not in bank)
    return next(seat for seat in after if seat in bank)  # the banker again, if alone
