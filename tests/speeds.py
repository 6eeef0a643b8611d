"""The test suite at both speeds: python -m tests.speeds [OPTIONS OF PYTEST].

What stands above the rules and does not depend on how fast they are (the server, the arena, events,
the game in the terminal, records, commands, the examples of the docs) is tested compiled only.
Where the kernel cannot be compiled, everything is tested as plain Python, and a line says so.
"""

import os
import subprocess
import sys

from tuolaji.kernel import build
from tuolaji.kernel.speed import VARIABLE

ABOVE = (
    "tests/server", "tests/cluster", "tests/test_arena*", "tests/test_bench*",
    "tests/test_botzone*", "tests/test_cli*", "tests/test_coach*", "tests/test_docs*",
    "tests/test_event*", "tests/test_page_texts*", "tests/test_puzzles*",
    "tests/test_protocol*", "tests/test_record*", "tests/test_replay*", "tests/test_sav*",
    "tests/test_spiel*", "tests/test_study*", "tests/test_terminal*", "tests/test_words*",
    "tests/test_workers*", "docs", "README*",
)  # fmt: skip


def main():
    speeds = ["python", "compiled"]
    if build.missing():
        print(f"Only plain Python is tested: {build.missing()}.")
        speeds.remove("compiled")
    failed = []
    for speed in speeds:
        print(f"{VARIABLE}={speed}", flush=True)
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        if speed == "python" and "compiled" in speeds:
            command += [f"--ignore-glob={pattern}" for pattern in ABOVE]
        if subprocess.run(command, env={**os.environ, VARIABLE: speed}, check=False).returncode:
            failed.append(speed)
    sys.exit(f"failed with {VARIABLE}={' and '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
