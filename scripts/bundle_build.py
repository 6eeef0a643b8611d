"""Compile the kernel beside this file and try it: `python3 build.py`.

Needed are Python 3.11 or later with its C headers and a C compiler: gcc, or what CC names.
Afterwards this folder on PYTHONPATH is the whole package.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLAY = """
import random
from tuolaji import Ruleset
from tuolaji.ruleset import PRESETS
from tuolaji.testing.simulate import play_matches
for name in PRESETS:
    for finished in play_matches(Ruleset.parse(name), random.Random(1), 2, check=True):
        print(name, finished.events, finished.after, *finished.broken)
"""


def main():
    """Compile, then play the same deals at both speeds."""
    played = {"python": play("python")}
    compile_kernel()
    played["compiled"] = play("compiled")
    if played["python"] != played["compiled"]:
        sys.exit("the compiled kernel plays differently")
    print(f"the compiled kernel works: {len(played['compiled'].splitlines())} deals are the same")


def play(kernel):
    """What is played with this kernel."""
    environment = {**os.environ, "TUOLAJI_KERNEL": kernel, "PYTHONPATH": str(HERE)}
    return subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, check=True, capture_output=True, text=True
    ).stdout


def compile_kernel():
    """Put the extension into the package."""
    os.environ["TUOLAJI_KERNEL"] = "python"
    sys.path.insert(0, str(HERE))
    from tuolaji.kernel import build

    target = HERE / "tuolaji" / "kernel" / f"_compiled{sysconfig.get_config_var('EXT_SUFFIX')}"
    if build.headers() is None:
        sys.exit(build.missing())
    command = shlex.split(os.environ.get("CC") or "gcc")
    command += ["-shared", "-fPIC", "-DNDEBUG", *build.flags(), f"-I{build.headers()}"]
    command += [str(HERE / "_compiled.c"), "-o", str(target)]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"the kernel cannot be compiled: {error}")


if __name__ == "__main__":
    main()
