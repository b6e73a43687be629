"""Positions for tests: any table, in any phase, with scripted luck."""

from collections.abc import Iterable, Mapping

from kamchatka.kernel.chance import RecordedChance, ScriptedChance
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import (
    ArmiesGranted,
    ArmiesPlaced,
    CardDiscarded,
    CardDrawn,
    ColourChosen,
    Dealt,
    FirstNamed,
    ObjectiveGiven,
    TurnBegan,
)
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.turn import Turn
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Match, blank_match

Holding = tuple[int, int]  # seat, armies


def faces(*pips: int) -> list[int]:
    """Convert dice as they are read into a script of luck, which counts from 0."""
    return [pip - 1 for pip in pips]


def fold(game: Game, seats: int, journal: Iterable[Fact]) -> Table:
    """Return the table to which these facts lead, without checking rules or using luck."""
    table = game.blank(seats, ScriptedChance([]))
    for fact in journal:
        table.note(fact)
    return table


def position(
    holdings: Mapping[str, Holding],
    *,
    rest: Holding = (1, 1),
    edition: str = "modern",
    seats: int = 4,
    turn: int = 0,
    phase: str = "Combat",
    round: int = 5,
    first: int = 0,
    luck: Iterable[int] = (),
    hands: Mapping[int, Iterable[str]] = {},
    discards: Iterable[str] = (),
    objectives: Mapping[int, str] = {},
    colours: Iterable[str] = (),
    options: Mapping[str, object] = {},
) -> Match:
    """Return a match in the given phase of a seat's turn, settled to its first decision.

    Places that aren't named belong to `rest`. Seats have no objective unless given one, so nobody wins by surprise.
    `luck` is the raw script of `below` results that are drawn from now on; `faces(6, 5)` writes dice.
    """
    match = blank_match(edition, seats, options, chance=ScriptedChance(list(luck)))
    game, note = match.game, match.table.note
    note(FirstNamed(first))
    for seat, colour in enumerate(colours):
        note(ColourChosen(seat, number_of(game, "colour", colour)))
    for seat, objective in objectives.items():
        note(ObjectiveGiven(seat, number_of(game, "objective", objective)))
    for n, place in enumerate(game.board.places):
        seat, armies = holdings.get(place, rest)
        note(Dealt(n, seat))
        note(ArmiesGranted(seat, armies, "muster.stock"))
        note(ArmiesPlaced(seat, n, armies))
    for seat, cards in hands.items():
        for card in cards:
            note(CardDrawn(seat, number_of(game, "card", card)))
    for card in discards:
        note(CardDrawn(0, number_of(game, "card", card)))
        note(CardDiscarded(0, number_of(game, "card", card)))
    note(TurnBegan(turn, round))
    turns = next(step for step in game.steps if step.name() == "Turns")
    opened = next(i for i, step in enumerate(turns.parts()) if step.name() == phase)
    match.table.open(Turn(turns.index, turn, opened + 1))
    match.table.open(turns.parts()[opened].frame(turn))
    game.settle(match.table)
    return match


def script_left(match: Match) -> int:
    """Return the number of undrawn script entries, which is 0 unless the test scripted too much."""
    luck = match.table.chance
    assert isinstance(luck, RecordedChance)
    assert isinstance(luck.source, ScriptedChance)
    return luck.source.count_unused()


def facts_of(match: Match, kind: type[Fact]) -> list[Fact]:
    """Return the last action's facts of one kind, in order."""
    return [fact for fact in match.entries[-1].facts if isinstance(fact, kind)]
