"""`tuolaji bench`: how fast it is, as ratios to a baseline measured in the same run."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from .questions import SIMPLE, simple_questions

app = typer.Typer(help="Measure the speed, against a baseline in the same run.")

_ECHO = (
    "import json, sys\n"
    "for line in sys.stdin.buffer:\n"
    "    sys.stdout.buffer.write(json.dumps(json.loads(line)).encode() + b'\\n')\n"
    "    sys.stdout.buffer.flush()\n"
)


@app.callback()
def _bench() -> None:
    pass


@app.command()
def judge(
    count: Annotated[int, typer.Option(min=100, help="Questions of each kind.")] = 5000,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Questions per second through one pipe; the baseline echoes the same JSON lines."""
    rows: dict[str, dict[str, float]] = {}
    for name in ("mixed", *SIMPLE):
        asked = simple_questions(list(SIMPLE) if name == "mixed" else [name], count)
        data = b"".join(json.dumps(question).encode() + b"\n" for question in asked)
        mine = _per_second([sys.executable, "-m", "tuolaji", "judge"], data, count)
        echo = _per_second([sys.executable, "-c", _ECHO], data, count)
        rows[name] = {"per_second": mine, "echo_per_second": echo, "ratio": mine / echo}
    if as_json:
        typer.echo(json.dumps({"questions": count, "kinds": rows}, indent=2))
        return
    table = Table("question", "answers/s", "echo/s", "ratio")
    for name, row in rows.items():
        table.add_row(
            name,
            f"{row['per_second']:,.0f}",
            f"{row['echo_per_second']:,.0f}",
            f"{row['ratio']:.3f}",
        )
    Console().print(table)


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
