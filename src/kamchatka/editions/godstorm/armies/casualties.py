"""Casualties of battles, plague and miracles: armies, banished gods, and eliminated seats (god.order.5)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.places import LANDS, heaven_of, lands_of
from kamchatka.editions.godstorm.state import (
    FIRST_CARD,
    KINDS,
    MAGIC,
    ArmiesDisbanded,
    GodGone,
    RelicLost,
    WentToHeaven,
    edition_state,
    god_place,
    is_plagued,
)
from kamchatka.kernel.ages.age_facts import CardGivenUp, PieceLost, PiecePosted, PurseChanged
from kamchatka.kernel.facts import ArmiesLost, Eliminated, Vacated
from kamchatka.kernel.ports import Ending
from kamchatka.kernel.rules.ages import cut_turn
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table


@final
class Afterlife:
    """Where victims of plague and miracles go: to heaven or back to the reserve (god.info.15)."""

    def __init__(self, heaven: bool) -> None:
        self.heaven: Final = heaven

    def destroy(self, table: Table, place: i64, armies: i64) -> None:
        """Destroy armies of a place by plague or a miracle, but no more than there are."""
        fell(table, place, armies, self.heaven)
        forsake(table, place)


def fell(table: Table, place: i64, armies: i64, heaven: bool) -> None:
    """Kill armies of a place.

    They go to their owner's heaven. If `heaven` is false, the place is in the Underworld or they are neutral, they go
    to the reserve.
    """
    state = table.state
    armies = min(armies, state.armies[place])
    if armies == 0:
        return
    if heaven and place < LANDS and state.owner[place] != NOBODY:
        table.note(WentToHeaven(place, heaven_of(table, state.owner[place]), armies))
    else:
        table.note(ArmiesLost(place, armies))


def forsake(table: Table, place: i64) -> None:
    """If no army is left in the place, banish its gods and free it (god.info.14, god.info.20)."""
    state = table.state
    if state.armies[place] == 0 and state.owner[place] != NOBODY:
        banish_all(table, place)
        table.note(Vacated(place))


def banish(table: Table, seat: i64, kind: i64) -> None:
    """Move a god back to its pantheon card (god.info.13)."""
    table.note(PieceLost(seat, kind))
    if seat == table.state.turn:
        table.note(GodGone(kind))


def banish_all(table: Table, place: i64) -> None:
    """Banish every god in a place."""
    for seat in range(table.state.seats):
        for kind in range(i64(KINDS)):
            if god_place(table, seat, kind) == place:
                banish(table, seat, kind)


def post(table: Table, seat: i64, kind: i64, place: i64) -> None:
    """Move a god to a place. Plague there banishes it at once (god.play.14)."""
    table.note(PiecePosted(seat, kind, place))
    if is_plagued(table, place):
        banish(table, seat, kind)


def strike_with_plague(table: Table, place: i64, armies: i64, afterlife: Afterlife) -> None:
    """Kill half of these armies (rounded down) and banish every god there (god.plague.1, god.conquest.6)."""
    banish_all(table, place)
    afterlife.destroy(table, place, armies // 2)


def eliminate(table: Table, seat: i64, by: i64) -> None:
    """Eliminate a seat. Its cards, relics, faith and remaining armies leave the game (god.elim.1-3)."""
    state = table.state
    table.note(Eliminated(seat, by))
    for card in range(i64(len(state.cards))):
        if state.cards[card] == seat:
            table.note(CardGivenUp(seat, card))
    for relic in range(i64(len(edition_state(table).relics))):
        if edition_state(table).relics[relic] == seat:
            table.note(RelicLost(FIRST_CARD[MAGIC] + relic))
    if edition_state(table).purse[seat] > 0:
        table.note(PurseChanged(seat, -edition_state(table).purse[seat], "elimination.cards"))
    if state.stock[seat] > 0:
        table.note(ArmiesDisbanded(seat, state.stock[seat]))
    for place in range(LANDS, table.board.size):
        if state.owner[place] == seat:
            if state.armies[place] > 0:
                table.note(ArmiesLost(place, state.armies[place]))
            table.note(Vacated(place))


def fall(table: Table, by: i64) -> None:
    """Eliminate seats without armies on the Ancient Earth at once, in any seat's turn (god.elim.1)."""
    state = table.state
    cut = False
    for seat in range(state.seats):
        if state.is_alive(seat) and lands_of(table, seat) == 0:
            eliminate(table, seat, by)
            cut = cut or seat == state.turn
    if cut:  # a seat eliminated in its own turn ends that turn (god.elim.8)
        cut_turn(table)


@final
class Falls(Ending):
    """Eliminate seats that fell in a battle of the seat in turn. Miracles name the responsible player themselves."""

    def check(self, table: Table) -> None:
        if table.state.turn != NOBODY:
            fall(table, table.state.turn)
