"""The display of 2210 besides MODs: commanders, stations, devastation, energy, cards by deck, scouts and zones."""

from kamchatka.editions.display import Counter, Display, Piece
from kamchatka.editions.points import final_points
from kamchatka.editions.risk2210.data import BOTH
from kamchatka.editions.risk2210.state import KIND_IDS, KINDS, LAND, TERRAINS, State2210
from kamchatka.editions.risk2210.turn.collect import find_controlled_zones
from kamchatka.kernel.bits import has
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text

COMMANDERS = ("land_commander", "naval_commander", "space_commander", "nuclear_commander", "diplomat")
PARTS = tuple(Text("counter", f"2210.points.{part}") for part in ("places", "zones", "cards"))  # as in Points2210
TIES = tuple(Text("counter", f"2210.points.{tie}") for tie in ("energy", "units"))


def show(game: Game, state: State, viewer: int) -> Display:
    """Return the display. Only the viewer sees its face-down territory cards; everything else is public."""
    own = state.edition_state
    assert isinstance(own, State2210)
    places = game.board.places
    pieces: dict[str, tuple[Piece, ...]] = {}
    for n, place in enumerate(places):
        here = [Piece(COMMANDERS[i % KINDS], i // KINDS) for i, where in enumerate(own.piece) if where == n]
        if own.built[n]:
            here.append(Piece("station", int(state.owner[n])))
        if here:
            pieces[place] = tuple(here)
    return Display(
        pieces=pieces,
        marks={place: ("devastation",) for n, place in enumerate(places) if own.hazard[n]},
        counters={seat: _counters(own, seat) for seat in range(state.seats)},
        public=tuple(_landfalls(own)),
        secret=tuple(_face_down_counters(own, viewer, True)),
        zones={
            seat: tuple(int(zone) for zone in find_controlled_zones(game.board, state, seat))
            for seat in range(state.seats)
        },
        neutral=int(own.neutrals().colour),
        points=final_points(game, state, PARTS, TIES),
    )


def _counters(own: State2210, seat: int) -> tuple[Counter, ...]:
    """Return energy, the turn marker, cards in hand by deck, and kept territory cards."""
    return (
        Counter("energy", _label("energy"), int(own.purse[seat])),
        Counter("marker", _label("marker"), int(own.marker[seat])),
        *(
            Counter(f"cards_{deck}", _label(f"cards_{deck}"), int(own.held[seat * KINDS + n]))
            for n, deck in enumerate(KIND_IDS)
        ),
        Counter("scouts", _label("scouts"), int(own.kept[seat * TERRAINS + LAND])),
        *_face_down_counters(own, seat, False),
        Counter("jammed", _label("jammed"), int(has(own.jammed, seat))),
        Counter("truce", _label("truce"), int(has(own.truce, seat))),
    )


def _landfalls(own: State2210) -> list[Counter]:
    """Return the territories that the Moon may attack in this turn."""
    return [
        Counter(f"landfall_{place.id}", _label("landfall", place=place), 1)
        for n, place in enumerate(BOTH.places)
        if own.landfall[n]
    ]


def _face_down_counters(own: State2210, seat: int, face_down: bool) -> list[Counter]:
    """Return a seat's kept territory cards, visible or face down: scouts on land, energy at sea."""
    found: list[Counter] = []
    for n, place in enumerate(BOTH.places):
        if seat >= 0 and own.card[n] == seat and own.face_down(n) == face_down:
            what = "kept_scouts" if own.world.terrain[n] == LAND else "kept_energy"
            found.append(Counter(f"kept_{place.id}", _label(what, place=place), 1))
    return found


def _label(key: str, **fields: object) -> Text:
    return Text("counter", f"2210.{key}", **fields)
