"""Invariants of a Godstorm table after every action."""

from kamchatka.editions.godstorm.places import ATLANTIS, HEAVENS, LANDS
from kamchatka.editions.godstorm.state import FIRST_CARD, KINDS, MAGIC, TEMPLES, ArmiesDisbanded, edition_state
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesGranted, ArmiesLost
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.kernel.state import DECK, DISCARD, NOBODY
from kamchatka.kernel.table import Table


def check(game: Game, table: Table) -> None:
    """Check all invariants."""
    places(table)
    gods(table)
    cards(game, table)
    land(table)
    if table.journal is not None:
        armies_come_and_go(table)


def places(table: Table) -> None:
    """A place's owner has an army there unless it is moving in; neutral armies occur with two seats only."""
    state = table.state
    entering = {fields(frame).get("target") for frame in state.agenda}
    assert all(armies >= 0 for armies in state.armies)
    for place in range(HEAVENS):
        if state.turn == NOBODY or place in entering:
            continue
        if state.owner[place] == NOBODY:
            assert state.armies[place] == 0 or (state.seats == 2 and place < LANDS), place
        else:
            assert state.armies[place] > 0, place
    for heaven in range(HEAVENS, table.board.size):
        assert state.armies[heaven] == 0 or state.owner[heaven] != NOBODY


def gods(table: Table) -> None:
    """Gods stand on the Ancient Earth, in places of their owner."""
    state, own = table.state, edition_state(table)
    fought_for = {fields(frame).get("target") for frame in state.agenda}
    for seat in range(state.seats):
        for kind in range(KINDS):
            place = own.piece[seat * KINDS + kind]
            if place != NOBODY:
                assert 0 <= place < LANDS
                assert state.owner[place] == seat or (state.owner[place] == NOBODY and place in fought_for)
    for seat in range(state.seats):
        assert own.purse[seat] >= 0


def cards(game: Game, table: Table) -> None:
    """Every card is in its deck, in a hand or face up; relics in play lie face up and belong to living players."""
    state, own = table.state, edition_state(table)
    assert {where for where in state.cards if where < 0} <= {DECK, DISCARD}
    for seat in range(state.seats):
        held = [0] * KINDS
        for card in range(len(game.cards)):
            if state.cards[card] == seat:
                held[own.backs[card]] += 1
        assert held == list(own.held[seat * KINDS : (seat + 1) * KINDS])
        assert held[MAGIC] == 0
        assert state.is_alive(seat) or sum(held) == 0
    for relic, seat in enumerate(own.relics):
        if seat != NOBODY:
            assert state.cards[FIRST_CARD[MAGIC] + relic] == DISCARD
            assert state.is_alive(seat)


def land(table: Table) -> None:
    """At most twelve temples and five plagues, all on the Ancient Earth; sunken places stay empty."""
    state, own = table.state, edition_state(table)
    assert sum(own.built) <= TEMPLES
    assert sum(own.hazard) + own.spare_plague <= 5
    assert not any(own.built[LANDS:])
    assert not any(own.hazard[LANDS:])
    for place in range(LANDS):
        if own.sunk and table.board.zone[place] == ATLANTIS:
            assert (state.owner[place], state.armies[place]) == (NOBODY, 0)
            assert not own.built[place]
            assert not own.hazard[place]


def armies_come_and_go(table: Table) -> None:
    """Armies move only between land, heaven, Underworld and reserve; an eliminated seat has none."""
    journal = table.journal or []
    granted = sum(fields(fact)["armies"] for fact in journal if isinstance(fact, ArmiesGranted | NeutralsPlaced))
    lost = sum(fields(fact)["armies"] for fact in journal if isinstance(fact, ArmiesLost | ArmiesDisbanded))
    assert granted - lost == sum(table.state.armies) + sum(table.state.stock)
    assert not any(table.state.stock[seat] for seat in range(table.state.seats) if not table.state.is_alive(seat))
