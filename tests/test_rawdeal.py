"""The kernel's whole deals: every phase, every refusal, results and promotions by the oracle."""

from __future__ import annotations

import pytest

from tests.oracle import answer
from tests.table import C, passed, raw_deal
from tuolaji import PRESETS, Cards, Ruleset
from tuolaji.cards import RANKS, SUITS
from tuolaji.kernel import refusals, units
from tuolaji.kernel.dice import Dice
from tuolaji.kernel.planes import EMPTY
from tuolaji.kernel.rawdeal import (
    BAD_LEAD,
    BAD_SHOW,
    BURY,
    CALL,
    CHANGE,
    DONE,
    DRAW,
    FINISHED,
    NOT_FOLLOWING,
    NOT_IN_HAND,
    OVER,
    PARTNER,
    PLAY,
    WRONG_NUMBER,
    RawDeal,
)
from tuolaji.raw import switches_of

NOBODY, NO_SUIT = -1, -1


def act(deal, cards):
    return deal.act(C(cards).planes if cards else EMPTY)


def asked(deal, seat):
    """The deal when a seat is asked, the others passing."""
    while deal.turn != seat:
        assert deal.act(EMPTY) == DONE
    return deal


# Declaring


def test_revealing_a_single_its_overturn_and_no_trump():
    deal = raw_deal("classic", {0: "H2", 1: "S22", 2: "XLL"}, banker=None)
    assert (deal.phase, deal.turn) == (DRAW, 0)
    assert act(deal, "H2") == DONE
    assert (deal.shows.trump, deal.shows.banker) == (SUITS.index("H"), 0)
    assert act(asked(deal, 1), "S2") == BAD_SHOW + refusals.OVERTURN_SINGLE
    assert act(asked(deal, 1), "S22") == DONE
    assert (deal.shows.trump, deal.shows.banker) == (SUITS.index("S"), 1)
    assert act(asked(deal, 2), "XLL") == DONE
    assert passed(deal, BURY).turn == 2  # in a first deal the last declarer has the bank
    assert deal.order.trump == NO_SUIT


def test_a_show_stays_in_the_hand_but_is_not_shown_twice():
    deal = raw_deal("classic", {0: "H2XLL", 1: "C22"})
    assert act(asked(deal, 0), "H2") == DONE
    assert C("H2") <= Cards(deal.hand(0))
    assert act(asked(deal, 1), "C22") == DONE
    assert act(asked(deal, 0), "H2") == NOT_IN_HAND


def test_calling_and_changing():
    deal = raw_deal("joker-bid", {0: "H2XB", 1: "S22XL", 2: "XBL", 3: "D2"}, banker=None)
    assert (deal.phase, deal.turn) == (CALL, 0)
    assert act(deal, "H2") == BAD_SHOW + refusals.CALL_RED
    assert act(deal, "H2XB") == DONE
    assert (deal.phase, deal.turn) == (BURY, 0)  # who calls takes the kitty
    passed(deal, CHANGE)
    assert deal.turn == 1
    assert act(deal, "S2XL") == BAD_SHOW + refusals.CHANGE_CARDS
    assert act(deal, "S22XL") == DONE
    assert (deal.phase, deal.turn) == (BURY, 1)
    assert deal.shows.banker == 0  # a change moves no bank
    passed(deal, CHANGE)
    assert deal.turn == 2
    assert act(deal, "XBL") == BAD_SHOW + refusals.ATTACK_PAIR
    passed(deal, PLAY)
    assert (deal.banker, deal.turn, deal.order.trump) == (0, 0, SUITS.index("S"))


def test_locking_and_attacking():
    deal = raw_deal("joker-bid", {0: "H22XB", 1: "S22XL", 2: "D22"}, banker=None)
    assert act(deal, "H22XB") == DONE
    passed(deal, CHANGE)
    assert act(deal, "S22XL") == BAD_SHOW + refusals.CALL_LOCK
    deal = raw_deal("joker-bid", {0: "H22XB", 1: "XLL"}, banker=None)
    assert act(deal, "H22XB") == DONE
    passed(deal, CHANGE)
    assert act(deal, "XLL") == DONE
    assert (deal.phase, deal.attacker, deal.order.trump) == (PLAY, 1, NO_SUIT)
    assert deal.banker == 0


def test_nobody_calls_the_first_caller_has_the_bank_without_trump():
    deal = passed(raw_deal("joker-bid", banker=None), PLAY)
    assert (deal.banker, deal.order.trump) == (0, NO_SUIT)


def test_a_concealed_bid_is_raised_and_reinforced():
    deal = raw_deal("four-deck", {0: "H33", 1: "S333", 2: "D3"}, levels=("3", "3"))
    assert act(asked(deal, 0), "H3XL") in (NOT_IN_HAND, BAD_SHOW + refusals.JOKER_NEEDLESS)
    assert act(asked(deal, 0), "H3") == DONE
    assert act(asked(deal, 2), "D3") == BAD_SHOW + refusals.BID_LARGER
    assert act(asked(deal, 1), "S33") == DONE
    assert act(asked(deal, 1), "S3") == DONE
    assert deal.shows.highest_bid() == 3
    passed(deal, PLAY)
    assert deal.order.trump == SUITS.index("S")
    assert deal.turn == 0  # the bank was held


