"""The action codes: one flat row of codes per game and number of seats, the same at every decision.

A decision takes one or more sub-steps (`kamchatka.encoding.prompt`), each with one code from this row:

| block | codes | meaning |
|---|---|---|
| verb | one per verb | what to do |
| place | one per place | source, then target |
| card, kind, colour | one each | what |
| seat | one per seat | player, relative to the acting seat, which is 0 |
| choice | CHOICES | an answer to a numbered question |
| pieces | 2 ** kinds | the set of pieces that go along |
| amount | EXACT + 5 | 0 … 5, then the minimum, quarters and maximum of the allowed range |
| none | 1 | nothing more: no further card, no place |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit

# What the `what` of an action names, by verb.
NOTHING: Final = 0
CARD: Final = 1
KIND: Final = 2
COLOUR: Final = 3
SEAT: Final = 4
CHOICE: Final = 5
CARDS: Final = 6  # a set, as bits
PIECES: Final = 7  # a set, as bits

CHOICES: Final = 16  # numbered answers with codes of their own
EXACT: Final = 6  # amounts from 0 with codes of their own
PARTS: Final = 4  # larger amounts use quarters
AMOUNTS: Final = EXACT + PARTS + 1


def amount(code: i64, least: i64, most: i64) -> i64:
    """Return the amount of a code where `least` … `most` are allowed; -1 if it has none.

    Every amount has at most one code: its own if it is small, otherwise the first fraction that gives it.

    >>> [amount(code, 1, 9) for code in range(AMOUNTS)]
    [-1, 1, 2, 3, 4, 5, -1, -1, -1, 7, 9]
    """
    if code < EXACT:
        return code if least <= code <= most else -1
    part = code - EXACT
    n = least + (most - least) * part // PARTS
    if n < EXACT or n > most or (part > 0 and n == least + (most - least) * (part - 1) // PARTS):
        return -1
    return n


@final
class Codes:
    """The first code of each block, and what each verb's `what` and `n` name."""

    def __init__(
        self,
        verbs: int,
        places: int,
        cards: int,
        kinds: int,
        colours: int,
        seats: int,
        nouns: list[int],
        counts_seats: list[bool],
    ) -> None:
        self.seats: Final[i64] = seats
        self.kinds: Final[i64] = kinds
        self.place: Final[i64] = verbs
        self.card: Final[i64] = verbs + places
        self.kind: Final[i64] = self.card + cards
        self.colour: Final[i64] = self.kind + kinds
        self.seat: Final[i64] = self.colour + colours
        self.choice: Final[i64] = self.seat + seats
        self.pieces: Final[i64] = self.choice + CHOICES
        self.amount: Final[i64] = self.pieces + (bit(kinds) if kinds > 0 else 0)
        self.none: Final[i64] = self.amount + AMOUNTS
        self.size: Final[i64] = self.none + 1
        self.nouns: Final = vec[i64](nouns)  # by verb
        self.counts_seats: Final = vec[i64]([int(counts) for counts in counts_seats])  # by verb: True if `n` is a seat

    def thing(self, noun: i64, what: i64, me: i64) -> i64:
        """Return the code of a thing; -1 if it has none (a number beyond any expected question)."""
        if noun == SEAT:
            return self.other(what, me)
        if noun == CHOICE:
            return self.choice + what if 0 <= what < CHOICES else -1
        if noun == CARD:
            return self.card + what
        if noun == KIND:
            return self.kind + what
        return self.colour + what if noun == COLOUR else -1

    def other(self, seat: i64, me: i64) -> i64:
        """Return the code of a seat relative to the acting one."""
        return self.seat + (seat - me if seat >= me else seat - me + self.seats)

    def party(self, pieces: i64) -> i64:
        """Return the code of a set of pieces; -1 in games without pieces."""
        return self.pieces + pieces if self.kinds > 0 else -1
