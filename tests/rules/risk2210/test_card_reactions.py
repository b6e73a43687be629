"""The cards that answer an invasion: which seats are asked, in which order, each effect, and what follows."""

from typing import Any

import pytest

from kamchatka.editions.risk2210.battle.war_facts import InvasionOff
from kamchatka.editions.risk2210.cards.card_facts import TruceMade
from kamchatka.kernel.edges.wire import Choose, Defend, Invade, Lose, NameSeat, Occupy, Pass, PlayCard, Roll
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import facts_of
from tests.rulemark import rule
from tests.rules.risk2210.scene import (
    Holding,
    clause_of,
    energy_of,
    own_record,
    play,
    playable,
    scene,
    step_name,
    where,
)

Posts = dict[int, dict[str, str]]
ATTACKED = {"land": ("japan", "pevek"), "naval": ("japan", "neo_tokyo"), "space": ("straight_wall", "tycho")}
ATTACKER = {"land": "japan", "naval": "japan", "space": "japan"}
LANDS: dict[str, Holding | None] = {
    "japan": (0, 6),
    "straight_wall": (0, 6),
    "pevek": (1, 2),
    "neo_tokyo": (1, 2),
    "tycho": (1, 2),
    "mexico": (2, 3),
    "akara": (1, 1),
}


def invaded(
    hands: dict[int, list[str]],
    commanders: Posts,
    *,
    deck: str = "land",
    energy: int = 5,
    lands: dict[str, Holding | None] | None = None,
    **more: Any,
) -> Match:
    """Let seat 0 invade a place of seat 1, of the terrain that belongs to a deck."""
    match = scene(
        "Invade",
        {**LANDS, **(lands or {})},
        hands=hands,
        commanders={0: ATTACKER, **commanders},
        energy={1: energy, 2: energy},
        **more,
    )
    match.play(Invade(*ATTACKED[deck]))
    return match


# ------------------------------------------------------------------ who is asked
@rule("2210.react.1", "2210.react.3", "2210.invade.7")
def test_the_defender_is_asked_first_then_the_others_in_turn_order() -> None:
    """After a card the questions start again; when all pass in a row, dice are chosen."""
    hands = {1: ["land_stealth_mods_1"], 2: ["land_stealth_mods_2"], 3: ["land_stealth_mods_3"]}
    posts = {seat: {"land": "mexico"} for seat in (1, 2, 3)}
    match = invaded(hands, posts, lands={"egypt": (3, 1)}, seats=4, order=(3, 2, 0, 1))
    assert (step_name(match), match.awaited) == ("Window", [1])
    match.play(Pass())
    assert match.awaited == [3]
    match.play(Pass())
    assert match.awaited == [2]
    play(match, "land_stealth_mods_2")
    assert match.awaited == [1]
    match.play(Pass())
    match.play(Pass())
    assert (step_name(match), match.awaited) == ("Invasion", [0])


@rule("2210.react.9", "2210.react.2")
def test_the_attacker_is_never_asked() -> None:
    """It isn't asked with any hand: only others may play Stealth MODs."""
    match = invaded({0: ["land_stealth_mods_1"]}, {0: {"land": "japan"}})
    assert (step_name(match), match.awaited) == ("Invasion", [0])
    assert clause_of(match, PlayCard("land_stealth_mods_1")) == "react.attacker"


@rule("2210.react.3")
def test_a_table_may_ask_in_strict_turn_order() -> None:
    """With the option the defender is not asked first."""
    hands = {1: ["land_stealth_mods_1"], 2: ["land_stealth_mods_2"]}
    posts = {1: {"land": "mexico"}, 2: {"land": "mexico"}}
    match = invaded(hands, posts, order=(2, 0, 1), options={"reaction_order": "turn_order"})
    assert match.awaited == [2]


