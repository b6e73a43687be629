"""What the table shows besides armies: the current and the next tide, closed lanes, all points."""

from typing import Final

from kamchatka.editions.display import Counter, Display
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text
from kamchatka_lagoon.scoring import points
from kamchatka_lagoon.tide import ClosedLanes, Tide

NOW: Final = ("lagoon.low", "lagoon.slack", "lagoon.high")
COMING: Final = ("lagoon.then_low", "lagoon.then_slack", "lagoon.then_high")


def show(game: Game, state: State, viewer: int) -> Display:
    """Return the same view for everybody, because Lagoon has no secrets."""
    own = state.edition_state
    assert isinstance(own, Tide)
    turned = int(own.round)
    public = (
        Counter("tide", Text("counter", NOW[own.now]), turned),
        Counter("next_tide", Text("counter", COMING[own.coming]), turned + 1),
    )
    return Display(
        closed=_closed(game, own),
        counters={
            seat: (Counter("points", Text("counter", "lagoon.points"), int(points(game.board, state, seat))),)
            for seat in range(state.seats)
        },
        public=public if turned > 0 else (),
    )


def _closed(game: Game, own: Tide) -> tuple[tuple[str, str], ...]:
    """Return the lanes that this tide closes, by their names on the board sheet."""
    if own.round == 0:
        return ()
    names = game.board.places
    return tuple(
        (names[a], names[b])
        for step in game.steps
        if isinstance(step, Combat)
        for limit in step.limits
        if isinstance(limit, ClosedLanes) and limit.closed_at == own.now
        for a, b in limit.lanes
    )
