"""The tables of tournaments and seasons, part of `schema`."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

# ------------------------------------------------------------------ tournaments, if several servers share them
events = Table(
    "events",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("secret", String(64), nullable=False),  # seed of the event's keys
    Column("stamp", Integer, nullable=False),  # counts every change, including drafts
    Column("changed", Float, nullable=False),  # time of its last log entry, by the database's clock
    Column("draft", LargeBinary),  # an unpublished draw as JSON
)

event_entries = Table(
    "event_entries",
    metadata,  # an event's log, as in its file
    Column("event_id", String(80), ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("who", Text, nullable=False),
    Column("change", Text),
    Column("undoes", Integer),
    Column("mark", String(16), nullable=False),
    Column("author_id", Integer, ForeignKey("users.id")),  # the author; none if unknown
    Index("event_entries_by_author", "author_id"),
)

# ------------------------------------------------------------------ seasons
seasons = Table(
    "seasons",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("secret", String(64), nullable=False),  # seed of the organiser's key
    Column("name", Text, nullable=False),
    Column("events", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # bytes of all changes
    Column("changed", Float, nullable=False),  # time of the last change, by the database's clock
)

season_changes = Table(
    "season_changes",
    metadata,  # changes of a season, as in its file
    Column("season_id", String(80), ForeignKey("seasons.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("change", LargeBinary, nullable=False),
)
