"""Public information about a game: its objectives, values of trios, and odds of battles."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.battles import battles_by
from kamchatka.kernel.board import Board
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.rules.objectives import Objective
from kamchatka.odds import DiceRule

MIDDLING: Final = 1.35  # bonus armies per border place of a zone of average difficulty
FAR: Final = 99  # distance of unconnected places


def places_in(board: Board, zone: i64) -> vec[i64]:
    """Return the places of a zone."""
    return vec[i64]([place for place in range(board.size) if board.zone[place] == zone])


def borders_of(board: Board, zone: i64) -> i64:
    """Return the number of places of a zone with a neighbour in another zone."""
    borders: i64 = 0
    for place in places_in(board, zone):
        for i in range(board.first[place], board.first[place + 1]):
            if board.zone[board.links[i]] != zone:
                borders += 1
                break
    return borders


def distances(board: Board) -> vec[i64]:
    """Return the distance in links between all pairs of places, row by row."""
    size = board.size
    steps = vec[i64]([FAR] * int(size * size))
    for start in range(size):
        steps[start * size + start] = 0
        edge: list[i64] = [start]
        while edge:
            place = edge.pop(0)
            for i in range(board.first[place], board.first[place + 1]):
                beside = board.links[i]
                if steps[start * size + beside] == FAR:
                    steps[start * size + beside] = steps[start * size + place] + 1
                    edge.append(beside)
    return steps


@final
class GameInfo:
    """Public information about one game, computed once."""

    def __init__(self, game: Game, rule: DiceRule, objectives: list[Objective], trios: Trios | None) -> None:
        self.board: Final[Board] = game.board
        self.distance: Final = distances(game.board)
        self.inside: Final = [places_in(game.board, zone) for zone in range(game.board.zones)]  # places, by zone
        # by zone: bonus armies per place to defend, relative to an average zone
        self.tenable: Final = vec[float](
            [
                float(game.board.bonus[zone]) / float(max(i64(1), borders_of(game.board, zone))) / MIDDLING
                for zone in range(game.board.zones)
            ]
        )
        self.has_pieces: Final = len(game.kinds) > 0  # besides armies: commanders or gods
        self.objectives: Final = objectives
        self.trios: Final = trios
        self.spared_until: Final = last_protected_round(
            game
        )  # last round in which a seat's last army can't be destroyed
        self.rule: Final = rule
        self.battles: Final = battles_by(rule)


def last_protected_round(game: Game) -> i64:
    """Return the last round in which elimination is not allowed; 0 if it always is."""
    for step in game.steps:
        if isinstance(step, Combat):
            return step.defence.spared_until
    return 0
