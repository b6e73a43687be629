"""The database is unreachable or the disk full during play: clients get 503 and a message, then play continues."""

import asyncio
import resource
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import make_url
from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from tests.postgres import Postgres
from tests.server.client import PATIENCE, Browser, Seat
from tests.server.running import Server
from tests.server.test_health import Wire
from tests.server.together import to_its_end

pytestmark = pytest.mark.sqlite  # and PostgreSQL by name, where it matters


class Cable(Wire):
    """A connection to a database that can be cut and restored."""

    async def mend(self, port: int) -> None:
        """Accept connections again."""
        self.ends.clear()
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", port)


def test_a_postgresql_that_goes_away_and_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    """While PostgreSQL is away, requests fail with a clear error; afterwards play continues where it was."""
    to_its_end(_comes_back(postgres.fresh(), tmp_path))


async def _comes_back(url: str, folder: Path) -> None:
    port = make_url(url).port
    assert port is not None
    cable = Cable(port)
    door = await cable.open()
    server = Server(url.replace(f":{port}/", f":{door}/"), folder / "log", events=str(folder / "events"))
    await asyncio.to_thread(server.start)
    try:
        async with Browser(server.address, "Ada") as ada, Browser(server.address, "") as new:
            table, closed = await ada.lay("modern", "mrr"), await ada.lay("modern", "moo")
            async with ada.at(table) as seat:
                scene = await seat.asked()
                cable.cut()
                await seat.say(type="act", act=choose(scene["ask"]), after=scene["version"], nonce="n")
                await _is_thrown_out(seat)
            await _are_told(ada, new, table, closed)
            await cable.mend(door)
            await _plays_on(ada, table)
            new.csrf = (await new.post("/api/session", {"name": "Bruno"}))["csrf"]
            await new.post(f"/api/tables/{closed}/join")
    finally:
        server.kill()
        cable.cut()
    _log_is_clean(server)


async def _are_told(ada: Browser, new: Browser, *tables: str) -> None:
    """Check that every request gets 503 and a message, not 500."""
    for path in ("/api/tables", "/api/mine", *(f"/api/tables/{id}" for id in tables)):
        assert (await ada.get(path, status=503))["code"] == "storage"
    assert "Try again" in (await new.post("/api/session", {"name": "Secretive"}, status=503))["text"]
    assert (await ada.post(f"/api/tables/{tables[1]}/leave", status=503))["code"] == "storage"
    for id in tables:
        async with ada.at(id) as seat:
            assert (await seat.until("problem"))["code"] == "storage"


async def _is_thrown_out(seat: Seat) -> None:
    """Check that nothing unsaved is acknowledged, and that the socket is closed with the reason."""
    code = ""
    with suppress(ConnectionClosed):
        while True:
            said = await seat.hear()
            assert said["type"] != "done"
            code = said.get("code", code)
    assert code == "storage"


async def _plays_on(ada: Browser, table: str) -> None:
    """Check that the unacknowledged action can be sent again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with ada.at(table) as seat:
                    scene = await seat.asked()
                    done = await seat.act(choose(scene["ask"]), nonce="n")
                    assert done["type"] == "done"
                    return
            except ConnectionClosed:
                await asyncio.sleep(0.1)


def _log_is_clean(server: Server) -> None:
    """Check that the log has no traceback, SQL or values, and one line per outage."""
    logged = server.log.read_text()
    assert '"event": "bug"' not in logged
    assert "INSERT" not in logged
    assert "Secretive" not in logged
    assert logged.count("the database fails") <= 4


def test_a_full_disk(own_server: Callable[..., Server]) -> None:
    """On a full disk a new guest and a move are refused; both succeed once there is space."""
    to_its_end(_full(own_server()))


async def _full(server: Server) -> None:
    assert server.process is not None
    pid = server.process.pid
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "") as new:
        table = await ada.lay("modern", "mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            size = Path(f"{server.database}-wal").stat().st_size
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, unlimited[1]))
            assert (await new.post("/api/session", {"name": "Secretive"}, status=503))["code"] == "storage"
            await seat.say(type="act", act=choose(scene["ask"]), after=scene["version"], nonce="n")
            await _is_thrown_out(seat)
        assert (await ada.get("/api/mine"))["tables"][0]["status"] == "playing"  # stored data can still be read
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        assert (await new.post("/api/session", {"name": "Bruno"}))["name"] == "Bruno"
        await _plays_on(ada, table)
    server.stop()
    _log_is_clean(server)
