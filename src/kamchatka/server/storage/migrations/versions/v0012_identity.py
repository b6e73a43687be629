"""Refer to users by id instead of name in talk, mutes, quoted remarks, notices and event logs.

Existing rows get an id only if it is certain. The others keep none, and are neither exported nor deleted with an
account. docs/security.md says which rows are certain.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

USER_COLUMNS = (("talk", "user_id"), ("mutes", "other_id"), ("notices", "about_id"), ("event_entries", "author_id"))
Names = dict[int, str]
T = TypeVar("T")


class Seat(msgspec.Struct):
    """The fields read of a seat."""

    name: str = ""
    user: int | None = None


class Remark(msgspec.Struct):
    """A remark quoted in a report."""

    name: str
    text: str
    at: int


def upgrade() -> None:
    """Add the columns, then fill in the ids that are certain."""
    for table, column in USER_COLUMNS:  # in plain SQL: Alembic cannot add a foreign key to an SQLite table
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER REFERENCES users (id)")
    op.add_column("reports", sa.Column("speakers", sa.LargeBinary))
    op.create_index("talk_by_user", "talk", ["user_id"])
    op.create_index("event_entries_by_author", "event_entries", ["author_id"])
    op.create_table(
        "user_mutes",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("other_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    )
    op.create_index("user_mutes_by_other", "user_mutes", ["other_id"])
    op.create_table(
        "held_names",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    users = _rows("SELECT id, name, folded, created FROM users")
    names = {row.id: row.name for row in users}
    _attribute_talk(names)
    _attribute_quotes()
    _attribute_mutes(users)
    _attribute_notices(names)
    _attribute_entries(users)


def _rows(query: str, **values: object) -> list[Any]:
    return list(op.get_bind().execute(sa.text(query), values))


def _do(statement: str, values: list[dict[str, object]]) -> None:
    if values:
        op.get_bind().execute(sa.text(statement), values)


def _attribute_talk(names: Names) -> None:
    """Attribute remarks of players by seat and name; spectators' remarks stay without a user."""
    for (table,) in _rows("SELECT DISTINCT table_id FROM talk WHERE seat IS NOT NULL"):
        owners = _owners(table, names)
        said = _rows("SELECT n, name, seat FROM talk WHERE table_id = :t AND seat IS NOT NULL", t=table)
        known = [
            {"t": table, "n": row.n, "u": owners[row.seat, row.name]} for row in said if (row.seat, row.name) in owners
        ]
        _do("UPDATE talk SET user_id = :u WHERE table_id = :t AND n = :n", known)


def _owners(table: str, names: Names) -> dict[tuple[int, str], int]:
    """Return the users who have or had a seat, by seat and name."""
    (row,) = _rows("SELECT seats FROM tables WHERE id = :t", t=table)
    seats = dict(enumerate(_decode(row.seats, list[Seat])))
    of_seat = {n: one.user for n, one in seats.items() if one.user is not None and one.user in names}
    of_seat |= {
        row.seat: row.user_id for row in _rows("SELECT seat, user_id FROM results WHERE table_id = :t", t=table)
    }
    called: dict[int, set[str]] = {}
    for seat, user in of_seat.items():
        called.setdefault(user, {names[user]}).add(seats[seat].name if seat in seats else "")
    return {(seat, name): user for seat, user in of_seat.items() for name in called[user] - {""}}


def _decode(data: bytes, kind: type[list[T]]) -> list[T]:
    """Decode a column; return nothing if it is unreadable, so that a damaged row doesn't stop the upgrade."""
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except msgspec.DecodeError:
        return []


def _attribute_quotes() -> None:
    """Attribute quoted remarks to the users of the original remarks."""
    for report in _rows("SELECT id, table_id, talk FROM reports"):
        rows = _rows("SELECT name, at, text, phrase, user_id FROM talk WHERE table_id = :t", t=report.table_id)
        speakers = {(row.name, row.at, row.text or row.phrase): row.user_id for row in rows}
        quoted = _decode(report.talk, list[Remark])
        found = [speakers.get((one.name, one.at, one.text)) for one in quoted]
        _do("UPDATE reports SET speakers = :s WHERE id = :i", [{"s": msgspec.json.encode(found), "i": report.id}])


def _accounts_by_name(users: Iterable[Any]) -> dict[str, Any]:
    """Return accounts whose name is unique among all users."""
    counted = Counter(row.name.casefold() for row in users)
    return {row.name: row for row in users if row.folded is not None and counted[row.name.casefold()] == 1}


def _attribute_mutes(users: list[Any]) -> None:
    """Attribute a muted name to the account with that unique name, or to a blocked user of that name."""
    accounts, names = _accounts_by_name(users), {row.id: row.name for row in users}
    blocked = {(row.user_id, names[row.other_id]): row.other_id for row in _rows("SELECT * FROM blocks")}
    known = [
        {"u": row.user_id, "n": row.name, "o": other}
        for row in _rows("SELECT user_id, name FROM mutes")
        if (other := blocked.get((row.user_id, row.name)) or getattr(accounts.get(row.name), "id", None)) is not None
    ]
    _do("UPDATE mutes SET other_id = :o WHERE user_id = :u AND name = :n", known)
    op.execute("INSERT INTO user_mutes SELECT DISTINCT user_id, other_id FROM mutes WHERE other_id IS NOT NULL")


def _attribute_notices(names: Names) -> None:
    """Attribute invitations and friends' calls to the sender whose id is in the subject."""
    known = []
    for row in _rows("SELECT user_id, subject, kind FROM notices WHERE kind IN ('invitation', 'friend')"):
        parts = row.subject.split(":")
        sender = parts[-1] if row.kind == "invitation" else parts[1] if len(parts) > 1 else ""
        if sender.isdecimal() and int(sender) in names:
            known.append({"u": row.user_id, "s": row.subject, "a": int(sender)})
    _do("UPDATE notices SET about_id = :a WHERE user_id = :u AND subject = :s", known)


def _attribute_entries(users: list[Any]) -> None:
    """Attribute log entries to the account with that unique name, if it is older than the entry."""
    accounts = _accounts_by_name(users)
    known = [
        {"e": row.event_id, "n": row.number, "a": account.id}
        for row in _rows("SELECT event_id, number, at, who FROM event_entries")
        if (account := accounts.get(row.who)) is not None and _milliseconds(row.at) >= account.created - 1000
    ]
    _do("UPDATE event_entries SET author_id = :a WHERE event_id = :e AND number = :n", known)


def _milliseconds(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp() * 1000
    except ValueError:
        return 0.0
