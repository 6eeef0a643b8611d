"""Records: text and actions are one to one, prefixes replay, and whatever is wrong is told."""

from __future__ import annotations

import json
import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.players import new_deal, random_action
from tests.table import C
from tuolaji.actions import Adjust, Claim, Declare, Pass, Play, RuleFoul, Void
from tuolaji.catalogue import LANGUAGES, texts
from tuolaji.cli.replay import printed, replay_file
from tuolaji.deal import Deal, full_deck
from tuolaji.events import (
    KINDS,
    Claimed,
    Fouled,
    TakenBack,
    to_json,
)
from tuolaji.fouls import Foul
from tuolaji.notation.record import DealRecord, RecordError, check, read, told, write
from tuolaji.notation.record_events import check_events, event_of, events_to_lines
from tuolaji.phases.state import Setup
from tuolaji.ruleset import PRESETS, Ruleset

REFEREE = "six-player(enforcement=referee)"
CALLED = "classic(partners=called)"
KINDS_OF_DEAL = (*PRESETS, CALLED, REFEREE)


def foul_play(deal, rng):
    """An action of a game with a referee: often a wrong follow, a claim, the referee's word."""
    seat, chance = deal.turn, rng.random()
    if deal.phase != "play" or chance < 0.5:
        return random_action(deal, rng)
    if chance < 0.6:
        return Claim(seat, (seat + rng.choice((1, 3))) % deal.ruleset.players)
    if chance < 0.63:
        return Adjust(rng.choice((-5, 5, 40)))
    if chance < 0.635:
        return RuleFoul(Foul("foul.misplay", "attackers", 0, cards=2, found="at_once"))
    if deal.lead is None:
        return random_action(deal, rng)
    cards = rng.sample(list(deal.hands[seat]), len(deal.lead.cards))
    return Play(seat, C("".join(map(str, cards))))


@cache
def record(kind, seed=0, tags=()):
    """A random deal of a ruleset, from the shuffle to its result."""
    rng = random.Random(f"{kind} {seed}")
    deal, _ = new_deal(kind, rng, first=seed % 2 == 0)
    actions = []
    while deal.turn is not None:
        action = (foul_play if kind == REFEREE else random_action)(deal, rng)
        if not deal.refuses(action):
            deal, _ = deal.apply(action)
            actions.append(action)
    return DealRecord(deal.ruleset, deal.setup, deal.deck, tuple(actions), tags)


def cut(whole, number):
    return DealRecord(whole.ruleset, whole.setup, whole.deck, whole.actions[:number], whole.tags)


def lines_told(text):
    return {difference.line for difference in check(text)}


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
        '[Ruleset "classic"]', '[Deal "1"]', '[Levels "2 2"]', '[Banker "0"]', '[First "0"]',
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


# What is wrong is told.


@pytest.fixture(scope="module")
def text():
    return record("classic", 1).text()


def edited(text, old, new):
    """The text with one edit, and the line on which @ stands in it."""
    assert old in text
    marked = text.replace(old, new, 1)
    return marked.replace("@", "", 1), marked[: marked.index("@")].count("\n") + 1


