"""An invitation link opened by a guest without a name, and the picture that a player chooses."""

from playwright.sync_api import Browser, expect

from tests.browser.axe import violations
from tests.browser.person import Person
from tests.server.running import Server

TABLE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]


def test_a_guest_is_asked_for_a_name(browser: Browser, server: Server) -> None:
    """The host sees the name that the guest typed; a guest with a name isn't asked."""
    host = Person(browser, server.address, "Ada")
    table = host.lay("modern", TABLE)
    context = browser.new_context(base_url=server.address, locale="en-GB")
    page = context.new_page()
    page.goto(f"/t/{table}?sit")
    expect(page.get_by_text("Ada invites you to a game of Modern")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Your name").fill("Bruno")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.locator(".seat", has_text="Bruno").locator(".tag")).to_have_text("you")
    host.page.goto(f"/t/{table}")
    expect(host.page.locator(".seat", has_text="Bruno")).to_be_visible()
    expect(host.page.get_by_label("Your name")).to_have_count(0)
    assert host.troubles == []
    context.close()
    host.context.close()


def test_a_chosen_picture_is_seen_at_the_table(browser: Browser, server: Server) -> None:
    """A player without a picture has the initials of the name; bots have robots."""
    person = Person(browser, server.address, "Carla Verdi")
    page = person.page
    page.goto("/me")
    page.get_by_role("button", name="Samurai").click()
    expect(page.get_by_role("button", name="Samurai")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/t/{person.lay('modern', [{'kind': 'me'}, {'kind': 'bot'}, {'kind': 'open'}])}")
    expect(page.locator(".seat .avatar svg")).to_have_count(2)
    page.goto("/me")
    page.get_by_role("button", name="Initials").click()
    expect(page.get_by_role("button", name="Initials")).to_have_attribute("aria-pressed", "true")
    page.goto(f"/t/{person.lay('modern', TABLE)}")
    expect(page.locator(".seat .avatar")).to_have_text("CV")
    assert person.troubles == []
    person.context.close()
