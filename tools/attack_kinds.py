"""What an attacker asks of a server, as a list: `tools/bench_attack.py` goes round it fifty times a second.

A kind is a coroutine that asks once and gives back the answer in a word (a status, a close code). Whoever finds a worse
one adds it to KINDS (requests) or to HOLDS (what occupies a socket and stays).
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

ADDRESS = "127.0.0.2"  # the attacker's own
DEEP = 15_000  # brackets in one another
SOON = 10.0  # seconds; then the attacker waits no longer


class Kind(Protocol):
    """Asks once; the answer in a word."""

    __name__: str

    async def __call__(self, attacker: "Attacker", /) -> str: ...


class Attacker:
    """One client at one address, with a guest's name, a finished game and an event, as far as it was given them."""

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
        """Get what an attacker can get: a name, a table, a finished game, an event."""
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
        """The status of a GET."""
        return str((await self.http.get(path)).status_code)

    async def post(self, path: str, body: bytes, kind: str = "application/json") -> str:
        """The status of a POST."""
        headers = {**self.headers, "Content-Type": kind}
        return str((await self.http.post(path, content=body, headers=headers)).status_code)

    async def socket(self, path: str) -> ClientConnection:
        """An open socket with the attacker's cookies."""
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
        """One more message at the attacker's own table."""
        async with self.door:
            if self.talking is None or self.talking.close_code is not None:
                self.talking = await self.socket(f"/ws/tables/{self.table}")
            talking = self.talking
        await talking.send(json.dumps(message))
        return "sent"


# ------------------------------------------------------------------ requests
async def great_odds(attacker: Attacker) -> str:
    """A battle of a thousand against a thousand, another one each time."""
    n = next(attacker.numbers)
    return await attacker.get(f"/api/odds?edition=modern&attackers={1000 - n % 400}&defenders={1000 - n // 400}")


async def replays(attacker: Attacker) -> str:
    """A finished game told from its first die."""
    return await attacker.get(f"/api/tables/{attacker.finished}/replay?lang=it")


async def uploads(attacker: Attacker) -> str:
    """A file that is no event, half a megabyte of it."""
    return await attacker.post("/api/events/upload", b"SQLite format 3\0" + bytes(500_000), "application/octet-stream")


async def odd_encodings(attacker: Attacker) -> str:
    """A list of entrants in an encoding whose decoder is slow."""
    body = b"name\n" + b"a" * 100_000 + b"-" + b"9" * 300_000
    return await attacker.post(f"/api/events/{attacker.event}/import/entrants?encoding=punycode", body, "text/csv")


async def nested_json(attacker: Attacker) -> str:
    """A form that is nothing but brackets."""
    return await attacker.post("/api/tables", b"[" * DEEP + b"]" * DEEP)


async def unknown_tables(attacker: Attacker) -> str:
    """A table that never was, asked for over both doors."""
    id = secrets.token_urlsafe(16)
    try:
        async with await attacker.socket(f"/ws/tables/{id}") as socket:
            await socket.recv()
            await socket.recv()
    except ConnectionClosed as closed:
        return f"closed {closed.rcvd.code if closed.rcvd else '?'}"
    return await attacker.get(f"/api/tables/{id}")


async def lobby_visits(attacker: Attacker) -> str:
    """The whole list, over and over."""
    async with await attacker.socket("/ws/lobby?lang=it") as socket:
        await asyncio.wait_for(socket.recv(), SOON)
    return await attacker.get("/api/tables?lang=it")


async def lays_tables(attacker: Attacker) -> str:
    """A table that everybody in the lobby is told of."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    return await attacker.post("/api/tables", json.dumps({"edition": "modern", "seats": seats}).encode())


async def chatter(attacker: Attacker) -> str:
    """As much as may be said."""
    return await attacker.says(type="say", text="x" * 300)


async def mutes(attacker: Attacker) -> str:
    """Another name each time."""
    return await attacker.says(type="mute", name=f"N{next(attacker.numbers)}")


async def questions(attacker: Attacker) -> str:
    """Odds and pictures at a table."""
    await attacker.says(type="resync")
    return await attacker.says(type="odds", source="kamchatka", target="alaska", nonce=secrets.token_hex(4))


async def nested_messages(attacker: Attacker) -> str:
    """A message of brackets."""
    return await attacker.says(type="act", act={"act": "[" * 1000}, after=0, nonce="n")


KINDS: list[Kind] = [
    great_odds, replays, uploads, odd_encodings, nested_json, unknown_tables, lobby_visits, lays_tables, chatter, mutes,
    questions, nested_messages,
]  # fmt: skip


# ------------------------------------------------------------------ what stays
async def half_open(attacker: Attacker) -> None:
    """A request whose head never ends."""
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
    """The lobby, without ever reading fast."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with await attacker.socket("/ws/lobby?lang=en") as socket:
                async for _ in socket:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(1.0)


async def watches(attacker: Attacker) -> None:
    """A table of the attacker's, looked at by many."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with await attacker.socket(f"/ws/tables/{attacker.table}?lang=it") as socket:
                async for _ in socket:
                    pass
        await asyncio.sleep(1.0)


HOLDS: list[Callable[[Attacker], Awaitable[None]]] = [listens, half_open, watches]
