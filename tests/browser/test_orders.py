"""Attacks that continue by themselves, and the odds shown with them, in games of ages."""

import re

from playwright.sync_api import Browser, expect

from kamchatka.kernel.chance import FastChance, RecordedChance
from tests.browser.person import NEXT_FRAME, Person
from tests.browser.staged import Staged
from tests.kit import faces, position
from tests.rules.godstorm.scene import scene as epoch
from tests.rules.risk2210.scene import scene as year
from tests.server.running import Server


def aim(person: Person, source: str, target: str) -> None:
    """Plan an attack on the map, by its places."""
    for place in (source, target):
        person.page.locator(f"path.open[data-place={place}]").dispatch_event("click")


def test_to_the_end_in_2210(browser: Browser, server: Server) -> None:
    """In 2210 each declaration and roll is sent separately; a commander joins, and the MODs are lost first."""
    match = year("Invade", {"japan": (0, 9), "pevek": (1, 4), "lesotho": (2, 1)}, commanders={0: {"land": "japan"}})
    person = Person(browser, server.address, "Ada")
    match.table.chance = RecordedChance(FastChance(1))
    table = Staged(person, match)
    aim(person, "japan", "pevek")
    person.page.locator(".odds").wait_for()
    person.page.locator("[data-end]").click()
    person.page.locator(".command", has_text=re.compile("move in from|Choose where from")).wait_for()
    sent = [act["act"] for act in table.acts]
    assert sent[:2] == ["invade", "roll"]
    assert sent.count("roll") == sent.count("invade") > 1
    assert all(act["pieces"] == ["land"] for act in table.acts if act["act"] == "roll")
    assert all(act["pieces"] == [] for act in table.acts if act["act"] == "lose")
    person.context.close()


def test_to_the_end_with_a_halt_in_godstorm(browser: Browser, server: Server) -> None:
    """In Godstorm one declaration is followed by rolls until five armies are left or the place has fallen."""
    match = epoch("Invade", {"egypt": (0, 9), "phoenicia": (1, 9), "corsica": (2, 3)})
    person = Person(browser, server.address, "Ada")
    match.table.chance = RecordedChance(FastChance(3))
    table = Staged(person, match)
    aim(person, "egypt", "phoenicia")
    person.page.locator(".odds").wait_for()
    person.page.get_by_label("Stop when this many are left").select_option("5")
    person.page.locator("[data-end]").click()
    person.page.locator(".command [data-bare]").wait_for()  # after a roll, the attack may be stopped
    person.page.locator("[data-end]").wait_for()  # the order is complete, so another may follow
    assert [act["act"] for act in table.acts] == ["invade", *["roll"] * (len(table.acts) - 1)]
    assert match.armies("egypt") <= 5
    assert match.armies("phoenicia") > 0
    person.context.close()


def test_an_answered_question_is_not_asked_again(browser: Browser, server: Server) -> None:
    """The server acknowledges an action before it sends the new scene; until then the bar waits."""
    person = Person(browser, server.address, "Ada")
    lands = {"alaska": (0, 9), "kamchatka": (1, 9)}
    table = Staged(person, position(lands, rest=(1, 2), luck=faces(6, 6, 6, 1, 1, 1)))
    bar = person.page.locator(".command")
    aim(person, "alaska", "kamchatka")
    table.is_held = True
    person.page.locator("[data-confirm]").click()
    while not table.acts:
        person.page.evaluate(NEXT_FRAME)
    person.page.evaluate(NEXT_FRAME)  # the action has been acknowledged
    expect(bar).to_have_attribute("aria-busy", "true")
    table.show_held()
    expect(bar).to_have_attribute("aria-busy", "false")
    person.context.close()


def test_a_move_is_not_called_an_attack(browser: Browser, server: Server) -> None:
    """Before a place is chosen, the bar says what it is chosen for."""
    lands = {"brazil": (0, 4), "peru": (0, 1)}
    for phase, words in (
        ("Combat", "Choose where to attack from"),
        ("StrategicMove", "Choose where to move armies from"),
    ):
        person = Person(browser, server.address, "Ada")
        Staged(person, position(lands, phase=phase))
        expect(person.page.locator(".command .hint")).to_have_text(words)
        person.context.close()
