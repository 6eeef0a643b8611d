"""Events on the server: every route with every role, an evening of real tables, rulings, files."""

from __future__ import annotations

import hashlib
import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from tests.event_desk import Desk
from tests.event_desk import plan as event_plan
from tests.server.event_hall import PLAN, Hall, entrants
from tests.server.serving import serving
from tests.test_event_log import EVERYTHING, RIGHTS
from tuolaji.cli.app import app
from tuolaji.event import entries as log
from tuolaji.event import formats
from tuolaji.event.entries import By
from tuolaji.event.links import digest
from tuolaji.event.log import Log, write_key
from tuolaji.event.refused import Refused
from tuolaji.server.events.keeper import Events
from tuolaji.server.events.views import view
from tuolaji.server.http import event_jobs
from tuolaji.server.limits import Limits
from tuolaji.texts.reader import LANGUAGES

ROLES = ("organiser", "referee", "player", "public")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    many = (1e6, 1e6)
    folder = tmp_path_factory.mktemp("events")
    with serving(folder, request_units=many, events_of_address=many) as running:
        running.folder = folder
        yield running


@pytest.fixture
def halls(served):
    """Makes events, each with a referee."""
    opened = []

    def make(number=4, **fields):
        opened.append(Hall(served, number, **fields))
        opened[-1].link("referee")
        return opened[-1]

    yield make
    for one in opened:
        one.http.close()


@pytest.fixture
def hall(halls):
    return halls()


def start(hall):
    """Draw and start a round: its first match, and its two sides with their links."""
    hall.draw()
    hall.start(1)
    one = hall.round(1)[0]
    for who in (one["home"], one["away"]):
        hall.link("player", who)
    return one["id"], one["home"], one["away"]


# Who may do what.


@pytest.mark.parametrize("role", ROLES)
def test_every_route_asks_for_the_role(hall, role):
    match, home, _ = start(hall)
    who = home if role == "player" else role
    may = set()
    for entry in EVERYTHING:
        data = log.plain(entry)
        for route in ("try", "do"):
            answer = hall.ask(who, route, entry=data, why="x")
            assert answer.status_code in (200, 403, 409), answer.text
            code = answer.json().get("detail", {}).get("code")
            if code not in ("no-right", "own-route"):
                may.add(data["what"])
    by_hand = {"drawn", "linkgiven", "boardssealed", "boardsopened", "tableopened", "brought"}
    everything = {log.plain(entry)["what"] for entry in EVERYTHING}
    assert may == (RIGHTS.get(role, everything) - by_hand)
    routes = {
        "draw": hall.ask(who, "draw"),
        "boards": hall.ask(who, "boards"),
        "links": hall.ask(who, "links", role="referee", who="X"),
        "sheets": hall.http.get(f"/api/event/{hall.links[who]}/sheets"),
        "log": hall.http.get(f"/api/event/{hall.links[who]}/export/log"),
    }
    allowed = {name for name, answer in routes.items() if answer.status_code != 403}
    assert allowed == (set(routes) if role == "organiser" else set())
    for form in ("json", "standings", "matches"):
        assert hall.http.get(f"/api/event/{hall.links[who]}/export/{form}").status_code == 200
    assert match


@pytest.mark.parametrize("names", ["full", "initials", "none"])
def test_names_are_shown_as_the_organiser_chooses(hall, names):
    match, home, _ = start(hall)
    assert hall.done("organiser", "nameschosen", names=names) == (0 if names == "full" else 9)
    hall.done("referee", "warned", "Ann1 was loud", entrant="e1")
    exported = hall.http.get(f"/api/event/{hall.links['public']}/export/json").text
    for who in ("public", home):
        seen = json.dumps(hall.see(who)) + exported
        assert ("Ann1" in seen) == (names == "full")
        assert ("A." in seen) == (names == "initials")
    assert "Ann1" in json.dumps(hall.see("referee"))
    assert match


def test_links_and_entries_of_others_are_shown_to_nobody_else(hall):
    match, home, away = start(hall)
    report = {"attackers": 60, "banker": 0}
    hall.done(home, "dealentered", match=match, deal=1, report=report)
    for who in ("referee", home, "public"):
        seen = json.dumps(hall.see(who))
        assert hall.links["organiser"] not in seen
        assert hall.links["referee"] not in seen
    assert "tables" not in hall.see("public")
    assert match in hall.see(away)["tables"]
    other = next(e["id"] for e in hall.see("public")["entrants"] if e["id"] not in (home, away))
    hall.link("player", other)
    assert match not in hall.see(other)["tables"]
    assert hall.do(other, "confirmed", match=match, deal=1).status_code == 403


