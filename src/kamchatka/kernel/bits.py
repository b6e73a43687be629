"""Small sets of small ints, as bits."""

from typing import Final

from mypy_extensions import i64

LARGEST: Final = 62  # a member of a set; interpreted, a forged one of millions would be a number as long


def bit(n: i64) -> i64:
    """The set {n}. In two steps: mypyc 2.4 compiles `i64(1) << n` to a 32-bit C shift, silently wrong."""
    if n > LARGEST:
        raise OverflowError
    one: i64 = 1
    one <<= n
    return one


def has(bits: i64, n: i64) -> bool:
    """Whether n is a member."""
    return bits >> n & 1 == 1


def first(bits: i64) -> i64:
    """The smallest member of a set that is not empty."""
    n: i64 = 0
    while not bits >> n & 1:
        n += 1
    return n


def size(bits: i64) -> i64:
    """How many members."""
    n: i64 = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def members(bits: i64) -> list[int]:
    """All members, smallest first."""
    found: list[int] = []
    n: i64 = 0
    while bits >> n:
        if bits >> n & 1:
            found.append(n)
        n += 1
    return found
