"""The one thing pyproject.toml cannot say: the kernel is compiled where that is possible."""

import importlib.util
import os
import textwrap
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError

KERNEL = Path("src/tuolaji/kernel")
WANTED = os.environ.get("TUOLAJI_KERNEL") or "auto"

_spec = importlib.util.spec_from_file_location("build", KERNEL / "build.py")
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)


class BuildKernel(build_ext):
    """Compiles the joined kernel; what is in the way is said in one line and stops nothing."""

    def build_extension(self, ext):
        """Make C of the kernel and compile it; `TUOLAJI_KERNEL` chooses as it does at run time."""
        if WANTED == "python":
            return
        try:
            if build.missing():
                raise CCompilerError(build.missing())
            ext.sources = [str(build.write_c(Path(self.build_temp, "joined")))]
            super().build_extension(ext)
        except Exception as error:
            if WANTED == "compiled":
                raise
            print(f"tuolaji: the kernel is not compiled and runs as Python, slower: {why(error)}")


def why(error):
    """What was in the way."""
    if isinstance(error, CCompilerError):
        return build.missing() or "the C compiler failed"
    return textwrap.shorten(f"{type(error).__name__}: {error}", 120)


setup(
    ext_modules=[
        Extension(build.NAME, [], optional=WANTED != "compiled", extra_compile_args=build.flags())
    ],
    cmdclass={"build_ext": BuildKernel},
)
