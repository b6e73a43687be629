"""Luck: the same numbers everywhere for a seed, fair and verifiable for a key, scripted exactly for a test."""

import hashlib
from collections import Counter

import pytest

from kamchatka.kernel.chance import Chance, FastChance, RecordedChance, ScriptedChance, SealedChance

KEY = bytes(range(32))


def test_the_port_itself_gives_nothing() -> None:
    with pytest.raises(NotImplementedError):
        Chance().below(6)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [3, 3, 0, 29, 989, 2087949471]),
        (1, [5, 4, 1, 24, 907, 418756857]),
        (-7, [5, 3, 1, 33, 192, 1783756576]),
        (2**40, [3, 5, 5, 17, 698, 1538766792]),
    ],
)
def test_fast_golden_numbers(seed: int, numbers: list[int]) -> None:
    chance = FastChance(seed)
    assert [chance.below(n) for n in (6, 6, 6, 42, 1000, 2**31)] == numbers


def test_fast_stays_below_and_reaches_everything() -> None:
    chance = FastChance(5)
    counts = Counter(chance.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(800 < count < 1200 for count in counts.values())
    assert {chance.below(1) for _ in range(50)} == {0}


def test_fast_never_stands_still() -> None:
    for seed in range(200):
        assert FastChance(seed).x != 0


# ------------------------------------------------------------------ sealed
def by_hand(key: bytes, drawn: int, n: int) -> int:
    """Return draw number `drawn` as anybody can verify it, rejecting numbers that would favour low results."""
    attempt = 0
    while True:
        digest = hashlib.blake2b(f"{drawn} {attempt}".encode(), key=key, digest_size=7).digest()
        number = int.from_bytes(digest, "big")
        if number < 2**56 // n * n:
            return number % n
        attempt += 1


def test_sealed_draws_can_be_checked_with_the_key() -> None:
    chance = SealedChance(KEY)
    sides = [1, 2, 6, 7, 44, 2**31, 2**55 + 1, 2**56]
    assert [chance.below(n) for n in sides * 9] == [by_hand(KEY, i, n) for i, n in enumerate(sides * 9)]
    assert chance.drawn == 72


def test_sealed_rejects_what_would_not_be_fair() -> None:
    # just above half of all numbers, so that nearly every second one is rejected and retries really happen
    n = 2**55 + 1
    digests = [hashlib.blake2b(f"{i} 0".encode(), key=KEY, digest_size=7).digest() for i in range(40)]
    assert [digest for digest in digests if int.from_bytes(digest, "big") >= n]
    chance = SealedChance(KEY)
    assert [chance.below(n) for _ in range(40)] == [by_hand(KEY, i, n) for i in range(40)]


def test_sealed_goes_on_where_it_stood_and_depends_on_the_key() -> None:
    whole, other = SealedChance(KEY), SealedChance(KEY[::-1])
    numbers = [whole.below(1000) for _ in range(20)]
    resumed = SealedChance(KEY, 12)
    assert [resumed.below(1000) for _ in range(8)] == numbers[12:]
    assert resumed.drawn == 20
    assert [SealedChance(KEY).below(1000)] == numbers[:1]
    assert [other.below(1000) for _ in range(20)] != numbers


def test_sealed_is_uniform() -> None:
    chance = SealedChance(KEY)
    counts = Counter(chance.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_the_commitment_binds_the_key_and_does_not_show_it() -> None:
    commitment = SealedChance(KEY).commitment()
    assert commitment == hashlib.sha256(b"kamchatka " + KEY).hexdigest()
    assert commitment != SealedChance(KEY[::-1]).commitment()
    assert KEY.hex() not in commitment
    assert SealedChance(KEY, 9).commitment() == commitment


# ------------------------------------------------------------------ scripted and recorded
def test_scripted_gives_the_script_and_nothing_more() -> None:
    chance = ScriptedChance([0, 5, 2])
    assert chance.count_unused() == 3
    assert [chance.below(6), chance.below(6)] == [0, 5]
    assert (chance.count_unused(), chance.used) == (1, 2)
    assert chance.below(3) == 2
    with pytest.raises(ValueError, match="the script ends after 3 numbers, and one below 6 is asked"):
        chance.below(6)


@pytest.mark.parametrize("number", [6, 7, -1])
def test_scripted_numbers_must_fit(number: int) -> None:
    chance = ScriptedChance([number])
    with pytest.raises(ValueError, match=rf"number 0 of the script is {number}: it does not fit below\(6\)"):
        chance.below(6)
    assert chance.count_unused() == 1


def test_recorded_writes_every_draw_down() -> None:
    chance = RecordedChance(ScriptedChance([3, 1]))
    assert (chance.below(6), chance.below(2)) == (3, 1)
    assert chance.draws == [(6, 3), (2, 1)]
