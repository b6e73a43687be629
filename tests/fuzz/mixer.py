"""Several concurrent clients that use everything the server offers, correctly or not, and disconnect at any time.

`python -m tests.fuzz.mixer --steps 20000 --seed 3` runs them against their own server; tests/fuzz/test_mixer.py runs
fewer steps. No response may be a 5xx other than 503, no socket may close with 1011, and the log may contain no bug.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from examples.bot import choose
from tests.fuzz.openapi import Api
from tests.server.client import Browser, Seat
from tests.server.running import Server
from tools.fuzz.mutation import Mutator
from tools.fuzz.oddities import CHARACTERS, TEXTS
from tools.fuzz.targets.events import TARGETS as EVENTS
from tools.fuzz.targets.server import FILLED
from tools.fuzz.targets.server import TARGETS as SERVER

Json = dict[str, Any]
PEOPLE = 4
LIMITS = {
    "requests_a_minute": "1000000",
    "logins_a_minute": "1000000",
    "events_a_minute": "1000000",
    "connections_per_address": "500",
    "sockets_a_minute": "1000000",
    "work_a_minute": "1000000",
}


class House:
    """State shared by all clients: tables, events, and a count of responses."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tables = ["nothing-here"]
        self.events = {"nothing-here": ""}  # event → the organiser's key
        self.answers = Counter[str]()
        self.broken = dict[str, str]()  # kind of violation → the first example


