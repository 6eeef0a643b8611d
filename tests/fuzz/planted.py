"""`python -m tests.fuzz.planted`: bugs planted in the kernel, and how soon they are found.

Each bug is in the one text that both speeds and `deal.apply` share, so only the oracle can know.
A copy of the tree is compiled, and `python -m tests.fuzz kernel` runs in it with all presets.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "setup.py", "pyproject.toml", "README.md")
IN_TIME = 60.0


class Bug(NamedTuple):
    """A text of a kernel file, and what is put in its place."""

    what: str
    file: str
    right: str
    wrong: str


BUGS = (
    Bug(
        "following: after the first pair in a tractor's stead no other is owed",
        "follow.py",
        "return 1 if supplies(order, lead, held, (0, 0, lengths, pairs + 1)) else 0",
        "return 0",
    ),
    Bug(
        "a throw: a unit that is equal to one of another hand fails",
        "throw.py",
        "return begins >> low_bit(steps) + 1 != 0",
        "return begins >> low_bit(steps) != 0",
    ),
    Bug(
        "four-deck's comparison: a tractor of trumps beats a plain bomb",
        "trick.py",
        "return ruffs and better // STRONGER >= best // STRONGER",
        "return ruffs",
    ),
)


class PlantError(ValueError):
    """The text to be replaced is not there, or more than once."""


def plant(bug: Bug, tree: Path) -> None:
    """Put the bug into a copy of the source tree."""
    file = tree / "src" / "tuolaji" / "kernel" / bug.file
    text = file.read_text("utf-8")
    if text.count(bug.right) != 1:
        raise PlantError(f"{bug.file} holds {text.count(bug.right)} times: {bug.right}")
    file.write_text(text.replace(bug.right, bug.wrong), "utf-8")


def build(tree: Path, python: str) -> None:
    """Compile the kernel of a source tree in its place."""
    command = [python, "setup.py", "--quiet", "build_ext", "--inplace"]
    environment = {**os.environ, "TUOLAJI_KERNEL": "compiled"}
    subprocess.run(command, cwd=tree, check=True, env=environment, capture_output=True)


def search(tree: Path, jobs: int) -> tuple[float, int, str]:
    """Seconds and decisions until the fuzz fails, and what it printed."""
    command = [sys.executable, "-m", "tests.fuzz", "kernel", "--count", "1000000"]
    command += ["--seconds", str(2 * IN_TIME), "--jobs", str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "TUOLAJI_KERNEL": "compiled"}
    started = time.perf_counter()
    run = subprocess.run(
        command, cwd=tree, check=False, env=environment, capture_output=True, text=True
    )
    seconds = time.perf_counter() - started
    told = re.search(r"([\d,]+) decisions", run.stdout)
    if run.returncode == 0 or told is None or "they differ" not in run.stdout:
        return seconds, 0, run.stdout + run.stderr
    shown = run.stdout.partition("they differ:\n")[2]
    return seconds, int(told[1].replace(",", "")), shown


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.planted", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--builder", default=sys.executable, help="the Python that has Cython")
    options = parser.parse_args()
    late = 0
    for bug in BUGS:
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            for name in COPIED:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, tree / name)
            plant(bug, tree)
            build(tree, options.builder)
            seconds, decisions, shown = search(tree, options.jobs)
        found = decisions > 0 and seconds <= IN_TIME
        late += not found
        print(f"{bug.what}\n  {seconds:.1f} s, {decisions:,} decisions{'' if found else ': LATE'}")
        print(f"{shown}", flush=True)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
