"""Scripts in every text that a user can enter, then every screen that shows it, in a real Chromium.

The browser ignores the Content-Security-Policy: the test looks for text interpreted as markup, not for what the
policy would block. A sentinel must never be called, and no element that a payload describes may exist.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import close_contexts
from tests.browser.organiser import LADDER, Organiser
from tests.browser.person import PATIENCE, Person
from tests.fuzz.mixer import LIMITS
from tests.server.running import Server

SHORT = (  # fit into a user's name
    "<svg onload=xss()>",
    "<i id=xss>a</i>",
    "\"onfocus='xss()'",
    "javascript:xss()",
    "{{xss()}}${xss()}",
    "</style><b id=xss>",
)
LONG = (  # fit into the name of a table, an event, a club
    "<img src=x onerror=xss()>",
    "<script>xss()</script>",
    "<a id=xss href=javascript:xss()>a</a>",
    "<details open ontoggle=xss()>",
    "'><svg/onload=xss()>",
    "&lt;img src=x onerror=xss()&gt;",
    "{@html '<b id=xss>'}",
    "x;background:url(//xss.example/)",
)
LONGEST = (  # fit into chat, notes and cards
    '<iframe srcdoc="<script>parent.xss()</script>"></iframe>',
    "{{constructor.constructor('xss()')()}} [a](javascript:xss()) <https://xss.example>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=xss()>",
    "<style>*{background:url(https://xss.example/)}</style><link rel=stylesheet href=//xss.example>",
)
SENTINEL = "window.called = []; window.xss = () => { window.called.push(new Error().stack ?? ''); };"
# Elements that a payload would create if it were parsed as markup. The page itself has none of them.
MARKS = (
    "#xss, [onload], [onerror], [onfocus], [ontoggle], iframe, math, details[open][ontoggle], img[src='x'], "
    "a[href^='javascript'], [href*='xss.example'], [src*='xss.example'], body script, style:not(head style)"
)
FOUND = """marks => [
  ...[...document.querySelectorAll(marks)].map((one) => one.outerHTML.slice(0, 200)),
  ...[...document.querySelectorAll('[style*=xss]')].map((one) => one.outerHTML.slice(0, 200)),
  ...window.called,
]"""
CARD = """
[[card]]
id = "own"
deck = "land"
cost = 1
timing = "before_first_invasion"
it = {name}
en = {name}
text_it = {text}
text_en = {text}
[[card.effect]]
do = "place_mods"
terrain = "land"
mods = 1
"""
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}


@pytest.fixture
def browser(started: Browser | str) -> Iterator[Browser]:
    """Start the browser for this module."""
    if isinstance(started, str):
        pytest.fail(started, pytrace=False)
    yield started
    close_contexts(started)


@pytest.fixture
def server(own_server: Callable[..., Server]) -> Server:
    """Start a server without limits for one test."""
    return own_server(**LIMITS)


class Intruder(Organiser):
    """A user who enters payloads and checks whether any of them is executed."""

    def __init__(self, browser: Browser, server: Server, **context: Any) -> None:
        super().__init__(browser, server, bypass_csp=True, **context)
        self.context.add_init_script(SENTINEL)
        self.page.on("dialog", lambda dialog: pytest.fail(f"a payload opened a dialog: {dialog.message}"))

    def rename(self, name: str) -> bool:
        """Take a name, if the server accepts it."""
        answer = self.context.request.post("/api/session", data={"name": name}, headers={"X-CSRF-Token": self.csrf})
        return answer.ok

    def look(self, path: str, *shown: str) -> None:
        """Open a screen, wait until it shows these texts as text, and check for executed payloads."""
        self.page.goto("about:blank")
        self.page.goto(path)
        try:
            for text in shown:
                self.page.wait_for_function(SHOWS, arg=text)
        finally:
            self.is_dead()  # a hidden text may be executed markup, so report that first

    def is_dead(self) -> None:
        """Check that no payload on this page became markup."""
        self.page.wait_for_timeout(100)
        assert self.page.evaluate(FOUND, MARKS) == [], self.page.url


SHOWS = """text => {
  const fold = (one) => one.replace(/\\s+/g, ' ').toLowerCase();
  return fold(document.body.innerText).includes(fold(text)) ||
    [...document.querySelectorAll('input, textarea')].some((one) => fold(one.value).includes(fold(text)));
}"""


def test_the_watch_sees_every_payload(browser: Browser, server: Server) -> None:
    """Payloads written into the page as markup are all detected: the tests below can fail."""
    watch = Intruder(browser, server)
    for payload in (*SHORT, *LONG, *LONGEST):
        if not payload.startswith("<"):
            continue
        watch.page.goto("/learn")
        watch.page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", payload)
        watch.page.wait_for_timeout(50)
        assert watch.page.evaluate(FOUND, MARKS) != [], payload
    watch.context.close()


# ------------------------------------------------------------------ tables
def test_tables_people_talk_and_cards(browser: Browser, server: Server) -> None:
    """Covers names of guests, accounts, tables and screen players, chat, cards, tokens and replays."""
    ann = Intruder(browser, server)
    taken = [name for name in SHORT if ann.rename(name)]
    assert taken
    name = taken[-1]
    cards = CARD.format(name=json.dumps(LONG[0]), text=json.dumps(LONGEST[0]))
    own = ann.lay("risk2210", [ME, OPEN], name=LONG[1], options={"custom_cards": cards})
    seats = [ME, {"kind": "screen", "name": SHORT[0]}, {"kind": "screen", "name": SHORT[1]}, BOT]
    shared = ann.lay("modern", seats, name=LONG[2])
    for number, table in enumerate(LONG[3:]):
        ann.lay("modern", [ME, OPEN, OPEN], name=table[:40], private=number == 0)
    ann.post("/api/tokens", {"label": LONG[0]})
    ann.look("/", LONG[1], name)
    ann.look("/me#developer", LONG[0], name)
    ann.look(f"/t/{own}", LONG[1])
    ann.look("/t/%3Cimg%20src=x%20onerror=xss()%3E")
    ann.look("/rules/%3Csvg%20onload=xss()%3E#%3Cimg src=x onerror=xss()%3E")
    bea = Intruder(browser, server)
    bea.rename(next(other for other in taken if other != name))
    bea.post(f"/api/tables/{own}/join")
    for person in (ann, bea):
        person.look(f"/t/{own}", LONG[1])
    _talks(server, bea, own)
    ann.page.wait_for_function("() => document.querySelectorAll('path[data-place]').length > 0")
    _says_on_the_page(ann)
    ann.is_dead()
    ann.look(f"/t/{shared}", SHORT[0])
    _ends(ann, shared)
    ann.look(f"/replay/{shared}", SHORT[0])
    ann.look(f"/dice/{shared}", "dice")
    _registers(ann)
    assert ann.troubles == []
    for person in (ann, bea):
        person.context.close()


def _talks(server: Server, person: Person, table: str) -> None:
    """Send every payload as chat over another socket of the user."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in person.context.cookies())
    address = f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}?lang=en"
    with connect(address, additional_headers={"Cookie": cookies}, proxy=None) as socket:
        for payload in (*SHORT, *LONG, *LONGEST):
            _say_until_heard(socket, payload)


