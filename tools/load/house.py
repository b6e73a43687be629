"""Tables at which people act about once a second, and the latency of each action."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
import msgspec

from examples.bot import choose
from tools.load.client_socket import ClientSocket, open_socket

SIDE_BY_SIDE = 20  # tables with the same people
AT_ONCE = 20  # tables being created, or sockets being opened, at the same time
UNDER_WAY = 80  # actions after which preparations are over and battles are fought
HURRY = 0.05  # seconds of thought, on average, until then
STUCK = 60.0  # seconds without an action, after which nobody will act
BENEATH = b'"ask":null'  # marks a scene for a client that is not asked


class Shown(msgspec.Struct):
    """The fields of a message that a client reads."""

    type: str
    version: int = 0
    nonce: str = ""
    ask: dict[str, Any] | None = None
    result: Any = None


read = msgspec.json.Decoder(Shown).decode


@dataclass
class Timings:
    """Latencies in seconds since an action was sent."""

    done: list[float] = field(default_factory=list)  # until its sender learned that it is durable
    last: list[float] = field(default_factory=list)  # until the last screen at its table showed it
    acted: int = 0  # actions of all players, bots included


@dataclass
class Pause:
    """Pauses players while others join, and lets only new games play until they are under way."""

    is_on: bool = False
    for_newcomers: bool = False
    waiting: list[Callable[[], None]] = field(default_factory=list)

    def holds(self, is_under_way: bool) -> bool:
        """Return whether players at a table must wait, given its number of actions."""
        return self.is_on or (self.for_newcomers and is_under_way)

    def end(self, for_newcomers: bool = False) -> None:
        """Resume all players, or only those of new games, with the others joining when these end."""
        self.is_on, self.for_newcomers = False, for_newcomers
        waiting, self.waiting = self.waiting, []
        for act in waiting:
            asyncio.get_running_loop().call_later(random.random(), act)


class LoadTable:
    """One table with its sockets. Players act quickly until its game is under way."""

    def __init__(self, id: str, pace: float, timings: Timings, pause: Pause) -> None:
        self.id = id
        self.pause = pause
        self.pace = pace  # seconds of thought, on average, once the game is under way
        self.timings = timings
        self.sockets: list[ClientSocket] = []
        self.versions: list[int] = []  # what each socket shows
        self.sent: dict[str, float] = {}  # time of sending, by nonce
        self.awaited: dict[int, float] = {}  # time of sending by version, until all screens have shown it
        self.newest = 0
        self.is_over = False

    async def open(self, server: str, cookie: str) -> None:
        """Open another socket, which only watches if it has no cookie, and wait until it shows the table.

        Opening sockets faster than the server accepts them keeps it waiting for its database, until it drops some.
        """
        number = len(self.versions)
        self.versions.append(0)
        path = f"/ws/tables/{self.id}?lang=en"
        socket = await open_socket(server, path, cookie, lambda said: self._hear(number, said))
        self.sockets.append(socket)
        while not self.versions[number] and socket.is_open:
            await asyncio.sleep(0.005)

    @property
    def is_under_way(self) -> bool:
        """Return whether the game has the number of actions after which games are measured."""
        return self.newest >= UNDER_WAY

    def _hear(self, number: int, said: bytes) -> None:
        """Handle a message at a socket; only clients that are asked parse whole scenes."""
        now = time.perf_counter()
        if said.startswith(b'{"type":"done"'):
            self._on_done(read(said), now)
        elif said.startswith((b'{"type":"moved"', b'{"type":"scene"')):
            self._see(number, int(said[said.index(b'"version":') + 10 :].partition(b",")[0]), now)
            if BENEATH not in said:
                self._answer(number, read(said))

    def _on_done(self, done: Shown, now: float) -> None:
        sent = self.sent.pop(done.nonce)
        self.timings.done.append(now - sent)
        if min(self.versions) < done.version:
            self.awaited[done.version] = sent
        else:
            self.timings.last.append(now - sent)

    def _see(self, number: int, version: int, now: float) -> None:
        self.versions[number] = version
        self.timings.acted += max(0, version - self.newest)
        self.newest = max(version, self.newest)
        least = min(self.versions)
        for known in [known for known in self.awaited if known <= least]:
            self.timings.last.append(now - self.awaited.pop(known))

    def _answer(self, number: int, shown: Shown) -> None:
        """Let an asked seat answer."""
        self.is_over = self.is_over or shown.result is not None
        if shown.ask and not self.is_over:
            wait = (self.pace if self.is_under_way else HURRY) * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self._act, number, shown.ask, shown.version)

    def _act(self, number: int, ask: dict[str, Any], version: int) -> None:
        if self.pause.holds(self.is_under_way):
            self.pause.waiting.append(lambda: self._act(number, ask, version))
            return
        if self.versions[number] != version:
            return  # the question was asked again meanwhile
        nonce = f"{random.getrandbits(48):x}"
        said = msgspec.json.encode({"type": "act", "act": choose(ask), "after": version, "nonce": nonce})
        self.sent[nonce] = time.perf_counter()
        self.sockets[number].send(said)


class Guest:
    """A named user, known to every server of a platform."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.cookie = ""
        self.csrf = ""

    async def come(self, server: str) -> "Guest":
        """Register the name."""
        self.csrf = (await self.ask("GET", f"{server}/api/me"))["csrf"]
        self.csrf = (await self.ask("POST", f"{server}/api/session", {"name": "Guest"}))["csrf"]
        return self

    async def ask(self, method: str, url: str, body: dict[str, Any] | None = None) -> Any:
        """Send one request."""
        headers = {"X-CSRF-Token": self.csrf, "Cookie": self.cookie}
        answer = await self.http.request(method, url, json=body, headers=headers)
        if answer.is_error:
            raise ConnectionError(f"{method} {url}: {answer.text}")
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer.json()


