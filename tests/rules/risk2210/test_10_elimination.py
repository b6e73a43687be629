"""Elimination: when a player is out, what happens to cards, energy and promises, and who is left."""

import pytest

from kamchatka.editions.risk2210.battle.war_facts import StationSeized
from kamchatka.kernel.ages.age import buildings
from kamchatka.kernel.edges.wire import Choose, Invade, Occupy, Pass, PlayCard, Roll, number_of
from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.risk2210.scene import energy_of, own_record, play, scene, step_name

OTHERS = {"mexico": (2, 3), "alberta": (2, 1)}
TRAP = """[[card]]
id = "trap"
deck = "land"
cost = 0
timing = "invasion_of_yours"
it = "Trappola"
en = "Trap"
text_it = "a"
text_en = "b"
[[card.effect]]
do = "halve_invaders"
"""


def conquered(lands: dict[str, tuple[int, int]], **more: object) -> Match:
    """Let seat 0 take the single MOD of Pevek from seat 1."""
    match = scene("Invade", {"japan": (0, 4), "pevek": (1, 1), **lands}, rest=None, luck=faces(6, 1), **more)  # type: ignore[arg-type]
    match.play(Invade("japan", "pevek"))
    if match.awaited == [1]:
        match.play(Pass(), 1)
    match.play(Roll(1))
    if not match.is_over and step_name(match) == "MoveIn":
        match.play(Occupy(1))
    return match


def let_pass(match: Match) -> None:
    """Let the seat that is asked pass if it can, and otherwise take its first action."""
    actions = list(match.actions(match.awaited[0]))
    match.play(Pass() if Pass() in actions else actions[0], match.awaited[0])


@rule("2210.elimination.1")
def test_who_has_nothing_left_is_out() -> None:
    """Its last territory is lost in battle."""
    match = conquered(OTHERS)
    assert [match.state.is_alive(seat) for seat in range(3)] == [True, False, True]
    assert match.state.out_by[1] == 0


@rule("2210.elimination.1")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_station_keeps_its_owner_in_the_game_or_not(keeps: bool) -> None:
    """An option decides; if it doesn't, the stations leave the board with their owner."""
    match = conquered({**OTHERS, "egypt": (1, 0)}, stations=["egypt"], options={"station_keeps_player_in": keeps})
    assert match.state.is_alive(1) is keeps
    assert match.owner("egypt") == (1 if keeps else None)
    assert own_record(match).built[place_number(match, "egypt")] == (1 if keeps else 0)


@rule("2210.elimination.1", "2210.conquest.7")
@pytest.mark.parametrize("others", [[], ["japan", "mexico", "alberta"]])
@pytest.mark.parametrize("keeps", [True, False])
def test_a_station_in_the_last_place_is_captured_before_its_owner_falls(keeps: bool, others: list[str]) -> None:
    """The dice kill the last unit of seat 1: Pevek and its station change hands before seat 1 is out."""
    lands = {"mexico": (0, 1), "alberta": (0, 1), "egypt": (2, 1)}
    match = conquered(lands, stations=["pevek", *others], options={"station_keeps_player_in": keeps})
    assert (match.owner("pevek"), match.state.is_alive(1)) == (0, False)
    assert own_record(match).built[place_number(match, "pevek")] == 1
    told = [type(fact) for entry in match.entries for fact in entry.facts]
    assert told.index(StationSeized) < told.index(Eliminated)
    assert buildings(match.table, 0) == len(others) + 1


@rule("2210.elimination.1", "2210.conquest.7")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_fifth_station_is_destroyed_with_the_fall_of_its_owner(keeps: bool) -> None:
    """With four stations already, the conqueror gets the place but not the station on it."""
    lands = {"mexico": (0, 1), "alberta": (0, 1), "egypt": (0, 1), "siberia": (2, 1)}
    stations = ["japan", "mexico", "alberta", "egypt", "pevek"]
    match = conquered(lands, stations=stations, options={"station_keeps_player_in": keeps})
    assert (match.owner("pevek"), match.state.is_alive(1)) == (0, False)
    assert (own_record(match).built[place_number(match, "pevek")], buildings(match.table, 0)) == (0, 4)


@rule("2210.elimination.1", "2210.play.10")
def test_a_card_may_eliminate() -> None:
    """A rocket kills the last unit."""
    match = scene(
        "Orders",
        {"japan": (0, 4), "pevek": (1, 1), **OTHERS},
        rest=None,
        energy={0: 2},
        luck=faces(3),
        hands={0: ["nuclear_rocket_strike_land_1"]},
        commanders={0: {"nuclear": "japan"}},
    )
    play(match, "nuclear_rocket_strike_land_1", Choose(place="pevek"))
    assert not match.state.is_alive(1)


@rule("2210.elimination.2", "2210.elimination.3")
def test_nobody_inherits_cards_or_energy() -> None:
    """The cards are discarded, and the energy goes to the bank."""
    match = conquered(
        OTHERS, energy={1: 7}, hands={1: ["land_scout_forces_1", "nuclear_armageddon"]}, commanders={1: {}}
    )
    cards = [
        match.state.cards[number_of(match.game, "card", card)] for card in ("land_scout_forces_1", "nuclear_armageddon")
    ]
    assert cards == [DISCARD, DISCARD]
    assert (energy_of(match), [int(held) for held in match.state.hand]) == ([0, 0, 0], [0, 0, 0])
    assert sum(own_record(match).held) == 0


