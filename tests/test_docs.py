"""The documentation is complete and true: options, questions, codes, switches, links, examples."""

import ast
import importlib.util
import json
import os
import random
import re
import subprocess
import tomllib
import unicodedata
from pathlib import Path

import pytest
import typer

from tests.players import new_deal
from tuolaji import Ruleset, judge
from tuolaji.cli.app import app
from tuolaji.deal.actions import KINDS as ACTIONS
from tuolaji.deal.events import KINDS as EVENTS
from tuolaji.deal.view import to_json, view
from tuolaji.judge.answer import ASKS, LONGEST_LINE
from tuolaji.ruleset import PRESETS, SWITCHES, preset
from tuolaji.ruleset.values import parse_data
from tuolaji.texts.reader import LANGUAGES, registry
from tuolaji.version import __version__

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
JUDGE = (DOCS / "judge.md").read_text("utf-8")
CLI = (DOCS / "cli.md").read_text("utf-8")
PAGES = {file.name: file.read_text("utf-8") for file in sorted(DOCS.glob("*.md"))}
AT_ROOT = {file.name: file.read_text("utf-8") for file in sorted(ROOT.glob("*.md"))}


def _generated():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.pages()


GENERATED = _generated()


# The command


def commands(command, path="tuolaji"):
    """Every command with its full name."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{path} {name}")


COMMANDS = dict(commands(typer.main.get_command(app)))


def section(text, heading):
    """What stands under a second-level heading."""
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    "name", [name for name, c in COMMANDS.items() if not hasattr(c, "commands")]
)
def test_every_option_is_described_with_its_command(name):
    described = section(CLI, f"`{name}`")
    assert described
    for parameter in COMMANDS[name].params:
        if parameter.param_type_name == "argument":
            assert f"`{parameter.name.upper()}`" in described
        else:
            assert all(
                f"`{option}" in described for option in (*parameter.opts, *parameter.secondary_opts)
            )
            if type(parameter.default) is int:
                assert f"{parameter.default} if left out" in described


@pytest.mark.parametrize("name", [name for name, c in COMMANDS.items() if hasattr(c, "commands")])
def test_every_option_of_a_group_is_described(name):
    options = [option for parameter in COMMANDS[name].params for option in parameter.opts]
    assert all(f"`{option}`" in CLI for option in options)


# The referee


def error_codes():
    """Every error code that the source can give, read from the source."""
    files = [*(ROOT / "src/tuolaji/judge").glob("*.py"), ROOT / "src/tuolaji/ruleset/switches.py"]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"QuestionError": 0, "_error": 0, "RulesetError": 1}.get(node.func.id)
                wanted = node.args[at : at + 1] if at is not None else []
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
                wanted = [node.value]
            elif isinstance(node, ast.FunctionDef) and node.name == "__init__":
                wanted = [node.args.defaults]
            else:
                continue
            yield from re.findall(r"Constant\(value='(\w+)'", "".join(map(_dumped, wanted)))


def _dumped(node):
    return "".join(map(ast.dump, node)) if isinstance(node, list) else ast.dump(node)


def test_every_error_code_is_listed_and_no_other():
    listed = set()
    for row in section(JUDGE, "Errors").splitlines():
        if row.startswith("| `"):
            listed |= set(re.findall(r"`(\w+)`", row.split("|")[1]))
    assert listed == set(error_codes())


def test_every_ask_has_its_heading():
    assert re.findall(r"^### `(\w+)`$", JUDGE, re.M) == list(ASKS)


def test_the_longest_line_is_stated():
    assert f"{LONGEST_LINE:,} characters" in section(JUDGE, "Limits")


EXAMPLES = re.findall(
    r'```json title="question"\n(.*?)```\n\n```json title="answer"\n(.*?)```', JUDGE, re.S
)


def test_every_question_has_its_answer():
    assert len(EXAMPLES) == JUDGE.count("```json") // 2
    assert {json.loads(question)["ask"] for question, _ in EXAMPLES} == set(ASKS)


@pytest.mark.parametrize(
    ("question", "answer"),
    EXAMPLES,
    ids=[f"{at}-{json.loads(question)['ask']}" for at, (question, _) in enumerate(EXAMPLES)],
)
def test_the_referee_answers_as_described(question, answer):
    told, expected = judge(json.loads(question)), json.loads(answer)
    assert told == expected
    assert list(told) == list(expected)


# Generated pages


def test_every_switch_is_on_every_ruleset_page():
    for language in LANGUAGES:
        for name in PRESETS:
            page = GENERATED[f"{language}/rulesets/{name}.md"]
            assert [switch for switch in SWITCHES if f"`{switch}=" not in page] == []
        described = GENERATED[f"{language}/switches.md"]
        assert [switch for switch in SWITCHES if f"{{#{switch}}}" not in described] == []


def test_every_rule_has_a_page_in_every_language_and_stands_in_the_index():
    for language in LANGUAGES:
        index = GENERATED[f"{language}/rules/index.md"]
        for rule in registry():
            assert f"{language}/rules/{rule}.md" in GENERATED
            assert f"]({rule}.md)" in index


def test_generated_pages_are_the_same_every_time():
    assert _generated() == GENERATED


# Links


def links(text):
    """The relative links of a page, without their anchors; code is no link."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        path = target.partition("#")[0]
        if path and "://" not in path:
            yield path


