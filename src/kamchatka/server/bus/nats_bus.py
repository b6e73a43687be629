"""The bus over NATS: subjects and queue groups. Every message is encrypted and authenticated (`seal`).

NATS and its other clients are not trusted. A responder acknowledges a question at once, and a question that
is not acknowledged in time has no responder: the "no responders" of NATS itself only shortens the wait.

Messages travel as MessagePack. A field that a later version adds has a default, and one that is not known is passed
over, so that processes of two versions understand each other while they are changed one after another.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from kamchatka.kernel.problem import Problem
from kamchatka.server import supervision
from kamchatka.server.bus.bus import BusAway, NoResponders
from kamchatka.server.bus.seal import AuthenticMessage, Rejected, Sealer
from kamchatka.server.supervision import Work

T = TypeVar("T")
PING = 2  # seconds between two checks of the connection; PINGS unanswered checks end it
PINGS = 2
AGAIN = 0.25  # seconds between two attempts to reconnect
CONNECTING = 2
PATIENCE = 30.0  # seconds to wait at startup for a NATS that is starting
MOST_WAITING = 50_000  # outgoing messages queued; further ones are dropped
TAKEN_WITHIN = 3.0  # seconds for an acknowledgement, unless NATS says that nobody listens
HINTED = 0.25  # the same if it does, because any client of NATS can send that message
SAID_AFTER = 0.05  # seconds before a slow responder acknowledges the request
REPLIES = "kamchatka.replies"
NO_RESPONDERS = "503"  # NATS status for it
TAKEN, ANSWER, FAILED = b"t", b"a", b"f"  # first byte of a reply: its kind

encode = msgspec.msgpack.Encoder().encode
log = structlog.get_logger()


class SecureClient(Client):
    """A client that sends a password to a tls:// address only after the handshake, whatever the server asks for."""

    def _connect_command(self) -> bytes:
        server = self._current_server
        if server is not None and server.uri.scheme == "tls" and not self._server_info.get("tls_required"):
            raise nats.errors.SecureConnRequiredError
        return super()._connect_command()


