"""Roles by secret link: who may do what, and tokens that cannot be guessed or read from the log.

A token follows from the event's key and the link's name, so that whoever has the key can print a
link again; the log holds only its SHA-256 and can be published.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from . import entries as log
from .entries import By
from .refused import Refused
from .state import Event, Link, in_log

KEY_BYTES = 32

ROLES = (log.ORGANISER, log.REFEREE, log.PLAYER, log.PUBLIC)

_PLAYERS = (log.DealEntered, log.TotalEntered, log.Confirmed, log.Appealed, log.RefereeCalled)
_REFEREES = (
    *_PLAYERS, *log.RULINGS, log.CheckedIn, log.Substituted, log.Started, log.Stopped, log.WentOn,
    log.TimeCalled, log.Upheld, log.Reversed, log.CallAnswered,
)  # fmt: skip
_TABLES = (
    log.Started, log.Stopped, log.WentOn, log.TimeCalled, log.TimeGiven, log.TableOpened,
    log.DealEntered, log.Voided, log.RefereeCalled, log.CallAnswered,
)  # fmt: skip


def token(key: bytes, link: str) -> str:
    """The secret of a link."""
    made = hmac.digest(key, f"link {link}".encode(), "sha256")
    return urlsafe_b64encode(made).decode("ascii").rstrip("=")


def link_name(event: Event, role: str, who: str = "", player: int = 0) -> str:
    """The name of the link that somebody has now; another one after each that is dead."""
    name = f"{role}:{who}" if who else role
    name = f"{name}.{player}" if player else name
    dead = sum(
        isinstance(line.entry, log.LinkGiven)
        and line.entry.id.partition("#")[0] == name
        and line.entry.id not in event.links
        for line in event.lines
    )
    return f"{name}#{dead + 1}" if dead else name


def hand_out(
    event: Event, key: bytes, role: str, who: str = "", player: int = 0
) -> tuple[str, log.LinkGiven | None]:
    """The token of somebody's link, and what has to be written if they had none."""
    name = link_name(event, role, who, player)
    secret = token(key, name)
    if name in event.links:
        return secret, None
    return secret, log.LinkGiven(name, digest(secret), role, who, player)  # type: ignore[arg-type]


def digest(secret: str) -> str:
    """What the log keeps of a token."""
    return hashlib.sha256(secret.encode("utf-8")).hexdigest()


def secret_of_cards(key: bytes) -> str:
    """What all cards of the event follow from, known to nobody until it is published."""
    return hmac.digest(key, b"boards", "sha256").hex()


def secret_of_table(secret: str, seed: str, match: str, room: int) -> str:
    """What the cards of a match at one of the server's tables follow from.

    secret: of the cards, sealed before the seed was published; so nobody could choose either by
    the cards it brings, and when it is opened everybody can check them.
    """
    words = "\x1f".join((seed, match, str(room)))
    return hmac.digest(bytes.fromhex(secret), words.encode(), "sha256").hex()


def link_of(event: Event, secret: str) -> Link | None:
    """The link that a token opens; None if it is none, or was withdrawn."""
    found = digest(secret)
    for link in event.links.values():
        if hmac.compare_digest(link.digest, found):
            return link
    return None


def who_comes(event: Event, secret: str) -> By | None:
    """Who comes by a link; None if it is none, or was withdrawn."""
    link = link_of(event, secret)
    return None if link is None else By(link.role, link.who)  # type: ignore[arg-type]


def need_right(event: Event, by: By, entry: log.AnyEntry) -> None:
    """Refused if the role may not do this, or not in this match."""
    if by.role == log.ORGANISER:
        return
    allowed = {log.REFEREE: _REFEREES, log.PLAYER: _PLAYERS, log.TABLE: _TABLES}.get(by.role, ())
    if not isinstance(entry, allowed):
        raise Refused("no-right", role=by.role)
    if by.role == log.PLAYER and not _own(event, by.who, entry):
        raise Refused("not-yours", who=by.who)


def _own(event: Event, who: str, entry: log.AnyEntry) -> bool:
    """Whether an entry is about a match of the entrant's."""
    if isinstance(entry, log.Appealed):
        line = in_log(event, entry.line)
        about = None if line is None else line.entry
        if isinstance(about, log.Warned | log.Disqualified):
            return about.entrant == who
        if isinstance(about, log.Penalised):
            return about.who in (who, event.entrants[who].club)
        match = getattr(about, "match", "")
    else:
        match = getattr(entry, "match", "")
    return match in event.pairings and event.side_of(match, who) is not None
