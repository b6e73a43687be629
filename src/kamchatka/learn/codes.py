"""The alphabet of actions: one flat row of codes for a game and its seats, the same at every decision.

A decision is answered in one or more sub-steps (`kamchatka.learn.prompt`), each with one code out of the same row:

| block | codes | meaning |
|---|---|---|
| verb | one a verb | what to do |
| place | one a place | where from, then where to |
| card, kind, colour | one each | what |
| seat | one a seat | whom, counted from the seat that acts: 0 is itself |
| choice | CHOICES | an answer to a numbered question |
| pieces | 2 ** kinds | which pieces go along, as a set |
| amount | EXACT + 5 | how many: 0 … 5, then the least, a quarter, half, three quarters and the most of what may be |
| none | 1 | nothing more: no further card, no place |
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.kernel.bits import bit

# What `what` of an action names, by its verb.
NOTHING: Final = 0
CARD: Final = 1
KIND: Final = 2
COLOUR: Final = 3
SEAT: Final = 4
CHOICE: Final = 5
CARDS: Final = 6  # a set, as bits
PIECES: Final = 7  # a set, as bits

CHOICES: Final = 16  # answers to a numbered question that have codes
EXACT: Final = 6  # amounts from 0 that have codes of their own
PARTS: Final = 4  # the rest goes by quarters
AMOUNTS: Final = EXACT + PARTS + 1


def amount(code: i64, least: i64, most: i64) -> i64:
    """How many an amount's code stands for where `least` … `most` are allowed; -1: it stands for none.

    Every number has one code at most: small ones their own, the others the first part that gives them.

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
    """Where each block of codes begins, and what each verb's `what` and `n` name."""

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
        self.counts_seats: Final = vec[i64]([int(counts) for counts in counts_seats])  # by verb: `n` is a seat

    def thing(self, noun: i64, what: i64, me: i64) -> i64:
        """The code of one thing; -1 where it has none (a number that no question was thought to reach)."""
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
        """The code of a seat, for the one that acts."""
        return self.seat + (seat - me if seat >= me else seat - me + self.seats)

    def party(self, pieces: i64) -> i64:
        """The code of a set of pieces; where the game has none, no code is needed: -1."""
        return self.pieces + pieces if self.kinds > 0 else -1
