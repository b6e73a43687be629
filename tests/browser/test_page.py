"""The delivered page: its size, that its types match the server's, and that it verifies the dice itself."""

import json
import random

from playwright.sync_api import Browser, Route, expect

from tests.browser.person import Person, play
from tests.server.running import Server

FIRST_LOAD = 250_000  # bytes transferred before a newcomer can click, without the drawn boards
ME, SCREEN, BOT = {"kind": "me"}, {"kind": "screen", "name": "Nonno"}, {"kind": "bot", "bot": "random"}


def test_the_first_load_is_light(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Weigher")
    network = person.context.new_cdp_session(person.page)
    network.send("Network.enable")
    heavy: dict[str, float] = {}
    names: dict[str, str] = {}
    network.on("Network.requestWillBeSent", lambda sent: names.update({sent["requestId"]: sent["request"]["url"]}))
    network.on(
        "Network.loadingFinished", lambda done: heavy.update({names[done["requestId"]]: done["encodedDataLength"]})
    )
    person.page.goto("/")
    person.page.locator(".hero h1").wait_for()
    person.page.wait_for_load_state("networkidle")
    light = {url: size for url, size in heavy.items() if "/api/boards/" not in url}
    assert len(light) < len(heavy)
    assert sum(light.values()) < FIRST_LOAD, json.dumps(light, indent=1)
    person.context.close()


def test_the_page_proves_the_dice_and_sees_a_false_one(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Doubter")
    table = person.lay("modern", [ME, BOT, BOT])
    person.open(table)
    play([person], random.Random(4), lambda: person.page.locator("path.open[data-place]").count() > 0)
    person.post(f"/api/tables/{table}/stop")
    person.page.goto(f"/dice/{table}")
    person.page.locator(".chip.good").wait_for()
    rows = [row.split() for row in person.page.locator("tbody tr").all_inner_texts()]
    faces = {came for _, among, came, *_ in rows if among == "6"}
    assert faces <= set("123456"), "dice have no 0"

    def forge(route: Route) -> None:
        replay = route.fetch().json()
        among, came = replay["proof"]["draws"][3]
        replay["proof"]["draws"][3] = [among, (came + 1) % among]
        route.fulfill(json=replay)

    person.page.route("**/replay?*", forge)
    person.page.goto(f"/dice/{table}")
    person.page.locator(".chip.bad").wait_for()
    assert person.page.locator("tr.bad").count() == 1
    person.context.close()


def test_the_replay_is_stepped_with_keys(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Looker")
    table = person.lay("modern", [ME, BOT, BOT])
    person.open(table)
    play([person], random.Random(6), lambda: person.page.locator("path.open[data-place]").count() > 0)
    person.answer(random.Random(1))
    person.post(f"/api/tables/{table}/stop")
    page = person.page
    page.goto(f"/replay/{table}")
    slider = page.locator(".timeline input[type=range]")
    slider.wait_for()
    last = int(slider.get_attribute("max") or 0)
    assert last > 0
    expect(slider).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.locator("[aria-label='To the start']").click()
    expect(slider).to_have_value("0")
    page.locator("[aria-label='To the end']").click()
    expect(slider).to_have_value(str(last))
    expect(page.locator("figure svg")).to_have_count(3)
    person.context.close()
