"""A game saved in the middle of a fight continues exactly as if it had not been saved."""

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Defend, Invade, NameKind, PlayCard, Roll
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Match
from tests.kit import faces
from tests.laws.tables import advance
from tests.rules.godstorm.cards import attacked
from tests.rules.godstorm.fights import declared, phase
from tests.rules.godstorm.scene import scene


def in_a_god_war() -> Match:
    """The invader has named its god; the defender chooses between two."""
    gods = {0: {"war": "egypt", "sky": "egypt"}, 1: {"death": "phoenicia", "magic": "phoenicia"}}
    match = declared("war", "sky", gods=gods)
    match.play(NameKind("war"))
    return match


def in_a_sky_reaction() -> Match:
    """The defender's card is announced and asks for an origin; another seat holds Aegis."""
    match = attacked("the_fog_lifts_1", "lava_erupts", relics={"aegis": 2})
    match.play(PlayCard("the_fog_lifts_1"))
    return match


def in_a_battle_below() -> Match:
    """The invader from heaven has announced its dice against a gate."""
    match = scene("InvadeBelow", {"egypt": (0, 1), "corsica": (2, 3)}, below={"u04": (1, 3)}, heaven={0: 4})
    match.play(Invade("kurnugia", "u04"))
    match.play(Roll(3))
    return match


def before_the_tree_of_life() -> Match:
    """Two armies would die; their owner may save them with faith."""
    match = declared(relics={"the_tree_of_life": 1}, faith={1: 5}, luck=faces(6, 6, 1, 1))
    match.play(Roll(2))
    match.play(Defend(2))
    return match


@pytest.mark.parametrize(
    ("begin", "where", "asked"),
    [
        (in_a_god_war, "GodWar", [1]),
        (in_a_sky_reaction, "Unfold", [1]),
        (in_a_battle_below, "Battle", [1]),
        (before_the_tree_of_life, "Ransom", [1]),
    ],
    ids=["god war", "sky reaction", "battle below", "tree of life"],
)
def test_saved_and_resumed(begin: object, where: str, asked: list[int]) -> None:
    """The saved line holds the whole position: the same luck and choices give the same facts."""
    assert callable(begin)
    match: Match = begin()
    assert (phase(match), match.awaited) == (where, asked)
    saved = parse_position(match.game, match.position())
    ends = []
    for state in (match.state, saved):
        journal: list[Fact] = []
        table = Table(match.game.board, state.copy(), FastChance(7), journal)
        advance(match.game, table, FastChance(8), 120)
        ends.append([write_fact(match.game, fact) for fact in journal])
    assert ends[0] == ends[1]
    assert len(ends[0]) > 100
