"""The account page in Chromium: password, sessions and tokens, by keyboard and touch."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.server.running import Server

PASSWORD, ANOTHER = "correct horse", "battery staple"


def register(browser: Browser, server: Server, **context: Any) -> tuple[Person, str]:
    """Return a person who has just created an account on the page."""
    name = f"Account {random.randrange(100_000)}"
    person = Person(browser, server.address, name, **context)
    page = person.page
    page.goto("/me")
    page.get_by_role("link", name="Create account").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="Signed in")).to_be_visible()
    return person, name


def sign_in(browser: Browser, server: Server, name: str, password: str) -> Person:
    """Sign in to the same account in another browser."""
    person = Person(browser, server.address, "Elsewhere")
    page = person.page
    page.goto("/sign-in")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    return person


def test_a_password_is_changed_and_other_browsers_are_signed_out(browser: Browser, server: Server) -> None:
    """A password is changed by keyboard alone: Tab reaches every field, and Enter submits the form."""
    person, name = register(browser, server)
    other = sign_in(browser, server, name, PASSWORD)
    expect(other.page.get_by_role("heading", name="Signed in")).to_be_visible()
    page = person.page
    page.get_by_label("Current password").focus()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    page.keyboard.type(ANOTHER)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Password changed. 1 other browser was signed out.")).to_be_visible()
    assert violations(page) == []
    other.page.reload()
    expect(other.page.get_by_role("link", name="Sign in").first).to_be_visible()
    again = sign_in(browser, server, name, ANOTHER)
    expect(again.page.get_by_role("heading", name="Signed in")).to_be_visible()
    for one in (person, other, again):
        one.context.close()


def test_browsers_are_listed_and_signed_out(browser: Browser, server: Server) -> None:
    """The current session is marked; any other can be ended with its cross, and all others with one button."""
    person, name = register(browser, server)
    others = [sign_in(browser, server, name, PASSWORD) for _ in range(2)]
    for other in others:
        expect(other.page.get_by_role("heading", name="Signed in")).to_be_visible()
    page = person.page
    page.reload()
    ends = page.get_by_role("button", name="Sign out Chrome")
    expect(ends).to_have_count(2)
    expect(page.get_by_text("this browser", exact=True)).to_have_count(1)
    ends.first.focus()
    page.keyboard.press("Enter")
    expect(ends).to_have_count(1)
    page.get_by_role("button", name="Sign out other browsers").click()
    expect(ends).to_have_count(0)
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    for one in (person, *others):
        one.context.close()


def test_tokens_are_made_with_scopes_shown_once_and_deleted(browser: Browser, server: Server) -> None:
    """A token's scopes and expiry are chosen when it is created, and listed afterwards."""
    person = Person(browser, server.address, f"Coder {random.randrange(10_000)}")
    page = person.page
    page.goto("/me#developer")
    page.get_by_label("What is it for?").fill("my bot")
    page.get_by_role("switch", name="Play").focus()
    page.keyboard.press("Space")
    page.get_by_label("Expires after").select_option("30 days")
    page.get_by_role("button", name="Create token").click()
    secret = page.locator(".fresh code").inner_text()
    expect(page.get_by_text("Read, Play", exact=True)).to_be_visible()
    headers = {"Authorization": f"Bearer {secret}", "Cookie": ""}
    assert person.context.request.get("/api/tables", headers=headers).ok
    refused = person.context.request.get("/api/tokens", headers=headers)
    assert (refused.status, refused.json()["code"]) == (403, "scope")
    assert violations(page) == []
    page.get_by_label("Delete the token my bot").click()
    expect(page.get_by_text("No tokens yet.")).to_be_visible()
    person.context.close()


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}, {"width": 844, "height": 390}]
)
def test_the_account_fits_every_screen(browser: Browser, server: Server, size: ViewportSize) -> None:
    """The account page fits every screen without horizontal scrolling, and its touch targets are large enough."""
    person, _ = register(browser, server, viewport=size, has_touch=True, is_mobile=size["width"] < 1000)
    page = person.page
    page.get_by_text("Developer", exact=True).click()
    expect(page.get_by_role("button", name="Create token")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert small_targets(page) == []
    person.context.close()


def small_targets(page: Page) -> list[str]:
    """Return the controls of the sections on sessions, recovery and tokens that are lower than 44 pixels."""
    return list(
        page.evaluate(
            """() => [...document.querySelectorAll('section.card, details.card')]
              .filter((one) => ['Signed in', 'Developer', 'If you forget your password']
                .includes(one.querySelector('h2')?.textContent))
              .flatMap((one) => [...one.querySelectorAll('button, input.field, select, label:has([role=switch])')])
              .filter((one) => one.getBoundingClientRect().height < 44)
              .map((one) => one.outerHTML.slice(0, 80))"""
        )
    )


def test_a_printed_code_replaces_a_forgotten_password(browser: Browser, server: Server) -> None:
    """Recovery codes are shown once; one of them sets a new password on the page for forgotten passwords."""
    person, name = register(browser, server)
    page = person.page
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Create ten codes").click()
    expect(page.locator(".sheet code")).to_have_count(10)
    codes = page.locator(".sheet code").all_inner_texts()
    expect(page.get_by_text("You have 10 printed codes left.")).to_be_visible()
    assert violations(page) == []
    other = Person(browser, server.address, "Elsewhere")
    other.page.goto("/sign-in")
    other.page.get_by_role("link", name="Forgot your password?").click()
    other.page.get_by_label("Your name").fill(name)
    other.page.get_by_label("One-time code").fill(codes[3])
    other.page.get_by_label("New password").fill(ANOTHER)
    assert violations(other.page) == []
    other.page.get_by_role("button", name="Set the new password").click()
    expect(other.page.get_by_text("You have 9 printed codes left.")).to_be_visible()
    assert person.troubles + other.troubles == []
    for one in (person, other):
        one.context.close()
