"""What is wrong with a record, as values and in words.

A `Difference` has its line and a code; the sentence for the code is in `texts/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...texts.explain import explain
from ...texts.reader import texts
from ...verdicts.ruling import NotNow, Ruling

_LONGEST = 60


@dataclass(frozen=True)
class Difference:
    """A line that cannot be read, or that disagrees with the rules.

    refused: why the rules refuse what the line says was done.
    """

    line: int
    code: str
    facts: Mapping[str, str | int] = field(default_factory=dict)
    refused: Ruling | NotNow | None = None

    def __str__(self) -> str:
        return told(self)


class RecordError(ValueError):
    """A record that cannot be read, or that the rules contradict: all its differences."""

    def __init__(self, differences: tuple[Difference, ...]) -> None:
        self.differences = differences
        super().__init__("\n".join(map(told, differences)))


def told(difference: Difference, language: str = "en") -> str:
    """The difference as a sentence that begins with the line."""
    words = texts(language)["record"]
    facts = {name: clean(str(fact)) for name, fact in difference.facts.items()}
    if difference.refused is not None:
        facts["why"] = _why(difference.refused, language)
    sentence = words["differences"][difference.code].format(**facts)
    return str(words["line"].format(line=difference.line, sentence=sentence))


def _why(refused: Ruling | NotNow, language: str) -> str:
    if isinstance(refused, Ruling):
        colon = texts(language)["words"]["colon"]
        return f"{refused.rule}{colon}{explain(refused, language)}"
    refusals = texts(language)["record"]["refused"]
    return str(refusals.get(refused.code, refused.code))


def clean(text: str) -> str:
    """The text made fit to be shown: printable and short."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