class Stranger:
    """A client with its own random numbers."""

    def __init__(self, house: House, seed: str) -> None:
        self.house = house
        self.luck = random.Random(seed)
        self.browser = Browser(house.server.address, "")
        self.seats = list[Seat]()
        self.tokens = ["0"]
        self.messages = _mutator("socket", seed)
        self.lists = _mutator("csv", seed)
        self.forms = Mutator("json", [json.dumps(body).encode() for body in FILLED.values()], seed, 60_000)
        self.api: Api | None = None
        self.said = ""  # the last messages on a socket

    async def run(self, steps: int) -> None:
        """Do this number of things, one after the other."""
        async with self.browser:
            document = json.loads((await self._send("GET", "/api/openapi.json")).content)
            self.api = Api(document, self.luck, {"id": self.house.tables, "lang": ["en", "it", "tlh"]})
            for _ in range(steps):
                await self.luck.choice(self.deeds)()
            while self.seats:
                await self._hang_up()

    @property
    def deeds(self) -> list[Callable[[], Awaitable[None]]]:
        """Return the possible actions; those listed twice are done twice as often."""
        return [
            self._name, self._account, self._lay, self._lay, self._sit_down, self._sit_down, self._play, self._play,
            self._play, self._play, self._babble, self._babble, self._hang_up, self._event, self._desk, self._desk,
            self._upload, self._listen, self._call, self._call, self._call, self._bytes,
        ]  # fmt: skip

    # -------------------------------------------------------------- HTTP
    async def _send(self, method: str, path: str, body: Any = None, **given: Any) -> httpx.Response:
        """Send any request, and check its response."""
        headers = {"X-CSRF-Token": self.browser.csrf, **given.pop("headers", {})}
        if isinstance(body, bytes):
            given["content"] = body
        elif body is not None:
            given["content"] = json.dumps(body, default=lambda raw: None).encode("utf-8", "replace")
            headers["content-type"] = "application/json"
        try:
            answer = await self.browser.http.request(method, path, headers=headers, **given)
        except (httpx.InvalidURL, UnicodeEncodeError, httpx.LocalProtocolError):
            return httpx.Response(400)  # our own library refuses to send it
        self.house.answers[f"HTTP {answer.status_code}"] += 1
        if "set-cookie" in answer.headers:
            self.browser.csrf = answer.json()["csrf"]
        if answer.status_code >= 500 and answer.status_code != 503:
            kind = "/".join(word if word.isalpha() else "…" for word in path.split("/"))
            example = f"{path} {given.get('params', '')} {body!r:.600}: {answer.text[:200]}"
            self.house.broken.setdefault(f"{answer.status_code} {method} {kind}", example)
        return answer

    async def _call(self) -> None:
        """Call an operation of the OpenAPI, with the key of an event if there is one."""
        assert self.api is not None
        asked = self.api.request()
        event = self.luck.choice(list(self.house.events))
        path = asked.path.replace(self.house.tables[0], event) if "/events/" in asked.path else asked.path
        await self._send(
            asked.method, path, asked.body, params=asked.query, headers={"X-Event-Key": self.house.events[event]}
        )

    async def _bytes(self) -> None:
        """Send bytes instead of a form, or meaningless headers."""
        odd = self.luck.choice(
            (b"", b"{", b"[" * 3000 + b"]" * 3000, b"\xff\xfe", b'{"name":"\\ud800"}', b"null", b"9" * 5000)
        )
        path = self.luck.choice(("/api/session", "/api/tables", "/api/events", "/api/editions/risk2210/check"))
        headers = self.luck.choice(
            ({}, {"origin": "http://["}, {"authorization": "Bearer x"}, {"authorization": "Basic eDp4"})
        )
        await self._send("POST", path, odd, headers=headers)

    def _word(self) -> str:
        """Return a name, possibly an odd one."""
        return self.luck.choice(("Ada", "Bruno", "Zoë", *TEXTS)) + self.luck.choice(("", "", *CHARACTERS[:40]))

    def _form(self, name: str) -> Any:
        body = FILLED[name]
        return self.forms.node(body) if self.luck.random() < 0.4 else body

    # -------------------------------------------------------------- people
    async def _name(self) -> None:
        name = f"S{self.luck.randrange(10**6)}" if self.luck.random() < 0.6 else self._word()
        await self._send("POST", "/api/session", {"name": name})

    async def _account(self) -> None:
        word = self.luck.choice(
            ("/api/accounts", "/api/login", "/api/logout", "/api/tokens", "/api/tokens/", "/api/me")
        )
        if word == "/api/me":
            await self._send("GET", word)
        elif word == "/api/tokens/":
            await self._send("DELETE", word + self.luck.choice((*self.tokens, "99999999999999999999", "-1")))
        elif word == "/api/tokens":
            made = await self._send("POST", word, {"label": self._word() or "bot"})
            self.tokens += [str(made.json()["id"])] if made.status_code == 201 else []
        else:
            form = {"name": self._word()[:20] or "A", "password": "correct horse"}
            await self._send("POST", word, form if word != "/api/logout" else {})

    # -------------------------------------------------------------- tables
    async def _lay(self) -> None:
        edition = self.luck.choice(("modern", "classic", "original", "challenge", "risk2210", "godstorm"))
        kinds = self.luck.choice((["me", "bot", "bot"], ["me", "open", "bot"], ["me", "screen", "bot"], ["me", "me"]))
        form = self._form("TableForm") if self.luck.random() < 0.3 else {
            "edition": edition,
            "seats": [{"kind": kind, "bot": "random", "name": self._word()[:20]} for kind in kinds],
            "name": self._word()[:40],
            "pace": "instant",
            "delay": self.luck.choice((0, 0, 5)),
        }  # fmt: skip
        made = await self._send("POST", "/api/tables", form)
        if made.status_code == 201:
            self.house.tables.append(made.json()["id"])

    async def _sit_down(self) -> None:
        """Open a socket at a table, perhaps after joining and starting it."""
        table = self.luck.choice(self.house.tables[-8:])
        for deed in ("join", "start", "leave", "stop", "rematch"):
            if self.luck.random() < (0.5 if deed in ("join", "start") else 0.05):
                await self._send("POST", f"/api/tables/{table}/{deed}", {})
        seat = self.browser.at(table, after=self.luck.choice((0, 1, 10**8, "x")))
        try:
            await seat.__aenter__()
        except (InvalidStatus, ConnectionClosed, OSError):
            return
        self.seats.append(seat)
        if len(self.seats) > 3:
            await self._hang_up()

    async def _play(self) -> None:
        """Do what the table offers, if it offers something."""
        seat = self.luck.choice(self.seats) if self.seats else None
        if seat is not None and await self._hear(seat) and seat.scene.get("ask"):
            action = choose(seat.scene["ask"])
            if self.luck.random() < 0.3:
                action = self.forms.node(action)
            after = seat.scene["version"] if self.luck.random() < 0.9 else 0
            nonce = str(self.luck.randrange(50))
            await self._say(
                seat, json.dumps({"type": "act", "act": action, "after": after, "nonce": nonce}, default=str)
            )

    async def _babble(self) -> None:
        """Send any message, mutated."""
        if self.seats:
            seat = self.luck.choice(self.seats)
            await self._say(seat, self.messages.next().decode("utf-8", "replace"))

    async def _say(self, seat: Seat, text: str) -> None:
        try:
            self.said = text
            await seat.socket.send(text)
            await self._hear(seat)
        except ConnectionClosed as closed:
            self._closed(seat, closed)

    async def _hear(self, seat: Seat) -> bool:
        """Read all pending messages; return whether the socket is still open."""
        try:
            while True:
                async with asyncio.timeout(0.02):
                    await seat.hear()
        except TimeoutError:
            return True
        except ConnectionClosed as closed:
            self._closed(seat, closed)
            return False

    def _closed(self, seat: Seat, closed: ConnectionClosed) -> None:
        if seat in self.seats:
            self.seats.remove(seat)
        code = closed.rcvd.code if closed.rcvd else 0
        self.house.answers[f"socket {code}"] += 1
        if code == 1011:
            self.house.broken.setdefault("1011", f"{seat.address} after {self.said!r:.600}")

    async def _hang_up(self) -> None:
        """Close the socket, properly or abruptly."""
        if self.seats:
            seat = self.seats.pop(self.luck.randrange(len(self.seats)))
            if self.luck.random() < 0.5:
                seat.socket.transport.abort()
            else:
                await seat.socket.close()

    async def _listen(self) -> None:
        """Listen to the lobby's socket, or an event's, for a moment."""
        address = self.browser.server.replace("http", "ws", 1)
        path = self.luck.choice(("/ws/lobby", f"/ws/events/{self.luck.choice(list(self.house.events))}"))
        try:
            async with Seat(address + path, {}) as seat:
                await self._hear(seat)
                await seat.socket.send(self.messages.next().decode("utf-8", "replace"))
                await self._hear(seat)
        except (InvalidStatus, ConnectionClosed, OSError):
            pass

    # -------------------------------------------------------------- events
    async def _event(self) -> None:
        made = await self._send("POST", "/api/events", self._form("EventForm"))
        if made.status_code == 201:
            self.house.events[made.json()["id"]] = made.json()["key"]

    async def _desk(self) -> None:
        """Do something of an organiser's work, in any order."""
        event = self.luck.choice(list(self.house.events)[-4:])
        key = {"X-Event-Key": self.house.events[event]}
        base = f"/api/events/{event}"
        table = f"rounds/{self.luck.randint(0, 3)}/tables/{self.luck.randint(0, 3)}"
        deeds = {
            "entrants": "EntrantForm", "settings": "SettingsForm", "draw": "DrawForm", "publish": "PublishForm",
            "absent": "AbsentForm", "settle": "SettleForm", "undo": "UndoForm", "cap": "CapForm",
            "rounds/1/clock": "RunForm",
            f"{table}/result": "ResultForm", f"{table}/check": "ResultForm", f"{table}/propose": "ResultForm",
            f"{table}/penalty": "PenaltyForm", "entrants/1/amend": "AmendForm", "entrants/2/withdraw": "WithdrawForm",
        }  # fmt: skip
        for _ in range(4):
            deed = self.luck.choice(list(deeds))
            form = self._form(deeds[deed])
            if deed == "entrants" and isinstance(form, dict):
                form = {**form, "name": self._word() or "P"}
            await self._send("POST", f"{base}/{deed}", form, headers=key)
        look = self.luck.choice(
            ("desk", "me", "file", "csv/entrants", "csv/results", "csv/standings", "sheets/tables", "")
        )
        await self._send("GET", f"{base}/{look}", headers=key, params={"lang": "en"})

    async def _upload(self) -> None:
        """Upload a list, or a whole event, from an untrusted user."""
        event = self.luck.choice(list(self.house.events))
        key = {"X-Event-Key": self.house.events[event]}
        first, _, rest = self.lists.next().partition(b"\n")
        query = {"encoding": first.decode("latin-1"), "name": "list.csv"} if self.luck.random() < 0.7 else {}
        what = self.luck.choice(("entrants", "entrants", "results", "x"))
        await self._send("POST", f"/api/events/{event}/import/{what}", rest, params=query, headers=key)
        file = await self._send("GET", f"/api/events/{event}/file", headers=key)
        if file.status_code == 200:
            data = Mutator("bytes", [file.content], str(self.luck.random()), 100_000).next()
            made = await self._send("POST", "/api/events/upload", data if self.luck.random() < 0.7 else file.content)
            if made.status_code == 201:
                self.house.events[made.json()["id"]] = made.json()["key"]