@rule("2210.react.1", "2210.info.6")
@pytest.mark.parametrize(
    ("hand", "posts", "energy", "asked"),
    [
        (["land_scout_forces_1"], {"land": "mexico"}, 5, True),  # any land card might be Stealth MODs
        (["land_scout_forces_1"], {"naval": "mexico"}, 5, False),  # no land commander
        (["naval_stealth_mods_1"], {"naval": "mexico"}, 5, False),  # naval cards do not answer on land
        (["diplomat_colony_influence_1"], {"diplomat": "mexico"}, 0, True),  # Evacuation is free
        (["nuclear_armageddon"], {"nuclear": "mexico"}, 5, False),  # no nuclear card answers
        ([], {"land": "mexico"}, 5, False),
    ],
)
def test_backs_commanders_and_energy_say_who_is_asked(
    hand: list[str], posts: dict[str, str], energy: int, asked: bool
) -> None:
    """The faces in a hand make no difference."""
    match = invaded({1: hand}, {1: posts}, energy=energy)
    assert (match.awaited == [1]) == asked


@rule("2210.react.2")
def test_others_are_not_asked_for_what_only_the_defender_may_play() -> None:
    """A helper with diplomat cards alone isn't asked. One with a land card is asked: it might be Stealth MODs."""
    match = invaded({2: ["diplomat_cease_fire_1"]}, {2: {"diplomat": "mexico"}})
    assert step_name(match) == "Invasion"
    match = invaded(
        {2: ["diplomat_cease_fire_1", "land_death_trap", "land_stealth_mods_1"]},
        {2: {"diplomat": "mexico", "land": "mexico"}},
    )
    assert (match.awaited, playable(match)) == ([2], ["land_stealth_mods_1"])
    assert clause_of(match, PlayCard("diplomat_cease_fire_1")) == "react.defender"
    assert clause_of(match, PlayCard("land_death_trap")) == "react.defender"


@rule("2210.react.2")
def test_cards_of_another_kind_of_territory_do_not_answer() -> None:
    """Sea cards answer at sea, land cards on land; orders of the own turn are never allowed here."""
    hand = [
        "naval_stealth_mods_1",
        "land_stealth_mods_1",
        "land_scout_forces_1",
        "diplomat_redeployment_1",
        "diplomat_colony_influence_1",
    ]
    match = invaded({1: hand}, {1: {"naval": "mexico", "land": "mexico", "diplomat": "mexico"}})
    assert playable(match) == ["land_stealth_mods_1"]
    assert clause_of(match, PlayCard("naval_stealth_mods_1")) == "react.terrain"
    assert clause_of(match, PlayCard("land_scout_forces_1")) == "card.before_invasion"
    assert clause_of(match, PlayCard("diplomat_redeployment_1")) == "card.end_of_turn"
    assert clause_of(match, PlayCard("diplomat_colony_influence_1")) == "card.end_of_game"


@rule("2210.react.5", "2210.card.land.frequency_jam")
def test_the_jammed_are_not_asked_but_may_be_helped() -> None:
    """A jammed defender is skipped, but another seat may play for it."""
    hands = {0: ["land_frequency_jam_1"], 1: ["land_stealth_mods_1"], 2: ["land_stealth_mods_2"]}
    match = scene("Orders", LANDS, hands=hands, commanders={0: ATTACKER, 1: {"land": "pevek"}, 2: {"land": "mexico"}})
    play(match, "land_frequency_jam_1")
    match.play(NameSeat(1))
    match.play(Invade("japan", "pevek"))
    assert match.awaited == [2]
    assert clause_of(match, PlayCard("land_stealth_mods_1"), 1) == "card.jammed"
    play(match, "land_stealth_mods_2")
    assert match.armies("pevek") == 5


@rule("2210.react.8", "2210.invade.9")
def test_nobody_reacts_to_the_entry_into_an_empty_place() -> None:
    """There is no defender to strengthen."""
    match = invaded({1: ["land_stealth_mods_1"]}, {1: {"land": "mexico"}}, lands={"pevek": None})
    assert step_name(match) == "MoveIn"


