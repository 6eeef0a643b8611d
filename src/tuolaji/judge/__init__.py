"""The referee: one question in, one answer out, as `docs/judge.md` describes."""

from .answer import judge, judge_line

__all__ = ["judge", "judge_line"]
