"""Requests made to harm: each is refused before it costs anything, and nothing is an error."""

from __future__ import annotations

import json
import time

import pytest
from websockets.sync.client import connect

from tests.server.serving import serving
from tuolaji.ruleset import RulesetError, read_text, read_toml
from tuolaji.ruleset.bounds import LONGEST

JSON = {"content-type": "application/json"}
TOML = 'base = "classic"\n'


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("the page")
    folder = tmp_path_factory.mktemp("hostile")
    unlimited = serving(folder, page=page, request_units=(1e6, 1e6), events_of_address=(1e6, 1e6))
    with unlimited as served, served.guest() as one:
        yield one


HOSTILE_RULES = {
    "dotted key": TOML + "a." * 3900 + "b = 1",
    "dotted key in quotes": TOML + '"a b".' * 1200 + "b = 1",
    "dotted header": TOML + "[" + "a." * 3900 + "b]",
    "dotted key with another line end": TOML + '"\u2028".' * 1200 + "b = 1",
    "deep lists": TOML + "kitty = " + "[" * 3900,
    "deep lists after strings": TOML + "kitty = " + '["]", ' * 1000,
    "deep tables": TOML + "kitty = " + "{a = " * 1500,
    "many lines": TOML + "a = 1\n" * 1000,
    "a long number": TOML + "kitty = " + "9" * 5000,
    "a long hexadecimal number": TOML + "kitty = 0x" + "f" * 5000,
    "a long word": "classic(kitty=" + "9" * 5000 + ")",
    "deep brackets": "classic(kitty=" + "[" * 3900,
    "too long": "classic(" + "kitty=8," * (LONGEST // 7),
}


@pytest.mark.parametrize("text", HOSTILE_RULES.values(), ids=HOSTILE_RULES)
def test_rules_that_would_hold_up_the_parser_are_not_parsed(text, monkeypatch):
    monkeypatch.setattr("tuolaji.ruleset.switches.tomllib", None)
    monkeypatch.setattr("tuolaji.ruleset.switches.parse_data", None)
    with pytest.raises(RulesetError, match="the rules"):
        (read_toml if "\n" in text else read_text)(text)


def test_rules_of_a_club_with_comments_are_read():
    comments = "".join(f"# {n}. Nobody talks... while cards are played....\n" for n in range(90))
    assert str(read_toml(TOML + comments + "talk = false\n")) == "classic(talk=false)"


@pytest.mark.parametrize("text", HOSTILE_RULES.values(), ids=HOSTILE_RULES)
def test_such_rules_are_refused_wherever_they_come(guest, text):
    said = guest.http.post("/api/rulesets/check", json={"text": text})
    assert said.status_code == 422 or not said.json()["ok"]
    assert guest.http.post("/api/tables", json={"ruleset": text}).status_code in (400, 422)
    kept = guest.http.post("/api/house", json={"name": "x", "text": text})
    assert kept.status_code in (400, 422)
    rule = guest.http.get("/api/rules/follow.pair", params={"ruleset": text})
    assert rule.status_code in (400, 414, 422)
    question = {"ask": "shape", "ruleset": text, "cards": "S3"}
    assert "error" in guest.http.post("/api/judge", json=question).json() or len(text) > LONGEST


PLANS = {
    "dotted key": "a." * 29_000 + "b = 1",
    "dotted header": "[" + "a." * 29_000 + "b]",
    "deep lists": "a = " + "[" * 50_000,
    "lists as deep as may be": "a = " + "[" * 4999,
    "deep tables": "a = " + "{a = " * 11_000,
    "a long number": "a = " + "9" * 59_000,
    "a long hexadecimal number": "a = 0x" + "f" * 59_000,
    "a number too long to be printed": "a = " + "9_" * 5000 + "9",
}


@pytest.mark.parametrize("text", PLANS.values(), ids=PLANS)
def test_plans_that_would_hold_up_all_events_are_refused(guest, text):
    """The first took eleven seconds, in which no event could be looked at."""
    began = time.monotonic()
    answer = guest.http.post("/api/events", json={"toml": text})
    assert (answer.status_code, answer.json()["detail"]["code"]) == (422, "bad-plan")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("depth", [1500, 5000])
def test_what_is_too_deep_is_no_error(guest, depth):
    deep = '{"a":' * depth + "1" + "}" * depth
    for path in ("/api/events/import", "/api/judge", "/api/replay", "/api/import"):
        answer = guest.http.post(path, content=deep, headers=JSON)
        assert 200 <= answer.status_code < 500, path


HALF = b'"\\ud800"'  # half a character


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rulesets/check", b'{"text": %s}' % HALF),
        ("/api/house", b'{"name": %s, "text": "classic"}' % HALF),
        ("/api/tables", b'{"ruleset": %s}' % HALF),
        ("/api/tables", b'{"kept": NaN}'),
        ("/api/tables", b'{"kept": 1e999}'),
        ("/api/tables", b'{"seed": %s}' % (b"9" * 5000)),
        ("/api/tables", b'{"seed": 1e308}'),
        ("/api/tables", b"[" * 50_000),
        ("/api/tables", b'{"ruleset": "\xff"}'),
        ("/api/tables", b""),
        ("/api/tables", b'{"text": ' + b"{}," * 50_000),
    ],
)
def test_a_body_that_makes_no_sense_is_refused(guest, path, body):
    answer = guest.http.post(path, content=body, headers=JSON)
    assert 400 <= answer.status_code < 500
    assert answer.status_code == 413 or "detail" in answer.json()


