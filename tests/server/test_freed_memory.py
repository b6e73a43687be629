"""Memory freed after a busy minute returns to the system, even if later allocations are still in use."""

import asyncio
import ctypes
import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kamchatka.server.operations import freed_memory
from tests.server.together import together

PAGE = os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """Restore the garbage collector's settings after the test."""
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="this C library keeps nothing back")
@together
async def test_what_was_freed_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freed_memory, "EVERY", 0.01)
    before = resident_bytes()
    taken = [bytes(2000) for _ in range(60_000)]
    kept = taken[::200]  # free scattered blocks only, so that the heap can't shrink
    grown = resident_bytes() - before
    del taken
    assert resident_bytes() - before > grown / 2
    trimmed, in_thread = asyncio.Event(), asyncio.to_thread

    async def noticed(function: Callable[..., object], *args: object) -> object:
        done = await in_thread(function, *args)
        trimmed.set()
        return done

    monkeypatch.setattr(asyncio, "to_thread", noticed)
    going_on = asyncio.create_task(freed_memory.give_back([]))
    await trimmed.wait()
    assert resident_bytes() - before <= grown / 2
    going_on.cancel()
    assert len(kept) == 300


@together
async def test_the_collector_comes_less_often_the_more_tables_there_are() -> None:
    """The more tables there are, the less often the collector runs: at 1,000 tables one run takes 0.1 s."""
    for tables, objects in ((0, 20_000), (100, 20_000), (1000, 200_000)):
        going_on = asyncio.create_task(freed_memory.give_back(range(tables)))
        await asyncio.sleep(0)
        assert gc.get_threshold() == (objects, 10, 50)
        going_on.cancel()
