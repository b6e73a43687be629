"""What a table displays besides owners and armies: pieces, marks, counters and card faces. The rules never read it."""

from collections.abc import Mapping

import msgspec

from kamchatka.boards import Named
from kamchatka.editions.holdings import whole_zones
from kamchatka.kernel.board import Board
from kamchatka.kernel.edges.deprecation import former_name
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.text import Text, in_words
from kamchatka.texts import translate


class Piece(msgspec.Struct, frozen=True):
    """Pieces of one kind on a place, such as a commander, station or temple. page.toml defines their name and glyph."""

    kind: str
    seat: int | None = None
    n: int = 1


class Counter(msgspec.Struct, frozen=True):
    """A displayed number, such as energy, faith, points or the cards left in a deck."""

    id: str
    label: Text | Named
    value: int

    def text(self, language: str) -> str:
        """Return the label in a language."""
        return str(in_words(self.label, language))


class Points(msgspec.Struct, frozen=True):
    """The parts of a seat's points. If totals are equal, `ties` are compared in order."""

    parts: tuple[Counter, ...]
    ties: tuple[Counter, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.value for part in self.parts)


class Face(msgspec.Struct, frozen=True):
    """The printed face of a card, without its name."""

    kind: str = ""  # infantry, joker, land, sky …: determines the image
    place: str | None = None  # the territory it shows
    it: str = ""
    en: str = ""
    cost: int | None = None

    def text(self, language: str) -> str:
        """Return the card's text in a language."""
        return translate(language, it=self.it, en=self.en)


class Display(msgspec.Struct, frozen=True):
    """Everything that one viewer may see besides owners and armies. Keys are place ids or seats."""

    pieces: Mapping[str, tuple[Piece, ...]] = {}
    marks: Mapping[str, tuple[str, ...]] = {}  # devastated, sunken, plague
    closed: tuple[tuple[str, str], ...] = ()  # lanes that a rule has closed
    counters: Mapping[int, tuple[Counter, ...]] = {}  # public counters by seat
    public: tuple[Counter, ...] = ()  # counters of the whole table
    secret: tuple[Counter, ...] = ()  # counters that only the viewer sees
    zones: Mapping[int, tuple[int, ...]] = {}  # zones that a seat controls, in editions that don't require every place
    neutral: int = NOBODY  # colour of the neutral army
    points: Mapping[int, Points] = {}  # by seat, once the points have decided the game

    def zones_of(self, board: Board, state: State, seat: int) -> tuple[int, ...]:
        """Return the zones that a seat controls."""
        return self.zones[seat] if seat in self.zones else whole_zones(board, state, seat)

    controlled = former_name("Display.controlled", zones_of)


NOTHING_MORE = Display()


def nothing_more(game: Game, state: State, viewer: int) -> Display:
    """Return the empty display, for editions that have only armies and cards."""
    return NOTHING_MORE