class NatsBus:
    """A connection to NATS that reconnects by itself. `url` may list several servers, separated by commas.

    A path in the address, nats://host/club, separates platforms on the same NATS. `secret` returns the platform's
    secret. Messages to `timed` subjects are accepted only while recent, by `clock`. `authority` is a file with the
    certificate authority of NATS, if it isn't one that this machine trusts.
    """

    def __init__(
        self,
        url: str,
        name: str,
        secret: Callable[[], Awaitable[str]],
        timed: Collection[str] = (),
        patience: float = PATIENCE,
        authority: str = "",
    ) -> None:
        self.urls = [one.rpartition("/")[0] if urlsplit(one).path else one for one in url.split(",")]
        self.place = "".join(f"{urlsplit(one).path.strip('/')}." for one in url.split(",")[:1] if urlsplit(one).path)
        self.name = name
        self.secret = secret
        self.timed = frozenset(self.place + subject for subject in timed)
        self.patience = patience
        self.authority = authority
        self.clock: Callable[[], float] = lambda: 0.0  # Unix seconds; 0 without a platform clock
        self.client: Client = SecureClient()
        self.sealer = Sealer("", self.clock)  # replaced once the secret is known; nothing is sent before
        self.asked: dict[int, asyncio.Future[bytes]] = {}  # pending requests by count
        self.taken: set[int] = set()  # acknowledged ones among them
        self.waiting: asyncio.Queue[tuple[str, object]] = asyncio.Queue(MOST_WAITING)
        self.sending: asyncio.Task[None] | None = None
        self.answers: set[asyncio.Task[None]] = set()
        self.is_closing = False

    @property
    def dropped(self) -> Mapping[str, int]:
        """Dropped messages, by reason."""
        return self.sealer.dropped

    @property
    def is_connected(self) -> bool:
        """Whether other processes can be reached now."""
        return bool(self.client.is_connected)

    async def open(self, lost: Callable[[], None], found: Callable[[], None]) -> None:
        """Connect. Raise a Problem if there is no NATS."""
        self.sealer = Sealer(await self.secret(), lambda: self.clock(), self.timed)
        tls = trusting(self.authority) if self.authority else None

        async def away() -> None:
            self._give_up_questions()
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
                    tls=tls,
                    no_echo=True,
                    disconnected_cb=away,
                    reconnected_cb=back,
                    error_cb=_log_error,
                    ping_interval=PING,
                    max_outstanding_pings=PINGS,
                    reconnect_time_wait=AGAIN,  # type: ignore[arg-type]  # seconds may be fractions, though declared int
                    connect_timeout=CONNECTING,
                    max_reconnect_attempts=-1,
                )
        except (OSError, nats.errors.Error) as error:
            where = self.urls[0].rpartition("@")[2]  # without the password
            raise Problem("bus.away", bus=where, error=self.client.last_error or error) from None
        await self._subscribe(f"{REPLIES}.{self.sealer.me.hex()}.*", self._on_reply)
        self.sending = supervision.keep("bus sender", self._send)

    async def close(self) -> None:
        """Send queued messages, then disconnect."""
        self.is_closing = True
        if self.sending is not None:
            until = asyncio.get_running_loop().time() + CONNECTING
            while not self.waiting.empty() and self.is_connected and asyncio.get_running_loop().time() < until:
                await asyncio.sleep(0.01)
            self.sending.cancel()
            await asyncio.gather(self.sending, *self.answers, return_exceptions=True)
        await self.client.close()

    # -------------------------------------------------------------- sending
    def publish(self, subject: str, message: object) -> None:
        """Broadcast to all subscribers. Messages are dropped while the bus is away."""
        if self.is_connected and not self.waiting.full():
            self.waiting.put_nowait((subject, message))

    async def _send(self) -> None:
        while True:
            subject, message = await self.waiting.get()
            try:
                if self.is_connected:
                    await self._publish(subject, encode(message))
            except Exception as error:  # an error must not stop later messages
                log.error("not sent", subject=subject, error=repr(error))

    async def _publish(self, subject: str, body: bytes, count: int | None = None, reply: str = "") -> None:
        subject = self.place + subject
        await self.client.publish(subject, self.sealer.seal(subject, body, count), reply)

    async def request(self, subject: str, message: object, answer: type[T], seconds: float) -> T:
        """Send a request to one responder."""
        if not self.is_connected:
            raise BusAway(subject)
        loop, count = asyncio.get_running_loop(), self.sealer.next_count()
        asked = self.asked[count] = loop.create_future()
        timer = loop.call_later(TAKEN_WITHIN, self._give_up, count, False)
        reply = f"{self.place}{_replies_to(self.sealer.me, count)}"
        try:
            async with asyncio.timeout(seconds):
                await self._publish(subject, encode(message), count, reply)
                return msgspec.msgpack.decode(await asked, type=answer)
        except NoResponders as nobody:
            raise NoResponders(subject, nobody.is_certain) from None
        except (OSError, nats.errors.Error, msgspec.DecodeError) as error:
            raise BusAway(subject) from error
        finally:
            timer.cancel()
            self.taken.discard(count)
            del self.asked[count]

    def _give_up(self, count: int, is_certain: bool) -> None:
        """Fail a request that nobody has acknowledged in time."""
        asked = self.asked.get(count)
        if asked is not None and not asked.done() and count not in self.taken:
            asked.set_exception(NoResponders("", is_certain))

    def _give_up_questions(self) -> None:
        """Fail all requests, because the bus is unreachable."""
        for asked in self.asked.values():
            if not asked.done():
                asked.set_exception(BusAway())

    async def _on_reply(self, message: Msg) -> None:
        count = int(message.subject.rpartition(".")[2])
        if message.headers and message.headers.get("Status") == NO_RESPONDERS:
            asyncio.get_running_loop().call_later(HINTED, self._give_up, count, True)
            return
        opened = self._open(message, is_reply=True)
        asked = self.asked.get(count)
        if opened is None or asked is None or asked.done():
            return
        kind, body = opened.body[:1], opened.body[1:]
        if kind == TAKEN:
            self.taken.add(count)
        elif kind == ANSWER:
            asked.set_result(body)
        else:
            asked.set_exception(BusAway())

    # -------------------------------------------------------------- receiving
    async def listen(self, subject: str, kind: Any, heard: Callable[[Any], None]) -> None:
        """Subscribe to a subject."""
        decode = msgspec.msgpack.Decoder(kind).decode

        async def hears(message: Msg) -> None:
            opened = self._open(message)
            if opened is None:
                return
            try:
                heard(decode(opened.body))
            except Exception as error:
                log.error("not understood", subject=subject, error=repr(error))

        await self._subscribe(subject, hears)

    async def answer(self, subject: str, kind: Any, asked: Callable[[Any], Awaitable[object]], group: str = "") -> None:
        """Answer requests at a subject concurrently."""
        decode = msgspec.msgpack.Decoder(kind).decode

        async def work(body: bytes) -> bytes:
            return encode(await asked(decode(body)))

        async def hears(message: Msg) -> None:
            opened = self._open(message)
            if opened is not None:
                replies = _replies_to(opened.sender, opened.count)  # not the reply subject claimed by the message
                task = supervision.start("bus answer", self._answer(subject, replies, work(opened.body)))
                self.answers.add(task)
                task.add_done_callback(self.answers.discard)

        await self._subscribe(subject, hears, group)

    async def _answer(self, subject: str, replies: str, work: Work[bytes]) -> None:
        working = supervision.child(work)
        try:
            await asyncio.wait({working}, timeout=SAID_AFTER)
            if not working.done():
                await self._publish(replies, TAKEN)
            answer = ANSWER + await working
        except Exception as error:
            log.error("not answered", subject=subject, error=repr(error))
            answer = FAILED
        finally:
            working.cancel()
        with suppress(OSError, nats.errors.Error):  # the bus is away, and the requester knows
            await self._publish(replies, answer)

    async def _subscribe(self, subject: str, hears: Callable[[Msg], Awaitable[None]], group: str = "") -> None:
        """Subscribe. On return NATS knows the subscription, or will when it is back."""
        await self.client.subscribe(self.place + subject, queue=group, cb=hears)
        with suppress(OSError, nats.errors.Error):
            await self.client.flush()

    def _open(self, message: Msg, is_reply: bool = False) -> AuthenticMessage | None:
        """Open a message. Rejected ones are counted, and the first of each reason is logged."""
        try:
            return self.sealer.open(message.subject, message.data, is_reply)
        except Rejected as rejected:
            if self.dropped[rejected.why] == 1:
                log.warning("bus message dropped", why=rejected.why, subject=message.subject)
            return None


def _replies_to(sender: bytes, count: int) -> str:
    """Return the reply subject of a request."""
    return f"{REPLIES}.{sender.hex()}.{count}"


def trusting(authority: str) -> ssl.SSLContext:
    """Return a context that trusts the certificates of this authority alone."""
    try:
        return ssl.create_default_context(cafile=authority)
    except OSError as error:  # no certificate in it is one, too
        raise Problem("file.not_read", path=authority, why=error.strerror or error) from None


async def _log_error(error: Exception) -> None:
    """Log slow consumers; other errors while NATS is away are known already."""
    if isinstance(error, nats.errors.SlowConsumerError):
        log.warning("the bus fails", error=repr(error))
