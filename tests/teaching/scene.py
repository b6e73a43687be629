"""Scenes of Two Islands for tests: a position in the middle of a turn with scripted luck; and copies of it."""

from collections.abc import Iterable, Mapping

import msgspec

from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.record import read_frame, write_fact, write_frame
from kamchatka.kernel.edges.wire import number_of
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, CardDrawn, Dealt, FirstNamed, TurnBegan
from kamchatka.kernel.game import Game
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact, Table
from kamchatka.match import Match, blank_match
from tests.teaching.edition import TEACHING
from tests.teaching.pieces import CaptainPosted, OrderSettled, RoundBegan, TreasureBuried
from tests.teaching.rounds import Round

HOLDINGS = {"cape": (0, 3), "harbour": (0, 3), "mill": (1, 2), "fort": (1, 2), "lagoon": (2, 2), "orchard": (2, 2)}


def game() -> Game:
    """Return the game at a table with default options."""
    return TEACHING.game(TEACHING.table_rules({}))


def scene(
    phase: str,
    *,
    holdings: Mapping[str, tuple[int, int]] = HOLDINGS,
    captains: Iterable[str] = (),
    hands: Mapping[int, Iterable[str]] = {},
    luck: Iterable[int] = (),
) -> Match:
    """Set seat 0 in this phase of its turn, round 1, order 0 1 2; needs the fixture `teaching`."""
    match = blank_match("teaching", 3, chance=ScriptedChance(list(luck)))
    played, note = match.game, match.table.note
    note(FirstNamed(0))
    for place, (seat, armies) in holdings.items():
        number = number_of(played, "place", place)
        note(Dealt(number, seat))
        note(ArmiesGranted(seat, armies, "muster.stock"))
        note(ArmiesPlaced(seat, number, armies))
    for place in captains:
        note(CaptainPosted(number_of(played, "place", place)))
    for seat in range(3):
        note(TreasureBuried(seat, seat))
        for card in hands.get(seat, ()):
            note(CardDrawn(seat, number_of(played, "card", card)))
    note(RoundBegan(1))
    note(OrderSettled((0, 1, 2)))
    note(TurnBegan(0, 1))
    rounds = next(step for step in played.steps if step.name() == "Rounds")
    opened = [step.name() for step in rounds.parts()[1:]].index(phase)
    match.table.open(Round(rounds.index, 0, 0, opened + 1))
    match.table.open(rounds.parts()[opened + 1].frame(0))
    played.settle(match.table)
    return match


def agenda(match: Match) -> list[str]:
    """Return the names of the steps on the agenda, the active one last."""
    return [match.game.steps[frame.step].name() for frame in match.state.agenda]


def through_json(game: Game, state: State) -> State:
    """Return a copy whose frames were converted to records and back."""
    text = msgspec.json.encode([write_frame(game, frame) for frame in state.agenda])
    copy = state.copy()
    copy.agenda[:] = [read_frame(game, frame) for frame in msgspec.json.decode(text)]
    return copy


def play_to_end(game: Game, state: State, seed: int) -> tuple[str, list[dict[str, object]]]:
    """Play a state at random to its end; return the last position and all facts."""
    journal: list[Fact] = []
    table = Table(game.board, state, FastChance(seed), journal)
    play_out(game, table, FastChance(seed + 1), 5000)
    assert table.state.over
    return print_position(game, table.state), [write_fact(game, fact) for fact in journal]


def assert_can_stop_here(match: Match) -> None:
    """Check that copies saved and loaded at this moment play the same game to its end without changing this one."""
    game, here = match.game, match.position()
    saved = parse_position(game, here)
    assert print_position(game, saved) == here
    ends = [play_to_end(game, state, 5) for state in (saved, through_json(game, match.state), match.state.copy())]
    assert ends[0] == ends[1] == ends[2]
    assert match.position() == here
