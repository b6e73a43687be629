"""Armies and pieces that move together: which sets may join, and with how many armies, by formula and by listing."""

from itertools import product

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import LOSE, MOVE, OCCUPY, ROLL, Action, Options
from kamchatka.kernel.parties import Parties


def alone(
    least: int, most: int, pieces: int, forced: int = 0, units: int = -1, at_least: int = 1, led: bool = False
) -> Parties:
    """Return one choice that names no places."""
    parties = Parties(ROLL, at_least, led)
    parties.add(-1, -1, least, most, pieces, forced, units)
    return parties


def listed(parties: Parties) -> set[tuple[int, int]]:
    """Return armies and pieces of every action."""
    return {(int(one.n), int(one.what)) for one in parties.expand()}


def test_armies_alone_are_a_range() -> None:
    assert listed(alone(0, 3, 0)) == {(1, 0), (2, 0), (3, 0)}
    assert listed(alone(2, 3, 0)) == {(2, 0), (3, 0)}
    assert listed(alone(0, 5, 0, units=2)) == {(1, 0), (2, 0)}


def test_pieces_count_as_units() -> None:
    assert listed(alone(0, 2, 0b11, units=2)) == {(1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3)}
    assert listed(alone(0, 0, 0b101)) == {(0, 1), (0, 4), (0, 5)}


def test_forced_pieces_always_come() -> None:
    assert listed(alone(0, 2, 0b11, forced=0b10)) == {(0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)}
    assert listed(alone(0, 2, 0b11, forced=0b11, units=2)) == {(0, 3)}


def test_led_armies_come_only_with_all_pieces() -> None:
    assert listed(alone(0, 3, 0b11, units=3, led=True)) == {(0, 1), (0, 2), (0, 3), (1, 3)}
    assert listed(alone(0, 3, 0b111, units=1, led=True)) == {(0, 1), (0, 2), (0, 4)}


def test_exactly_so_many_units() -> None:
    assert listed(alone(0, 3, 0b11, units=2, at_least=2)) == {(2, 0), (1, 1), (1, 2), (0, 3)}


def test_a_choice_of_nothing_is_not_added() -> None:
    assert alone(0, 0, 0).count() == 0
    assert alone(0, 3, 0, at_least=4).count() == 0
    assert alone(0, 3, 0, units=0).count() == 0
    assert Options().add(alone(0, 0, 0)).ranges == []


@pytest.mark.parametrize("verb", [MOVE, OCCUPY])
def test_from_place_to_place(verb: int) -> None:
    parties = Parties(verb, 0)
    parties.add(68, 0, 0, 9000, 0b11111, 0, 9004)
    parties.add(1, 2, 1, 3, 0)
    assert parties.count() == 2
    assert parties.allows(Action(verb, 68, 0, 9000, 0b1111))
    assert not parties.allows(Action(verb, 68, 0, 9000, 0b11111))
    assert parties.allows(Action(verb, 68, 0, 8999, 0b11111))
    assert parties.allows(Action(verb, 68, 0, 0, 0))
    assert not parties.allows(Action(verb, 1, 2, 0, 0))
    assert not parties.allows(Action(verb, 2, 1, 1, 0))
    assert not parties.allows(Action(verb, 1, 2, 1, 1))
    assert not parties.allows(Action(verb, 1, 2, 1, -1))
    assert not parties.allows(Action(verb, 1, 2, -1, 0))
    assert not parties.allows(Action(verb, -1, -1, 1, 0))
    assert parties.alone() is None
    party = parties.between(1, 2)
    assert party is not None
    assert (party.least, party.most, party.units) == (1, 3, 3)
    assert parties.between(2, 1) is None


def test_the_only_choice_without_places() -> None:
    party = alone(0, 3, 0b1, units=2).alone()
    assert party is not None
    assert (party.at, party.to, party.most, party.pieces, party.forced, party.units) == (-1, -1, 3, 1, 0, 2)


def test_a_sample_is_one_of_the_listed_and_all_of_them_come() -> None:
    parties, luck = alone(0, 2, 0b101, forced=0b1, units=3), FastChance(5)
    drawn = {(int(one.n), int(one.what)) for one in (parties.nth(0, luck) for _ in range(200))}
    assert drawn == listed(parties)
    assert all(parties.allows(one) for one in parties.expand())
    assert all(one.verb == ROLL for one in parties.expand())
    assert Parties(LOSE).verb == LOSE


def fullest(parties: Parties, at: int = -1, to: int = -1) -> tuple[int, ...]:
    """Return verb, places, armies and pieces of the fullest party between two places, or of the only one."""
    party = parties.alone() if at < 0 else parties.between(at, to)
    assert party is not None
    one = parties.fullest(party)
    return int(one.verb), int(one.at), int(one.to), int(one.n), int(one.what)


def test_the_fullest_party_has_the_most_units_and_of_these_the_fewest_pieces() -> None:
    """The fullest party has the most units and then the fewest pieces: here one piece, either of two."""
    assert fullest(alone(0, 3, 0b11, units=4)) == (ROLL, -1, -1, 3, 0b10)
    assert fullest(alone(0, 0, 0b1)) == (ROLL, -1, -1, 0, 0b1)
    march = Parties(MOVE)
    march.add(4, 7, 0, 5, 0)
    assert fullest(march, 4, 7) == (MOVE, 4, 7, 5, 0)


def test_a_choice_is_not_alone_beside_another_or_with_places() -> None:
    two = alone(0, 3, 0)
    two.add(-1, -1, 1, 2, 0)
    assert two.alone() is None
    placed = Parties(MOVE)
    placed.add(4, 7, 0, 5, 0)
    assert placed.alone() is None


LIMITS = [(least, most) for least in range(3) for most in range(4)]


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("at_least", [0, 1, 2, 3])
def test_a_choice_is_there_when_anything_may_come(at_least: int, led: bool) -> None:
    """A choice exists if any set of pieces may join: the shortcut agrees with an enumeration of every set."""
    for (least, most), pieces, forced, units in product(LIMITS, [0, 0b1, 0b101, 0b111], [0, 0b1, 0b10], range(6)):
        parties = alone(least, most, pieces, forced, units, at_least, led)
        expected = {
            (n, what)
            for n, what in product(range(least, most + 1), range(8))
            if what & ~pieces == 0 == forced & ~what
            and at_least <= n + what.bit_count() <= units
            and (not led or what == pieces or n == 0)
        }
        assert (parties.count(), listed(parties)) == (1 if expected else 0, expected)
        only = parties.only()
        sole = None if only is None else {(int(only.n), int(only.what))}
        assert sole == (expected if len(expected) == 1 else None)
