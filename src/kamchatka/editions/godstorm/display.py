"""The display of Godstorm besides armies: gods, temples, plague, sunken land, faith, cards by deck, and relics."""

from kamchatka.editions.display import Counter, Display, Face, Piece
from kamchatka.editions.godstorm.data import CARDS, DECK_NAMES, DECKS, MIRACLES, WORLD
from kamchatka.editions.godstorm.places import ATLANTIS
from kamchatka.editions.godstorm.state import FIRST_CARD, KINDS, MAGIC, TEMPLES, GodstormState
from kamchatka.editions.points import final_points
from kamchatka.kernel.bits import members
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text

FACES = tuple(Face(kind.deck, kind.land or None, kind.text_it, kind.text_en, kind.cost) for kind in MIRACLES)

# In the order of GodstormPoints, then of the measures that break ties.
PARTS = tuple(
    Text("counter", f"godstorm.points.{part}") for part in ("places", "continents", "crypts", "altars", "relics")
)
TIES = tuple(Text("counter", f"godstorm.points.{tie}") for tie in ("faith", "temples", "gods", "armies"))


def show(game: Game, state: State, viewer: int) -> Display:
    """Return the display. All of it is public."""
    own = state.edition_state
    assert isinstance(own, GodstormState)
    places = game.board.places
    link = [places[place] for place in members(own.maelstrom)]
    return Display(
        pieces={place: found for n, place in enumerate(places) if (found := _pieces(own, state, n))},
        marks={place: signs for n, place in enumerate(places) if (signs := _marks(own, game, n))},
        closed=((link[0], link[1]),) if link else (),
        counters={seat: _counters(own, seat) for seat in range(state.seats)},
        public=(
            Counter("temples", Text("counter", "godstorm.temples"), TEMPLES - sum(own.built)),
            *(
                Counter(f"sacred_{land.id}", Text("counter", "godstorm.sacred", land=land), 1)
                for land in (WORLD.places[place] for place in members(own.sacred))
            ),
        ),
        neutral=int(own.neutrals().colour),
        points=final_points(game, state, PARTS, TIES),
    )


def _pieces(own: GodstormState, state: State, place: int) -> tuple[Piece, ...]:
    gods = [Piece(DECKS[i % KINDS], i // KINDS) for i, where in enumerate(own.piece) if where == place]
    owner = int(state.owner[place])
    return (*gods, *([Piece("temple", owner if owner >= 0 else None)] if own.built[place] else []))


def _marks(own: GodstormState, game: Game, place: int) -> tuple[str, ...]:
    sunken = own.sunk and game.board.zone[place] == ATLANTIS
    return (*(["plague"] if own.hazard[place] else []), *(["sunken"] if sunken else []))


def _counters(own: GodstormState, seat: int) -> tuple[Counter, ...]:
    """Return faith, turn marker, the god-war bonus from miracles, cards by deck, and relics in play."""
    relics = [CARDS[FIRST_CARD[MAGIC] + n] for n, holder in enumerate(own.relics) if holder == seat]
    return (
        Counter("faith", Text("counter", "godstorm.faith"), int(own.purse[seat])),
        Counter("marker", Text("counter", "godstorm.marker"), int(own.marker[seat])),
        Counter("fervour", Text("counter", "godstorm.fervour"), int(own.fervour[seat])),
        *(
            Counter(f"cards_{deck.id}", Text("counter", f"godstorm.cards_{deck.id}"), int(own.held[seat * KINDS + n]))
            for n, deck in enumerate(DECK_NAMES)
        ),
        *(Counter(f"relic_{relic.id}", relic, 1) for relic in relics),
    )
