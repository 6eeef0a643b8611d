"""A finished deal step by step with all hands open, and matches from files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from time import time
from typing import Any

from ...deal import Deal, from_here
from ...deal.actions import to_json as action_to_json
from ...deal.events import Drawn, Event, Played, ThrowFailed, to_json
from ...deal.match import Match
from ...deal.phase import CALL, CHANGE, DRAW, OVER, STEAL
from ...deal.view import to_json as view_to_json
from ...deal.view import view
from ...notation.record import DealRecord, Difference, read, told
from ...notation.sav import SIZE, SaveFile, SaveFileError
from ...ruleset import Ruleset
from ...study import NoQuestion
from ...texts.explain import ruleset_name
from ...texts.narrate import Telling
from ...texts.reader import LANGUAGES, texts
from ...verdicts import Shape, plays, read_lead, trick
from ..table import entries as log
from ..table.turn_info import lanes

MOST_DEALS = 200
_MOST_TRIED = 2000


class BadFile(ValueError):
    """A file that holds no match or deal; says why."""


def replayed(record: DealRecord, language: str) -> dict[str, Any]:
    """A deal as frames, one for each thing that happened after the draw of each card.

    at: how many actions of the deal were done by then.
    """
    ruleset, tags = record.ruleset, dict(record.tags)
    bots = texts(language)["server"]["bots"]
    who = [tags.get(f"Seat{seat}", "") for seat in range(ruleset.players)]
    return {
        "title": ruleset_name(ruleset.base, language),
        "ruleset": str(ruleset),
        "players": ruleset.players,
        "number": record.setup.number,
        "called": [bots.get(name) or _unnumbered(name, language) for name in who],
        "bots": [name in bots for name in who],
        "frames": list(_frames(record, Telling(ruleset, None, language))),
    }


def _unnumbered(name: str, language: str) -> str:
    """A name; a guest's number says nothing to whoever looks at the deal afterwards."""
    for one in LANGUAGES:
        before, after = texts(one)["server"]["guest"].split("{number}")
        if re.fullmatch(rf"{before}\d+{after}", name):
            return str(texts(language)["server"]["guest"].format(number="")).strip()
    return name


def _frames(record: DealRecord, telling: Telling) -> Iterator[dict[str, Any]]:
    deal, events = Deal.begin(record.ruleset, record.setup, record.deck)
    yield _frame(deal, None, telling)
    for event in events:
        if not isinstance(event, Drawn):
            yield _frame(deal, event, telling)
    for at, action in enumerate(record.actions, start=1):
        before = deal
        deal, events = deal.apply(action)
        for event in events:
            if not isinstance(event, Drawn):
                frame = _frame(deal, event, telling, before) | {"at": at}
                if isinstance(event, Played) and not deal.trick:
                    trick = [*map(str, before.trick), str(event.cards)]
                    frame["view"] |= {"trick": trick, "leader": before.leader}
                if isinstance(event, ThrowFailed):
                    frame["beaten"] = _beaten_by(before, event)
                yield frame


def _beaten_by(deal: Deal, failed: ThrowFailed) -> list[dict[str, Any]]:
    """Who could have beaten what was forced of a failed throw, and the least it took."""
    assert deal.terms is not None
    lead = read_lead(deal.terms, failed.played)
    assert isinstance(lead, Shape)
    out = []
    for seat in from_here(failed.seat, deal.ruleset.players)[1:]:
        every = islice(plays(deal.terms, lead, deal.hands[seat]), _MOST_TRIED)
        beat = [
            play
            for play in every
            if deal.terms.suit(play) == deal.terms.suit(failed.played)
            and trick(deal.terms, lead, [play]).winner == 1
        ]
        if beat:
            step = deal.terms.order.step
            least = min(beat, key=lambda play: max(step(card.face) for card in play))
            out.append({"seat": seat, "cards": str(least)})
    return out


