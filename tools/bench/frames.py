"""Measure how smoothly the board renders: `python -m tools.bench.frames [--editions modern …] [--screens phone]`.

Needs the built page (`make web`). Starts a server where bots play at a quick pace, watches it in a real Chromium, and
clicks on the map. Each edition and screen is a row in two tables.

**CPU work of the page** from a trace at full speed, multiplied by the slowdown (`frame_trace.py`): milliseconds of
the page's main thread. Waiting for a core isn't included, so a busy machine gives almost the same result. (Chromium's
throttling can't be used here, because it spins by wall-clock time and counts other processes' work as ours.)

- `work p50`, `p95`, `max`: work per frame. `heavy` frames have more than 50 ms and are late on any processor this slow.
- `heaviest`: the composition of the most expensive frame. `script` … `other`: milliseconds per second over all work.
- `click p50`, `p95`: from a click on a selectable place until the first resulting change is painted.
- `raster ms/s`: drawing pixels at full speed in other threads. A GPU does this almost for free.
- `busier`: median CPU time of a fixed piece of work, relative to its best. Two threads sharing a core slow each other.
  Above 1.2, the row's figures are too high by that factor.

**Wall-clock time** with the processor slowed by Chromium (`--wall 0` skips it): what a user at this machine would see,
including page, drawing, server and bots. `late` frames came more than 50 ms after the previous one.

A frame that the page itself delays is late in every run of the same game. Of `--runs` runs, the one with the fewest
heavy frames is reported, and `in all` counts those of all runs. Further delays come from the machine, such as other
guests of the host, whose time a virtual machine counts as its own.

Loading isn't measured: the board is shown, bots have played for `--warm` seconds, and two more seconds have passed.
Starting and ending the trace and finding what to click aren't measured either. Every run uses the same dice (`--dice`).
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from kamchatka.server.bots.bot_pool import SECONDS
from tests.browser.person import Person, chromium
from tests.server.running import Server
from tools.bench.frame_trace import ANSWERED, BEGINS, CATEGORIES, CLICKED, ENDS, MEASURED, ROD, Trace

LONG = 50.0  # milliseconds
SETTLED = 2000  # milliseconds after loading
PATIENCE = 60  # seconds for the clicks, because bots play between two turns of the person
SCREENS = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
PARTS = ("script", "style", "layout", "paint", "gc", "other")
# record every frame's time from now on, and run a fixed piece of work twice per second in a task of its own
WATCH = f"""() => {{
  performance.mark('{BEGINS}');
  const times = (window.frames_ = []);
  const frame = (now) => {{ times.push(now); if (window.frames_) requestAnimationFrame(frame); }};
  requestAnimationFrame(frame);
  window.rod_ = setInterval(() => {{
    performance.mark('{ROD}');
    let sum = 0;
    for (let i = 0; i < 200000; i++) sum = (sum * 31 + i) % 1000003;
    performance.mark('{MEASURED}', {{ detail: sum }});
  }}, 500);
}}"""
WATCHED = f"""() => {{
  performance.mark('{ENDS}');
  clearInterval(window.rod_);
  const times = window.frames_;
  window.frames_ = null;
  return times;
}}"""
# click on a selectable place and measure the time until the page has painted the result
CLICK = f"""() => new Promise((done) => {{
  const open = [...document.querySelectorAll('path.open[data-place]')];
  const one = open[Math.floor(Math.random() * open.length)];
  if (!one) return done(null);
  const area = document.querySelector('.game');
  const began = performance.now();
  const seen = new MutationObserver(() => {{
    seen.disconnect();
    requestAnimationFrame(() => {{ const {{port1, port2}} = new MessageChannel();
      port1.onmessage = () => {{ performance.mark('{ANSWERED}'); done(performance.now() - began); }};
      port2.postMessage(0); }});
  }});
  seen.observe(area, {{subtree: true, childList: true, attributes: true, characterData: true}});
  performance.mark('{CLICKED}');
  one.dispatchEvent(new MouseEvent('click', {{bubbles: true}}));
  setTimeout(() => {{ seen.disconnect(); done(null); }}, 2000);
}})"""

Row = dict[str, str | float]


def slow_down(page: Page, rate: int) -> None:
    """Slow the processor to the speed of a modest phone."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def play(person: Person, seconds: float, luck: random.Random) -> None:
    """Answer every question to the person at once while the bots play."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        person.answer(luck)
        person.page.wait_for_timeout(200)


def cuts(values: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    parts = statistics.quantiles(values, n=20) if len(values) > 1 else [0.0] * 19
    return round(parts[9], 1), round(parts[18], 1)


def on_the_wall(times: list[float], waits: list[float]) -> Row:
    """Return frame times by wall clock, and the latencies of clicks."""
    gaps = [after - before for before, after in pairwise(times)]
    late = sum(gap > LONG for gap in gaps)
    middle, most = cuts(waits)
    return {
        "fps": round(1000 / statistics.fmean(gaps), 1),
        "late": f"{100 * late / len(gaps):.1f} %",
        "longest": round(max(gaps)),
        "clicks": len(waits),
        "click p50": middle,
        "click p95": most,
    }


def by_the_processor(trace: Trace) -> Row:
    """Return the CPU work of the page's main thread, independent of other load on the machine."""
    frames = [*trace.frames()]
    middle, most = cuts([frame.work for frame in frames])
    heaviest = max(frames, key=lambda frame: frame.work)
    parts, clicked = trace.a_second(), trace.answers()
    click, slowest = cuts(clicked)
    return {
        "frames": len(frames),
        "work p50": middle,
        "p95": most,
        "max": round(heaviest.work),
        "heavy": sum(frame.work > LONG for frame in frames),
        "heaviest": str(heaviest),
        **{part: round(parts[part]) for part in PARTS},
        "raster ms/s": round(trace.raster()),
        "clicks": len(clicked),
        "click p50": click,
        "click p95": slowest,
        "busier": round(trace.busier(), 2),
    }


