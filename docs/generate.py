"""Write every generated page of the documentation into docs/generated/.

For each language: a page per rule and an index of them by family, the rulesets compared and each
in full, the switches, the decisions. In English: the Python reference. The same package always
gives the same pages.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import tuolaji
from tuolaji import PRESETS
from tuolaji.ruleset import SWITCHES, Kind, preset, to_data
from tuolaji.ruleset.coherence import applies
from tuolaji.ruleset.values import print_data
from tuolaji.texts.explain import ruleset_name
from tuolaji.texts.handbook import comparison, rule_page, ruleset_page, value_in_words
from tuolaji.texts.reader import LANGUAGES, registry, texts

TARGET = Path(__file__).parent / "generated"

LANGUAGE_NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}

# Families of rule ids in the order of a deal.
FAMILIES = {
    "cards": ("Cards", "牌", "牌"),
    "level": ("Levels", "级", "級"),
    "match": ("The match", "整场", "整場"),
    "order": ("Order of the cards", "大小", "大小"),
    "deal": ("Shuffling and drawing", "洗牌抓牌", "洗牌抓牌"),
    "declare": ("Declaring trump", "亮主", "亮主"),
    "call": ("Calling trump", "定主", "定主"),
    "change": ("Changing and attacking", "改主、攻主", "改主、攻主"),
    "hard": ("Hard trump", "硬主", "硬主"),
    "bid": ("Concealed bids", "暗叫", "暗叫"),
    "kitty": ("The kitty", "底牌", "底牌"),
    "partner": ("Called partners", "找朋友", "找朋友"),
    "lead": ("Leading", "首出", "首出"),
    "throw": ("Throws", "甩牌", "甩牌"),
    "follow": ("Following", "跟牌", "跟牌"),
    "trick": ("The trick", "一轮牌", "一輪牌"),
    "last": ("The last trick", "最后一轮", "最後一輪"),
    "score": ("Score", "计分升级", "計分升級"),
    "clock": ("Clocks", "时限", "時限"),
    "foul": ("Fouls", "犯规", "犯規"),
    "event": ("Events", "赛事", "賽事"),
    "save": ("The save file", "存档", "存檔"),
}

WORDS = {
    "en": {
        "rules": "Rules",
        "rules_text": "Every rule has an id. A ruling cites it, so that a player, a referee and a "
        "program point at the same sentence.",
        "rulesets": "Rulesets",
        "compared": "The rulesets compared",
        "compared_text": "The options in which the rulesets differ. A dash: the option has "
        "no meaning in that ruleset.",
        "switches": "Options",
        "switches_text": "A ruleset is the values of these options and nothing else.",
        "values": "Values:",
        "in_rulesets": "In the rulesets: ",
        "comma": ", ",
        "decisions": "Decisions by ruleset",
        "see": "In another language: ",
        "list": "Levels, such as `[5,T,K]`; `[]` for none.",
        "number": "A whole number from {least} to {most}.",
        "multiplier": "SINGLE/PAIR/TRACTOR, such as `2/4/8` or `2/4/2^(n+1)`, or `cards`.",
        "fouls": "A table of rule ids, or the id of the ruleset whose table it is.",
    },
    "zh-Hans": {
        "rules": "规则",
        "rules_text": "每条规则有一个编号。裁定时写明编号，玩家、裁判和程序说的就是同一句话。",
        "rulesets": "各套规则",
        "compared": "各套规则对照",
        "compared_text": "各套规则不一样的选项。横线表示这个选项在那套规则里不起作用。",
        "switches": "选项",
        "switches_text": "一套规则就是这些选项的值，除此之外没有别的。",
        "values": "取值：",
        "in_rulesets": "各套规则的值：",
        "comma": "、",
        "decisions": "各套规则的裁定",
        "see": "其他语言：",
        "list": "若干个级，例如 `[5,T,K]`；没有就写 `[]`。",
        "number": "{least} 到 {most} 的整数。",
        "multiplier": "单张/对子/拖拉机的倍数，例如 `2/4/8`、`2/4/2^(n+1)`；或者 `cards`。",
        "fouls": "按规则编号列出的犯规表，或者借用哪一套规则的表。",
    },
    "zh-Hant": {
        "rules": "規則",
        "rules_text": "每條規則有一個編號。裁定時寫明編號，玩家、裁判和程式說的就是同一句話。",
        "rulesets": "各套規則",
        "compared": "各套規則對照",
        "compared_text": "各套規則不一樣的選項。橫線表示這個選項在那套規則裡不起作用。",
        "switches": "選項",
        "switches_text": "一套規則就是這些選項的值，除此之外沒有別的。",
        "values": "取值：",
        "in_rulesets": "各套規則的值：",
        "comma": "、",
        "decisions": "各套規則的裁定",
        "see": "其他語言：",
        "list": "若干個級，例如 `[5,T,K]`；沒有就寫 `[]`。",
        "number": "{least} 到 {most} 的整數。",
        "multiplier": "單張/對子/拖拉機的倍數，例如 `2/4/8`、`2/4/2^(n+1)`；或者 `cards`。",
        "fouls": "按規則編號列出的犯規表，或者借用哪一套規則的表。",
    },
}

# The names of the package in the order of the reference.
REFERENCE = {
    "Cards": ("Card", "Cards", "CardTextError"),
    "Rulesets and terms": ("PRESETS", "Ruleset", "RulesetError", "Terms", "TermsError"),
    "Leading and following": (
        "read_lead", "Shape", "Unit", "throw", "Throw",
        "check_follow", "plays", "leads", "Plays", "trick", "Trick",
    ),
    "Rulings in words": ("Ruling", "explain", "page", "Page", "UnknownRule"),
    "Score": (
        "dig", "Dig", "result", "Result", "promote", "Promotion", "next_banker", "time_up",
    ),
    "Deals and matches": (
        "Match", "Deal", "full_deck", "view", "seen", "NotAllowed", "NotNow",
    ),
    "The referee": ("judge",),
    "Positions": ("Position", "Hidden", "PositionTextError"),
    "Version": ("__version__",),
}  # fmt: skip


def pages() -> dict[str, str]:
    """Every generated page: its path below docs/generated/, and its text."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for path, text in _in_language(language):
            found[f"{language}/{path}"] = _in_html(text, language, path)
        found[f"{language}/nav.md"] = navigation(language)
    found["reference.md"] = reference()
    return found