@rule("2210.react.8", "2210.conquest.8")
def test_a_station_alone_is_there_to_be_defended() -> None:
    """Stealth MODs turn an entry without dice into a battle."""
    match = invaded({1: ["land_stealth_mods_1"]}, {1: {"land": "mexico"}}, lands={"pevek": (1, 0)}, stations=["pevek"])
    assert match.awaited == [1]
    play(match, "land_stealth_mods_1")
    assert (match.armies("pevek"), step_name(match)) == (3, "Invasion")


@rule("2210.react.4", "2210.invade.1", "2210.react.1")
def test_every_roll_opens_a_window_and_many_cards_may_be_played() -> None:
    """Two cards are played at one declaration, and more at the next roll."""
    hand = [f"land_stealth_mods_{n}" for n in (1, 2, 3)]
    match = invaded({1: hand}, {1: {"land": "mexico"}}, luck=[0, 0, 0, 5, 5])
    play(match, hand[0])
    play(match, hand[1])
    assert match.armies("pevek") == 8
    match.play(Pass())
    match.play(Roll(3))
    match.play(Defend(2))
    match.play(Lose(2))
    assert (match.armies("japan"), match.armies("pevek")) == (4, 8)
    match.play(Invade("japan", "pevek"))
    assert match.awaited == [1]
    play(match, hand[2])
    assert match.armies("pevek") == 11


# ------------------------------------------------------------------ Stealth MODs
@rule("2210.card.land.stealth_mods", "2210.card.naval.stealth_mods", "2210.card.space.stealth_mods")
@pytest.mark.parametrize("deck", ["land", "naval", "space"])
@pytest.mark.parametrize("seat", [1, 2])
def test_stealth_mods_join_the_defence(deck: str, seat: int) -> None:
    """The owner of the place gets three MODs, whichever seat plays the card."""
    match = invaded({seat: [f"{deck}_stealth_mods_1"]}, {seat: {deck: "mexico"}}, deck=deck)
    target = ATTACKED[deck][1]
    play(match, f"{deck}_stealth_mods_1")
    assert (match.armies(target), match.owner(target), match.state.hand[seat]) == (5, 1, 0)
    assert step_name(match) == "Invasion"


@rule("2210.two_player.9")
@pytest.mark.parametrize("allowed", [True, False])
def test_stealth_mods_for_the_neutral_army(allowed: bool) -> None:
    """The attacker's opponent may strengthen it, unless an option forbids it."""
    match = scene(
        "Invade",
        {"japan": (0, 6), "mexico": (1, 3)},
        rest=None,
        seats=2,
        neutral={"pevek": 3},
        hands={1: ["land_stealth_mods_1"]},
        commanders={0: ATTACKER, 1: {"land": "mexico"}},
        options={"stealth_mods_for_neutral": allowed},
    )
    match.play(Invade("japan", "pevek"))
    if allowed:
        play(match, "land_stealth_mods_1")
        assert (match.armies("pevek"), match.owner("pevek")) == (6, None)
    else:
        assert clause_of(match, PlayCard("land_stealth_mods_1"), 1) == "react.neutral"


# ------------------------------------------------------------------ Stealth Station
@rule("2210.card.land.stealth_station", "2210.hire.6")
def test_stealth_station() -> None:
    """The attacked place gets one of the defender's stations; all its units then defend with eight-sided dice."""
    match = invaded({1: ["land_stealth_station"]}, {1: {"land": "mexico"}})
    play(match, "land_stealth_station")
    assert own_record(match).built[place_number(match, "pevek")] == 1
    assert step_name(match) == "Invasion"


