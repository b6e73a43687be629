"""Persistent clients: unacknowledged actions are sent again with their nonce, to any server that answers."""

import asyncio
import json
from random import Random
from typing import Any, NamedTuple

from tests.cluster.history import Acknowledged, History, SceneShown, Sent
from tests.simulation.platform import Platform
from tests.simulation.wires import Json, Line, Socket, Unreachable, connect

SILENCE = 4.0  # seconds of silence until a client sends a ping, and again until it gives up
AGAIN = (0.05, 0.6)  # seconds until a client retries
WAITING = (429, 502, 503)  # statuses after which a client retries


class Picture(NamedTuple):
    """A scene sent to a client: the first on a socket is a resumed one, the last of a game hides nothing."""

    user: int
    table: str
    version: int
    private: int | None
    is_first: bool
    is_last: bool
    message: bytes


class Person:
    """A person with an account, known to all servers by a token."""

    def __init__(self, platform: Platform, user: int, name: str) -> None:
        self.platform = platform
        self.user = user
        self.name = name
        self.luck = Random(f"{platform.seed} {name}")
        address = f"198.51.{user}.7"
        token = f"token of {name}"
        self.lines = [Line(platform, f"client {name}", server, token, address) for server in platform.servers]

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Send a request to one server after another until one answers."""
        while True:
            try:
                status, answer = await self.luck.choice(self.lines).request(method, path, body)
            except Unreachable:
                self.platform.trace.note(self.name, f"{method} {path}: no answer")
            else:
                self.platform.trace.note(self.name, f"{method} {path}: {status}")
                if status not in WAITING:
                    return status, answer
            await asyncio.sleep(self.luck.uniform(*AGAIN))


class Screen:
    """A user's reconnecting socket to a table; it plays if the user has a seat."""

    def __init__(
        self, person: Person, table: str, book: "Book", number: int = 0, pace: tuple[float, float] = (0.3, 1.5)
    ) -> None:
        self.person = person
        self.table = table
        self.book = book
        self.name = f"{person.name}{number or ''}"
        self.luck = Random(f"{person.platform.seed} {self.name} {table}")
        self.pace = pace  # thinking time in seconds
        self.version = 0
        self.scene: Json = {}
        self.board: dict[str, tuple[int | None, int]] = {}  # all places as this client has been shown them
        self.pending: Json | None = None
        self.is_over = False
        self.is_leaving = False
        self.closed: list[int] = []
        self.socket: Socket | None = None

    def __repr__(self) -> str:
        asked = "asked" if self.scene.get("ask") else f"waits for {self.scene.get('awaited')}"
        return f"{self.name} at {self.table[:4]}, version {self.version}, {asked}, pending {bool(self.pending)}"

    def note(self, what: str) -> None:
        """Record an event."""
        self.book.platform.trace.note(self.name, f"{self.table[:4]} {what}")

    async def play(self) -> None:
        """Play or watch until the game is over."""
        while not (self.is_over or self.is_leaving):
            line = self.luck.choice(self.person.lines)
            await asyncio.sleep(line.link.delay())
            after = f"&after={self.version}" if self.version and self.luck.random() < 0.8 else ""
            socket = connect(line, f"/ws/tables/{self.table}", f"lang=en{after}")
            if socket is not None:
                await self._session(socket)
            await asyncio.sleep(self.luck.uniform(*AGAIN))

    async def _session(self, socket: Socket) -> None:
        self.socket = socket
        opened, is_first = self.book.platform.loop.now, True
        try:
            while not (self.is_over or self.is_leaving):
                message = await self._hear(socket)
                if message is None:
                    break
                said = json.loads(message)
                if said["type"] in ("scene", "moved"):
                    self.book.look(self, said, message, opened, is_first)
                    is_first = False
                    await self._looked(socket, said)
                elif self.pending and said.get("nonce") == self.pending["nonce"]:
                    await self._respond(socket, said)
        finally:
            self.socket = None
            self.closed.append(socket.code)
            socket.close()

    async def _hear(self, socket: Socket) -> bytes | None:
        for attempt in range(2):
            try:
                async with asyncio.timeout(SILENCE):
                    return await socket.heard.get()
            except TimeoutError:
                if not attempt:
                    socket.say({"type": "ping"})
        self.note("hears nothing")
        return None

    async def _respond(self, socket: Socket, said: Json) -> None:
        """Handle the answer to the pending action."""
        nonce, self.pending = said["nonce"], None
        self.note(f"{nonce} {said['type']} {said.get('version', said.get('code', ''))}")
        if said["type"] in ("stale", "refused"):
            self.book.denied.append((self.table, nonce))
        if said["type"] == "done":
            self.book.acknowledge(self, nonce, said["version"])
            if said["version"] <= self.version:
                await self._looked(socket, self.scene)
        elif said["type"] != "stale":
            socket.say({"type": "resync"})

    async def _looked(self, socket: Socket, scene: Json) -> None:
        self.scene, self.version = scene, scene["version"]
        self.is_over = bool(scene["result"])
        if self.is_over or not (self.pending or scene["ask"]):
            return
        if self.pending is None:
            await asyncio.sleep(self.luck.uniform(*self.pace))
            nonce = f"{self.luck.getrandbits(48):012x}"
            act = choose(scene["ask"], self.luck)
            self.pending = {"type": "act", "act": act, "after": scene["version"], "nonce": nonce}
            self.book.send(self, nonce)
        self.note(f"{self.pending['nonce']} {json.dumps(self.pending['act'])}")
        socket.say(self.pending)
        if self.luck.random() < self.book.impatience:
            socket.say(self.pending)


