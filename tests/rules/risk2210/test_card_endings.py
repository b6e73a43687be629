"""The cards for the end of a turn and for the end of the game."""

import pytest

from kamchatka.kernel.edges.wire import Move, Pass, PlayCard
from tests.rulemark import rule
from tests.rules.risk2210.scene import EVERYBODY, Holding, clause_of, own_record, play, playable, scene, step_name

LINE = {"japan": (0, 5), "pevek": (0, 1), "alden": (0, 1), "mexico": (0, 4)}


@rule("2210.card.diplomat.redeployment", "2210.turn_end.1", "2210.fortify.3", "2210.fortify.7")
def test_redeployment_is_one_more_fortifying_move() -> None:
    """After the normal move each copy adds one more along a path of own places; one unit stays."""
    match = scene(
        "Fortify",
        LINE,
        hands={0: ["diplomat_redeployment_1", "diplomat_redeployment_2"]},
        commanders={0: {"diplomat": "alden"}},
    )
    match.play(Move("japan", "pevek", 2))
    assert step_name(match) == "LastCards"
    play(match, "diplomat_redeployment_1")
    assert step_name(match) == "Fortify"
    assert clause_of(match, Move("japan", "mexico", 1)) == "fortify.path"
    assert clause_of(match, Move("japan", "alden", 3)) == "fortify.leave_one"
    match.play(Move("japan", "alden", 2))
    assert (match.armies("japan"), match.armies("alden")) == (1, 3)
    play(match, "diplomat_redeployment_2")
    match.play(Move("alden", "japan", 1))
    assert (match.armies("japan"), match.state.turn, match.state.hand[0]) == (2, 1, 0)


@rule("2210.card.diplomat.redeployment")
def test_redeployment_is_refused_before_and_the_turn_may_end_without_it() -> None:
    """Redeployment is refused in the step of cards, and stays in hand if the player passes."""
    match = scene("Orders", LINE, hands={0: ["diplomat_redeployment_1"]}, commanders={0: EVERYBODY})
    assert clause_of(match, PlayCard("diplomat_redeployment_1")) == "card.end_of_turn"
    for _ in ("orders", "invasions", "fortifying", "last cards"):
        assert match.state.turn == 0
        match.play(Pass())
    assert (match.state.turn, match.state.hand[0]) == (1, 1)


@rule("2210.card.diplomat.redeployment", "2210.play.12")
@pytest.mark.parametrize("lands", [{"japan": (0, 1), "pevek": (0, 1)}, {"japan": (0, 4), "mexico": (0, 4)}])
def test_redeployment_needs_something_to_move(lands: dict[str, Holding | None]) -> None:
    """Redeployment is refused with single units only, or without a path between two own places."""
    match = scene(
        "LastCards",
        {**lands, "alden": (0, 0), "egypt": (2, 1)},
        stations=["alden"],
        hands={0: ["diplomat_redeployment_1"]},
        commanders={0: {"diplomat": "alden"}},
    )
    assert clause_of(match, PlayCard("diplomat_redeployment_1")) == "card.no_target"


@rule("2210.turn_end.1", "2210.info.6")
@pytest.mark.parametrize(("card", "asked"), [("diplomat_energy_crisis_1", True), ("land_scout_forces_1", False)])
def test_at_the_end_of_a_turn_whoever_holds_diplomat_cards_is_asked(card: str, asked: bool) -> None:
    """By its back any diplomat card might be a Redeployment, but a land card can't be."""
    match = scene("LastCards", LINE, hands={0: [card]}, commanders={0: {"diplomat": "alden", "land": "alden"}})
    assert (step_name(match) == "LastCards") == asked


@rule(
    "2210.card.land.colony_influence",
    "2210.card.naval.colony_influence",
    "2210.card.space.colony_influence",
    "2210.card.diplomat.colony_influence",
    "2210.scoring.3",
)
@pytest.mark.parametrize("deck", ["land", "naval", "space", "diplomat"])
def test_colony_influence_adds_three_points_each(deck: str) -> None:
    """The card is played after the last turn of year five, if the commander lives."""
    match = scene(
        "FinalCards",
        LINE,
        year=5,
        commanders={0: {deck: "japan"}, 1: {deck: "egypt"}},
        hands={0: [f"{deck}_colony_influence_1"], 1: [f"{deck}_colony_influence_2"]},
    )
    assert (step_name(match), match.awaited) == ("PointCards", [0])
    play(match, f"{deck}_colony_influence_1")
    assert list(own_record(match).points) == [3, 0, 0]
    assert match.awaited == [1]
    match.play(Pass())
    assert match.is_over


@rule("2210.card.diplomat.colony_influence", "2210.scoring.3")
def test_two_copies_add_six_points_and_a_dead_commander_none() -> None:
    """With a dead commander the cards stay in hand."""
    match = scene(
        "FinalCards",
        LINE,
        year=5,
        commanders={0: {"diplomat": "japan"}},
        hands={0: ["diplomat_colony_influence_1", "diplomat_colony_influence_2", "land_colony_influence_1"]},
    )
    assert clause_of(match, PlayCard("land_colony_influence_1")) == "card.commander"
    play(match, "diplomat_colony_influence_1")
    assert playable(match) == ["diplomat_colony_influence_2"]
    play(match, "diplomat_colony_influence_2")
    assert (own_record(match).points[0], match.state.hand[0], match.is_over) == (6, 1, True)


@rule("2210.scoring.3", "2210.bid.10")
def test_the_last_cards_are_asked_for_in_turn_order() -> None:
    """The order is that of the markers of year five; other cards are refused."""
    match = scene(
        "FinalCards",
        LINE,
        year=5,
        order=(1, 2, 0),
        commanders={0: EVERYBODY, 1: {"land": "egypt"}},
        hands={0: ["land_colony_influence_1"], 1: ["land_scout_forces_1", "land_stealth_mods_1"]},
    )
    assert match.awaited == [1]
    assert clause_of(match, PlayCard("land_scout_forces_1")) == "card.before_invasion"
    assert clause_of(match, PlayCard("land_stealth_mods_1")) == "card.moment"
    match.play(Pass())
    assert match.awaited == [0]


@rule("2210.card.land.frequency_jam", "2210.card.diplomat.colony_influence")
def test_a_jam_does_not_reach_the_end_of_the_game() -> None:
    """A seat jammed in the last turn of the last year plays its last card when that turn is over."""
    match = scene(
        "Orders",
        {**LINE, "lesotho": (1, 1)},
        rest=(1, 1),
        seats=2,
        turn=1,
        year=5,
        commanders={0: EVERYBODY, 1: {"land": "lesotho"}},
        hands={0: ["diplomat_colony_influence_1"], 1: ["land_frequency_jam_1"]},
    )
    play(match, "land_frequency_jam_1")
    assert own_record(match).jammed == 0b01
    while match.awaited == [1]:
        match.play(Pass())
    assert playable(match, 0) == ["diplomat_colony_influence_1"]
    play(match, "diplomat_colony_influence_1")
    assert (match.is_over, own_record(match).points[0]) == (True, 3)
