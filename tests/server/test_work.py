"""The pool of workers: bounded in processes, queue, time and memory; each user pays from a budget."""

import asyncio
import math
import os
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.server.faults import Fault
from kamchatka.server.limits import MOST_BUCKETS
from kamchatka.server.settings import ServerSettings
from kamchatka.server.work import pool as work_pool
from kamchatka.server.work.budget import Asker, WorkBudget
from kamchatka.server.work.cache import ByteCache
from kamchatka.server.work.pool import WorkPool
from tests.server.together import together

ADA, EVA = Asker("Ada", "here"), Asker("Eva", "there")


# ------------------------------------------------------------------ tasks
def pid(_: object = None) -> int:
    """Return the id of the answering process."""
    return os.getpid()


def compute(steps: float) -> float:
    """Compute this many steps; infinity never ends."""
    done = 0
    while done < steps:
        done += 1
    return steps


def hold(path: str) -> str:
    """Enter a gate and return when the test opens it."""
    with socket.socket(socket.AF_UNIX) as way:
        way.connect(path)
        way.recv(1)
    return "held"


class Gate:
    """A gate at which a worker's task waits, without computing, until the test lets it through."""

    def __init__(self, folder: str) -> None:
        self.path = f"{folder}/gate"
        self.arrived = asyncio.Event()
        self.writers = list[asyncio.StreamWriter]()

    async def meet(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Wait until a worker has started its task."""
        self.writers.append(writer)
        self.arrived.set()

    def open(self) -> None:
        """Let the task return."""
        for writer in self.writers:
            writer.close()
        self.writers.clear()


@asynccontextmanager
async def gate() -> AsyncIterator[Gate]:
    """Return a gate that opens at the end of its block at the latest."""
    with tempfile.TemporaryDirectory() as folder:
        made = Gate(folder)
        async with await asyncio.start_unix_server(made.meet, made.path):
            try:
                yield made
            finally:
                made.open()


def swallow(megabytes: int) -> int:
    """Allocate this much memory."""
    return len(bytearray(megabytes * 2**20))


def refuse() -> None:
    """Raise a rule's refusal."""
    raise Problem("event.no_round", number=7)


def die() -> None:
    """Die as if killed by the kernel."""
    os.kill(os.getpid(), 9)


@pytest.fixture(autouse=True)
def no_worker_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give workers an hour: they have a low priority and are slow on a busy machine."""
    monkeypatch.setattr(work_pool, "STARTING", 3600.0)
    monkeypatch.setattr(work_pool, "PATIENCE", 3600.0)


@asynccontextmanager
async def pool(**settings: int | float) -> AsyncIterator[WorkPool]:
    """Return a pool that ends with its block."""
    made = WorkPool(ServerSettings(**settings), kept_seconds=3600.0)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


# ------------------------------------------------------------------ the pool
@together
async def test_work_is_done_elsewhere_and_refusals_come_back_as_they_are() -> None:
    async with pool() as work:
        assert await work.run(ADA, pid) != os.getpid()
        with pytest.raises(Problem, match="7"):
            await work.run(ADA, refuse)
        with pytest.raises(ZeroDivisionError):
            await work.run(ADA, divmod, 1, 0)


@together
async def test_a_worker_is_kept_and_ends_with_the_pool() -> None:
    async with pool() as work:
        first = await work.run(ADA, pid)
        assert await work.run(EVA, pid) == first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


@together
async def test_a_closed_pool_starts_nothing() -> None:
    """A closed pool starts nothing for queued or later callers: no process outlives the server."""
    async with gate() as held, pool(work_processes=1) as work:
        first = asyncio.create_task(work.run(ADA, hold, held.path))
        waiting = asyncio.create_task(work.run(EVA, pid))
        await held.arrived.wait()
        await work.close()
        with pytest.raises(Fault, match="busy"):
            await waiting
        with pytest.raises(Fault, match="busy"):
            await work.run(ADA, pid)
        assert (work.idle, work.busy, work.jobs) == ([], set(), set())
        with pytest.raises(asyncio.CancelledError):
            await first


@together
async def test_what_takes_too_long_is_ended_by_the_kernel() -> None:
    """Another worker does the next task."""
    async with pool(work_seconds=1) as work:
        before = await work.run(ADA, pid)
        with pytest.raises(Fault, match="work_too_heavy"):
            await work.run(ADA, compute, math.inf)
        assert await work.run(EVA, pid) != before


@together
async def test_what_takes_too_much_memory_is_refused() -> None:
    async with pool(work_memory=512) as work:
        assert await work.run(ADA, swallow, 10) == 10 * 2**20
        with pytest.raises(Fault, match="work_too_heavy"):
            await work.run(ADA, swallow, 600)
        with pytest.raises(Fault, match="work_too_heavy"):
            await work.run(ADA, die)
        assert await work.run(ADA, swallow, 10) == 10 * 2**20


@together
async def test_the_queue_is_short() -> None:
    """A full queue refuses callers at once; one address fills at most half of it."""
    async with gate() as held, pool(work_processes=1, work_waiting=4) as work:
        first = asyncio.create_task(work.run(ADA, hold, held.path))
        await asyncio.sleep(0)
        mine = [asyncio.create_task(work.run(ADA, compute, 9.0)) for _ in range(3)]
        hers = [asyncio.create_task(work.run(EVA, compute, 9.0)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Fault, match="busy"):
            await work.run(Asker("Ivo", "elsewhere"), pid)
        await held.arrived.wait()
        held.open()
        found = await asyncio.gather(first, *mine, *hers, return_exceptions=True)
        assert [str(one) for one in found] == ["held", "9.0", "9.0", "too_many", "9.0", "9.0"]


@together
async def test_one_address_does_not_have_all_workers() -> None:
    """While one long task of Ada's runs and another waits, Eva is served before both."""
    async with gate() as held, pool(work_processes=2) as work:
        first = asyncio.create_task(work.run(ADA, hold, held.path))
        second = asyncio.create_task(work.run(ADA, pid))
        await work.run(EVA, pid)
        await held.arrived.wait()
        assert not first.done()
        assert not second.done()
        held.open()
        assert await first == "held"
        await second


@together
async def test_who_does_not_wait_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queued request is dropped and a running one is ended, so that its worker is free."""
    monkeypatch.setattr(work_pool, "GRACE", 0.0)
    async with gate() as held, pool(work_processes=1) as work:
        await work.run(EVA, pid)
        running = asyncio.create_task(work.run(ADA, hold, held.path))
        await held.arrived.wait()
        waiting = asyncio.create_task(work.run(EVA, compute, math.inf))
        await asyncio.sleep(0)
        waiting.cancel()
        running.cancel()
        await asyncio.gather(waiting, running, return_exceptions=True)
        assert not work.queue.waiting
        assert await work.run(EVA, compute, 9.0) == 9.0
        assert not work.busy


@together
async def test_a_worker_that_died_while_it_rested_is_replaced() -> None:
    async with pool() as work:
        first = await work.run(ADA, pid)
        os.kill(first, 9)
        await work.idle[0].process.wait()
        assert await work.run(ADA, pid) != first


# ------------------------------------------------------------------ the budget
@together
async def test_a_question_costs_what_it_took() -> None:
    """Computing time is charged to the budget of all callers from one address; other addresses aren't affected."""
    async with pool() as work:
        work.budget = WorkBudget(1.0, lambda: 0.0)
        work.budget.charge(ADA, 0.999)
        await work.run(ADA, compute, 1e6)  # longer than a millisecond on any machine
        for asker in (ADA, Asker("Bea", "here"), Asker("Ada", "abroad")):
            with pytest.raises(Fault, match="work_spent") as caught:
                await work.run(asker, pid)
            assert caught.value.status == 429
        await work.run(EVA, pid)


def test_a_budget_fills_again() -> None:
    now = 1000.0
    budget = WorkBudget(30.0, lambda: now)
    budget.charge(ADA, 40.0)
    for later, allowed in ((19.0, False), (21.0, True)):
        now = 1000.0 + later
        try:
            budget.check(ADA)
            assert allowed
        except Fault:
            assert not allowed


def test_budgets_of_many_addresses_are_forgotten() -> None:
    budget = WorkBudget(30.0)
    for n in range(MOST_BUCKETS + 100):
        budget.charge(Asker(f"a{n}", f"a{n}"), 1.0)
    assert len(budget.buckets) <= MOST_BUCKETS


def test_a_cache_is_bounded_by_bytes() -> None:
    cache = ByteCache(1000)
    for n in range(100):
        cache.put(n, bytes(90))
    assert cache.size <= 1000
    assert cache.get(99) == bytes(90)
    assert cache.get(0) is None
    cache.put("large", bytes(251))
    assert cache.get("large") is None
    cache.put(99, bytes(10))
    assert cache.size == 90 * 10 + 10
