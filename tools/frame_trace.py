"""What a page has to do for each frame, read from a trace of Chromium in the processor time of its main thread.

Waiting for a core is not in it: a machine with other things to do makes the clock on the wall late, hardly this one.
Each task takes `slower` times what it took, and begins when it began or when the one before it has ended. The work of a
frame is what such a thread does without a pause until it is ready; where it has nothing to do, one could be drawn, and
once a sixtieth of a second has passed a frame goes before tasks that have not begun: those of the collector of garbage
are many and small.
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
# Marks of the page in the trace: what lies between the first two is measured; a click, until its answer is painted; the
# same small piece of work, again and again.
BEGINS, ENDS = "bench-begins", "bench-ends"
CLICKED, ANSWERED = "bench-clicked", "bench-answered"
ROD, MEASURED = "bench-rod", "bench-measured"
INTERVAL = 1000 / 60
TASK = "ThreadControllerImpl::RunTask"
FRAME = "ProxyMain::BeginMainFrame"
# How whoever measures speaks to the page: finding what to click is no work of the page, what comes of the click is.
MESSAGE, MEASURER, ASKING = "Receive mojo message", "blink.mojom.DevToolsSession", "asking"
# What a span of the trace belongs to, by how its name begins; the others belong to what they lie in.
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
    """The work of one frame in milliseconds, and what it was."""

    work: float
    parts: Parts

    def __str__(self) -> str:
        return ", ".join(
            f"{part} {round(ms)}" for part, ms in sorted(self.parts.items(), key=lambda one: -one[1]) if ms >= 1
        )


def cost(span: Event) -> float:
    """Processor milliseconds; now and then a clock of a virtual machine says more than passed on the wall."""
    return float(min(span.get("tdur", 0), span["dur"])) / 1000


def part_of(span: Event) -> str | None:
    """What a span belongs to by itself."""
    if span["name"] == MESSAGE and MEASURER in str(span.get("args")):
        return ASKING
    return next((PARTS[name] for name in PARTS if span["name"].startswith(name)), None)


def total(parts: Parts) -> float:
    """All of them together."""
    return sum(parts.values())


class Trace:
    """The main thread of the page that was measured."""

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
        """From the file that the browser wrote."""
        return cls(json.loads(path.read_text())["traceEvents"], slower)

    def spans(self) -> list[Event]:
        """What began and ended, each before what lies in it."""
        spans = [one for one in self.main if one["ph"] == "X"]
        return sorted(spans, key=lambda one: (int(one["ts"]), -int(one["dur"])))

    def tasks(self) -> list[tuple[Event, bool, Parts]]:
        """Each task of the page, whether it makes a frame, and its milliseconds by part; our own work is left out."""
        rods = [int(one["ts"]) for one in self.main if one.get("name") == ROD]
        found: list[tuple[Event, bool, Parts]] = []
        within: list[tuple[int, str]] = []  # the end and the part of every span that is open
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
        """The work of each frame, on a processor so much slower."""
        free = 0.0  # when the thread has done what came before
        spent, most = Parts(float), Parts(float)  # without a pause; before another frame that could have been
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
        """Milliseconds of each part in a second."""
        every = Parts(float)
        for _, _, parts in self.tasks():
            for part, ms in parts.items():
                every[part] += ms * self.slower / self.seconds
        return every

    def raster(self) -> float:
        """Milliseconds a second of drawing pixels, in other threads: a GPU does it elsewhere, almost for nothing."""
        return sum((cost(one) for one in self.between if one.get("name") == "RasterTask"), 0.0) / self.seconds

    def answers(self) -> list[float]:
        """Milliseconds of work from each click until the page has painted what came of it."""
        return [self.slower * ms for ms in self._from(CLICKED, ANSWERED)]

    def busier(self) -> float:
        """How much longer the same work takes as a rule than at its best: other things that the processor does."""
        rods = self._from(ROD, MEASURED)
        return statistics.median(rods) / max(0.001, min(rods)) if rods else 1.0

    def _from(self, mark: str, until: str) -> list[float]:
        marks = [one for one in self.main if one.get("name") in (mark, until)]
        return [
            (after["tts"] - before["tts"]) / 1000
            for before, after in pairwise(marks)
            if (before["name"], after["name"]) == (mark, until)
        ]
