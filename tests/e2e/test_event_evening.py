"""An evening of six tables with real cards, entered from six phones: everything that goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from .person import Person
from .test_event import enter, link_of, rule

# At level K a deal without points for the attackers goes three levels up: one deal is a match.
ENTRANTS = "".join(f'{{ id = "n{at}", name = "Pair {at}" }},' for at in range(1, 13))
PLAN = f"""
name = "Evening"
ruleset = "meizhusong(first_level=K,match_minutes=0)"
format = "swiss"
rounds = 5
seed = "s"
confirm = false
entrants = [{ENTRANTS}]
"""


class Evening:
    """The event, its organiser's page, and what can be asked of the server."""

    def __init__(self, somebody: Callable[..., Person], plan: str = PLAN) -> None:
        self.somebody, self.host = somebody, somebody()
        self.desk = desk = self.host.page
        self.host.go("/event")
        desk.click("[data-do=by-toml]")
        desk.fill("[data-field=toml]", plan)
        desk.click("[data-do=make-event]")
        desk.wait_for_selector("[data-do=draw]")
        self.link = desk.url.rpartition("/event/")[2].partition("/")[0]

    def ask(self, route: str, **body: object) -> None:
        url = f"{self.host.address}/api/event/{self.link}/{route}"
        answer = self.desk.request.post(url, data=body)
        assert answer.ok, answer.text()

    def come(self, id_: str, **how: str) -> Page:
        person = self.somebody(**how)
        person.go(link_of(self.desk, id_))
        return person.page

    def matches(self, round_: int) -> list[dict[str, str]]:
        url = f"{self.host.address}/api/event/{self.link}"
        rounds = self.desk.request.get(url).json()["rounds"]
        return [one for one in rounds[round_ - 1]["matches"] if one["away"]]

    def home_wins(self, round_: int) -> None:
        """The results of a round that is not what this evening is about."""
        for one in self.matches(round_):
            report = {"attackers": 0, "banker": 0}
            entry = {"what": "dealentered", "match": one["id"], "deal": 1, "report": report}
            self.ask("do", entry=entry)


def test_six_phones_and_everything_that_goes_wrong(somebody: Callable[..., Person]) -> None:
    evening = Evening(somebody)
    desk = evening.desk
    desk.on("dialog", lambda dialog: dialog.accept())
    # Somebody comes late: thirteen pairs, six tables and a bye.
    desk.click("summary:has-text('late')")
    desk.fill("[data-late] [data-field=name]", "Late")
    desk.click("[data-do=enter-late]")
    desk.wait_for_selector("[data-entrant=n13]")
    desk.click("[data-do=draw]")
    desk.wait_for_selector("[data-do=sheets]")
    desk.click("[data-do=link-players]")
    desk.wait_for_selector('[data-link="player:n13"]', state="attached")
    tables = evening.matches(1)
    assert len(tables) == 6
    phones = [evening.come(f"player:{one['home']}", size="phone") for one in tables]
    for phone in phones:
        enter(phone, 0, banker="0")
    public = evening.come("public", size="large")
    public.wait_for_selector("[data-match='1-6'][data-status=over]")
    assert public.locator("[data-round='1'] [data-status=over]").count() == 7  # and the bye
    # The same once more, as after a lost connection, says nothing new.
    again = {"attackers": 0, "banker": 0}
    entry = {"what": "dealentered", "match": "1-1", "deal": 1, "report": again}
    player = phones[0].url.rpartition("/event/")[2].partition("/")[0].partition("#")[0]
    url = f"{evening.host.address}/api/event/{player}/do"
    assert phones[0].request.post(url, data={"entry": entry}).json() == {"line": 0}
    # Somebody goes home; three more rounds are played.
    leaver = tables[5]["away"]
    desk.click(f"[data-entrant={leaver}] [data-do=withdraw]")
    desk.wait_for_selector(f"[data-entrant={leaver}].out")
    for round_ in (2, 3, 4):
        evening.ask("draw")
        evening.home_wins(round_)
    public.wait_for_selector("[data-round='4'] [data-status=over]")
    # The first result was wrong: away had won by taking over and going beyond the top.
    evening.ask("links", role="referee", who="Li")
    desk.reload()
    console = evening.come("referee:Li")
    away = tables[0]["away"]
    assert "Pair" in rule(console, "winner", match="1-1", side="1")
    public.click("[data-tab=rounds]")
    name = next(one["names"][1] for one in evening.matches(1) if one["away"] == away)
    public.wait_for_selector(f"[data-match='1-1'] .won:has-text('{name}')")
    # It is appealed and reversed: everything is computed again.
    phones[0].click("[data-tab=rulings]")
    phones[0].locator("[data-do=appeal]").first.click()
    console.wait_for_selector("[data-do=decide]")
    console.locator("[data-do=decide]").first.click()
    console.fill("[data-field=reverse-why]", "the sheet was right")
    console.click("[data-do=reverse]")
    home = next(one["names"][0] for one in evening.matches(1) if one["id"] == "1-1")
    public.wait_for_selector(f"[data-match='1-1'] .won:has-text('{home}')")
    # The rulings that no other evening needs.
    assert "1-2" in rule(console, "void", match="1-2", deal="0-1")
    public.wait_for_selector("[data-match='1-2'][data-status=waiting]")
    rule(console, "disqualify", who=tables[3]["home"])
    desk.wait_for_selector(f"[data-entrant={tables[3]['home']}].out")


