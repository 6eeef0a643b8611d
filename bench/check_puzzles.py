"""Whether puzzles keep their answers when they are looked at again, ten times as deep.

python bench/check_puzzles.py FILE.tlj                     goes on where it stopped
python bench/check_puzzles.py FILE.tlj --pack PUZZLES.gz   packs those that do, at most 200

FILE is what bench/make_puzzles.py wrote. Every puzzle is weighed anew in ten times as many worlds
as it was made with, from other seeds; what came out is kept beside it in FILE.checked, a line
each.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from tuolaji.notation.record import DealRecord
from tuolaji.study.clear import promises
from tuolaji.study.puzzles import Puzzle, pack

_WORLDS = 4_000  # ten times those of bench/make_puzzles.py
_SEED = 1_000_000
_MOST = 200


def checked(number: int, record: DealRecord) -> dict[str, Any]:
    """What a deeper search says of a puzzle."""
    puzzle = Puzzle.of(record)
    found = promises(puzzle.question(), worlds=_WORLDS, seed=_SEED + number)
    assert found is not None
    return {
        "number": number,
        "kept": found.keeps(puzzle.answers),
        "ahead": round(found.ahead(puzzle.answers), 3),
        "answer": dict(record.tags)["Answer"],
        "best": str(found.plays[0].cards),
    }


def _chosen(records: list[DealRecord]) -> list[DealRecord]:
    """At most so many, leaving out easy ones of the commonest theme first."""
    left = list(records)
    while len(left) > _MOST:
        themes = Counter(dict(record.tags)["Theme"] for record in left)
        easiest = min(
            range(len(left)),
            key=lambda at: (dict(left[at].tags)["Grade"], -themes[dict(left[at].tags)["Theme"]]),
        )
        del left[easiest]
    return left


def main() -> None:
    """Go on checking, or pack what was checked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--pack", type=Path, help="write the puzzles that keep their answer here")
    given = parser.parse_args()
    records = DealRecord.parse(given.file.read_text())
    notes = given.file.with_suffix(".checked")
    lines = [json.loads(line) for line in notes.read_text().splitlines()] if notes.exists() else []
    if given.pack is None:
        for number, record in enumerate(records[len(lines) :], start=len(lines)):
            lines.append(checked(number, record))
            with notes.open("a") as out:
                out.write(json.dumps(lines[-1]) + "\n")
    kept = [records[line["number"]] for line in lines if line["kept"]]
    print(f"{len(kept)} of {len(lines)} keep their answer")
    if given.pack is not None:
        chosen = _chosen(kept)
        given.pack.write_bytes(pack(chosen))
        print(f"{len(chosen)} puzzles, {given.pack.stat().st_size} bytes")


if __name__ == "__main__":
    main()
