"""What is said about a puzzle: what is asked, what to think of, and why the answer is best.

Every sentence follows from what the learner could know, and from what the search found; none from
how the hidden cards lay.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bots.belief import Belief
from ..bots.table import Table
from ..cards import Cards
from ..rules.order import TRUMPS
from ..texts.explain import cards_in_words, in_words
from ..texts.narrate import Telling
from ..texts.reader import texts
from ..verdicts import Shape, read_lead
from ..verdicts.ruling import Fact
from .clear import known_to
from .puzzles import LEARNER, Puzzle
from .themes import has_shown_void, idea, is_late, sides

Facts = dict[str, Fact | tuple[Cards, ...]]
Said = tuple[str, Facts]


def asked(puzzle: Puzzle, language: str) -> str:
    """Where the deal stands, and what is to be found."""
    words, shown = texts(language)["puzzles"], puzzle.question().view
    banks = puzzle.record.ruleset.same_side(LEARNER, shown.banker or 0)
    role = words["bank" if banks else "attack"]
    stand = role.format(points=shown.points, take_over=shown.ruleset.take_over)
    return str(words["gap"]).join((stand, words["follow" if shown.trick else "lead"]))


def tip(puzzle: Puzzle, language: str) -> str:
    """What to think of, for somebody who did not find it."""
    return str(texts(language)["puzzles"]["tips"][puzzle.theme])


def explained(puzzle: Puzzle, language: str) -> str:
    """Why the answer is best, in a few sentences."""
    words = texts(language)["puzzles"]
    known = known_to(puzzle.question())
    said = [*_reasons(puzzle, known), _comparison(puzzle)]
    telling = Telling(puzzle.record.ruleset, None, language)
    sentences = []
    for key, facts in said:
        told = {name: _told(name, fact, telling) for name, fact in facts.items()}
        sentence = str(words["why"][key]).format(**told)
        sentences.append(sentence[:1].upper() + sentence[1:])
    return str(words["gap"]).join(sentences)


def _told(name: str, fact: Fact | tuple[Cards, ...], telling: Telling) -> str:
    if isinstance(fact, tuple):
        return " / ".join(cards_in_words(one, telling.language) for one in fact)
    if name == "seat":
        return telling.seat_name(int(str(fact)))
    return in_words("cards" if isinstance(fact, Cards) else name, fact, telling.language)


def _comparison(puzzle: Puzzle) -> Said:
    best, less = puzzle.points
    facts: Facts = {
        "cards": puzzle.answers[0],
        "points": best,
        "other": puzzle.other,
        "less": less,
        "take_over": puzzle.record.ruleset.take_over,
    }
    return "compared", facts


def _reasons(puzzle: Puzzle, known: Belief) -> Iterator[Said]:
    answer = puzzle.answers[0]
    about = idea(known, answer, puzzle.other)
    if known.view.trick:
        yield from _of_follow(about, known, puzzle)
    else:
        yield from _of_lead(about, known, puzzle)
    if alike := puzzle.answers[1:]:
        yield ("as_good" if len(alike) == 1 else "all_as_good"), {"alike": alike}
    if is_late(known):
        buried = known.memory.buried or known.view.kitty
        yield ("last_known", {"points": buried.points}) if buried else ("last", {})


def _of_lead(about: str, known: Belief, puzzle: Puzzle) -> Iterator[Said]:
    answer, other = puzzle.answers[0], puzzle.other
    terms = known.terms
    shape = read_lead(terms, answer)
    assert isinstance(shape, Shape)
    facts: Facts = {"cards": answer, "suit": terms.suit_name(shape.lane)}
    stands = not any(known.can_beat(shape.lane, unit.cards.planes) for unit in shape.units)
    if about == "throw":
        yield ("throw" if stands else "throw_risk"), facts
    elif about == "trumps":
        yield ("trumps_high" if stands else "trumps"), facts
    else:
        yield ("lead_high" if stands else "lead"), facts
    partners, others = sides(known)
    for seat in partners:
        if shape.lane != TRUMPS and has_shown_void(known, seat, shape.lane):
            yield "void_partner", {**facts, "seat": seat}
    away = terms.order.lane_of(other.planes)
    for seat in others:
        if away not in (TRUMPS, shape.lane) and has_shown_void(known, seat, away):
            yield "void_other", {"seat": seat, "suit": terms.suit_name(away), "other": other}


def _of_follow(about: str, known: Belief, puzzle: Puzzle) -> Iterator[Said]:
    answer, other, table = puzzle.answers[0], puzzle.other, Table(known.view)
    facts: Facts = {
        "cards": answer,
        "points": table.points,
        "suit": known.terms.suit_name(table.shape.lane),
        "seat": table.winner,
        "other": other,
    }
    partners_trick = table.friendly
    if about == "ruff":
        yield ("ruff" if table.points else "ruff_lead"), facts
        yield from _of_height(known, table, puzzle)
    elif about == "spare":
        yield ("spare_partner" if partners_trick else "spare"), facts
    elif about == "take":
        yield ("take" if table.points else "take_lead"), facts
        if not table.after:
            yield "yours", {}
    elif about == "give":
        yield "give", facts
        if not table.after:
            yield "yours", {}
    elif about == "duck":
        yield "duck", facts
    elif other.points > answer.points:
        yield ("careful" if partners_trick else "nothing"), facts
    else:
        yield "keep", facts


def _of_height(known: Belief, table: Table, puzzle: Puzzle) -> Iterator[Said]:
    """Why a ruff is higher than it would have to be."""
    rank = table.rank(puzzle.answers[0].planes)
    lower = [one for one in table.winners() if table.rank(one) < rank]
    _, others = sides(known)
    for seat in table.after:
        if lower and seat in others and has_shown_void(known, seat, table.shape.lane):
            yield "ruff_high", {"seat": seat, "suit": known.terms.suit_name(table.shape.lane)}
            return
