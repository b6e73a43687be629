"""Run simulations: `run` runs one seed, `shrink` reduces the faults of a failed one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.simulation.evening import Evening
from tests.simulation.faults import KINDS, Fault, plan
from tests.simulation.loop import SimulatedLoop, Stalled
from tests.simulation.loop import run as run_loop
from tests.simulation.platform import Platform
from tests.simulation.ports import simulated
from tests.simulation.trace import Trace


@dataclass
class Outcome:
    """The outcome of a run."""

    seed: int
    faults: list[Fault]
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0  # virtual
    entries: int = 0  # lines in the journals
    acknowledged: int = 0
    settled: int = 0  # rated games that were counted
    inflicted: Counter[str] = field(default_factory=Counter)
    digest: str = ""
    timeline: list[str] = field(default_factory=list)


def size_of(seed: int) -> tuple[int, int]:
    """Return the numbers of servers and bot processes of a seed's platform."""
    luck = Random(f"{seed} size")
    return luck.choice((2, 2, 3)), luck.choice((0, 1, 2))


def faults_of(seed: int, kinds: tuple[str, ...] = tuple(KINDS)) -> list[Fault]:
    """Return the faults of a seed's run."""
    count, thinkers = size_of(seed)
    servers = [f"server {letter}" for letter in "ABCDE"[:count]]
    return plan(seed, servers, [*servers, *(f"thinker {number}" for number in range(1, thinkers + 1))], kinds)


def run(seed: int, faults: Sequence[Fault] | None = None) -> Outcome:
    """Run a simulation; `faults` replaces those of the seed."""
    outcome = Outcome(seed, faults_of(seed) if faults is None else list(faults))
    loop = SimulatedLoop(seed)
    trace = Trace(loop.time)
    platform = Platform(seed, loop, trace, *size_of(seed))
    with simulated(platform.database, platform.hub, trace):
        evening = Evening(platform)
        outcome.timeline, outcome.inflicted, outcome.wrong = trace.lines, platform.faults, evening.wrong
        try:
            run_loop(loop, _play(evening, outcome))
        except Stalled:
            outcome.wrong.append("nothing happens any more")
    for one in outcome.wrong:
        trace.note("WRONG", one)
    outcome.seconds, outcome.digest = loop.now, trace.digest.hexdigest()
    return outcome


async def _play(evening: Evening, outcome: Outcome) -> None:
    """Run the evening, and count."""
    await evening.run(outcome.faults)
    query = evening.platform.database.query
    outcome.acknowledged = len(evening.book.history.acknowledged)
    ((outcome.entries,),) = query("SELECT count(*) FROM entries")
    ((outcome.settled,),) = query("SELECT count(*) FROM tables WHERE rating = 'settled'")


def shrink(seed: int, faults: Sequence[Fault]) -> list[Fault]:
    """Return a minimal list of faults with which the run still fails."""
    needed = list(faults)
    size = max(1, len(needed) // 2)
    while True:
        for start in range(0, len(needed), size):
            fewer = needed[:start] + needed[start + size :]
            if run(seed, fewer).wrong:
                needed = fewer
                break
        else:
            if size == 1:
                return needed
            size //= 2
        size = min(size, max(1, len(needed) // 2))
        if not needed:
            return needed
