"""The test suite at both speeds, at once: python -m tests.speeds [OPTIONS OF PYTEST].

Many tests of the server wait for another process; meanwhile the other speed is tested.

What stands above the rules and does not depend on how fast they are (the server, the arena, events,
the game in the terminal, records, simulated matches, what earlier versions wrote, commands, the
examples of the docs) is tested compiled only: that both speeds play the same is what `tests.fuzz
kernel` and `course` compare. Where the kernel cannot be compiled, everything is tested as plain
Python, and a line says so.
"""

import os
import subprocess
import sys
import tempfile

from tuolaji.kernel import build
from tuolaji.kernel.speed import VARIABLE

ABOVE = (
    "tests/server", "tests/cluster", "tests/test_arena*", "tests/test_bench*",
    "tests/test_botzone*", "tests/test_claims*", "tests/test_cli*", "tests/test_coach*",
    "tests/test_coherence*", "tests/test_docs*", "tests/test_event*", "tests/test_fuzz.py",
    "tests/test_page_texts*", "tests/test_puzzles*", "tests/test_protocol*", "tests/test_record*",
    "tests/test_replay*", "tests/test_sav*", "tests/test_simulate*", "tests/test_spiel*",
    "tests/test_strength*", "tests/test_study*", "tests/test_terminal*", "tests/test_version*",
    "tests/test_words*", "tests/test_workers*", "docs", "README*",
)  # fmt: skip


def main():
    missing = build.missing()
    if missing:
        print(f"Only plain Python is tested: {missing}.")
        sys.exit(started("python").wait())
    with tempfile.TemporaryFile() as told:
        plain = started("python", *(f"--ignore-glob={one}" for one in ABOVE), told=told)
        failed = ["compiled"] if started("compiled").wait() else []
        if plain.wait():
            failed.append("python")
        told.seek(0)
        print(f"{VARIABLE}=python\n{told.read().decode()}")
    sys.exit(f"failed with {VARIABLE}={' and '.join(failed)}" if failed else 0)


def started(speed, *options, told=None):
    """The tests at one speed, begun; told: the file that is to hold what they print."""
    if told is None:
        print(f"{VARIABLE}={speed}", flush=True)
    command = [sys.executable, "-m", "pytest", *sys.argv[1:], *options]
    environment = {**os.environ, VARIABLE: speed}
    return subprocess.Popen(command, env=environment, stdout=told, stderr=told)


if __name__ == "__main__":
    main()
