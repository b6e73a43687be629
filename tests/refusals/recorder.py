"""Notes an example of every refusal that tests meet: `pytest -p tests.refusals.recorder tests/rules/modern`.

The first one met of each kind is kept: rule tests are honest mistakes of players, not numbers out of range.
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
    """Stands between the tests and `Game.why`, and remembers what was refused."""

    def __init__(self) -> None:
        self.rules = WeakKeyDictionary[Game, TableRules]()
        self.found: dict[tuple[str, str, str, int], Example] = {}
        self.busy = False
        self.why = Game.why
        self.compose = Edition.game

    def composing(self) -> Callable[[Edition, TableRules], Game]:
        """`Edition.game`, remembering which rules a game was composed for."""

        def game(edition: Edition, rules: TableRules) -> Game:
            composed = self.compose(edition, rules)
            if edition.id in EDITIONS:
                self.rules[composed] = rules
            return composed

        return game

    def asking(self) -> Callable[[Game, Table, int, Action], str]:
        """`Game.why`, remembering what it said."""

        def why(game: Game, table: Table, seat: int, action: Action) -> str:
            clause = self.why(game, table, seat, action)
            if clause and game in self.rules and not self.busy:
                self.note(game, table, seat, action, clause)
            return clause

        return why

    def note(self, game: Game, table: Table, seat: int, action: Action, clause: str) -> None:
        """Keep the first of its kind that can be asked again: some tests lay a table that nobody could go on from."""
        kind = (EDITIONS[game.name].booklet, clause, step_of(game, table), int(action.verb))
        if kind in self.found:
            return
        self.busy = True
        example = Example.of(game, self.rules[game], table, int(seat), action, clause)
        if example is not None and example.still_holds():
            self.found[kind] = example
        self.busy = False


def pytest_configure(config: pytest.Config) -> None:
    """Begin to listen."""
    recorder = Recorder()
    Edition.game = recorder.composing()  # type: ignore[assignment, method-assign]
    Game.why = recorder.asking()  # type: ignore[assignment, method-assign]
    config.stash[STASH] = recorder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write down what was heard."""
    recorder = config.stash[STASH]
    Game.why = recorder.why  # type: ignore[method-assign]
    Edition.game = recorder.compose  # type: ignore[method-assign]
    write(OUT, list(recorder.found.values()))


STASH = pytest.StashKey[Recorder]()
