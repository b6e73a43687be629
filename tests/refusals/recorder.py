"""Notes an example of every refusal that tests meet: `pytest -p tests.refusals.recorder tests/rules tests/laws`.

An example is a position, a seat and an action; the first one met for each clause, step and verb is kept. Rule tests come
before laws, so that most examples are somebody's honest mistake and not a number out of range.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import pytest

from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel import wire
from kamchatka.kernel.game import Game
from kamchatka.kernel.notation import print_position
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table

OUT = Path("build") / "refusals.json"

Key = tuple[str, str, str, str]


class Recorder:
    """Stands between the tests and `Game.why`, and remembers what was refused."""

    def __init__(self) -> None:
        self.rules = WeakKeyDictionary[Game, TableRules]()
        self.found: dict[Key, dict[str, Any]] = {}
        self.why = Game.why
        self.compose = Edition.game

    def composing(self) -> Callable[[Edition, TableRules], Game]:
        """`Edition.game`, remembering which rules a game was composed for."""

        def game(edition: Edition, rules: TableRules) -> Game:
            composed = self.compose(edition, rules)
            self.rules[composed] = rules
            return composed

        return game

    def asking(self) -> Callable[[Game, Table, int, Action], str]:
        """`Game.why`, remembering what it said."""

        def why(game: Game, table: Table, seat: int, action: Action) -> str:
            clause = self.why(game, table, seat, action)
            if clause and game in self.rules:
                self.note(game, table, seat, action, clause)
            return clause

        return why

    def note(self, game: Game, table: Table, seat: int, action: Action, clause: str) -> None:
        """Keep it if it is the first of its kind and can be said in the words of the wire."""
        agenda = table.state.agenda
        step = game.steps[agenda[-1].step].name() if agenda and not table.state.over else ""
        key = (game.name, clause, step, str(action.verb))
        if key in self.found:
            return
        try:
            outer = wire.outer(game, action)
            if wire.inner(game, outer).key() != action.key():
                return
        except (ValueError, TypeError, IndexError, KeyError, OverflowError):
            return
        self.found[key] = {
            "edition": game.name,
            "clause": clause,
            "step": step,
            "options": self.rules[game].changed(),
            "position": print_position(game, table.state),
            "seat": int(seat),
            "action": wire.encode(outer),
        }


def pytest_configure(config: pytest.Config) -> None:
    """Begin to listen."""
    recorder = Recorder()
    Edition.game = recorder.composing()  # type: ignore[method-assign]
    Game.why = recorder.asking()  # type: ignore[assignment, method-assign]
    config.stash[STASH] = recorder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write down what was heard."""
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(msgspec.json.format(msgspec.json.encode(list(config.stash[STASH].found.values())), indent=1))


STASH = pytest.StashKey[Recorder]()
