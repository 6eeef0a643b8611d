"""What is typed in the terminal, and what is said there."""

from __future__ import annotations

import re
import string
import sys
from pathlib import Path

import pytest

from tests.table import C
from tuolaji import Card, Ruleset
from tuolaji.deal.events import (
    KINDS,
    Adjusted,
    Bid,
    BidTurnedUp,
    Buried,
    Claimed,
    Declared,
    Disqualified,
    Dug,
    Flipped,
    Fouled,
    PartnerKnown,
    PartnerNamed,
    Passed,
    Redealt,
    Settled,
    Started,
    TakenBack,
    ThrowFailed,
    TookKitty,
    TrickReopened,
    TrickWon,
    TrumpFixed,
    TrumpNamed,
    name_of,
)
from tuolaji.deal.match import MatchWon, Promoted
from tuolaji.deal.view import seen
from tuolaji.terminal.input import Unclear, read_cards, read_command
from tuolaji.terminal.screen import wrapped
from tuolaji.terminal.words import Words, command, play_command
from tuolaji.texts.narrate import Telling
from tuolaji.texts.reader import LANGUAGES, texts
from tuolaji.verdicts.ruling import NotNow
from tuolaji.verdicts.score import Result


def test_lines_are_wrapped_by_the_columns_they_take():
    assert wrapped("aa bb cc", 5) == ["aa bb", "cc"]
    assert wrapped("", 5) == [""]
    assert wrapped("  aa   bb", 20) == ["  aa   bb"]
    assert wrapped("南北东西 南北", 6) == ["南北东", "西 南", "北"]
    assert wrapped("南北，东（西）", 6) == ["南北，", "东", "（西）"]
    assert wrapped("abcdefg", 3) == ["abc", "def", "g"]


def test_cards_are_read_with_or_without_their_suit():
    hand = C("SAKKT5HA77XBL")
    assert read_cards("sakk", hand) == C("SAKK")
    assert read_cards("♠10", hand) == C("ST")
    assert read_cards("10", hand) == C("ST")
    assert read_cards("7 7", hand) == C("H77")
    assert read_cards("大王 小王", hand) == C("XBL")
    assert read_cards("a", hand, "H") == C("HA")
    with pytest.raises(Unclear) as several:
        read_cards("A", hand)
    assert several.value.fitting == [C("SA"), C("HA")]
    with pytest.raises(Unclear) as none:
        read_cards("3", hand)
    assert none.value.fitting == []
    for nonsense in ("-", "S", "hello", "XK"):
        with pytest.raises(ValueError, match="cannot read"):
            read_cards(nonsense, hand)


def test_commands_are_whole_lines_and_cards_are_not_commands():
    assert read_command(" H ").name == "hand"
    assert read_command("？").name == "help"
    assert read_command("R follow.pair").word == "follow.pair"
    assert [read_command(text) for text in ("SA", "s a", "h10", "t 5", "hint me", "")] == [None] * 6


def facts_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_has_the_same_facts_in_every_language(language):
    for table in ("terminal", "refusals"):
        for key, text in texts("en")[table].items():
            if isinstance(text, str):
                assert facts_in(texts(language)[table][key]) == facts_in(text), key


def test_every_refusal_the_deal_can_give_has_its_sentence():
    source = Path(__file__).parent.parent / "src" / "tuolaji"
    files = (source / "deal").glob("*.py")
    codes = {c for f in files for c in re.findall(r'NotNow\("([a-z-]+)"', f.read_text("utf-8"))}
    assert codes == set(texts("en")["refusals"])
    errors = [
        NotNow("not-in-hand", cards=C("S10XB")),
        NotNow("wrong-number", wanted=2, given=1),
        NotNow("not-your-turn", seat=3),
        NotNow("own-side", seat=2),
        NotNow("no-such-foul", why="foul.misplay"),
    ]
    said = [Words(Ruleset.parse("classic"), 0, "en").refusal(error) for error in errors]
    assert said[0] == "You do not have ♠10 XB to play or show."
    assert "2" in said[1]
    assert "West" in said[2]
    assert "North" in said[3]
    assert "foul.misplay" in said[4]


