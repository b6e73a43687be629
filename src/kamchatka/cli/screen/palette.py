"""Colours and symbols: every army colour is a colour and a symbol together, so that neither is needed alone."""

from dataclasses import dataclass

from rich.text import Text

from kamchatka.boards.drawing import NEAREST
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State

ZONES = ("#C9A227", "#6FA36F", "#6C8EBF", "#C77D4F", "#A778B5", "#4FA6A6")  # titles of continents, in board order
ACCENT = "#8ADCE6"


@dataclass(frozen=True)
class SeatMark:
    """How a seat is shown."""

    symbol: str
    paper: str
    ink: str

    @property
    def style(self) -> str:
        """Ink on paper."""
        return f"bold {self.ink} on {self.paper}"

    def badge(self, text: str = "") -> Text:
        """The symbol, and perhaps a number, on the colour; what is appended to it is plain."""
        return Text.assemble((f"{self.symbol}{text}", self.style))


MARKS = {
    "red": SeatMark("▲", "#D8343C", "#FFFFFF"),
    "blue": SeatMark("●", "#5A8DF2", "#05262C"),
    "green": SeatMark("■", "#2AD9AB", "#05262C"),
    "yellow": SeatMark("★", "#FFD64A", "#05262C"),
    "purple": SeatMark("◆", "#7733B0", "#FFFFFF"),
    "black": SeatMark("✚", "#343A42", "#FFFFFF"),
}
MARKS |= {other: MARKS[colour] for other, colour in NEAREST.items()}
PLAIN = SeatMark("·", "#5A6970", "#FFFFFF")


def mark_of(game: Game, state: State, seat: int) -> SeatMark:
    """The mark of a seat; a plain one before it has a colour, and for nobody."""
    if not 0 <= seat < state.seats or state.colour[seat] < 0:
        return PLAIN
    return MARKS.get(game.colours[state.colour[seat]], PLAIN)
