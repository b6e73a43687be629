"""A failed start prints one sentence and a nonzero status; a database has one server; commands run alongside it."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url, text

from kamchatka.kernel.problem import Problem
from kamchatka.server.storage import server_lock
from tests.postgres import Postgres
from tests.server.running import PATIENCE, Server
from tests.server.test_backup import kamchatka, opened
from tests.server.test_health import Wire
from tests.server.together import to_its_end

pytestmark = pytest.mark.sqlite  # and PostgreSQL by name, where it matters

TLS = b"\x04\xd2\x16\x2f"  # PostgreSQL clients ask for it


def start_refusal(database: str, folder: Path, language: str = "en", **settings: str) -> str:
    """Return the error of a server that must not start: one line without a traceback, apart from its log."""
    server = Server(database, folder / "log", **{"events": str(folder / "events"), **settings})
    command = [sys.executable, "-m", "kamchatka.cli", "serve", "--port", "0", "--lang", language, "--quiet"]
    known = {**server.environment, "KAMCHATKA_DATABASE": database}  # not an argument, because it may hold a password
    done = subprocess.run(command, env=known, text=True, capture_output=True, timeout=PATIENCE)
    told = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert (done.returncode, done.stdout, len(told)) == (2, "", 1), done.stderr
    assert "Traceback" not in done.stderr
    return told[0]


@pytest.fixture
def stopped_database(own_server: Callable[..., Server]) -> Path:
    """Return the database of a server that has stopped."""
    server = own_server()
    server.stop()
    return Path(server.database)


# ------------------------------------------------------------------ databases that are not ours to open
def test_a_newer_database(stopped_database: Path, tmp_path: Path) -> None:
    """The server refuses it and doesn't change it."""
    with opened(stopped_database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = stopped_database.read_bytes()
    assert "newer version (9999)" in start_refusal(str(stopped_database), tmp_path)
    assert stopped_database.read_bytes() == before


def test_a_newer_database_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.fresh()
    Server(address, tmp_path / "log", events=str(tmp_path / "events")).start().stop()
    postgres.load(address, b"UPDATE alembic_version SET version_num = '9999'")
    assert "newer version (9999)" in start_refusal(address, tmp_path)


def test_a_damaged_file(stopped_database: Path, tmp_path: Path) -> None:
    """A file with damaged pages is refused."""
    with stopped_database.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(os.urandom(4096 * 8))
    assert "is damaged" in start_refusal(str(stopped_database), tmp_path)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear organiser, " * 1000)
    assert "letter.db” is no database" in start_refusal(str(tmp_path / "letter.db"), tmp_path)
    assert "letter.db» non è un database" in start_refusal(str(tmp_path / "letter.db"), tmp_path, "it")


def test_a_database_of_another_program(tmp_path: Path) -> None:
    """A database of another program is refused and gets no tables of ours."""
    with opened(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "another program" in start_refusal(str(tmp_path / "other.db"), tmp_path)
    with opened(tmp_path / "other.db") as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


@pytest.mark.parametrize("place", ["/proc/games.db", "/nowhere/at/all/games.db", "/tmp"])
def test_a_place_where_nothing_can_be_written(place: str, tmp_path: Path) -> None:
    """A path that is a folder, or cannot be written even by root, is refused."""
    assert "cannot be opened" in start_refusal(place, tmp_path)


@pytest.mark.parametrize("address", ["cassandra://somewhere/games", "sqlite+pysqlite:///games.db"])
def test_an_address_that_is_none(address: str, tmp_path: Path) -> None:
    """The database is unknown, or its driver would block the event loop."""
    assert "no address of a database" in start_refusal(address, tmp_path)


# ------------------------------------------------------------------ one server per database
def test_a_second_server_on_one_file(own_server: Callable[..., Server], tmp_path: Path) -> None:
    """A second server on the same file is refused, by any path; commands still work, and SIGKILL leaves no lock."""
    server = own_server()
    other = tmp_path / "elsewhere.db"
    other.symlink_to(server.database)
    for way in (server.database, str(other)):
        assert "Another server uses" in start_refusal(way, tmp_path)
    assert httpx.get(f"{server.address}/readyz", trust_env=False).status_code == 200
    assert "read again" in kamchatka(server, "backup", tmp_path / "backup", "--database", server.database)
    assert "Every game" in kamchatka(server, "quarantine", "--database", server.database)
    server.kill()
    server.start()


def test_a_second_server_on_one_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.fresh()
    server = Server(address, tmp_path / "log", events=str(tmp_path / "events")).start()
    try:
        assert "Another server uses" in start_refusal(address, tmp_path)
        assert "Every game" in kamchatka(server, "quarantine", "--database", address)
        server.kill()
        server.start()
    finally:
        server.stop()


def test_a_lock_that_was_lost_is_taken_again(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server takes its lock again when PostgreSQL closed the connection, unless another server was faster."""
    monkeypatch.setattr(server_lock, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(server_lock, "PATIENCE", 0.2)
    to_its_end(_taken_again(postgres.fresh()))


async def _taken_again(url: str) -> None:
    ours, other = server_lock.AdvisoryLock(url), server_lock.AdvisoryLock(url)
    await ours.take()
    with pytest.raises(Problem, match="Another server"):
        await other.take()
    await _throw_out(ours)
    held = ours.connection
    await _until(lambda: ours.connection not in (None, held))
    assert not await other._try()
    assert not ours.is_lost
    await _throw_out(ours)
    while not await other._try():  # either server may win
        await _throw_out(ours)
    await _until(lambda: ours.is_lost)
    await other.release()
    await _until(lambda: not ours.is_lost)
    await ours.release()


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


async def _throw_out(lock: server_lock.AdvisoryLock) -> None:
    holders = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    async with lock.engine.connect() as connection:
        await connection.execute(text(holders))


# ------------------------------------------------------------------ PostgreSQL that is away
def test_a_postgresql_that_never_comes(tmp_path: Path) -> None:
    """Without a PostgreSQL to connect to, the start fails after a while, with a sentence that hides the password."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"postgresql+asyncpg://ada:secret@127.0.0.1:{taken.getsockname()[1]}/games"
        said = start_refusal(address, tmp_path, database_patience="0.3")
    assert "cannot be reached" in said
    assert "secret" not in said


def test_a_postgresql_that_has_no_such_database(postgres: Postgres, tmp_path: Path) -> None:
    """The start fails at once."""
    said = start_refusal(postgres.fresh() + "_not", tmp_path, database_patience="1000")
    assert "does not let us in" in said
    assert "does not exist" in said


def test_a_start_waits_for_a_postgresql_that_is_recovering(postgres: Postgres, tmp_path: Path) -> None:
    """The server waits."""
    to_its_end(_recovering(postgres.fresh(), tmp_path))


async def _recovering(url: str, folder: Path) -> None:
    port = make_url(url).port
    assert port is not None
    door = Door(port)
    server = Server(url.replace(f":{port}/", f":{await door.open()}/"), folder / "log", events=str(folder / "events"))
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    try:
        while door.turned_away < 3:
            await asyncio.sleep(0.01)
        door.is_open = True
        await starting
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
            assert (await http.get("/readyz")).json() == {"ok": True, "trouble": ""}
    finally:
        server.kill()
        door.cut()
    logged = server.log.read_text()
    assert logged.count("waiting for the database") == 1
    assert "57P03" in logged


class Door(Wire):
    """A proxy in front of PostgreSQL that reports "starting up" until it is opened."""

    is_open = False
    turned_away = 0

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_open:
            return await super()._carry(reader, writer)
        if (await reader.read(8))[4:] == TLS:
            writer.write(b"N")
            await reader.read(8)
        fields = {"S": "FATAL", "V": "FATAL", "C": "57P03", "M": "the database system is starting up"}
        body = b"".join(f"{key}{value}\0".encode() for key, value in fields.items()) + b"\0"
        writer.write(b"E" + (len(body) + 4).to_bytes(4, "big") + body)
        await writer.drain()
        writer.close()
        self.turned_away += 1
