"""Rules for every command card: conditions, cost, timing, territory cards, targets, discards."""

import pytest

from kamchatka.kernel.ages.age_facts import CardSpent
from kamchatka.kernel.edges.wire import Choose, Lose, Pass, PlayCard, Raise, number_of
from kamchatka.kernel.state import DISCARD, HIDDEN
from tests.ages import place_number
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.risk2210.scene import EVERYBODY, clause_of, energy_of, own_record, play, playable, scene, step_name

JAPAN = {"japan": (0, 3)}


@rule("2210.play.1")
def test_a_card_needs_its_commander_its_cost_and_its_moment() -> None:
    """Each missing condition refuses the card and is named as the reason."""
    hand = ["land_assemble_mods_1", "naval_frequency_jam_1", "diplomat_mod_reduction_1", "land_stealth_mods_1"]
    match = scene(
        "Orders", JAPAN, energy={0: 1}, hands={0: hand}, commanders={0: {"land": "japan", "diplomat": "japan"}}
    )
    assert playable(match) == ["land_assemble_mods_1"]
    assert clause_of(match, PlayCard("naval_frequency_jam_1")) == "card.commander"
    assert clause_of(match, PlayCard("diplomat_mod_reduction_1")) == "card.cost"
    assert clause_of(match, PlayCard("land_stealth_mods_1")) == "card.moment"
    assert clause_of(match, PlayCard("land_assemble_mods_2")) == "card.own_hand"


@rule("2210.play.2")
def test_the_commander_may_be_anywhere() -> None:
    """A naval commander on land plays a card for the sea."""
    match = scene(
        "Orders", {**JAPAN, "akara": (0, 1)}, hands={0: ["naval_reinforcements_1"]}, commanders={0: {"naval": "japan"}}
    )
    play(match, "naval_reinforcements_1")
    assert match.armies("akara") == 2


@rule("2210.play.3")
def test_the_cards_of_a_lost_commander_stay_in_hand() -> None:
    """The Mother strikes Asia and the land commander dies: its card stays in the hand."""
    match = scene(
        "Orders",
        {"japan": (0, 0), "mexico": (0, 1), "egypt": (2, 1)},
        energy={0: 3, 1: 1},
        hands={0: ["land_reinforcements_1", "nuclear_the_mother", "diplomat_energy_crisis_1"]},
        commanders={0: {"land": "japan", "nuclear": "japan", "diplomat": "japan"}},
        luck=faces(5),
    )
    assert "land_reinforcements_1" in playable(match)
    play(match, "nuclear_the_mother", Lose(0, ("land",)))
    assert playable(match) == ["diplomat_energy_crisis_1"]
    assert clause_of(match, PlayCard("land_reinforcements_1")) == "card.commander"
    assert match.state.hand[0] == 2


@rule("2210.play.3")
def test_with_a_new_commander_its_cards_are_played_again() -> None:
    """The commander is hired again in the same turn, before cards are played."""
    match = scene(
        "Recruit",
        {"japan": (0, 3), "mexico": (2, 1)},
        energy={0: 3},
        hands={0: ["land_reinforcements_1"]},
        commanders={0: {"diplomat": "japan"}},
    )
    match.play(Raise("land", "japan"))
    while step_name(match) != "Orders":
        match.play(Pass())
    assert playable(match) == ["land_reinforcements_1"]


@rule("2210.play.4")
@pytest.mark.parametrize(
    ("card", "clause"),
    [
        ("land_stealth_mods_1", "card.moment"),
        ("diplomat_cease_fire_1", "card.moment"),
        ("diplomat_redeployment_1", "card.end_of_turn"),
        ("diplomat_colony_influence_1", "card.end_of_game"),
        ("diplomat_energy_crisis_1", ""),
    ],
)
def test_each_card_has_its_moment(card: str, clause: str) -> None:
    """Before the first invasion only the cards for that moment can be played."""
    match = scene(
        "Orders", JAPAN, energy={0: 5, 1: 1}, hands={0: [card, "diplomat_energy_crisis_2"]}, commanders={0: EVERYBODY}
    )
    assert clause_of(match, PlayCard(card)) == clause


