"""The server and a browser for the tests: both as a user has them."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# The shell is Chromium without what draws windows: it starts sooner and works less.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where Chromium is installed."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@contextlib.contextmanager
def server(data: Path, *, port: int = 0) -> Iterator[str]:
    """`tuolaji serve` in a process of its own; its address."""
    command = [sys.executable, "-m", "tuolaji", "serve", "--no-open", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--data", str(data), "--lang", "en"],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://\S+?:\d+", line):
                yield found[0]
                break
        else:
            raise AssertionError("the server said no address")
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        path = chromium()
        assert path is not None, "Chromium is not installed: run `make browser`"
        opened = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield opened
        opened.close()
