"""The board, with the names that this booklet uses."""

import msgspec

from kamchatka.boards import Grounded, sheet
from kamchatka.editions.files import read


class NamesFile(msgspec.Struct, frozen=True):
    """The contents of names.toml: the places that have another name in this booklet."""

    places: tuple[Grounded, ...] = msgspec.field(name="place")


PLANISPHERE = sheet("planisphere").with_names(read(__package__, "names.toml", NamesFile).places)
