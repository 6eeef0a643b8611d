"""Make a source bundle that builds the compiled kernel where there is neither Cython nor pip.

It lies in build/ then, or in the folder that is named, as a folder and as a .tar.gz: the package,
the C that Cython made of the kernel, and `build.py`, which needs a C compiler and Python's headers.
Run it with the Python of the development tree: make bundle.
"""

import os
import shutil
import sys
from pathlib import Path

os.environ["TUOLAJI_KERNEL"] = "python"

from tuolaji import __version__
from tuolaji.kernel import build

ROOT = Path(__file__).resolve().parent.parent


def main(folder):
    """Write the bundle."""
    name = f"tuolaji-{__version__}-bundle"
    target = folder / name
    shutil.rmtree(target, ignore_errors=True)
    leave_out = shutil.ignore_patterns("__pycache__", "_compiled.*")
    shutil.copytree(ROOT / "src" / "tuolaji", target / "tuolaji", ignore=leave_out)
    shutil.copy(ROOT / "LICENSE", target)
    shutil.copy(ROOT / "scripts" / "bundle_build.py", target / "build.py")
    shutil.copy(build.write_c(folder / "joined"), target)
    print(shutil.make_archive(str(target), "gztar", folder, name))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build")
