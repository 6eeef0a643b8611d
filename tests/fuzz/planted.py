"""`python -m tests.fuzz.planted kernel|course`: bugs planted in the engine, how soon found.

Each bug is in the one text that both speeds and `deal.apply` share, so only the oracle can know. A
bug of the kernel is compiled in a copy of the tree, and `python -m tests.fuzz kernel` runs there
with all presets. For one in the course of a deal (`faults.py`) the copy runs as Python what `make
test` plays.
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

from tests.fuzz.faults import COURSE, Bug

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "setup.py", "pyproject.toml", "README.md")
IN_TIME = 60.0
MAKE_TEST = ("course", "--count", "2", "--seed", "1")  # as the Makefile has it


BUGS = (
    Bug(
        "following: after the first pair in a tractor's stead no other is owed",
        "rules/follow.py",
        "if not best:",
        "if not best or owed[3]:",
    ),
    Bug(
        "a throw: a unit that is equal to one of another hand fails",
        "rules/throw.py",
        "return begins >> low_bit(steps) + 1 != 0",
        "return begins >> low_bit(steps) != 0",
    ),
    Bug(
        "four-deck's comparison: a tractor of trumps beats a plain bomb",
        "rules/trick.py",
        "return ruffs and better // STRONGER >= best // STRONGER",
        "return ruffs",
    ),
)


class PlantError(ValueError):
    """The text to be replaced is not there, or more than once."""


def plant(bug: Bug, tree: Path) -> None:
    """Put the bug into a copy of the source tree."""
    file = tree / "src" / "tuolaji" / bug.file
    text = file.read_text("utf-8")
    if text.count(bug.right) != 1:
        raise PlantError(f"{bug.file} holds {text.count(bug.right)} times: {bug.right}")
    file.write_text(text.replace(bug.right, bug.wrong), "utf-8")


def build(tree: Path, python: str) -> None:
    """Compile the kernel of a source tree in its place."""
    command = [python, "setup.py", "--quiet", "build_ext", "--inplace"]
    environment = {**os.environ, "TUOLAJI_KERNEL": "compiled"}
    subprocess.run(command, cwd=tree, check=True, env=environment, capture_output=True)


def search(tree: Path, fuzz: list[str], speed: str) -> tuple[float, int, str]:
    """Seconds and decisions until the fuzz fails, and what it printed."""
    command = [sys.executable, "-m", "tests.fuzz", *fuzz]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "TUOLAJI_KERNEL": speed}
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


def in_kernel(tree: Path, jobs: int, builder: str) -> tuple[float, int, str]:
    """What the lockstep of the kernel finds; nothing if it takes too long."""
    build(tree, builder)
    fuzz = ["kernel", "--count", "1000000", "--seconds", str(2 * IN_TIME), "--jobs", str(jobs)]
    seconds, decisions, shown = search(tree, fuzz, "compiled")
    return seconds, decisions if seconds <= IN_TIME else 0, shown


def in_course(tree: Path, jobs: int) -> tuple[float, int, str]:
    """What the part of the lockstep with the oracle's course that `make test` plays finds."""
    return search(tree, [*MAKE_TEST, "--jobs", str(jobs)], "python")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.planted", description=__doc__)
    parser.add_argument("where", choices=("kernel", "course"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--builder", default=sys.executable, help="the Python that has Cython")
    parser.add_argument("--only", default="", help="the bugs whose description holds this")
    options = parser.parse_args()
    missed = 0
    for bug in BUGS if options.where == "kernel" else COURSE:
        if options.only not in bug.what:
            continue
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            for name in COPIED:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, tree / name)
            plant(bug, tree)
            if options.where == "kernel":
                seconds, decisions, shown = in_kernel(tree, options.jobs, options.builder)
            else:
                seconds, decisions, shown = in_course(tree, options.jobs)
        missed += not decisions
        found = f"{decisions:,} decisions" if decisions else "NOT FOUND"
        print(f"{bug.what}\n  {seconds:.1f} s, {found}\n{shown}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
