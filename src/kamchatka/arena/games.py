"""Describe a series of bot games and play one of them. A seed is enough to reproduce a game exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter

from kamchatka.arena.pace import Pace
from kamchatka.arena.recorded import begin, header_of, journal_path, play_match, save
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.deprecation import former_name
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text
from kamchatka.kernel.view import View
from kamchatka.players import Bot, bot

APART = 1_000_003  # keeps the seeds of bots apart from those of tables


class GameFailed(Exception):
    """A rule or a bot raised an error during a game. The seed reproduces it."""

    def __init__(self, seed: int, error: str) -> None:
        super().__init__(seed, error)
        self.seed = seed
        self.error = error

    def sentence(self, language: str) -> str:
        """Describe the failure in the given language."""
        return Text("arena", "broke_off", seed=self.seed, error=self.error).text(language)


@dataclass(frozen=True)
class Plan:
    """Games of one edition with one line-up of bots. Each game has its own seed; the seating rotates with the seed."""

    edition: str
    options: tuple[tuple[str, str | int | bool], ...]
    bots: tuple[str, ...]
    turn_limit: int = 0  # in rounds; 0: no limit
    seed: int = 0  # of the first game

    @staticmethod
    def create(
        name: str, options: Mapping[str, str | int | bool], bots: tuple[str, ...], turn_limit: int = 0, seed: int = 0
    ) -> "Plan":
        """Create a plan; raise a Problem if the edition, the options, the number of seats or a bot is invalid.

        >>> plan = Plan.create("modern", {}, ("cautious", "random", "random"), turn_limit=3)
        >>> plan.bots
        ('cautious', 'random', 'random')
        """
        booklet = edition(name)
        booklet.check_seats(len(bots))
        game = booklet.game(booklet.table_rules(options))
        for each in set(bots):
            bot(each, game, 0).close()
        return Plan(name, tuple(options.items()), bots, turn_limit, seed)

    def line_up(self, seed: int) -> tuple[str, ...]:
        """Return the bots by seat. The line-up moves on by one seat from game to game.

        >>> plan = Plan.create("modern", {}, ("cautious", "easy", "random"))
        >>> plan.line_up(seed=1)
        ('easy', 'random', 'cautious')
        """
        shift = seed % len(self.bots)
        return self.bots[shift:] + self.bots[:shift]

    checked = staticmethod(former_name("Plan.checked", create))
    seated = former_name("Plan.seated", line_up)


@dataclass(frozen=True)
class Outcome:
    """The result of one game."""

    seed: int
    seated: tuple[str, ...]
    winners: tuple[int, ...]  # seats
    rounds: int
    actions: int
    ending: str  # id of the clause; "referee.stop": turn limit reached, the leader counts as winner
    forfeits: tuple[str, ...] = ()  # faults of external bots, one sentence each
    pace: dict[str, Pace] = field(default_factory=dict, compare=False)  # time per decision
    turns: dict[str, Pace] = field(default_factory=dict, compare=False)  # total time per seat and round


class Watched(Bot):
    """A bot whose decisions are timed."""

    def __init__(self, watched: Bot, pace: Pace, turns: Pace) -> None:
        self.watched = watched
        self.pace = pace
        self.turns = turns
        self.round = 0  # 0 during preparation, before the first turn
        self.spent = 0.0  # seconds used in this round

    def decide(self, view: View, options: Options) -> Action:
        """Delegate the decision and record its duration."""
        started = perf_counter()
        action = self.watched.decide(view, options)
        seconds = perf_counter() - started
        self.pace.note(seconds)
        if view.state.round != self.round:
            self.end_turn()
            self.round = int(view.state.round)
        self.spent += seconds
        return action

    def end_turn(self) -> None:
        """Record the time used in this round. Bots have a budget per turn, which single decisions don't show."""
        if self.round > 0:
            self.turns.note(self.spent)
        self.spent = 0.0


@cache
def game_of(plan: Plan) -> Game:
    """Return the game of a plan, composed once per process.

    >>> game_of(Plan.create("classic", {}, ("random", "random"))).name
    'classic'
    """
    booklet = edition(plan.edition)
    return booklet.game(booklet.table_rules(dict(plan.options)))


def play_game(plan: Plan, seed: int, journals: Path | None = None) -> Outcome:
    """Play one game; any error becomes a GameFailed. With a folder for journals its dice are sealed ones.

    >>> plan = Plan.create("modern", {}, ("cautious", "random", "random"), turn_limit=3)
    >>> first, again = play_game(plan, seed=7), play_game(plan, seed=7)
    >>> first == again, first.seated
    (True, ('random', 'random', 'cautious'))
    """
    game, seated = game_of(plan), plan.line_up(seed)
    pace, turns = ({name: Pace() for name in seated} for _ in range(2))
    bots = list[Bot]()
    try:
        header = header_of(plan.edition, dict(plan.options), seated, seed) if journals else None
        match = begin(header) if header else None
        table = match.table if match else game.start(len(seated), FastChance(seed))
        bots += [bot(name, game, (seed + 1) * APART + seat) for seat, name in enumerate(seated)]
        watched = [Watched(each, pace[name], turns[name]) for each, name in zip(bots, seated, strict=True)]
        if journals and match and header:
            actions = play_match(match, watched, plan.turn_limit)
            save(match, header, journal_path(journals, seed))
        else:
            actions = play_bots(game, table, [*watched], plan.turn_limit)
        for each in watched:
            each.end_turn()
    except Exception as error:
        raise GameFailed(seed, f"{type(error).__name__}: {error}") from error
    finally:
        forfeits = tuple(sentence for each in bots for sentence in each.close())
    state = table.state
    winners = members(state.winners) or [leader(state)]
    return Outcome(seed, seated, tuple(winners), int(state.round), int(actions), state.ending, forfeits, pace, turns)


def leader(state: State) -> int:
    """Return the leading seat of a stopped game: most places, then most armies, then the later in turn order."""
    armies = [0] * state.seats
    for owner, here in zip(state.owner, state.armies, strict=True):
        if owner >= 0:
            armies[owner] += here
    return max(range(state.seats), key=lambda seat: (state.lands[seat], armies[seat], state.rank(seat)))
