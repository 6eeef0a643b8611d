"""Actions that a seat or the referee might try, most of them legal and some nearly so.

They are chosen from the oracle's deal, which knows all cards, and are plain data in the form of
docs/records.md.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.oracle.cards import FACES, SUITS, is_joker, show, without
from tests.oracle.foul import TABLES
from tests.oracle.friends import may_be_named
from tests.oracle.units import units_of

Cards = Sequence[str]
_BOLDNESS = (0.0, 0.02, 0.1, 0.5, 0.9)
_PHASES = ("draw", "draw", "name", "call", "bury", "change", "steal", "partner", "play", "count")
_INTERRUPTED, _INTERRUPTED_IF_STRICT = 0.6, 0.1  # of the deals
_ELSEWHERE, _IN_ITS_PHASE = 0.005, 0.25  # of the actions of such a deal
_WRONG = (0.0, 0.1, 0.3)
_CLAIMS = (0.02, 0.3)  # per action, where there is something to claim
_STRAYS = 0.01
_FALSE_BID = "foul.false-bid"
_FOULS = sorted({rule for table in TABLES.values() for rule in table})


class Attempts:
    """One deal's worth of attempts; how bold and how wrong they are differs from deal to deal.

    legal: gives a legal play of the seat to play.
    """

    def __init__(self, rng: random.Random, deal: Any, legal: Callable[[], str]) -> None:
        self.rng, self.deal, self.legal = rng, deal, legal
        self.bold = rng.choice(_BOLDNESS)
        watched = deal.rules["enforcement"] == "referee"
        often = _INTERRUPTED if watched or deal.rules["fouls"] else _INTERRUPTED_IF_STRICT
        self.interrupted_in = rng.choice(_PHASES) if rng.random() < often else None
        self.wrong = rng.choice(_WRONG) if watched else 0.1
        self.claims = rng.choice(_CLAIMS)

    def any(self) -> dict[str, Any]:
        """What is tried now."""
        rng, deal = self.rng, self.deal
        if deal.wrong and deal.phase in ("play", "count") and rng.random() < self.claims:
            return self._claim()
        if self.interrupted_in and rng.random() < self._interruptions():
            return self._interruption()
        if rng.random() < _STRAYS:
            return self._stray()
        return getattr(self, f"_in_{deal.phase}")(deal.turn())

    def _interruptions(self) -> float:
        """How likely an interruption is now; at once after trump was fixed, and less in play."""
        if self.deal.phase != self.interrupted_in:
            return _ELSEWHERE
        begun = self.deal.phase == "play" and bool(self.deal.trick or self.deal.finished)
        return _IN_ITS_PHASE / 10 if begun else _IN_ITS_PHASE

    def surely(self) -> dict[str, Any]:
        """What is certainly legal."""
        deal, seat = self.deal, self.deal.turn()
        if deal.phase == "bury":
            return _laid("bury", seat, self._some(deal.hands[seat], deal.rules["kitty"]))
        if deal.phase == "partner":
            return self._surely_named(seat)
        if deal.phase == "play":
            return {"action": "play", "seat": seat, "cards": self.legal()}
        return _pass(seat)

    def _stray(self) -> dict[str, Any]:
        """Something of another phase or another seat, or other cards than the seat has."""
        rng, deal = self.rng, self.deal
        seat = rng.choice([deal.turn(), rng.randrange(len(deal.seats))])
        cards = self._some(rng.choice(deal.hands) or FACES, rng.randrange(10))
        kind = rng.choice(("pass", "declare", "bury", "play", "name_trump", "name_partner"))
        if kind == "pass":
            return _pass(seat)
        if kind == "name_trump":
            return {"action": kind, "seat": seat, "trump": rng.choice([*SUITS, "N"])}
        if kind == "name_partner":
            return _named(seat, rng.choice(FACES), rng.randrange(6))
        return _laid(kind, seat, cards)

    def _claim(self) -> dict[str, Any]:
        rng, deal = self.rng, self.deal
        accused = [wrong[0] for wrong in deal.wrong] or list(deal.seats)
        against = rng.choice(accused)
        return {"action": "claim", "seat": rng.randrange(len(deal.seats)), "against": against}

    def _interruption(self) -> dict[str, Any]:
        """A claim or the referee's word."""
        rng, dice = self.rng, self.rng.random()
        if dice < 0.3:
            return self._claim()
        if dice < 0.45:
            return {"action": "adjust", "points": 5 * rng.randrange(-4, 5)}
        if dice < 0.47:
            return {"action": "void", "reason": "referee"}
        seat = rng.choice([None, *self.deal.seats, *self.deal.seats])
        committed = {
            "rule": self._foul(),
            "by": rng.choice(("attackers", "bankers", "attackers", "bankers", None)),
            "attackers": None,
            "cards": rng.choice((None, 1, 2, 3)),
            "found": rng.choice((None, "at_once", "later")),
            "variant": rng.choice((None, "mixed_up", "counted_first")),
            "times": rng.randrange(1, 4),
        }
        return {"action": "rule_foul", "foul": committed, "seat": seat}

    def _foul(self) -> str:
        """A foul of the table, seldom one of another table."""
        rng, deal = self.rng, self.deal
        table = TABLES.get(deal.rules["fouls"], _FOULS)
        if _FALSE_BID in table and rng.random() < 0.3:
            table = [_FALSE_BID]
        return rng.choice(_FOULS if rng.random() < 0.05 else table)

    def _in_draw(self, seat: int) -> dict[str, Any]:
        return self._show(seat) if self.rng.random() < self.bold else _pass(seat)

    def _in_call(self, seat: int) -> dict[str, Any]:
        """Trump is called, changed or attacked in most deals: seats are asked only a few times."""
        return self._show(seat) if self.rng.random() < max(self.bold, 0.6) else _pass(seat)

    _in_change = _in_steal = _in_call

    def _show(self, seat: int) -> dict[str, Any]:
        rng, deal = self.rng, self.deal
        seat = rng.choice([seat, *deal.may_act()])
        options = deal.options(seat)
        if rng.random() < 0.6:  # what ends it is shown less often
            options = [text for text in options if len(text) == min(map(len, options))]
        attacks = [text for text in options if text in ("XBB", "XLL")]
        if attacks and deal.banker is not None and (seat - deal.banker) % 2 == 0:
            options = attacks  # the bankers' own attack is rare
        if options and rng.random() < 0.8:
            return {"action": "declare", "seat": seat, "cards": rng.choice(options)}
        levels = {*deal.setup["levels"], deal.fixing.level}
        useful = [card for card in deal.hands[seat] if is_joker(card) or card[1] in levels]
        return _laid("declare", seat, self._stretch(useful, rng.randrange(1, 5), 4))

    def _in_name(self, seat: int) -> dict[str, Any]:
        if self.rng.random() < 0.5:
            return _pass(seat)
        return {"action": "name_trump", "seat": seat, "trump": self.rng.choice([*SUITS, "N"])}

    def _in_count(self, seat: int) -> dict[str, Any]:
        return _pass(seat)

    def _in_bury(self, seat: int) -> dict[str, Any]:
        hand, wanted, dice = self.deal.hands[seat], self.deal.rules["kitty"], self.rng.random()
        if dice < 0.5:
            return _laid("bury", seat, self._stretch(hand, wanted, 4))  # voids make ruffs
        return _laid("bury", seat, self._some(hand, wanted + (dice > 0.95)))

    def _in_partner(self, seat: int) -> dict[str, Any]:
        cards = self.rng.choice([*self.deal.hands, FACES])
        named = [friend["card"] for friend in self.deal.friends]
        if named and self.rng.random() < 0.2:
            cards = named
        return _named(seat, self.rng.choice(cards), self.rng.choice((1, 1, 2, 2, 3)))

    def _surely_named(self, seat: int) -> dict[str, Any]:
        taken = {friend["card"] for friend in self.deal.friends}
        may = [card for card in FACES if may_be_named(self.deal.table, card) and card not in taken]
        return _named(seat, self.rng.choice(may), 1)

    def _in_play(self, seat: int) -> dict[str, Any]:
        cards = self._follow(seat) if self.deal.lead else self._lead(seat)
        return cards if isinstance(cards, dict) else _laid("play", seat, cards)

    def _lead(self, seat: int) -> Cards:
        rng, dice, hand, at = self.rng, self.rng.random(), self.deal.hands[seat], self.deal.table
        cards = at.of_suit(hand, at.suit_of[rng.choice(hand)])
        pairs = [card for card, number in Counter(cards).items() if number > 1]
        if dice < 0.3:
            return units_of(at, cards)[0].cards
        if dice < 0.5:
            return self._stretch(cards, rng.choice((2, 3, 4, 4, 6, 8, 12)), rng.choice((2, 3, 4)))
        if dice < 0.6 and pairs:
            return self._some(pairs, min(rng.randrange(1, 4), len(pairs))) * 2
        if dice < 0.7:
            highest = sorted(cards, key=at.step_of.__getitem__, reverse=True)
            return highest[: rng.randrange(2, 6)]
        if dice < 0.75:
            return self._some(cards, rng.randrange(1, 8))
        if dice < 0.78:
            return self._some(hand, rng.choice((2, 3)))
        return self._some(hand, 1) if dice < 0.9 or not pairs else [rng.choice(pairs)] * 2

    def _follow(self, seat: int) -> Cards | dict[str, Any]:
        rng, deal, dice = self.rng, self.deal, self.rng.random()
        hand, at, wanted = deal.hands[seat], deal.table, len(deal.lead)
        led = at.suit(deal.lead)
        held, trumps = at.of_suit(hand, led), at.of_suit(hand, "T")
        if not held and len(trumps) >= wanted and rng.random() < 0.6:
            return self._rich(trumps, wanted)  # a ruff, often in the led shape
        if dice < self.wrong:
            kept = self._some(hand, rng.randrange(wanted + 1))
            return [*kept, *self._some(without(hand, kept), wanted - len(kept) + (dice < 0.002))]
        if dice < self.wrong + 0.2 and len(held) >= wanted:
            return self._rich(held, wanted)
        return self.surely()

    def _some(self, cards: Cards, number: int) -> list[str]:
        return self.rng.sample(list(cards), min(number, len(cards)))

    def _stretch(self, cards: Cards, wanted: int, most: int) -> list[str]:
        """Neighbouring cards from a random one on, at most so many of one face."""
        at = self.deal.table
        faces = (
            sorted(set(cards), key=lambda face: (at.suit_of[face], at.step_of[face], face))
            if at
            else sorted(set(cards))
        )
        start, out = self.rng.randrange(len(faces) or 1), list[str]()
        for face in faces[start:] + faces[:start]:
            out += [face] * min(list(cards).count(face), most, wanted - len(out))
        return out

    def _rich(self, cards: Cards, wanted: int) -> list[str]:
        """So many cards, in pairs or more of neighbouring faces as far as they go."""
        play = self._stretch(cards, wanted, self.rng.choice((2, 2, 3, 4)))
        return play + self._some(without(cards, play), wanted - len(play))


def _laid(kind: str, seat: int, cards: Cards) -> dict[str, Any]:
    return {"action": kind, "seat": seat, "cards": show(cards)}


def _named(seat: int, card: str, copy: int) -> dict[str, Any]:
    return {"action": "name_partner", "seat": seat, "card": card, "copy": copy}


def _pass(seat: int) -> dict[str, Any]:
    return {"action": "pass", "seat": seat}
