"""The server's only source of randomness: tokens, ids, and choices among equals.

Secrets come from it, so it is the operating system's. A simulation replaces it with a seeded generator (`use`).
"""

import base64
import random
from collections.abc import Sequence
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

_system = random.SystemRandom()
_current: ContextVar[random.Random] = ContextVar("randomness", default=_system)


def use(source: random.Random) -> None:
    """Use this generator for everything started from here on. Only for simulations: secrets could be guessed."""
    _current.set(source)


def token_bytes(size: int) -> bytes:
    """Return random bytes."""
    return _current.get().randbytes(size)


def token_hex(size: int) -> str:
    """Return `size` random bytes as hexadecimal digits."""
    return token_bytes(size).hex()


def token_urlsafe(size: int) -> str:
    """Return `size` random bytes as text for URLs."""
    return base64.urlsafe_b64encode(token_bytes(size)).rstrip(b"=").decode("ascii")


def randbelow(limit: int) -> int:
    """Return a number from 0 to `limit` - 1."""
    return _current.get().randrange(limit)


def choice(options: Sequence[T]) -> T:
    """Return one of the options."""
    return _current.get().choice(options)


def sample(options: Sequence[T], count: int) -> list[T]:
    """Return `count` different options."""
    return _current.get().sample(options, count)
