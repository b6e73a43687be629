"""Arena games with journals: the same bots, with sealed dice that anybody can verify."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from kamchatka.bots.bot import Bot
from kamchatka.bots.table import call
from kamchatka.journal import Header, Player, line_of, new_header, new_match, seal_line
from kamchatka.kernel.bits import first
from kamchatka.kernel.edges import wire
from kamchatka.kernel.options import TIME_UP
from kamchatka.kernel.view import view
from kamchatka.match import Match
from kamchatka.match.recording import play_numeric


def key_of(seed: int) -> bytes:
    """Return the key of the dice of a recorded game."""
    return blake2b(f"kamchatka arena {seed}".encode(), digest_size=16).digest()


def header_of(edition: str, options: dict[str, str | int | bool], seated: Sequence[str], seed: int) -> Header:
    """Return the header of a recorded game."""
    return new_header(edition, dict(options), tuple(Player(name, name) for name in seated), key_of(seed))


def play_match(match: Match, bots: Sequence[Bot], turn_limit: int) -> int:
    """Play to the end like `play_bots`, record every step, and return the number of actions."""
    game, table = match.game, match.table
    actions, called = 0, turn_limit == 0
    while not table.state.over:
        if not called and table.state.round > turn_limit:
            called = True
            match.referee(wire.TimeUp() if call(game, table) == TIME_UP else wire.Stop())
        else:
            seat = int(first(game.awaits(table)))
            offered = game.options(table, seat)
            play_numeric(match, bots[seat].decide(view(table, seat), offered), seat)
        actions += 1
    return actions


def begin(header: Header) -> Match:
    """Start the match of a header."""
    return new_match(header)


def journal_path(folder: Path, seed: int) -> Path:
    """Return where the journal of a game is kept."""
    return folder / f"{seed:09}.jsonl"


def save(match: Match, header: Header, path: Path) -> None:
    """Write a finished game; the file appears when it is complete."""
    mark, line = seal_line("", msgspec.to_builtins(header))
    lines = [line]
    for number, entry in enumerate(match.entries):
        mark, line = seal_line(mark, line_of(match.game, number, entry))
        lines.append(line)
    part = path.with_suffix(".part")
    part.write_bytes(b"".join(lines))
    part.replace(path)
