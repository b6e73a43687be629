"""A user's own data: fully exported, deleted from every table with the account; games stay verifiable."""

import json
import secrets
import sqlite3
from collections.abc import Callable

from kamchatka.journal import parse
from kamchatka.proof import prove
from kamchatka.server.people.user_data import ALL_OF_ONE
from kamchatka.server.storage.schema import metadata
from kamchatka.texts.deleted_players import MARK
from kamchatka.tournament.events.exchange import read_lines
from tests.people.kit import people, rated_table, rating_of
from tests.people.services import Called, MailServer, PushService
from tests.people.test_friends import moderator
from tests.people.test_notices import settings
from tests.server.client import Browser
from tests.server.clubhouse import Desk
from tests.server.databases import ask
from tests.server.running import Server
from tests.server.together import together

NAME = "Zebedeo-Quix"
GUEST = "Zeb-the-guest"
ADDRESS = "zebedeo@example.org"
PASSWORD = {"password": "correct horse"}
TRACES = (NAME, GUEST, ADDRESS, "zebedeo", "my secret thought", "zeb-endpoint", "Zeb junior", "Zebs table")


def everything(database: str) -> dict[str, str]:
    """Return every table of a database as text: numbers, texts and decoded bytes."""
    with sqlite3.connect(database) as file:
        names = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: repr(file.execute(f"SELECT * FROM {name}").fetchall()) for name in names}
    file.close()
    return found


async def lived(server: Server, service: PushService, zeb: Browser, other: Browser, third: Browser) -> list[str]:
    """Let a user leave every kind of trace; some tables are finished and some still run."""
    screen = [{"kind": "me"}, {"kind": "screen", "name": "Zeb junior"}, {"kind": "bot"}]
    shared = await zeb.post("/api/tables", {"edition": "modern", "seats": screen, "name": "Zebs table"})
    await zeb.post("/api/accounts", {"name": NAME, "password": "correct horse"})
    await zeb.post("/api/notices/push", Called(service, "zeb-endpoint").form())
    await zeb.post("/api/notices/email", {"email": ADDRESS})
    await zeb.post("/api/tokens", {"label": "zebedeo's bot"})
    await zeb.post("/api/friends", {"name": "Other"})
    await other.post("/api/friends", {"name": NAME})
    await other.post("/api/blocks", {"name": NAME})
    await other.post("/api/blocks", {"name": NAME, "on": False})
    over = await rated_table(zeb, other, third)
    async with zeb.at(over) as seat, other.at(over) as beside:
        await seat.say(type="say", text="my secret thought")
        await beside.until("said")
        await beside.say(type="mute", name=NAME, on=True)
        await beside.say(type="say", text="hello zeb?")
        await seat.until("said")
    await other.post("/api/reports", {"name": NAME, "reason": "talk", "table": over, "text": f"{NAME} again"})
    await zeb.post("/api/reports", {"name": "Other", "reason": "name", "table": over, "text": "my secret thought"})
    for one in (zeb, other, third):
        await one.post(f"/api/tables/{over}/stop")
    await rating_of(over, other, "called_off")
    rated = await rated_table(zeb, other, third)
    await zeb.post(f"/api/tables/{rated}/leave")
    for one in (other, third):
        await one.post(f"/api/tables/{rated}/stop")
    await rating_of(rated, other, "too_short")
    running = await rated_table(zeb, other, third)
    waiting = await zeb.lay(seats="moo", name="Zebs table")
    await zeb.post(f"/api/tables/{waiting}/invite", {"name": "Third"})
    await zeb.post("/api/quick", {"preset": "duel", "bots_after": 0})
    return [shared["id"], over, rated, running]


