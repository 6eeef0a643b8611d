"""The types of all messages in TypeScript, for the page: made from the structs, never by hand."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, UnsetType

from ...cards import Card, Cards, Trump
from ...deal.events import Settled
from ...deal.phase import Phase
from ...deal.view import PublicView, SeenFriend, SeenShow, SeenTrick, View
from ...json_values import later_fields
from ...ruleset import Ruleset
from ...texts.reader import LANGUAGES
from . import incoming, outgoing

_HEAD = """/**
 * What server and page tell each other: the shapes of the messages.
 *
 * Made by scripts/wire.py from the messages of the server; it is they that have to be changed.
 */
"""
_STEP = """/** An event as somebody is told it. */
export type Step = { event: string; seat?: number; cards?: string | null } & """ + (
    "Record<string, unknown>;\n"
)

_WIDTH = 120
_NAMED: dict[Any, str] = {
    Literal[LANGUAGES]: "Lang",
    Phase: "Phase",
    Trump: "Trump",
    outgoing.OrderDone: "OrderDone",
    outgoing.SeatKind: "SeatKind",
    outgoing.WatchDelay: "WatchDelay",
    outgoing.Mark: "Mark",
    outgoing.CoachMark: "CoachMark",
    outgoing.RefusalCode: "RefusalCode",
    outgoing.GoneReason: "GoneReason",
}
_PLAIN: dict[Any, str] = {
    NoneType: "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    Any: "unknown",
    Card: "string",
    Cards: "string",
    Ruleset: "string",
    Settled: "Step",
    Mapping[str, Any]: "Step",
    dict[str, Any]: "Step",
}


def typescript() -> str:
    """The whole file of types."""
    parts = [_HEAD]
    parts += [_alias(name, kind) for kind, name in _NAMED.items()]
    parts += [_STEP, *(_dataclass(kind) for kind in (SeenShow, SeenFriend, SeenTrick)), _view()]
    parts += [_interface(kind) for kind in _structs()]
    sent = [_member(kind) for kind in get_args(outgoing.ServerMessage)]
    parts.append(_union("FromServer", sent))
    parts.append(
        _union("ToServer", [_inline(kind) for kind in get_args(incoming.AnyClientMessage)])
    )
    return "\n".join(parts)


def _structs() -> Iterator[type[msgspec.Struct]]:
    """What is sent, the parts before the messages, without those that only add a tag."""
    for kind in vars(outgoing).values():
        ours = inspect.isclass(kind) and issubclass(kind, outgoing.Info)
        if ours and kind.__struct_fields__ and not _only_tagged(kind):
            yield kind


def _only_tagged(kind: type[msgspec.Struct]) -> bool:
    base = kind.__bases__[0]
    return base is not outgoing.Info and kind.__struct_config__.tag is not None


def _name(kind: type) -> str:
    return kind.__name__.removesuffix("Message")


def _alias(name: str, kind: Any) -> str:
    return _union(name, [f'"{value}"' for value in get_args(kind)])


def _union(name: str, members: list[str]) -> str:
    whole = f"{' | '.join(members)};\n"
    for line in (f"export type {name} = {whole}", f"export type {name} =\n  {whole}"):
        if max(map(len, line.splitlines())) <= _WIDTH:
            return line
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in members) + ";\n"


def _member(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    return f'({{ is: "{tag}" }} & {_name(kind)})' if _only_tagged(kind) else _name(kind)


def _comment(kind: type) -> str:
    return f"/** {(inspect.getdoc(kind) or '').splitlines()[0]} */\n"


def _interface(kind: type[msgspec.Struct]) -> str:
    lines = _tag(kind) + _struct_fields(kind)
    return _block(kind, _name(kind), lines)


def _block(kind: type, name: str, lines: list[str]) -> str:
    inside = "".join(f"  {line};\n" for line in lines)
    return f"{_comment(kind)}export interface {name} {{\n{inside}}}\n"


def _inline(kind: type[msgspec.Struct]) -> str:
    fields = _tag(kind) + _struct_fields(kind)
    line = f"{{ {'; '.join(fields)} }}"
    if len(f"  | {line}") <= _WIDTH:
        return line
    return "{\n" + "".join(f"      {field};\n" for field in fields) + "    }"


def _tag(kind: type[msgspec.Struct]) -> list[str]:
    config = kind.__struct_config__
    return [f'{config.tag_field}: "{config.tag}"'] if config.tag else []


def _struct_fields(kind: type[msgspec.Struct]) -> list[str]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        _field(field.name, hints[field.name], optional=not field.required)
        for field in msgspec.structs.fields(kind)
    ]


def _dataclass(kind: type) -> str:
    """A value inside a view; what is None by default is left out."""
    hints = get_type_hints(kind)
    lines = []
    for field in dataclasses.fields(kind):
        hint, optional = hints[field.name], field.default is None
        if optional:
            hint = Union[tuple(one for one in get_args(hint) if one is not NoneType)]  # noqa: UP007
        lines.append(_field(field.name, hint, optional=optional))
    return _block(kind, kind.__name__, lines)


def _view() -> str:
    """What a seat sees; an onlooker's view lacks what only a seat has."""
    public, own = get_type_hints(PublicView), get_type_hints(View)
    later = {name for name, _ in later_fields(PublicView)}
    lines = [_field(name, kind, optional=name in later) for name, kind in public.items()]
    lines += [_field(name, own[name], optional=True) for name in own if name not in public]
    return _block(View, "View", lines)


def _field(name: str, kind: Any, *, optional: bool) -> str:
    return f"{name}{'?' if optional else ''}: {_type(kind)}"


def _type(kind: Any) -> str:
    """A type in TypeScript."""
    for known in (_NAMED, _PLAIN):
        if kind in known:
            return known[kind]
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        titles = [one.title for one in inside[1:] if isinstance(one, Meta) and one.title]
        return titles[0] if titles else _type(inside[0])
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_type(one) for one in inside if one is not UnsetType))
    if origin in (list, tuple):
        (item,) = {_type(one) for one in inside if one is not ...}
        return f"({item})[]" if " " in item else f"{item}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<string, {_type(inside[1])}>"
    if inspect.isclass(kind):
        return _name(kind)
    raise TypeError(f"there is no TypeScript for {kind}")
