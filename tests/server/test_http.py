"""The HTTP part: home, rulesets, tables, files, rules, the page; and what is turned away."""

from __future__ import annotations

import asyncio
import contextlib
import stat
from pathlib import Path

import httpx
import pytest

from tests.server.serving import serving
from tests.taught_nets import write_net
from tuolaji import PRESETS, Cards, bots, judge
from tuolaji.notation.record import DealRecord
from tuolaji.notation.record import write as write_records
from tuolaji.ruleset import SWITCHES
from tuolaji.server.buckets import Bucket, Buckets, Places
from tuolaji.server.guests import Guests, keep_key
from tuolaji.server.http.replays import replayed
from tuolaji.server.limits import Limits
from tuolaji.server.protocol.outgoing import SaidMessage, write
from tuolaji.server.roles.outbox import Outbox
from tuolaji.texts.reader import LANGUAGES, registry


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("http")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>the page</title>")
    (page / "assets" / "a-1.js").write_text("1")
    (folder / "secret.txt").write_text("secret")
    many = (1e6, 1e6)
    with serving(folder / "data", page=page, request_units=many, tables_of_address=many) as running:
        running.folder = folder / "data"
        yield running


@pytest.fixture
def guest(served):
    with served.guest() as one:
        yield one


@pytest.fixture(scope="module")
def finished(served):
    """A table with one finished deal."""
    with served.guest() as guest:
        table = guest.make(seed=5)
        with guest.join(table) as player:
            player.play_deal()
        yield guest, table


# Who and from where.


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(served):
    with httpx.Client(base_url=served.url) as http:
        cookie = http.get("/api/home").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "set-cookie" not in http.get("/api/home").headers
        http.cookies.set("tuolaji", "forged.value")
        assert "set-cookie" in http.get("/api/home").headers


def test_nobody_between_keeps_an_answer_with_somebodys_cookie(served):
    with httpx.Client(base_url=served.url) as http:
        for path in ("/api/home", "/api/room", "/api/nothing", "/healthz"):
            assert http.get(path).headers.get_list("cache-control") == ["no-store"]
        assert http.get("/").headers.get_list("cache-control") == ["private, no-cache"]


def test_the_page_brings_the_cookie_so_that_all_it_asks_at_once_is_asked_by_one_guest(served):
    with httpx.Client(base_url=served.url) as http:
        assert "set-cookie" not in http.get("/assets/a-1.js").headers
        page = http.get("/t/abc")
        assert "HttpOnly" in page.headers["set-cookie"]
        assert page.headers["cache-control"] == "private, no-cache"
        kept = dict(http.cookies)
        for path in ("/api/home", "/api/daily", "/"):  # as a browser sends them: none waits
            answer = httpx.get(served.url + path, cookies=kept)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
        http.cookies.set("tuolaji", "forged.value")
        assert "set-cookie" in http.get("/").headers


def test_the_key_is_kept_for_its_owner_alone(served, tmp_path):
    assert stat.S_IMODE((served.folder / "key").stat().st_mode) == 0o600
    key = keep_key(tmp_path / "new")
    assert keep_key(tmp_path / "new") == key
    guest, cookie = Guests(key).new()
    assert Guests(key).read(cookie) == (guest, None)
    assert Guests(key).read(Guests(key).cookie(guest, 3)) == (guest, 3)
    assert Guests(b"x" * 32).read(cookie) is None
    assert Guests(key).read(None) is None
    (tmp_path / "new" / "key").write_bytes(b"short")
    with pytest.raises(OSError, match="no key"):
        keep_key(tmp_path / "new")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({}, 200),
    ],
)
def test_foreign_pages_and_names_are_turned_away(guest, headers, status):
    answer = guest.http.post("/api/rulesets/check", json={"text": "classic"}, headers=headers)
    assert answer.status_code == status


def test_every_answer_has_the_safe_headers(guest):
    for path in ("/", "/api/home", "/api/nothing", "/t/abc"):
        headers = guest.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_body_that_is_too_large_is_refused(guest):
    assert guest.http.post("/api/replay", content=b"x" * (1024 * 1024 + 1)).status_code == 413

    def pieces():
        for _ in range(3000):
            yield b"x" * 1024

    with contextlib.suppress(httpx.HTTPError):
        assert guest.http.post("/api/replay", content=pieces()).status_code == 413
    assert guest.http.get("/healthz").text == "ok\n"


# Home and rulesets.


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_shows_everything_in_the_language(guest, language):
    home = guest.http.get("/api/home", params={"lang": language}).json()
    assert [preset["name"] for preset in home["presets"]] == list(PRESETS)
    assert all(preset["title"] and preset["about"] for preset in home["presets"])
    assert {"novice", "greedy", "club"} <= {bot["name"] for bot in home["bots"]}
    assert all(bot["title"] and bot["about"] for bot in home["bots"])
    assert home["me"]["name"].startswith("Guest " if language == "en" else "牌友")
    assert home["addresses"] == []


