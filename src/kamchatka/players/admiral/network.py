"""A network ready for inference: weights from a file, and a compiled or NumPy engine."""

from array import array
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from kamchatka.kernel.problem import Problem
from kamchatka.players.admiral.shape import BLOCKS, NetworkShape
from kamchatka.players.admiral.weights import NetworkWeights, parse_weights

SUFFIX = ".network"
LINEAR = ("weight", "bias")


def _pairs(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}.{part}" for name in names for part in LINEAR)


# the order in which engines read the arrays
ORDER: tuple[str, ...] = (
    "place_bias",
    *_pairs("table_in", "place_in", "table_to_place", "edge_norm", "edge_here", "edge_there", "edge_out"),
    *(
        name
        for nth in range(BLOCKS)
        for name in (
            f"blocks.{nth}.mixing",
            *_pairs(*(f"blocks.{nth}.{part}" for part in ("norm", "mix_in", "pool", "up", "from_table", "down"))),
        )
    ),
    *_pairs("last_norm", "table_norm", "top", "codes", "point_in", "point_table", "point_out", "value_in", "value"),
)


@cache
def editions_with_network() -> tuple[str, ...]:
    """Return the editions that have a network.

    >>> "challenge" in editions_with_network()
    True
    """
    folder = files("kamchatka.players.admiral") / "networks"
    if not folder.is_dir():
        return ()
    return tuple(sorted(one.name.removesuffix(SUFFIX) for one in folder.iterdir() if one.name.endswith(SUFFIX)))


class Network:
    """Compute the scores of all codes for a decision."""

    def __init__(self, weights: NetworkWeights, engine: Any = None) -> None:
        shape = weights.shape
        self.shape: NetworkShape = shape
        make = engine or find_engine()
        self.engine = make(
            len(shape.places),
            len(shape.planes),
            len(shape.table),
            len(shape.codes),
            shape.first_place,
            shape.armies,
            array("i", [place for edge in shape.edges for place in edge]).tobytes(),
            b"".join(weights.array(name)[0] for name in ORDER),
        )

    def scores(self, row: Any, columns: bytes, base: bytes) -> "array[float]":
        """Return the scores of all codes of the shape, followed by the logits of all seats' win chances."""
        told = array("f")
        told.frombytes(self.engine.evaluate(row, columns, base))
        return told


def check_trained(edition: str) -> None:
    """Raise a Problem if the edition has no network, or no engine is available."""
    if edition not in editions_with_network():
        raise Problem("bot.untrained", edition=edition, known=", ".join(editions_with_network()))
    find_engine()


@cache
def network_of(edition: str) -> Network:
    """Return the network of an edition, read once per process. Raises a Problem if there is none."""
    check_trained(edition)
    file = files("kamchatka.players.admiral") / "networks" / f"{edition}{SUFFIX}"
    return Network(parse_weights(file.read_bytes()))


@cache
def find_engine() -> Any:
    """Return the compiled engine, or the NumPy engine if it isn't available."""
    for name in ("engine", "portable"):
        try:
            return import_module(f"kamchatka.players.admiral.{name}").Engine
        except ImportError:
            continue
    raise Problem("bot.no_engine")
