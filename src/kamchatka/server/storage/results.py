"""What people have played: a row for each person's seat, from the first die of a game to its place in the ratings."""

from sqlalchemy import insert

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Statement
from kamchatka.server.storage.records import TableRecord

UNRECKONED = -1  # throws of a game whose luck is still to be reckoned
RATED, SETTLED = "rated", "settled"  # a game that will count, and one that has


def begun(table: TableRecord) -> list[Statement]:
    """Who plays a game that begins: whoever stands up later is known all the same."""
    return [
        (
            insert(schema.results).values(
                table_id=table.id,
                seat=seat,
                user_id=one.user,
                edition=table.agreed.edition,
                pace=table.pace,
                seats=len(table.seats),
                throws=UNRECKONED,
            ),
            None,
        )
        for seat, one in enumerate(table.seats)
        if one.user is not None and not one.shared
    ]
