"""An edition unknown to the page brings its own card, look and lesson, and is fully playable."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.browser.person import Person
from tests.server.running import Server

ME, BOT = {"kind": "me"}, {"kind": "bot", "bot": "random"}
PLAIN: dict[str, Any] = {
    "look": {"face": "", "always_dark": False, "light": {}, "dark": {}},
    "card": {"crop": None, "paint": "zones", "sea": ""},
    "hero": None,
    "pieces": {},
    "marks": {},
    "glyphs": {},
    "lesson": None,
}
TAUGHT: dict[str, Any] = {
    "welcome": "Two islands and a storm.",
    "verbs": ["attack", "bid"],
    "tips": {"bid": {"title": "Bid for the wind", "text": "Who bids most sails first."}},
}
SQUARE = {"zone": "north", "kind": "land", "shade": 0, "path": "M10 10l80 0 0 60-80 0z", "badge": [50, 40]}
BOARD = {
    "id": "islets",
    "names": {"it": "Isolotti", "en": "Islets"},
    "size": [100, 80],
    "look": "atlas",
    "lettering": 12,
    "land": SQUARE["path"],
    "zones": {"north": {"hue": "gold", "names": {"it": "Nord", "en": "North"}, "bonus": 1, "border": ""}},
    "places": {"cape": {**SQUARE, "labels": {}, "pieces": [], "symbols": []}},
    "heavens": {},
    **{part: [] for part in ("lanes", "barriers", "under", "over", "captions")},
}


def serve_changed_editions(page: Page, change: Any) -> None:
    """Let the page receive changed editions from the server."""

    def answer(route: Route) -> None:
        route.fulfill(json=change(route.fetch().json()))

    page.route("**/api/editions?*", answer)
    page.route("**/api/boards/islets", lambda route: route.fulfill(json=BOARD))


def test_it_is_in_the_catalogue_with_its_own_card_and_lesson(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Pioneer")
    islets = {"id": "islets", "name": "Islets", "summary": "Very small.", "boards": ["islets"]}
    shown = {**PLAIN, "card": {"crop": [5, 5, 50, 40], "paint": "seats", "sea": "#123456"}, "lesson": TAUGHT}
    serve_changed_editions(
        person.page,
        lambda editions: [
            *editions,
            {**editions[0], **islets, "page": shown},
            {**editions[0], **islets, "id": "bare", "name": "Bare", "page": PLAIN},
        ],
    )
    person.page.goto("/learn/islets")
    picture = person.page.locator("label.on svg.board")
    expect(picture).to_have_attribute("viewBox", "5 5 50 40")
    expect(picture.locator("path.owned")).to_have_count(1)
    expect(picture.locator(".sea")).to_have_css("fill", "rgb(18, 52, 86)")
    lesson = person.page.locator("section.box")
    expect(lesson).to_contain_text("Two islands and a storm.")
    expect(lesson.locator("li")).to_have_count(2)
    expect(lesson.locator("li").nth(1)).to_contain_text("Bid for the wind")
    person.page.locator("input[value=bare]").check(force=True)
    expect(person.page.locator("label.on svg.board")).to_have_attribute("viewBox", "0 0 100 80")
    expect(lesson).to_contain_text("Very small.")
    expect(lesson.locator("li")).to_have_count(0)
    assert person.troubles == []
    person.context.close()


def test_its_look_is_worn_at_its_table_and_taken_off_in_the_lobby(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, "Dresser")
    look = {"face": "Cinzel", "always_dark": True, "light": {"accent": "#111111"}, "dark": {"accent": "#abcdef"}}
    serve_changed_editions(
        person.page, lambda editions: [{**one, "page": {**one["page"], "look": look}} for one in editions]
    )
    person.open(person.lay("modern", [ME, BOT, BOT]))

    def worn(name: str) -> str:
        style = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
        return str(person.page.evaluate(style, name))

    assert (worn("--accent"), worn("--display"), worn("color-scheme")) == ("#abcdef", "Cinzel", "dark")
    person.page.locator("header a, .bar a").first.click()
    person.page.locator(".hero h1").wait_for()
    assert worn("--accent") not in ("#abcdef", "#111111")
    assert worn("color-scheme") == "light"
    assert person.troubles == []
    person.context.close()


def test_its_pieces_and_marks_stand_on_the_board(browser: Browser, server: Server) -> None:
    """A piece without a glyph is drawn as a generic piece; a mark shows its name and works as the edition defines."""
    person = Person(browser, server.address, "Builder")
    pawn = [{"d": "M1 2h3v4z", "style": "solid", "width": 2}]
    tower = [{"d": "M7 8h9v1z", "style": "solid", "width": 2}]
    fire = {"name": "burnt", "lost": True, "sinks": True}
    own = {**PLAIN, "marks": {"fire": fire}, "glyphs": {"piece": pawn, "tower": tower}}
    serve_changed_editions(person.page, lambda editions: [{**one, "page": own} for one in editions])

    standing = {"kamchatka": "tower", "japan": "balloon"}

    def furnish(told: Any) -> None:
        """Put a piece and a mark on two places in every scene that mentions them."""
        for part in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
            if isinstance(part, dict) and "armies" in part and part.get("id") in standing:
                part |= {"pieces": [{"kind": standing[part["id"]], "seat": None, "n": 1}], "marks": ["fire"]}
            furnish(part)

    def listen(socket: WebSocketRoute) -> None:
        def forward(message: str | bytes) -> None:
            words = json.loads(message)
            furnish(words)
            socket.send(json.dumps(words))

        socket.connect_to_server().on_message(forward)

    person.page.route_web_socket("**/ws/tables/**", listen)
    person.open(person.lay("modern", [ME, BOT, BOT]))
    expect(person.page.locator("g.token.tower path[d='M7 8h9v1z']").first).to_be_attached()
    expect(person.page.locator("g.token.balloon path[d='M1 2h3v4z']").first).to_be_attached()
    expect(person.page.locator("path.sunken[data-place=japan][aria-label*='burnt']")).to_be_attached()
    assert person.troubles == []
    person.context.close()
