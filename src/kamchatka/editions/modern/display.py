"""The display of the modern game: the points that decided a game of Time Attack."""

from kamchatka.boards import sheet
from kamchatka.editions.display import NOTHING_MORE, Counter, Display, Points
from kamchatka.editions.modern.time_attack import CardTiming
from kamchatka.editions.points import by_zone
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text

BY_POINTS = ("end.points", "end.armies", "end.shared")  # the endings that compare points
PLANISPHERE = sheet("planisphere")


def show(game: Game, state: State, viewer: int) -> Display:
    """Show the final points of each seat by continent, and the armies that break ties."""
    if not state.over or state.ending not in BY_POINTS or not isinstance(state.edition_state, CardTiming):
        return NOTHING_MORE
    living = (seat for seat in range(int(state.seats)) if state.is_alive(seat))
    return Display(points={seat: _points(game, state, seat) for seat in living})


def _points(game: Game, state: State, seat: int) -> Points:
    held = [place for place in range(int(game.board.size)) if state.owner[place] == seat]
    armies = sum(int(state.armies[place]) for place in held)
    return Points(
        by_zone(PLANISPHERE, game.board, held), (Counter("armies", Text("counter", "modern.points.armies"), armies),)
    )
