"""Games for the conformance files: random play with a seed, with every draw sealed."""

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.journal import Player, line_of, new_header, new_match, seal_line
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.match import Match, play_numeric

SEATS = 3
ENTRIES = 20  # entries of each journal
PLAYERS = (Player("Ada"), Player("Bruno", "captain"), Player("Çelik ∀"))


def key_of(edition: str) -> bytes:
    """Return the key of an edition's game."""
    return (edition.encode() + bytes(16))[:16]


def play(edition: str, actions: int, watch: Callable[[Match], None] = lambda match: None) -> Match:
    """Play random actions; `watch` is called with the match before each."""
    match, luck = new_match(new_header(edition, {}, PLAYERS, key_of(edition))), FastChance(7)
    for _ in range(actions):
        if match.is_over:
            break
        watch(match)
        seat = members(match.game.awaits(match.table))[0]
        play_numeric(match, match.options(seat).sample(luck), seat)
    return match


@cache
def moments(edition: str) -> tuple[Match, ...]:
    """Return the beginning, the middle and the end of a game, each as a separate match."""
    return tuple(play(edition, actions) for actions in (0, 150, 600))


def journal(match: Match, header_edition: str) -> Iterator[bytes]:
    """Yield the lines of the match's journal, as many as the conformance file has."""
    mark, line = seal_line("", msgspec.to_builtins(new_header(header_edition, {}, PLAYERS, key_of(header_edition))))
    yield line
    for number, entry in enumerate(match.entries[:ENTRIES]):
        mark, line = seal_line(mark, line_of(match.game, number, entry, clock=3 * number))
        yield line


def editions() -> list[str]:
    """Return the editions that come with the package."""
    return list(EDITIONS)
