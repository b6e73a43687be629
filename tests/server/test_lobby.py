"""The lobby's internals on a real database: one list, then changes, serialised once for all listeners."""

import asyncio
import json
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kamchatka.server.game_server import GameServer
from kamchatka.server.lobby import broadcaster
from kamchatka.server.lobby.lobby_list import LobbyList
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import TableRecord, User
from tests.server.client import Json
from tests.server.test_room import open_server
from tests.server.together import together

OPEN = TableForm("modern", (SeatForm("me"), SeatForm("open"), SeatForm("open")))


def take_messages(listener: Listener) -> list[Json]:
    """Return a listener's pending messages and empty its outbox."""
    return [json.loads(listener.outbox.get_nowait() or b"{}") for _ in range(listener.outbox.qsize())]


async def news(server: GameServer) -> None:
    """Do what the broadcaster does, without its pause."""
    server.tasks[-1].cancel()
    await server.lobby.list.renew()
    await server.lobby._tell()


async def comes(server: GameServer, user: User | None = None, language: str = "en") -> Listener:
    """Let a user open the lobby."""
    listener = Listener(user, language)
    await server.lobby.welcome(listener)
    return listener


class Follower:
    """A client that follows docs/protocol.md."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.rows: dict[str, Json] = {}
        self.version = self.count = -1
        self.mine: list[str] = []

    def hear(self) -> None:
        """Process all messages received."""
        for said in take_messages(self.listener):
            if said["type"] == "my_tables":
                self.mine = said["ids"]
                continue
            if said["type"] == "lobby":
                self.rows = {}
            else:
                assert said["after"] == self.version
            self.rows |= {row["id"]: row for row in said["tables"]}
            self.rows = {id: row for id, row in self.rows.items() if id not in said.get("gone", ())}
            self.version, self.count = said["version"], said["count"]

    @property
    def shown(self) -> list[tuple[str, str, int]]:
        """Return the list in the order of the lobby."""
        rows = sorted(self.rows.values(), key=lambda row: (row["status"] == "waiting", row["created"]), reverse=True)
        return [(row["id"], row["status"], row["free"]) for row in rows]


def as_stored(tables: list[TableRecord]) -> list[tuple[str, str, int]]:
    """Return the same data from the database's list."""
    return [(one.id, one.status, sum(seat.is_open for seat in one.seats)) for one in tables]


async def _asked_again(*_: object) -> list[TableRecord]:
    raise AssertionError("the list is known")


@together
async def test_a_change_is_written_once_a_language_whoever_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty tables, ninety listeners: two messages of one row are written, and the database is not queried."""
    async with open_server(tmp_path) as server:
        ada, bruno = [await server.accounts.guest(name, name) for name in ("Ada", "Bruno")]
        for _ in range(20):
            await server.tables.lay(OPEN, ada)
        await news(server)
        crowd = [await comes(server, None, "it" if n % 3 else "en") for n in range(90)]
        assert {len(take_messages(listener)[0]["tables"]) for listener in crowd} == {20}
        written = list[Any]()

        def counted(message: Any) -> bytes:
            written.append(message)
            return encode(message)

        monkeypatch.setattr(broadcaster, "encode", counted)  # as the lobby knows the table
        monkeypatch.setattr(server.store, "lobby", _asked_again)
        await server.tables.lay(OPEN, bruno)
        await news(server)
        assert len(written) == 2
        for listener in crowd:
            (said,) = take_messages(listener)
            assert (said["type"], len(said["tables"]), said["gone"], said["count"]) == ("lobby_changed", 1, [], 21)
        await news(server)  # nothing has changed in between
        assert len(written) == 2


@together
async def test_which_tables_are_mine_is_told_to_me_alone_and_when_it_changes(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ada, bruno = [await server.accounts.guest(name, name) for name in ("Ada", "Bruno")]
        table = await server.tables.lay(OPEN, ada)
        await news(server)
        hers, his = await comes(server, ada), await comes(server, bruno)
        (whole, mine), (same,) = take_messages(hers), take_messages(his)
        assert whole == same
        assert not any(row["mine"] or row["awaits_me"] or row["seat"] != -1 for row in whole["tables"])
        assert mine == {"type": "my_tables", "ids": [table]}
        live_table = await server.live_tables.open(table)
        await live_table.room.submit(lambda: live_table.seating.join(bruno, None))
        await news(server)
        assert [said["type"] for said in take_messages(hers)] == ["lobby_changed"]
        assert [said["type"] for said in take_messages(his)] == ["lobby_changed", "my_tables"]
        listed = await server.lobby.list_for(bruno, "en")
        assert [(row.mine, row.seat) for row in listed.tables] == [(True, 1)]


@pytest.mark.parametrize("seed", range(6))
@together
async def test_who_follows_the_changes_has_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Tables are created, fill, begin, end and are deleted, more than a list shows: it matches the database."""
    luck = random.Random(seed)
    for module in ("kamchatka.server.storage.store", "kamchatka.server.lobby.lobby_list"):
        monkeypatch.setattr(f"{module}.LOBBY_ROWS", 5)
    async with open_server(tmp_path) as server:
        people = [await server.accounts.guest(f"P{n}", f"P{n}") for n in range(4)]
        followers = [Follower(await comes(server, people[0]))]
        laid = list[str]()
        for n in range(60):
            if not laid or luck.random() < 0.4:
                form = msgspec.structs.replace(OPEN, private=luck.random() < 0.2, name=f"T{n}")
                laid.append(await server.tables.lay(form, luck.choice(people)))
            else:
                await _something(server, luck.choice(laid), luck, people)
            if luck.random() < 0.2:
                followers.append(Follower(await comes(server)))
            if luck.random() < 0.6:
                await news(server)
                for follower in followers:
                    follower.hear()
                    assert follower.shown == as_stored(await server.store.lobby())
                    assert follower.count == len(await server.store.public_ids())
                mine = {one.id for one in await server.store.lobby() if one.seats_of(people[0].id)}
                assert set(followers[0].mine) == mine


