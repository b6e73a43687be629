"""Colours and symbols. Each army colour also has a symbol, so seats can be told apart by either."""

from dataclasses import dataclass

from rich.text import Text

from kamchatka.boards.drawing import NEAREST
from kamchatka.kernel.game import Game
from kamchatka.kernel.state import State

# title colours of the continents, in board order
ZONES = ("#C9A227", "#6FA36F", "#6C8EBF", "#C77D4F", "#A778B5", "#4FA6A6")
ACCENT = "#8ADCE6"


@dataclass(frozen=True)
class SeatMark:
    """The colours and the symbol of a seat."""

    symbol: str
    paper: str
    ink: str

    @property
    def style(self) -> str:
        """The style with the ink on the paper colour."""
        return f"bold {self.ink} on {self.paper}"

    def badge(self, text: str = "") -> Text:
        """Return the symbol on the seat's colour, optionally with a number. Text appended later is unstyled."""
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
    """Return the mark of a seat. Seats without a colour and NOBODY get a plain one."""
    if not 0 <= seat < state.seats or state.colour[seat] < 0:
        return PLAIN
    return MARKS.get(game.colours[state.colour[seat]], PLAIN)
