"""Players by name: the built-in bots for any game, and external programs that speak the bot protocol."""

from collections.abc import Callable
from functools import lru_cache, partial
from time import perf_counter

from kamchatka.bots.bot import Bot, RandomBot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.recall import Recall
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.easy import EasyBot
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.habits import LATEST, VERSIONS, Habits
from kamchatka.bots.learned.learned import UNTAUGHT, Learned, Lessons, default, model_of
from kamchatka.bots.learned.learned import lessons_of as learned_lessons
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.marshal.bot import Budget, MarshalBot
from kamchatka.bots.onslaught import ResoluteBot
from kamchatka.bots.strategy import Strategy
from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.odds.model import BattleModel
from kamchatka.players.admiral.bot import AdmiralBot
from kamchatka.players.admiral.judge import is_judged
from kamchatka.players.admiral.network import check_trained, editions_with_network
from kamchatka.players.admiral.styled import StyledBot
from kamchatka.players.admiral.styles import CHARACTERS, LEARNED_LEVELS, STYLES, Style
from kamchatka.players.named import BuiltinBot, NamedBot, Source, check, is_reference, load, operators_bots, seat_source
from kamchatka.players.protocol.outside import OutsideBot

UNITS = {"ms": 0.001, "s": 1.0, "x": 0.0}  # of a budget; x: rehearsals, independent of time


def counsellor(game: Game) -> Bot:
    """Return a stateless bot for any position: the admiral where its network runs, else a captain."""
    return AdmiralBot(game) if is_judged(game.name) else plain_captain(game)


def plain_captain(game: Game, habits: Habits = LATEST) -> Bot:
    """Return a captain that remembers nothing."""
    return CaptainBot(strategy_of(game), Weights(habits=habits))


def captain(game: Game, seed: int, setting: str, habits: Habits = LATEST) -> Bot:
    """Return a captain for one seat in one game, with the habits of a version."""
    strategy = strategy_of(game)
    if not habits.brisk or strategy.info.has_pieces:
        return plain_captain(game, habits)
    return ResoluteBot(CaptainBot(strategy, Weights(habits=habits), Recall()), strategy.info.battles)


def marshal(game: Game, seed: int, setting: str, habits: Habits = LATEST) -> Bot:
    """Return a marshal that thinks for one second per turn, or as set: 250ms, 2s, 400x."""
    number = setting.rstrip("msx") or "1"
    unit = setting[len(number) :] if setting else "s"
    if unit not in UNITS or not number.replace(".", "", 1).isdecimal() or float(number) <= 0.0:
        raise Problem("bot.budget", setting=setting)
    rehearsals = int(float(number)) if unit == "x" else 0
    budget = Budget(perf_counter, float(number) * UNITS[unit], rehearsals)
    return MarshalBot(strategy_of(game), seed, valuation_of(game, habits), budget, habits, lessons_of(game, habits))


def make_styled_bot(game: Game, seed: int, setting: str, style: Style) -> Bot:
    """Return the admiral's network at a level or with a character."""
    return StyledBot(game, style, seed)


@lru_cache(maxsize=4)  # seats and consecutive games of an arena share this
def strategy_of(game: Game) -> Strategy:
    """Return the strategy of the game's edition, or the default one for games of no installed edition.

    >>> from kamchatka import Match
    >>> len(strategy_of(Match.new("modern", seats=3).game).info.objectives)
    14
    """
    known = EDITIONS.get(game.name)
    return known.strategy(game) if known is not None else Strategy(game, BattleModel())


@lru_cache(maxsize=8)
def valuation_of(game: Game, habits: Habits = LATEST) -> Valuation:
    """Return the valuation that a bot version learned for the game's edition."""
    known = EDITIONS.get(game.name)
    return strategy_of(game).valuation(default() if known is None else model_by(known, habits.lessons))


@lru_cache(maxsize=8)
def lessons_of(game: Game, habits: Habits = LATEST) -> Lessons:
    """Return the lessons about rivals that a marshal's version learned for the game's edition."""
    known = EDITIONS.get(game.name)
    return UNTAUGHT if known is None else lessons_by(known, habits.lessons)


def model_by(edition: Edition, version: str = "") -> Learned:
    """Return the model that marshals of a version learned for an edition; "" is the first version."""
    return model_of(edition.home, edition.id, version)


def lessons_by(edition: Edition, version: str) -> Lessons:
    """Return the lessons that marshals of a version learned for an edition."""
    return learned_lessons(edition.home, edition.id, version)


