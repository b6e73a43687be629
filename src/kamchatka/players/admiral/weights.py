"""File format of networks: a line with shape and array sizes in JSON, then 16 bits per weight."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from kamchatka.players.admiral.shape import NetworkShape

MAGIC = "kamchatka-network 1"


@dataclass(frozen=True)
class NetworkWeights:
    """The shape and arrays of a network in file order, as little-endian IEEE half precision."""

    shape: NetworkShape
    sizes: dict[str, tuple[int, ...]]
    halves: bytes

    def array(self, name: str) -> tuple[bytes, tuple[int, ...]]:
        """Return the bytes and the size of one array."""
        start = 0
        for other, size in self.sizes.items():
            end = start + 2 * _count(size)
            if other == name:
                return self.halves[start:end], size
            start = end
        raise KeyError(name)


def read_weights(path: Path) -> NetworkWeights:
    """Read a file written by `write_weights`."""
    return parse_weights(path.read_bytes())


def parse_weights(content: bytes) -> NetworkWeights:
    """Parse the content of a network file."""
    first, rest = content.split(b"\n", 1)
    if first.decode("utf-8", "replace") != MAGIC:
        raise ValueError(f"no network of this version: {first[:40]!r}")
    header, halves = rest.split(b"\n", 1)
    told = json.loads(header)
    shape = told["shape"]
    for name in ("places", "planes", "table", "codes"):
        shape[name] = tuple(shape[name])
    shape["edges"] = tuple((a, b) for a, b in shape["edges"])
    return NetworkWeights(NetworkShape(**shape), {name: tuple(size) for name, size in told["sizes"].items()}, halves)


def write_weights(path: Path, weights: NetworkWeights) -> None:
    """Write a network. Equal networks give equal bytes."""
    told = {"shape": asdict(weights.shape), "sizes": weights.sizes}
    header = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(b"\n".join([MAGIC.encode(), header.encode(), weights.halves]))


def _count(size: tuple[int, ...]) -> int:
    count = 1
    for length in size:
        count *= length
    return count
