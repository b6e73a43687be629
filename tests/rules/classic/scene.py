"""Scenes of the classic game on either board."""

from collections.abc import Iterable, Mapping
from typing import Any

from kamchatka.editions.classic.data import ANCIENT_EARTH, EARTH_2210, ClassicBook
from kamchatka.editions.classic.state import edition_state
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import Vacated
from kamchatka.match import Match
from tests.kit import Holding, position

BOARDS = ("classic", "classic_ancient")
EARTH = [place.id for place in EARTH_2210.sheet.places]
ANCIENT = [place.id for place in ANCIENT_EARTH.sheet.places]
# cards of the 2210 board, three of each symbol
ONES = ("alberta", "exiled_states_of_america", "northwestern_oil_emirate")
THREES = ("canada", "continental_biospheres", "republique_du_quebec")
FIVES = ("american_republic", "mexico", "nunavut")
SET = (ONES[0], THREES[0], FIVES[0])
SECOND_SET = (ONES[1], THREES[1], FIVES[1])
THIRD_SET = (ONES[2], THREES[2], FIVES[2])
ALL_CARDS = [*EARTH, "joker_1", "joker_2"]


def cards_by_symbol(book: ClassicBook) -> list[list[str]]:
    """Return the cards of each of the three symbols, in the order of the board."""
    return [[card.id for card in book.deck.cards if card.symbol == symbol.id] for symbol in book.deck.symbols[:3]]


def scene(holdings: Mapping[str, Holding], edition: str = "classic", **more: Any) -> Match:
    """Set a table of the classic game, as `tests.kit.position` does."""
    return position(holdings, edition=edition, **more)


def with_neutrals(match: Match, places: Iterable[str]) -> Match:
    """Return the same table with neutral armies in these places."""
    for place in places:
        match.table.note(Vacated(number_of(match.game, "place", place)))
    return match


def after_exchanges(match: Match, made: int) -> Match:
    """Return the same table after `count` exchanges."""
    edition_state(match.table).exchanges = made
    return match


def places_of(match: Match, seat: int | None) -> list[str]:
    """Return the places that a seat, or nobody, holds."""
    return [place for place in match.game.board.places if match.owner(place) == seat]
