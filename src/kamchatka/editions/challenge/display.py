"""The display of the tournament game: the approaching end, the viewer's points, and all points at the end."""

from kamchatka.boards import sheet
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.challenge.state import ChallengeState
from kamchatka.editions.display import Counter, Display, Points
from kamchatka.editions.points import by_zone
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text

PLANISPHERE = sheet("planisphere")


def points_so_far(objectives: list[HoldMarked], game: Game, state: State, viewer: int) -> Display:
    """Show the viewer's points from its own objective. Once the game has counted all points, show them all."""
    record = state.edition_state
    counted = [int(points) for points in record.points] if isinstance(record, ChallengeState) else []
    counters = {seat: (_points(points),) for seat, points in enumerate(counted) if points >= 0}
    public = _closing(record) if isinstance(record, ChallengeState) else ()
    points = _parts(objectives, game, state, record) if isinstance(record, ChallengeState) and state.over else {}
    objective = int(state.objective[viewer]) if 0 <= viewer < state.seats else -1
    if objective < 0:
        return Display(counters=counters, public=public, points=points)
    values = game.board.value
    held = (place for place in objectives[objective].marks(game.board) if state.owner[place] == viewer)
    secret = (_points(sum(int(values[place]) for place in held)),)
    return Display(counters=counters, public=public, secret=secret, points=points)


def _parts(objectives: list[HoldMarked], game: Game, state: State, record: ChallengeState) -> dict[int, Points]:
    """Split final points: by continent or as the objective's prize, then the revealed Kingmaker colour."""
    found: dict[int, Points] = {}
    for seat in (seat for seat in range(int(state.seats)) if record.points[seat] >= 0):
        counted = int(record.points[seat])
        held = [place for place in range(int(game.board.size)) if state.owner[place] == seat]
        marked = set(objectives[int(state.objective[seat])].marks(game.board)) if state.objective[seat] >= 0 else set()
        parts = by_zone(PLANISPHERE, game.board, [place for place in held if place in marked])
        if sum(part.value for part in parts) != counted:
            parts = (Counter("objective", _part("objective"), counted),)
        if record.shown[seat] >= 0:
            king = Counter("kingmaker", _part("kingmaker"), _kingmaker_points(record, seat))
            found[seat] = Points((*parts, king), (Counter("game", _part("game"), counted),))
        else:
            outside = sum(int(game.board.value[place]) for place in held if place not in marked)
            found[seat] = Points(parts, (Counter("outside", _part("outside"), outside),))
    return found


def _kingmaker_points(record: ChallengeState, seat: int) -> int:
    """Return the value of the Kingmaker cards that a seat revealed."""
    king = int(record.shown[seat])
    return int(record.points[king]) // int(record.seats) * int(record.kings[seat * record.seats + king])


def _part(key: str) -> Text:
    return Text("counter", f"challenge.points.{key}")


def _closing(record: ChallengeState) -> tuple[Counter, ...]:
    """Once time is up, show the number of the last round, and later the threshold that closes the game (rtu.9.2a)."""
    if record.threshold > 0:
        return (Counter("threshold", Text("counter", "challenge_threshold"), int(record.threshold)),)
    if record.last_round > 0:
        return (Counter("last_round", Text("counter", "challenge_last_round"), int(record.last_round)),)
    return ()


def _points(value: int) -> Counter:
    return Counter("points", Text("counter", "challenge_points"), value)
