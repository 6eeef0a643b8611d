"""Ruleset: one frozen value that holds every switch; another ruleset is data, not code.

A ruleset is written as a preset's id, or as a difference from one:
`classic(must_play=[5,T,K],permanent_two=true)`. `str()` gives that text in canonical form and
`Ruleset.parse` reads it; `Ruleset.from_toml` reads a file that names its `base` and what
differs. `problems()` lists all that does not fit together; `parse` and `from_toml` refuse such
a ruleset with the whole list. What is kept (a record, a table) names the version of the preset too:
`lasting`, read by `of_lasting`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

from ..cards import JOKER_LEVEL, LEVELS, RANKS
from .bounds import out_of_bounds
from .coherence import Names, Problem, Unreadable, nearest, problems
from .fouls import Fouls, thawed
from .fouls import read as read_fouls
from .values import AUTO, Data, DataTextError, Multiplier, parse_data, print_data

PRESETS = (
    "classic", "meizhusong", "joker-bid", "six-player", "four-deck", "friends", "steal",
    "three-deck", "one-deck",
)  # fmt: skip
_AT = "@"
_LONGEST_VERSION = 3


# Where a switch is read: in the engine as a number of the same name; in the engine, but as part of
# something made of it (the ladder, the dig factors); or by people and clocks around the deal only.
ENGINE, DERIVED, TABLE = "engine", "derived", "table"


@dataclass(frozen=True)
class Kind:
    """What a switch may hold: one of some words or numbers, or a number in a range."""

    choices: tuple[Data, ...] = ()
    least: int = 0
    most: int = 0
    form: str = "choice"
    read: str = ENGINE
    auto: bool = False  # whether it may follow from the other switches

    def number(self, value: Any) -> int:
        """The value as the engine has it: a word is its place among the words."""
        return value if isinstance(value, int) else self.choices.index(value)

    def refused(self, switch: str, value: object, why: str) -> Unreadable:
        """What is wrong with a value that it cannot hold."""
        names = {"levels": LEVELS, "fouls": PRESETS}.get(self.form, self.choices)
        names = (*names, AUTO) if self.auto else names
        facts = {
            "value": print_data(value),
            "allowed": ", ".join(map(print_data, names)),
            "least": self.least,
            "most": self.most,
            "why": f" ({why})" if why else "",
        }
        kind = "value" if self.form == "choice" else self.form
        return Unreadable(f"bad-{kind}", (switch,), tuple(facts.items()))


_DEFAULT_MULTIPLIER = Multiplier(2, 4, "2^(n+1)")
_NO_FOULS = Fouls()


def _switch(default: Any, *choices: Data, read: str = ENGINE, auto: bool = False) -> Any:
    return field(default=default, metadata={"kind": Kind(choices, read=read, auto=auto)})


def _off(*, read: str = ENGINE) -> Any:
    return field(default=False, metadata={"kind": Kind((False, True), read=read)})


def _on(*, read: str = ENGINE) -> Any:
    return field(default=True, metadata={"kind": Kind((False, True), read=read)})


def _number(default: int, least: int, most: int, *, read: str = ENGINE, auto: bool = False) -> Any:
    return field(default=default, metadata={"kind": Kind((), least, most, "number", read, auto)})


def _form(default: Any, form: str, *, read: str) -> Any:
    return field(default=default, metadata={"kind": Kind(form=form, read=read)})


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """Every switch of the game; the defaults are the preset `classic`.

    base, version: the preset it is a difference from. A preset whose meaning changes gets a new
    version; the older ones stay, as `classic@1`. automatic: the switches that were set to `auto`,
    whose numbers follow from the others.
    """

    base: str = field(default="classic", compare=False)
    version: int = field(default=1, compare=False)
    automatic: frozenset[str] = frozenset()

    # cards and match
    players: int = _switch(4, 4, 5, 6, 7, 8)
    decks: int = _switch(2, 1, 2, 3, 4, auto=True)
    kitty: int = _number(8, 0, 40, auto=True)
    partners: str = _switch("fixed", "fixed", "called")
    friends: str | int = _switch("auto", "auto", 0, 1, 2, 3, read=DERIVED)
    friend_by: str = _switch("holder", "holder", "nth_play")
    self_friend: bool = _on()
    friend_cards: str = _switch("any", "plain", "any", "no_points", "not_highest")
    first_level: str = _switch("2", *RANKS, read=DERIVED)
    top_level: str = _switch("X", "K", "A", "X", read=DERIVED)
    match_end: str = _switch("endless", "endless", "pass_top", "reach_top")
    must_play: tuple[str, ...] = _form((), "levels", read=DERIVED)
    # order
    permanent_two: bool = _off()
    runs_skip_level: bool = _on()
    runs_in_trump: str = _switch("all", "jokers", "all")
    # fixing trump
    declare_style: str = _switch("reveal", "reveal", "call", "concealed")
    self_secure: bool = _on()
    partner_secure: bool = _on()
    self_overturn: bool = _off()
    no_trump: str = _switch("pair", "off", "pair", "ladder", "two")
    no_trump_after: str = _switch("any", "any", "overturn")
    joker_shows: str = _switch("pair", "pair", "decks", "decks_less_one")
    declare_over: str = _switch("count", "count", "count_or_suit")
    first_banker: str = _switch("last", "last", "first")
    no_declaration: str = _switch("flip_next", "flip_next", "flip_joker_no_trump", "hard", "redeal")
    own_attack_digs: bool = _on()
    declare_window: bool = _on()
    opening_small_joker: bool = _off()
    steal: bool = _off()
    # what may be looked at
    kitty_seen: bool = _on()
    tricks_seen: str = _switch("last", "none", "own_last", "last", "all", read=TABLE)
    # leads
    throw: str = _switch("units", "off", "units", "cards")
    throw_tested: str = _switch("others", "others", "opponents")
    throw_plays: str = _switch("smallest_unit", "smallest_unit", "smallest_card")
    throw_penalty: str = _switch("none", "none", "thrown", "returned")
    gapped_runs: bool = _off()
    units: str = _switch("pairs", "pairs", "tuples")
    tractor_length: int = _number(2, 2, 13)
    tractor_width: int = _number(2, 2, 4)
    follow_shape: str = _switch("full", "full", "none")
    protect: str = _switch("none", "none", "longer")
    overruff: str = _switch("longest", "longest", "all", "highest")
    bombs: bool = _off()
    bombs_beat: str = _switch("off", "off", "void", "any")
    # last trick and score
    dig: str = _switch("kitty", "off", "kitty", "last_trick")
    dig_multiplier: Multiplier = _form(_DEFAULT_MULTIPLIER, "multiplier", read=DERIVED)
    dig_shape: str = _switch("own", "led", "own")
    jack_rules: bool = _off()
    take_over: int = _number(80, 1, 10000, auto=True)
    step: int = _number(40, 1, 10000, auto=True)
    promotion_cap: int = _number(0, 0, 100)
    below_zero: bool = _off()
    small_side_bonus: bool = _off()
    defend_top: bool = _off()
    ladder_wraps: bool = _off(read=DERIVED)
    fall_back: str | int = _switch("never", "never", 1, 2, 3, 4, 5)
    # clocks
    match_minutes: int = _number(0, 0, 1440, read=TABLE)
    no_new_deal_minutes: int = _number(0, 0, 1440, read=TABLE)
    break_minutes: int = _number(0, 0, 1440, read=TABLE)
    time_up_tie: str = _switch("draw", "draw", "bank_wins", read=TABLE)
    play_seconds: int = _number(0, 0, 3600, read=TABLE)
    bury_seconds: int = _number(0, 0, 3600, read=TABLE)
    # the table
    talk: bool = _on(read=TABLE)
    ruff_said: bool = _off(read=TABLE)
    hints: str = _switch("open", "open", "closed", read=TABLE)
    enforcement: str = _switch("strict", "strict", "referee")
    timeout: str = _switch("play", "play", "flag", read=TABLE)
    cut: str = _switch("none", "none", "before_banker", "banker", read=TABLE)
    fouls: Fouls = _form(_NO_FOULS, "fouls", read=TABLE)

    @classmethod
    def parse(cls, text: str) -> Ruleset:
        """The coherent ruleset a text names; RulesetError lists all that is wrong with it."""
        return _parse(text)

    @classmethod
    def of_lasting(cls, text: str) -> Ruleset:
        """The ruleset of a text that was kept: without a version the first is meant."""
        name, bracket, inside = text.partition("(")
        dated = name if _AT in name else f"{name.strip()}{_AT}1"
        return _parse(dated + bracket + inside)

    @property
    def lasting(self) -> str:
        """The text that keeps its meaning, with the version of the preset, if not the first."""
        return self.base + self._inside if self.version == 1 else self.dated

    @property
    def dated(self) -> str:
        """The text with the version of the preset, whichever it is."""
        return f"{self.base}{_AT}{self.version}{self._inside}"

    @classmethod
    def from_toml(cls, text: str) -> Ruleset:
        """The coherent ruleset of a TOML file: `base`, and the switches that differ."""
        return _coherent(read_toml(text))

    def changed(self, switches: Mapping[str, object]) -> Ruleset:
        """The same ruleset with other values, each checked for itself."""
        wrong: list[RulesetError] = []
        values: dict[str, object] = {}
        if len(switches) > len(SWITCHES):
            raise RulesetError([_unreadable("too-many-options", number=len(SWITCHES))])
        for name, value in switches.items():
            try:
                values[name] = _read(name, value)
            except RulesetError as error:
                wrong.append(error)
        if wrong:
            reasons = [reason for error in wrong for reason in error.problems]
            raise RulesetError(reasons, wrong[0].code)
        if values.get("permanent_two") is True and "first_level" not in values:
            values["first_level"] = max(self.first_level, "3", key=LEVELS.index)
        auto = frozenset(name for name, value in values.items() if value is _AUTOMATICALLY)
        left = {name: value for name, value in values.items() if name not in auto}
        automatic = self.automatic - left.keys() | auto
        return _worked_out(replace(self, **left, automatic=automatic))  # type: ignore[arg-type]

    def problems(self) -> list[Problem]:
        """Everything that does not fit together, all at once."""
        return problems(self, preset(self.base, self.version))

    def differences(self, other: Ruleset) -> dict[str, tuple[object, object]]:
        """The switches in which the two differ, with both values."""
        return {
            name: (getattr(self, name), getattr(other, name))
            for name in SWITCHES
            if self.written(name) != other.written(name)
        }

    def written(self, switch: str) -> Data:
        """The value of a switch as plain data, `auto` where it follows from the others."""
        return AUTO if switch in self.automatic else to_data(getattr(self, switch))

    def __str__(self) -> str:
        latest = self.version == preset(self.base).version
        return self.base + self._inside if latest else self.dated

    @cached_property
    def _inside(self) -> str:
        """The switches that differ from the preset, in brackets."""
        base = preset(self.base, self.version)
        changes = {name: self.written(name) for name in sorted(self.differences(base))}
        without = {name: value for name, value in changes.items() if name != "first_level"}
        if "permanent_two" in changes and base.changed(without) == self:
            changes = without
        inside = ",".join(f"{name}={print_data(data)}" for name, data in changes.items())
        return f"({inside})" if changes else ""

    def __repr__(self) -> str:
        return f"Ruleset.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Ruleset.parse, (str(self),)

    def __hash__(self) -> int:
        return hash((self.players, self.decks, self.declare_style, self.throw, self.top_level))

    # What follows from the switches.

    @property
    def hand_size(self) -> int:
        """Cards each seat is dealt."""
        return (54 * self.decks - self.kitty) // self.players

    @property
    def ladder(self) -> tuple[str, ...]:
        """The levels, first to top."""
        return LEVELS[LEVELS.index(self.first_level) : LEVELS.index(self.top_level) + 1]

    @property
    def mandatory(self) -> frozenset[str]:
        """The must-play levels, the automatic ones included."""
        automatic = {self.first_level}
        if JOKER_LEVEL in self.ladder and self.declare_style == "reveal" and self.no_trump != "off":
            automatic.add(JOKER_LEVEL)
        if self.defend_top:
            automatic.add(self.top_level)
        return frozenset(self.must_play) | automatic

    @property
    def friend_count(self) -> int:
        """How many friends the banker calls; none where partners are fixed."""
        if self.partners == "fixed":
            return 0
        return self.players // 2 - 1 if isinstance(self.friends, str) else self.friends

    def side(self, seat: int) -> int:
        """0 for the even, 1 for the odd seats."""
        return seat % 2

    def same_side(self, a: int, b: int) -> bool:
        """Whether two different seats are fixed partners."""
        return self.partners == "fixed" and self.side(a) == self.side(b)


# What a number is that follows from the other switches, each from those before it.
_AUTOMATIC: dict[str, Callable[[Ruleset], int]] = {
    "decks": lambda r: r.players // 2,
    "kitty": lambda r: _least_kitty(54 * r.decks % r.players, r.players),
    "take_over": lambda r: 40 * r.decks,
    "step": lambda r: 20 * r.decks,
}
_AUTOMATICALLY = object()  # what is read of `auto`
_SMALLEST_KITTY = 5


def _least_kitty(left: int, players: int) -> int:
    """What is left over, and a card of each player until it is worth burying."""
    return left if left >= _SMALLEST_KITTY else _least_kitty(left + players, players)


def _worked_out(ruleset: Ruleset) -> Ruleset:
    """The ruleset with its automatic numbers worked out."""
    for name, number in _AUTOMATIC.items():
        if name in ruleset.automatic:
            ruleset = replace(ruleset, **{name: number(ruleset)})  # type: ignore[arg-type]
    return ruleset


SWITCHES: dict[str, Kind] = {f.name: f.metadata["kind"] for f in fields(Ruleset) if f.metadata}


class RulesetError(ValueError):
    """A ruleset that cannot be: `problems` has every reason, `wrong` says them in English."""

    def __init__(self, problems: Sequence[Problem], code: str = "bad_ruleset") -> None:
        super().__init__(problems, code)  # so that it comes whole out of another process
        self.problems = problems
        self.code = code

    @property
    def wrong(self) -> list[str]:
        """Every reason, in English."""
        return self.texts("en")

    def texts(self, language: str) -> list[str]:
        """Every reason, in a language."""
        return [problem.text(language) for problem in self.problems]

    def __str__(self) -> str:
        return "; ".join(self.wrong)


def _unreadable(code: str, **facts: object) -> Unreadable:
    return Unreadable(code, (), tuple(facts.items()))


def to_data(value: object) -> Data:
    """The plain data of a switch's value."""
    if isinstance(value, Multiplier):
        return str(value)
    if isinstance(value, Fouls):
        table: dict[str, Data] = thawed(value.table)
        return table
    if isinstance(value, tuple):
        return list(value)
    assert isinstance(value, bool | int | str)
    return value


