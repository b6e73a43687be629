"""The players at a training table: the network, past selves, bots by name, tempers, captains with odd habits."""

import math
import random
from dataclasses import dataclass
from functools import lru_cache

from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.recall import Recall
from kamchatka.bots.goals.weights import WEIGHTS, Weights
from kamchatka.bots.learned.plans import PATIENCE
from kamchatka.bots.onslaught import ResoluteBot
from kamchatka.kernel.game import Game
from kamchatka.learn.batch import EVERYBODY, Lineup
from kamchatka.players import bot, lessons_of, strategy_of

NET = "net"
PAST = "past"  # a past network
ODD = "odd"  # a captain whose weights are drawn for each game
SPREAD = 0.6  # standard deviation of the logarithms of its weights
TEMPERS = ("hasty", "wary", "weak", "patient")  # captains with marshals' tempers, without their search

# hand-written members of the league: captains with other habits, as factors of their weights
MEMBERS: dict[str, dict[str, float]] = {
    "stacker": {"lure": 4.0, "caution": 0.4, "keep": 0.6},  # one large stack, open borders
    "settler": {"horizon": 3.0, "shape": 1.5, "victory": 0.4},  # early continents before its objective
    "hunter": {"card": 2.0, "prey": 4.0, "fall": 3.0, "dare": 0.6},  # collects cards, and attacks rivals who hold many
    "turtle": {"keep": 2.5, "caution": 3.0, "fear": 2.0, "least": 4.0},  # strong borders, few attacks
    "breaker": {"deny": 3.0, "leader": 4.0, "caution": 0.5, "horizon": 0.5},  # breaks continents of others
}


@dataclass(frozen=True)
class Cast:
    """A kind of table: players that sit there at any number of seats, and others that fill the other seats."""

    weight: float
    mine: tuple[str, ...]
    others: tuple[str, ...]

    def names(self, seats: int) -> tuple[str, ...]:
        """Return names by seat, before the seats are rotated.

        >>> Cast(1.0, (NET,), ("captain", "wary")).names(4)
        ('net', 'captain', 'wary', 'captain')
        """
        filling = (self.others[nth % len(self.others)] for nth in range(seats - len(self.mine)))
        return (*self.mine[:seats], *filling)

    def title(self) -> str:
        """Return the name in the plot of curves."""
        return "+".join((*self.mine, *self.others))


SELVES = (Cast(1.0, (NET,), (NET,)),)
FORMER_SELVES = (Cast(1.0, (NET,), (PAST,)),)
CAPTAINS = (
    Cast(0.25, (NET,), ("captain",)),
    Cast(0.15, (NET,), ("wary",)),
    Cast(0.15, (NET,), ("hasty",)),
    Cast(0.05, (NET,), ("cautious",)),
    Cast(0.15, (NET,), ("captain", "wary", "hasty")),
    Cast(0.15, (NET,), (ODD,)),
    Cast(0.10, (NET,), ("captain", ODD, NET)),
)
MARSHALS = (Cast(0.7, (NET,), ("marshal@0.3:5x",)), Cast(0.3, (NET,), ("marshal@0.3:10x", "captain")))
LEAGUE = (
    *(Cast(0.15, (NET,), (name,)) for name in MEMBERS),
    Cast(0.25, (NET,), ("turtle", "breaker", "settler", "hunter", "stacker")),
)
LESSONS = (
    Cast(0.30, (), ("hasty", "captain", "hasty", "captain")),
    Cast(0.15, (), ("hasty", "cautious", "hasty", "captain")),
    Cast(0.30, (), ("wary", "wary", "wary", "patient")),
    Cast(0.25, (), ("wary", "hasty")),
)
TEACHERS = ("hasty", "wary")  # seats whose decisions are imitated; values are learned from all seats


@lru_cache(maxsize=16)
def temper(game: Game, name: str) -> Weights | None:
    """Return the weights of a captain with that temper, or None if the edition's captains have other weights."""
    kinds = lessons_of(game).kinds
    found = kinds.get(name) or kinds.get("hasty")
    change = PATIENCE if name == "patient" or found is None else found.temper.factors
    return Weights(change) if set(change) <= set(WEIGHTS) else None


@lru_cache(maxsize=16)
def member(name: str) -> Weights:
    """Return the weights of a member of the league."""
    return Weights(MEMBERS[name])


def odd_weights(seed: int) -> Weights:
    """Draw weights around the usual ones."""
    luck = random.Random(seed)
    return Weights({name: math.exp(luck.gauss(0.0, SPREAD)) for name in WEIGHTS})


def player(name: str, game: Game, seed: int) -> Bot:
    """Return a bot for one seat at one table."""
    if name not in (*TEMPERS, *MEMBERS, ODD):
        return bot(name, game, seed)
    weights = member(name) if name in MEMBERS else odd_weights(seed) if name == ODD else temper(game, name)
    strategy = strategy_of(game)
    if weights is None or strategy.info.has_pieces:
        return bot("captain", game, seed)
    return ResoluteBot(CaptainBot(strategy, weights, Recall()), strategy.info.battles)


class Lineups(Lineup):
    """Draw a cast for every game by its seed, and rotate the seats."""

    def __init__(self, game: Game, seats: int, casts: tuple[Cast, ...], teaches: bool = False) -> None:
        self.game = game
        self.seats = seats
        self.casts = casts
        self.teaches = teaches

    def seated(self, seed: int) -> tuple[int, list[str]]:
        """Return the cast, and the names by seat."""
        luck = random.Random(seed)
        kind = luck.choices(range(len(self.casts)), [cast.weight for cast in self.casts])[0]
        names, shift = self.casts[kind].names(self.seats), luck.randrange(self.seats)
        return kind, [*names[shift:], *names[:shift]]

    def learner(self, seed: int) -> int:
        """Return whether to train a seat: every one that is asked."""
        return EVERYBODY

    def bots(self, seed: int) -> list[Bot | None]:
        """Return the bots of a game, or None for seats that use codes, which are all seats when bots teach."""
        if self.teaches:
            return [None] * self.seats
        _, names = self.seated(seed)
        return [None if name in (NET, PAST) else player(name, self.game, seed + nth) for nth, name in enumerate(names)]

    def teachers(self, seed: int) -> list[Bot]:
        """Return the teacher of each seat."""
        _, names = self.seated(seed)
        return [player(name, self.game, seed + nth) for nth, name in enumerate(names)]
