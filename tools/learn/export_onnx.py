"""Write the admiral's network of an edition as ONNX: `python -m tools.learn.export_onnx challenge challenge.onnx`.

The model reads what `kamchatka.learn` returns: `observation` (int16) and `action_mask` (int8), a row per decision. It
returns `log_probabilities` of the codes (illegal ones are below -1e29) and `win_chances` of the seats, the observer's
first. Any runtime for ONNX then plays as `learn.baseline` does, up to rounding. Needs the package onnx.
"""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kamchatka.encoding.setting import Setting
from kamchatka.players.admiral.network import SUFFIX, check_trained
from kamchatka.players.admiral.shape import BLOCKS, HEADS, MOST_SEATS, Fit, fit
from kamchatka.players.admiral.weights import NetworkWeights, parse_weights

OPSET = 18
IR_VERSION = 9  # read by every ONNX Runtime since 1.16
EPSILON = 1e-5
UNKNOWN, ILLEGAL = -1e9, -1e30  # scores of codes that the network doesn't know, and of illegal ones


class Graph:
    """Collect nodes and constants; every method returns the name of its result."""

    def __init__(self, weights: NetworkWeights) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node."""
        name = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, value: Any, kind: Any = np.float32) -> str:
        """Add a constant."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value, kind), name))
        return name

    def array(self, name: str) -> Any:
        """Return trained numbers by name."""
        data, size = self.weights.array(name)
        return np.frombuffer(data, "<f2").astype(np.float32).reshape(size)

    def linear(self, name: str, value: str) -> str:
        """Apply a linear layer to the last axis."""
        product = self.add("MatMul", value, self.constant(self.array(f"{name}.weight").T))
        return self.add("Add", product, self.constant(self.array(f"{name}.bias")))

    def normal(self, name: str, value: str) -> str:
        """Normalize the last axis."""
        scale, bias = (self.constant(self.array(f"{name}.{part}")) for part in ("weight", "bias"))
        return self.add("LayerNormalization", value, scale, bias, axis=-1, epsilon=EPSILON)

    def relu(self, value: str) -> str:
        """Replace negative numbers by 0."""
        return self.add("Relu", value)

    def join(self, axis: int, *values: str) -> str:
        """Concatenate."""
        return self.add("Concat", *values, axis=axis)

    def beside_places(self, value: str) -> str:
        """Repeat a vector of the table for each place."""
        return self.add("Unsqueeze", value, self.constant([1], np.int64))

    def pool(self, table: str, places: str) -> str:
        """Return the table's vector with mean and maximum over places."""
        axes = self.constant([1], np.int64)
        mean, most = (self.add(kind, places, axes, keepdims=0) for kind in ("ReduceMean", "ReduceMax"))
        return self.join(1, table, mean, most)


def read_rows(graph: Graph, known: Fit, size: int) -> tuple[str, str]:
    """Return the inputs by place and those of the table, in the order of the network."""
    shape = known.shape
    source = np.full(shape.numbers, size)  # a 0 and a 1 follow the observation
    for at, column in enumerate(known.columns):
        if column >= 0:
            source[column] = at
    for column, _ in known.constants:
        source[column] = size + 1
    row = graph.add("Cast", "observation", to=TensorProto.FLOAT)
    padded = graph.add("Pad", row, graph.constant([0, 0, 0, 1], np.int64), graph.constant(0.0))
    padded = graph.add("Pad", padded, graph.constant([0, 0, 0, 1], np.int64), graph.constant(1.0))
    numbers = graph.add("Gather", padded, graph.constant(source, np.int64), axis=1)
    size_of = graph.add("Log", graph.add("Add", graph.add("Abs", numbers), graph.constant(1.0)))
    seen = graph.add("Mul", graph.add("Sign", numbers), size_of)
    places, planes = len(shape.places), len(shape.planes)
    cut = graph.add("Slice", seen, *(graph.constant([at], np.int64) for at in (0, planes * places, 1)))
    by_plane = graph.add("Reshape", cut, graph.constant([-1, planes, places], np.int64))
    armies = [graph.constant([at], np.int64) for at in (shape.armies * places, (shape.armies + 1) * places, 1)]
    counted = graph.beside_places(graph.add("Slice", numbers, *armies))
    few = [
        graph.add("Div", graph.add("Min", counted, graph.constant(most)), graph.constant(most)) for most in (8.0, 3.0)
    ]
    by_place = graph.add("Transpose", graph.join(1, by_plane, *few), perm=[0, 2, 1])
    table = [graph.constant([at], np.int64) for at in (planes * places, shape.numbers, 1)]
    return by_place, graph.add("Slice", seen, *table)


def meet_neighbours(graph: Graph, places: str, known: Fit) -> str:
    """Compare each place with its neighbours."""
    edges = np.array(known.shape.edges)
    receive = np.zeros((len(known.shape.places), len(edges)), np.float32)
    receive[edges[:, 0], np.arange(len(edges))] = 1
    here, there = (graph.linear(f"edge_{name}", places) for name in ("here", "there"))
    ends = [
        graph.add("Gather", value, graph.constant(edges[:, end], np.int64), axis=1)
        for end, value in enumerate((here, there))
    ]
    met = graph.relu(graph.add("Add", *ends))
    return graph.linear("edge_out", graph.add("MatMul", graph.constant(receive), met))


