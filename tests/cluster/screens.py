"""Pages connected to one server each, which reconnect when told to and record every message."""

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.cluster.players import Member

PATIENCE = 120.0  # seconds; generous, for busy machines
AGAIN = 0.1  # seconds between two attempts to reach a server that refuses connections
COME_AGAIN = 1012


class Screen:
    """A socket to a path of the user's server, reopened unless it is closed with another code than 1012."""

    def __init__(self, member: Member, path: str) -> None:
        (server,) = member.addresses
        self.address = f"{server.replace('http', 'ws', 1)}{path}?lang=en"
        self.member = member
        self.heard: list[Any] = []
        self.news = asyncio.Condition()  # a message arrived, or the socket was closed for good
        self.code: int | None = None  # the final close code
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Screen":
        self.task = asyncio.create_task(self._look())
        await self.until(lambda said: True)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _look(self) -> None:
        while self.code is None:
            try:
                headers = {"Cookie": self.member.cookie}
                async with connect(self.address, additional_headers=headers, proxy=None, max_size=None) as self.socket:
                    while True:
                        self.heard.append(json.loads(await self.socket.recv()))
                        await self._tell()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code != COME_AGAIN:
                    self.code = closed.rcvd.code
                    await self._tell()
            except (OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(AGAIN)  # the server is away, and clients aren't told when it returns

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    async def until(self, found: Callable[[Any], object]) -> None:
        """Return the first message that matches."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: any(found(said) for said in self.heard))

    async def closed(self) -> int:
        """Return the final close code."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: self.code is not None)
        assert self.code is not None
        return self.code

    async def say(self, **message: Any) -> None:
        """Send a message."""
        assert self.socket is not None
        await self.socket.send(json.dumps(message))
