"""Counters for Prometheus: one object per server, with its own registry.

Label values are our own words only (editions, codes, route templates), never a name, address, id or secret. So the
number of series does not depend on the clients.
"""

import asyncio

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector

import kamchatka
from kamchatka.editions import EDITIONS
from kamchatka.server.faults import STATUS

TIMES = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
AUTHORS = ("person", "bot", "referee")
PULSE = 0.25  # seconds between two measurements of the event loop's lag


class Metrics:
    """The counters. Values that can be read from the server are in `gauges`, computed only when scraped."""

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
        self.lag = _times("kamchatka_loop_lag_seconds", "How late the event loop woke a task", registry)
        self._acted: dict[tuple[str, str], Counter] = {}  # labelled counters, cached because finding them is slow
        self._heard: dict[str, Counter] = {}
        self._begin_at_nothing()

    def _begin_at_nothing(self) -> None:
        """Create expected series at zero, so that their first increment shows as a rise."""
        for edition in EDITIONS:
            for author in AUTHORS:
                self.actions.labels(edition, author)
        for code in ("rule", *STATUS):
            self.refusals.labels(code)

    def count_action(self, edition: str, seat: int, by_bot: bool) -> None:
        """Count a stored action."""
        author = "referee" if seat < 0 else "bot" if by_bot else "person"
        if (edition, author) not in self._acted:
            self._acted[edition, author] = self.actions.labels(edition, author)
        self._acted[edition, author].inc()

    def count_message(self, kind: str) -> None:
        """Count a client message by its type."""
        if kind not in self._heard:
            self._heard[kind] = self.received.labels(kind)
        self._heard[kind].inc()

    def count_refusal(self, code: str) -> None:
        """Count an error by its protocol code, or `rule`."""
        self.refusals.labels(code).inc()

    async def feel_the_pulse(self) -> None:
        """Measure the event loop's lag several times per second."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            self.lag.observe(max(0.0, loop.time() - due))


def _times(name: str, text: str, registry: CollectorRegistry, *labels: str) -> Histogram:
    return Histogram(name, text, labels, registry=registry, buckets=TIMES)
