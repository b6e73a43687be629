"""One game for learners: learners answer with codes, and bots play their own seats."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.bots.table import call
from kamchatka.encoding.codes import Codes
from kamchatka.encoding.prompt import DONE, Prompt
from kamchatka.kernel.bits import first, has, size
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import ONLOOKER, view

NOT_ASKED: Final = -1


@final
class Play:
    """A table and its current decision. Decisions without a choice are played automatically."""

    def __init__(self, game: Game, seats: int, codes: Codes, max_cycles: int, max_rounds: int) -> None:
        self.game: Final = game
        self.seats: Final[i64] = seats
        self.prompt: Final = Prompt(codes)
        self.max_cycles: Final[i64] = max_cycles  # sub-steps and automatic decisions; 0: no limit
        self.max_rounds: Final[i64] = max_rounds  # after this round the referee calls time; 0: never
        self.bots: list[Bot | None] = [None] * seats  # the bot of each seat; None: a learner
        self.table: Table = game.blank(seats, FastChance(0))
        self.nothing: Final = view(self.table, ONLOOKER)  # for bots that need no view
        self.seat: i64 = NOT_ASKED  # the awaited learner's seat
        self.cycles: i64 = 0
        self.actions: i64 = 0  # played by learners and bots
        self.called: bool = False

    def begin(self, seed: int, bots: list[Bot | None]) -> None:
        """Start a game and go to a learner's first decision."""
        self.dismiss()
        self.table = self.game.start(self.seats, FastChance(seed))
        self.bots = bots
        self.cycles = 0
        self.actions = 0
        self.called = self.max_rounds == 0
        self._go_on()

    def dismiss(self) -> None:
        """Close the bots of the last game, some of which are programs."""
        for bot in self.bots:
            if bot is not None:
                bot.close()
        self.bots = [None] * int(self.seats)

    def step(self, code: i64) -> bool:
        """Play one sub-step of the awaited seat; return True if the table has changed."""
        self.prompt.choose(code)
        self.cycles += 1
        if self.prompt.stage != DONE:
            return False
        self._carry_out()
        self._go_on()
        return True

    def is_over(self) -> bool:
        """Return True if the game ended by its rules or by the referee."""
        return self.table.state.over

    def is_cut(self) -> bool:
        """Return True if the game was truncated at its limit."""
        return self.max_cycles > 0 and self.cycles >= self.max_cycles and not self.table.state.over

    def reward(self, seat: i64) -> float:
        """Return a seat's final reward: winners share 1, losers share -1; 0 if nobody or everybody won."""
        state = self.table.state
        won = size(state.winners)
        if not state.over or won == 0 or won == self.seats:
            return 0.0
        return 1.0 / float(won) if has(state.winners, seat) else -1.0 / float(self.seats - won)

    def _carry_out(self) -> None:
        prompt = self.prompt
        self.game.play_from(self.table, prompt.seat, prompt.action(), prompt.options)
        self.actions += 1

    def _go_on(self) -> None:
        """Go to a learner's next real decision, or to the end."""
        game, table = self.game, self.table
        while not table.state.over and not self.is_cut():
            if not self.called and table.state.round > self.max_rounds:
                self.called = True
                game.play(table, REFEREE, Action(call(game, table)))
                continue
            seat = first(game.awaits(table))
            options = game.options(table, seat)
            bot = self.bots[seat]
            if bot is not None:
                seen = view(table, seat) if bot.needs_view() else self.nothing
                game.play_from(table, seat, bot.decide(seen, options), options)
                self.actions += 1
                self.cycles += 1
                continue
            self.prompt.begin(options, seat)
            if self.prompt.stage != DONE:
                self.seat = seat
                return
            self._carry_out()
            self.cycles += 1
        self.seat = NOT_ASKED