@together
async def test_a_deleted_account_leaves_nothing_but_games(own_server: Callable[..., Server]) -> None:
    with PushService() as service, MailServer() as mail:
        server = own_server(**settings(service, mail))
        async with (
            people(server, "Other", "Third", "Judge") as (other, third, judge),
            Browser(server.address, GUEST, "127.0.9.9") as zeb,
        ):
            moderator(server, "add", "Judge")
            shared, over, rated, running = await lived(server, service, zeb, other, third)
            hold = {"name": NAME, "kind": "mute", "reason": f"{NAME} shouts", "hours": 1}
            await judge.post("/api/moderation/sanctions", hold)
            handed = json.dumps(await zeb.get("/api/me/export"))
            assert not [
                trace for trace in (NAME, ADDRESS, "my secret thought", "zeb-endpoint", over) if trace not in handed
            ]
            assert "argon2" not in handed
            kept = everything(server.database)
            assert all(any(trace in text for text in kept.values()) for trace in TRACES)
            assert (await zeb.post("/api/me/delete", {"password": "wrong horse"}, 401))["code"] == "wrong_password"
            assert (await zeb.post("/api/me/delete", {"password": "correct horse"}))["name"] is None
            left = everything(server.database)
            assert {trace: [name for name, text in left.items() if trace in text] for trace in TRACES} == {
                trace: [] for trace in TRACES
            }
            await _stay_verifiable(other, over, rated)
            row = await other.get(f"/api/tables/{running}")
            assert sorted(seat["name"] for seat in row["seats"]) == ["Other", "Third", "deleted player"]
            row = await other.get(f"/api/tables/{running}?lang=it")
            assert "giocatore cancellato" in [seat["name"] for seat in row["seats"]]  # in the reader's language
            async with other.at(running) as seat:  # the others continue
                assert (await seat.until("scene"))["seats"][0]["name"] == "deleted player"
            found = await other.get("/api/profile?name=Other&lang=it")
            assert "giocatore cancellato" in found["games"][0]["opponents"]
            assert (await judge.get("/api/moderation?lang=it"))["trail"][0]["about"] == "giocatore cancellato"
            for one in (other, third):
                await one.post(f"/api/tables/{running}/stop")
            await rating_of(running, other, "called_off")  # the deleted player is anonymous
            await _stay_verifiable(other, running)
            assert (await other.http.get("/api/profile", params={"name": NAME})).status_code == 404
            async with Browser(server.address, "") as again:  # the name is reserved while the mute lasts, then free
                form = {"name": NAME, "password": "another horse"}
                assert (await again.post("/api/accounts", form, 409))["code"] == "taken"
                ask(server.database, "UPDATE held_names SET until = 0")
                await again.post("/api/accounts", form)
                assert (await again.get("/api/mine"))["tables"] == []
        assert shared


async def _stay_verifiable(reader: Browser, *tables: str) -> None:
    """Check that downloaded journals are chained, don't contain the name, and have verifiable dice."""
    for table in tables:
        data = (await reader.http.get(f"/api/tables/{table}/journal")).content
        kept = parse(data, table)
        assert MARK in [player.name for player in kept.header.players]
        assert prove(kept).strays is None


@together
async def test_a_rating_by_puzzles_is_the_accounts_on_every_device(server: Server) -> None:
    async with Browser(server.address, "Puzzler") as guest:
        shelf = (await guest.get("/api/puzzles"))["shelves"][0]
        first, second = ({"edition": shelf["edition"], "id": id} for id in shelf["ids"][:2])
        answer = (await guest.get(f"/api/puzzles/{first['edition']}/{first['id']}"))["answer"]
        assert (await guest.get("/api/training", 400))["code"] == "problem"  # guests store theirs in the browser
        await guest.post("/api/accounts", {"name": "Puzzler", "password": "correct horse"})
        kept = {"rating": 1600, "tried": 3, "solved": 2, "seen": []}
        assert await guest.post("/api/training/bring", kept) == kept
        after = await guest.post("/api/training", {**first, "choice": answer})
        assert (after["tried"], after["solved"]) == (4, 3)
        assert after["rating"] > 1600
        assert await guest.post("/api/training", {**first, "choice": answer + 1}) == after  # once for all
        assert await guest.post("/api/training/bring", {**kept, "rating": 4000}) == after
        async with Browser(server.address, "") as phone:
            await phone.post("/api/login", {"name": "Puzzler", "password": "correct horse"})
            assert await phone.get("/api/training") == after
            wrong = await phone.post("/api/training", {**second, "choice": 99})
            assert (wrong["tried"], wrong["solved"]) == (5, 3)
            assert wrong["rating"] < after["rating"]
            assert (await phone.post("/api/training", {**first, "id": "none", "choice": 0}, 404))["code"] == "not_found"
            assert (await phone.get("/api/me/export"))["training"][0]["rating"] == wrong["rating"]


@together
async def test_what_a_deleted_organiser_did_was_done_by_nobody(club: Server) -> None:
    """The name disappears from the trail, whose marks stay valid; other organisers continue."""
    async with Browser(club.address, "Otto") as otto, Browser(club.address, "") as zeb:
        await zeb.post("/api/accounts", {"name": NAME, "password": "correct horse"})
        desk = await Desk.open(zeb)
        other = Desk(otto, desk.id, desk.key)
        await other.enter("Ada")
        await desk.enter("Bruno", "Carla", "Dino")
        assert NAME in str(await other.look("desk"))
        await zeb.post("/api/me/delete", {"password": "correct horse"})
        seen = (await other.look("desk"))["trail"]
        assert [one["who"] for one in seen] == ["deleted player", "Otto", *["deleted player"] * 3]
        await other.enter("Elsa")
        await other.send("undo", {"entries": [3]})
        data = (await otto.http.get(f"/api/events/{desk.id}/file", headers={"X-Event-Key": desk.key})).content
        assert len(read_lines(data)[1]) == 7
        assert NAME.encode() not in data + b"".join(path.read_bytes() for path in club.folder.glob("*.kam"))


