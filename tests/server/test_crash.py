"""SIGKILL during a turn: no acknowledged action is lost or duplicated, and all clients continue."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from websockets.exceptions import ConnectionClosed

from examples.bot import choose
from kamchatka.journal import parse
from kamchatka.proof import prove
from tests.server.client import Browser, Json, Seat
from tests.server.running import Server
from tests.server.together import to_its_end


class Stubborn:
    """A client that reconnects and resends unacknowledged actions with the same nonce."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.table = table
        self.acknowledged: dict[str, int] = {}  # nonce → version
        self.pending: Json | None = None
        self.version = 0
        self.server_is_up = asyncio.Event()
        self.server_is_up.set()
        self._changed = asyncio.Event()

    async def session(self) -> None:
        """Play over one connection until it breaks or the game is over."""
        query = {"after": self.version} if self.version else {}
        async with self.browser.at(self.table, **query) as seat:
            while True:
                await seat.until("scene", "moved")
                self.version = seat.scene["version"]
                self._changed.set()
                if seat.scene["result"]:
                    return
                if self.pending or seat.scene["ask"]:
                    await self._send(seat)

    async def _send(self, seat: Seat) -> None:
        if self.pending is None:
            self.pending = {
                "type": "act",
                "act": choose(seat.scene["ask"]),
                "after": seat.scene["version"],
                "nonce": f"{random.getrandbits(64):x}",
            }
        await seat.say(**self.pending)
        while True:
            said = await seat.hear()
            if said.get("nonce") == self.pending["nonce"]:
                if said["type"] == "done":
                    self.acknowledged[said["nonce"]] = said["version"]
                self.pending = None
                return

    async def play(self, is_over: asyncio.Event) -> None:
        """Reconnect until the game is over."""
        while not is_over.is_set():
            try:
                await self.session()
                is_over.set()
            except (ConnectionClosed, OSError):
                await self.server_is_up.wait()
            finally:
                self._changed.set()

    async def reaches(self, version: int, is_over: asyncio.Event) -> None:
        """Wait until this client has seen this version, or the game is over."""
        while self.version < version and not is_over.is_set():
            self._changed.clear()
            await self._changed.wait()


@contextmanager
def outage(players: Sequence[Stubborn]) -> Iterator[None]:
    """Restart the server; clients reconnect as soon as it is up."""
    for player in players:
        player.server_is_up.clear()
    yield
    for player in players:
        player.server_is_up.set()


def test_killed_in_the_middle_of_a_turn(own_server: Callable[..., Server]) -> None:
    to_its_end(_killed(own_server()))


async def _killed(server: Server) -> None:
    random.seed(5)
    async with Browser(server.address, "Ada") as ada, Browser(server.address, "Bruno") as bruno:
        table = await ada.lay("modern", "mor")
        await bruno.post(f"/api/tables/{table}/join")
        players, is_over = [Stubborn(ada, table), Stubborn(bruno, table)], asyncio.Event()
        playing = [asyncio.create_task(player.play(is_over)) for player in players]
        for wanted in (25, 60, 95):
            for player in players:
                await player.reaches(wanted, is_over)
            with outage(players):
                server.kill()
                await asyncio.to_thread(server.start)
        for player in players:
            await player.reaches(120, is_over)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for browser in (ada, bruno):
            await browser.post(f"/api/tables/{table}/stop")
        journal = (await ada.http.get(f"/api/tables/{table}/journal")).content
    _check(journal, players)


def _check(journal: bytes, players: list[Stubborn]) -> None:
    """Check that each acknowledged action is in the journal once, by its seat, and that the dice match the seal."""
    lines = [json.loads(line) for line in journal.splitlines()[1:]]
    for seat, player in enumerate(players):
        versions = list(player.acknowledged.values())
        assert len(versions) > 10
        assert len(set(versions)) == len(versions)  # none is duplicated
        assert [lines[version - 1]["seat"] for version in versions] == [seat] * len(versions)
        own = [n + 1 for n, line in enumerate(lines) if line.get("seat") == seat]
        assert set(versions) <= set(own)
        assert len(own) - len(versions) <= 1  # at most the last action was still in flight
    kept = parse(journal, "journal")
    assert not kept.torn
    assert prove(kept).strays is None


def test_a_stopped_server_closes_its_games_without_loss(own_server: Callable[..., Server]) -> None:
    to_its_end(_stopped(own_server()))


async def _stopped(server: Server) -> None:
    async with Browser(server.address, "Ada") as ada:
        table = await ada.lay("modern", "mrr")
        async with ada.at(table) as seat:
            scene = await seat.asked()
            done = await seat.act(choose(scene["ask"]), nonce="kept")
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        async with ada.at(table) as seat:
            scene = await seat.asked()
            assert scene["version"] >= done["version"]
            assert await seat.act({"act": "pass"}, nonce="kept") == done
