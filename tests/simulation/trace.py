"""The record of a run: its events with their times, as text. The same seed gives the same record, byte for byte."""

import hashlib
from collections.abc import Callable
from typing import Any

import structlog

from tests.simulation.loop import current

SHOWN = ("table", "seat", "code", "error", "at", "why", "task", "bot", "subject")


class Trace:
    """Events with their virtual time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.lines: list[str] = []
        self.logged: list[tuple[str, dict[str, Any]]] = []  # errors logged by servers
        self.digest = hashlib.sha256()

    def note(self, who: str, what: str) -> None:
        """Record an event."""
        line = f"{self.clock():10.4f} {who:12} {what}"
        self.lines.append(line)
        self.digest.update(line.encode() + b"\n")

    def log(self, logger: object, method: str, event: dict[str, Any]) -> str:
        """Record a log line of a server; a processor of structlog."""
        details = " ".join(f"{name}={event[name]!r}" for name in SHOWN if name in event)
        self.note(current.get().name, f"[{method}] {event['event']} {details}".rstrip())
        if method in ("error", "critical", "exception"):
            self.logged.append((str(event["event"]), {**event, "process": current.get().name}))
        raise structlog.DropEvent
