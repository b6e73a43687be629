"""Invariants of every state: counts agree, armies have an origin, a seat that is asked can answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.editions.classic.state import ClassicState
from kamchatka.editions.risk2210.cards.card_facts import ModsRaised
from kamchatka.kernel.ages.age import Age, pieces_at
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.record import fields, write_fact
from kamchatka.kernel.facts import ArmiesGranted, ArmiesLost
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Fact, Table
from kamchatka.kernel.view import ONLOOKER, view
from tests.laws.tables import ALL, Setup, advance, begin, moments, setups, steady, step, twin
from tests.teaching.pieces import Kit, units

EDITIONS = pytest.mark.parametrize("edition", ALL)


def counts_agree(setup: Setup, table: Table) -> None:
    """Check that redundant counts agree."""
    state, board = table.state, table.board
    owner, cards = list(state.owner), list(state.cards)
    assert [owner.count(seat) for seat in range(state.seats)] == list(state.lands)
    assert sum(state.lands) + owner.count(NOBODY) == board.size
    held = [
        sum(owner[p] == seat and board.zone[p] == zone for p in range(board.size))
        for seat in range(state.seats)
        for zone in range(board.zones)
    ]
    assert held == list(state.held)
    assert [cards.count(seat) for seat in range(state.seats)] == list(state.hand)
    assert state.fallen == sum(by != NOBODY for by in state.out_by)


def pieces_stand(table: Table) -> None:
    """Check that held places have a piece, unless the conqueror is moving in, and free ones only neutral pieces."""
    state = table.state
    entering = {fields(frame).get("target") for frame in state.agenda}
    resolving = any(type(frame).__name__ == "Resolving" for frame in state.agenda)  # a card empties places for a while
    prepared = not resolving and (NOBODY not in list(state.owner) or state.round > 0)
    for place in range(table.board.size):
        assert state.armies[place] >= 0
        if prepared and place not in entering:
            if state.owner[place] == NOBODY:
                assert state.armies[place] == 0 or has_neutrals(table), place
            else:
                assert pieces(table, place) > 0 or is_heaven(table, place), place
    assert all(stock >= 0 for stock in state.stock)


def pieces(table: Table, place: int) -> int:
    """Return what holds a place for its owner: armies, and in some games captains, commanders, stations."""
    own = table.state.edition_state
    if isinstance(own, Kit):
        return int(units(table, place))
    others = len(members(pieces_at(table, place))) + int(own.built[place]) if isinstance(own, Age) else 0
    return int(table.state.armies[place]) + others


def is_heaven(table: Table, place: int) -> bool:
    """Return whether armies only wait there: it has an owner even when it is empty."""
    return table.board.zone_ids[table.board.zone[place]] == "heavens"


def has_neutrals(table: Table) -> bool:
    """Return whether neutral armies stand on the board."""
    own = table.state.edition_state
    return isinstance(own, ClassicState | Age) and own.army.colour != NOBODY


def whoever_is_asked_can_answer(setup: Setup, table: Table) -> None:
    """Check that asked seats are in the game and have a choice, and that nobody is asked after the end."""
    asked = members(setup.game.awaits(table))
    assert bool(asked) != table.state.over
    for seat in asked:
        assert 0 <= seat < setup.seats
        assert table.state.is_alive(seat)
        assert setup.game.options(table, seat).expand()


@EDITIONS
def test_every_state_is_sane(edition: str) -> None:
    @steady(14)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        journal: list[Fact] = []
        table, luck = begin(setup, seed, journal), FastChance(seed + 1)
        advance(setup.game, table, luck, actions)
        for _ in range(60):
            counts_agree(setup, table)
            pieces_stand(table)
            whoever_is_asked_can_answer(setup, table)
            if table.state.over:
                break
            step(setup.game, table, luck)
        came = (ArmiesGranted, NeutralsPlaced, ModsRaised)
        granted = sum(fields(fact)["armies"] for fact in journal if isinstance(fact, came))
        lost = sum(fields(fact)["armies"] for fact in journal if isinstance(fact, ArmiesLost))
        assert granted - lost == sum(table.state.armies) + sum(table.state.stock)

    law()


@EDITIONS
def test_settling_again_changes_nothing(edition: str) -> None:
    @steady(12)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table, luck = begin(setup, seed), FastChance(seed + 1)
        advance(setup.game, table, luck, actions)
        for _ in range(20):
            if table.state.over:
                return
            before, noted = print_position(setup.game, table.state), list[Fact]()
            setup.game.settle(Table(table.board, table.state, ScriptedChance([]), noted))
            assert noted == []
            assert print_position(setup.game, table.state) == before
            step(setup.game, table, luck)

    law()


@EDITIONS
def test_the_same_luck_and_choices_make_the_same_game(edition: str) -> None:
    @steady(6)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30))
    def law(setup: Setup, seed: int) -> None:
        told = []
        for _ in range(2):
            journal: list[Fact] = []
            advance(setup.game, begin(setup, seed, journal), FastChance(seed + 1), 400)
            told.append([write_fact(setup.game, fact) for fact in journal])
        assert told[0] == told[1]

    law()


@EDITIONS
def test_a_copy_goes_its_own_way(edition: str) -> None:
    @steady(10)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table = begin(setup, seed)
        advance(setup.game, table, FastChance(seed + 1), actions)
        here = print_position(setup.game, table.state)
        ends = []
        for _ in range(2):
            copy = twin(table, seed)
            assert print_position(setup.game, copy.state) == here
            advance(setup.game, copy, FastChance(3), 60)
            ends.append(print_position(setup.game, copy.state))
            assert print_position(setup.game, table.state) == here
        assert ends[0] == ends[1]

    law()


@EDITIONS
def test_a_position_and_a_view_read_back_as_they_were_printed(edition: str) -> None:
    @steady(20)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table = begin(setup, seed)
        advance(setup.game, table, FastChance(seed + 1), actions)
        for state in (table.state, *(view(table, seat).state for seat in range(ONLOOKER, setup.seats))):
            text = print_position(setup.game, state)
            assert print_position(setup.game, parse_position(setup.game, text)) == text

    law()


@EDITIONS
def test_a_game_resumed_from_its_position_goes_on_alike(edition: str) -> None:
    @steady(10)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        table = begin(setup, seed)
        advance(setup.game, table, FastChance(seed + 1), actions)
        saved = parse_position(setup.game, print_position(setup.game, table.state))
        ends = []
        for state in (table.state, saved):
            journal: list[Fact] = []
            other = Table(table.board, state, FastChance(9), journal)
            advance(setup.game, other, FastChance(3), 80)
            ends.append((print_position(setup.game, state), [write_fact(setup.game, fact) for fact in journal]))
        assert ends[0] == ends[1]

    law()
