"""Run `kamchatka` and measure the CPU time of every callback of the event loop, by name.

Replaces `kamchatka.cli`. On SIGUSR1 the longest callbacks since the last time are written to the file that
KAMCHATKA_WATCHED names.
"""

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

worst: dict[str, float] = {}  # highest milliseconds of one callback, by name
plain_run = asyncio.Handle._run


def timed_run(handle: asyncio.Handle) -> None:
    """Measure a callback by its thread's CPU time, which doesn't depend on other processes."""
    path, begun = asked(handle), time.thread_time()
    plain_run(handle)
    took = (time.thread_time() - begun) * 1000
    if took > 5.0:
        name = f"{path} {named(handle)}"
        worst[name] = max(took, worst.get(name, 0.0))


def asked(handle: Any) -> str:
    """Return the path of the request that a callback belongs to, if any."""
    task = getattr(handle._callback, "__self__", None)
    frame: Any = getattr(task.get_coro(), "cr_frame", None) if isinstance(task, asyncio.Task) else None
    scope = getattr(frame.f_locals.get("self"), "scope", {}) if frame is not None else {}
    return str(scope.get("path", "-")) if isinstance(scope, dict) else "-"


def named(handle: Any) -> str:
    """Return what a callback is a step of."""
    task = getattr(handle._callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        coroutine: Any = task.get_coro()
        inner = coroutine
        while getattr(inner, "cr_await", None) is not None and hasattr(inner.cr_await, "cr_code"):
            inner = inner.cr_await
        return f"{coroutine.__qualname__} … {getattr(inner, '__qualname__', inner)}"
    return str(getattr(handle._callback, "__qualname__", handle._callback))


def write(*_: object) -> None:
    """Write the results since the last call."""
    path = Path(os.environ["KAMCHATKA_WATCHED"])
    part = path.with_suffix(".part")
    part.write_text(json.dumps(worst))
    part.rename(path)
    worst.clear()


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # whose callbacks nobody can time
    asyncio.Handle._run = timed_run  # type: ignore[assignment, method-assign]
    signal.signal(signal.SIGUSR1, write)
    from kamchatka.cli import main

    main()
