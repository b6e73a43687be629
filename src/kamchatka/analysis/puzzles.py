"""Puzzles: positions of bots' games in which one decision matters, each with the figures that say which is best."""

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
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View

PLACE, ATTACK, CLOSING, OBJECTIVE = "place", "attack", "closing", "objective"
MARGIN = 0.04  # of a chance to win: by so much the best plan is ahead of the second,
ERRORS = 3.0  # which is at least so many standard errors
FITS = 4  # decisions by which an objective fits better than any other that is offered


class PuzzleChoice(msgspec.Struct, frozen=True):
    """One answer: an action with what it promises, or an objective with the decisions that it explains."""

    action: dict[str, Any] = {}
    objective: str = ""
    promise: float = 0.0
    error: float = 0.0
    fits: int = 0


class Puzzle(msgspec.Struct, frozen=True):
    """A position as one seat sees it, a question, and the answers in no order with the figures that tell the best."""

    id: str
    kind: str
    seat: int
    position: str
    choices: tuple[PuzzleChoice, ...]
    answer: int
    ahead: float  # chance to win, or decisions, between the best and the second
    error: float = 0.0  # of that difference
    worlds: int = 0
    options: dict[str, Any] = {}
    suspect: int = -1  # whose objective is asked
    deeds: tuple[dict[str, Any], ...] = ()  # what the suspect did lately
    decisions: int = 0  # of the suspect that were looked at

    @property
    def rating(self) -> int:
        """How hard it is, as players' ratings go: the less the best is ahead, the harder.

        >>> Puzzle("a", "place", 0, "", (), 0, 0.04).rating, Puzzle("a", "place", 0, "", (), 0, 0.30).rating
        (1860, 1200)
        """
        if self.kind == OBJECTIVE:
            return max(1100, 1900 - 50 * int(self.ahead))
        return max(1200, round(1980 - 3000 * self.ahead))


class PuzzleTable:
    """The table of a puzzle: its game, and the position as its seat knows it."""

    def __init__(self, edition: Edition, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game: Game = edition.game(edition.table_rules(puzzle.options, kept=True))
        self.view = View(puzzle.seat, parse_position(self.game, puzzle.position))
        self.table = Table(self.game.board, self.view.state, FastChance(0), None)

    def actions(self) -> list[Action]:
        """The answers as the kernel knows them."""
        return [self.read(choice.action) for choice in self.puzzle.choices]

    def read(self, action: Mapping[str, Any]) -> Action:
        """An action as a file has it."""
        return wire.inner(self.game, wire.decode(msgspec.json.encode(action)))

    def allows(self, action: Action) -> bool:
        """Whether it may be done here."""
        return bool(self.game.options(self.table, self.puzzle.seat).allows(action))


def weigh(search: GameSearch, known: View, actions: list[Action], worlds: int, seed: int) -> list[list[float]]:
    """What each action promises in the same worlds, a list for each."""
    return [
        [search.promised(known, action, search.captain, seed + 7919 * n) for n in range(worlds)] for action in actions
    ]


def lead(promised: list[list[float]]) -> tuple[int, Promise]:
    """Which is best, and by how much it is ahead of the second in the same worlds."""
    order = sorted(range(len(promised)), key=lambda one: -sum(promised[one]))
    best, second = promised[order[0]], promised[order[1]]
    return order[0], Promise.of([one - other for one, other in zip(best, second, strict=True)])


def is_clear(found: Promise) -> bool:
    """Whether the best is ahead by a margin that counts, and not by luck."""
    return found.mean >= MARGIN and found.mean >= ERRORS * found.error


@cache
def puzzles_of(edition: str) -> tuple[Puzzle, ...]:
    """The puzzles that an edition ships; none where it has none."""
    known = EDITIONS.get(edition)
    file = resources.files(known.home) / "puzzles.json" if known is not None else None
    if file is None or not file.is_file():
        return ()
    return tuple(puzzle for puzzle in msgspec.json.decode(file.read_bytes(), type=list[Puzzle]))


@cache
def shelves() -> dict[str, tuple[Puzzle, ...]]:
    """Every edition that has puzzles, with them."""
    return {id: puzzles for id in EDITIONS if (puzzles := puzzles_of(id))}


def of_the_day(day: int) -> tuple[str, Puzzle]:
    """The puzzle of a day, counted from any fixed one: all editions in turn, each through all its puzzles."""
    names = list(shelves())
    edition = names[day % len(names)]
    shelf = shelves()[edition]
    return edition, shelf[(day // len(names) * 37) % len(shelf)]  # 37: so that neighbours differ in kind
