"""The same server on PostgreSQL, where a `postgres` is on the PATH: tables, play, kill -9, going on."""

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.bot import choose
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def database() -> Iterator[str]:
    """The address of an empty PostgreSQL that lives as long as the test; it never runs as root."""
    if not shutil.which("initdb") or not shutil.which("postgres"):
        pytest.skip("there is no PostgreSQL on the PATH")
    folder, port = Path(tempfile.mkdtemp(prefix="kamchatka-")), free_port()  # where another user may look, too
    user = pwd.getpwnam("nobody").pw_name if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    subprocess.run(
        ["initdb", "-D", str(data), "-U", "kamchatka", "-A", "trust", "--no-sync"],
        check=True,
        user=user,
        stdout=subprocess.DEVNULL,
        cwd=folder,
    )
    command = ["postgres", "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    process = subprocess.Popen(command, user=user, stderr=subprocess.DEVNULL, cwd=folder)
    _wait_for(port)
    yield f"postgresql+asyncpg://kamchatka@127.0.0.1:{port}/postgres"
    process.terminate()
    process.wait(timeout=30)
    shutil.rmtree(folder)


def _wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("PostgreSQL did not start")


def test_a_game_on_postgresql_survives_a_kill(database: str, tmp_path: Path) -> None:
    server = Server(database, tmp_path / "log")
    try:
        to_its_end(_survives(server.start()))
    finally:
        server.stop()


async def _survives(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        await ada.post("/api/accounts", {"name": "Ada", "password": "correct horse"})
        table = await ada.lay("modern", "mrr")
        async with ada.at(table) as seat:
            for n in range(8):
                scene = await seat.asked()
                done = await seat.act(choose(scene["ask"]), nonce=f"n{n}")
                assert done["type"] == "done"
                await seat.until("moved")
            await seat.say(type="say", phrase="luck")
            await seat.until("said")
        server.kill()
        await asyncio.to_thread(server.start)
        async with ada.at(table) as seat:
            scene = await seat.asked()
            assert scene["version"] >= done["version"]
            assert await seat.act({"act": "pass"}, nonce="n7") == done
        await ada.post(f"/api/tables/{table}/stop")
        assert (await ada.get("/api/mine"))["tables"][0]["status"] == "over"
        assert len((await ada.get(f"/api/tables/{table}/replay"))["steps"]) > 8
