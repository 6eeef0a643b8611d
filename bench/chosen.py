"""Deals with chosen cards, to be looked at: one bot plays in all seats.

    python bench/chosen.py master:40worlds --each 10 --out chosen.tlj
    tuolaji replay chosen.tlj --deal 1

Seat 0 has the bank and plays at level 2. The cards are dealt at random but for what a kind says;
what `club` makes of the same cards in all four seats stands beside the result.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from tuolaji import bots
from tuolaji.bots.host import Host, choice
from tuolaji.cards import Card
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import Action
from tuolaji.deal.match import Match
from tuolaji.notation.record import DealRecord, write
from tuolaji.ruleset import Ruleset

RULESET = Ruleset.parse("classic")
SEATS = range(RULESET.players)


def spades_and_more(card: Card) -> bool:
    """Whether a card is a trump when spades are and 2 is the level."""
    return card.suit in "SX" or card.rank == "2"


# Which seats the cards of a kind go to first, by seat: whether a card is wanted, and how many.
Wish = tuple[int, Callable[[Card], bool], int]
KINDS: dict[str, tuple[Wish, ...]] = {
    "the banker holds most trumps": ((0, spades_and_more, 22),),
    "an attacker holds most trumps": ((0, lambda card: str(card) == "H2", 1),
                                      (1, spades_and_more, 22)),
    "the bank's side holds all points": tuple(
        (seat, lambda card: card.points > 0, 12) for seat in (0, 2)
    ),
    "the attackers hold all points": tuple(
        (seat, lambda card: card.points > 0, 12) for seat in (1, 3)
    ),
    "every seat has a suit of its own": tuple(
        (seat, lambda card, suit=suit: card.suit == suit, 20) for seat, suit in enumerate("SHCD")
    ),
}  # fmt: skip


def dealt(kind: str, seed: int) -> list[Card]:
    """A deck in the order of the draw that fulfils the wishes of a kind."""
    chance = Random(f"{kind} {seed}")
    rest = full_deck(RULESET)
    chance.shuffle(rest)
    hands: list[list[Card]] = [[] for _ in SEATS]
    for seat, wanted, number in KINDS[kind]:
        for card in [card for card in rest if wanted(card)][:number]:
            hands[seat].append(card)
            rest.remove(card)
    for hand in hands:
        while len(hand) < RULESET.hand_size:
            hand.append(rest.pop())
        chance.shuffle(hand)
    return [hand[at] for at in range(RULESET.hand_size) for hand in hands] + rest


def beginning() -> Setup:
    """Seat 0 has the bank, both sides are at level 2, and it is not the first deal."""
    return replace(Match.begin(RULESET, 0).setup(), banker=0, number=2)


def played(deck: list[Card], name: str) -> tuple[Deal, list[Action]]:
    """The deal as a bot plays it in all seats."""
    seated = [bots.make(name, seat, seat) for seat in SEATS]
    host, actions = Host(enumerate(seated), Deal.begin(RULESET, beginning(), deck)), []
    while (turn := host.deal.turn) is not None:
        actions.append(choice(seated[turn], host.deal))
        host.apply(actions[-1])
    return host.deal, actions


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bot")
    parser.add_argument("--each", type=int, default=10, help="deals of a kind")
    parser.add_argument("--out", type=Path, default=Path("chosen.tlj"), help="the records")
    given = parser.parse_args()
    records = []
    for kind in KINDS:
        for seed in range(given.each):
            deck = dealt(kind, seed)
            deal, actions = played(deck, given.bot)
            other, _ = played(deck, "club")
            points = f"{deal.attackers_points} points ({other.attackers_points} by club)"
            print(f"{len(records) + 1:3}  {kind}: {points}", flush=True)
            record = DealRecord(RULESET, beginning(), tuple(deck), tuple(actions))
            records.append(record)
    given.out.write_text(write(records), encoding="utf-8")


if __name__ == "__main__":
    main()
