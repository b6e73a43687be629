"""Slow clients: requests that never end, sockets that never read, more connections than open files."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import structlog

from kamchatka.server.http.logs import SUMMARY, Repeats
from tests.attacks.strangers import Reply, hear, reach, request, send
from tests.attacks.victim import a_player_waits, memory
from tests.server.client import PATIENCE, Browser
from tests.server.running import Server
from tests.server.together import to_its_end

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HALF = b"GET /api/me HTTP/1.1\r\nhost: localhost\r\nx-slow: "
BODY = b"POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50000\r\n"  # the guest's headers follow
STRANGERS = {"FORWARDED_ALLOW_IPS": "192.0.2.1"}  # then this machine is limited too


@asynccontextmanager
async def half_open(server: Server, count: int, host: str = "127.0.0.1") -> AsyncIterator[list[Line]]:
    """Open connections that begin a request and then stay silent."""
    lines: list[Line] = []
    try:
        for _ in range(count):
            line = await reach(server, host)
            line[1].write(HALF)
            lines.append(line)
        yield lines
    finally:
        for _, writer in lines:
            writer.transport.abort()


async def until_closed(line: Line) -> Reply:
    """Return the response that arrives before the connection ends."""
    reply = await hear(line[0])
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            await line[0].read()
    line[1].transport.abort()
    return reply


@pytest.mark.parametrize(
    "data", [HALF, BODY, BODY + b"{", b"G", b""], ids=["headers", "body", "part", "byte", "nothing"]
)
def test_what_does_not_arrive_is_not_waited_for(own_server: Callable[..., Server], data: bytes) -> None:
    """An incomplete request gets 408 and a message and the connection closes; sending single bytes gains no time."""
    server = own_server(header_seconds="1", body_seconds="1")

    async def attack() -> Reply:
        line = await reach(server)
        line[1].write(data.replace(BODY, BODY + await a_guest(server)))
        dripping = asyncio.create_task(drip(line[1]) if data == HALF else asyncio.sleep(0))
        reply = await until_closed(line)
        dripping.cancel()
        return reply

    reply = to_its_end(attack())
    assert (reply.status, reply.json["code"]) == (408, "too_late")
    assert reply.headers["x-content-type-options"] == "nosniff"


async def a_guest(server: Server) -> bytes:
    """Return the headers of a guest, which let a request through to the reading of its body."""
    async with Browser(server.address, "") as guest:
        return f"cookie: kamchatka={guest.http.cookies['kamchatka']}\r\nx-csrf-token: {guest.csrf}\r\n\r\n".encode()


async def drip(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"x")
        await asyncio.sleep(0.2)


def test_a_connection_that_is_used_again_is_watched_again(own_server: Callable[..., Server]) -> None:
    server = own_server(header_seconds="1")

    async def attack() -> tuple[Reply, Reply]:
        line = await reach(server)
        line[1].write(request("/api/me", connection="keep-alive"))
        first = await hear(line[0])
        line[1].write(HALF)
        return first, await until_closed(line)

    first, second = to_its_end(attack())
    assert (first.status, second.status) == (200, 408)


def test_one_address_holds_only_so_many(
    own_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other addresses connect as before, and closing connections frees the limit."""
    for name, value in STRANGERS.items():
        monkeypatch.setenv(name, value)
    server = own_server(open_per_address="20")

    async def attack() -> tuple[Reply, Reply]:
        async with half_open(server, 20, "127.0.0.2"):
            await asyncio.sleep(0.2)
            refused = await send(server, request("/api/me"), "127.0.0.2")
            other = await send(server, request("/api/me"), "127.0.0.3")
        return refused, other

    refused, other = to_its_end(attack())
    assert (refused.status, other.status) == (429, 200)
    assert refused.json["code"] == "too_many"

    async def again() -> int:
        while (reply := await send(server, request("/api/me"), "127.0.0.2")).status == 429:
            await asyncio.sleep(0.1)
        return reply.status

    assert to_its_end(asyncio.wait_for(again(), PATIENCE)) == 200


