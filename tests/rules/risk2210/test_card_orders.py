"""Cards of the own turn, played before the first invasion, that destroy nothing."""

import pytest

from kamchatka.editions.risk2210.cards.card_facts import TerritoryKept
from kamchatka.kernel.ages.age_facts import PiecePosted
from kamchatka.kernel.edges.wire import Build, Choose, Invade, NameSeat, Occupy, Pass, PlayCard, Raise
from kamchatka.kernel.options import CHOOSE, Action
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import facts_of, script_left
from tests.rulemark import rule
from tests.rules.risk2210.scene import (
    EVERYBODY,
    clause_of,
    energy_of,
    own_record,
    play,
    playable,
    scene,
    step_name,
    where,
)

OWN = {
    "land": ("japan", "pevek", "alden", "sakha"),
    "naval": ("akara", "microcorp", "south_ceylon", "neo_tokyo"),
    "space": ("tycho", "byrgius", "harpalus", "aristotle"),
}
JAPAN = {"japan": (0, 3)}
RIVALS = {1: ["nuclear_armageddon"], 2: ["nuclear_the_mother"]}  # a seat with cards to jam


def territory_card(match: Match, place: str) -> int:
    """Return where the territory card of a place is."""
    return int(own_record(match).card[place_number(match, place)])


# ------------------------------------------------------------------ MODs
@rule("2210.card.land.assemble_mods", "2210.card.naval.assemble_mods", "2210.card.space.assemble_mods")
@pytest.mark.parametrize("deck", ["land", "naval", "space"])
def test_assemble_mods(deck: str) -> None:
    """The card costs one energy and places three MODs in one own territory of that kind."""
    one, other, *_ = OWN[deck]
    match = scene(
        "Orders",
        {one: (0, 1), other: (0, 2), "mexico": (0, 2)},
        energy={0: 1},
        hands={0: [f"{deck}_assemble_mods_1"]},
        commanders={0: {deck: "mexico"}},
    )
    play(match, f"{deck}_assemble_mods_1")
    offered = [action.place for action in match.actions() if isinstance(action, Choose)]
    assert {one, other} <= {*offered}
    assert ("mexico" in offered) == (deck == "land")
    assert clause_of(match, Choose(place="hong_kong")) == "card.target"
    match.play(Choose(place=other))
    assert (match.armies(one), match.armies(other), energy_of(match)[0]) == (1, 5, 0)


@rule("2210.card.land.reinforcements", "2210.card.naval.reinforcements", "2210.card.space.reinforcements")
@pytest.mark.parametrize("deck", ["land", "naval", "space"])
def test_reinforcements_in_three_different_places(deck: str) -> None:
    """Three different places get one MOD each; a third of three is filled without a question."""
    a, b, c, d = OWN[deck]
    match = scene(
        "Orders",
        {place: (0, 1) for place in OWN[deck]},
        hands={0: [f"{deck}_reinforcements_1"]},
        commanders={0: {deck: a}},
    )
    play(match, f"{deck}_reinforcements_1", Choose(place=a))
    assert clause_of(match, Choose(place=a)) == "card.target"
    match.play(Choose(place=c))
    match.play(Choose(place=d))
    assert [match.armies(place) for place in (a, b, c, d)] == [2, 1, 2, 2]
    assert step_name(match) != "Resolution"


@rule("2210.card.land.reinforcements", "2210.card.naval.reinforcements", "2210.card.space.reinforcements")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("deck", ["land", "naval", "space"])
def test_reinforcements_in_all_places_when_there_are_no_more(deck: str, count: int) -> None:
    """With three places or fewer nobody is asked; a place held by a station alone counts."""
    mods = [0, 1, 1][:count]
    places = OWN[deck][:count]
    match = scene(
        "Orders",
        {place: (0, n) for place, n in zip(places, mods, strict=True)},
        stations=[places[0]],
        hands={0: [f"{deck}_reinforcements_1"]},
        commanders={0: {deck: places[-1]}},
    )
    play(match, f"{deck}_reinforcements_1")
    assert [match.armies(place) for place in places] == [n + 1 for n in mods]
    assert step_name(match) != "Resolution"


