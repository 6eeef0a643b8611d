"""How the kernel is compiled: files of several rooms, joined into one module and made C.

Functions of one C file are inlined into each other, those of several never are: hence one. It
carries the digests of the texts it was made of. This file is loaded by its path where the package
is not installed, and imports nothing of it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import shlex
import shutil
import sysconfig
from importlib import import_module
from pathlib import Path

# What is compiled, by room, each file after those it imports; of `bits` only the C types are.
ROOMS = {
    "cards": "planes",
    "rules": (
        "switches order declarations units supply follow trick throw score dice tokens"
        " random_plays refusals friends declare_open declare_call declare_bids declare"
    ),
    "engine": (
        "journal state play asking friends course enforce match action_tokens random_deals observe"
        " trail"
    ),
    "bots.fast": (
        "resume holdings odds worth offers costs club_player features net endgame unseen inputs"
        " trunk learnt search"
    ),
    "env.fast": "gate sheets batch",
}
MODULES = tuple(f"{room}.{name}" for room, names in ROOMS.items() for name in names.split())
TWIN = "cards.bits"

FOLDER = Path(__file__).parent.parent  # the package: what is compiled lies in the rooms it is for
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": False,
    "initializedcheck": False,
    "auto_pickle": False,
}

NAME = "tuolaji.kernel._compiled"

# Bits are counted by an instruction. A set of cards is written in pieces of 8 bytes; tuned for
# newer chips, compilers copy it in pieces of 16, which have to wait until those have arrived.
_X86 = ["-mpopcnt", "-mtune=core2", "-fno-tree-slp-vectorize"]

# These functions are compiled once more for each kind of wider registers, where the compiler can do
# that; which one is taken is decided when the program starts. Nets think three times as fast so.
_WIDE = ("add_up", "add_rows", "add_parts", "make_even")
_WIDE_KINDS = """\
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && __GNUC__ >= 12
#define TUOLAJI_WIDE __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define TUOLAJI_WIDE
#endif
"""

_INTEGERS = "# the build declares the integers that switches.py begins with"
_C_TYPE = "a ctypedef"
_CIMPORT = re.compile(r"^(?:from (\S+) )?cimport (?:\([^)]*\)|[^\n]*)\n", re.M)
_UNLOCKED = re.compile(r"with unlocked:$", re.M)
_CTYPEDEF = re.compile(r"^ctypedef [^\n]*?(\w+)$", re.M)
_NUMBERS = re.compile(r"^cdef (int|int64_t|uint64_t) (\w+(?:, \w+)*)$", re.M)


class JoinError(ValueError):
    """The files cannot be one module."""


def names() -> tuple[str, ...]:
    """The files a build is made of, below the package's folder."""
    types = [path(name, ".pxd") for name in (TWIN, *MODULES)]
    return ("kernel/build.py", *types, *(path(name) for name in MODULES))


def path(module: str, ending: str = ".py") -> str:
    """Where a module's file lies below the package's folder."""
    return module.replace(".", "/") + ending


def digests(folder: Path = FOLDER) -> dict[str, str]:
    """The digest of every file's text; of a file that is not there an empty one."""
    return {name: _digest(folder / name) for name in names()}


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_text("utf-8").encode()).hexdigest()
    except FileNotFoundError:
        return ""


