"""The worker process, `python -m kamchatka.server.work.worker`. It runs tasks from stdin until stdin is closed.

A task is one of our functions with its arguments. The operating system limits each process's memory and each task's
computing time. Workers run at low priority, and end with their server.
"""

import math
import os
import pickle
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO

LENGTH = struct.Struct("!Q")
BEGUN = b"!"  # sent when the task has been read and imported, and starts now
NICE = 10  # low priority, because games come first


def outlive_nobody(server: int) -> None:
    """Exit when the server process has died."""

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1.0)  # noqa: TID251 - a thread of a process of its own
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def main(server: int, megabytes: int, seconds: int) -> None:
    """Run tasks until the input ends."""
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries goes to the log instead of the results
    outlive_nobody(server)
    os.nice(NICE)
    _limit("RLIMIT_AS", megabytes * 1024 * 1024)
    while (task := _read(tasks)) is not None:
        function, args = pickle.loads(task)  # trusted, because our own server wrote it
        answers.write(BEGUN)
        answers.flush()
        _limit("RLIMIT_CPU", math.ceil(time.process_time()) + seconds)
        answer = _answer(function, args)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _limit(name: str, most: int) -> None:
    """Set a limit of the operating system, where this is supported (not on Windows)."""
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, name)
    resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def _read(file: BinaryIO) -> bytes | None:
    head = file.read(LENGTH.size)
    return file.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else None


def _answer(function: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    """Run a function. Return its result or exception, and the seconds used without imports."""
    begun = time.process_time()
    given: tuple[bool, Any]
    try:
        given = True, function(*args)
    except Exception as error:
        given = False, error
    took = time.process_time() - begun
    try:
        return pickle.dumps((*given, took))
    except Exception as error:  # the result can't be pickled
        return pickle.dumps((False, RuntimeError(repr(error)), took))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
