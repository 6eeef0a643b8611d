"""Random deals as records, and what may happen to their text."""

from __future__ import annotations

import random
from functools import cache

from tests.players import new_deal, random_action
from tests.table import C
from tuolaji.deal.actions import Adjust, Claim, Play, RuleFoul
from tuolaji.notation.record import DealRecord, check
from tuolaji.ruleset import PRESETS
from tuolaji.ruleset.fouls import Foul
from tuolaji.verdicts.ruling import NotAllowed, NotNow

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


def swapped(whole, at, rng):
    """The record up to there with two cards exchanged that others hold unplayed, if it can be."""
    begun = cut(whole, at)
    deal, _ = begun.replay()
    others = [seat for seat in range(deal.ruleset.players) if seat != deal.turn]
    a, b = rng.sample(others, 2)
    if not deal.hands[a] or not deal.hands[b]:
        return None
    x, y = rng.choice(list(deal.hands[a])), rng.choice(list(deal.hands[b]))
    deck = list(whole.deck)
    players, first = deal.ruleset.players, whole.setup.first_seat
    drew = {
        seat: [n for n in range(deal.drawn) if (first + n) % players == seat] for seat in (a, b)
    }
    at_x = [n for n in drew[a] if deck[n] == x]
    at_y = [n for n in drew[b] if deck[n] == y]
    if x == y or not at_x or not at_y:
        return None
    deck[at_x[-1]], deck[at_y[-1]] = y, x
    other = DealRecord(whole.ruleset, whole.setup, tuple(deck), begun.actions)
    try:
        again, _ = other.replay()
    except (NotAllowed, NotNow):
        return None
    return other if (again.turn, again.phase) == (deal.turn, deal.phase) else None


def lines_told(text):
    return {difference.line for difference in check(text)}


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