def test_a_link_can_be_withdrawn_and_another_one_given(hall):
    old = hall.links["referee"]
    hall.ask("organiser", "links", role="referee", withdraw=True).raise_for_status()
    assert hall.http.get(f"/api/event/{old}").status_code == 404
    new = hall.ask("organiser", "links", role="referee").json()["token"]
    assert new != old
    assert hall.http.get(f"/api/event/{new}").json()["role"] == "referee"


def test_nothing_new_is_said_in_no_words(hall):
    version = hall.see("public")["version"]
    answer = hall.http.get(f"/api/event/{hall.links['public']}", params={"after": version})
    assert (answer.status_code, answer.content) == (204, b"")


# An evening of real tables.


def test_two_sides_enter_confirm_contradict_and_the_referee_decides(hall):
    match, home, away = start(hall)
    report = {"attackers": 60, "banker": 0}
    assert hall.done(home, "dealentered", match=match, deal=1, report=report)
    assert hall.done(home, "dealentered", match=match, deal=1, report=report) == 0  # entered twice
    assert hall.see(away)["tables"][match]["next"]["deal"] == 2
    assert hall.match(match)["open"] == 1
    assert hall.done(away, "confirmed", match=match, deal=1)
    assert hall.match(match)["open"] == 0
    refused = hall.do(home, "dealentered", match=match, deal=1, report={**report, "attackers": 80})
    assert refused.json()["detail"]["code"] == "confirmed"
    hall.done(home, "dealentered", match=match, deal=2, report={"attackers": 40})
    hall.done(away, "dealentered", match=match, deal=2, report={"attackers": 120})
    assert hall.match(match)["status"] == "disputed"
    hall.done("referee", "dealentered", match=match, deal=2, report={"attackers": 120})
    after = hall.match(match)
    assert after["status"] == "playing"
    assert [deal["after"] for deal in after["deals"]] == [["3", "2"], ["3", "3"]]


def test_a_late_pair_an_odd_number_a_withdrawal_and_a_late_correction(halls):
    hall = halls(5, format="swiss", rounds=3)
    hall.draw()
    bye = next(one for one in hall.round(1) if not one["away"])
    for match in hall.of_round(1):
        hall.total(match, ["9", "3"], 0)
    first = hall.of_round(1)[0]
    hall.done("organiser", "entered", entrant={"id": "late", "name": "Late"})
    assert hall.see("organiser")["lines"][-1]["text"].endswith("Late")
    hall.draw()
    assert all(one["away"] for one in hall.round(2))
    for match in hall.of_round(2):
        hall.total(match, ["9", "3"], 0)
    leaver = hall.round(2)[0]["away"]
    hall.done("organiser", "withdrew", entrant=leaver)
    hall.draw()
    assert leaver not in {one["home"] for one in hall.round(3)} | {
        one["away"] for one in hall.round(3)
    }
    second_bye = next(one for one in hall.round(3) if not one["away"])
    assert second_bye["home"] != bye["home"]
    before, pairs = hall.points(), hall.round(3)
    loser, winner = hall.match(first)["home"], hall.match(first)["away"]
    hall.total(first, ["3", "9"], 1)  # entered wrongly two rounds ago
    after = hall.points()
    assert int(after[winner]) == int(before[winner]) + 2
    assert int(after[loser]) == int(before[loser]) - 2
    assert [(one["home"], one["away"]) for one in hall.round(3)] == [
        (one["home"], one["away"]) for one in pairs
    ]


def test_the_clock_of_a_round_is_the_servers(halls):
    hall = halls(clock={"warnings": [15, 1]})
    hall.draw()
    hall.start(1)
    match = hall.of_round(1)[0]
    hall.now += 20 * 60
    clock = hall.see("public")["clocks"][match]
    assert (clock["phase"], clock["left"]) == ("running", 160 * 60)
    assert [(bell["left"], bell["what"]) for bell in clock["bells"]] == [
        (900, "warning"),
        (600, "no-new-deal"),
        (60, "warning"),
        (0, "up"),
    ]
    hall.done("referee", "stopped", matches=[match])
    hall.now += 600
    assert hall.see("public")["clocks"][match]["left"] == 160 * 60
    hall.done("referee", "wenton", matches=[match])
    hall.done("referee", "timegiven", "a fire alarm", matches=[match], seconds=300)
    assert hall.see("public")["clocks"][match]["left"] == 165 * 60


# The referee's console.


