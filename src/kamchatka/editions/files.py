"""Reading an edition's own TOML files."""

from importlib import resources
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read(edition: str, name: str, kind: type[T]) -> T:
    """The file `name` of an edition, checked against its type."""
    return msgspec.toml.decode(resources.files(f"kamchatka.editions.{edition}").joinpath(name).read_bytes(), type=kind)