@rule("2210.elimination.4")
def test_scouts_of_the_fallen_are_given_up() -> None:
    """Their card is used up."""
    match = conquered(OTHERS, kept={"egypt": 1, "siberia": 0})
    assert own_record(match).card[place_number(match, "egypt")] == DISCARD
    assert own_record(match).card[place_number(match, "siberia")] == 0
    assert [int(kept) for kept in own_record(match).kept] == [1, 0, 0, 0, 0, 0, 0, 0, 0]


@rule("2210.elimination.5")
def test_the_last_one_left_wins_at_once() -> None:
    """It wins even in the middle of a turn."""
    match = conquered({}, seats=2)
    assert (match.state.ending, match.winners) == ("end.survivor", [0])


@rule("2210.elimination.5")
def test_at_some_tables_the_last_one_plays_on() -> None:
    """With the option all five years are played."""
    match = conquered({}, seats=2, options={"last_player_wins_now": False}, year=4)
    assert match.state.ending == ""
    while not match.is_over:
        let_pass(match)
    assert (match.state.ending, match.winners) == ("end.points", [0])


@rule("2210.elimination.5")
def test_if_one_effect_removes_everybody_the_game_is_shared() -> None:
    """The Mother strikes Africa, where both players have their only units."""
    match = scene(
        "Orders",
        {"egypt": (0, 0), "lesotho": (1, 1)},
        rest=None,
        seats=2,
        energy={0: 3},
        luck=faces(4),
        hands={0: ["nuclear_the_mother"]},
        commanders={0: {"nuclear": "egypt"}},
    )
    play(match, "nuclear_the_mother")
    assert (match.state.ending, match.winners) == ("end.nobody_left", [0, 1])


@rule("2210.elimination.5")
def test_one_effect_that_leaves_somebody_has_a_winner() -> None:
    """The Mother kills the opponent's last unit, and one of two units of the card's player."""
    match = scene(
        "Orders",
        {"egypt": (0, 1), "lesotho": (1, 1)},
        rest=None,
        seats=2,
        energy={0: 3},
        luck=faces(4),
        hands={0: ["nuclear_the_mother"]},
        commanders={0: {"nuclear": "egypt"}},
    )
    play(match, "nuclear_the_mother")
    match.play(next(match.actions()))
    assert (match.state.ending, match.winners) == ("end.survivor", [0])


@rule("2210.elimination.6")
def test_the_turn_of_one_who_falls_in_it_ends_at_once() -> None:
    """Its own nuclear card eliminates it; the next seat's turn begins."""
    match = scene(
        "Orders",
        {"egypt": (0, 0), "lesotho": (1, 3), **OTHERS},
        rest=None,
        energy={0: 3},
        luck=faces(4),
        hands={0: ["nuclear_the_mother"]},
        commanders={0: {"nuclear": "egypt"}},
    )
    play(match, "nuclear_the_mother")
    assert not match.state.is_alive(0)
    assert (match.state.turn, match.awaited) == (1, [1])


@rule("2210.elimination.6", "2210.bid.5")
def test_who_is_out_takes_no_part_in_turns_and_bids() -> None:
    """Its marker is skipped, and there are only as many markers as players."""
    match = scene("Rewards", {"japan": (0, 2), "mexico": (2, 2)}, rest=None, turn=0, year=2, energy={0: 2, 2: 2})
    assert any(isinstance(fact, Eliminated) for fact in match.table.journal or [])
    assert match.state.turn == 2
    while match.state.round == 2:
        let_pass(match)
    assert match.awaited == [0, 2]


@rule("2210.elimination.2")
def test_the_cards_of_the_fallen_cannot_be_played() -> None:
    """They have left the game."""
    match = conquered(OTHERS, hands={1: ["land_scout_forces_1"]})
    refusal = match.why_not(PlayCard("land_scout_forces_1"), 1)
    assert refusal is not None
    assert refusal.clause == "turn.not_asked"


@rule("2210.elimination.1", "2210.card.nuclear.armageddon")
def test_who_falls_by_a_card_falls_by_the_hand_that_played_it() -> None:
    """In seat 0's Armageddon seat 1 fires a rocket at the last unit of seat 2 and gets the elimination."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (1, 3), "mexico": (2, 1)},
        rest=None,
        energy={0: 4},
        hands={0: ["nuclear_armageddon"], 1: ["nuclear_rocket_strike_land_1"]},
        luck=faces(1),
        commanders={0: {"nuclear": "japan"}, 1: {"nuclear": "pevek"}},
    )
    play(match, "nuclear_armageddon")
    play(match, "nuclear_rocket_strike_land_1", Choose(place="mexico"))
    assert [int(by) for by in match.state.out_by] == [-1, -1, 1]


@rule("2210.elimination.1", "2210.card.land.land_death_trap")
def test_an_invader_may_fall_into_two_traps() -> None:
    """Its last two MODs die before a die is rolled; the defender gets the elimination."""
    match = scene(
        "Invade",
        {"japan": (0, 2), "pevek": (1, 1), **OTHERS},
        rest=None,
        energy={1: 6},
        hands={1: ["land_death_trap", "trap"]},
        commanders={1: {"land": "pevek"}},
        options={"custom_cards": TRAP},
    )
    match.play(Invade("japan", "pevek"))
    play(match, "land_death_trap")
    assert (match.armies("japan"), match.state.is_alive(0)) == (1, True)
    play(match, "trap")
    assert (match.owner("japan"), int(match.state.out_by[0]), match.state.turn) == (None, 1, 1)
