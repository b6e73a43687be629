"""The figures of a position as one seat sees it: who stands beside whom, what a zone lacks, what a battle promises."""

from collections.abc import Iterator

from kamchatka.bots.orders import LEAST
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import Frame, State
from kamchatka.kernel.table import Table
from kamchatka.odds.forecast import Forecast
from kamchatka.odds.model import BattleModel


class SeatPosition:
    """One moment of a game, from a seat's own view: nothing in it is hidden from that seat."""

    def __init__(self, game: Game, battles: BattleModel, state: State, seat: int) -> None:
        self.game = game
        self.battles = battles
        self.board = game.board
        self.state = state
        self.seat = int(seat)

    @property
    def asking(self) -> Frame:
        """What is to be decided."""
        return self.state.agenda[-1]

    def owner(self, place: int) -> int:
        """Who holds a place; below 0: nobody."""
        return int(self.state.owner[place])

    def armies(self, place: int) -> int:
        """The armies on a place."""
        return int(self.state.armies[place])

    # -------------------------------------------------------------- neighbours
    def beside(self, place: int) -> Iterator[int]:
        """The places linked with a place."""
        board = self.board
        return (int(board.links[i]) for i in range(board.first[place], board.first[place + 1]))

    def enemies(self, place: int) -> list[int]:
        """The places of rivals beside a place."""
        return [near for near in self.beside(place) if self.owner(near) >= 0 and self.owner(near) != self.seat]

    def strongest(self, place: int, but: int = -1) -> int | None:
        """Where most enemy armies stand beside a place; None when nowhere."""
        return max((near for near in self.enemies(place) if near != but), key=self.armies, default=None)

    def steps_to_enemy(self, place: int) -> int:
        """Links from a place to the nearest one that a rival holds; 0 when there is no way."""
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
        """Places of a zone that a seat does not hold."""
        return int(self.board.zone_size[zone] - self.state.held[seat * self.board.zones + zone])

    def bonus(self, zone: int) -> int:
        """The armies a whole zone brings each turn."""
        return int(self.board.bonus[zone])

    # -------------------------------------------------------------- battles
    def forecast(
        self, source: int, target: int, pieces: int | None = None, fast: bool = False, more: int = 0
    ) -> Forecast | None:
        """What an attack promises, with so many armies more than there are; None when it cannot be."""
        state = self.state
        if more:
            state = state.copy()
            state.armies[source] += more
        return self._fought(state, source, target, pieces, fast)

    def risk(self, place: int, more: int = 0) -> tuple[int, float] | None:
        """From where a place of one's own is most likely to be taken, once so many armies more stand there."""
        state = self.state.copy()
        state.armies[place] += more
        found = [(near, self._fought(state, near, place)) for near in self.enemies(place)]
        risks = [(near, promised.wins) for near, promised in found if promised is not None]
        return max(risks, key=lambda risk: risk[1], default=None)

    def _fought(
        self, state: State, source: int, target: int, pieces: int | None = None, fast: bool = False
    ) -> Forecast | None:
        if not 0 <= source < self.board.size or not 0 <= target < self.board.size:
            return None
        table = Table(self.board, state, LEAST, None)
        return self.battles.forecast(self.game, table, source, target, pieces, fast)
