"""What the tournament table shows beside the board: the end that comes, one's own points, everybody's once counted."""

from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.editions.display import Counter, Display
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text


def points_so_far(objectives: list[HoldMarked], game: Game, state: State, viewer: int) -> Display:
    """The values of one's own objective that one holds; the points of all when the game has counted them."""
    record = state.edition_state
    counted = [int(points) for points in record.points] if isinstance(record, ChallengeState) else []
    counters = {seat: (_points(points),) for seat, points in enumerate(counted) if points >= 0}
    public = _closing(record) if isinstance(record, ChallengeState) else ()
    objective = int(state.objective[viewer]) if 0 <= viewer < state.seats else -1
    if objective < 0:
        return Display(counters=counters, public=public)
    values = game.board.value
    held = (place for place in objectives[objective].marks(game.board) if state.owner[place] == viewer)
    return Display(counters=counters, public=public, secret=(_points(sum(int(values[place]) for place in held)),))


def _closing(record: ChallengeState) -> tuple[Counter, ...]:
    """Once time is up: the number of the last round; then the total at which a throw closes the game (rtu.9.2a)."""
    if record.threshold > 0:
        return (Counter("threshold", Text("counter", "challenge_threshold"), int(record.threshold)),)
    if record.last_round > 0:
        return (Counter("last_round", Text("counter", "challenge_last_round"), int(record.last_round)),)
    return ()


def _points(value: int) -> Counter:
    return Counter("points", Text("counter", "challenge_points"), value)
