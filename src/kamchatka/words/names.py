"""Names for the numbers in facts, frames and actions: players, places, cards, colours and dice."""

from collections.abc import Callable, Sequence

from kamchatka.boards import Named
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.schema.fields import ONE, SET, Field
from kamchatka.texts import Phrases, PlaceName
from kamchatka.texts.deleted_players import display_name


class Names:
    """Names at one table in one language. A declared field's noun says which names apply."""

    def __init__(self, language: str, edition: Edition, players: Sequence[str], phrases: Phrases) -> None:
        self.language = language
        self.players = [display_name(name, language) for name in players]
        self.phrases = phrases
        self.place_nouns = [place.noun(language) for sheet in edition.sheets for place in sheet.places]
        self.zone_nouns = [zone.noun(language) for sheet in edition.sheets for zone in sheet.zones]
        self.places = [str(noun) for noun in self.place_nouns]
        self.zones = [str(noun) for noun in self.zone_nouns]
        self.cards = _in(language, edition.cards)
        self.colours = _in(language, edition.colours)
        self.objectives = _in(language, edition.objectives)
        self.kinds = _in(language, edition.kinds)
        self.kind_ids = [kind.id for kind in edition.kinds]
        self.by_noun: dict[tuple[str, str], Callable[[int], str]] = {
            ("seat", ONE): self.player,
            ("seat", SET): self.seats,
            ("place", ONE): self.place,
            ("zone", ONE): self.zone,
            ("kind", ONE): self.kind,
            ("kind", SET): self.pieces,
            ("card", ONE): self.card,
            ("colour", ONE): self.colour,
            ("objective", ONE): self.objective,
            ("dice", ONE): self.dice,
        }

    def value(self, field: Field, value: object) -> object:
        """Return the value of a field as sentences show it."""
        named = self.by_noun.get((field.noun, field.form))
        return named(value) if named and isinstance(value, int) else value

    def player(self, seat: int) -> str:
        """Return the player of a seat, or the word for nobody."""
        return self.players[seat] if 0 <= seat < len(self.players) else self.phrases.say("list", "nobody")

    def place(self, place: int) -> PlaceName:
        """Return a territory's name with its grammar for articles; "?" if there is no such place."""
        return self.place_nouns[place] if 0 <= place < len(self.place_nouns) else PlaceName("?")

    def zone(self, zone: int) -> PlaceName:
        """Return the name of a continent, ocean or colony with its grammar for articles."""
        return self.zone_nouns[zone]

    def neighbours(self, places: Sequence[int]) -> str:
        """List places with articles, as the object of a verb: "la Cina, il Siam e gli Urali"."""
        return self.phrases.join_items([self.phrases.say("list", "place", place=self.place(place)) for place in places])

    def kind(self, kind: int) -> str:
        """Return the name of a kind of piece, which its cards share; "?" if there is no such kind."""
        return self.kinds[kind] if 0 <= kind < len(self.kinds) else "?"

    def piece(self, kind: int) -> str:
        """Return a kind of piece with its article, such as "the land commander"."""
        return self._of_kind("the", kind) or self.kind(kind)

    def deck(self, kind: int, number: int) -> str:
        """Return a number of cards of a kind, such as "2 land cards"."""
        found = self._of_kind("deck", kind)
        return self.phrases.say("deck", self.kind_ids[kind], number=number) if found else f"{number} {self.kind(kind)}"

    def _of_kind(self, table: str, kind: int) -> str | None:
        return self.phrases.find(table, self.kind_ids[kind]) if 0 <= kind < len(self.kind_ids) else None

    def pieces(self, bits: int) -> str:
        """List several pieces."""
        return self.phrases.join_items([self.kind(kind) for kind in members(bits)])

    def card(self, card: int) -> str:
        """Return a card's name; "?" if it is hidden."""
        return self.cards[card] if 0 <= card < len(self.cards) else "?"

    def colour(self, colour: int) -> str:
        """Return the name of an army colour."""
        return self.colours[colour] if colour >= 0 else "?"

    def objective(self, objective: int) -> str:
        """Return the text of an objective card; "?" if it is hidden."""
        return self.objectives[objective] if objective >= 0 else "?"

    def seats(self, bits: int) -> str:
        """List several players."""
        return self.phrases.join_items([self.player(seat) for seat in members(bits)])

    def dice(self, packed: int) -> str:
        """Return thrown dice, highest first."""
        return "·".join(str(die) for die in pips(packed))


def _in(language: str, named: Sequence[Named]) -> list[str]:
    return [thing.name(language) for thing in named]
