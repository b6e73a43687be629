"""Faults, and a plan of them for each seed.

A fault begins at a time, hits a target and ends by itself after some seconds. Leaving one out changes nothing about
the others, so a failing plan can be shrunk.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import NamedTuple

from tests.simulation.network import Link
from tests.simulation.platform import Machine, Platform, ServerMachine

FIRST, LAST = 3.0, 38.0  # range of seconds in which faults begin
MOST = 8  # number of faults in one run


class Fault(NamedTuple):
    """A fault: `amount` is a probability or a number of seconds, depending on the kind."""

    at: float
    kind: str
    target: str
    seconds: float
    amount: float = 0.0

    def __str__(self) -> str:
        return f"Fault({self.at}, {self.kind!r}, {self.target!r}, {self.seconds}, {self.amount})"


Inflict = Callable[[Platform, Fault], Iterator[None]]


class Kind(NamedTuple):
    """A kind of fault: how it begins and ends, its targets, and ranges of duration and amount."""

    inflict: Inflict
    target: str  # server, machine, any client's line, or the database
    seconds: tuple[float, float] = (0.0, 0.0)
    amount: tuple[float, float] = (0.0, 0.0)


def machine(platform: Platform, fault: Fault) -> Machine:
    """Return the machine that a fault hits."""
    return next(one for one in platform.machines if one.name == fault.target)


def links(platform: Platform, fault: Fault, *kinds: str) -> list[Link]:
    """Return the links between a machine and the others."""
    found = [platform.network.link(fault.target, kind) for kind in kinds]
    return found + [platform.network.link("bus", fault.target)] * ("bus" in kinds)


def crash(platform: Platform, fault: Fault) -> Iterator[None]:
    """Kill a process; its machine starts another."""
    machine(platform, fault).kill()
    yield


def pause(platform: Platform, fault: Fault) -> Iterator[None]:
    """Stop a process and continue it later (SIGSTOP); perhaps the whole machine slept."""
    process, clock = machine(platform, fault).process, machine(platform, fault).clock
    process.is_paused = True
    yield
    if fault.amount > 0.5:
        clock.asleep += fault.seconds
    process.resume(platform.loop)


def upgrade(platform: Platform, fault: Fault) -> Iterator[None]:
    """Stop a server cleanly; the next version starts in its place."""
    server = machine(platform, fault)
    assert isinstance(server, ServerMachine)
    server.stop()
    yield


def cut(*kinds: str) -> Inflict:
    """Disconnect a machine."""

    def inflict(platform: Platform, fault: Fault) -> Iterator[None]:
        cut_off = links(platform, fault, *kinds)
        for link in cut_off:
            link.cuts += 1
        yield
        for link in cut_off:
            link.cuts -= 1

    return inflict


def cut_clients(platform: Platform, fault: Fault) -> Iterator[None]:
    """Disconnect all clients from a server."""
    cut_off = [link for (_, to), link in sorted(platform.network.links.items()) if to == fault.target]
    for link in cut_off:
        link.cuts += 1
    yield
    for link in cut_off:
        link.cuts -= 1


def chance(what: str, *kinds: str) -> Inflict:
    """Affect some of a machine's messages with the fault's probability."""

    def inflict(platform: Platform, fault: Fault) -> Iterator[None]:
        if kinds:
            ways = links(platform, fault, *kinds)
        else:
            ways = [link for (_, to), link in sorted(platform.network.links.items()) if to == fault.target]
        for link in ways:
            link.chances[what] = fault.amount
        yield
        for link in ways:
            link.chances[what] = 0.0

    return inflict


def slow(platform: Platform, fault: Fault) -> Iterator[None]:
    """Delay all links of a machine."""
    ways = links(platform, fault, "bus", "database")
    for link in ways:
        link.slower = fault.amount
    yield
    for link in ways:
        link.slower = 0.0


def disk_full(platform: Platform, fault: Fault) -> Iterator[None]:
    """Make the database refuse writes."""
    platform.database.is_full = True
    yield
    platform.database.is_full = False


def database_away(platform: Platform, fault: Fault) -> Iterator[None]:
    """Make the database unreachable."""
    ways = [platform.network.link(one.name, "database") for one in platform.machines]
    for link in ways:
        link.cuts += 1
    yield
    for link in ways:
        link.cuts -= 1


def wrong_clock(platform: Platform, fault: Fault) -> Iterator[None]:
    """Move a machine's wall clock for good."""
    machine(platform, fault).clock.ahead += fault.amount
    yield


