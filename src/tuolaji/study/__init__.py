"""Study: what a bot would have done in a record, and what every decision cost.

`hint(record, at)` answers for the seat to move, `analyse(record)` goes through all decisions. A bot
hears what the seat heard and sees its view; how the hidden cards lay changes nothing.
"""

from .analysis import Analysis, analyse, go, tasks, thresholds
from .decision import LOOK, SIZES, WEIGHER, CannotWeigh, Decision
from .hint import Hint, adviser, hint, reason_of
from .questions import NoQuestion, Question, question, questions

__all__ = [
    "LOOK",
    "SIZES",
    "WEIGHER",
    "Analysis",
    "CannotWeigh",
    "Decision",
    "Hint",
    "NoQuestion",
    "Question",
    "adviser",
    "analyse",
    "go",
    "hint",
    "question",
    "questions",
    "reason_of",
    "tasks",
    "thresholds",
]