def least(runs: list[Row]) -> Row:
    """Return the run with the fewest heavy frames, and the number of heavy frames in all runs."""
    heavy, frames = (sum(int(run[name]) for run in runs) for name in ("heavy", "frames"))
    return {**min(runs, key=lambda run: (run["heavy"], run["max"])), "in all": f"{heavy} of {frames}"}


def clicks(person: Person, count: int) -> list[float]:
    """Return wall-clock times from clicks on the map to their painted result."""
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
    return waits


def watch(person: Person, seconds: float, count: int, luck: random.Random) -> tuple[list[float], list[float]]:
    """Return frame times while playing and clicking, and the latencies of clicks."""
    person.page.evaluate(WATCH)
    waits = clicks(person, count)
    play(person, seconds, luck)
    times: list[float] = person.page.evaluate(WATCHED)
    return times, waits


def rows(
    browser: Browser, server: Server, trace: Path, edition: str, screen: str, asked: argparse.Namespace
) -> tuple[Row, Row | None]:
    """Measure one edition on one screen: the CPU work of the page, and wall-clock times."""
    chosen: dict[str, object] = {"pace": asked.pace, "sound": False, "lessMotion": False}
    person = Person(browser, server.address, "Bench", chosen, viewport=SCREENS[screen])
    page, luck = person.page, random.Random(1)
    about: Row = {"edition": edition, "screen": screen}
    try:
        bots = [{"kind": "bot", "bot": "captain"}] * 3
        person.open(person.lay(edition, [{"kind": "me"}, *bots], name=asked.dice))
        play(person, asked.warm, luck)
        browser.start_tracing(page=page, path=trace, categories=CATEGORIES)
        page.wait_for_timeout(SETTLED)
        watch(person, asked.seconds, asked.clicks, luck)
        browser.stop_tracing()
        own = about | by_the_processor(Trace.read(trace, asked.slower))
        if not asked.wall:
            return own, None
        slow_down(page, asked.slower)
        page.wait_for_timeout(SETTLED)
        return own, about | on_the_wall(*watch(person, asked.wall, asked.clicks, luck))
    finally:
        person.context.close()


def show(lines: Iterator[Row] | list[Row]) -> None:
    """Print a Markdown table row by row."""
    for i, one in enumerate(lines):
        if not i:
            print("\n| " + " | ".join(one) + " |\n|" + " --- |" * len(one))
        print("| " + " | ".join(str(value) for value in one.values()) + " |", flush=True)


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--editions", nargs="+", default=["modern", "risk2210", "godstorm"])
    parser.add_argument("--screens", nargs="+", choices=SCREENS, default=[*SCREENS])
    parser.add_argument("--slower", type=int, default=4, help="how many times slower the processor is made")
    parser.add_argument("--pace", choices=["calm", "normal", "quick"], default="quick", help="of bots and of showing")
    parser.add_argument("--warm", type=float, default=20, help="seconds of play before it is measured")
    parser.add_argument("--seconds", type=float, default=60, help="of play that is traced")
    parser.add_argument("--wall", type=float, default=20, help="of play by the clock on the wall")
    parser.add_argument("--runs", type=int, default=3, help="of the same game, for each row")
    parser.add_argument("--dice", default="frames", help="any word: the same one, the same dice")
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--keep", type=Path, help="a folder for the traces: chrome://tracing and DevTools open them")
    asked = parser.parse_args()
    walls: list[Row] = []

    def measured(browser: Browser, server: Server, folder: Path) -> Iterator[Row]:
        for edition, screen in product(asked.editions, asked.screens):
            owns = list[Row]()
            for run in range(asked.runs):
                trace = folder / f"{edition}-{screen}-{run + 1}.json"
                own, wall = rows(browser, server, trace, edition, screen, asked)
                owns.append(own)
                walls.extend([wall] if wall else [])
            yield least(owns)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        log, seconds = Path(folder) / "log", str(SECONDS[asked.pace])
        server = Server(f"{folder}/bench.db", log, "tests.server.seeded", bot_seconds=seconds).start()
        browser = chromium(playwright)
        try:
            if asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
            show(measured(browser, server, asked.keep or Path(folder)))
            show(walls)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
