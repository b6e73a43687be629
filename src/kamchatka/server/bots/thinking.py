"""A bot's decision in a separate process: it receives the seat's view in notation and returns an action's key."""

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

NOTHING = FastChance(0)  # chance of a table on which nothing is rolled
NICE = 5  # priority: the server goes first
REMEMBERED = 2000  # bots kept per process
GAMES = 200  # option sets kept per process

Key = tuple[int, int, int, int, int]
Choices = tuple[tuple[str, bool | int | str], ...]


@dataclass(frozen=True)
class BotSpec:
    """A bot at a seat, with everything needed to create it in any process."""

    name: str
    edition: str
    options: Choices
    seat: int
    seed: int


def think(spec: BotSpec, position: str) -> Key:
    """Return a bot's action."""
    game = game_of(spec.edition, spec.options)
    return _player(spec, game).decide(*sight(game, position, spec.seat)).key()


def read_editions() -> int:
    """Load all editions before the first decision. Return their number."""
    return len([booklet.game(booklet.table_rules({})) for booklet in EDITIONS.values()])


def sight(game: Game, position: str, seat: int) -> tuple[View, Options]:
    """Return a seat's view, from notation, and its options."""
    state = parse_position(game, position)
    return View(seat, state), game.options(Table(game.board, state, NOTHING, None), seat)


def settle() -> None:
    """Initialise a process: lower its priority, and end it when its server dies."""
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
    """Return the game with the options that a table agreed on."""
    booklet = edition(id)
    return booklet.game(booklet.table_rules(dict(options), kept=True))


_players: dict[BotSpec, Bot] = {}


def _player(spec: BotSpec, game: Game) -> Bot:
    """Return the bot, kept while there are not too many, because some bots remember what they saw."""
    if spec not in _players:
        if len(_players) > REMEMBERED:
            _players.clear()
        _players[spec] = house_bot(spec.name, game, spec.seed)
    return _players[spec]
