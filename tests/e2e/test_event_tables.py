"""A match of an event at the server's own table: players, referee, onlookers, in the browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tuolaji.cards import Cards
from tuolaji.deal import Deal

from .person import Person
from .prepared import written
from .test_event import choose, link_of, rule
from .test_event_evening import Evening


def event_of_two(somebody: Callable[..., Person], ruleset: str = "meizhusong") -> Page:
    """The organiser's desk of an event of two pairs that is played here."""
    host = somebody()
    desk = host.page
    host.go("/event")
    desk.fill("[data-field=name]", "Cup")
    choose(desk, "ruleset", ruleset)
    desk.fill("[data-field=entrants]", "Plum: Ann, Bo\nPine: Cy, Di")
    desk.check("[data-field=here]")
    choose(desk, "watch", "deal")
    desk.click("[data-do=make-event]")
    desk.fill("[data-field=seed]", "published today")
    desk.click("[data-do=draw]")
    desk.click("[data-do=start-round]")
    desk.fill("[data-field=referee]", "Li")
    desk.click("[data-do=link-referee]")
    desk.click("[data-do=link-players]")
    desk.wait_for_selector('[data-link="player:n2.2"]', state="attached")
    return desk


def test_a_match_at_the_servers_table(somebody: Callable[..., Person]) -> None:
    desk = event_of_two(somebody)

    def come(id_: str, **how: str) -> Person:
        person = somebody(**how)
        person.go(link_of(desk, id_))
        return person

    sizes = ("desktop", "phone", "desktop", "phone")
    people = [
        come(f"player:{who}", size=size)
        for who, size in zip(("n1.1", "n2.1", "n1.2", "n2.2"), sizes, strict=True)
    ]
    for person in people:
        person.page.wait_for_selector("[data-do=take-seat]")
        assert person.page.locator("[data-do=take-seat]").count() == 1
        person.do("take-seat")
        person.page.wait_for_selector("[data-event='1-1']")
    ann = people[0].page
    # Whoever is asked to cut does not want to; then cards are drawn.
    while not ann.locator(".hand [data-key]").count():
        for person in people:
            if person.can("no-cut"):
                person.do("no-cut")
        ann.wait_for_timeout(50)
    # The public watches from behind and sees no hand.
    public = come("public", size="large").page
    public.click("[data-watch='1-1']")
    public.wait_for_selector("[data-event-lobby]")
    assert public.locator(".hand [data-key]").count() == 0
    # A call from the table reaches the console; the clock is stopped there, and rulings are seen.
    ann.click("[data-tool=call]")
    ann.fill("[data-field=call-why]", "A card fell")
    ann.click("[data-do=send-call]")
    ann.wait_for_selector("[data-waits]:has-text('called')")
    console = come("referee:Li").page
    console.wait_for_selector("[data-calls]:has-text('A card fell')")
    console.click("[data-do=answered]")
    console.click("[data-do=pause]")
    ann.wait_for_selector("[data-waits]:has-text('stopped')")
    console.click("[data-do=go-on]")
    ann.wait_for_selector("[data-waits]", state="detached")
    rule(console, "warn", who="n2")
    ann.wait_for_selector("[data-ruled]:has-text('Pine')")
    running = rule(console, "adjust", match="1-1", deal="0-1", points="10")
    assert "10" in running
    rule(console, "substitute", who="n2", people="Eva, Finn")
    ann.wait_for_selector(".table:has-text('Eva')")
    rule(console, "forfeit", match="1-1", side="1")
    ann.wait_for_selector("[data-ruled]:has-text('forfeit')")
    ann.click("[data-do=to-event] >> nth=0")
    ann.wait_for_selector("[data-tab=table]")
    ann.click("[data-tab=now]")
    ann.wait_for_selector("[data-match='1-1'][data-status=over] .won")


RULED = """
name = "Cup"
ruleset = "meizhusong(enforcement=referee,timeout=flag,play_seconds=2)"
format = "round-robin"
seed = "s"
entrants = [
  { id = "n1", name = "Plum", players = ["Ann", "Bo"] },
  { id = "n2", name = "Pine", players = ["Cy", "Di"] },
]
[tables]
speed = "instant"
"""


def lay(person: Person, cards: list[str]) -> None:
    """Take cards and lay them, whatever the rules say of them."""
    for card in cards:
        at = sum(card == other for other in person.taken())
        person.click_card(card, at)
    person.wait(lambda: person.can("play"), "cards that can be laid")
    person.do("play")


def test_a_flag_and_a_claim_go_to_the_referee(somebody: Callable[..., Person], data: Path) -> None:
    evening = Evening(somebody, RULED)
    evening.ask("draw")
    evening.ask("do", entry={"what": "started", "matches": ["1-1"]})
    evening.ask("links", role="referee", who="Li")
    seats = (("n1", 1), ("n2", 1), ("n1", 2), ("n2", 2))
    for who, player in seats:
        evening.ask("links", role="player", who=who, player=player)
    evening.desk.reload()
    people = []
    for who, player in seats:
        people.append(person := somebody())
        person.go(link_of(evening.desk, f"player:{who}.{player}"))
        person.do("take-seat")
        person.page.wait_for_selector("[data-event='1-1']")
    console = evening.come("referee:Li")
    table = people[0].table()

    def deal() -> Deal:
        found = written(data, table).deal
        assert found is not None
        return found

    while people[0].look().phase != "play":
        for person in people:
            seen = person.look()
            if person.can("no-cut"):
                person.do("no-cut")
            elif seen.mine and seen.phase == "bury":
                lay(person, person.hand()[:8])
            elif seen.mine and person.can("pass"):
                person.do("pass")
        people[0].page.wait_for_timeout(50)
    # Who is to lead does not: the referee is asked, and lets the program play.
    console.wait_for_selector("[data-calls]:has-text('time is up')")
    leader = deal().turn
    console.locator(".call:has-text('time is up') [data-do=grant]").first.click()
    people[0].wait(lambda: bool(people[0].laid()), "a card that is led for them")
    # The next one revokes, and somebody of the other side has seen it.
    now = deal()
    wrong = now.turn
    assert (wrong, leader) == ((leader + 1) % 4, leader)
    suit, held = now.terms.suit, Counter(now.hands[wrong])
    others = [card for card in held if suit(Cards.of([card])) != suit(now.lead.cards)]
    assert 0 < len(others) < len(held)
    refused = next(card for card in others if held[card] == 1)  # seen to have come back
    lay(people[wrong], [str(refused)])
    people[leader].page.click("[data-tool=claim]")
    people[leader].page.click(f"[data-claim='{wrong}']")
    people[leader].page.wait_for_selector("[data-waits]:has-text('claim')")
    console.click("[data-do=look]")
    call = console.locator(".call:has([data-verdict=true])")
    call.wait_for()
    assert call.locator("ul li").count() == 2  # the trick so far
    before = deal().attackers_points
    call.locator("[data-do=grant]").click()
    people[wrong].wait(lambda: str(refused) in people[wrong].hand(), "the card to come back")
    fined = 10 if wrong in deal().bank_side else -10  # foul.retract: 10 a card to the other side
    assert deal().attackers_points == before + fined
