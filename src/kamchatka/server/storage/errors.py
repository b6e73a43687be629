"""Converts database errors to our own exceptions; the only place that interprets driver errors.

Messages and log lines never contain values, because they could reveal a name or a secret.
"""

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from kamchatka.server.faults import Fault

DATA = "22"  # PostgreSQL's error class for values it does not accept
FENCE = "fenced"  # name of the constraint that compares a write's epoch with its table's
SAYS_NOTHING = ("22", "23")  # error classes whose messages contain values


class Unstorable(Fault):
    """The database does not accept a value. The sender gets an error; nothing else happens."""

    def __init__(self) -> None:
        super().__init__("malformed", "unstorable")


class Fenced(Fault):
    """Another server has the table now. Nothing was written; clients reconnect and find the table there."""

    def __init__(self) -> None:
        super().__init__("elsewhere")


class Conflict(IntegrityError):
    """A row would violate a constraint, such as a unique name. The message contains no value."""

    def __init__(self, error: Exception) -> None:
        super().__init__(None, None, Exception(describe_error(error)))


def translate_error(error: Exception) -> Exception:
    """Convert an error to Unstorable, Fenced, Conflict or Fault("storage"). Our own bugs stay as they are."""
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
    """Whether the database or its connection failed. While connecting, driver errors arrive unwrapped."""
    return isinstance(error, DBAPIError | PoolTimeout | OSError | sqlite3.Error) or type(error).__module__.startswith(
        "asyncpg."
    )


def is_about_data(error: BaseException) -> bool:
    """Whether a value is invalid: an unknown character, or a number too large for its column."""
    refused = DataError | UnicodeError | OverflowError
    return sqlstate(error).startswith(DATA) or any(
        isinstance(one, refused) or _is_of_a_client(one) for one in _chain(error)
    )


def _is_of_a_client(error: BaseException) -> bool:
    """Whether asyncpg itself refused a value before PostgreSQL saw it."""
    return isinstance(error, ValueError) and type(error).__module__.startswith("asyncpg.")


def sqlstate(error: BaseException) -> str:
    """Return PostgreSQL's error code, or an empty string."""
    return next((str(code) for one in _chain(error) if (code := getattr(one, "sqlstate", None))), "")


def describe_error(error: BaseException) -> str:
    """Describe an error for the log: its type and code, and its message unless that may contain a value."""
    origin = list(_chain(error))[-1]
    code = sqlstate(error)
    kind = " ".join(part for part in (type(origin).__name__, code) if part)
    silent = is_about_data(error) or code.startswith(SAYS_NOTHING)
    said = str(getattr(origin, "strerror", None) or origin).partition("\n")[0]
    return kind if silent or not said else f"{kind}: {said}"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, the driver's error, and its causes."""
    one: BaseException | None = error
    while one is not None:
        yield one
        one = getattr(one, "orig", None) or one.__cause__
