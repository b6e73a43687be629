"""Users: guests by name, accounts by password. Their sessions and tokens are in `credentials`."""

import asyncio
import unicodedata
from collections.abc import Callable

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.credentials import Credentials, delete_rows
from kamchatka.server.storage.database import Database, StoredRow
from kamchatka.server.storage.known_users import AccountNews, NameTaken, SessionEnded, UserChanged
from kamchatka.server.storage.passwords import Passwords
from kamchatka.server.storage.records import UNKNOWN_CLIENT, Client, User
from kamchatka.server.storage.reserved_names import ReservedNames
from kamchatka.server.storage.store import now
from kamchatka.texts.deleted_players import is_nobody
from kamchatka.texts.user_text import clean_text, look_of

LONGEST_NAME = 20
LONGEST_FOLDED = 40  # case folding may turn one letter into two or three
EMOJI_STYLE = "\ufe0f"  # the invisible variation selector that comes with emoji


def clean_name(name: str) -> str:
    """Return a name as it is shown: one line of visible characters (as in RFC 8266).

    Raise a Fault for anything else.
    """
    clean = strip_name(name)
    visible = any(unicodedata.category(one)[0] in "LNPS" for one in clean[:1])
    fits = len(clean) <= LONGEST_NAME and len(clean.casefold()) <= LONGEST_FOLDED
    if not visible or not fits or clean_text(clean) != clean or is_nobody(clean):
        raise Fault("problem", "bad_name", name=clean_text(name)[:LONGEST_NAME])
    return clean


def strip_name(name: str) -> str:
    """Normalise a typed name. It also finds names that were registered under older rules."""
    return " ".join(unicodedata.normalize("NFKC", name.replace(EMOJI_STYLE, "")).split())


