"""The one thing pyproject.toml cannot say: the kernel is compiled where that is possible."""

import importlib.util
import os
import platform
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNEL = Path("src/tuolaji/kernel")
WANTED = os.environ.get("TUOLAJI_KERNEL") or "auto"


def joiner():
    """The kernel's own module that joins its files, loaded by its path."""
    spec = importlib.util.spec_from_file_location("_join", KERNEL / "_join.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BuildKernel(build_ext):
    """Compiles the joined kernel; what is in the way is said in one line and stops nothing."""

    def build_extension(self, ext):
        """Write the joined files, let Cython make C of them, compile it."""
        if WANTED == "python":
            return
        try:
            ext.sources = [self._c_file(ext.name)]
            super().build_extension(ext)
        except Exception as error:
            if WANTED == "compiled":
                raise
            reason = " ".join(str(error).split()) or type(error).__name__
            print(f"tuolaji: the kernel is not compiled and runs as Python, slower: {reason}")

    def _c_file(self, name):
        """The C file that Cython makes of the joined files, laid out as the package is."""
        from Cython.Build import cythonize

        join = joiner()
        root = Path(self.build_temp, "joined")
        folder = root.joinpath(*name.split(".")[:-1])
        folder.mkdir(parents=True, exist_ok=True)
        for package in (folder, folder.parent):
            (package / "__init__.py").touch()
        for suffix, text in zip((".py", ".pxd"), join.joined(KERNEL), strict=True):
            (folder / f"_compiled{suffix}").write_text(text, "utf-8")
        source = Extension(name, [str(folder / "_compiled.py")])
        made = cythonize(
            source, include_path=[str(root)], compiler_directives=join.DIRECTIVES, force=True
        )
        return made[0].sources[0]


def flags():
    """Flags of the C compiler."""
    if os.name == "nt":
        return []
    popcount = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []
    return ["-O3", "-g0", *popcount]


setup(
    ext_modules=[
        Extension("tuolaji.kernel._compiled", [], optional=True, extra_compile_args=flags())
    ],
    cmdclass={"build_ext": BuildKernel},
)
