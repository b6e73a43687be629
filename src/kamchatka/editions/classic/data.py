"""The two books: their boards and cards, and the few numbers in which they differ."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from kamchatka.boards import Named, Sheet, sheet
from kamchatka.editions.display import Face
from kamchatka.editions.files import read
from kamchatka.kernel.rules.cards import JOKER

JOKERS = ("joker_1", "joker_2")


class ClassicCard(msgspec.Struct, frozen=True):
    """A card with a territory and a symbol."""

    id: str
    symbol: str


class Deck(msgspec.Struct, frozen=True):
    """cards_<board>.toml: what the symbols are called, the joker last, and the territory of every card."""

    symbols: tuple[Named, ...] = msgspec.field(name="symbol")
    cards: tuple[ClassicCard, ...] = msgspec.field(name="card")

    def ids(self) -> list[str]:
        """The cards in the order of the board, and the jokers."""
        return [*(card.id for card in self.cards), *JOKERS]

    def numbers(self) -> list[int]:
        """The symbol of every card, as the rules know it."""
        symbols = [symbol.id for symbol in self.symbols]
        return [*(symbols.index(card.symbol) for card in self.cards), JOKER, JOKER]

    def faces(self) -> tuple[Face, ...]:
        """What is printed on them: the symbol, and the territory unless it is a joker."""
        return (*(Face(card.symbol, card.id) for card in self.cards), *(Face("joker") for _ in JOKERS))

    def named(self, board: Sheet) -> tuple[Named, ...]:
        """The cards as people call them: territory and symbol."""
        places = {place.id: place for place in board.places}
        symbols = {symbol.id: symbol for symbol in self.symbols}
        joker = self.symbols[-1]
        return (
            *(_named(places[card.id], symbols[card.symbol]) for card in self.cards),
            *(Named(id, joker.it, joker.en) for id in JOKERS),
        )


def _named(place: Named, symbol: Named) -> Named:
    return Named(place.id, f"{place.it} ({symbol.it})", f"{place.en} ({symbol.en})")


class ColoursFile(msgspec.Struct, frozen=True):
    """colours.toml: the five armies."""

    colours: tuple[Named, ...] = msgspec.field(name="colour")


@dataclass(frozen=True)
class Book:
    """One of the two books that hold the classic game."""

    edition: Literal["classic", "classic_ancient"]
    sheet: Sheet
    deck: Deck
    two_player_armies: int  # of each of the three colours
    elimination_trade_from: int  # cards that force a trade after an elimination


EARTH_2210 = Book("classic", sheet("earth_2210").only("land"), read("classic", "cards_earth_2210.toml", Deck), 40, 7)
ANCIENT_EARTH = Book(
    "classic_ancient", sheet("ancient_earth").only("land"), read("classic", "cards_ancient_earth.toml", Deck), 30, 6
)
COLOURS = read("classic", "colours.toml", ColoursFile).colours
