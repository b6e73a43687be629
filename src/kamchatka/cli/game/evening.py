"""The loop of a game in the terminal: bots play, people decide in turn, and the screen is cleared between them."""

import shlex
from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from kamchatka.cli.game.keyboard import Keyboard, Leave
from kamchatka.cli.game.person import Person
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.session import Session
from kamchatka.cli.screen.palette import ACCENT
from kamchatka.cli.screen.points_table import points_table
from kamchatka.journal import Kept
from kamchatka.kernel.state import State
from kamchatka.kernel.view import ONLOOKER
from kamchatka.words import Sentence

NEWS_ROWS = 12  # maximum lines of events shown beside a decision; more get a separate page before it
RECENT = 8
NOBODY_YET = -1


class Evening:
    """The loop that runs a game from its current state to its end, or until the user leaves."""

    def __init__(self, session: Session, console: Console, fast: bool) -> None:
        self.session = session
        is_bot = [player.bot is not None for player in session.header.players]
        self.screen = Screen(console, session.match.game, session.words, is_bot)
        self.keyboard = Keyboard(None if self.screen.is_page else self.screen.tell)
        self.waits = self.screen.is_page and not fast
        self.people = {seat: Person(seat, session, self.screen, self.keyboard) for seat in session.people}
        # by seat: number of groups already shown, and the last group's sentences; after resuming, show only the latest
        # groups
        self.heard: dict[int, tuple[int, list[Sentence]]] = {
            seat: (max(0, len(story.groups) - RECENT) if len(session.match.entries) > 1 else 0, [])
            for seat, story in session.stories.items()
        }
        self.seated = NOBODY_YET  # the last seat at the keyboard
        self.quoted = shlex.quote(str(session.path))

    def play(self, kept: Kept | None) -> None:
        """Run the whole game."""
        self.opening(kept)
        try:
            while not self.session.match.is_over:
                self.session.call_time()
                if not self.session.match.is_over:
                    self.turn_to(self.session.match.awaited[0])
        except Leave:
            self.farewell()
            return
        self.closing()

    def turn_to(self, seat: int) -> None:
        """Let the player of a seat make one decision."""
        if seat not in self.people:
            self.session.play_bot(seat)
            return
        person, options = self.people[seat], self.session.match.options(seat)
        action = person.standing(options)
        if action is None:
            self.raise_curtain(seat)
            self.show_news(seat)
            action = person.decide(options)
        self.session.act(seat, action)

    # -------------------------------------------------------------- between decisions
    def raise_curtain(self, seat: int) -> None:
        """Clear the screen before another player takes over, to hide the last player's cards."""
        if self.has_secrets() and seat != self.seated:
            name = self.session.words.names.player(seat)
            self.screen.wipe()
            self.keyboard.forget()
            passed = Text(self.session.words.phrases.say("screen", "curtain", name=name), "bold")
            self.screen.console.print(Panel(passed, border_style=ACCENT))
            if self.screen.is_page:
                self.keyboard.ask(self.session.words.phrases.say("screen", "curtain_wait", name=name) + " ")
                self.screen.wipe()
        self.seated = seat

    def has_secrets(self) -> bool:
        """Return True if a player at this keyboard knows something that another must not see."""
        state = self.session.match.state
        return len(self.people) > 1 and any(state.objective[seat] >= 0 or state.hand[seat] > 0 for seat in self.people)

    def show_news(self, seat: int) -> None:
        """Show what happened since the seat's last decision, then show the current decision."""
        match, story = self.session.match, self.session.stories[seat]
        state = match.view(seat).state
        news = self.news(seat)
        if self.waits and len(news) > NEWS_ROWS:
            self.page_through(state, news)
        told = story.latest(max(NEWS_ROWS, self.screen.console.height)) if self.screen.is_page else news
        self.screen.decision(state, seat, match.options(seat), told, self.clock_note())
        self.keyboard.suggest(self.session.words.names.places)

    def page_through(self, state: State, told: Sequence[Sentence]) -> None:
        """Show events that don't fit beside a decision on separate pages."""
        say = self.session.words.phrases.say
        for page in self.screen.pages(state, told):
            self.screen.wipe()
            self.screen.console.print(
                Rule(say("screen", "meanwhile"), style="bright_black"), self.screen.panels.log(state, page)
            )
            self.keyboard.ask(say("screen", "enter"))

    def news(self, seat: int) -> list[Sentence]:
        """Return the sentences that this seat hasn't seen yet. Repeat the last group if its wording has changed."""
        story, (groups, last) = self.session.stories[seat], self.heard[seat]
        told = story.tell(max(0, groups - 1))
        self.heard[seat] = (len(story.groups), story.tell(max(0, len(story.groups) - 1)))
        return told[len(last) :] if told[: len(last)] == last else told

    def clock_note(self) -> str:
        """Return the remaining time in a timed game, else ""."""
        if not self.session.is_timed:
            return ""
        return self.session.words.phrases.say("screen", "clock", minutes=self.session.clock.minutes_left)

    # -------------------------------------------------------------- start and end
    def opening(self, kept: Kept | None) -> None:
        """Show the players, the game's file, and the commitment to the random key."""
        names, screen = self.session.words.names, self.screen
        screen.say("welcome", players=self.session.words.phrases.join_items(names.players))
        screen.say("journal", path=self.session.path, is_whole=True)
        screen.say("luck", commitment=self.session.header.commitment, style="bright_black", is_whole=True)
        if kept is not None:
            screen.say("resumed", entries=sum(entry.action is not None for entry in kept.match.entries))
            if kept.torn:
                screen.say("torn", style="yellow")
        if self.people:
            screen.say("hint", style=ACCENT)
            if self.waits and not self.session.match.is_over:
                self.keyboard.ask(self.session.words.phrases.say("screen", "enter"))

    def farewell(self) -> None:
        """Say how to resume the game."""
        self.screen.console.print()
        self.screen.say("left", quoted=self.quoted, is_whole=True)

    def closing(self) -> None:
        """Show the end of the game: the last events, the board, every objective, and the random key."""
        session, screen = self.session, self.screen
        match, words = session.match, session.words
        seat = self.seated if len(self.people) == 1 and self.seated >= 0 else ONLOOKER
        state = match.view(seat).state
        told = self.news(seat)
        screen.wipe()
        screen.events(state, told)
        screen.console.print(Rule(style="bright_black"), screen.header(state), screen.table(state, ONLOOKER), Text())
        self.reveal(told[-1] if told else Sentence(None, words.phrases.say("screen", "finished")))
        screen.say("luck_shown", key=session.header.key, commitment=session.header.commitment, style="bright_black")
        screen.say("replay", quoted=self.quoted, is_whole=True)

    def reveal(self, last: Sentence) -> None:
        """Show the winner, the points, and everyone's objectives."""
        state, words = self.session.match.view(ONLOOKER).state, self.session.words
        if points := points_table(self.session.match.game, words, state):
            self.screen.console.print(points, Text())
        if self.session.match.game.objectives:
            self.screen.say("revealed", style="bold")
        for seat in (seat for seat in range(state.seats) if state.objective[seat] >= 0):
            text = words.phrases.say(
                "screen",
                "was_objective",
                name=words.names.player(seat),
                objective=words.names.objective(int(state.objective[seat])),
            )
            self.screen.console.print(self.screen.panels.sentence(state, Sentence(seat, text)))
        self.screen.console.print(Panel(Text(last.text, "bold", justify="center"), border_style=ACCENT))