def _in_language(language: str) -> Iterator[tuple[str, str]]:
    """The pages of one language, without what surrounds them."""
    yield "rules/index.md", rule_index(language)
    for rule in registry():
        yield f"rules/{rule}.md", _with_links(rule_page(rule, language))
    yield "rulesets/index.md", compared(language)
    for name in PRESETS:
        yield f"rulesets/{name}.md", _with_links(ruleset_page(preset(name), language))
    yield "switches.md", switches(language)
    yield "decisions.md", decisions(language)


def _in_html(text: str, language: str, path: str) -> str:
    """A page that tells the browser its language and points at the same page in the others."""
    title, _, body = text.partition("\n")
    up = "../" * (path.count("/") + 1)
    others = " · ".join(
        f"[{LANGUAGE_NAMES[other]}]({up}{other}/{path})" for other in LANGUAGES if other != language
    )
    hide = "---\nhide:\n  - toc\n---\n\n" if path == "rulesets/index.md" else ""
    return (
        f"{hide}{title}\n\n{WORDS[language]['see']}{others}\n{{ data-search-exclude }}\n\n"
        f'<div lang="{language}" markdown="1">\n\n{body.strip()}\n\n</div>\n'
    )


def _with_links(text: str) -> str:
    """A rule or ruleset page with its switches and rule ids as links."""

    def linked(found: re.Match[str]) -> str:
        word = found.group(1)
        name = word.partition("=")[0]
        if name in SWITCHES:
            return f"[`{word}`](../switches.md#{name})"
        return f"[`{word}`](../rules/{word}.md)" if word in registry() else found.group()

    head, gap, rest = text.partition("\n## ")
    if head.startswith("# ") and "\n|" in head:  # a ruleset: its switches stand before the fouls
        return re.sub(r"`([^`\n]+)`", linked, text)
    return head + gap + re.sub(r"`([^`\n]+)`", linked, rest)