def test_nobody_declares_the_third_kitty_card_is_turned_up():
    deal = raw_deal("classic", kitty="H3S4XBD9C5C6C7C8")
    passed(deal, PLAY)
    assert (deal.order.trump, deal.shows.turned) == (SUITS.index("D"), 2)
    deal = raw_deal("meizhusong", kitty="H3S4XBD9C5C6C7C8")
    passed(deal, PLAY)
    assert (deal.order.trump, deal.shows.turned) == (NO_SUIT, 1)


def test_nobody_bids_the_deal_is_void_and_the_match_as_it_was():
    deal = raw_deal("four-deck", levels=("5", "9"), banker=2)
    passed(deal, OVER)
    assert deal.redeal
    deal.count_deal()
    ranks = [RANKS[deal.switches.rank_at(deal.rung(side))] for side in (0, 1)]
    assert (ranks, deal.bank, deal.deals) == (["5", "9"], 2, 0)


def test_at_the_joker_level_nobody_is_asked():
    deal = raw_deal("classic", levels=("X", "2"))
    assert deal.phase == BURY
    assert deal.order.trump == NO_SUIT


# Burying, the partner


def test_the_banker_takes_the_kitty_and_buries_as_many():
    deal = passed(raw_deal("classic", {1: "HAA"}, kitty="S3S4S5S6S7S8S9ST"), BURY)
    assert C("S3456789T") <= Cards(deal.hand(0))
    assert len(Cards(deal.hand(0))) == 33
    assert act(deal, "S345678") == WRONG_NUMBER
    assert act(deal, "S345678HAA") == NOT_IN_HAND
    assert act(deal, "S3456789T") == DONE
    assert deal.kitty == C("S3456789T").planes
    assert (deal.phase, deal.turn) == (PLAY, 0)


@pytest.mark.parametrize(
    ("card", "partner"),
    [("HA", 2), ("HK", 1), ("HQ", 0)],  # the next who holds it; nobody else does: alone
)
def test_the_called_partner_is_the_next_who_holds_the_card(card, partner):
    hands = {0: "HQQ", 1: "HK", 2: "HA", 3: "HAHK"}
    deal = raw_deal("classic(partners=called)", hands, levels=("2",) * 4, kitty="S3S4S5S6S7S8S9ST")
    passed(deal, BURY)
    assert act(deal, "S3456789T") == DONE
    assert (deal.phase, deal.turn) == (PARTNER, 0)
    assert deal.act(C("HAK").planes) == WRONG_NUMBER
    assert act(deal, card) == DONE
    assert (deal.partner, deal.partner_known) == (partner, 0)
    assert [deal.is_bank_side(seat) for seat in range(4)] == [s in (0, partner) for s in range(4)]


# Play


def at_play(ruleset, hands, **options):
    """A deal at its first lead, spades trump by seat 0's declaration or bid."""
    rules = Ruleset.parse(ruleset)
    level = options.setdefault("levels", (rules.first_level,) * 2)[0]
    hands = {**hands, 0: hands.get(0, "") + f"S{level}"}
    deal = raw_deal(ruleset, hands, **options)
    assert act(asked(deal, 0), f"S{level}") == DONE
    passed(deal, BURY if rules.kitty else PLAY)
    if rules.kitty:
        spare = Cards(deal.hand(0)) - C(hands[0])
        assert deal.act(Dice(1).cards(spare.planes, rules.kitty)) == DONE
    assert deal.phase == PLAY
    assert deal.order.trump == SUITS.index("S")
    return deal


@pytest.mark.parametrize(
    ("ruleset", "thrown", "played", "fine"),
    [
        ("classic", "HKKQ", "HQ", 0),
        ("meizhusong", "HKKQ", "HQ", 30),
        ("meizhusong(throw_penalty=returned)", "HKKQ", "HQ", 20),
        ("meizhusong", "HKQQ", "HK", 30),
        ("meizhusong(throw_plays=smallest_card)", "HKQQ", "HQ", 30),
        ("meizhusong", "HKKQQ", "HKKQQ", 0),  # a tractor is no throw
        ("meizhusong", "HKKTT", "HKKTT", 0),
    ],
)
def test_a_failed_throw_is_played_in_part_and_fined(ruleset, thrown, played, fine):
    deal = at_play(ruleset, {0: "HKKQQTT", 2: "HAJ"})
    assert act(deal, thrown) == DONE
    assert deal.on_table(0) == C(played).planes
    assert deal.fines(0) == fine
    assert deal.lead.size == len(C(played))
    assert C(thrown) - C(played) <= Cards(deal.hand(0))


