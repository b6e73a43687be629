"""Games spread over the machines of a Ray cluster. Ray is an extra: nothing else here knows it."""

import importlib
import logging
import socket
from collections.abc import Iterator, Sequence
from typing import Any

from kamchatka.arena.games import GameFailed, Outcome, Plan
from kamchatka.arena.workers import batched, play_batch
from kamchatka.kernel.problem import Problem

LOCAL = "local"  # as address: a cluster of this machine alone, for this run
PATIENCE = 5.0  # seconds in which a machine must answer; Ray itself would try for minutes


def outcomes_on_ray(plan: Plan, seeds: Sequence[int], address: str) -> Iterator[Outcome]:
    """The games on a cluster whose machines have this package installed. A batch whose worker died is played again."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise Problem("cluster.not_installed") from None
    join(ray, address)
    try:
        play = ray.remote(play_batch)
        waiting = [play.remote(plan, batch) for batch in batched(seeds)]
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
    """Connect, or start a cluster here; a Problem names an address at which there is none."""
    try:
        if address != LOCAL:
            answers(address)
        ray.init(address=None if address == LOCAL else address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise Problem("cluster.no_answer", address=address, error=first_line(error)) from None


def answers(address: str) -> None:
    """An OSError unless somebody listens there; other words, as “auto”, are left to Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def first_line(error: Exception) -> str:
    """What Ray or the network says, without number and trace, as a sentence."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (said.strip() or type(error).__name__).splitlines()[0].rstrip(".") + "."
