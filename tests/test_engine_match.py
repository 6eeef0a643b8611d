"""The end of the kernel's whole deals: bonus, result and promotion by the oracle."""

from __future__ import annotations

import pytest

from tests.oracle import answer
from tuolaji import PRESETS, Cards, Ruleset
from tuolaji.cards import RANKS, SUITS
from tuolaji.engine.course import act
from tuolaji.engine.match import count_deal, new_match, set_match
from tuolaji.engine.random_deals import play_out, random_action, shuffle
from tuolaji.engine.state import DONE, OVER, PLAY, State
from tuolaji.rules.declarations import NOBODY
from tuolaji.rules.dice import Dice
from tuolaji.rules.numbers import strict_switches_of


def ended(ruleset, seed):
    """A deal played by luck, with its last trick's plays and its leader."""
    rules, dice = Ruleset.parse(ruleset), Dice(seed)
    deal = State(strict_switches_of(rules))
    seat = dice.below(rules.players)
    new_match(deal, seat)
    for owner in range(deal.switches.owners()):
        deal.set_rung(owner, dice.below(len(rules.ladder) - 1))
    set_match(deal, seat, seat, 1)
    shuffle(deal, dice)
    last, leader = [], 0
    while deal.phase != OVER:
        if deal.phase == PLAY and not deal.in_trick:
            last, leader = [], deal.turn
        phase, seat = deal.phase, deal.turn
        held = Cards(deal.hand(seat))
        assert act(deal, random_action(deal, dice)) == DONE
        if phase == PLAY:
            last.append(held - Cards(deal.hand(seat)))
    return deal, last, leader


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "ruleset",
    [
        *PRESETS,
        "classic(dig_shape=own)",
        "classic(partners=called)",
        "six-player(match_end=endless)",
    ],
)
def test_bonus_result_and_promotion_are_the_oracles(ruleset, seed):
    deal, last, leader = ended(ruleset, seed)
    if deal.redeal:
        return
    rules = Ruleset.parse(ruleset)
    level = RANKS[deal.order.level] if deal.order.level >= 0 else "X"
    trump = SUITS[deal.order.trump] if deal.order.trump >= 0 else "N"
    at = {"ruleset": str(rules), "level": level, "trump": trump}
    plays = [str(play) for play in last]
    won, _ = answer({"ask": "trick", **at, "plays": plays, "last": True})
    winner = (leader + won["winner"]) % rules.players
    assert deal.winner == winner
    attackers = not deal.is_bank_side(winner)
    attacked = None
    if deal.attacker != NOBODY:
        attacked = "bankers" if deal.is_bank_side(deal.attacker) else "attackers"
    dug, _ = answer({
        "ask": "dig", **at, "plays": plays, "kitty": str(Cards(deal.kitty)),
        "winner_side": "attackers" if attackers else "bankers", "attacked_by": attacked,
    })  # fmt: skip
    twice = rules.dig == "last_trick" and attackers  # the trick's own points are taken already
    assert deal.adjusted == dug["points"] - (won["points"] if twice else 0)
    seats = range(rules.players)
    total = sum(deal.taken(seat) for seat in seats if not deal.is_bank_side(seat)) + deal.adjusted
    total += sum(deal.fines(s) * (1 if deal.is_bank_side(s) else -1) for s in seats)
    assert deal.attackers_points() == total
    by_jack = bool(deal.at_jacks) and deal.best >= 102 and attackers
    asked_for = {"ask": "result", **at, "attackers": total, "last_jack_dig": by_jack}
    result, _ = answer(asked_for)
    assert deal.won == result["levels"] * (1 if result["side"] == "attackers" else -1)
    assert bool(deal.fell) == ("back_to" in result)
    check_promotion(deal, rules, result)


def check_promotion(deal, rules, result):
    owners = range(deal.switches.owners())
    before = [rules.ladder[deal.rung(owner)] for owner in owners]
    bank = {owner for owner in owners if deal.is_bank_side(owner)}
    banker = deal.banker
    side = {seat for seat in range(rules.players) if deal.is_bank_side(seat)}
    count_deal(deal)
    attackers_won = result["side"] == "attackers"
    for owner in owners:
        after = rules.ladder[deal.rung(owner)]
        if (owner not in bank) == attackers_won:
            step, _ = answer({
                "ask": "promote", "ruleset": str(rules), "from": before[owner],
                "by": result["levels"],
            })  # fmt: skip
            assert after == (step["level"] or before[owner])
            assert bool(deal.winners >> owner & 1) == step.get("won", False)
        else:
            assert after == result.get("back_to", before[owner])
    after_banker = [(banker + at) % rules.players for at in range(1, rules.players + 1)]
    assert deal.bank == next(seat for seat in after_banker if (seat in side) != attackers_won)
    assert deal.first_seat == deal.bank


def test_a_j_in_the_last_trick_at_level_j_sends_the_bank_back():
    """Some of many deals at level J end so; the rule page says to the first level."""
    fell = 0
    rules = Ruleset.parse("six-player")
    deal, dice = State(strict_switches_of(rules)), Dice(1)
    for _ in range(400):
        new_match(deal, 0)
        for side in (0, 1):
            deal.set_rung(side, rules.ladder.index("J"))
        set_match(deal, 0, 0, 1)
        shuffle(deal, dice)
        play_out(deal, dice)
        count_deal(deal)
        if deal.fell:
            fell += 1
            assert rules.ladder[deal.rung(0)] == "2"
            assert deal.bank % 2 == 1
    assert fell > 0


# a seed at or before the first shutout, so that it is found soon
SHUTOUTS = {"meizhusong": 46, "joker-bid": 1963, "classic": 656, "six-player": 230}


@pytest.mark.parametrize(
    ("ruleset", "level", "points", "after", "won"),
    [
        ("meizhusong", "A", 0, "A", True),  # beyond the top: the match
        ("joker-bid", "K", 0, "A", True),  # the top is reached
        ("joker-bid", "9", 0, "Q", False),
        ("classic", "X", 0, "2", False),  # endless; the first level is always played
        ("six-player", "9", 0, "J", False),  # J must be played
    ],
)
def test_ends_of_a_match(ruleset, level, points, after, won):
    """A shutout of the attackers is worth three levels."""
    rules = Ruleset.parse(ruleset)
    for seed in range(SHUTOUTS[ruleset], 4000):
        deal, _, _ = ended(ruleset, seed)
        if deal.won == -3 and deal.attackers_points() == points:
            break
    else:
        pytest.fail("no shutout in these deals")
    side = deal.banker % 2
    deal.set_rung(side, rules.ladder.index(level))
    count_deal(deal)
    assert rules.ladder[deal.rung(side)] == after
    assert bool(deal.winners) == won
