"""The record of Godstorm: copies, saved rows and the end of a turn; and small queries about places."""

import pytest

from kamchatka.editions.godstorm.places import (
    ALTARS,
    CRYPTS,
    count_controlled,
    heaven_of,
    holds_continent,
    is_open,
    is_sunk,
    lands_of,
    neighbours,
)
from kamchatka.editions.godstorm.state import (
    AtlantisSank,
    DefendersBeaten,
    FervourKindled,
    GodGone,
    GodsAvenged,
    GodstormState,
    GroundHallowed,
    LastPlagueUsed,
    LinkClosed,
    PlagueLifted,
    RelicLost,
    edition_state,
    god_place,
    has_relic,
    in_play,
    temples_left,
    temples_of,
)
from kamchatka.kernel.ages.age_facts import TurnCleared
from kamchatka.kernel.state import NOBODY
from kamchatka.match import Match
from tests.ages import place_number
from tests.rules.godstorm.scene import ATLANTIS, scene


def busy() -> Match:
    """Set a table with something of every kind on it."""
    match = scene(
        "Invade",
        {"egypt": (0, 5), "corsica": (2, 3)},
        faith={0: 4, 2: 7},
        gods={0: {"war": "egypt"}},
        temples=["egypt", "corsica"],
        plague=["roma"],
        relics={"aegis": 1, "the_wine_of_eternal_life": 2},
        hands={1: ["lava_erupts", "heroes_are_born"]},
        below={"u03": (0, 2), "u05": (0, 1)},
    )
    carthage, sicilia = place_number(match, "carthage"), place_number(match, "sicilia")
    for one in (
        FervourKindled(1, 4),
        GroundHallowed(place_number(match, "thule")),
        GodGone(2),
        DefendersBeaten(),
        DefendersBeaten(),
        GodsAvenged(),
        LastPlagueUsed(),
        LinkClosed(carthage, sicilia),
    ):
        match.table.note(one)
    return match


def test_a_copy_is_alike_and_independent() -> None:
    own = edition_state(busy().table)
    other = own.copy()
    assert isinstance(other, GodstormState)
    assert other.rows() == own.rows()
    other.relics[0], other.fervour[1], other.purse[0], other.piece[2] = 2, 9, 9, 9
    other.built[0] = other.hazard[0] = other.held[0] = other.marker[0] = 9
    assert (own.relics[0], own.fervour[1], own.purse[0]) == (1, 4, 4)
    assert 9 not in [*own.piece, *own.built, *own.hazard, *own.held, *own.marker]


def test_rows_are_the_whole_record() -> None:
    """Loading saved rows restores every number."""
    own, other = edition_state(busy().table), edition_state(scene("Invade", {"corsica": (2, 3), "egypt": (0, 2)}).table)
    assert own.rows()[2] == [0, 0, own.maelstrom, own.sacred, 0b100, 2, 1]
    assert other.rows() != own.rows()
    other.load(own.rows())
    assert other.rows() == own.rows()
    assert (other.avenged, other.sunk, other.beaten, other.spare_plague) == (True, False, 2, 0)


@pytest.mark.parametrize("row", [0, 1, 2])
def test_rows_of_another_length_are_refused(row: int) -> None:
    own = edition_state(busy().table)
    rows = [list(values) for values in own.rows()]
    rows[row].append(0)
    with pytest.raises(ValueError, match=r"extra=|unpack"):
        own.load(rows)


def test_a_new_turn_forgets_what_lasted_for_one() -> None:
    match = busy()
    match.table.note(TurnCleared())
    own = edition_state(match.table)
    assert (own.sacred, own.gone, own.beaten, own.avenged, list(own.fervour)) == (0, 0, 0, False, [0, 0, 0])
    assert own.maelstrom != 0  # this lasts


def test_where_the_gods_are() -> None:
    table = busy().table
    assert god_place(table, 0, 2) == place_number(busy(), "egypt")
    assert [in_play(table, 0, kind) for kind in range(4)] == [False, False, True, False]
    assert (god_place(table, NOBODY, 2), in_play(table, NOBODY, 3)) == (NOBODY, False)


def test_temples_and_relics() -> None:
    match = busy()
    table = match.table
    assert (temples_of(table, 0), temples_of(table, 1), temples_left(table)) == ([place_number(match, "egypt")], [], 10)
    assert [has_relic(table, seat, 17) for seat in (0, 1, 2, NOBODY)] == [False, True, False, False]
    assert [has_relic(table, seat, 31) for seat in (1, 2)] == [False, True]
    table.note(RelicLost(31))
    assert not has_relic(table, 2, 31)
    table.note(PlagueLifted(place_number(match, "roma")))
    assert sum(edition_state(table).hazard) == 0


def test_places_on_the_joined_board() -> None:
    match = busy()
    table = match.table
    assert [match.game.board.places[heaven_of(table, seat)] for seat in range(3)] == ["kurnugia", "avalon", "duat"]
    assert (lands_of(table, 0), lands_of(table, 1), lands_of(table, 2)) == (1, 40, 1)
    assert [holds_continent(table, 1, zone) for zone in range(6)] == [False, True, False, True, True, True]
    assert (
        count_controlled(table, 0, ALTARS),
        count_controlled(table, 0, CRYPTS),
        count_controlled(table, 1, ALTARS),
    ) == (1, 1, 0)


def test_sunken_land_and_the_maelstrom_close_ways() -> None:
    match = busy()
    table = match.table
    carthage, sicilia, atlas = (place_number(match, place) for place in ("carthage", "sicilia", "atlas"))
    oricalcos, apulia = place_number(match, "oricalcos"), place_number(match, "apulia")
    assert not is_open(table, carthage, sicilia)
    assert not is_open(table, sicilia, carthage)
    assert is_open(table, carthage, atlas)
    assert is_open(table, sicilia, apulia)
    assert is_open(table, atlas, oricalcos)
    assert sicilia not in neighbours(table, carthage)
    assert oricalcos in neighbours(table, atlas)
    table.note(AtlantisSank())
    assert not is_open(table, atlas, oricalcos)
    assert not is_open(table, oricalcos, atlas)
    assert [place for place in match.game.board.places if is_sunk(table, place_number(match, place))] == [
        "hesperide",
        "tritonis",
        "poseidonis",
        "oricalcos",
    ]
    assert len(ATLANTIS) == 4
