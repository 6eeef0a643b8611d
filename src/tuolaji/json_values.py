"""Frozen values as plain data that JSON can hold, and back, one to one.

What can be parsed from its own text (cards, a ruleset) is that text, a tuple is a list, a value
inside another is an object of its fields. A family of values (all events, all actions) is told
apart by a name: {"event": "played", …}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_LATER = "later"
_PLAIN = frozenset({NoneType, str, int, bool})


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
        return {self.key: self.name(value), **fields_of(value)}

    def from_json(self, data: Any) -> T:
        """The value that plain data stands for; PlainError if it stands for none."""
        if not isinstance(data, dict) or str(data.get(self.key)) not in self.kinds:
            raise PlainError(f"no {self.key}: {str(data)[:80]}")
        name = data[self.key]
        try:
            inside = {key: value for key, value in data.items() if key != self.key}
            value: T = read(self.kinds[name], inside)
        except ValueError as error:
            raise PlainError(f"{name}: {error}") from None
        return value


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a frozen value as plain data."""
    kind: Any = type(value)
    out = {}
    for name in names_of(kind):
        inside = getattr(value, name)
        out[name] = inside if type(inside) in _PLAIN else as_plain(inside)
    return without_later(value, out)


def without_later(value: Any, out: dict[str, Any]) -> dict[str, Any]:
    """The plain data of a value without those of its later fields that say nothing."""
    kind: Any = type(value)
    for name, default in later_fields(kind):
        if getattr(value, name) == default:
            del out[name]
    return out


def later(default: T) -> T:
    """A field that earlier versions do not know: plain data leaves it out where it says nothing."""
    return field(default=default, metadata={_LATER: True})


@cache
def later_fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields that may be left out, and what they are then."""
    return tuple((one.name, one.default) for one in fields(kind) if _LATER in one.metadata)


def as_plain(value: Any) -> Any:
    """A value as plain data."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [item if type(item) in _PLAIN else as_plain(item) for item in value]
    return _way(kind)(value)


def _itself(value: T) -> T:
    return value


@cache
def _way(kind: type) -> Callable[[Any], Any]:
    """How values of a kind become plain data."""
    if hasattr(kind, "parse"):  # it is parsed from its own text
        return str
    return fields_of if is_dataclass(kind) else _itself


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The names of a value's fields."""
    return tuple(field.name for field in fields(kind))


def read(kind: Any, data: Any) -> Any:
    """The value of a type that plain data stands for; ValueError if it stands for none."""
    return _reader(kind)(data)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are read."""
    origin, inside = get_origin(kind), get_args(kind)
    if hasattr(kind, "parse"):
        return lambda data: kind.parse(_want(data, str))
    if is_dataclass(kind):
        return _fields_reader(kind)
    if origin is tuple:
        each = _reader(inside[0])
        return lambda data: tuple(map(each, _want(data, list)))
    if origin is Literal:
        return lambda data: _read_literal(inside, data)
    if origin in (Union, UnionType):
        return _one_of(inside)
    return lambda data: _want(data, origin or kind)


def _read_literal(values: tuple[Any, ...], data: Any) -> Any:
    if data not in values:
        raise ValueError(f"{data!r} is none of {', '.join(map(repr, values))}")
    return data


def _one_of(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    """How the value of the first of several types is read that the data fits."""
    *others, last = (_reader(kind) for kind in kinds if kind is not NoneType)
    may_be_none = NoneType in kinds

    def read_one(data: Any) -> Any:
        if data is None and may_be_none:
            return None
        for other in others:
            with suppress(ValueError):
                return other(data)
        return last(data)

    return read_one


def _fields_reader(kind: Any) -> Callable[[Any], Any]:
    """How values with fields are read."""
    readers = {name: _reader(hint) for name, hint in get_type_hints(kind).items()}
    needed = readers.keys() - {name for name, _ in later_fields(kind)}

    def read_fields(data: Any) -> Any:
        _want(data, dict)
        if not needed <= data.keys() <= readers.keys():
            has = ", ".join(data) or "none"
            raise ValueError(f"the fields are {', '.join(readers)}, not {has}")
        return kind(**{name: readers[name](value) for name, value in data.items()})

    return read_fields


def _want(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value
