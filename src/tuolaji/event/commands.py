"""What can be done in an event: every wish is checked, and becomes the entry that does it.

`do` is the one door: it refuses what the role may not do and what cannot be, and gives the line to
append. Entries that say nothing new come to no line (a result entered twice).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..verdicts.ruling import NotNow
from . import entries as log
from .checks import CHECKS, Wish
from .duplicate import commit
from .entries import AnyEntry, By, Line
from .links import need_right
from .outcomes import Outcome, outcomes
from .plan import Plan, plan_of
from .refused import PlanError, Refused
from .state import Event, replay


def make(plan: Plan, at: float, by: By) -> Line:
    """The first line of an event."""
    return Line(1, at, by, log.Made(plan))


def do(
    event: Event, entry: AnyEntry, *, at: float, by: By, why: str = "", brought: bool = False
) -> Line | None:
    """The line that does this, or None where it changes nothing; Refused says why not.

    brought: it was done before, and comes with a log from elsewhere.
    """
    need_right(event, by, entry)
    check = CHECKS.get(type(entry))
    checked: AnyEntry | None = (
        entry if check is None else check(Wish(event, by, at, brought), entry)
    )
    if checked is None:
        return None
    if isinstance(checked, log.RULINGS) and not why:
        raise Refused("why-needed")
    line = Line(len(event.lines) + 1, at, by, checked, why)
    after = replay([*event.lines, line])  # whatever could not be counted is refused here
    try:
        found = outcomes(after)
    except (NotNow, ValueError) as error:
        raise error if isinstance(error, Refused) else Refused("cannot", why=error) from None
    if event.secret and not brought:
        _need_over(outcomes(event), found)
    return line


def _need_over(before: Mapping[str, Outcome], after: Mapping[str, Outcome]) -> None:
    """Refused if a match that was over would be played on: everybody knows its cards."""
    reopened = [id_ for id_, one in before.items() if one.over and not after[id_].over]
    if reopened:
        raise Refused("cards-known", matches=", ".join(reopened))


def before_draw(event: Event, *, seed: str, secret: str) -> list[AnyEntry]:
    """What has to be written before a round is drawn: the promise of the cards, and a new seed.

    secret: that the cards will follow from.
    """
    wanted: list[AnyEntry] = [seal(secret)] if event.plan.sealed and not event.commit else []
    if seed:
        wanted.append(log.SeedPublished(seed))
    return wanted


def seal(secret: str) -> log.BoardsSealed:
    """The promise that the cards will follow from a secret."""
    return log.BoardsSealed(commit(secret))


def brought(event: Event, *, secret: str) -> list[AnyEntry]:
    """What has to be written where an event goes on with a log from elsewhere.

    secret: that the cards will follow from here; promised anew, if cards were.
    """
    return [log.Brought(), *([seal(secret)] if event.commit else [])]


def checked(lines: Sequence[Line]) -> Event:
    """The event of a log of unknown origin; Refused at the first line nobody could have written."""
    first = lines[0]
    if not isinstance(first.entry, log.Made) or first.by.role != log.ORGANISER:
        raise Refused("log-line", number=1)
    try:
        plan_of(log.plain(first.entry.plan), brought=True)
    except PlanError as error:
        raise error.wrong[0] from None
    event = replay(lines[:1])
    for at, line in enumerate(lines[1:], 2):
        try:
            done = do(event, line.entry, at=line.at, by=line.by, why=line.why, brought=True)
        except Refused as error:
            raise Refused("log-refused", number=at, why=error) from None
        if done != line:
            raise Refused("log-line", number=at)
        event = replay(lines[:at])
    return event
