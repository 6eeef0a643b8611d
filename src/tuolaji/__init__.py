"""拖拉机 / 升级 (Tractor, Shengji): the rules of five forms of the game, whole deals, a referee.

>>> from tuolaji import Cards, Ruleset, Terms, check_follow, explain, read_lead
>>> terms = Terms.of(Ruleset.parse("classic"), "2", "S")
>>> lead = read_lead(terms, Cards.parse("HTT"))
>>> ruling = check_follow(terms, lead, Cards.parse("H993D4"), Cards.parse("H93"))
>>> ruling.rule, str(ruling.owed)
('follow.pair', 'H99')
"""

from .cards import Card, Cards, CardTextError
from .deal import Deal, full_deck
from .explain import Page, UnknownRule, explain, page
from .judge import judge
from .match import Match
from .notation import Hidden, Position, PositionTextError
from .play import (
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
from .ruleset import PRESETS, Ruleset, RulesetError
from .rulings import NotAllowed, NotNow, Ruling
from .score import Dig, Promotion, Result, dig, next_banker, promote, result, time_up
from .terms import Terms, TermsError
from .version import __version__
from .view import seen, view

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
