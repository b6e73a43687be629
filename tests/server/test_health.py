"""Health checks report correctly whether a server is alive and ready, and HEAD requests work."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url

from kamchatka.server.game_server import GameServer
from kamchatka.server.http.site import STATIC
from kamchatka.server.settings import ServerSettings
from tests.postgres import Postgres
from tests.server.client import PATIENCE
from tests.server.databases import ask, chosen
from tests.server.running import Server
from tests.server.together import to_its_end, together


def client(server: Server) -> httpx.Client:
    """Return a client without a name."""
    return httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False)


def test_a_running_server_lives_and_is_ready(server: Server) -> None:
    with client(server) as http:
        for path in ("/healthz", "/readyz"):
            answer = http.get(path)
            assert (answer.status_code, answer.json()) == (200, {"ok": True, "trouble": ""})
            assert answer.headers["cache-control"] == "no-store"


def test_a_database_of_another_shape_is_not_served(own_server: Callable[..., Server]) -> None:
    """A server whose database was replaced reports trouble until the right database is back."""
    server = own_server()
    with client(server) as http:
        ((known,),) = ask(server.database, "SELECT version_num FROM alembic_version")
        _set_version(server, "9999")
        assert _until(http, 503) == {"ok": False, "trouble": "migrations"}
        assert http.get("/healthz").status_code == 200
        _set_version(server, known)
        assert _until(http, 200)["ok"]


def _set_version(server: Server, version: str) -> None:
    ask(server.database, "UPDATE alembic_version SET version_num = :version", version=version)


def _until(http: httpx.Client, status: int) -> dict[str, object]:
    """Return the health report with that status; reports are cached briefly."""
    while (answer := http.get("/readyz")).status_code != status:
        pass
    told: dict[str, object] = answer.json()
    return told


@together
async def test_a_house_is_ready_while_it_is_open(tmp_path: Path) -> None:
    """A server isn't ready before it opens, after it closes, or when one of its services has stopped."""
    server = GameServer(ServerSettings(database=chosen.url(tmp_path / "games.db")))
    assert await server.health.trouble() == "closed"
    await server.open()
    assert await server.health.trouble() == ""
    server.tasks[0].cancel()
    await asyncio.wait(server.tasks[:1])
    assert await server.health.trouble() == "stopped"
    await server.close()
    assert await server.health.trouble() == "closed"


@together
async def test_a_database_that_cannot_be_asked_is_trouble(tmp_path: Path) -> None:
    """A failing or silent database is reported in time, with one query at a time."""
    server = GameServer(ServerSettings(database=chosen.url(tmp_path / "games.db")))
    await server.open()
    asked, silence = 0, asyncio.Event()

    async def fails() -> bool:
        raise OSError("gone")

    async def is_silent() -> bool:
        nonlocal asked
        asked += 1
        await silence.wait()
        return True

    vars(server.database)["is_current"] = fails
    assert await server.health.trouble() == "database"
    server.health.asking = None
    vars(server.database)["is_current"] = is_silent
    said = await asyncio.gather(*(server.health.trouble() for _ in range(5)))
    assert (set(said), asked) == ({"silent"}, 1)
    silence.set()
    assert (await server.health.trouble(), asked) == ("", 1)
    await server.close()


class Wire:
    """A connection to a database that can be cut or made to carry nothing."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.flows = asyncio.Event()
        self.flows.set()
        self.ends: list[asyncio.StreamWriter] = []

    async def open(self) -> int:
        """Return the address to connect to instead."""
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.ends += [writer, far_writer]
        await asyncio.gather(self._flow(reader, far_writer), self._flow(far_reader, writer))

    async def _flow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self.flows.wait()
                writer.write(data)
        writer.close()

    def cut(self) -> None:
        """Cut all connections."""
        self.server.close()
        for end in self.ends:
            end.close()


def test_a_postgresql_out_of_reach(postgres: Postgres, tmp_path: Path) -> None:
    """A PostgreSQL that hangs, recovers or disappears is reported in time while the process stays alive."""
    to_its_end(_out_of_reach(postgres.fresh(), tmp_path))


async def _out_of_reach(url: str, folder: Path) -> None:
    port = make_url(url).port
    assert port is not None
    wire = Wire(port)
    server = Server(url.replace(f":{port}/", f":{await wire.open()}/"), folder / "log", events=str(folder / "events"))
    await asyncio.to_thread(server.start)
    try:
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, trust_env=False) as http:
            assert await _read_trouble(http, 200) == ""
            wire.flows.clear()
            assert await _read_trouble(http, 503) == "silent"
            assert (await http.get("/healthz")).status_code == 200
            wire.flows.set()
            assert await _read_trouble(http, 200) == ""
            wire.cut()
            assert await _read_trouble(http, 503) == "database"
    finally:
        server.kill()


async def _read_trouble(http: httpx.AsyncClient, status: int) -> str:
    """Return the reported trouble, once the status is that."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await http.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)
    return str(answer.json()["trouble"])


@pytest.mark.parametrize("path", ["/", "/table/anything", "/api/editions", "/healthz", "/readyz"])
def test_head_is_answered_like_get(server: Server, path: str) -> None:
    with client(server) as http:
        got, asked = http.get(path), http.head(path)
    assert asked.status_code == got.status_code == 200
    assert asked.content == b""
    assert _headers(asked) == _headers(got)


@pytest.mark.skipif(not STATIC.is_dir(), reason="the page has not been built")
def test_head_of_the_pages_files(server: Server) -> None:
    """HEAD works for every file of the page, compressed or not."""
    with client(server) as http:
        for file in [path for path in STATIC.rglob("*") if path.is_file()]:
            path = f"/{file.relative_to(STATIC).as_posix()}"
            got, asked = http.get(path), http.head(path)
            assert (asked.status_code, asked.content, _headers(asked)) == (200, b"", _headers(got)), path


def test_only_head_is_like_get(server: Server) -> None:
    with client(server) as http:
        assert http.post("/").status_code == 405
        assert http.head("/api/nothing").status_code == http.get("/api/nothing").status_code == 404


def _headers(answer: httpx.Response) -> dict[str, str]:
    """Return all headers but those that always differ."""
    return {name: value for name, value in answer.headers.items() if name not in ("date", "set-cookie")}
