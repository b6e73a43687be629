"""Luck comes through one method, `below`. Rules never see where it comes from."""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The port: anything with `below` can be the luck of a table."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely as the others."""
        raise NotImplementedError


@final
class FastChance(Chance):
    """xorshift32 in i64: quick, the same numbers interpreted and compiled. For simulation only."""

    def __init__(self, seed: int) -> None:
        self.x: i64 = (seed * 2654435761 + 1013904223) % 4294967295 + 1

    def below(self, n: i64) -> i64:
        x = self.x
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.x = x
        return (x * n) >> 32


@final
class SealedChance(Chance):
    """Draw number i is a keyed hash of i: once the key is shown, anyone can check every die against the commitment."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key: Final = key
        self.drawn: int = drawn  # draws so far: all that a resumed game must know

    def commitment(self) -> str:
        """Published before the first die; the key is published after the game."""
        return sha256(b"kamchatka " + self.key).hexdigest()

    def below(self, n: i64) -> i64:
        whole = 1 << 56
        fair = whole - whole % int(n)  # numbers from here on would favour the low results
        attempt = 0
        while True:
            count = b"%d %d" % (self.drawn, attempt)
            number = int.from_bytes(blake2b(count, key=self.key, digest_size=7).digest(), "big")
            if number < fair:
                self.drawn += 1
                return number % int(n)
            attempt += 1


@final
class ScriptedChance(Chance):
    """The numbers a test wants, in order; running out, or a number that does not fit, is an error of the script."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers: Final = numbers
        self.used: int = 0

    def below(self, n: i64) -> i64:
        if self.used == len(self.numbers):
            raise ValueError(f"the script ends after {self.used} numbers, and one below {n} is asked")
        value = self.numbers[self.used]
        if not 0 <= value < n:
            raise ValueError(f"number {self.used} of the script is {value}: it does not fit below({n})")
        self.used += 1
        return value

    def left(self) -> int:
        """Numbers not yet used: a test that scripts too many is a test that errs."""
        return len(self.numbers) - self.used


@final
class RecordedChance(Chance):
    """Another chance with its draws written down, so that a journal can hold them."""

    def __init__(self, source: Chance) -> None:
        self.source: Final = source
        self.draws: list[tuple[int, int]] = []

    def below(self, n: i64) -> i64:
        value = self.source.below(n)
        self.draws.append((n, value))
        return value
