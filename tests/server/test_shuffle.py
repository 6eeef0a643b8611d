"""The fair shuffle, compared with one written anew from the description."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from tests.server.test_log import played
from tuolaji import Ruleset
from tuolaji.cli.app import app
from tuolaji.deal import Setup
from tuolaji.deal.opening import cutter
from tuolaji.notation.record import DealRecord, write
from tuolaji.server.table.past import records
from tuolaji.server.table.shuffle import Shuffle, Unfair, need_fair, seeded
from tuolaji.texts.reader import LANGUAGES

CLASSIC = Ruleset.parse("classic")


def by_the_book(secret, luck, cut, decks):
    """The deck as docs/server.md describes it, face by face."""
    text = json.dumps(list(luck), separators=(",", ":"), ensure_ascii=True)
    key = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    stream, block = b"", 0
    deck = list(range(54)) * decks
    at = len(deck) - 1
    while at > 0:
        while len(stream) < 4:
            stream += hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
            block += 1
        number, stream = int.from_bytes(stream[:4], "big"), stream[4:]
        if number >= (2**32 // (at + 1)) * (at + 1):
            continue
        other = number % (at + 1)
        deck[at], deck[other] = deck[other], deck[at]
        at -= 1
    return deck[cut:] + deck[:cut]


@pytest.mark.parametrize("decks", [2, 4])
def test_the_deck_is_the_one_described(decks):
    ruleset = CLASSIC if decks == 2 else Ruleset.parse("four-deck")
    for number in range(20):
        secret, luck = seeded(number, 1), ("", "好运", f"{number}", '"')
        deck = Shuffle(secret, luck, number).deck(ruleset)
        assert [card.face for card in deck] == by_the_book(secret, luck, number, decks)


def test_every_card_comes_everywhere():
    """First place and last: 54 faces, each about 100 times in 5,400 shuffles."""
    for place in (0, 107):
        seen = Counter(Shuffle(seeded(n, 0), ()).deck(CLASSIC)[place].face for n in range(5400))
        assert len(seen) == 54
        chi_square = sum((number - 100) ** 2 / 100 for number in seen.values())
        assert chi_square < 110  # 53 degrees of freedom: one run in a million is above


def test_words_and_the_cut_change_the_cards():
    secret = seeded(1, 1)
    plain = Shuffle(secret, ("", "")).deck(CLASSIC)
    assert Shuffle(secret, ("a", "")).deck(CLASSIC) != plain
    assert Shuffle(secret, ("", "a")).deck(CLASSIC) != Shuffle(secret, ("a", "")).deck(CLASSIC)
    assert Shuffle(secret, ("", ""), 10).deck(CLASSIC) == plain[10:] + plain[:10]


def test_who_cuts():
    later = Setup(levels=("3", "3"), banker=2, first_seat=2, number=4)
    assert cutter(CLASSIC, later) is None
    assert cutter(Ruleset.parse("meizhusong"), later) == 1
    assert cutter(Ruleset.parse("four-deck"), later) == 2
    first = Setup(levels=("2", "2"), first_seat=0)
    assert cutter(Ruleset.parse("meizhusong"), first) == 3


@pytest.fixture(scope="module")
def record():
    return next(records("t", played("classic")[0]))


def changed(record, **tags):
    return replace(record, tags=tuple((name, tags.get(name, old)) for name, old in record.tags))


def fault(record):
    """The code of what is wrong with a record; None if it is fair."""
    try:
        need_fair(record)
    except Unfair as error:
        return error.code if all(map(error.text, LANGUAGES)) else "no words"
    return None


def test_a_record_tells_its_seed_and_is_right(record):
    assert fault(record) is None
    (again,) = DealRecord.parse(record.text())
    assert fault(again) is None


def test_a_record_that_was_tampered_with_is_found(record):
    assert fault(changed(record, Secret="00" * 64)) == "promised"
    assert fault(changed(record, Luck='["","","","x"]')) == "cards"
    assert fault(changed(record, Cut="5")) == "cards"
    assert fault(changed(record, Cut="500")) == "cut"
    assert fault(replace(record, tags=())) == "tag-missing"
    for tags in ({"Luck": "{"}, {"Luck": "{}"}, {"Secret": "xyz"}, {"Cut": "a"}):
        assert fault(changed(record, **tags)) == "unreadable"
    deck = (record.deck[1], record.deck[0], *record.deck[2:])
    assert fault(replace(record, deck=deck, actions=())) == "cards"


def test_the_command_verifies_a_file(record, tmp_path):
    file = tmp_path / "match.tlj"
    file.write_text(write([record, record]), "utf-8")
    run = CliRunner().invoke
    commit = dict(record.tags)["Commit"]
    good = run(app, ["verify", str(file), "--commit", commit, "--lang", "en"])
    assert (good.exit_code, good.output.count("match the commitment")) == (0, 2)
    other = run(app, ["verify", str(file), "--commit", "ab" * 32, "--lang", "en"])
    assert other.exit_code == 1
    file.write_text(write([changed(record, Cut="5")]), "utf-8")
    assert run(app, ["verify", str(file), "--lang", "zh-Hans"]).exit_code == 1
    assert run(app, ["verify", str(tmp_path / "none"), "--lang", "en"]).exit_code == 2
    file.write_text("", "utf-8")
    assert run(app, ["verify", str(file), "--lang", "en"]).exit_code == 1
