"""What a database says no to, as our own refusals: the one place in which errors of drivers are understood.

What is told and logged of them never holds a value: neither a name nor a secret may come into a log this way.
"""

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from kamchatka.server.faults import Fault

DATA = "22"  # the class of PostgreSQL's codes for values that it does not take
FENCE = "fenced"  # the rule that what is written has the epoch of its table
SAYS_NOTHING = ("22", "23")  # classes of codes whose messages hold values


class Unstorable(Fault):
    """The database does not take what was to be written: whoever sent it is told, and nothing else happens."""

    def __init__(self) -> None:
        super().__init__("malformed", "unstorable")


class Fenced(Fault):
    """Another server has the table by now: nothing was written, and whoever is here comes again and finds it there."""

    def __init__(self) -> None:
        super().__init__("elsewhere")


class Conflict(IntegrityError):
    """A row would contradict another: a name that is taken, a line that is there already. Holds no value."""

    def __init__(self, error: Exception) -> None:
        super().__init__(None, None, Exception(described(error)))


def understood(error: Exception) -> Exception:
    """The error as the rooms know it: Unstorable, Fenced, Conflict, Fault("storage"); a bug of ours stays one."""
    if isinstance(error, Fault | Conflict):
        return error
    if is_about_data(error):
        return Unstorable()
    if isinstance(error, IntegrityError):
        return Fenced() if FENCE in str(error.orig) else Conflict(error)
    if is_of_the_database(error):
        return Fault("storage")
    return error


def is_of_the_database(error: BaseException) -> bool:
    """Whether the database failed, or the way to it. A driver's errors come as they are while one connects."""
    return isinstance(error, DBAPIError | PoolTimeout | OSError | sqlite3.Error) or type(error).__module__.startswith(
        "asyncpg."
    )


def is_about_data(error: BaseException) -> bool:
    """Whether a value is wrong: a character that the database does not know, a number too large for its column."""
    refused = DataError | UnicodeError | OverflowError
    return sqlstate(error).startswith(DATA) or any(
        isinstance(one, refused) or _is_of_a_client(one) for one in _chain(error)
    )


def _is_of_a_client(error: BaseException) -> bool:
    """Whether asyncpg itself refused a value, before PostgreSQL saw it."""
    return isinstance(error, ValueError) and type(error).__module__.startswith("asyncpg.")


def sqlstate(error: BaseException) -> str:
    """The code of PostgreSQL; nothing if there is none."""
    return next((str(code) for one in _chain(error) if (code := getattr(one, "sqlstate", None))), "")


def described(error: BaseException) -> str:
    """An error for the log: its kind and code, and what was said where that can hold no value."""
    origin = list(_chain(error))[-1]
    code = sqlstate(error)
    kind = " ".join(part for part in (type(origin).__name__, code) if part)
    silent = is_about_data(error) or code.startswith(SAYS_NOTHING)
    said = str(getattr(origin, "strerror", None) or origin).partition("\n")[0]
    return kind if silent or not said else f"{kind}: {said}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what the driver said, and what that came from."""
    one: BaseException | None = error
    while one is not None:
        yield one
        one = getattr(one, "orig", None) or one.__cause__
