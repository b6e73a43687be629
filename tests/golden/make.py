"""`python -m tests.golden.make [edition …]`: play the golden games again, with fixed keys, and write how they end."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from kamchatka.journal import Header, Player, Writer, new_header, new_match
from kamchatka.kernel.chance import FastChance
from kamchatka.match import Match, play_numeric
from tests.golden.games import STORE, Golden
from tests.golden.shelf import SHELF


def ends(edition: str) -> Path:
    """Return the file with the endings of an edition's golden games."""
    return STORE / edition / "ends.json"


def describe_end(match: Match) -> dict[str, Any]:
    """Describe how a game ended, as `ends.json` stores it."""
    assert match.ending is not None
    return {
        "entries": len(match.entries),
        "ending": match.state.ending,
        "rule": match.ending.rule,
        "winners": match.winners,
        "position": match.position(),
    }


def play(golden: Golden, match: Match, seed: int) -> None:
    """Play on, at random or passively, until the game is over or too long."""
    chooser = FastChance(seed)
    for done in range(golden.longest):
        if done in golden.declares:
            match.referee(golden.declares[done])
        if match.is_over:
            return
        seat = match.awaited[0]
        play_numeric(match, golden.chosen(match.options(seat), chooser), seat)


def make(golden: Golden) -> dict[str, Any]:
    """Try one luck after another until the game meets its description, and store it."""
    start = golden.start().position() if golden.start else ""
    seats = tuple(Player(f"seat {n}") for n in range(int(start.split("/")[1][0]) if start else golden.seats))
    for seed in range(1000):
        key = hashlib.sha256(f"{golden.name} {seed}".encode()).digest()[:16]
        header = new_header(golden.edition, dict(golden.options), seats, key, start)
        match = new_match(header)
        play(golden, match, seed)
        if match.is_over and golden.is_shown_by(match):
            store(golden, header, match)
            return describe_end(match)
    raise SystemExit(f"{golden.name}: no luck ends so in {golden.longest} actions")


def store(golden: Golden, header: Header, match: Match) -> None:
    """Write the journal of a game."""
    golden.path.parent.mkdir(exist_ok=True)
    golden.path.unlink(missing_ok=True)
    writer = Writer(golden.path, header)
    for entry in match.entries:
        writer.write(match.game, entry)
    writer.file.close()


def main(editions: list[str]) -> None:
    """Make the games of the named editions, or of all."""
    for edition in editions or SHELF:
        found: dict[str, Any] = {}
        for golden in SHELF[edition]:
            found[golden.name] = end = make(golden)
            print(f"{edition} {golden.name}: {end['entries']} entries, {end['ending']}", flush=True)
        ends(edition).write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
