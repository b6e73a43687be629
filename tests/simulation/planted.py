"""Deliberate bugs: each changes the program as a mistake would, for the duration of a simulation."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import select

from kamchatka.server import supervision
from kamchatka.server.cluster.remote_tables import RemoteTables
from kamchatka.server.cluster.server_requests import ShownTogether
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.ratings import rating_updates
from kamchatka.server.ratings.rating_updates import Finished, Standing
from kamchatka.server.storage import schema
from kamchatka.server.storage.records import EntryRecord, TableRecord
from kamchatka.server.storage.store import Store
from kamchatka.server.storage.stored_leases import StoredLeases
from kamchatka.server.tables.stored_match import StoredMatch
from tests.simulation import database

Plant = Callable[[ExitStack], None]


def without_rule(rule: str) -> bytes:
    """Return an empty database that lacks a constraint."""
    raw = sqlite3.connect(":memory:")
    raw.deserialize(database.empty())
    ((table, sql),) = raw.execute("SELECT name, sql FROM sqlite_master WHERE sql LIKE ?", (f"%{rule}%",)).fetchall()
    indexes = raw.execute("SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type = 'index' AND sql > ''", (table,))
    again = [text for (text,) in indexes.fetchall()]
    lighter = re.sub(rf",?\s*CONSTRAINT {rule} (CHECK|UNIQUE) \([^)]*\)", "", sql)
    assert lighter != sql
    raw.executescript(f"PRAGMA foreign_keys=OFF; DROP TABLE {table}; {lighter}; {'; '.join(again)}")
    return raw.serialize()


def fencing_off(stack: ExitStack) -> None:
    """Let the database accept writes of a table's former owner."""
    bare = without_rule("fenced")
    stack.enter_context(patch.object(database, "empty", lambda: bare))


def acknowledged_before_commit(stack: ExitStack) -> None:
    """Acknowledge an action before it is durable."""
    append = Store.append

    async def soon(self: Store, entry: EntryRecord, table: TableRecord) -> None:
        supervision.start("append", append(self, entry, table), lambda error: None)

    stack.enter_context(patch.object(Store, "append", soon))


def gaps_unnoticed(stack: ExitStack) -> None:
    """Don't notice that messages to a server's sockets were lost on the bus."""
    shown = RemoteTables._on_shown

    def whatever_came(self: RemoteTables, together: ShownTogether) -> None:
        self.heard[together.server] = together.n - 1
        shown(self, together)

    stack.enter_context(patch.object(RemoteTables, "_on_shown", whatever_came))


class _Forgetful(dict[Any, Any]):
    def get(self, key: object, default: object = None) -> Any:
        """Find nothing."""
        return default


def nonces_forgotten(stack: ExitStack) -> None:
    """Execute an action twice when it is sent twice."""
    bare, init = without_rule("one_deed_a_nonce"), StoredMatch.__init__
    stack.enter_context(patch.object(database, "empty", lambda: bare))

    def forgetful(self: StoredMatch, *args: Any) -> None:
        init(self, *args)
        self.nonces = _Forgetful()

    stack.enter_context(patch.object(StoredMatch, "__init__", forgetful))
    stack.enter_context(patch.object(StoredMatch, "is_undisturbed", lambda self, seat, after: True))


def owners_ignored(stack: ExitStack) -> None:
    """Take a table although its owner lives."""
    claim = StoredLeases.claim

    async def claim_anyway(self: StoredLeases, table: str, gone: str = "") -> int | None:
        query = select(schema.tables.c.owner).where(schema.tables.c.id == table)
        rows = await self.database.rows(query)
        return await claim(self, table, rows[0].owner if rows else gone)

    stack.enter_context(patch.object(StoredLeases, "claim", claim_anyway))


def released_too_early(stack: ExitStack) -> None:
    """Release the lease before the last action of a game is stored."""
    commit = StoredMatch.commit

    async def released(self: StoredMatch, table: TableRecord, *args: Any) -> TableRecord:
        if self.match.version % 10 == 0:
            t = schema.tables
            await self.store.database.do(t.update().where(t.c.id == table.id).values(owner=""))
        return await commit(self, table, *args)

    stack.enter_context(patch.object(StoredMatch, "commit", released))


def rated_twice(stack: ExitStack) -> None:
    """Store that a game was rated in a separate transaction, after the ratings."""
    settle, noted = Standing._settle, rating_updates._outcome_statements

    async def settle_first(self: Standing, connection: Any, game: Finished) -> str:
        verdict = await settle(self, connection, game)

        async def note() -> None:
            await asyncio.sleep(15.0)
            await self.database.do(*noted(game, verdict, self.clock()))

        supervision.start("note", note(), lambda error: None)
        return verdict

    stack.enter_context(patch.object(Standing, "_settle", settle_first))
    stack.enter_context(patch.object(rating_updates, "_outcome_statements", lambda *_: []))


def secret_when_resumed(stack: ExitStack) -> None:
    """Send a returning client the next seat's scene."""
    show = Audience.show_scene

    def show_another(self: Audience, listener: Listener, after: int | None = None) -> None:
        own = listener.viewer
        if after is not None and own >= 0 and self.live is not None:
            listener.viewer = (own + 1) % self.live.match.seats
        try:
            show(self, listener, after)
        finally:
            listener.viewer = own

    stack.enter_context(patch.object(Audience, "show_scene", show_another))


PLANTS: dict[str, Plant] = {
    "fencing off": fencing_off,
    "acknowledged before commit": acknowledged_before_commit,
    "gaps unnoticed": gaps_unnoticed,
    "nonces forgotten": nonces_forgotten,
    "owners ignored": owners_ignored,
    "released too early": released_too_early,
    "rated twice": rated_twice,
    "secret when resumed": secret_when_resumed,
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Run simulations with a bug."""
    with ExitStack() as stack:
        PLANTS[name](stack)
        yield
