"""Requests of an attacker against a server. `tools/attacks/bench.py` sends them in turn, 50 times per second.

A kind is a coroutine that makes one request and returns the answer in a word, such as a status or close code. Add new
requests to KINDS, and attacks that keep a socket occupied to HOLDS.
"""

import asyncio
import itertools
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

ADDRESS = "127.0.0.2"  # the attacker's address
DEEP = 15_000  # levels of nested brackets
SOON = 10.0  # timeout of the attacker in seconds


class Kind(Protocol):
    """Make one request and return the answer in a word."""

    __name__: str

    async def __call__(self, attacker: "Attacker", /) -> str: ...


class Attacker:
    """One client at one address with a guest name and, as far as the server allowed, a finished game and an event."""

    def __init__(self, server: str) -> None:
        self.server = server
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        self.http = httpx.AsyncClient(base_url=server, transport=transport, timeout=SOON, trust_env=False)
        self.numbers = itertools.count(1)
        self.headers: dict[str, str] = {}
        self.table = self.finished = self.event = "unknown"
        self.talking: ClientConnection | None = None
        self.door = asyncio.Lock()

    async def settle(self) -> None:
        """Acquire what an attacker can get: a name, a table, a finished game, an event."""
        with suppress(httpx.HTTPError, KeyError):
            self.headers = {"X-CSRF-Token": (await self.http.get("/api/me")).json()["csrf"]}
            named = await self.http.post("/api/session", json={"name": "Mallory"}, headers=self.headers)
            self.headers = {"X-CSRF-Token": named.json()["csrf"]}
            self.finished = await self._lay()
            await self.http.post(f"/api/tables/{self.finished}/stop", json={}, headers=self.headers)
            self.table = await self._lay()
            made = (await self.http.post("/api/events", json={"name": "Evening"}, headers=self.headers)).json()
            self.event, self.headers["X-Event-Key"] = made["id"], made["key"]

    async def _lay(self) -> str:
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        laid = await self.http.post("/api/tables", json={"edition": "modern", "seats": seats}, headers=self.headers)
        return str(laid.json()["id"])

    async def get(self, path: str) -> str:
        """Return the status of a GET request."""
        return str((await self.http.get(path)).status_code)

    async def post(self, path: str, body: bytes, kind: str = "application/json") -> str:
        """Return the status of a POST request."""
        headers = {**self.headers, "Content-Type": kind}
        return str((await self.http.post(path, content=body, headers=headers)).status_code)

    async def socket(self, path: str) -> ClientConnection:
        """Open a socket with the attacker's cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return await connect(
            self.server.replace("http", "ws", 1) + path,
            additional_headers={"Cookie": cookies},
            local_addr=(ADDRESS, 0),
            proxy=None,
            open_timeout=SOON,
            max_size=None,
        )

    async def says(self, **message: object) -> str:
        """Send a message at the attacker's own table."""
        async with self.door:
            if self.talking is None or self.talking.close_code is not None:
                self.talking = await self.socket(f"/ws/tables/{self.table}")
            talking = self.talking
        await talking.send(json.dumps(message))
        return "sent"


# ------------------------------------------------------------------ requests
async def great_odds(attacker: Attacker) -> str:
    """Ask for the odds of about a thousand armies against a thousand, with different numbers each time."""
    n = next(attacker.numbers)
    return await attacker.get(f"/api/odds?edition=modern&attackers={1000 - n % 400}&defenders={1000 - n // 400}")


async def replays(attacker: Attacker) -> str:
    """Ask for the replay of a finished game."""
    return await attacker.get(f"/api/tables/{attacker.finished}/replay?lang=it")


async def uploads(attacker: Attacker) -> str:
    """Upload half a megabyte that is not an event."""
    return await attacker.post("/api/events/upload", b"SQLite format 3\0" + bytes(500_000), "application/octet-stream")


async def odd_encodings(attacker: Attacker) -> str:
    """Upload a list of entrants in an encoding with a slow decoder."""
    body = b"name\n" + b"a" * 100_000 + b"-" + b"9" * 300_000
    return await attacker.post(f"/api/events/{attacker.event}/import/entrants?encoding=punycode", body, "text/csv")


async def nested_json(attacker: Attacker) -> str:
    """Send a form of nested brackets."""
    return await attacker.post("/api/tables", b"[" * DEEP + b"]" * DEEP)


async def unknown_tables(attacker: Attacker) -> str:
    """Ask for a table that doesn't exist, by socket and by HTTP."""
    id = secrets.token_urlsafe(16)
    try:
        async with await attacker.socket(f"/ws/tables/{id}") as socket:
            await socket.recv()
            await socket.recv()
    except ConnectionClosed as closed:
        return f"closed {closed.rcvd.code if closed.rcvd else '?'}"
    return await attacker.get(f"/api/tables/{id}")


async def lobby_visits(attacker: Attacker) -> str:
    """Ask for the whole lobby."""
    async with await attacker.socket("/ws/lobby?lang=it") as socket:
        await asyncio.wait_for(socket.recv(), SOON)
    return await attacker.get("/api/tables?lang=it")


async def lays_tables(attacker: Attacker) -> str:
    """Create a table that is announced to everybody in the lobby."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    return await attacker.post("/api/tables", json.dumps({"edition": "modern", "seats": seats}).encode())


async def chatter(attacker: Attacker) -> str:
    """Send chat messages as fast as allowed."""
    return await attacker.says(type="say", text="x" * 300)


async def mutes(attacker: Attacker) -> str:
    """Mute another name each time."""
    return await attacker.says(type="mute", name=f"N{next(attacker.numbers)}")


async def questions(attacker: Attacker) -> str:
    """Ask for odds and pictures at a table."""
    await attacker.says(type="resync")
    return await attacker.says(type="odds", source="kamchatka", target="alaska", nonce=secrets.token_hex(4))


async def nested_messages(attacker: Attacker) -> str:
    """Send a message of nested brackets."""
    return await attacker.says(type="act", act={"act": "[" * 1000}, after=0, nonce="n")


KINDS: list[Kind] = [
    great_odds, replays, uploads, odd_encodings, nested_json, unknown_tables, lobby_visits, lays_tables, chatter, mutes,
    questions, nested_messages,
]  # fmt: skip


# ------------------------------------------------------------------ attacks that hold a socket
async def half_open(attacker: Attacker) -> None:
    """Send a request whose headers never end."""
    where = urlsplit(attacker.server)
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=(ADDRESS, 0))
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            while not reader.at_eof() and not writer.is_closing():
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(1.0)
        await asyncio.sleep(1.0)


async def listens(attacker: Attacker) -> None:
    """Watch the lobby and read slowly."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with await attacker.socket("/ws/lobby?lang=en") as socket:
                async for _ in socket:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(1.0)


async def watches(attacker: Attacker) -> None:
    """Watch the attacker's table with many sockets."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with await attacker.socket(f"/ws/tables/{attacker.table}?lang=it") as socket:
                async for _ in socket:
                    pass
        await asyncio.sleep(1.0)


HOLDS: list[Callable[[Attacker], Awaitable[None]]] = [listens, half_open, watches]
