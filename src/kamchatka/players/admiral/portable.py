"""The network in NumPy, for installations without compiled code: slow, but bit for bit equal to engine.c.

Sums are taken in the order of engine.c, one input after the other. A NumPy matrix product would be faster, but its
order of additions depends on the machine.
"""

from typing import Any, TypeAlias

import numpy as np

from kamchatka.players.admiral.shape import BLOCKS, HEADS, MOST_SEATS, TABLE, WIDTH

Array: TypeAlias = Any  # a NumPy array or number

LANES = 8
LARGEST = 32768
LN2 = 0.6931471805599453
TERMS = 40


def logarithms() -> Array:
    """Return the logarithms of 1, 2, 3 …, by the series of engine.c."""
    m = np.arange(1, LARGEST + 1, dtype=np.float64)
    exponent = np.zeros(LARGEST)
    while (large := m >= 1.5).any():
        m = np.where(large, m * 0.5, m)
        exponent += large
    z = (m - 1.0) / (m + 1.0)
    square, power, total = z * z, z, np.zeros(LARGEST)
    for k in range(1, TERMS, 2):
        total = total + power / k
        power = power * square
    return (exponent * LN2 + 2.0 * total).astype(np.float32)


class Engine:
    """A network of one shape, with the interface of `engine.Engine`."""

    def __init__(
        self, places: int, planes: int, table: int, codes: int, first: int, armies: int, edges: bytes, halves: bytes
    ) -> None:
        self.places, self.planes, self.codes, self.first, self.armies = places, planes, codes, first, armies
        self.numbers = planes * places + table
        self.logs = logarithms()
        ends = np.frombuffer(edges, np.int32).reshape(-1, 2)
        self.neighbours = [(here, ends[ends[:, 0] == here, 1]) for here in range(places)]
        self.halves, self.at = np.frombuffer(halves, "<f2").astype(np.float32), 0
        self._read(table)

    # -------------------------------------------------------------- loading
    def _take(self, *size: int) -> Array:
        count = int(np.prod(size))
        if self.at + count > len(self.halves):
            raise ValueError("weights of another shape")
        taken = self.halves[self.at : self.at + count].reshape(size)
        self.at += count
        return taken

    def _linear(self, inputs: int, outputs: int) -> tuple[Array, Array]:
        return np.ascontiguousarray(self._take(outputs, inputs).T), self._take(outputs)

    def _norm(self, width: int) -> tuple[Array, Array]:
        return self._take(width), self._take(width)

    def _read(self, table: int) -> None:
        """Read all arrays in the order of engine.c."""
        pooled, up, edge = TABLE + 2 * WIDTH, 2 * WIDTH, 48
        self.place_bias = self._take(self.places, WIDTH)
        self.table_in, self.place_in = self._linear(table, TABLE), self._linear(self.planes + 2, WIDTH)
        self.table_to_place, self.edge_norm = self._linear(TABLE, WIDTH), self._norm(WIDTH)
        self.edge_here, self.edge_there = self._linear(WIDTH, edge), self._linear(WIDTH, edge)
        self.edge_out = self._linear(edge, WIDTH)
        self.blocks = [
            (
                self._take(HEADS, self.places, self.places), self._norm(WIDTH), self._linear(WIDTH, WIDTH),
                self._linear(pooled, TABLE), self._linear(up, up), self._linear(TABLE, up), self._linear(up, WIDTH),
            )
            for _ in range(BLOCKS)
        ]  # fmt: skip
        self.last_norm, self.table_norm = self._norm(WIDTH), self._norm(pooled)
        self.top, self.code = self._linear(pooled, TABLE), self._linear(TABLE, self.codes)
        self.point_in, self.point_table = self._linear(WIDTH, WIDTH), self._linear(TABLE, WIDTH)
        self.point_out = self._linear(WIDTH, 1)
        self.value_in, self.value = self._linear(TABLE, WIDTH), self._linear(WIDTH, MOST_SEATS)
        if self.at != len(self.halves):
            raise ValueError("weights of another shape")

    # -------------------------------------------------------------- inference
    def evaluate(self, row: Array, columns: bytes, base: bytes) -> bytes:
        """Return scores of all codes, then logits of all seats' win chances, as floats."""
        whole = np.frombuffer(base, np.int16).copy()
        at, own = np.frombuffer(columns, np.int32), np.frombuffer(row, np.int16)
        if len(whole) != self.numbers or len(at) != len(own):
            raise ValueError("a row of another table")
        whole[at[at >= 0]] = own[at >= 0]
        numbers = np.maximum(whole.astype(np.int32), 1 - LARGEST)
        seen = np.where(numbers < 0, -self.logs[np.abs(numbers)], self.logs[np.abs(numbers)])
        cut = self.planes * self.places
        armies = numbers[self.armies * self.places : (self.armies + 1) * self.places].astype(np.float32)
        few = np.stack([np.minimum(armies, 8) / np.float32(8), np.minimum(armies, 3) / np.float32(3)], 1)
        by_place = np.concatenate([seen[:cut].reshape(self.planes, self.places).T, few], 1)
        return bytes(self._run(by_place, seen[cut:]))

    def _run(self, by_place: Array, table: Array) -> Array:
        t = _rectify(_product(self.table_in, table))
        x = (_product(self.place_in, by_place) + self.place_bias) + _product(self.table_to_place, t)
        x = x + _product(self.edge_out, self._meet_neighbours(_normal(self.edge_norm, x)))
        for block in self.blocks:
            x, t = self._mix(block, x, t)
        h = _normal(self.last_norm, x)
        t = _rectify(_product(self.top, _normal(self.table_norm, np.concatenate([t, *_pool(h)]))))
        logits = _product(self.code, t)
        point = _rectify(_product(self.point_in, h) + _product(self.point_table, t))
        logits[self.first : self.first + self.places] += _product(self.point_out, point)[:, 0]
        return np.concatenate([logits, _product(self.value, _rectify(_product(self.value_in, t)))])

    def _meet_neighbours(self, h: Array) -> Array:
        here, there = _product(self.edge_here, h), _product(self.edge_there, h)
        met = np.zeros_like(here)
        for place, others in self.neighbours:
            for other in others:
                met[place] += _rectify(here[place] + there[other])
        return met

    def _mix(self, block: Array, x: Array, t: Array) -> tuple[Array, Array]:
        mixing, norm, mix_in, pool, up, from_table, down = block
        h = _normal(norm, x)
        inner = _product(mix_in, h)
        mixed = np.zeros_like(inner)
        head = WIDTH // HEADS
        for nth in range(HEADS):
            part = slice(nth * head, (nth + 1) * head)
            for other in range(self.places):
                mixed[:, part] += mixing[nth, :, other, None] * inner[other, part]
        t = t + _rectify(_product(pool, np.concatenate([t, *_pool(h)])))
        wide = _rectify(_product(up, np.concatenate([h, mixed], 1)) + _product(from_table, t))
        return x + _product(down, wide), t


