"""The audit: who knows hidden cards stands out, who does not does not, and what it says of that."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from tests.records import record
from tuolaji.cards import Cards
from tuolaji.cli.app import app
from tuolaji.deal import Deal
from tuolaji.deal.actions import Play
from tuolaji.deal.view import view
from tuolaji.notation.record import DealRecord, write
from tuolaji.server.guests import keep_key
from tuolaji.study import audit
from tuolaji.study.audit import AuditTask, Explained, SeatReport, audit_tasks, audited, report
from tuolaji.study.questions import Question
from tuolaji.texts.reader import LANGUAGES

WORLDS = 12


def one(seat=0, by_sight=0.0, by_truth=0.0, split=True):
    return Explained(1, seat, "1.1", Cards.parse("SA"), by_sight, by_truth, split)


def test_a_play_is_explained_by_what_it_is_nearer_to():
    assert one(by_sight=0.3, by_truth=0.0).hidden
    assert one(by_sight=0.0, by_truth=0.3).seen
    near = one(by_sight=0.01, by_truth=0.0)
    same = one(by_sight=0.3, by_truth=0.0, split=False)
    assert not any((near.hidden, near.seen, same.hidden, same.seen))


def test_few_plays_and_a_balance_stand_out_for_nobody():
    assert SeatReport(0, 100, 40, 29, 0).stands_out is False
    assert SeatReport(0, 100, 40, 30, 0).stands_out
    assert SeatReport(0, 100, 80, 36, 34).stands_out is False
    assert SeatReport(0, 0, 0, 0, 0).deviation == 0.0
    assert SeatReport(0, 100, 60, 25, 9).deviation == pytest.approx(16 / 34**0.5)


def peeked(dealt):
    """The same deal, but seat 0 plays what is best as the cards lie."""
    heard = {seat: [] for seat in range(dealt.ruleset.players)}
    deal, events = Deal.begin(dealt.ruleset, dealt.setup, dealt.deck)
    actions = []
    written = list(dealt.actions)
    from tuolaji.bots import make  # noqa: PLC0415
    from tuolaji.deal.view import seen  # noqa: PLC0415

    bots = [make("greedy", seat, 1) for seat in heard]

    def tell(happened):
        for seat, told in heard.items():
            for event in happened:
                told.append(seen(event, seat))
                bots[seat].hear(told[-1])

    tell(events)
    while (turn := deal.turn) is not None:
        shown = view(deal, turn)
        followed = deal.phase != "play" and actions == written[: len(actions)]
        action = written[len(actions)] if followed else bots[turn].choose(shown)
        if turn == 0 and isinstance(action, Play):
            asked = Question(len(actions), turn, "", tuple(heard[turn]), shown)
            task = AuditTask(asked, action, tuple(deal.hands), WORLDS)
            candidates = audit._candidates(task)
            gains = audit._gains(task, candidates, task.hands)
            best = Play(0, Cards(candidates[gains.index(max(gains))]))
            action = best if deal.refuses(best) is None else action
        deal, happened = deal.apply(action)
        tell(happened)
        actions.append(action)
    return DealRecord(dealt.ruleset, dealt.setup, dealt.deck, tuple(actions))


def test_who_knows_the_hidden_cards_goes_by_them():
    dealt = peeked(record("classic", 1))
    found = list(audited(audit_tasks(dealt, worlds=WORLDS)))
    knowing, *others = report(found, 4)
    assert knowing.hidden > 3 * knowing.seen
    assert all(other.deviation < knowing.deviation for other in others)


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "deals.tlj"
    file.write_text(write([record("classic", 1)]), "utf-8")
    return file


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words], env={"LC_ALL": "C.UTF-8"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_tells_what_it_says_and_what_not(file, language, monkeypatch):
    monkeypatch.setattr(audit, "explained", lambda task: one(task.question.seat))
    done = run("audit", file, "--lang", language)
    assert done.exit_code == 0, done.output
    proof = {"en": "never a proof", "zh-Hans": "绝不是证据", "zh-Hant": "絕不是證據"}
    assert proof[language] in done.output.replace("\n", "")


def test_the_command_counts_the_same_each_time(file):
    first, again = (run("audit", file, "--worlds", 4, "--json") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.stdout == again.stdout
    facts = json.loads(first.stdout)
    assert len(facts) == 4
    assert all(one["hidden"] + one["seen"] <= one["split"] <= one["plays"] for one in facts)


def test_the_key_of_the_operator_is_printed(tmp_path):
    keep_key(tmp_path)  # as a server does
    first, again = (run("operator", "--data", tmp_path, "--lang", "en") for _ in range(2))
    assert first.stdout == again.stdout
    assert len(first.stdout.split()[-1]) == 32
