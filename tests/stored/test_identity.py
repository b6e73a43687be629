"""Revision 0012 gives old rows a user's id where that is certain, and leaves all others unchanged."""

import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from kamchatka.server.storage import migrations
from tests.postgres import Postgres
from tests.server.together import to_its_end
from tests.stored.make_house import sqlalchemy_address

ADA, CARLO, GUEST, TWIN, DINO = range(1, 6)
USERS = [  # id, name, folded, created
    (ADA, "Ada", "ada", 1_000_000),
    (CARLO, "Carlo", "carlo", 1_000_000),
    (GUEST, "Guest", None, 1_000_000),
    (TWIN, "carlo", None, 1_000_000),  # a guest from before the account, so the name is not unique
    (DINO, "Dino", "dino", 1_000_000),
]
SEATS = [{"name": "Ada", "user": ADA}, {"name": "Carlo", "user": TWIN}, {"name": "Guest"}, {"name": "Star"}]
TALK = [  # n, name, seat, the user id it should get
    (0, "Ada", 0, ADA),
    (1, "Ada", None, None),  # a spectator, perhaps a guest of that name
    (2, "Carlo", 1, TWIN),  # found by the name of the seat
    (3, "carlo", 1, TWIN),  # found by the name of the user
    (4, "Ada", 1, None),  # a user who sat there before
    (5, "Guest", 2, GUEST),  # a user who has left the game
    (6, "Star", 3, None),
]
MUTES = [  # muted name, by whom, the user id it should get
    ("Ada", GUEST, ADA),
    ("Carlo", GUEST, None),  # a name of an account and of a guest
    ("Carlo", DINO, CARLO),  # the user whom the account has blocked
    ("Nobody", DINO, None),
]
NOTICES = [  # subject, kind, the user it is about
    (f"invitation:table:{ADA}", "invitation", ADA),
    (f"friend:{CARLO}:12", "friend", CARLO),
    ("turn:table:1:2", "turn", None),
    ("friend:99:12", "friend", None),
]
ENTRIES = [  # number, at, who, the author id it should get
    (1, "2026-11-17T10:00:00+00:00", "Ada", ADA),
    (2, "1970-01-01T00:00:01+00:00", "Ada", None),  # older than the account
    (3, "2026-11-17T10:00:00+00:00", "Carlo", None),
    (4, "2026-11-17T10:00:00+00:00", "Guest", None),
    (5, "once", "Ada", None),
]


def before(connection: Connection) -> None:
    """Create a database of revision 0011 with old rows."""
    config = migrations._config()
    config.attributes["connection"] = connection
    command.upgrade(config, "0011")

    def put(table: str, *rows: dict[str, Any]) -> None:
        for row in rows:
            statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"
            connection.execute(text(statement), row)

    put("users", *({"id": id, "name": name, "folded": folded, "created": at} for id, name, folded, at in USERS))
    table = {"id": "table", "agreed": b"{}", "seats": json.dumps(SEATS).encode(), "status": "over", "host": ADA}
    put("tables", {**table, "private": False, "key": "", "round": 0, "asked": "", "rematch": "", "created": 0})
    result = {"table_id": "table", "edition": "modern", "pace": "live", "seats": 4, "has_left": True}
    result |= {"rounds": 0, "seconds": 0, "objective": "", "zones": ""}
    put("results", {**result, "seat": 2, "user_id": GUEST})
    put(
        "talk",
        *(
            {"table_id": "table", "n": n, "name": name, "seat": seat, "text": f"t{n}", "phrase": "", "at": n}
            for n, name, seat, _ in TALK
        ),
    )
    quoted = json.dumps([{"name": name, "text": f"t{n}", "at": n} for n, name, _, _ in TALK]).encode()
    report = {"by_id": CARLO, "about_id": ADA, "table_id": "table", "reason": "talk", "text": "", "at": 0}
    put("reports", {**report, "talk": quoted, "outcome": ""})
    put("mutes", *({"user_id": user, "name": name} for name, user, _ in MUTES))
    put("blocks", {"user_id": DINO, "other_id": CARLO})
    told = {"user_id": DINO, "fields": b"{}", "link": "", "at": 0, "is_due": False}
    put("notices", *({**told, "subject": subject, "kind": kind} for subject, kind, _ in NOTICES))
    put("events", {"id": "cup", "secret": "", "stamp": 1, "changed": 0.0})
    put(
        "event_entries",
        *({"event_id": "cup", "number": n, "at": at, "who": who, "mark": ""} for n, at, who, _ in ENTRIES),
    )


def test_old_rows_are_given_to_users_on_sqlite(tmp_path: Path) -> None:
    to_its_end(_upgraded(str(tmp_path / "games.db")))


def test_old_rows_are_given_to_users_on_postgresql(postgres: Postgres) -> None:
    to_its_end(_upgraded(postgres.fresh()))


async def _upgraded(address: str) -> None:
    engine = create_async_engine(sqlalchemy_address(address))
    async with engine.begin() as connection:
        await connection.run_sync(before)
        await connection.run_sync(migrations.upgrade)

        async def found(query: str) -> list[Any]:
            return [tuple(row) for row in await connection.execute(text(query))]

        assert await found("SELECT user_id FROM talk ORDER BY n") == [(user,) for *_, user in TALK]
        assert dict(await found("SELECT subject, about_id FROM notices")) == {one: about for one, _, about in NOTICES}
        assert await found("SELECT author_id FROM event_entries ORDER BY number") == [(user,) for *_, user in ENTRIES]
        expected = {(user, name, other) for name, user, other in MUTES}
        assert set(await found("SELECT user_id, name, other_id FROM mutes")) == expected
        assert set(await found("SELECT * FROM user_mutes")) == {(user, other) for user, _, other in expected if other}
        ((speakers,),) = await found("SELECT speakers FROM reports")
        assert json.loads(bytes(speakers)) == [user for *_, user in TALK]
    await engine.dispose()


@pytest.mark.parametrize("seats", [b"", b"torn", b'{"a": 1}', b"[1]", b"[]"], ids=repr)
def test_a_table_that_cannot_be_read_stops_no_upgrade(seats: bytes, tmp_path: Path) -> None:
    """A table that cannot be read doesn't stop the upgrade; its remarks get no user id."""

    async def upgraded() -> None:
        engine = create_async_engine(sqlalchemy_address(str(tmp_path / "games.db")))
        async with engine.begin() as connection:
            await connection.run_sync(before)
            await connection.execute(text("UPDATE tables SET seats = :seats"), {"seats": seats})
            await connection.run_sync(migrations.upgrade)
        await engine.dispose()

    to_its_end(upgraded())
