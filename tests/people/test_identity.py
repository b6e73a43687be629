"""Deleting or exporting a user touches exactly that user's rows, not those of namesakes."""

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kamchatka.server.people.user_data import ALL_OF_ONE, OTHERS, export
from kamchatka.server.protocol.payloads import TableForm
from kamchatka.server.storage.records import Sitter, User
from kamchatka.server.storage.schema import metadata
from kamchatka.texts.deleted_players import MARK
from kamchatka.tournament.events.trail import entries_of
from tests.people.evening import Party, Rows, points_at, quiet_server
from tests.server.together import to_its_end

# Columns with a user number that stays: a game's or an audit entry's. `test_own_data` checks this list.
NUMBERS = {("tables", "host"), ("seated", "user_id"), ("audit", "by_id"), ("audit", "about_id")}
EVENINGS = 12


@settings(max_examples=EVENINGS, phases=(Phase.explicit, Phase.reuse, Phase.generate))  # shrinking one takes minutes
@given(st.randoms(use_true_random=False))
def test_a_deletion_and_an_export_touch_exactly_the_rows_of_one_user(random: Random) -> None:
    """Every table is compared before and after, and every entry of every event."""
    with tempfile.TemporaryDirectory() as folder:
        to_its_end(_evening(Path(folder), random))


async def _evening(folder: Path, random: Random) -> None:
    async with quiet_server(folder) as server:
        party = Party(server, random)
        await party.begin()
        user = random.choice(party.users)
        before, trails = await party.rows(), await party.trails()
        _check_export(await export(user, server.database, server.store, server.club.store), user, before, trails)
        await server.deletion.delete(user)
        after = await party.rows()
        for name in before:
            _check_table(name, user, before, after)
        _check_trails(user, trails, await party.trails())
        for id in party.tables:  # nor is it in any room's memory
            if id in server.live_tables:
                remarks = await server.live_tables[id].handler.chat._remarks()
                assert all(one.user != user.id for one in remarks)


# ------------------------------------------------------------------ exports
def _check_export(found: dict[str, Any], user: User, rows: dict[str, Rows], trails: dict[str, Any]) -> None:
    """Check that the export has all of the user's rows, and nothing that others wrote."""
    for column in ALL_OF_ONE:
        name = column.table.name
        if column not in OTHERS and name != "talk":
            assert len(found[name]) == _count(rows[name], column.name, user), name
    assert len(found["said"]) == _count(rows["talk"], "user_id", user)
    assert {one["text"] for one in found["said"]} <= {f"by {user.id}."}
    assert len(found["muted"]) == _count(rows["user_mutes"], "user_id", user)
    written = {(id, row.number) for id, trail in trails.items() for row in trail if row.author == user.id}
    assert {(one["event"], one["entry"]) for one in found["events"]} == written
    handed = json.dumps(found)
    assert not [other for (other,) in rows["users"] if other != user.id and f"by {other}." in handed]


def _count(rows: Rows, column: str, user: User) -> int:
    return sum(row[column] == user.id for row in rows.values())


# ------------------------------------------------------------------ deletions
def _check_table(name: str, user: User, before: dict[str, Rows], after: dict[str, Rows]) -> None:
    """Check that the user's rows are gone and all others unchanged, apart from `_without`."""
    mine = [
        column.name
        for column in metadata.tables[name].columns
        if points_at(column, "users") and (name, column.name) not in NUMBERS
    ]
    kept = {key: row for key, row in before[name].items() if all(row[column] != user.id for column in mine)}
    if name == "seated":  # the user has left waiting tables
        kept = {key: row for key, row in kept.items() if row["user_id"] != user.id}
    if name == "server_keys":  # a new row may appear meanwhile
        assert after[name].items() >= kept.items()
        return
    expected = {key: _without(name, row, user) for key, row in kept.items()}
    assert {key: _comparable(name, row) for key, row in after[name].items()} == expected, name


def _without(name: str, row: dict[str, Any], user: User) -> dict[str, Any]:
    """Return what a remaining row should be after the user's deletion."""
    row = _comparable(name, row)
    if name == "users" and row["id"] == user.id:
        return {**row, "name": MARK, "folded": None, "password": None, "created": 0}
    if name == "audit" and row["about_id"] == user.id:
        return {**row, "detail": ""}
    if name == "reports":
        said = [one for one in zip(row["talk"], row["speakers"], strict=True) if one[1] != user.id]
        return {**row, "talk": [one for one, _ in said], "speakers": [speaker for _, speaker in said]}
    if name == "tables":
        seats = tuple(Sitter() if one.user == user.id else one for one in row["seats"])
        form = row["agreed"]
        if row["host"] == user.id:
            unnamed = tuple(msgspec.structs.replace(seat, name="") for seat in form.seats)
            form = msgspec.structs.replace(form, name="", seats=unnamed)
        return {**row, "seats": seats, "agreed": form}
    return row


def _comparable(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its bytes decoded and without the server that owns the room."""
    if name == "reports":
        talk, speakers = (msgspec.json.decode(row[column]) for column in ("talk", "speakers"))
        assert all(f"by {speaker}." == one["text"] for one, speaker in zip(talk, speakers, strict=True))
        return {**row, "talk": talk, "speakers": speakers}
    if name == "tables":
        seats = msgspec.json.decode(row["seats"], type=tuple[Sitter, ...])
        agreed = msgspec.json.decode(row["agreed"], type=TableForm)
        free = dict.fromkeys(("owner", "epoch", "fence", "rested"))
        return {**row, **free, "seats": seats, "agreed": agreed}
    return row


def _check_trails(user: User, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that the user's entries are anonymous, all other entries unchanged and every trail valid."""
    for id, trail in after.items():
        entries_of(trail)
        expected = [row._replace(who=MARK, author=None) if row.author == user.id else row for row in before[id]]
        assert [row._replace(mark="") for row in trail] == [row._replace(mark="") for row in expected]
