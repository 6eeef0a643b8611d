"""Why an event cannot be so, or may not go on so: a code with facts, in words in each language."""

from __future__ import annotations

from ..texts.reader import texts


class Refused(ValueError):
    """Something that cannot be done; the code is a key of the catalogue's `event.refused`."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(self.text("en"))

    def text(self, language: str) -> str:
        """The reason in a sentence."""
        template: str = texts(language)["event"]["refused"][self.code]
        return template.format(**self.facts)


class PlanError(ValueError):
    """All that is wrong with a plan."""

    def __init__(self, wrong: list[Refused]) -> None:
        self.wrong = wrong
        super().__init__("; ".join(map(str, wrong)))
