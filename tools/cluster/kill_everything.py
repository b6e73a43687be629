"""Kill the components of a platform one by one while people play: `python -m tools.cluster.kill_everything`.

PostgreSQL, NATS, servers and thinkers run as processes of this machine, with games of all editions. After each fault
every client must play again, and all messages to clients are checked against the journals: each acknowledged action is
stored exactly once, nothing was shown that isn't stored, one order of events explains everything, and every journal is
readable. An interrupted run (`--seconds` or SIGTERM) still prints its results.
"""

import argparse
import asyncio
import math
import random
import signal
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from msgspec.structs import replace

from kamchatka.editions import EDITIONS
from tests.cluster.evening import PATIENCE, Evening, evening
from tests.cluster.faults import Fault, Trouble, cuttable
from tests.cluster.parts import LocalPlatform, platform
from tools.cluster.fault_report import Outcome, line_of, summary
from tools.load.processes import computing


class Run:
    """One platform and the faults inflicted on it."""

    def __init__(self, parts: LocalPlatform, asked: argparse.Namespace) -> None:
        self.parts = parts
        self.asked = asked
        away = (asked.least, asked.most)
        self.trouble = Trouble(parts, asked.seed, away, asked.lease, asked.stopped)
        self.outcomes: list[Outcome] = []

    async def until_the_end(self) -> None:
        """Run the requested number of faults or seconds, with a full check after each fault."""
        asked, begun = self.asked, time.monotonic()
        random.seed(asked.seed)
        this = asyncio.current_task()
        assert this is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
        async with cuttable(self.parts, self.trouble, asked.servers):
            await asyncio.gather(*(asyncio.to_thread(self.parts.think) for _ in range(asked.thinkers)))
            editions = [*islice(cycle(EDITIONS), asked.tables)]
            watchers = max(0, asked.sockets // asked.tables - 2)
            async with evening(self.parts, editions, watchers, pace=asked.pace) as there:
                assert len(there.tables) == asked.tables, "nobody would play"
                await there.goes_on()
                for fault in islice(self.trouble.deck(asked.only), asked.faults):
                    if time.monotonic() - begun > asked.seconds:
                        break
                    await self._do(fault, there)
                    await renew(there, editions)
            await self._check_all(there)

    async def _do(self, fault: Fault, there: Evening) -> None:
        """Inflict a fault, wait until everybody plays again, and check."""
        begun, number = time.monotonic(), len(self.outcomes) + 1
        print(f"{number:4} {fault.__name__:18}", end="", flush=True)
        await fault(self.trouble)
        returned, before, again, wrong = time.monotonic(), self._cpu_seconds(), PATIENCE, ""
        try:
            again = await there.goes_on(1)
            after = self._cpu_seconds()
            await there.check(random.sample(there.tables, min(len(there.tables), self.asked.read)))
        except AssertionError as error:
            after, wrong = self._cpu_seconds(), describe_error(error)
        outcome = Outcome(
            seed=self.asked.seed,
            number=number,
            fault=fault.__name__,
            away=returned - begun,
            again=again,
            computed=max(after[pid] - before.get(pid, 0.0) for pid in after),
            acknowledged=len(there.history.acknowledged),
            entries=sum(there.history.versions.values()),
            wrong=wrong,
        )
        self._tell(outcome)
        assert not wrong, wrong

    async def _check_all(self, there: Evening) -> None:
        """Check every journal once more after the end of play."""
        try:
            await there.check()
        except AssertionError as error:
            if self.outcomes:
                last, number = self.outcomes[-1], len(self.outcomes) + 1
                self._tell(
                    replace(last, number=number, fault="at the end", away=0.0, again=0.0, wrong=describe_error(error))
                )
            raise

    def _cpu_seconds(self) -> dict[int, float]:
        """Return CPU seconds by server."""
        running = [server.process for server in self.parts.servers if server.process is not None]
        return {process.pid: computing(process.pid) for process in running}

    def _tell(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        print(
            f"away {outcome.away:5.1f} s, all play again after {outcome.again:5.1f} s; "
            f"{outcome.acknowledged} acknowledged",
            flush=True,
        )
        if self.asked.report is not None:
            with self.asked.report.open("ab") as report:
                report.write(line_of(outcome))


def describe_error(error: AssertionError) -> str:
    """Describe an error in non-empty text."""
    return str(error) or repr(error)


async def renew(there: Evening, editions: list[str]) -> None:
    """Start a new game at every table whose game has ended."""
    over = {player.table for player in there.players if player.is_over}
    for table in over:
        gone = [player for player in there.players if player.table == table]
        there.players = [player for player in there.players if player.table != table]
        await there.lay(random.choice(editions), len(gone) - 2)


def arguments() -> argparse.ArgumentParser:
    """Define the command-line options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=math.inf, help="after which no other fault begins")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--pace", type=float, default=0.2, help="seconds that people think")
    parser.add_argument("--lease", type=float, default=10.0, help="seconds of silence before others take over")
    parser.add_argument("--least", type=float, default=2.0, help="seconds for which a part is away, at least")
    parser.add_argument("--most", type=float, default=20.0, help="… and at most")
    parser.add_argument("--stopped", type=float, default=30.0, help="seconds between SIGSTOP and SIGCONT")
    parser.add_argument("--read", type=int, default=5, help="journals read whole after each fault; all at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="faults by name; every kind unless said")
    parser.add_argument("--logs", type=Path, help="a folder for the logs of all parts; a temporary one unless said")
    parser.add_argument("--report", type=Path, help="a file that gets a line for each fault: see fault_report")
    return parser


def main() -> None:
    """Start everything, inflict the faults, and print the results."""
    asked = arguments().parse_args()
    with tempfile.TemporaryDirectory() as folder:
        logs = asked.logs or Path(folder)
        logs.mkdir(parents=True, exist_ok=True)
        with platform(logs) as parts:
            run = Run(parts, asked)
            try:
                asyncio.run(run.until_the_end())
            except asyncio.CancelledError:
                print("\ncut short")
            finally:
                print(*summary(run.outcomes), sep="\n", flush=True)


if __name__ == "__main__":
    main()