# ------------------------------------------------------------------ stations and commanders
@rule("2210.card.diplomat.territorial_station", "2210.hire.6")
def test_territorial_station() -> None:
    """The card costs one energy: a station on an own land without one; with four stations it is refused."""
    lands = {"japan": (0, 3), "pevek": (0, 1), "alden": (0, 1), "akara": (0, 1), "sakha": (0, 1)}
    match = scene(
        "Orders",
        lands,
        energy={0: 2},
        stations=["japan", "akara", "sakha"],
        hands={0: ["diplomat_territorial_station_1", "diplomat_territorial_station_2"]},
        commanders={0: {"diplomat": "japan"}},
    )
    play(match, "diplomat_territorial_station_1")
    assert [action for action in match.actions()] == [Build("alden"), Build("pevek")]
    match.play(Build("pevek"))
    assert (own_record(match).built[place_number(match, "pevek")], energy_of(match)[0]) == (1, 1)
    assert clause_of(match, PlayCard("diplomat_territorial_station_2")) == "card.no_target"


@rule("2210.card.diplomat.decoys_revealed")
def test_decoys_revealed_moves_commanders_at_will() -> None:
    """Each commander moves at most once, to any own place; a place held only by a commander is left empty."""
    lands = {"japan": (0, 3), "mexico": (0, 0), "akara": (0, 1)}
    match = scene(
        "Orders",
        lands,
        hands={0: ["diplomat_decoys_revealed_1"]},
        commanders={0: {"diplomat": "mexico", "space": "japan"}},
    )
    play(match, "diplomat_decoys_revealed_1", Raise("diplomat", "akara"))
    assert clause_of(match, Raise("diplomat", "japan")) == "card.target"
    assert clause_of(match, Raise("space", "pevek")) == "card.target"
    assert clause_of(match, Raise("space", "japan")) == "card.target"
    assert clause_of(match, Raise("naval", "akara")) == "card.target"
    assert match.owner("mexico") == 0
    match.play(Raise("space", "mexico"))
    assert (where(match, 0, "diplomat"), where(match, 0, "space")) == ("akara", "mexico")
    assert match.owner("mexico") == 0
    assert step_name(match) != "Resolution"


@rule("2210.card.diplomat.decoys_revealed")
@pytest.mark.parametrize("may_empty", [True, False])
def test_decoys_revealed_may_leave_a_place_empty(may_empty: bool) -> None:
    """An option allows this; a station still holds its place."""
    lands = {"japan": (0, 1), "mexico": (0, 0), "pevek": (0, 0)}
    match = scene(
        "Orders",
        lands,
        hands={0: ["diplomat_decoys_revealed_1"]},
        stations=["pevek"],
        commanders={0: {"diplomat": "mexico", "space": "pevek", "land": "japan"}},
        options={"decoys_may_empty": may_empty},
    )
    play(match, "diplomat_decoys_revealed_1")
    if not may_empty:
        assert clause_of(match, Raise("diplomat", "japan")) == "card.target"
        assert clause_of(match, Raise("space", "japan")) == "card.target"
        match.play(Raise("land", "mexico"))
    else:
        match.play(Raise("diplomat", "japan"))
        match.play(Raise("space", "japan"))
        match.play(Pass())
    assert (match.owner("mexico"), match.owner("pevek")) == ((None, 0) if may_empty else (0, 0))


