"""Components that the Italian boxes share: army colours and the territory deck."""

from importlib import resources
from typing import Literal

import msgspec

from kamchatka.boards import BRACKETED, Named, Sheet, compose_name
from kamchatka.editions.display import Face
from kamchatka.kernel.rules.cards import CANNON, CAVALRY, INFANTRY, JOKER

SYMBOLS = {"cannon": CANNON, "infantry": INFANTRY, "cavalry": CAVALRY, "joker": JOKER}


class TerritoryCard(msgspec.Struct, frozen=True):
    """A card with a territory and a weapon, or a joker."""

    id: str
    symbol: Literal["cannon", "infantry", "cavalry", "joker"]


class BoxFile(msgspec.Struct, frozen=True):
    """The contents of box.toml: colours, names of the symbols, and the deck."""

    colours: tuple[Named, ...] = msgspec.field(name="colour")
    symbols: tuple[Named, ...] = msgspec.field(name="symbol")
    cards: tuple[TerritoryCard, ...] = msgspec.field(name="card")

    def weapons(self) -> list[int]:
        """Return the symbol of each card as a number of the rules."""
        return [SYMBOLS[card.symbol] for card in self.cards]

    def display_names(self, sheet: Sheet) -> tuple[Named, ...]:
        """Return the display names of the cards: territory and weapon."""
        places = {place.id: place for place in sheet.places}
        symbols = {symbol.id: symbol for symbol in self.symbols}
        return tuple(_display_name(card, places.get(card.id), symbols[card.symbol]) for card in self.cards)

    def faces(self, sheet: Sheet) -> tuple[Face, ...]:
        """Return the printed faces: the weapon and, if there is one, the territory."""
        places = {place.id for place in sheet.places}
        return tuple(Face(card.symbol, card.id if card.id in places else None) for card in self.cards)


def _display_name(card: TerritoryCard, place: Named | None, symbol: Named) -> Named:
    if place is None:
        return Named(card.id, symbol.it, symbol.en)
    return compose_name(card.id, BRACKETED, place, symbol)


BOX = msgspec.toml.decode(resources.files(__package__).joinpath("box.toml").read_bytes(), type=BoxFile)
