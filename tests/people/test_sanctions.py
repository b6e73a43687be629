"""Limits for muted and suspended users, sanctions that outlive the account, and names at a shared screen."""

import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.protocol.people_payloads import SanctionForm, SanctionKind
from kamchatka.server.storage import reserved_names
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import now
from kamchatka.tournament.events.changes import EventOpened
from kamchatka.tournament.events.exchange import write_lines
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.settings.settings import EventSettings
from tests.pairs.campaign import LEVY
from tests.people.kit import PASSWORD
from tests.server.client import Browser, Json
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.test_room import open_server
from tests.server.together import together

HOUR = 3_600_000  # milliseconds


async def account(server: GameServer, name: str) -> User:
    """Create an account in this process."""
    user, _ = await server.accounts.register(None, name, PASSWORD, secrets.token_hex())
    return user


async def refusal(server: GameServer, name: str) -> str:
    """Return why a new guest can't have the name; nothing if they can."""
    try:
        await server.accounts.guest(name, secrets.token_hex())
    except Fault as fault:
        return fault.phrase
    return ""


def sanction(server: Server, name: str, kind: SanctionKind) -> None:
    """Sanction an account of a running server for an hour."""
    query = "INSERT INTO sanctions (user_id, kind, reason, at, until) SELECT id, :kind, 'loud', :at, :until FROM users"
    ask(server.database, f"{query} WHERE name = :name", kind=kind, at=now(), until=now() + HOUR, name=name)


# ------------------------------------------------------------------ a sanction outlives the account
@pytest.mark.parametrize("kind", ["suspension", "mute"])
@together
async def test_a_deleted_account_leaves_its_sanction_on_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: SanctionKind
) -> None:
    """The name, and names that look like it, are reserved until the sanction ends; others are free."""
    async with open_server(tmp_path) as server:
        judge, rude = await account(server, "Judge"), await account(server, "Rudolf")
        await server.moderation.sanction(SanctionForm("Rudolf", kind, "shouts", 2), rude, judge)
        await server.deletion.delete(rude)
        assert [await refusal(server, name) for name in ("Rudolf", "RUDOLF", "Rudоlf", "Adolf")] == [
            *["name_held"] * 3,
            "",
        ]
        with pytest.raises(Fault, match="name_held"):
            await account(server, "rudolf")
        assert "udolf" not in str(ask(server.database.url, "SELECT * FROM held_names")).lower()
        await server.accounts.reserved_names.drop_expired()
        assert await refusal(server, "Rudolf") == "name_held"
        monkeypatch.setattr(reserved_names, "now", lambda: now() + 2 * HOUR + 1000)
        assert await refusal(server, "Rudolf") == ""
        await server.accounts.reserved_names.drop_expired()
        assert ask(server.database.url, "SELECT * FROM held_names") == []


@together
async def test_a_name_without_a_sanction_is_free_at_once(tmp_path: Path) -> None:
    """Ended sanctions reserve no name, and a guest's deletion never does."""
    async with open_server(tmp_path) as server:
        judge, calm, late = [await account(server, name) for name in ("Judge", "Calm", "Late")]
        await server.moderation.sanction(SanctionForm("Late", "suspension", "shouts", 2), late, judge)
        (held,) = await server.moderation.sanctions(late.id)
        await server.moderation.lift(held.id, judge)
        guest = await server.accounts.guest("Guest", "cookie")
        for user in (calm, late, guest):
            await server.deletion.delete(user)
        assert [await refusal(server, name) for name in ("Calm", "Late", "Guest")] == ["", "", ""]
        assert ask(server.database.url, "SELECT * FROM held_names") == []


# ------------------------------------------------------------------ texts that everybody reads
@pytest.mark.parametrize("kind", ["suspension", "mute"])
@together
async def test_events_are_opened_by_users_without_a_sanction(server: Server, kind: SanctionKind) -> None:
    """The name of an event is public, so a sanctioned user can neither create nor upload one."""
    name = f"Loud {secrets.token_hex(3)}"
    trail = write_lines([opening_row(EventOpened("Insult", EventSettings()), "?")])
    async with Browser(server.address, "") as loud:
        await loud.post("/api/accounts", {"name": name, "password": PASSWORD})
        sanction(server, name, kind)
        form: Json = {"name": "Insult", "preset": "evening", "choices": {}}
        refused = await loud.post("/api/events", form, 403)
        assert (refused["code"], "loud" in refused["text"]) == ("suspended", True)
        answer = await loud.http.post("/api/events/upload", content=trail, headers={"X-CSRF-Token": loud.csrf})
        assert (answer.status_code, answer.json()["code"]) == (403, "suspended")


