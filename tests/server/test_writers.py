"""Statements prepared for SQLite when only the order of their values matters."""

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table, bindparam, insert, update
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from kamchatka.server.storage.store import ENTER, NOTE
from kamchatka.server.storage.writers import prepare

DIALECT = SQLiteDialect_pysqlite()
things = Table(
    "things",
    MetaData(),
    Column("id", String(3), primary_key=True),
    Column("n", Integer, default=7),
    Column("share", Float),
    Column("data", LargeBinary),
    Column("on", Boolean),
)


def test_values_are_put_in_the_order_of_the_statement() -> None:
    change = update(things).where(things.c.id == bindparam("thing"))
    prepared = prepare(change, ("thing", "data", "share"), DIALECT)
    assert prepared is not None
    assert prepared.sql == "UPDATE things SET share=?, data=? WHERE things.id = ?"
    assert prepared.row({"thing": "a", "share": 0.5, "data": b"x"}) == (0.5, b"x", "a")


def test_what_needs_more_than_that_is_left_to_sqlalchemy() -> None:
    """Examples: a default that has to be computed, and a type that SQLite doesn't know."""
    assert prepare(insert(things), ("id", "share"), DIALECT) is None
    assert prepare(insert(things), ("id", "n", "on"), DIALECT) is None
    assert prepare(insert(things), ("id", "n"), DIALECT) is not None


def test_what_every_action_writes_is_prepared() -> None:
    assert prepare(ENTER, ("table_id", "n", "line", "clock", "author", "nonce"), DIALECT) is not None
    noted = ("table", "due", "round", "status", "asked", "clock", "colours", "fence")
    assert prepare(NOTE, noted, DIALECT) is not None