class Book:
    """What all clients have sent and seen."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.history = History()
        self.denied: list[tuple[str, str]] = []  # tables and nonces of actions that were not accepted
        self.pictures: list[Picture] = []
        self.impatience = 0.05  # probability that an action is sent twice

    def send(self, screen: Screen, nonce: str) -> None:
        """Record an action that is sent."""
        self.history.sent.append(Sent(self.platform.loop.now, screen.table, nonce))

    def acknowledge(self, screen: Screen, nonce: str, version: int) -> None:
        """Record an acknowledgement."""
        self.history.acknowledged.append(Acknowledged(self.platform.loop.now, screen.table, nonce, version))

    def look(self, screen: Screen, said: Json, message: bytes, opened: float, is_first: bool) -> None:
        """Record a scene."""
        screen.board |= {place["id"]: (place["owner"], place["armies"]) for place in said["places"]}
        now, places = self.platform.loop.now, dict(screen.board)
        self.history.scenes.append(SceneShown(now, screen.table, said["version"], places, opened, is_first))
        private = None if said["private"] is None else said["private"]["seat"]
        user, is_last = screen.person.user, bool(said["result"])
        self.pictures.append(Picture(user, screen.table, said["version"], private, is_first, is_last, message))
        screen.note(f"sees {said['type']} {said['version']}{' first' if is_first else ''}")


def choose(ask: Json, luck: Random) -> Json:
    """Choose a random action: a range, then a value for all that it leaves open."""
    offered = luck.choice(ask["ranges"])
    if offered["kind"] == "choice":
        action: Json = luck.choice(offered["choices"])["action"]
        return action
    action, fields = {"act": offered["act"], **offered["fixed"]}, offered["fields"]
    least, most = offered.get("least", 0), offered.get("most", 0)
    if offered["kind"] == "pairs":
        action[fields["at"]], action[fields["to"]], least, most = luck.choice(offered["pairs"])
    if offered["kind"] == "spots":
        action[fields["at"]] = luck.choice(offered["places"])
    if offered["kind"] == "parties":
        party = luck.choice(offered["parties"])
        chosen = luck.choice(party["sets"])
        action[fields["what"]], least, most = chosen["pieces"], chosen["least"], chosen["most"]
        action |= {fields[at]: party[end] for at, end in (("at", "source"), ("to", "target")) if party[end]}
    if "n" in fields:
        action[fields["n"]] = luck.randint(least, most)
    return action
