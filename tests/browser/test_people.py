"""People in a real browser: six meet by quick match and play; one closes the page and is called back by push."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.person import Person, play
from tests.people.services import Called, PushService
from tests.server.running import Server

PASSWORD = "correct horse"
PHONE = {"width": 390, "height": 844}
# Chromium's push needs Google's service, so a fake one replaces it; the page does the rest.
BROWSER_OF_TEST = """form => {
  const subscription = {
    endpoint: form.endpoint,
    toJSON: () => ({endpoint: form.endpoint, keys: {p256dh: form.p256dh, auth: form.auth}}),
    unsubscribe: async () => true,
  };
  let made = null;
  const manager = {getSubscription: async () => made, subscribe: async () => (made = subscription)};
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {get: () => manager});
}"""


def account(browser: Browser, server: Server, name: str, number: int, **context: Any) -> Person:
    """Return a user with an account, behind a trusted proxy, with an address of their own."""
    headers = {"X-Forwarded-For": f"10.0.0.{number}"}
    person = Person(browser, server.address, f"Guest {number}", extra_http_headers=headers, **context)
    person.csrf = person.post("/api/accounts", {"name": name, "password": PASSWORD})["csrf"]
    return person


def test_six_find_each_other_and_one_is_called_back(browser: Browser, own_server: Callable[..., Server]) -> None:
    """Six people meet in the lobby and play a rated table; a player who left a slow game is recalled by push."""
    with PushService() as service:
        running = own_server(logins_a_minute="1000", push_services=service.host, connections_per_address="100")
        people = [account(browser, running, f"Seeker {n}", n) for n in range(1, 7)]
        for person in people:
            person.page.goto("/")
            person.page.locator(".quick label", has_text="never").click()
            expect(person.page.get_by_role("radio", name="never")).to_be_checked()
            person.page.get_by_role("switch", name="Rated game").check()
            person.page.locator(".way", has_text="Classic evening").click()
        tables = {_table(person) for person in people}
        assert len(tables) == 1
        table = tables.pop()
        row = people[0].context.request.get(f"/api/tables/{table}").json()
        assert (row["status"], row["rating"], row["private"]) == ("playing", "rated", False)
        assert sorted(seat["name"] for seat in row["seats"]) == [f"Seeker {n}" for n in range(1, 7)]
        play(people, random.Random(3), lambda: people[0].page.locator("path.open[data-place]").count() > 0)
        called = Called(service, "seeker")
        _closes_and_is_called(people, called, service)
        _end(people)


def _closes_and_is_called(people: list[Person], called: Called, service: PushService) -> None:
    """A user enables push, joins a game with days per move and closes the page; the others fill the table."""
    first, *others = people[:4]
    first.context.grant_permissions(["notifications"])
    first.page.add_init_script(f"({BROWSER_OF_TEST})({json.dumps(called.form())})")
    first.page.goto("/me")
    first.page.get_by_role("button", name="Switch on").click()
    expect(first.page.get_by_text("On in 1 browser.")).to_be_visible()
    for person in (first, *others):
        person.page.goto("/")
        person.page.locator(".way", has_text="A turn a day").click()
        table = _table(person)
        if person is first:
            first.page.close()
    play(others, random.Random(5), lambda: bool(service.handed))  # the first player to be asked
    message = called.read(service.handed[0][2])
    assert (message["title"], message["link"]) == ("It’s your turn", f"/t/{table}")
    first.page = first.context.new_page()
    first.page.goto(message["link"])
    expect(first.page.locator(".command")).to_be_visible()
    first.page.goto("/")
    expect(first.page).to_have_title(re.compile(r"^\(\d\) "))  # the browser tab also shows the number of waiting games


@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, PHONE], ids=["desktop", "phone"])
def test_pages_of_people_can_be_read_by_everybody(browser: Browser, server: Server, viewport: dict[str, int]) -> None:
    """The people pages pass axe-core at both widths and never scroll sideways."""
    name = f"Reader {viewport['width']}"
    person = account(browser, server, name, 20, viewport=viewport)
    account(browser, server, f"Other {viewport['width']}", 21).context.close()
    person.post("/api/friends", {"name": f"Other {viewport['width']}"})
    page = person.page
    for path, there in (
        ("/", ".quick .way"),
        ("/me", "#notices h3"),
        (f"/player/{name.replace(' ', '%20')}", ".columns"),
        (f"/player/Other%20{viewport['width']}", ".deeds"),
        ("/bot/captain", ".share"),
        ("/ranks", ".none"),
        ("/friends", "li"),
    ):
        page.goto(path)
        page.locator(there).first.wait_for()
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert person.troubles == []
    person.context.close()


def test_without_a_network_the_rulebook_can_be_read(browser: Browser, server: Server) -> None:
    """Opened rulebook pages are available offline through the service worker; other pages say that we are offline."""
    person = Person(browser, server.address, "Traveller")
    page = person.page
    page.goto("/rules")
    page.locator("h2").first.wait_for()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.locator("h2").first.wait_for()
    person.context.set_offline(True)
    page.reload()
    page.locator("h2").first.wait_for()
    page.goto("/me")
    expect(page.locator("h1")).to_have_text("You are offline")
    assert violations(page) == []
    person.context.close()


def test_the_page_can_be_installed(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Installer")
    person.page.goto("/")
    manifest = person.context.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert person.context.request.get(icon["src"]).headers["content-type"] == "image/png"
    person.context.close()


def _table(person: Person) -> str:
    person.page.wait_for_url("**/t/*")
    return person.page.url.rpartition("/")[2]


def _end(people: list[Person]) -> None:
    assert [person.troubles for person in people] == [[] for _ in people]
    for person in people:
        person.context.close()
