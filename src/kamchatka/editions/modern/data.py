"""The objectives of the modern box, read from their file. The territory cards are those of every Italian box."""

from typing import Literal

import msgspec

from kamchatka.boards import Named, Sheet
from kamchatka.editions.box import BOX
from kamchatka.editions.files import read
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones, Objective


class ObjectiveCard(Named, frozen=True):
    """A secret objective as printed on its card."""

    kind: Literal["places", "zones", "destroy"]
    count: int = 0
    garrison: int = 1
    zones: tuple[str, ...] = ()
    others: int = 0
    colour: str = ""
    fallback: int = 0


class ObjectivesFile(msgspec.Struct, frozen=True):
    """The contents of objectives.toml: the deck of objectives."""

    cards: tuple[ObjectiveCard, ...] = msgspec.field(name="objective")

    def objectives(self, sheet: Sheet) -> list[Objective]:
        """Return the cards as objectives of the rules."""
        zones = [zone.id for zone in sheet.zones]
        colours = [colour.id for colour in BOX.colours]
        return [self._objective(card, zones, colours) for card in self.cards]

    def _objective(self, card: ObjectiveCard, zones: list[str], colours: list[str]) -> Objective:
        if card.kind == "places":
            return HoldPlaces(card.count, card.garrison)
        if card.kind == "zones":
            return HoldZones([zones.index(zone) for zone in card.zones], card.others)
        return Destroy(colours.index(card.colour), HoldPlaces(card.fallback))


CARDS = BOX
OBJECTIVES = read(__package__, "objectives.toml", ObjectivesFile)
