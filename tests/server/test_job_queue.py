"""The queue of a room: jobs run in order, and the alarm rings on time whatever the number of earlier jobs."""

import asyncio

from kamchatka.server.tables.job_queue import EARLY, JobQueue
from tests.virtual_time import in_virtual_time


async def nothing() -> None:
    """Do nothing."""


async def an_hour() -> None:
    """Let an hour of virtual time pass."""
    passed = asyncio.Event()
    asyncio.get_running_loop().call_later(3600.0, passed.set)
    await passed.wait()


async def at_rest(queue: JobQueue, seconds: float) -> asyncio.Task[bool]:
    """Return a caller that waits for a job."""
    resting = asyncio.create_task(queue.wait(seconds))
    await asyncio.sleep(0)
    return resting


@in_virtual_time
async def test_whoever_rests_is_woken_by_a_job() -> None:
    queue = JobQueue()
    resting = await at_rest(queue, 3600.0)
    first, second = queue.put(nothing), queue.put(nothing)
    assert await resting is True
    assert [queue.jobs.popleft()[1] for _ in range(2)] == [first, second]


@in_virtual_time
async def test_the_alarm_rings_when_it_was_set_last_and_not_when_it_was_set_first() -> None:
    """The alarm rings at the time set last: an earlier timer is rearmed, a later one is replaced."""
    queue, clock = JobQueue(), asyncio.get_running_loop().time
    for first, then in ((0.01, 0.15), (3600.0, 0.05)):
        resting = await at_rest(queue, first)
        queue.put(nothing)
        assert await resting is True
        queue.jobs.clear()
        began = clock()
        assert await queue.wait(then) is False
        assert then - EARLY <= clock() - began <= then + EARLY


@in_virtual_time
async def test_whoever_waits_for_an_answer_is_told_of_the_end() -> None:
    queue = JobQueue()
    resting = await at_rest(queue, 0.01)
    answered, waits = queue.put(nothing), queue.put(nothing)
    answered.set_result(None)
    assert list(queue.close()) == [waits]
    assert await resting is True
    await an_hour()  # no alarm fires while nobody waits on the queue
    assert queue.qsize() == 0