def said_on(line, text):
    return [told(found) for found in check(text) if found.line == line]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Deal "1"]', '@[Deal "0"]', 'Deal cannot be "0"'),
        ('[Deal "1"]', "@[Deal 1]", "is no tag"),
        ('[Ruleset "classic"]\n[Deal "1"]', '@[Ruleset "classic"]', "the tag Deal is missing"),
        ("[First", '[First "1"]\n@[First', "the tag First stands here a second time"),
        ('[Levels "', '@[Levels "2 ', "Levels cannot be"),
        ('[Banker "', '@[Banker "9', "Banker cannot be"),
        ('[Ruleset "classic"]', '@[Ruleset "clasic"]', "the ruleset cannot be read"),
        ("*draw", "@*drew", "there is no section *drew"),
        ("*draw\n", "*draw\n@SA\n", "SA is drawn 3 times; the decks hold 2"),
        ("*draw\n", "*draw\n@S1\n", 'cannot read "1" in "S1" as cards'),
        ("*draw\n", "*draw\n@SAA\n", 'one card is wanted, not "SAA"'),
        ("*declare\n", "*declare\n@1 0 S2\n", "seat 0 could show nothing at card 1"),
        ("*bury", "*bury\n*declare\n@99 0 S2\n", "this comes after card 100, not 99"),
        ("*bury", "*declare\n@12 7 S2\n*bury", "there is no seat 7; the last is 3"),
        ("*bury", "*declare\n@12 S2\n*bury", "such a line looks like: 17 0 S22"),
        ("*bury", "*declare\n@x 0 S2\n*bury", '"x" is no number'),
        ("*bury", '@"\n*bury', "a quotation mark is left open"),
        ("*play", "@*result\n*play", "a result, but the deal is not over"),
        ("*play", "*draw\n@SA\n*play", "SA is drawn 3 times"),
        ("*play", "*play\n@!claim(0,1)\n*play", "there is no referee"),
        ("*play", "*play\n@!clam(0,1)\n*play", "as a referee's action"),
        ("*play", "*play\n@!foul(foul.x,by=attackers,times=0)\n", "as a referee's action"),
        ("*play", "*play\n@!adjust(ten)\n*play", "as a referee's action"),
        ("*play", "*play\n@!void(rain)\n*play", "is no quoted text"),
        ("*play", "@; all is well\n*play", "the rules say nothing of it here"),
        ("winner", "@winer", "the comment says winer"),
        ("; winner ", "@; ", "cannot read the comment"),
        ("*result", "@*resul", "there is no section *resul"),
    ],
)
def test_an_edit_is_told_with_its_line(text, old, new, said):
    wrong, line = edited(text, old, new)
    assert any(said in row for row in said_on(line, wrong)), check(wrong)


def rows(text, section):
    """The lines of a section, with their numbers."""
    found, inside = [], False
    for number, row in enumerate(text.splitlines(), start=1):
        if row.startswith("*"):
            inside = row.startswith(f"*{section}")
        elif inside:
            found.append((number, row))
    return found


def with_row(text, number, row):
    lines = text.splitlines()
    lines[number - 1] = row
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_every_edited_number_of_a_comment_is_told_with_its_line(kind):
    text = record(kind, 1).text()
    checked = 0
    for number, row in enumerate(text.splitlines(), start=1):
        body, mark, comment = row.partition(";")
        for found in re.finditer(r"\d+", comment):
            other = str(int(found.group()) + 5)
            changed = comment[: found.start()] + other + comment[found.end() :]
            assert number in lines_told(with_row(text, number, f"{body}{mark}{changed}")), row
            checked += 1
            break
    assert checked > 5


@pytest.mark.parametrize("kind", [*PRESETS, CALLED])
def test_every_edited_card_is_told(kind):
    """In the draw with its line; in a play with its line, or with the line that shows it."""
    rng = random.Random(7)
    text = record(kind, 1).text()
    for number, row in rng.sample(rows(text, "draw"), 3):
        cards = row.split()
        at = rng.randrange(len(cards))
        cards[at] = "SA" if cards[at] != "SA" else "H3"
        assert number in lines_told(with_row(text, number, " ".join(cards)))
    exact = 0
    wrong = list(edited_plays(text, rng, 8))
    for number, changed in wrong:
        found = lines_told(changed)
        assert max(found, default=0) >= number
        exact += number in found
    assert exact > len(wrong) / 2


def edited_plays(text, rng, number):
    """Texts in which one played card of a line is another of its suit, with the line.

    Lines of failed throws are left out: cards that were taken back leave no trace.
    """
    plays = [(n, row) for n, row in rows(text, "play") if row[0].isdigit() and ">" not in row]
    for line, row in rng.sample(plays, min(number, len(plays))):
        body, mark, comment = row.partition(";")
        for old in sorted(set(re.findall("[SHCD][2-9TJQKA]", body))):
            new = old[0] + ("A" if old[1] != "A" else "K")
            yield line, with_row(text, line, body.replace(old, new, 1) + mark + comment)


