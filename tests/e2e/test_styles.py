"""Each way to fix trump, and a throw that fails: two people at one table with chosen cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tuolaji.cards import Cards
from tuolaji.deal.actions import Action, Bury, Declare
from tuolaji.ruleset import Ruleset

from .person import Person
from .prepared import Prepared, drawn_out, stacked

Somebody = Callable[..., Person]


def offered(person: Person) -> list[str]:
    """What lights up for a person."""
    return person.page.locator("[data-show]").evaluate_all(
        "all => all.map(one => one.dataset.show)"
    )


def show(person: Person, cards: str) -> None:
    """Wait until cards light up, and click them."""
    person.page.locator(f'[data-show="{cards}"]').click()
    person.wait(lambda: cards not in offered(person), f"{cards} to be shown")


def lying(person: Person, seat: int) -> list[str]:
    """The cards that lie before a seat, as they are read out."""
    rows = person.page.locator(f'.shows[data-seat="{seat}"] [role="img"]')
    return rows.evaluate_all("all => all.map(one => one.ariaLabel)")


def clocks(person: Person) -> list[str]:
    """The seats whose clock a person sees running."""
    plates = person.page.locator(".seat", has=person.page.locator(".clock"))
    return plates.evaluate_all("all => all.map(one => one.dataset.seat)")


def notices(person: Person) -> str:
    """What is written over the table."""
    return person.page.locator(".notices").inner_text()


def trump(person: Person) -> str:
    """The trump as it is read out."""
    return person.page.locator(".trump .hidden").text_content() or ""


def sees(person: Person, seat: int, cards: list[str], now: str) -> None:
    """Wait until a person sees these cards before a seat, and this trump."""
    person.wait(
        lambda: (lying(person, seat), trump(person)) == (cards, f"Trump: {now}"),
        f"{cards} before seat {seat} and {now} as trump",
    )


def sees_the_play_begin(person: Person, now: str) -> None:
    """Wait for the first lead, under this trump."""
    person.wait(lambda: person.look().phase == "play", "the first lead")
    assert trump(person) == f"Trump: {now}"


def bury(person: Person) -> None:
    """Bury what the hint selects."""
    person.wait(lambda: person.look().phase == "bury" and person.look().mine, "the kitty")
    assert person.move()


def banker(person: Person) -> str:
    """The banker's name in the status bar."""
    return person.page.locator(".bank b").inner_text()


