"""The objectives of the tournament game, read from their file. The territory cards are those of every Italian box."""

import msgspec

from kamchatka.boards import Named, Sheet, compose_name
from kamchatka.editions.box import BOX
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.editions.files import read
from kamchatka.kernel.text import Listed

NUMBERED = Named("numbered", "n. {}: {}", "no. {}: {}")


class ChallengeObjectiveCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered card. It marks all places of its zones, and single places."""

    number: int
    zones: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The card's id in saved games."""
        return f"objective_{self.number}"

    def find_places(self, sheet: Sheet) -> list[int]:
        """Return the marked places in board order."""
        return [n for n, place in enumerate(sheet.places) if place.zone in self.zones or place.id in self.places]

    def display_name(self, sheet: Sheet) -> Named:
        """Return the card's display name."""
        parts = [zone for zone in sheet.zones if zone.id in self.zones]
        others = [place for place in sheet.places if place.id in self.places]
        return compose_name(self.id, NUMBERED, self.number, Listed([*parts, *others]))


class ChallengeObjectivesFile(msgspec.Struct, frozen=True):
    """The contents of objectives.toml: the deck of objectives."""

    cards: tuple[ChallengeObjectiveCard, ...] = msgspec.field(name="objective")

    def objectives(self, sheet: Sheet) -> list[HoldMarked]:
        """Return the cards as objectives of the rules."""
        return [HoldMarked(card.find_places(sheet)) for card in self.cards]

    def display_names(self, sheet: Sheet) -> tuple[Named, ...]:
        """Return the display names of the cards."""
        return tuple(card.display_name(sheet) for card in self.cards)


OBJECTIVES = read(__package__, "objectives.toml", ChallengeObjectivesFile)
# Five of the box's colours. The booklet's Kingmaker example names four of them; the fifth is our choice.
COLOURS = tuple(colour for colour in BOX.colours if colour.id != "purple")
