"""The tables at which the laws are checked: every edition, every number of seats, a spread of table options."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.editions.rulebook import TableOption
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Fact, Table
from tests.teaching.edition import TEACHING

ALL: dict[str, Edition] = {**EDITIONS, "teaching": TEACHING}


def moments(edition: str) -> st.SearchStrategy[int]:
    """Return the numbers of actions after which a law is checked; games of the small edition last about a hundred."""
    return st.integers(0, 100 if edition == "teaching" else 700)


def steady(examples: int) -> settings:
    """Configure Hypothesis for a law with a fixed sequence of `examples` examples."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(derandomize=True, deadline=None, max_examples=examples, database=None, suppress_health_check=slow)


@dataclass(frozen=True)
class Setup:
    """A table: edition, seats and options."""

    edition: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """Return the game they play."""
        return _composed(self.edition, tuple(self.options.items()))


@cache
def _composed(edition: str, options: tuple[tuple[str, Any], ...]) -> Game:
    booklet = ALL[edition]
    return booklet.game(booklet.table_rules(dict(options)))


def _values(option: TableOption) -> Iterator[Any]:
    """Return an option's values except the default; a range has its ends, a text none."""
    for value in option.values or (() if option.text else (option.min, option.max)):
        if value != option.default or type(value) is not type(option.default):
            yield value


@cache
def setups(edition: str) -> list[Setup]:
    """Return every number of seats with default options, then every other value of every option with varying seats."""
    booklet = ALL[edition]
    found = [Setup(edition, seats) for seats in booklet.seats]
    for option in booklet.options:
        for value in _values(option):
            found.append(Setup(edition, booklet.seats[len(found) % len(booklet.seats)], {option.name: value}))
    timed = [other for other in found if "ending" in other.options]
    for other in timed:  # options of an ending matter only with that ending
        for option in booklet.options:
            for value in _values(option) if option.name != "ending" else ():
                seats = booklet.seats[len(found) % len(booklet.seats)]
                found.append(Setup(edition, seats, {**other.options, option.name: value}))
    return found


def begin(setup: Setup, seed: int, journal: list[Fact] | None = None) -> Table:
    """Start a table of that kind at its first decision."""
    return setup.game.start(setup.seats, FastChance(seed), journal)


def step(game: Game, table: Table, choices: Chance) -> None:
    """Let one of the asked seats perform a random action."""
    asked = members(game.awaits(table))
    seat = asked[choices.below(len(asked))]
    offered = game.options(table, seat)
    game.play_from(table, seat, offered.sample(choices), offered)


def advance(game: Game, table: Table, choices: Chance, actions: int) -> None:
    """Play this number of random actions, or fewer if the game ends."""
    for _ in range(actions):
        if table.state.over:
            return
        step(game, table, choices)


def twin(table: Table, seed: int, journal: list[Fact] | None = None) -> Table:
    """Return the same position with its own randomness."""
    return Table(table.board, table.state.copy(), FastChance(seed), journal)
