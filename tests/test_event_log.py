"""The log: who, when, why and what; whole after any kill; who may write into it."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from tests.event_desk import ORGANISER, REFEREE, TABLE, Desk, plan, player, schools
from tuolaji.event import commands
from tuolaji.event import entries as log
from tuolaji.event.entries import By, decode, encode
from tuolaji.event.export import matches_csv, standings_csv, to_json
from tuolaji.event.links import digest, link_name, token, who_comes
from tuolaji.event.log import Log
from tuolaji.event.outcomes import outcomes
from tuolaji.event.plan import Entrant, read_plan
from tuolaji.event.refused import PlanError, Refused
from tuolaji.event.sheets import overview, score_sheets
from tuolaji.event.state import replay
from tuolaji.texts.reader import LANGUAGES


def written(tmp_path, desk):
    file = Log.create(tmp_path / "e.jsonl", desk.event.lines[0])
    file.append(list(desk.event.lines[1:]))
    return file


def busy():
    """An event in which much has happened."""
    desk = Desk(plan(4, confirm=False))
    desk.draw()
    desk.start("1-1", "1-2")
    desk.deal("1-1", 1, 60, banker=0, minutes=10)
    desk.deal("1-1", 2, 85, last=log.LastTrick("attackers", kitty=10), minutes=12)
    ruled = desk.do(log.FoulRuled("1-1", 2, log.FoulOf("foul.retract", 0, cards=2)), REFEREE, "x")
    desk.do(log.Appealed(ruled.number), player(desk.event.pairings["1-1"].home), "no")
    desk.do(log.Reversed(ruled.number), why="y")
    desk.total("1-2", "53", 0)
    desk.do(log.LinkGiven("referee:Li", digest("t"), "referee", "Li"))
    desk.do(log.Penalised("e1", 1), REFEREE, "late")
    return desk


def test_every_line_is_read_back_as_it_was_written():
    for line in busy().event.lines:
        assert decode(encode(line)) == line


def test_an_event_is_the_replay_of_its_file(tmp_path):
    desk = busy()
    file = written(tmp_path, desk)
    again = Log(file.path)
    assert again.lines == list(desk.event.lines)
    assert replay(again.lines) == desk.event
    assert outcomes(replay(again.lines)) == outcomes(desk.event)


def test_a_file_cut_anywhere_is_read_up_to_its_last_whole_line(tmp_path):
    desk = busy()
    path = written(tmp_path, desk).path
    data = path.read_bytes()
    first = data.index(b"\n") + 1
    for cut in range(first, len(data) + 1, 7):
        path.write_bytes(data[:cut])
        file = Log(path)
        whole = data[:cut].count(b"\n")
        assert file.lines == list(desk.event.lines[:whole])
        assert file.dropped == cut - (data[:cut].rfind(b"\n") + 1)
        file.append(list(desk.event.lines[whole : whole + 1]))
        assert path.read_bytes() == b"".join(
            encode(line) + b"\n" for line in desk.event.lines[: whole + 1]
        )


def test_a_broken_line_inside_is_an_error_with_its_number(tmp_path):
    path = written(tmp_path, busy()).path
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[3:]]))
    with pytest.raises(Refused, match="line 3"):
        Log(path)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with pytest.raises(Refused, match="line 3"):
        Log(path)
    path.write_bytes(b"")
    with pytest.raises(Refused, match="not the log"):
        Log(path)


def test_two_writers_do_not_write_over_each_other(tmp_path):
    desk = busy()
    one = written(tmp_path, desk)
    two = Log(one.path)
    more = commands.do(desk.event, log.CheckedIn("e1"), at=0.0, by=ORGANISER)
    one.append([more])
    with pytest.raises(Refused, match="somebody else"):
        two.append([more])


def test_a_log_is_never_made_over_another(tmp_path):
    path = written(tmp_path, busy()).path
    with pytest.raises(FileExistsError):
        Log.create(path, busy().event.lines[0])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


# The plan


def test_a_plan_lists_everything_that_is_wrong():
    text = """