def mix(graph: Graph, block: str, places: str, table: str, count: int) -> tuple[str, str]:
    """Mix places by learned matrices and pool them into the table's vector."""
    h = graph.normal(f"{block}.norm", places)
    heads = graph.add("Reshape", graph.linear(f"{block}.mix_in", h), graph.constant([0, count, HEADS, -1], np.int64))
    mixed = graph.add("Einsum", graph.constant(graph.array(f"{block}.mixing")), heads, equation="hpq,nqhc->nphc")
    mixed = graph.add("Reshape", mixed, graph.constant([0, count, -1], np.int64))
    table = graph.add("Add", table, graph.relu(graph.linear(f"{block}.pool", graph.pool(table, h))))
    wide = graph.linear(f"{block}.up", graph.join(2, h, mixed))
    wide = graph.relu(graph.add("Add", wide, graph.beside_places(graph.linear(f"{block}.from_table", table))))
    return graph.add("Add", places, graph.linear(f"{block}.down", wide)), table


def score(graph: Graph, places: str, table: str, known: Fit) -> str:
    """Return the logarithms of the probabilities of the table's codes."""
    shape = known.shape
    point = graph.add("Add", graph.linear("point_in", places), graph.beside_places(graph.linear("point_table", table)))
    point = graph.add("Squeeze", graph.linear("point_out", graph.relu(point)), graph.constant([2], np.int64))
    after = len(shape.codes) - shape.first_place - len(shape.places)
    point = graph.add("Pad", point, graph.constant([0, shape.first_place, 0, after], np.int64), graph.constant(0.0))
    scores = graph.add("Add", graph.linear("codes", table), point)
    own = graph.add("Gather", scores, graph.constant(np.maximum(known.codes, 0), np.int64), axis=1)
    own = graph.add("Where", graph.constant(np.array(known.codes) >= 0, bool), own, graph.constant(UNKNOWN))
    legal = graph.add("Cast", "action_mask", to=TensorProto.BOOL)
    return graph.add("LogSoftmax", graph.add("Where", legal, own, graph.constant(ILLEGAL)), axis=1)


def build(edition: str, seats: int | None = None, options: Mapping[str, object] | None = None) -> Any:
    """Return the model of an edition's network for a number of seats and options."""
    check_trained(edition)
    setting = Setting.of(edition, seats, options)
    file = files("kamchatka.players.admiral") / "networks" / f"{edition}{SUFFIX}"
    weights = parse_weights(file.read_bytes())
    graph, known = Graph(weights), fit(setting, weights.shape)
    by_place, numbers = read_rows(graph, known, setting.layout.size)
    table = graph.relu(graph.linear("table_in", numbers))
    places = graph.add("Add", graph.linear("place_in", by_place), graph.constant(graph.array("place_bias")))
    places = graph.add("Add", places, graph.beside_places(graph.linear("table_to_place", table)))
    met = meet_neighbours(graph, graph.normal("edge_norm", places), known)
    places = graph.add("Add", places, met)
    for nth in range(BLOCKS):
        places, table = mix(graph, f"blocks.{nth}", places, table, len(known.shape.places))
    h = graph.normal("last_norm", places)
    table = graph.relu(graph.linear("top", graph.normal("table_norm", graph.pool(table, h))))
    outputs = {
        "log_probabilities": (score(graph, h, table, known), len(known.codes)),
        "win_chances": (_chances(graph, table, setting.seats), setting.seats),
    }
    return _model(graph, setting, outputs)


def _chances(graph: Graph, table: str, seats: int) -> str:
    values = graph.linear("value", graph.relu(graph.linear("value_in", table)))
    assert seats <= MOST_SEATS
    cut = [graph.constant([at], np.int64) for at in (0, seats, 1)]
    return graph.add("Sigmoid", graph.add("Slice", values, *cut))


def _model(graph: Graph, setting: Setting, outputs: Mapping[str, tuple[str, int]]) -> Any:
    nodes = [helper.make_node("Identity", [found], [name]) for name, (found, _) in outputs.items()]
    asked = [
        helper.make_tensor_value_info("observation", TensorProto.INT16, ["decisions", setting.layout.size]),
        helper.make_tensor_value_info("action_mask", TensorProto.INT8, ["decisions", int(setting.codes.size)]),
    ]
    told = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["decisions", size])
        for name, (_, size) in outputs.items()
    ]
    body = helper.make_graph([*graph.nodes, *nodes], f"admiral of {setting.edition.id}", asked, told, graph.constants)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    shape = msgspec.json.encode(asdict(graph.weights.shape)).decode()
    helper.set_model_props(model, {"edition": setting.edition.id, "seats": str(setting.seats), "shape": shape})
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Write a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seats", type=int)
    told = parser.parse_args()
    onnx.save(build(told.edition, told.seats), told.out)
    print(f"{told.out}: {told.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
