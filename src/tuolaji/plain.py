"""Frozen values as plain data that JSON can hold, and back, one to one.

Cards are their text, a tuple is a list, a value inside another is an object of its fields. A
family of values (all events, all actions) is told apart by a name: {"event": "played", …}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from .cards import Card, Cards

T = TypeVar("T")


class PlainError(ValueError):
    """Data that stands for no value of the family."""


class Family(Generic[T]):
    """Kinds of values, each with its name, under the key that holds it."""

    def __init__(self, key: str, kinds: Iterable[type]) -> None:
        """Name every kind after its class: `TrickWon` is `trick_won`."""
        self.key = key
        self.kinds: dict[str, type] = {
            re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower(): kind for kind in kinds
        }
        self._names = {kind: name for name, kind in self.kinds.items()}

    def name(self, value: T) -> str:
        """The name of a value's kind."""
        return self._names[type(value)]

    def to_json(self, value: T) -> dict[str, Any]:
        """The value as plain data."""
        return {self.key: self.name(value), **_fields(value)}

    def from_json(self, data: Any) -> T:
        """The value that plain data stands for; PlainError if it stands for none."""
        if not isinstance(data, dict) or str(data.get(self.key)) not in self.kinds:
            raise PlainError(f"no {self.key}: {str(data)[:80]}")
        name = data[self.key]
        try:
            inside = {key: value for key, value in data.items() if key != self.key}
            value: T = _read(self.kinds[name], inside)
        except ValueError as error:
            raise PlainError(f"{name}: {error}") from None
        return value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: object) -> Any:
    if isinstance(value, Card | Cards):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return _fields(value) if is_dataclass(value) else value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(hint: Any, data: Any) -> Any:
    """The value of a type; ValueError if the data is none."""
    if hint in (Card, Cards):
        return hint.parse(_want(data, str))
    if is_dataclass(hint):
        hints = _hints(hint)  # type: ignore[arg-type]
        if set(_want(data, dict)) != set(hints):
            raise ValueError(f"the fields are {', '.join(hints)}, not {', '.join(data) or 'none'}")
        return hint(**{name: _read(inner, data[name]) for name, inner in hints.items()})  # type: ignore[operator]
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], item) for item in _want(data, list))
    if type(None) in get_args(hint):
        return None if data is None else _read(get_args(hint)[0], data)
    return _want(data, hint)


def _want(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value
