"""A match of an event at the server's own table: players, referee, onlookers, in the browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from .person import Person
from .test_event import choose, link_of, rule


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
