"""What the numbers of facts, frames and actions are called: players, places, cards, colours, dice."""

from collections.abc import Callable, Sequence

from kamchatka.boards import Named
from kamchatka.editions.edition import Edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.dice import pips
from kamchatka.kernel.schema.fields import ONE, SET, Field
from kamchatka.texts import Phrases
from kamchatka.texts.nobody import shown_name


class Names:
    """The names at one table in one language, found by what a field is declared to name."""

    def __init__(self, language: str, edition: Edition, players: Sequence[str], phrases: Phrases) -> None:
        self.language = language
        self.players = [shown_name(name, language) for name in players]
        self.phrases = phrases
        self.places = _in(language, [place for sheet in edition.sheets for place in sheet.places])
        self.zones = _in(language, [zone for sheet in edition.sheets for zone in sheet.zones])
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
        """A field's value as a sentence shows it."""
        named = self.by_noun.get((field.noun, field.form))
        return named(value) if named and isinstance(value, int) else value

    def player(self, seat: int) -> str:
        """Who sits there; nobody, when the number is of no seat."""
        return self.players[seat] if 0 <= seat < len(self.players) else self.phrases.say("list", "nobody")

    def place(self, place: int) -> str:
        """A territory; "?" when the number is of none."""
        return self.places[place] if 0 <= place < len(self.places) else "?"

    def zone(self, zone: int) -> str:
        """A continent, an ocean, a colony."""
        return self.zones[zone]

    def kind(self, kind: int) -> str:
        """A kind of piece that is no army, and of the cards that go with it; "?" when the number is of none."""
        return self.kinds[kind] if 0 <= kind < len(self.kinds) else "?"

    def piece(self, kind: int) -> str:
        """A piece of a kind, with its article: the land commander."""
        return self._of_kind("the", kind) or self.kind(kind)

    def deck(self, kind: int, number: int) -> str:
        """So many cards that go with a kind: 2 land cards."""
        found = self._of_kind("deck", kind)
        return self.phrases.say("deck", self.kind_ids[kind], number=number) if found else f"{number} {self.kind(kind)}"

    def _of_kind(self, table: str, kind: int) -> str | None:
        return self.phrases.find(table, self.kind_ids[kind]) if 0 <= kind < len(self.kind_ids) else None

    def pieces(self, bits: int) -> str:
        """Several pieces."""
        return self.phrases.listed([self.kind(kind) for kind in members(bits)])

    def card(self, card: int) -> str:
        """A card; "?" when it is hidden."""
        return self.cards[card] if 0 <= card < len(self.cards) else "?"

    def colour(self, colour: int) -> str:
        """An army colour."""
        return self.colours[colour] if colour >= 0 else "?"

    def objective(self, objective: int) -> str:
        """What an objective card says; "?" when it is hidden."""
        return self.objectives[objective] if objective >= 0 else "?"

    def seats(self, bits: int) -> str:
        """Several players."""
        return self.phrases.listed([self.player(seat) for seat in members(bits)])

    def dice(self, packed: int) -> str:
        """A throw, highest die first."""
        return "·".join(str(die) for die in pips(packed))


def _in(language: str, named: Sequence[Named]) -> list[str]:
    return [thing.name(language) for thing in named]