@rule("2210.play.5")
def test_a_card_is_settled_before_the_next() -> None:
    """While a card asks for its places no other can be played; afterwards any number, in any order."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (0, 1)},
        energy={0: 2},
        commanders={0: {"land": "japan"}},
        hands={0: ["land_assemble_mods_1", "land_assemble_mods_2", "land_reinforcements_1"]},
    )
    play(match, "land_assemble_mods_1")
    assert step_name(match) == "Resolution"
    assert clause_of(match, PlayCard("land_assemble_mods_2")) == "turn.not_now"
    match.play(Choose(place="pevek"))
    play(match, "land_reinforcements_1")
    play(match, "land_assemble_mods_2", Choose(place="pevek"))
    assert (match.armies("japan"), match.armies("pevek"), match.state.hand[0]) == (4, 8, 0)


@rule("2210.play.6")
@pytest.mark.parametrize(("purse", "allowed"), [(2, True), (1, False), (3, True)])
def test_the_whole_cost_is_paid(purse: int, allowed: bool) -> None:
    """A rocket costs two energy; with less it is refused."""
    match = scene(
        "Orders",
        JAPAN,
        energy={0: purse},
        commanders={0: {"nuclear": "japan", "land": "japan"}},
        hands={0: ["nuclear_rocket_strike_land_1", "land_scout_forces_1"]},
        luck=[0],
    )
    if allowed:
        play(match, "nuclear_rocket_strike_land_1", Choose(place="pevek"))
        assert energy_of(match)[0] == purse - 2
    else:
        assert clause_of(match, PlayCard("nuclear_rocket_strike_land_1")) == "card.cost"


@rule("2210.play.7", "2210.react.9")
def test_no_such_card_once_invasions_begin() -> None:
    """After the step of cards, cards for before the first invasion are refused."""
    match = scene("Orders", JAPAN, hands={0: ["land_scout_forces_1"]}, commanders={0: {"land": "japan"}})
    match.play(Pass())
    assert step_name(match) == "Invade"
    assert clause_of(match, PlayCard("land_scout_forces_1")) == "card.before_invasion"


@rule("2210.play.8", "2210.info.4")
def test_territory_cards_come_from_what_is_left_of_their_deck() -> None:
    """Of three cards two are left: both are drawn and used up, and then the command card is refused."""
    match = scene(
        "Orders",
        {**JAPAN, "mexico": (1, 5), "pevek": (2, 2)},
        energy={0: 2},
        hands={0: ["nuclear_scatter_bomb_land_1", "nuclear_scatter_bomb_land_2"]},
        commanders={0: {"nuclear": "japan"}},
        deck={"land": ["mexico", "pevek"]},
        luck=[0, 0],
    )
    play(match, "nuclear_scatter_bomb_land_1")
    assert (match.armies("mexico"), match.armies("pevek"), script_left(match)) == (2, 1, 0)
    assert own_record(match).card[place_number(match, "mexico")] == DISCARD
    assert clause_of(match, PlayCard("nuclear_scatter_bomb_land_2")) == "card.no_territory"
    assert playable(match) == []


@rule("2210.play.9")
def test_nuclear_damage_is_no_invasion() -> None:
    """A rocket that empties a place opens no window, conquers nothing and doesn't count for the bonus."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (1, 1)},
        energy={0: 2},
        luck=faces(6),
        hands={0: ["nuclear_rocket_strike_land_1"], 1: ["land_stealth_mods_1"]},
        commanders={0: {"nuclear": "japan"}, 1: {"land": "alden"}},
    )
    play(match, "nuclear_rocket_strike_land_1", Choose(place="pevek"))
    assert (match.owner("pevek"), match.state.conquests, own_record(match).contested) == (None, 0, 0)
    assert match.awaited == [0]


@rule("2210.play.10", "2210.info.11")
def test_a_card_may_leave_a_place_empty_but_a_station_holds_it() -> None:
    """After the last unit is removed the place has no owner, unless a station stands there."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (1, 1), "alden": (1, 1)},
        energy={0: 4},
        luck=faces(1, 1),
        hands={0: ["nuclear_rocket_strike_land_1", "nuclear_rocket_strike_land_2"]},
        commanders={0: {"nuclear": "japan"}},
        stations=["alden"],
    )
    play(match, "nuclear_rocket_strike_land_1", Choose(place="pevek"))
    play(match, "nuclear_rocket_strike_land_2", Choose(place="alden"))
    assert (match.owner("pevek"), match.armies("pevek")) == (None, 0)
    assert (match.owner("alden"), match.armies("alden")) == (1, 0)


@rule("2210.play.11")
def test_the_owner_chooses_what_is_lost() -> None:
    """Of three MODs and a commander two must go: the owner chooses, and may give the commander."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (1, 3)},
        energy={0: 2},
        luck=faces(2),
        hands={0: ["nuclear_rocket_strike_land_1"]},
        commanders={0: {"nuclear": "japan"}, 1: {"naval": "pevek"}},
    )
    play(match, "nuclear_rocket_strike_land_1", Choose(place="pevek"))
    assert match.awaited == [1]
    assert clause_of(match, Lose(3), 1) == "loss.card"
    match.play(Lose(1, ("naval",)))
    assert (match.armies("pevek"), own_record(match).piece[1 * 5 + 1]) == (2, -1)


