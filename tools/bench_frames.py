"""How smoothly the board moves: `python -m tools.bench_frames [--edition modern] [--slower 4] [--seconds 30]`.

Needs the built page (`make web`). A server is started, bots play at the usual pace while a real Chromium with its
processor slowed looks on, then a person clicks on the map. Told at the end: how long frames took outside loading, how
many took longer than 50 ms, and how long a click waits for its first visible answer (p50, p95). On a machine that has
other things to do frames come late for no fault of the page: `busy` counts its tasks by the processor's time alone.
"""

import argparse
import json
import random
import statistics
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.person import Person, chromium
from tests.server.running import Server

LONG = 50.0  # milliseconds
SETTLED = 2000  # after loading
TASK = "ThreadControllerImpl::RunTask"
# Every frame's time from now on, and the longest tasks with what they were.
WATCH = """() => {
  window.frames_ = [];
  window.tasks_ = [];
  let before = performance.now();
  const frame = (now) => {
    window.frames_.push(now - before);
    before = now;
    if (window.frames_) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => ((before = now), requestAnimationFrame(frame)));
  new PerformanceObserver((list) => window.tasks_.push(...list.getEntries().map((one) => one.duration)))
    .observe({type: 'longtask'});
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


def slowed(page: Page, rate: int) -> None:
    """The processor as a modest phone has it."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def table(person: Person, edition: str) -> str:
    """Somebody with bots that take their time."""
    bots = [{"kind": "bot", "bot": "captain"}] * 3
    return person.lay(edition, [{"kind": "me"}, *bots], pace="quick")


def watch(person: Person, seconds: int) -> dict[str, Any]:
    """Frames while bots play: whatever is asked of the person is answered at once."""
    page, luck = person.page, random.Random(1)
    page.wait_for_timeout(SETTLED)
    page.evaluate(WATCH)
    for _ in range(seconds * 5):
        person.answer(luck)
        page.wait_for_timeout(200)
    frames, tasks = page.evaluate("() => [window.frames_, window.tasks_]")
    late = [round(one) for one in frames if one > LONG]
    return {
        "frames": len(frames),
        "fps": round(1000 / statistics.fmean(frames), 1),
        "p99_ms": round(statistics.quantiles(frames, n=100)[98], 1),
        "late": len(late),
        "late_share": round(len(late) / len(frames), 4),
        "longest_ms": round(max(frames)),
        "long_tasks": len(tasks),
    }


def busy(trace: Path) -> dict[str, Any]:
    """Tasks of the page's main thread that kept the processor longer than a frame may take, from a trace."""
    events = json.loads(trace.read_text())["traceEvents"]
    threads = Counter((one["pid"], one["tid"]) for one in events if one.get("name") == "UpdateLayoutTree")
    main = threads.most_common(1)[0][0]
    tasks = [one for one in events if one.get("name") == TASK and (one["pid"], one["tid"]) == main]
    spent = sorted(one.get("tdur", 0) / 1000 for one in tasks)
    return {"busy": sum(one > LONG for one in spent), "busiest_ms": round(spent[-1])}


def clicks(person: Person, count: int) -> dict[str, Any]:
    """From clicks on the map to what is painted of them."""
    page, luck = person.page, random.Random(2)
    waits: list[float] = []
    for _ in range(count * 20):
        if len(waits) == count or person.is_over:
            break
        waited = page.evaluate(CLICK)
        if waited is None:
            person.answer(luck)
        else:
            waits.append(float(waited))
        page.wait_for_timeout(120)
    cuts = statistics.quantiles(waits, n=20)
    return {"clicks": len(waits), "p50_ms": round(cuts[9], 1), "p95_ms": round(cuts[18], 1)}


def main() -> None:
    """Measure and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--edition", default="modern")
    parser.add_argument("--slower", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--clicks", type=int, default=40)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"{folder}/bench.db", Path(folder) / "log").start()
        browser = chromium(playwright)
        try:
            chosen: dict[str, object] = {"pace": "quick", "sound": False, "lessMotion": False}
            person = Person(browser, server.address, "Bench", chosen)
            person.open(table(person, asked.edition))
            slowed(person.page, asked.slower)
            trace = Path(folder) / "trace.json"
            browser.start_tracing(page=person.page, path=trace, categories=["devtools.timeline", "toplevel"])
            frames = watch(person, asked.seconds)
            browser.stop_tracing()
            told = {"edition": asked.edition, **frames, **busy(trace), **clicks(person, asked.clicks)}
            print(json.dumps(told))
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
