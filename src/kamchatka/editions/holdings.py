"""Count what a seat holds of the board. This must be fast, because every view needs it for every seat."""

from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State


def whole_zones(board: Board, state: State, seat: int) -> tuple[int, ...]:
    """Return the zones of which a seat holds every place."""
    return tuple(
        [zone for zone in range(board.zones) if state.held[seat * board.zones + zone] == board.zone_size[zone]]
    )


def territories(board: Board, state: State, seat: int) -> int:
    """Count the places in zones that pay a bonus; places of the others (underworld, heaven) aren't territories."""
    held = 0
    for zone in range(board.zones):
        if board.bonus[zone] > 0:
            held += int(state.held[seat * board.zones + zone])
    return held
