"""The bus over NATS: subjects, queue groups, and "no responders", by which a dead process shows at once.

Messages travel as MessagePack. A field that a later version adds has a default, and one that is not known is passed
over, so that processes of two versions understand each other while they are changed one after another.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from kamchatka.kernel.problem import Problem
from kamchatka.server.bus.bus import BusAway, NoResponders

T = TypeVar("T")
PING = 2  # seconds between two questions whether the connection lives; two without an answer and it doesn't
PINGS = 2
AGAIN = 0.25  # seconds between two attempts to come back
CONNECTING = 2
PATIENCE = 30.0  # seconds that a start waits for a NATS which is starting
MOST_WAITING = 50_000  # messages to be sent; a bus that takes none is as good as gone

encode = msgspec.msgpack.Encoder().encode
log = structlog.get_logger()


class NatsBus:
    """A connection to NATS, which comes back by itself. `url` may name several servers, with commas between them.

    What stands after the address, nats://host/club, sets a platform apart from others at the same NATS.
    """

    def __init__(self, url: str, name: str, patience: float = PATIENCE) -> None:
        self.urls = [one.rpartition("/")[0] if urlsplit(one).path else one for one in url.split(",")]
        self.place = "".join(f"{urlsplit(one).path.strip('/')}." for one in url.split(",")[:1] if urlsplit(one).path)
        self.name = name
        self.patience = patience
        self.client = Client()
        self.waiting: asyncio.Queue[tuple[str, object]] = asyncio.Queue(MOST_WAITING)
        self.sending: asyncio.Task[None] | None = None
        self.answers: set[asyncio.Task[None]] = set()
        self.is_closing = False

    @property
    def is_connected(self) -> bool:
        """Whether others can be reached now."""
        return bool(self.client.is_connected)

    async def open(self, lost: Callable[[], None], found: Callable[[], None]) -> None:
        """Come in; a Problem when there is no NATS."""

        async def away() -> None:
            if not self.is_closing:
                log.warning("the bus is away")
                lost()

        async def back() -> None:
            log.info("the bus is there again")
            found()

        try:
            async with asyncio.timeout(self.patience):
                await self.client.connect(
                    self.urls,
                    name=self.name,
                    no_echo=True,
                    disconnected_cb=away,
                    reconnected_cb=back,
                    error_cb=_log_error,
                    ping_interval=PING,
                    max_outstanding_pings=PINGS,
                    reconnect_time_wait=AGAIN,  # type: ignore[arg-type]
                    connect_timeout=CONNECTING,
                    max_reconnect_attempts=-1,
                )
        except (OSError, nats.errors.Error) as error:
            where = self.urls[0].rpartition("@")[2]  # without a password
            raise Problem("bus.away", bus=where, error=self.client.last_error or error) from None
        self.sending = asyncio.create_task(self._send())

    async def close(self) -> None:
        """Go; what is still to be sent is sent."""
        self.is_closing = True
        if self.sending is not None:
            until = asyncio.get_running_loop().time() + CONNECTING
            while not self.waiting.empty() and self.is_connected and asyncio.get_running_loop().time() < until:
                await asyncio.sleep(0.01)
            self.sending.cancel()
            await asyncio.gather(self.sending, *self.answers, return_exceptions=True)
        await self.client.close()

    # -------------------------------------------------------------- to others
    def publish(self, subject: str, message: object) -> None:
        """Tell everybody who listens. While the bus is away nothing is kept for later."""
        if self.is_connected and not self.waiting.full():
            self.waiting.put_nowait((subject, message))

    async def _send(self) -> None:
        while True:
            subject, message = await self.waiting.get()
            try:
                if self.is_connected:
                    await self.client.publish(self.place + subject, encode(message))
            except Exception as error:  # whatever it was, the next message is another one
                log.error("not sent", subject=subject, error=repr(error))

    async def request(self, subject: str, message: object, answer: type[T], seconds: float) -> T:
        """Ask one who listens."""
        if not self.is_connected:
            raise BusAway(subject)
        try:
            said = await self.client.request(self.place + subject, encode(message), timeout=seconds)
            return msgspec.msgpack.decode(said.data, type=answer)
        except nats.errors.NoRespondersError:
            raise NoResponders(subject) from None
        except (OSError, nats.errors.Error, msgspec.DecodeError, asyncio.CancelledError) as error:
            if isinstance(error, asyncio.CancelledError) and (task := asyncio.current_task()) and task.cancelling():
                raise  # by who asked; otherwise by NATS itself, which has gone
            raise BusAway(subject) from None

    # -------------------------------------------------------------- from others
    async def listen(self, subject: str, kind: Any, heard: Callable[[Any], None]) -> None:
        """From now on be told every message there."""
        decode = msgspec.msgpack.Decoder(kind).decode

        async def hears(message: Msg) -> None:
            try:
                heard(decode(message.data))
            except Exception as error:
                log.error("not understood", subject=subject, error=repr(error))

        await self.client.subscribe(self.place + subject, cb=hears)

    async def answer(self, subject: str, kind: Any, asked: Callable[[Any], Awaitable[object]], group: str = "") -> None:
        """From now on answer questions there, many at a time."""
        decode = msgspec.msgpack.Decoder(kind).decode

        async def answers(message: Msg) -> None:
            try:
                await message.respond(encode(await asked(decode(message.data))))
            except Exception as error:
                log.error("not answered", subject=subject, error=repr(error))

        async def hears(message: Msg) -> None:
            task = asyncio.create_task(answers(message))
            self.answers.add(task)
            task.add_done_callback(self.answers.discard)

        await self.client.subscribe(self.place + subject, queue=group, cb=hears)


async def _log_error(error: Exception) -> None:
    """What NATS says while it is away is known already; that somebody was too slow is not."""
    if isinstance(error, nats.errors.SlowConsumerError):
        log.warning("the bus fails", error=repr(error))
