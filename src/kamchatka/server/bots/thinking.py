"""A bot's decision in a process of its own: its seat's view arrives in notation, an action leaves as its key."""

import multiprocessing
import os
import threading
from dataclasses import dataclass
from functools import lru_cache

from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View
from kamchatka.players import Bot, house_bot

NOTHING = FastChance(0)  # luck of a table on which nothing is rolled
NICE = 5  # who plays goes first
REMEMBERED = 2000  # bots of one process
GAMES = 200  # sets of options of one process

Key = tuple[int, int, int, int, int]
Choices = tuple[tuple[str, bool | int | str], ...]


@dataclass(frozen=True)
class BotSpec:
    """A bot at a seat: which, at what table, with what seed; enough to make it in any process."""

    name: str
    edition: str
    options: Choices
    seat: int
    seed: int


def think(spec: BotSpec, position: str) -> Key:
    """What a bot does."""
    game = game_of(spec.edition, spec.options)
    return _player(spec, game).decide(*sight(game, position, spec.seat)).key()


def read_editions() -> int:
    """Whatever a process reads before it can think, read before somebody waits for it; how many editions there are."""
    return len([booklet.game(booklet.table_rules({})) for booklet in EDITIONS.values()])


def sight(game: Game, position: str, seat: int) -> tuple[View, Options]:
    """What a seat sees, from its view in notation, and what it may do."""
    state = parse_position(game, position)
    return View(seat, state), game.options(Table(game.board, state, NOTHING, None), seat)


def settle() -> None:
    """The beginning of a process: it runs behind the games, and ends when its server does, however that came."""
    server = multiprocessing.parent_process()
    assert server is not None

    def outlive_nobody() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=outlive_nobody, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)


@lru_cache(GAMES)
def game_of(id: str, options: Choices) -> Game:
    """The game by these options, as a table agreed on them."""
    booklet = edition(id)
    return booklet.game(booklet.table_rules(dict(options), kept=True))


_players: dict[BotSpec, Bot] = {}


def _player(spec: BotSpec, game: Game) -> Bot:
    """The bot itself, kept as long as there are not too many: some remember what they saw."""
    if spec not in _players:
        if len(_players) > REMEMBERED:
            _players.clear()
        _players[spec] = house_bot(spec.name, game, spec.seed)
    return _players[spec]
