"""Win chances from the network's values: a small fitted model per edition, stored beside the weights."""

from functools import cache
from importlib.resources import files
from math import exp, log1p

import msgspec

from kamchatka.players.admiral.network import editions_with_network

SUFFIX = ".calibration.json"
LATE = 12.0  # rounds after which a game counts as late


class Calibration(msgspec.Struct, frozen=True):
    """Weights of a softmax over seats. `fitted` says on which games, `reliability` how well it held on others."""

    own: float  # for the logit that a seat's own view gives it
    late: float  # the same, in late rounds
    sure: float  # for the logarithm of that chance
    asked: float  # for the seat that decides now
    fitted: str
    loss: float  # mean log loss on games that were not fitted
    even_loss: float  # the same if all seats were equal
    error: float  # mean distance of predicted and actual shares on those games
    reliability: tuple[tuple[float, float, int], ...]  # predicted share, actual share, estimates; by tenths

    def strength(self, logit: float, round: int, is_asked: bool) -> float:
        """Return a seat's score; chances are the softmax of all scores."""
        slope = self.own + self.late * min(round, LATE) / LATE
        return slope * logit - self.sure * log1p(exp(-max(-60.0, logit))) + (self.asked if is_asked else 0.0)


def softmax(strengths: dict[int, float], seats: int) -> tuple[float, ...]:
    """Return the chances by seat; a seat without a strength has none.

    >>> softmax({0: 0.0, 2: 0.0}, 3)
    (0.5, 0.0, 0.5)
    """
    most = max(strengths.values())
    parts = {seat: exp(strength - most) for seat, strength in strengths.items()}
    whole = sum(parts.values())
    return tuple(parts.get(seat, 0.0) / whole for seat in range(seats))


@cache
def calibration_of(edition: str) -> Calibration:
    """Return the calibration of an edition's network. Every trained edition has one."""
    if edition not in editions_with_network():
        raise LookupError(edition)
    file = files("kamchatka.players.admiral") / "networks" / f"{edition}{SUFFIX}"
    return msgspec.json.decode(file.read_bytes(), type=Calibration)
