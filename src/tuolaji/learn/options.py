"""Settings of a training as text: `rows=512`, `rate=4e-4:1e-4`, `shape.width=256`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from .nets import Shape
from .settings import Course, Settings
from .train import device_of

_SHAPE = "shape."


def settings_of(texts: Sequence[str], **fixed: Any) -> Settings:
    """What the texts say, over what suits the device; ValueError says what is wrong."""
    said = dict(_split(text) for text in texts)
    device = device_of(said.get("device", "auto"))
    settings = replace(suited_to(device.type), **fixed)
    shape = settings.shape
    for name, value in said.items():
        if name.startswith(_SHAPE):
            shape = _with(shape, name.removeprefix(_SHAPE), value)
        else:
            settings = _with(settings, name, value)
    return replace(settings, shape=shape)


def suited_to(device: str) -> Settings:
    """The settings for a GPU, or for a machine without one."""
    threads = max(1, (os.cpu_count() or 1) - 2)
    if device == "cuda":
        return Settings(threads=threads)
    return Settings(
        rows=256,
        steps=32,
        batch=2048,
        threads=1,
        rate=Course(1e-3, 1e-4),
        shape=Shape(width=192, blocks=1, critic_width=128, critic_blocks=1),
    )


def _split(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise ValueError(f"{text!r} is not NAME=VALUE")
    return name, value


def _with(values: Any, name: str, text: str) -> Any:
    kinds = {field.name: type(getattr(values, field.name)) for field in fields(values)}
    kind = kinds.get(name)
    if kind not in (int, float, str, Course):
        known = ", ".join(one for one, type_ in kinds.items() if type_ in (int, float, str, Course))
        raise ValueError(f"there is no setting {name!r}; known are {known}")
    try:
        return replace(values, **{name: _course(text) if kind is Course else kind(text)})
    except ValueError:
        raise ValueError(f"{name}: {text!r} cannot be read") from None


def _course(text: str) -> Course:
    first, sign, last = text.partition(":")
    return Course(float(first), float(last if sign else first))
