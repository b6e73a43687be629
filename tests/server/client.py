"""A test client with cookies and CSRF token, or a personal token. Its sockets record every message received."""

import asyncio
import json
import secrets
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
PATIENCE = 120.0  # seconds; a busy machine is slow, not wrong


class Browser:
    """A named user's client."""

    def __init__(self, server: str, name: str, address: str | None = None, app: Any = None) -> None:
        """Use an ASGI application of this process instead of a server if one is given."""
        self.server = server
        self.name = name
        self.address = address  # source address: any of 127.0.0.0/8
        way: httpx.AsyncBaseTransport = httpx.AsyncHTTPTransport(local_address=address)
        if app is not None:
            way = httpx.ASGITransport(app, client=(address or "192.0.2.1", 1))
        self.http = httpx.AsyncClient(base_url=server, timeout=PATIENCE, trust_env=False, transport=way)
        self.csrf = ""

    async def __aenter__(self) -> "Browser":
        self.csrf = (await self.http.get("/api/me")).json()["csrf"]
        if self.name:
            self.csrf = (await self.post("/api/session", {"name": self.name}))["csrf"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def get(self, path: str, status: int = 200) -> Any:
        """Send a GET request and return the response."""
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Json | None = None, status: int | None = None) -> Any:
        """Send a POST request and return the response."""
        answer = await self.http.post(path, json=body or {}, headers={"X-CSRF-Token": self.csrf})
        assert answer.status_code == status if status else answer.status_code in (200, 201), answer.text
        told = answer.json()
        self.csrf = told.get("csrf", self.csrf)  # a new identity gets a new CSRF token
        return told

    async def delete(self, path: str, status: int = 204) -> None:
        """Send a DELETE request."""
        answer = await self.http.delete(path, headers={"X-CSRF-Token": self.csrf})
        assert answer.status_code == status, answer.text

    async def lay(self, edition: str = "modern", seats: str = "mbb", **more: Any) -> str:
        """Create a table: m is me, o open, b a cautious bot, c a captain, r a random bot, s one more at my screen."""
        kinds: dict[str, Json] = {
            "m": {"kind": "me"},
            "o": {"kind": "open"},
            "b": {"kind": "bot"},
            "c": {"kind": "bot", "bot": "captain"},
            "r": {"kind": "bot", "bot": "random"},
            "s": {"kind": "screen", "name": "Guest"},
        }
        form = {"edition": edition, "seats": [kinds[letter] for letter in seats], **more}
        return str((await self.post("/api/tables", form))["id"])

    def at(self, table: str, **query: Any) -> "Seat":
        """Return a socket at a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        given = "&".join(f"{name}={value}" for name, value in {"lang": "en", **query}.items())
        address = f"{self.server.replace('http', 'ws', 1)}/ws/tables/{table}?{given}"
        return Seat(address, {"Cookie": cookies}, self.address)

    def lobby(self) -> "Seat":
        """Return a socket to the lobby."""
        return Seat(f"{self.server.replace('http', 'ws', 1)}/ws/lobby", {}, self.address)


class Seat:
    """A socket at a table that records all messages received."""

    def __init__(self, address: str, headers: dict[str, str], origin: str | None = None) -> None:
        self.address = address
        self.origin = origin
        self.headers = headers
        self.heard: list[bytes] = []
        self.scene: Json = {}  # the newest picture

    async def __aenter__(self) -> "Seat":
        way: Any = {"local_addr": (self.origin, 0)} if self.origin else {}
        self.socket: ClientConnection = await connect(
            self.address, additional_headers=self.headers, proxy=None, max_size=None, open_timeout=PATIENCE, **way
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    async def reopen(self) -> None:
        """Connect again, as a client does whose socket has closed."""
        await self.socket.close()
        await self.__aenter__()

    async def hear(self) -> Json:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE):
            message = await self.socket.recv(decode=False)
        self.heard.append(message)
        said: Json = json.loads(message)
        if said["type"] in ("scene", "moved"):
            self.scene = said
        return said

    async def until(self, *types: str) -> Json:
        """Return the next message of one of these types."""
        while True:
            said = await self.hear()
            if said["type"] in types:
                return said

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def act(self, action: Json, nonce: str = "", after: int | None = None) -> Json:
        """Send an action and return the server's reply."""
        nonce = nonce or secrets.token_hex(4)
        await self.say(type="act", act=action, after=self.scene["version"] if after is None else after, nonce=nonce)
        while True:
            said = await self.until("done", "refused", "stale", "problem")
            if said.get("nonce") in (nonce, ""):
                return said

    async def asked(self) -> Json:
        """Wait until this seat is asked, or the game is over."""
        while not self.scene or (not self.scene["ask"] and not self.scene["result"]):
            await self.until("scene", "moved")
        return self.scene
