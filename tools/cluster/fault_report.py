"""Summarise how platforms recovered from faults, over one run or several: `python -m tools.cluster.fault_report FILE…`.

`kill_everything --report FILE` appends a line after checking each fault, so that interrupted or failed runs are
reported up to that point.
"""

import argparse
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

SOON = 10.0  # seconds from a component's return until everybody plays again


class Outcome(msgspec.Struct, frozen=True):
    """One fault and the recovery from it."""

    seed: int  # of the run
    number: int  # within the run
    fault: str
    away: float  # seconds from the fault to the component's return
    again: float  # seconds from there until every client had received a new message
    computed: float  # CPU seconds of the busiest server meanwhile; if close to `again`, its core was the bottleneck
    acknowledged: int  # actions acknowledged in the whole run so far
    entries: int  # lines of all current journals, which servers read when they open their rooms
    wrong: str = ""  # what was lost, duplicated or shown wrongly


class Kind(NamedTuple):
    """Statistics of all faults with one name."""

    name: str
    times: int
    soon: int
    median: float
    longest: float


def line_of(outcome: Outcome) -> bytes:
    """Encode an outcome as a line."""
    return msgspec.json.encode(outcome) + b"\n"


def read(files: Iterable[Path]) -> list[Outcome]:
    """Read every fault of these runs."""
    return [msgspec.json.decode(line, type=Outcome) for file in files for line in file.read_bytes().splitlines()]


def kinds(outcomes: Sequence[Outcome]) -> Iterator[Kind]:
    """Return recovery statistics by name of the fault."""
    waits: dict[str, list[float]] = defaultdict(list)
    for one in outcomes:
        waits[one.fault].append(one.again)
    for name, again in sorted(waits.items()):
        yield Kind(name, len(again), sum(wait <= SOON for wait in again), statistics.median(again), max(again))


def summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Describe the faults, the errors, and the slowest recoveries."""
    if not outcomes:
        yield "no fault was done"
        return
    wrong = [one for one in outcomes if one.wrong]
    last = {one.seed: one.acknowledged for one in outcomes}  # of each run
    yield f"{'':20}faults   within {SOON:.0f} s   median   longest"
    for kind in kinds(outcomes):
        yield f"{kind.name:20}{kind.times:6}{kind.soon:14}{kind.median:9.1f} s{kind.longest:8.1f} s"
    soon = sum(one.again <= SOON for one in outcomes)
    median = statistics.median(one.again for one in outcomes)
    yield f"{'in all':20}{len(outcomes):6}{soon:14}{median:9.1f} s{max(one.again for one in outcomes):8.1f} s"
    yield f"{sum(last.values())} acknowledged actions in {len(last)} run(s); " + (
        f"{len(wrong)} fault(s) after which something was wrong" if wrong else "nothing lost, nothing doubled"
    )
    yield from (f"WRONG  {_name(one)}: {one.wrong}" for one in wrong)
    for one in sorted(outcomes, key=lambda one: -one.again):
        if one.again > SOON:
            yield (
                f"slow   {_name(one)}: away {one.away:.1f} s, playing again after {one.again:.1f} s, "
                f"of which the busiest server computed {one.computed:.1f} s; {one.entries} lines in play"
            )


def _name(outcome: Outcome) -> str:
    return f"seed {outcome.seed}, {outcome.number}: {outcome.fault}"


def main() -> None:
    """Summarise all reports."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    print(*summary(read(parser.parse_args().files)), sep="\n")


if __name__ == "__main__":
    main()
