"""What a net is told: observations with trumps first, and actions in the same order.

Suits are renamed so that trumps come first, and in every suit the level card stands behind the ace.
So a net never learns the same thing once for each suit and level. Everything is done on packed
words, a block of 13 bits a suit, by one table: it is a few small operations for thousands of rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..bots.told import (
    LANE_MASKS,
    LEVELS,
    PHASES,
    SUITS_LED,
    card_columns,
    input_number,
    named_in,
    rounded,
    seats_in,
    sizes_in,
    switch_numbers,
)
from ..env.layout import Layout
from ..ruleset import Ruleset

SUITS, RANKS, FACES, TOKENS, STOP = 4, 13, 54, 217, 216
_BLOCK = 1 << RANKS


@dataclass(frozen=True)
class Naming:
    """How suits and ranks are renamed in some rows: the suit at each place, and the level."""

    suits: Tensor  # rows x 4
    level: Tensor  # rows


class Features(nn.Module):
    """Turns packed rows into what nets take, and their answers into tokens."""

    def __init__(self, layout: Layout) -> None:
        """For the observations of a layout, in version 2 or 3."""
        super().__init__()
        self.layout = layout
        named = [layout.scalars[name].start for name in named_in(layout)]
        self.register_buffer("_columns", torch.tensor(card_columns(layout)), persistent=False)
        self.register_buffer("_named", torch.tensor(named), persistent=False)
        self.register_buffer("_bits", _bit_table(), persistent=False)
        self.register_buffer("_order", _suit_table(), persistent=False)
        self.size = input_number(layout)
        self.world_size = rounded(FACES * layout.world_count)

    def naming(self, scalars: Tensor) -> Naming:
        """The names for these rows."""
        trump = scalars[:, self.layout.scalars["trump"].start].long()
        level = scalars[:, self.layout.scalars["level"].start].long()
        level = torch.where(level < 0, RANKS, level)
        return Naming(self._order[trump.clamp(min=-1) + 1], level)

    def rows(
        self,
        words: Tensor,
        scalars: Tensor,
        naming: Naming,
        switches: Tensor,
        dtype: torch.dtype,
    ) -> Tensor:
        """What the policy is told; switches: of all rows, or of each."""
        named = scalars[:, self._named].long()
        named = torch.where(named >= 0, 1 << named.clamp(min=0), 0)
        words = torch.cat([words[:, self._columns], named], 1)
        numbers = self._numbers(scalars.long(), naming).to(dtype)
        switches = switches.to(dtype).expand(len(words), -1)
        cards = self._cards(words, naming, self._bits.to(dtype))
        told = torch.cat([*cards, numbers, switches], 1)
        return functional.pad(told, (0, self.size - told.shape[1]))

    def world(self, words: Tensor, naming: Naming, dtype: torch.dtype) -> Tensor:
        """What the critic is told besides: all hands and the kitty."""
        cards = self._cards(words, naming, self._bits.to(dtype))
        empty = cards[0].new_zeros(len(words), self.world_size - FACES * words.shape[1])
        return torch.cat([*cards, empty], 1)

    def _cards(self, words: Tensor, naming: Naming, table: Tensor) -> tuple[Tensor, Tensor]:
        """Sets of cards as zeros and ones: 52 for every word, then the jokers of each."""
        shifts = RANKS * naming.suits[:, None, :]
        blocks = (words[:, :, None] >> shifts & (_BLOCK - 1)) + _BLOCK * naming.level[:, None, None]
        jokers = torch.stack([words >> 52 & 1, words >> 53 & 1], 2).to(table.dtype)
        return functional.embedding(blocks, table).flatten(1), jokers.flatten(1)

    def mask(self, masks: Tensor, naming: Naming) -> Tensor:
        """Which of the 217 answers may be given, in the order of the net."""
        stop = (masks[:, :1] >> FACES & 1).bool()
        return torch.cat(
            [*(part.bool() for part in self._cards(masks, naming, self._bits)), stop], 1
        )

    def tokens(self, answers: Tensor, naming: Naming) -> Tensor:
        """The tokens of the environment for answers of the net."""
        plain = answers.clamp(max=SUITS * SUITS * RANKS - 1)
        copies, place = plain // (SUITS * RANKS), plain % (SUITS * RANKS)
        suit = naming.suits.gather(1, (place // RANKS)[:, None])[:, 0]
        rank, level = place % RANKS, naming.level
        moved = (level < RANKS) & (rank >= level)
        rank = torch.where(moved & (rank == RANKS - 1), level, rank + moved)
        jokers = answers - SUITS * SUITS * RANKS
        joker = 4 * (52 + jokers % 2) + jokers // 2
        tokens = torch.where(jokers < 0, 4 * (RANKS * suit + rank) + copies, joker)
        return torch.where(answers == STOP, STOP, tokens)

    def answers(self, tokens: Tensor, naming: Naming) -> Tensor:
        """The answers of the net that are these tokens."""
        face, copies = tokens // 4, tokens % 4
        place = naming.suits.argsort(1).gather(1, (face // RANKS).clamp(max=SUITS - 1)[:, None])
        rank, level = face % RANKS, naming.level
        moved = torch.where(rank == level, RANKS - 1, rank - (rank > level).long())
        plain = SUITS * RANKS * copies + RANKS * place[:, 0] + moved
        joker = SUITS * SUITS * RANKS + 2 * copies + face - 52
        answers = torch.where(face >= 52, joker, plain)
        return torch.where(tokens == STOP, STOP, answers)

    def _numbers(self, scalars: Tensor, naming: Naming) -> Tensor:
        fields, players = self.layout.scalars, self.layout.players

        def one(name: str) -> Tensor:
            return scalars[:, fields[name].start]

        places = naming.suits.argsort(1)
        led = one("led_suit")
        suited = (led >= 0) & (led < SUITS)
        led = torch.where(suited, places.gather(1, led.clamp(0, SUITS - 1)[:, None])[:, 0], led)
        parts = [
            _one_hot(one("phase"), PHASES),
            _one_hot(naming.level, LEVELS),
            _one_hot(one("trump").clamp(-2, 0) + 2, 3),
            _one_hot(one("in_trick").clamp(max=players - 1), players),
            _one_hot(led + 1, SUITS_LED),
        ]
        parts += [_one_hot(one(name) + 1, players + 1) for name in seats_in(self.layout)]
        sizes = sizes_in(self.layout)
        parts += [scalars[:, fields[name].columns] / most for name, most in sizes.items()]
        suits = naming.suits[:, None, :]
        for name in LANE_MASKS:
            lanes = scalars[:, fields[name].columns][:, :, None]
            parts += [(lanes >> suits & 1).flatten(1), (lanes >> SUITS & 1).flatten(1)]
        return torch.cat([part.float() for part in parts], 1)


def switches_of(ruleset: Ruleset) -> Tensor:
    """What nets are told of the switches of a ruleset."""
    return torch.tensor(switch_numbers(ruleset))


def _one_hot(numbers: Tensor, size: int) -> Tensor:
    """A one at the place of each number; on a GPU nothing has to be waited for."""
    return numbers[:, None] == torch.arange(size, device=numbers.device)


def _bit_table() -> Tensor:
    """For every level, then every block of a suit: its bits, the level's behind the others."""
    blocks = torch.arange(_BLOCK)
    bits = (blocks[:, None] >> torch.arange(RANKS) & 1).float()
    rows = []
    for level in range(RANKS):
        order = [rank for rank in range(RANKS) if rank != level] + [level]
        rows.append(bits[:, order])
    return torch.cat([*rows, bits])


def _suit_table() -> Tensor:
    """For no trump, then every trump: which suit is at each place."""
    orders = [[0, 1, 2, 3]]
    orders += [[trump] + [suit for suit in range(SUITS) if suit != trump] for trump in range(SUITS)]
    return torch.tensor(orders)