TWO = """
name = "Fouls"
ruleset = "{ruleset}"
format = "round-robin"
seed = "s"
entrants = [{{ id = "n1", name = "Plum" }}, {{ id = "n2", name = "Pine" }}]
"""
# The attackers have just taken over with nothing more, so that no level changes; by the rule pages.
FOULS = {
    "four-deck": [  # 160 points
        ("foul.misplay", {"cards": "2"}, "140"),  # 10 a card from the attackers
        ("foul.bid-exposed", {}, "loses the right to bid"),
        ("foul.false-bid", {}, "the other side names the trump"),
        ("foul.bank-order", {}, "bid for again"),
        ("foul.conduct", {}, "a warning"),
        ("foul.conduct", {"side": "1"}, "disqualification"),  # the same side once more
    ],
    "six-player": [("foul.side", {}, "goes up 1")],  # the attackers fouled: the bank +1
    "meizhusong": [("deal.misdrawn", {}, "dealt again"), ("foul.card-count", {}, "0")],  # 80 less
}


def test_one_foul_of_each_kind_in_the_console(somebody: Callable[..., Person]) -> None:
    for ruleset, fouls in FOULS.items():
        evening = Evening(somebody, TWO.format(ruleset=ruleset))
        evening.ask("draw")
        (match,) = evening.matches(1)
        evening.ask("do", entry={"what": "started", "matches": ["1-1"]})
        points = 160 if ruleset == "four-deck" else 80
        for deal in range(1, len(fouls) + 1):
            report = {"attackers": points, "banker": 0} if deal == 1 else {"attackers": points}
            entry = {"what": "dealentered", "match": "1-1", "deal": deal, "report": report}
            evening.ask("do", entry=entry)
        evening.ask("links", role="referee", who="Li")
        evening.desk.reload()
        console = evening.come("referee:Li")
        for deal, (foul, facts, effect) in enumerate(fouls, 1):
            fields = {"foul": foul, "side": str(deal % 2), **facts}  # the attackers, by turns
            shown = rule(console, "foul", match=match["id"], deal=f"0-{deal}", **fields)
            assert effect in shown, (ruleset, foul, shown)
    public = evening.come("public")
    public.click("[data-tab=rulings]")
    public.wait_for_selector("main:has-text('a foul was ruled on')")
