"""Elimination, the end after five years, scores and ties."""

from collections.abc import Mapping

import pytest

from kamchatka.kernel.ages.age_facts import Reckoned
from kamchatka.kernel.bits import members
from kamchatka.kernel.edges.wire import Invade, Occupy, Roll
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened
from tests.rules.risk2210.scene import energy_of, own_record, play, scene, step_name

SOUTH_AMERICA = ("amazon_desert", "andean_nations", "argentina", "nuevo_timoto")


def ended(lands: Mapping[str, tuple[int, int]], **more: object) -> Match:
    """End the last turn of year five."""
    return scene("Rewards", lands, rest=None, year=5, turn=2, **more)  # type: ignore[arg-type]


def points(match: Match) -> list[int]:
    """Return the points of every seat that has a score."""
    return [int(one.points) for one in match.journal if isinstance(one, Reckoned)]


def last_stand(**more: object) -> Match:
    """Let seat 0 take seat 1's only place; seat 2 plays on."""
    match = scene("Invade", {"japan": (0, 9), "pevek": (1, 1), "lesotho": (2, 2)}, rest=None, luck=faces(6, 1), **more)  # type: ignore[arg-type]
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    return match


# ------------------------------------------------------------------ elimination
@rule("2210.elimination.1", "2210.elimination.2", "2210.elimination.3", "2210.elimination.4")
def test_with_the_last_place_cards_energy_and_scouts_are_gone() -> None:
    match = last_stand(
        energy={0: 1, 1: 5}, hands={1: ["land_scout_forces_1", "naval_hidden_energy_1"]}, kept={"egypt": 1}
    )
    assert match.state.out_by[1] == 0
    assert energy_of(match) == [1, 0, 0]
    assert list(match.state.hand) == [0, 0, 0]
    assert own_record(match).kept[3] == 0
    assert own_record(match).card[place_number(match, "egypt")] == DISCARD
    for card in ("land_scout_forces_1", "naval_hidden_energy_1"):
        assert match.state.cards[match.game.cards.index(card)] == DISCARD
    assert fact("PurseChanged", seat=1, amount=-5, clause="elimination.energy") in happened(match)
    match.play(Occupy(1))
    assert step_name(match) == "Invade"


@rule("2210.elimination.1")
def test_also_in_the_first_year() -> None:
    assert last_stand(year=1).state.out_by[1] == 0


@rule("2210.elimination.1")
def test_a_station_keeps_its_owner_in_the_game() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 9), "pevek": (1, 1), "mexico": (1, 0), "lesotho": (2, 2)},
        rest=None,
        stations=["mexico"],
        luck=faces(6, 1),
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert match.state.is_alive(1)
    assert match.owner("mexico") == 1


@rule("2210.elimination.1")
def test_or_the_last_unit_counts_and_stations_leave_the_board() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 9), "pevek": (1, 1), "mexico": (1, 0), "lesotho": (2, 2)},
        rest=None,
        stations=["mexico"],
        luck=faces(6, 1),
        options={"station_keeps_player_in": False},
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert not match.state.is_alive(1)
    assert match.owner("mexico") is None
    assert sum(own_record(match).built) == 0


@rule("2210.elimination.6")
def test_the_turn_of_who_falls_in_it_ends_at_once() -> None:
    """The Mother strikes Asia: seat 0 loses its last unit, and seat 1 plays next."""
    match = scene(
        "Orders",
        {"japan": (0, 0), "mexico": (1, 3), "lesotho": (2, 2)},
        rest=None,
        energy={0: 5},
        commanders={0: {"nuclear": "japan"}},
        hands={0: ["nuclear_the_mother"]},
        luck=[4],
    )
    play(match, "nuclear_the_mother")
    assert not match.state.is_alive(0)
    assert match.state.turn == 1


# ------------------------------------------------------------------ the last ones
@rule("2210.elimination.5")
def test_the_last_player_left_wins_at_once() -> None:
    match = scene("Invade", {"japan": (0, 9), "pevek": (1, 1)}, rest=None, luck=faces(6, 1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert match.is_over
    assert (match.winners, match.state.ending) == ([0], "end.survivor")


@rule("2210.elimination.5")
def test_a_table_may_play_out_the_five_years() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 9), "pevek": (1, 1)},
        rest=None,
        luck=faces(6, 1),
        options={"last_player_wins_now": False},
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert match.state.ending == ""
    while match.awaited:
        match.play(list(match.actions())[-1])
    assert (match.winners, match.state.ending, match.state.round) == ([0], "end.points", 5)