def _say_until_heard(socket: ClientConnection, payload: str) -> None:
    """Send a line until it is delivered, because fast senders hit the rate limit."""
    while True:
        socket.send(json.dumps({"type": "say", "text": payload}))
        answer: dict[str, Any] = {}
        while answer.get("type") not in ("said", "problem") or answer.get("text") in ("", None):
            answer = json.loads(socket.recv(timeout=PATIENCE / 1000))
        if answer["type"] == "said":
            return
        time.sleep(1)


def _says_on_the_page(person: Person) -> None:
    """Type a line; all earlier lines are shown as plain text."""
    page = person.page
    page.locator("[data-tab=chat]").click()
    page.get_by_label("Write to the table…").fill(LONGEST[0])
    page.keyboard.press("Enter")
    page.wait_for_function(SHOWS, arg=LONGEST[0])
    page.wait_for_function(SHOWS, arg=LONG[0])


def _ends(person: Person, table: str) -> None:
    person.post(f"/api/tables/{table}/stop", {"stop": True})
    expect(person.page.locator(".result, .ended").first).to_be_visible()


def _registers(person: Intruder) -> None:
    """Register an account with this name, if allowed; the page shows it as plain text."""
    form = {"name": SHORT[0], "password": "correct horse"}
    answer = person.context.request.post("/api/accounts", data=form, headers={"X-CSRF-Token": person.csrf})
    person.look("/me", *([SHORT[0]] if answer.ok else []))


