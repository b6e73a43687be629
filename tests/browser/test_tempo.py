"""Game speed: animation and bot settings in the panel, and a key that skips the bots' turns."""

from typing import Any

import msgspec
from playwright.sync_api import Browser, WebSocketRoute, expect

from kamchatka.server.protocol.messages import Scene
from tests.browser.person import NEXT_FRAME, Person
from tests.browser.staged import Staged
from tests.kit import position
from tests.server.running import Server


def test_speeds_are_chosen_in_the_panel(browser: Browser, server: Server) -> None:
    """Both speeds survive a reload: animations in the browser, bots at the table."""
    person = Person(browser, server.address, "Ada", {"pace": "normal"})
    page = person.page
    person.open(person.lay("modern", [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]))
    shown, bots = (page.get_by_role("radiogroup", name=name) for name in ("Animation speed", "Pace of the bots"))
    page.locator(".tempo summary").click()
    shown.get_by_label("instant").check(force=True)
    bots.get_by_label("slow").check(force=True)
    expect(bots.get_by_label("slow")).to_be_checked()
    page.reload()
    page.locator(".tempo summary").click()
    expect(shown.get_by_label("instant")).to_be_checked()
    expect(bots.get_by_label("slow")).to_be_checked()
    assert person.troubles == []
    person.context.close()


class Waiting(Staged):
    """A staged table where bots are to play and seat 0 is the only person."""

    heard: list[dict[str, Any]]

    def scene(self) -> Scene:
        """Return the scene in which seat 1 is awaited."""
        whole = super().scene()
        table = msgspec.structs.replace(whole.table, suggests=True)
        bots = [msgspec.structs.replace(seat, kind="bot") for seat in whole.seats[1:]]
        return msgspec.structs.replace(whole, table=table, seats=(whole.seats[0], *bots), ask=None, awaited=(1,))

    def _hear(self, socket: WebSocketRoute, word: dict[str, Any]) -> None:
        self.heard = [*getattr(self, "heard", []), word]


def test_one_key_ends_the_bots_turns(browser: Browser, server: Server) -> None:
    """While only bots play, a button and the key E skip their turns."""
    person = Person(browser, server.address, "Ada")
    table = Waiting(person, position({"alaska": (1, 9)}, rest=(1, 1), turn=1))
    expect(person.page.locator("[data-finish]")).to_be_visible()
    person.page.keyboard.press("e")
    while not getattr(table, "heard", []):
        person.page.evaluate(NEXT_FRAME)
    assert table.heard[-1] == {"type": "bot_pace", "pace": "instant", "once": True}
    person.context.close()


def test_a_question_mark_lists_the_keys(browser: Browser, server: Server) -> None:
    """The list of keys opens with the question mark, and names that key."""
    person = Person(browser, server.address, "Ada")
    Staged(person, position({"alaska": (0, 9)}, rest=(1, 1)))
    person.page.keyboard.press("?")
    expect(person.page.locator("dialog[open]")).to_contain_text("these keys")
    assert person.troubles == []
    person.context.close()
