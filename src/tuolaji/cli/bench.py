"""`tuolaji bench`: how fast it is, as ratios to a baseline measured in the same run."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer(help="Measure the speed, against a baseline in the same run.")

QUESTIONS: dict[str, dict[str, Any]] = {
    "shape": {"level": "4", "trump": "H", "cards": "H44C44HAA9"},
    "compare": {"level": "4", "trump": "H", "a": "H4", "b": "S4"},
    "follow": {"level": "2", "trump": "S", "lead": "HTTJJ", "hand": "H5566KK3D3", "play": "H5566"},
    "throw": {"level": "2", "trump": "S", "lead": "CAAQ", "others": ["CK3", "C4", "H3"]},
    "trick": {"level": "2", "trump": "H", "plays": ["SAKQ", "HQJJ", "HK88", "C345"]},
    "dig": {
        "level": "2",
        "trump": "S",
        "plays": ["HA", "S3", "H4", "H5"],
        "kitty": "HKKT5C3467",
        "winner_side": "attackers",
    },
    "result": {"level": "5", "trump": "S", "attackers": 120},
    "promote": {"from": "K", "by": 3},
    "declare": {
        "level": "2",
        "history": [{"seat": 1, "cards": "H2"}],
        "seat": 2,
        "cards": "S22",
        "first_deal": True,
    },
}
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
    count: Annotated[int, typer.Option(min=100, help="Questions of each kind.")] = 4000,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Questions per second through one pipe; the baseline echoes the same JSON lines."""
    rows: dict[str, dict[str, float]] = {}
    kinds = {"mixed": list(QUESTIONS), **{ask: [ask] for ask in QUESTIONS}}
    for name, asks in kinds.items():
        lines = [
            json.dumps({"ask": ask, "ruleset": "classic", **QUESTIONS[ask]}).encode() + b"\n"
            for ask in asks
        ]
        data = b"".join(lines[at % len(lines)] for at in range(count))
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