# bots by name, optionally with a setting after a colon: marshal:2s, exec:./mybot
MAKERS: dict[str, Callable[[Game, int, str], Bot]] = {
    "random": lambda game, seed, setting: RandomBot(seed),
    "cautious": lambda game, seed, setting: CautiousBot(strategy_of(game)),
    "captain": captain,
    "marshal": marshal,
    "admiral": lambda game, seed, setting: AdmiralBot(game),
    **{name: partial(make_styled_bot, style=style) for name, style in STYLES.items()},
    "easy": lambda game, seed, setting: EasyBot(strategy_of(game), seed),
    "normal": captain,
    "hard": marshal,
    "exec": lambda game, seed, setting: OutsideBot(game, CautiousBot(strategy_of(game)), setting),
}
BOTS: tuple[str, ...] = tuple(MAKERS)
# available to all users, so no external programs
HOUSE: tuple[str, ...] = tuple(name for name in MAKERS if name != "exec")
LEVELS: tuple[str, ...] = ("random", "easy", "cautious", "captain", "marshal")  # weakest first, without duplicates
# play only the editions that the network was trained for: five levels, weakest first, and three characters
LEARNED: tuple[str, ...] = (*LEARNED_LEVELS, *CHARACTERS)
# older versions by name, as opponents for measuring new ones
PAST: dict[str, Callable[[Game, int, str], Bot]] = {
    **{f"captain@{version}": partial(captain, habits=habits) for version, habits in VERSIONS.items()},
    **{f"marshal@{version}": partial(marshal, habits=habits) for version, habits in VERSIONS.items()},
}
# classes and functions of this process, by reference
IN_PROCESS: dict[str, Source] = {}
# with a time budget
TIMED: tuple[str, ...] = ("marshal", "hard", *(name for name in PAST if name.startswith("marshal")))


def bot(name: str, game: Game, seed: int) -> Bot:
    """Create a bot by name: one of ours, an old version such as captain@0.1, or `module:Class`, `module:function`.

    A Problem lists the known names.

    >>> from kamchatka import Match
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> player = bot("captain", match.game, seed=0)
    >>> match.options(0).allows(player.decide(match.view(0), match.options(0)))
    True
    """
    kind, _, setting = name.partition(":")
    makers = MAKERS | PAST
    if kind in makers:
        return makers[kind](game, seed, setting)
    if name in IN_PROCESS or is_reference(name):
        source = IN_PROCESS.get(name) or load(name)
        return seat_source(source, name, game, CautiousBot(strategy_of(game)), seed)
    raise _unknown(name, (*BOTS, *PAST, "module:Class"))


def make_bot(name: str, match: Match, seed: int = 0) -> NamedBot:
    """Create one of our bots, or a class or function by its reference, for a seat of a match.

    >>> from kamchatka import Match, make_bot
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> captain = make_bot("captain", match)
    >>> captain.choose(match.seat_view()) in match.legal_actions
    True
    """
    return BuiltinBot(bot(name, match.game, seed))


def reference_to(bot: str | Source) -> str:
    """Return the name by which `bot` creates a class or function in this process.

    >>> reference_to("captain"), reference_to(RandomBot)
    ('captain', 'kamchatka.bots.bot:RandomBot')
    """
    if isinstance(bot, str):
        return bot
    name = f"{bot.__module__}:{bot.__qualname__}"
    check(name, bot)
    IN_PROCESS[name] = bot
    return name


def house_bot(name: str, game: Game, seed: int) -> Bot:
    """Create a bot for a public table: ours without a setting, or one of the operator's. Others raise a Problem.

    >>> from kamchatka import Match
    >>> from kamchatka.kernel.problem import Problem
    >>> try:
    ...     house_bot("exec:rm", Match.new("modern", seats=3).game, 0)
    ... except Problem:
    ...     print("not at this table")
    not at this table
    """
    check_house_bot(name, game.name)
    return bot(name, game, seed)


def check_house_bot(name: str, edition: str) -> None:
    """Raise a Problem unless the bot is allowed at public tables. Unlike creating the bot, this takes no time."""
    if name not in (*HOUSE, *operators_bots()):
        raise _unknown(name, (*HOUSE, *operators_bots()))
    if name in LEARNED:
        check_trained(edition)


def levels_of(edition: str) -> tuple[str, ...]:
    """Return an edition's bots: explainable levels and learned ones, each from the weakest on, and characters.

    >>> levels_of("challenge")[-4:]
    ('admiral', 'raider', 'builder', 'avenger')
    """
    ours = (*LEVELS, *LEARNED) if edition in editions_with_network() else LEVELS
    return (*ours, *operators_bots())


def _unknown(name: str, names: tuple[str, ...]) -> Problem:
    known = ", ".join(names)
    return Problem("bot.unknown", name=name, known=known)


__all__ = [
    "BOTS",
    "HOUSE",
    "LEARNED",
    "LEVELS",
    "PAST",
    "TIMED",
    "Bot",
    "NamedBot",
    "bot",
    "check_house_bot",
    "counsellor",
    "house_bot",
    "levels_of",
    "make_bot",
    "plain_captain",
    "reference_to",
]
