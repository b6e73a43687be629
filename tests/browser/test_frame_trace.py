"""tools/bench/frame_trace.py reads the processor time of each frame from a trace, by kind of work."""

from typing import Any

import pytest

from tools.bench.frame_trace import ANSWERED, BEGINS, CLICKED, ENDS, FRAME, MEASURED, ROD, TASK, Trace

Event = dict[str, Any]


def span(name: str, at: float, wall: float, spent: float | None = None) -> Event:
    """Return a main-thread span in milliseconds; by default it has the core to itself."""
    cost = wall if spent is None else spent
    return {"name": name, "ph": "X", "pid": 1, "tid": 1, "ts": at * 1000, "dur": wall * 1000, "tdur": cost * 1000}


def mark(name: str, at: float, spent: float = 0) -> Event:
    return {"name": name, "ph": "I", "pid": 1, "tid": 1, "ts": at * 1000, "tts": spent * 1000}


def trace(*events: Event, slower: float = 4) -> Trace:
    return Trace([mark(BEGINS, 0), *events, mark(ENDS, 1000)], slower)


def works(*events: Event) -> list[float]:
    return [round(frame.work, 6) for frame in trace(*events).frames()]


def frame(at: float, wall: float, spent: float | None = None) -> list[Event]:
    """Return a task that produces a frame of the page."""
    return [span(TASK, at, wall, spent), span(FRAME, at, wall, spent)]


def test_a_frame_costs_its_processor_time_times_the_slowing() -> None:
    """A frame costs processor time, not time spent waiting for a core, and never more than the wall time."""
    assert works(*frame(10, 3)) == [12]
    assert works(*frame(10, 90, spent=3)) == [12]
    assert works(*frame(10, 3, spent=40)) == [12]


def test_what_is_done_right_before_a_frame_counts_for_it() -> None:
    assert works(span(TASK, 10, 2), *frame(12, 3)) == [20]
    assert works(span(TASK, 10, 2), *frame(17, 3)) == [20]  # four times slower, it too begins at once


def test_a_pause_is_enough_for_a_frame() -> None:
    """A pause between slowed tasks leaves time for a frame: the first ends at 18 ms, the second begins at 30 ms."""
    assert works(span(TASK, 10, 2), *frame(30, 1)) == [8]
    assert works(span(TASK, 10, 1), *frame(30, 3)) == [12]


def test_a_frame_that_is_due_goes_before_many_small_tasks() -> None:
    """A due frame precedes many small tasks: of steps of 2 ms, 8 ms when slowed, the third comes after a frame."""
    steps = [span(TASK, 10 + 2 * i, 2) for i in range(6)]
    assert works(*steps, *frame(22, 1)) == [28]
    assert works(span(TASK, 10, 20), *frame(30, 1)) == [84]  # a single long task cannot be interrupted


def test_a_frame_says_what_it_is_made_of() -> None:
    """Garbage collection during a script counts as `gc`, and a layout that the script forces counts as `layout`."""
    events = [
        span(TASK, 10, 10),
        span(FRAME, 10, 9),
        span("FunctionCall", 10, 6),
        span("V8.GC_SCAVENGER", 11, 1),
        span("Layout", 13, 2),
        span("UpdateLayoutTree", 16, 1),
    ]
    [made] = trace(*events).frames()
    assert made.work == pytest.approx(40)
    assert {part: round(ms) for part, ms in made.parts.items()} == {
        "script": 12,
        "gc": 4,
        "layout": 8,
        "style": 4,
        "paint": 8,
        "other": 4,
    }


def test_the_rod_is_no_work_of_the_page() -> None:
    """The calibration work isn't counted as work of the page; it gives the machine's slowdown."""
    rods = [
        event
        for i, spent in enumerate([1, 2, 2])
        for at in [100.0 * (i + 1)]
        for event in (span(TASK, at, 5), mark(ROD, at, 10 * i), mark(MEASURED, at + spent, 10 * i + spent))
    ]
    seen = trace(*rods, *frame(106, 3))
    assert [one.work for one in seen.frames()] == [pytest.approx(12)]
    assert seen.busier() == pytest.approx(2)


def test_what_the_measurer_asks_is_no_work_of_the_page() -> None:
    """Work that the measuring script causes isn't counted as work of the page; the effect of its clicks is."""
    asking = span("Receive mojo message", 10, 5) | {"args": {"mojo_interface_tag": "blink.mojom.DevToolsSession"}}
    assert works(span(TASK, 10, 5), asking, span("EventDispatch", 12, 2), *frame(15, 3)) == [20]
    heard = span("Receive mojo message", 10, 5) | {"args": {"mojo_interface_tag": "network.mojom.WebSocketClient"}}
    assert works(span(TASK, 10, 5), heard, *frame(15, 3)) == [32]


def test_clicks_are_answered_in_processor_time() -> None:
    """Response to a click is measured in processor time; clicks without effect are not counted."""
    marks = [mark(CLICKED, 10, 5), mark(ANSWERED, 200, 9), mark(CLICKED, 300, 10), mark(CLICKED, 400, 20)]
    assert trace(*marks, mark(ANSWERED, 500, 21)).answers() == [16, 4]
