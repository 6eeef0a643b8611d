"""Records: the same in both forms; cut anywhere they replay to the same state; mutated they never
crash the reader.

A record is read line by line. So it is read once, and at every cut, after each line and after each
play within a line, the reader must stand where the deal stood. That this is what reading a text
that ends there gives is tried on some cuts of every record, as files of their own.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator

from tests.players import new_deal, random_action
from tuolaji.deal import Deal
from tuolaji.deal.actions import Action
from tuolaji.notation.record import DealRecord, read, told, write
from tuolaji.notation.record.lines import read_lines
from tuolaji.notation.record.replay import Replay
from tuolaji.notation.record.sections import SectionReplay
from tuolaji.notation.record.told import Difference
from tuolaji.testing.simulate import Player

_READ_WHOLE = 4
_MUTATIONS = 20


def recorded(job: tuple[str, int, int]) -> tuple[Counter[str], list[str]]:
    """Records in both forms, cut after every action, and mutated texts of them."""
    ruleset, seed, deals = job
    rng = random.Random(f"{ruleset} {seed}")
    hits: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(deals):
        actions, states = played(ruleset, rng)
        record = DealRecord(states[0].ruleset, states[0].setup, states[0].deck, tuple(actions))
        found = [*cut_anywhere(record, states, rng, hits), *not_both_ways(record)]
        for text in (record.text(), record.jsonl()):
            found += mutated_texts(text, rng, hits)
        wrong += [f"{ruleset}: {what}\n{record.text()}" for what in found]
        hits["(records)"] += 1
    return hits, wrong


def played(ruleset: str, rng: random.Random) -> tuple[list[Action], list[Deal]]:
    """The actions of a random deal, and the state before each and after the last."""
    deal, _ = new_deal(ruleset, rng, first=rng.random() < 0.5)
    player = Player(rng) if rng.random() < 0.5 else None  # it also claims, and plays wrongly
    actions, states = list[Action](), [deal]
    while deal.turn is not None:
        actions.append(player.action(deal) if player else random_action(deal, rng))
        deal, _ = deal.apply(actions[-1])
        states.append(deal)
    return actions, states


def cut_anywhere(
    record: DealRecord, states: list[Deal], rng: random.Random, hits: Counter[str]
) -> Iterator[str]:
    """What is not the same when a record is cut."""
    cuts: list[tuple[str, tuple[Action, ...]]] = []
    told: list[Difference] = []
    for text, replay in read_on(record, told):
        number = len(replay.actions)
        if told or replay.actions != record.actions[:number] or replay.deal != states[number]:
            yield f"cut before {text[-30:]!r}: {number} actions, {told}"
            return
        cuts.append((text, replay.actions))
    hits["(cuts)"] += len(cuts)
    for text, actions in rng.sample(cuts, min(_READ_WHOLE, len(cuts))):
        (alone,) = read(text)
        codes = {difference.code for difference in alone.differences} - {"result-missing"}
        if codes or alone.record is None or alone.record.actions != actions:
            yield f"read as a file that ends with {text[-30:]!r}: {codes}"
        hits["(cut files)"] += 1
    for number in rng.sample(range(len(states)), min(_READ_WHOLE, len(states))):
        first = DealRecord(record.ruleset, record.setup, record.deck, record.actions[:number])
        (again,) = DealRecord.parse(first.text())
        if again != first or again.replay()[0] != states[number]:
            yield f"written after {number} actions"
        hits["(written midway)"] += 1


def read_on(record: DealRecord, told: list[Difference]) -> Iterator[tuple[str, Replay]]:
    """Every text that ends after a line or within a trick, and how its reader stands."""
    replay = SectionReplay(record.ruleset, record.setup, record.deck, told.append)
    head, mark, rest = record.text().partition("*draw")
    text, section = head, ""
    for row in (mark + rest).splitlines(keepends=True):
        section = row.split()[0] if row.startswith("*") else section
        words = row.partition(";")[0].split() if section == "*play" and row[0] not in "*!" else []
        words = [] if words[1:] == ["-"] else words  # a seat alone is no pass yet
        for number in range(1, len(words)):
            part = " ".join(words[:number])
            yield text + part, _after(copy.copy(replay), section, part, told)
        text += row
        _after(replay, section, row, told)
        if section != "*draw":
            yield text, replay


def _after(replay: Replay, section: str, row: str, told: list[Difference]) -> Replay:
    """The reader after one more row of a section."""
    above = "" if row.startswith("*") else f"{section}\n"
    *_, line = read_lines((above + row).encode(), told.append)
    replay.read(line)
    return replay


def not_both_ways(record: DealRecord) -> Iterator[str]:
    """What is lost from one form to the other."""
    for text in (record.text(), record.jsonl()):
        again = DealRecord.parse(text)
        if again != [record] or text not in (write(again), write(again, jsonl=True)):
            yield f"read from {text[:20]!r}"


def mutated_texts(text: str, rng: random.Random, hits: Counter[str]) -> Iterator[str]:
    """What the reader raises when the text is damaged."""
    for _ in range(_MUTATIONS):
        try:
            read_again(mutated(text, rng))
        except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
            yield repr(error)
        hits["(mutations)"] += 1


def read_again(text: str) -> None:
    """Read a text, tell what is wrong with it, and write it again as far as it goes."""
    for found in read(text):
        said = [told(difference) for difference in found.differences]
        if found.record is None:
            assert said
        else:
            assert DealRecord.parse(found.record.text()) == [found.record]
            assert DealRecord.parse(found.record.jsonl()) == [found.record]


def mutated(text: str, rng: random.Random) -> str:
    """The text with some characters or lines changed, dropped or doubled."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        way = rng.randrange(4)
        if way == 0:
            lines[at : at + 1] = []
        elif way == 1:
            lines.insert(at, rng.choice(lines))
        elif way == 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        else:
            spot = rng.randrange(len(lines[at]) + 1)
            letter = rng.choice('SHCDX2345TJQKA[]{}*;:,"\\\\+>?-0\x00é 大')
            lines[at] = lines[at][:spot] + letter + lines[at][spot + 1 :]
        if not lines:
            break
    return "".join(lines)