def test_calls_wait_in_a_queue_until_the_referee_comes(hall):
    match, home, away = start(hall)
    called = hall.done(home, "refereecalled", "Who leads?", match=match)
    assert hall.done(home, "refereecalled", match=match) == 0
    assert hall.do("public", "refereecalled", match=match).status_code == 403
    (call,) = hall.see("referee")["calls"]
    assert (call["number"], call["match"], call["why"]) == (called, match, "Who leads?")
    assert (call["name"], call["at"]) == (f"Pair {home[1:]}", hall.now)
    assert "calls" not in hall.see(away)
    hall.done("referee", "callanswered", line=called)
    assert hall.see("referee")["calls"] == []


@pytest.mark.parametrize(
    ("ruleset", "foul", "says"),
    [  # what the rule pages state, the attackers (side 1) having 60 points
        ("meizhusong", {"rule": "foul.retract", "side": 1, "cards": 1}, "points 50 "),
        ("meizhusong", {"rule": "foul.card-count", "side": 0}, "points 140 "),
        ("meizhusong", {"rule": "deal.misdrawn", "side": 0}, "the cards are dealt again"),
        (
            "six-player",
            {"rule": "foul.misplay", "side": 0, "cards": 2, "found": "at_once"},
            "points 80 ",
        ),
        ("six-player", {"rule": "foul.misplay", "side": 0, "found": "later"}, "Pair 2 goes up 0 "),
        ("six-player", {"rule": "foul.side", "side": 0}, "Pair 2 goes up 0 "),
        ("six-player", {"rule": "foul.kitty-count", "side": 0}, "Pair 2 goes up 0 "),
        ("six-player", {"rule": "foul.conduct", "side": 0, "times": 2}, "disqualification"),
        ("four-deck", {"rule": "foul.bid-exposed", "side": 1}, "loses the right to bid"),
        ("four-deck", {"rule": "foul.false-bid", "side": 1}, "the other side names the trump"),
        ("four-deck", {"rule": "foul.misplay", "side": 0, "cards": 1}, "points 70 "),
        ("four-deck", {"rule": "foul.revoke", "side": 1}, "Pair 1 goes up 3 "),
        ("four-deck", {"rule": "foul.bank-order", "side": 1}, "bid for again"),
        ("four-deck", {"rule": "foul.conduct", "side": 1}, "a warning"),
    ],
)
def test_a_foul_shows_its_effect_before_it_is_confirmed(halls, ruleset, foul, says):
    players = ["a", "b", "c"] if ruleset == "six-player" else ["a", "b"]
    hall = halls(entrants=entrants(2, players=players), ruleset=ruleset)
    hall.draw()
    hall.start(1)
    match = hall.of_round(1)[0]
    hall.done("referee", "dealentered", match=match, deal=1, report={"attackers": 60, "banker": 0})
    lines = hall.see("referee")["version"]
    wish = {"entry": {"what": "foulruled", "match": match, "deal": 1, "foul": foul}}
    shown = hall.ask("referee", "try", **wish)
    assert shown.status_code == 200, shown.text
    assert says in json.dumps(shown.json()["changes"], ensure_ascii=False)
    assert hall.see("referee")["version"] == lines
    assert hall.ask("referee", "do", **wish).json()["detail"]["code"] == "why-needed"
    assert hall.ask("referee", "do", **wish, why="seen").json()["line"] == lines + 1


def test_a_ruling_is_appealed_and_reversed_and_everything_is_computed_again(hall):
    match, _, away = start(hall)
    hall.total(match, ["9", "3"], 0)
    points = hall.points()
    ruled = hall.done("referee", "forfeited", "left", match=match, side=0)
    assert hall.points() != points
    hall.done(away, "appealed", line=ruled)
    (line,) = [one for one in hall.see("referee")["rulings"] if one["number"] == ruled]
    assert (line["appealed"], line["counts"]) == (True, True)
    hall.done("organiser", "reversed", "they were there", line=ruled)
    assert hall.points() == points
    assert hall.see("public")["rulings"][0]["counts"] is False


# Files.


def test_an_event_goes_on_elsewhere_from_its_log(hall):
    match, _, _ = start(hall)
    hall.total(match, ["9", "3"], 0)
    data = hall.http.get(f"/api/event/{hall.links['organiser']}/export/log").content
    brought = hall.http.post("/api/events/import", content=data)
    assert brought.status_code == 200, brought.text
    copy = hall.http.get(f"/api/event/{brought.json()['organiser']}").json()
    assert copy["standings"] == hall.see("organiser")["standings"]
    assert {link["role"] for link in copy["links"]} == {"organiser", "public"}
    assert hall.see("organiser")["version"] < copy["version"]
    forged = data.replace(b'"levels":["9","3"]', b'"levels":["A","Q"]').replace(
        b'"role":"referee"', b'"role":"public"'
    )
    refused = hall.http.post("/api/events/import", content=forged)
    assert refused.status_code == 422
    assert hall.http.post("/api/events/import", content=b"no log").status_code == 422


