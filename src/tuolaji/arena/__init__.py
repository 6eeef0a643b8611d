"""The arena: bots against each other on mirrored deals, and a protocol for anybody's bots."""

from .report import report
from .results import Outcome
from .run import Plan, Run

__all__ = ["Outcome", "Plan", "Run", "report"]
