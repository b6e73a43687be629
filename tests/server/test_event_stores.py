"""Event stores (folder, SQLite, PostgreSQL) behave the same and store each change once."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from kamchatka.server.club.keeping.event_store import Draft, EventStore
from kamchatka.server.club.keeping.folder import ENDING, Folder
from kamchatka.server.club.keeping.stored_events import StoredEvents
from kamchatka.server.club.live import Doer, LiveEvent
from kamchatka.server.faults import Fault
from kamchatka.server.settings import sqlite_url
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import Accounts
from kamchatka.server.storage.database import Database
from kamchatka.tournament.events.changes import Drawn, DrawnTable, PlayerEntered
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailGrew, TrailRow, entries_of, next_row, with_author
from kamchatka.tournament.registration import new_event
from tests.postgres import Postgres
from tests.server.together import to_its_end

MOST = 3
Test = Callable[[EventStore], Awaitable[None]]


def opening(who: str = "Olga") -> list[TrailRow]:
    """Return a trail of one row."""
    return [opening_row(new_event("Serata", "evening", [], "2026-11-17"), who)]


def entering(before: TrailRow, *names: str, who: str = "Olga", author: int | None = None) -> list[TrailRow]:
    """Return consecutive rows in which players enter."""
    rows = [before]
    for name in names:
        rows.append(next_row(rows[-1], PlayerEntered(rows[-1].number, name), None, who, "2026-11-17"))
    return with_author(rows[1:], author)


async def make_old(store: EventStore, ids: list[str]) -> None:
    """Set older modification times, because clocks of file systems are coarse."""
    for number, id in enumerate(ids, 1):
        if isinstance(store, Folder):
            os.utime(store.path / f"{id}{ENDING}", (number, number))
        elif isinstance(store, StoredEvents):
            await store.database.do(update(schema.events).where(schema.events.c.id == id).values(changed=number))


def drawn(seed: int) -> Draft:
    return Draft(Drawn(1, "round", (DrawnTable(1, (1, 2, 3, 4)),), seed, "greedy"), 5)


@asynccontextmanager
async def rows_in(address: str, folder: Path) -> AsyncIterator[StoredEvents]:
    """Return the events in a database after the folder's files have been imported."""
    database = Database(address)
    await database.open()
    try:
        for name in ("Zeb", "Otto", "Zeb"):  # users 1, 2 and 3
            await Accounts(database).guest(name, secrets.token_hex())
        store = StoredEvents(database, folder, MOST)
        await store.open()
        yield store
    finally:
        await database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a new database of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "games.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()


@pytest.fixture(params=["folder", "sqlite", "postgresql"])
def run_in_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Test], None]:
    """Run a test in a store of each kind."""
    if request.param == "folder":
        return lambda test: to_its_end(_in_files(test, tmp_path))
    fresh = sqlite_url(tmp_path / "games.db")
    place = fresh if request.param == "sqlite" else request.getfixturevalue("postgres").fresh()

    async def within(test: Test) -> None:
        async with rows_in(place, tmp_path / "none") as store:
            await test(store)

    return lambda test: to_its_end(within(test))


async def _in_files(test: Test, folder: Path) -> None:
    async with rows_in(sqlite_url(folder / "users.db"), folder / "none") as beside:
        store = Folder(folder / "events", MOST, beside.database)
        await store.open()
        await test(store)


# ------------------------------------------------------------------ what every store does
def test_a_trail_grows_only_from_its_end(run_in_store: Callable[[Test], None]) -> None:
    """A writer whose trail is shorter or different writes nothing. The trail can be read from any entry on."""

    async def test(store: EventStore) -> None:
        (first,) = trail = opening()
        id = await store.create("Serata d'autunno", trail)
        assert id.startswith("serata-d-autunno-")
        stamp = (await store.stamps())[id]
        two = entering(first, "Ada", "Bruno")
        await store.append(id, first.mark, two)
        assert (await store.stamps([id, "none"])).keys() == {id}
        assert (await store.stamps([id]))[id] != stamp
        for late in (entering(first, "Carla"), entering(first, "Ada", "Carla"), entering(two[0], "Carla")):
            with pytest.raises(TrailGrew):
                await store.append(id, first.mark if late[0].number == 2 else two[0].mark, late)
        assert await store.rows(id) == [first, *two]
        assert await store.rows(id, 3) == two[1:]

    run_in_store(test)


