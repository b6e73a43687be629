"""CPU time, memory and cores of processes, from Linux's /proc."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
COLLECT = (200_000, 10, 100)  # thresholds of garbage collection: new objects, and younger collections per older one


def computing(pid: int) -> float:
    """Return the CPU seconds of a process and its descendants."""
    return sum(seconds for _, seconds in _family(pid))


def own_computing(pid: int) -> float:
    """Return the CPU seconds of a process without its descendants."""
    return dict(_family(pid))[pid]


def memory(pid: int) -> float:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def pin(pid: int, cores: set[int]) -> None:
    """Pin a process, its threads and its children to these cores; without cores, unpin them."""
    for one, _ in _family(pid) if cores else ():
        for thread in Path(f"/proc/{one}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


def collect_seldom() -> None:
    """Freeze long-lived objects, because pauses of this process's garbage collector would count as the server's."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def cores(said: str) -> set[int]:
    """Parse a list of cores.

    >>> sorted(cores("0,2-4"))
    [0, 2, 3, 4]
    """
    ends = [part.partition("-") for part in said.split(",") if part]
    return {core for first, _, last in ends for core in range(int(first), int(last or first) + 1)}


def _family(pid: int) -> Iterator[tuple[int, float]]:
    """Yield a process and its descendants, with the CPU seconds of each."""
    below: dict[int, list[int]] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # the process has ended meanwhile
            below.setdefault(int(fields[1]), []).append(int(entry.name))
            spent[int(entry.name)] = sum(int(field) for field in fields[11:15]) / TICKS
    wanted = [pid]
    while wanted:
        one = wanted.pop()
        if one in spent:
            yield one, spent[one]
        wanted += below.get(one, [])