# ------------------------------------------------------------------ events
def test_events_clubs_lists_and_papers(browser: Browser, server: Server) -> None:
    """Covers events, players, clubs and regions by hand and by list, rows set aside, reasons, notes and files."""
    desk = Intruder(browser, server)
    desk.create_event(LONG[0], "evening")
    desk.is_dead()
    desk.enter(LONG[1], LONG[2])
    desk.is_dead()
    entrants = [*LONG[2:], *SHORT[:2]]
    lines = ["name,club,region", *(",".join(_cell(one) for one in (name, LONG[0], SHORT[0])) for name in entrants)]
    lines += [f"{_cell(LONG[1])},x,x", f'"{LONGEST[0].replace(chr(34), "")}', f",{_cell(LONGEST[1])},x"]
    expect(desk.take_list(f"{SHORT[0]}.csv", "\n".join(lines))).to_be_visible()
    desk.is_dead()
    seat = desk.link_of(LONG[1])
    desk.tab("Today")
    desk.draw("Round 1")
    desk.is_dead()
    _scores(desk)
    _penalty(desk)
    for tab in ("Today", "Players", "Standings", "Sheets and lists", "History", "Rules of the event"):
        desk.tab(tab)
        desk.is_dead()
    guest = Intruder(browser, server)
    for path, shown in (
        ("/club", (LONG[0],)),
        (f"/event/{desk.event}", (LONG[0], LONG[1])),
        (f"/screen/{desk.event}", (LONG[0],)),
        (seat, (LONG[1],)),
    ):
        guest.look(path, *shown)
    _upload(desk)
    for path, media in _papers(desk):
        _is_only(desk, path, media)
    assert desk.troubles == []
    for person in (desk, guest):
        person.context.close()


def _scores(desk: Intruder) -> None:
    """Enter the points of the first table by row, because the players' names can't be used as selectors."""
    fields = desk.sheet(1).locator("[data-points]")
    for at in range(fields.count()):
        fields.nth(at).fill(str(LADDER[at]))
    desk.is_dead()
    desk.hand_in(1)


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _key(desk: Organiser) -> str:
    return str(desk.page.evaluate("name => localStorage.getItem(name)", f"kamchatka.organiser.{desk.event}"))


def _penalty(desk: Organiser) -> None:
    """Enter a reason that the trail and the sheet show."""
    seen = desk.context.request.get(f"/api/events/{desk.event}").json()
    entrant = seen["rounds"][0]["tables"][0]["seats"][0]
    form = {"entrant": entrant, "after": seen["version"], "points": 1, "reason": LONGEST[0]}
    answer = desk.context.request.post(
        f"/api/events/{desk.event}/rounds/1/tables/1/penalty",
        data=form,
        headers={"X-CSRF-Token": desk.csrf, "X-Event-Key": _key(desk)},
    )
    assert answer.ok, answer.text()


def _upload(desk: Intruder) -> None:
    """Export and import the whole event; its texts still are plain text."""
    file = desk.context.request.get(f"/api/events/{desk.event}/file", headers={"X-Event-Key": _key(desk)})
    assert file.ok
    made = desk.context.request.post("/api/events/upload", data=file.body(), headers={"X-CSRF-Token": desk.csrf})
    assert made.ok, made.text()
    desk.look(f"/event/{made.json()['id']}#key={made.json()['key']}", LONG[0])


def _papers(desk: Organiser) -> Iterator[tuple[str, str]]:
    base = f"/api/events/{desk.event}"
    yield from ((f"{base}/csv/{what}", "text/csv") for what in ("entrants", "results", "standings"))
    yield from ((f"{base}/sheets/{kind}", "application/pdf") for kind in ("tables", "scores"))
    yield from (
        (path, "application/json") for path in (base, "/api/events", "/api/openapi.json", "/api/schema", "/api/me")
    )
    yield from ((path, "application/json") for path in ("/api/tables/<svg onload=xss()>", f"{base}/csv/<b id=xss>"))


def _is_only(desk: Organiser, path: str, media: str) -> None:
    """Check that the content type is exact and can't be guessed otherwise; anything but JSON is a download."""
    answer = desk.context.request.get(path, headers={"X-Event-Key": _key(desk)})
    assert answer.headers["content-type"].partition(";")[0] == media, path
    assert answer.headers["x-content-type-options"] == "nosniff", path
    if media != "application/json":
        assert answer.ok, answer.text()
        assert answer.headers["content-disposition"].startswith("attachment"), path
