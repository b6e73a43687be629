"""Scenes of the original game: a table in any phase, and a whole preparation with every die written down."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kamchatka.editions.original.state import edition_state
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import TakeColour, number_of
from kamchatka.match import Match
from tests.kit import Holding, faces, position

COLOURS = ["red", "yellow", "green", "blue", "purple", "black"]
WEAPONS = {
    "infantry": ["alaska", "alberta", "argentina"],
    "cavalry": ["china", "congo", "peru"],
    "cannon": ["brazil", "siam", "siberia"],
    "joker": ["joker_1", "joker_2"],
}
SET = ("alaska", "china", "brazil")  # an infantry, a cavalry, a cannon
SECOND_SET = ("alberta", "congo", "siam")
THIRD_SET = ("argentina", "peru", "siberia")


def scene(holdings: Mapping[str, Holding], **more: Any) -> Match:
    """Set a table of the original game, as `tests.kit.position` does."""
    return position(holdings, edition="original", **more)


def prepared(
    order: Sequence[int],
    goes: Iterable[tuple[int, Sequence[int]]],
    then: Sequence[int] = (),
    seats: int = 3,
    **options: object,
) -> Match:
    """Start a game where colours go by seat, these dice give the order, and each turn throws a die and draws.

    A draw is the place's number among those still in the deck; `then` is the luck of the first turn.
    """
    deal = [number for die, drawn in goes for number in (die - 1, *drawn)]
    match = Match.new("original", seats, options, chance=ScriptedChance([*faces(*order), *deal, *then]))
    for seat in range(seats):
        match.play(TakeColour(COLOURS[seat]), seat)
    return match


def sixes() -> list[tuple[int, list[int]]]:
    """Script the plainest deal: everybody throws sixes, and places come in the order of the board."""
    return [(6, [0] * 6)] * 7


def spent(match: Match, place: str) -> int:
    """Return the armies of a place that have fought or moved in this turn."""
    return int(edition_state(match.table).spent[number_of(match.game, "place", place)])


def exchanges(match: Match, made: int) -> Match:
    """Return the same table after `count` exchanges."""
    edition_state(match.table).exchanges = made
    return match
