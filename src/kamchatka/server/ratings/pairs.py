"""Limits on the number of rated games per day between the same two players."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from kamchatka.server.storage import schema
from kamchatka.server.storage.results import RATED, SETTLED

A_DAY = 86_400_000  # one day in milliseconds
MOST_OF_A_PAIR = 5  # maximum rated games per day
SAME_PAIR = "same_pair"  # reason why a game beyond the limit isn't rated


def frequent_pairs(table: str, people: Collection[int], since: int, with_running: bool) -> Select[Any]:
    """Select the pairs of these people that have reached the daily limit of rated games, apart from this table.

    Games that ended after `since` count. With `with_running`, games still being played count too.
    """
    mine, others, t = schema.results.alias(), schema.results.alias(), schema.tables
    counts = and_(t.c.rating == SETTLED, mine.c.ended > since)
    if with_running:
        is_running = and_(t.c.rating == RATED, mine.c.ended.is_(None), t.c.unreadable.is_(None))
        counts = or_(counts, is_running)
    return (
        select(mine.c.user_id, others.c.user_id)
        .join(others, others.c.table_id == mine.c.table_id)
        .join(t, t.c.id == mine.c.table_id)
        .where(mine.c.user_id.in_(people), others.c.user_id.in_(people), mine.c.user_id < others.c.user_id)
        .where(counts, mine.c.table_id != table)
        .group_by(mine.c.user_id, others.c.user_id)
        .having(func.count() >= MOST_OF_A_PAIR)
    )


def select_earlier_pairs(table: str, people: Collection[int], edition: str, pace: str) -> Select[Any]:
    """Select pairs of these people, in both orders, that have already had a rated game of this kind."""
    mine, others, t = schema.results.alias(), schema.results.alias(), schema.tables
    return (
        select(mine.c.user_id, others.c.user_id)
        .distinct()
        .join(others, others.c.table_id == mine.c.table_id)
        .join(t, t.c.id == mine.c.table_id)
        .where(mine.c.user_id.in_(people), others.c.user_id.in_(people), mine.c.user_id != others.c.user_id)
        .where(mine.c.mu_after.is_not(None), others.c.mu_after.is_not(None), t.c.rating == SETTLED)
        .where(mine.c.edition == edition, mine.c.pace == pace, mine.c.table_id != table)
    )
