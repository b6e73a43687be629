"""One game as a learner plays it: whoever is asked answers in codes, bots answer for the seats that are theirs."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.bots.table import call
from kamchatka.kernel.bits import first, has, size
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.learn.codes import Codes
from kamchatka.learn.prompt import DONE, Prompt

NOT_ASKED: Final = -1


@final
class Play:
    """A table and the decision at hand. Decisions that leave no choice are carried out unasked."""

    def __init__(self, game: Game, seats: int, codes: Codes, max_cycles: int, max_rounds: int) -> None:
        self.game: Final = game
        self.seats: Final[i64] = seats
        self.prompt: Final = Prompt(codes)
        self.max_cycles: Final[i64] = max_cycles  # sub-steps and unasked decisions; 0: no limit
        self.max_rounds: Final[i64] = max_rounds  # then the referee calls; 0: never
        self.bots: list[Bot | None] = [None] * seats  # who answers for a seat; None: a learner
        self.table: Table = game.blank(seats, FastChance(0))
        self.seat: i64 = NOT_ASKED  # the learner's seat that is asked
        self.cycles: i64 = 0
        self.actions: i64 = 0  # carried out, whoever decided them
        self.called: bool = False

    def begin(self, seed: int, bots: list[Bot | None]) -> None:
        """A new game, up to the first decision of a learner."""
        self.dismiss()
        self.table = self.game.start(self.seats, FastChance(seed))
        self.bots = bots
        self.cycles = 0
        self.actions = 0
        self.called = self.max_rounds == 0
        self._go_on()

    def dismiss(self) -> None:
        """Send the bots of the last game away: some are programs."""
        for bot in self.bots:
            if bot is not None:
                bot.close()
        self.bots = [None] * int(self.seats)

    def step(self, code: i64) -> None:
        """One sub-step of the seat that is asked."""
        self.prompt.choose(code)
        self.cycles += 1
        if self.prompt.stage == DONE:
            self._carry_out()
            self._go_on()

    def is_over(self) -> bool:
        """Whether the game has ended by its rules or by the referee's call."""
        return self.table.state.over

    def is_cut(self) -> bool:
        """Whether it was broken off because it took too long."""
        return self.max_cycles > 0 and self.cycles >= self.max_cycles and not self.table.state.over

    def reward(self, seat: i64) -> float:
        """At the end: winners share 1, losers share -1; 0 where nobody has won, or everybody."""
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
        """To the next decision of a learner that leaves a choice, or to the end."""
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
                game.play_from(table, seat, bot.decide(view(table, seat), options), options)
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
