"""One text, two speeds: the joined files, their C types, and which kernel runs."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tuolaji
from tuolaji.cli.app import app
from tuolaji.kernel import SPEED, build, speed
from tuolaji.texts.reader import LANGUAGES

PACKAGE = Path(tuolaji.__file__).parent
EXTENSION = build.FOLDER / "kernel" / f"_compiled{sysconfig.get_config_var('EXT_SUFFIX')}"
DECLARED = re.compile(r"^( *)c(?:p?)def [^(=\n]*?(\w+)\(([^)]*)\)(?= |\n)", re.M)


# The files


def defined(name):
    """The functions and methods of a module with the names of their parameters."""
    tree = ast.parse((build.FOLDER / build.path(name)).read_text("utf-8"))
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for function in inner:
            if isinstance(function, ast.FunctionDef):
                yield function.name, [one.arg for one in function.args.args]


def declared(name):
    """The same as the C types declare them."""
    for _, function, inside in DECLARED.findall(
        (build.FOLDER / build.path(name, ".pxd")).read_text("utf-8")
    ):
        plain = re.sub(r"\[.*?\]", "", inside)  # of arrays
        parameters = [part.split("=")[0].split() for part in plain.split(",") if part.strip()]
        yield function, [words[-1] for words in parameters]


@pytest.mark.parametrize("name", build.MODULES)
def test_what_has_c_types_is_defined_with_the_same_parameters(name):
    functions = list(defined(name))
    assert [one for one in declared(name) if one not in functions] == []


def test_the_twin_of_the_machine_instructions_is_complete():
    functions = dict(defined(build.TWIN))
    inline = dict(one for one in declared(build.TWIN) if not one[0].startswith("__builtin"))
    assert {name: functions.get(name) for name in inline} == inline
    text = (build.FOLDER / build.path(build.TWIN, ".pxd")).read_text("utf-8")
    assert [name for name in functions if f" {name}" not in text] == []


def test_a_joined_file_holds_every_function_once():
    text, _ = build.joined()
    functions = [node.name for node in ast.walk(ast.parse(text)) if hasattr(node, "name")]
    for name in build.MODULES:
        assert {one for one, _ in defined(name)} <= set(functions)


def test_numbers_with_a_c_type_are_constants_of_c():
    text, types = build.joined()
    assert "#define TUOLAJI_PLAY ((int) 5)\n" in types  # one of several, named in a row
    assert "#define TUOLAJI_SUIT ((uint64_t) 8191ULL)\n" in types  # reckoned out
    assert "#define TUOLAJI_FRIEND_TWICE ((int) 44)\n" in types  # of a range
    bound = {one for node in ast.parse(text).body for one in build._bound(node)}
    assert not bound & {"PLAY", "SUIT", "FRIEND_TWICE"}


def copied(folder):
    """A copy of the kernel's files that may be edited."""
    for name in build.names():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build.FOLDER / name, folder / name)
    return folder


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("def add(a, b): ...", "add of rules/score.py is also in cards/planes.py"),
        (
            "from .nowhere import it",
            "rules/score.py imports rules.nowhere, which is not compiled before it",
        ),
        ("from . import order", "write `from .module import name`"),
        ("from .order import Order as Row", "write `from .module import name`"),
        ("def f(n): return 1 << n", "write `bit(n)`, not `1 << n`"),
        ("NO_SUIT = -1", "NO_SUIT of rules/score.py is also in rules/order.py"),
    ],
)
def test_files_that_cannot_be_one_are_refused(tmp_path, added, said):
    with (copied(tmp_path) / "rules" / "score.py").open("a") as file:
        file.write(f"\n\n{added}\n")
    with pytest.raises(build.JoinError, match=re.escape(said)):
        build.joined(tmp_path)


def test_lines_end_in_the_same_digest_on_every_system(tmp_path):
    file = copied(tmp_path) / "rules" / "score.py"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert build.digests(tmp_path) == build.digests()


# Which one runs


