"""What a seat may do, asked of its view alone."""

from __future__ import annotations

import random

import pytest

from tests.players import new_deal
from tests.table import C
from tests.test_view import RULESETS
from tuolaji import Card
from tuolaji.deal.actions import NamePartner, NameTrump, Pass, RuleFoul, cards_of
from tuolaji.deal.turn import action_of, choices, terms_of
from tuolaji.deal.view import view
from tuolaji.ruleset.fouls import Foul


def chosen(mine, rng):
    """A random action of the seat that sees this."""
    may = choices(mine)
    silent = mine.phase in ("draw", "call", "change") and rng.random() < 0.6
    return action_of(mine, None if silent or not may.count() else may.draw(rng.randrange))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_deal_is_played_from_views_alone(ruleset):
    rng = random.Random(f"views {ruleset}")
    for number in range(3):
        deal, _ = new_deal(ruleset, rng, first=number % 2 == 0)
        while deal.turn is not None:
            for seat in range(deal.ruleset.players):
                if seat not in deal.may_act:
                    assert choices(view(deal, seat)).count() == 0
            assert choices(view(deal)).count() == 0
            mine = view(deal, deal.turn)
            may = choices(mine)
            if deal.phase == "play":
                assert may.count() == deal.plays().count()
                assert terms_of(mine) == deal.terms
                if may.count() < 50:
                    assert list(may) == list(deal.plays())
            elif deal.phase in ("draw", "call", "change"):
                assert list(may) == list(deal.options[deal.turn])
            action = chosen(mine, rng)
            assert action_of(mine, cards_of(action)) == action
            assert deal.refuses(action) is None
            deal, _ = deal.apply(action)


def test_trump_is_named_by_a_card_and_nothing_is_chosen_while_it_is_counted():
    deal, _ = new_deal("four-deck(enforcement=referee)", random.Random(2))
    deal, _ = deal.apply(RuleFoul(Foul("foul.false-bid"), 0))
    mine = view(deal, deal.turn)
    named = [action_of(mine, cards) for cards in choices(mine)]
    assert named == [NameTrump(deal.turn, trump) for trump in "SHCDN"]
    assert [deal.refuses(action) for action in (*named, action_of(mine, None))] == [None] * 6
    while deal.phase != "count":
        deal, _ = deal.apply(chosen(view(deal, deal.turn), random.Random(1)))
    mine = view(deal, deal.turn)
    assert choices(mine).count() == 0
    assert action_of(mine, None) == Pass(deal.turn)


def test_burying_and_naming_have_their_choices():
    rng = random.Random(1)
    deal, _ = new_deal("classic(partners=called)", rng)
    while deal.phase != "bury":
        deal, _ = deal.apply(Pass(deal.turn))
    mine = view(deal, deal.turn)
    assert all(len(cards) == 8 for cards, _ in zip(choices(mine), range(5), strict=False))
    deal, _ = deal.apply(action_of(mine, choices(mine).draw(rng.randrange)))
    mine = view(deal, deal.turn)
    assert choices(mine).count() == 54
    assert action_of(mine, C("SA")) == NamePartner(deal.turn, Card.parse("SA"))