name = "x"
ruleset = "classic(partners=called)"
format = "schools"
tie_breaks = ["beauty"]
points = [1, 2, 3]
rounds = 100
entrants = [{id = "a b"}, {id = "c"}, {id = "c", players = ["one"]}]
[clock]
begins = "noon"
"""
    with pytest.raises(PlanError) as caught:
        read_plan(text)
    assert [wrong.code for wrong in caught.value.wrong] == [
        "partners", "tie-break", "number", "points-order", "begins", "id", "twice", "size",
        "no-school",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = ", "not-toml"),
        ('name = "x"', "plan-field"),
        ('name = "x"\nruleset = "meizhusong"\nformat = "chess"\nentrants = []', "plan-field"),
        ('name = "x"\nruleset = "nonsense"\nformat = "swiss"\nentrants = []', "ruleset"),
        (
            'name = "x"\nruleset = "classic"\nformat = "swiss"\nrounds = 2\n'
            'entrants = [{id = "a"}, {id = "b"}]',
            "endless",
        ),
    ],
)
def test_a_plan_that_cannot_be(text, code):
    with pytest.raises(PlanError) as caught:
        read_plan(text)
    assert caught.value.wrong[0].code == code


def test_an_event_is_not_larger_than_can_be_shown():
    """Everybody against everybody with 512 entrants made a page of 66 MB, in 20 seconds."""
    assert len(plan(100).entrants) == 100
    with pytest.raises(PlanError, match="at most 5000 matches"):
        plan(101)
    desk = Desk(plan(2))
    for number in range(3, 102):
        desk.event.entrants[f"e{number}"] = Entrant(f"e{number}")
    with pytest.raises(Refused, match="at most 5000 matches"):
        desk.draw()


def test_nobody_could_tell_two_of_one_name_apart():
    with pytest.raises(PlanError, match="two entrants are called Plum"):
        plan(entrants=[{"id": "a", "name": "Plum"}, {"id": "b", "name": "Plum"}])
    desk = Desk(plan(entrants=[{"id": "a", "name": "Plum"}, {"id": "b", "name": "Pine"}]))
    with pytest.raises(Refused, match="called Plum"):
        desk.do(log.Entered(Entrant("c", "Plum")))


def test_who_has_withdrawn_can_come_back_by_their_name():
    desk = Desk(plan(entrants=[{"id": id_, "name": id_.upper()} for id_ in "abc"]))
    desk.do(log.Withdrew("a"))
    desk.do(log.Entered(Entrant("d", "A")))
    with pytest.raises(Refused, match="called A"):
        desk.do(log.Entered(Entrant("e", "A")))


def test_a_log_from_before_may_have_two_of_one_name():
    twice = msgspec.structs.replace(plan(2), entrants=(Entrant("a", "Plum"), Entrant("b", "Plum")))
    desk = Desk(twice)
    late = log.Line(2, 0.0, ORGANISER, log.Entered(Entrant("c", "Plum")))
    lines = (*desk.event.lines, late)
    assert list(commands.checked(lines).entrants) == ["a", "b", "c"]


def test_schools_enter_equally_many():
    with pytest.raises(PlanError, match="A: 2, B: 2, C: 1"):
        schools(pairs=2, entrants=[{"id": f"{c}{n}", "club": c} for c, n in
                                   ("A1", "A2", "B1", "B2", "C1")])  # fmt: skip


# Roles


def test_a_link_opens_what_it_is_for_until_it_is_withdrawn():
    desk = Desk(plan())
    key = b"k" * 32
    name = link_name(desk.event, "referee", "Li")
    secret = token(key, name)
    desk.do(log.LinkGiven(name, digest(secret), "referee", "Li"))
    assert who_comes(desk.event, secret) == By("referee", "Li")
    assert who_comes(desk.event, secret[:-1]) is None
    assert secret not in encode(desk.event.lines[-1]).decode()
    desk.do(log.LinkWithdrawn(name))
    assert who_comes(desk.event, secret) is None
    with pytest.raises(Refused, match="already"):
        desk.do(log.LinkGiven(name, digest(secret), "referee", "Li"))
    other = link_name(desk.event, "referee", "Li")
    assert other != name
    assert token(key, other) != secret


EVERYTHING = [
    log.SeedPublished("x"), log.BoardsSealed("x"), log.BoardsOpened("x"),
    log.LinkGiven("x", "y", "organiser"), log.LinkWithdrawn("x"), log.Brought(),
    log.Entered(log.Entrant("x")), log.CheckedIn("e1"), log.Withdrew("e1"),
    log.Substituted("e1", ("a", "b")), log.Drawn(()), log.Started(("1-1",)),
    log.TableOpened("1-1", "t"),
    log.Stopped(("1-1",)), log.WentOn(("1-1",)), log.TimeGiven(("1-1",), 60),
    log.TimeCalled("1-1"), log.DealEntered("1-1", 1, log.DealReport(60, 0)),
    log.TotalEntered("1-1", log.Total(("3", "2"), 0)), log.Confirmed("1-1", 1),
    log.FoulRuled("1-1", 1, log.FoulOf("foul.retract", 0, cards=1)), log.Adjusted("1-1", 1, 5),
    log.Voided("1-1", 1), log.WinnerNamed("1-1", 0), log.Forfeited("1-1", 0), log.Warned("e1"),
    log.Penalised("e1", 1), log.Disqualified("e1"), log.Appealed(1), log.Upheld(1), log.Reversed(1),
    log.RefereeCalled("1-1"), log.CallAnswered(1), log.NamesChosen("none"),
]  # fmt: skip
RIGHTS = {
    "public": set(),
    "player": {"dealentered", "totalentered", "confirmed", "appealed", "refereecalled"},
    "table": {
        "started", "stopped", "wenton", "timecalled", "timegiven", "tableopened", "dealentered",
        "voided", "refereecalled", "callanswered",
    },
    "referee": {
        "checkedin", "substituted", "started", "stopped", "wenton", "timegiven", "timecalled",
        "dealentered", "totalentered", "confirmed", "foulruled", "adjusted", "voided",
        "winnernamed", "forfeited", "warned", "penalised", "disqualified", "appealed", "upheld",
        "reversed", "refereecalled", "callanswered",
    },
}  # fmt: skip


@pytest.mark.parametrize("role", RIGHTS)
def test_nobody_without_the_role_may_write(role):
    desk = Desk(plan(2))
    desk.draw()
    home = desk.event.pairings["1-1"].home
    assert len(EVERYTHING) == len(log.AnyEntry.__args__) - 1  # all but Made
    may = set()
    for entry in EVERYTHING:
        try:
            commands.do(desk.event, entry, at=0.0, by=By(role, home), why="x")
        except Refused as error:
            if error.code == "no-right":
                continue
        may.add(log.plain(entry)["what"])
    assert may == RIGHTS[role]


def test_a_player_writes_only_of_matches_of_their_own():
    desk = Desk(plan(4))
    desk.draw()
    desk.start("1-1")
    other = desk.event.pairings["1-2"].home
    with pytest.raises(Refused, match=f"{other} does not play"):
        desk.deal("1-1", 1, 60, player(other), banker=0)
    ruled = desk.do(log.Warned("e1"), REFEREE, "x")
    with pytest.raises(Refused, match="e2 does not play"):
        desk.do(log.Appealed(ruled.number), player("e2"))


def test_a_player_appeals_once_and_a_table_is_opened_once():
    desk = Desk(plan(2, tables={}))
    desk.do(commands.seal("00" * 32))
    desk.draw()
    number = desk.do(log.Warned("e1"), REFEREE, "x").number
    assert desk.do(log.Appealed(number), player("e1"))
    assert desk.do(log.Appealed(number), player("e1")) is None
    desk.do(log.Upheld(number), REFEREE)
    with pytest.raises(Refused, match="turned down already"):
        desk.do(log.Appealed(number), player("e1"))
    assert desk.do(log.Appealed(number), REFEREE)  # who may find that there was something in it
    opened = desk.do(log.TableOpened("1-1", "first"), TABLE)
    assert desk.do(log.TableOpened("1-1", "second"), TABLE) is None
    assert desk.event.tables["1-1", 0] == ("first", opened.number)


# What comes out


def test_the_public_sees_no_link_and_no_more_of_names_than_the_plan_allows():
    people = [{"id": f"e{n}", "players": [f"Alpha{n}", f"Beta{n}"]} for n in (1, 2)]
    allowed = {"full": ["Alpha1", "Beta1"], "initials": ["A.", "B."], "none": []}
    for shown, expected in allowed.items():
        desk = Desk(plan(entrants=people, names=shown))
        desk.do(log.LinkGiven("referee:Li", digest("t"), "referee", "Li"))
        desk.draw()
        desk.do(log.Penalised("e1", 1), REFEREE, "late")
        desk.do(log.Substituted("e2", ("Gamma1", "Delta1")), REFEREE)
        public = to_json(desk.event)
        assert public["entrants"][0]["players"] == expected
        text = json.dumps(public) + overview(desk.event, "en")
        assert digest("t") not in text
        assert "Li" not in text.replace("Line", "")
        if shown != "full":
            assert "Alpha" not in text
            assert "Gamma" not in text
        assert "Alpha1" in json.dumps(to_json(desk.event, public=False))


def test_the_tables_for_spreadsheets():
    desk = Desk(plan(entrants=[{"id": "a", "name": "=1+1"}, {"id": "b", "name": "B, b"}]))
    desk.draw()
    winner = desk.event.pairings["1-1"].home
    desk.total("1-1", "53", 0)
    rows = standings_csv(desk.event).splitlines()
    name = {"a": "'=1+1", "b": '"B, b"'}[winner]
    assert rows[0] == "place,id,name,points,played,won,drawn,lost,gained,conceded"
    assert rows[1] == f"1,{winner},{name},2,1,1,0,0,3,1"
    assert matches_csv(desk.event, "en").splitlines()[1].startswith(f"1-1,1,1,{winner},")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_to_print(language):
    desk = busy()
    page = overview(desk.event, language)
    assert page.count("<table>") == 1 + 3 + 1 + 1
    sheets = score_sheets(
        desk.event, language, lambda p, who, _: f"https://cup.example/{p.id}/{who}", round_=1
    )
    assert sheets.count('class="sheet"') == 2
    assert len(re.findall(r"<svg [^>]*viewBox=", sheets)) == 4  # each side its own, in any size
    assert "<svg" not in score_sheets(desk.event, language)
    assert "http" not in page  # nothing is loaded from anywhere


def test_the_sheet_of_a_room_leads_to_a_page_of_that_room():
    """Of a team players 1 and 2 sit in room 1, players 3 and 4 in room 2."""
    asked = []

    def link(pairing, who, player):
        asked.append((pairing.id, who, player))
        return "https://cup.example"

    desk = Desk(plan(2, format="teams", boards=1))
    desk.do(commands.seal("secret"))
    desk.draw()
    score_sheets(desk.event, "en", link)
    assert sorted(asked) == [("1-1", "e1", 1), ("1-1", "e1", 3), ("1-1", "e2", 1), ("1-1", "e2", 3)]


def test_names_are_escaped():
    desk = Desk(plan(entrants=[{"id": "a", "name": "<script>"}, {"id": "b"}], name="<b>"))
    desk.draw()
    for page in (overview(desk.event, "en"), score_sheets(desk.event, "en")):
        assert "<script>" not in page
        assert "<b>" not in page


def test_an_event_keeps_the_version_of_its_rules():
    made = Desk(plan()).event.plan
    assert made.ruleset == "meizhusong@2"
    assert made.rules.version == 2
    before = msgspec.structs.replace(made, ruleset="meizhusong")  # as if it had been made earlier
    assert (before.rules.version, before.rules.dig_shape) == (1, "led")
