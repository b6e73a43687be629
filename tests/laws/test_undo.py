"""Undo restores exactly the former position and every seat's view, and never undoes what was revealed or drawn."""

import random

import msgspec
import pytest

from kamchatka.editions import EDITIONS, edition
from kamchatka.journal import Player, line_of, new_header, new_match, parse, seal_line
from kamchatka.kernel.chance import FastChance, RecordedChance, SealedChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.match.undoing import UndoStack, is_undo
from kamchatka.proof import prove

KEY = bytes(range(16))


def views(match: Match) -> list[str]:
    """Return what every seat and a spectator may know."""
    return [print_position(match.game, match.view(seat).state) for seat in (*range(match.seats), ONLOOKER)]


def hidden(match: Match) -> list[tuple[int, int]]:
    """Return the cards that each seat and an onlooker don't know."""
    return [
        (seat, card)
        for seat in (*range(match.seats), ONLOOKER)
        for card, where in enumerate(match.view(seat).state.cards)
        if where == HIDDEN
    ]


def drawn(match: Match) -> int:
    """Return how many numbers of the sealed stream were drawn."""
    chance = match.table.chance
    assert isinstance(chance, RecordedChance)
    assert isinstance(chance.source, SealedChance)
    return chance.source.drawn


def play(id: str, seed: int, actions: int) -> tuple[Match, int]:
    """Play at random and undo whenever possible; return the match and the number of undos."""
    luck, seats = random.Random(seed), edition(id).seats[seed % len(edition(id).seats)]
    header = new_header(id, {}, tuple(Player(f"P{n}") for n in range(seats)), KEY)
    match, undone = new_match(header), 0
    stack, former = UndoStack(match), list[tuple[str, list[str]]]()
    for _ in range(actions):
        if match.is_over:
            break
        seat = luck.choice(match.awaited)
        before, known = (match.position(), views(match)), hidden(match)
        play_numeric(match, match.options(seat).sample(FastChance(luck.getrandbits(30))), seat)
        entry = match.entries[-1]
        stack.follow()
        former = [*former, before] if len(stack.states) > len(former) else [before][: len(stack.states)]
        if entry.draws or len(hidden(match)) < len(known):
            assert not stack.allows(seat)
        while stack.allows(stack.seat) and luck.random() < 0.4:
            at, position = drawn(match), former.pop()
            stack.take_back(stack.seat)
            stack.follow()
            assert (match.position(), views(match), drawn(match)) == (*position, at)
            undone += 1
    return match, undone


def journal_of(match: Match, id: str) -> bytes:
    header = new_header(id, match.rules.non_defaults(), tuple(Player(f"P{n}") for n in range(match.seats)), KEY)
    mark, data = seal_line("", msgspec.to_builtins(header))
    for n, entry in enumerate(match.entries):
        mark, line = seal_line(mark, line_of(match.game, n, entry))
        data += line
    return data


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("id", sorted(EDITIONS))
def test_undo_restores_position_and_views(id: str, seed: int) -> None:
    """The journal with its undos folds to the same position, and the proof reproduces every undo."""
    match, undone = play(id, seed, 400)
    assert undone > 5
    kept = parse(journal_of(match, id), id)
    assert kept.match.position() == match.position()
    assert sum(is_undo(entry) for entry in kept.match.entries) == undone
    assert prove(kept).strays is None