def rule_index(language: str) -> str:
    """The rules by family."""
    words, titles = WORDS[language], texts(language)["rules"]
    at = LANGUAGES.index(language)
    parts = [f"# {words['rules']}", words["rules_text"]]
    for family, rules in _families().items():
        parts.append(f"## {FAMILIES[family][at]} {{#{family}}}")
        rows = ["| | |", "|---|---|"]
        rows += [f"| [`{rule}`]({rule}.md) | {titles[rule]['title']} |" for rule in rules]
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def navigation(language: str) -> str:
    """What the site's navigation holds in this language, as a nested list."""
    words, titles = WORDS[language], texts(language)["rules"]
    at = LANGUAGES.index(language)
    rows = [f"- [{words['rules']}](rules/index.md)"]
    for family, rules in _families().items():
        rows.append(f"- {FAMILIES[family][at]}")
        rows += [f"    - [{titles[rule]['title']}](rules/{rule}.md)" for rule in rules]
    rows.append(f"- {words['rulesets']}")
    rows.append(f"    - [{words['compared']}](rulesets/index.md)")
    rows += [f"    - [{ruleset_name(name, language)}](rulesets/{name}.md)" for name in PRESETS]
    rows.append(f"- [{words['switches']}](switches.md)")
    rows.append(f"- [{words['decisions']}](decisions.md)")
    return "\n".join(rows) + "\n"


def _families() -> dict[str, list[str]]:
    """The rule ids of each family."""
    families: dict[str, list[str]] = {family: [] for family in FAMILIES}
    for rule in registry():
        families[rule.partition(".")[0]].append(rule)
    return families


def compared(language: str) -> str:
    """The presets side by side, with a line on each above the table."""
    words = WORDS[language]
    table = comparison([preset(name) for name in PRESETS], language)
    head, _, rows = table.partition("\n")
    for name in PRESETS:
        head = head.replace(f"`{name}`", f"[`{name}`]({name}.md)")
    rows = re.sub(r"`(\w+)` \|", r"[`\1`](../switches.md#\1) |", rows)
    about = texts(language)["rulesets"]
    names = [
        f"- [`{name}`]({name}.md) {about[name]['name']}: {about[name]['text']}" for name in PRESETS
    ]
    return "\n\n".join([
        f"# {words['compared']}", "\n".join(names), words["compared_text"], f"{head}\n{rows}",
    ])  # fmt: skip


def switches(language: str) -> str:
    """Every switch: what it decides, what it may hold, what it holds in the presets."""
    words = WORDS[language]
    parts = [f"# {words['switches']}", words["switches_text"]]
    for name, kind in SWITCHES.items():
        text = texts(language)["switches"][name]
        parts.append(f"## {text['name']} {{#{name}}}")
        parts.append(f"`{name}`: {text['text']}")
        parts.append(f"{words['values']}\n\n{_values(kind, text.get('values', {}), words)}")
        values = [f"[{p}](rulesets/{p}.md) {_value(p, name, language)}" for p in PRESETS]
        parts.append(words["in_rulesets"] + words["comma"].join(values))
    return "\n\n".join(parts) + "\n"


def _value(name: str, switch: str, language: str) -> str:
    """The value of a switch in a preset, as it is written."""
    ruleset = preset(name)
    if not applies(ruleset, switch) or switch == "fouls":
        return value_in_words(ruleset, switch, language)
    return f"`{print_data(to_data(getattr(ruleset, switch)))}`"


def _values(kind: Kind, meanings: Mapping[str, str], words: Mapping[str, str]) -> str:
    """What a switch may hold, as a list."""
    if kind.form == "choice":
        written = [print_data(choice) for choice in kind.choices]
        if not meanings:
            return "- " + " ".join(f"`{value}`" for value in written)
        return "\n".join(f"- `{value}` {meanings.get(value, '')}".rstrip() for value in written)
    key = {"levels": "list"}.get(kind.form, kind.form)
    return "- " + words[key].format(least=kind.least, most=kind.most)


def decisions(language: str) -> str:
    """Where a document is silent or unclear: the rules decided by the project, by ruleset."""
    words, rules = WORDS[language], texts(language)["rules"]
    parts = [f"# {words['decisions']}", "⚖ " + texts(language)["words"]["decided"]]
    for name in PRESETS:
        parts.append(f"## {ruleset_name(name, language)} {{#{name}}}")
        for rule, entry in registry().items():
            if name in entry.decided:
                reading = rules[rule].get("in", {}).get(name) or rules[rule]["rule"]
                link = f"[`{rule}`](rules/{rule}.md)"
                parts.append(f"{link} **{rules[rule]['title']}**\n\n> {reading}")
    return "\n\n".join(parts) + "\n"


