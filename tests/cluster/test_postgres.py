"""The store for many processes: what is acknowledged is there, and one epoch alone can append."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from unittest import mock

import pytest

from tests.cluster.proxy import Wire
from tests.server.authenticator import Authenticator
from tuolaji.server.crew import Crew
from tuolaji.server.people import own, passkeys, ratings, webauthn
from tuolaji.server.people.accounts import AccountRefused, Accounts
from tuolaji.server.people.challenges import Challenges
from tuolaji.server.people.guesses import Guesses
from tuolaji.server.people.ratings import LOST, WON, Played
from tuolaji.server.people.results import DealResult, statistics, write_down
from tuolaji.server.store.backup import BadBackup, backup_folder, restore_folder
from tuolaji.server.store.base import (
    BadValue,
    CannotRead,
    CannotStart,
    Elsewhere,
    Fenced,
    LogRow,
    Statement,
    Summary,
    Taken,
    Unchanged,
)

NOTHING = Summary(0.0, running=True, body=b"{}")


@contextlib.asynccontextmanager
async def opened(url, owner, lapsed=lambda: None):
    from tuolaji.server.store.postgres import PostgresStore  # noqa: PLC0415

    store = PostgresStore(url, owner)
    await store.open()
    await store.own(lapsed)
    try:
        yield store
    finally:
        await store.stop()


async def until(wanted):
    while not wanted():
        await asyncio.sleep(0.01)


@pytest.fixture
def wire(postgres):
    """A wire to the database."""
    made = Wire(postgres.port)
    yield made
    made.close()


def through(database, wire):
    """The address of a database at the near end of a wire."""
    from sqlalchemy import make_url  # noqa: PLC0415

    return make_url(database).set(port=wire.port).render_as_string(hide_password=False)


def disconnect_all(database):
    """Let the database end all connections to it."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(database, autocommit=True) as own:
        own.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_rows_come_back_in_order_and_tables_are_apart(database):
    async def work():
        async with opened(database, "a") as store:
            one, two = await store.take("one", new=True), await store.take("two", new=True)
            await store.append("one", one, [LogRow(1, b"a"), LogRow(2, b"b")], NOTHING)
            await store.append("two", two, [LogRow(1, b"x")], Summary(1.0, False, b"{}", ("mei",)))
            await store.append("one", one, [LogRow(3, b"c")], NOTHING)
        async with opened(database, "b") as store:
            assert await store.read("one") == [b"a", b"b", b"c"]
            assert await store.read("two") == [b"x"]
            assert await store.read("three") == []
            assert await store.of_guest("mei", 5) == [("two", 1.0, b"{}")]

    asyncio.run(work())


