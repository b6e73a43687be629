"""Choice of the event store: PostgreSQL, which several servers may share, or a folder beside the SQLite file."""

from kamchatka.server.club.keeping.event_store import EventStore
from kamchatka.server.club.keeping.folder import Folder
from kamchatka.server.club.keeping.stored_events import StoredEvents
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.opening import sqlite_file


def event_store(settings: ServerSettings, database: Database) -> EventStore:
    """Return the event store for the configured database."""
    if sqlite_file(settings.database) is None:
        return StoredEvents(database, settings.events_folder, settings.events_in_all)
    return Folder(settings.events_folder, settings.events_in_all, database)