@rule("2210.card.diplomat.decoys_revealed", "2210.play.12")
def test_decoys_revealed_needs_somewhere_to_go() -> None:
    """The card is refused with a single place, or where no commander may leave the only unit of its place."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (2, 1)},
        hands={0: ["diplomat_decoys_revealed_1"]},
        commanders={0: {"diplomat": "japan"}},
    )
    assert clause_of(match, PlayCard("diplomat_decoys_revealed_1")) == "card.no_target"
    for may_empty in (True, False):
        match = scene(
            "Orders",
            {"japan": (0, 0), "mexico": (0, 1)},
            hands={0: ["diplomat_decoys_revealed_1"]},
            commanders={0: {"diplomat": "japan"}},
            options={"decoys_may_empty": may_empty},
        )
        assert clause_of(match, PlayCard("diplomat_decoys_revealed_1")) == ("" if may_empty else "card.no_target")


# ------------------------------------------------------------------ players
@rule("2210.card.land.frequency_jam", "2210.card.naval.frequency_jam", "2210.card.space.frequency_jam")
@pytest.mark.parametrize("deck", ["land", "naval", "space"])
def test_frequency_jam(deck: str) -> None:
    """The card hits a rival still in the game, not the player itself; two copies jam two different rivals."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (2, 1)},
        commanders={0: {deck: "japan"}},
        hands={0: [f"{deck}_frequency_jam_1", f"{deck}_frequency_jam_2"], **RIVALS},
    )
    play(match, f"{deck}_frequency_jam_1")
    assert list(match.actions()) == [NameSeat(1), NameSeat(2)]
    assert clause_of(match, NameSeat(0)) == "card.target"
    match.play(NameSeat(2))
    assert own_record(match).jammed == 0b100
    play(match, f"{deck}_frequency_jam_2")
    assert own_record(match).jammed == 0b110


@rule("2210.card.land.frequency_jam")
def test_everybody_jammed_leaves_no_target() -> None:
    """With two seats a second copy is refused."""
    match = scene(
        "Orders",
        JAPAN,
        seats=2,
        commanders={0: {"land": "japan"}},
        hands={0: ["land_frequency_jam_1", "land_frequency_jam_2"], 1: ["nuclear_armageddon"]},
    )
    play(match, "land_frequency_jam_1")
    assert own_record(match).jammed == 0b10
    assert clause_of(match, PlayCard("land_frequency_jam_2")) == "card.no_target"


@rule("2210.card.land.frequency_jam")
def test_a_fallen_player_cannot_be_jammed() -> None:
    """With one of three seats out, the only rival left is hit without a question."""
    match = scene("Orders", JAPAN, commanders={0: {"land": "japan"}}, hands={0: ["land_frequency_jam_1"], **RIVALS})
    assert not match.state.is_alive(2)
    play(match, "land_frequency_jam_1")
    assert own_record(match).jammed == 0b010


