"""What marshals have learned of each edition: a small network over the features of a position, one file an edition."""

from functools import cache
from importlib import resources

import msgspec

OTHERWISE = "modern"  # whose weights serve an edition of which nothing was learned


class Learned(msgspec.Struct, frozen=True):
    """A score is the features by their direct weights, and hidden units (a tanh of weighted features) by theirs."""

    features: tuple[str, ...]
    direct: tuple[float, ...]  # by feature
    hidden: tuple[tuple[float, ...], ...]  # by unit, then by feature
    bias: tuple[float, ...]  # by unit
    output: tuple[float, ...]  # by unit


@cache
def learned(edition: str) -> Learned:
    """The weights for an edition (`tools/train_marshal.py` writes them)."""
    models = resources.files(__package__)
    model = models.joinpath(f"{edition}.json")
    if not model.is_file():
        model = models.joinpath(f"{OTHERWISE}.json")
    return msgspec.json.decode(model.read_bytes(), type=Learned)
