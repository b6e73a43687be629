"""Ways back into an account whose password is forgotten: printed one-time codes, and codes sent by e-mail.

Only digests are stored. A code has 64 random bits, so a fast digest is enough. What an account has is never told to
strangers: an unknown name, a wrong code and a used one get the same answer.
"""

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from kamchatka.server import randomness
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.credential_payloads import RecoverySeen
from kamchatka.server.storage import schema
from kamchatka.server.storage.accounts import Accounts, strip_name
from kamchatka.server.storage.credentials import digest
from kamchatka.server.storage.records import Client, User
from kamchatka.server.storage.store import now

PRINTED = 10  # codes of a sheet
MAILED_LASTS = 3_600_000  # milliseconds that a code sent by e-mail is valid
NOBODY = -1  # no user has this id
BYTES = 8  # of randomness in a code


def fresh_code() -> str:
    """Return a new code in groups of four digits: 1a2b-3c4d-5e6f-7890."""
    digits = randomness.token_hex(BYTES)
    return "-".join(digits[n : n + 4] for n in range(0, len(digits), 4))


def normalise_code(code: str) -> str:
    """Normalise a typed code: capitals, spaces and dashes make no difference."""
    return "".join(one for one in code.lower() if one.isalnum())


def _digest(user: int, code: str) -> str:
    return digest(f"{user} {normalise_code(code)}")


class Recovery:
    """Stores codes and addresses, and exchanges a code for a new password."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.database = accounts.database

    # -------------------------------------------------------------- preparation
    async def describe(self, user: int) -> RecoverySeen:
        """Return how many printed codes an account has left, and its address for codes."""
        c, a = schema.recovery_codes, schema.recovery_addresses
        counted = select(func.count()).where(c.c.user_id == user, c.c.until.is_(None))
        addresses = await self.database.rows(select(a.c.email).where(a.c.user_id == user))
        return RecoverySeen(int((await self.database.rows(counted))[0][0]), addresses[0].email if addresses else "")

    async def print_codes(self, user: int) -> tuple[str, ...]:
        """Create a sheet of codes, which replaces the former one. They are returned only this once."""
        c, codes = schema.recovery_codes, tuple(fresh_code() for _ in range(PRINTED))
        rows = [{"digest": _digest(user, code), "user_id": user} for code in codes]
        async with self.database.begin() as connection:
            await connection.execute(delete(c).where(c.c.user_id == user, c.c.until.is_(None)))
            await connection.execute(insert(c), rows)
        return codes

    async def choose_address(self, user: int, email: str) -> None:
        """Store the address that codes are sent to; an empty one removes it, with the codes sent there."""
        a, c = schema.recovery_addresses, schema.recovery_codes
        async with self.database.begin() as connection:
            await connection.execute(delete(a).where(a.c.user_id == user))
            await connection.execute(delete(c).where(c.c.user_id == user, c.c.until.is_not(None)))
            if email:
                await connection.execute(insert(a).values(user_id=user, email=email))

    # -------------------------------------------------------------- recovery
    async def address_of(self, name: str) -> tuple[User, str] | None:
        """Return the account of that name with its address, if it has chosen one."""
        u, a = schema.users, schema.recovery_addresses
        query = select(u.c.id, u.c.name, a.c.email).join_from(u, a).where(u.c.folded == strip_name(name).casefold())
        rows = await self.database.rows(query)
        return (User(rows[0].id, rows[0].name, False), rows[0].email) if rows else None

    async def mail_code(self, user: int) -> str:
        """Return a new code to send, valid for an hour. Earlier ones stay valid, or a stranger could void them."""
        c, code = schema.recovery_codes, fresh_code()
        async with self.database.begin() as connection:
            await connection.execute(delete(c).where(c.c.user_id == user, c.c.until < now()))
            row = {"digest": _digest(user, code), "user_id": user, "until": now() + MAILED_LASTS}
            await connection.execute(insert(c).values(row))
        return code

    async def recover(self, name: str, code: str, password: str, cookie: str, client: Client) -> tuple[User, list[str]]:
        """Exchange a code for a new password and a session, which replaces all others.

        Return the account and the digests of the ended sessions. Of several requests with one code, one succeeds.
        """
        u, c = schema.users, schema.recovery_codes
        query = select(u.c.id, u.c.name, u.c.avatar).where(u.c.folded == strip_name(name).casefold())
        rows = await self.database.rows(query)
        user = User(int(rows[0].id), str(rows[0].name), False, str(rows[0].avatar)) if rows else User(NOBODY, "", False)
        is_right = and_(c.c.digest == _digest(user.id, code), c.c.user_id == user.id, _is_valid())
        if not await self.database.rows(select(c.c.user_id).where(is_right)):
            raise Fault("wrong_password", "wrong_recovery")
        hashed = await self.accounts.passwords.hash(password)
        async with self.database.begin() as connection:
            if (await connection.execute(delete(c).where(is_right))).rowcount != 1:
                raise Fault("wrong_password", "wrong_recovery")
            await connection.execute(delete(c).where(c.c.user_id == user.id, c.c.until.is_not(None)))
            await connection.execute(update(u).where(u.c.id == user.id).values(password=hashed))
            ended = await self.accounts.credentials.replace(connection, user.id, cookie, "", client)
        self.accounts.credentials.forget(ended)
        return user, ended


def _is_valid() -> ColumnElement[bool]:
    until = schema.recovery_codes.c.until
    return or_(until.is_(None), until > now())
