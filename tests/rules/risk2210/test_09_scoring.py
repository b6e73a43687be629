"""The score after five years: territories, zones, cards; energy and units break ties."""

import pytest

from kamchatka.kernel.ages.age_facts import Reckoned
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.edges.wire import Pass, PlayCard
from kamchatka.kernel.facts import GameEnded
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.modern.witness import refused
from tests.rules.risk2210.scene import own_record, scene

AUSTRALIA = ("aboriginal_league", "australian_testing_ground", "java_cartel", "new_guinea")


def last_turn(lands: dict[str, tuple[int, int]], year: int = 5, **more: object) -> Match:
    """Set the last turn of a year, with nothing left to do in it."""
    return scene("Rewards", lands, rest=None, turn=2, year=year, **more)  # type: ignore[arg-type]


def scores(match: Match) -> dict[int, int]:
    """Return the points announced at the end."""
    told = [fields(fact) for fact in match.table.journal or [] if isinstance(fact, Reckoned)]
    return {int(fact["seat"]): int(fact["points"]) for fact in told}


def verdict(match: Match) -> tuple[str, list[int]]:
    """Return the clause that ended the game, and the winners."""
    assert match.is_over
    return match.state.ending, match.winners


@rule("2210.scoring.1", "2210.scoring.4", "2210.scoring.8", "2210.info.15", "2210.year_end.2")
def test_a_point_for_every_territory_of_any_kind() -> None:
    """Land, sea and Moon count alike, even held by a station alone; they are counted after the last turn."""
    match = last_turn(
        {"japan": (0, 1), "akara": (0, 9), "tycho": (0, 0), "mexico": (1, 30), "egypt": (2, 1)},
        stations=["tycho"],
        energy={1: 50},
    )
    refused(match, Pass(), "game.over", "2210.scoring.4", seat=1)
    assert scores(match) == {0: 3, 1: 1, 2: 1}
    assert verdict(match) == ("end.points", [0])


@rule("2210.scoring.2", "2210.collect.5")
@pytest.mark.parametrize(("devastated", "points"), [((), 6), (("new_guinea",), 5)])
def test_zones_held_whole_add_their_bonus(devastated: tuple[str, ...], points: int) -> None:
    """Australia adds four territories and two points; a devastated territory isn't needed."""
    held = {place: (0, 1) for place in AUSTRALIA if place not in devastated}
    match = last_turn({**held, "mexico": (1, 1), "egypt": (2, 1)}, devastated=devastated)
    assert scores(match)[0] == points


@rule("2210.scoring.2")
def test_colonies_of_sea_and_moon_add_theirs() -> None:
    """South Atlantic adds 1, Cresinion 2; three of its four places would add nothing."""
    sea = {"neo_paulo": (0, 1), "the_ivory_reef": (0, 1)}
    moon = {"bay_of_dew": (1, 1), "harpalus": (1, 1), "ocean_of_storms": (1, 1), "sea_of_rains": (1, 1)}
    match = last_turn({**sea, **moon, "egypt": (2, 1)})
    assert scores(match) == {0: 3, 1: 6, 2: 1}
    del moon["harpalus"]
    assert scores(last_turn({**sea, **moon, "egypt": (2, 1)}))[1] == 3


@rule("2210.scoring.5")
def test_energy_breaks_a_tie() -> None:
    """Most energy wins a tie on points, even against more units."""
    match = last_turn(
        {"japan": (0, 1), "mexico": (1, 9), "egypt": (2, 1)},
        energy={0: 3, 1: 2, 2: 3},
        commanders={2: {"land": "egypt"}},
    )
    assert verdict(match) == ("end.units", [2])
    match = last_turn({"japan": (0, 1), "mexico": (1, 9), "egypt": (2, 1)}, energy={0: 4, 1: 2, 2: 3})
    assert verdict(match) == ("end.energy", [0])


@rule("2210.scoring.6")
def test_units_break_the_next_tie() -> None:
    """MODs and commanders are added; a station isn't a unit."""
    match = last_turn(
        {"japan": (0, 2), "mexico": (1, 1), "egypt": (2, 2)},
        stations=["egypt"],
        commanders={1: {"land": "mexico", "naval": "mexico"}},
    )
    assert verdict(match) == ("end.units", [1])


@rule("2210.scoring.7")
def test_who_is_level_in_everything_shares_the_game() -> None:
    """Two of three players tie in everything."""
    match = last_turn({"japan": (0, 2), "mexico": (1, 1), "egypt": (2, 1)}, commanders={1: {"land": "mexico"}})
    assert verdict(match) == ("end.shared", [0, 1])


@rule("2210.scoring.3", "2210.scoring.4")
def test_cards_add_to_the_score_before_it_is_compared() -> None:
    """Three points change the winner."""
    match = last_turn(
        {"japan": (0, 1), "mexico": (1, 1), "alberta": (1, 1), "egypt": (2, 1)},
        hands={0: ["land_colony_influence_1"]},
        commanders={0: {"land": "japan"}},
    )
    assert match.awaited == [0]
    assert [int(points) for points in own_record(match).points] == [0, 0, 0]
    match.play(PlayCard("land_colony_influence_1"))
    assert scores(match) == {0: 4, 1: 2, 2: 1}
    assert verdict(match) == ("end.points", [0])


@rule("2210.year_end.1", "2210.year_end.2", "2210.bid.1")
@pytest.mark.parametrize("year", [1, 2, 3, 4])
def test_before_the_fifth_year_ends_a_new_bid_opens_the_next(year: int) -> None:
    """Everybody bids at the same time."""
    match = last_turn({"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1)}, year=year, energy={0: 1, 1: 1, 2: 1})
    assert (own_record(match).number, match.awaited, match.is_over) == (year + 1, [0, 1, 2], False)


@rule("2210.scoring.8", "2210.elimination.6")
def test_who_is_out_is_not_counted() -> None:
    """Only players still in the game have a score."""
    match = last_turn({"japan": (0, 1), "egypt": (2, 1)})
    assert set(scores(match)) == {0, 2}
    assert [fact for fact in match.table.journal or [] if isinstance(fact, GameEnded)]
