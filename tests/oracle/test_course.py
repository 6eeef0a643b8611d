"""The oracle's course of a deal against sentences of the rule pages, worked by hand."""

from collections import Counter

import pytest

from .cards import FACES, parse, show, without
from .course import Deal
from .knowing import heard, knows
from .matches import Match
from .rules import ruleset
from .units import Refused


def deal(text, hands, *, levels=("2", "2"), banker=0, first_seat=0, number=2, kitty="-"):
    """A deal in which the seats draw these cards first, in this order, and the rest of the pack fills up."""
    rules = ruleset(text)
    players, size = rules["players"], (54 * rules["decks"] - rules["kitty"]) // rules["players"]
    wanted = [[card for part in hand.split() for card in parse(part)] for hand in hands]
    bottom = list(parse(kitty))
    left = list((Counter(FACES * rules["decks"]) - Counter(sum(wanted, bottom))).elements())
    left.sort(key=lambda card: (card[0] == "X", card[1] in levels))  # what can be shown comes last
    for seat in range(players):
        while len(wanted[seat]) < size:
            wanted[seat].append(left.pop(0))
    bottom += left
    order = [wanted[(first_seat + k) % players][at] for at in range(size) for k in range(players)]
    setup = {"levels": list(levels), "banker": banker, "first_seat": first_seat, "number": number}
    return Deal(text, setup, order + bottom)


def do(table, kind, seat, cards=None, **more):
    """Do something; the names of what happened."""
    action = {"action": kind, "seat": seat, **more}
    table.do(action if cards is None else {**action, "cards": cards})
    return [event["event"] for event in table.events if event["event"] != "drawn"]


def refused(table, *action, **more):
    """The rule or reason by which something is refused."""
    with pytest.raises(Refused) as found:
        do(table, *action, **more)
    return found.value.rule


def pass_until(table, phase):
    """All pass, until the phase begins."""
    while table.phase != phase:
        do(table, "pass", table.turn())


def test_the_one_who_drew_is_asked_first_and_a_show_starts_the_round_again():
    table = deal("classic", ["S2 H2", "C2 C2", "S3", "D2"])
    assert (table.drawn, table.turn(), table.options()) == (1, 0, ["S2"])
    do(table, "pass", 0)
    assert (table.drawn, table.asking) == (2, [1, 0])
    do(table, "declare", 0, "S2")  # before being asked
    assert table.drawn == 6  # nobody could overturn a single card before ♣2 was paired
    assert (table.turn(), table.options()) == (1, ["C22"])
    assert refused(table, "declare", 0, "H2") == "not-your-turn"
    do(table, "declare", 1, "C22")
    pass_until(table, "bury")
    assert (table.table.trump, table.banker, table.turn()) == ("C", 0, 0)


def test_without_the_window_nobody_is_asked_after_the_last_card():
    asked_at = {}
    for text in ("classic", "classic(declare_window=false)"):
        table = deal(text, ["S2", "C3", "C3", "C4"])
        while table.phase == "draw":
            asked_at[text] = table.drawn
            do(table, "pass", table.turn())
    assert asked_at == {"classic": 100, "classic(declare_window=false)": 99}


def test_the_third_kitty_card_decides_when_nobody_declares():
    for text, kitty, trump, turned in [
        ("classic", ["H3", "H4", "XB", "C9"], "C", ["XB", "C9"]),
        ("classic(no_declaration=flip_joker_no_trump)", ["H3", "H4", "XB", "C9"], "N", ["XB"]),
    ]:
        table = deal(text, ["-"] * 4)
        deck = without(table.deck, kitty)
        again = Deal(text, table.setup, [*deck[:100], *kitty, *deck[100:]])
        pass_until(again, "bury")
        assert (again.table.trump, knows(again, 2)["flipped"]) == (trump, turned)


def test_the_worked_example_of_joker_bid():
    """Side A/C at 3, side B/D at 6: B calls and A changes; one of B's big jokers is used."""
    table = deal("joker-bid", ["S66 XL", "XBB D6 H5", "-", "-"], levels=["3", "6"], banker=None)
    assert (table.phase, table.turn(), table.options()) == ("call", 0, [])
    do(table, "pass", 0)
    assert do(table, "declare", 1, "D6XB") == ["declared", "took_kitty"]
    buried = show(without(table.hands[1], parse("XBBD6"))[:8])
    do(table, "bury", 1, buried)
    do(table, "pass", 2)
    do(table, "pass", 3)
    assert do(table, "declare", 0, "S66XL") == ["declared", "took_kitty"]
    assert table.events[1]["cards"] == buried
    assert heard(table.events[1], 1) == {"event": "took_kitty", "seat": 0, "cards": None, "number": 8}
    do(table, "bury", 0, buried)
    assert (knows(table, 0)["kitty"], knows(table, 1)["kitty"]) == (buried, None)
    assert refused(table, "declare", 1, "XBB") == "change.attack"
    for seat in (1, 2, 3):
        do(table, "pass", seat)
    assert (table.phase, table.turn(), table.banker) == ("play", 1, 1)
    assert (table.table.level, table.table.trump) == ("6", "S")


