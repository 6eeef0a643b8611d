"""What a taught policy thinks of: the likeliest actions, and by how much less likely each is."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from ..cards.planes import Planes, size
from ..engine.action_tokens import extend, next_tokens, token_at
from ..engine.state import State
from ..engine.trail import Trail
from .fast.learnt import Learnt
from .fast.trunk import CELL_BITS

UNIT = 1 << CELL_BITS  # what counts 1 in logarithms of how likely something is
_QUESTIONS = 16  # to the policy, at most


@dataclass(frozen=True)
class Thought:
    """An action; behind: how much less likely than the first it is, as a logarithm."""

    behind: int
    cards: Planes


def thoughts(learnt: Learnt, deal: State, trail: Trail, most: int, behind: int) -> list[Thought]:
    """Up to so many actions of the seat to move, none further behind than that, the first first.

    What is chosen so far is gone on with token by token, the likeliest first.
    """
    found = [Thought(0, learnt.choose(deal.clone(), trail))]
    begun = [(0, 0, deal)]
    for number in range(_QUESTIONS):
        if not begun or len(found) == most:
            break
        least, _, now = begun.pop(begun.index(min(begun, key=lambda one: one[:2])))
        for further, token in _tokens(learnt, now, trail):
            after = now.clone()
            if least + further > behind:
                continue
            if not extend(after, token):
                begun.append((least + further, number, after))
            elif after.chosen != found[0].cards:
                found.append(Thought(least + further, after.chosen))
    return sorted(found[:1] + sorted(found[1:], key=_order)[: most - 1], key=_order)


def chances(found: list[Thought]) -> dict[Planes, float]:
    """How readily each of some actions is chosen against the others."""
    shares = {one.cards: exp(-one.behind / UNIT) for one in found}
    return {cards: share / sum(shares.values()) for cards, share in shares.items()}


def _order(thought: Thought) -> tuple[int, Planes]:
    return thought.behind, thought.cards


def _tokens(learnt: Learnt, deal: State, trail: Trail) -> list[tuple[int, int]]:
    """The tokens that may come next, and how far each is behind the likeliest."""
    mask = next_tokens(deal)
    tokens = [token_at(mask, at) for at in range(size(mask))]
    if len(tokens) == 1:
        return [(0, tokens[0])]
    learnt.look(deal, trail)
    likely = [learnt.likely(token) for token in tokens]
    return [(max(likely) - one, token) for one, token in zip(likely, tokens, strict=True)]
