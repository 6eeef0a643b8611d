"""The fair shuffle: nobody can choose the cards, and everybody can check it afterwards.

Before a deal the server draws 64 secret bytes and shows their SHA-256. Then the seats may add words
of their own, and where a ruleset has a cut, the cutter a place. All of it makes the key of a stream
of HMAC-SHA256 blocks, from which the deck is shuffled (Fisher and Yates, numbers out of range are
drawn again). After the deal the secret is shown. Decides `deal.shuffle` and `deal.cut` online.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass

from ...cards import Card
from ...deal import full_deck
from ...lots import numbers, shuffle
from ...notation.record import DealRecord
from ...ruleset import Ruleset
from ...texts.reader import texts

SECRET, COMMIT, LUCK, CUT = "Secret", "Commit", "Luck", "Cut"


class Unfair(ValueError):
    """Cards that are not those of their seed, or cannot be checked; `text` says why."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)

    def text(self, language: str) -> str:
        """The reason, in a language."""
        template: str = texts(language)["server"]["verify"][self.code]
        return template.format(**self.facts)


@dataclass(frozen=True)
class Shuffle:
    """All that the cards of a deal follow from: the secret, each seat's words, and the cut.

    fixed: the cards of a lesson, which follow from nothing.
    """

    secret: bytes
    luck: tuple[str, ...]
    cut: int = 0
    fixed: tuple[Card, ...] = ()

    @property
    def commit(self) -> str:
        """What is shown before the draw."""
        return commit(self.secret)

    def deck(self, ruleset: Ruleset) -> list[Card]:
        """The cards in the order of the draw."""
        if self.fixed:
            return list(self.fixed)
        words = json.dumps(self.luck, ensure_ascii=True, separators=(",", ":"))
        deck = full_deck(ruleset)
        shuffle(numbers(hmac.digest(self.secret, words.encode("ascii"), "sha256")), deck)
        return deck[self.cut :] + deck[: self.cut]

    def tags(self) -> tuple[tuple[str, str], ...]:
        """What the record of the deal says of it."""
        if self.fixed:
            return ()
        luck = json.dumps(self.luck, ensure_ascii=False)
        seed = ((COMMIT, self.commit), (SECRET, self.secret.hex()), (LUCK, luck))
        return (*seed, (CUT, str(self.cut)))

    @classmethod
    def of_tags(cls, tags: Mapping[str, str]) -> Shuffle:
        """The shuffle a record tells; Unfair names the tag that is missing or cannot be."""
        for name in (COMMIT, SECRET, LUCK, CUT):
            if name not in tags:
                raise Unfair("tag-missing", name=name)
        name = SECRET
        try:
            secret = bytes.fromhex(tags[SECRET])
            name = CUT
            cut = int(tags[CUT])
            name = LUCK
            luck = json.loads(tags[LUCK])
        except (ValueError, RecursionError):
            raise Unfair("unreadable", name=name) from None
        if not isinstance(luck, list) or not all(isinstance(words, str) for words in luck):
            raise Unfair("unreadable", name=LUCK)
        return cls(secret, tuple(luck), cut)


def commit(secret: bytes) -> str:
    """The SHA-256 of a secret."""
    return hashlib.sha256(secret).hexdigest()


def seeded(seed: int, number: int) -> bytes:
    """The secret of a deal whose cards are to be the same again, known to all who know the seed."""
    return hashlib.sha512(f"{seed}/{number}".encode("ascii")).digest()


def need_fair(record: DealRecord) -> None:
    """Unfair if the cards of a record are not those of its seed."""
    tags = dict(record.tags)
    shuffle = Shuffle.of_tags(tags)
    if shuffle.commit != tags[COMMIT]:
        raise Unfair("promised")
    most = 54 * record.ruleset.decks - 1
    if not 0 <= shuffle.cut <= most:
        raise Unfair("cut", most=most)
    if shuffle.deck(record.ruleset) != list(record.deck):
        raise Unfair("cards")
