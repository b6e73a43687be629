"""The phase bar and the attack a question is about, over whole games of every edition."""

import random

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.editions.challenge.closing import ClosingBegan, TimeExpired
from kamchatka.kernel.facts import ArmiesGranted, Eliminated
from kamchatka.match import Match, play_numeric
from kamchatka.players import house_bot
from kamchatka.server.presentation.scene_builder import SceneBuilder
from kamchatka.server.protocol.scene_types import ChoiceSeen, Fight, SeatSeen
from tests.kit import position
from tests.rules.risk2210.scene import scene

ACTIONS = 700
# Questions without a phase of their own, with the phases in which they are asked.
WITHIN = {
    "Defence": {"Combat", "Invade"},
    "Occupation": {"Combat"},
    "Spoils": {"Combat"},
    "Reward": {"Reinforce"},
    "Consent": {"Combat"},
    "FastDefence": {"Combat"},
    "Markers": {"Bids"},
    "Invasion": {"Invade", "InvadeBelow"},
    "Battle": {"Invade", "InvadeBelow"},
    "Capture": {"Invade", "InvadeBelow"},
    "Enter": {"Invade", "InvadeBelow"},
    "GodWar": {"Invade", "InvadeBelow"},
    "SkyWindow": {"Invade"},
    "Ransom": {"Invade"},
    "Window": {"Invade"},
    "Losses": {"Invade", "Orders"},
    "MoveIn": {"Invade"},
    "Bonus": {"Invade"},
    "Resolution": {"Orders", "Invade", "LastCards", "PointCards"},
    "Fortify": {"LastCards"},
    "Unfold": {"PlayMiracles", "Invade", "TurnStart", "Collect", "InvadeBelow"},
    "TakeCard": {"PlayMiracles"},
    "Shield": {"PlayMiracles", "Invade"},
    "Scouts": {"Invade"},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_phase_that_is_marked_is_the_one_of_the_question(edition: str) -> None:
    """Exactly one phase is marked for every question, with the same phases in both languages."""
    luck = random.Random(edition)
    for number, seats in enumerate((EDITIONS[edition].seats[0], EDITIONS[edition].seats[-1])):
        match = Match.new(edition, seats, seed=number)
        builders = [SceneBuilder(match, [f"P{seat}" for seat in range(seats)], language) for language in ("it", "en")]
        while not match.is_over and len(match.entries) < ACTIONS:
            seat = luck.choice(match.awaited)
            state = match.view(seat).state
            bars = [builder.phases(state) for builder in builders]
            assert [phase.id for phase in bars[0]] == [phase.id for phase in bars[1]]
            [now] = [phase.id for phase in bars[0] if phase.now]
            asked = match.game.steps[state.agenda[-1].step].name()
            assert now == asked or now in WITHIN[asked]
            play_numeric(match, luck.choice(match.options(seat).expand()), seat)
        assert match.is_over is False or builders[0].phases(match.state) == ()


def test_the_last_question_of_a_turn_is_no_combat() -> None:
    match = position({"alaska": (0, 5), "kamchatka": (1, 2)}, phase="StrategicMove")
    bar = SceneBuilder(match, ["A", "B", "C"], "en").phases(match.state)
    assert [phase.name for phase in bar if phase.now] == ["Strategic move"]


def test_a_question_says_which_attack_it_is_about() -> None:
    match = scene("Invade", {"japan": (0, 5), "pevek": (1, 3), "lesotho": (2, 1)})
    builder = SceneBuilder(match, ["A", "B", "C"], "en")
    before = builder.ask(match.view(0).state, 0, None, "move")
    assert before is not None
    assert before.fight is None
    play_numeric(match, next(one for one in match.options(0).expand() if match.game.board.places[one.to] == "pevek"), 0)
    while match.awaited != [0]:
        play_numeric(match, match.options(match.awaited[0]).expand()[-1], match.awaited[0])
    asked = builder.ask(match.view(0).state, 0, None, "move")
    assert asked is not None
    assert asked.fight == Fight("japan", "pevek")
    assert [offered.attacks for offered in asked.ranges if offered.act == "roll"] == [True]


def test_a_fallen_seat_has_nothing_to_place() -> None:
    match = position({"alaska": (0, 5), "kamchatka": (1, 2)})
    builder = SceneBuilder(match, ["A", "B", "C"], "en")
    match.table.note(ArmiesGranted(2, 4, "muster.stock"))
    sitting = tuple(SeatSeen(seat=seat, name="", kind="person") for seat in range(3))
    before = builder.seats(match.state, builder.display(match.state, 0), sitting)[2].stock
    match.table.note(Eliminated(2, 0))
    assert (before, builder.seats(match.state, builder.display(match.state, 0), sitting)[2].stock) == (4, 0)


def test_a_tournament_table_shows_the_end_that_comes() -> None:
    match = Match.new("challenge", 4, seed=1)
    builder = SceneBuilder(match, ["A", "B", "C", "D"], "en")
    for fact, shown in ((TimeExpired(7), ("last_round", 7)), (ClosingBegan(2), ("threshold", 4))):
        match.table.note(fact)
        first = builder.public(match.state, builder.display(match.state, -1))[0]
        assert (first.id, first.value) == shown


@pytest.mark.parametrize("edition", ["risk2210", "godstorm"])
def test_a_turn_marker_says_which_turn_it_is(edition: str) -> None:
    """A turn marker names the kind of turn, not only its number."""
    match = Match.new(edition, 3, seed=2)
    bots = [house_bot("random", match.game, seat) for seat in range(3)]
    while match.game.steps[match.state.agenda[-1].step].name() != "Markers":
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    seat = match.awaited[0]
    asked = SceneBuilder(match, ["Ada", "Bruno", "Carla"], "en").ask(match.view(seat).state, seat, None, "")
    assert asked is not None
    [markers] = asked.ranges
    assert isinstance(markers, ChoiceSeen)
    assert [one.label for one in markers.choices] == ["Turn 1", "Turn 2", "Turn 3"]
