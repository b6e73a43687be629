"""Somebody at a real Chromium, who plays by clicking what the page lights up."""
import random
import shutil
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

PATIENCE = 45_000           # milliseconds; a busy machine is slow, not wrong

# One look and one click inside the page, so that nothing can change between them: what is to be confirmed first, then
# on to the next phase, a lit place, or a choice.
CLICK = """luck => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const click = (some) => some[Math.floor(luck * some.length)].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const [confirm, bare, lit, choices] = ['.command [data-confirm]:not([disabled])',
    '.command [data-bare]:not([disabled])',
    'path.open[data-place]', '.command .choices button:not([disabled])'].map(all);
  if (bare.length && !confirm.length && (luck * 7) % 1 < 0.4) return click(bare);
  const some = [confirm, lit, choices, bare].find((elements) => elements.length);
  if (some) click(some);
}"""
DESKTOP = {"width": 1440, "height": 900}


def chromium(playwright: Playwright) -> Browser:
    """The Chromium of this machine, else Playwright's own."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


class Person:
    """One browser with its own cookies."""

    def __init__(self, browser: Browser, server: str, name: str, **context: Any) -> None:
        self.server = server
        self.name = name
        self.context: BrowserContext = browser.new_context(
            base_url=server, locale="en-GB", reduced_motion="reduce", **{"viewport": DESKTOP, **context})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []                   # what the page wrote on its console as an error
        self.csrf = self.context.request.get("/api/me").json()["csrf"]
        self.csrf = self.post("/api/session", {"name": name})["csrf"]

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server for a change with this browser's cookies."""
        answer = self.context.request.post(path, data=body or {}, headers={"X-CSRF-Token": self.csrf})
        assert answer.ok, answer.text()
        return answer.json()

    def lay(self, edition: str, seats: list[dict[str, str]], **more: Any) -> str:
        """A table."""
        return str(self.post("/api/tables", {"edition": edition, "seats": seats, "pace": "instant", **more})["id"])

    def open(self, table: str) -> None:
        """Go to a table, and wait for its board."""
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.goto(f"/t/{table}")
        self.page.locator("path[data-place]").first.wait_for(state="attached")

    # -------------------------------------------------------------- playing
    @property
    def is_over(self) -> bool:
        """Whether the page says so."""
        return self.page.locator(".ended, .result").count() > 0

    @property
    def is_asked(self) -> bool:
        """Whether there is something to click."""
        return self.page.locator(".command button:not([disabled]), path.open[data-place]").count() > 0

    def answer(self, luck: random.Random) -> None:
        """Click one thing, if there is one."""
        self.page.evaluate(CLICK, luck.random())


def play(people: list[Person], luck: random.Random, enough: Callable[[], bool]) -> None:
    """Everybody answers when asked, until it is enough."""
    for _ in range(6000):
        if enough() or any(person.is_over for person in people):
            return
        asked = [person for person in people if person.is_asked]
        for person in asked:
            person.answer(luck)
        people[0].page.wait_for_timeout(30)
    raise AssertionError("the game did not go on")
