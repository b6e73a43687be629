"""Sources of random numbers. The rules only call `below` and never know the source."""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Interface of random sources."""

    def below(self, n: i64) -> i64:
        """Return a uniformly distributed number from 0 to n - 1."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, object]:
        """Return all attributes for copies and pickles; mypyc's own method omits those of interpreted subclasses."""
        compiled: tuple[str, ...] = getattr(type(self), "__mypyc_attrs__", ())
        state: dict[str, object] = {name: getattr(self, name) for name in compiled}
        state.update(getattr(self, "__dict__", {}))
        return state

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


@final
class FastChance(Chance):
    """xorshift32 in i64: fast, with the same results interpreted and compiled. For simulations only."""

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
    """Random numbers derived from a secret key: draw i is a keyed hash of i.

    Once the key is published, anyone can verify every die against the commitment.
    """

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key: Final = key
        self.drawn: int = drawn  # draws so far; the only state needed to resume a game

    def commitment(self) -> str:
        """Return the hash of the key. It is published before the first die, the key after the game."""
        return sha256(b"kamchatka " + self.key).hexdigest()

    def below(self, n: i64) -> i64:
        whole = 1 << 56
        fair = whole - whole % int(n)  # larger numbers would favour low results
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
    """Scripted numbers for tests. Raises an error if the numbers run out or one is too large."""

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

    def count_unused(self) -> int:
        """Count the numbers not used yet; tests check that none is left."""
        return len(self.numbers) - self.used


@final
class RecordedChance(Chance):
    """A wrapper that records the draws of another source for the journal."""

    def __init__(self, source: Chance) -> None:
        self.source: Final = source
        self.draws: list[tuple[int, int]] = []

    def below(self, n: i64) -> i64:
        value = self.source.below(n)
        self.draws.append((n, value))
        return value
