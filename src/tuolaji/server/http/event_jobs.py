"""Jobs for events: uploaded logs, draws, score sheets; many entrants take seconds."""

from __future__ import annotations

import msgspec

from ...event import commands, formats
from ...event import entries as log
from ...event.entries import Pairing
from ...event.log import read_lines
from ...event.refused import Refused as EventRefused
from ...event.sheets import score_sheets
from ...event.state import replay
from ..jobs import FILES, Refused, job

Addresses = dict[tuple[str, str, int], str]  # of the page of a match, an entrant and a player


@job(FILES)
def check_log(data: bytes, language: str) -> None:
    """Refused if nobody could have written a log so."""
    try:
        commands.checked(read_lines(data, ""))
    except EventRefused as error:
        raise Refused(422, error.code, error.text(language)) from None


@job(FILES)
def drawn_for(lines: list[bytes], language: str) -> bytes:
    """The rounds that are to be drawn; in a process of its own, as many entrants take seconds."""
    try:
        return msgspec.json.encode(formats.draw(replay(map(log.decode, lines))))
    except EventRefused as error:
        raise Refused(409, error.code, error.text(language)) from None


@job(FILES)
def sheets_for(lines: list[bytes], addresses: Addresses, language: str, round_: int) -> str:
    """Score sheets; in a process of its own, as hundreds of QR codes take seconds."""

    def address(pairing: Pairing, who: str, player: int) -> str:
        return addresses[pairing.id, who, player]

    return score_sheets(replay(map(log.decode, lines)), language, address, round_)
