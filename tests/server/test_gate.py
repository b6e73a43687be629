"""The gate in front of uvicorn's protocols: what it forwards, what it refuses, and when it closes a connection."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from kamchatka.server.http.connection_limits import CLOSING, ConnectionLimits, Visitor
from kamchatka.server.http.gate import Gate, gate
from kamchatka.server.http.request_watch import RequestWatch
from kamchatka.server.limit_table import BYTES, MOST_WITHOUT_MESSAGE
from kamchatka.server.settings import ServerSettings
from tests.server.together import together

SETTINGS = ServerSettings(header_seconds=10.0, body_seconds=60.0, reading_seconds=30.0, open_per_address=2)
CHUNK = 600  # bytes


class Ends:
    """A socket that knows its addresses."""

    def __init__(self, address: str, port: int) -> None:
        self.client, self.server = (address, port), ("127.0.0.1", 8210)

    def getpeername(self) -> tuple[str, int]:
        return self.client

    def getsockname(self) -> tuple[str, int]:
        return self.server


class Line(asyncio.Transport):
    """A fake transport that records written data and whether it was closed or aborted."""

    def __init__(self, ends: Any) -> None:
        super().__init__({"socket": ends})
        self.written = b""
        self.closed = self.aborted = False
        self.protocol: asyncio.BaseProtocol | None = None

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol


class FakeProtocol(asyncio.Protocol):
    """A fake protocol that records its calls and switches to another protocol on the data `upgrade`."""

    def __init__(self, **given: Any) -> None:
        self.calls: list[str] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(Line, transport)
        self.calls.append("made")

    def connection_lost(self, exc: Exception | None) -> None:
        self.calls.append("lost")

    def data_received(self, data: bytes) -> None:
        self.calls.append(data.decode())
        if data == b"upgrade":
            self.transport.set_protocol(FakeProtocol())

    def pause_writing(self) -> None:
        self.calls.append("pause")

    def resume_writing(self) -> None:
        self.calls.append("resume")


def a_door(in_all: int = 10) -> ConnectionLimits:
    return ConnectionLimits(SETTINGS, in_all, "192.0.2.1")


def reach(door: ConnectionLimits, address: str = "198.51.100.1", port: int = 1) -> tuple[Gate, Line]:
    """Open a connection through the gate."""
    line = Line(Ends(address, port))
    entered = gate(door, FakeProtocol)()
    line.set_protocol(entered)
    entered.connection_made(line)
    return entered, line


def visitor_of(entered: Gate) -> Visitor:
    assert entered.visitor is not None
    return entered.visitor


def heard(entered: Gate) -> list[str]:
    return cast(FakeProtocol, entered.inner).calls


@contextmanager
def at(monkeypatch: pytest.MonkeyPatch, now: float) -> Iterator[None]:
    """Set the time for the gate."""
    with monkeypatch.context() as context:
        for module in ("connection_limits", "gate"):
            context.setattr(f"kamchatka.server.http.{module}.monotonic", lambda: now)
        yield


def test_calls_are_passed_on() -> None:
    door = a_door()
    entered, _ = reach(door)
    entered.data_received(b"GET")
    entered.pause_writing()
    assert visitor_of(entered).stalled_since is not None
    entered.resume_writing()
    entered.connection_lost(None)
    assert heard(entered) == ["made", "GET", "pause", "resume", "lost"]
    assert (door.inside, door.open.total) == ({}, 0)


def test_a_connection_that_becomes_a_socket_is_watched_further() -> None:
    """uvicorn hands the connection to another protocol, and the gate keeps watching it."""
    door = a_door()
    entered, line = reach(door)
    first = heard(entered)
    entered.data_received(b"upgrade")
    assert line.protocol is entered
    entered.data_received(b"frame")
    entered.connection_lost(None)
    assert (first, heard(entered)) == (["made", "upgrade"], ["frame", "lost"])
    assert door.open.total == 0


def test_a_network_holds_only_so_many_and_a_proxy_any_number() -> None:
    door = a_door()
    lines = [reach(door, port=port)[1] for port in range(3)]
    assert [b"429" in line.written for line in lines] == [False, False, True]
    assert lines[2].closed
    assert not any(reach(door, "192.0.2.1", port)[1].closed for port in range(5))


def test_who_is_silent_makes_room() -> None:
    door = a_door(in_all=1)
    silent, gone = reach(door)
    served, _ = reach(door, port=2)
    assert gone.aborted
    visitor_of(served).wait_for("serving")
    late, refused = reach(door, port=3)
    assert (late.visitor, b"503" in refused.written) == (None, True)
    late.data_received(b"GET")
    late.connection_lost(None)
    silent.connection_lost(None)
    assert door.open.total == 1


def test_headers_have_a_deadline_that_drops_cannot_move(monkeypatch: pytest.MonkeyPatch) -> None:
    door = a_door()
    with at(monkeypatch, 100.0):
        entered, line = reach(door)
        visitor_of(entered).since = 100.0
    with at(monkeypatch, 109.0):
        entered.data_received(b"G")
        door.look(109.0)
        assert not line.closed
    with at(monkeypatch, 111.0):
        door.look(111.0)
        assert b"408" in line.written
        assert (line.closed, line.aborted) == (True, False)
        door.look(111.0 + CLOSING + 1.0)
    assert line.aborted


def test_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    door = a_door()
    entered, line = reach(door)
    visitor_of(entered).wait_for("open")
    with at(monkeypatch, 50.0):
        entered.pause_writing()
        door.look(79.0)
        assert not line.closed
        door.look(81.0)
    assert (line.aborted, door.open.total) == (True, 0)


def test_a_socket_sends_only_so_many_bytes_without_a_message() -> None:
    entered, line = reach(a_door())
    visitor = visitor_of(entered)
    visitor.wait_for("open")
    visitor.bytes_left.rate, visitor.bytes_left.burst, visitor.bytes_left.left = 1e9, 1e9, 1e9
    for _ in range(MOST_WITHOUT_MESSAGE // CHUNK + 1):
        entered.data_received(b"x" * CHUNK)
    assert not line.closed
    visitor.unread = 0  # a message was complete
    entered.data_received(b"x" * CHUNK)
    assert not line.closed
    for _ in range(MOST_WITHOUT_MESSAGE // CHUNK + 2):
        entered.data_received(b"x" * CHUNK)
    assert line.aborted


def test_a_socket_sends_only_so_many_bytes_a_second() -> None:
    entered, line = reach(a_door())
    visitor, now = visitor_of(entered), 5.0
    visitor.wait_for("open")
    visitor.bytes_left.at, visitor.bytes_left.clock = now, lambda: now
    entered.data_received(b"x" * int(BYTES.burst))
    assert not line.closed
    entered.data_received(b"x" * 4096)
    assert line.aborted


@together
async def test_what_a_request_is_waited_for() -> None:
    """The watch reports what a request waits for: its body, the application, then nothing until the next byte."""
    door = a_door()
    entered, _ = reach(door)
    visitor, seen = visitor_of(entered), list[str]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(visitor.awaited)
        await receive()
        seen.append(visitor.awaited)
        await send({"type": "http.response.body"})
        seen.append(visitor.awaited)

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        seen.append(visitor.awaited)

    client, server = visitor.peer
    scope = {"type": "http", "client": client, "server": server, "headers": [(b"content-length", b"5")]}
    await RequestWatch(app, door)(scope, receive, send)
    assert seen == ["body", "serving", "idle", "idle"]
    entered.data_received(b"G")
    assert visitor.awaited == "headers"


def test_a_client_that_has_left_is_not_let_in() -> None:
    door, pair = a_door(), socket.socketpair()
    unbound = socket.socket()
    for one in pair:
        one.close()
    entered, line = gate(door, FakeProtocol)(), Line(unbound)
    entered.connection_made(line)
    unbound.close()
    assert (entered.visitor, line.aborted) == (None, True)
