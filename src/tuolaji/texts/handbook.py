"""The handbook: rules and rulesets as Markdown, for the command line and the documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..cards import JOKER_LEVEL
from ..ruleset import SWITCHES, Ruleset, to_data
from ..ruleset.coherence import applies
from ..ruleset.fouls import Fouls
from ..ruleset.values import Multiplier, print_data
from .explain import page, rule_title, ruleset_name, ruleset_title
from .fouls import foul_in_words
from .reader import registry, texts

_NO_MEANING = "–"


def rule_page(
    rule: str, language: str = "en", *, ruleset: Ruleset | None = None, ids: bool = True
) -> str:
    """The page of a rule: the rule, why, not allowed, allowed instead, options, source.

    ids: whether those of the rule and its options stand there; players do not type them.
    """
    p = page(rule, language, ruleset=ruleset)
    words = texts(language)["words"]
    parts = [f"# {p.title}", *([f"`{rule}`"] if ids else []), f"## {words['rule']}", p.rule]
    if ruleset:
        name = ruleset_name(ruleset.base, language)
        here = p.here
        if not p.in_force:
            here = words["not_in"].format(ruleset=ruleset_title(ruleset, language))
        elif not here and not p.sources and "classic" in registry()[rule].sources:
            here = words["fallback"].format(ruleset=name)
        if here:
            parts += [f"## {words['here'].format(ruleset=name)}", here]
    else:
        readings = texts(language)["rules"][rule].get("in", {})
        for name, text in readings.items():
            heading = words["here"].format(ruleset=ruleset_name(name, language))
            parts += [f"### {heading}", text]
    parts += [f"## {words['why']}", p.why]
    parts += [f"## {words['not_allowed']}", p.not_allowed]
    parts += [f"## {words['allowed']}", p.allowed]
    switches = [_named(switch, language, ruleset, ids=ids) for switch in p.switches]
    parts += [f"## {words['switches']}", "\n".join(switches) or words["none"]]
    colon = words["colon"]
    sources = [
        f"- {ruleset_name(name, language)}{colon}{_quoted(sections, words)}"
        for name, sections in p.sources
    ]
    parts += [f"## {words['source']}", "\n".join(sources) or words["none"]]
    if p.decided:
        where = words["comma"].join(ruleset_name(name, language) for name in p.decided)
        parts.append(f"⚖ {where}{colon}{words['decided']}")
    return "\n\n".join(parts) + "\n"


def _named(switch: str, language: str, ruleset: Ruleset | None, *, ids: bool) -> str:
    """A switch by its name, with its value in a ruleset; ids: with its id for the command line."""
    name, setting = texts(language)["switches"][switch]["name"], switch
    if ruleset is not None:
        name += texts(language)["words"]["colon"] + value_in_words(ruleset, switch, language)
        setting = _setting(ruleset, switch)
    return f"- {name} (`{setting}`)" if ids else f"- {name}"


def _quoted(sections: str, words: Mapping[str, str]) -> str:
    """The headings of a source document."""
    return words["comma"].join(words["quoted"].format(text=one) for one in sections.split("; "))


def _setting(ruleset: Ruleset, switch: str) -> str:
    """A switch with its value, – where it has no meaning."""
    value = print_data(to_data(getattr(ruleset, switch)))
    if switch == "fouls" and ruleset.fouls.table:
        value = "…"
    return f"{switch}={value if applies(ruleset, switch) else _NO_MEANING}"


def rule_index(language: str = "en") -> str:
    """Every rule id with its title."""
    titles = texts(language)["rules"]
    return "".join(f"- `{rule}` {titles[rule]['title']}\n" for rule in registry())


def value_in_words(ruleset: Ruleset, switch: str, language: str) -> str:
    """The value of a switch as a player reads it; – where it has no meaning."""
    if not applies(ruleset, switch):
        return _NO_MEANING
    value = getattr(ruleset, switch)
    words = texts(language)
    comma, none = words["words"]["comma"], str(words["words"]["none"])
    if isinstance(value, Fouls):
        titles = [rule_title(rule, language) for rule in value.table]
        return str(words["fouls"]["then"].join(titles)) or none
    if isinstance(value, tuple):
        return comma.join(value).replace("T", "10") or none
    if isinstance(value, Multiplier):
        key = "multiplier_cards" if value.tractor == "cards" else "multiplier"
        return str(words["words"][key]).format(**vars(value))
    text = print_data(to_data(value))
    if switch == "top_level" and text == JOKER_LEVEL:
        return str(words["words"]["joker_level"])
    about = words["switches"][switch]
    meaning = about.get("values", {}).get(text)
    return str(meaning or about.get("unit", "{n}").format(n=text))


def ruleset_page(ruleset: Ruleset, language: str = "en") -> str:
    """A whole ruleset: every switch, its value and what it means; then its fouls."""
    words = texts(language)["words"]
    base = texts(language)["rulesets"][ruleset.base]
    parts = [f"# {base['name']}", f"`{ruleset}`", base["text"]]
    rows = [f"| {words['switch']} | | {words['meaning']} |", "|---|---|---|"]
    for switch in SWITCHES:
        name = texts(language)["switches"][switch]["name"]
        meaning = value_in_words(ruleset, switch, language)
        rows.append(f"| {name} | `{_setting(ruleset, switch)}` | {meaning} |")
    parts.append("\n".join(rows))
    if ruleset.fouls.table:
        parts.append(f"## {texts(language)['switches']['fouls']['name']}")
        parts.append(
            "\n".join(
                f"- {rule_title(rule, language)} (`{rule}`){words['colon']}"
                f"{foul_in_words(entry, language)}"
                for rule, entry in ruleset.fouls.table.items()
            )
        )
    return "\n\n".join(parts) + "\n"


def comparison(rulesets: Sequence[Ruleset], language: str = "en") -> str:
    """The switches in which rulesets differ, side by side."""
    words = texts(language)["words"]
    rows = []
    for switch in SWITCHES:
        values = [value_in_words(ruleset, switch, language) for ruleset in rulesets]
        data = {print_data(to_data(getattr(ruleset, switch))) for ruleset in rulesets}
        if len(set(values)) > 1 or (len(data) > 1 and switch == "fouls"):
            name = texts(language)["switches"][switch]["name"]
            rows.append(f"| {name} `{switch}` | " + " | ".join(values) + " |")
    if not rows:
        return f"{words['same']}\n"
    head = "| " + " | ".join([words["switch"], *(f"`{ruleset}`" for ruleset in rulesets)]) + " |"
    return "\n".join([head, "|" + "---|" * (len(rulesets) + 1), *rows]) + "\n"