@together
async def test_a_list_that_falls_short_again_while_the_database_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second table leaves the list while a slow database answers: the list is still refilled."""
    for module in ("kamchatka.server.storage.store", "kamchatka.server.lobby.lobby_list"):
        monkeypatch.setattr(f"{module}.LOBBY_ROWS", 1)
    async with open_server(tmp_path) as server:
        host = await server.accounts.guest("Anna", "Anna")
        tables = [await server.store.table(await server.tables.lay(OPEN, host)) for _ in range(3)]
        listed, stored = LobbyList(server.store), server.store.lobby

        asked, answered = asyncio.Event(), asyncio.Event()

        async def slowly() -> list[TableRecord]:
            found = await stored()
            asked.set()
            await answered.wait()
            return found

        await listed.open()
        monkeypatch.setattr(server.store, "lobby", slowly)
        renewing = list[asyncio.Task[None]]()
        for table in sorted(filter(None, tables), key=lambda one: one.id not in listed.listed)[:2]:
            listed.note(table)
            listed.note(msgspec.structs.replace(table, status="over"))
            renewing.append(asyncio.create_task(listed.renew()))
            await asked.wait()
        answered.set()
        await asyncio.gather(*renewing)
        assert len(listed.listed) == 1


async def _something(server: GameServer, id: str, luck: random.Random, people: list[User]) -> None:
    """Let a user sit down, or the game begin or end."""
    if await server.store.table(id) is None:
        return
    live_table = await server.live_tables.open(id)
    room = live_table.room
    if room.table.status == "over" or luck.random() < 0.4:
        await room.submit(room.give_up)
    elif room.table.status == "waiting":
        free = [one for one in people if not room.table.seats_of(one.id)]
        if free and luck.random() < 0.5:
            await room.submit(lambda: live_table.seating.join(luck.choice(free), None))
        else:
            await room.submit(live_table.seating.begin_now)


def _to_its_end(telling: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine by hand, slice by slice, to its end."""
    try:
        while True:
            telling.send(None)
    except StopIteration:
        return


@together
async def test_who_comes_while_others_are_told_hears_nothing_twice(tmp_path: Path) -> None:
    """Broadcasts run in slices; a client that joins between two gets the new list, and the next change fits it."""
    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        crowd = [await comes(server) for _ in range(broadcaster.AT_ONCE * 3)]
        await server.tables.lay(OPEN, ada)
        telling = server.lobby._tell()
        telling.send(None)  # up to the first slice
        late = Follower(await comes(server))
        gone = crowd[-1]
        server.lobby.listeners.discard(gone)
        _to_its_end(telling)
        late.hear()
        assert len(late.rows) == 1
        assert len(take_messages(gone)) <= 2
        await server.tables.lay(OPEN, ada)
        await news(server)
        late.hear()
        assert len(late.rows) == 2
