"""Fuzz one target with many inputs: each must be accepted or refused; failing ones are shortened and stored."""

import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.fuzz.corpus import CORPUS, keep, read_inputs
from tools.fuzz.guard import Guard, TooSlow, bound_memory
from tools.fuzz.mutation import Mutator
from tools.fuzz.target import Eater, Target
from tools.fuzz.targets import TARGETS

TRIES = 400  # attempts to shorten a finding


@dataclass
class Report:
    """The results of a campaign."""

    target: str
    inputs: int = 0
    eaten: int = 0  # accepted; the others were refused
    seconds: float = 0.0
    slowest: float = 0.0  # seconds of the slowest input
    findings: dict[str, Path] = field(default_factory=dict)  # error and place → the input

    def __str__(self) -> str:
        rate, share = self.inputs / max(self.seconds, 1e-9), 100 * self.eaten / max(self.inputs, 1)
        return (
            f"{self.target:<16}{self.inputs:>10,} inputs {rate:>9,.0f}/s {share:>5.1f} % answered "
            f"{1000 * self.slowest:>7.0f} ms at most {len(self.findings):>3} findings"
        )


def run(target: Target, inputs: int, seed: int, corpus: Path = CORPUS, seconds: float = float("inf")) -> Report:
    """Run this number of inputs, or as many as fit into the time."""
    eat, guard, report = target.prepare(), Guard(), Report(target.name)
    known = list(read_inputs(target.name, corpus).values())
    mutator = Mutator(target.form, [*target.seeds(), *known], f"{seed} {target.name}", target.largest)
    begun = time.perf_counter()
    before = begun
    while report.inputs < inputs and before - begun < seconds:
        data = mutator.next()
        found = verdict(target, eat, data, guard)
        now = time.perf_counter()
        report.inputs += 1
        report.eaten += found == ""
        report.slowest = max(report.slowest, now - before)
        before = now
        if found not in ("", REFUSED) and found not in report.findings:
            short = shorten(target, eat, data, found, guard)
            report.findings[found] = keep(target.name, found.partition(" ")[0], short, corpus)
            before = time.perf_counter()
    report.seconds = time.perf_counter() - begun
    return report


REFUSED = "refused"


def verdict(target: Target, eat: Eater, data: bytes, guard: Guard) -> str:
    """Return nothing for accepted input, REFUSED for a proper refusal, otherwise the error and its place."""
    try:
        with guard:
            eat(data)
    except target.refuses:
        return REFUSED
    except TooSlow as slow:
        return f"{type(slow).__name__} {_place(slow)}"
    except (Exception, RecursionError) as error:
        return f"{type(error).__name__} {_place(error)}"
    return ""


def _place(error: BaseException) -> str:
    """Return the innermost line of our code in a traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [one for one in frames if "/kamchatka/" in one.filename] or frames
    return f"{Path(ours[-1].filename).name}:{ours[-1].name}"


def shorten(target: Target, eat: Eater, data: bytes, found: str, guard: Guard) -> bytes:
    """Return a shorter input with the same finding, after a few hundred attempts at most."""
    for _ in range(TRIES if found.startswith("TooSlow") is False else 0):
        shorter = next((one for one in _cuts(data) if verdict(target, eat, one, guard) == found), None)
        if shorter is None:
            break
        data = shorter
    return data


def _cuts(data: bytes) -> Iterator[bytes]:
    """Yield the input without parts of it, large parts first."""
    size = len(data) // 2
    while size:
        for begin in range(0, len(data), size):
            yield data[:begin] + data[begin + size :]
        size = size // 2 if len(data) // size < 200 else 0


@dataclass(frozen=True)
class Share:
    """Run one process's share of the inputs, with a seed of its own."""

    targets: list[str]
    inputs: int
    seed: int
    corpus: Path
    seconds: float

    def run(self) -> list[Report]:
        """Run the targets one by one and report each result."""
        bound_memory()
        targets = [TARGETS[name] for name in self.targets]
        whole, reports = sum(target.share for target in targets), list[Report]()
        for target in targets:
            seconds = self.seconds / len(targets) if self.seconds else float("inf")
            reports.append(run(target, max(1, self.inputs * target.share // whole), self.seed, self.corpus, seconds))
            print(reports[-1], flush=True)
            for what, path in reports[-1].findings.items():
                print(f"  FOUND {what}: {path}", flush=True)
        return reports
