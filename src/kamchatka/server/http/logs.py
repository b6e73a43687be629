"""The log: lines of JSON on stderr, the server's and the libraries', in which nothing is repeated without end."""

import asyncio
import logging
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog

SHOWN = 20  # lines alike that are written in a row
WINDOW = 60.0  # seconds, then they are counted anew
MOST_KEYS = 1000
SUMMARY = "repeated"

Line = MutableMapping[str, Any]


class Repeats:
    """Lines with the same event and code: the first are written, the rest counted and told in one line a minute."""

    def __init__(self, shown: int = SHOWN) -> None:
        self.shown = shown
        self.seen: dict[tuple[str, str], int] = {}

    def __call__(self, logger: object, method: str, line: Line) -> Line:
        """A step of structlog: the line, or DropEvent."""
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
        """What was not written since the last time, then everything is counted anew."""
        left_out = {key: count - self.shown for key, count in self.seen.items() if count > self.shown}
        self.seen.clear()
        for (event, code), count in left_out.items():
            structlog.get_logger().warning(SUMMARY, of=event, code=code, more=count)

    async def keep(self) -> None:
        """Tells it again and again."""
        while True:
            await asyncio.sleep(WINDOW)
            self.tell()


class LogStream:
    """stderr, where the lines go. A full disk costs lines, never the work that is logged."""

    def write(self, text: str) -> int:
        """One line, if it can be written."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Likewise."""
        with suppress(OSError):
            sys.stderr.flush()


class Libraries(logging.Handler):
    """What libraries log goes the same way."""

    def emit(self, record: logging.LogRecord) -> None:
        """One record; its text is not the key, so that a number in it changes nothing."""
        structlog.get_logger().log(
            record.levelno, "library", code=record.name, said=record.getMessage()[:1000], exc_info=record.exc_info
        )


def set_up_logs(quiet: bool) -> Repeats:
    """One line of JSON an event on stderr; passwords, cookies and tokens are never handed to a log."""
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
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, LogStream())),
    )
    logging.basicConfig(handlers=[Libraries()], level=logging.ERROR, force=True)
    return repeats


def log_of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the event loop complains of: a task that failed unheard, a connection that could not be taken."""
    error = context.get("exception")
    structlog.get_logger().error(
        "loop", code=type(error).__name__, said=str(context.get("message"))[:500], exc_info=error
    )