class House:
    """Tables with people and bots in up to four seats, and this number of sockets."""

    def __init__(self, servers: Sequence[str], people: int, sockets: int, pace: float, edition: str = "modern") -> None:
        self.servers = servers
        self.people = people
        self.sockets = sockets
        self.pace = pace
        self.edition = edition
        self.timings = Timings()
        self.pause = Pause()
        self.tables: list[LoadTable] = []
        self.guests: list[Guest] = []  # in groups, each at tables of its own
        keeps_none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # cookies belong to guests, not to the client
        self.http = httpx.AsyncClient(trust_env=False, timeout=120, cookies=keeps_none)

    async def lay(self, tables: int) -> None:
        """Create tables up to this number: their games begin before any client watches; other players wait for them."""
        self.pause.is_on = True
        have = len(self.tables)
        while len(self.guests) < self.people * -(-tables // SIDE_BY_SIDE):
            self.guests.append(await Guest(self.http).come(self.servers[0]))
        laying = asyncio.Semaphore(AT_ONCE)
        self.tables += await asyncio.gather(*(self._lay(number, laying) for number in range(have, tables)))

    async def open(self) -> None:
        """Open the sockets of new tables: players first, then spectators."""
        opening = asyncio.Semaphore(AT_ONCE)
        news = [(number, table) for number, table in enumerate(self.tables) if not table.sockets]
        await asyncio.gather(*(self._open(number, table, opening) for number, table in news))

    async def warm_up(self) -> tuple[int, float]:
        """Start all games at the server's maximum speed; return the number of actions and seconds.

        Running games wait meanwhile, because a busy server would hardly play the new ones beside them.
        """
        self.pause.end(for_newcomers=True)
        timings, begun = self.begin(), time.perf_counter()
        acted, at = 0, begun
        while behind := [table for table in self.tables if not (table.is_under_way or table.is_over)]:
            await asyncio.sleep(0.05)
            if timings.acted > acted:
                acted, at = timings.acted, time.perf_counter()
            elif time.perf_counter() - at > STUCK:
                raise TimeoutError(f"{len(behind)} games do not come under way; {self.lost} sockets are lost")
        took = time.perf_counter() - begun
        self.pause.end()
        return timings.acted, took

    async def close(self) -> None:
        """Close all sockets."""
        for table in self.tables:
            table.is_over = True
            for socket in table.sockets:
                socket.close()
        await self.http.aclose()

    @property
    def heard(self) -> int:
        """Return the bytes of all messages so far."""
        return sum(socket.heard for table in self.tables for socket in table.sockets)

    @property
    def lost(self) -> int:
        """Return the number of sockets that the server has closed."""
        return sum(not socket.is_open for table in self.tables for socket in table.sockets)

    def begin(self) -> Timings:
        """Start the measurement."""
        self.timings = Timings()
        for table in self.tables:
            table.timings = self.timings
        return self.timings

    def _party(self, number: int) -> list[Guest]:
        first = number // SIDE_BY_SIDE * self.people
        return self.guests[first : first + self.people]

    async def _lay(self, number: int, laying: asyncio.Semaphore) -> LoadTable:
        host, *others = self._party(number)
        server = self.servers[number % len(self.servers)]
        seats = [
            {"kind": "me"},
            *({"kind": "open"} for _ in others),
            *({"kind": "bot"} for _ in range(4 - self.people)),
        ]
        async with laying:
            laid = await host.ask("POST", f"{server}/api/tables", {"edition": self.edition, "seats": seats})
            for other in others:
                await other.ask("POST", f"{server}/api/tables/{laid['id']}/join", {})
        return LoadTable(laid["id"], self.pace, self.timings, self.pause)

    async def _open(self, number: int, table: LoadTable, opening: asyncio.Semaphore) -> None:
        """Open a table's sockets, spread over the servers if there are several."""
        cookies = [guest.cookie for guest in self._party(number)]
        async with opening:
            for n in range(self.sockets):
                server = self.servers[(number + n) % len(self.servers)]
                await table.open(server, cookies[n] if n < len(cookies) else "")
