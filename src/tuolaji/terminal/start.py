"""How a game begins: with a new match, or by resuming a saved one."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path

from ..notation.record import RecordError, told
from ..notation.sav import SIZE, SaveFile, SaveFileError
from ..ruleset import Ruleset, preset
from ..texts.explain import ruleset_title
from ..texts.reader import texts
from .commands import Quit
from .input import COMMANDS
from .keep import BOTS, Busy, Keeper, Kept, folder, fresh, newest, set_aside
from .screen import Screen
from .words import Words, play_command, say

_SEEDS = 1_000_000
_MOST_TOLD = 5


class Refused(Exception):
    """What was asked for cannot be done; the text says why."""


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the player asked for; None where they left it open.

    seat: from 1. bots: who plays the other seats. file: where the match is saved. resume: go
    on with it, or (False) begin a new one. sav: a GAME.SAV to go on from.
    """

    ruleset: Ruleset | None = None
    seat: int | None = None
    seed: int | None = None
    bots: str | None = None
    file: Path | None = None
    resume: bool | None = None
    sav: Path | None = None

    def fit(self, kept: Kept) -> bool:
        """Whether a saved match is the kind that was asked for."""
        own = (kept.match.ruleset, kept.seat + 1, kept.seed, kept.bots)
        wanted = (self.ruleset, self.seat, self.seed, self.bots)
        return all(want in (None, have) for want, have in zip(wanted, own, strict=True))


class Start:
    """Finds the match to play, and tells the player what it found."""

    def __init__(self, wishes: Wishes, screen: Screen, language: str) -> None:
        self.wishes, self.screen, self.language = wishes, screen, language

    def _say(self, key: str, **facts: object) -> str:
        return say(self.language, key, **facts)

    def match(self) -> tuple[Kept, Keeper | None]:
        """The match to play, and its file; Refused if it cannot be had."""
        new = self.wishes.resume is False or self.wishes.sav is not None
        keeper = None if new else self._found()
        if keeper is not None:
            try:
                kept = self._wanted(keeper)
            except BaseException:
                keeper.close()
                raise
            if kept is not None:
                return kept, keeper
            keeper.close()
        if self.wishes.resume and not new:
            raise Refused(self._say("nothing_kept", file=self.wishes.file or folder()))
        return self._new()

    # A saved match.

    def _found(self) -> Keeper | None:
        """The file that was named, or the newest one that no other process has open."""
        if self.wishes.file is not None:
            return self._opened(self.wishes.file)
        try:
            files = newest(folder())
        except (OSError, RuntimeError):
            return None
        for path in files:
            try:
                return Keeper(path, "r+b")
            except OSError:
                continue
        return None

    def _opened(self, path: Path) -> Keeper | None:
        try:
            return Keeper(path, "r+b")
        except FileNotFoundError:
            return None
        except Busy:
            raise Refused(self._say("busy", file=path)) from None
        except OSError as error:
            raise Refused(self._no_file(path, error)) from None

    def _no_file(self, path: Path, error: OSError) -> str:
        why = error.strerror or str(error)
        return str(texts(self.language)["record"]["no_file"]).format(file=path, why=why)

    def _wanted(self, keeper: Keeper) -> Kept | None:
        """The match of a file, if it is to be resumed."""
        try:
            kept = keeper.read()
        except RecordError as error:
            self._tell_broken(keeper.path, error)
            return None
        if kept is None:
            return None
        if self.wishes.resume:
            self._check(kept, keeper.path)
            return kept
        goes_on = kept.match.over is None and self._goes_on(kept, keeper.path)
        return kept if goes_on else None

    def _tell_broken(self, path: Path, error: RecordError) -> None:
        """Say what is wrong with a file and leave it as it is; refuse if it was asked for."""
        lines = [f"- {told(wrong, self.language)}" for wrong in error.differences[:_MOST_TOLD]]
        broken = "\n".join([self._say("kept_broken", file=path), *lines])
        if self.wishes.resume or self.wishes.file:
            raise Refused(f"{broken}\n{self._say('kept_untouched')}")
        self.screen.whole(broken)
        self.screen.line(self._say("kept_left"))

    def _check(self, kept: Kept, path: Path) -> None:
        """Refuse to resume a match that is over or is not the one that was asked for."""
        if kept.match.over is not None:
            raise Refused(self._say("kept_over", file=path))
        if not self.wishes.fit(kept):
            own = {"ruleset": kept.match.ruleset, "seat": kept.seat + 1, "seed": kept.seed}
            raise Refused(self._say("kept_other", file=path, bots=kept.bots, **own))

    def _goes_on(self, kept: Kept, path: Path) -> bool:
        """Whether the player wants to resume; not asked if they want another or cannot answer."""
        words = Words(kept.match.ruleset, kept.seat, self.language)
        number, levels = max(kept.match.deals + (kept.unfinished is not None), 1), kept.match.levels
        facts = {"ruleset": words.title, "number": number, "levels": words.levels([*levels])}
        self.screen.line(words.say("kept_found", **facts))
        if not (self.screen.interactive and self.wishes.fit(kept)):
            self.screen.line(words.say("kept_stays"))
            self.screen.whole(play_command("--resume", "--save", path))
            return False
        while True:
            answer = self.screen.ask(words.say("ask_resume") + "> ").lower()
            if answer in words.answers("yes"):
                return True
            if answer in words.answers("no"):
                return False
            if COMMANDS.get(answer) == "quit":
                raise Quit
            self.screen.line(words.say("yes_or_no"))

    # A new match.

    def _new(self) -> tuple[Kept, Keeper | None]:
        """A new match in a file of its own; an older file of that name is renamed."""
        ruleset, seat = self.wishes.ruleset or preset("classic"), self.wishes.seat or 1
        if seat > ruleset.players:
            title = ruleset_title(ruleset, self.language)
            raise Refused(self._say("no_seat", ruleset=title, seats=ruleset.players))
        seed = random.randrange(_SEEDS) if self.wishes.seed is None else self.wishes.seed
        kept = Kept.new(ruleset, seat - 1, seed, self.wishes.bots or BOTS)
        if self.wishes.sav is not None:
            save = self._loaded(self.wishes.sav)
            try:
                kept = replace(kept, match=save.to_match(ruleset), save=bytes(save).hex())
            except SaveFileError as error:
                raise Refused(f"{self.wishes.sav}: {error.text(self.language)}") from None
        path = self.wishes.file
        if path is None:
            try:
                return kept, fresh(folder(), seed)
            except (OSError, RuntimeError) as error:
                why = getattr(error, "strerror", None) or str(error)
                self.screen.line(self._say("not_kept", why=why))
                return kept, None
        try:
            self._make_room(path)
            return kept, Keeper(path, "x+b")
        except OSError as error:
            raise Refused(self._no_file(path, error)) from None

    def _loaded(self, path: Path) -> SaveFile:
        """What a GAME.SAV holds."""
        try:
            with path.open("rb") as source:
                return SaveFile.parse(source.read(SIZE + 2))
        except SaveFileError as error:
            raise Refused(f"{path}: {error.text(self.language)}") from None
        except OSError as error:
            raise Refused(self._no_file(path, error)) from None

    def _make_room(self, path: Path) -> None:
        old = self._opened(path)
        if old is None:
            return
        old.close()
        if path.stat().st_size:
            self.screen.whole(self._say("set_aside", file=path, name=set_aside(path).name))
        else:
            path.unlink()