def test_nobody_calls_and_the_first_caller_leads_without_a_trump_suit():
    table = deal("joker-bid", ["-"] * 4, levels=["3", "6"], banker=None, first_seat=3)
    for seat in (3, 0, 1):
        do(table, "pass", seat)
    assert do(table, "pass", 2) == ["passed", "trump_fixed"]
    assert table.events[-1] == {"event": "trump_fixed", "level": "6", "trump": "N", "banker": 3}
    assert (table.phase, table.turn()) == ("play", 3)
    assert [knows(table, seat)["kitty"] for seat in table.seats] == [None] * 4


def called(hands, card):
    """A deal with trump ♠ in which seat 0 has called the holder of a card."""
    table = deal("classic(partners=called)", hands, levels=["2"] * 4)
    do(table, "declare", 0, "S2")
    pass_until(table, "bury")
    do(table, "bury", 0, show([card for card in table.hands[0] if card[1] not in "AK5"][:8]))
    do(table, "name_partner", 0, card=card, copy=1)
    return table


def test_the_nearest_holder_is_the_partner_and_secret_until_the_copy_is_played():
    table = called(["S2 DKK", "H3", "HA D5", "HA D6"], "HA")
    assert table.friends[0]["seat"] == 2
    assert {knows(table, seat)["friends"][0]["seat"] for seat in (None, 0, 1, 2, 3)} == {None}
    table.hands[1] = without(table.hands[1], [card for card in table.hands[1] if card[0] == "H"])
    table.hands[2], table.hands[3] = parse("HAD5"), parse("HAD6")
    table.hands[0], table.hands[1] = parse("HQC3"), parse("C44")
    table.leader = 0
    do(table, "play", 0, "HQ")
    do(table, "play", 1, "C4")
    assert do(table, "play", 2, "HA") == ["played", "partner_known"]
    assert knows(table, 1)["friends"][0]["seat"] == 2


def test_the_copy_of_the_farther_holder_announces_nothing():
    table = called(["S2 DKK", "H3", "HA D5", "HA D6"], "HA")
    table.hands = [parse("HQC3"), parse("C44"), parse("HA7"), parse("HAD6")]
    table.leader = 3
    assert do(table, "play", 3, "HA") == ["played"]
    assert knows(table, 0)["friends"][0]["seat"] is None
    assert knows(table, 0)["points"] == [0, 0, 0, 0]


def test_a_banker_who_holds_both_copies_is_alone_and_next_banker_again():
    table = called(["S2 HAA", "H3", "D5", "D6"], "HA")
    assert table.friends[0]["seat"] == 0
    assert do(table, "play", 0, "HA") == ["played"]
    table.settled = {"result": {"side": "bankers", "levels": 1, "back_to": None}}
    match = Match("classic(partners=called)", ["2"] * 4, 0, 0, 1)
    told = match.after(table)
    assert told == [{"event": "promoted", "who": 0, "old": "2", "new": "3"}, {"event": "bank_passed", "banker": 0}]


def playing(text, hands, *, trump="S", level="2", banker=0):
    """A deal at the first lead, with these hands and nothing else."""
    table = deal(text, ["-"] * len(hands), levels=[level, level], banker=banker)
    if table.phase == "draw":
        table.namers = []  # ask nobody
        table.asking = []
        table.drawn = len(table.deck) - table.rules["kitty"]
    table.events = []
    table.fix_trump(trump, banker)
    table.holder = banker
    table.begin_play()
    table.hands = [parse(hand) for hand in hands]
    return table


def test_a_failed_throw_is_fined_to_the_other_side_and_its_cards_have_been_seen():
    table = playing("meizhusong", ["HA5D3", "HK2D4", "H34D6", "H67D7"])
    assert do(table, "play", 0, "HA5") == ["throw_failed", "played"]
    assert table.events[0]["played"] == "H5"
    assert table.attackers_points() == 20
    assert knows(table, 2)["exposed"] == ["HA", "-", "-", "-"]
    table = playing("meizhusong", ["HA5D3", "HK2D4", "H34D6", "H67D7"], banker=1)
    table.leader = 0
    do(table, "play", 0, "HA5")
    assert table.attackers_points() == -20


