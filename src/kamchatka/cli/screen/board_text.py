"""The board as text: territories by continent, with armies and the owner's colour and symbol."""

from collections.abc import Collection

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kamchatka.cli.screen.palette import ACCENT, ZONES, mark_of
from kamchatka.editions.display import Display
from kamchatka.editions.edition import Edition
from kamchatka.kernel.board import Board
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State
from kamchatka.words.names import Names

WIDE = 136  # from this width, continents are framed


class BoardText:
    """Draw positions of one game in one language."""

    def __init__(self, game: Game, names: Names, edition: Edition) -> None:
        self.game = game
        self.names = names
        self.edition = edition
        self._seen: tuple[State, Display] | None = None  # cache: the last state and how it was displayed
        self.columns = in_columns(game.board)

    def draw(self, state: State, width: int, lit: Collection[int] = ()) -> Table:
        """Draw the whole board. If `lit` isn't empty, other places are dimmed."""
        grid = Table.grid(padding=(0, 1))
        for _ in self.columns:
            grid.add_column(ratio=1 if width >= WIDE else None, no_wrap=True)
        grid.add_row(*(Group(*(self._zone(state, zone, width, lit) for zone in column)) for column in self.columns))
        grid.expand = width >= WIDE
        return grid

    def _zone(self, state: State, zone: int, width: int, lit: Collection[int]) -> RenderableType:
        board = self.game.board
        places = [place for place in range(board.size) if board.zone[place] == zone]
        rows = [self.place(state, place, not lit or place in lit) for place in places]
        title = self.zone_title(state, zone)
        if width < WIDE:
            return Group(title, *rows, Text())
        return Panel(Group(*rows), title=title, title_align="left", border_style=zone_colour(zone))

    def zone_title(self, state: State, zone: int) -> Text:
        """Return a continent's name and bonus, with the mark of the player who holds it."""
        board = self.game.board
        title = Text(self.names.zones[zone], f"bold {zone_colour(zone)}")
        title.append(f" +{board.bonus[zone]}", "bright_black")
        for seat in range(state.seats):
            if zone in self.display(state).zones_of(board, state, seat):
                title.append(" ").append_text(mark_of(self.game, state, seat).badge())
        return title

    def place(self, state: State, place: int, is_lit: bool = True) -> Text:
        """Render a territory: badge and name."""
        mark = mark_of(self.game, state, int(state.owner[place]))
        stands = state.owner[place] >= 0 or state.armies[place] > 0
        row = mark.badge(f"{state.armies[place]:>2}" if stands else "  ")
        row.no_wrap, row.overflow = True, "ellipsis"
        row.append(" ").append(self.names.places[place], "" if is_lit else "dim")
        return row.append(self.pieces(state, place), ACCENT)

    def pieces(self, state: State, place: int) -> str:
        """Render one sign for each thing on a place other than armies."""
        more, name = self.display(state), self.game.board.places[place]
        kinds = [*more.marks.get(name, ()), *(piece.kind for piece in more.pieces.get(name, ()))]
        return " " + "".join(self.names.phrases.say("piece", kind) for kind in kinds) if kinds else ""

    def display(self, state: State) -> Display:
        """Return the board's public information, without owners and armies."""
        if self._seen is None or self._seen[0] is not state:
            self._seen = (state, self.edition.display(self.game, state, -1))
        return self._seen[1]

    def links(self, state: State, place: int) -> Text:
        """Render a territory and all its neighbours."""
        board = self.game.board
        near = [self.place(state, int(board.links[i])) for i in range(board.first[place], board.first[place + 1])]
        return Text(" ").join([self.place(state, place), Text("—", "bright_black"), Text("  ").join(near)])


def zone_colour(zone: int) -> str:
    """Return the colour of a continent's title."""
    return ZONES[zone % len(ZONES)]


def in_columns(board: Board) -> list[list[int]]:
    """Divide the zones, in board order, into three columns of nearly equal height."""
    sizes = [int(size) + 2 for size in board.zone_size]
    zones = list(range(len(sizes)))
    cuts = [(a, b) for a in range(1, len(zones)) for b in range(a + 1, len(zones))]
    if not cuts:
        return [[zone] for zone in zones]
    a, b = min(cuts, key=lambda cut: max(sum(sizes[: cut[0]]), sum(sizes[cut[0] : cut[1]]), sum(sizes[cut[1] :])))
    return [zones[:a], zones[a:b], zones[b:]]