def database_clock(platform: Platform, fault: Fault) -> Iterator[None]:
    """Move the database's clock, and correct it later."""
    platform.database_ahead += fault.amount
    yield
    platform.database_ahead -= fault.amount


KINDS: dict[str, Kind] = {
    "crash": Kind(crash, "machine"),
    "pause": Kind(pause, "machine", (0.5, 20.0), (0.0, 1.0)),
    "upgrade": Kind(upgrade, "server"),
    "bus cut": Kind(cut("bus"), "machine", (0.2, 15.0)),
    "database cut": Kind(cut("database"), "server", (0.2, 15.0)),
    "both cut": Kind(cut("bus", "database"), "server", (0.2, 15.0)),
    "clients cut": Kind(cut_clients, "server", (0.2, 15.0)),
    "database away": Kind(database_away, "database", (0.2, 8.0)),
    "disk full": Kind(disk_full, "database", (0.2, 10.0)),
    "commit fails": Kind(chance("commit fails", "database"), "server", (1.0, 15.0), (0.02, 0.4)),
    "answer lost": Kind(chance("answer lost", "database"), "server", (1.0, 15.0), (0.02, 0.4)),
    "late commit": Kind(chance("late commit", "database"), "server", (1.0, 15.0), (0.02, 0.4)),
    "slow commit": Kind(chance("slow commit", "database"), "server", (1.0, 15.0), (0.02, 0.4)),
    "message lost": Kind(chance("message lost", "bus"), "server", (1.0, 15.0), (0.02, 0.3)),
    "message late": Kind(chance("message late", "bus"), "server", (1.0, 15.0), (0.02, 0.4)),
    "message twice": Kind(chance("message twice", "bus"), "server", (1.0, 15.0), (0.05, 0.5)),
    "request lost": Kind(chance("request lost"), "server", (1.0, 15.0), (0.1, 0.5)),
    "response lost": Kind(chance("response lost"), "server", (1.0, 15.0), (0.1, 0.5)),
    "line breaks": Kind(chance("line breaks"), "server", (1.0, 15.0), (0.02, 0.2)),
    "slow": Kind(slow, "server", (1.0, 15.0), (0.05, 1.0)),
    "wrong clock": Kind(wrong_clock, "machine", (0.0, 0.0), (-4000.0, 4000.0)),
    "database clock": Kind(database_clock, "database", (1.0, 20.0), (-12.0, 12.0)),
}


def plan(seed: int, servers: list[str], machines: list[str], kinds: tuple[str, ...] = tuple(KINDS)) -> list[Fault]:
    """Return the faults of a run."""
    luck = Random(f"{seed} faults")
    return sorted(_fault(luck, servers, machines, luck.choice(kinds)) for _ in range(luck.randint(1, MOST)))


def _fault(luck: Random, servers: list[str], machines: list[str], name: str) -> Fault:
    kind = KINDS[name]
    target = {"server": luck.choice(servers), "machine": luck.choice(machines)}.get(kind.target, kind.target)
    at, seconds, amount = luck.uniform(FIRST, LAST), luck.uniform(*kind.seconds), luck.uniform(*kind.amount)
    return Fault(round(at, 3), name, target, round(seconds, 3), round(amount, 3))


async def inflict(platform: Platform, fault: Fault) -> None:
    """Run a fault from its beginning to its end."""
    await asyncio.sleep(max(0.0, fault.at - platform.loop.now))
    platform.trace.note("FAULT", f"{fault.kind}: {fault.target}, {fault.seconds} s, {fault.amount}")
    platform.faults[fault.kind] += 1
    with ExitStack() as stack:
        stack.enter_context(contextmanager(KINDS[fault.kind].inflict)(platform, fault))
        await asyncio.sleep(fault.seconds)
    if fault.seconds:
        platform.trace.note("FAULT", f"{fault.kind}: {fault.target}, ends")
