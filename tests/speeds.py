"""The test suite at one speed: python -m tests.speeds compiled|python [OPTIONS OF PYTEST].

What stands above the rules and does not depend on how fast they are (the server, the arena, events,
the game in the terminal, records, simulated matches, what earlier versions wrote, commands, the
examples of the docs) is tested compiled only: that both speeds play the same is what `tests.fuzz
kernel` and `course` compare. Where the kernel cannot be compiled, everything is tested as plain
Python instead, and a line says so.
"""

import os
import subprocess
import sys

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
    speed, *options = sys.argv[1:]
    missing = build.missing()
    if missing and speed == "python":
        print("Everything is tested as plain Python already.")
        return 0
    if missing:
        print(f"Only plain Python is tested: {missing}.")
        speed = "python"
    elif speed == "python":
        options += [f"--ignore-glob={one}" for one in ABOVE]
    print(f"{VARIABLE}={speed}", flush=True)
    command = [sys.executable, "-m", "pytest", *options]
    return subprocess.run(command, env={**os.environ, VARIABLE: speed}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