@rule("2210.card.diplomat.energy_crisis")
def test_energy_crisis() -> None:
    """Each opponent with energy pays one; it can be spent on cards of the same turn."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (2, 1), "alden": (3, 1)},
        seats=4,
        energy={1: 3, 3: 1},
        hands={0: ["diplomat_energy_crisis_1", "land_assemble_mods_1"]},
        commanders={0: EVERYBODY},
    )
    assert clause_of(match, PlayCard("land_assemble_mods_1")) == "card.cost"
    play(match, "diplomat_energy_crisis_1")
    assert energy_of(match) == [2, 2, 0, 0]
    assert playable(match) == ["land_assemble_mods_1"]


# ------------------------------------------------------------------ territory cards
@rule("2210.card.land.scout_forces")
def test_scouts_wait_in_secret_and_join_the_conquest() -> None:
    """Only its player sees the card; after the conquest five MODs may be placed and the card is used up."""
    match = scene(
        "Orders",
        {"japan": (0, 5), "pevek": None},
        hands={0: ["land_scout_forces_1"]},
        commanders={0: {"land": "japan"}},
        deck={"land": ["pevek", "mexico"]},
        luck=[1],
    )
    play(match, "land_scout_forces_1")
    assert (territory_card(match, "pevek"), script_left(match)) == (0, 0)
    assert own_record(match).kept[0] == 1
    fact = next(iter(facts_of(match, TerritoryKept)))
    assert isinstance(fact, TerritoryKept)
    hidden = fact.seen_by(1)
    assert fact.seen_by(0) is fact
    assert isinstance(hidden, TerritoryKept)
    assert (fact.place, hidden.place) == (place_number(match, "pevek"), HIDDEN)
    seen = match.view(1).state.edition_state
    assert seen.rows()[1] != own_record(match).rows()[1]
    _conquer_pevek(match)
    assert (step_name(match), territory_card(match, "pevek"), own_record(match).kept[0]) == ("Scouts", DISCARD, 0)
    assert clause_of(match, Choose(place="japan")) == "scouts.place"
    assert clause_of(match, Invade("pevek", "alden")) == "turn.not_now"
    assert not match.options().allows(Action(CHOOSE, place_number(match, "pevek"), n=1))
    match.play(Choose(place="pevek"))
    assert match.armies("pevek") == 6


def _conquer_pevek(match: Match) -> None:
    if step_name(match) == "Orders":
        match.play(Pass())
    match.play(Invade("japan", "pevek"))
    match.play(Occupy(1))


@rule("2210.card.land.scout_forces", "2210.play.3")
def test_scouts_not_placed_at_once_are_lost() -> None:
    """Passing gives up the five MODs and the card. They come even when the land commander is dead."""
    match = scene("Invade", {"japan": (0, 5), "pevek": None}, kept={"pevek": 0})
    _conquer_pevek(match)
    match.play(Pass())
    assert (match.armies("pevek"), territory_card(match, "pevek")) == (1, DISCARD)


@rule("2210.card.land.scout_forces")
@pytest.mark.parametrize(
    ("choice", "mods", "card"), [("place_now", 8, DISCARD), ("wait", 3, 0), ("discard", 3, DISCARD)]
)
def test_scouts_sent_to_a_place_of_ones_own(choice: str, mods: int, card: int) -> None:
    """An option decides: placed at once, kept for a later conquest, or nothing."""
    match = scene(
        "Orders",
        JAPAN,
        hands={0: ["land_scout_forces_1"]},
        commanders={0: {"land": "japan"}},
        deck={"land": ["japan", "pevek"]},
        luck=[0],
        options={"scout_on_own_territory": choice},
    )
    play(match, "land_scout_forces_1")
    assert (match.armies("japan"), territory_card(match, "japan")) == (mods, card)


@rule("2210.card.land.scout_forces")
def test_no_scouts_when_the_land_deck_is_used_up() -> None:
    """Cards kept by other seats aren't in the deck."""
    match = scene(
        "Orders",
        JAPAN,
        hands={0: ["land_scout_forces_1"]},
        commanders={0: {"land": "japan"}},
        deck={"land": []},
        kept={"mexico": 1},
    )
    assert clause_of(match, PlayCard("land_scout_forces_1")) == "card.no_territory"


@rule("2210.card.naval.hidden_energy", "2210.turn_end.2")
@pytest.mark.parametrize(("holder", "energy"), [(0, 4), (1, 0), (None, 0)])
def test_hidden_energy_pays_at_the_end_of_the_turn(holder: int | None, energy: int) -> None:
    """The card pays four energy if the seat then holds the sea place; the card is used up in any case."""
    match = scene(
        "Orders",
        {"japan": (0, 1), "akara": None if holder is None else (holder, 1)},
        hands={0: ["naval_hidden_energy_1"]},
        commanders={0: {"naval": "japan"}},
        deck={"sea": ["akara"]},
        luck=[0],
    )
    play(match, "naval_hidden_energy_1")
    assert (territory_card(match, "akara"), energy_of(match)[0]) == (0, 0)
    _end_turn(match)
    assert (territory_card(match, "akara"), energy_of(match)[0], own_record(match).kept[1]) == (DISCARD, energy, 0)


def _end_turn(match: Match) -> None:
    """Let the seat in turn pass until another one is asked."""
    turn = match.state.turn
    while match.state.turn == turn:
        match.play(Pass())


@rule("2210.card.naval.hidden_energy")
@pytest.mark.parametrize("face_up", [True, False])
def test_hidden_energy_lies_face_up_or_not(face_up: bool) -> None:
    """An option decides whether others see the place."""
    match = scene(
        "Orders",
        JAPAN,
        hands={0: ["naval_hidden_energy_1"]},
        commanders={0: {"naval": "japan"}},
        luck=[3],
        options={"hidden_energy_face_up": face_up},
    )
    play(match, "naval_hidden_energy_1")
    fact = facts_of(match, TerritoryKept)[0].seen_by(1)
    assert isinstance(fact, TerritoryKept)
    place = match.game.board.places.index("neo_tokyo")
    assert fact.place == (place if face_up else HIDDEN)
    assert match.view(1).state.edition_state.rows()[1][place] == (0 if face_up else HIDDEN)