EVENTS = [
    Started(1, ("2", "T"), None, 0), Declared(1, C("S22"), "S"), Bid(1, C("S3XL"), 1, False),
    Bid(0, C("S3XL"), 1, False), Passed(1), BidTurnedUp(1, C("S33")), Flipped((Card(3), Card(52))),
    TrumpFixed("2", "N", 0), TookKitty(1, C("S3456")), TookKitty(0, C("S3456")),
    Buried(1, C("S3456")), Buried(0, C("S3456")), PartnerNamed(0, Card(12)), PartnerKnown(1),
    PartnerKnown(0), ThrowFailed(1, C("SAK"), C("SK"), 0), ThrowFailed(1, C("SAK"), C("SK"), 20),
    TrickWon(1, 15), Dug(C("S5"), 2, 10), Dug(C("S5"), 0, 0), Claimed(0, 1, None),
    Claimed(0, 1, "follow.suit"), TakenBack(1, C("S3")), Adjusted(-5),
    Fouled("foul.misplay", "bankers", 10, None), Redealt("nobody"), Redealt("referee"),
    TrickReopened(1, 15), TrumpNamed(1, "N"), Disqualified(1),
    Settled(80, Result("attackers", 0)), Settled(120, Result("attackers", 1)),
    Settled(0, Result("bankers", 3)),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence_and_hides_what_the_seat_may_not_see(language):
    told_elsewhere = {"drawn", "played"}
    assert {name_of(event) for event in EVENTS} | told_elsewhere == set(KINDS)
    words = Words(Ruleset.parse("classic"), 0, language)
    for event in EVENTS:
        for phase in ("draw", "call", "change"):
            said = words.told(seen(event, 0), phase=phase, banker=0)
            assert said
            assert not re.search(r"[{}]|None|Cards", said)
            if isinstance(event, Bid | TookKitty | Buried):
                assert ("♠" in said) == (event.seat == 0)


def test_commands_to_copy_can_be_run_where_the_program_was(monkeypatch):
    assert command("replay", "our match.tlj") == "tuolaji replay 'our match.tlj'"
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", [".venv/bin/tuolaji", "play"])
    assert play_command("--new") == ".venv/bin/tuolaji play --terminal --new"
    monkeypatch.setattr("sys.argv", ["/x/tuolaji/__main__.py", "play"])
    assert command("replay") == f"{sys.executable} -m tuolaji replay"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_trick_with_four_decks_is_told_with_its_points_and_factor(language):
    telling = Telling(Ruleset.parse("four-deck"), 0, language)

    def said(multiplier, points):
        event = {"event": "dug", "kitty": "-", "multiplier": multiplier, "points": points}
        return telling.told(event, phase="play", banker=0)

    assert all(part in said(2, -50) for part in ("25", "×2", "-50"))
    assert said(1, 10) == said(0, 0) == ""  # one card each: no digging


@pytest.mark.parametrize(
    ("language", "first", "then", "other"),
    [
        (
            "en",
            "You declare ♦2; trumps: ♦.",
            "You secure ♦ with ♦2.",
            "West overturns with ♠22; trumps: ♠.",
        ),
        ("zh-Hans", "你亮 ♦2；主：♦。", "你保 ♦：♦2。", "西家用 ♠22 反主；主：♠。"),
        ("zh-Hant", "你亮 ♦2；主：♦。", "你保 ♦：♦2。", "西家用 ♠22 反主；主：♠。"),
    ],
)
def test_a_reader_is_you_and_securing_is_no_second_declaration(language, first, then, other):
    telling = Telling(Ruleset.parse("classic"), 0, language)
    shown = {"event": "declared", "seat": 0, "cards": "D2", "trump": "D"}
    turned = {"event": "declared", "seat": 3, "cards": "S2S2", "trump": "S"}
    said = [
        telling.told(event, phase="draw", banker=None, standing=standing)
        for event, standing in ((shown, None), (shown, "D"), (turned, "D"))
    ]
    assert said == [first, then, other]


def test_big_jokers_overturn_small_ones_and_secure_nothing():
    """classic.md: securing never moves the bank; with jokers over jokers it moves."""
    telling = Telling(Ruleset.parse("meizhusong"), 0, "en")
    big = {"event": "declared", "seat": 3, "cards": "XBB", "trump": "N"}
    said = telling.told(big, phase="draw", banker=None, standing="N")
    assert said.startswith("West overturns with 2 big jokers")


def told_of_match(ruleset, seat, events, levels=("2", "2")):
    telling = Telling(Ruleset.parse(ruleset), seat, "en")
    return [text for _, text in telling.match_events(events, levels)]


def test_those_who_go_up_alike_are_told_of_together_and_a_reader_as_your_side():
    ups = [Promoted(who, "2", "3") for who in (0, 2, 3)]
    assert told_of_match("friends", 2, ups) == ["Seat 1–you–Seat 4: level 2 → 3."]
    assert told_of_match("classic", 2, ups[:1]) == ["Your side: level 2 → 3."]
    for seat in (1, None):
        assert told_of_match("classic", seat, ups[:1]) == ["South–North: level 2 → 3."]


def test_a_reader_who_wins_by_the_clock_begins_a_sentence():
    won = [MatchWon((0,), reason="time")]
    assert told_of_match("meizhusong", 2, won, ("5", "3")) == [
        "Time is up. Your side won the match: level 5 against 3."
    ]
    assert told_of_match("six-player", 0, won) == [
        "Time is up with both sides at level 2. Your side won the match, holding the bank."
    ]


def test_the_level_that_is_passed_in_a_new_round_is_the_top():
    """From K three levels up: A is passed, and the ladder begins again with 2."""
    rules = "classic(ladder_wraps=true,match_end=pass_top,top_level=A)"
    said = told_of_match(rules, 1, [Promoted(0, "K", "2", 1)])
    assert said == ["South–North: past A and on at level 2, round 2."]
