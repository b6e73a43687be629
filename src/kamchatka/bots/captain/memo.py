"""A short memory for numbers that are asked for again and again: quicker than a dictionary, and it forgets."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

SLOTS: Final = 256  # a power of two: the last bits of a question say where its answer is kept
LAST_BITS: Final = SLOTS - 1
NOTHING: Final = -1  # no question


@final
class Memo:
    """Answers by question, a number from 0 on; of two questions with the same last bits the later one's.

    >>> memo = Memo()
    >>> memo.has(7)
    False
    >>> memo.keep(7, 0.5), memo.has(7), memo.answer(7)
    (0.5, True, 0.5)
    >>> memo.keep(7 + SLOTS, 0.25), memo.has(7)
    (0.25, False)
    """

    def __init__(self) -> None:
        self.asked: vec[i64] = vec[i64]()  # no room is made before there is something to keep
        self.known: vec[float] = vec[float]()

    def has(self, question: i64) -> bool:
        """Whether the answer is still known."""
        return len(self.asked) > 0 and self.asked[question & LAST_BITS] == question

    def answer(self, question: i64) -> float:
        """What was kept."""
        return self.known[question & LAST_BITS]

    def keep(self, question: i64, answer: float) -> float:
        """Keep an answer, and give it back."""
        if len(self.asked) == 0:
            self.asked = vec[i64]([NOTHING] * SLOTS)
            self.known = vec[float]([0.0] * SLOTS)
        self.asked[question & LAST_BITS] = question
        self.known[question & LAST_BITS] = answer
        return answer

    def forget(self) -> None:
        """Nothing that was kept holds any more."""
        self.asked = vec[i64]()