def test_a_log_too_long_to_be_brought_leaves_nothing_and_no_log_takes_anothers_link(tmp_path):
    events = Events(tmp_path, Limits(event_lines=3))
    kept = events.make(event_plan(2))
    token = events.link(kept, "organiser")
    desk = Desk(event_plan(2))
    for at in range(2):
        desk.do(log.LinkGiven(f"referee:{at}", digest(token), "referee", str(at)))
    with pytest.raises(Refused, match="as many lines as the server keeps, 3"):
        events.bring(b"".join(log.encode(line) + b"\n" for line in desk.event.lines))
    assert events.every() == [kept]
    assert len(list(tmp_path.iterdir())) == 2  # its log and its key
    path = tmp_path / "zz.jsonl"
    write_key(path)
    Log.create(path, *desk.event.lines)
    assert len(events.every()) == 2
    assert events.find(token) == (kept, By("organiser"))
    events.close()


def test_one_entrant_cannot_fill_the_log(tmp_path):
    events = Events(tmp_path, Limits(event_lines=30))
    kept = events.make(event_plan(2))

    def do(entry, by):
        kept.do(entry, at=0.0, by=by)

    do(formats.draw(kept.event), By("organiser"))
    do(log.Started(("1-1",)), By("organiser"))
    home, away = By("player", "e1"), By("player", "e2")
    for points in (40, 60, 40):  # of 30 lines, 3
        do(log.DealEntered("1-1", 1, log.DealReport(points, 0)), home)
    with pytest.raises(Refused, match="ask the referee"):
        do(log.DealEntered("1-1", 1, log.DealReport(60, 0)), home)
    do(log.DealEntered("1-1", 1, log.DealReport(40, 0)), away)
    events.close()


def test_a_sealed_event_that_was_brought_is_sealed_anew(served):
    teams = entrants(2, players=list("abcd"))
    first = Hall(served, entrants=teams, format="teams", boards=2, ruleset="meizhusong")
    first.draw()
    first.start(1)

    def play(there, boards):
        for board, room in ((board, room) for board in boards for room in (0, 1)):
            report = {"attackers": 40 * board}
            there.done(
                "organiser", "dealentered", match="1-1", deal=board, room=room, report=report
            )
        url = f"/api/event/{there.links['organiser']}/boards"
        return [board["board"] for board in there.http.get(url).json()]

    assert play(first, [1]) == [1]
    data = first.http.get(f"/api/event/{first.links['organiser']}/export/log").content
    old, first.links = first.links, first.http.post("/api/events/import", content=data).json()
    seen = first.see("organiser")
    assert {link["role"] for link in seen["links"]} == {"organiser", "public"}
    assert play(first, []) == []  # its cards are not known here
    assert play(first, [2]) == [2]
    assert first.ask("organiser", "boards").status_code == 200
    opened = first.see("public")["boards"]
    assert hashlib.sha256(opened["secret"].encode()).hexdigest() == opened["commit"]
    first.links, new = old, opened
    assert first.see("public")["boards"]["commit"] not in ("", new["commit"])
    first.http.close()


def test_what_the_command_line_writes_is_seen(hall, served):
    kept = next(path for path in (served.folder / "events").glob("*.jsonl") if _is(path, hall))
    CliRunner().invoke(app, ["event", "check-in", str(kept), "e1"], catch_exceptions=False)
    assert [e["present"] for e in hall.see("public")["entrants"]][:2] == [True, False]


def _is(path, hall):
    return digest(hall.links["organiser"]) in path.read_text("utf-8")


def test_a_log_that_was_taken_away_or_cannot_be_written(hall, served, monkeypatch):
    (path,) = [one for one in (served.folder / "events").glob("*.jsonl") if _is(one, hall)]

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        assert hall.do("organiser", "checkedin", entrant="e1").status_code == 503
    seen = hall.see("organiser")  # whether that line has reached the disk or not: nothing is broken
    assert hall.done("organiser", "checkedin", entrant="e2") == seen["version"] + 1
    path.unlink()
    assert hall.http.get(f"/api/event/{hall.links['public']}").status_code == 404


def test_sheets_are_made_in_a_process_of_their_own(hall, monkeypatch):
    """Hundreds of QR codes would hold up all other events."""

    def here(*_):
        raise AssertionError("they are made in the server's own process")

    start(hall)
    monkeypatch.setattr(event_jobs, "score_sheets", here)
    sheet = hall.http.get(f"/api/event/{hall.links['organiser']}/sheets", params={"round": 1})
    assert (sheet.status_code, "<svg" in sheet.text) == (200, True)