@rule("2210.card.naval.hidden_energy", "2210.card.land.scout_forces")
def test_a_sea_card_holds_no_scouts() -> None:
    """Conquering the place of the own Hidden Energy asks nothing and brings no MODs."""
    match = scene(
        "Invade", {"japan": (0, 5), "mexico": (2, 1)}, kept={"neo_tokyo": 0}, commanders={0: {"naval": "japan"}}
    )
    match.play(Invade("japan", "neo_tokyo"))
    match.play(Occupy(2))
    assert (match.armies("neo_tokyo"), territory_card(match, "neo_tokyo"), step_name(match)) == (2, 0, "Invade")


@rule("2210.card.naval.hidden_energy")
def test_no_hidden_energy_when_the_sea_deck_is_used_up() -> None:
    """The card is refused without a sea card to draw."""
    match = scene(
        "Orders", JAPAN, hands={0: ["naval_hidden_energy_1"]}, commanders={0: {"naval": "japan"}}, deck={"sea": []}
    )
    assert clause_of(match, PlayCard("naval_hidden_energy_1")) == "card.no_territory"


@rule("2210.card.naval.hidden_energy", "2210.turn_end.2", "2210.card.land.scout_forces")
def test_every_sea_card_is_checked_by_itself_and_scouts_stay() -> None:
    """Holding two of three pays eight; the land card with scouts pays nothing; others keep their cards."""
    match = scene(
        "Rewards",
        {"japan": (0, 1), "akara": (0, 1), "microcorp": (0, 1), "mexico": (2, 1)},
        kept={"akara": 0, "microcorp": 0, "neo_tokyo": 0, "japan": 0, "new_york": 1},
    )
    assert energy_of(match)[0] == 8
    assert [territory_card(match, place) for place in ("akara", "neo_tokyo", "japan", "new_york")] == [
        DISCARD,
        DISCARD,
        0,
        1,
    ]
    assert [int(kept) for kept in own_record(match).kept[:6]] == [1, 0, 0, 0, 1, 0]


MOON = [
    "bay_of_dew",
    "harpalus",
    "ocean_of_storms",
    "sea_of_rains",
    "aristotle",
    "sea_of_crisis",
    "sea_of_nectar",
    "sea_of_serenity",
    "byrgius",
    "marsh_of_diseases",
    "rhaeticus",
    "sea_of_clouds",
    "straight_wall",
    "tycho",
]


@rule("2210.card.space.energy_extraction", "2210.turn_end.2")
@pytest.mark.parametrize(("missing", "energy"), [(None, 7), ("tycho", 0), ("bay_of_dew", 0)])
def test_energy_extraction_needs_the_whole_moon(missing: str | None, energy: int) -> None:
    """The card costs one energy and pays seven at the end of the turn for all fourteen places, nothing for thirteen."""
    lands = {place: (0, 1) for place in MOON if place != missing}
    match = scene(
        "Orders",
        {**lands, "japan": (0, 1)},
        energy={0: 1},
        hands={0: ["space_energy_extraction"]},
        commanders={0: {"space": "japan"}},
    )
    play(match, "space_energy_extraction")
    assert energy_of(match)[0] == 0
    _end_turn(match)
    assert energy_of(match)[0] == energy


@rule("2210.card.space.invade_earth")
def test_one_land_card_is_enough_even_the_first_of_the_board() -> None:
    match = scene(
        "Orders",
        {"tycho": (0, 3), "alberta": (1, 1)},
        commanders={0: {"space": "tycho"}},
        hands={0: ["space_invade_earth_1"]},
        deck={"land": ["alberta"]},
        luck=[0],
    )
    play(match, "space_invade_earth_1")
    assert list(own_record(match).landfall) == [1] + [0] * 68


