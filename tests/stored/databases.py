"""The databases on the shelf, unpacked for a test: a file of SQLite, or a database of PostgreSQL."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.stored.shelf import Json, read_unpacked, recorded_result, shelf_name, stored_files


@dataclass(frozen=True)
class Stored:
    """A database as a version left it, in the shape of one revision."""

    path: Path

    @property
    def revision(self) -> str:
        """The shape it has."""
        return self.path.name.partition(".")[0]

    @property
    def house(self) -> Json:
        """Who and what was in it."""
        found: Json = recorded_result(self.path.with_name("house.json"))
        return found

    @property
    def name(self) -> str:
        """What departures call its games, before their ids."""
        return shelf_name(self.path.parent)

    def unpack(self, request: pytest.FixtureRequest, folder: Path) -> str:
        """A copy that a server may open: where it is."""
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
        """A copy of the files of its events."""
        copies = folder / "events"
        copies.mkdir()
        for packed in self.path.with_name("events").glob("*.xz"):
            copies.joinpath(packed.name.removesuffix(".xz")).write_bytes(read_unpacked(packed))
        return copies


STORED = [Stored(path) for path in (*stored_files("sqlite/*.db.xz"), *stored_files("postgres/*.sql.xz"))]
NEWEST = [one for one in STORED if one.revision == max(other.revision for other in STORED if other.name == one.name)]


def database_title(stored: Stored) -> str:
    """What a test calls a database: 0.1.0/sqlite/0001."""
    return f"{stored.name}/{stored.revision}"
