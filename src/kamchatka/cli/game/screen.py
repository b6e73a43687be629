"""The screen: one page per decision in a terminal, plain lines everywhere else."""

import sys
from collections.abc import Collection, Iterator, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kamchatka.cli.screen.board_text import BoardText
from kamchatka.cli.screen.palette import ACCENT, mark_of
from kamchatka.cli.screen.panels import Panels
from kamchatka.cli.typed.choices import Choices, Numbered, places_to_highlight
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Options
from kamchatka.kernel.state import State
from kamchatka.words import Sentence, Words

SIDE_BY_SIDE = 108  # from this width, seats and private information are shown beside the board
FORGET = "\x1b[3J"  # control sequence that clears a terminal's scrollback
OPTION_ROWS = 7
LOG_ROWS = 6  # minimum number of lines for events
ANSWER_ROWS = 5  # lines kept free below the question, so that a short answer leaves the board visible
LOW = 36  # below this height, options and events share half the screen


class Screen:
    """Draws one table in one language."""

    def __init__(self, console: Console, game: Game, words: Words, is_bot: Sequence[bool]) -> None:
        self.console = console
        self.game = game
        self.words = words
        self.board = BoardText(game, words.names, words.edition)
        self.panels = Panels(game, words, is_bot)
        self.choices = Choices(game, words, self.board, self.panels)
        self.is_page = console.is_terminal and sys.stdin.isatty()

    # -------------------------------------------------------------- plain text
    def say(self, *path: str, style: str = "", is_whole: bool = False, **fields: object) -> None:
        """Print a sentence of the catalogue. `is_whole` keeps paths and keys from being broken into several lines."""
        text = Text(self.words.phrases.say("screen", *path, **fields), style)
        self.console.print(text, soft_wrap=is_whole or not self.is_page)

    def tell(self, text: str, style: str = "") -> None:
        """Print a text that isn't in the catalogue."""
        self.console.print(Text(text, style), soft_wrap=not self.is_page)

    def events(self, state: State, told: Sequence[Sentence]) -> None:
        """Print events: in columns on a page, otherwise one per line."""
        for one in told:
            self.console.print(self.panels.sentence(state, one, is_set=self.is_page), soft_wrap=not self.is_page)

    def wipe(self) -> None:
        """Clear the screen and its scrollback."""
        if self.is_page:
            self.console.clear()
            self.console.file.write(FORGET)
            self.console.file.flush()

    # -------------------------------------------------------------- pages
    def header(self, state: State, note: str = "") -> Text:
        """Return the state of the game in one line."""
        title = self.words.edition.rulebook.book.name(self.words.language).partition(",")[0]
        line = Text.assemble((" Kamchatka ", f"bold #05262C on {ACCENT}"), f" {title} ")
        if lap := self.words.lap(state):
            line.append(f"· {lap} ")
        line.append(f"· {self.words.phase(self.game, state)}", "bold")
        return line.append(f"  {note}" if note else "", "bright_black")

    def table(self, state: State, seat: int, bright: Collection[int] = (), secrets: bool = True) -> RenderableType:
        """Draw the board, the seats and a seat's private information.

        If `bright` isn't empty, other places are dimmed.
        """
        width = self.console.width
        active = int(state.agenda[-1].seat) if state.agenda and not state.over else -1
        seats = self.panels.seats(state, active)
        private: list[RenderableType] = [Text(), self.panels.private(state, seat)] if secrets and seat >= 0 else []
        if width < SIDE_BY_SIDE:
            return Group(self.board.draw(state, width, bright), Text(), seats, *private)
        grid = Table.grid(padding=(0, 3, 0, 0), expand=True)
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1)
        grid.add_row(self.board.draw(state, width, bright), Group(seats, *private))
        return grid

    def decision(self, state: State, seat: int, options: Options, told: Sequence[Sentence], note: str = "") -> None:
        """Show everything a player needs to decide."""
        numbered = self.choices.list_choices(state, seat, options)
        question = self._question(state, seat, options)
        if not self.is_page:
            self.events(state, told)
            self.console.print(question, soft_wrap=True)
            self.console.print(self.listing(numbered, OPTION_ROWS))
            return
        top = Group(
            self.header(state, note),
            Text(),
            self.table(state, seat, places_to_highlight(options)),
            Rule(style="bright_black"),
        )
        half = 2 if self.console.height < LOW else 1
        bottom = Group(Text(), self.listing(numbered, OPTION_ROWS // half), question)
        room = max(LOG_ROWS // half, self.console.height - self.rows(top) - self.rows(bottom) - ANSWER_ROWS)
        self.wipe()
        self.console.print(top, self.panels.log(state, self.fitting(state, told, room)), bottom)

    def _question(self, state: State, seat: int, options: Options) -> Text:
        line = mark_of(self.game, state, seat).badge()
        line.append(f" {self.words.names.player(seat)} ", "bold")
        line.append(self.words.question(self.game, state, options, seat), ACCENT)
        hint = self.words.hint(self.game, state, options)
        return line.append(f" {hint}", "bright_black") if hint else line

    def listing(self, numbered: Sequence[Numbered], rows: int | None = None) -> RenderableType:
        """Arrange the options as a numbered list, in columns of at most this many rows."""
        if not numbered:
            return Group()
        labels = [Text.assemble((f"{n:>2} ", "bright_black"), one.label) for n, one in enumerate(numbered, start=1)]
        shown = len(labels)
        while rows is not None and shown > 1 and self.rows(_columns(labels[:shown])) > rows:
            shown -= 1
        if shown == len(labels):
            return _columns(labels)
        more = self.words.phrases.say("screen", "more_options", number=len(labels) - shown)
        return Group(_columns(labels[:shown]), Text(f" {more}", "bright_black"))

    # -------------------------------------------------------------- space
    def rows(self, thing: RenderableType) -> int:
        """Return the number of lines that this takes on the screen."""
        return len(self.console.render_lines(thing, pad=False))

    def pages(self, state: State, told: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
        """Divide events into pages that fit the window."""
        rest, room = list(told), max(LOG_ROWS, self.console.height - 3)
        while rest:
            count, used = 0, 0
            while count < len(rest) and (used := used + self.rows(self.panels.sentence(state, rest[count]))) <= room:
                count += 1
            yield rest[: max(1, count)]
            rest = rest[max(1, count) :]

    def fitting(self, state: State, told: Sequence[Sentence], room: int) -> Sequence[Sentence]:
        """Return the latest events that fit into `room` lines."""
        used = 0
        for n, one in enumerate(reversed(told)):
            used += self.rows(self.panels.sentence(state, one))
            if used > room:
                return told[len(told) - n :]
        return told


def _columns(labels: Sequence[Text]) -> RenderableType:
    return Padding(Columns(labels, padding=(0, 3, 0, 0)), (0, 0, 0, 1))
