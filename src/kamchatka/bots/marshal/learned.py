"""What marshals have learned of an edition: a small network over the features of a position."""

from functools import cache
from importlib import resources

import msgspec


class Learned(msgspec.Struct, frozen=True):
    """A score is the features by their direct weights, and hidden units (a tanh of weighted features) by theirs."""

    features: tuple[str, ...]
    direct: tuple[float, ...]  # by feature
    hidden: tuple[tuple[float, ...], ...]  # by unit, then by feature
    bias: tuple[float, ...]  # by unit
    output: tuple[float, ...]  # by unit


def read(model: bytes) -> Learned:
    """The weights of a file that `tools/train_marshal.py` wrote."""
    return msgspec.json.decode(model, type=Learned)


@cache
def default() -> Learned:
    """The weights for an edition of which nothing was learned: those of the plain game of objectives."""
    return read(resources.files(__package__).joinpath("default.json").read_bytes())
