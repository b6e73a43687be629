"""A NATS in memory, behind the interface of nats-py's client: the real bus with its encryption runs on top of it.

A client's messages to a subscription arrive in order, unless a fault reorders them. A client that is cut off notices
after a while, as the real one does by its pings; until then its messages are lost silently.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any

from tests.simulation.loop import Process, current
from tests.simulation.network import Link, Network

Hears = Callable[["Message"], Awaitable[None]]
NOTICED = (0.5, 4.5)  # seconds until a client notices that it is cut off
AGAIN = (0.05, 0.4)  # seconds until it is connected again


@dataclass
class Message:
    """A message as nats-py hands it over."""

    subject: str
    data: bytes
    reply: str = ""
    headers: dict[str, str] | None = None


@dataclass(eq=False)
class Subscription:
    """A subject that a client listens to, and the queue of its messages."""

    client: "SimulatedClient"
    subject: str
    queue: str
    hears: Hears
    number: int
    waiting: "asyncio.Queue[Message]" = field(default_factory=asyncio.Queue)

    def matches(self, subject: str) -> bool:
        """Return whether messages to a subject match this subscription."""
        if self.subject.endswith(".*"):
            return subject.rpartition(".")[0] == self.subject[:-2]
        return subject == self.subject

    async def work(self) -> None:
        """Handle messages one after the other."""
        while True:
            message = await self.waiting.get()
            try:
                await self.hears(message)
            except Exception as error:  # nats-py calls error_cb, and goes on
                self.client.hub.errors.append(repr(error))


class Hub:
    """The simulated NATS server."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.subscriptions: list[Subscription] = []
        self.clients: list[SimulatedClient] = []
        self.arrived: dict[tuple[str, int], float] = {}  # by sender and subscription: when its last message arrives
        self.numbers = 0
        self.errors: list[str] = []
        self.random = network.link("bus", "bus").random

    def client(self) -> "SimulatedClient":
        """Return a client of the current process."""
        client = SimulatedClient(self, current.get())
        self.clients.append(client)
        return client

    def publish(self, sender: Process, message: Message) -> None:
        """Deliver a message to all subscribers, and to one of each queue group."""
        link = self.network.link(sender.name, "bus")
        if link.is_cut or link.happens("message lost"):
            return
        found = [one for one in self.subscriptions if one.matches(message.subject) and one.client.process is not sender]
        plain = [one for one in found if not one.queue]
        grouped = [one for one in found if one.queue]
        chosen = plain + ([grouped[self.random.randrange(len(grouped))]] if grouped else [])
        if not chosen and message.reply:
            self.publish(HUB, Message(message.reply, b"", headers={"Status": "503"}))
        for one in chosen:
            self._send(sender, one, message, link.delay())

    def _send(self, sender: Process, to: Subscription, message: Message, delay: float) -> None:
        link, loop = self.network.link("bus", to.client.process.name), asyncio.get_running_loop()
        if link.is_cut or link.happens("message lost"):
            return
        at = loop.time() + delay + link.delay()
        if not link.happens("message late"):
            at = self.arrived[sender.name, to.number] = max(at, self.arrived.get((sender.name, to.number), 0.0) + 1e-6)
        else:
            at += link.draw(0.05, 2.0)
        for extra in (0.0, link.draw(0.001, 1.0))[: 1 + link.happens("message twice")]:
            loop.call_at(at + extra, self._deliver, to, message, context=_outside)

    @staticmethod
    def _deliver(to: Subscription, message: Message) -> None:
        if to.client.is_connected:
            to.waiting.put_nowait(message)

    def forget(self, process: Process) -> None:
        """Remove a dead process's subscriptions."""
        self.subscriptions = [one for one in self.subscriptions if one.client.process is not process]
        self.clients = [one for one in self.clients if one.process is not process]


def is_cut(*links: Link) -> bool:
    """Return whether one of these links is cut."""
    return any(link.is_cut for link in links)


HUB = Process("bus")
_outside: Context = copy_context()


class SimulatedClient:
    """The counterpart of nats-py's `Client`."""

    def __init__(self, hub: Hub, process: Process) -> None:
        self.hub = hub
        self.process = process
        self.is_connected = False
        self.last_error: Exception | None = None
        self.tasks: list[asyncio.Task[None]] = []
        self.away: Callable[[], Awaitable[None]] | None = None
        self.back: Callable[[], Awaitable[None]] | None = None

    async def connect(self, servers: object, disconnected_cb: Any, reconnected_cb: Any, **options: object) -> None:
        """Connect."""
        self.away, self.back = disconnected_cb, reconnected_cb
        link = self.hub.network.link(self.process.name, "bus")
        while link.is_cut:
            await asyncio.sleep(0.25)
        await asyncio.sleep(link.delay())
        self.is_connected = True
        self.tasks.append(asyncio.create_task(self._watch(), name="nats"))

    async def _watch(self) -> None:
        """Detect that the bus is unreachable, and reconnect when it returns."""
        out, home = self.hub.network.link(self.process.name, "bus"), self.hub.network.link("bus", self.process.name)
        assert self.away is not None
        assert self.back is not None
        while True:
            await asyncio.sleep(out.draw(*NOTICED))
            if not is_cut(out):
                continue
            self.is_connected = False
            await self.away()
            while is_cut(out, home):
                await asyncio.sleep(out.draw(*AGAIN))
            self.is_connected = True
            await self.back()

    async def publish(self, subject: str, data: bytes, reply: str = "") -> None:
        """Send a message."""
        self.hub.publish(self.process, Message(subject, data, reply))

    async def subscribe(self, subject: str, queue: str = "", cb: Hears | None = None) -> None:
        """Listen to a subject."""
        assert cb is not None
        self.hub.numbers += 1
        subscription = Subscription(self, subject, queue, cb, self.hub.numbers)
        self.hub.subscriptions.append(subscription)
        self.tasks.append(asyncio.create_task(subscription.work(), name="nats"))

    async def flush(self) -> None:
        """Wait until the server has everything."""
        await asyncio.sleep(2 * self.hub.network.link(self.process.name, "bus").delay())

    async def close(self) -> None:
        """Disconnect."""
        self.is_connected = False
        self.hub.forget(self.process)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
