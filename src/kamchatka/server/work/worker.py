"""The process of a worker: `python -m kamchatka.server.work.worker`. It answers tasks from its input until that ends.

A task is a function of ours and its arguments. The kernel holds the worker to its limits: memory for its life, seconds
of computing for each task. It runs behind everything else that the machine has to do, and dies with its server.
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
BEGUN = b"!"  # the task has been read and what it needs imported: from here on it is reckoned
NICE = 10  # games go first


def outlive_nobody(server: int) -> None:
    """A worker whose server was killed ends itself."""

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1.0)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def main(server: int, megabytes: int, seconds: int) -> None:
    """Answer tasks until there are no more."""
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints goes to the log, not into an answer
    outlive_nobody(server)
    os.nice(NICE)
    _limit("RLIMIT_AS", megabytes * 1024 * 1024)
    while (task := _read(tasks)) is not None:
        function, args = pickle.loads(task)  # written by our own server
        answers.write(BEGUN)
        answers.flush()
        _limit("RLIMIT_CPU", math.ceil(time.process_time()) + seconds)
        answer = _answer(function, args)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _limit(name: str, most: int) -> None:
    """A limit kept by the kernel, where it has such (Windows has not)."""
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
    """What the function gave or raised, and the seconds it took (not those it took to import it)."""
    begun = time.process_time()
    given: tuple[bool, Any]
    try:
        given = True, function(*args)
    except Exception as error:
        given = False, error
    took = time.process_time() - begun
    try:
        return pickle.dumps((*given, took))
    except Exception as error:  # something that cannot travel
        return pickle.dumps((False, RuntimeError(repr(error)), took))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
