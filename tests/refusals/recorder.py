"""Record an example of every refusal in tests: `pytest -p tests.refusals.recorder tests/rules/modern`.

The first one of each kind is kept: rule tests make players' mistakes, not numbers out of range.
"""

from collections.abc import Callable
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from tests.refusals.examples import Example, step_of, write

OUT = Path("build") / "refusals.json"


class Recorder:
    """Wraps `Game.why` and records what it refuses."""

    def __init__(self) -> None:
        self.rules = WeakKeyDictionary[Game, TableRules]()
        self.found: dict[tuple[str, str, str, int], Example] = {}
        self.busy = False
        self.why = Game.why
        self.compose = Edition.game

    def composing(self) -> Callable[[Edition, TableRules], Game]:
        """Call `Edition.game`, and record which rules a game was composed for."""

        def game(edition: Edition, rules: TableRules) -> Game:
            composed = self.compose(edition, rules)
            if edition.id in EDITIONS:
                self.rules[composed] = rules
            return composed

        return game

    def asking(self) -> Callable[[Game, Table, int, Action], str]:
        """Call `Game.why`, and record what it refused."""

        def why(game: Game, table: Table, seat: int, action: Action) -> str:
            clause = self.why(game, table, seat, action)
            if clause and game in self.rules and not self.busy:
                self.note(game, table, seat, action, clause)
            return clause

        return why

    def note(self, game: Game, table: Table, seat: int, action: Action, clause: str) -> None:
        """Record the first example of its kind that can be requested again: some tests' tables can't continue."""
        kind = (EDITIONS[game.name].booklet, clause, step_of(game, table), int(action.verb))
        if kind in self.found:
            return
        self.busy = True
        example = Example.of(game, self.rules[game], table, int(seat), action, clause)
        if example is not None and example.still_holds():
            self.found[kind] = example
        self.busy = False


def pytest_configure(config: pytest.Config) -> None:
    """Start recording."""
    recorder = Recorder()
    Edition.game = recorder.composing()  # type: ignore[assignment, method-assign]
    Game.why = recorder.asking()  # type: ignore[assignment, method-assign]
    config.stash[STASH] = recorder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the recorded examples."""
    recorder = config.stash[STASH]
    Game.why = recorder.why  # type: ignore[method-assign]
    Edition.game = recorder.compose  # type: ignore[method-assign]
    write(OUT, list(recorder.found.values()))


STASH = pytest.StashKey[Recorder]()
