"""Sets of small integers stored as bits."""

from typing import Final

from mypy_extensions import i64

LARGEST: Final = 62  # largest member; without this limit, forged input could make interpreted code build huge numbers


def bit(n: i64) -> i64:
    """Return the set {n}. Written in two steps because mypyc 2.4 compiles `i64(1) << n` to a 32-bit C shift."""
    if n > LARGEST:
        raise OverflowError
    one: i64 = 1
    one <<= n
    return one


def has(bits: i64, n: i64) -> bool:
    """Return True if n is a member."""
    return bits >> n & 1 == 1


def first(bits: i64) -> i64:
    """Return the smallest member of a non-empty set."""
    n: i64 = 0
    while not bits >> n & 1:
        n += 1
    return n


def size(bits: i64) -> i64:
    """Count the members."""
    n: i64 = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def members(bits: i64) -> list[int]:
    """List the members in ascending order."""
    found: list[int] = []
    n: i64 = 0
    while bits >> n:
        if bits >> n & 1:
            found.append(n)
        n += 1
    return found
