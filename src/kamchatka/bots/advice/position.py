"""Figures of a position from one seat's view: neighbours, missing places of zones, battle forecasts."""

from collections.abc import Iterator

from kamchatka.bots.orders import LEAST
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import Frame, State
from kamchatka.kernel.table import Table
from kamchatka.odds.forecast import Forecast
from kamchatka.odds.model import BattleModel


class SeatPosition:
    """A position as one seat sees it. It contains nothing hidden from that seat."""

    def __init__(self, game: Game, battles: BattleModel, state: State, seat: int) -> None:
        self.game = game
        self.battles = battles
        self.board = game.board
        self.state = state
        self.seat = int(seat)

    @property
    def asking(self) -> Frame:
        """The frame that asks for the current decision."""
        return self.state.agenda[-1]

    def owner(self, place: int) -> int:
        """Return the seat that holds a place; negative if none."""
        return int(self.state.owner[place])

    def armies(self, place: int) -> int:
        """Return the number of armies on a place."""
        return int(self.state.armies[place])

    # -------------------------------------------------------------- neighbours
    def beside(self, place: int) -> Iterator[int]:
        """Return the neighbours of a place."""
        board = self.board
        return (int(board.links[i]) for i in range(board.first[place], board.first[place + 1]))

    def enemies(self, place: int) -> list[int]:
        """Return the neighbours of a place that rivals hold."""
        return [near for near in self.beside(place) if self.owner(near) >= 0 and self.owner(near) != self.seat]

    def strongest(self, place: int, but: int = -1) -> int | None:
        """Return the rival neighbour with the most armies; None without one."""
        return max((near for near in self.enemies(place) if near != but), key=self.armies, default=None)

    def steps_to_enemy(self, place: int) -> int:
        """Return the distance in links to the nearest rival place; 0 if none is reachable."""
        seen, edge, steps = {place}, [place], 0
        while edge:
            steps += 1
            edge = [near for at in edge for near in self.beside(at) if near not in seen]
            seen.update(edge)
            if any(self.owner(near) >= 0 and self.owner(near) != self.seat for near in edge):
                return steps
        return 0

    # -------------------------------------------------------------- zones
    def missing(self, zone: int, seat: int) -> int:
        """Return the number of places of a zone that a seat doesn't hold."""
        return int(self.board.zone_size[zone] - self.state.held[seat * self.board.zones + zone])

    def bonus(self, zone: int) -> int:
        """Return the armies per turn for holding the whole zone."""
        return int(self.board.bonus[zone])

    # -------------------------------------------------------------- battles
    def forecast(
        self, source: int, target: int, pieces: int | None = None, fast: bool = False, more: int = 0
    ) -> Forecast | None:
        """Forecast an attack with `more` extra armies; None if the attack is impossible."""
        state = self.state
        if more:
            state = state.copy()
            state.armies[source] += more
        return self._forecast(state, source, target, pieces, fast)

    def risk(self, place: int, more: int = 0) -> tuple[int, float] | None:
        """Return the neighbour most likely to take one of our places after `more` armies are added, and its chance."""
        state = self.state.copy()
        state.armies[place] += more
        found = [(near, self._forecast(state, near, place)) for near in self.enemies(place)]
        risks = [(near, promised.wins) for near, promised in found if promised is not None]
        return max(risks, key=lambda risk: risk[1], default=None)

    def _forecast(
        self, state: State, source: int, target: int, pieces: int | None = None, fast: bool = False
    ) -> Forecast | None:
        if not 0 <= source < self.board.size or not 0 <= target < self.board.size:
            return None
        table = Table(self.board, state, LEAST, None)
        return self.battles.forecast(self.game, table, source, target, pieces, fast)
