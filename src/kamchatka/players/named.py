"""Bots written in Python by name: a class or a function that chooses one of the legal actions."""

import importlib
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType

from kamchatka.bots.bot import Bot
from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges.wire import NamedAction, inner, outer
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.view import View
from kamchatka.match import SeatView

OPERATORS_BOTS = "KAMCHATKA_BOTS"  # environment: references of bots that a server offers, separated by commas
STRIKES = 20  # faults after which the bot isn't asked any more


class NamedBot:
    """Base class of bots that see and choose by name; `kamchatka.Bot`.

    A new bot is created for each game and seat, without arguments. It may keep state in attributes, and
    should draw random numbers from `table.random` alone, so that a seed repeats its games.

    >>> from kamchatka import Attack, Bot, Match, NamedAction, SeatView
    >>> class Bold(Bot):
    ...     def choose(self, table: SeatView) -> NamedAction:
    ...         attacks = [action for action in table.legal_actions if isinstance(action, Attack)]
    ...         if attacks:
    ...             return max(attacks, key=lambda attack: (table.odds(attack.source, attack.target).wins, attack.dice))
    ...         return table.random.choice(table.legal_actions)
    >>> match = Match.new("modern", seats=3, seed=1)
    >>> Bold().choose(match.seat_view()) in match.legal_actions
    True
    """

    def choose(self, table: SeatView) -> NamedAction:
        """Return one of `table.legal_actions`."""
        raise NotImplementedError


Chooser = Callable[[SeatView], NamedAction]
Source = type[NamedBot] | type[Bot] | Chooser  # what a reference may name


class BuiltinBot(NamedBot):
    """One of our bots, asked by name."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, table: SeatView) -> NamedAction:
        """Return the bot's choice."""
        return outer(table.game, self.bot.decide(table.view, table.options))


class ChooserBot(Bot):
    """The seat of a bot that chooses by name. A stand-in decides when it fails or answers illegally."""

    def __init__(self, game: Game, name: str, chooser: Chooser, stand_in: Bot, seed: int) -> None:
        self.game = game
        self.name = name
        self.chooser = chooser
        self.stand_in = stand_in
        self.random = Random(seed)
        self.faults = list[str]()

    def decide(self, view: View, options: Options) -> Action:
        """Return the bot's action, or the stand-in's."""
        if len(self.faults) < STRIKES:
            try:
                return self._ask(view, options)
            except Problem as problem:
                self.faults.append(f"{self.name}: {problem}")
            except Exception as error:  # a bot's own fault must not end the game
                self.faults.append(f"{self.name}: {Problem('program.failed', error=describe(error))}")
        return self.stand_in.decide(view, options)

    def close(self) -> list[str]:
        """Return the faults."""
        return self.faults

    def _ask(self, view: View, options: Options) -> Action:
        chosen = self.chooser(SeatView(EDITIONS[self.game.name], self.game, view, options, self.random))
        if not isinstance(chosen, NamedAction):
            raise Problem("program.not_allowed", action=repr(chosen)[:200])
        action = inner(self.game, chosen)
        if not options.allows(action):
            raise Problem("program.not_allowed", action=chosen)
        return action


def is_reference(name: str) -> bool:
    """Return True if a bot's name has the form `module:name`."""
    module, colon, name = name.partition(":")
    return bool(colon) and name.isidentifier() and all(part.isidentifier() for part in module.split("."))


def load(reference: str) -> Source:
    """Import the class or function that a reference names; modules of the working directory are found too.

    >>> try:
    ...     load("no_such_module:Bold")
    ... except Problem as problem:
    ...     print(problem)
    The bot no_such_module:Bold can’t be loaded: ModuleNotFoundError: No module named 'no_such_module'.
    """
    module, _, name = reference.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # a module may raise anything while it is imported
        raise Problem("bot.not_loaded", name=reference, error=describe(error)) from None
    check(reference, found)
    source: Source = found
    return source


def check(name: str, source: object) -> None:
    """Raise a Problem unless this is a class of bots or a function."""
    is_bot = isinstance(source, type) and (issubclass(source, Bot | NamedBot) or hasattr(source, "choose"))
    if not is_bot and not isinstance(source, FunctionType):
        raise Problem("bot.no_bot", name=name)


def seat_source(source: Source, name: str, game: Game, stand_in: Bot, seed: int) -> Bot:
    """Create a bot for one seat of one game."""
    if not isinstance(source, type):
        return ChooserBot(game, name, source, stand_in, seed)
    try:
        made: Bot | NamedBot = source()
    except Exception as error:
        raise Problem("bot.not_loaded", name=name, error=describe(error)) from None
    return made if isinstance(made, Bot) else ChooserBot(game, name, made.choose, stand_in, seed)


def operators_bots() -> tuple[str, ...]:
    """Return the references of bots that this server offers besides ours."""
    named = os.environ.get(OPERATORS_BOTS, "").split(",")
    return tuple(name.strip() for name in named if is_reference(name.strip()))


def describe(error: BaseException) -> str:
    """Describe an error in one line, with the place in the bot's file where it arose."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(Path(__file__).parents[1])
    where = [f" ({frame.filename}:{frame.lineno})" for frame in frames if _is_outside(frame.filename, ours)]
    said = (str(error).strip() or "no message").splitlines()[0]
    return f"{type(error).__name__}: {said}{''.join(where[-1:])}"


def _is_outside(file: str, ours: str) -> bool:
    return not file.startswith((ours, "<", os.path.dirname(os.__file__)))
