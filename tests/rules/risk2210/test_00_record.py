"""The record of 2210: copies, saved rows, what other players know of it, and imagined positions."""

from collections import Counter

import pytest

from kamchatka.editions.risk2210.state import (
    LAND,
    MOON,
    SEA,
    State2210,
    territory_card,
    territory_cards_left,
    unit_total,
    units,
)
from kamchatka.kernel.ages.age import buildings, card_of_kind, cards_left, has_piece, pieces_at, pieces_of
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import ONLOOKER, imagine, view
from kamchatka.match import Match
from tests.ages import place_number
from tests.rules.risk2210.scene import own_record, scene

ROWS = 13


def busy(**options: object) -> Match:
    """Set a table with something of every kind on it."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (1, 2), "tycho": (2, 1), "neo_tokyo": (1, 1)},
        energy={0: 4, 1: 2},
        commanders={0: {"land": "japan", "diplomat": "japan"}, 1: {"naval": "neo_tokyo"}},
        stations=["japan", "mexico"],
        kept={"egypt": 0, "canada": 1, "alden": 1, "neo_paulo": 2},
        hands={0: ["land_frequency_jam_1"], 1: ["naval_hidden_energy_1", "naval_stealth_mods_1"]},
        devastated=["siberia"],
        options=options,
    )
    own = own_record(match)
    own.declared, own.contested, own.jammed, own.truce, own.extractions = 2, 1, 0b10, 0b100, 1
    own.attacked[5], own.landfall[7], own.points[1] = 1, 1, 3
    own.army.colour, own.army.stock = 2, 6
    return match


def test_rows_are_the_whole_record_and_load_takes_them_back() -> None:
    own = own_record(busy())
    other = own_record(scene("Orders", {"japan": (0, 3)}))
    assert other.rows() != own.rows()
    other.load(own.rows())
    assert other.rows() == own.rows()
    assert len(own.rows()) == ROWS


@pytest.mark.parametrize("row", range(1, ROWS))
def test_rows_of_another_length_are_refused(row: int) -> None:
    own = own_record(busy())
    if row == 6:  # numbers of the whole age, not rows by seat or place
        return
    rows = [list(values) for values in own.rows()]
    rows[row].append(0)
    with pytest.raises(ValueError, match="extra="):
        own.load(rows)


def test_a_copy_is_independent() -> None:
    own = own_record(busy())
    copy = own.copy()
    assert isinstance(copy, State2210)
    assert copy.rows() == own.rows()
    assert (copy.kinds, copy.bank, copy.open_sea) == (5, 0, True)
    assert copy.world is own.world
    before = own.rows()
    for row in (
        copy.purse,
        copy.marker,
        copy.piece,
        copy.built,
        copy.hazard,
        copy.held,
        copy.card,
        copy.kept,
        copy.points,
        copy.attacked,
        copy.landfall,
    ):
        row[0] += 7
    copy.army.stock += 1
    copy.number += 1
    assert own.rows() == before


def test_a_turn_clears_only_what_belongs_to_it() -> None:
    own = own_record(busy())
    own.clear_turn()
    assert own.rows()[0] == [0, 0, 0, 0, 0]
    assert sum(own.attacked) + sum(own.landfall) == 0
    assert (sum(own.points), sum(own.purse), sum(own.kept)) == (3, 6, 4)


# ------------------------------------------------------------------ secrets
def seen_cards(match: Match, seat: int) -> dict[str, int]:
    """Return the territory cards that a seat sees as more than hidden."""
    own = view(match.table, seat).state.edition_state
    assert isinstance(own, State2210)
    return {
        place: int(where)
        for place, where in zip(match.game.board.places, own.card, strict=True)
        if where not in (HIDDEN, DECK, DISCARD)
    }


def test_face_down_cards_are_for_their_keeper_alone() -> None:
    match = busy()
    assert seen_cards(match, 0) == {"egypt": 0, "neo_paulo": 2}
    assert seen_cards(match, 1) == {"canada": 1, "alden": 1, "neo_paulo": 2}
    assert seen_cards(match, ONLOOKER) == {"neo_paulo": 2}
    closed = busy(hidden_energy_face_up=False)
    assert seen_cards(closed, 0) == {"egypt": 0}
    assert seen_cards(closed, 2) == {"neo_paulo": 2}
    own = view(match.table, 2).state.edition_state
    assert isinstance(own, State2210)
    assert own.card[place_number(match, "siberia")] == DISCARD
    assert own.card[place_number(match, "japan")] == HIDDEN
    assert own.card[place_number(match, "akara")] == DECK


def test_an_imagined_table_keeps_every_public_count() -> None:
    match = busy()
    found = set()
    for seed in range(25):
        table = imagine(match.game, view(match.table, 2), FastChance(seed))
        own = table.state.edition_state
        assert isinstance(own, State2210)
        kept = Counter((int(where), int(own.world.terrain[n])) for n, where in enumerate(own.card) if where >= 0)
        assert kept == {(0, LAND): 1, (1, LAND): 2, (2, SEA): 1}
        assert HIDDEN not in list(own.card)
        held = Counter((int(where), int(own.backs[card])) for card, where in enumerate(table.state.cards) if where >= 0)
        assert held == {(0, 0): 1, (1, 1): 2}
        assert own.card[place_number(match, "siberia")] == DISCARD
        found.add(tuple(n for n, where in enumerate(own.card) if where == 1))
    assert len(found) > 10


# ------------------------------------------------------------------ questions
def test_units_are_mods_and_commanders() -> None:
    match = busy()
    table = match.table
    places = [place_number(match, place) for place in ("japan", "mexico", "neo_tokyo", "akara")]
    assert [units(table, place) for place in places] == [5, 2, 2, 0]
    assert unit_total(table, 0) == 5
    assert unit_total(table, 2) == 1
    assert pieces_at(table, place_number(match, "japan")) == 0b10001
    assert pieces_at(table, place_number(match, "akara")) == 0
    assert (pieces_of(table, 0), pieces_of(table, 1), pieces_of(table, 2)) == (0b10001, 0b10, 0)
    assert has_piece(table, 1, 1)
    assert not has_piece(table, 0, 1)
    assert [buildings(table, seat) for seat in range(3)] == [1, 1, 0]


def test_decks_are_counted_by_what_everybody_sees() -> None:
    match = busy()
    table = match.table
    assert [cards_left(table, kind) for kind in range(5)] == [19, 18, 20, 20, 20]
    assert [territory_cards_left(table, terrain) for terrain in (LAND, SEA, MOON)] == [42 - 1 - 3, 12, 14]
    lucky = Table(table.board, match.state, FastChance(1), None)
    assert card_of_kind(lucky, 0, 0) == match.game.cards.index("land_frequency_jam_1")
    assert card_of_kind(lucky, 2, 0) == -1
    empty = scene("Orders", {"japan": (0, 3)}, deck={"moon": ["tycho"], "sea": []})
    assert territory_card(empty.table, SEA) == -1
    assert territory_cards_left(empty.table, MOON) == 1