def test_a_row_or_a_move_that_is_there_is_refused_alone(database):
    async def work():
        async with opened(database, "a") as store:
            one, two = await store.take("t", new=True), await store.take("u", new=True)
            await store.append("t", one, [LogRow(1, b"a", 0, "m1")], NOTHING)
            both = [LogRow(2, b"b", 0, "m2"), LogRow(3, b"c", 0, "m1")]
            answers = await asyncio.gather(
                store.append("t", one, both, NOTHING),
                store.append("u", two, [LogRow(1, b"u")], NOTHING),
                store.append("t", one, [LogRow(1, b"d")], NOTHING),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [Taken, type(None), Taken]
            await store.append("t", one, [LogRow(2, b"e", 1, "m1")], NOTHING)
            assert await store.read("t") == [b"a", b"e"]
            assert await store.read("u") == [b"u"]

    asyncio.run(work())


@pytest.mark.parametrize("value", ["\0", "\ud800"], ids=["zero", "half a character"])
def test_what_cannot_be_kept_is_refused_alone(database, value):
    """Tables that wrote at the same moment are not let go for it, and the store goes on."""

    async def work():
        async with opened(database, "a") as store:
            one, two = await store.take("t", new=True), await store.take("u", new=True)
            answers = await asyncio.gather(
                store.append("t", one, [LogRow(1, b"a", 0, value)], NOTHING),
                store.append("u", two, [LogRow(1, b"u")], NOTHING),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [BadValue, type(None)]
            with pytest.raises(BadValue):
                await store.keep("mei", "name", value)
            with pytest.raises(BadValue):
                await store.change([Statement("DELETE FROM facts WHERE name = :n", {"n": value})])
            await store.append("t", one, [LogRow(1, b"b", 0, "m1")], NOTHING)
            assert await store.read("t") == [b"b"]

    asyncio.run(work())


def test_an_owner_that_lives_keeps_its_tables_and_a_dead_one_does_not(database):
    """A third owner lives all the time, and has a table of its own."""

    async def work():
        async with opened(database, "c") as third, opened(database, "b") as other:
            first = await third.take("z", new=True)
            await third.append("z", first, [LogRow(1, b"a")], NOTHING)
            async with opened(database, "a") as store:
                epoch = await store.take("t", new=True)
                await store.append("t", epoch, [LogRow(1, b"a")], NOTHING)
                with pytest.raises(Elsewhere) as elsewhere:
                    await other.take("t")
                assert elsewhere.value.owner == "a"
                with pytest.raises(KeyError):
                    await other.take("nothing")
            newer = await other.take("t")
            assert newer > epoch
            with pytest.raises(Elsewhere):
                await other.take("z")

    asyncio.run(work())


def test_an_append_of_an_older_epoch_is_refused(database):
    async def work():
        async with opened(database, "a") as store:
            old = await store.take("t", new=True)
            await store.append("t", old, [LogRow(1, b"a")], NOTHING)
            new = await store.take("t")
            with pytest.raises(Fenced):
                await store.append(
                    "t", old, [LogRow(2, b"late")], Summary(9.0, False, b"x", ("x",))
                )
            await store.append("t", new, [LogRow(2, b"b")], NOTHING)
            assert await store.read("t") == [b"a", b"b"]
            assert await store.of_guest("x", 5) == []

    asyncio.run(work())


def test_taking_a_table_waits_for_an_append_that_is_under_way(database):
    """Many appends and takes at once: whoever takes the table reads all that was acknowledged."""

    async def write(store, epoch, first, done):
        row = first
        with contextlib.suppress(Fenced, Taken):
            while True:
                await store.append("t", epoch, [LogRow(row, b"%d" % epoch.number)], NOTHING)
                done.append(row)
                row += 1

    async def work():
        async with opened(database, "a") as store, opened(database, "a") as same:
            epoch, done, rows = await store.take("t", new=True), [], []
            for number in range(10):
                writing = asyncio.ensure_future(
                    write((store, same)[number % 2], epoch, len(rows) + 1, done)
                )
                await until(lambda: len(done) >= 20)
                epoch = await (same, store)[number % 2].take("t")
                rows = await store.read("t")
                await writing
                assert rows == await store.read("t")
                assert len(rows) >= done[-1]
                done.clear()

    asyncio.run(work())


def test_facts_and_one_key_for_all(database):
    async def work():
        async with opened(database, "a") as store, opened(database, "b") as other:
            await store.keep("mei", "name", "Mei")
            await store.keep("mei", "name", "Mei Li")
            assert await other.facts("mei") == {"name": "Mei Li"}
            await other.keep("mei", "name", None)
            assert await store.facts("mei") == {}
            keys = await asyncio.gather(store.key(), other.key(), store.key())
            assert len(set(keys)) == 1
            assert len(keys[0]) == 32

    asyncio.run(work())


def test_those_who_start_at_once_make_the_tables_once(database):
    async def work():
        async def start(name):
            async with opened(database, name) as store:
                return (await store.take(name, new=True)).number

        assert await asyncio.gather(*map(start, "abcd")) == [1, 1, 1, 1]

    asyncio.run(work())


def test_a_database_that_cannot_be_used_is_said_to_be_none(postgres, database, tmp_path):
    """One of a newer version, and one in which nothing may be made: waiting does not help."""
    import psycopg  # noqa: PLC0415

    from tuolaji.server.store.postgres import PostgresStore  # noqa: PLC0415
    from tuolaji.server.store.postgres_backup import (  # noqa: PLC0415
        backup_database,
        restore_database,
    )

    async def work():
        async with opened(database, "a"):
            pass
        with psycopg.connect(database) as own:
            own.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(CannotStart, match="newer version"):
            await PostgresStore(database, "b").open()
        assert backup_database(database, tmp_path / "copy.db") == 0
        with pytest.raises(BadBackup, match="newer version"):
            restore_database(tmp_path / "copy.db", database)
        empty = postgres.new("empty")
        with psycopg.connect(empty) as own:
            own.execute("CREATE ROLE reader LOGIN")
        reader = empty.replace("//tuolaji@", "//reader@")
        with pytest.raises(CannotStart, match="permission denied"):
            await PostgresStore(reader, "b").open()

    asyncio.run(work())


def test_who_may_not_write_yet_waits_until_it_may(database):
    """As for a database that is not there yet: no error ends the start of a process."""
    import psycopg  # noqa: PLC0415

    from tuolaji.server.store.postgres import PostgresStore  # noqa: PLC0415

    async def work():
        async with opened(database, "a"):
            pass
        with psycopg.connect(database) as own:
            own.execute(
                "CREATE ROLE late LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO late"
            )
        store = PostgresStore(database.replace("//tuolaji@", "//late@"), "b")
        await store.open()
        begun = [asyncio.ensure_future(one) for one in (store.own(lambda: None), store.key())]
        await asyncio.sleep(0.5)
        assert not any(one.done() for one in begun)
        with psycopg.connect(database) as own:
            own.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO late")
        await asyncio.gather(*begun)
        assert store.owning()
        await store.stop()

    asyncio.run(work())


def test_a_database_of_an_older_version_is_copied_as_well(postgres, database, tmp_path):
    """A copy is what one makes before a newer version is started; and nothing is made of none."""
    import psycopg  # noqa: PLC0415

    from tuolaji.server.store.postgres_backup import (  # noqa: PLC0415
        backup_database,
        restore_database,
    )

    async def fill():
        async with opened(database, "a") as store:
            epoch = await store.take("one", new=True)
            await store.append("one", epoch, [LogRow(1, b"a")], NOTHING)
            await store.key()

    asyncio.run(fill())
    with psycopg.connect(database) as own:
        own.execute("DROP TABLE passkeys; UPDATE alembic_version SET version_num = '0002'")
    assert backup_database(database, tmp_path / "copy.db") == 1
    assert restore_database(tmp_path / "copy.db", postgres.new("from_older")) == 1
    with pytest.raises(BadBackup, match="no server"):
        backup_database(postgres.new("without"), tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_without_the_database_nothing_is_owned_until_it_is_back(postgres, database):
    async def work():
        lapses = []
        async with opened(database, "a", lambda: lapses.append(1)) as store:
            epoch = await store.take("t", new=True)
            await store.append("t", epoch, [LogRow(1, b"a")], NOTHING)
            await asyncio.to_thread(postgres.kill)
            with pytest.raises(Fenced):
                await store.append("t", epoch, [LogRow(2, b"b")], NOTHING)
            await until(lambda: lapses)
            assert not store.owning()
            for asked in (store.take("t"), store.read("t"), store.facts("mei")):
                with pytest.raises(CannotRead):
                    await asked
            await asyncio.to_thread(postgres.start)
            await until(store.owning)
            assert lapses == [1]
            newer = await store.take("t")
            assert newer > epoch
            assert await store.read("t") == [b"a"]

    asyncio.run(work())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # left connections
@pytest.mark.parametrize("left", ["no answer in time", "nobody waits any more"])
def test_how_a_question_that_was_given_up_ends_is_no_error(database, wire, left):
    """The database dies after it: nobody is there to hear that, and nothing is to be logged."""

    async def work():
        errors, loop = [], asyncio.get_running_loop()
        async with opened(through(database, wire), "a") as store:
            wire.cut()
            seconds = None if left == "no answer in time" else 0.2
            with contextlib.suppress(CannotRead, TimeoutError):
                await asyncio.wait_for(store.facts("mei"), seconds)
            loop.set_exception_handler(lambda _, told: errors.append(told["message"]))
            await asyncio.to_thread(disconnect_all, database)
            wire.mend()
            await until(lambda: not any("_asked" in repr(task) for task in asyncio.all_tasks()))
            gc.collect()
        assert errors == []

    asyncio.run(work())
    gc.collect()  # the connections that were left go here, and not in another test


def test_a_lease_is_renewed_after_whatever_went_wrong(database):
    async def work():
        lapses = []
        async with opened(database, "a", lambda: lapses.append(1)) as store:
            with mock.patch.object(store, "_ask", side_effect=RuntimeError):
                await until(lambda: lapses)
            await until(store.owning)
            assert (await store.take("t", new=True)).number == 1

    asyncio.run(work())


def test_a_table_that_was_deleted_is_nobodys(database):
    """Neither its owner nor another one waits for it."""

    async def work():
        async with opened(database, "a") as first, opened(database, "b") as second:
            epoch = await first.take("t", new=True)
            await first.append("t", epoch, [LogRow(1, b"a")], NOTHING)
            for text in ("DELETE FROM entries WHERE tbl = :t", "DELETE FROM tables WHERE id = :t"):
                await first.change([Statement(text, {"t": "t"})])
            for store in (first, second):
                with pytest.raises(KeyError):
                    await store.take("t")

    asyncio.run(work())


def test_a_table_that_was_ended_is_not_appended_to_by_who_had_it(database):
    async def work():
        async with opened(database, "a") as first, opened(database, "b") as second:
            for table in ("t", "u"):
                epoch = await first.take(table, new=True)
                await first.append(table, epoch, [LogRow(1, b"a")], NOTHING)
            gone = Statement("DELETE FROM entries WHERE tbl = :t", {"t": "t"})
            await second.change([gone], ends=["u", "t"])
            for table in ("t", "u"):
                with pytest.raises(Fenced):
                    await first.append(table, epoch, [LogRow(2, b"b")], NOTHING)
            again = await first.take("u")
            await first.append("u", again, [LogRow(2, b"c")], NOTHING)
            assert await first.read("u") == [b"a", b"c"]
            assert await first.read("t") == []

    asyncio.run(work())


def test_guesses_are_counted_for_all_processes(database):
    async def work():
        async with opened(database, "a") as first, opened(database, "b") as second:
            gateways = [Guesses(one, "account", (0.0, 3.0), lambda: 1e9) for one in (first, second)]
            return [await gateways[at % 2].take("mei") for at in range(5)]

    assert asyncio.run(work()) == [True, True, True, False, False]


def test_who_stops_in_order_leaves_its_tables_at_once(database):
    async def work():
        async with opened(database, "a") as first, opened(database, "b") as second:
            old = await first.take("t", new=True)
            await first.append("t", old, [LogRow(1, b"a")], NOTHING)
            with pytest.raises(Elsewhere):
                await second.take("t")
            await first.disown()
            assert not first.owning()
            epoch = await second.take("t")
            assert epoch > old
            await second.append("t", epoch, [LogRow(2, b"b")], NOTHING)

    asyncio.run(work())


def test_people_are_kept_as_in_the_small_store(database):
    async def work():
        async with opened(database, "a") as store:
            crew = Crew("passwords", size=1, waiting=4, seconds=60.0)
            accounts = Accounts(store, crew)
            account, _ = await accounts.make("mei", "Mei", "plum blossom")
            with pytest.raises(AccountRefused, match="login-taken"):
                await accounts.make("li", "MEI", "plum blossom")
            assert await accounts.enter("mei", "plum blossom") == account
            await accounts.log_out_everywhere(account)
            assert await accounts.session("mei") == 2
            with pytest.raises(AccountRefused, match="stale-account"):
                await accounts.log_out_everywhere(account)
            crew.close()

            played = [("mei", WON), ("b", LOST), ("c", WON), ("d", LOST)]
            seats = tuple(Played(w, o, banks=at % 2 == 0) for at, (w, o) in enumerate(played))
            deals = [DealResult("t", deal, "classic", True, seats) for deal in (0, 1, 0, 1)]
            await asyncio.gather(*(write_down(store, one) for one in deals))
            assert (await ratings.read(store, "classic", ["mei"]))["mei"].deals == 2
            for kind, number in (("people", 4), ("pairs", 2), ("bots", 0)):
                assert len(await ratings.best(store, "classic", kind, 10)) == number
            assert (await statistics(store, "mei", "en"))[0]["won"] == 2
            told = await own.everything(store, "mei", account)
            assert len(told["results"]) == 2
            assert await own.delete_everything(store, "mei") == []
            assert await accounts.session("mei") is None
            assert await ratings.of_one(store, "mei+c") == []

    asyncio.run(work())


async def passkey_of(ours, device, guest):
    """A passkey that was made on a device, not kept yet."""
    order = ours.order(guest, device.origin, guest, None, [])
    return await ours.made(webauthn.Attestation(**device.make(order)), guest, "Phone", None)


async def proved(ours, device):
    answer = device.answer(ours.wish("somebody", device.origin, []))
    return await ours.prove(webauthn.Assertion(**answer), "somebody")


def test_passkeys_are_kept_as_in_the_small_store(database, postgres, tmp_path):
    """At two gateways, of which either takes what the other one asked for, and in a copy."""
    from tuolaji.server.store.postgres_backup import (  # noqa: PLC0415
        backup_database,
        restore_database,
    )

    device = Authenticator("https://cards.example.org")
    device.grows = 2**31  # counters are larger than numbers of PostgreSQL are by themselves

    async def fill(crew):
        async with opened(database, "a") as one, opened(database, "b") as two:
            ours, others = (
                passkeys.Passkeys(store, crew, Challenges(store, b"key")) for store in (one, two)
            )
            accounts = Accounts(one, crew)
            made = await passkey_of(ours, device, "mei")
            account, _ = await accounts.make_with("mei", "Mei", passkeys.kept(made))
            answer = device.answer(ours.wish("li", device.origin, []))
            used = await others.prove(webauthn.Assertion(**answer), "li")
            assert (used.guest, used.counter) == ("mei", 2**31)
            with pytest.raises(AccountRefused, match="stale-challenge"):
                await ours.prove(webauthn.Assertion(**answer), "li")
            assert await ours.of_guest("mei") == [used]
            with pytest.raises(AccountRefused, match="passkey-taken"):
                await ours.add(account, used)
            with pytest.raises(AccountRefused, match="last-way-in"):
                passkeys.removed(account, [used], used.id)
            return account, used

    async def go_on(crew, url, account, used):
        async with opened(url, "c") as store:
            ours = passkeys.Passkeys(store, crew, Challenges(store, b"key"))
            assert await ours.of_guest("mei") == [used]
            device.grows = 1
            await proved(ours, device)
            second = await passkey_of(ours, Authenticator(device.origin), "mei")
            with (
                mock.patch.object(passkeys, "MOST", 1),
                pytest.raises(AccountRefused, match="too-many-passkeys"),
            ):
                await ours.add(account, second)
            await ours.add(account, second)
            gone = passkeys.removed(account, await ours.of_guest("mei"), used.id)
            accounts = Accounts(store, crew)
            later = await accounts.log_out_everywhere(account, gone)
            assert [one.id for one in await ours.of_guest("mei")] == [second.id]
            with pytest.raises(AccountRefused, match="stale-account"):
                await accounts.log_out_everywhere(later, gone)
            with pytest.raises(AccountRefused, match="stale-account"):
                await ours.add(account, used)
            told = await own.everything(store, "mei", later)
            assert [one["id"] for one in told["passkeys"]] == [second.id]
            await own.delete_everything(store, "mei")
            assert await ours.of_guest("mei") == []

    crew = Crew("passwords", size=1, waiting=4, seconds=60.0)
    account, used = asyncio.run(fill(crew))
    backup_database(database, tmp_path / "copy.db")
    other = postgres.new("restored_passkeys")
    restore_database(tmp_path / "copy.db", other)
    asyncio.run(go_on(crew, other, account, used))
    crew.close()


def test_a_copy_moves_a_server_between_the_two_kinds(database, postgres, tmp_path):
    from tuolaji.server.store.postgres_backup import (  # noqa: PLC0415
        backup_database,
        restore_database,
    )

    rows = [LogRow(1, b"a"), LogRow(2, b"b", 0, "m1")]
    told = Summary(1.0, True, b"{}", ("mei",))

    async def fill():
        async with opened(database, "a") as store:
            await store.append("one", await store.take("one", new=True), rows, told)
            await store.keep("mei", "name", "Mei")
            return await store.key()

    async def check(url):
        async with opened(url, "b") as store:
            assert await store.key() == key
            assert await store.of_guest("mei", 5) == [("one", 1.0, b"{}")]
            assert await store.facts("mei") == {"name": "Mei"}
            epoch = await store.take("one")
            with pytest.raises(Taken):
                await store.append("one", epoch, [LogRow(3, b"c", 0, "m1")], told)
            await store.append("one", epoch, [LogRow(3, b"c")], told)
            assert await store.read("one") == [b"a", b"b", b"c"]

    key = asyncio.run(fill())
    assert backup_database(database, tmp_path / "copy.db") == 1
    with pytest.raises(BadBackup, match="already"):
        restore_database(tmp_path / "copy.db", database)
    assert restore_folder(tmp_path / "copy.db", tmp_path / "embedded") == 1
    assert (tmp_path / "embedded" / "key").read_bytes() == key
    assert backup_folder(tmp_path / "embedded", tmp_path / "again.db") == 1
    other = postgres.new("restored")
    assert restore_database(tmp_path / "again.db", other) == 1
    asyncio.run(check(other))


def test_a_change_is_done_as_a_whole_or_not_at_all(database):
    async def work():
        async with opened(database, "a") as store:
            keep = "INSERT INTO facts (owner, name, value) VALUES (:owner, :name, :value)"
            one = Statement(keep, {"owner": "o", "name": "n", "value": "v"})
            none = Statement("DELETE FROM facts WHERE owner = :owner", {"owner": "nobody"})
            with pytest.raises(Unchanged):
                await store.change([one, none])
            with pytest.raises(Taken):
                await store.change([one, one])
            assert await store.facts("o") == {}
            await store.change([one])
            assert await store.rows("SELECT value FROM facts WHERE name = :n", n="n") == [("v",)]

    asyncio.run(work())
