"""The engine's fast form of a deal, compiled and as Python; only this file knows its names."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tests.fuzz.twins import kernels, switches_at
from tuolaji import Cards
from tuolaji.cards import Card
from tuolaji.deal.actions import cards_of, from_json
from tuolaji.deal.match import Match
from tuolaji.engine import state as raw
from tuolaji.rules.numbers import strict_switches_of

_PHASES = {
    raw.DRAW: "draw", raw.CALL: "call", raw.BURY: "bury", raw.CHANGE: "change",
    raw.STEAL: "steal", raw.PARTNER: "partner", raw.PLAY: "play", raw.OVER: "over",
}  # fmt: skip
_ACTS = {
    "draw": ("pass", "declare"), "call": ("pass", "declare"), "change": ("pass", "declare"),
    "steal": ("pass", "declare"),
    "bury": ("bury",), "partner": ("name_partner",), "play": ("play",),
}  # fmt: skip


def fast_forms(match: Match, cards: list[Card]) -> list[FastForm]:
    """The match's next deal at both speeds; none where there is a referee."""
    if match.ruleset.enforcement == "referee":
        return []
    return [FastForm(speed, match, cards) for speed in kernels()]


class FastForm:
    """A deal at one speed."""

    def __init__(self, speed: str, match: Match, cards: list[Card]) -> None:
        ruleset, setup = match.ruleset, match.setup()
        self.name, self._kernel, self._ruleset = speed, kernels()[speed], ruleset
        self._deal = self._kernel.State(switches_at(speed, strict_switches_of(ruleset)))
        self._kernel.new_match(self._deal, setup.first_seat)
        for owner, level in enumerate(setup.levels):
            self._deal.set_rung(owner, ruleset.ladder.index(level))
        for owner, failures in enumerate(match.failures):
            self._deal.set_failures(owner, failures)
        bank = -1 if setup.banker is None else setup.banker
        if ruleset.declare_style == "call" and setup.number > 1:
            bank = setup.first_seat
        self._kernel.set_match(self._deal, bank, setup.first_seat, setup.number - 1)
        for at, card in enumerate(cards):
            self._deal.put_card(at, card.face)
        self._kernel.begin(self._deal)

    def act(self, action: dict[str, Any]) -> bool | None:
        """Whether an action is done; None if it is the referee's."""
        if action["action"] in ("claim", "rule_foul", "adjust", "void"):
            return None
        phase = _PHASES[self._deal.phase]
        if action["action"] not in _ACTS[phase]:
            return False
        if action["seat"] != self._deal.turn and not self._may_speak_up(action):
            return False
        cards = (cards_of(from_json(action)) or Cards()).planes
        if action["action"] == "declare" and not cards[0]:
            return False  # no cards are a pass
        deal = self._deal
        if action["seat"] != deal.turn:
            deal = deal.clone()
            self._kernel.speak_up(deal, action["seat"])
        if self._kernel.act(deal, cards) != raw.DONE:
            return False
        self._deal = deal
        return True

    def _may_speak_up(self, action: dict[str, Any]) -> bool:
        """Whether a seat declares before it is asked, and has not passed yet."""
        deal, players = self._deal, self._ruleset.players
        if action["action"] != "declare" or deal.phase != raw.DRAW:
            return False
        last = deal.first_seat + deal.drawn - 1
        after = (action["seat"] - last) % players >= (deal.turn - last) % players
        return bool(after and deal.options_of(action["seat"]))

    def facts(self) -> dict[str, Any]:
        """What the deal holds."""
        deal, seats = self._deal, range(self._ruleset.players)
        phase = _PHASES[deal.phase]
        out: dict[str, Any] = {
            "phase": phase,
            "hands": [_text(deal.hand(seat)) for seat in seats],
            "kitty": _text(deal.kitty),
        }
        if phase != "over":
            out["turn"] = deal.turn
        if phase in ("draw", "call", "change", "steal"):
            options = [deal.option(at) for at in range(64) if deal.options() >> at & 1]
            out["options"] = sorted(map(_text, options))
        if phase == "play" or (phase == "over" and not deal.redeal):
            out["banker"], out["points"] = deal.banker, deal.attackers_points()
            seats = [deal.friend(at) for at in range(deal.called)]
            out["friends"] = [None if seat < 0 else seat for seat in seats]
        return out

    def count(self) -> None:
        """Count the deal that is over."""
        self._kernel.count_deal(self._deal)

    def match_facts(self, sides: int) -> dict[str, Any]:
        """What the match is after it."""
        deal, ladder = self._deal, self._ruleset.ladder
        winners = tuple(at for at in range(sides) if deal.winners >> at & 1)
        return {
            "levels": tuple(ladder[deal.rung(at)] for at in range(sides)),
            "banker": None if deal.bank < 0 else deal.bank,
            "deals": deal.deals,
            "over": winners or None,
        }


@lru_cache(
    1 << 12
)  # two speeds hold the same hands, and most do not change from one action to the next
def _text(planes: Any) -> str:
    """The text of cards as the engine holds them."""
    return str(Cards(planes))
