"""The end of a game at its table: how it was won, a picture to share, and elimination before the end."""

import json
from dataclasses import replace
from typing import Any

import msgspec
from playwright.sync_api import Browser, Route, expect

from kamchatka.server.protocol.messages import Scene
from tests.browser.axe import violations
from tests.browser.person import Person
from tests.browser.staged import Staged
from tests.browser.test_orders import aim
from tests.kit import faces, position
from tests.server.running import Server

NAMES = ("Ada", "Bruno", "Carla", "Dino")
BATTLE = {"entry": 12, "round": 3, "attacked": True, "source": "Alaska", "target": "Kamchatka"}
STORY: dict[str, Any] = {
    "luck": [
        {"seat": 0, "throws": 40, "lost": 9, "lost_on_average": 11.0, "beaten": 14, "beaten_on_average": 12.0}
        | {"luck": 4.2, "deviation": 1.0, "chance": 0.2}
    ],
    "best": [BATTLE | {"seat": 0, "luck": 3.5}],
    "worst": [BATTLE | {"seat": 0, "luck": -2.25, "entry": 20, "attacked": False}],
    "held": [{"seat": 0, "zone": "North America", "turns": 4}],
    "falls": [],
    "strength": [
        {"entry": 4, "lands": [10, 11, 10, 11], "armies": [20, 20, 20, 20]},
        {"entry": 30, "lands": [22, 5, 9, 6], "armies": [40, 9, 9, 9]},
        {"entry": 40, "lands": [24, 4, 8, 6], "armies": [41, 9, 9, 9]},
    ],
    "last_turn": 33,
    "analysis_seconds": 20.0,
}


def win(browser: Browser, server: Server, chosen: dict[str, object] | None = None, **context: Any) -> Person:
    """Ada's last attack fulfils her objective."""
    lands = {"alaska": (0, 9), "kamchatka": (1, 1), "peru": (3, 2)}
    colours = ("blue", "red", "green", "black")
    luck = faces(6, 6, 6, 1)
    match = position(lands, rest=(2, 1), objectives={0: "destroy_red"}, colours=colours, luck=luck)
    person = Person(browser, server.address, "Ada", chosen, **context)

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(STORY), content_type="application/json")

    person.page.route("**/highlights?*", answer)
    Staged(person, match, NAMES, lively=True)
    aim(person, "alaska", "kamchatka")
    person.page.locator("[data-confirm]").click()
    expect(person.page.locator("dialog .result h2")).to_have_text("You won")
    return person


def test_the_winner_reads_how_it_was_won(browser: Browser, server: Server) -> None:
    """The winner reads the turning point, luckiest and unluckiest battle, and continent held longest, with links."""
    person = win(browser, server)
    page = person.page
    result = page.locator("dialog .result")
    expect(result).to_contain_text("Ada wins")
    expect(result).to_contain_text("Destroy the red armies")
    story = page.locator("[data-story]")
    for words in ("to 22 territories", "Alaska attacks Kamchatka", "+3.5", "-2.3", "North America", "4 turns", "+4.2"):
        expect(story).to_contain_text(words)
    assert [link.get_attribute("href") for link in story.locator("a").all()] == [
        f"/replay/t#at-{entry}" for entry in (30, 12, 20)
    ]
    expect(page.get_by_role("link", name="Replay the last turn")).to_have_attribute("href", "/replay/t#from-33")
    assert violations(page) == []
    assert person.troubles == []
    person.context.close()


def test_a_picture_of_the_end_can_be_shared(browser: Browser, server: Server) -> None:
    """If the browser can't share files, the picture is saved."""
    person = win(browser, server)
    with person.page.expect_download() as saved:
        person.page.locator("[data-share]").click()
    path = saved.value.path()
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 20_000  # the picture contains the board
    assert person.troubles == []
    person.context.close()


def test_the_map_is_seen_beside_the_result(browser: Browser, server: Server) -> None:
    person = win(browser, server)
    dialog, board = (person.page.locator(part).bounding_box() for part in ("dialog", ".board-area"))
    assert dialog is not None
    assert board is not None
    assert dialog["x"] - board["x"] > board["width"] / 2
    person.context.close()


class Fallen(Staged):
    """A staged game that goes on without seat 0."""

    def scene(self) -> Scene:
        """Return the scene with seat 0 eliminated by seat 1."""
        whole = super().scene()
        out = msgspec.structs.replace(whole.seats[0], alive=False, out_by=1)
        return msgspec.structs.replace(whole, seats=(out, *whole.seats[1:]), ask=None)


def test_an_eliminated_player_stays_or_leaves(browser: Browser, server: Server) -> None:
    """A card over the map tells an eliminated player what happened; a player who stays becomes a spectator."""
    person = Person(browser, server.address, "Ada")
    Fallen(person, position({"alaska": (1, 9)}, rest=(1, 1), turn=1), NAMES)
    card = person.page.locator("aside.fallen")
    expect(card).to_contain_text("eliminated by Bruno")
    person.page.get_by_role("button", name="Stay and watch").click()
    expect(card).to_have_count(0)
    assert person.troubles == []
    person.context.close()


def test_the_change_of_a_rating_is_shown(browser: Browser, server: Server) -> None:
    """Once the game has been rated, the finale shows the new rating and the change."""
    game = {"table": "t", "edition": "modern", "edition_name": "Modern", "pace": "live", "ended": 1, "seat": 0}
    game |= {"seats": 4, "opponents": [], "place": 1, "left": False, "rating": "settled", "points": 1540, "change": 23}
    profile = {"name": "Ada", "kind": "person", "games": [game], "titles": [], "ratings": [], "strengths": []}

    class Rated(Staged):
        """A staged rated game whose rating has been computed."""

        def context(self) -> Any:
            bare = super().context()
            return replace(bare, table=msgspec.structs.replace(bare.table, rating="settled"))

    person = Person(browser, server.address, "Ada")
    me = json.dumps({"name": "Ada", "guest": False, "csrf": person.csrf, "avatar": ""})
    person.page.route("**/api/me", lambda route: route.fulfill(body=me, content_type="application/json"))
    person.page.route(
        "**/api/profile?*", lambda route: route.fulfill(body=json.dumps(profile), content_type="application/json")
    )
    lands, luck = {"alaska": (0, 9), "kamchatka": (1, 1), "peru": (3, 2)}, faces(6, 6, 6, 1)
    colours = ("blue", "red", "green", "black")
    Rated(
        person,
        position(lands, rest=(2, 1), objectives={0: "destroy_red"}, colours=colours, luck=luck),
        NAMES,
        lively=True,
    )
    aim(person, "alaska", "kamchatka")
    person.page.locator("[data-confirm]").click()
    expect(person.page.locator("[data-rating]")).to_contain_text("1540")
    expect(person.page.locator("[data-rating]")).to_contain_text("+23")
    expect(person.page.get_by_role("link", name="Clip of the last turn")).to_have_attribute("download", "kamchatka.gif")
    person.context.close()
