"""Reading a record for a command that needs one that is right."""

from __future__ import annotations

from pathlib import Path

from ..bots import all_names, says_time
from ..notation.record import DealRecord, RecordError, told
from ..notation.record.told import clean
from ..study import NoQuestion
from ..texts.reader import texts
from .output import refuse

_MOST_TOLD = 5


def read_records(file: Path, language: str) -> list[DealRecord]:
    """The deals of a file; what is wrong with it is said, and ends the command."""
    words, name = texts(language)["record"], clean(str(file))
    try:
        return DealRecord.parse(file.read_bytes())
    except OSError as error:
        refuse(words["no_file"].format(file=name, why=error.strerror or error))
    except RecordError as error:
        wrong = error.differences
        lines = [words["wrong"].format(number=len(wrong))]
        lines += [f"- {told(one, language)}" for one in wrong[:_MOST_TOLD]]
        if len(wrong) > _MOST_TOLD:
            lines.append(words["more"].format(number=len(wrong) - _MOST_TOLD))
        refuse("\n".join(lines))


def check_deal(file: Path, number: int, deals: int, language: str) -> None:
    """Refuse a number that no deal of the file has."""
    if not 1 <= number <= deals:
        facts = {"file": clean(str(file)), "number": deals, "wanted": number}
        refuse(texts(language)["record"]["no_such_deal"].format(**facts))


def check_bot(name: str, language: str, *, timed: bool = False) -> None:
    """Refuse a bot that does not exist; timed: the name may say how long it thinks."""
    if name not in all_names() and not (timed and says_time(name)):
        refuse(NoQuestion("no_bot", bot=clean(name), known=", ".join(all_names())).text(language))