@lru_cache
def preset(name: str, version: int | None = None) -> Ruleset:
    """One of the presets by its id; as it is now if no version is named."""
    if name not in PRESETS:
        unknown = _unreadable("unknown-ruleset", name=repr(name), near=nearest(name, PRESETS))
        raise RulesetError([unknown], "unknown_ruleset")
    text = (resources.files(__package__) / "presets" / f"{name}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    base, latest, past = data.pop("base", ""), data.pop("version", 1), data.pop("versions", {})
    start = preset(base) if base else Ruleset()
    now = replace(start.changed(data), base=name, version=latest)
    if version is None or version == latest:
        return now
    if str(version) not in past:
        known = tuple(f"{name}{_AT}{number}" for number in (*past, latest))
        asked = repr(f"{name}{_AT}{version}")
        unknown = _unreadable("unknown-ruleset", name=asked, near=Names(known, near=False))
        raise RulesetError([unknown])
    return replace(now.changed(past[str(version)]), version=version)


def _named(text: str) -> Ruleset:
    """The preset that a text such as `classic` or `classic@1` names."""
    name, at, version = text.strip().partition(_AT)
    if not at:
        return preset(name)
    if not version.isascii() or not version.isdigit() or len(version) > _LONGEST_VERSION:
        raise RulesetError([_unreadable("bad-version", version=repr(version), name=name)])
    return preset(name, int(version))


@lru_cache(maxsize=1024)
def _parse(text: str) -> Ruleset:
    return _coherent(read_text(text))


def read_toml(text: str) -> Ruleset:
    """The ruleset of a TOML file, coherent or not."""
    _bounded(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError([_unreadable("not-toml", why=str(error))]) from None
    base = data.pop("base", None)
    if not isinstance(base, str):
        raise RulesetError([_unreadable("no-base", known=", ".join(PRESETS))])
    return _named(base).changed(data)


def read_text(text: str) -> Ruleset:
    """The ruleset that a text names, coherent or not."""
    _bounded(text)
    name, bracket, inside = text.strip().partition("(")
    start = _named(name)
    if not bracket:
        return start
    if not inside.endswith(")"):
        raise RulesetError([_unreadable("no-bracket", text=repr(text))])
    try:
        switches = parse_data("{" + inside[:-1] + "}")
    except DataTextError as error:
        raise RulesetError([_unreadable("unreadable", why=str(error))]) from None
    assert isinstance(switches, dict)
    return start.changed(switches)


def _bounded(text: str) -> None:
    if why := out_of_bounds(text):
        raise RulesetError([_unreadable("unreadable", why=why)])


def _coherent(ruleset: Ruleset) -> Ruleset:
    wrong = ruleset.problems()
    if wrong:
        raise RulesetError(wrong, "incoherent_ruleset")
    return ruleset


def _read(name: str, value: object) -> object:
    """The value of a switch out of plain data."""
    if name not in SWITCHES:
        unknown = _unreadable("unknown-option", name=repr(name), near=nearest(name, SWITCHES))
        raise RulesetError([unknown], "unknown_switch")
    kind = SWITCHES[name]
    if kind.auto and value == AUTO:
        return _AUTOMATICALLY
    try:
        return _READERS[kind.form](kind, value)
    except ValueError as error:
        raise RulesetError([kind.refused(name, value, str(error))], "bad_value") from None


def _read_choice(kind: Kind, value: object) -> object:
    if isinstance(kind.choices[0], str) and not isinstance(value, bool):
        value = _read_level(value) if kind.choices[0] in LEVELS else value
    for choice in kind.choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise ValueError


def _read_level(value: object) -> str:
    return {"10": "T"}.get(str(value), str(value))


def _read_number(kind: Kind, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError
    if not kind.least <= value <= kind.most:
        raise ValueError
    return value


def _read_levels(_: Kind, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError
    levels = {_read_level(item) for item in value if not isinstance(item, bool | list | dict)}
    if len(levels) != len(value) or not levels <= set(LEVELS):
        raise ValueError
    return tuple(sorted(levels, key=LEVELS.index))


def _read_multiplier(_: Kind, value: object) -> Multiplier:
    if not isinstance(value, str):
        raise ValueError
    return Multiplier.parse(value)


def _read_fouls(_: Kind, value: object) -> Fouls:
    if isinstance(value, str) and value in PRESETS:
        return preset(value).fouls
    return read_fouls(value)


_READERS: dict[str, Callable[[Kind, object], object]] = {
    "choice": _read_choice,
    "number": _read_number,
    "levels": _read_levels,
    "multiplier": _read_multiplier,
    "fouls": _read_fouls,
}