def test_a_wrong_follow_stands_until_it_is_claimed_and_is_taken_back_at_once():
    table = playing("meizhusong(enforcement=referee)", ["HA5D3", "HK2D4", "H34D6", "H67D7"])
    do(table, "play", 0, "HA")
    assert do(table, "play", 1, "D4") == ["played"]
    do(table, "play", 2, "H3")
    do(table, "play", 3, "H6")
    assert refused(table, "claim", 3, against=1) == "own-side"
    told = do(table, "claim", 2, against=1)
    assert told == ["claimed", "fouled", "trick_reopened", "taken_back"]
    assert table.attackers_points() == -10  # the attackers erred: 10 for one card, to the bankers
    assert (table.turn(), knows(table, 0)["trick"]) == (1, ["HA", "-", "H3", "H6"])
    assert refused(table, "play", 1, "D4") == "follow.suit"
    assert do(table, "play", 1, "HK") == ["played", "trick_won"]
    assert (table.turn(), table.taken) == (0, [10, 0, 0, 0])


def test_a_wrong_follow_found_after_the_next_lead_costs_eighty():
    table = playing("meizhusong(enforcement=referee)", ["HA5D3", "HK2D4", "H34D6", "H67D7"])
    for seat, cards in enumerate(["HA", "D4", "H3", "H6"]):
        do(table, "play", seat, cards)
    do(table, "play", 0, "H5")
    assert do(table, "claim", 0, against=1) == ["claimed", "fouled"]
    assert table.attackers_points() == -80


def test_with_four_decks_what_replaces_a_wrong_play_cannot_win():
    table = playing("four-deck(enforcement=referee)", ["HQ5D3", "HA4D4", "H34D6", "H67D7"], level="8")
    do(table, "play", 0, "HQ")
    do(table, "play", 1, "D4")
    assert do(table, "claim", 0, against=1) == ["claimed", "fouled", "taken_back"]
    do(table, "play", 1, "HA")
    do(table, "play", 2, "H3")
    do(table, "play", 3, "H6")
    assert table.leader == 0


def test_after_the_last_trick_claims_are_asked_for_from_its_winner_on():
    table = playing("meizhusong(enforcement=referee)", ["H3", "HK", "H5", "H6"])
    for seat, cards in enumerate(["H3", "HK", "H5", "H6"]):
        do(table, "play", seat, cards)
    assert (table.phase, table.asking) == ("count", [1, 2, 3, 0])
    for seat in (1, 2, 3):
        assert do(table, "pass", seat) == []
    assert do(table, "pass", 0) == ["dug", "settled"]


def test_the_jack_that_wins_the_last_trick_sends_the_bankers_back():
    table = playing("six-player", ["H3", "SJ", "H5", "H6", "H7", "H8"], level="J")
    table.taken[1] = 80
    for seat, cards in enumerate(["H3", "SJ", "H5", "H6", "H7", "H8"]):
        do(table, "play", seat, cards)
    assert table.settled["result"] == {"side": "attackers", "levels": 0, "back_to": "2"}
    match = Match("six-player", ["J", "J"], 0, 0, 1)
    told = match.after(table)
    assert told == [{"event": "promoted", "who": 0, "old": "J", "new": "2"}, {"event": "bank_passed", "banker": 1}]


def test_nothing_is_told_of_a_fall_to_the_level_one_has():
    table = playing("six-player(first_level=J)", ["H3", "SJ", "H5", "H6", "H7", "H8"], level="J")
    table.taken[1] = 80
    for seat, cards in enumerate(["H3", "SJ", "H5", "H6", "H7", "H8"]):
        do(table, "play", seat, cards)
    assert table.settled["result"] == {"side": "attackers", "levels": 0, "back_to": "J"}
    match = Match("six-player(first_level=J)", ["J", "J"], 0, 0, 1)
    assert match.after(table) == [{"event": "bank_passed", "banker": 1}]


def test_the_other_side_names_trump_after_a_false_bid():
    table = deal("four-deck", ["S3", "-", "-", "-"], levels=["3", "3"], banker=3)
    foul = {"rule": "foul.false-bid", "by": None, "times": 1}
    told = do(table, "rule_foul", 0, foul=foul)
    assert (told, table.phase, table.asking, table.barred) == (["fouled"], "name", [1, 3], [0, 2])
    do(table, "pass", 1)
    assert do(table, "pass", 3) == ["passed", "trump_fixed"]
    assert (table.table.trump, table.banker) == ("N", 3)


def test_the_bank_bid_for_anew_is_bid_for_by_each_side_with_its_own_level():
    table = deal("four-deck", ["S5", "H9", "C5", "S9"], levels=["5", "9"], banker=None, number=5)
    assert (table.turn(), table.options(), knows(table)["level"]) == (0, ["S5"], "")
    do(table, "pass", 0)
    assert table.turn() == 1
    do(table, "declare", 1, "H9")
    assert (knows(table, 0)["level"], knows(table, 0)["trump"]) == ("9", None)
    assert knows(table, 0)["shows"] == [{"seat": 1, "kind": "bid", "cards": None, "total": 1}]
    assert knows(table, 1)["shows"][0]["cards"] == "H9"