def test_leads_and_follows_that_are_refused_change_nothing():
    deal = at_play("classic", {0: "HKK", 1: "H3345C5", 2: "H7"})
    for cards, why in (
        ("HAA", NOT_IN_HAND),
        ("", WRONG_NUMBER),
        ("HKS2", BAD_LEAD + units.MIXED_SUITS),
    ):
        before = deal.hand(0)
        assert act(deal, cards) == why
        assert (deal.hand(0), deal.turn, deal.in_trick) == (before, 0, 0)
    assert act(deal, "HKK") == DONE
    assert act(deal, "H34") == NOT_FOLLOWING
    assert (deal.turn, deal.in_trick) == (1, 1)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("H3", WRONG_NUMBER),
        ("H345", WRONG_NUMBER),
        ("H34", NOT_FOLLOWING),
        ("H3C5", NOT_FOLLOWING),
        ("HAA", NOT_IN_HAND),
        ("H33", DONE),
    ],
)
def test_following_a_pair(cards, why):
    deal = at_play("classic", {0: "HKKA", 1: "H3345C5", 2: "HA"})
    assert act(deal, "HKK") == DONE
    assert act(deal, cards) == why


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("H777", BAD_LEAD + units.LONE_TRIPLE),
        ("H7799", BAD_LEAD + units.FORBIDDEN),
        ("H7777", DONE),
        ("H777888", DONE),
    ],
)
def test_leads_where_bombs_are_known(cards, why):
    deal = at_play("four-deck", {0: "H777788899"})
    assert act(deal, cards) == why


def test_a_bomb_beats_the_tractor_that_was_led():
    deal = at_play("four-deck", {0: "H7788", 1: "H9999"})
    assert act(deal, "H7788") == DONE
    assert act(deal, "H9999") == DONE
    assert deal.winner == 1


def test_a_finished_deal_takes_no_action():
    deal = raw_deal("classic")
    assert deal.play_out(Dice(3)) > 0
    assert deal.act(EMPTY) == FINISHED
    assert deal.act(C("HA").planes) == FINISHED
    assert deal.tokens() == EMPTY
    assert not deal.may_stop()
    assert RawDeal(deal.switches).act(EMPTY) == FINISHED  # and one that never began


# The end of a deal


def ended(ruleset, seed):
    """A deal played by luck, with its last trick's plays and its leader."""
    rules, dice = Ruleset.parse(ruleset), Dice(seed)
    deal = RawDeal(switches_of(rules))
    seat = dice.below(rules.players)
    deal.new_match(seat)
    for owner in range(deal.switches.owners()):
        deal.set_rung(owner, dice.below(len(rules.ladder) - 1))
    deal.set_match(seat, seat, 1)
    deal.shuffle(dice)
    last, leader = [], 0
    while deal.phase != OVER:
        if deal.phase == PLAY and not deal.in_trick:
            last, leader = [], deal.turn
        phase, seat = deal.phase, deal.turn
        held = Cards(deal.hand(seat))
        assert deal.act(deal.by_luck(dice)) == DONE
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
    banker, partner = deal.banker, deal.partner
    deal.count_deal()
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
    if rules.partners == "fixed":
        step = 1 if attackers_won else 2
        assert deal.bank == (banker + step) % rules.players
    elif not attackers_won:
        assert deal.bank == partner
    else:
        after_banker = [(banker + at) % 4 for at in range(1, 5)]
        assert deal.bank == next(seat for seat in after_banker if seat not in (banker, partner))
    assert deal.first_seat == deal.bank


def test_a_j_in_the_last_trick_at_level_j_sends_the_bank_back():
    """Some of many deals at level J end so; the rule page says to the first level."""
    fell = 0
    rules = Ruleset.parse("six-player")
    deal, dice = RawDeal(switches_of(rules)), Dice(1)
    for _ in range(400):
        deal.new_match(0)
        for side in (0, 1):
            deal.set_rung(side, rules.ladder.index("J"))
        deal.set_match(0, 0, 1)
        deal.shuffle(dice)
        deal.play_out(dice)
        deal.count_deal()
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
    deal.count_deal()
    assert rules.ladder[deal.rung(side)] == after
    assert bool(deal.winners) == won


# Copies


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_copy_goes_its_own_way(ruleset):
    deal, dice = RawDeal(switches_of(Ruleset.parse(ruleset))), Dice(2)
    deal.shuffle(dice)
    for _ in range(40):
        if deal.phase == OVER:
            deal.shuffle(dice)
        deal.act(deal.by_luck(dice))
    hands = [deal.hand(seat) for seat in range(deal.switches.players)]
    copy = RawDeal(deal.switches)
    copy.copy_from(deal)
    again = RawDeal(deal.switches)
    again.copy_from(deal)
    assert copy.play_out(Dice(7)) >= 0
    assert [deal.hand(seat) for seat in range(deal.switches.players)] == hands
    assert again.play_out(Dice(7)) >= 0
    assert (again.won, again.attackers_points()) == (copy.won, copy.attackers_points())
    copy.count_deal()
    assert again.deals == deal.deals
