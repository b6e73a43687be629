"""Every clause that a game can cite, found in the code of the objects it is composed of.

From each step and ending, and all objects they hold, take the classes; from the methods of these classes, and the
functions they call, take every text that looks like a clause: `attack.adjacent`. All branches count.
"""

import ast
import inspect
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from types import FunctionType, MappingProxyType

from kamchatka.kernel.game import Game
from kamchatka.kernel.step import Step

CLAUSE = re.compile(r"[a-z_]+\.[a-z_0-9]+")
EXPLAINS = ("why", "passes_over", "bars")  # methods that return the clause of a refusal


def parts(game: Game) -> list[object]:
    """Return the steps and endings of a game, and all objects of ours that they hold."""
    found: dict[int, object] = {}
    waiting: list[object] = [*game.steps, *game.endings]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple | set | frozenset):
            waiting.extend(one)
        elif isinstance(one, dict | MappingProxyType):
            waiting.extend(one.values())
        elif type(one).__module__.startswith("kamchatka.") and id(one) not in found:
            found[id(one)] = one
            waiting.extend(vars(one).values() if hasattr(one, "__dict__") else ())
    return list(found.values())


class Reading:
    """The functions of one game that are reachable from those that explain, and the texts in them."""

    def __init__(self, game: Game, entries: tuple[str, ...]) -> None:
        self.objects = parts(game)
        self.classes = list({type(one): None for one in self.objects})
        self.seen: set[FunctionType] = set()
        self.called: set[str] = set()
        self.found: set[str] = set()
        self.held = held(self.objects)
        steps = [one for one in self.classes if issubclass(one, Step)]
        others = [one for one in self.classes if not issubclass(one, Step)]
        for entry in entries:
            self.method(entry, [*steps, *others])

    def method(self, name: str, classes: list[type]) -> None:
        """Read the method of that name in each class that has one."""
        if name in self.called:
            return
        self.called.add(name)
        for cls in classes:
            function = inspect.getattr_static(cls, name, None)
            if isinstance(function, FunctionType):
                self.function(function)

    def function(self, function: FunctionType) -> None:
        """Read a function: its texts and its calls."""
        if function in self.seen or not function.__module__.startswith("kamchatka."):
            return
        self.seen.add(function)
        mentioned = Mentions.of(function)
        self.texts(mentioned.texts)
        for name in mentioned.names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                self.function(value)
            self.texts(value)
        for name in mentioned.calls:
            self.method(name, self.classes)
        for name in mentioned.attributes:
            self.found |= self.held.get(name, set())

    def texts(self, value: object) -> None:
        """Record the clauses in a constant."""
        self.found |= clauses(value)


def clauses(value: object) -> set[str]:
    """Yield what looks like a clause in a constant."""
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else [value]
    return {text for text in values if isinstance(text, str) and CLAUSE.fullmatch(text)}


def held(objects: list[object]) -> dict[str, set[str]]:
    """Yield what looks like a clause in an attribute's value, by the attribute's name."""
    found: dict[str, set[str]] = {}
    for one in objects:
        for name, value in getattr(one, "__dict__", {}).items():
            if texts := clauses(value):
                found.setdefault(name, set()).update(texts)
    return found


@dataclass(frozen=True)
class Mentions:
    """The names and texts in the body of a function."""

    names: list[str]
    calls: list[str]  # methods
    attributes: list[str]
    texts: list[str]

    @staticmethod
    @cache
    def of(function: FunctionType) -> "Mentions":
        """Read the source of a function."""
        nodes = list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))))
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        return Mentions(
            [node.id for node in nodes if isinstance(node, ast.Name)],
            [called.attr for called in calls if isinstance(called, ast.Attribute)],
            [node.attr for node in nodes if isinstance(node, ast.Attribute)],
            [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)],
        )


def refusing(game: Game) -> set[str]:
    """Return every clause by which an action may be refused at this table."""
    own = Reading(game, EXPLAINS).found | {*game.excluded.values()}
    return own | {"game.over", "referee.only", "referee.time_up"}


def ending(game: Game) -> set[str]:
    """Return every clause by which a game at this table may end."""
    methods = [name for one in (*game.steps, *game.endings) for name in dir(type(one)) if not name.startswith("_")]
    found = Reading(game, tuple(dict.fromkeys(methods))).found
    return {clause for clause in found if clause.startswith("end.")} | {"referee.stop"}
