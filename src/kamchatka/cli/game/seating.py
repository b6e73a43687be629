"""Parse the seats from the command line (people by name, bots by kind) and the settings of a new game."""

import getpass
import os
from collections.abc import Sequence
from pathlib import Path
from time import strftime

import typer

from kamchatka.editions.edition import Edition
from kamchatka.editions.rulebook import Value
from kamchatka.journal import Player
from kamchatka.kernel.problem import Problem
from kamchatka.players.names import STARS

DEFAULT_SEATS = 4
DEFAULT_BOT = "cautious"
LONGEST_NAME = 20


def parse_players(edition: Edition, players: str | None, seats: int | None, stranger: str) -> tuple[Player, ...]:
    """Parse the players.

    Without any, seat one person, called `stranger` if the system has no name, and cautious bots.
    """
    if players is None:
        count = min(DEFAULT_SEATS, edition.seats[-1]) if seats is None else seats
        edition.check_seats(count)
        words = [_own_name(stranger), *["bot"] * (count - 1)]
    else:
        words = [word.strip() for word in players.split(",")]
        if seats is not None and seats != len(words):
            raise Problem("seating.count_differs", seats=seats, number=len(words))
    edition.check_seats(len(words))
    taken: list[Player] = []
    for word in words:
        taken.append(_player(word, taken))
    return tuple(taken)


def _own_name(stranger: str) -> str:
    """Return the system's user name, or `stranger`."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        return stranger
    return stranger if name in ("", "root") or not name.isalnum() else name[:LONGEST_NAME].capitalize()


def _player(word: str, taken: Sequence[Player]) -> Player:
    kind, _, bot = word.partition(":")
    if kind == "bot":
        name = next(name for name in STARS if name not in [player.name for player in taken])
        return Player(name, bot or DEFAULT_BOT)
    if not word or len(word) > LONGEST_NAME or not word.isprintable():
        raise Problem("seating.name_length", word=word, longest_name=LONGEST_NAME)
    if word.casefold() in [player.name.casefold() for player in taken]:
        raise Problem("seating.same_name", word=word)
    return Player(word)


def parse_options(options: Sequence[str]) -> dict[str, Value]:
    """Parse options of the form name=value. name=@file reads the value from a file; the game stores the text."""
    found: dict[str, Value] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Problem("option.not_name_value", option=option)
        found[name] = _text(Path(value[1:])) if value.startswith("@") else _value(value)
    return found


def _value(value: str) -> Value:
    return value == "true" if value in ("true", "false") else int(value) if _is_number(value) else value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise Problem("file.not_read", path=path, why=reason) from None


def _is_number(value: str) -> bool:
    return value.removeprefix("-").isascii() and value.removeprefix("-").isdigit() and len(value) < 10


def default_journal(edition: str) -> Path:
    """Create a path for a new journal in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME")
    home = Path(data) / "kamchatka" if data else _home()
    name = f"{edition}-{strftime('%Y%m%d-%H%M%S')}"
    home.mkdir(parents=True, exist_ok=True)
    taken = {path.stem for path in home.iterdir()}
    return home / f"{next(n for n in (name, *(f'{name}-{i}' for i in range(2, 1000))) if n not in taken)}.jsonl"


def _home() -> Path:
    """Return the folder for application data: ~/.local/share or the system's equivalent."""
    if os.name == "posix" and not Path("/Library").is_dir():
        return Path.home() / ".local" / "share" / "kamchatka"
    return Path(typer.get_app_dir("kamchatka"))
