"""Results: a row for each person's seat, from the start of a game to its place in the ratings."""

from sqlalchemy import delete, insert

from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Statement
from kamchatka.server.storage.records import TableRecord

NOT_COMPUTED = -1  # dice statistics not computed yet
RATED, SETTLED = "rated", "settled"  # a game that will count, and one that has counted


def begin_table(table: TableRecord) -> list[Statement]:
    """Record the players of a game that begins, so that those who leave later are known.

    The check of their origins is final by now, so the digests of their origins are deleted.
    """
    forgotten = (delete(schema.origins).where(schema.origins.c.table_id == table.id), None)
    return [forgotten] + [
        (
            insert(schema.results).values(
                table_id=table.id,
                seat=seat,
                user_id=one.user,
                edition=table.agreed.edition,
                pace=table.pace,
                seats=len(table.seats),
                throws=NOT_COMPUTED,
            ),
            None,
        )
        for seat, one in enumerate(table.seats)
        if one.user is not None and not one.shared
    ]