def test_nets_that_were_added_at_the_start_can_be_chosen_and_no_files(guest, tmp_path, monkeypatch):
    monkeypatch.setenv("TUOLAJI_BOTS", "")
    file = write_net(tmp_path / "one.tlnet")
    bots.add_policy(f"mine=policy:{file}")
    (mine,) = (bot for bot in guest.http.get("/api/home").json()["bots"] if bot["name"] == "mine")
    assert (mine["title"], mine["about"]) == ("mine", "Added by whoever runs this server.")
    guest.make(bots="mine")
    for name in ("policy:one.tlnet", "yours"):
        body = {"ruleset": "classic", "bots": name, "speed": "instant"}
        assert guest.http.post("/api/tables", json=body).status_code == 400


def test_switches_tell_all_they_may_hold(guest):
    switches = {switch["name"]: switch for switch in guest.http.get("/api/switches").json()}
    assert set(switches) == set(SWITCHES)
    assert switches["kitty"]["kind"] == "number"
    assert (switches["kitty"]["least"], switches["kitty"]["most"]) == (0, 40)
    assert switches["talk"]["kind"] == "bool"
    assert [v["value"] for v in switches["partners"]["values"]] == ["fixed", "called"]
    assert switches["partners"]["values"][1]["text"] == "called by the banker in each deal"


def check(guest, text, lang="en"):
    return guest.http.post("/api/rulesets/check", params={"lang": lang}, json={"text": text}).json()


def test_a_ruleset_is_checked_in_plain_words(guest):
    good = check(guest, " classic( talk = false , kitty=8 ) ")
    assert (good["ok"], good["text"], good["base"]) == (True, "classic(talk=false)", "classic")
    (difference,) = good["differences"]
    assert difference["switch"] == "talk"
    assert difference["old"] != difference["new"]
    same = check(guest, 'base = "classic"\ntalk = false\n')
    assert same["text"] == good["text"]


def test_an_automatic_number_is_told_as_it_follows(guest):
    """Three decks are 162 cards: 40 for each of four leave 2, too few to bury, and 39 leave 6."""
    told = check(guest, "classic(decks=3,kitty=auto)")
    assert (told["values"]["kitty"], told["worked_out"]) == ("auto", {"kitty": "6"})


def test_everything_that_does_not_fit_is_listed(guest):
    bad = check(guest, "classic(decks=1,bombs=true)")
    assert not bad["ok"]
    assert {"bombs-decks", "bombs-throw"} <= {problem["code"] for problem in bad["problems"]}
    chinese = check(guest, "classic(decks=1,bombs=true)", "zh-Hans")
    assert chinese["problems"][0]["text"] != bad["problems"][0]["text"]


@pytest.mark.parametrize(
    "text", ["", "clasic", "classic(", "classic(x=1)", "a = [", "classic(kitty=x)"]
)
def test_what_is_no_ruleset_is_said(guest, text):
    wrong = check(guest, text)
    assert not wrong["ok"]
    assert wrong["error"]
    assert guest.http.post("/api/tables", json={"ruleset": text}).status_code == 400


def test_house_rules_are_kept(guest):
    body = {"name": "Ours", "text": "classic(talk=false)"}
    assert guest.http.post("/api/house", json=body).json()["house"] == [body]
    assert guest.http.get("/api/home").json()["house"] == [body]
    bad = {"name": "Bad", "text": "classic(bombs=true)"}
    assert guest.http.post("/api/house", json=bad).status_code == 400
    assert guest.http.delete("/api/house/Ours").json()["house"] == []


# Tables and files.


def test_a_table_is_found_in_the_list_of_its_guest(guest):
    table = guest.make("six-player")
    (match,) = guest.http.get("/api/home").json()["matches"]
    assert (match["table"], match["ruleset"], match["over"]) == (table, "six-player", False)
    room = guest.http.get(f"/api/tables/{table}").json()
    assert (room["players"], room["full"]) == (6, True)
    assert guest.http.get("/api/tables/nowhere").status_code == 404


@pytest.mark.parametrize(
    "body", [{"bots": "nobody"}, {"speed": "warp"}, {"seats": "all"}, {"seed": -1}, {"ruleset": 7}]
)
def test_a_table_that_cannot_be_is_refused(guest, body):
    assert guest.http.post("/api/tables", json=body).status_code in (400, 422)