@rule("2210.card.land.stealth_station")
@pytest.mark.parametrize("stations", [["pevek"], ["akara", "neo_tokyo", "tycho", "alden"]])
def test_no_stealth_station_beyond_the_limits(stations: list[str]) -> None:
    """A place may have one station and a player four; a player with three may add one."""
    match = invaded({1: ["land_stealth_station"]}, {1: {"land": "mexico"}}, stations=stations)
    limit = "building.one_a_place" if "pevek" in stations else "building.most"
    assert clause_of(match, PlayCard("land_stealth_station"), 1) == limit
    room = [place for place in stations if place not in ("pevek", "alden")]
    match = invaded({1: ["land_stealth_station"]}, {1: {"land": "mexico"}}, stations=room)
    assert playable(match) == ["land_stealth_station"]


# ------------------------------------------------------------------ Death Traps and Orbital Mines
TRAPS = [("land", "land_death_trap", 3), ("naval", "naval_water_death_trap", 3), ("space", "space_orbital_mines_1", 2)]


@rule("2210.card.land.land_death_trap", "2210.card.naval.water_death_trap", "2210.card.space.orbital_mines")
@pytest.mark.parametrize(("deck", "card", "cost"), TRAPS)
@pytest.mark.parametrize(("mods", "left"), [(6, 3), (5, 2), (2, 1)])
def test_a_trap_destroys_half_the_invading_mods(deck: str, card: str, cost: int, mods: int, left: int) -> None:
    """The number is rounded up, in the place the invasion comes from; commanders there are unharmed."""
    source = ATTACKED[deck][0]
    match = invaded({1: [card]}, {1: {deck: "mexico"}}, deck=deck, lands={source: (0, mods)})
    play(match, card)
    assert (match.armies(source), energy_of(match)[1], where(match, 0, "land")) == (left, 5 - cost, "japan")


@rule("2210.play.12", "2210.card.land.land_death_trap")
@pytest.mark.parametrize(("hits", "clause"), [("mods", "card.no_target"), ("units", "")])
def test_a_trap_needs_something_to_hit(hits: str, clause: str) -> None:
    """Against an invasion by two commanders a trap for MODs is refused, and one for units is allowed."""
    match = scene(
        "Invade",
        {**LANDS, "japan": (0, 0)},
        hands={1: ["land_death_trap"]},
        energy={1: 3},
        commanders={0: {"land": "japan", "nuclear": "japan"}, 1: {"land": "mexico"}},
        options={"death_trap_hits": hits},
    )
    match.play(Invade("japan", "pevek"))
    assert clause_of(match, PlayCard("land_death_trap"), 1) == clause


@rule("2210.card.land.land_death_trap")
def test_a_trap_needs_its_cost() -> None:
    """The trap costs three energy: with two the defender can't play it, but is asked because Stealth MODs are free."""
    match = invaded({1: ["land_death_trap"]}, {1: {"land": "mexico"}}, energy=2)
    assert (match.awaited, clause_of(match, PlayCard("land_death_trap"), 1)) == ([1], "card.cost")


@rule("2210.card.land.land_death_trap", "2210.card.naval.water_death_trap", "2210.card.space.orbital_mines")
@pytest.mark.parametrize(("deck", "card", "cost"), TRAPS)
def test_at_some_tables_a_trap_counts_units_and_the_attacker_chooses(deck: str, card: str, cost: int) -> None:
    """Of three MODs and three commanders three are destroyed, chosen by their owner."""
    source = ATTACKED[deck][0]
    match = scene(
        "Invade",
        {**LANDS, source: (0, 3)},
        hands={1: [card]},
        energy={1: cost},
        commanders={0: {kind: source for kind in ("land", "naval", "space")}, 1: {deck: "mexico"}},
        options={"death_trap_hits": "units"},
    )
    match.play(Invade(*ATTACKED[deck]))
    play(match, card)
    assert match.awaited == [0]
    match.play(Lose(2, ("land",)))
    assert (match.armies(source), where(match, 0, "land"), where(match, 0, "space")) == (1, None, source)


