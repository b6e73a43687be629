"""What a table of 2210 shows beside MODs: commanders, stations, devastation, energy, cards by deck, scouts, zones."""

from kamchatka.boards import Named
from kamchatka.editions.display import Counter, Display, Piece
from kamchatka.editions.risk2210.collect import controlled_zones
from kamchatka.editions.risk2210.data import BOTH, DECKS
from kamchatka.editions.risk2210.record import KIND_IDS, KINDS, LAND, TERRAINS, Record
from kamchatka.kernel.bits import has
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State

DECKS_IT = ("terrestri", "navali", "spaziali", "nucleari", "diplomatiche")
COMMANDERS = ("land_commander", "naval_commander", "space_commander", "nuclear_commander", "diplomat")
SCOUTS = Named("scouts", "Esploratori", "Scouts")
HIDDEN_ENERGY = Named("hidden_energy", "Energia nascosta", "Hidden energy")


def shown(game: Game, state: State, viewer: int) -> Display:
    """All of it is public, but for the territory cards that the viewer keeps face down."""
    own = state.extra
    assert isinstance(own, Record)
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
        marks={place: ("devastation",) for n, place in enumerate(places) if own.blight[n]},
        counters={seat: _counters(own, seat) for seat in range(state.seats)},
        public=tuple(_landfalls(own)),
        secret=tuple(_kept(own, viewer, True)),
        zones={
            seat: tuple(int(zone) for zone in controlled_zones(game.board, state, seat)) for seat in range(state.seats)
        },
    )


def _counters(own: Record, seat: int) -> tuple[Counter, ...]:
    """Energy, the turn marker, the cards in hand by their backs, and the territory cards kept."""
    decks = zip((DECKS[kind] for kind in KIND_IDS), DECKS_IT, strict=True)
    return (
        Counter("energy", "energia", "energy", int(own.purse[seat])),
        Counter("marker", "turno", "turn", int(own.marker[seat])),
        *(
            Counter(f"cards_{deck.id}", f"carte {it}", f"{deck.en} cards", int(own.held[seat * KINDS + n]))
            for n, (deck, it) in enumerate(decks)
        ),
        Counter("scouts", "esploratori", "scouts", int(own.kept[seat * TERRAINS + LAND])),
        *_kept(own, seat, False),
        Counter("jammed", "carte bloccate", "cards jammed", int(has(own.jammed, seat))),
        Counter("truce", "tregua", "cease-fire", int(has(own.truce, seat))),
    )


def _landfalls(own: Record) -> list[Counter]:
    """The lands that the Moon may attack in this turn."""
    return [
        Counter(f"landfall_{place.id}", f"dalla Luna: {place.it}", f"from the Moon: {place.en}", 1)
        for n, place in enumerate(BOTH.places)
        if own.landfall[n]
    ]


def _kept(own: Record, seat: int, face_down: bool) -> list[Counter]:
    """A seat's territory cards that lie so: scouts waiting on land, energy hidden at sea."""
    found: list[Counter] = []
    for n, place in enumerate(BOTH.places):
        if seat >= 0 and own.card[n] == seat and own.face_down(n) == face_down:
            what = SCOUTS if own.world.terrain[n] == LAND else HIDDEN_ENERGY
            found.append(Counter(f"kept_{place.id}", f"{what.it}: {place.it}", f"{what.en}: {place.en}", 1))
    return found
