"""Make the page's types of all messages, web/src/lib/wire.ts, from those of the server.

python scripts/wire.py
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIRE = ROOT / "web" / "src" / "lib" / "wire.ts"


def main():
    """Write the file, if it is another."""
    from tuolaji.server.protocol.typescript import typescript

    text = typescript()
    if WIRE.read_text("utf-8") != text:
        WIRE.write_text(text, "utf-8")
        print(f"{WIRE.relative_to(ROOT)} is new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
