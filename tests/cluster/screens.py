"""Pages of people at one server each, which come again whenever they are told to, and forget nothing."""

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.cluster.players import Member

PATIENCE = 120.0  # seconds; a busy machine is slow, not wrong
AGAIN = 5.0  # seconds, then somebody says it once more
COME_AGAIN = 1012


class Screen:
    """A socket at a path of the member's server, opened again until another code than 1012 closes it."""

    def __init__(self, member: Member, path: str) -> None:
        (server,) = member.addresses
        self.address = f"{server.replace('http', 'ws', 1)}{path}?lang=en"
        self.member = member
        self.heard: list[Any] = []
        self.code: int | None = None  # that closed it for good
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
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code != COME_AGAIN:
                    self.code = closed.rcvd.code
            except (OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.1)

    async def until(self, found: Callable[[Any], object]) -> None:
        """Something has been heard that answers to this."""
        async with asyncio.timeout(PATIENCE):
            while not any(found(said) for said in self.heard):
                await asyncio.sleep(0.02)

    async def closed(self) -> int:
        """The code that closes it for good."""
        async with asyncio.timeout(PATIENCE):
            while self.code is None:
                await asyncio.sleep(0.02)
        return self.code

    async def say_until(self, heard: Callable[[], bool], **message: Any) -> None:
        """Say it, and again where it was lost with a connection."""
        async with asyncio.timeout(PATIENCE):
            while not heard():
                try:
                    assert self.socket is not None
                    await self.socket.send(json.dumps(message))
                except ConnectionClosed:
                    pass
                for _ in range(int(AGAIN / 0.02)):
                    if not heard():
                        await asyncio.sleep(0.02)
