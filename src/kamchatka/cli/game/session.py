"""A running game at this keyboard: match, journal, clock, bots, and the story as each seat saw it."""

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from kamchatka.cli.game.clock import GameClock
from kamchatka.journal import Header, Writer
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import TIME_UP, Action
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.players import Bot, bot
from kamchatka.words import Story, Words


def bots_of(header: Header, match: Match) -> dict[int, Bot]:
    """Create the bots. Their seeds derive from the game's key, so the same seed repeats the game."""
    return {
        seat: bot(player.bot, match.game, _seed(f"{header.key} {seat} {len(match.entries)}"))
        for seat, player in enumerate(header.players)
        if player.bot is not None
    }


def _seed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


@dataclass
class Session:
    """A running game. Every action is written to disk before it is shown."""

    match: Match
    header: Header
    words: Words
    writer: Writer
    clock: GameClock
    path: Path
    bots: dict[int, Bot]
    stories: dict[int, Story] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in [*self.people, ONLOOKER]:
            self.stories[seat] = Story(self.words, self.match, seat)
            for entry in self.match.entries:
                self.stories[seat].hear(entry.facts)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.header.players) if player.bot is None]

    def act(self, seat: int, action: Action) -> None:
        """Play an action, write it to the journal, then add it to the stories."""
        play_numeric(self.match, action, seat)
        self.writer.write(self.match.game, self.match.entries[-1], int(self.clock.played))
        for story in self.stories.values():
            story.hear(self.match.entries[-1].facts)

    def play_bot(self, seat: int) -> None:
        """Let a bot make one decision."""
        self.act(seat, self.bots[seat].decide(self.match.view(seat), self.match.options(seat)))

    def call_time(self) -> None:
        """Declare that time is up, if it is."""
        if self.clock.is_up and self.is_timed:
            self.act(REFEREE, Action(TIME_UP))

    @property
    def is_timed(self) -> bool:
        """Return True if the game is timed, so that the referee may declare that time is up."""
        return self.match.options(REFEREE).allows(Action(TIME_UP))
