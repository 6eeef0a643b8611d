"""Everything the server keeps about somebody: to take away, and to delete."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from ..store.base import Statement, Store
from ..table import entries as log
from ..table import snapshot
from . import passkeys
from .accounts import Account

NOBODY, NO_NAME = "nobody", "—"  # who somebody is in the logs of others once they are deleted
REPORTS = "reports"  # whose facts the reports to the operator are
HOUSE, FOLLOWS, BLOCKS, DEALS = KINDS = ("house", "follows", "blocks", "deals")
_ALL = 1_000_000


def owner(kind: str, guest: str) -> str:
    """Under whose name facts of a kind are kept for a guest."""
    return f"{kind} {guest}"


async def everything(store: Store, guest: str, account: Account | None) -> dict[str, Any]:
    """All that is kept about a guest, but for the hashes of password and code.

    Of a passkey the server has nothing that is secret. Other people are named by their logins, and
    not at all where they have none: whoever had somebody's number would know them at every table.
    """
    tables = await store.of_guest(guest, _ALL)
    columns = ("tbl", "deal", "ruleset", "at", "rated", "outcome", "mu", "sigma")
    results = await store.rows(
        f"SELECT {', '.join(columns)} FROM results WHERE who = :who ORDER BY at",
        who=guest,
    )
    ratings = await store.rows(
        "SELECT ruleset, mu, sigma, deals, won FROM ratings WHERE who = :who", who=guest
    )
    known = None if account is None else {"login": account.login, "made": account.made}
    return {
        "guest": guest,
        "account": known,
        "passkeys": [vars(one) for one in await passkeys.of_guest(store, guest)],
        "facts": await store.facts(guest),
        **{kind: await store.facts(owner(kind, guest)) for kind in (HOUSE, DEALS)},
        "follows": await _by_login(store, await store.facts(owner(FOLLOWS, guest))),
        "blocks": list((await store.facts(owner(BLOCKS, guest))).values()),
        "matches": [
            {"table": name, "at": at, **msgspec.json.decode(body)} for name, at, body in tables
        ],
        "results": [dict(zip(columns, row, strict=True)) for row in results],
        "ratings": [
            dict(zip(("ruleset", "mu", "sigma", "deals", "won"), row, strict=True))
            for row in ratings
        ],
    }


async def _by_login(store: Store, since: dict[str, str]) -> dict[str, str]:
    """Since when somebody is followed, by their login; who has no account any more is left out."""
    text = "SELECT login FROM accounts WHERE guest = :guest"
    found = [(await store.rows(text, guest=guest), when) for guest, when in since.items()]
    return {login: when for rows, when in found for (login,) in rows}


async def delete_everything(store: Store, guest: str) -> list[str]:
    """Delete a guest, and all that is theirs; the tables that have to be read again.

    Tables that are in nobody else's list go as a whole, but for those of events. In the logs of
    others the guest becomes nobody.
    """
    tables = await store.of_guest(guest, _ALL)
    names = [name for name, _, _ in tables]
    await store.change([], ends=names)  # else their owners would write on while they are read
    changes = []
    for name, _, summary in tables:
        bodies = await store.read(name)
        if await _is_only_theirs(store, name, guest, bodies):
            changes += _gone(name)
        else:
            changes += await asyncio.to_thread(_rewritten, name, bodies, summary, guest)
    changes += [
        Statement(f"DELETE FROM {where} = :guest", {"guest": guest}, must=False)
        for where in (
            "accounts WHERE guest",
            "passkeys WHERE guest",
            "sits WHERE guest",
            "results WHERE who",
            "ratings WHERE who",
            "facts WHERE owner",
        )
    ]
    for kind in KINDS:
        of = {"owner": owner(kind, guest)}
        changes.append(Statement("DELETE FROM facts WHERE owner = :owner", of, must=False))
    about = {"guest": guest, "like": f"%{guest}%", "reports": REPORTS}
    for text in (
        "DELETE FROM facts WHERE name = :guest",
        "DELETE FROM facts WHERE owner = :reports AND value LIKE :like",
    ):
        changes.append(Statement(text, about, must=False))
    pairs = {"first": f"{guest}+%", "second": f"%+{guest}"}
    for where in ("results", "ratings"):
        text = f"DELETE FROM {where} WHERE who LIKE :first OR who LIKE :second"
        changes.append(Statement(text, pairs, must=False))
    await store.change(changes, ends=names)
    return names


async def delete_match(store: Store, guest: str, table: str) -> bool:
    """Delete a table from the list of a guest, and as a whole if it is in nobody else's."""
    mine = {"tbl": table, "guest": guest}
    if not await store.rows("SELECT 1 FROM sits WHERE tbl = :tbl AND guest = :guest", **mine):
        return False
    changes = [Statement("DELETE FROM sits WHERE tbl = :tbl AND guest = :guest", mine)]
    gone = await _is_only_theirs(store, table, guest, await store.read(table))
    await store.change([*changes, *(_gone(table) if gone else ())], ends=[table] if gone else ())
    return True


