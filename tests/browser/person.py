"""A player who uses a real Chromium and clicks what the page highlights."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from kamchatka.boards import browser

PATIENCE = 90_000  # milliseconds, generous because a busy machine is slow
expect.set_options(timeout=PATIENCE)

# What can be clicked now, or the end of the game. A planned amount counts while some of it is left.
SEEN = """
  const all = (selector) => [...document.querySelectorAll(selector)];
  const over = all('.result, .ended').length > 0;
  const [confirm, bare, lit, choices] = ['.command [data-confirm]:not([disabled])',
    '.command [data-bare]:not([disabled])', 'path.open[data-place]',
    '.command .choices button:not([disabled])'].map(all);
  const busy = all('.command[aria-busy=true]').length > 0;
  const asked = !busy && confirm.length + bare.length + lit.length + choices.length > 0;
"""
READY = f"() => {{ {SEEN} return over || asked; }}"
# One look and one click inside the page, so that nothing can change between them: confirm what is planned; else
# place all armies in one place; else, at random, go to the next phase, make a choice or click a highlighted place.
CLICK = f"""luck => {{ {SEEN}
  const happens = () => new MouseEvent('click', {{bubbles: true}});
  const click = (some) => some[Math.floor(luck * some.length)].dispatchEvent(happens());
  if (over || !asked) return over ? 'over' : 'waiting';
  const left = Number(document.querySelector('.left .number')?.textContent ?? 0);
  if (confirm.length) click(confirm);
  else if (left && lit.length) for (let army = 0; army < left; army++) click(lit);
  else if (bare.length && (luck * 7) % 1 < 0.6) click(bare);
  else if (choices.length && (luck * 13) % 1 < 0.3) click(choices);
  else click([lit, choices, bare].find((some) => some.length));
  return 'clicked';
}}"""
# The browser's initial settings, unless the page has changed them. Some documents may not use storage.
CHOOSE = """try {{
  localStorage.getItem('kamchatka.settings') ?? localStorage.setItem('kamchatka.settings', {});
}} catch {{}}"""
MOST = 3000  # clicks, more than any game of a test takes
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DESKTOP = {"width": 1440, "height": 900}


def chromium(playwright: Playwright) -> Browser:
    """Return the path of the Chromium of this environment, KAMCHATKA_BROWSER's, or Playwright's own."""
    return playwright.chromium.launch(executable_path=browser.find(), args=list(browser.ARGUMENTS))


class Person:
    """A browser with its own cookies and settings; by default it doesn't animate the moves of others.

    Its player has finished a game before, so that no guide is beside this one.
    """

    def __init__(
        self, browser: Browser, server: str, name: str, chosen: dict[str, object] | None = None, **context: Any
    ) -> None:
        self.server = server
        self.name = name
        self.context: BrowserContext = browser.new_context(
            base_url=server, locale="en-GB", reduced_motion="reduce", **{"viewport": DESKTOP, **context}
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            CHOOSE.format(json.dumps(json.dumps({"pace": "once", "played": True, **(chosen or {})})))
        )
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []  # uncaught errors of the page
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.csrf = self.context.request.get("/api/me").json()["csrf"]
        self.csrf = self.post("/api/session", {"name": name})["csrf"]

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server for a change with this browser's cookies."""
        answer = self.context.request.post(path, data=body or {}, headers={"X-CSRF-Token": self.csrf})
        assert answer.ok, answer.text()
        return answer.json()

    def lay(self, edition: str, seats: Sequence[Mapping[str, Any]], **more: Any) -> str:
        """Create a table and return its id."""
        return str(self.post("/api/tables", {"edition": edition, "seats": [*seats], "pace": "instant", **more})["id"])

    def open(self, table: str) -> None:
        """Open a table and wait for its board."""
        self.page.goto(f"/t/{table}")
        self.page.locator("path[data-place]").first.wait_for(state="attached")

    # -------------------------------------------------------------- playing
    @property
    def is_asked(self) -> bool:
        """Return whether there is something to click."""
        return bool(self.page.evaluate(READY)) and not self.is_over

    @property
    def is_over(self) -> bool:
        """Return whether the page says that the game is over."""
        return self.page.locator(".ended, .result").count() > 0

    def is_awaited(self, table: str) -> bool:
        """Return whether the server waits for this person and no click is still being processed."""
        return self.is_asked and bool(self.context.request.get(f"/api/tables/{table}").json()["awaits_me"])

    def answer(self, luck: random.Random) -> str:
        """Click one thing and return whether it was clicked, nothing was possible yet, or the game is over.

        Polling consumes no randomness, so the clicks are the same on slow machines.
        """
        before = luck.getstate()
        done = str(self.page.evaluate(CLICK, luck.random()))
        if done == "waiting":
            luck.setstate(before)
        return done

    def answer_next(self, luck: random.Random) -> str:
        """Wait for a question and click one thing; return whether it was clicked or the game is over."""
        while True:
            self.page.wait_for_function(READY, timeout=2 * PATIENCE)
            if (done := self.answer(luck)) != "waiting":
                return done

    def play_until(self, luck: random.Random, seen: str) -> None:
        """Answer until an expression of JavaScript is true in the page, however long bots and the page take."""
        for _ in range(MOST):
            self.page.wait_for_function(f"() => !!({seen}) || ({READY})()", timeout=2 * PATIENCE)
            if self.page.evaluate(f"() => !!({seen})"):
                return
            if self.answer(luck) == "over":
                raise AssertionError(f"the game ended before {seen}")
        raise AssertionError(f"{seen} did not come")

    def play_to_the_end(self, luck: random.Random) -> None:
        """Answer every question until the page says that the game is over."""
        for _ in range(MOST):
            self.page.wait_for_function(READY, timeout=2 * PATIENCE)
            if self.answer(luck) == "over":
                return
        raise AssertionError(f"the game did not end: {self.page.locator('.command').inner_text()}")


def play(people: list[Person], luck: random.Random, enough: Callable[[], bool]) -> None:
    """Let all persons answer their questions until `enough`, also while only others are asked."""
    clicks = 0
    while clicks < MOST:
        if enough():
            return
        done = [person.answer(luck) for person in people]
        if "over" in done:
            return
        if "clicked" in done:
            clicks += 1
        else:
            for person in people:
                person.page.evaluate(NEXT_FRAME)
    raise AssertionError("the game did not go on")
