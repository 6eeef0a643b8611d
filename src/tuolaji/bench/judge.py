"""Questions per second that the referee answers through one pipe.

The baseline is a process that echoes the same JSON lines.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

from .questions import SIMPLE, simple_questions

_ECHO = (
    "import json, sys\n"
    "for line in sys.stdin.buffer:\n"
    "    sys.stdout.buffer.write(json.dumps(json.loads(line)).encode() + b'\\n')\n"
    "    sys.stdout.buffer.flush()\n"
)


def measure_judge(count: int) -> dict[str, dict[str, float]]:
    """The speeds for each kind of question, and for all kinds in turn."""
    rows: dict[str, dict[str, float]] = {}
    for name in ("mixed", *SIMPLE):
        asked = simple_questions(list(SIMPLE) if name == "mixed" else [name], count)
        data = b"".join(json.dumps(question).encode() + b"\n" for question in asked)
        mine = _per_second([sys.executable, "-m", "tuolaji", "judge"], data, count)
        echo = _per_second([sys.executable, "-c", _ECHO], data, count)
        rows[name] = {"per_second": mine, "echo_per_second": echo, "ratio": mine / echo}
    return rows


def _per_second(command: list[str], data: bytes, count: int) -> float:
    """Lines per second through a process, its start not counted."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(data[: data.index(b"\n") + 1])
        process.stdin.flush()
        process.stdout.readline()
        start = time.perf_counter()
        answers = process.communicate(data)[0].count(b"\n")
        seconds = time.perf_counter() - start
    if answers != count:
        raise RuntimeError(f"{count} lines were asked, {answers} answered")
    return count / seconds