def _frame(
    deal: Deal, event: Event | None, telling: Telling, before: Deal | None = None
) -> dict[str, Any]:
    """A moment of a replay; before: the deal before the action that made it."""
    public = view(deal)
    step = None if event is None else to_json(event)
    text = ""
    if step is not None and step["event"] != "played":
        phase = before.phase if before and before.phase in (CALL, CHANGE, STEAL) else DRAW
        standing = before.contest.trump if before else None
        text = telling.told(step, phase=phase, banker=public.banker, standing=standing)
    return {
        "at": 0,
        "step": step,
        "text": text.strip(" →"),
        "hands": [str(hand) for hand in deal.hands],
        "kitty": str(deal.kitty),
        "view": view_to_json(public),
        "lanes": lanes(public),
    }


def continued(match: Match, rest: bytes) -> log.Made:
    """The first entry of a table that goes on with a match; rest: the unknown bytes of it."""
    return log.Made(
        match.ruleset.lasting,
        "",
        match.first_seat,
        time(),
        solo=True,
        levels=match.levels,
        banker=match.banker,
        deals=match.deals,
        failures=match.failures,
        rounds=match.rounds,
        rest=rest.hex(),
    )


def begun(
    record: DealRecord, at: int, seat: int, language: str
) -> tuple[log.Made, list[log.AnyEntry]]:
    """A table at which a deal is played on after so many actions, and what was done there.

    seat: where its maker sits, against bots. BadFile if nobody is to act there.
    """
    cut = replace(record, actions=record.actions[:at])
    if not 0 <= at <= len(record.actions) or cut.replay()[0].turn is None:
        raise BadFile(NoQuestion("over", number=len(record.actions)).text(language))
    if not 0 <= seat < record.ruleset.players:
        raise BadFile(str(texts(language)["server"]["refused"]["no-such-seat"]))
    setup = record.setup
    made = log.Made(
        record.ruleset.lasting,
        "",
        setup.first_seat,
        time(),
        solo=True,
        levels=setup.levels,
        banker=setup.banker,
        deals=setup.number - 1,
        failures=setup.failures,
        rounds=setup.rounds,
        seat=seat,
        midway=True,
    )
    done = [
        log.Acted(action.get("seat") or 0, action, "bot" if "seat" in action else "referee")
        for action in map(action_to_json, cut.actions)
    ]
    return made, [log.Dealt(time(), deck=" ".join(map(str, record.deck))), *done]


def read_records(data: bytes, language: str) -> list[DealRecord]:
    """The deals of an uploaded file; BadFile tells every difference."""
    deals = read(data)
    wrong: list[Difference] = [d for deal in deals for d in deal.differences]
    if wrong:
        raise BadFile("\n".join(told(difference, language) for difference in wrong[:20]))
    records = [deal.record for deal in deals if deal.record is not None]
    if not records or len(records) > MOST_DEALS:
        raise BadFile(f"the file holds {len(records)} deals; 1 to {MOST_DEALS} are wanted")
    return records


def match_of(data: bytes, language: str, ruleset: Ruleset) -> tuple[Match, bytes]:
    """The match that a GAME.SAV or a record holds, and the unknown bytes of a GAME.SAV.

    Its next deal is dealt anew. ruleset: by which the match of a GAME.SAV goes on; a record says it
    itself.
    """
    if _is_save(data):
        try:
            saved = SaveFile.parse(data)
            return saved.to_match(ruleset), saved.rest
        except SaveFileError as error:
            raise BadFile(error.text(language)) from None
    return _match_of_record(data, language), b""


def _is_save(data: bytes) -> bool:
    """Whether a file is a GAME.SAV, whole or not: its first bytes are no text."""
    if any(byte < 32 and byte not in b"\t\n\r" for byte in data[: SIZE + 2]):
        return True
    return len(data) <= SIZE and not data[:1].isspace() and not data.startswith((b"[", b"{"))


def _match_of_record(data: bytes, language: str) -> Match:
    """The match that a record holds."""
    last = read_records(data, language)[-1]
    match = Match.before(last.ruleset, last.setup)
    deal, _ = last.replay()
    match = match.after(deal)[0] if deal.phase == OVER else match
    if match.over is not None:
        raise BadFile(_over(language))
    return match


def _over(language: str) -> str:
    return SaveFileError("over").text(language)
