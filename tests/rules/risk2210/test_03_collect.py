"""Collecting: MODs and energy for territories, continents, colonies and stations."""

from typing import Any

import pytest

from kamchatka.editions.risk2210.turn.collect import zone_bonuses
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.edges.wire import Invade, Pass, Place
from kamchatka.kernel.facts import ArmiesGranted
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.modern.witness import refused
from tests.rules.risk2210.scene import energy_of, own_record, scene, step_name

SOUTH_AMERICA = ("amazon_desert", "andean_nations", "argentina", "nuevo_timoto")
LANDS = (
    "alberta",
    "american_republic",
    "canada",
    "continental_biospheres",
    "exiled_states_of_america",
    "mexico",
    "andorra",
    "iceland_grc",
    "imperial_balkania",
    "jotenheim",
    "new_avalon",
    "egypt",
    "lesotho",
    "afghanistan",
)


def collecting(*places: str, seats: int = 3, **more: Any) -> Match:
    """Begin seat 0's turn with these places, one MOD each."""
    return scene(
        "EnergyIncome",
        {place: (0, 1) for place in places} | {"java_cartel": (1, 1), "new_guinea": (2, 1)},
        rest=None,
        seats=seats,
        **more,
    )


def received(match: Match) -> dict[str, int]:
    """Return MODs and energy of seat 0 by the clause that gave them."""
    found: dict[str, int] = {}
    for one in match.journal:
        if isinstance(one, ArmiesGranted | PurseChanged) and one.seat == 0 and not one.clause.startswith("energy"):
            found[one.clause] = int(one.armies if isinstance(one, ArmiesGranted) else one.amount)
    return found


@rule("2210.collect.1", "2210.collect.2")
@pytest.mark.parametrize(("lands", "income"), [(1, 3), (8, 3), (9, 3), (11, 3), (12, 4), (13, 4), (14, 4)])
def test_a_third_of_the_territories_and_never_less_than_three(lands: int, income: int) -> None:
    match = collecting(*LANDS[:lands])
    assert received(match) == {"collect.base_energy": income, "reinforce.territories": income}
    assert energy_of(match)[0] == income
    assert match.state.stock[0] == income


@rule("2210.collect.3")
def test_sea_moon_and_a_place_held_by_a_station_count() -> None:
    match = scene(
        "EnergyIncome",
        {place: (0, 1) for place in (*LANDS[:8], "neo_tokyo", "tycho", "byrgius")}
        | {"mexico": (0, 0), "nunavut": (0, 0), "java_cartel": (1, 1), "new_guinea": (2, 1)},
        rest=None,
        stations=["mexico", "nunavut"],
    )
    assert match.state.lands[0] == 12
    assert received(match)["collect.base_energy"] == 4


@rule("2210.collect.4")
@pytest.mark.parametrize(
    ("places", "bonus"),
    [
        (SOUTH_AMERICA, 2),
        (SOUTH_AMERICA[:3], 0),
        (("neo_tokyo", "sung_tzu"), 1),
        (("bay_of_dew", "harpalus", "ocean_of_storms", "sea_of_rains"), 2),
        ((*SOUTH_AMERICA, "neo_tokyo", "sung_tzu"), 3),
    ],
)
def test_a_whole_continent_or_colony_gives_its_bonus_twice(places: tuple[str, ...], bonus: int) -> None:
    match = collecting(*places)
    more = {"collect.zone_energy": bonus, "reinforce.zones": bonus} if bonus else {}
    assert received(match) == {"collect.base_energy": 3, "reinforce.territories": 3, **more}


@rule("2210.collect.5")
def test_devastated_lands_need_not_be_held() -> None:
    match = collecting(*SOUTH_AMERICA[1:], devastated=SOUTH_AMERICA[:1])
    assert received(match)["reinforce.zones"] == 2
    assert received(match)["collect.zone_energy"] == 2
    assert "reinforce.zones" not in received(collecting(*SOUTH_AMERICA[2:], devastated=SOUTH_AMERICA[:1]))


@rule("2210.collect.6")
def test_a_wholly_devastated_continent_pays_nobody() -> None:
    match = collecting("japan", devastated=SOUTH_AMERICA)
    assert [zone_bonuses(match.table, seat) for seat in range(3)] == [0, 0, 0]


@rule("2210.collect.7", "2210.collect.8")
def test_every_station_gives_a_mod_on_its_place_and_no_energy() -> None:
    match = scene(
        "EnergyIncome",
        {"japan": (0, 2), "mexico": (0, 0), "egypt": (1, 1), "canada": (2, 1)},
        rest=None,
        stations=["japan", "mexico", "egypt"],
    )
    assert [match.armies(place) for place in ("japan", "mexico", "egypt")] == [3, 1, 1]
    assert energy_of(match) == [3, 0, 0]
    assert received(match)["collect.stations"] == 1
    assert match.state.stock[0] == 3


@rule("2210.collect.9")
def test_new_mods_go_to_land_sea_and_moon_without_any_commander() -> None:
    match = collecting("japan", "neo_tokyo", "tycho")
    refused(match, Place("java_cartel", 1), "reinforce.own_places", "2210.collect.9")
    for place in ("japan", "neo_tokyo", "tycho"):
        match.play(Place(place, 1))
        assert match.armies(place) == 2
    assert step_name(match) != "Reinforce"


@rule("2210.collect.10")
def test_all_new_mods_are_placed_before_anything_else() -> None:
    match = collecting("japan", "pevek", energy={0: 9})
    refused(match, Pass(), "reinforce.place_all", "2210.collect.10")
    refused(match, Place("japan", 4), "reinforce.amount", "2210.collect.9")
    match.play(Place("japan", 2))
    assert step_name(match) == "Reinforce"
    match.play(Place("pevek", 1))
    assert step_name(match) == "Recruit"


@rule("2210.collect.11", "2210.conquest.6")
def test_income_is_counted_once_at_the_start_of_the_turn() -> None:
    """Conquests change control at once, but pay no income in that turn."""
    match = scene("Invade", {place: (0, 3) for place in SOUTH_AMERICA[:3]} | {"nuevo_timoto": (1, 1)}, luck=[5, 0])
    before = energy_of(match)
    match.play(Invade("andean_nations", "nuevo_timoto"))
    match.play(next(one for one in match.actions() if getattr(one, "dice", 0) == 1))
    assert match.owner("nuevo_timoto") == 0
    assert match.state.held[match.game.board.zone_ids.index("south_america")] == 4
    assert zone_bonuses(match.table, 0) == 2
    assert energy_of(match) == before
    assert match.state.stock[0] == 0


@rule("2210.info.14")
def test_the_bank_of_the_box_may_run_dry() -> None:
    lands = {place: (0, 1) for place in SOUTH_AMERICA} | {"java_cartel": (1, 1), "new_guinea": (2, 1)}
    free = scene("EnergyIncome", lands, rest=None, energy={1: 136})
    assert energy_of(free) == [5, 136, 0]
    dry = scene("EnergyIncome", lands, rest=None, energy={1: 136}, options={"energy_bank_limited": True})
    assert energy_of(dry) == [4, 136, 0]
    assert own_record(dry).bank == 140


@rule("2210.info.13", "2210.info.19")
def test_what_is_not_spent_is_kept_and_mods_never_run_out() -> None:
    match = collecting("japan", energy={0: 50})
    assert energy_of(match)[0] == 53
    many = scene("EnergyIncome", {"japan": (0, 900), "egypt": (1, 1), "canada": (2, 1)}, rest=None)
    assert many.state.stock[0] == 3
