"""Around the table in a real Chromium: the link as a QR code, a vote to stop, and custom cards."""

from playwright.sync_api import Browser, expect

from tests.browser import qr
from tests.browser.axe import violations
from tests.browser.person import Person
from tests.server.running import Server

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}


def test_the_link_of_a_table_is_a_picture_too(browser: Browser, server: Server) -> None:
    """The QR code holds the table's address; a guest who opens it takes a seat, and the host's page updates."""
    ada, bruno = Person(browser, server.address, "Ada"), Person(browser, server.address, "Bruno")
    table = ada.lay("modern", [ME, OPEN, OPEN])
    ada.page.goto(f"/t/{table}")
    link = qr.read(ada.page, "The link as a QR code")
    assert link == f"{server.address}/t/{table}"
    bruno.page.goto(link)
    bruno.page.get_by_role("button", name="Sit down").first.click()
    expect(ada.page.locator(".seat", has_text="Bruno")).to_be_visible()
    bruno.page.get_by_role("button", name="Leave").click()
    expect(bruno.page.get_by_text("Give your seat back?")).to_be_visible()
    bruno.page.get_by_role("button", name="Yes").click()
    expect(ada.page.locator(".seat", has_text="Bruno")).to_have_count(0)
    for person in (ada, bruno):
        person.context.close()


def test_the_lobby_follows_by_itself(browser: Browser, server: Server) -> None:
    """The lobby updates when a table appears, fills and closes; the player's own tables are linked."""
    ada, bruno = Person(browser, server.address, "Ada"), Person(browser, server.address, "Bruno")
    ada.page.goto("/")
    bruno.page.goto("/")
    table = ada.lay("modern", [ME, OPEN, OPEN], name="The round one")
    rows = [person.page.locator("li", has_text="The round one") for person in (ada, bruno)]
    expect(rows[0].get_by_role("link", name="Rejoin")).to_be_visible()
    expect(rows[1].get_by_role("button", name="Sit down")).to_be_visible()
    expect(rows[1].get_by_text("2 seats free")).to_be_visible()
    bruno.post(f"/api/tables/{table}/join")
    expect(rows[0].get_by_text("1 seat free")).to_be_visible()
    expect(rows[1].get_by_role("link", name="Rejoin")).to_be_visible()
    ada.post(f"/api/tables/{table}/start")
    for person in (ada, bruno):
        person.post(f"/api/tables/{table}/stop")
    for row in rows:
        expect(row).to_have_count(0)
    for person in (ada, bruno):
        person.context.close()


def test_a_game_is_called_off_together(browser: Browser, server: Server) -> None:
    """One player proposes to call the game off, withdraws and proposes again; the other agrees, and both rematch."""
    ada, bruno = Person(browser, server.address, "Ada"), Person(browser, server.address, "Bruno")
    table = ada.lay("modern", [ME, OPEN, BOT])
    bruno.post(f"/api/tables/{table}/join")
    for person in (ada, bruno):
        person.open(table)
    notice = bruno.page.locator(".notice", has_text="Ada proposes to call the game off")
    for again in (True, False):
        ada.page.locator("[data-menu]").click()
        ada.page.locator("[data-way=stop]").click()
        expect(ada.page.get_by_text("Call the game off?")).to_be_visible()
        ada.page.locator("[data-way=stop]").click()
        expect(notice).to_be_visible()
        if again:
            ada.page.locator(".notice").get_by_role("button", name="Play on").click()
            expect(notice).to_have_count(0)
    assert violations(bruno.page) == []
    bruno.page.locator("[data-agree]").click()
    for person in (ada, bruno):
        expect(person.page.locator("dialog .result h2")).to_have_text("Nobody wins")
    for person in (ada, bruno):
        person.page.get_by_role("button", name="Rematch").click()
    for person in (ada, bruno):
        person.page.wait_for_function("before => !location.pathname.endsWith(before)", arg=table)
        expect(person.page.locator("path[data-place]").first).to_be_attached()
        assert person.troubles == []
    assert ada.page.url == bruno.page.url
    for person in (ada, bruno):
        person.context.close()


def test_cards_of_the_tables_own_are_read_at_once(browser: Browser, server: Server) -> None:
    """Custom cards are parsed while typing; the parser's error appears under the field."""
    person = Person(browser, server.address, "Writer")
    page = person.page
    page.goto("/new")
    page.locator("input[name=edition][value=risk2210]").check(force=True)
    page.locator("summary", has_text="Rules of the table").click()
    cards = page.get_by_label("Cards of your own")
    cards.fill('[[card]]\nid = "rain"\nmods = 3\n')
    cards.blur()
    expect(page.locator(".text [role=status]")).to_contain_text("Custom cards")
    assert violations(page) == []
    cards.fill(
        '[[card]]\nid = "rain"\ndeck = "land"\ncost = 1\ntiming = "before_first_invasion"\nit = "Pioggia"\n'
        'en = "Rain"\ntext_it = "Un MOD."\ntext_en = "A MOD."\n[[card.effect]]\ndo = "place_mods"\n'
        'terrain = "land"\nmods = 1\n'
    )
    cards.blur()
    expect(page.locator(".text [role=status]")).to_have_text("These cards can be played.")
    person.context.close()
