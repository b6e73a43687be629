"""Read an edition's own TOML files."""

from importlib import resources
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read(package: str, name: str, kind: type[T]) -> T:
    """Read the file `name` beside an edition's code, and check its data against a type."""
    return msgspec.toml.decode(resources.files(package).joinpath(name).read_bytes(), type=kind)