@together
async def test_a_guest_can_be_deleted_too(server: Server) -> None:
    async with Browser(server.address, "Passing") as guest:
        await guest.lay(seats="mbb")
        assert (await guest.post("/api/me/delete"))["name"] is None
        assert (await guest.get("/api/me"))["name"] is None


def test_every_column_that_points_at_a_person_is_known() -> None:
    """Exports and deletions then don't miss a new table.

    Games and the audit trail keep a number but no name. Entries of events stay without their author.
    """
    numbers = {"tables.host", "seated.user_id", "audit.by_id", "audit.about_id", "event_entries.author_id"}
    pointing = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if any(key.column.table.name == "users" for key in column.foreign_keys)
    }
    assert pointing == numbers | {f"{column.table.name}.{column.name}" for column in ALL_OF_ONE}


@together
async def test_a_guest_with_an_accounts_name_at_the_screen_deletes_nothing_of_the_account(club: Server) -> None:
    """The guest deletes nothing of the account; the account itself does."""
    name = f"Olga {secrets.token_hex(3)}"
    async with (
        Browser(club.address, "Mallory") as mallory,
        Browser(club.address, "") as olga,
        Browser(club.address, "") as friend,
    ):
        seats = [{"kind": "me"}, {"kind": "screen", "name": name}, {"kind": "bot"}]
        await mallory.post("/api/tables", {"edition": "modern", "seats": seats})
        await olga.post("/api/accounts", {"name": name, **PASSWORD})
        await friend.post("/api/accounts", {"name": f"Friend {secrets.token_hex(3)}", **PASSWORD})
        desk = await Desk.open(olga)
        reader = Desk(friend, desk.id, desk.key)
        await desk.enter("Ada", "Bruno")
        await friend.post("/api/blocks", {"name": name})

        async def current() -> tuple[list[str], list[str]]:
            trail = (await reader.look("desk"))["trail"]
            return [one["who"] for one in trail], muted_in(club, name)

        before = await current()
        assert before == ([name] * 3, [name])
        await mallory.post("/api/me/delete")
        assert await current() == before
        await olga.post("/api/me/delete", PASSWORD)
        assert await current() == (["deleted player"] * 3, [])


def muted_in(server: Server, name: str) -> list[str]:
    """Return the mutes of named users."""
    query = "SELECT u.name FROM user_mutes m JOIN users u ON u.id = m.other_id WHERE u.name = :name"
    return [row.name for row in ask(server.database, query, name=name)]


@together
async def test_a_guest_with_anothers_name_neither_reads_nor_deletes_anything_of_theirs(server: Server) -> None:
    """Chat at a private table belongs to its author: a namesake's export and deletion don't include it."""
    name = f"Nora {secrets.token_hex(3)}"
    async with Browser(server.address, name) as nora, Browser(server.address, name) as mallory:
        table = await nora.lay(seats="mbo", private=True)
        async with nora.at(table) as seat:
            await seat.say(type="say", text="for friends alone")
            await seat.until("said")
        taken = await mallory.get("/api/me/export")
        assert (taken["said"], table in json.dumps(taken)) == ([], False)
        assert [one["text"] for one in (await nora.get("/api/me/export"))["said"]] == ["for friends alone"]
        await mallory.post("/api/me/delete")
        async with nora.at(table) as seat:
            assert (await seat.until("said"))["text"] == "for friends alone"


@together
async def test_talk_of_a_deleted_spectator_is_told_to_nobody_who_comes_later(server: Server) -> None:
    """The game continues: its players aren't disconnected because of a spectator."""
    async with Browser(server.address, "Host") as host, Browser(server.address, "Passing by") as passing:
        table = await host.lay(seats="moo")
        async with host.at(table) as seat, passing.at(table) as watching:
            for words in ("first", "second"):
                await watching.say(type="say", text=words)
                await seat.until("said")
            await seat.say(type="say", text="mine")
            assert (await seat.until("said"))["text"] == "mine"
            await passing.post("/api/me/delete")
            await seat.say(type="ping")
            await seat.until("pong")
        async with host.at(table) as seat:
            assert (await seat.until("said"))["text"] == "mine"