def test_the_links_of_all_sheets_are_written_down_at_once(halls, monkeypatch):
    """One after the other took minutes with hundreds of entrants, and all events waited."""
    written = []
    append = Log.append
    hall = halls(12, format="swiss", rounds=3)
    hall.draw()
    monkeypatch.setattr(
        Log, "append", lambda self, lines: written.append(len(lines)) or append(self, lines)
    )
    for _ in range(2):
        assert hall.http.get(f"/api/event/{hall.links['organiser']}/sheets").status_code == 200
    assert written == [12]


def test_sheets_lead_to_the_page_of_each_side(hall):
    hall.draw()
    sheet = hall.http.get(f"/api/event/{hall.links['organiser']}/sheets", params={"round": 1})
    assert sheet.text.count("<svg") == 4
    players = [link for link in hall.see("organiser")["links"] if link["role"] == "player"]
    assert len(players) == 4


def test_who_scans_the_sheet_of_a_room_sees_and_enters_that_room_only(halls):
    hall = halls(entrants=entrants(2, players=list("abcd")), format="teams", boards=1)
    hall.draw()
    hall.start(1)
    sheets = hall.http.get(f"/api/event/{hall.links['organiser']}/sheets").text
    assert sheets.count("<svg") == 4
    tokens = {link["id"]: link["token"] for link in hall.see("organiser")["links"]}
    hall.links |= tokens
    first, second = "player:e1.1", "player:e1.3"
    assert {first, second, "player:e2.1", "player:e2.3"} <= set(tokens)
    deal = {"match": "1-1", "deal": 1, "report": {"attackers": 120}}
    assert hall.done(second, "dealentered", **deal, room=1)
    seen = [hall.see(who)["tables"]["1-1"] for who in (first, second)]
    assert [(one["room"], len(one["said"])) for one in seen] == [(0, 0), (1, 1)]
    for what, fields in (("dealentered", deal), ("confirmed", {"match": "1-1", "deal": 1})):
        refused = hall.do(first, what, **fields, room=1)
        assert refused.json()["detail"]["code"] == "other-room"
    assert hall.done(second, "refereecalled", match="1-1", room=1)
    assert hall.see("referee")["calls"][0]["room"] == 1


# What is refused.


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_wrong_with_a_plan_is_said(hall, language):
    bad = {**PLAN, "entrants": [], "rounds": 100, "format": "swiss"}
    answer = hall.http.post(f"/api/events?lang={language}", json={"plan": bad})
    assert answer.status_code == 422
    assert answer.json()["detail"]["text"].count("\n") == 1
    answer = hall.http.post(f"/api/events?lang={language}", json={"toml": "name = "})
    assert "TOML" in answer.json()["detail"]["text"]


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"what": "x"},
        {"what": "made"},
        {"what": "dealentered", "match": 1},
        {"what": "entered", "entrant": {"id": "x", "name": "\ud800"}},
        {"what": "penalised", "who": "e1", "points": 10**30},
    ],
)
def test_an_entry_that_cannot_be_read_is_refused(hall, entry):
    assert hall.ask("organiser", "do", entry=entry).status_code in (409, 422)


def test_so_many_events_an_hour_and_so_many_lines(tmp_path):
    with serving(tmp_path, events_of_address=(0, 2), event_lines=3, events=1) as running:
        hall = Hall(running)
        refused = hall.ask("organiser", "links", role="referee")
        assert refused.json()["detail"]["code"] == "log-full"
        plan = {**PLAN, "entrants": entrants(2)}
        codes = [
            hall.http.post("/api/events", json={"plan": plan}).json()["detail"]["code"]
            for _ in range(2)
        ]
        assert codes == ["many-events", "events-often"]
        hall.http.close()


def test_who_withdrew_is_honoured_and_who_was_disqualified_is_not():
    desk = Desk(event_plan(3))
    desk.draw()
    for match in desk.open():  # e1 wins twice, e2 once
        home = desk.event.pairings[match].home < desk.event.pairings[match].away
        desk.total(match, "53" if home else "35", 0 if home else 1)
    desk.do(log.Withdrew("e1"))
    desk.do(log.Disqualified("e2"), why="cheated")
    seen = view(SimpleNamespace(event=desk.event, key=b""), By("public"), "en")
    [table] = seen["standings"]
    assert table["complete"]
    assert {row["who"]: row["honoured"] for row in table["rows"]} == {
        "e1": True, "e2": False, "e3": True,
    }  # fmt: skip
