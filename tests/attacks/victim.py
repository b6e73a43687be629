"""A server under attack: its memory, and a player's waiting times.

Figures are printed (`pytest -s tests/attacks`) for docs/security.md. What a test asserts is never a time: a status, an
order ("the player was answered before the attacker was"), or an amount of memory.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.client import Browser, Seat
from tests.server.running import Server

PING_EVERY = 0.06  # seconds between the player's pings, within the limit for messages


def processes(root: int) -> Iterator[int]:
    """Return a process and all its descendants."""
    yield root
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                yield from processes(int(child))
        except OSError:
            continue  # ended in the meantime


def resident_megabytes(root: int) -> int:
    """Return the megabytes held by a process and its descendants; shared pages count once."""
    return sum(map(held_alone, processes(root)))


def held_alone(pid: int) -> int:
    """Return the megabytes held by one process."""
    return _written(pid, "smaps_rollup", "Pss:") // 1024


def memory(server: Server) -> int:
    """Return the megabytes that a server and its workers hold now."""
    assert server.process is not None
    return resident_megabytes(server.process.pid)


def peak_memory(server: Server) -> int:
    """Return the peak megabytes of the server's own process."""
    assert server.process is not None
    return _written(server.process.pid, "status", "VmHWM") // 1024


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _written(pid: int, file: str, name: str) -> int:
    """Return a figure in kilobytes that the kernel reports for a process."""
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)


@dataclass
class Waits:
    """The times a player waited for each answer during an attack."""

    seconds: list[float] = field(default_factory=list)

    @property
    def longest(self) -> float:
        """Return the longest wait."""
        return max(self.seconds, default=0.0)

    def __str__(self) -> str:
        return f"{len(self.seconds)} pings, the longest took {self.longest * 1000:.0f} ms"


@asynccontextmanager
async def a_player_waits(server: Server) -> AsyncIterator[Waits]:
    """Keep a player at a table who pings throughout the block, which is the attack.

    Asserts that the player is still at the table afterwards.
    """
    waits = Waits()
    async with Browser(server.address, "Patient") as patient, patient.at(await patient.lay()) as seat:
        await seat.until("scene")
        pinging = asyncio.create_task(_ping(seat, waits))
        try:
            yield waits
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)
        await seat.say(type="ping")
        await seat.until("pong")


async def _ping(seat: Seat, waits: Waits) -> None:
    while True:
        begun = time.perf_counter()
        await seat.say(type="ping")
        await seat.until("pong")
        waits.seconds.append(time.perf_counter() - begun)
        await asyncio.sleep(PING_EVERY)
