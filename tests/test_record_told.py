"""Records that are wrong: whatever comes in is read, and told with its line."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.players import new_deal, random_action
from tests.records import CALLED, KINDS_OF_DEAL, REFEREE, cut, lines_told, mutated, record
from tests.table import C
from tuolaji.notation.record import DealRecord, RecordError, check, read, told
from tuolaji.ruleset import PRESETS, Ruleset
from tuolaji.texts.reader import LANGUAGES


@pytest.fixture(scope="module")
def text():
    return record("classic", 1).text()


def edited(text, old, new):
    """The text with one edit, and the line on which @ stands in it."""
    assert old in text
    before, after = text.split(old, 1)
    at = before.count("\n") + new[: new.index("@")].count("\n") + 1
    return before + new.replace("@", "", 1) + after, at


def said_on(line, text):
    return [told(found) for found in check(text) if found.line == line]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Deal "1"]', '@[Deal "0"]', 'Deal cannot be "0"'),
        ('[Deal "1"]', "@[Deal 1]", "is not a tag"),
        ('[Ruleset "classic@2"]\n[Deal "1"]', '@[Ruleset "classic"]', "the tag Deal is missing"),
        ("[First", '[First "1"]\n@[First', "the tag First appears twice"),
        ('[Levels "', '@[Levels "2 ', "Levels cannot be"),
        ('[Banker "', '@[Banker "9', "Banker cannot be"),
        ('[Ruleset "classic@2"]', '@[Ruleset "clasic"]', "the ruleset cannot be read"),
        ("*draw", "@*drew", "there is no section *drew"),
        ("*draw\n", "*draw\n@SA\n", "SA is drawn 3 times; the decks hold 2"),
        ("*draw\n", "*draw\n@S1\n", 'cannot read "1" in "S1" as cards'),
        ("*draw\n", "*draw\n@SAA\n", 'one card is expected, not "SAA"'),
        ("*declare\n", "*declare\n@1 0 S2\n", "seat 0 had nothing to show at card 1"),
        ("*bury", "*bury\n*declare\n@99 0 S2\n", "this comes after card 100, not 99"),
        ("*bury", "*declare\n@12 7 S2\n*bury", "there is no seat 7; the last is 3"),
        ("*bury", "*declare\n@12 S2\n*bury", "such a line looks like: 17 0 S22"),
        ("*bury", "*declare\n@x 0 S2\n*bury", '"x" is not a number'),
        ("*bury", '@"\n*bury', "a quotation mark is left open"),
        ("*play", "@*result\n*play", "a result, but the deal is not over"),
        ("*play", "*draw\n@SA\n*play", "SA is drawn 3 times"),
        ("*play", "*play\n@!claim(0,1)\n*play", "there is no referee"),
        ("*play", "*play\n@!clam(0,1)\n*play", "as a referee's action"),
        ("*play", "*play\n@!foul(foul.x,by=attackers,times=0)\n", "as a referee's action"),
        ("*play", "*play\n@!adjust(ten)\n*play", "as a referee's action"),
        ("*play", "*play\n@!void(rain)\n*play", "is not quoted text"),
        ("*play", "@; all is well\n*play", "the rules have no such value here"),
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
    assert told(found, "zh-Hans").startswith(f"第 {line} 行：座位 {deal.turn} 不能出")
    assert told(found, "zh-Hant").startswith(f"第 {line} 行：座位 {deal.turn} 不能出")
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
