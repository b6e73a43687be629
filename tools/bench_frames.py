"""How smoothly the board moves: `python -m tools.bench_frames [--editions modern …] [--screens desktop phone]`.

Needs the built page (`make web`). A server is started, bots play at a quick pace while a real Chromium with its
processor slowed four times looks on, then a person clicks on the map. Each edition and screen is a row of the table:

- `fps`, `late`, `longest`: every frame by the clock on the wall with the processor slowed (Chromium's own throttling),
  as a script of the page is called for it; `late` are those more than 50 ms after the one before. This is what somebody
  at this machine would see: the page and the machine together. Without a GPU Chromium draws on the cores on which the
  page, the server and its bots run, so that on a small or busy machine frames come late for no fault of the page.
- `work p50`, `p95`, `max`, `heavy`: what the page itself costs: processor milliseconds of its main thread (script,
  style, layout, what is to be painted) from one frame to the next, from a trace at full speed, times the slowing.
  Waiting for a core is not counted. (The throttling cannot be measured so: it spins by the clock on the wall, and takes
  the work of others for the page's.) `heavy` are the frames with more than 50 ms of it, of `frames`: those would be
  late on any processor so slow.
- `longest task`: the main-thread task with the most processor time, in the same way.
- `raster ms/s`: processor time for drawing pixels in other threads; a GPU does this elsewhere, almost for nothing.
- `click p50`, `p95`: by the clock on the wall and slowed, from a click on a place that may be chosen until the first
  change that follows from it has been painted.

What comes before is loading and is not counted: the board is there, bots have played for `--warm` seconds, and nothing
has been measured for two more. Starting and ending the trace are not counted either.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from kamchatka.server.bots.bot_pool import SECONDS
from tests.browser.person import Person, chromium
from tests.server.running import Server

LONG = 50.0  # milliseconds
SETTLED = 2000  # after loading
PATIENCE = 60  # seconds for the clicks: between two turns of the person bots play theirs
SCREENS = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
TASK = "ThreadControllerImpl::RunTask"
FRAME = "ProxyMain::BeginMainFrame"
CATEGORIES = ["devtools.timeline", "toplevel", "cc", "blink.user_timing"]
MARKS = ("bench-begins", "bench-ends")  # in the trace: what lies between is measured
# Every frame's time from now on.
WATCH = """() => {
  performance.mark('bench-begins');
  const times = (window.frames_ = []);
  const frame = (now) => { times.push(now); if (window.frames_) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
WATCHED = """() => {
  performance.mark('bench-ends');
  const times = window.frames_;
  window.frames_ = null;
  return times;
}"""
# A click where it may be chosen, and the time until the page has painted what came of it.
CLICK = """() => new Promise((done) => {
  const open = [...document.querySelectorAll('path.open[data-place]')];
  const one = open[Math.floor(Math.random() * open.length)];
  if (!one) return done(null);
  const area = document.querySelector('.game');
  const began = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => { const {port1, port2} = new MessageChannel();
      port1.onmessage = () => done(performance.now() - began); port2.postMessage(0); });
  });
  seen.observe(area, {subtree: true, childList: true, attributes: true, characterData: true});
  one.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  setTimeout(() => done(null), 2000);
})"""

Row = dict[str, str | float]
Event = dict[str, Any]


def slowed(page: Page, rate: int) -> None:
    """The processor as a modest phone has it."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def play(person: Person, seconds: float, luck: random.Random) -> None:
    """Whatever is asked of the person is answered at once; bots play on meanwhile."""
    for _ in range(round(seconds * 5)):
        person.answer(luck)
        person.page.wait_for_timeout(200)


def watch(person: Person, seconds: float, luck: random.Random) -> list[float]:
    """When each frame came while they played."""
    person.page.evaluate(WATCH)
    play(person, seconds, luck)
    times: list[float] = person.page.evaluate(WATCHED)
    return times


def cuts(values: list[float]) -> tuple[float, float]:
    """The middle, and what 19 of 20 do not exceed."""
    parts = statistics.quantiles(values, n=20) if len(values) > 1 else [0.0] * 19
    return round(parts[9], 1), round(parts[18], 1)


def on_the_wall(times: list[float]) -> Row:
    """Frames as they came."""
    gaps = [after - before for before, after in pairwise(times)]
    late = sum(gap > LONG for gap in gaps)
    return {
        "fps": round(1000 / statistics.fmean(gaps), 1),
        "late": f"{100 * late / len(gaps):.1f} %",
        "longest": round(max(gaps)),
    }


def measured(trace: Path) -> tuple[list[Event], list[Event], float]:
    """Of a trace: the tasks of the page's main thread and its frames, the milliseconds of drawing a second."""
    events: list[Event] = json.loads(trace.read_text())["traceEvents"]
    begins, ends = (next(one for one in events if one.get("name") == mark) for mark in MARKS)
    spent = [one for one in events if one.get("ph") == "X" and begins["ts"] < one["ts"] < ends["ts"]]
    main = [one for one in spent if (one["pid"], one["tid"]) == (begins["pid"], begins["tid"])]
    raster = sum(one.get("tdur", 0) for one in spent if one["name"] == "RasterTask")
    tasks, frames = ([one for one in main if one["name"] == name] for name in (TASK, FRAME))
    return tasks, frames, raster / 1000 / ((ends["ts"] - begins["ts"]) / 1e6)


def work(tasks: list[Event], frames: list[Event]) -> Iterator[float]:
    """Processor milliseconds from the end of each frame to the end of the next."""
    waiting = iter(sorted(tasks, key=lambda one: int(one["ts"])))
    spent = 0.0
    ends = iter(sorted(int(one["ts"] + one["dur"]) for one in frames))
    end = next(ends, None)
    for task in waiting:
        spent += task.get("tdur", 0) / 1000
        if end is not None and task["ts"] <= end <= task["ts"] + task["dur"]:
            yield spent
            spent = 0.0
        while end is not None and end <= task["ts"] + task["dur"]:
            end = next(ends, None)


def by_the_processor(trace: Path, slower: int) -> Row:
    """What the page's main thread has to do, however busy the machine is."""
    tasks, frames, raster = measured(trace)
    each = [spent * slower for spent in work(tasks, frames)]
    middle, most = cuts(each)
    return {
        "frames": len(each),
        "work p50": middle,
        "p95": most,
        "max": round(max(each)),
        "heavy": sum(one > LONG for one in each),
        "longest task": round(max(task.get("tdur", 0) for task in tasks) / 1000 * slower),
        "raster ms/s": round(raster),
    }


def clicks(person: Person, count: int) -> Row:
    """From clicks on the map to what is painted of them."""
    page, luck = person.page, random.Random(2)
    waits: list[float] = []
    until = time.monotonic() + PATIENCE
    while len(waits) < count and time.monotonic() < until and not person.is_over:
        waited = page.evaluate(CLICK)
        if waited is None:
            person.answer(luck)
        else:
            waits.append(float(waited))
        page.wait_for_timeout(120)
    middle, most = cuts(waits)
    return {"clicks": len(waits), "click p50": middle, "click p95": most}


def row(browser: Browser, server: Server, folder: str, edition: str, screen: str, asked: argparse.Namespace) -> Row:
    """One edition on one screen."""
    chosen: dict[str, object] = {"pace": asked.pace, "sound": False, "lessMotion": False}
    person = Person(browser, server.address, "Bench", chosen, viewport=SCREENS[screen])
    page, luck = person.page, random.Random(1)
    try:
        bots = [{"kind": "bot", "bot": "captain"}] * 3
        person.open(person.lay(edition, [{"kind": "me"}, *bots]))
        play(person, asked.warm, luck)
        trace = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=trace, categories=CATEGORIES)
        page.wait_for_timeout(SETTLED)
        watch(person, asked.seconds, luck)
        browser.stop_tracing()
        slowed(page, asked.slower)
        page.wait_for_timeout(SETTLED)
        told: Row = {"edition": edition, "screen": screen, **on_the_wall(watch(person, asked.seconds, luck))}
        return told | by_the_processor(trace, asked.slower) | clicks(person, asked.clicks)
    finally:
        person.context.close()


def show(rows: Iterator[Row]) -> None:
    """A table in Markdown, line by line."""
    for i, one in enumerate(rows):
        if not i:
            print("| " + " | ".join(one) + " |\n|" + " --- |" * len(one))
        print("| " + " | ".join(str(value) for value in one.values()) + " |", flush=True)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--editions", nargs="+", default=["modern", "risk2210", "godstorm"])
    parser.add_argument("--screens", nargs="+", choices=SCREENS, default=[*SCREENS])
    parser.add_argument("--slower", type=int, default=4, help="how many times slower the processor is made")
    parser.add_argument("--pace", choices=["calm", "normal", "quick"], default="quick", help="of bots and of showing")
    parser.add_argument("--warm", type=float, default=20, help="seconds of play before it is measured")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clicks", type=int, default=40)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"{folder}/bench.db", Path(folder) / "log", bot_seconds=str(SECONDS[asked.pace])).start()
        browser = chromium(playwright)
        try:
            pairs = [(edition, screen) for edition in asked.editions for screen in asked.screens]
            show(row(browser, server, folder, edition, screen, asked) for edition, screen in pairs)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
