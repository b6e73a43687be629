"""What marshals have learned of an edition: a temper, and a small network over the features of a position."""

from functools import cache
from importlib import resources

import msgspec

from kamchatka.bots.marshal.plans import PATIENT


class Learned(msgspec.Struct, frozen=True):
    """A score is the features by their direct weights, and hidden units (a tanh of weighted features) by theirs."""

    features: tuple[str, ...]
    direct: tuple[float, ...]  # by feature
    hidden: tuple[tuple[float, ...], ...]  # by unit, then by feature
    bias: tuple[float, ...]  # by unit
    output: tuple[float, ...]  # by unit


class Temper(msgspec.Struct, frozen=True):
    """A factor for each weight of a captain, and how it was learned."""

    command: str
    curve: tuple[float, ...]  # by generation: what two learners won of the games with two of their league
    factors: dict[str, float]
    rounds: int  # for which marshals have it; then they are as captains are
    head_start: float  # of the plan that is nothing but the temper, when plans are rehearsed: a part of a game


UNTAUGHT = Temper("", (), {}, PATIENT, 0.0)  # the patience that was found by hand


def read_temper(file: bytes) -> Temper:
    """A file that `tools/learn_temper.py` wrote."""
    return msgspec.json.decode(file, type=Temper)


def read(model: bytes) -> Learned:
    """The weights of a file that `tools/train_marshal.py` wrote."""
    return msgspec.json.decode(model, type=Learned)


@cache
def default() -> Learned:
    """The weights for an edition of which nothing was learned: those of the plain game of objectives."""
    return read(resources.files(__package__).joinpath("default.json").read_bytes())
