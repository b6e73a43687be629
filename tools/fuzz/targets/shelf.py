"""Valid inputs to start with: what earlier versions stored, refused and printed, from tests/."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kamchatka.journal import Header, Player, line_of, new_header, new_match
from kamchatka.match import Match, match_at, play_numeric

ROOT = Path(__file__).parents[3]
Json = dict[str, Any]


class Moment(msgspec.Struct, frozen=True):
    """A position of a real game, and the options of its table."""

    position: str
    options: dict[str, Any]
    seat: int = 0
    action: dict[str, Any] | None = None

    def match(self) -> Match:
        """Return the match at that moment."""
        return match_at(self.position, self.options, stored=True)


@cache
def moments() -> tuple[Moment, ...]:
    """Return a position for every kind of moment, of every edition."""
    kept = [one for path in sorted((ROOT / "tests/stored").glob("*/positions.json")) for one in _read(path)]
    return tuple(Moment(one["position"], one["options"], (one["awaited"] or [0])[0]) for one in kept)


@cache
def refusals() -> tuple[Moment, ...]:
    """Return refused actions with their positions, one for every kind of refusal."""
    kept = [one for path in sorted((ROOT / "tests/refusals").glob("*.json")) for one in _read(path)]
    return tuple(Moment(one["position"], one["options"], one["seat"], one["action"]) for one in kept)


@cache
def journals(most: int = 60, entries: int = 3) -> tuple[bytes, ...]:
    """Return short games from stored positions, which together contain most kinds of facts, without hashes."""
    luck, made = random.Random(1), list[bytes]()
    for moment in moments()[::2][:most]:
        edition, _, seats = moment.position.partition(" ")[0].partition("/")
        players = tuple(Player(f"P{seat}") for seat in range(int(seats)))
        header = new_header(edition, moment.options, players, b"k" * 16, moment.position)
        made.append(_played(header, luck, entries))
    return tuple(made)


def _played(header: Header, luck: random.Random, entries: int) -> bytes:
    match = new_match(header)
    for _ in range(entries):
        if not match.is_over and match.awaited:
            seat = luck.choice(match.awaited)
            play_numeric(match, luck.choice(match.options(seat).expand()), seat)
    lines = [line_of(match.game, number, entry) for number, entry in enumerate(match.entries)]
    return b"\n".join(msgspec.json.encode(row) for row in [msgspec.to_builtins(header), *lines])


def code_blocks(page: str, language: str) -> list[str]:
    """Return the examples of a language in a page of docs/."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
