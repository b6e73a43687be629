"""What people type in the terminal: orders and questions in a game, and results such as `Ada=54+12`."""

import atexit
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from io import StringIO
from pathlib import Path

from rich.console import Console

from kamchatka.cli.game.clock import GameClock
from kamchatka.cli.game.keyboard import Keyboard, Leave
from kamchatka.cli.game.person import Person
from kamchatka.cli.game.screen import Screen
from kamchatka.cli.game.seating import parse_options, parse_players
from kamchatka.cli.game.session import Session
from kamchatka.editions import EDITIONS
from kamchatka.journal import Player, Writer, new_header, new_match
from kamchatka.words import Words
from tools.fuzz.target import Target
from tools.fuzz.targets.shelf import Moment, moments

LINES = (
    "help", "map", "near kamchatka", "odds alaska kamchatka", "why attack alaska kamchatka 3", "rule std.attack.4",
    "log", "log 5",
    "hand", "objective", "options", "undo", "quit", "attack alaska kamchatka 3", "a al ka 3", "a al ka !", "again",
    "again !",
    "place alaska 3", "p alaska all", "pass", "move alaska kamchatka 2", "defend 2", "defend max", "defend ask",
    "occupy 3",
    "trade 1 2 3", "trade", "1", "3 !", "12 4", "max", "min", "red", "colour red", "bid 3", "play 1", "choose 2",
    "invade alaska kamchatka",
    "roll", "roll 2", "lose 1", "build alaska", "buy land", "give 1 2", "raise land alaska",
    "invade alaska kamchatka 3 land",
    "attacca alaska kamciatka", "metti alaska 2", "passa", "perché attacca alaska kamciatka 1", "",
)  # fmt: skip

at_exit = ExitStack()  # files that the seats keep open
atexit.register(at_exit.close)


class Typed(Keyboard):
    """Prepared lines of input; after the last one the player leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = list[str]()

    def ask(self, prompt: str) -> str:
        """Return the next line."""
        if not self.lines:
            raise Leave
        return self.lines.pop(0)


@cache
def _seat(at: int) -> tuple[Person, Typed]:
    """Return a player at the terminal at one of the moments."""
    moment: Moment = moments()[at]
    name, _, seats = moment.position.partition(" ")[0].partition("/")
    header = new_header(
        name, moment.options, tuple(Player(f"P{n}") for n in range(int(seats))), b"k" * 16, moment.position
    )
    match = new_match(header)
    words = Words(("en", "it")[at % 2], match.edition, [player.name for player in header.players])
    path = Path(at_exit.enter_context(tempfile.TemporaryDirectory(prefix="kamchatka-fuzz-"))) / "game.jsonl"
    writer = Writer(path, header)
    at_exit.enter_context(writer.file)
    session = Session(match, header, words, writer, GameClock(match.rules, 0.0), path, {})
    screen = Screen(Console(file=StringIO(), width=110), match.game, words, [False] * match.seats)
    keyboard = Typed()
    return Person(moment.seat, session, screen, keyboard), keyboard


def _eat_line(data: bytes) -> None:
    """Read the number of a moment, then lines: each is an order, an answer, or refused with a sentence."""
    first, _, text = data.decode("utf-8", "replace").partition("\n")
    usable = [n for n, moment in enumerate(moments()) if n % 5 == 0]
    person, keyboard = _seat(
        usable[int(first) % len(usable) if first.isascii() and first.isdigit() and len(first) < 9 else 0]
    )
    keyboard.lines = text.split("\n")[:4]
    person.until, person.last_attack = -1, None
    buffer = person.screen.console.file
    try:
        person.decide(person.session.match.options(person.seat))
    except Leave:
        pass
    finally:
        buffer.seek(0)
        buffer.truncate()


def _lines() -> Sequence[bytes]:
    places = [place.id for edition in EDITIONS.values() for sheet in edition.sheets for place in sheet.places][::17]
    orders = [*LINES, *(f"near {place}" for place in places)]
    return [f"{n}\n{line}".encode() for n, line in enumerate(orders * 3)]


def _eat_words(data: bytes) -> None:
    """Read arguments of `kamchatka play --players … --option …`."""
    names, _, options = data.decode("utf-8", "replace").partition("\n")
    edition = EDITIONS["modern"]
    parse_players(edition, names, None, "Player")
    edition.table_rules(parse_options([one for one in options.split("\n") if "=@" not in one]))


def _words() -> Sequence[bytes]:
    return [
        b"Ada,Bruno,bot:cautious\nending=time_attack_clock",
        b"bot,bot,bot:random,Ada\narmy_cap=100\nending=time_attack_cards",
    ]


TARGETS = (
    Target("terminal", "lines typed in a game", "text", _lines, lambda: _eat_line, share=2, largest=4096),
    Target(
        "command-line",
        "players and options of `kamchatka play`",
        "text",
        _words,
        lambda: _eat_words,
        share=60,
        largest=4096,
    ),
)
