"""Start a network from another one: weights move wherever inputs and outputs have the same name."""

from typing import Any

import numpy as np

from kamchatka.players.admiral.shape import MORE, NetworkShape
from kamchatka.players.admiral.weights import NetworkWeights

BY_PLACE = ("place_bias", "mixing")  # arrays by place, which are copied only between equal boards


def arrays_of(weights: NetworkWeights) -> dict[str, Any]:
    """Return all arrays in single precision."""
    arrays = {}
    for name in weights.sizes:
        halves, size = weights.array(name)
        arrays[name] = np.frombuffer(halves, "<f2").reshape(size).astype(np.float32)
    return arrays


def adopt(own: dict[str, Any], shape: NetworkShape, weights: NetworkWeights) -> dict[str, Any]:
    """Return the arrays of a new network of `shape`, with the weights of another where names match."""
    other, given = weights.shape, arrays_of(weights)
    if other == shape:
        return given
    moved = {name: one.copy() for name, one in own.items()}
    extra = tuple(f"more {nth}" for nth in range(MORE))
    for name, one in given.items():
        if name == "table_in.weight":
            _move(moved[name], one, shape.table, other.table, axis=1)
        elif name == "place_in.weight":
            _move(moved[name], one, shape.planes + extra, other.planes + extra, axis=1)
        elif name in ("codes.weight", "codes.bias"):
            _move(moved[name], one, shape.codes, other.codes, axis=0)
        elif name.split(".")[-1] in BY_PLACE and shape.places != other.places:
            continue
        elif name in ("value.weight", "value.bias"):
            moved[name][: len(one)] = one
        else:
            moved[name] = one
    return moved


def _move(own: Any, given: Any, names: tuple[str, ...], others: tuple[str, ...], axis: int) -> None:
    """Copy rows or columns with the same name; the rest are zero."""
    at = {name: nth for nth, name in enumerate(others)}
    own[...] = 0
    for nth, name in enumerate(names):
        if name in at:
            if axis == 0:
                own[nth] = given[at[name]]
            else:
                own[:, nth] = given[:, at[name]]
