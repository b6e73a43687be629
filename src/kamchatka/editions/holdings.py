"""Count what a seat holds of the board. Every picture asks for every seat, so it must be fast."""

from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State


def whole_zones(board: Board, state: State, seat: int) -> tuple[int, ...]:
    """Return the zones of which a seat holds every place."""
    return tuple(
        [zone for zone in range(board.zones) if state.held[seat * board.zones + zone] == board.zone_size[zone]]
    )


def territories(board: Board, state: State, seat: int) -> int:
    """Count the places held in zones that pay a bonus; others (underworld, heaven) are not territories."""
    held = 0
    for zone in range(board.zones):
        if board.bonus[zone] > 0:
            held += int(state.held[seat * board.zones + zone])
    return held
