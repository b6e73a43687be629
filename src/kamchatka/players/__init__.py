"""Players by name: the bots of the house, each for any game, and programs that speak the bot protocol."""

from collections.abc import Callable
from functools import lru_cache, partial
from time import perf_counter

from kamchatka.bots.bot import Bot, RandomBot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.recall import Recall
from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.easy import EasyBot
from kamchatka.bots.habits import LATEST, VERSIONS, Habits
from kamchatka.bots.marshal.bot import Budget, MarshalBot
from kamchatka.bots.marshal.learned import UNTAUGHT, Lessons, default
from kamchatka.bots.marshal.valuation import Valuation
from kamchatka.bots.onslaught import ResoluteBot
from kamchatka.bots.strategy import Strategy
from kamchatka.editions import EDITIONS
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.odds.model import BattleModel
from kamchatka.players.protocol.outside import OutsideBot

UNITS = {"ms": 0.001, "s": 1.0, "x": 0.0}  # of a budget; x: rehearsals, whatever time they take


def counsellor(game: Game, habits: Habits = LATEST) -> Bot:
    """A captain that may be asked about any position at any table: it remembers nothing."""
    return CaptainBot(strategy_of(game), Weights(habits=habits))


def captain(game: Game, seed: int, setting: str, habits: Habits = LATEST) -> Bot:
    """A captain for a seat at one table, with the habits of a version."""
    strategy = strategy_of(game)
    if not habits.brisk or strategy.info.has_pieces:
        return counsellor(game, habits)
    return ResoluteBot(CaptainBot(strategy, Weights(habits=habits), Recall()), strategy.info.battles)


def marshal(game: Game, seed: int, setting: str, habits: Habits = LATEST) -> Bot:
    """A marshal that thinks for a second a turn, or as its setting says: 250ms, 2s, 400x."""
    number = setting.rstrip("msx") or "1"
    unit = setting[len(number) :] if setting else "s"
    if unit not in UNITS or not number.replace(".", "", 1).isdecimal() or float(number) <= 0.0:
        raise Problem("bot.budget", setting=setting)
    rehearsals = int(float(number)) if unit == "x" else 0
    budget = Budget(perf_counter, float(number) * UNITS[unit], rehearsals)
    return MarshalBot(strategy_of(game), seed, valuation_of(game, habits), budget, habits, lessons_of(game, habits))


@lru_cache(maxsize=4)  # the seats of a game, and one game after another in an arena, share what never changes
def strategy_of(game: Game) -> Strategy:
    """What the game's edition tells bots; of a game that no installed edition composed, what holds for any.

    >>> from kamchatka import Match
    >>> len(strategy_of(Match.new("modern", seats=3).game).info.objectives)
    14
    """
    known = EDITIONS.get(game.name)
    return known.strategy(game) if known is not None else Strategy(game, BattleModel())


@lru_cache(maxsize=8)
def valuation_of(game: Game, habits: Habits = LATEST) -> Valuation:
    """What was learned of the game's edition, by a version."""
    known = EDITIONS.get(game.name)
    return strategy_of(game).valuation(known.learned_since(habits.lessons) if known is not None else default())


@lru_cache(maxsize=8)
def lessons_of(game: Game, habits: Habits = LATEST) -> Lessons:
    """What marshals of a version have learned of rivals in the game's edition."""
    known = EDITIONS.get(game.name)
    return known.lessons(habits.lessons) if known is not None else UNTAUGHT


# A bot by name, perhaps with a setting after a colon: marshal:2s, exec:./mybot
MAKERS: dict[str, Callable[[Game, int, str], Bot]] = {
    "random": lambda game, seed, setting: RandomBot(seed),
    "cautious": lambda game, seed, setting: CautiousBot(strategy_of(game)),
    "captain": captain,
    "marshal": marshal,
    "easy": lambda game, seed, setting: EasyBot(strategy_of(game), seed),
    "normal": captain,
    "hard": marshal,
    "exec": lambda game, seed, setting: OutsideBot(game, CautiousBot(strategy_of(game)), setting),
}
BOTS: tuple[str, ...] = tuple(MAKERS)
HOUSE: tuple[str, ...] = tuple(name for name in MAKERS if name != "exec")  # whom strangers may seat: no outside program
LEVELS: tuple[str, ...] = ("random", "easy", "cautious", "captain", "marshal")  # the weakest first, none twice
# Bots as they were, by name and version: new ones are measured against them.
PAST: dict[str, Callable[[Game, int, str], Bot]] = {
    **{f"captain@{version}": partial(captain, habits=habits) for version, habits in VERSIONS.items()},
    **{f"marshal@{version}": partial(marshal, habits=habits) for version, habits in VERSIONS.items()},
}
TIMED: tuple[str, ...] = ("marshal", "hard", *(name for name in PAST if name.startswith("marshal")))  # by a time budget


def bot(name: str, game: Game, seed: int) -> Bot:
    """A bot of that name for a game, perhaps as it was: captain@0.1. A Problem lists the ones there are.

    >>> from kamchatka import Match
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> player = bot("captain", match.game, seed=0)
    >>> match.options(0).allows(player.decide(match.view(0), match.options(0)))
    True
    """
    kind, _, setting = name.partition(":")
    makers = MAKERS | PAST
    if kind not in makers:
        raise _unknown(name, (*BOTS, *PAST))
    return makers[kind](game, seed, setting)


def house_bot(name: str, game: Game, seed: int) -> Bot:
    """A bot for a table that strangers lay: one of the house, by its bare name. A setting or a program is a Problem.

    >>> from kamchatka import Match
    >>> from kamchatka.kernel.problem import Problem
    >>> try:
    ...     house_bot("exec:rm", Match.new("modern", seats=3).game, 0)
    ... except Problem:
    ...     print("not at this table")
    not at this table
    """
    check_house_bot(name)
    return MAKERS[name](game, seed, "")


def check_house_bot(name: str) -> None:
    """A Problem unless strangers may seat a bot of that name. Making one may take a second: this takes nothing."""
    if name not in HOUSE:
        raise _unknown(name, HOUSE)


def _unknown(name: str, names: tuple[str, ...]) -> Problem:
    known = ", ".join(names)
    return Problem("bot.unknown", name=name, known=known)


__all__ = ["BOTS", "HOUSE", "LEVELS", "PAST", "TIMED", "Bot", "bot", "check_house_bot", "counsellor", "house_bot"]
