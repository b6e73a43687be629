"""What a table shows beside owners and armies: pieces, marks, counters, faces of cards. Rules never ask it."""

from collections.abc import Mapping

import msgspec

from kamchatka.boards import Named
from kamchatka.editions.holdings import whole_zones
from kamchatka.kernel.board import Board
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.text import Text, worded
from kamchatka.texts import translated


class Piece(msgspec.Struct, frozen=True):
    """Pieces of one kind on a place: a commander, a station, a temple; page.toml has its name and glyph."""

    kind: str
    seat: int | None = None
    n: int = 1


class Counter(msgspec.Struct, frozen=True):
    """A number people watch: energy, faith, points, cards of a deck."""

    id: str
    label: Text | Named
    value: int

    def text(self, language: str) -> str:
        """What is counted, in a language."""
        return str(worded(self.label, language))


class Points(msgspec.Struct, frozen=True):
    """What a seat's points are made of; `ties` are compared, in their order, where points are level."""

    parts: tuple[Counter, ...]
    ties: tuple[Counter, ...] = ()

    @property
    def total(self) -> int:
        """All of them."""
        return sum(part.value for part in self.parts)


class Face(msgspec.Struct, frozen=True):
    """What is printed on a card besides its name."""

    kind: str = ""  # infantry, joker, land, sky …: picks the picture
    place: str | None = None  # the territory it shows
    it: str = ""
    en: str = ""
    cost: int | None = None

    def text(self, language: str) -> str:
        """Its text in a language."""
        return translated(language, it=self.it, en=self.en)


class Display(msgspec.Struct, frozen=True):
    """Everything more that one viewer may see; keys are ids of places, or seats."""

    pieces: Mapping[str, tuple[Piece, ...]] = {}
    marks: Mapping[str, tuple[str, ...]] = {}  # devastated, sunken, plague
    closed: tuple[tuple[str, str], ...] = ()  # lanes that a rule has closed
    counters: Mapping[int, tuple[Counter, ...]] = {}  # public, by seat
    public: tuple[Counter, ...] = ()  # of the whole table
    secret: tuple[Counter, ...] = ()  # of the viewer alone
    zones: Mapping[int, tuple[int, ...]] = {}  # those a seat controls, where it need not hold every place
    neutral: int = NOBODY  # the colour of the army that is nobody's
    points: Mapping[int, Points] = {}  # by seat, once the game has been decided by them

    def controlled(self, board: Board, state: State, seat: int) -> tuple[int, ...]:
        """The zones that a seat controls."""
        return self.zones[seat] if seat in self.zones else whole_zones(board, state, seat)


NOTHING_MORE = Display()


def nothing_more(game: Game, state: State, viewer: int) -> Display:
    """The display of an edition that has nothing but armies and cards."""
    return NOTHING_MORE
