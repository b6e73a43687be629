"""`kamchatka replay`: step through a recorded game, forwards and backwards."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.rule import Rule
from rich.text import Text

from kamchatka.cli.game.keyboard import Keyboard, Leave
from kamchatka.cli.game.screen import LOG_ROWS, Screen
from kamchatka.journal import read
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.view import ONLOOKER, view
from kamchatka.match import Match
from kamchatka.texts.language import language
from kamchatka.words import Story, Words


def replay(
    file: Annotated[Path, typer.Argument(help="The journal of the game.")],
    seat: Annotated[int | None, typer.Option(help="Look with the eyes of this seat (1, 2 …).")] = None,
    start: Annotated[int, typer.Option("--from", help="The entry to begin with.")] = 0,
    log: Annotated[bool, typer.Option("--log", help="Print the whole story and stop.")] = False,
    lang: Annotated[str | None, typer.Option(help="it or en; by default that of the locale.")] = None,
) -> None:
    """Step through a game: Enter or n on, b back, t next turn, a number to jump, q to stop."""
    speech = language(lang)
    kept = read(file)
    most = kept.match.seats
    if seat is not None and not 1 <= seat <= most:
        raise Problem("replay.no_seat", seat=seat, most=most)
    words = Words(speech, kept.match.edition, [player.name for player in kept.header.players])
    console = Console(highlight=False)
    screen = Screen(console, kept.match.game, words, [player.bot is not None for player in kept.header.players])
    film = Film(kept.match, screen, None if seat is None else seat - 1)
    film.check(start)
    if log:
        film.print_log()
        return
    try:
        film.run(start, Keyboard(None if screen.is_page else screen.tell))
    except (Leave, KeyboardInterrupt):
        console.print()


class Film:
    """A recorded game, as one seat saw it or with all information."""

    def __init__(self, match: Match, screen: Screen, seat: int | None) -> None:
        self.match = match
        self.screen = screen
        self.seat = seat
        self.last = len(match.entries) - 1

    def check(self, entry: int) -> None:
        """Raise a Problem unless the entry exists."""
        if self.last < 0:
            raise Problem("replay.nothing_yet")
        if not 0 <= entry <= self.last:
            raise Problem("replay.no_entry", last=self.last, entry=entry)

    def run(self, entry: int, keyboard: Keyboard) -> None:
        """Show an entry, ask for the next one, and repeat until the user quits."""
        while True:
            self.show(entry)
            moved = False
            while not moved:
                line = keyboard.ask(self.screen.words.phrases.say("replay", "keys") + " › ").strip()
                try:
                    entry, moved = self.after(entry, line), True
                except Problem as problem:
                    self.screen.tell(problem.sentence(self.screen.words.language), "yellow")

    def after(self, entry: int, line: str) -> int:
        """Return the entry that a line of input asks for."""
        if line.isdecimal():
            wanted = int(line[:9])
            self.check(wanted)
            return wanted
        key = line[:1].casefold()
        if key == "q":
            raise Leave
        if key == "b":
            return max(0, entry - 1)
        if key == "t":
            turns = (n for n in range(entry + 1, self.last + 1) if self._begins_turn(n))
            return next(turns, self.last)
        if key in ("", "n"):
            return min(self.last, entry + 1)
        raise Problem("replay.not_understood", line=line)

    def _begins_turn(self, entry: int) -> bool:
        return any(isinstance(fact, TurnBegan) for fact in self.match.entries[entry].facts)

    # -------------------------------------------------------------- display
    def story(self, entry: int) -> Story:
        """Return the story up to and including an entry."""
        story = Story(self.screen.words, self.match, self.seat)
        for past in self.match.entries[: entry + 1]:
            story.hear(past.facts)
        return story

    def state(self, story: Story) -> State:
        """Return what the viewer knows at that point."""
        return story.table.state if self.seat is None else view(story.table, self.seat).state

    def show(self, entry: int) -> None:
        """Show the board after an entry, with the latest sentences."""
        screen, story = self.screen, self.story(entry)
        state = self.state(story)
        title = Text(screen.words.phrases.say("replay", "title", n=entry, last=self.last), "bold")
        secrets = [screen.panels.private_row(state, seat) for seat in range(state.seats)] if self.seat is None else []
        top = Group(
            screen.header(state),
            Text(),
            screen.table(state, ONLOOKER if self.seat is None else self.seat),
            *secrets,
            Rule(title, style="bright_black"),
        )
        room = max(LOG_ROWS, screen.console.height - screen.rows(top) - 3) if screen.is_page else LOG_ROWS
        screen.wipe()
        screen.console.print(top, screen.panels.log(state, screen.fitting(state, story.latest(room), room)))

    def print_log(self) -> None:
        """Print the whole story."""
        story = self.story(self.last)
        self.screen.events(self.state(story), story.tell())
