"""Nothing on the table covers anything else: boxes are compared, at every size of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tuolaji.cards import Cards
from tuolaji.deal.actions import Play
from tuolaji.ruleset import PRESETS, Ruleset

from .person import Person
from .prepared import Prepared, drawn_out, led_by_the_first, stacked

Somebody = Callable[..., Person]

SIZES = (
    (1280, 720),
    (1920, 1080),
    (390, 844),
    (844, 390),
    (1024, 768),
    (768, 1024),
    (640, 360),
)
SHOWN = ("classic", "four-deck", "six-player")
BOXES = """() => {
  const parts = ['.play', '.plate', '.tag span', '.shows figure', '.stock', '.felt > .standing',
                 '.status', '.status .points span', '.status .levels', '.status .match-clock',
                 '.status .tools', '.buttons > *', '.say > *', '.hand', '.counting',
                 '.table > aside'];
  const seen = one => one.checkVisibility({opacityProperty: true}) && one.getClientRects().length;
  const all = parts.flatMap(part => [...document.querySelectorAll(part)].filter(seen)
    .map(one => [part, one, one.getBoundingClientRect()]).filter(([,, box]) => box.width > 1));
  const text = one => one.textContent.trim();
  const wrong = [];
  for (const [at, [part, one, a]] of all.entries()) {
    const inside = Math.min(a.left, a.top, innerWidth - a.right, innerHeight - a.bottom) > -2;
    if (!inside) wrong.push(`${part} ${text(one)} is not all in the window`);
    for (const [other, two, b] of all.slice(at + 1)) {
      if (one.contains(two) || two.contains(one)) continue;
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (over > 2 && down > 2)
        wrong.push(`${part} ${text(one)} and ${other} ${text(two)}: ${over} × ${down}`);
    }
  }
  return wrong;
}"""


def check(person: Person) -> None:
    """At every size nothing is covered, once the page has settled."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for _ in range(250):  # a busy machine lays the page out late
            wrong = person.page.evaluate(BOXES)
            if not wrong:
                break
            person.page.wait_for_timeout(80)
        assert wrong == [], (width, height)


def listed() -> list[object]:
    """All rulesets, of which some are looked at every time."""
    matrix = pytest.mark.matrix
    return [one if one in SHOWN else pytest.param(one, marks=matrix) for one in PRESETS]


@pytest.mark.parametrize("ruleset", listed())
def test_nothing_is_covered(somebody: Somebody, ruleset: str) -> None:
    person = somebody(coach=True)
    person.play_seed(ruleset, 5)
    person.page.keyboard.press("p")  # the bots wait while the window is looked at
    check(person)
    person.page.keyboard.press("p")
    person.play_until(lambda: person.look().phase == "play")
    for _ in range(2):
        person.play_until(lambda: person.look().mine and len(person.laid()) > 1)
        check(person)
        assert person.move()


def test_plays_of_six_cards_are_in_sight(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("classic")
    hands = {0: "S2HAAKKQQC3", 1: "HTTJJ99C4", 2: "H334455C5", 3: "S334455D667788"}
    deck = stacked(ruleset, hands)
    _, done = led_by_the_first(ruleset, deck, shown="S2", bury="CD")
    done += [Play(seat, Cards.parse(hands[seat][2 * (seat == 0) :][:7])) for seat in range(3)]
    people = [somebody() for _ in range(4)]
    Prepared(data, people, deck, done, ruleset=ruleset)
    person = people[0]
    assert len(person.laid()) == 3
    check(person)
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.wait(lambda: min(steps(person)) > 20, "every index in sight")


def test_the_words_on_a_phone_leave_the_table_where_it_is(somebody: Somebody, data: Path) -> None:
    """Whoever is to play, the words and buttons above the hand take the same height."""
    ruleset = Ruleset.parse("classic")
    deck = stacked(ruleset, {0: "S2HAAD99887766"})
    _, done = led_by_the_first(ruleset, deck, shown="S2", bury="CDS")
    done.append(Play(0, Cards.parse("HAA")))
    people = [somebody(size="phone") for _ in range(3)]
    Prepared(data, people, deck, done, ruleset=ruleset)
    assert [person.look().mine for person in people] == [False, True, False]
    words = [person.page.locator(".actions") for person in people]
    assert len({one.evaluate("element => element.offsetHeight") for one in words}) == 1


def test_many_bids_leave_the_cloth_its_room(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("four-deck")
    # Level cards in every suit, one or two, with a joker; no other hand has one, so nobody bids.
    deck = stacked(ruleset, {0: "XLLLLB S33 H33 C33 D33"})
    _, done = drawn_out(ruleset, deck)
    person = somebody()
    Prepared(data, [person], deck, done, ruleset=ruleset)
    person.wait(lambda: person.page.locator("[data-show]").count() > 4, "more than four bids")
    person.page.keyboard.press("p")
    check(person)


def steps(person: Person) -> list[float]:
    """How far each card on the table lies from the one it covers."""
    found: list[float] = person.page.locator(".play .row").evaluate_all(
        "all => all.flatMap(row => [...row.children].map(one => one.getBoundingClientRect().x)"
        ".map((x, at, xs) => at ? x - xs[at - 1] : 99))"
    )
    return found
