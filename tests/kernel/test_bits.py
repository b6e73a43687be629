"""Sets of small ints up to bit 62, because compiled shifts beyond bit 31 were once wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.kernel.bits import bit, first, has, members, size

SETS = st.sets(st.integers(0, 62))


def pack(numbers: set[int]) -> int:
    """Return the same set, by plain arithmetic."""
    return sum(2**n for n in numbers)


@pytest.mark.parametrize("n", range(63))
def test_one_member(n: int) -> None:
    assert bit(n) == 2**n
    assert first(bit(n)) == n
    assert members(bit(n)) == [n]
    assert size(bit(n)) == 1
    assert [m for m in range(63) if has(bit(n), m)] == [n]


def test_the_empty_set() -> None:
    assert (members(0), size(0)) == ([], 0)
    assert not any(has(0, n) for n in range(63))


@given(SETS)
def test_any_set(numbers: set[int]) -> None:
    bits = pack(numbers)
    assert members(bits) == sorted(numbers)
    assert size(bits) == len(numbers)
    assert {n for n in range(63) if has(bits, n)} == numbers
    if numbers:
        assert first(bits) == min(numbers)
