"""Layout of observations: named planes by place, by seat and for the table, one after the other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kamchatka.encoding.codes import CHOICES
from kamchatka.encoding.observer import Observer
from kamchatka.encoding.plan import (
    BY_FIELD,
    BY_OTHERS,
    BY_SEAT,
    DEPTH,
    IN_ORDER,
    NOUNS,
    NUMBER,
    NUMBERS,
    SPOTS,
    Offsets,
    RowPlan,
)
from kamchatka.encoding.prompt import STAGES
from kamchatka.kernel.edges.deprecation import former_name
from kamchatka.kernel.edges.wire import ids
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import VERBS
from kamchatka.kernel.schema import rows as declared
from kamchatka.kernel.schema.fields import SET, Field, Fields
from kamchatka.kernel.schema.rows import Row
from kamchatka.kernel.state import EditionState

if TYPE_CHECKING:  # players read layouts without NumPy
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int16]

OBSERVATION_VERSION = 1  # increases whenever the same view is encoded differently


@dataclass(frozen=True)
class Plane:
    """A named row of numbers in an observation: by place, by seat, or for the table."""

    name: str
    block: str  # places, seats or table
    things: tuple[str, ...]  # the subject of each number
    offset: int

    @property
    def width(self) -> int:
        """Number of values."""
        return len(self.things)


@dataclass(frozen=True)
class Layout:
    """The planes of a game for a number of seats, in order. Print it to read it."""

    edition: str
    seats: int
    places: int
    planes: tuple[Plane, ...]
    version: int = OBSERVATION_VERSION

    @property
    def size(self) -> int:
        """Number of values in an observation."""
        return self.planes[-1].offset + self.planes[-1].width

    def __getitem__(self, name: str) -> slice:
        """Return the slice of a plane: `observation[..., layout["armies"]]`."""
        found = next(plane for plane in self.planes if plane.name == name)
        return slice(found.offset, found.offset + found.width)

    def split(self, observation: "Numbers") -> "tuple[Numbers, Numbers, Numbers]":
        """Reshape to (…, planes, places), (…, planes, seats) and (…, numbers), as views without copying."""
        by_place = sum(plane.width for plane in self.planes if plane.block == "places")
        by_seat = by_place + sum(plane.width for plane in self.planes if plane.block == "seats")
        batch = observation.shape[:-1]
        return (
            observation[..., :by_place].reshape(*batch, -1, self.places),
            observation[..., by_place:by_seat].reshape(*batch, -1, self.seats),
            observation[..., by_seat:],
        )

    def planes_by_name(self, observation: "Numbers") -> "dict[str, Numbers]":
        """Map every plane's name to its numbers."""
        return {plane.name: observation[..., plane.offset : plane.offset + plane.width] for plane in self.planes}

    named = former_name("Layout.named", planes_by_name)

    def __str__(self) -> str:
        lines = [f"{self.edition}, {self.seats} seats: observation {self.version}, {self.size} numbers"]
        for plane in self.planes:
            about = "" if plane.block != "table" else " · " + _shorten(plane.things)
            lines.append(f"{plane.offset:5}  {plane.block:6}  {plane.name}{about}")
        return "\n".join(lines)


def _shorten(things: tuple[str, ...]) -> str:
    return ", ".join(things) if len(things) <= 6 else f"{', '.join(things[:3])} … {things[-1]} ({len(things)})"


@dataclass
class Builder:
    """Collects planes by block; their offsets are assigned when all are known."""

    places: tuple[str, ...]
    seats: tuple[str, ...]
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = field(
        default_factory=lambda: {"places": [], "seats": [], "table": []}
    )

    def by_place(self, *names: str) -> None:
        """Add planes with a number per place."""
        self.found["places"] += [(name, self.places) for name in names]

    def by_seat(self, *names: str) -> None:
        """Add planes with a number per seat, the viewer's first."""
        self.found["seats"] += [(name, self.seats) for name in names]

    def of_table(self, name: str, *things: str) -> None:
        """Add numbers of the table that belong to no place or seat."""
        self.found["table"].append((name, things or (name,)))

    def planes(self) -> tuple[Plane, ...]:
        """Return all planes with their offsets."""
        made: list[Plane] = []
        for block, known in self.found.items():
            for name, things in known:
                made.append(Plane(name, block, things, made[-1].offset + made[-1].width if made else 0))
        return tuple(made)


def lay_out(game: Game, seats: int, state: EditionState) -> tuple[Layout, Observer]:
    """Create the layout of a game and its observer. `state` is the edition's own state on an empty table."""
    builder = Builder(tuple(game.board.places), tuple(f"seat+{away}" for away in range(seats)))
    _board(builder, game, seats)
    _answer(builder, game, seats)
    _agenda(builder, game)
    told = [(row, numbers) for row, numbers in zip(_rows_of(state), state.rows(), strict=True)]
    for row, numbers in told:
        _extra(builder, game, row, len(numbers))
    layout = Layout(game.name, seats, len(builder.places), builder.planes())
    at = _beginnings(layout)
    plans = [_plan(row, numbers, at, seats) for row, numbers in told]
    observer = Observer(
        layout.size,
        seats,
        len(builder.places),
        game.board.zones,
        len(game.cards),
        len(game.steps),
        len(game.kinds),
        Offsets(at),
        plans,
    )
    return layout, observer


