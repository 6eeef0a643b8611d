from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table import C
from tuolaji import Card, Cards, CardTextError
from tuolaji.cards import planes, pretty

multisets = st.dictionaries(st.integers(0, 53), st.integers(1, 4), max_size=20).map(
    lambda counts: Cards.of(Card(face) for face, n in counts.items() for _ in range(n))
)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("SAA", "SAA"),
        ("H22S22", "S22H22"),
        ("XLBB", "XBBL"),
        ("♠A ♥10J", "SAHJT"),
        ("♤K♡Q♢J♧9", "SKHQC9DJ"),
        ("大王小王黑桃A红桃3", "SAH3XBL"),
        ("大鬼小鬼紅心2方塊2梅花2草花3方片4方块5", "H2C32D542XBL"),
        ("Ｓ１０", "ST"),
        ("s9h9", "S9H9"),
        ("♥️5", "H5"),
        ("", "-"),
        (" - ", "-"),
        ("D3XBS3", "S3D3XB"),
    ],
)
def test_card_text_is_read_in_every_spelling_and_printed_in_one(written, canonical):
    assert str(C(written)) == canonical


@pytest.mark.parametrize(
    ("text", "part", "column"),
    [
        ("SA1", "1", 3),
        ("A", "A", 1),
        ("SHA", "S", 1),
        ("SA H", "H", 4),
        ("XQ", "Q", 2),
        ("SB", "B", 2),
        ("SAZ", "Z", 3),
        ("SAAAAA", "A", 6),
        ("大王A", "A", 3),
        ("SA-", "-", 3),
    ],
)
def test_an_error_names_the_offending_text_and_its_column(text, part, column):
    with pytest.raises(CardTextError) as caught:
        C(text)
    assert (caught.value.part, caught.value.column) == (part, column)
    assert repr(part) in str(caught.value)


def test_one_card_is_wanted_where_one_card_is_meant():
    assert str(Card.parse("♠10")) == "ST"
    with pytest.raises(CardTextError):
        Card.parse("SAA")


@given(multisets)
def test_cards_parse_what_they_print(cards):
    assert C(str(cards)) == cards
    assert eval(repr(cards), {"Cards": Cards}) == cards
    assert C(pretty(cards).replace("-", "")) == cards
    assert Cards.of(cards) == cards
    assert len(cards) == len(list(cards))


@given(multisets, multisets)
def test_adding_and_taking_away_are_inverse_and_count_right(a, b):
    together = [a.count(Card(f)) + b.count(Card(f)) for f in range(54)]
    if max(together) > 4:
        with pytest.raises(ValueError, match="more than four copies"):
            a + b
    else:
        assert (a + b) - b == a
        assert [(a + b).count(Card(f)) for f in range(54)] == together
        assert a <= a + b
    for decks in (1, 2, 3, 4):
        faces = planes.overflow(a.planes, b.planes, decks)
        if max(together) <= 4 or decks == 4:
            assert faces == sum(1 << f for f in range(54) if together[f] > decks)


@given(multisets, multisets)
def test_part_of_means_no_more_copies_of_any_card(a, b):
    assert (a <= b) == all(a.count(Card(f)) <= b.count(Card(f)) for f in range(54))
    if not a <= b:
        with pytest.raises(ValueError, match="not part of"):
            b - a


def test_fives_tens_and_kings_carry_the_points():
    deck = Cards.of(Card(face) for face in range(54))
    assert deck.points == 100
    assert (deck + deck).points == 200
    assert C("S5H5").points == 10
    assert C("STK").points == 20
    assert C("SA2346789JQXBL").points == 0
    assert [card.points for card in C("SKT5A")] == [0, 10, 10, 5]


def test_cards_cannot_be_changed():
    with pytest.raises(AttributeError):
        C("SA").planes = planes.EMPTY


def test_cards_can_be_copied_and_sent_to_another_process():
    cards = Cards.parse("SAAH5XB")
    assert pickle.loads(pickle.dumps(cards)) == copy.deepcopy(cards) == cards
