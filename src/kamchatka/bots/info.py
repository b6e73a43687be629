"""What anybody may know of a game before it is played: objectives on the cards, worth of trios, odds of battles."""

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

MIDDLING: Final = 1.35  # armies of its bonus for each border place of a zone neither easy nor hard to keep
FAR: Final = 99  # as distance: no way


def places_in(board: Board, zone: i64) -> vec[i64]:
    """The places of a zone."""
    return vec[i64]([place for place in range(board.size) if board.zone[place] == zone])


def borders_of(board: Board, zone: i64) -> i64:
    """The places of a zone from which, or into which, other zones can attack."""
    borders: i64 = 0
    for place in places_in(board, zone):
        for i in range(board.first[place], board.first[place + 1]):
            if board.zone[board.links[i]] != zone:
                borders += 1
                break
    return borders


def distances(board: Board) -> vec[i64]:
    """Links from each place to each other, row after row."""
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
    """The public side of one game, looked up once."""

    def __init__(self, game: Game, rule: DiceRule, objectives: list[Objective], trios: Trios | None) -> None:
        self.board: Final[Board] = game.board
        self.distance: Final = distances(game.board)
        self.inside: Final = [places_in(game.board, zone) for zone in range(game.board.zones)]  # places, by zone
        # by zone: armies of its bonus for each place that must be defended to keep it, against a middling zone
        self.tenable: Final = vec[float](
            [
                float(game.board.bonus[zone]) / float(max(i64(1), borders_of(game.board, zone))) / MIDDLING
                for zone in range(game.board.zones)
            ]
        )
        self.has_pieces: Final = len(game.kinds) > 0  # besides armies: commanders, gods
        self.objectives: Final = objectives
        self.trios: Final = trios
        self.spared_until: Final = spared_until(game)  # the last round in which a last army cannot be destroyed
        self.rule: Final = rule
        self.battles: Final = battles_by(rule)


def spared_until(game: Game) -> i64:
    """The last of the first rounds in which nobody can be eliminated; 0: there are none."""
    for step in game.steps:
        if isinstance(step, Combat):
            return step.defence.spared_until
    return 0