@together
async def test_a_muted_user_names_no_public_table(server: Server) -> None:
    """The same goes for cards and extra players; private tables and tables without texts are allowed."""
    name = f"Loud {secrets.token_hex(3)}"
    async with Browser(server.address, "") as loud:
        await loud.post("/api/accounts", {"name": name, "password": PASSWORD})
        sanction(server, name, "mute")
        cards: Json = {"edition": "risk2210", "options": {"custom_cards": LEVY}}
        refused: list[Json] = [{"name": "Insult"}, {"seats": "msb"}, cards]
        for more in refused:
            answer = await laid(loud, **more)
            assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
        allowed: list[Json] = [{}, {"name": "Ours", "private": True}, {"seats": "msb", "private": True}]
        allowed += [{**cards, "private": True}, {**cards, "options": {"custom_cards": ""}}]
        for more in allowed:
            assert (await laid(loud, **more)).status_code == 201


async def laid(browser: Browser, seats: str = "mbb", **more: Any) -> httpx.Response:
    """Return the response to a request for a new table."""
    kinds: dict[str, Json] = {"m": {"kind": "me"}, "s": {"kind": "screen", "name": "Insult"}, "b": {"kind": "bot"}}
    form = {"edition": "modern", "seats": [kinds[letter] for letter in seats], **more}
    return await browser.http.post("/api/tables", json=form, headers={"X-CSRF-Token": browser.csrf})


# ------------------------------------------------------------------ names at a shared screen
async def named(server: GameServer, user: User, *names: str) -> list[str] | str:
    """Return the seat names of a new table with these players at the user's screen, or the error."""
    seats = (SeatForm("me"), *(SeatForm("screen", name=name) for name in names), SeatForm("open"))
    try:
        table = await server.store.table(await server.tables.lay(TableForm("modern", seats), user))
    except Fault as fault:
        return fault.phrase
    assert table is not None
    return [one.name for one in table.seats][:-1]


@together
async def test_a_player_at_the_screen_has_no_account_of_others_as_a_name(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        zoe, ada = await account(server, "Zoe"), await account(server, "Ada Rossi")
        guest = await server.accounts.guest("Guest", "cookie")
        for user in (zoe, guest):
            assert await named(server, user, "Ada Rossi") == "name_taken"
            assert await named(server, user, "ada rossi") == "name_taken"
            assert await named(server, user, "Luca", "Аda Rossi") == "look_alike"
        assert await named(server, guest, "Guest", "Luca") == ["Guest", "Guest 2", "Luca"]
        assert await named(server, ada, "Ada Rossi") == ["Ada Rossi", "Ada Rossi 2"]  # the user's own


@together
async def test_a_rematch_is_played_under_names_that_are_free(tmp_path: Path) -> None:
    """A screen name that now belongs to an account is replaced by the user's name with a number."""
    async with open_server(tmp_path) as server:
        guest = await server.accounts.guest("Guest", "cookie")
        seats = (
            SeatForm("me"),
            SeatForm("screen", name="Luca"),
            SeatForm("screen", name="Mia"),
            SeatForm("bot", "random"),
        )
        form = TableForm("modern", seats, "Family")
        assert await server.tables.texts.repeatable(form, guest) == form
        await account(server, "Luca")
        again = await server.tables.texts.repeatable(form, guest)
        assert [seat.name for seat in again.seats] == ["", "Guest", "Mia", ""]
        assert again.name == "Family"
        table = await server.store.table(await server.tables.lay(again, guest))
        assert table is not None
        assert [one.name for one in table.seats][:3] == ["Guest", "Guest 2", "Mia"]


@together
async def test_a_rematch_of_a_muted_user_has_no_texts_of_theirs(tmp_path: Path) -> None:
    """A private rematch keeps them."""
    async with open_server(tmp_path) as server:
        judge, loud = await account(server, "Judge"), await account(server, "Loud")
        await server.moderation.sanction(SanctionForm("Loud", "mute", "shouts", 2), loud, judge)
        seats = (SeatForm("me"), SeatForm("screen", name="Insult"), SeatForm("bot", "random"))
        private = TableForm("modern", seats, "Insult", private=True)
        assert await server.tables.texts.repeatable(private, loud) == private
        again = await server.tables.texts.repeatable(TableForm("modern", seats, "Insult"), loud)
        assert (again.name, [seat.name for seat in again.seats]) == ("", ["", "Loud", ""])
        assert await server.tables.lay(again, loud)
        cards = TableForm("risk2210", seats, options={"custom_cards": LEVY, "hidden_energy_face_up": False})
        assert (await server.tables.texts.repeatable(cards, loud)).options == {"hidden_energy_face_up": False}
