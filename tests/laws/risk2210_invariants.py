"""Invariants of 2210 after every action: control, pieces, cards, energy and the limits of a turn."""

from kamchatka.editions.risk2210.battle.battle import FOUGHT, Assault
from kamchatka.editions.risk2210.battle.conquest import Entering
from kamchatka.editions.risk2210.pieces.stations import MOST_STATIONS
from kamchatka.editions.risk2210.state import KINDS, TERRAINS, Calamity, State2210, units
from kamchatka.kernel.ages.age import buildings, cards_left, pieces_at
from kamchatka.kernel.bits import members, size
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.market import Buying
from kamchatka.kernel.state import DECK, DISCARD, NOBODY
from kamchatka.kernel.table import Table


def check(game: Game, table: Table) -> None:
    """Check all invariants."""
    own = table.state.edition_state
    assert isinstance(own, State2210)
    _check_places(table, own)
    _check_commanders(table, own)
    _check_cards(table, own)
    _check_turn(table, own)
    assert min(own.purse) >= 0
    assert own.bank == 0 or sum(own.purse) <= own.bank


def _check_places(table: Table, own: State2210) -> None:
    """Units or a station hold a place, except while a conqueror moves in or a card takes effect."""
    state = table.state
    settled = not any(isinstance(frame, Calamity) for frame in state.agenda)
    entered = [frame.target for frame in state.agenda if isinstance(frame, Entering)]
    beaten = [frame.target for frame in state.agenda if isinstance(frame, Assault) and frame.stage == FOUGHT]
    for place in range(table.board.size):
        held = units(table, place) > 0 or own.built[place] == 1
        if own.hazard[place]:
            assert state.owner[place] == NOBODY
            assert state.armies[place] == 0
            assert own.built[place] == 0
        elif state.owner[place] == NOBODY:
            assert own.built[place] == 0
            assert state.armies[place] == 0 or state.seats == 2
        elif settled and place not in entered and place not in beaten and state.round > 0:
            assert held
        assert state.armies[place] >= 0
    for seat in range(state.seats):
        assert buildings(table, seat) <= MOST_STATIONS


def _check_commanders(table: Table, own: State2210) -> None:
    """Commanders stand in places of their owner, at most one of each kind."""
    state = table.state
    for seat in range(state.seats):
        for kind in range(KINDS):
            place = own.piece[seat * KINDS + kind]
            assert place == NOBODY or state.owner[place] == seat
    standing = sum(size(pieces_at(table, place)) for place in range(table.board.size))
    assert standing == sum(place != NOBODY for place in own.piece)


def _check_cards(table: Table, own: State2210) -> None:
    """No card is lost or duplicated, and the public counts are right."""
    state = table.state
    for seat in range(state.seats):
        held = [own.backs[card] for card, where in enumerate(state.cards) if where == seat]
        assert [held.count(kind) for kind in range(KINDS)] == list(own.held[seat * KINDS : (seat + 1) * KINDS])
        assert len(held) == state.hand[seat]
        kept = [own.world.terrain[place] for place, where in enumerate(own.card) if where == seat]
        assert [kept.count(terrain) for terrain in range(TERRAINS)] == list(own.kept[seat * 3 : (seat + 1) * 3])
        if not state.is_alive(seat):
            assert not held
            assert not kept
            assert own.purse[seat] == 0
    for kind in range(KINDS):
        assert cards_left(table, kind) == sum(
            where == DECK for card, where in enumerate(state.cards) if own.backs[card] == kind
        )
    assert all(where >= 0 or where in (DECK, DISCARD) for where in own.card)


def _check_turn(table: Table, own: State2210) -> None:
    """A single turn stays within its limits."""
    state = table.state
    for frame in state.agenda:
        if isinstance(frame, Buying):
            assert sum(frame.ordered) <= 4
            assert own.declared == 0
    order = list(state.order[: state.seats])
    assert sorted(order) == list(range(state.seats))
    taken = [number for number in own.marker if number]
    assert len(taken) == len(set(taken))
    assert all(1 <= number <= state.seats for number in taken)
    assert all(state.is_alive(seat) for seat in members(state.winners)) or state.fallen == state.seats
