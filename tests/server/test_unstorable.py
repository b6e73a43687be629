"""Values that a database refuses fail for their sender alone (they pass the request's validation)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from kamchatka.journal import parse
from kamchatka.proof import prove
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.protocol.payloads import ClockForm
from kamchatka.server.settings import ServerSettings, sqlite_url
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import describe_error
from kamchatka.server.storage.records import ChatRecord
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.room import Room
from tests.postgres import Postgres
from tests.server.test_room import acts, hears, lay, next_question, sits_down
from tests.server.together import together

NUL = "a\0b"
SURROGATE = "a\ud800b"
HUGE = 1 << 70


@asynccontextmanager
async def opened(database: str, folder: Path) -> AsyncIterator[GameServer]:
    """Start a server with instant bots on that database."""
    server = GameServer(ServerSettings(database=database, bot_seconds=0.0, events=str(folder / "events")))
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def moment(room: Room) -> tuple[object, ...]:
    """Return everything that an action would change."""
    assert room.stored is not None
    match, clocks = room.stored.match, room.clocks
    return len(match.journal), match.position(), dict(clocks.asked), list(clocks.spent), list(room.attendance.missed)


@together
async def _plays_on(database: str, folder: Path, nonce: str) -> None:
    async with opened(database, folder) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada, clock=ClockForm("move", 3600))
        room, listener = live_table.room, await sits_down(live_table, ada)
        for n in range(6):
            scene = await next_question(listener)
            act, before = acts(scene, nonce), moment(room)
            with pytest.raises(Fault, match="unstorable"):
                await room.submit(lambda act=act: room.perform(0, act.act, ada.id, act.nonce))  # type: ignore[misc]
            assert moment(room) == before
            assert not room.is_closed
            await room.submit(lambda scene=scene, n=n: live_table.handler.handle(listener, acts(scene, str(n))))  # type: ignore[misc]
            assert (await hears(listener, "done", "problem"))["type"] == "done"
        await room.submit(room.call_off)
        table = await server.store.table(room.table.id)
        assert table is not None
        kept = parse(await journal_of(table, server.store), "journal")
        assert kept.match.is_over
        assert prove(kept).strays is None  # a refused action uses no die


def test_a_nonce_that_postgresql_refuses_throws_nobody_out(postgres: Postgres, tmp_path: Path) -> None:
    """With a NUL or half a surrogate pair the sender gets an error; the room stays, luck and clocks are unchanged."""
    for nonce in (NUL, SURROGATE):
        _plays_on(postgres.fresh(), tmp_path, nonce)


def test_a_nonce_that_sqlite_refuses_throws_nobody_out(tmp_path: Path) -> None:
    """SQLite accepts a NUL but not half a surrogate pair."""
    _plays_on(sqlite_url(tmp_path / "games.db"), tmp_path, SURROGATE)


@together
async def _others_are_written(database: str, folder: Path) -> None:
    async with opened(database, folder) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        table = live_table.room.table.id
        said = [ChatRecord(table, n, "Ada", 0, f"{n}", "", n) for n in range(20)]
        said[7] = msgspec.structs.replace(said[7], text=SURROGATE)
        said[13] = msgspec.structs.replace(said[13], at=HUGE)
        done = await asyncio.gather(*(server.store.say(one) for one in said), return_exceptions=True)
        refused = [n for n, error in enumerate(done) if error is not None]
        assert refused == [7, 13]
        assert all(isinstance(done[n], Fault) and done[n].code == "malformed" for n in refused)  # type: ignore[union-attr]
        assert [one.n for one in await server.store.chat(table)] == [n for n in range(20) if n not in refused]


def test_a_value_refused_spoils_no_shared_commit(postgres: Postgres, tmp_path: Path) -> None:
    """Of twenty chat messages in one commit two can't be stored: the others are."""
    _others_are_written(postgres.fresh(), tmp_path)
    _others_are_written(sqlite_url(tmp_path / "games.db"), tmp_path)


@together
async def test_a_database_that_fails_tells_everybody_at_once(postgres: Postgres) -> None:
    """When a commit fails, all waiting senders fail at once instead of retrying one by one."""
    database = Database(postgres.fresh() + "_not")
    database.begin_writing()
    said = [ChatRecord("", n, "Ada", 0, "", "", n) for n in range(20)]
    done = await asyncio.gather(*(Store(database).say(one) for one in said), return_exceptions=True)
    assert [error.code for error in done if isinstance(error, Fault)] == ["storage"] * 20
    assert database.metrics.registry.get_sample_value("kamchatka_commit_failures_total") == 1
    await database.close()


@together
async def _names_and_numbers(database: str, folder: Path) -> None:
    async with opened(database, folder) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        for refused in (
            server.accounts.credentials.drop_token(ada.id, HUGE),
            server.store.mute(ada.id, HUGE, True),
            server.store.table(SURROGATE),
            server.accounts._new(SURROGATE, None, None, "other"),
        ):
            with pytest.raises(Fault, match="unstorable"):
                await refused
        assert await server.store.mutes(ada.id) == {}


def test_every_question_with_such_a_value_is_refused(postgres: Postgres, tmp_path: Path) -> None:
    """It is tried with names, labels, ids and numbers, for reading and writing."""
    _names_and_numbers(postgres.fresh(), tmp_path)
    _names_and_numbers(sqlite_url(tmp_path / "games.db"), tmp_path)


def test_what_is_logged_of_an_error_holds_no_value(postgres: Postgres, tmp_path: Path) -> None:
    """PostgreSQL quotes a taken name or a number that is too large, but the log doesn't."""
    _quotes(postgres.fresh(), tmp_path)


@together
async def _quotes(database: str, folder: Path) -> None:
    async with opened(database, folder) as server:
        await server.accounts._new("Secret", "secret", None, "cookie")
        with pytest.raises(Exception, match="UniqueViolation") as conflict:
            await server.accounts._new("Secret", "secret", None, "other")
        assert "ecret" not in f"{conflict.value!r} {conflict.value} {describe_error(conflict.value)}"
        assert conflict.value.__suppress_context__