class _Text:
    """An annotation that prints as it is written in the source."""

    def __init__(self, text: object) -> None:
        self.text = text

    def __repr__(self) -> str:
        return str(self.text)


def reference() -> str:
    """The Python reference: every public name with its signature and docstring."""
    placed = [name for names in REFERENCE.values() for name in names]
    if sorted(placed) != sorted(tuolaji.__all__):
        raise ValueError(f"not in REFERENCE: {set(tuolaji.__all__) ^ set(placed)}")
    parts = ["# Python reference", f"Everything that `tuolaji` {tuolaji.__version__} exports."]
    for group, names in REFERENCE.items():
        parts.append(f"## {group}")
        for name in names:
            parts += _entry(name, getattr(tuolaji, name))
    return "\n\n".join(parts) + "\n"


def _entry(name: str, thing: object) -> Iterator[str]:
    """One public name: a heading, its signature, its docstring, its members."""
    yield f"### {name.replace('__version__', '`__version__`')}"
    if not callable(thing):
        yield f"```python\n{name} = {thing!r}\n```"
        return
    yield f"```python\n{name}{_broken(_signature(thing))}\n```"
    yield inspect.cleandoc(thing.__doc__ or "")
    if inspect.isclass(thing):
        members = list(_members(thing))
        if members:
            yield "\n".join(["| | |", "|---|---|", *members])


def _members(cls: type) -> Iterator[str]:
    """The public methods and properties of a class, as rows of a table."""
    for name, member in vars(cls).items():
        if name.startswith("_") or not hasattr(member, "__doc__"):
            continue
        if isinstance(member, property):
            yield f"| `.{name}` | {_first_line(member)} |"
        elif isinstance(member, classmethod | staticmethod):
            bound = getattr(cls, name)
            bound = getattr(bound, "__wrapped__", bound)
            yield f"| `{cls.__name__}.{name}{_signature(bound)}` | {_first_line(bound)} |"
        elif inspect.isfunction(member):
            yield f"| `.{name}{_signature(member, bound=True)}` | {_first_line(member)} |"


def _first_line(thing: object) -> str:
    return inspect.cleandoc(thing.__doc__ or "").split("\n\n")[0].replace("\n", " ")


_MANY = 12
_WIDE = 78
_ALIASES = {"Answer": "dict[str, Any]"}


def _signature(thing: object, *, bound: bool = False) -> str:
    """The signature as in the source; a value with very many fields only begins it."""
    try:
        signature = inspect.signature(thing)  # type: ignore[arg-type]
    except ValueError:  # an exception that takes only its message
        return "(message)"
    parameters = [
        p.replace(annotation=_Text(p.annotation) if p.annotation is not p.empty else p.empty)
        for p in signature.parameters.values()
    ]
    returns = signature.return_annotation
    arrow = (
        ""
        if returns in (signature.empty, None, "None")
        else f" -> {_ALIASES.get(returns, returns)}"
    )
    if len(parameters) > _MANY:
        return f"(*, {parameters[0]}, {parameters[1]}, {parameters[2]}, …){arrow}"
    text = str(inspect.Signature(parameters[1 if bound else 0 :])) + arrow
    return text.replace("<factory>", "{}")


def _broken(signature: str) -> str:
    """A long signature with one parameter a line."""
    if len(signature) <= _WIDE:
        return signature
    end = signature.rindex(")")
    inside = re.split(r", (?=\w+:|\*, )", signature[1:end])
    lines = "\n".join(f"    {part}," for part in inside).replace("    *, ", "    *,\n    ")
    return f"(\n{lines}\n{signature[end:]}"


def main() -> None:
    """Write the pages anew."""
    if TARGET.exists():
        shutil.rmtree(TARGET)
    every = pages()
    for path, text in every.items():
        file = TARGET / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    print(f"{len(every)} pages written to docs/generated/")


if __name__ == "__main__":
    main()