@rule("2210.play.12")
def test_a_card_without_a_target_is_not_played() -> None:
    """Examples: MODs at sea without a sea territory, Energy Crisis without others' energy, nothing at sea to strike."""
    match = scene(
        "Orders",
        JAPAN,
        energy={0: 4},
        commanders={0: EVERYBODY},
        hands={
            0: [
                "naval_assemble_mods_1",
                "naval_reinforcements_1",
                "nuclear_rocket_strike_water_1",
                "nuclear_assassin_bomb_1",
                "nuclear_scatter_bomb_water_1",
                "nuclear_aqua_brother",
                "nuclear_nicky_boy",
                "diplomat_energy_crisis_1",
                "land_reinforcements_1",
            ]
        },
    )
    assert playable(match) == ["land_reinforcements_1"]
    for card, where_held in enumerate(match.state.cards):
        if where_held == 0 and match.game.cards[card] != "land_reinforcements_1":
            assert clause_of(match, PlayCard(match.game.cards[card])) == "card.no_target"


@rule("2210.play.12", "2210.card.diplomat.mod_reduction")
def test_a_reduction_needs_mods_of_others() -> None:
    """An opponent with only a commander has no MOD to remove."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (1, 0), "mexico": (2, 0)},
        rest=None,
        energy={0: 2},
        hands={0: ["diplomat_mod_reduction_1"]},
        commanders={0: EVERYBODY, 1: {"land": "pevek"}, 2: {"land": "mexico"}},
    )
    assert clause_of(match, PlayCard("diplomat_mod_reduction_1")) == "card.no_target"


@rule("2210.play.12", "2210.card.nuclear.armageddon")
@pytest.mark.parametrize(
    ("more", "other", "commander", "clause"),
    [
        ([], [], "nuclear", "card.no_target"),
        (["nuclear_the_mother"], [], "nuclear", ""),
        ([], ["nuclear_the_mother"], "nuclear", ""),
        ([], ["nuclear_the_mother"], "land", "card.no_target"),
        ([], ["land_scout_forces_1"], "nuclear", "card.no_target"),
    ],
)
def test_armageddon_needs_somebody_who_could_play(
    more: list[str], other: list[str], commander: str, clause: str
) -> None:
    """By backs and commanders, the seat has another nuclear card, or another seat has one."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (1, 3)},
        seats=2,
        energy={0: 4},
        hands={0: ["nuclear_armageddon", *more], 1: other},
        commanders={0: {"nuclear": "japan"}, 1: {commander: "pevek"}},
    )
    assert clause_of(match, PlayCard("nuclear_armageddon")) == clause


@rule("2210.play.12")
def test_only_what_the_card_offers_can_be_chosen() -> None:
    """A rocket can't target an own place."""
    match = scene(
        "Orders", JAPAN, energy={0: 4}, commanders={0: EVERYBODY}, hands={0: ["nuclear_rocket_strike_land_1"]}
    )
    play(match, "nuclear_rocket_strike_land_1")
    assert clause_of(match, Choose(place="japan")) == "card.target"
    assert clause_of(match, Pass()) == "card.target"


@rule("2210.play.13", "2210.info.6")
def test_a_played_card_lies_open_and_hands_are_secret() -> None:
    """Others see the discards and the number of cards of each back, but no faces."""
    match = scene(
        "Orders",
        JAPAN,
        energy={1: 1},
        hands={0: ["diplomat_energy_crisis_1", "land_scout_forces_1"]},
        commanders={0: EVERYBODY},
    )
    play(match, "diplomat_energy_crisis_1")
    played, kept = (number_of(match.game, "card", card) for card in ("diplomat_energy_crisis_1", "land_scout_forces_1"))
    assert any(isinstance(fact, CardSpent) for fact in match.entries[-1].facts)
    seen = match.view(1).state
    assert (seen.cards[played], seen.cards[kept], seen.hand[0]) == (DISCARD, HIDDEN, 1)
    assert match.view(0).state.cards[kept] == 0
    assert [own_record(match).held[deck] for deck in range(5)] == [1, 0, 0, 0, 0]
