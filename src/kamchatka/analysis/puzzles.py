"""Puzzles: positions from bot games in which one decision matters, with the figures that show the best answer."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from kamchatka.analysis.search import GameSearch, Promise
from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import Edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View

PLACE, ATTACK, CLOSING, OBJECTIVE = "place", "attack", "closing", "objective"
MARGIN = 0.04  # win chance by which the best plan must lead the second
ERRORS = 3.0  # standard errors that this lead must amount to
FITS = 4  # decisions by which an objective must fit better than the other candidates


class PuzzleChoice(msgspec.Struct, frozen=True):
    """One answer: an action with its estimated win chance, or an objective with the number of decisions it explains."""

    action: JsonObject = {}
    objective: str = ""
    promise: float = 0.0
    error: float = 0.0
    fits: int = 0


class Puzzle(msgspec.Struct, frozen=True):
    """A position as one seat sees it, a question, and the possible answers in no particular order."""

    id: str
    kind: str
    seat: int
    position: str
    choices: tuple[PuzzleChoice, ...]
    answer: int
    ahead: float  # lead of the best answer over the second, in win chance or decisions
    error: float = 0.0  # standard error of `ahead`
    worlds: int = 0
    options: JsonObject = {}
    suspect: int = -1  # the seat whose objective is asked for
    deeds: tuple[JsonObject, ...] = ()  # the suspect's latest actions
    decisions: int = 0  # number of the suspect's decisions that were checked

    @property
    def rating(self) -> int:
        """Difficulty on the players' rating scale. The smaller the lead of the best answer, the harder the puzzle.

        >>> Puzzle("a", "place", 0, "", (), 0, 0.04).rating, Puzzle("a", "place", 0, "", (), 0, 0.30).rating
        (1860, 1200)
        """
        if self.kind == OBJECTIVE:
            return max(1100, 1900 - 50 * int(self.ahead))
        return max(1200, round(1980 - 3000 * self.ahead))


class PuzzleTable:
    """The game table of a puzzle, showing only what the puzzle's seat knows."""

    def __init__(self, edition: Edition, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game: Game = edition.game(edition.table_rules(puzzle.options, kept=True))
        self.view = View(puzzle.seat, parse_position(self.game, puzzle.position))
        self.table = Table(self.game.board, self.view.state, FastChance(0), None)

    def actions(self) -> list[Action]:
        """Return the possible answers as kernel actions."""
        return [self.read(choice.action) for choice in self.puzzle.choices]

    def read(self, action: Mapping[str, Any]) -> Action:
        """Decode an action from its stored form."""
        return wire.inner(self.game, wire.decode(msgspec.json.encode(action)))

    def allows(self, action: Action) -> bool:
        """Return whether the action is legal in this position."""
        return bool(self.game.options(self.table, self.puzzle.seat).allows(action))


def weigh(search: GameSearch, known: View, actions: list[Action], worlds: int, seed: int) -> list[list[float]]:
    """Estimate the win chance of each action in the same worlds: one list per action."""
    return [
        [search.estimate_chance(known, action, search.captain, seed + 7919 * n) for n in range(worlds)]
        for action in actions
    ]


def lead(promised: list[list[float]]) -> tuple[int, Promise]:
    """Return the index of the best action and its lead over the second in the same worlds."""
    order = sorted(range(len(promised)), key=lambda one: -sum(promised[one]))
    best, second = promised[order[0]], promised[order[1]]
    return order[0], Promise.of([one - other for one, other in zip(best, second, strict=True)])


def is_clear(found: Promise) -> bool:
    """Return whether the best answer's lead is large enough and statistically significant."""
    return found.mean >= MARGIN and found.mean >= ERRORS * found.error


@cache
def puzzles_of(edition: str) -> tuple[Puzzle, ...]:
    """Return the puzzles shipped with an edition; empty if it has none."""
    known = EDITIONS.get(edition)
    file = resources.files(known.home) / "puzzles.json" if known is not None else None
    if file is None or not file.is_file():
        return ()
    return tuple(puzzle for puzzle in msgspec.json.decode(file.read_bytes(), type=list[Puzzle]))


@cache
def shelves() -> dict[str, tuple[Puzzle, ...]]:
    """Return the puzzles by edition, for editions that have any."""
    return {id: puzzles for id in EDITIONS if (puzzles := puzzles_of(id))}


def of_the_day(day: int) -> tuple[str, Puzzle]:
    """Return the puzzle of a day. Days cycle through the editions, and each edition through its puzzles."""
    names = list(shelves())
    edition = names[day % len(names)]
    shelf = shelves()[edition]
    return edition, shelf[(day // len(names) * 37) % len(shelf)]  # 37: makes consecutive puzzles differ in kind
