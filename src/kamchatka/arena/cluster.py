"""Distribute games over the machines of a Ray cluster. Ray is an optional extra, imported only here."""

import importlib
import logging
import socket
from collections.abc import Iterator, Sequence
from typing import Any

from kamchatka.arena.games import GameFailed, Outcome, Plan
from kamchatka.arena.workers import play_batch, split_batches
from kamchatka.kernel.problem import Problem

LOCAL = "local"  # address that starts a cluster on this machine for the current run
PATIENCE = 5.0  # connection timeout in seconds; Ray itself would keep trying for minutes


def outcomes_on_ray(plan: Plan, seeds: Sequence[int], address: str) -> Iterator[Outcome]:
    """Play games on a cluster whose machines have this package installed. Batches of a lost worker are replayed."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise Problem("cluster.not_installed") from None
    join(ray, address)
    try:
        play = ray.remote(play_batch)
        waiting = [play.remote(plan, batch) for batch in split_batches(seeds)]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done[0])
    except GameFailed as failure:  # Ray wraps what a worker raises
        raise GameFailed(failure.seed, failure.error) from None
    except ray.exceptions.RayError as error:
        raise Problem("cluster.not_finished", error=first_line(error)) from None
    finally:
        ray.shutdown()


def join(ray: Any, address: str) -> None:
    """Connect to a cluster, or start a local one; raise a Problem if nothing answers at the address."""
    try:
        if address != LOCAL:
            answers(address)
        ray.init(address=None if address == LOCAL else address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise Problem("cluster.no_answer", address=address, error=first_line(error)) from None


def answers(address: str) -> None:
    """Raise an OSError unless a server listens at the address. Values such as “auto” are left to Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def first_line(error: Exception) -> str:
    """Reduce an error of Ray or the network to one sentence without error number and traceback."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (said.strip() or type(error).__name__).splitlines()[0].rstrip(".") + "."