def compiler() -> str | None:
    """The C compiler of this machine, or None."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def headers() -> str | None:
    """The folder with the C headers of this Python, or None."""
    folder = sysconfig.get_path("include")
    return folder if Path(folder, "Python.h").exists() else None


def missing() -> str | None:
    """What a build needs and does not find."""
    if compiler() is None:
        return "there is no C compiler"
    return "the C headers of Python are missing" if headers() is None else None


def flags() -> list[str]:
    """What the C compiler is told on this machine; CFLAGS decides instead how much it optimises."""
    chip = _X86 if platform.machine() in ("x86_64", "AMD64") else []
    quiet = "-Wno-maybe-uninitialized"  # gcc doubts how Cython reads a tuple
    return ["-fwrapv", *chip, quiet, *shlex.split(os.environ.get("CFLAGS") or "-O3 -g0")]


def write_c(root: Path, folder: Path = FOLDER) -> Path:
    """The C file that Cython makes of the joined files, laid out below root as the package is."""
    *packages, name = NAME.split(".")
    inside = root
    for package in packages:
        inside /= package
        inside.mkdir(parents=True, exist_ok=True)
        (inside / "__init__.py").touch()
    source = inside / f"{name}.py"
    text, types = joined(folder)
    source.write_text(text, "utf-8")
    source.with_suffix(".pxd").write_text(types, "utf-8")
    import_module("Cython.Build").cythonize(
        str(source),
        include_path=[str(root)],
        compiler_directives=DIRECTIVES,
        force=True,
        quiet=True,
    )
    made = source.with_suffix(".c")
    made.write_text(_widened(made.read_text("utf-8")), "utf-8")
    return made


def _widened(text: str) -> str:
    """C in which the functions of `_WIDE` pass their work on to one of several kinds."""
    heads = re.compile(rf"^static void (__pyx_f_\w+_(?:{'|'.join(_WIDE)}))\(([^;\n]*)\) {{$", re.M)
    calls = []
    for name, told in heads.findall(text):
        passed = ", ".join(re.findall(r"\w+(?=,|$)", told))
        calls.append(f"static void {name}({told}) {{ {name}_wide({passed}); }}\n")
    text = heads.sub(r"static TUOLAJI_WIDE void \1_wide(\2) {", text)
    first, _, rest = text.partition("\n")  # by its first line Cython knows the file as its own
    return "".join([first, "\n", _WIDE_KINDS, rest, *calls])


def joined(folder: Path = FOLDER) -> tuple[str, str]:
    """The text of `_compiled.py` and of `_compiled.pxd`."""
    constants = _constants(folder)
    types = _types(folder, constants)
    lines = ['"""The compiled kernel."""', "", "from __future__ import annotations", ""]
    lines += ["import cython", ""]
    lines.append(f"SOURCES = {digests(folder)!r}")
    places = dict.fromkeys(_CTYPEDEF.findall(types), _C_TYPE)
    done: list[str] = []
    for name in MODULES:
        text = (folder / path(name)).read_text("utf-8")
        lines += ["", f"# {path(name)}", *_body(name, text, places, done, constants)]
        done.append(name)
    return _UNLOCKED.sub("with cython.nogil:", "\n".join(lines) + "\n"), types


def _constants(folder: Path) -> dict[str, int]:
    """The whole numbers that files bind to names with a C type: C then knows them, too."""
    typed: set[str] = set()
    known: dict[str, int] = {}
    for name in MODULES:
        types = (folder / path(name, ".pxd")).read_text("utf-8")
        typed.update(one for found in _NUMBERS.findall(types) for one in found[1].split(", "))
        for node in ast.parse((folder / path(name)).read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and typed.issuperset(_bound(node) or [""]):
                _evaluate(node, known)
    return known


def _evaluate(node: ast.Assign, known: dict[str, int]) -> None:
    """Do an assignment, if it needs no more than what is known."""
    found = dict(known)
    try:
        exec(compile(ast.Module([node], []), "", "exec"), {"range": range}, found)
    except NameError:
        return
    if all(isinstance(found[one], int) for one in _bound(node)):
        known.update(found)


def _types(folder: Path, constants: dict[str, int]) -> str:
    """The C types of all files, with what they take from outside once, at the top."""
    outside: dict[str, None] = {}
    parts = []

    def taken(found: re.Match[str]) -> str:
        if not (found[1] or "").startswith("."):
            outside[found[0]] = None
        return ""

    for name in (TWIN, *MODULES):
        text = (folder / path(name, ".pxd")).read_text("utf-8")
        if _INTEGERS in text:
            text = text.replace(_INTEGERS, _declared(folder / path(name)))
        text = _NUMBERS.sub(lambda found: _defined(found, constants), text)
        parts.append(f"\n# {path(name, '.pxd')}\n" + _CIMPORT.sub(taken, text))
    return "".join([*outside, *parts])


def _defined(found: re.Match[str], constants: dict[str, int]) -> str:
    """A declaration of numbers, with the constants among them as constants of C."""
    kind, names = found[1], found[2].split(", ")
    fixed = [one for one in names if one in constants]
    lines = [f"cdef {kind} {one}" for one in names if one not in constants]
    if fixed:
        ending = "ULL" if kind == "uint64_t" else ""
        lines += ["cdef extern from *:", '    """']
        lines += [f"    #define TUOLAJI_{one} (({kind}) {constants[one]}{ending})" for one in fixed]
        lines += ['    """', *(f'    {kind} {one} "TUOLAJI_{one}"' for one in fixed)]
    return "\n".join(lines)


def _declared(file: Path) -> str:
    """A C integer for each attribute that a file sets to 0 at the beginning."""
    lines = re.findall(r"^        self\.(\w+) = 0$", file.read_text("utf-8"), re.M)
    return "\n    ".join(f"cdef public int {name}" for name in lines)


def _body(
    name: str, text: str, places: dict[str, str], done: list[str], constants: dict[str, int]
) -> list[str]:
    """The lines of one module without docstring, imports of the kernel and what C defines."""
    lines: list[str | None] = list(text.splitlines())
    for at, node in enumerate(ast.parse(text).body):
        bound = _bound(node)
        if (
            _is_inside(node, name, done)
            or (at == 0 and _is_docstring(node))
            or (isinstance(node, ast.Assign) and places.get(bound[0]) == _C_TYPE)
        ):
            _leave_out(node, lines)
            continue
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            _refuse_narrow_shifts(name, node)
        for one in bound:
            if one in places:
                raise JoinError(f"{one} of {path(name)} is also in {places[one]}")
            places[one] = path(name)
        if isinstance(node, ast.Assign) and bound[0] in constants:
            _leave_out(node, lines)
    return [line for line in lines if line is not None]


def _leave_out(node: ast.stmt, lines: list[str | None]) -> None:
    for line in range(node.lineno - 1, node.end_lineno or node.lineno):
        lines[line] = None


def _refuse_narrow_shifts(name: str, function: ast.stmt) -> None:
    """`1 << n` is a shift of a 32-bit number in C."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            literals = [isinstance(side, ast.Constant) for side in (node.left, node.right)]
            if literals == [True, False]:
                raise JoinError(f"{path(name)}, line {node.lineno}: write `bit(n)`, not `1 << n`")


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_inside(node: ast.stmt, name: str, done: list[str]) -> bool:
    """Whether this imports from the kernel or the future, or is for type checkers only."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if not isinstance(node, ast.ImportFrom) or (not node.level and node.module != "__future__"):
        return False
    if not node.level:
        return True
    if node.module is None or any(alias.asname for alias in node.names):
        raise JoinError(f"{path(name)}, line {node.lineno}: write `from .module import name`")
    above = name.split(".")[: -node.level]
    module = ".".join([*above, node.module])
    if module not in (TWIN, *done):
        raise JoinError(f"{path(name)} imports {module}, which is not compiled before it")
    return True


def _bound(node: ast.stmt) -> list[str]:
    """The names that a statement of a module binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [
        item.id for top in targets if top for item in ast.walk(top) if isinstance(item, ast.Name)
    ]
