"""Who somebody is: guests by name, accounts by password, sessions by cookie, programs by token."""

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Executable, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import TokenSeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.account_news import AccountNews, NameTaken, SessionEnded, UserChanged
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.known_users import KnownUsers
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import now
from kamchatka.texts.entered import clean_text, look_of
from kamchatka.texts.nobody import is_nobody

SESSION_DAYS = 90
LONGEST_NAME = 20
LONGEST_FOLDED = 40  # letters may become two or three when their case is folded
EMOJI_STYLE = "\ufe0f"  # says that a sign is shown as a picture: it comes with emoji, and is not seen itself
TOKENS_EACH = 20


def digest(secret: str) -> str:
    """What is stored of a cookie or a token: enough to know it again, useless to whoever steals the database."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_of(cookie: str) -> str:
    """The word that a page must send back with every change; only who holds the cookie can know it."""
    return hashlib.blake2b(cookie.encode(), digest_size=16, person=b"csrf").hexdigest()


def fresh_secret() -> str:
    """Something nobody can guess."""
    return secrets.token_urlsafe(32)


def clean_name(name: str) -> str:
    """A name as it is shown: one line of visible characters (as in RFC 8266); a Fault for anything else."""
    clean = typed_name(name)
    visible = any(unicodedata.category(one)[0] in "LNPS" for one in clean[:1])
    fits = len(clean) <= LONGEST_NAME and len(clean.casefold()) <= LONGEST_FOLDED
    if not visible or not fits or clean_text(clean) != clean or is_nobody(clean):
        raise Fault("problem", "bad_name", name=clean_text(name)[:LONGEST_NAME])
    return clean


def typed_name(name: str) -> str:
    """A name as somebody typed it, however it was typed; those that were taken under older rules are found by it."""
    return " ".join(unicodedata.normalize("NFKC", name.replace(EMOJI_STYLE, "")).split())


class Accounts:
    """Users, their sessions and tokens. Passwords are hashed with argon2 and never logged."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.known = KnownUsers()
        self.hasher = PasswordHasher()
        self.looks: dict[str, str] | None = None
        self.looking = asyncio.Lock()
        self.tell: Callable[[AccountNews], None] = lambda news: None  # to other servers
        self.decoy = self.hasher.hash(fresh_secret())  # so that an unknown name takes as long as a wrong password

    # -------------------------------------------------------------- known by cookie or token
    async def by_cookie(self, cookie: str) -> User | None:
        """The user of a session."""
        u, s, key = schema.users, schema.sessions, digest(cookie)
        query = select(u).join(s, s.c.user_id == u.c.id).where(s.c.digest == key, s.c.expires > now())
        return await self.known.find(key, lambda: self._user(query))

    async def by_token(self, token: str) -> User | None:
        """The user of a personal token."""
        u, t, key = schema.users, schema.tokens, digest(token)
        query = select(u).join(t, t.c.user_id == u.c.id).where(t.c.digest == key)
        return await self.known.find(key, lambda: self._user(query))

    async def _user(self, query: Executable) -> User | None:
        rows = await self.database.rows(query)
        return User(rows[0].id, rows[0].name, rows[0].folded is None) if rows else None

    # -------------------------------------------------------------- coming and going
    async def guest(self, name: str, cookie: str) -> User:
        """A guest of that name, from now on known by the cookie. A name that is an account's is refused."""
        return await self._new(await self._free_name(name), None, None, cookie)

    async def rename(self, user: User, name: str) -> User:
        """A guest takes another name."""
        clean = await self._free_name(name)
        await self.database.do(update(schema.users).where(schema.users.c.id == user.id).values(name=clean))
        self._forget(UserChanged(user.id))
        return User(user.id, clean, True)

    async def register(self, user: User | None, name: str, password: str, cookie: str) -> User:
        """An account: a guest keeps its games, somebody new gets a session."""
        if user is not None and not user.guest:
            raise Fault("wrong_time", "guest_only")
        clean = await self._free_name(name)
        hashed = await asyncio.to_thread(self.hasher.hash, password)
        try:
            made = await self._register(user, clean, hashed, cookie)
        except IntegrityError:
            raise Fault("taken", "name_taken", name=clean) from None
        (await self._known_looks())[look_of(clean)] = clean
        self.tell(NameTaken(clean))
        return made

    async def _register(self, user: User | None, clean: str, hashed: str, cookie: str) -> User:
        if user is None:
            return await self._new(clean, clean.casefold(), hashed, cookie)
        await self.database.do(
            update(schema.users)
            .where(schema.users.c.id == user.id)
            .values(name=clean, folded=clean.casefold(), password=hashed)
        )
        self._forget(UserChanged(user.id))
        await self._open_session(user.id, cookie)
        return User(user.id, clean, False)

    async def login(self, name: str, password: str, cookie: str) -> User:
        """The account of that name, if the password is right; known by the cookie from now on."""
        row = await self._account(typed_name(name))
        hashed = row.password if row else self.decoy
        try:
            await asyncio.to_thread(self.hasher.verify, hashed, password)
        except VerificationError:
            row = None
        if row is None:
            raise Fault("wrong_password")
        await self._open_session(int(row.id), cookie)
        return User(int(row.id), str(row.name), False)

    async def check_password(self, user: User, password: str) -> None:
        """A Fault unless it is the password of this account; guests have none."""
        rows = await self.database.rows(select(schema.users.c.password).where(schema.users.c.id == user.id))
        hashed = rows[0].password if rows else None
        try:
            if hashed is not None:
                await asyncio.to_thread(self.hasher.verify, hashed, password)
        except VerificationError:
            raise Fault("wrong_password") from None

    def forget(self, user: User) -> None:
        """An account is gone: its name is free, and nobody is known by it any more."""
        self.known.forget_user(user.id)
        self.looks = None

    async def logout(self, cookie: str) -> None:
        """The cookie is nobody's any more."""
        await self.database.do(delete(schema.sessions).where(schema.sessions.c.digest == digest(cookie)))
        self._forget(SessionEnded(digest(cookie)))

    # -------------------------------------------------------------- what is remembered
    def _forget(self, news: AccountNews) -> None:
        """What was remembered is no longer true, here and elsewhere."""
        self.hear(news)
        self.tell(news)

    def hear(self, news: AccountNews) -> None:
        """Somebody has changed, perhaps on another server."""
        match news:
            case SessionEnded(ended):
                self.known.forget(ended)
            case UserChanged(user):
                self.known.forget_user(user)
            case NameTaken(name) if self.looks is not None:
                self.looks[look_of(name)] = name

    def forget_all(self) -> None:
        """News may have been missed."""
        self.known.forget_all()
        self.looks = None

    # -------------------------------------------------------------- names
    async def _free_name(self, name: str) -> str:
        """The name, if it is fit for one and neither an account's nor to be mistaken for one."""
        clean = clean_name(name)
        if await self._account(clean):
            raise Fault("taken", "name_taken", name=clean)
        if look_of(clean) in await self._known_looks():
            raise Fault("taken", "look_alike", name=clean)
        return clean

    async def _known_looks(self) -> dict[str, str]:
        """What the names of accounts look like; worked out when first needed, by the table of letters there is now."""
        async with self.looking:
            if self.looks is None:
                u = schema.users
                rows = await self.database.rows(select(u.c.name).where(u.c.folded.is_not(None)))
                looks: dict[str, str] = await asyncio.to_thread(lambda: {look_of(row.name): row.name for row in rows})
                self.looks = looks
            return self.looks

    async def _account(self, name: str) -> Row[Any] | None:
        u = schema.users
        rows = await self.database.rows(select(u).where(u.c.folded == name.casefold()))
        return rows[0] if rows else None

    async def _new(self, name: str, folded: str | None, password: str | None, cookie: str) -> User:
        async with self.database.begin() as connection:
            made = await connection.execute(
                insert(schema.users).values(name=name, folded=folded, password=password, created=now())
            )
            key = made.inserted_primary_key
        assert key is not None
        await self._open_session(int(key[0]), cookie)
        return User(int(key[0]), name, folded is None)

    async def _open_session(self, user: int, cookie: str) -> None:
        expires = now() + SESSION_DAYS * 86_400_000
        await self.database.do(
            delete(schema.sessions).where(schema.sessions.c.expires < now()),
            insert(schema.sessions).values(digest=digest(cookie), user_id=user, expires=expires),
        )

    # -------------------------------------------------------------- tokens
    async def tokens(self, user: User) -> list[TokenSeen]:
        """A user's tokens, without their secrets."""
        t = schema.tokens
        rows = await self.database.rows(select(t).where(t.c.user_id == user.id).order_by(t.c.id))
        return [TokenSeen(row.id, row.label) for row in rows]

    async def new_token(self, user: User, label: str) -> TokenSeen:
        """A token for a program; its secret is told this once."""
        if len(await self.tokens(user)) >= TOKENS_EACH:
            raise Fault("too_many")
        secret, label = fresh_secret(), clean_text(label)
        if not label:
            raise Fault("problem", "empty")
        t = schema.tokens
        await self.database.do(insert(t).values(user_id=user.id, label=label, digest=digest(secret)))
        rows = await self.database.rows(select(t.c.id).where(t.c.digest == digest(secret)))
        return TokenSeen(rows[0].id, label, secret)

    async def drop_token(self, user: User, id: int) -> str | None:
        """Forget a token; its digest, if there was one."""
        t = schema.tokens
        rows = await self.database.rows(select(t.c.digest).where(t.c.user_id == user.id, t.c.id == id))
        await self.database.do(delete(t).where(t.c.user_id == user.id, t.c.id == id))
        if not rows:
            return None
        self._forget(SessionEnded(rows[0].digest))
        return str(rows[0].digest)
