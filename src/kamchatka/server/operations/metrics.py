"""What a server counts, for Prometheus. One object per server, with a registry of its own: nothing here is global.

Labels are words of ours alone (editions, codes, routes as templates): no name, address, id or secret ever is one, and
how many series there are does not depend on who comes.
"""

import asyncio

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector

import kamchatka
from kamchatka.editions import EDITIONS
from kamchatka.server.faults import STATUS

TIMES = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
AUTHORS = ("person", "bot", "referee")
PULSE = 0.25  # seconds between two looks at the event loop


class Metrics:
    """The counters. Lengths and numbers that can be read off the server are in `gauges`, asked only when scraped."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("kamchatka_build", "Which version runs", registry=registry).info({"version": kamchatka.__version__})
        self.actions = Counter("kamchatka_actions", "Actions on the disk", ["edition", "by"], registry=registry)
        self.refusals = Counter("kamchatka_refusals", "Refused by a rule, or for a fault", ["code"], registry=registry)
        self.commits = _times("kamchatka_commit_seconds", "How long a shared commit took", registry)
        self.failed_commits = Counter("kamchatka_commit_failures", "Commits that failed", registry=registry)
        self.shown = _times(
            "kamchatka_shown_seconds", "From an action's arrival until it was handed to every socket", registry
        )
        self.received = Counter("kamchatka_messages_received", "Messages of clients", ["type"], registry=registry)
        self.sent = Counter("kamchatka_messages_sent", "Messages written to sockets", registry=registry)
        self.thoughts = _times("kamchatka_thought_seconds", "From a bot's turn to its decision", registry)
        self.work = _times("kamchatka_work_seconds", "Computing for a heavy question", registry)
        self.requests = Counter(
            "kamchatka_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self.answered = _times("kamchatka_request_seconds", "How long a request took", registry)
        self.lag = _times("kamchatka_loop_lag_seconds", "How late the event loop woke somebody", registry)
        self._acted: dict[tuple[str, str], Counter] = {}  # those with labels, which are slow to find
        self._heard: dict[str, Counter] = {}
        self._begin_at_nothing()

    def _begin_at_nothing(self) -> None:
        """What may happen is listed before it does, so that its first time is seen as a rise."""
        for edition in EDITIONS:
            for author in AUTHORS:
                self.actions.labels(edition, author)
        for code in ("rule", *STATUS):
            self.refusals.labels(code)

    def acted(self, edition: str, seat: int, by_bot: bool) -> None:
        """An action is on the disk."""
        author = "referee" if seat < 0 else "bot" if by_bot else "person"
        if (edition, author) not in self._acted:
            self._acted[edition, author] = self.actions.labels(edition, author)
        self._acted[edition, author].inc()

    def heard(self, kind: str) -> None:
        """A message of a client, of one of the kinds that there are."""
        if kind not in self._heard:
            self._heard[kind] = self.received.labels(kind)
        self._heard[kind].inc()

    def refused(self, code: str) -> None:
        """Something was not done: a code of the protocol, or `rule`."""
        self.refusals.labels(code).inc()

    async def feel_the_pulse(self) -> None:
        """See, a few times a second, how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            self.lag.observe(max(0.0, loop.time() - due))


def _times(name: str, text: str, registry: CollectorRegistry, *labels: str) -> Histogram:
    return Histogram(name, text, labels, registry=registry, buckets=TIMES)
