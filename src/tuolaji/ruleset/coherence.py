"""Which switches do not fit together: `problems` lists every incoherence of a ruleset at once.

A check yields a Problem with a code and the facts; its sentence is in the catalogue
(`problems.<code>`, `unreadable.<code>`), so that players read the reason in their language.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..cards import JOKER_LEVEL, LEVELS
from ..texts.reader import texts
from .values import LARGEST_FACTOR

if TYPE_CHECKING:
    from . import Ruleset


@dataclass(frozen=True)
class Names:
    """Names that were perhaps meant, or all there are when none is near."""

    names: tuple[str, ...]
    near: bool


def nearest(name: str, known: Iterable[str]) -> Names:
    """The known names nearest to one that is not known, or all of them when none is near."""
    known = tuple(known)
    close = tuple(difflib.get_close_matches(name, known, n=3, cutoff=0.5))
    return Names(close or known, near=bool(close))


@dataclass(frozen=True)
class Problem:
    """One thing that does not fit: which switches, and the facts of its sentence."""

    TABLE: ClassVar = "problems"

    code: str
    switches: tuple[str, ...]
    facts: tuple[tuple[str, object], ...] = ()

    def text(self, language: str) -> str:
        """The reason, in a language."""
        words = texts(language)
        facts = {name: _in_words(name, fact, words["words"]) for name, fact in self.facts}
        named = self.switches[0] if self.switches else ""
        name = words["switches"].get(named, {"name": named})["name"]
        template: str = words[self.TABLE][self.code]
        needs = words["needs"].get(named, "")
        return template.format(**facts, switch=name, id=named, needs=needs)


class Unreadable(Problem):
    """One thing that cannot be read: a name that does not exist, a value that cannot be."""

    TABLE: ClassVar = "unreadable"


def _in_words(name: str, fact: object, words: Mapping[str, str]) -> object:
    """A fact as a player reads it."""
    if name in ("levels", "first", "top"):
        return str(fact).replace("T", "10").replace(JOKER_LEVEL, words["joker_level"])
    if isinstance(fact, Names):
        key = "did_you_mean" if fact.near else "known_are"
        return words[key].format(names=words["or" if fact.near else "comma"].join(fact.names))
    return fact


def problems(ruleset: Ruleset, base: Ruleset) -> list[Problem]:
    """Everything that does not fit together; base: the preset the ruleset differs from."""
    found = [problem for check in _CHECKS for problem in check(ruleset)]
    return found + list(_without_meaning(ruleset, base))


def applies(ruleset: Ruleset, switch: str) -> bool:
    """Whether a switch has any meaning in this ruleset."""
    return switch not in _APPLIES or _APPLIES[switch](ruleset)


_APPLIES: dict[str, Callable[[Ruleset], bool]] = {
    "friends": lambda r: r.partners == "called",
    "friend_by": lambda r: r.friend_count > 0,
    "self_friend": lambda r: r.friend_count > 0 and r.friend_by == "nth_play",
    "friend_cards": lambda r: r.friend_count > 0,
    "small_side_bonus": lambda r: r.friend_count > 0,
    "self_secure": lambda r: r.declare_style != "call" and r.decks > 1,
    "partner_secure": lambda r: (
        r.declare_style == "reveal" and r.partners == "fixed" and r.decks > 1
    ),
    "self_overturn": lambda r: r.declare_style != "call" and r.decks > 1,
    "no_trump": lambda r: r.declare_style != "call",
    "no_trump_after": lambda r: r.declare_style == "reveal" and r.no_trump != "off",
    "joker_shows": lambda r: r.declare_style == "reveal" and r.no_trump in ("pair", "ladder"),
    "declare_over": lambda r: r.declare_style == "reveal" and r.decks > 1,
    "first_banker": lambda r: r.declare_style == "reveal",
    "own_attack_digs": lambda r: r.declare_style == "call" and r.dig == "kitty",
    "declare_window": lambda r: r.declare_style != "call",
    "opening_small_joker": lambda r: r.declare_style == "concealed",
    "kitty_seen": lambda r: r.kitty > 0,
    "throw_tested": lambda r: (r.throw != "off" or r.gapped_runs) and r.partners == "fixed",
    "throw_plays": lambda r: r.throw != "off",
    "throw_penalty": lambda r: r.throw != "off" or r.gapped_runs,
    "gapped_runs": lambda r: r.decks > 1,
    "tractor_length": lambda r: r.units == "tuples",
    "tractor_width": lambda r: r.units == "tuples" and r.decks > 2,
    "follow_shape": lambda r: r.decks > 1,
    "protect": lambda r: r.units == "tuples" and r.decks > 2 and r.follow_shape == "full",
    "overruff": lambda r: r.throw != "off",
    "bombs_beat": lambda r: r.units == "tuples" and r.decks == 4,
    "dig_multiplier": lambda r: r.dig != "off",
    "dig_shape": lambda r: r.dig != "off" and r.dig_multiplier.tractor != "cards" and not r.bombs,
    "defend_top": lambda r: r.match_end != "reach_top",
    "ladder_wraps": lambda r: r.match_end == "pass_top",
    "fall_back": lambda r: r.top_level != "K",
    "no_new_deal_minutes": lambda r: r.match_minutes > 0,
    "break_minutes": lambda r: r.match_minutes > 0,
    "time_up_tie": lambda r: r.match_minutes > 0,
    "bury_seconds": lambda r: r.kitty > 0,
    "ruff_said": lambda r: not r.talk,
    "timeout": lambda r: r.play_seconds > 0 or r.bury_seconds > 0,
}


def _without_meaning(r: Ruleset, base: Ruleset) -> Iterator[Problem]:
    """A switch that does nothing here must stand as in the base, so that nobody is misled."""
    for switch in r.differences(base):
        if not applies(r, switch):
            yield Problem("no-meaning", (switch,))


def _cards(r: Ruleset) -> Iterator[Problem]:
    left = (54 * r.decks - r.kitty) % r.players
    if left:
        kitties = [k for k in range(41) if (54 * r.decks - k) % r.players == 0]
        near = sorted(sorted(kitties, key=lambda k: abs(k - r.kitty))[:3])
        facts = (
            ("players", r.players),
            ("cards", 54 * r.decks - r.kitty),
            ("left", left),
            ("kitties", " / ".join(map(str, near))),
        )
        yield Problem("uneven-deal", ("kitty", "decks", "players"), facts)
    if r.partners == "fixed" and r.players % 2:
        yield Problem("odd-players", ("players", "partners"), (("players", r.players),))
    if r.partners == "called" and r.declare_style == "call":
        yield Problem("called-partners", ("partners", "declare_style"))
    if r.friend_count + 2 > r.players:
        yield Problem("too-many-friends", ("friends", "players"), (("most", r.players - 2),))
    if r.partners == "called" and r.enforcement == "referee":
        yield Problem("called-referee", ("enforcement", "partners"))


def _levels(r: Ruleset) -> Iterator[Problem]:
    first, top = LEVELS.index(r.first_level), LEVELS.index(r.top_level)
    if r.permanent_two and r.first_level == "2":
        yield Problem("permanent-two-level", ("permanent_two", "first_level"))
    if first >= top:
        yield Problem("empty-ladder", ("first_level", "top_level"))
    off = [level for level in r.must_play if not first <= LEVELS.index(level) <= top]
    if off:
        facts = (("levels", "/".join(off)), ("first", r.first_level), ("top", r.top_level))
        yield Problem("must-play-off-ladder", ("must_play",), facts)
    if r.jack_rules and not first <= LEVELS.index("J") <= top:
        yield Problem("no-jack-level", ("jack_rules", "first_level"))
    if r.declare_style == "call" and r.top_level == "X" and r.match_end != "reach_top":
        yield Problem("call-at-joker-level", ("top_level", "declare_style"))


def _declaring(r: Ruleset) -> Iterator[Problem]:
    if r.declare_style == "concealed" and r.no_trump != "off":
        yield Problem("concealed-no-trump", ("no_trump", "declare_style"))
    joker_pairs = r.declare_style == "reveal" and r.no_trump in ("pair", "ladder")
    if joker_pairs and r.joker_shows == "pair" and r.decks < 2:
        yield Problem("no-joker-pair", ("no_trump", "decks"))
    if r.steal and r.declare_style != "reveal":
        yield Problem("steal-reveal", ("steal", "declare_style"))
    if r.steal and r.kitty == 0:
        yield Problem("steal-no-kitty", ("steal", "kitty"))
    if joker_pairs and r.joker_shows == "decks_less_one" and r.decks < 2:
        yield Problem("no-big-joker", ("joker_shows", "decks"))
    if r.declare_style == "call" and r.decks < 2:
        yield Problem("call-one-deck", ("declare_style", "decks"))
    if r.declare_style == "call" and r.kitty == 0:
        yield Problem("call-no-kitty", ("declare_style", "kitty"))
    if (r.no_declaration == "hard") != (r.declare_style == "call") and r.no_declaration != "redeal":
        yield Problem("hard-and-call", ("no_declaration", "declare_style"))
    if r.no_declaration in ("flip_next", "flip_joker_no_trump") and r.kitty < 3:
        yield Problem("nothing-to-flip", ("no_declaration", "kitty"))


def _leads(r: Ruleset) -> Iterator[Problem]:
    if r.bombs and r.decks < 4:
        yield Problem("bombs-decks", ("bombs", "decks"))
    if r.bombs and r.throw != "off":
        yield Problem("bombs-throw", ("throw", "bombs"))
    if r.bombs and r.gapped_runs:
        yield Problem("bombs-gapped", ("gapped_runs", "bombs"))
    if r.bombs and r.jack_rules:
        yield Problem("bombs-jack", ("jack_rules", "bombs"))
    if r.dig_multiplier.factor(r.hand_size // 2, 1) > LARGEST_FACTOR:
        yield Problem("dig-too-large", ("dig_multiplier",))
    if r.dig == "kitty" and r.kitty == 0:
        yield Problem("no-kitty-to-dig", ("dig", "kitty"))


def _units(r: Ruleset) -> Iterator[Problem]:
    if r.units == "tuples" and r.bombs:
        yield Problem("tuples-bombs", ("units", "bombs"))
    if r.units == "tuples" and r.gapped_runs:
        yield Problem("tuples-gapped", ("units", "gapped_runs"))
    if r.units == "tuples" and r.decks == 1:
        yield Problem("tuples-one-deck", ("units", "decks"))
    if r.tractor_width > max(r.decks, 2):
        yield Problem("tractor-too-wide", ("tractor_width", "decks"), (("decks", r.decks),))
    if r.bombs_beat != "off" and r.jack_rules:
        yield Problem("bombs-beat-jack", ("bombs_beat", "jack_rules"))
    if r.bombs and r.follow_shape == "none":
        yield Problem("bombs-no-shape", ("bombs", "follow_shape"))


def _table(r: Ruleset) -> Iterator[Problem]:
    if r.match_minutes and r.no_new_deal_minutes + r.break_minutes >= r.match_minutes:
        yield Problem("clock-full", ("no_new_deal_minutes", "break_minutes", "match_minutes"))
    if r.enforcement == "referee" and not r.fouls.table:
        yield Problem("referee-without-fouls", ("enforcement", "fouls"))


_CHECKS = (_cards, _levels, _declaring, _leads, _units, _table)
