"""Whole games by keyboard alone: keys are chosen from what the page shows, and focus is never lost."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import PATIENCE, Person
from tests.browser.staged import Staged
from tests.kit import position
from tests.server.running import Server

MOST = 2500  # key presses that lead on, more than any game of a test takes
ATTACKS = 25  # after this many attacks, turns are passed as soon as possible, so that the game ends
SEEN = """() => {
  const all = (selector) => document.querySelectorAll(selector).length;
  const at = document.activeElement;
  return {
    over: all('.result, .ended') > 0,
    ready: all('.command[aria-busy=true]') === 0,
    confirm: all('.command [data-confirm]:not([disabled])'),
    left: Number(document.querySelector('.left .number')?.textContent ?? 0),
    lit: all('path.open[data-place]'),
    aimed: all('svg.places.aimed') > 0,
    bare: all('.command [data-bare]:not([disabled])'),
    choices: all('.command .choices button:not([disabled])'),
    lost: at === document.body,
    place: !!at?.dataset?.place,
    open: !!at?.dataset?.place && at.classList.contains('open'),
    on: at?.closest?.('[data-confirm]') ? 'confirm' : at?.closest?.('[data-bare]') ? 'bare'
      : at?.closest?.('.choices') ? 'choice' : '',
    beyond: !!(document.querySelector('.command')?.compareDocumentPosition(at) & 4) && !at.closest('.command'),
    asked: document.querySelector('.question')?.textContent ?? '',
  };
}"""
# Something may be pressed, and the page has moved the focus; pressing a key earlier would start from an unknown place.
READY = f"""() => {{ const now = ({SEEN})();
  return now.over || (now.ready && !now.lost && now.confirm + now.lit + now.bare + now.choices > 0); }}"""
FOCUSED = "() => document.activeElement !== document.body && !document.activeElement.closest('.resting')"
OFFERED = {"place": "lit", "choice": "choices", "bare": "bare", "confirm": "confirm"}  # elements that must be reachable
Seen = dict[str, Any]


class Overtaken(Exception):
    """The question has already been answered, and the page shows the next one."""


class Keys:
    """A player without a mouse."""

    def __init__(self, person: Person, luck: random.Random) -> None:
        self.page = person.page
        self.luck = luck
        self.attacks = 0
        self.pressed = 0

    def seen(self) -> Seen:
        """Return what the page shows, and which element has the focus."""
        found: Seen = self.page.evaluate(SEEN)
        return found

    def press(self, key: str) -> Seen:
        """Press a key and check that an element has focus once the page is drawn."""
        self.page.keyboard.press(key)
        self.pressed += 1
        self.page.wait_for_function(FOCUSED, timeout=PATIENCE)
        return self.seen()

    def reach(self, what: str, key: str, most: int) -> Seen:
        """Press Tab, forwards or backwards, until the element has focus; turn back after the bar."""
        now = self.seen()
        for _ in range(most):
            if not now[OFFERED[what]]:
                raise Overtaken
            if now["place"] if what == "place" else now["on"] == what:
                return now
            now = self.press(key)
            if now["beyond"]:
                key = "Shift+Tab"
        raise AssertionError((what, key, most, now))

    def to_the_map(self) -> Seen:
        """Move the focus to a selectable place; arrows and letters lead on from any other."""
        if not self.seen()["place"]:
            self.reach("place", "Shift+Tab", 40)
        now = self.seen()
        for key in self.ways():
            if now["open"]:
                break
            now = self.press(key)
        assert now["open"] or not now["lit"], "no place that may be chosen was reached"
        return now

    def ways(self) -> Iterator[str]:
        """Return the initial letters of places; each letter goes to selectable places first."""
        names = self.page.evaluate(
            "() => [...document.querySelectorAll('path.open[data-place]')].map((one) => one.getAttribute('aria-label'))"
        )
        for name in names:
            yield str(name)[0].lower()

    def answer(self) -> bool:
        """Answer a question, or a part of it; return False when the game is over."""
        self.page.wait_for_function(READY, timeout=2 * PATIENCE)
        now = self.seen()
        if now["over"]:
            return False
        with suppress(Overtaken):
            self.do(now)
        return True

    def do(self, now: Seen) -> None:
        """Do the most obvious thing that the page offers."""
        if now["confirm"]:
            self.confirm(now)
        elif now["left"]:
            self.to_the_map()
            for _ in range(now["left"]):
                self.press("Space")
        elif now["bare"] and (self.attacks >= ATTACKS or self.luck.random() < 0.3 or not now["lit"]):
            self.to_the_bar("bare")
        elif now["lit"]:
            self.on_the_map()
        else:
            self.to_the_bar("choice")

    def confirm(self, now: Seen) -> None:
        """Confirm with Enter, which acts like the main button, from the map or the button."""
        if not now["place"]:
            self.to_the_bar("confirm")
        else:
            self.press("Enter")

    def to_the_bar(self, what: str) -> None:
        """Focus a button of the bar and press it; past the bar, go back."""
        self.reach(what, "Shift+Tab" if self.seen()["beyond"] else "Tab", 40)
        self.press("Enter")

    def on_the_map(self) -> None:
        """Choose a place, and then the target if the page asks for one."""
        self.attacks += 1
        self.to_the_map()
        now = self.press("Space")
        if now["aimed"] and now["lit"] and not now["confirm"] and not now["open"]:
            now = self.press("Tab")
            assert now["open"] or not now["lit"] or not now["aimed"], "Tab leads from an own place to a target"
            self.press("Space")


@pytest.mark.parametrize("edition", ["modern", "risk2210"])
def test_a_whole_game_without_a_mouse(browser: Browser, server: Server, edition: str) -> None:
    """A whole game is played by keyboard, and every key leaves an element focused."""
    person = Person(browser, server.address, "Keys")
    bots = [{"kind": "bot", "bot": "captain"}] * 2
    person.open(person.lay(edition, [{"kind": "me", "most_dice": True}, *bots], name="keys"))
    keys = Keys(person, random.Random(3))
    keys.press("Tab")
    for _ in range(MOST):
        if not keys.answer():
            break
    expect(person.page.locator("dialog .result")).to_be_visible(timeout=PATIENCE)
    assert keys.attacks >= 1
    assert person.troubles == []
    person.context.close()


def test_a_letter_that_leads_nowhere_is_a_command(browser: Browser, server: Server) -> None:
    """On a focused place, A moves to a place with that initial; T, which no place begins with, opens the text board."""
    person = Person(browser, server.address, "Ada")
    Staged(person, position({"alaska": (0, 9), "kamchatka": (1, 2), "brazil": (0, 3)}, rest=(1, 2)))
    keys = Keys(person, random.Random(1))
    keys.press("Tab")
    keys.to_the_map()
    for letter, place in (("b", "brazil"), ("a", "alaska")):
        keys.press(letter)
        assert person.page.evaluate("document.activeElement.dataset.place") == place
    keys.press("t")
    expect(person.page.locator("dialog[open] li")).to_have_count(42)
    person.context.close()


def test_three_stops_from_an_own_place_to_the_button(browser: Browser, server: Server) -> None:
    """From an own place, Tab leads to the target and then to the main button; Enter rolls."""
    person = Person(browser, server.address, "Ada")
    staged = Staged(person, position({"alaska": (0, 9), "kamchatka": (1, 2)}, rest=(1, 2), luck=[5, 5, 5, 0, 0]))
    keys = Keys(person, random.Random(1))
    keys.press("Tab")
    keys.to_the_map()
    now = keys.press("Space")
    assert now["place"]
    assert not now["open"]
    assert keys.press("Tab")["open"]
    assert keys.press("Space")["confirm"]
    assert keys.press("Tab")["on"] == "confirm"
    keys.press("Enter")
    person.page.wait_for_function("() => document.activeElement !== document.body")
    assert [act["act"] for act in staged.acts] == ["attack"]
    person.context.close()
