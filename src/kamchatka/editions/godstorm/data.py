"""The miracle cards and the pantheons, read from their files."""

from typing import Literal

import msgspec

from kamchatka.boards import BoardPlace, Named, Sheet, Zone, join_sheets, sheet
from kamchatka.editions.files import read

DECKS = ("death", "magic", "war", "sky")  # in the order of their numbers, which are also the numbers of the gods
DECK_NAMES = (
    Named("death", "Morte", "Death"),
    Named("magic", "Magia", "Magic"),
    Named("war", "Guerra", "War"),
    Named("sky", "Cielo", "Sky"),
)


class MiracleCard(Named, frozen=True, forbid_unknown_fields=True):
    """A kind of miracle card. `confidence` and `reconstructed` say how certain we are of the printed text."""

    deck: Literal["death", "magic", "war", "sky"]
    when: str
    confidence: Literal["high", "medium-high"]
    text_it: str
    text_en: str
    cost: int = 0
    copies: int = 1
    culture: str = ""
    land: str = ""  # the territory with which a relic is worth a final point
    reconstructed: str = ""

    def ids(self) -> list[str]:
        """Return the ids of its copies."""
        return [self.id] if self.copies == 1 else [f"{self.id}_{n}" for n in range(1, self.copies + 1)]


class MiraclesFile(msgspec.Struct, frozen=True):
    """The contents of cards.toml: the kinds of cards, deck by deck."""

    kinds: tuple[MiracleCard, ...] = msgspec.field(name="card")


class Gods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four gods of a pantheon."""

    death: str
    magic: str
    war: str
    sky: str


class Pantheon(Named, frozen=True, forbid_unknown_fields=True):
    """A people with its colour, its gods and its heaven."""

    colour: str
    heaven: str
    gods: Gods


class PantheonsFile(msgspec.Struct, frozen=True):
    """The contents of pantheons.toml: the five peoples."""

    pantheons: tuple[Pantheon, ...] = msgspec.field(name="pantheon")


KINDS = read(__package__, "cards.toml", MiraclesFile).kinds
MIRACLES = tuple(kind for kind in KINDS for _ in kind.ids())  # the kind of every card, by card number
CARDS = tuple(Named(id, kind.it, kind.en) for kind in KINDS for id in kind.ids())
PANTHEONS = read(__package__, "pantheons.toml", PantheonsFile).pantheons


def deck_numbers() -> list[int]:
    """Return the number of the deck of every card."""
    return [DECKS.index(kind.deck) for kind in MIRACLES]


def costs() -> list[int]:
    """Return the price of every card in faith."""
    return [kind.cost for kind in MIRACLES]


def bonus_lands(places: list[str]) -> list[int]:
    """Return for every card the place with which it is worth a final point, or -1."""
    return [places.index(kind.land) if kind.land else -1 for kind in MIRACLES]


# ------------------------------------------------------------------ the board
def _heavens() -> Sheet:
    """Build the five heavens as places without links. Armies wait there and leave through the gates."""
    zone = Zone("heavens", "Paradisi", "Heavens")
    places = tuple(BoardPlace(heaven.id, heaven.it, heaven.en, zone=zone.id, kind="underworld") for heaven in HEAVENS)
    return Sheet("heavens", zone.it, zone.en, (zone,), places)


HEAVENS = tuple(
    Named(pantheon.heaven, pantheon.heaven.capitalize(), pantheon.heaven.capitalize()) for pantheon in PANTHEONS
)
SHEETS = (sheet("ancient_earth"), sheet("underworld"))
WORLD = join_sheets("godstorm", "Terra Antica e Inferi", "Ancient Earth and Underworld", *SHEETS, _heavens())


def sea_links() -> list[tuple[int, int]]:
    """Return the sea links, which the maelstrom can close."""
    number = {place.id: n for n, place in enumerate(WORLD.places)}
    return [(number[a], number[b]) for a, b in WORLD.links["sea"]]