def test_eleven_hundred_half_open_requests(tmp_path: Path) -> None:
    """Silent sockets are closed, others connect, and the log stays short."""
    server = Server(str(tmp_path / "0.db"), tmp_path / "log", "tests.attacks.few_files", messages_a_second="1000")
    server.start()

    async def attack() -> int:
        async with a_player_waits(server) as waits, half_open(server, 1100):
            async with asyncio.timeout(PATIENCE):
                reply = await send(server, request("/api/me"))
            await asyncio.sleep(2)
            print(f"\nhalf-open requests: {waits}, a newcomer {reply.status}, {memory(server)} MB,", end=" ")
        return reply.status

    try:
        status = to_its_end(attack())
    finally:
        server.stop()
    lines = server.log.read_text().splitlines()
    print(f"{len(lines)} lines of log")
    assert status == 200
    assert len(lines) < 100


def test_a_socket_that_never_reads_is_dropped(own_server: Callable[..., Server]) -> None:
    """The client requests scenes without reading; only its outbox is kept for it."""
    server = own_server(reading_seconds="1", messages_a_second="1000")

    async def attack() -> None:
        async with Browser(server.address, "Ada") as ada:
            table = await ada.lay()
            async with ada.at(table) as seat:
                await seat.until("scene")
                seat.socket.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                seat.socket.transport.pause_reading()
                gone = asyncio.create_task(seat.socket.wait_closed())
                before = memory(server)
                async with asyncio.timeout(4 * PATIENCE):  # its kernel buffer fills up first
                    while not gone.done():
                        try:
                            await seat.say(type="resync")
                        except Exception:
                            break
                        await asyncio.sleep(0.005)
                print(f"\na socket that never reads: {memory(server) - before} MB more")
                assert memory(server) - before < 50
                seat.socket.transport.abort()
            assert (await ada.get("/api/me"))["name"] == "Ada"

    to_its_end(attack())


def test_pings_without_end_and_messages_in_crumbs(own_server: Callable[..., Server]) -> None:
    """A flood of control frames or of empty message parts closes the socket."""
    server = own_server()

    async def attack() -> None:
        async with Browser(server.address, "Ada") as ada:
            table = await ada.lay()
            for frame in (b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"):
                async with ada.at(table) as seat:
                    await seat.until("scene")
                    if frame[0] == 0:
                        seat.socket.transport.write(b"\x01\x81\0\0\0\0{")
                    for _ in range(200):
                        seat.socket.transport.write(frame * 100)
                    async with asyncio.timeout(PATIENCE):
                        await seat.socket.wait_closed()
                    assert seat.socket.close_code != 1000
            async with ada.at(table) as seat:
                await seat.until("scene")

    to_its_end(attack())


def test_refusals_do_not_flood_the_log(own_server: Callable[..., Server]) -> None:
    server = own_server(requests_a_minute="30")

    async def attack() -> None:
        async with Browser(server.address, "") as eve:
            for _ in range(20):
                await asyncio.gather(*(eve.http.get("/api/me") for _ in range(25)))

    to_its_end(attack())
    server.stop()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert 0 < sum(line["event"] == "request refused" for line in lines) < 50
    told = [line for line in lines if line["event"] == SUMMARY]
    assert sum(line["more"] for line in told) > 400
    assert {line["code"] for line in told} == {"too_many"}


def test_lines_that_repeat_themselves_are_counted() -> None:
    """Repeated lines are counted by event and code, from zero after each report."""
    repeats = Repeats(shown=2)

    def written(event: str, code: str) -> bool:
        try:
            repeats(None, "info", {"event": event, "code": code})
        except structlog.DropEvent:
            return False
        return True

    assert [written("refused", "a") for _ in range(4)] == [True, True, False, False]
    assert written("refused", "b")
    assert written("bug", "a")
    with structlog.testing.capture_logs() as told:
        repeats.tell()
    assert told == [{"event": SUMMARY, "of": "refused", "code": "a", "more": 2, "log_level": "warning"}]
    assert written("refused", "a")
    for number in range(5000):
        written(str(number), "")
    assert len(repeats.seen) < 1100