def test_a_declaration_is_overturned_twice(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("classic")
    deck = stacked(ruleset, {0: "S2XLL", 1: "H22XB"}, "S2D22C22XBS3")
    host, guest = somebody(), somebody()
    table = Prepared(data, [host, guest], deck, drawn_out(ruleset, deck)[1], ruleset=ruleset)

    assert offered(host) == ["XLL", "S2"]
    for person, own in ((host, ["0"]), (guest, ["1"])):  # both could show; each sees their own
        person.wait(lambda seen=person, seat=own: clocks(seen) == seat, "one's own clock alone")
    show(host, "S2")
    sees(guest, 0, ["2 of spades"], "spades")
    host.do("pass")
    guest.page.wait_for_selector("[data-show]")
    assert offered(guest) == ["H22"]  # one card does not overturn
    show(guest, "H22")
    sees(host, 1, ["2 of hearts ×2"], "hearts")
    host.page.get_by_text("Overturn: no trump with 2 small jokers").wait_for()
    show(host, "XLL")
    host.wait(lambda: host.look().phase == "bury", "the kitty")
    sees(guest, 0, ["2 of spades", "small joker ×2"], "no trump")
    assert "P0 overturns with 2 small jokers" in notices(guest)
    assert (banker(host), banker(guest)) == ("You", "P0")
    assert len(host.hand()) == 33
    deal = table.deal()
    assert (deal.phase, deal.contest.trump, deal.banker) == ("bury", "N", 0)


def test_calling_changing_and_attacking(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("joker-bid")
    deck = stacked(ruleset, {0: "H2XLLB", 1: "D22XB", 2: "S2C2", 3: "S2C2"})
    host, guest = somebody(), somebody()
    table = Prepared(data, [host, guest], deck, [], ruleset=ruleset)

    assert offered(host) == ["H2XB"]
    show(host, "H2XB")
    sees(guest, 0, ["2 of hearts, big joker"], "hearts")
    bury(host)
    guest.page.wait_for_selector("[data-show]")
    assert offered(guest) == ["D22XB"]
    show(guest, "D22XB")
    sees(host, 1, ["2 of diamonds ×2, big joker"], "diamonds")
    assert len(guest.hand()) == 33
    bury(guest)
    host.page.wait_for_selector("[data-show]")
    assert offered(host) == ["XLL"]
    show(host, "XLL")
    for person in (host, guest):
        sees_the_play_begin(person, "no trump")
    deal = table.deal()
    assert (deal.contest.trump, deal.attacker, deal.holder, deal.turn) == ("N", 0, 1, deal.banker)


def test_a_concealed_bid_is_outbid_and_reinforced(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("four-deck")
    hands = {0: "D333XLL", 1: "H33XLL", 2: "S3333C33", 3: "C33H33D3"}
    deck = stacked(ruleset, hands)
    host, guest = somebody(), somebody()
    table = Prepared(data, [host, guest], deck, drawn_out(ruleset, deck)[1], ruleset=ruleset)

    assert offered(host) == ["D3XL", "D33XL", "D333XL"]
    show(host, "D3XL")
    guest.wait(lambda: lying(guest, 0) == ["face down: 1"], "the bid")
    assert lying(host, 0) == ["3 of diamonds, small joker"]
    host.do("pass")
    show(guest, "H33XL")
    host.wait(lambda: lying(host, 1) == ["face down: 2"], "the larger bid")
    assert offered(host) == ["D33"]  # one more would make two, which do not beat two
    show(host, "D33")
    for person in (host, guest):
        sees_the_play_begin(person, "diamonds")
    assert (banker(host), banker(guest)) == ("You", "P0")
    deal = table.deal()
    assert (deal.contest.trump, deal.banker, deal.turn) == ("D", 0, 0)
    assert deal.contest.laid(0) == Cards.parse("D333XL")
    assert "turned up: ♦333" in notices(guest)


def test_a_failed_throw_says_what_it_cost(somebody: Somebody, data: Path) -> None:
    ruleset = Ruleset.parse("meizhusong(hints=open)")
    kitty = "S2H22C22D22XB"
    deck = stacked(ruleset, {0: "S2HAAQ", 1: "H34XB", 2: "HKXL", 3: "H5XL"}, kitty)
    done: list[Action] = [*drawn_out(ruleset, deck)[1], Declare(0, Cards.parse("S2"))]
    done.append(Bury(0, Cards.parse(kitty)))
    host, guest = somebody(), somebody(size="phone", language="zh-Hans")
    table = Prepared(data, [host, guest], deck, done, ruleset=ruleset)

    hand = host.hand()
    for face, at in (("HA", 0), ("HA", 1), ("HQ", 0)):
        host.click_card(face, at)
    host.wait(lambda: host.can("play"), "a throw that may be tried")
    host.do("play")
    failed = host.page.locator(".failed")
    failed.wait_for()
    rows = failed.locator('[role="img"]').evaluate_all("all => all.map(one => one.ariaLabel)")
    assert rows == ["A of hearts ×2, Q of hearts", "Q of hearts"]
    assert "fine 30" in failed.inner_text()  # three cards thrown, 10 each
    for person, said in ((host, "the fine is 30 points"), (guest, "罚 30 分")):
        reason = person.page.locator(".reason", has_text=said)
        reason.wait_for()
        assert reason.locator('a[href="/rules/throw.failed"]').count() == 1
        assert person.laid() == {0: "HQ"}
        assert person.page.locator(".points .number").inner_text() == "30"
    hand.remove("HQ")
    assert host.hand() == hand
    deal = table.deal()
    assert (deal.trick, deal.turn, deal.attackers_points) == ((Cards.parse("HQ"),), 1, 30)
    assert guest.move()
    host.wait(lambda: len(host.laid()) != 1, "the play after it")
    host.play_until(lambda: not failed.count())
