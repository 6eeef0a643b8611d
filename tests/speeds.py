"""The whole test suite at both speeds: python -m tests.speeds [OPTIONS OF PYTEST].

Where the kernel cannot be compiled only plain Python is tested, and that is said.
"""

import os
import subprocess
import sys

from tuolaji.kernel import build
from tuolaji.kernel.speed import VARIABLE


def main():
    speeds = ["python", "compiled"]
    if build.missing():
        print(f"Only plain Python is tested: {build.missing()}.")
        speeds.remove("compiled")
    failed = []
    for speed in speeds:
        print(f"{VARIABLE}={speed}", flush=True)
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        if subprocess.run(command, env={**os.environ, VARIABLE: speed}, check=False).returncode:
            failed.append(speed)
    sys.exit(f"failed with {VARIABLE}={' and '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
