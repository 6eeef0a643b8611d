"""The terminal of a player: lines out, lines in, pauses; colours only on a terminal.

Everything is written line by line, or card by card while cards are drawn, so that an interruption
leaves nothing half-printed.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Iterator, Sequence
from io import TextIOWrapper

from rich.cells import cell_len, chop_cells
from rich.console import Console

try:
    import termios
except ImportError:  # on this system single keys cannot be read
    termios = None  # type: ignore[assignment]

WIDTH = 80
# Seconds to wait: after a drawn card, after another seat's play.
SPEEDS = {"slow": (0.3, 1.2), "normal": (0.12, 0.6), "fast": (0.03, 0.15), "0": (0.0, 0.0)}
DRAW_WAIT, PLAY_WAIT = 0, 1
_LONGEST = 500
_ENDS = (b"", b"\x04")
LETTERS = str.maketrans("♠♥♣♦–·…“”→×", 'SHCD--."">x')
# What is never broken: a word, or one Chinese character, with its punctuation.
_WORD = re.compile(r" *[（「“]*(?:[⺀-⿿぀-鿿]|[^ ⺀-￯“”]+)?[，。、；：）」”？！]*| +$")
_RED = re.compile(r"[♥♦][2-9AKQJ10]*")


class Screen:
    """Where the game is shown and the player types."""

    def __init__(self, speed: str) -> None:
        self.speed = speed
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        self._letters = not _can_say("♠")
        self._column = 0
        self._reading = False
        self._console = Console()
        self.width = min(self._console.width, WIDTH)
        self._edits = self.interactive and sys.stdout.isatty()
        if self._edits:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415  (gives input() a line editor)

    # Out.

    def line(self, text: str = "", *, red: bool = False) -> None:
        """Print a line, wrapped; red: all of it, else only the red suits."""
        lines = [self._coloured(part, red=red) for part in wrapped(text, self.width)]
        self._write(*lines)

    def row(self, label: str, words: Sequence[str], *, red: bool = False) -> None:
        """Print a label and words; further lines are indented to the words."""
        lines = wrapped(" ".join(words), self.width - cell_len(label))
        starts = [label] + [" " * cell_len(label)] * (len(lines) - 1)
        both = zip(starts, lines, strict=True)
        self._write(*(self._coloured(start + line, red=red) for start, line in both))

    def part(self, word: str) -> None:
        """Print a word on the current line, or on a new one when that is full."""
        before = " " if self._column else ""
        if self._column + cell_len(word) + 1 >= self.width:
            self._column, before = 0, "\n"
        self._column += cell_len(before + word)
        sys.stdout.write(before + self._coloured(word))
        sys.stdout.flush()

    def whole(self, text: str) -> None:
        """Print a line without wrapping it, so that it can be copied."""
        self._write(text)

    def page(self, markdown: str) -> None:
        """Print Markdown: rendered on a terminal, as it is into a pipe."""
        if not self._console.is_terminal or self._letters:
            self._write("", *markdown.splitlines())
            return
        from rich.markdown import Markdown  # noqa: PLC0415  (a tenth of the start otherwise)

        with self._console.capture() as rendered:
            self._console.print(Markdown(markdown), width=self.width)
        self._write("", *map(str.rstrip, rendered.get().splitlines()))

    def after_interrupt(self) -> None:
        """Begin a new line after the ^C that a terminal shows."""
        self._column = self._column or int(self.interactive)

    def _write(self, *lines: str) -> None:
        """Write whole lines at once, on a new line."""
        text = "".join(line + "\n" for line in lines)
        text = text.translate(LETTERS) if self._letters else text
        sys.stdout.write("\n" + text if self._column else text)
        self._column = 0
        sys.stdout.flush()

    def _coloured(self, text: str, *, red: bool = False) -> str:
        if self._console.color_system is None or not text:
            return text
        return f"\x1b[31m{text}\x1b[0m" if red else _RED.sub("\x1b[31m\\g<0>\x1b[0m", text)

    # In.

    def ask(self, prompt: str) -> str:
        """The line the player types; EOFError when there is no more."""
        if self._column:
            sys.stdout.write("\n")
        prompt = prompt.translate(LETTERS) if self._letters else prompt
        self._column = cell_len(prompt)
        if self._edits:
            line = input(prompt)
        else:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                raise EOFError
            if not self.interactive:
                sys.stdout.write("\n")
        self._column = 0
        return line.strip()[:_LONGEST]

    @property
    def pauses(self) -> bool:
        """Whether the game waits for Enter after a trick."""
        return self.interactive and self.speed != "0"

    def wait(self, kind: int) -> None:
        """Pause."""
        if self.pauses:
            time.sleep(SPEEDS[self.speed][kind])

    @property
    def has_keys(self) -> bool:
        """Whether single keys can be read while cards are drawn."""
        return self.pauses and termios is not None

    @contextlib.contextmanager
    def keys(self) -> Iterator[None]:
        """Read single keys without echo; the terminal is restored at the end in any case."""
        if not self.has_keys:
            yield
            return
        before = termios.tcgetattr(sys.stdin)
        now = [*before]
        now[3] &= ~(termios.ICANON | termios.ECHO)
        try:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, now)
            self._reading = True
            yield
        finally:
            self._reading = False
            with contextlib.suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(sys.stdin, termios.TCSANOW, before)

    def key(self, seconds: float | None) -> str:
        """The key pressed within so many seconds, or nothing; None waits for a key."""
        if not self._reading:
            time.sleep(seconds or 0)
            return ""
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return ""
        typed = os.read(sys.stdin.fileno(), 1)
        if typed in _ENDS:
            raise EOFError
        if typed == b"\x1b":  # an arrow or another key that sends several characters, a letter last
            while select.select([sys.stdin], [], [], 0)[0]:
                more = os.read(sys.stdin.fileno(), 1)
                if more not in (b"[", b"O") and (more.isalpha() or more in (b"~", b"")):
                    break
        return typed.decode("ascii", "replace").lower()

    def key_after_card(self) -> str:
        """Pause after a drawn card; the key pressed meanwhile, or nothing."""
        return self.key(SPEEDS[self.speed][DRAW_WAIT] if self.pauses else 0)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces where possible."""
    lines, line = [], ""
    for word in _WORD.findall(text):
        if line and cell_len(line + word) > width:
            lines.append(line.rstrip())
            line, word = "", word.lstrip()  # noqa: PLW2901
        *full, line = chop_cells(line + word, width) or [""]
        lines += full
    return [*lines, line]


def _can_say(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