def test_a_card_laid_twice_names_both_lines():
    found = [
        difference
        for wrong in edited_plays(record("classic", 1).text(), random.Random(3), 12)
        for difference in check(wrong[1])
        if difference.code == "laid-before" and difference.line == wrong[0]
    ]
    assert found
    assert all(difference.facts["later"] > difference.line for difference in found)


def test_a_refused_play_is_told_in_every_language():
    rules = Ruleset.parse("classic")
    rng = random.Random(5)
    deal, _ = new_deal("classic", rng)
    actions = []
    while deal.phase != "play" or deal.lead is None:
        actions.append(random_action(deal, rng))
        deal, _ = deal.apply(actions[-1])
    legal = set(deal.plays())
    hand = deal.hands[deal.turn]
    illegal = next(card for card in hand if C(str(card)) not in legal)
    begun = DealRecord(rules, deal.setup, deal.deck, tuple(actions)).text()
    assert len(deal.lead.cards) == 1
    body, mark, comment = begun.rstrip("\n").rpartition("\n")[2].partition(";")
    wrong = begun.replace(body + mark + comment, f"{body.rstrip()} {illegal}")
    (found,) = check(wrong)
    line = wrong.count("\n")
    assert told(found).startswith(
        f"line {line}: seat {deal.turn} could not play {illegal}: follow."
    )
    assert told(found, "zh-Hans").startswith(f"第 {line} 行：{deal.turn} 号位不能出")
    assert told(found, "zh-Hant").startswith(f"第 {line} 行：{deal.turn} 號位不能出")
    with pytest.raises(RecordError, match=r"could not play"):
        DealRecord.parse(wrong)


# Whatever comes in.


@pytest.mark.parametrize("kind", ["classic", "joker-bid", REFEREE])
def test_every_prefix_of_the_text_is_read_as_far_as_it_goes(kind):
    whole = record(kind, 1)
    text = whole.text()
    start, read_before = text.index("\n", text.index("*declare")), 0
    for end in range(start, len(text), 23):
        (found,) = read(text[:end])
        assert found.record is not None
        number = len(found.record.actions)
        last_row_begins = text.rindex("\n", 0, end)
        (rows_only,) = read(text[: last_row_begins + 1])
        assert rows_only.record.actions == whole.actions[: len(rows_only.record.actions)]
        assert number >= len(rows_only.record.actions) >= read_before
        read_before = len(rows_only.record.actions)
    for end in range(0, start, 97):
        assert all(difference.line >= 1 for difference in check(text[:end]))


def test_a_finished_deal_without_its_result_is_cut_short(text):
    (found,) = check(text[: text.index("*result")])
    assert found.code == "result-missing"
    assert "result-missing" in {d.code for d in check(text[: text.index("; dig")])}
    (short,) = [d for d in check(text[: text.index("*declare") - 60]) if d.code == "deck-size"]
    assert short.facts["wanted"] == 108


def mutated(text, rng):
    """The text after a few edits of bytes and lines."""
    lines = text.encode().split(b"\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                row = bytearray(lines[at] or b"x")
                row[rng.randrange(len(row))] = rng.choice((rng.randrange(256), *b'*![];"+>-,() 0S'))
                lines[at] = bytes(row)
            case 1:
                lines[at] = b""
            case 2:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 3:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 4:
                cut_at = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut_at] + lines[at][cut_at + 1 :]
    return b"\n".join(lines)


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_mutated_text_never_crashes_the_reader(kind):
    rng = random.Random(f"mutations of {kind}")
    text = record(kind, 1).text()
    for _ in range(60):
        for found in read(mutated(text, rng)):
            for language in LANGUAGES:
                assert all(told(difference, language) for difference in found.differences)
            if found.record is not None:
                again = found.record.text()
                assert check(again) == []
                assert DealRecord.parse(again) == [found.record]