@pytest.mark.parametrize(
    "question",
    [
        b'{"ask": %s}' % HALF,
        b'{"ask": "shape", "id": %s, "ruleset": "classic", "cards": "S3"}' % HALF,
        b'{"ask": "shape", "level": %s}' % (b"9" * 5000),
        b"[" * 5000,
    ],
)
def test_the_referee_is_not_impressed(guest, question):
    asked = guest.http.post("/api/ask", json={"line": question.decode()})
    assert "error" in asked.json()
    assert guest.http.post("/api/judge", content=question, headers=JSON).status_code in (200, 400)


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/assets/a%00b.js",
        "/" + "a" * 5000,
        "/" + "a/" * 2000,
        "/%ed%a0%80",
        "/..%2f" * 50,
        "/api/tables/%00",
        "/api/tables/" + "a" * 5000,
        "/api/tables/%ed%a0%80",
        "/api/tables/%ff/record",
        "/api/replay/x/" + "9" * 400,
        "/api/replay/x/-99999999999999999999",
        "/api/tables/x/deals/99999999999999999999/analysis",
        "/api/rules/%00",
        "/api/rules/follow.pair?ruleset=%00",
        "/api/home?lang=%00",
        "/api/home?lang=" + "a" * 17_000,
        "/api/qr",
        "/api/qr?text=" + "%E4%B8%AD" * 500,
    ],
)
def test_a_path_that_leads_nowhere_is_no_error(guest, path):
    assert guest.http.get(path).status_code < 500


@pytest.mark.parametrize("where", ["/", "/api/home", "/ws/table"])
def test_no_cookie_of_others_is_unquoted(guest, where, monkeypatch):
    """It took a second and a half where there were 40 KB in quotes."""
    unquoted = []
    monkeypatch.setattr("http.cookies._unquote", lambda text: unquoted.append(text) or text)
    mine = guest.cookie()
    quoted = "tuolaji=" + '"' + '\\"' * 3000 + '"'
    table = guest.make(seats="friends")
    for cookie in (f"a={quoted}; {mine}", f"{mine}; {quoted}", f"{quoted}; {mine}"):
        if where != "/ws/table":
            assert guest.http.get(where, headers={"cookie": cookie}).status_code == 200
            continue
        url = f"ws://127.0.0.1:{guest.served.port}/ws/{table}"
        with connect(url, additional_headers={"cookie": cookie}) as socket:
            socket.send('{"do": "hello"}')
            assert json.loads(socket.recv())["you"] == 0
    assert set(unquoted) == {mine.removeprefix("tuolaji=")}


def test_uploads_are_read_in_a_time_that_grows_with_their_size(tmp_path):
    """30,000 deals without cards in one file: it was quadratic in them, a matter of minutes."""
    many = b'[Ruleset "classic"]\n\n1. x\n\n' * 30_000
    with serving(tmp_path, files_seconds=60.0) as served, served.guest() as guest:
        answer = guest.http.post("/api/replay", content=many)
    assert answer.status_code == 400
    assert answer.json()["detail"]["code"] == "bad-file"


def test_what_takes_long_waits_in_a_place_of_its_own(tmp_path):
    """Where no question may be asked, tables are made and played all the same."""
    nobody = serving(tmp_path, questions_waiting=0, questions_seconds=0.0, files_seconds=0.0)
    with nobody as served, served.guest() as guest:
        for answer in (
            guest.http.post("/api/rulesets/check", json={"text": "classic"}),
            guest.http.get("/api/qr", params={"text": "x"}),
            guest.http.post("/api/ask", json={"line": "{}"}),
            guest.http.post("/api/judge", json={}),
            guest.http.get("/api/rules/follow.pair"),
            guest.http.post("/api/house", json={"name": "x", "text": "classic"}),
            guest.http.post("/api/tables", json={"ruleset": "classic(talk=false)"}),
            guest.http.post("/api/replay", content=b"x"),
            guest.http.post("/api/import", content=b"x"),
        ):
            assert (answer.status_code, answer.json()["detail"]["code"]) == (422, "too-hard")
        with guest.join(guest.make(seed=5)) as player:
            player.play_deal()


def test_an_address_has_only_half_of_the_places_for_files(served):
    """Two seconds of work a second can be had for what it may spend: nobody else had a turn."""

    def codes(**headers):
        with served.guest() as guest:
            asked = [guest.http.post("/api/replay", content=b"x", headers=headers),
                     guest.http.get("/api/replay/nothing/0", headers=headers)]  # fmt: skip
        return [answer.status_code for answer in asked]

    places = [served.service.files.enter("127.0.0.1") for _ in range(5)]
    assert places == [True] * 4 + [False]
    assert codes() == [503, 503]
    assert codes(**{"X-Forwarded-For": "192.0.2.7"}) == [400, 404]
    served.service.files.leave("127.0.0.1")
    assert codes() == [400, 404]


def test_an_address_spends_what_it_has(tmp_path):
    """300 units buy 3 uploads and no more; other addresses have their own."""
    limited = serving(tmp_path, request_units=(0.0, 305.0))
    with limited as served, served.guest() as guest:
        codes = [guest.http.post("/api/replay", content=b"x").status_code for _ in range(5)]
        assert codes == [400, 400, 400, 429, 429]
        refused = guest.http.get("/api/rules", params={"lang": "zh-Hans"})
        assert refused.json()["detail"]["text"] == "请求太多，请等一下。"
        assert guest.http.get("/healthz").status_code == 200
        other = {"X-Forwarded-For": "192.0.2.7"}
        assert guest.http.get("/api/rules", headers=other).status_code == 200
