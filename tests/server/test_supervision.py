"""A failing task of the server is never silent: tables are quarantined, services restart, and both are counted."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from structlog.testing import capture_logs

from kamchatka.server import supervision
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.supervision import FIRST_PAUSE, LONGEST_PAUSE, Supervisor
from kamchatka.server.tables.room import Room
from tests.server.databases import ask
from tests.server.test_quarantine import lines, set_first
from tests.server.test_room import lay, open_server, sits_down
from tests.server.together import together


class Pauses:
    """Fake pauses: each is reported, and ends when the test releases it."""

    def __init__(self) -> None:
        self.begun: asyncio.Queue[float] = asyncio.Queue()
        self.released: asyncio.Queue[None] = asyncio.Queue()

    async def wait(self, seconds: float) -> None:
        """Report the pause and wait for its release."""
        self.begun.put_nowait(seconds)
        await self.released.get()


class BrokenService:
    """A service that fails whenever it is started."""

    def __init__(self) -> None:
        self.starts = 0

    async def run(self) -> None:
        """Fail at once."""
        self.starts += 1
        raise ValueError("broken")


@together
async def test_a_service_that_fails_is_logged_once_and_restarted_after_growing_pauses() -> None:
    pauses, service = Pauses(), BrokenService()
    supervisor = Supervisor(pauses.wait)
    with capture_logs() as logs:
        task = supervisor.keep("lobby", service.run)
        seen = []
        for _ in range(9):
            seen.append(await pauses.begun.get())
            assert supervisor.down == {"lobby"}
            pauses.released.put_nowait(None)
        assert seen == [min(LONGEST_PAUSE, FIRST_PAUSE * 2**n) for n in range(9)]
        assert supervisor.failures["lobby"] == service.starts == 9
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    assert [(one["event"], one["task"]) for one in logs] == [("service failed", "lobby")]
    assert supervisor.down == set()


@together
async def test_cancelling_is_silent() -> None:
    async def forever() -> None:
        await asyncio.Event().wait()

    supervisor = Supervisor()
    with capture_logs() as logs:
        tasks = [supervisor.keep("service", forever), supervisor.start("job", forever())]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert (logs, supervisor.failures, all(task.cancelled() for task in tasks)) == ([], {}, True)


@together
async def test_a_service_that_failed_is_visible_in_health_and_metrics(tmp_path: Path) -> None:
    """The server isn't ready until the service restarts; the failure stays counted."""
    pauses, starts = Pauses(), asyncio.Queue[None]()

    async def fails_once() -> None:
        starts.put_nowait(None)
        if not server.supervisor.failures:
            raise ValueError("broken")
        await asyncio.Event().wait()

    async with open_server(tmp_path) as server:
        server.supervisor.wait = pauses.wait
        server.tasks.append(supervision.keep("lobby", fails_once))
        await starts.get()
        await pauses.begun.get()
        assert await server.health.trouble() == "stopped"
        assert "kamchatka_services_down 1.0" in metrics_of(server)
        pauses.released.put_nowait(None)
        await starts.get()
        assert await server.health.trouble() == ""
        assert 'kamchatka_task_failures_total{task="lobby"} 1.0' in metrics_of(server)
        assert "kamchatka_services_down 0.0" in metrics_of(server)


def metrics_of(server: GameServer) -> str:
    """Return the metrics that Prometheus reads."""
    return generate_latest(server.metrics.registry).decode()


@together
async def test_a_failure_in_a_room_sets_its_game_apart_and_tells_everybody_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure in a room quarantines its game: queued jobs are refused, sockets are closed with the reason."""

    async def fails(self: Room) -> None:
        raise ValueError("a bug")

    async with open_server(tmp_path) as server:
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        room, listener = live_table.room, await sits_down(live_table, ada)
        monkeypatch.setattr(Room, "_alarm", fails)
        with capture_logs() as logs:
            room.queue._ring(False)  # the alarm
            await read_to_end(listener.outbox.get)
        assert listener.ended == "unreadable"
        assert [one["event"] for one in logs if one["log_level"] == "error"] == ["quarantined"]
        assert room.table.id not in server.live_tables
        for refused in (room.submit(nothing), server.live_tables.open(room.table.id)):
            with pytest.raises(Fault, match="unreadable"):
                await refused
        assert server.supervisor.failures["table"] == 1


async def read_to_end(get: Callable[[], object]) -> None:
    """Read an outbox until its socket is closed."""
    while await get() is not None:  # type: ignore[misc]
        pass


async def nothing() -> None:
    """Do nothing in a room's queue."""


@pytest.mark.parametrize("is_torn", [True, False], ids=["torn", "missing"])
@together
async def test_a_running_game_without_a_whole_line_is_quarantined(tmp_path: Path, is_torn: bool) -> None:
    """Opening it fails at once, so that no socket waits for ever."""
    async with open_server(tmp_path) as server:
        database = server.settings.database
        ada = await server.accounts.guest("Ada", "cookie")
        live_table = await lay(server, ada)
        id = live_table.room.table.id
        live_table.room.break_off("storage")
        ask(database, "DELETE FROM entries WHERE table_id = :table AND n > 0", table=id)
        if is_torn:
            set_first(database, id, lines(database, id)[0][:40])
        else:
            ask(database, "DELETE FROM entries WHERE table_id = :table", table=id)
        with pytest.raises(Fault, match="unreadable"):
            await server.live_tables.open(id)
        await server.quarantine.look_again()
        assert server.quarantine.size == 1
