"""A line between a server and its database or bus that can be cut: nothing arrives, and nobody is told."""

import asyncio


class CutLine:
    """Passes on bytes between a port of its own and another one, unless it is cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self.whole = asyncio.Event()
        self.whole.set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None

    async def open(self) -> "CutLine":
        """Begin to pass on."""
        self.server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = int(self.server.sockets[0].getsockname()[1])
        return self

    async def close(self) -> None:
        """No more."""
        assert self.server is not None
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def cut(self) -> None:
        """From now on nothing arrives, in either direction."""
        self.whole.clear()

    def mend(self) -> None:
        """What was on its way arrives after all, as it does on a real network."""
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