def test_only_a_table_for_one_has_a_seed(guest):
    """Whoever chose it could draw the same cards at a table of their own, and know all hands."""
    for seats, status in (("me", 200), ("friends", 400)):
        answer = guest.http.post("/api/tables", json={"seats": seats, "seed": 5})
        assert answer.status_code == status
    assert answer.json()["detail"]["code"] == "seed-with-others"


def test_a_guest_makes_so_many_tables(tmp_path):
    limited = serving(tmp_path, tables_of_guest=(0.0, 5.0))
    with limited as served, httpx.Client(base_url=served.url) as http:
        codes = [http.post("/api/tables", json={}).status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2


def test_an_address_makes_so_many_tables_whoever_it_says_it_is(tmp_path):
    limited = serving(tmp_path, tables_of_address=(0.0, 5.0))
    with limited as served, httpx.Client(base_url=served.url) as http:
        codes = []
        for _ in range(7):
            http.cookies.clear()
            codes.append(http.post("/api/tables", json={}).status_code)
    assert codes == [200] * 5 + [429] * 2


def test_quick_matches_fill_a_server_no_faster_than_tables(tmp_path):
    """Nobody sits at the first ones, so each of these asks for a new one."""
    limited = serving(tmp_path, tables_of_address=(0.0, 5.0))
    with limited as served, httpx.Client(base_url=served.url) as http:
        codes = []
        for _ in range(7):
            http.cookies.clear()
            codes.append(http.post("/api/quick", json={"ruleset": "classic"}).status_code)
        assert len(served.house.tables.hall.tables) == 5
    assert codes == [200] * 5 + [429] * 2


def test_the_record_of_finished_deals_and_its_replay(finished):
    guest, table = finished
    text = guest.http.get(f"/api/tables/{table}/record").text
    lines = guest.http.get(f"/api/tables/{table}/record", params={"jsonl": True}).text
    assert write_records(DealRecord.parse(lines)) == text  # which does not tell when seats passed
    shown = guest.http.get(f"/api/replay/{table}/0").json()
    assert shown["called"][1:] == ["Greedy"] * 3
    uploaded = guest.http.post("/api/replay", content=lines).json()
    assert uploaded["frames"] == shown["frames"]
    assert uploaded["deals"] == 1
    last = shown["frames"][-1]
    assert last["view"]["phase"] == "over"
    tricks = [frame for frame in shown["frames"] if len(frame["view"]["trick"]) == 4]
    assert len(tricks) >= 10
    assert guest.http.get(f"/api/replay/{table}/1").status_code == 404


def test_a_replay_tells_who_could_have_beaten_a_failed_throw():
    """The record of docs/records.md: seat 2 throws ♥8 and ♥5, all others hold a higher heart."""
    text = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    lines = [
        line[4:] for line in text.split('''text = """\\\n''')[1].split('... """')[0].splitlines()
    ]
    (record,) = DealRecord.parse("\n".join(lines) + "\n")
    frames = replayed(record, "en")["frames"]
    (failed,) = [f for f in frames if f["step"] and f["step"]["event"] == "throw_failed"]
    assert failed["step"]["thrown"] == "H85"
    assert [one["seat"] for one in failed["beaten"]] == [3, 0, 1]
    for one in failed["beaten"]:
        assert Cards.parse(one["cards"]) <= Cards.parse(failed["hands"][one["seat"]])
        assert one["cards"][0] == "H"


def test_a_running_deal_is_in_no_record(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player:
        player.wait_for(lambda state: state["view"] is not None)
        assert guest.http.get(f"/api/tables/{table}/record").text == ""
        assert guest.http.get(f"/api/replay/{table}/0").status_code == 404


def test_game_sav_both_ways(guest):
    """North-South at 5, East-West at 10, East has the bank: 05 0A 02."""
    saved = bytes([5, 10, 2, 0, 0, 0])
    table = guest.http.post("/api/import", content=saved).json()["table"]
    room = guest.http.get(f"/api/tables/{table}").json()
    assert (room["match"]["levels"], room["match"]["banker"]) == (["5", "T"], 1)
    assert guest.http.post(f"/api/tables/{table}/sav").content == saved
    with guest.join(table) as player:
        player.wait_for(lambda state: state["view"] is not None)
        assert player.state["view"]["levels"] == ["5", "T"]
    new = guest.make()
    assert guest.http.post(f"/api/tables/{new}/sav").status_code == 409


def test_a_match_goes_on_from_its_record(finished):
    guest, table = finished
    text = guest.http.get(f"/api/tables/{table}/record").text
    after = guest.http.get(f"/api/tables/{table}").json()["match"]
    other = guest.http.post("/api/import", content=text).json()["table"]
    match = guest.http.get(f"/api/tables/{other}").json()["match"]
    for field in ("levels", "banker", "deals"):
        assert match[field] == after[field]


def test_a_game_sav_keeps_its_unknown_bytes_and_goes_on_by_chosen_rules(guest):
    """The last three bytes mean nothing to us, and stand in the file that is written again."""
    saved = bytes([5, 10, 2, 0xC0, 0x0D, 0xFF])
    rules = "classic(permanent_two=true)"
    made = guest.http.post("/api/import", content=saved, params={"ruleset": rules})
    table = made.json()["table"]
    assert guest.http.get(f"/api/tables/{table}").json()["ruleset"] == rules
    assert guest.http.post(f"/api/tables/{table}/sav").content == saved


@pytest.mark.parametrize(
    ("data", "ruleset", "said"),
    [
        (bytes([5, 10, 2, 0, 0, 0, 0, 0]), "classic", "too long"),
        (bytes([9, 10, 2, 0, 0, 0, 0, 0]), "classic", "too long"),
        (bytes([5, 10]), "classic", "too early"),
        (bytes([5, 10, 2, 0, 0, 0]), "six-player", "four players"),
        (bytes([2, 10, 2, 0, 0, 0]), "classic(permanent_two=true)", "level 2"),
    ],
)
def test_a_game_sav_that_cannot_be_played_on_says_why(guest, data, ruleset, said):
    answer = guest.http.post("/api/import", content=data, params={"ruleset": ruleset})
    assert answer.status_code == 400
    assert said in answer.json()["detail"]["text"]


@pytest.mark.parametrize("data", [b"", b"\xff\xff\x01\0\0\0", b"hello world", b'[Ruleset "x"]\n'])
def test_a_broken_file_is_said_plainly(guest, data):
    answer = guest.http.post("/api/import", content=data)
    assert answer.status_code == 400
    assert answer.json()["detail"]["text"]


# Rules and questions.


def test_rules_can_be_read(guest):
    rules = guest.http.get("/api/rules", params={"lang": "zh-Hant"}).json()
    assert [rule["id"] for rule in rules] == list(registry())
    page = guest.http.get("/api/rules/follow.pair", params={"ruleset": "classic"}).json()
    assert page["title"]
    assert page["rule"] in page["markdown"]
    assert guest.http.get("/api/rules/no.rule").status_code == 404


def test_the_referee_answers(guest):
    question = {"ask": "shape", "ruleset": "classic", "level": "2", "trump": "H", "cards": "S4433"}
    line = '{"ask":"shape","ruleset":"classic","level":"2","trump":"H","cards":"S4433"}'
    expected = judge(question)
    assert guest.http.post("/api/ask", json={"line": line}).json() == expected
    assert guest.http.post("/api/judge", json=question).json() == expected
    for bad in ("{", "[]", "[" * 5000):
        assert "error" in guest.http.post("/api/ask", json={"line": bad}).json()


def test_a_qr_code_is_drawn(guest):
    answer = guest.http.get("/api/qr", params={"text": "http://192.168.1.2:8097/t/abc"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.lstrip().startswith("<?xml")


# The page.


def test_the_page_is_served_for_its_own_addresses(guest):
    for path in ("/", "/t/abc", "/rules/follow.pair", "/settings"):
        assert "the page" in guest.http.get(path).text, path
    assert "immutable" in guest.http.get("/assets/a-1.js").headers["cache-control"]
    assert guest.http.get("/assets/b.js").status_code == 404
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "secret" not in guest.http.get(path).text


def test_without_a_page_the_server_says_how_to_build_it(tmp_path):
    with serving(tmp_path, page=tmp_path / "none") as served, served.guest() as guest:
        answer = guest.http.get("/")
        assert answer.status_code == 503
        assert "scripts/web.py build" in answer.text


# Limits as values.


def test_a_bucket_fills_with_time():
    now = 0.0
    bucket = Bucket(2.0, 3.0, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_everybody_has_a_bucket_and_a_place():
    buckets = Buckets((0.0, 1.0))
    assert [buckets.take(who) for who in "aabb"] == [True, False, True, False]
    places = Places(2)
    assert [places.enter("a") for _ in range(3)] == [True, True, False]
    assert places.enter("b")
    places.leave("a")
    assert places.enter("a")


def test_a_reader_that_is_too_slow_is_sent_away_to_come_back():
    async def work():
        outbox = Outbox(Limits())
        for _ in range(60):
            outbox.send(write(SaidMessage(0, "Mei", "x" * 5000, None, "sign")))
        assert outbox.closing == (1013, "too slow")
        sent = []
        while (text := await outbox.next()) is not None:
            sent.append(text)
        assert sent[-1] == '{"is":"gone","reason":"too slow"}'
        assert sum(map(len, sent)) < 256 * 1024 + 6000

    asyncio.run(work())