def exists(path):
    """Whether a path of the repository is a file, or a page that will be generated."""
    inside = os.path.relpath(path, DOCS / "generated")
    return inside in GENERATED if not inside.startswith("..") else Path(path).is_file()


ELSEWHERE = {
    str(file.relative_to(ROOT)): file.read_text("utf-8")
    for room in ("bench", "deploy", "examples", "tests")
    for file in sorted((ROOT / room).rglob("*.md"))
}
EVERYWHERE = [(ROOT, AT_ROOT), (DOCS, PAGES), (DOCS / "generated", GENERATED), (ROOT, ELSEWHERE)]


@pytest.mark.parametrize(
    ("folder", "pages"), EVERYWHERE, ids=["root", "docs", "generated", "elsewhere"]
)
def test_relative_links_resolve(folder, pages):
    broken = [
        (name, link)
        for name, text in pages.items()
        for link in links(text)
        if not exists(os.path.normpath((folder / name).parent / link))
    ]
    assert broken == []


def anchors(text):
    """The anchors that the headings of a page get on the site."""
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for heading in re.findall(r"^#+ (.+)$", prose, re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        ascii_only = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
        kept = re.sub(r"[^\w\s-]", "", ascii_only).strip().lower()
        yield re.sub(r"[-\s]+", "-", kept)


@pytest.mark.parametrize("pages", [AT_ROOT, PAGES], ids=["root", "docs"])
def test_links_into_a_page_have_their_heading(pages):
    broken = []
    for name, text in pages.items():
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
        for path, anchor in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", prose):
            target = PAGES.get(Path(path).name, text) if path else text
            if "generated" not in path and anchor not in anchors(target):
                broken.append((name, f"{path}#{anchor}"))
    assert broken == []


def entries(nav):
    """The pages and folders that a navigation names."""
    for item in nav:
        for value in item.values():
            yield from entries(value) if isinstance(value, list) else [value]


def test_every_page_stands_in_the_navigation():
    project = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    folders = [f"generated/{language}/" for language in LANGUAGES]
    assert sorted(entries(project["nav"])) == sorted([*PAGES, *folders, "generated/reference.md"])
    for language in LANGUAGES:
        listed = set(links(GENERATED[f"{language}/nav.md"]))
        pages = {name.partition("/")[2] for name in GENERATED if name.startswith(f"{language}/")}
        assert listed == pages - {"nav.md"}


# Commands in the text

CONSOLE = [
    (name, command, output)
    for name, text in {**AT_ROOT, **PAGES}.items()
    for block in re.findall(r"```console\n(.*?)```", text, re.S)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
]


@pytest.mark.parametrize(
    ("command", "output"),
    [case[1:] for case in CONSOLE],
    ids=[f"{name}-{at}" for at, (name, *_) in enumerate(CONSOLE)],
)
def test_commands_print_what_is_shown(command, output):
    run = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stdout == output


def test_some_commands_are_shown():
    assert {"README.md", "README.zh.md", "cli.md"} <= {case[0] for case in CONSOLE}


# Views and records


def names(text):
    """What stands in the first column of the tables, in backquotes."""
    rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_field_of_a_view_and_every_event_is_listed_and_no_other():
    deal, _ = new_deal("classic", random.Random(1))
    fields = to_json(view(deal, 0))
    assert sorted(names(section(PAGES["views.md"], "The fields"))) == sorted(fields)
    listed = section(PAGES["views.md"], "What happens, and where it is seen")
    assert names(listed) == list(EVENTS)
    places = [row.split("|")[3] for row in listed.splitlines() if row.startswith("| `")]
    assert {name for row in places for name in re.findall(r"`(\w+)`", row)} <= set(fields)


def test_every_action_is_listed_and_no_other():
    assert names(section(PAGES["records.md"], "JSON lines")) == list(ACTIONS)


def test_the_rulesets_of_the_notation_page_can_be_read():
    written = re.findall(r"```toml\n(.*?)```", PAGES["notation.md"], re.S)
    written_as_text = section(PAGES["notation.md"], "Rulesets").partition("```text\n")[2]
    lines = written_as_text.partition("```")[0].splitlines()
    assert len(written) == 1
    assert len(lines) == 4
    assert [Ruleset.from_toml(text).problems() for text in written] == [[]]
    assert [str(Ruleset.parse(line)) for line in lines] == lines


def test_the_citation_names_the_version_and_the_licence():
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"version: {__version__}\n" in cited
    assert "license: MIT\n" in cited


def test_every_switch_in_coming_from_another_table_can_be_set_so():
    """What stands in code there is a ruleset, a switch, or a switch with a value; in both texts."""
    codes, chinese = (
        re.findall(r"`([^`]+)`", (DOCS / name).read_text("utf-8"))
        for name in ("other-tables.md", "other-tables.zh.md")
    )
    assert sorted(codes) == sorted(chinese)
    switch, settings = "", 0
    for code in codes:
        if code.partition("(")[0] in PRESETS:
            Ruleset.parse(code)
            continue
        for part in re.split(r",(?![^\[]*\])", code):
            name, equals, value = part.partition("=")
            switch, value = (name, value) if equals or name in SWITCHES else (switch, name)
            if value:
                preset("classic").changed(parse_data(f"{{{switch}={value}}}"))
                settings += 1
    assert settings > 40
