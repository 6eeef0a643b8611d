"""GAME.SAV, the save file of the 1997 computer game (`save.game-sav`), byte for byte.

Six bytes: the level of North-South, the level of East-West (01 = A, 02-0A = 2-10, 0B-0D = J-K,
12 = Joker, all hexadecimal), the banker (01 South, 02 East, 03 North, 04 West), and three whose
meaning is unknown and which are kept as they are. South is seat 0, East 1, North 2, West 3.
A match of other rules than classic with four fixed seats cannot be held and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import JOKER_LEVEL, LEVELS
from ..deal.match import Match
from ..ruleset import Ruleset
from ..texts.reader import texts

SIZE = 6
_SEATS = 4
_KNOWN = 3
LEVEL_BYTES = {"A": 0x01, **{level: at for at, level in enumerate("23456789TJQK", start=2)},
               JOKER_LEVEL: 0x12}  # fmt: skip
_LEVEL_OF = {byte: level for level, byte in LEVEL_BYTES.items()}


class SaveFileError(ValueError):
    """A file that is no save, or a match that a save cannot hold; `text` says why."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code, self.facts = code, facts
        super().__init__(self.text("en"))

    @property
    def offset(self) -> int | None:
        """The byte that is wrong, counted from 0; None where it is not about a byte."""
        offset = self.facts.get("offset")
        return offset if isinstance(offset, int) else None

    def text(self, language: str) -> str:
        """The reason, in a language."""
        template: str = texts(language)["sav"][self.code]
        return template.format(**self.facts)


@dataclass(frozen=True)
class SaveFile:
    """The levels of North-South and East-West, the banker's seat, and the unknown bytes."""

    levels: tuple[str, str]
    banker: int
    rest: bytes = bytes(SIZE - _KNOWN)

    def __post_init__(self) -> None:
        """Refuse what the file cannot hold."""
        if len(self.levels) != 2 or not set(self.levels) <= set(LEVELS):
            raise SaveFileError("levels", levels=",".join(self.levels), known=" ".join(LEVELS))
        if self.banker not in range(_SEATS):
            raise SaveFileError("seat", seat=self.banker)
        if len(self.rest) != SIZE - _KNOWN:
            raise SaveFileError("rest", size=len(self.rest))

    @classmethod
    def parse(cls, data: bytes) -> SaveFile:
        """The save that bytes hold; SaveFileError names the byte that cannot be."""
        if len(data) < SIZE:
            raise SaveFileError("short", offset=len(data), size=len(data))
        if len(data) > SIZE:
            raise SaveFileError("long", offset=SIZE, value=f"{data[SIZE]:02X}", size=len(data))
        for offset in range(2):
            if data[offset] not in _LEVEL_OF:
                raise SaveFileError("level", offset=offset, value=f"{data[offset]:02X}")
        if not 1 <= data[2] <= _SEATS:
            raise SaveFileError("banker", offset=2, value=f"{data[2]:02X}")
        return cls((_LEVEL_OF[data[0]], _LEVEL_OF[data[1]]), data[2] - 1, data[_KNOWN:])

    def __bytes__(self) -> bytes:
        levels = [LEVEL_BYTES[level] for level in self.levels]
        return bytes([*levels, self.banker + 1]) + self.rest

    def to_match(self, ruleset: Ruleset) -> Match:
        """The match the save holds, under classic rules; its next deal is dealt anew."""
        _need_classic(ruleset)
        for offset, level in enumerate(self.levels):
            if level not in ruleset.ladder:
                raise SaveFileError(
                    "ladder",
                    offset=offset,
                    value=f"{LEVEL_BYTES[level]:02X}",
                    level=level.replace("T", "10"),
                    first=ruleset.first_level.replace("T", "10"),
                    top=ruleset.top_level,
                )
        return Match(ruleset, self.levels, first_seat=self.banker, banker=self.banker, deals=1)

    @classmethod
    def from_match(cls, match: Match, rest: bytes = bytes(SIZE - _KNOWN)) -> SaveFile:
        """The save that holds a match between two deals, or SaveFileError with the reason."""
        _need_classic(match.ruleset)
        if match.over is not None:
            raise SaveFileError("over")
        if match.banker is None:
            raise SaveFileError("no-banker")
        return cls((match.levels[0], match.levels[1]), match.banker, rest)


def _need_classic(ruleset: Ruleset) -> None:
    """Refuse rules whose matches a save cannot hold."""
    if ruleset.players != _SEATS:
        raise SaveFileError("players", players=ruleset.players)
    if ruleset.partners != "fixed":
        raise SaveFileError("called-partners")
    if ruleset.base != "classic" or ruleset.declare_style != "reveal":
        raise SaveFileError("other-ruleset", ruleset=str(ruleset))
