"""Games spread over processes, in batches, as they come in."""
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from kamchatka.bots.arena.games import Outcome, Plan, play_game

BATCHES = 200               # a long run reports about so often
LARGEST_BATCH = 50


def outcomes(plan: Plan, games: int, workers: int) -> Iterator[Outcome]:
    """Every game of the plan, in no order when several work; a GameFailed ends it."""
    if workers == 1:
        yield from (play_game(plan, plan.seed + i) for i in range(games))
        return
    size = max(1, min(LARGEST_BATCH, games // BATCHES))
    # Spawned, not forked: the same on every system, and no half-copied progress bar in a child.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        batches = [pool.submit(play_batch, plan, plan.seed + first, min(size, games - first))
                   for first in range(0, games, size)]
        for batch in as_completed(batches):
            yield from batch.result()
    finally:
        pool.shutdown(cancel_futures=True)


def play_batch(plan: Plan, first: int, count: int) -> list[Outcome]:
    """The games with these seeds."""
    return [play_game(plan, seed) for seed in range(first, first + count)]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
