"""`tuolaji train` where only torch is installed.

python bench/gpu_train.py OUT NAME=VALUE…

start=FILE goes on from a net; against=BOT, several times, measures meanwhile. The other names are
settings of the training. The package is a bundle's (scripts/bundle.py), on PYTHONPATH.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tuolaji.learn.options import settings_of
from tuolaji.learn.train import Training


def main(out: Path, texts: list[str]) -> None:
    """Train as the texts say."""
    start = [text.removeprefix("start=") for text in texts if text.startswith("start=")]
    bots = [text.removeprefix("against=") for text in texts if text.startswith("against=")]
    rest = [text for text in texts if not text.startswith(("start=", "against="))]
    settings = settings_of(rest, opponents=tuple(bots))
    Training(settings, out, start=Path(start[0]) if start else None, say=print).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