@rule("2210.react.6", "2210.react.7")
def test_an_invasion_that_has_become_impossible_ends_without_a_roll() -> None:
    """Of only two MODs the trap leaves one. The invasion still counts as declared."""
    match = scene(
        "Invade",
        {"japan": (0, 2), "pevek": (1, 2), "mexico": (1, 1), "alden": (0, 2)},
        energy={1: 3},
        hands={0: ["land_scout_forces_1", "diplomat_redeployment_1"], 1: ["land_death_trap"]},
        commanders={0: {"land": "alden"}, 1: {"land": "mexico"}},
    )
    match.play(Invade("japan", "pevek"))
    play(match, "land_death_trap")
    assert (match.armies("japan"), step_name(match)) == (1, "Invade")
    assert facts_of(match, InvasionOff)
    assert own_record(match).declared == 1
    assert clause_of(match, PlayCard("land_scout_forces_1")) == "card.before_invasion"
    assert clause_of(match, PlayCard("diplomat_redeployment_1")) == "react.attacker"


@rule("2210.react.6", "2210.play.10")
def test_two_traps_may_empty_the_place_the_invasion_comes_from() -> None:
    """Two MODs become one, then none: the place has no owner and the invasion is over."""
    lands = {"straight_wall": (0, 2), "tycho": (1, 2), "mexico": (1, 1), "alden": (0, 2)}
    match = scene(
        "Invade",
        {**lands, "egypt": (2, 1)},
        energy={1: 4},
        hands={1: ["space_orbital_mines_1", "space_orbital_mines_2"], 2: ["space_stealth_mods_1"]},
        commanders={0: {"space": "alden"}, 1: {"space": "mexico"}, 2: {"space": "egypt"}},
    )
    match.play(Invade("straight_wall", "tycho"))
    play(match, "space_orbital_mines_1")
    assert match.armies("straight_wall") == 1
    play(match, "space_orbital_mines_2")
    assert (match.owner("straight_wall"), step_name(match), energy_of(match)[1]) == (None, "Invade", 0)


@rule("2210.react.6", "2210.invade.14")
def test_a_needed_commander_lost_in_the_window_ends_the_invasion() -> None:
    """The naval commander was with the invaders and was given up to the trap."""
    match = scene(
        "Invade",
        {**LANDS, "japan": (0, 1)},
        hands={1: ["naval_water_death_trap"]},
        energy={1: 3},
        commanders={0: {"naval": "japan", "land": "japan"}, 1: {"naval": "mexico"}},
        options={"death_trap_hits": "units"},
    )
    match.play(Invade("japan", "neo_tokyo"))
    play(match, "naval_water_death_trap")
    match.play(Lose(1, ("naval",)))
    assert (where(match, 0, "naval"), step_name(match), match.owner("neo_tokyo")) == (None, "Invade", 1)


# ------------------------------------------------------------------ Evacuation
@rule("2210.card.diplomat.evacuation", "2210.invade.10")
def test_evacuation_moves_all_units_and_the_attacker_enters() -> None:
    """The units go to one other place of the defender at any distance; no dice; the conquest counts for the bonus."""
    match = invaded({1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "pevek", "space": "pevek"}})
    play(match, "diplomat_evacuation_1")
    assert clause_of(match, Choose(place="pevek"), 1) == "card.target"
    assert clause_of(match, Choose(place="mexico"), 1) == "card.target"
    match.play(Choose(place="akara"))
    assert (match.armies("akara"), where(match, 1, "diplomat"), where(match, 1, "space")) == (3, "akara", "akara")
    assert (match.owner("pevek"), step_name(match), match.awaited) == (None, "MoveIn", [0])
    assert clause_of(match, Pass()) == "invade.follow_through"
    match.play(Occupy(1))
    assert (match.owner("pevek"), own_record(match).contested) == (0, 1)


@rule("2210.card.diplomat.evacuation")
def test_a_commander_alone_is_evacuated_too() -> None:
    """The facts mention no MODs."""
    match = invaded({1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "pevek"}}, lands={"pevek": (1, 0)})
    play(match, "diplomat_evacuation_1", Choose(place="akara"))
    assert (where(match, 1, "diplomat"), match.owner("pevek"), facts_of(match, ArmiesMoved)) == ("akara", None, [])