async def _is_only_theirs(store: Store, table: str, guest: str, bodies: list[bytes]) -> bool:
    """Whether a table is in nobody else's list; the table of a match belongs to its event."""
    made = log.decode(bodies[0]) if bodies else None
    if isinstance(made, log.Made) and made.match is not None:
        return False
    others = await store.rows(
        "SELECT 1 FROM sits WHERE tbl = :tbl AND guest <> :guest LIMIT 1", tbl=table, guest=guest
    )
    return not others


def _gone(table: str) -> list[Statement]:
    texts = (
        "DELETE FROM entries WHERE tbl = :tbl",
        "DELETE FROM tables WHERE id = :tbl",
        "DELETE FROM facts WHERE owner = :owner",
    )
    values = {"tbl": table, "owner": snapshot.owner(table)}
    return [Statement(text, values, must=False) for text in texts]


def _rewritten(table: str, bodies: list[bytes], summary: bytes, guest: str) -> list[Statement]:
    """The log of a table with nobody in a guest's place, and its summary; no snapshot."""
    names, changes = set[str](), []
    sits: dict[int, str] = {}
    for row, body in enumerate(bodies, start=1):
        entry = log.decode(body)
        new = _without(entry, sits, guest, names)
        if new is not entry:
            text = "UPDATE entries SET body = :body WHERE tbl = :tbl AND row = :row"
            changes.append(Statement(text, {"body": log.encode(new), "tbl": table, "row": row}))
    told = msgspec.json.decode(summary)
    told["seats"] = [NO_NAME if name in names else name for name in told["seats"]]
    text = "UPDATE tables SET summary = :summary WHERE id = :tbl"
    changes.append(Statement(text, {"summary": msgspec.json.encode(told), "tbl": table}))
    changes.append(
        Statement(
            "DELETE FROM facts WHERE owner = :owner", {"owner": snapshot.owner(table)}, must=False
        )
    )
    return changes


def _without(
    entry: log.AnyEntry, sits: dict[int, str], guest: str, names: set[str]
) -> log.AnyEntry:
    """An entry without the guest; sits: who sits where, as far as the log was read."""
    if isinstance(entry, log.Made) and entry.host == guest:
        return msgspec.structs.replace(entry, host=NOBODY)
    if isinstance(entry, log.Swapped):
        a, b = sits.get(entry.a, ""), sits.get(entry.b, "")
        sits[entry.a], sits[entry.b] = b, a
    if isinstance(entry, log.Sat):
        sits[entry.seat] = entry.guest
    if isinstance(entry, log.Sat | log.Reserved) and entry.guest == guest:
        names.add(entry.name)
        return msgspec.structs.replace(entry, guest=NOBODY, name=NO_NAME)
    if isinstance(entry, log.Renamed) and sits.get(entry.seat) == guest:
        names.add(entry.name)
        return msgspec.structs.replace(entry, name=NO_NAME)
    return entry
