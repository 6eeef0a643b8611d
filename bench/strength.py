"""The tables of docs/strength.md, made of the arena's results in bench/strength/.

python bench/strength.py           write them into the page
python bench/strength.py --check   end with status 1 if the page is not what they say

A result is what `tuolaji arena … --json` printed; its file may have any name that ends in .json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
RESULTS = ROOT / "bench" / "strength"
BEGIN, END = "<!-- made by bench/strength.py -->", "<!-- end -->"
_FAULTS = ("illegal", "late", "garbage", "dead")

Facts = dict[str, Any]


def results(folder: Path = RESULTS) -> list[Facts]:
    """Every result, by the names of the files; ValueError names a file that holds none."""
    found = []
    for file in sorted(folder.glob("*.json")):
        facts = json.loads(file.read_text("utf-8"))
        missing = {"ruleset", "seed", "pairs", "bots"} - set(facts)
        if missing or facts.get("interrupted"):
            raise ValueError(f"{file.name} is not a complete result of tuolaji arena --json")
        found.append(facts)
    return found


def tables(found: Sequence[Facts]) -> str:
    """All tables, as Markdown."""
    classic = [facts for facts in found if _is_classic(facts)]
    others = [facts for facts in found if not _is_classic(facts)]
    ladder = list(_ladder_rows(classic))
    parts = ["## The ladder", _table(_LADDER_HEAD, ladder)] if ladder else []
    for title, some in (("In `classic`", classic), ("In the other rulesets", others)):
        if some:
            parts += [f"## {title}", _table(_PAIR_HEAD, _pair_rows(some))]
    parts += ["## Times and faults", _table(_BOT_HEAD, _bot_rows(found))]
    if rated := [facts for facts in found if "ratings" in facts]:
        parts += ["## Ratings", _table(("bot", "ruleset", "rating"), _rating_rows(rated))]
    commands = "\n".join(dict.fromkeys(map(_command, found)))
    parts += ["## Run it again", f"```sh\n{commands}\n```"]
    return "\n\n".join(parts)


_LADDER = ("random", "novice", "greedy", "club", "expert", "master")
_LADDER_HEAD = ("`classic`", "over the one below", "levels per deal", "deals won", "deals")


def _ladder_rows(found: Sequence[Facts]) -> Iterator[Sequence[str]]:
    """Each bot over the next weaker one, from the top, by the run with most deals."""
    pairs = [pair for facts in found if not facts.get("play_only") for pair in facts["pairs"]]
    for weaker, stronger in reversed(list(pairwise(_LADDER))):
        met = [
            pair for pair in pairs if [_plain(bot) for bot in pair["bots"]] == [stronger, weaker]
        ]
        if met:
            pair = max(met, key=lambda one: one["deals"])
            low, high = pair.get("always_valid") or pair["interval"]
            first, second = pair["bots"]
            yield (
                f"`{stronger}`",
                f"`{first}` over `{second}`",
                f"**{pair['levels']:+.2f}** ({low:+.2f} to {high:+.2f})",
                _number(pair["won"], ".0%"),
                f"{pair['deals']:,}",
            )


def _plain(bot: str) -> str:
    """The name of a bot without how long it thinks."""
    return bot.partition(":")[0]


_PAIR_HEAD = (
    "bots", "ruleset", "deals", "levels per deal", "smallest effect", "points", "won",
    "as banker", "as attacker", "seed",
)  # fmt: skip


def _is_classic(facts: Facts) -> bool:
    return facts["ruleset"].partition("@")[0] == "classic"


def _pair_rows(found: Iterable[Facts]) -> Iterator[Sequence[str]]:
    for facts in found:
        for pair in facts["pairs"]:
            first, second = pair["bots"]
            low, high = pair.get("always_valid") or pair["interval"]
            yield (
                f"`{first}` over `{second}`" + (", play only" if facts.get("play_only") else ""),
                f"`{facts['ruleset']}`",
                f"{pair['deals']:,}",
                f"{pair['levels']:+.2f} ({low:+.2f} to {high:+.2f})",
                _number(pair["smallest_effect"], ".2f"),
                f"{pair['points']:+.1f}",
                _number(pair["won"], ".1%"),
                _number(pair["as_banker"]["levels"], "+.2f"),
                _number(pair["as_attacker"]["levels"], "+.2f"),
                str(facts["seed"]),
            )


_BOT_HEAD = ("bot", "ruleset", "against", "decisions", "mean", "p50", "p95", "p99", *_FAULTS)


def _bot_rows(found: Iterable[Facts]) -> Iterator[Sequence[str]]:
    for facts in found:
        for name, bot in facts["bots"].items():
            others = ", ".join(f"`{other}`" for other in facts["bots"] if other != name)
            times = [f"{_number(value, '.2f')} ms" for value in bot["milliseconds"].values()]
            faults = [str(bot[kind]) for kind in _FAULTS]
            ruleset = f"`{facts['ruleset']}`"
            yield f"`{name}`", ruleset, others, f"{bot['decisions']:,}", *times, *faults


def _rating_rows(found: Iterable[Facts]) -> Iterator[Sequence[str]]:
    for facts in found:
        for name, rating in sorted(facts["ratings"].items(), key=lambda item: -item[1]):
            yield f"`{name}`", f"`{facts['ruleset']}`", f"{rating:.0f}"


def _command(facts: Facts) -> str:
    bots = " ".join(f'"{name}"' if " " in name else name for name in facts["bots"])
    deals = max(pair["deals"] for pair in facts["pairs"])
    only = " --play-only" if facts.get("play_only") else ""
    plain = facts["ruleset"].replace("-", "").replace("@", "").isalnum()
    ruleset = facts["ruleset"] if plain else f"'{facts['ruleset']}'"
    options = f"--ruleset {ruleset} --deals {deals} --seed {facts['seed']}{only}"
    return f"tuolaji arena {bots} {options} --json"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def page(text: str, found: Sequence[Facts]) -> str:
    """The page with the tables of these results."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no {BEGIN} … {END}")
    return f"{before}{BEGIN}\n\n{tables(found)}\n\n{END}{after}"


def main() -> int:
    """Write the page, or check it."""
    text = PAGE.read_text("utf-8")
    wanted = page(text, results())
    if "--check" in sys.argv[1:]:
        return int(text != wanted)
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
