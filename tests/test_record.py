"""Records: text and actions are one to one, and prefixes replay."""

from __future__ import annotations

import re

import pytest

from tests.records import CALLED, KINDS_OF_DEAL, REFEREE, cut, lines_told, record
from tests.table import C
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import Declare, Pass, RuleFoul, Void
from tuolaji.deal.events import Claimed, Fouled, TakenBack
from tuolaji.notation.record import DealRecord, check, read, write
from tuolaji.ruleset import Ruleset
from tuolaji.ruleset.fouls import Foul

# Text and actions are one to one.


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_text_and_record_are_inverse(kind):
    for seed in range(4):
        whole = record(kind, seed, tags=(("Event", 'a "cup" \\ 杯\n'), ("Date", "1997.07.01")))
        text = whole.text()
        assert check(text) == []
        assert DealRecord.parse(text) == [whole]
        assert DealRecord.parse(text.encode())[0].text() == text


def test_several_deals_stand_in_one_file():
    deals = [record(kind) for kind in KINDS_OF_DEAL]
    assert DealRecord.parse(write(deals)) == deals
    first, second = read(write(deals[:2]))
    assert (first.line, second.line) == (1, deals[0].text().count("\n") + 2)


def test_the_referee_games_hold_what_they_are_for():
    happened = {type(e) for seed in range(4) for e in record(REFEREE, seed).replay()[1]}
    assert {Claimed, Fouled, TakenBack} <= happened


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_every_prefix_of_the_actions_replays_to_the_same_state(kind):
    whole = record(kind, 1)
    deal, _ = Deal.begin(whole.ruleset, whole.setup, whole.deck)
    every = 1 if kind in ("joker-bid", CALLED, REFEREE) else 3
    for number in range(len(whole.actions) + 1):
        if number:
            deal, _ = deal.apply(whole.actions[number - 1])
        if number % every == 0 or deal.phase in ("draw", "bury"):
            again = DealRecord.parse(cut(whole, number).text())
            assert again == [cut(whole, number)]
            assert again[0].replay()[0] == deal


def test_the_referee_ends_a_deal_at_any_moment():
    whole = record("classic", 2)
    for number in (0, 1, 2, len(whole.actions) // 2):
        voided = DealRecord(
            whole.ruleset,
            whole.setup,
            whole.deck,
            (*whole.actions[:number], Void('rain, "again"; (once)')),
        )
        assert DealRecord.parse(voided.text()) == [voided]
        assert '; redealt "rain, \\"again\\"; (once)"\n' in voided.text()


def test_fouls_are_recorded_where_they_were_ruled_on():
    foul = RuleFoul(Foul("foul.bid-exposed", "attackers", 35, found="later", times=2), 3)
    whole = record("four-deck", 1)
    drawing = next(n for n, a in enumerate(whole.actions) if isinstance(a, Declare))
    for number in (0, drawing, drawing + 1):
        fouled = DealRecord(whole.ruleset, whole.setup, whole.deck, (*whole.actions[:number], foul))
        text = fouled.text()
        assert (
            "!foul(foul.bid-exposed,by=attackers,attackers=35,found=later,times=2,seat=3)" in text
        )
        assert DealRecord.parse(text) == [fouled]


def test_tags_that_the_text_could_not_hold_are_refused():
    for tags in ((("Deal", "2"),), (("a b", ""),), (("Name", "\ud800"),)):
        with pytest.raises(ValueError):  # noqa: PT011  (one of them is a UnicodeEncodeError)
            DealRecord(Ruleset.parse("classic"), Setup(levels=("2", "2")), (), (), tags)


# A deal worked by hand: one deck a suit after the other, so that the hands are known.


def sorted_deal():
    """Classic, seat 0 has the bank at 2: the deck in order, each seat drawing every fourth card."""
    rules = Ruleset.parse("classic")
    return DealRecord(rules, Setup(levels=("2", "2"), banker=0), tuple(full_deck(rules)))


def test_a_record_looks_as_described():
    # Seat 0 draws S2 first; seat 1 draws S3, seat 2 S4, seat 3 S5.
    begun = sorted_deal()
    shown = DealRecord(begun.ruleset, begun.setup, begun.deck, (Declare(0, C("S2")),))
    lines = shown.text().splitlines()
    assert lines[:5] == [
        '[Ruleset "classic@2"]', '[Deal "1"]', '[Levels "2 2"]', '[Banker "0"]', '[First "0"]',
    ]  # fmt: skip
    assert lines[5:8] == [
        "",
        "*draw",
        "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H2 H3 H4 H5 H6 H7 H8",
    ]
    assert lines[12] == "D9 DT DJ DQ DK DA XL XB"
    assert lines[-2:] == ["*declare", "1 0 S2 ; trump S"]


def test_passes_during_the_draw_are_implied():
    begun = sorted_deal()
    deal, _ = Deal.begin(begun.ruleset, begun.setup, begun.deck)
    actions = []
    while deal.phase == "draw":
        actions.append(Pass(deal.turn))
        deal, _ = deal.apply(actions[-1])
    assert len(actions) > 20
    played = DealRecord(begun.ruleset, begun.setup, begun.deck, tuple(actions))
    assert len(played.text().splitlines()) == len(begun.text().splitlines()) + 2
    assert DealRecord.parse(played.text()) == [played]


# Throws.


def test_throws_show_their_units_and_what_is_played():
    texts = [record(kind, seed).text() for kind in ("classic", "meizhusong") for seed in range(4)]
    plays = [line for text in texts for line in text.partition("*play")[2].splitlines()]
    failed = [line for line in plays if re.match(r"\d \S+\+\S+>\S+ ", line)]
    assert failed
    assert any("; fine " in line for line in failed)
    text = next(text for text in texts if failed[0] in text)
    number = text.splitlines().index(failed[0]) + 1
    thrown, _, rest = failed[0].partition(">")
    played, _, others = rest.partition(" ")
    wrong = "XB" if played != "XB" else "XL"
    assert number in lines_told(text.replace(failed[0], f"{thrown}>{wrong} {others}"))
    silent = text.replace(failed[0], f"{thrown} {others}".replace("+", ""))
    assert DealRecord.parse(silent) == DealRecord.parse(text)