class Accounts:
    """Guests and accounts: names, passwords, registration."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.credentials = Credentials(database, lambda news: self.tell(news))
        self.passwords = Passwords()
        self.reserved_names = ReservedNames(database)
        self.looks: dict[str, str] | None = None
        self.looking = asyncio.Lock()
        self.tell: Callable[[AccountNews], None] = lambda news: None  # sends to other servers

    # -------------------------------------------------------------- registration and login
    async def guest(self, name: str, cookie: str, client: Client = UNKNOWN_CLIENT) -> User:
        """Create a guest with that name, and a session. Raise a Fault if an account has the name."""
        return await self._new(await self._free_name(name), None, None, cookie, client)

    async def rename(self, user: User, name: str) -> User:
        """Rename a guest."""
        clean, u = await self._free_name(name), schema.users
        async with self.database.begin() as connection:
            renamed = await connection.execute(update(u).where(*_still_guest(user)).values(name=clean))
            _check_guest(renamed.rowcount)
        self._forget(UserChanged(user.id))
        return User(user.id, clean, True, user.avatar)

    async def choose_avatar(self, user: User, avatar: str) -> User:
        """Store the picture that a user has chosen; tables show it from the next time the user sits down."""
        u = schema.users
        await self.database.do(update(u).where(u.c.id == user.id).values(avatar=avatar))
        self._forget(UserChanged(user.id))
        return User(user.id, user.name, user.guest, avatar)

    async def register(
        self, user: User | None, name: str, password: str, cookie: str, old: str = "", client: Client = UNKNOWN_CLIENT
    ) -> tuple[User, list[str]]:
        """Create an account; a guest keeps their games. Return it with the digests of the sessions and tokens that end.

        `old` is the digest of the requesting session: its push subscriptions move to the new session.
        """
        if user is not None and not user.guest:
            raise Fault("wrong_time", "guest_only")
        clean = await self._free_name(name)
        hashed = await self.passwords.hash(password)
        try:
            made, ended = await self._register(user, clean, hashed, cookie, old, client)
        except IntegrityError:
            raise Fault("taken", "name_taken", name=clean) from None
        (await self._load_looks())[look_of(clean)] = clean
        self.tell(NameTaken(clean))
        return made, ended

    async def _register(
        self, user: User | None, clean: str, hashed: str, cookie: str, old: str, client: Client
    ) -> tuple[User, list[str]]:
        if user is None:
            return await self._new(clean, clean.casefold(), hashed, cookie, client), []
        u, t = schema.users, schema.tokens
        values = {"name": clean, "folded": clean.casefold(), "password": hashed}
        async with self.database.begin() as connection:  # if several requests arrive at once, one of them registers
            registered = await connection.execute(update(u).where(*_still_guest(user)).values(values))
            _check_guest(registered.rowcount)
            ended = await self.credentials.replace(connection, user.id, cookie, old, client)
            ended += await delete_rows(connection, delete(t).where(t.c.user_id == user.id))
        self._forget(UserChanged(user.id))
        self.credentials.forget(ended)
        return User(user.id, clean, False, user.avatar), ended

    async def hash_of(self, name: str) -> str | None:
        """Return the stored hash of an account's password, if there is such an account."""
        row = await self._account(strip_name(name))
        return None if row is None else str(row.password)

    async def login(self, name: str, password: str, cookie: str, client: Client = UNKNOWN_CLIENT) -> User:
        """Open a session of the account with that name, if the password is right."""
        row = await self._account(strip_name(name))
        is_right = await self.passwords.verify(row.password if row else None, password)
        if row is None or not is_right:
            raise Fault("wrong_password")
        async with self.database.begin() as connection:
            await self.credentials.open(connection, int(row.id), cookie, client)
        return User(int(row.id), str(row.name), False, str(row.avatar))

    async def check_password(self, user: User, password: str) -> None:
        """Raise a Fault unless the password is this account's. Guests have no password."""
        rows = await self.database.rows(select(schema.users.c.password).where(schema.users.c.id == user.id))
        hashed = rows[0].password if rows else None
        if hashed is not None and not await self.passwords.verify(hashed, password):
            raise Fault("wrong_password")

    async def change_password(
        self, user: User, old_password: str, password: str, cookie: str, old: str, client: Client
    ) -> list[str]:
        """Change an account's password. A new session replaces all others; return their digests.

        `old` is the digest of the requesting session: its push subscriptions move to the new session.
        """
        if user.guest:
            raise Fault("problem", "needs_account")
        await self.check_password(user, old_password)
        hashed, u = await self.passwords.hash(password), schema.users
        async with self.database.begin() as connection:
            await connection.execute(update(u).where(u.c.id == user.id).values(password=hashed))
            ended = await self.credentials.replace(connection, user.id, cookie, old, client)
        self.credentials.forget(ended)
        return ended

    def forget(self, user: User) -> None:
        """Drop cached data of a deleted account; its name is free again."""
        self.credentials.known.forget_user(user.id)
        self.looks = None

    # -------------------------------------------------------------- caches
    def _forget(self, news: AccountNews) -> None:
        """Drop cached data here and on other servers."""
        self.hear(news)
        self.tell(news)

    def hear(self, news: AccountNews) -> None:
        """Handle a change of a user, perhaps made on another server."""
        match news:
            case SessionEnded(ended):
                self.credentials.known.forget(ended)
            case UserChanged(user):
                self.credentials.known.forget_user(user)
            case NameTaken(name) if self.looks is not None:
                self.looks[look_of(name)] = name

    def forget_all(self) -> None:
        """Empty the caches, because broadcasts may have been lost."""
        self.credentials.known.forget_all()
        self.looks = None

    # -------------------------------------------------------------- names
    async def _free_name(self, name: str) -> str:
        """Return the cleaned name. Raise a Fault if it is invalid, taken, held, or looks like an account's name."""
        clean = clean_name(name)
        if await self._account(clean):
            raise Fault("taken", "name_taken", name=clean)
        if look_of(clean) in await self._load_looks():
            raise Fault("taken", "look_alike", name=clean)
        if await self.reserved_names.is_held(clean):
            raise Fault("taken", "name_held", name=clean)
        return clean

    async def check_screen_name(self, user: User, name: str) -> None:
        """Raise a Fault if a name at the user's shared screen belongs to another account, or looks like its name."""
        clean = clean_name(name)
        account = (await self._load_looks()).get(look_of(clean))
        if account is not None and (user.guest or look_of(user.name) != look_of(clean)):
            raise Fault("taken", "name_taken" if account.casefold() == clean.casefold() else "look_alike", name=clean)

    async def _load_looks(self) -> dict[str, str]:
        """Return account names by their look, computed on first use with the current table of look-alike letters."""
        async with self.looking:
            if self.looks is None:
                u = schema.users
                rows = await self.database.rows(select(u.c.name).where(u.c.folded.is_not(None)))
                looks: dict[str, str] = await asyncio.to_thread(lambda: {look_of(row.name): row.name for row in rows})
                self.looks = looks
            return self.looks

    async def _account(self, name: str) -> StoredRow | None:
        u = schema.users
        rows = await self.database.rows(select(u).where(u.c.folded == name.casefold()))
        return rows[0] if rows else None

    async def _new(
        self, name: str, folded: str | None, password: str | None, cookie: str, client: Client = UNKNOWN_CLIENT
    ) -> User:
        async with self.database.begin() as connection:
            made = await connection.execute(
                insert(schema.users).values(name=name, folded=folded, password=password, created=now())
            )
            assert made.inserted_primary_key is not None
            user = int(made.inserted_primary_key[0])
            await self.credentials.open(connection, user, cookie, client)
        return User(user, name, folded is None)


def _still_guest(user: User) -> tuple[ColumnElement[bool], ...]:
    """Condition for the row of a user who is still a guest: neither registered nor deleted meanwhile."""
    u = schema.users
    return u.c.id == user.id, u.c.folded.is_(None), u.c.created > 0


def _check_guest(changed: int) -> None:
    """Raise a Fault if no row was changed, because another request has registered or deleted the guest."""
    if not changed:
        raise Fault("wrong_time", "guest_only")
