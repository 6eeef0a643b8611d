"""拖拉机 / 升级 (Tractor, Shengji): the rules of nine forms of the game, whole deals, a referee.

>>> from tuolaji import Cards, Ruleset, Terms, check_follow, explain, read_lead
>>> terms = Terms.of(Ruleset.parse("classic"), "2", "S")
>>> lead = read_lead(terms, Cards.parse("HTT"))
>>> ruling = check_follow(terms, lead, Cards.parse("H993D4"), Cards.parse("H93"))
>>> ruling.rule, str(ruling.owed)
('follow.pair', 'H99')
"""

from .cards import Card, Cards, CardTextError
from .deal import Deal, full_deck
from .deal.match import Match
from .deal.view import seen, view
from .judge import judge
from .notation import Hidden, Position, PositionTextError
from .ruleset import PRESETS, Ruleset, RulesetError
from .texts.explain import Page, UnknownRule, explain, page
from .verdicts import (
    Plays,
    Shape,
    Throw,
    Trick,
    Unit,
    check_follow,
    leads,
    plays,
    read_lead,
    throw,
    trick,
)
from .verdicts.ruling import NotAllowed, NotNow, Ruling
from .verdicts.score import Dig, Promotion, Result, dig, next_banker, promote, result, time_up
from .verdicts.terms import Terms, TermsError
from .version import __version__

__all__ = [
    "PRESETS",
    "Card",
    "CardTextError",
    "Cards",
    "Deal",
    "Dig",
    "Hidden",
    "Match",
    "NotAllowed",
    "NotNow",
    "Page",
    "Plays",
    "Position",
    "PositionTextError",
    "Promotion",
    "Result",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Shape",
    "Terms",
    "TermsError",
    "Throw",
    "Trick",
    "Unit",
    "UnknownRule",
    "__version__",
    "check_follow",
    "dig",
    "explain",
    "full_deck",
    "judge",
    "leads",
    "next_banker",
    "page",
    "plays",
    "promote",
    "read_lead",
    "result",
    "seen",
    "throw",
    "time_up",
    "trick",
    "view",
]