@rule("2210.card.space.invade_earth", "2210.invade.24", "2210.invade.2", "2210.turn_end.3")
def test_invade_earth_opens_a_way_down_for_one_turn() -> None:
    """Cards of own lands are skipped; the first land of others may be attacked from any place of the Moon."""
    match = scene(
        "Orders",
        {"japan": (0, 1), "tycho": (0, 3), "byrgius": (0, 2)},
        hands={0: ["space_invade_earth_1"]},
        commanders={0: {"space": "byrgius"}},
        deck={"land": ["japan", "mexico", "pevek"]},
        luck=[1, 1],
    )
    play(match, "space_invade_earth_1")
    assert [territory_card(match, place) for place in ("japan", "pevek")] == [DISCARD, DISCARD]
    assert territory_card(match, "mexico") != DISCARD
    assert step_name(match) == "Invade"  # no card is left, so no question
    down = [action for action in match.actions() if isinstance(action, Invade) and action.target == "pevek"]
    assert down == [Invade("byrgius", "pevek"), Invade("tycho", "pevek")]
    assert clause_of(match, Invade("tycho", "mexico")) != ""
    _end_turn(match)
    assert sum(own_record(match).landfall) == 0


@rule("2210.card.land.scout_forces", "2210.play.12")
@pytest.mark.parametrize(("choice", "clause"), [("place_now", ""), ("wait", ""), ("discard", "card.no_target")])
def test_scouts_that_could_only_be_given_up_are_not_sent(choice: str, clause: str) -> None:
    """Scouts are refused when the only card left shows an own place."""
    match = scene(
        "Orders",
        JAPAN,
        hands={0: ["land_scout_forces_1"]},
        commanders={0: {"land": "japan"}},
        deck={"land": ["japan"]},
        options={"scout_on_own_territory": choice},
    )
    assert clause_of(match, PlayCard("land_scout_forces_1")) == clause


@rule("2210.card.space.invade_earth", "2210.play.12")
def test_invade_earth_needs_a_land_of_others_to_turn_up() -> None:
    """The card is refused when the seat holds all lands left, or all cards are used up."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (0, 1)},
        commanders={0: {"space": "japan"}},
        hands={0: ["space_invade_earth_1"]},
        deck={"land": ["japan", "pevek"]},
    )
    assert clause_of(match, PlayCard("space_invade_earth_1")) == "card.no_target"
    used_up = scene(
        "Orders", JAPAN, commanders={0: {"space": "japan"}}, hands={0: ["space_invade_earth_1"]}, deck={"land": []}
    )
    assert clause_of(used_up, PlayCard("space_invade_earth_1")) == "card.no_territory"


@rule("2210.card.space.invade_earth", "2210.play.12")
@pytest.mark.parametrize(("keeper", "clause"), [(0, "card.no_target"), (1, "")])
def test_what_a_deck_may_hold_is_what_its_player_cannot_rule_out(keeper: int, clause: str) -> None:
    """Mexico's card is hidden: its keeper is another seat, or the player of the command card itself."""
    match = scene(
        "Orders",
        {**JAPAN, "pevek": (0, 1)},
        commanders={0: {"space": "japan"}},
        hands={0: ["space_invade_earth_1"]},
        deck={"land": ["japan", "pevek"]},
        kept={"mexico": keeper},
    )
    assert clause_of(match, PlayCard("space_invade_earth_1")) == clause


@rule("2210.turn_end.3", "2210.react.5")
def test_a_jam_ends_with_the_turn() -> None:
    """In the next turn the jammed seat plays cards again."""
    match = scene(
        "Orders",
        {"japan": (0, 1), "pevek": (1, 1)},
        seats=2,
        hands={0: ["land_frequency_jam_1"], 1: ["diplomat_energy_crisis_1"]},
        commanders={0: {"land": "japan"}, 1: {"diplomat": "pevek"}},
    )
    play(match, "land_frequency_jam_1")
    assert own_record(match).jammed == 0b10
    _end_turn(match)
    assert own_record(match).jammed == 0


def test_posting_is_told() -> None:
    """Moved commanders are reported as facts."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1)},
        hands={0: ["diplomat_decoys_revealed_1"]},
        commanders={0: {"diplomat": "japan"}},
    )
    play(match, "diplomat_decoys_revealed_1", Raise("diplomat", "akara"))
    assert len(facts_of(match, PiecePosted)) == 1
