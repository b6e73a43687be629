"""A small fixed-size cache for repeated numeric lookups, faster than a dictionary."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

SLOTS: Final = 256  # a power of two: the last bits of a key select its slot
LAST_BITS: Final = SLOTS - 1
NOTHING: Final = -1  # marks an empty slot


@final
class Memo:
    """A cache with non-negative integer keys. A new key replaces an old one with the same last bits.

    >>> memo = Memo()
    >>> memo.has(7)
    False
    >>> memo.keep(7, 0.5), memo.has(7), memo.answer(7)
    (0.5, True, 0.5)
    >>> memo.keep(7 + SLOTS, 0.25), memo.has(7)
    (0.25, False)
    """

    def __init__(self) -> None:
        self.asked: vec[i64] = vec[i64]()  # allocated on first use
        self.known: vec[float] = vec[float]()

    def has(self, question: i64) -> bool:
        """Return whether the key is cached."""
        return len(self.asked) > 0 and self.asked[question & LAST_BITS] == question

    def answer(self, question: i64) -> float:
        """Return the cached value."""
        return self.known[question & LAST_BITS]

    def keep(self, question: i64, answer: float) -> float:
        """Store a value and return it."""
        if len(self.asked) == 0:
            self.asked = vec[i64]([NOTHING] * SLOTS)
            self.known = vec[float]([0.0] * SLOTS)
        self.asked[question & LAST_BITS] = question
        self.known[question & LAST_BITS] = answer
        return answer

    def forget(self) -> None:
        """Clear the cache."""
        self.asked = vec[i64]()
