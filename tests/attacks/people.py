"""Seven kinds of users and two tokens for the matrix, created again for each route, with a table and an event."""

import itertools
from dataclasses import dataclass
from typing import Any

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import insert

from kamchatka.server.club.seasons.editing import open_changes
from kamchatka.server.cups.cup_store import CupRecord
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.scopes import Access
from kamchatka.server.people.moderation import MODERATOR
from kamchatka.server.protocol.credential_payloads import TokenForm
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.protocol.people_payloads import SanctionForm
from kamchatka.server.storage import schema
from kamchatka.server.storage.credentials import csrf_of, fresh_secret
from kamchatka.server.storage.records import User
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.registration import new_event

COLUMNS = ("stranger", "guest", "account", "suspended", "blocked", "muted", "moderator", "with_scope", "without_scope")
PASSWORD = "correct horse"
WITHOUT = {"read": ("read",), "play": ("organise",), "organise": ("play",), "session": ("read",)}
SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
FAR = 4_102_444_800  # Unix seconds: the year 2100

numbers = itertools.count()


@dataclass
class Sender:
    """A person's request data: headers, a table, an event and a season of the owner (who blocks one sender), a cup."""

    headers: dict[str, str]
    table: str
    event: str
    season: str
    cup: str


def hash_quickly(server: GameServer) -> None:
    """Make password hashes cheap: a test creates thousands of accounts."""
    server.accounts.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def senders(server: GameServer, access: Access) -> dict[str, Sender]:
    """Create a user for each column; the tokens are for a route that declares this access."""
    number = next(numbers)
    names = (*COLUMNS[1:7], "program", "owner")
    made = {name: await _person(server, f"{name[:4]}{number}", name != "guest") for name in names}
    owner, program, (moderator, _) = made.pop("owner")[0], made.pop("program")[0], made["moderator"]
    await server.database.do(insert(schema.roles).values(user_id=moderator.id, role=MODERATOR))
    for name, kind in (("suspended", "suspension"), ("muted", "mute")):
        sanction = msgspec.convert({"name": made[name][0].name, "kind": kind, "reason": "x", "hours": 9}, SanctionForm)
        await server.moderation.sanction(sanction, made[name][0], moderator)
    await server.relations.block(owner, made["blocked"][0], True)
    sent = {name: _browser(cookie) for name, (_, cookie) in made.items()} | {"stranger": _browser(fresh_secret())}
    for column, scopes in (("with_scope", ("read", "play", "organise")), ("without_scope", WITHOUT[access])):
        token = await server.accounts.credentials.new_token(
            program.id, msgspec.convert({"label": column, "scopes": scopes}, TokenForm)
        )
        sent[column] = {"authorization": f"Bearer {token.secret}"}
    form = msgspec.convert({"edition": "modern", "seats": SEATS}, TableForm)
    opened = opening_row(new_event("Event", "ranking", [], "2026-11-15"), owner.name)
    event = await server.club.store.create("Event", [opened])
    season = await server.club.seasons.create("Season", open_changes("Season", []))
    cup = await _cup(server, f"cup-{number}")
    return {
        column: Sender(sent[column], await server.tables.lay(form, owner), event, season, cup) for column in COLUMNS
    }


async def _cup(server: GameServer, id: str) -> str:
    """Announce a cup that anybody may join."""
    plan = next(iter(server.cups.plans.values()))
    await server.cup_views.cup_store.announce(CupRecord(id, plan, FAR, "open", FAR))
    return id


async def _person(server: GameServer, name: str, has_account: bool) -> tuple[User, str]:
    """Create a guest or an account, with its session cookie."""
    cookie = fresh_secret()
    if not has_account:
        return await server.accounts.guest(name, cookie), cookie
    made: Any = await server.accounts.register(None, name, PASSWORD, cookie)
    return made[0], cookie


def _browser(cookie: str) -> dict[str, str]:
    return {"cookie": f"kamchatka={cookie}", "x-csrf-token": csrf_of(cookie)}