def test_of_many_who_write_at_once_one_is_first(run_in_store: Callable[[Test], None]) -> None:
    """Of several concurrent writers one succeeds; the others learn that the trail has grown."""

    async def test(store: EventStore) -> None:
        (first,) = trail = opening()
        id = await store.create("", trail)
        writing = (store.append(id, first.mark, entering(first, f"P{n}", "Q")) for n in range(8))
        told = await asyncio.gather(*writing, return_exceptions=True)
        assert sorted(type(one).__name__ for one in told) == ["NoneType", *["TrailGrew"] * 7]
        assert len(await store.rows(id)) == 3

    run_in_store(test)


def test_changes_that_do_not_meet_all_go_in(run_in_store: Callable[[Test], None]) -> None:
    """Independent changes from two servers are both stored: each is composed again for the current trail."""

    async def test(store: EventStore) -> None:
        id = await store.create("", opening())
        keys = await store.keys(id)
        desks = [LiveEvent(id, store, keys, lambda live: None) for _ in range(2)]

        def next_one(name: str, event: Event, entries: object) -> list[PlayerEntered]:
            return [PlayerEntered(len(event.entrants) + 1, name)]

        names = [f"P{number}" for number in range(10)]
        await asyncio.gather(
            *(desks[n % 2].change(partial(next_one, name), Doer("Olga")) for n, name in enumerate(names)),
            desks[0].read(),
        )
        one, other = [await desk.read() for desk in desks]
        assert one.entries == other.entries == entries_of(await store.rows(id))
        assert sorted(one.event.names.values()) == names
        assert sorted(one.event.entrants) == list(range(1, 11))
        await desks[0].undo([11], Doer("Olga"))
        assert len((await desks[1].read()).event.entrants) == 9

    run_in_store(test)


def test_the_newest_event_is_the_first_and_there_is_room_for_so_many(run_in_store: Callable[[Test], None]) -> None:
    async def test(store: EventStore) -> None:
        (first,) = trail = opening()
        ids = [await store.create(f"e{number}", trail) for number in range(MOST)]
        with pytest.raises(Fault, match="events_full"):
            await store.create("one more", trail)
        await make_old(store, ids)
        await store.append(ids[0], first.mark, entering(first, "Ada"))
        assert next(iter(await store.stamps())) == ids[0]
        keys = [await store.keys(id) for id in ids]
        assert len({one.organiser() for one in keys}) == MOST
        assert (await store.keys(ids[1])).organiser() == keys[1].organiser()
        for unknown in ("none", "../games", "x" * 300):
            with pytest.raises(Fault, match="not_found"):
                await store.keys(unknown)

    run_in_store(test)


def test_a_draft_waits_until_it_is_published(run_in_store: Callable[[Test], None]) -> None:
    """Publishing a draft replaces no draw that was made in the meantime."""

    async def test(store: EventStore) -> None:
        id = await store.create("", opening())
        assert await store.draft(id) is None
        await store.keep_draft(id, drawn(1))
        await store.keep_draft(id, drawn(2))
        await store.drop_draft(id, drawn(1))
        assert await store.draft(id) == drawn(2)
        await store.drop_draft(id, drawn(2))
        assert await store.draft(id) is None

    run_in_store(test)


