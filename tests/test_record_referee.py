"""Records of deals with a referee: rulings, claims, the count, trump named."""

from __future__ import annotations

import random

import pytest

from tests.players import new_deal, random_action
from tuolaji.cli.replay import printed
from tuolaji.deal.actions import Claim, NameTrump, Pass, RuleFoul
from tuolaji.deal.events import (
    Claimed,
    Disqualified,
    Fouled,
    Redealt,
    Settled,
    TakenBack,
    TrickReopened,
    TrumpNamed,
)
from tuolaji.notation.record import DealRecord, check, told
from tuolaji.ruleset import Ruleset
from tuolaji.ruleset.fouls import Foul
from tuolaji.testing.simulate import play_matches

REFEREE = "six-player(enforcement=referee)"
FOUR = "four-deck(enforcement=referee)"


@pytest.mark.parametrize(
    ("foul", "text"),
    [
        (RuleFoul(Foul("foul.bank-order")), "!foul(foul.bank-order)"),
        (RuleFoul(Foul("foul.bid-exposed"), 0), "!foul(foul.bid-exposed,seat=0)"),
        (RuleFoul(Foul("foul.conduct", attackers=0)), "!foul(foul.conduct,attackers=0)"),
    ],
)
def test_a_foul_is_read_back_with_what_was_said_of_it_and_no_more(foul, text):
    begun, _ = new_deal("four-deck", random.Random(1))
    fouled = DealRecord(begun.ruleset, begun.setup, begun.deck, (foul,))
    assert text in [line.partition(" ;")[0] for line in fouled.text().splitlines()]
    assert DealRecord.parse(fouled.text()) == [fouled]


def refereed(kind, deals):
    """Records of simulated deals with a referee, and how each came out."""
    for done in play_matches(Ruleset.parse(kind), random.Random(kind), deals):
        first = done.deal
        yield DealRecord(first.ruleset, first.setup, first.deck, done.actions), done


def test_whatever_a_referee_does_is_recorded():
    happened = set()
    for kind in (FOUR, REFEREE, "classic(enforcement=referee,fouls=four-deck)"):
        for whole, done in refereed(kind, 12):
            happened |= {type(event) for event in done.events}
            assert DealRecord.parse(whole.text()) == [whole]
            assert DealRecord.parse(whole.jsonl()) == [whole]
            assert whole.replay() == (done.deal, list(done.events))
            assert list(printed(whole, "zh-Hans"))
    wanted = {Claimed, Fouled, TakenBack, TrickReopened, TrumpNamed, Disqualified, Redealt, Settled}
    assert wanted <= happened


def test_passes_after_the_last_trick_are_implied():
    rng = random.Random(2)
    deal, _ = new_deal("classic(enforcement=referee,fouls=meizhusong)", rng, first=False)
    first, actions = deal, []
    while deal.turn is not None:
        actions.append(random_action(deal, rng))
        deal, _ = deal.apply(actions[-1])
    assert actions[-4:] == [Pass((deal.leader + k) % 4) for k in range(4)]

    def text(*last):
        done = (*actions[:-4], *last)
        made = DealRecord(first.ruleset, first.setup, first.deck, done)
        assert DealRecord.parse(made.text()) == [made]
        return made.text()

    whole = text(*actions[-4:])
    assert " -" not in whole.partition("*play")[2]
    assert whole.count("*result") == 1
    waiting = text()
    assert "*result" not in waiting
    seat = (deal.leader + 1) % 4
    assert text(*actions[-4:-2]) == waiting + f"{seat} -\n"
    claimed = text(*actions[-4:-2], Claim(0, 1))
    assert claimed == waiting + f"{seat} -\n!claim(0,1) ; claim unfounded\n"
    third = (deal.leader + 2) % 4
    assert DealRecord.parse(waiting + f"{third} -\n")[0].actions[-1] == Pass(third)
    (early,) = check(text(*actions[-4:-2]) + f"{deal.leader} -\n")
    assert early.code == "refused-pass"


def test_naming_trump_is_recorded():
    rng = random.Random(5)
    deal, _ = new_deal(FOUR, rng, first=False)
    actions = (RuleFoul(Foul("foul.false-bid"), 0), Pass(1), NameTrump(3, "N"))
    made = DealRecord(deal.ruleset, deal.setup, deal.deck, actions)
    assert made.text().splitlines()[-3:] == [
        "!foul(foul.false-bid,seat=0) ; foul name_trump", "216 1 -", "216 3 trump=N",
    ]  # fmt: skip
    assert DealRecord.parse(made.text()) == [made]
    for wrong, code in (("trump=X", "bad-cards"), ("trump=", "bad-cards")):
        (found,) = check(made.text().replace("trump=N", wrong))
        assert found.code == code
    assert DealRecord.parse(made.jsonl()) == [made]
    first, *_ = check(made.jsonl().replace('"trump":"N"', '"trump":"Q"'))
    assert told(first).endswith("there is no trump 'Q'")
    (found,) = check(made.text().replace("216 3 trump=N", "216 2 trump=N"))
    assert told(found).endswith("seat 2 could not name the trump: it is not this seat's turn")
