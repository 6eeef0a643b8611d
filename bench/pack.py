"""A policy in whole numbers, for the package: python bench/pack.py CHECKPOINT FILE."""

from __future__ import annotations

import sys
from pathlib import Path

from tuolaji.bots.taught import BadNet, pack


def main(checkpoint: Path, file: Path) -> None:
    """Pack the policy of a checkpoint into a file."""
    try:
        data = pack(checkpoint)
    except (BadNet, OSError) as error:
        sys.exit(str(error))
    beside = file.with_name(f".{file.name}")
    beside.write_bytes(data)
    beside.replace(file)
    print(f"{file}: {len(data):,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
