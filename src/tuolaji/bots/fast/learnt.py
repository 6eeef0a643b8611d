"""A player that does what a taught policy holds likeliest, token by token."""

from __future__ import annotations

from ...cards.planes import Planes, size
from ...engine.action_tokens import extend, next_tokens, token_at
from ...engine.state import State
from ...engine.trail import Trail
from ...rules.tokens import STOP
from .inputs import Inputs
from .trunk import Trunk

_NEVER = -4611686018427387904


class Learnt:
    """A policy, and what it is told."""

    def __init__(self, inputs: Inputs, policy: Trunk) -> None:
        """The inputs must be those that the policy was taught with."""
        self.inputs = inputs
        self.policy = policy

    def choose(self, deal: State, trail: Trail) -> Planes:
        """The cards of an action of the seat whose turn it is; the deal has them as chosen."""
        while True:
            tokens = next_tokens(deal)
            if size(tokens) == 1:
                token = token_at(tokens, 0)
            else:
                self.look(deal, trail)
                token = self._likeliest(tokens)
            if extend(deal, token):
                return deal.chosen

    def look(self, deal: State, trail: Trail) -> None:
        """Take in what the seat whose turn it is knows; `likely` answers."""
        self.inputs.look(deal, trail, deal.turn)
        self.policy.think(self.inputs)

    def likely(self, token: int) -> int:
        """How likely a token is to be chosen, as the logarithm without its constant."""
        return self.policy.answer(self.inputs.answer(token), STOP + 1)

    def _likeliest(self, tokens: Planes) -> int:
        """The token of a mask that is likeliest, of equals the first."""
        best = -1
        most = _NEVER
        for at in range(size(tokens)):
            token = token_at(tokens, at)
            likely = self.likely(token)
            if likely > most:
                most = likely
                best = token
        return best
