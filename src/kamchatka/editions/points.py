"""The parts of displayed points, in games that were decided by points. The rules never read them."""

from collections.abc import Iterable, Sequence

from kamchatka.boards import Sheet
from kamchatka.editions.display import Counter, Points
from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.ages import Ages, Total
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table
from kamchatka.kernel.text import Text


def final_points(game: Game, state: State, parts: Sequence[Text], ties: Sequence[Text]) -> dict[int, Points]:
    """Return the points after the final scoring of a game with ages. `ties` labels the measures that break ties."""
    measures = next((step.final_scoring.measures for step in game.steps if isinstance(step, Ages)), [])
    if not state.over or state.ending not in {"end.shared", *(measure.clause for measure in measures)}:
        return {}
    table, total = Table(game.board, state, FastChance(0), None), measures[0]
    assert isinstance(total, Total)
    return {
        seat: Points(
            tuple(_make_counters(parts, total.parts(table, seat))),
            tuple(_make_counters(ties, [measure.of(table, seat) for measure in measures[1:]])),
        )
        for seat in range(int(state.seats))
        if state.is_alive(seat)
    }


def _make_counters(labels: Sequence[Text], values: Sequence[int]) -> Iterable[Counter]:
    for label, value in zip(labels, values, strict=True):
        yield Counter(label.path[-1], label, int(value))


def by_zone(sheet: Sheet, board: Board, places: Iterable[int]) -> tuple[Counter, ...]:
    """Sum the values of these places by zone."""
    worth = [0] * len(sheet.zones)
    for place in places:
        worth[board.zone[place]] += int(board.value[place])
    return tuple(Counter(zone.id, zone, points) for zone, points in zip(sheet.zones, worth, strict=True))
