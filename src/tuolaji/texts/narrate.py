"""What a player is told in words, made only from `view(deal, seat)` and `seen(event, seat)`.

The terminal and the server use the same sentences; only the names of the seats may differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..cards import NO_TRUMP, Card, Cards
from ..deal import clock
from ..deal.actions import MATCH_OVER, REFEREE
from ..deal.match import BankOpened, BankPassed, MatchEvent, MatchWon, Promoted
from ..deal.phase import CALL, CHANGE, DRAW, STEAL
from ..deal.view import Told
from ..ruleset import Ruleset
from ..verdicts.ruling import NotNow
from ..verdicts.score import BANKERS
from .explain import cards_in_words, in_words, rule_title, ruleset_title
from .reader import texts


def say(language: str, key: str, **facts: object) -> str:
    """A sentence of the texts with its facts filled in."""
    return str(texts(language)["terminal"][key]).format(**facts)


def _promotion(event: MatchEvent) -> tuple[str, str | None, int] | None:
    """From which level to which somebody went up."""
    return (event.old, event.new, event.rounds) if isinstance(event, Promoted) else None


@dataclass(frozen=True)
class Name:
    """Who a sentence is about; a reader is not called by name but "you".

    A sentence gives both forms of the verb that follows: `{name:wins|win} the trick`.
    """

    text: str
    own: bool = False

    def __str__(self) -> str:
        return self.text

    def __format__(self, verb: str) -> str:
        other, two, own = verb.partition("|")
        return f"{self.text} {own if self.own else other}" if two else format(self.text, verb)

    def begins(self, sentence: str) -> str:
        """The text, with a capital where a sentence of it begins with this reader."""
        if not self.own:
            return sentence
        start = rf"(^[ →]*|[.!?] ){re.escape(self.text)}"
        return re.sub(
            start, lambda found: found[1] + self.text[0].upper() + self.text[1:], sentence
        )


class Telling:
    """The sentences for one player or onlooker, at one table, in one language.

    called: how the seats are named; by their places if left out.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seat: int | None,
        language: str,
        *,
        called: Sequence[str] | None = None,
    ) -> None:
        self.ruleset, self.seat, self.language = ruleset, seat, language
        self._called = called
        self._texts = texts(language)

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the texts with its facts filled in."""
        sentence = say(self.language, key, **facts)
        for fact in facts.values():
            if isinstance(fact, Name):
                sentence = fact.begins(sentence)
        return sentence

    @property
    def title(self) -> str:
        """The name of the ruleset."""
        return ruleset_title(self.ruleset, self.language)

    # Seats and sides.

    def name(self, seat: int) -> Name:
        """The name of a seat in a sentence; the player's own is "you"."""
        own = seat == self.seat
        return Name(self.say("you") if own else self.seat_name(seat), own)

    def seat_name(self, seat: int) -> str:
        """South, East, North, West of four; else the seat's number from 1."""
        if self._called is not None:
            return self._called[seat]
        if self.ruleset.players == 4:
            return str(self._texts["terminal"]["seats"][seat])
        return self.say("seat", number=seat + 1)

    def names(self, seats: list[int]) -> str:
        """Several seats."""
        if self._called is None and self.ruleset.players != 4 and len(seats) > 1:
            return self.say("several_seats", numbers="·".join(str(seat + 1) for seat in seats))
        return self.say("and").join(self.seat_name(seat) for seat in seats)

    def owner(self, who: int) -> Name:
        """Who has a level: a side, or a seat where partners are called."""
        if self.ruleset.partners == "called":
            return self.name(who)
        if self.seat is not None and self.seat % 2 == who:
            return Name(self.say("your_side"), own=True)
        return Name(self.names([s for s in range(self.ruleset.players) if s % 2 == who]))

    def owners(self, whose: Sequence[int]) -> Name:
        """Several who have a level."""
        each = [self.owner(who) for who in whose]
        return Name(self.say("and").join(map(str, each)), bool(each) and each[0].own)

    # Cards.

    def cards(self, cards: Cards | str) -> str:
        """Cards for reading: ♠AA ♥10, jokers by name."""
        return cards_in_words(
            Cards.parse(cards) if isinstance(cards, str) else cards, self.language
        )

    def trump(self, trump: str | None) -> str:
        """The trump suit, or that there is none."""
        if trump is None:
            return self.say("open")
        return self.say("no_trump") if trump == NO_TRUMP else self.suit(trump)

    def suit(self, suit: str) -> str:
        """The sign of a suit."""
        return str(self._texts["words"]["suit"][suit])

    def rule(self, rule: str | None) -> str:
        """The title of a rule, or that the referee decided."""
        if rule is None or rule == REFEREE:
            return str(self._texts["record"]["by_referee"])
        return rule_title(rule, self.language)

    def level(self, level: str) -> str:
        """A level in words."""
        if level == "X":
            return self.say("joker_level")
        return level.replace("T", "10") or self.say("open")

    def levels(self, levels: Sequence[str]) -> str:
        """The levels of all."""
        each = [
            say(self.language, "at_level", who=self.owner(who), level=self.level(level))
            for who, level in enumerate(levels)
        ]
        return self.say("levels", levels=self.say("comma").join(each))

    # Events.

    def told(
        self, data: Told, *, phase: str, banker: int | None, standing: str | None = None
    ) -> str:
        """The sentence for an event as the player sees it; empty if nothing is said.

        phase: in which it happened. banker: as far as the player knows. standing: the trump that
        had been shown before.
        """
        data = {"phase": phase, "banker": banker, "standing": standing, **data}
        kind = data["event"]
        if kind in _OWN_WORDS:
            return _OWN_WORDS[kind](self, data)
        facts: dict[str, Any] = {**data, "name": self.name(data["seat"]) if "seat" in data else ""}
        if isinstance(data.get("cards"), list):
            facts["cards"] = self.cards("".join(data["cards"]))
        elif data.get("cards"):
            facts["cards"] = self.cards(data["cards"])
        if "card" in data:
            facts["card"] = self.cards(data["card"])
        if "trump" in data:
            facts["trump"] = self.trump(data["trump"])
        if "level" in data:
            facts["level"] = self.level(data["level"])
            facts["banker"] = self.name(data["banker"])
        return self.say(kind, **facts)

    def _started(self, data: Told) -> str:
        return self.say("deal", number=data["number"]) + " · " + self.levels(data["levels"])

    def _declared(self, data: Told) -> str:
        key = {DRAW: "declared", "call": "called"}.get(data["phase"], "changed")
        if data["trump"] == NO_TRUMP and key == "changed":
            key = "attacked"
        if key == "declared" and data["standing"] is not None:
            secures = data["standing"] == data["trump"] != NO_TRUMP
            key = "secured" if secures else "overturned"
        return self.say(
            key,
            name=self.name(data["seat"]),
            cards=self.cards(data["cards"]),
            trump=self.trump(data["trump"]),
        )

    def _passed(self, data: Told) -> str:
        first = "passed_bid" if self.ruleset.declare_style == "concealed" else "passed_declare"
        keys = {DRAW: first, CALL: "passed_call", CHANGE: "passed_change", STEAL: "passed_steal"}
        return self.say(keys.get(data["phase"], "passed"), name=self.name(data["seat"]))

    def _bid(self, data: Told) -> str:
        name = self.name(data["seat"])
        if data["cards"]:
            return self.say("bid_own", name=name, cards=self.cards(data["cards"]))
        return self.say("bid", name=name, number=data["total"])

    def _kitty(self, data: Told) -> str:
        name, kind = self.name(data["seat"]), data["event"]
        if data["cards"]:
            return self.say(f"{kind}_own", name=name, cards=self.cards(data["cards"]))
        return self.say(kind, name=name, number=data["number"])

    def named(self, card: Card | str, copy: int) -> str:
        """A friend's card, with its number where that counts: the second ♠A."""
        text = self.cards(str(card))
        if self.ruleset.friend_by == "holder":
            return text
        return self.say("nth_card", card=text, copy=copy)

    def _partner_named(self, data: Told) -> str:
        key = "partner_named" if self.ruleset.friend_by == "holder" else "friend_named"
        card = self.named(data["card"], data.get("copy", 1))
        return self.say(key, name=self.name(data["seat"]), card=card)

    def _partner_known(self, data: Told) -> str:
        key = "partner_known"
        if data["seat"] == data["banker"]:
            key = "alone" if self.ruleset.friend_count == 1 else "no_friend"
        return self.say(key, name=self.name(data["seat"]))

    def _throw_failed(self, data: Told) -> str:
        key = "throw_fined" if data["penalty"] else "throw_failed"
        return self.say(
            key,
            name=self.name(data["seat"]),
            thrown=self.cards(data["thrown"]),
            played=self.cards(data["played"]),
            penalty=data["penalty"],
        )

    def _dug(self, data: Told) -> str:
        factor, points = data["multiplier"], data["points"]
        facts = {"kitty": self.cards(data["kitty"]), "multiplier": factor}
        if self.ruleset.dig == "last_trick":
            if factor <= 1:  # one card each: no digging
                return ""
            return self.say("dug_trick", points=f"{points:+}", trick=abs(points) // factor, **facts)
        if points:
            return self.say("dug", points=f"{points:+}", **facts)
        return self.say("kitty_up", **facts) if data["kitty"] != "-" else ""

    def _claimed(self, data: Told) -> str:
        name, against = self.name(data["seat"]), self.name(data["against"])
        key = "claimed" if data["rule"] else "claimed_wrongly"
        return self.say(key, name=name, against=against, rule=self.rule(data["rule"]))

    def _fouled(self, data: Told) -> str:
        by = self._texts["record"][data["by"]] if data["by"] else ""
        rule = self.rule(data["rule"])
        if data["effect"] is not None:
            effect = self._texts["fouls"]["effects"][data["effect"]]
            who = by if data.get("seat") is None else self.name(data["seat"])
            return self.say("fouled_effect", by=who, rule=rule, effect=effect)
        if not data["points"]:  # it ends the deal, and that is told next
            return self.say("fouled_alone", by=by, rule=rule)
        return self.say("fouled", by=by, rule=rule, points=f"{data['points']:+}")

    def _redealt(self, data: Told) -> str:
        if data["reason"] == clock.MATCH:
            return self.say("unfinished")
        if data["reason"] == MATCH_OVER:
            return self.say("broken_off")
        key = "redealt_nobody" if data["reason"] == "nobody" else "redealt"
        return self.say(key, reason=self.rule(data["reason"]))

    def _settled(self, data: Told) -> str:
        result = data["result"]
        key = "attackers_up" if result["levels"] else "attackers_take"
        key = "bankers_up" if result["side"] == BANKERS else key
        return self.say(
            key,
            points=data["attackers"],
            take_over=self.ruleset.take_over,
            levels=result["levels"],
        )

    def match_events(
        self, events: Sequence[MatchEvent], levels: Sequence[str]
    ) -> Iterator[tuple[MatchEvent, str]]:
        """Sentences for what a deal or the clock made of the match; levels: those at the end.

        Those who went up from the same level to the same are named together.
        """
        for same, changes in groupby(events, key=_promotion):
            if same is None:
                yield from ((one, self._match_event(one, levels)) for one in changes)
            else:
                together = [one for one in changes if isinstance(one, Promoted)]
                yield together[0], self._promoted(together)

    def _match_event(self, event: MatchEvent, levels: Sequence[str]) -> str:
        if isinstance(event, BankPassed):
            key = "first_call" if self.ruleset.declare_style == "call" else "bank"
            return self.say(key, name=self.name(event.banker))
        if isinstance(event, BankOpened):
            return self.say("bank_open")
        assert isinstance(event, MatchWon)
        who = self.owners(event.winners)
        if event.reason == "time":
            return self._time_decided(event.winners, levels, who)
        return self.say("match_won", who=who) if event.winners else self.say("match_drawn")

    def _promoted(self, events: Sequence[Promoted]) -> str:
        """That some went up, all from the same level to the same."""
        one, who = events[0], self.owners([event.who for event in events])
        old = self.level(one.old)
        if one.new is None:
            return self.say("beyond", who=who, old=old)
        new = self.level(one.new)
        if one.rounds:
            top = self.level(self.ruleset.ladder[-1])
            return self.say("next_round", who=who, top=top, new=new, round=one.rounds + 1)
        return self.say("promoted", who=who, old=old, new=new)

    def _time_decided(self, winners: Sequence[int], levels: Sequence[str], who: Name) -> str:
        """That time is up, who won by it, and why they did."""
        highest = max(levels, key=self.ruleset.ladder.index)
        level = self.level(highest)
        if not winners:
            return self.say("time_drawn", level=level)
        others = [level for at, level in enumerate(levels) if at not in winners]
        if highest in others:
            return self.say("time_bank", who=who, level=level)
        if len(others) != 1:
            return self.say("time_highest", who=who, level=level)
        return self.say("time_won", who=who, level=level, other=self.level(others[0]))

    # Refusals.

    def refusal(self, error: NotNow) -> str:
        """Why an action cannot be taken now."""
        facts = {
            name: self.cards(fact)
            if isinstance(fact, Cards)
            else self.seat_name(int(fact))
            if name == "seat"
            else in_words(name, fact, self.language)
            for name, fact in error.facts.items()
        }
        return str(self._texts["refusals"][error.code]).format(**facts)


# The events whose sentence needs more than its facts filled in.
_OWN_WORDS: dict[str, Callable[[Telling, Told], str]] = {
    "started": Telling._started,
    "declared": Telling._declared,
    "passed": Telling._passed,
    "bid": Telling._bid,
    "took_kitty": Telling._kitty,
    "buried": Telling._kitty,
    "partner_named": Telling._partner_named,
    "partner_known": Telling._partner_known,
    "throw_failed": Telling._throw_failed,
    "dug": Telling._dug,
    "claimed": Telling._claimed,
    "fouled": Telling._fouled,
    "redealt": Telling._redealt,
    "settled": Telling._settled,
}
