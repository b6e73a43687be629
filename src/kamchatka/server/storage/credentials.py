"""Sessions by cookie, and personal tokens of programs. Only digests are stored."""

import hashlib
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import ColumnElement, Delete, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.server import randomness
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.credential_payloads import SCOPES, SessionSeen, TokenForm, TokenSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.known_users import AccountNews, KnownUsers, SessionEnded
from kamchatka.server.storage.records import Caller, Client, User
from kamchatka.server.storage.store import now
from kamchatka.texts.user_text import clean_text

DAY = 86_400_000  # milliseconds
SESSION_DAYS = 90
SEEN_EVERY = 900_000  # milliseconds between two updates of a session's last use
TOKENS_EACH = 20
SHOWN = 16  # hexadecimal digits of a digest shown in lists: enough to find the session, useless to sign in


def digest(secret: str) -> str:
    """Return the stored form of a cookie or token. It identifies the secret without revealing it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_of(cookie: str) -> str:
    """Return the CSRF token of a session cookie; a page must send it back with every change."""
    return hashlib.blake2b(cookie.encode(), digest_size=16, person=b"csrf").hexdigest()


def fresh_secret() -> str:
    """Return a new secret for a cookie or token."""
    return randomness.token_urlsafe(32)


class Credentials:
    """Every user's sessions and tokens."""

    def __init__(self, database: Database, tell: Callable[[AccountNews], None] = lambda news: None) -> None:
        self.database = database
        self.known = KnownUsers()
        self.tell = tell  # sends to other servers

    # -------------------------------------------------------------- lookup
    async def by_cookie(self, cookie: str, client: Client) -> Caller | None:
        """Return the caller of a session, and record its use at intervals."""
        s, key = schema.sessions, digest(cookie)
        caller = await self.known.find(key, lambda: self._session(key, client))
        if caller is not None and caller.is_host_only and not client.is_host_only:
            return None  # sent under the plain cookie name, which other sites of the same domain can set
        if caller is not None and client.is_host_only and not caller.is_host_only:
            with suppress(Fault):
                await self.database.do(update(s).where(s.c.digest == key).values(host_only=True))
                self.known.forget(key)
        return caller

    async def _session(self, key: str, client: Client) -> Caller | None:
        u, s = schema.users, schema.sessions
        query = select(u.c.id, u.c.name, u.c.folded, u.c.avatar, s.c.expires, s.c.seen, s.c.browser, s.c.host_only)
        rows = await self.database.rows(query.join_from(u, s).where(s.c.digest == key, s.c.expires > now()))
        if not rows:
            return None
        row = rows[0]
        if now() - row.seen > SEEN_EVERY:
            noted = update(s).where(s.c.digest == key).values(seen=now(), browser=client.browser or row.browser)
            with suppress(Fault):  # a read-only database still allows sign-in
                await self.database.do(noted)
        return Caller(_user(row), key, row.expires, None, row.host_only)

    async def by_token(self, token: str) -> Caller | None:
        """Return the caller of a personal token that has not expired."""
        key = digest(token)
        return await self.known.find(key, lambda: self._token(key))

    async def _token(self, key: str) -> Caller | None:
        u, t = schema.users, schema.tokens
        query = select(u.c.id, u.c.name, u.c.folded, u.c.avatar, t.c.scopes, t.c.expires)
        rows = await self.database.rows(query.join_from(u, t).where(t.c.digest == key, t.c.expires > now()))
        if not rows:
            return None
        scopes = tuple(scope for scope in SCOPES if scope in rows[0].scopes.split(","))
        return Caller(_user(rows[0]), key, rows[0].expires, scopes)

    # -------------------------------------------------------------- sessions
    async def open(self, connection: AsyncConnection, user: int, cookie: str, client: Client) -> str:
        """Open a session in a transaction and delete expired sessions. Return its digest."""
        s, key = schema.sessions, digest(cookie)
        values = {"created": now(), "seen": now(), "browser": client.browser, "host_only": client.is_host_only}
        await connection.execute(delete(s).where(s.c.expires < now()))
        await connection.execute(
            insert(s).values(digest=key, user_id=user, expires=now() + SESSION_DAYS * DAY, **values)
        )
        return key

    async def sessions(self, user: int, current: str) -> list[SessionSeen]:
        """Return a user's sessions, most recently used first. `current` is the digest of the requesting session."""
        s = schema.sessions
        query = select(s).where(s.c.user_id == user, s.c.expires > now()).order_by(s.c.seen.desc(), s.c.digest)
        return [
            SessionSeen(row.digest[:SHOWN], row.created, row.seen, row.browser, row.digest == current)
            for row in await self.database.rows(query)
        ]

    async def end_session(self, user: int, id: str) -> list[str]:
        """End the session with this list id. Return its digest, or nothing if there is none."""
        s = schema.sessions
        return await self._end(s.c.user_id == user, s.c.digest.startswith(id, autoescape=True))

    async def end_sessions(self, user: int, keep: str = "") -> list[str]:
        """End all sessions of a user, except the one with the digest `keep`; return their digests."""
        return await self._end(schema.sessions.c.user_id == user, schema.sessions.c.digest != keep)

    async def _end(self, *which: ColumnElement[bool]) -> list[str]:
        async with self.database.begin() as connection:
            ended = await delete_rows(connection, delete(schema.sessions).where(*which))
        self.forget(ended)
        return ended

    async def log_out(self, cookie: str) -> list[str]:
        """End the session of a cookie. Return the digests that ended with it.

        A guest's tokens end too, because nobody could list or revoke them any more. So do push subscriptions from
        before revision 0011, whose browser is unknown.
        """
        s, t, p = schema.sessions, schema.tokens, schema.subscriptions
        async with self.database.begin() as connection:
            gone = delete(s).where(s.c.digest == digest(cookie)).returning(s.c.user_id)
            user = (await connection.execute(gone)).scalar()
            ended = [digest(cookie)]
            if user is not None:
                await connection.execute(delete(p).where(p.c.user_id == user, p.c.session.is_(None)))
                guest = select(schema.users.c.id).where(schema.users.c.id == user, schema.users.c.folded.is_(None))
                ended += await delete_rows(connection, delete(t).where(t.c.user_id.in_(guest)))
        self.forget(ended)
        return ended

    async def replace(self, connection: AsyncConnection, user: int, cookie: str, old: str, client: Client) -> list[str]:
        """Open a session in a transaction and end all others. Return the digests of the ended sessions.

        Push subscriptions of the session with the digest `old` move to the new one, which has the same browser.
        """
        s, p = schema.sessions, schema.subscriptions
        key = await self.open(connection, user, cookie, client)
        await connection.execute(update(p).where(p.c.user_id == user, p.c.session == old).values(session=key))
        return await delete_rows(connection, delete(s).where(s.c.user_id == user, s.c.digest != key))

    def forget(self, ended: list[str]) -> None:
        """Remove ended sessions and tokens from the cache, here and on other servers."""
        for one in ended:
            self.known.forget(one)
            self.tell(SessionEnded(one))

    # -------------------------------------------------------------- tokens
    async def tokens(self, user: int) -> list[TokenSeen]:
        """Return the tokens of a user that have not expired, without their secrets."""
        t = schema.tokens
        rows = await self.database.rows(select(t).where(t.c.user_id == user, t.c.expires > now()).order_by(t.c.id))
        return [_token_seen(row) for row in rows]

    async def new_token(self, user: int, form: TokenForm) -> TokenSeen:
        """Create a token for a program. Its secret is returned only this once."""
        if len(await self.tokens(user)) >= TOKENS_EACH:
            raise Fault("too_many")
        secret, label, t = fresh_secret(), clean_text(form.label), schema.tokens
        if not label:
            raise Fault("problem", "empty")
        scopes = ",".join(scope for scope in SCOPES if scope == "read" or scope in form.scopes)
        values = {"digest": digest(secret), "scopes": scopes, "expires": now() + form.days * DAY}
        await self.database.do(
            delete(t).where(t.c.user_id == user, t.c.expires < now()),
            insert(t).values(user_id=user, label=label, **values),
        )
        rows = await self.database.rows(select(t).where(t.c.digest == digest(secret)))
        return _token_seen(rows[0], secret)

    async def drop_token(self, user: int, id: int) -> list[str]:
        """Revoke a token; return its digest, or nothing if there is none."""
        t = schema.tokens
        async with self.database.begin() as connection:
            ended = await delete_rows(connection, delete(t).where(t.c.user_id == user, t.c.id == id))
        self.forget(ended)
        return ended


async def delete_rows(connection: AsyncConnection, statement: Delete) -> list[str]:
    """Delete sessions or tokens; return their digests."""
    return list((await connection.execute(statement.returning(statement.table.c.digest))).scalars())


def _user(row: StoredRow) -> User:
    return User(row.id, row.name, row.folded is None, row.avatar)


def _token_seen(row: StoredRow, secret: str = "") -> TokenSeen:
    scopes = tuple(scope for scope in SCOPES if scope in row.scopes.split(","))
    return TokenSeen(row.id, row.label, scopes, row.expires, secret)
