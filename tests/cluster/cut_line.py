"""A connection to a database or bus that can be cut without an error for either end."""

import asyncio


class CutLine:
    """A port that forwards bytes to another one unless it is cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.whole = asyncio.Event()
        self.whole.set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def open(self) -> "CutLine":
        """Start forwarding."""
        self.server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = int(self.server.sockets[0].getsockname()[1])
        return self

    async def close(self) -> None:
        """Stop forwarding."""
        assert self.server is not None
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def cut(self) -> None:
        """Deliver nothing from now on, in either direction."""
        self.whole.clear()

    def mend(self) -> None:
        """Deliver what was on its way, as a real network does."""
        self.whole.set()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.whole.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        ways = [self._way(reader, far_writer), self._way(far_reader, writer)]
        for way in ways:
            task = asyncio.create_task(way)
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self.whole.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