def asked(package, **environment):
    """What the doctor says of a copy of the package."""
    return subprocess.run(
        [sys.executable, "-m", "tuolaji", "doctor", "--json"],
        env={**os.environ, speed.VARIABLE: "", "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def package(tmp_path):
    """A copy of the package, the compiled kernel included."""
    if not EXTENSION.exists():
        pytest.skip("the kernel is not compiled")
    leave_out = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(PACKAGE, tmp_path / "tuolaji", ignore=leave_out))


def test_the_suite_runs_at_the_speed_it_was_asked_for():
    wanted = os.environ.get(speed.VARIABLE) or "auto"
    assert wanted == "auto" or SPEED.compiled == (wanted == "compiled")
    from tuolaji.cards import planes  # noqa: PLC0415
    from tuolaji.rules import score  # noqa: PLC0415

    ending = "kernel._compiled" if SPEED.compiled else "cards.planes"
    assert planes.add.__module__ == f"tuolaji.{ending}"
    assert score.result.__doc__.startswith("Levels won")


def test_a_build_of_the_same_text_is_used(package):
    found = json.loads(asked(package).stdout)
    assert found["kernel"] == found["state"] == "compiled"
    assert found["file"] == str(package / "kernel" / EXTENSION.name)
    assert found["advice"] is None


def test_it_can_be_switched_off(package):
    found = json.loads(asked(package, TUOLAJI_KERNEL="python").stdout)
    assert (found["kernel"], found["state"], found["advice"]) == ("python", "off", "unset")


def test_a_stale_build_is_noticed(package):
    planes = package / "cards" / "planes.py"
    planes.write_text(planes.read_text("utf-8").replace("BIG_JOKER = 53", "BIG_JOKER = 54"))
    (package / "rules" / "score.pxd").unlink()
    run = asked(package)
    found = json.loads(run.stdout)
    assert (found["kernel"], found["state"], found["advice"]) == ("python", "stale", "rebuild")
    assert found["changed"] == ["cards/planes.py", "rules/score.pxd"]
    assert run.stderr.count("older than its source (cards/planes.py, rules/score.pxd)") == 1
    run = asked(package, TUOLAJI_KERNEL="compiled")
    assert run.returncode
    assert "older than its source" in run.stderr.splitlines()[-1]


def test_a_build_that_cannot_be_loaded_is_told(package):
    (package / "kernel" / EXTENSION.name).write_bytes(b"nothing of use")
    run = asked(package)
    found = json.loads(run.stdout)
    assert (found["kernel"], found["state"]) == ("python", "broken")
    assert EXTENSION.name in found["error"]
    assert "cannot be loaded" in run.stderr


def test_without_a_build_it_is_plain_python(package):
    (package / "kernel" / EXTENSION.name).unlink()
    run = asked(package, CC="no-such-compiler")
    found = json.loads(run.stdout)
    assert (found["kernel"], found["state"], found["advice"]) == ("python", "not-built", "compiler")
    assert found["compiler"] is None
    assert run.stderr == ""
    run = asked(package, TUOLAJI_KERNEL="compiled")
    assert run.stderr.endswith("TUOLAJI_KERNEL is compiled, but the kernel is not compiled\n")


def test_another_word_is_refused():
    run = asked(PACKAGE, TUOLAJI_KERNEL="fast")
    assert run.returncode
    assert run.stderr.endswith("TUOLAJI_KERNEL is 'fast'; it may be auto, python, compiled\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("found", "tools", "said"),
    [
        (speed.Speed(speed.COMPILED, "/k.so"), ("/cc", "/h"), ["/k.so", "/cc", "/h"]),
        (speed.Speed(speed.OFF), ("/cc", "/h"), ["TUOLAJI_KERNEL=python"]),
        (speed.Speed(speed.NOT_BUILT), (None, None), ["gcc python3-dev"]),
        (speed.Speed(speed.NOT_BUILT), ("/cc", None), ["python3-dev"]),
        (speed.Speed(speed.STALE, "/k.so", ("a.py", "b.py")), ("/cc", "/h"), ["a.py, b.py"]),
        (speed.Speed(speed.BROKEN, error="bad"), ("/cc", "/h"), ["bad", "make kernel"]),
    ],
)
def test_the_doctor_says_it_in_words(monkeypatch, language, found, tools, said):
    monkeypatch.setattr("tuolaji.cli.doctor.SPEED", found)
    monkeypatch.setattr(build, "compiler", lambda: tools[0])
    monkeypatch.setattr(build, "headers", lambda: tools[1])
    result = CliRunner().invoke(app, ["doctor", "--lang", language])
    assert result.exit_code == 0
    assert all(part in result.output for part in said)
    assert "{" not in result.output
    assert len(result.output.splitlines()) == (4 if found.compiled else 5)


def test_headers_that_are_missing_are_missed(monkeypatch, tmp_path):
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    assert build.headers() is None
