"""Positions of games of ages: purses, pieces, buildings and hands, and an opened phase of a turn."""

from collections.abc import Iterable, Mapping

from kamchatka.editions.display import Counter
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import (
    AgeBegan,
    Built,
    CardTaken,
    MarkerTaken,
    PiecePosted,
    PurseChanged,
    TurnCleared,
)
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import OrderGiven, TurnBegan
from kamchatka.kernel.rules.ages import Ages, AgeTurn
from kamchatka.match import Match

Told = tuple[str, str, str, int]  # a counter: its id, Italian name, English name, value


def describe_counters(counters: Iterable[Counter]) -> list[Told]:
    """Return the counters in readable form."""
    return [(one.id, one.text("it"), one.text("en"), one.value) for one in counters]


def place_number(match: Match, place: str) -> int:
    """Return the number of a place."""
    return number_of(match.game, "place", place)


def endow(
    match: Match,
    purses: Mapping[int, int],
    pieces: Mapping[int, Mapping[str, str]],
    buildings: Iterable[str],
    hands: Mapping[int, Iterable[str]],
) -> None:
    """Give the seats purses, pieces by kind and place, buildings by place, and cards."""
    note, game = match.table.note, match.game
    for seat, amount in purses.items():
        note(PurseChanged(seat, amount, "card.cost"))
    for seat, posts in pieces.items():
        for kind, place in posts.items():
            note(PiecePosted(seat, game.kinds.index(kind), place_number(match, place)))
    for place in buildings:
        note(Built(place_number(match, place)))
    for seat, cards in hands.items():
        for name in cards:
            card = number_of(game, "card", name)
            note(CardTaken(seat, age(match.table).backs[card], card))


def open_phase(match: Match, phase: str, turn: int, number: int, order: Iterable[int] = ()) -> None:
    """Open a phase of a seat's turn in the age with that number, or a closing step after the last turn; settle it."""
    note = match.table.note
    note(AgeBegan(number, number))
    for marker, seat in enumerate(order or range(match.seats), start=1):
        note(OrderGiven(seat, marker))
        note(MarkerTaken(seat, marker))
    note(TurnBegan(turn, number))
    note(TurnCleared())
    ages = next(step for step in match.game.steps if isinstance(step, Ages))
    names = [step.name() for step in ages.phases]
    if phase in names:
        rank = list(match.state.order).index(turn)
        match.table.open(AgeTurn(ages.index, turn, rank, names.index(phase) + 1))
        match.table.open(ages.phases[names.index(phase)].frame(turn))
    else:
        closing = [step.name() for step in ages.closing].index(phase)
        match.table.open(AgeTurn(ages.index, -1, match.seats, closing))
    match.game.settle(match.table)