def _beginnings(layout: Layout) -> dict[str, int]:
    """Map plane names to offsets; a group `owner.0`, `owner.1` … starts, as `owner`, with its first plane."""
    found: dict[str, int] = {}
    for plane in reversed(layout.planes):
        parts = plane.name.split(".")
        for count in range(1, len(parts) + 1):
            found[".".join(parts[:count])] = plane.offset
    return found


# ------------------------------------------------------------------ planes of every game
def _board(builder: Builder, game: Game, seats: int) -> None:
    builder.by_place(*(f"owner.{away}" for away in range(seats)), "nobody", "armies")
    builder.by_seat("lands", "stock", "hand", "alive", "turn", "first", "rank")
    builder.by_seat(*(f"held.{zone}" for zone in game.board.zone_ids))
    builder.by_seat(*(f"colour.{colour}" for colour in game.colours))
    builder.of_table("round", "round", "conquests", "reshuffles")
    builder.of_table("cards.own", *game.cards)
    builder.of_table("cards.discarded", *game.cards)
    builder.of_table("objective", *(game.objectives or ["none"]))


def _answer(builder: Builder, game: Game, seats: int) -> None:
    builder.by_place("chosen.source", "chosen.target")
    builder.of_table("chosen.stage", *STAGES)
    builder.of_table("chosen.verb", *VERBS)
    things = [*game.cards, *game.kinds, *game.colours, *builder.seats, *(f"choice {n}" for n in range(CHOICES))]
    builder.of_table("chosen.thing", *things)
    builder.of_table("chosen.pieces", *(game.kinds or ["none"]))


def _agenda(builder: Builder, game: Game) -> None:
    depths = range(DEPTH)
    builder.by_place(*(f"agenda.place.{depth}.{nth}" for depth in depths for nth in range(SPOTS)))
    builder.by_seat(*(f"agenda.seat.{depth}" for depth in depths))
    builder.by_seat(*(f"agenda.about.{depth}" for depth in depths))
    for depth in depths:
        builder.of_table(f"agenda.step.{depth}", *(step.name() for step in game.steps))
    for depth in depths:
        builder.of_table(f"agenda.number.{depth}", *(f"number {nth}" for nth in range(NUMBERS)))
    builder.of_table("agenda.card", *game.cards)
    builder.of_table("agenda.kind", *(game.kinds or ["none"]))


# ------------------------------------------------------------------ planes of an edition
def _rows_of(state: EditionState) -> list[Row]:
    """Return the declared rows of a state, or plain numbers if it declares none."""
    rows = state.rows()
    if not state.ROWS:
        return [Row(declared.EACH, {f"row{nth}": Field("number")}) for nth in range(len(rows))]
    if len(state.ROWS) != len(rows):
        raise TypeError(f"{type(state).__name__}.ROWS declares {len(state.ROWS)} rows; there are {len(rows)}")
    return list(state.ROWS)


def _extra(builder: Builder, game: Game, row: Row, length: int) -> None:
    """Add the planes of one row."""
    if row.by == declared.TABLE:
        for name, what in row.fields.items():
            _extra_field(builder, game, f"extra.{name}", what)
        return
    name, what = _single(row.fields)
    if length == 0:
        return
    if row.by == declared.BY_SEAT:
        parts = _parts(game, row, length // len(builder.seats))
        put = builder.by_place if what.noun == "place" else builder.by_seat
        put(*(f"extra.{name}.{part}" if part else f"extra.{name}" for part in parts))
    elif row.by == declared.BY_PLACE:
        builder.by_place(f"extra.{name}")
    else:
        things = game.cards if row.by == declared.BY_CARD else [str(nth) for nth in range(length)]
        builder.of_table(f"extra.{name}", *things)


def _single(fields: Fields) -> tuple[str, Field]:
    """Return the only field of a row."""
    [(name, what)] = fields.items()
    return name, what


def _parts(game: Game, row: Row, count: int) -> list[str]:
    if not row.per:
        return [""]
    return list(game.kinds) if row.per == declared.BY_KIND else [f"{row.per}{nth}" for nth in range(count)]


def _extra_field(builder: Builder, game: Game, name: str, what: Field) -> None:
    """Add a number of the table; its noun decides which block it goes to."""
    put: dict[str, Callable[[], Any]] = {
        "place": lambda: builder.by_place(name),
        "seat": lambda: builder.by_seat(name),
        "card": lambda: builder.of_table(name, *ids(game, "card")),
        "kind": lambda: builder.of_table(name, *ids(game, "kind")),
    }
    put.get(what.noun, lambda: builder.of_table(name))()


def _plan(row: Row, numbers: list[int], at: dict[str, int], seats: int) -> RowPlan:
    """Plan the positions of a row's numbers."""
    nouns = [NOUNS.get(what.noun, NUMBER) for what in row.fields.values()]
    sets = [what.form == SET for what in row.fields.values()]
    offsets = [at.get(f"extra.{name}", 0) for name in row.fields]
    if row.by == declared.TABLE:
        return RowPlan(BY_FIELD, len(numbers), 1, nouns, sets, offsets)
    if row.by == declared.BY_SEAT and numbers:
        by = BY_OTHERS if row.per == declared.BY_SEAT else BY_SEAT
        return RowPlan(by, len(numbers), len(numbers) // seats, nouns, sets, offsets)
    return RowPlan(IN_ORDER, len(numbers), 1, nouns, sets, offsets)
