"""Gauges computed when Prometheus scrapes: rooms, sockets, queues. They cost nothing in between."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kamchatka.server.bus.bus import Bus
from kamchatka.server.club.club import Club
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import Status
from kamchatka.server.supervision import Supervisor
from kamchatka.server.tables.live_tables import LiveTables


@dataclass(eq=False)
class Gauges(Collector):
    """Collects a server's gauges. It runs in the event loop, so nothing changes while it counts."""

    supervisor: Supervisor
    database: Database
    live_tables: LiveTables
    club: Club
    bus: Bus

    def collect(self) -> Iterator[Metric]:
        """Yield all gauges."""
        services = self.live_tables.services
        rooms = [live_table.room for live_table in self.live_tables.values()]
        listening = [listener for room in rooms for listener in room.audience.listeners]
        events = [listener for live in self.club.live.values() for listener in live.listeners]
        states = Counter(room.table.status for room in rooms)
        open_rooms = {state: states[state] for state in get_args(Status)}
        sockets = {"tables": len(listening), "lobby": len(services.lobby.listeners), "events": len(events)}
        yield _gauge("kamchatka_rooms", "Tables in memory", "state", open_rooms)
        yield _gauge("kamchatka_sockets", "Open sockets", "at", sockets)
        yield GaugeMetricFamily(
            "kamchatka_bots_thinking", "Decisions under way", services.bot_pool.queue.served.total()
        )
        yield GaugeMetricFamily(
            "kamchatka_quarantined", "Games set apart: they cannot be read", services.quarantine.size
        )
        watched = self.supervisor
        yield GaugeMetricFamily(
            "kamchatka_services_down", "Services that failed and wait to restart", len(watched.down)
        )
        failures = CounterMetricFamily("kamchatka_task_failures", "Unexpected exceptions in tasks", labels=["task"])
        for name, count in watched.failures.items():
            failures.add_metric([name], count)
        yield failures
        dropped = CounterMetricFamily("kamchatka_bus_dropped", "Messages on the bus that were not ours", labels=["why"])
        for why, count in self.bus.dropped.items():
            dropped.add_metric([why], count)
        yield dropped
        queued = [room.queue.qsize() for room in rooms]
        outboxes = [listener.outbox.qsize() for listener in (*listening, *events, *services.lobby.listeners)]
        lengths = {
            "commits": self.database.waiting.qsize(),
            "deeds": sum(queued),
            "outboxes": sum(outboxes),
            "bots": len(services.bot_pool.queue.waiting),
            "work": len(services.work.queue.waiting),
        }
        yield _gauge("kamchatka_queue_length", "What waits, in all", "queue", lengths)
        longest = {"deeds": max(queued, default=0), "outboxes": max(outboxes, default=0)}
        yield _gauge("kamchatka_queue_longest", "What waits in the longest queue of its kind", "queue", longest)


def _gauge(name: str, text: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
