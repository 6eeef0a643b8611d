"""Facts that expire: the value of each is the moment after which it is void, and cleared."""

from __future__ import annotations

from ..store.base import Statement

KEEP = "INSERT INTO facts (owner, name, value) VALUES (:owner, :name, :value)"
_NUMBER = "CAST(value AS DOUBLE PRECISION)"


def moment(owner: str, name: str, until: float) -> dict[str, str]:
    """The values of a fact that says something until a moment."""
    return {"owner": owner, "name": name, "value": repr(until)}


def cleared(owner: str, now: float, name: str) -> Statement:
    """Clear away an owner's facts whose moment has passed, all but the one with a name."""
    text = f"DELETE FROM facts WHERE owner = :owner AND {_NUMBER} < :now AND name <> :name"
    return Statement(text, {"owner": owner, "now": now, "name": name}, must=False)
