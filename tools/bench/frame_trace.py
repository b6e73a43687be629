"""Extract the CPU work of each frame from a Chromium trace of a page's main thread.

Waiting for a core isn't included. Other load on the machine affects wall-clock time, but hardly this figure. The model
of a slower processor: each task takes `slower` times as long, and starts at its original time or when the previous one
has ended. The work of a frame is everything the thread does without a pause until the frame is ready. During a pause a
frame could be drawn. After a sixtieth of a second, a frame takes precedence over waiting tasks, such as the many small
ones of the garbage collector.
"""

import json
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

CATEGORIES = ["devtools.timeline", "toplevel", "cc", "blink.user_timing", "v8", "disabled-by-default-v8.gc"]
# Marks of the page in the trace: begin and end of the measurement; a click and its painted result; the fixed piece of
# work that is repeated.
BEGINS, ENDS = "bench-begins", "bench-ends"
CLICKED, ANSWERED = "bench-clicked", "bench-answered"
ROD, MEASURED = "bench-rod", "bench-measured"
INTERVAL = 1000 / 60
TASK = "ThreadControllerImpl::RunTask"
FRAME = "ProxyMain::BeginMainFrame"
# how the test driver talks to the page; finding what to click isn't the page's work, but its reaction is
MESSAGE, MEASURER, ASKING = "Receive mojo message", "blink.mojom.DevToolsSession", "asking"
# category of a span by the prefix of its name; other spans belong to the span that contains them
PARTS = {
    "V8.GC": "gc",
    "MinorGC": "gc",
    "MajorGC": "gc",
    "CppGC": "gc",
    "BlinkGC": "gc",
    "FunctionCall": "script",
    "v8.callFunction": "script",
    "EvaluateScript": "script",
    "FireAnimationFrame": "script",
    "TimerFire": "script",
    "EventDispatch": "script",
    "RunMicrotasks": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "HitTest": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
    FRAME: "paint",
    TASK: "other",
}

Event = dict[str, Any]
Parts = defaultdict[str, float]  # milliseconds


@dataclass(frozen=True, slots=True)
class Frame:
    """The work of one frame in milliseconds, by category."""

    work: float
    parts: Parts

    def __str__(self) -> str:
        return ", ".join(
            f"{part} {round(ms)}" for part, ms in sorted(self.parts.items(), key=lambda one: -one[1]) if ms >= 1
        )


def cost(span: Event) -> float:
    """Return the CPU milliseconds of a span. A virtual machine's CPU clock sometimes exceeds wall-clock time."""
    return float(min(span.get("tdur", 0), span["dur"])) / 1000


def part_of(span: Event) -> str | None:
    """Return the category of a span by itself, or None."""
    if span["name"] == MESSAGE and MEASURER in str(span.get("args")):
        return ASKING
    return next((PARTS[name] for name in PARTS if span["name"].startswith(name)), None)


def total(parts: Parts) -> float:
    """Return the sum of all categories."""
    return sum(parts.values())


class Trace:
    """The trace of the measured page's main thread."""

    def __init__(self, events: list[Event], slower: float) -> None:
        begins, ends = (next(one for one in events if one.get("name") == mark) for mark in (BEGINS, ENDS))
        self.slower = slower
        self.seconds: float = (ends["ts"] - begins["ts"]) / 1e6
        self.between = [one for one in events if begins["ts"] <= one.get("ts", 0) <= ends["ts"]]
        thread = (begins["pid"], begins["tid"])
        self.main = sorted(
            (one for one in self.between if (one["pid"], one["tid"]) == thread), key=lambda one: int(one["ts"])
        )

    @classmethod
    def read(cls, path: Path, slower: float) -> "Trace":
        """Read a trace file written by the browser."""
        return cls(json.loads(path.read_text())["traceEvents"], slower)

    def spans(self) -> list[Event]:
        """Yield completed spans, parents before children."""
        spans = [one for one in self.main if one["ph"] == "X"]
        return sorted(spans, key=lambda one: (int(one["ts"]), -int(one["dur"])))

    def tasks(self) -> list[tuple[Event, bool, Parts]]:
        """Yield each page task: whether it makes a frame, and its milliseconds by category without driver work."""
        rods = [int(one["ts"]) for one in self.main if one.get("name") == ROD]
        found: list[tuple[Event, bool, Parts]] = []
        within: list[tuple[int, str]] = []  # end and category of every open span
        for span in self.spans():
            begin, end = int(span["ts"]), int(span["ts"] + span["dur"])
            while within and within[-1][0] <= begin:
                within.pop()
            if not within and span["name"] != TASK:
                continue
            part = part_of(span)
            if not within:
                found.append((span, False, Parts(float)))
            task, is_frame, parts = found[-1]
            spent = cost(span)
            parts[part or within[-1][1]] += spent
            if within:
                parts[within[-1][1]] -= spent
            found[-1] = (task, is_frame or span["name"] == FRAME, parts)
            within.append((end, part or within[-1][1]))
        for _, _, parts in found:
            parts.pop(ASKING, None)
        return [one for one in found if not any(one[0]["ts"] <= rod <= one[0]["ts"] + one[0]["dur"] for rod in rods)]

    def frames(self) -> Iterator[Frame]:
        """Yield the work of each frame on a processor slowed by this factor."""
        free = 0.0  # when the thread finishes the tasks so far
        spent, most = Parts(float), Parts(float)  # since the last pause; the maximum before an earlier possible frame
        for task, is_frame, parts in self.tasks():
            begin = task["ts"] / 1000
            if begin > free or (not is_frame and total(spent) > INTERVAL):
                most = max(most, spent, key=total)
                spent = Parts(float)
            for part, ms in parts.items():
                spent[part] += ms * self.slower
            free = max(begin, free) + total(parts) * self.slower
            if is_frame:
                most = max(most, spent, key=total)
                yield Frame(total(most), most)
                spent, most = Parts(float), Parts(float)

    def a_second(self) -> Parts:
        """Return milliseconds per second by category."""
        every = Parts(float)
        for _, _, parts in self.tasks():
            for part, ms in parts.items():
                every[part] += ms * self.slower / self.seconds
        return every

    def raster(self) -> float:
        """Return milliseconds per second of drawing pixels in other threads. A GPU does this almost for free."""
        return sum((cost(one) for one in self.between if one.get("name") == "RasterTask"), 0.0) / self.seconds

    def answers(self) -> list[float]:
        """Return the CPU milliseconds from each click until its result is painted."""
        return [self.slower * ms for ms in self._from(CLICKED, ANSWERED)]

    def busier(self) -> float:
        """Return the median duration of the fixed work relative to its best, a measure of other load."""
        rods = self._from(ROD, MEASURED)
        return statistics.median(rods) / max(0.001, min(rods)) if rods else 1.0

    def _from(self, mark: str, until: str) -> list[float]:
        marks = [one for one in self.main if one.get("name") in (mark, until)]
        return [
            (after["tts"] - before["tts"]) / 1000
            for before, after in pairwise(marks)
            if (before["name"], after["name"]) == (mark, until)
        ]
