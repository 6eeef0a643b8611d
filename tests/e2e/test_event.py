"""An evening of real tables in the browser: organiser, two phones at a table, referee, public."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from .person import Person

PAIRS = "Plum: Ann, Bo\nBamboo: Cy, Di\nPine: Ed, Flo\nOrchid: Gus, Hal\nLotus: Ida, Jo"


def choose(page: Page, field: str, value: str, inside: str = "") -> None:
    page.select_option(f"{inside} [data-field={field}]", value)


def enter(page: Page, points: int, banker: str = "") -> None:
    """Enter the next deal from a phone: what it comes to is shown first."""
    if banker:
        choose(page, "banker", banker)
    page.fill("[data-field=points]", str(points))
    page.click("[data-do=check-deal]")
    page.wait_for_selector("[data-effect]")
    page.click("[data-do=send-deal]")


def link_of(page: Page, id_: str) -> str:
    """The address behind an open button of the organiser's list."""
    found = page.locator(f'[data-open="{id_}"]')
    found.wait_for(state="attached")
    return found.get_attribute("href") or ""


def rule(page: Page, kind: str, **fields: str) -> str:
    """Rule on something in the console: the effect that was shown before it was confirmed."""
    choose(page, "kind", kind, "[data-ruling]")
    for field, value in fields.items():
        if page.locator(f"[data-ruling] select[data-field={field}]").count():
            choose(page, field, value, "[data-ruling]")
        else:
            page.fill(f"[data-ruling] [data-field={field}]", value)
    page.fill("[data-ruling] [data-field=why]", "seen")
    page.click("[data-do=show-effect]")
    page.wait_for_selector("[data-ruling] [data-effect]")
    shown = page.locator("[data-ruling] [data-effect]").inner_text()
    page.click("[data-do=rule]")
    page.wait_for_selector("[data-ruling] [role=status]:has-text('✓')")
    return shown


class Evening:
    """An event of five pairs that was drawn and started, and whoever came by a link of it."""

    def __init__(self, somebody: Callable[..., Person]) -> None:
        self.somebody = somebody
        self.host = somebody()
        self.desk = desk = self.host.page
        self.host.go("/event")
        desk.fill("[data-field=name]", "Evening")
        choose(desk, "format", "swiss")
        desk.fill("[data-field=rounds]", "3")
        desk.fill("[data-field=entrants]", PAIRS)
        desk.click("[data-do=make-event]")
        desk.fill("[data-field=seed]", "published today")
        desk.click("[data-do=draw]")
        desk.click("[data-do=start-round]")
        desk.fill("[data-field=referee]", "Li")
        desk.click("[data-do=link-referee]")
        desk.click("[data-do=link-players]")
        desk.wait_for_selector('[data-link="player:n5"]', state="attached")
        self.public = self.come("public", size="large")
        self.public.wait_for_selector("[data-round='1'] [data-status=playing]")
        self.names = self.public.locator("[data-match='1-1'] .who b").all_inner_texts()
        known = [line.partition(":")[0] for line in PAIRS.splitlines()]
        self.ids = [f"n{known.index(name) + 1}" for name in self.names]

    def come(self, id_: str, **how: str) -> Page:
        """The page of somebody who comes by a link."""
        person = self.somebody(**how)
        person.go(link_of(self.desk, id_))
        return person.page

    def stands(self, what: str) -> None:
        """Wait until the public sees the first match so."""
        self.public.wait_for_selector(f"[data-match='1-1']{what}")


def send_corrected(page: Page, points: int) -> None:
    """Say something else of deal 2."""
    page.click("[data-said='2'] [data-do=correct]")
    page.fill("[data-said='2'] [data-field=points]", str(points))
    page.click("[data-said='2'] [data-do=check-deal]")
    page.click("[data-said='2'] [data-do=send-deal]")


def test_an_evening_of_real_tables(somebody: Callable[..., Person]) -> None:
    evening = Evening(somebody)
    home = evening.come(f"player:{evening.ids[0]}", size="phone")
    away = evening.come(f"player:{evening.ids[1]}", size="phone", language="zh-Hans")
    enter(home, 60, banker="0")
    away.click("[data-do=confirm]")
    evening.stands(" .levels:has-text('3 : 2')")
    enter(home, 40)
    send_corrected(away, 120)
    evening.stands("[data-status=disputed]")
    home.click("[data-do=call]")
    home.fill("[data-field=call-why]", "They say 120")
    home.click("[data-do=send-call]")
    console = evening.come("referee:Li")
    console.wait_for_selector("[data-calls]:has-text('They say 120')")
    console.click("[data-open-dispute='1-1']")
    send_corrected(console, 120)
    console.click("[data-do=answered]")
    evening.stands(" .levels:has-text('3 : 3')")
    rulings(evening, console)
    # The last of them is appealed against and reversed: everything is as it was.
    away.click("[data-tab=rulings]")
    away.locator("[data-do=appeal]").first.click()
    console.wait_for_selector("[data-do=decide] >> nth=4")
    console.locator("[data-do=decide]").first.click()
    console.fill("[data-field=reverse-why]", "they were there")
    console.click("[data-do=reverse]")
    evening.stands("[data-status=playing]")
    assert home.locator("[data-tab=desk], [data-tab=console]").count() == 0
    people_change(evening, console)


def rulings(evening: Evening, console: Page) -> None:
    """One of each kind; its effect is shown before it is confirmed."""
    first, second = evening.names
    foul = rule(console, "foul", match="1-1", deal="0-2", foul="foul.retract", side="0", cards="2")
    assert "120" in foul
    assert "140" in foul
    assert "+5" in rule(console, "time", minutes="5")
    assert second in rule(console, "warn", who=evening.ids[1])
    assert "-1" in rule(console, "penalise", who=evening.ids[1], points="1")
    assert first in rule(console, "winner", side="0")
    evening.stands(f"[data-status=over] .won:has-text('{first}')")


def people_change(evening: Evening, console: Page) -> None:
    """Somebody comes late, somebody goes, and a link is withdrawn."""
    desk, leaver = evening.desk, evening.ids[1]
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.click("summary:has-text('late')")
    desk.fill("[data-late] [data-field=name]", "Late")
    desk.click("[data-do=enter-late]")
    desk.wait_for_selector("[data-entrant=n6]:has-text('Late')")
    desk.click(f"[data-entrant={leaver}] [data-do=withdraw]")
    desk.wait_for_selector(f"[data-entrant={leaver}].out")
    evening.stands("[data-status=over]")
    desk.click('[data-link="referee:Li"] [data-do=withdraw-link]')
    console.wait_for_selector("[data-event-problem]")
    big = evening.somebody(size="large")
    big.go(link_of(desk, "public") + "/clock")
    big.page.wait_for_selector("[data-big-clock] [data-clock=running]")
    # In the break its own time is shown; when all is over, who is first. Nothing is left to draw:
    # everybody but one goes home.
    desk.click("[data-do=break]")
    big.page.wait_for_selector("[data-clock=resting]:has-text('left in the match')")
    stay = evening.ids[0]
    for id_ in ("n1", "n2", "n3", "n4", "n5", "n6"):
        if id_ not in (stay, leaver):
            desk.click(f"[data-entrant={id_}] [data-do=withdraw]")
            desk.wait_for_selector(f"[data-entrant={id_}].out")
    big.page.wait_for_selector(f"[data-podium]:has-text('{evening.names[0]}')")
