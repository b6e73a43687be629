"""Inputs and outputs of a network by name: one shape per edition, for its largest table.

Tables with fewer seats use the same inputs and codes; missing ones stay zero. Names make networks portable: weights
move to another shape wherever a plane, a number or a code has the same name (`tools/learn/transfer.py`).
"""

from dataclasses import dataclass

from kamchatka.editions.edition import Edition
from kamchatka.encoding.layout import Layout, Plane
from kamchatka.encoding.setting import Setting

MOST_SEATS = 6
FEWEST_SEATS = 2
WIDTH = 64  # features per place
EDGE = 48  # features per pair of neighbours
TABLE = 256  # features for the whole table
BLOCKS = 3
HEADS = 4  # learned mixing matrices per block
MORE = 2  # inputs per place besides the planes: small numbers of armies on a linear scale


@dataclass(frozen=True)
class NetworkShape:
    """The inputs and outputs of a network."""

    edition: str
    places: tuple[str, ...]
    planes: tuple[str, ...]  # inputs by place
    armies: int  # index of the plane that counts armies
    table: tuple[str, ...]  # all other inputs
    codes: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]  # ordered pairs of neighbours, sorted

    @property
    def numbers(self) -> int:
        """The total number of inputs."""
        return len(self.planes) * len(self.places) + len(self.table)

    @property
    def first_place(self) -> int:
        """The code of the first place; the others follow."""
        return self.codes.index(f"place {self.places[0]}")


@dataclass(frozen=True)
class Fit:
    """Maps the inputs and codes of one table to those of a shape."""

    shape: NetworkShape
    columns: tuple[int, ...]  # by number of the table's observation; -1: not in the shape
    codes: tuple[int, ...]  # by code of the table; -1: not in the shape
    constants: tuple[tuple[int, int], ...]  # inputs that are constant during a game, with their values


def shape_of(edition: Edition) -> NetworkShape:
    """Return the shape for an edition: its largest table with default options.

    >>> from kamchatka.editions import edition
    >>> len(shape_of(edition("challenge")).places)
    42
    """
    setting = Setting.of(edition)
    board, layout = setting.game.board, setting.layout
    edges = [
        (place, int(board.links[link]))
        for place in range(int(board.size))
        for link in range(board.first[place], board.first[place + 1])
    ]
    planes = tuple(plane.name for plane in layout.planes if plane.block == "places")
    table = tuple(name for plane in layout.planes if plane.block != "places" for name in _numbers_of(plane))
    return NetworkShape(
        edition=edition.id,
        places=tuple(board.places),
        planes=planes,
        armies=planes.index("armies"),
        table=(*table, *_constants_of(edition)),
        codes=setting.code_names,
        edges=tuple(sorted(edges)),
    )


def fit(setting: Setting, shape: NetworkShape | None = None) -> Fit:
    """Map a table to the shape of its edition."""
    whole = shape or shape_of(setting.edition)
    numbers = _positions(whole)
    codes = {name: code for code, name in enumerate(whole.codes)}
    return Fit(
        shape=whole,
        columns=tuple(numbers.get(name, -1) for name in _row_names(setting.layout)),
        codes=tuple(codes.get(name, -1) for name in setting.code_names),
        constants=tuple((numbers[name], 1) for name in _true_of(setting) if name in numbers),
    )


def _numbers_of(plane: Plane) -> list[str]:
    """Return the names of a plane's numbers."""
    return [f"{plane.name} · {thing}" for thing in plane.things]


def _row_names(layout: Layout) -> list[str]:
    return [name for plane in layout.planes for name in _numbers_of(plane)]


def _positions(shape: NetworkShape) -> dict[str, int]:
    """Return the index of each named number in a row."""
    names = [f"{plane} · {place}" for plane in shape.planes for place in shape.places] + list(shape.table)
    return {name: at for at, name in enumerate(names)}


def _constants_of(edition: Edition) -> list[str]:
    """Return the inputs for the number of seats and for every non-default option value."""
    seats = [f"seats {count}" for count in range(FEWEST_SEATS, MOST_SEATS + 1)]
    values = [
        f"option {option.name}={value}"
        for option in edition.options
        for value in option.values
        if value != option.default
    ]
    return seats + values


def _true_of(setting: Setting) -> list[str]:
    """Return the names of the constant inputs that are 1 at this table."""
    changed = setting.rules.non_defaults()
    return [f"seats {setting.seats}", *(f"option {name}={value}" for name, value in changed.items())]
