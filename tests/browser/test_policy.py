"""The page under its Content-Security-Policy: nothing of ours is blocked, and a foreign script is."""

import random
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.person import Person, play
from tests.server.running import Server

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}
LISTEN = """
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}`));
"""


class Watched(Person):
    """A browser that collects the policy violations of every page."""

    def __init__(self, browser: Browser, server: str, name: str, **context: Any) -> None:
        super().__init__(browser, server, name, **context)
        self.page.add_init_script(LISTEN)
        self.said: list[str] = []
        self.page.on("console", lambda line: self.said.append(line.text))

    def check(self) -> None:
        """Check that nothing was blocked since the page was opened."""
        assert self.page.evaluate("window.violations") == []
        assert not [line for line in self.said if "Security Policy" in line or "Trusted" in line], self.said
        assert not self.troubles

    def visit(self, path: str, there: str) -> None:
        """Open a page and wait until this element is visible."""
        self.page.goto(path)
        self.page.locator(there).first.wait_for(state="attached")
        self.page.wait_for_load_state("networkidle")
        self.check()


def test_the_page_keeps_to_its_policy(browser: Browser, server: Server) -> None:
    """No page violates the policy: lobby, new table, table, replay, dice, rulebook, lesson, tournaments."""
    person = Watched(browser, server.address, "Policy")
    person.page.emulate_media(reduced_motion="no-preference", color_scheme="dark")
    person.visit("/", ".hero h1")
    person.visit("/new", "form")
    table = person.lay("modern", [ME, BOT, BOT])
    person.open(table)
    play([person], random.Random(4), lambda: person.page.locator("path.open[data-place]").count() > 0)
    person.check()
    for _ in range(20):
        person.answer_next(random.Random(5))
    person.check()
    person.post(f"/api/tables/{table}/stop")
    for path, there in (
        (f"/replay/{table}", ".mark, .timeline, svg"),
        (f"/dice/{table}", ".chip.good"),
        ("/rules/modern", "h1"),
        ("/learn", "h1"),
        ("/club", "h1"),
        ("/me", "h1"),
    ):
        person.visit(path, there)
    person.context.close()


def test_a_tournament_keeps_to_it(browser: Browser, server: Server) -> None:
    person = Watched(browser, server.address, "Organiser")
    made = person.post("/api/events", {"name": "Policy cup", "preset": "open"})
    person.visit(f"/event/{made['id']}#key={made['key']}", "h1")
    person.visit(f"/event/{made['id']}#entries", "h1")
    person.context.close()


def test_what_is_not_ours_does_not_run(browser: Browser, server: Server) -> None:
    """Inline scripts, handlers, styles and plain markup are blocked, which shows that violations are noticed."""
    person = Watched(browser, server.address, "Eve")
    person.visit("/", ".hero h1")
    page: Page = person.page
    page.evaluate(
        """() => {
          window.ran = 0;
          const script = document.createElement('script');
          try { script.textContent = 'window.ran = 1'; document.body.append(script); } catch { /* stopped */ }
          const image = document.createElement('img');
          image.setAttribute('src', 'https://elsewhere.example/x.png');
          document.body.append(image);
          const markup = '<b onclick="window.ran = 2">x</b>';
          try { document.body.insertAdjacentHTML('beforeend', markup); } catch { /* stopped */ }
          const style = document.createElement('style');
          style.textContent = 'body { display: none }';
          document.head.append(style);
        }"""
    )
    page.wait_for_function("window.violations.length >= 3")
    assert page.evaluate("window.ran") == 0
    expect(page.locator(".hero h1")).to_be_visible()
    stopped = {line.split()[0] for line in page.evaluate("window.violations")}
    assert {"require-trusted-types-for", "img-src", "style-src-elem"} <= stopped
    person.context.close()