def _product(linear: tuple[Array, Array], x: Array) -> Array:
    """Add inputs in order. For a single row, zero inputs are skipped."""
    weights, bias = linear
    if x.ndim == 1:
        found = bias.copy()
        for nonzero in np.flatnonzero(x):
            found += x[nonzero] * weights[nonzero]
        return found
    found = np.repeat(bias[None], len(x), 0)
    for k in range(len(weights)):
        found += x[:, k, None] * weights[k]
    return found


def _rectify(x: Array) -> Array:
    return np.where(x > 0, x, np.float32(0))


def _total(x: Array) -> Array:
    """Return the sum over the last axis, by lanes as in engine.c."""
    lanes = x.reshape(*x.shape[:-1], -1, LANES)
    s = lanes[..., 0, :].copy()
    for nth in range(1, lanes.shape[-2]):
        s += lanes[..., nth, :]
    return ((s[..., 0] + s[..., 4]) + (s[..., 2] + s[..., 6])) + ((s[..., 1] + s[..., 5]) + (s[..., 3] + s[..., 7]))


def _normal(norm: tuple[Array, Array], x: Array) -> Array:
    count = np.float32(x.shape[-1])
    centred = x - (_total(x) / count)[..., None]
    spread = np.sqrt(_total(centred * centred) / count + np.float32(1e-5))
    return centred / spread[..., None] * norm[0] + norm[1]


def _pool(h: Array) -> tuple[Array, Array]:
    """Return mean and maximum over places."""
    mean = h[0].copy()
    for place in range(1, len(h)):
        mean += h[place]
    return mean / np.float32(len(h)), h.max(0)