@rule("2210.elimination.5")
def test_who_falls_by_one_effect_shares_the_game() -> None:
    """The Mother kills the last units of both remaining players, who draw; the third stays out."""
    match = scene(
        "Orders",
        {"japan": (0, 0), "pevek": (1, 1)},
        rest=None,
        energy={0: 5},
        commanders={0: {"nuclear": "japan"}},
        hands={0: ["nuclear_the_mother"]},
        luck=[4],
    )
    play(match, "nuclear_the_mother")
    assert match.is_over
    assert (match.winners, match.state.ending) == ([0, 1], "end.nobody_left")
    assert members(match.state.winners) == [0, 1]


@rule("2210.elimination.5")
def test_an_effect_that_leaves_one_makes_that_one_the_winner() -> None:
    match = scene(
        "Orders",
        {"japan": (0, 1), "pevek": (1, 1)},
        rest=None,
        energy={0: 5},
        commanders={0: {"nuclear": "japan"}},
        hands={0: ["nuclear_the_mother"]},
        luck=[4],
    )
    play(match, "nuclear_the_mother")
    match.play(next(match.actions()))
    assert match.is_over
    assert (match.winners, match.state.ending) == ([0], "end.survivor")


# ------------------------------------------------------------------ scores
@rule("2210.scoring.1", "2210.scoring.2", "2210.scoring.4", "2210.info.15")
def test_a_point_a_territory_and_the_bonuses() -> None:
    lands = {place: (0, 1) for place in SOUTH_AMERICA} | {"neo_tokyo": (1, 1), "sung_tzu": (1, 1), "tycho": (1, 1)}
    match = ended({**lands, "japan": (2, 9), "mexico": (2, 9)})
    assert points(match) == [4 + 2, 3 + 1, 2]
    assert (match.winners, match.state.ending) == ([0], "end.points")


@rule("2210.scoring.2")
def test_the_same_control_as_for_income() -> None:
    lands = {place: (0, 1) for place in SOUTH_AMERICA[1:]} | {"neo_tokyo": (1, 1), "japan": (2, 9)}
    assert points(ended(lands, devastated=SOUTH_AMERICA[:1])) == [3 + 2, 1, 1]


@rule("2210.scoring.5")
def test_among_equals_the_most_energy() -> None:
    match = ended({"japan": (0, 1), "mexico": (1, 9), "egypt": (2, 1)}, energy={0: 3, 1: 2, 2: 1})
    assert (match.winners, match.state.ending) == ([0], "end.energy")


@rule("2210.scoring.6")
def test_then_the_most_units_commanders_too() -> None:
    match = ended(
        {"japan": (0, 2), "mexico": (1, 2), "egypt": (2, 1)},
        energy={0: 2, 1: 2, 2: 1},
        commanders={1: {"land": "mexico"}},
    )
    assert (match.winners, match.state.ending) == ([1], "end.units")


@rule("2210.scoring.7")
def test_else_they_share() -> None:
    match = ended({"japan": (0, 2), "mexico": (1, 2), "egypt": (2, 1)}, energy={0: 2, 1: 2, 2: 2})
    assert (match.winners, match.state.ending) == ([0, 1], "end.shared")


@rule("2210.scoring.7")
def test_all_three_may_share() -> None:
    match = ended({"japan": (0, 2), "mexico": (1, 2), "egypt": (2, 2)})
    assert match.winners == [0, 1, 2]


@rule("2210.scoring.8")
def test_the_fallen_do_not_score() -> None:
    match = ended({"japan": (0, 2), "egypt": (2, 2)}, energy={0: 1})
    assert points(match) == [1, 1]
    assert match.winners == [0]


@pytest.mark.parametrize("year", [1, 4])
def test_earlier_years_have_no_score(year: int) -> None:
    match = scene(
        "Rewards", {"japan": (0, 2), "mexico": (1, 2), "egypt": (2, 1)}, rest=None, year=year, turn=2, energy={0: 1}
    )
    assert not match.is_over
    assert own_record(match).number == year + 1
