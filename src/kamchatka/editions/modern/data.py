"""The cards and objectives of the modern box, read from their files."""
from typing import Literal

import msgspec

from kamchatka.boards import Named, Sheet
from kamchatka.editions.files import read
from kamchatka.kernel.rules.cards import CANNON, CAVALRY, INFANTRY, JOKER
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones, Objective

SYMBOLS = {"cannon": CANNON, "infantry": INFANTRY, "cavalry": CAVALRY, "joker": JOKER}


class TerritoryCard(msgspec.Struct, frozen=True):
    """A card with a territory and a weapon, or a joker."""

    id: str
    symbol: Literal["cannon", "infantry", "cavalry", "joker"]


class CardsFile(msgspec.Struct, frozen=True):
    """cards.toml: what the symbols are called, and the deck."""

    symbols: tuple[Named, ...] = msgspec.field(name="symbol")
    cards: tuple[TerritoryCard, ...] = msgspec.field(name="card")

    def named(self, sheet: Sheet) -> tuple[Named, ...]:
        """The cards as people call them: territory and weapon."""
        places = {place.id: place for place in sheet.places}
        symbols = {symbol.id: symbol for symbol in self.symbols}
        return tuple(self._named(card, places.get(card.id), symbols[card.symbol]) for card in self.cards)

    def _named(self, card: TerritoryCard, place: Named | None, symbol: Named) -> Named:
        if place is None:
            return Named(card.id, symbol.it, symbol.en)
        return Named(card.id, f"{place.it} ({symbol.it})", f"{place.en} ({symbol.en})")


class ObjectiveCard(Named, frozen=True):
    """A secret objective, as its card says."""

    kind: Literal["places", "zones", "destroy"]
    count: int = 0
    garrison: int = 1
    zones: tuple[str, ...] = ()
    others: int = 0
    colour: str = ""
    fallback: int = 0


class ObjectivesFile(msgspec.Struct, frozen=True):
    """objectives.toml: the army colours, and the deck of objectives."""

    colours: tuple[Named, ...] = msgspec.field(name="colour")
    cards: tuple[ObjectiveCard, ...] = msgspec.field(name="objective")

    def objectives(self, sheet: Sheet) -> list[Objective]:
        """The cards as the rules know them."""
        zones = [zone.id for zone in sheet.zones]
        colours = [colour.id for colour in self.colours]
        return [self._objective(card, zones, colours) for card in self.cards]

    def _objective(self, card: ObjectiveCard, zones: list[str], colours: list[str]) -> Objective:
        if card.kind == "places":
            return HoldPlaces(card.count, card.garrison)
        if card.kind == "zones":
            return HoldZones([zones.index(zone) for zone in card.zones], card.others)
        return Destroy(colours.index(card.colour), HoldPlaces(card.fallback))


CARDS = read("modern", "cards.toml", CardsFile)
OBJECTIVES = read("modern", "objectives.toml", ObjectivesFile)
