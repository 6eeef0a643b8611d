"""The game in the terminal for tests: the program in a pseudo-terminal, or played by a script."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tuolaji import Cards, Ruleset
from tuolaji.terminal.commands import Quit
from tuolaji.terminal.course import Course
from tuolaji.terminal.game import Game
from tuolaji.terminal.keep import Keeper, Kept
from tuolaji.terminal.screen import Screen
from tuolaji.terminal.words import Words

CARD = re.compile(r"(?:[♠♥♣♦](?:10|[2-9JQKA])+(?: (?:10|[2-9JQKA])\b)*|\bX[BL])")
HAND_ROW = re.compile(r"^ ([♠♥♣♦]) +((?:(?:10|[2-9JQKA])+ ?)+)$")
HINT = re.compile(r"^Hint: .*\(type (\S+)\)$", re.M)
# The child opens the terminal itself, so that it is its own and Ctrl-C reaches it, and it does
# not inherit that Ctrl-C is ignored, as it is for whatever a script runs in the background.
CHILD = (
    "import os, signal, sys\n"
    "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
    "fd = os.open(sys.argv[1], os.O_RDWR)\n"
    "for n in range(3): os.dup2(fd, n)\n"
    "os.execv(sys.executable, [sys.executable, '-m', 'tuolaji', 'play', *sys.argv[2:]])\n"
)


SILENT = 6000  # looks for output in vain: a program that hangs must not hang the tests


class Terminal:
    """The program in a pseudo-terminal, and what it has printed."""

    def __init__(self, *words: str, term: str = "dumb", ahead: bytes = b"", **where: str) -> None:
        """ahead: typed before the program begins. where: as for `surroundings`."""
        self.master, slave = pty.openpty()
        env = surroundings(**where) | {"TERM": term, "COLUMNS": "80", "LINES": "24"}
        env.pop("NO_COLOR", None)
        os.write(self.master, ahead)
        command = [sys.executable, "-c", CHILD, os.ttyname(slave), "--terminal", *words]
        self.folder = Path(env["XDG_STATE_HOME"])
        self.process = subprocess.Popen(command, env=env, start_new_session=True, cwd=env["PWD"])
        self.slave = slave
        self.said = ""

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def read(self, until: str = r"> $") -> str | None:
        """What is printed up to the next prompt; None when the program has ended."""
        new = b""
        silent = 0
        while True:
            ended = self.process.poll() is not None
            silent += 1
            assert silent < SILENT, f"nothing more came after: {self.said[-300:]}"
            if select.select([self.master], [], [], 0.05)[0]:
                silent = 0
                new += os.read(self.master, 65536)
                text = new.decode("utf-8", "replace").replace("\r", "")
                if re.search(until, text):
                    self.said += text
                    return text
            elif ended:
                self.said += new.decode("utf-8", "replace").replace("\r", "")
                return None

    def end_by(self, sign: bytes | signal.Signals) -> None:
        """End the program by a key or a signal, given again when nothing happens, and read on.

        Python may receive a signal between printing a prompt and waiting for the line; it then
        notices it only when something more is typed.
        """
        for _ in range(200):
            if isinstance(sign, bytes):
                os.write(self.master, sign)
            else:
                self.process.send_signal(sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
                break
        assert self.read("no such text") is None

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def ask(self, line: str) -> str | None:
        """Type a line and read the answer, without the echo of the line."""
        self.type(line)
        text = self.read()
        return None if text is None else text.partition("\n")[2]

    def prompt(self) -> str:
        return self.said.rpartition("\n")[2]


def play_by_hints(game: Terminal, *, eager: bool = True) -> None:
    """Play to the end by what `hint` suggests, with wrong answers mixed in at every question."""
    tried: set[str] = set()
    text = game.read()
    while text is not None:
        prompt = game.prompt()
        kind = prompt.split(" ")[0]
        if kind not in tried:
            tried.add(kind)
            for nonsense in (
                "?",
                "xyzzy",
                "♠",
                "7" * 3000,
                "\x01\x7f\x1b[A",
                "r follow.pear",
                "r clock.match",
                "s",
                "t",
            ):
                text = game.ask(nonsense)
                assert game.prompt() == prompt, text
            for wrong in ("XBB XLL S2345678", "S2H3C4D5"):
                text = game.ask(wrong)
                assert text is None or game.prompt() == prompt, text
        if kind == "Follow" and game.said.count("Not allowed: ") < 2:
            for row in game.said.splitlines()[-6:]:
                if found := HAND_ROW.match(row):
                    number = sum(map(len, cards_in(prompt)))
                    ranks = found[2].replace("10", "T").replace(" ", "")[:number]
                    text = game.ask(found[1] + ranks)
                    break
            if text is None or game.prompt() != prompt:
                continue
        offer = re.search(r"\(type (\S+)\)", game.said.rpartition("You can declare")[2])
        if eager and offer and "passes" in prompt:
            text = game.ask(offer[1])
            continue
        hint = game.ask("hint") or ""
        found = HINT.search(hint)
        text = game.ask(found[1] if found else "")


def cards_in(line: str) -> list[Cards]:
    """All cards that a line shows."""
    if row := HAND_ROW.match(line):
        line = " ".join(row[1] + ranks for ranks in row[2].split())
    return [Cards.parse(text) for text in CARD.findall(line)]


def surroundings(state: str | None = None, folder: str | None = None) -> dict[str, str]:
    """The environment of a game that touches nothing of anybody's.

    state: where matches are kept; a new place if left out. folder: where the program runs.
    """
    place = state or tempfile.mkdtemp(dir=os.environ["XDG_STATE_HOME"])
    own = {"LC_ALL": "C.UTF-8", "XDG_STATE_HOME": place, "PWD": folder or place}
    return {**os.environ, **own}


def run_piped(typed: bytes, *words: str, **where: str) -> subprocess.CompletedProcess[str]:
    """The program without a terminal; where: as for `surroundings`."""
    env = surroundings(**where)
    done = subprocess.run(
        [sys.executable, "-m", "tuolaji", "play", "--terminal", *words],
        input=typed,
        capture_output=True,
        check=False,
        env=env,
        cwd=env["PWD"],
    )
    said, errors = done.stdout.decode(), done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, said, errors)


class Script(Screen):
    """A screen without a terminal: it asks for help at every question, then does the hint."""

    def __init__(self, language: str, most: int = 60) -> None:
        super().__init__("0")
        self.said: list[str] = []
        self.prompts: list[str] = []
        self.first: list[str] = []
        self.most = most
        self.offer = {"en": "type", "zh-Hans": "输入", "zh-Hant": "輸入"}[language]

    def line(self, text: str = "", **_: bool) -> None:
        self.said.append(text)

    def part(self, word: str) -> None:
        self.said.append(word)

    def page(self, markdown: str) -> None:
        self.said.append(markdown)

    def wait(self, kind: int) -> None:
        pass

    @contextlib.contextmanager
    def keys(self) -> Iterator[None]:
        yield

    def key(self, _: float | None) -> str:
        return ""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if len(self.prompts) > 3 * self.most:
            raise Quit
        if self.first:
            return self.first.pop(0)
        if self.prompts[-2:-1] != [prompt]:
            return "?"
        if len(self.prompts) < 3 or self.prompts[-3] != prompt:
            shows = next((t for t in reversed(self.said) if f"{self.offer} " in t), "")
            found = re.search(rf"[(（]{self.offer} ([^)）]+)[)）]", shows)
            return found[1] if found else "hint"
        found = re.search(rf"[(（]{self.offer} (\S+?)[)）]", self.said[-1])
        self.prompts.append("")
        return found[1] if found else "hint" if len(self.prompts) % 2 else ""


def game_of(
    screen: Screen, name: str, *, seed: int, language: str = "en", file: Path | None = None
) -> Game:
    """A new match played from the first seat; it is kept only where a file is named."""
    ruleset = Ruleset.parse(name)
    keeper = None if file is None else Keeper(file, "x+b")
    course = Course(Kept.new(ruleset, 0, seed), keeper)
    return Game(screen, Words(ruleset, 0, language), course)