def test_an_author_goes_and_the_trail_goes_on(run_in_store: Callable[[Test], None]) -> None:
    """Erasing an author changes the trail's marks, so readers of the old trail reload it before they can write.

    Entries of namesakes stay: those of other users, and those not written by a user of this server.
    """

    async def test(store: EventStore) -> None:
        (first,) = trail = with_author(opening("Zeb"), 1)
        id, quiet = await store.create("", trail), await store.create("", with_author(opening("Zeb"), 3))
        live = LiveEvent(id, store, await store.keys(id), lambda live: None)
        rows = [*entering(first, "Ada", who="Zeb", author=3)]
        rows += entering(rows[-1], "Bruno", who="Zeb")
        await store.append(id, first.mark, rows)
        before, stamp = await live.read(), (await store.stamps())[quiet]
        assert await store.list_events_by(1) == [(id, 1)]
        assert sorted(await store.list_events_by(3)) == sorted([(id, 2), (quiet, 1)])
        await store.forget_author(1, "∅")
        with pytest.raises(TrailGrew):
            await store.append(id, before.mark, entering((await store.rows(id))[-1], "Carla"))
        await live.change(lambda event, entries: [PlayerEntered(3, "Carla")], Doer("Otto", 2))
        assert [one.who for one in (await live.read()).entries] == ["∅", "Zeb", "Zeb", "Otto"]
        assert [row.author for row in await store.rows(id)] == [None, 3, None, 2]
        assert entries_of(await store.rows(id)) == (await live.read()).entries
        assert (await store.stamps())[quiet] == stamp
        assert await store.list_events_by(1) == []

    run_in_store(test)


# ------------------------------------------------------------------ from a folder into a database
def laid(folder: Path, name: str, *players: str) -> EventFile:
    """Write a file of a folder."""
    folder.mkdir(exist_ok=True)
    file = EventFile.create(folder / f"{name}.kam", new_event(name, "evening", [], "2026-11-17"), "Olga")
    file.add([PlayerEntered(number, player) for number, player in enumerate(players, start=1)], "Olga")
    return file


def test_files_move_into_a_database_once(address: str, tmp_path: Path) -> None:
    """Files are imported once, with their ids, keys and trails; then they are sealed, but can still be read."""
    files = [laid(tmp_path / "events", name, "Ada", "Bruno") for name in ("one", "two")]
    keys = [Keys.of(file.path).organiser() for file in files]
    (tmp_path / "events" / "letter.kam").write_text("Dear organiser")

    async def start() -> None:
        async with rows_in(address, tmp_path / "none") as store:
            servers = [StoredEvents(store.database, tmp_path / "events", MOST) for _ in range(3)]
            await asyncio.gather(*(one.open() for one in servers))
            assert sorted(await store.stamps()) == ["one", "two"]
            for file, key in zip(files, keys, strict=True):
                assert await store.rows(file.path.stem) == file.rows()
                assert (await store.keys(file.path.stem)).organiser() == key

    for _ in range(2):
        to_its_end(start())
    for file in files:
        with pytest.raises(UnreadableEventFile, match="in a server’s database now"):
            file.add([PlayerEntered(3, "Carla")])
        assert list(EventFile.open(file.path).event().entrants) == [1, 2]


def test_a_file_that_grew_while_it_moved_is_brought_in_whole(address: str, tmp_path: Path) -> None:
    """An older server writes between our read and our seal, or our server dies between the two."""
    file = laid(tmp_path / "events", "late", "Ada")

    class Interrupted(StoredEvents):
        async def bring_in(self, id: str, secret: str, rows: object) -> bool:
            known = await super().bring_in(id, secret, file.rows())
            if len(file.rows()) < 4:
                file.add([PlayerEntered(len(file.rows()), f"P{len(file.rows())}")], "Otto")
            return known

    async def test() -> None:
        async with rows_in(address, tmp_path / "none") as store:
            await store.bring_in("late", "00" * 32, file.rows())  # no seal, because the server died
            await Interrupted(store.database, tmp_path / "events", MOST).open()
            assert file.is_sealed()
            assert await store.rows("late") == file.rows()
            assert len(file.rows()) == 4

    to_its_end(test())


def test_a_file_that_went_another_way_is_left_alone(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither trail loses anything: the log names the file, and it isn't sealed."""
    file = laid(tmp_path / "events", "twice", "Ada")

    async def test() -> None:
        async with rows_in(address, tmp_path / "none") as store:
            await store.bring_in("twice", "00" * 32, file.rows())
            last = (await store.rows("twice"))[-1]
            await store.append("twice", last.mark, entering(last, "Bruno"))
            file.add([PlayerEntered(2, "Carla")], "Otto")
            await StoredEvents(store.database, tmp_path / "events", MOST).open()
            assert [row.who for row in await store.rows("twice")] == ["Olga"] * 3

    to_its_end(test())
    assert not file.is_sealed()
    assert len(file.rows()) == 3
    assert "another trail" in capsys.readouterr().out
