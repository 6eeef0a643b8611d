"""Rulesets as data: every switch, what does not fit together, foul tables, the presets."""

from .switches import (
    ENGINE,
    PRESETS,
    SWITCHES,
    TABLE,
    Kind,
    Ruleset,
    RulesetError,
    preset,
    read_text,
    read_toml,
    to_data,
)

__all__ = [
    "ENGINE",
    "PRESETS",
    "SWITCHES",
    "TABLE",
    "Kind",
    "Ruleset",
    "RulesetError",
    "preset",
    "read_text",
    "read_toml",
    "to_data",
]
