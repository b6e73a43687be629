"""Unpack stored databases for a test: an SQLite file or a PostgreSQL database."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.stored.shelf import Json, read_unpacked, recorded_result, shelf_name, stored_files


@dataclass(frozen=True)
class Stored:
    """A database as a version left it, in the schema of one revision."""

    path: Path

    @property
    def revision(self) -> str:
        """Return the revision of its schema."""
        return self.path.name.partition(".")[0]

    @property
    def house(self) -> Json:
        """Return its recorded users and content."""
        found: Json = recorded_result(self.path.with_name("house.json"))
        return found

    @property
    def name(self) -> str:
        """Return the prefix that departures.toml uses for its games."""
        return shelf_name(self.path.parent)

    def unpack(self, request: pytest.FixtureRequest, folder: Path) -> str:
        """Unpack a copy that a server may open, and return its address."""
        data = read_unpacked(self.path)
        if self.path.parent.name == "postgres":
            server: Postgres = request.getfixturevalue("postgres")
            address = server.fresh()
            server.load(address, data)
            return address
        copy = folder / "games.db"
        copy.write_bytes(data)
        return str(copy)

    def events(self, folder: Path) -> Path:
        """Copy the files of its events."""
        copies = folder / "events"
        copies.mkdir()
        for packed in self.path.with_name("events").glob("*.xz"):
            copies.joinpath(packed.name.removesuffix(".xz")).write_bytes(read_unpacked(packed))
        return copies


STORED = [Stored(path) for path in (*stored_files("sqlite/*.db.xz"), *stored_files("postgres/*.sql.xz"))]
NEWEST = [one for one in STORED if one.revision == max(other.revision for other in STORED if other.name == one.name)]


def database_title(stored: Stored) -> str:
    """Return a test id for a database, as 0.1.0/sqlite/0001."""
    return f"{stored.name}/{stored.revision}"