@rule("2210.card.diplomat.evacuation", "2210.conquest.8")
def test_a_station_stays_behind_an_evacuation() -> None:
    """The station alone holds the place and is captured with it."""
    match = invaded({1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "mexico"}}, stations=["pevek"])
    play(match, "diplomat_evacuation_1", Choose(place="akara"))
    assert (match.owner("pevek"), match.armies("pevek")) == (1, 0)
    match.play(Occupy(2))
    assert (match.owner("pevek"), own_record(match).built[place_number(match, "pevek")]) == (0, 1)


@rule("2210.card.diplomat.evacuation")
def test_evacuation_needs_units_and_somewhere_to_go() -> None:
    """A station alone can't be evacuated, and another place is needed."""
    lands: dict[str, Holding | None] = {place: None for place in ("akara", "neo_tokyo", "tycho")}
    match = invaded({1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "pevek"}}, lands=lands, rest=None)
    assert clause_of(match, PlayCard("diplomat_evacuation_1"), 1) == "card.no_target"
    match = invaded(
        {1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "mexico"}}, lands={"pevek": (1, 0)}, stations=["pevek"]
    )
    assert clause_of(match, PlayCard("diplomat_evacuation_1"), 1) == "card.no_target"


@rule("2210.card.diplomat.evacuation", "2210.react.8")
def test_nothing_more_can_be_played_on_an_evacuated_place() -> None:
    """The empty place closes the window, even if others hold Stealth MODs."""
    match = invaded(
        {1: ["diplomat_evacuation_1"], 2: ["land_stealth_mods_1"]}, {1: {"diplomat": "mexico"}, 2: {"land": "mexico"}}
    )
    play(match, "diplomat_evacuation_1", Choose(place="akara"))
    assert step_name(match) == "MoveIn"


@rule("2210.card.diplomat.evacuation", "2210.invade.12")
def test_at_some_tables_the_attacker_need_not_enter() -> None:
    """The option allows calling off a declared invasion."""
    match = invaded({1: ["diplomat_evacuation_1"]}, {1: {"diplomat": "mexico"}}, options={"must_follow_through": False})
    play(match, "diplomat_evacuation_1", Choose(place="akara"))
    match.play(Pass())
    assert (match.owner("pevek"), step_name(match)) == (None, "Invade")


# ------------------------------------------------------------------ Cease Fire
@rule("2210.card.diplomat.cease_fire", "2210.react.7", "2210.turn_end.3")
def test_cease_fire_stops_the_invasion_and_protects_until_the_turn_ends() -> None:
    """Cease Fire protects all places of its player, even lone stations, but no others; it ends with the turn."""
    match = invaded({1: ["diplomat_cease_fire_1"]}, {1: {"diplomat": "mexico"}}, lands={"neo_tokyo": (2, 1)})
    play(match, "diplomat_cease_fire_1")
    assert (energy_of(match)[1], step_name(match), match.armies("pevek")) == (3, "Invade", 2)
    assert facts_of(match, TruceMade)
    assert clause_of(match, Invade("japan", "pevek")) == "invade.truce"
    assert clause_of(match, Invade("japan", "khan_industrial_state")) == "invade.truce"
    assert clause_of(match, Invade("japan", "neo_tokyo")) == ""
    turn = match.state.turn
    while match.state.turn == turn:
        match.play(Pass())
    assert own_record(match).truce == 0


@rule("2210.card.diplomat.cease_fire")
def test_after_a_truce_nobody_reacts_any_more() -> None:
    """The invasion is off, so a helper is not asked."""
    match = invaded(
        {1: ["diplomat_cease_fire_1"], 2: ["land_stealth_mods_1"]}, {1: {"diplomat": "mexico"}, 2: {"land": "mexico"}}
    )
    play(match, "diplomat_cease_fire_1")
    assert (match.awaited, step_name(match)) == ([0], "Invade")
