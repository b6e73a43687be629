"""The board with this booklet's own names."""

import msgspec

from kamchatka.boards import Grounded, sheet
from kamchatka.editions.files import read


class NamesFile(msgspec.Struct, frozen=True):
    """The contents of names.toml: places that this booklet calls by another name."""

    places: tuple[Grounded, ...] = msgspec.field(name="place")


PLANISPHERE = sheet("planisphere").with_names(read(__package__, "names.toml", NamesFile).places)
