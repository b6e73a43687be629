"""Estimate win chances by search: captains play a position on, and the learned valuation rates the result."""

from dataclasses import dataclass
from math import sqrt

from kamchatka.bots.bot import Bot
from kamchatka.bots.marshal.bot import AGE_LONGEST, LONGEST, Budget, MarshalBot
from kamchatka.bots.marshal.rehearsal import play_on
from kamchatka.bots.marshal.worlds import blind_view, world
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View
from kamchatka.players import lessons_of, strategy_of, valuation_of

APART = 7919  # seed distance between two worlds
ENOUGH = 6  # worlds after which a comparison with no apparent difference is abandoned
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Promise:
    """An estimated win chance, or a difference of two, with its standard error."""

    mean: float
    error: float
    worlds: int

    @classmethod
    def of(cls, values: list[float]) -> "Promise":
        """Average the estimates of several worlds.

        >>> Promise.of([0.25, 0.75])
        Promise(mean=0.5, error=0.25, worlds=2)
        """
        count = len(values)
        mean = sum(values) / count
        spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
        return cls(mean, sqrt(spread / count), count)

    @property
    def is_sure(self) -> bool:
        """Whether the mean differs significantly from zero."""
        return abs(self.mean) > SURE * self.error


class GameSearch:
    """Search in the positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.strategy = strategy_of(game)
        self.valuation = valuation_of(game)
        self.longest = AGE_LONGEST if self.strategy.info.has_pieces else LONGEST
        self.captain = self.marshal(0, 1).manners.own.turns[0]

    def marshal(self, seed: int, rehearsals: int) -> MarshalBot:
        """Create a marshal whose budget is counted in rehearsals, not seconds."""
        budget = Budget(lambda: 0.0, 0.0, rehearsals)
        return MarshalBot(self.strategy, seed, self.valuation, budget, lessons=lessons_of(self.game))

    # -------------------------------------------------------------- with complete information
    def win_chances(self, table: Table) -> list[float]:
        """Return each seat's win chance by static valuation, or the result once the game is over."""
        return [self.valuation.chance(table.state, seat) for seat in range(table.state.seats)]

    def chances(self, table: Table, worlds: int, seed: int) -> list[float]:
        """Return each seat's win chance, averaged over `worlds` simulations of a round from the actual position."""
        state = table.state
        if state.over or worlds < 1:
            return self.win_chances(table)
        sums = [0.0] * int(state.seats)
        for number in range(worlds):
            again = Table(table.board, state.copy(), FastChance(seed + APART * number), None)
            self.play_on(again, int(state.turn), self.captain)
            for seat, chance in enumerate(self.win_chances(again)):
                sums[seat] += chance / worlds
        return sums

    def play_on(self, table: Table, seat: int, own: Bot) -> None:
        """Play until the seat's next turn: `own` decides for the seat, captains for the others."""
        play_on(self.game, self.strategy.info.battles, table, seat, own, self.captain, self.longest)

    # -------------------------------------------------------------- with one seat's information
    def ahead(self, known: View, better: Action, played: Action, own: Bot, worlds: int, seed: int) -> Promise:
        """Estimate how much better one action is than another. `own` plays on in the same worlds after both."""
        gained: list[float] = []
        honest = blind_view(self.game, known, FastChance(seed))
        for number in range(worlds):
            luck = seed + APART * number
            gained.append(
                self.estimate_chance(honest, better, own, luck) - self.estimate_chance(honest, played, own, luck)
            )
            if number + 1 >= ENOUGH:
                found = Promise.of(gained)
                if found.mean + SURE * found.error <= 0.0:
                    break
        return Promise.of(gained)

    def estimate_chance(self, known: View, action: Action, own: Bot, seed: int) -> float:
        """Estimate the win chance of an action in one imagined world."""
        table = world(self.game, self.strategy.info, known, FastChance(seed))
        offered = self.game.options(table, known.seat)
        self.game.play_from(table, known.seat, action, offered)
        self.play_on(table, int(known.seat), own)
        return self.valuation.chance(table.state, known.seat)
