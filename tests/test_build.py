"""Installing with a C compiler, without one and from the sdist; the bundle without Cython."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tuolaji.kernel import build, speed

pytest.importorskip("setuptools", minversion="77")
pytest.importorskip("Cython")
if os.environ.get(speed.VARIABLE) == "compiled":
    pytest.skip("the same at both speeds, tested with plain Python", allow_module_level=True)

ROOT = Path(__file__).parent.parent
NO_COMPILER = build.missing()


def python(*words, cwd, **environment):
    """What a Python program prints, its errors too; the kernel it uses is its own choice."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env={**os.environ, speed.VARIABLE: "auto", "CFLAGS": "-O0 -g0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The folder of an unpacked sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    leave_out = shutil.ignore_patterns(
        ".*", "build", "site", "generated", "paraglide", "*.egg-info", "__pycache__", "*.so",
        "node_modules",
    )  # fmt: skip
    tree = shutil.copytree(ROOT, folder / "tree", ignore=leave_out)
    hook = "import sys, setuptools.build_meta as hooks; hooks.build_sdist(sys.argv[1])"
    python("-c", hook, folder, cwd=tree)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as file:
        file.extractall(folder, filter="data")
    return next(folder.glob("tuolaji-*/"))


def installed(source, folder, **environment):
    """What a build of the wheel prints, and the folder where its files lie."""
    hook = "import sys, setuptools.build_meta as hooks; hooks.build_wheel(sys.argv[1])"
    said = python("-c", hook, folder, cwd=source, **environment)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "site")
    shutil.rmtree(source / "build")
    return said, folder / "site"


def doctor(site, **environment):
    said = python(
        "-m", "tuolaji", "doctor", "--json", cwd=site, PYTHONPATH=str(site), **environment
    )
    return json.loads(said)


@pytest.mark.skipif(NO_COMPILER, reason=str(NO_COMPILER))
def test_the_sdist_builds_the_compiled_kernel(source, tmp_path):
    said, site = installed(source, tmp_path)
    assert "tuolaji: " not in said
    assert doctor(site)["state"] == speed.COMPILED
    files = {str(file.relative_to(site / "tuolaji")) for file in (site / "tuolaji").rglob("*.*")}
    assert {*build.names(), "cards/bits.py", "kernel/__init__.py"} <= files


@pytest.mark.parametrize(
    ("compiler", "reason"),
    [("no-such-compiler", "there is no C compiler"), ("false", "the C compiler failed")],
)
def test_a_compiler_that_is_missing_or_broken_stops_nothing(source, tmp_path, compiler, reason):
    nothing = "def cythonize(file, **_): open(file.removesuffix('py') + 'c', 'w')"
    (tmp_path / "Cython").mkdir()  # in place of seconds of work for a compiler that fails
    (tmp_path / "Cython" / "__init__.py").touch()
    (tmp_path / "Cython" / "Build.py").write_text(nothing)
    said, site = installed(source, tmp_path, CC=compiler, PYTHONPATH=str(tmp_path))
    words = [line for line in said.splitlines() if line.startswith("tuolaji: ")]
    assert len(words) == 1
    assert f"not compiled and runs as Python, slower: {reason}" in words[0]
    assert doctor(site)["state"] == speed.NOT_BUILT


@pytest.mark.skipif(NO_COMPILER, reason=str(NO_COMPILER))
def test_the_bundle_builds_with_a_bare_compiler(tmp_path):
    python(ROOT / "scripts" / "bundle.py", tmp_path, cwd=tmp_path)
    shutil.rmtree(next(tmp_path.glob("*-bundle")))
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as file:
        file.extractall(tmp_path / "there", filter="data")
    script = next((tmp_path / "there").glob("*/build.py"))
    assert "deals are the same" in python("-I", "-S", script, cwd="/")


def test_functions_for_wide_registers_pass_their_work_on():
    text = (
        "#define PY_SSIZE_T_CLEAN\n"
        "static void __pyx_f_7_compiled_add_row(int32_t *, int64_t); /*proto*/\n"
        "static void __pyx_f_7_compiled_add_row(int32_t *__pyx_v_sums, int64_t __pyx_v_row) {\n}\n"
        "static void __pyx_f_7_compiled_add_part(int32_t *__pyx_v_sums) {\n}\n"
    )
    made = build._widened(text)
    told = "int32_t *__pyx_v_sums, int64_t __pyx_v_row"
    assert f"static TUOLAJI_WIDE void __pyx_f_7_compiled_add_row_wide({told}) {{\n}}" in made
    assert made.endswith(
        f"static void __pyx_f_7_compiled_add_row({told}) "
        "{ __pyx_f_7_compiled_add_row_wide(__pyx_v_sums, __pyx_v_row); }\n"
    )
    assert "static void __pyx_f_7_compiled_add_part(int32_t *__pyx_v_sums) {\n" in made
    assert made.index("#define TUOLAJI_WIDE") < made.index("PY_SSIZE_T_CLEAN")