def _mutator(name: str, seed: str) -> Mutator:
    target = next(one for one in (*SERVER, *EVENTS) if one.name == name)
    return Mutator(target.form, target.seeds(), seed, target.largest)


async def mix(server: Server, seed: int, steps: int) -> House:
    """Run all clients at once, check the server afterwards, and return responses and violations."""
    house = House(server)
    async with asyncio.TaskGroup() as group:
        for number in range(PEOPLE):
            group.create_task(Stranger(house, f"{seed} {number}").run(steps // PEOPLE))
    async with httpx.AsyncClient(base_url=server.address, timeout=30, trust_env=False) as http:
        assert (await http.get("/readyz")).status_code == 200
    assert server.process is not None
    assert server.process.poll() is None
    for line in server.log.read_text(errors="replace").splitlines():
        told = json.loads(line) if line.startswith("{") else {}
        if told.get("event") == "bug" or "Traceback" in line[:20]:
            house.broken.setdefault(f"log {told.get('error', line)!s:.80}", line[-3000:])
    return house


def main() -> int:
    """Start a server and run clients against it, and report the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.mixer", description=__doc__)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kamchatka-mixer-") as folder:
        server = Server(str(Path(folder) / "games.db"), Path(folder) / "log", **LIMITS).start()
        try:
            house = asyncio.run(mix(server, asked.seed, asked.steps))
        finally:
            server.stop()
    answers = ", ".join(f"{number} × {what}" for what, number in sorted(house.answers.items()))
    print(f"{asked.steps:,} steps, seed {asked.seed}: {answers}")
    for kind, example in house.broken.items():
        print(f"BROKEN {kind}: {example}")
    return 1 if house.broken else 0


if __name__ == "__main__":
    sys.exit(main())
