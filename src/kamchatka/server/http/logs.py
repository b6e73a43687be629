"""Logging: JSON lines on stderr, from the server and its libraries, with a limit on repeated lines."""

import asyncio
import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog

from kamchatka.kernel.edges.plain import JsonObject

SHOWN = 20  # equal lines written before repetition is suppressed
WINDOW = 60.0  # seconds between two summaries of suppressed lines
MOST_KEYS = 1000
SUMMARY = "repeated"

BY_CLIENTS = (
    "ASGI callable returned without completing handshake.",  # it was refused with a response, as ASGI allows
    "Invalid UTF-8 sequence received from client.",
)

Line = MutableMapping[str, Any]


class Repeats:
    """Suppresses repeated lines with the same event and code, and logs their number once a minute."""

    def __init__(self, shown: int = SHOWN) -> None:
        self.shown = shown
        self.seen: dict[tuple[str, str], int] = {}

    def __call__(self, logger: object, method: str, line: Line) -> Line:
        """Process a line for structlog; raise DropEvent to suppress it."""
        key = (str(line.get("event"))[:200], str(line.get("code", ""))[:40])
        if key[0] == SUMMARY:
            return line
        if key not in self.seen and len(self.seen) >= MOST_KEYS:
            key = ("", "")
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] > self.shown:
            raise structlog.DropEvent
        return line

    def tell(self) -> None:
        """Log the numbers of suppressed lines and reset the counters."""
        left_out = {key: count - self.shown for key, count in self.seen.items() if count > self.shown}
        self.seen.clear()
        for (event, code), count in left_out.items():
            structlog.get_logger().warning(SUMMARY, of=event, code=code, more=count)

    async def keep(self) -> None:
        """Log the summary at regular intervals."""
        while True:
            await asyncio.sleep(WINDOW)
            self.tell()


class LogStream:
    """The log's output on stderr. If writing fails, lines are lost but the server goes on."""

    def write(self, text: str) -> int:
        """Write a line if possible."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush if possible."""
        with suppress(OSError):
            sys.stderr.flush()


class Libraries(logging.Handler):
    """Forwards log records of libraries to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log one record. Its text is not part of the key, so numbers in it don't hide repetition."""
        structlog.get_logger().log(
            record.levelno, "library", code=record.name, said=record.getMessage()[:1000], exc_info=record.exc_info
        )


def set_up_logs(quiet: bool) -> Repeats:
    """Set up logging with one JSON line per event on stderr. Passwords, cookies and tokens are never logged."""
    repeats = Repeats()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            repeats,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if quiet else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, LogStream())),  # it only writes and flushes
    )
    logging.getLogger("uvicorn.error").addFilter(is_worth_logging)
    logging.basicConfig(handlers=[Libraries()], level=logging.ERROR, force=True)
    return repeats


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for what uvicorn logs as an error although a client caused it."""
    return record.getMessage() not in BY_CLIENTS


def log_of_loop(loop: asyncio.AbstractEventLoop, context: JsonObject) -> None:
    """Log an error of the event loop, such as an unhandled task exception or a failed accept."""
    error = context.get("exception")
    structlog.get_logger().error(
        "loop", code=type(error).__name__, said=str(context.get("message"))[:500], exc_info=error
    )
