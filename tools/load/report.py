"""The lines that the benchmarks print."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tools.load.house import Timings

HEAD = (
    f"{'':12} {'games':>6} {'sockets':>7} {'actions/s':>9}   "
    f"{'done p50':>8} {'p95':>5} {'p99':>5}   {'last screen p50':>15} {'p95':>5} {'p99':>5} ms   kB/screen"
)


@dataclass(frozen=True)
class Reading:
    """One measurement: numbers of games and sockets, and its length in seconds."""

    name: str
    games: int
    sockets: int
    seconds: float
    timings: Timings
    heard: int  # bytes of all messages

    def line(self) -> str:
        """Describe how much was played, and the latencies."""
        done, last = cuts(self.timings.done), cuts(self.timings.last)
        acted = self.timings.acted
        each = self.heard / 1000 / max(1, acted) / max(1, self.sockets / max(1, self.games))
        return (
            f"{self.name:12} {self.games:6} {self.sockets:7} {acted / self.seconds:9.1f}   "
            f"{done[0]:8.1f} {done[1]:5.0f} {done[2]:5.0f}   {last[0]:15.1f} {last[1]:5.0f} {last[2]:5.0f}      "
            f"{each:9.2f}"
        )


def cuts(seconds: Sequence[float]) -> tuple[float, float, float]:
    """Return the median, the 95th and the 99th percentile in milliseconds."""
    if len(seconds) < 2:
        return (0.0, 0.0, 0.0)
    found = statistics.quantiles(seconds, n=100)
    return 1000 * found[49], 1000 * found[94], 1000 * found[98]