@given(st.binary(max_size=300))
def test_any_bytes_are_told_apart(data):
    found = read(data)
    assert all(deal.record is None for deal in found)
    assert all(told(difference) for deal in found for difference in deal.differences)
    assert any(deal.differences for deal in found)


@given(st.text(alphabet='*![]"\\;,+>-=() \n0123SHX2KAplaydrw', max_size=200))
def test_lines_of_a_play_section_are_told_apart(rest):
    begun = cut(record("classic", 1), 0).text()
    for found in read(begun + "*play\n" + rest):
        assert all(told(difference) for difference in found.differences)


# JSON events.


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_events_and_json_lines_are_one_to_one(kind):
    events = record(kind, 1).replay()[1]
    lines = list(events_to_lines(events))
    assert [event_of(line) for line in lines] == events
    assert [json.loads(line) for line in lines] == [to_json(event) for event in events]
    assert check_events(lines, events) == []


def test_a_wrong_stream_of_events_is_told_with_its_line():
    events = record("classic", 1).replay()[1]
    lines = list(events_to_lines(events))
    at = next(n for n, line in enumerate(lines) if "trick_won" in line)

    def codes(changed):
        return [(difference.line, difference.code) for difference in check_events(changed, events)]

    other = lines[at].replace('"points":', '"points":1')
    assert codes([*lines[:at], other, *lines[at + 1 :]]) == [(at + 1, "event")]
    assert codes([*lines[:at], *lines[at + 1 :]]) == [(at + 1, "event-missing")]
    assert codes([*lines[:at], lines[at], *lines[at:]]) == [(at + 2, "event-extra")]
    assert codes(lines[:at]) == [(at + 1, "events-end")]
    assert codes([*lines, lines[-1]]) == [(len(lines) + 1, "event-extra")]
    for broken in (
        "",
        "[]",
        "{",
        "[" * 10_000,
        '{"event": []}',
        '{"event": "passed"}',
        "x" * 30_000,
    ):
        assert codes([*lines[:at], broken, *lines[at + 1 :]]) == [(at + 1, "no-event")]


# The command.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_replay_prints_every_trick(kind, language, tmp_path, capsys):
    whole = record(kind, 1, tags=(("Event", "\x1b[31mred"),))
    file = tmp_path / "deal.tlj"
    file.write_text(whole.text(), "utf-8")
    assert replay_file(file, language) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "{" not in out.replace(str(whole.ruleset), "")
    deal, _ = whole.replay()
    numbers = re.findall(r"^  (\d+)\. ", out, re.M)
    played = len(deal.finished) + bool(deal.trick and deal.redeal is None and deal.turn is not None)
    assert len(numbers) in (played, played + 1)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_replay_tells_differences_and_what_cannot_be_read(tmp_path, capsys, text):
    file = tmp_path / "deals.tlj"
    wrong, line = edited(text, "winner", "@winer")
    file.write_text(text + "\n" + wrong, "utf-8")
    assert replay_file(file, "en") == 1
    assert f"- line {line + text.count(chr(10)) + 1}: the comment says" in capsys.readouterr().out
    assert replay_file(file, "en", number=1) == 0
    assert "No difference from the rules." in capsys.readouterr().out
    assert replay_file(file, "en", number=2) == 1
    assert replay_file(file, "zh-Hant", number=3) == 2
    assert "有 2 局" in capsys.readouterr().err
    assert replay_file(tmp_path / "none.tlj", "en") == 2
    assert "cannot be read" in capsys.readouterr().err
    file.write_bytes(bytes(range(256)) * 400)
    assert replay_file(file, "en") == 2
    assert len(capsys.readouterr().out.splitlines()) < 60


def test_an_unfinished_deal_is_printed_as_far_as_it_goes():
    whole = record("classic", 1)
    for number in range(0, len(whole.actions), 11):
        lines = list(printed(cut(whole, number), "en"))
        assert lines[-1] == "The record ends here; the deal is unfinished."


def test_every_event_has_its_sentence():
    own = {"started", "drawn", "played", "trick_won"}
    assert set(KINDS) - own <= set(texts("en")["record"]["events"])
