"""Persistent clients: unacknowledged actions are sent again with their nonce, to any server that answers."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from examples.bot import choose
from tests.cluster.history import History

Json = dict[str, Any]
PACE = 0.2  # thinking time in seconds
PING = 2.0  # seconds between two checks of a server, and for the response
OPENING = 5.0  # seconds to open a socket
SILENCE = 6.0  # seconds without an acknowledgement until another server is tried


class Member:
    """A user known to all servers, by cookie and CSRF token."""

    def __init__(self, addresses: list[str], name: str) -> None:
        self.addresses = addresses  # of all servers, dead or alive
        self.name = name
        self.http = httpx.AsyncClient(timeout=20.0, trust_env=False)
        self.cookie = ""
        self.csrf = ""

    async def come(self) -> "Member":
        """Take a name."""
        self.csrf = str((await self.ask("GET", "/api/me"))["csrf"])
        self.csrf = str((await self.ask("POST", "/api/session", {"name": self.name}))["csrf"])
        return self

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request to any server that answers."""
        headers = {"X-CSRF-Token": self.csrf, **({"Cookie": self.cookie} if self.cookie else {})}
        for attempt in range(200):
            address = random.choice(self.addresses)
            try:
                answer = await self.http.request(method, address + path, json=body, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(0.1)
                continue
            if answer.status_code in (429, 503) and attempt < 199:
                await asyncio.sleep(0.1)
                continue
            assert answer.status_code in (200, 201), answer.text
            if "set-cookie" in answer.headers:
                self.cookie = answer.headers["set-cookie"].partition(";")[0]
            return answer.json()
        raise AssertionError("no server answers")


class TablePlayer:
    """A reconnecting socket at one table, of a player or a spectator."""

    def __init__(self, member: Member, table: str, history: History, pace: float = PACE) -> None:
        self.member = member
        self.table = table
        self.history = history
        self.pace = pace  # thinking time in seconds
        self.pending: Json | None = None
        self.sent_at = 0.0
        self.version = 0
        self.scene: Json = {}  # the current scene
        self.server = ""  # the last server's address
        self.heard_at = 0.0  # the time of the last message
        self.closed: list[int] = []  # close codes of sockets
        self.failures: list[str] = []  # sockets that failed to open or respond
        self.pauses: list[float] = []  # seconds between the end of a socket and the first scene on the next
        self.left_at: float | None = None
        self.is_over = False
        self.news = asyncio.Event()  # a message arrived, or a socket was closed

    async def until(self, found: Callable[[], object]) -> None:
        """Wait until this holds, checking whenever a message arrives."""
        while not found():
            self.news.clear()
            await self.news.wait()

    def __repr__(self) -> str:
        silent = time.monotonic() - self.heard_at
        shown = f"{self.version}{' (the end)' if self.is_over else ''}"
        seen = f"{shown} at {self.server}, silent for {silent:.1f} s, asked {bool(self.scene.get('ask'))}"
        return f"{self.member.name} at {self.table}: {seen}, waits for {self.pending}, was closed {self.closed[-9:]}"

    async def play(self) -> None:
        """Play until the game is over or this is cancelled."""
        while not self.is_over:
            try:
                await self._session(random.choice(self.member.addresses))
            except ConnectionClosed as closed:
                if closed.rcvd or not closed.sent:  # else the client gave up because the machine is too busy
                    self.closed.append(closed.rcvd.code if closed.rcvd else 1006)
            except (OSError, InvalidHandshake, TimeoutError, EOFError) as error:
                self.failures.append(type(error).__name__)
            self.left_at = self.left_at or time.monotonic()
            self.news.set()
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _session(self, server: str) -> None:
        """Play over one connection until it breaks."""
        self.server = server
        after = f"&after={self.version}" if self.version else ""
        address = f"{server.replace('http', 'ws', 1)}/ws/tables/{self.table}?lang=en{after}"
        opened, fresh = time.monotonic(), True
        async with connect(
            address,
            additional_headers={"Cookie": self.member.cookie},
            proxy=None,
            max_size=None,
            compression=None,
            open_timeout=OPENING,
            close_timeout=0.5,
            ping_interval=PING,
            ping_timeout=PING,
        ) as socket:
            while not self.is_over:
                said = await self._hear(socket)
                if said["type"] in ("scene", "moved"):
                    self.history.look(self.table, said, opened, fresh)
                    fresh = False
                    await self._looked(socket, said)
                elif self.pending and said.get("nonce") == self.pending["nonce"]:
                    self.pending = None
                    if said["type"] == "done":
                        self.history.acknowledge(self.table, said["nonce"], said["version"])
                        if said["version"] <= self.version:  # sent again: the screen shows its result already
                            await self._looked(socket, self.scene)
                    elif said["type"] != "stale":  # followed by a scene
                        await socket.send('{"type": "resync"}')
                self.news.set()

    async def _hear(self, socket: ClientConnection) -> Json:
        async with asyncio.timeout(SILENCE if self.pending else None):
            said: Json = json.loads(await socket.recv())
        self.heard_at = time.monotonic()
        return said

    async def _looked(self, socket: ClientConnection, scene: Json) -> None:
        self.scene, self.version = scene, scene["version"]
        if self.left_at is not None:
            self.pauses.append(time.monotonic() - self.left_at)
            self.left_at = None
        self.news.set()
        self.is_over = bool(scene["result"])
        if self.is_over or not (self.pending or scene["ask"]):
            return
        if self.pending is None:
            await asyncio.sleep(self.pace)
            nonce = f"{random.getrandbits(64):016x}"
            act = choose(scene["ask"])
            self.pending = {"type": "act", "act": act, "after": scene["version"], "nonce": nonce}
            self.history.send(self.table, nonce)
        await socket.send(json.dumps(self.pending))
