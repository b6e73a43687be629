"""What a seat holds of a board, counted: every picture asks it for every seat."""

from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State


def whole_zones(board: Board, state: State, seat: int) -> tuple[int, ...]:
    """The zones of which a seat holds every place."""
    return tuple(
        [zone for zone in range(board.zones) if state.held[seat * board.zones + zone] == board.zone_size[zone]]
    )


def territories(board: Board, state: State, seat: int) -> int:
    """The places held in zones that pay a bonus: the others (an underworld, a heaven) aren't territories."""
    held = 0
    for zone in range(board.zones):
        if board.bonus[zone] > 0:
            held += int(state.held[seat * board.zones + zone])
    return held
