"""The bots: what all of them keep to, and what each of them plays."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from tests.table import C, seen_by
from tuolaji import PRESETS, Card, bots
from tuolaji.bots import NAMES, make, sentence
from tuolaji.bots.belief import KITTY, Belief
from tuolaji.bots.counting import Known, Memory
from tuolaji.bots.host import Host, choice
from tuolaji.bots.reading import Reading
from tuolaji.bots.sides import Sides
from tuolaji.bots.table import Table, faces_of
from tuolaji.cards.planes import EMPTY, size
from tuolaji.deal import Deal
from tuolaji.deal.actions import Bury, Declare, NamePartner, NameTrump, Pass, Play
from tuolaji.deal.turn import choices
from tuolaji.deal.view import SeenFriend, view
from tuolaji.ruleset import Ruleset
from tuolaji.testing import BotFault, check_bot, random_deal
from tuolaji.texts.reader import LANGUAGES, texts

RULESETS = [
    *PRESETS,
    "classic(partners=called)",
    "classic(tricks_seen=none,kitty_seen=false,throw=off)",
    "meizhusong(enforcement=referee)",
    "six-player(permanent_two=true,jack_rules=false)",
]
TIMED = ("expert", "master")  # have their own


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in TIMED])
def test_every_bot_keeps_to_the_rules_and_to_its_view(name, ruleset):
    report = check_bot(partial(make, name), ruleset, 2, 5)
    assert report.choices > 60
    assert report.exchanged > 50
    assert 0 < report.mean_ms <= report.worst_ms


def test_a_bot_that_does_what_it_may_not_is_found():
    class Illegal(bots.Bot):
        def choose(self, view):
            return Play(view.seat, C("SA"))

    class Moody(type(make("random", 0, 0))):
        def __init__(self, seat, seed):
            super().__init__(seat, seed)
            self.rng = random.Random()

    with pytest.raises(BotFault, match="refused"):
        check_bot(Illegal, "classic", 1, 1)
    with pytest.raises(BotFault, match="after a change of"):
        check_bot(Moody, "classic", 1, 1)


def test_an_unknown_bot_is_refused_by_name():
    with pytest.raises(ValueError, match="random, novice, greedy, club"):
        make("grandmaster", 0, 1)
    with pytest.raises(ValueError, match="there is no bot 'club:100ms'"):
        make("club:100ms", 0, 1)


def chosen(name: str, seat: int, hand: str, **fields):
    return make(name, seat, 1).choose(seen_by(seat, hand, **fields))


# The yardstick, sentence by sentence.


@pytest.mark.parametrize(
    ("hand", "options", "shown"),
    [
        ("H23456C2S34", ["H2", "C2"], None),
        ("H234567C2S34", ["H2", "C2"], "H2"),
        ("H234567XBB", ["XBB", "H2"], "H2"),
        ("S34XBB", ["XBB"], None),
    ],
)
def test_greedy_declares_the_first_level_card_of_a_suit_of_six(hand, options, shown):
    action = chosen("greedy", 1, hand, phase="draw", options=options)
    assert action == (Declare(1, C(shown)) if shown else Pass(1))


def test_greedy_buries_low_cards_without_points_from_the_shortest_suit_upwards():
    hand = "S3456789TJQKAXBLH345678C34579KD345678A"
    assert chosen("greedy", 0, hand, phase="bury") == Bury(0, C("H34678C347"))
    trumps = "S3456789TJQKAXBLH5"
    assert chosen("greedy", 0, trumps, phase="bury") == Bury(0, C("H5S346789J"))


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("SAHAAKKCA", "HAAKK"),  # the longest that nobody can beat
        ("SAHAACAA", "HAA"),
        ("SAHKKC3D346", "D3"),  # the lowest single of the longest plain suit
        ("SA93", "S3"),
    ],
)
def test_greedy_leads(hand, led):
    assert chosen("greedy", 0, hand).cards == C(led)


def test_greedy_leads_what_became_the_highest():
    bot = make("greedy", 0, 1)
    for seat, cards in enumerate(("HA", "HA", "H3", "H4")):
        bot.hear({"event": "played", "seat": seat, "cards": cards})
    assert bot.choose(seen_by(0, "HKC9D98")).cards == C("HK")


@pytest.mark.parametrize(
    ("seat", "hand", "trick", "played"),
    [
        (2, "HKT93", ["HA", "H4"], "HT"),  # points to the partner, the weaker of equals
        (1, "HAK93", ["H4"], "H9"),  # the weakest that wins
        (1, "HT93", ["HA"], "H3"),
        (1, "S3C45", ["HA"], "S3"),  # it ruffs whatever lies there
        (3, "C45KD3", ["HA", "S3", "S4"], "D3"),
    ],
)
def test_greedy_follows(seat, hand, trick, played):
    assert chosen("greedy", seat, hand, trick=trick).cards == C(played)


# club.


def test_club_gives_points_to_a_partner_who_wins_and_none_to_the_others():
    assert chosen("club", 2, "HK93", trick=["HA", "H4"]).cards == C("HK")
    assert chosen("club", 3, "HK93", trick=["HA", "H4", "H6"]).cards == C("H3")


@pytest.mark.parametrize(
    ("hand", "trick", "kept"),
    [
        ("SA43XBC9", ["XBB"], "XB"),
        ("HA43C9", ["HK", "S3", "H6"], "HA"),  # ruffed already
        ("XLHA3C9", ["D3", "XB", "D4"], "XL"),
    ],
)
def test_club_burns_no_joker_and_no_ace_on_a_lost_trick(hand, trick, kept):
    assert not C(kept) <= chosen("club", 3 if len(trick) > 1 else 1, hand, trick=trick).cards


def test_club_ruffs_with_its_lowest_trump_when_it_plays_last():
    assert chosen("club", 3, "S93XBC93", trick=["HA", "HK", "HK"]).cards == C("S3")


def test_club_ruffs_a_throw_with_trumps_that_split_alike():
    """A pair and a card are thrown, with 30 points on the table, and it plays last."""
    trick = ["HAAK", "HTTQ", "HKC34"]
    assert chosen("club", 3, "SA9933XBC3", trick=trick).cards == C("S339")


def test_club_follows_a_throw_with_a_pair_that_is_worth_nothing():
    """Of trumps led by the other side a pair is owed: the low one, and no points with it."""
    trick = ["XBLL", "D998", "DJ87"]
    fields = {"trick": trick, "trump": "D", "level": "4", "levels": ["4", "4"], "leader": 0}
    played = chosen("club", 3, "D66KKT73C9", **fields)
    assert played.cards == C("D663")
    assert chosen("club", 2, "D66KKT73C9", **{**fields, "trick": trick[:2]}).cards == C("DKKT")


def test_club_follows_as_greedy_where_a_play_was_taken_back():
    fields = {"trick": ["HA", "-", "H3"], "cards": [4, 5, 4, 5], "turn": 1}
    assert chosen("club", 1, "HK95C33", **fields) == chosen("greedy", 1, "HK95C33", **fields)


def test_club_throws_what_nobody_can_beat():
    assert chosen("club", 0, "HAAKKQQC3D4").cards == C("HAAKKQQ")
    bot = make("club", 0, 1)
    for seat, cards in enumerate(("HK", "H3", "H4", "H6")):
        bot.hear({"event": "played", "seat": seat, "cards": cards})
    bot.hear({"event": "trick_won", "seat": 0, "points": 10})
    assert bot.choose(seen_by(0, "HAAKC3D4")).cards == C("HAAK")
    assert bot.why.key == "throw"


def test_club_throws_what_only_its_partner_could_beat_where_that_does_not_count():
    """Only the partner has trumps left, and opponents alone can break a throw."""
    for ruleset, led in (("classic(throw_tested=opponents)", "S9876"), ("classic", "D4")):
        bot = make("club", 0, 1)
        for seat, cards in enumerate(("S4", "C3", "S5", "D3")):
            bot.hear({"event": "played", "seat": seat, "cards": cards})
        bot.hear({"event": "trick_won", "seat": 2, "points": 5})
        assert bot.choose(seen_by(0, "S9876C34D4", ruleset=ruleset)).cards == C(led)


def test_club_buries_a_short_suit_and_keeps_aces_and_trumps():
    hand = "S3456789TJQAXBLLH9643C96DAAK99887743"
    action = chosen("club", 0, hand, phase="bury")
    assert isinstance(action, Bury)
    assert C("C96") <= action.cards
    assert not {"S", "X"} & {card.suit for card in action.cards}


def test_club_declares_a_long_suit_and_not_over_its_partner():
    hand, options = "H2345678C2S34", ["H2", "C2"]
    assert chosen("club", 1, hand, phase="draw", options=options) == Declare(1, C("H2"))
    shows = [{"seat": 3, "kind": "single", "cards": "D2"}]
    partners = chosen("club", 1, "H22345C2S34", phase="draw", options=["H22"], shows=shows)
    assert partners == Pass(1)


def test_club_names_cards_and_suits():
    shown = {"phase": "partner", "ruleset": "classic(partners=called)"}
    assert chosen("club", 0, "HADA", **shown) == NamePartner(0, Card.parse("CA"))
    assert chosen("club", 1, "S34H567D8", phase="name", ruleset="four-deck") == NameTrump(1, "H")


@pytest.mark.parametrize("language", LANGUAGES)
def test_club_says_why(language):
    keys = set()
    for seed, ruleset in enumerate((*RULESETS, "classic", "classic")):
        rng = random.Random(seed)
        first = random_deal(Ruleset.parse(ruleset), rng)
        players = [make("club", seat, seed) for seat in range(first.ruleset.players)]
        host = Host(enumerate(players), Deal.begin(first.ruleset, first.setup, first.deck))
        while host.deal.turn is not None:
            bot = players[host.deal.turn]
            action = choice(bot, host.deal)
            assert bot.why is not None or isinstance(action, Pass)
            if bot.why is not None:
                said = sentence(bot.why, language)
                assert "{" not in said
                keys.add(bot.why.key)
            host.apply(action)
    assert keys <= set(texts(language)["reasons"])
    assert len(keys) > 10


# What they rest on.


def test_memory_knows_who_lacks_a_suit_or_its_pairs():
    memory = Memory()
    for seat, cards in enumerate(("HQQ", "H33", "H94", "HAC3")):
        memory.hear({"event": "played", "seat": seat, "cards": cards})
    memory.hear({"event": "trick_won", "seat": 0, "points": 0})
    known = Known(seen_by(0, "SA"), memory)
    hearts = 1
    assert [known.is_void(seat, hearts) for seat in (1, 2, 3)] == [False, False, True]
    assert memory.unpaired == {2: 1 << hearts}
    assert size(known.out) == 108 - 8 - 1
    memory.hear({"event": "started"})
    assert not memory.tricks


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_built_is_legal_and_what_wins_wins(ruleset):
    """Against the list of all legal follows, where it is short."""
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)
        deal = random_deal(Ruleset.parse(ruleset), rng)
        players = [make("random", seat, seed) for seat in range(deal.ruleset.players)]
        while deal.turn is not None:
            shown = view(deal, deal.turn)
            if shown.phase == "play" and shown.trick:
                plays = choices(shown)
                if plays.count() < 300:
                    table, legal = Table(shown), {cards.planes for cards in plays}
                    won = set(table.winners())
                    assert won <= legal
                    assert bool(won) == any(table.beats(play) for play in legal)
                    assert table.cheapest(lambda face: face * 7 % 11) in legal
                    compared += 1
            deal, _ = deal.apply(players[deal.turn].choose(shown))
    assert compared > 100


def told(*tricks):
    """A memory of these tricks, each with its leader first."""
    memory = Memory()
    for leader, *plays in tricks:
        for at, cards in enumerate(plays):
            memory.hear({"event": "played", "seat": (leader + at) % 4, "cards": cards})
        memory.hear({"event": "trick_won", "seat": leader, "points": 0})
    return memory


def face(text):
    return Card.parse(text).face


def test_belief_fills_every_hand_and_places_every_card():
    known = Belief(
        seen_by(0, "SA3HK9", cards=[4, 30, 29, 29]), told((0, "H3", "H4", "C9", "H5")), Reading()
    )
    chances = {seat: known.chances(seat) for seat in (1, 2, 3, KITTY)}
    assert sum(chances[seat][face("CA")] for seat in chances) == pytest.approx(1)
    for seat, number in ((1, 30), (2, 29), (3, 29), (KITTY, 108 - 8 - 88)):
        held = sum(chances[seat][at] for at in faces_of(known.out))
        assert held == pytest.approx(number, abs=0.3)
    assert chances[2][face("HA")] == 0  # North is void
    assert chances[1][face("HA")] > chances[1][face("CA")]
    assert chances[KITTY][face("SK")] < chances[KITTY][face("C4")] / 5


def test_belief_knows_what_was_shown_and_not_played():
    shows = [{"seat": 1, "kind": "single", "cards": "S2"}]
    exposed = ["-", "-", "HQ", "-"]
    shown = seen_by(0, "SA3HK9", cards=[4, 4, 4, 4], shows=shows, exposed=exposed)
    known = Belief(shown, Memory(), Reading())
    assert known.sure == {
        seat: C(cards).planes for seat, cards in enumerate(["-", "S2", "HQ", "-"])
    }
    assert size(known.loose) == size(known.out) - 2
    known = Belief(shown, told((1, "S2", "S4", "S5", "S6")), Reading())
    assert known.sure[1] == EMPTY


@pytest.mark.parametrize(
    ("trick", "seat", "rather", "than"),
    [
        ((0, "HQ", "H3", "H4", "H6"), 1, "HA", "CA"),  # East would have beaten the queen
        ((0, "HA", "H9", "H4", "H6"), 1, "H7", "HT"),  # and on the ace have laid a lower card
        ((0, "HT", "HA", "H4", "H6"), 1, "HJ", "C3"),  # or won more cheaply
        ((0, "HA", "H4", "H3", "H6"), 2, "HK", "HQ"),  # North would have given points
        ((1, "H3", "H4", "H6", "H7"), 1, "CA", "CQ"),  # East would have led an ace
        ((0, "HA", "C9", "H4", "H6"), 1, "S9", "D9"),  # or ruffed
    ],
)
def test_a_play_tells_what_a_player_would_rather_have_played(trick, seat, rather, than):
    known = Belief(seen_by(0, "D33"), told(trick), Reading())
    weights = known.reading.weight(seat)
    assert 0 < weights[face(rather)] < weights[face(than)]


def test_who_gives_the_banker_points_is_taken_for_a_friend():
    """East has the bank and wins; North gives the king, West a four."""
    ruleset, secret = "classic(partners=called)", {"card": "CA", "copy": 1, "seat": None}
    shown = {"ruleset": ruleset, "banker": 1, "friends": [secret]}
    memory = told((1, "HA", "HK", "H4", "H6"))
    attacker, banker, friend = (
        Sides(Belief(seen_by(seat, hand, **shown), memory, Reading()))
        for seat, hand in ((0, "D33"), (1, "D33"), (0, "CA"))
    )
    assert 1 > attacker.friend[2] > attacker.friend[3] > 0
    assert attacker.ally(2) < 0.5 < attacker.ally(3)
    assert attacker.ally(1) == 0
    assert 1 > banker.ally(2) > banker.ally(0) > 0
    assert [friend.ally(1), friend.ally(2), friend.ally(3)] == [1, 0, 0]


def test_plays_are_read_when_the_sides_are_known():
    reading, memory = Reading(), told((1, "HQ", "H3", "H4", "H6"))
    ruleset, secret = "classic(partners=called)", {"card": "CA", "copy": 1, "seat": None}
    called = seen_by(0, "D33", ruleset=ruleset, banker=1, friends=[secret])
    assert not Belief(called, memory, reading).reading.weights
    known = replace(called, friends=(SeenFriend(Card.parse("CA"), 1, 3),))
    reading_now = Belief(known, memory, reading).reading
    assert reading_now.weight(2)[face("HA")] < 1
