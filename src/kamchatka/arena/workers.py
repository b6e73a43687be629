"""Distribute games over processes in batches and yield results as they complete."""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from kamchatka.arena.games import Outcome, Plan, play_game

BATCHES = 200  # target number of batches, so that a long run reports progress often
LARGEST_BATCH = 50


def outcomes(plan: Plan, seeds: Sequence[int], workers: int, journals: Path | None = None) -> Iterator[Outcome]:
    """Play the games with these seeds. With several workers the order is undefined. A GameFailed ends the run.

    With a folder for journals each game is recorded there.
    """
    if workers == 1:
        yield from (play_game(plan, seed, journals) for seed in seeds)
        return
    # Spawned, not forked: the same on every system, and no half-copied progress bar in a child.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        batches = [pool.submit(play_batch, plan, batch, journals) for batch in split_batches(seeds)]
        for done in as_completed(batches):
            yield from done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def split_batches(seeds: Sequence[int]) -> list[list[int]]:
    """Split the seeds into batches small enough for frequent progress updates.

    >>> split_batches([4, 5, 6])
    [[4], [5], [6]]
    """
    size = max(1, min(LARGEST_BATCH, len(seeds) // BATCHES))
    return [list(seeds[first : first + size]) for first in range(0, len(seeds), size)]


def play_batch(plan: Plan, seeds: Sequence[int], journals: Path | None = None) -> list[Outcome]:
    """Play the games with these seeds."""
    return [play_game(plan, seed, journals) for seed in seeds]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
