from __future__ import annotations

import random

import pytest

from tuolaji import PRESETS, Card, Cards, Position, PositionTextError, Ruleset

LINE = "classic 2 S@0 1 35 SAK/?2/HT5/C33 ?8 HA"


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "classic(must_play=[5,T,K],partners=called) X N@3 0 5/0/20/10 -/-/-/- - -",
        "six-player J N@5 2 -20 SA/?3/HT/C3/XB/D2 ?6 HA,H3,XB",
        "four-deck 3 H@2 3 400 ?54/?54/?54/S3333 - -",
    ],
)
def test_positions_parse_what_they_print(line):
    position = Position.parse(line)
    assert str(position) == line
    assert eval(repr(position), {"Position": Position}) == position


def test_input_may_be_spelled_freely_and_is_printed_in_one_way():
    loose = "  classic(kitty=8)  2 S@0 1 35 ♠KA/?2/♥5T/梅花33 ?8 红桃A "
    assert str(Position.parse(loose)) == LINE


@pytest.mark.parametrize(
    ("line", "part", "column"),
    [
        ("", "", 1),
        ("classic 2", "2", 9),
        (LINE + " SA", "SA", 41),
        (LINE.replace("classic", "clasic"), "clasic", 1),
        (LINE.replace(" 2 ", " B "), "B", 9),
        (LINE.replace("S@0", "S0"), "S0", 11),
        (LINE.replace("S@0", "Q@0"), "Q@0", 11),
        (LINE.replace("S@0", "S@4"), "4", 13),
        (LINE.replace(" 1 ", " 9 "), "9", 15),
        (LINE.replace(" 35 ", " 3x "), "3x", 17),
        (LINE.replace(" 35 ", " 3/5 "), "3/5", 17),
        (LINE.replace("HT5", "HZ5"), "Z", 28),
        (LINE.replace("/HT5", ""), "SAK/?2/C33", 20),
        (LINE.replace("/HT5", "/"), "", 27),
        (LINE.replace("?8", "?x"), "?", 35),
        (LINE.replace("C33", "C333"), "C333", 31),
        (LINE.replace("?8", "C3"), "C3", 35),
        (LINE.replace(" HA", " HA,HA,HA"), "HA", 44),
        (LINE.replace(" HA", " HA,-"), "-", 41),
        (LINE.replace("?2", "?99"), "SAK/?99/HT5/C33", 20),
        (LINE.replace(" 35 ", " 5/0/20/10 "), "5/0/20/10", 17),
        (LINE.replace(" HA", " HA,HA,HA,HA,HA"), "HA,HA,HA,HA,HA", 38),
        (LINE.replace(" 2 S@0", " X S@0"), "X", 9),
    ],
)
def test_an_error_names_the_part_and_the_column(line, part, column):
    with pytest.raises(PositionTextError) as caught:
        Position.parse(line)
    assert (caught.value.part, caught.value.column) == (part, column)


def test_random_positions_round_trip():
    rng = random.Random(2)
    for _ in range(200):
        ruleset = Ruleset.parse(rng.choice(PRESETS))
        deck = [Card(face) for face in range(54) for _ in range(ruleset.decks)]
        rng.shuffle(deck)
        hands = [
            Cards.of(deck.pop() for _ in range(rng.randrange(9))) for _ in range(ruleset.players)
        ]
        fields = [
            str(ruleset),
            rng.choice([level for level in ruleset.ladder if level != "X"]),
            f"{rng.choice('SHCDN')}@{rng.randrange(ruleset.players)}",
            str(rng.randrange(ruleset.players)),
            str(rng.randrange(-100, 400)),
            "/".join(str(hand) if rng.random() < 0.7 else f"?{len(hand)}" for hand in hands),
            str(Cards.of(deck.pop() for _ in range(ruleset.kitty))),
            ",".join(str(Cards.of([deck.pop()])) for _ in range(rng.randrange(4))) or "-",
        ]
        assert str(Position.parse(" ".join(fields))) == " ".join(fields)
