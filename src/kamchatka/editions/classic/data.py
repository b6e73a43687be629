"""The two booklets: their boards and cards, and the few numbers in which they differ."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from kamchatka.boards import BRACKETED, Named, Sheet, compose_name, sheet
from kamchatka.editions.display import Face
from kamchatka.editions.files import read
from kamchatka.kernel.rules.cards import JOKER, Progression

JOKERS = ("joker_1", "joker_2")
WORTH_OF_SETS = Progression([4, 6, 8, 10, 12, 15], step=5)  # by the number of the exchange


class ClassicCard(msgspec.Struct, frozen=True):
    """A card with a territory and a symbol."""

    id: str
    symbol: str


class DeckFile(msgspec.Struct, frozen=True):
    """The contents of cards_<board>.toml: symbol names (joker last) and the territory of every card."""

    symbols: tuple[Named, ...] = msgspec.field(name="symbol")
    cards: tuple[ClassicCard, ...] = msgspec.field(name="card")

    def ids(self) -> list[str]:
        """Return the card ids in board order, then the jokers."""
        return [*(card.id for card in self.cards), *JOKERS]

    def numbers(self) -> list[int]:
        """Return the symbol of each card as a number of the rules."""
        symbols = [symbol.id for symbol in self.symbols]
        return [*(symbols.index(card.symbol) for card in self.cards), JOKER, JOKER]

    def faces(self) -> tuple[Face, ...]:
        """Return the printed faces: the symbol, and the territory unless it is a joker."""
        return (*(Face(card.symbol, card.id) for card in self.cards), *(Face("joker") for _ in JOKERS))

    def display_names(self, board: Sheet) -> tuple[Named, ...]:
        """Return the display names of the cards: territory and symbol."""
        places = {place.id: place for place in board.places}
        symbols = {symbol.id: symbol for symbol in self.symbols}
        joker = self.symbols[-1]
        return (
            *(_display_name(places[card.id], symbols[card.symbol]) for card in self.cards),
            *(Named(id, joker.it, joker.en) for id in JOKERS),
        )


def _display_name(place: Named, symbol: Named) -> Named:
    return compose_name(place.id, BRACKETED, place, symbol)


class Colour(Named, frozen=True):
    """An army colour. Retired ones appear only in stored games."""

    retired: bool = False


class ClassicColours(msgspec.Struct, frozen=True):
    """The contents of colours_<board>.toml.

    Positions store colours by number: append new ones, and never remove any.
    """

    all: tuple[Colour, ...] = msgspec.field(name="colour")

    def bits_of_retired(self) -> int:
        """Return the colours that can no longer be chosen, as bits."""
        return sum(1 << number for number, colour in enumerate(self.all) if colour.retired)


@dataclass(frozen=True)
class ClassicBook:
    """One of the two booklets of the classic game."""

    edition: Literal["classic", "classic_ancient"]
    sheet: Sheet
    deck: DeckFile
    colours: ClassicColours
    two_player_armies: int  # armies of each colour in games for two
    elimination_trade_from: int  # number of cards that forces a trade after an elimination
    joker_set: Literal["any_two", "same_symbol_pair"]  # the cards that make a set with a joker


EARTH_2210 = ClassicBook(
    "classic",
    sheet("earth_2210").only("land"),
    read(__package__, "cards_earth_2210.toml", DeckFile),
    read(__package__, "colours_earth_2210.toml", ClassicColours),
    two_player_armies=40,
    elimination_trade_from=7,
    joker_set="any_two",
)
ANCIENT_EARTH = ClassicBook(
    "classic_ancient",
    sheet("ancient_earth").only("land"),
    read(__package__, "cards_ancient_earth.toml", DeckFile),
    read(__package__, "colours_ancient_earth.toml", ClassicColours),
    two_player_armies=30,
    elimination_trade_from=6,
    joker_set="same_symbol_pair",
)
