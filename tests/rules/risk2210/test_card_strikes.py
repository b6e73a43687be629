"""The cards that destroy: bombs, rockets, plagues on a zone, the assassin, the removal of MODs, Armageddon."""

import pytest

from kamchatka.editions.risk2210.cards.card_facts import TerritoryTurned
from kamchatka.kernel.ages.age_facts import ZoneStruck
from kamchatka.kernel.edges.wire import Choose, Lose, NameKind, NameSeat, Pass, PlayCard
from kamchatka.kernel.facts import DieThrown
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces, facts_of, script_left
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

NUCLEAR = {0: {"nuclear": "japan"}}
JAPAN = {"japan": (0, 3)}
PLACES = {
    "land": ("mexico", "pevek", "egypt", "sakha"),
    "water": ("akara", "neo_paulo", "neo_tokyo"),
    "moon": ("tycho", "harpalus", "byrgius"),
}
TERRAIN = {"land": "land", "water": "sea", "moon": "moon"}


# ------------------------------------------------------------------ scatter bombs
@rule(
    "2210.card.nuclear.scatter_bomb_land", "2210.card.nuclear.scatter_bomb_water", "2210.card.nuclear.scatter_bomb_moon"
)
@pytest.mark.parametrize(("bomb", "cards"), [("land", 3), ("water", 2), ("moon", 2)])
def test_a_scatter_bomb_halves_the_units_of_others(bomb: str, cards: int) -> None:
    """The bomb draws the given number of cards; of five units three die, a single one dies; own units are unharmed."""
    places = PLACES[bomb][: cards + 1]
    lands = dict(zip(places, [(1, 5), (0, 4), (2, 1), (1, 2)], strict=False))
    match = scene(
        "Orders",
        {**JAPAN, **lands},
        energy={0: 1},
        hands={0: [f"nuclear_scatter_bomb_{bomb}_1"]},
        commanders=NUCLEAR,
        deck={TERRAIN[bomb]: places[:cards]},
        luck=[0] * cards,
    )
    play(match, f"nuclear_scatter_bomb_{bomb}_1")
    left = [match.armies(place) for place in places]
    assert left == ([2, 4, 0, 2] if cards == 3 else [2, 4, 1])
    assert [own_record(match).card[place_number(match, place)] for place in places[:cards]] == [DISCARD] * cards
    assert (energy_of(match)[0], script_left(match), match.owner(places[0])) == (0, 0, 1)
    if cards == 3:
        assert match.owner(places[2]) is None


@rule("2210.card.nuclear.scatter_bomb_land", "2210.play.11")
def test_owners_of_scattered_places_are_asked_in_the_order_of_the_cards() -> None:
    """Commanders count among the units; stations are not destroyed."""
    match = scene(
        "Orders",
        {**JAPAN, "mexico": (2, 2), "pevek": (1, 3)},
        energy={0: 1},
        stations=["pevek"],
        hands={0: ["nuclear_scatter_bomb_land_1"]},
        deck={"land": ["mexico", "pevek", "argentina"]},
        commanders={**NUCLEAR, 1: {"land": "pevek"}, 2: {"land": "mexico"}},
        luck=[2, 1, 0],
    )
    play(match, "nuclear_scatter_bomb_land_1")
    assert match.awaited == [1]
    assert clause_of(match, Lose(1), 1) == "loss.card"
    match.play(Lose(1, ("land",)))
    assert match.awaited == [2]
    match.play(Lose(2))
    assert (match.armies("pevek"), match.armies("mexico"), where(match, 2, "land")) == (2, 0, "mexico")
    assert own_record(match).built[place_number(match, "pevek")] == 1


@rule(
    "2210.card.nuclear.scatter_bomb_land", "2210.card.nuclear.scatter_bomb_water", "2210.card.nuclear.scatter_bomb_moon"
)
@pytest.mark.parametrize(("bomb", "cards"), [("land", 3), ("water", 2), ("moon", 2)])
def test_a_scatter_bomb_turns_so_many_cards_and_no_more(bomb: str, cards: int) -> None:
    """The bomb draws from a full deck; empty places lose nothing and aren't replaced."""
    match = scene(
        "Orders",
        {**JAPAN, "new_guinea": (1, 1), "akara": (1, 1), "tycho": (1, 1)},
        rest=None,
        seats=2,
        energy={0: 1},
        hands={0: [f"nuclear_scatter_bomb_{bomb}_1"]},
        commanders=NUCLEAR,
        luck=[0] * cards,
    )
    play(match, f"nuclear_scatter_bomb_{bomb}_1")
    assert (len(facts_of(match, TerritoryTurned)), script_left(match)) == (cards, 0)


# ------------------------------------------------------------------ rockets
@rule(
    "2210.card.nuclear.rocket_strike_land",
    "2210.card.nuclear.rocket_strike_water",
    "2210.card.nuclear.rocket_strike_moon",
)
@pytest.mark.parametrize("kind", ["land", "water", "moon"])
@pytest.mark.parametrize(("pips", "left"), [(1, 3), (3, 1), (4, 0), (6, 0)])
def test_a_rocket_destroys_what_the_die_shows(kind: str, pips: int, left: int) -> None:
    """The rocket costs two energy and strikes an enemy place of that kind, killing at most all its units."""
    target, other, own = PLACES[kind][:3]
    match = scene(
        "Orders",
        {**JAPAN, target: (1, 4), other: (2, 1), own: (0, 1)},
        energy={0: 3},
        hands={0: [f"nuclear_rocket_strike_{kind}_1"]},
        commanders=NUCLEAR,
        luck=faces(pips),
    )
    play(match, f"nuclear_rocket_strike_{kind}_1")
    offered = {action.place for action in match.actions() if isinstance(action, Choose)}
    assert {target, other} <= offered
    assert own not in offered
    assert (kind == "land") == (len(offered) > 2)
    match.play(Choose(place=target))
    assert (match.armies(target), energy_of(match)[0]) == (left, 1)
    assert match.owner(target) == (1 if left else None)


@rule("2210.card.nuclear.rocket_strike_land")
def test_a_rocket_needs_units_to_strike() -> None:
    """A place held by a station alone is no target; a single target is struck without a question."""
    match = scene(
        "Orders",
        {**JAPAN, "mexico": (1, 0), "pevek": (2, 2)},
        rest=None,
        energy={0: 2},
        stations=["mexico"],
        hands={0: ["nuclear_rocket_strike_land_1"]},
        commanders=NUCLEAR,
        luck=faces(1),
    )
    play(match, "nuclear_rocket_strike_land_1")
    assert match.armies("pevek") == 1


# ------------------------------------------------------------------ a whole zone
ZONES = {
    "the_mother": {1: "mexico", 2: "argentina", 3: "jotenheim", 4: "egypt", 5: "sakha", 6: "new_guinea"},
    "aqua_brother": {1: "poseidon", 2: "sung_tzu", 3: "new_york", 4: "neo_paulo", 5: "akara"},
    "nicky_boy": {1: "harpalus", 2: "harpalus", 3: "aristotle", 4: "aristotle", 5: "tycho", 6: "tycho"},
}


@rule("2210.card.nuclear.the_mother", "2210.card.nuclear.aqua_brother", "2210.card.nuclear.nicky_boy")
@pytest.mark.parametrize(("card", "pips"), [(card, pips) for card, faces in ZONES.items() for pips in faces])
def test_a_die_names_the_zone_that_is_struck(card: str, pips: int) -> None:
    """It costs three energy; every place of that zone, even an own one, loses one unit, and no other place does."""
    struck = ZONES[card][pips]
    others = {place for place in ZONES[card].values() if place != struck}
    lands = {**{place: (1, 2) for place in others}, struck: (0, 2), "japan": (0, 3)}
    match = scene(
        "Orders",
        lands,
        energy={0: 3},
        hands={0: [f"nuclear_{card}"]},
        luck=faces(pips),
        commanders={0: {"nuclear": "hong_kong"}},
    )
    play(match, f"nuclear_{card}")
    assert (match.armies(struck), energy_of(match)[0], script_left(match)) == (1, 0, 0)
    assert {match.armies(place) for place in others} <= {2}
    told = facts_of(match, ZoneStruck)[0]
    assert isinstance(told, ZoneStruck)
    assert told.zone == match.game.board.zone[place_number(match, struck)]


@rule("2210.card.nuclear.aqua_brother")
def test_aqua_brother_rolls_again_on_a_six() -> None:
    """The card rolls until another number comes up."""
    match = scene(
        "Orders",
        {**JAPAN, "akara": (1, 2)},
        energy={0: 3},
        hands={0: ["nuclear_aqua_brother"]},
        commanders=NUCLEAR,
        luck=faces(6, 6, 5),
    )
    play(match, "nuclear_aqua_brother")
    assert (match.armies("akara"), len(facts_of(match, DieThrown))) == (1, 3)


@rule("2210.card.nuclear.the_mother", "2210.play.11")
def test_holders_are_asked_in_turn_order() -> None:
    """Owners go by their markers, each for its own places; empty and devastated places are skipped."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (2, 1), "alden": (1, 1), "sakha": None},
        rest=None,
        energy={0: 3},
        hands={0: ["nuclear_the_mother"]},
        order=(2, 0, 1),
        luck=faces(5),
        commanders={0: {"nuclear": "japan"}, 1: {"land": "alden"}, 2: {"land": "pevek"}},
    )
    play(match, "nuclear_the_mother")
    assert match.awaited == [2]
    match.play(Lose(0, ("land",)))
    assert match.awaited == [0]
    match.play(Lose(1))
    assert match.awaited == [1]
    match.play(Lose(1))
    assert [match.armies(place) for place in ("japan", "pevek", "alden")] == [2, 1, 0]
    assert (match.owner("alden"), where(match, 1, "land"), where(match, 2, "land")) == (1, "alden", None)


# ------------------------------------------------------------------ the assassin
@rule("2210.card.nuclear.assassin_bomb")
@pytest.mark.parametrize(("pips", "dies"), [(1, False), (2, False), (3, True), (8, True)])
def test_an_assassin_needs_a_three(pips: int, dies: bool) -> None:
    """The card's player names the victim; MODs beside it don't protect it."""
    match = scene(
        "Orders",
        {**JAPAN, "mexico": (1, 5)},
        energy={0: 1},
        hands={0: ["nuclear_assassin_bomb_1"]},
        commanders={**NUCLEAR, 1: {"naval": "mexico", "space": "mexico"}, 2: {"land": "pevek"}},
        luck=[pips - 1],
    )
    play(match, "nuclear_assassin_bomb_1")
    assert list(match.actions()) == [NameSeat(1), NameSeat(2)]
    match.play(NameSeat(1))
    assert list(match.actions()) == [NameKind("naval"), NameKind("space")]
    assert clause_of(match, NameKind("land")) == "card.target"
    match.play(NameKind("space"))
    assert where(match, 1, "space") == (None if dies else "mexico")
    assert (where(match, 1, "naval"), match.armies("mexico"), energy_of(match)[0]) == ("mexico", 5, 0)


@rule("2210.card.nuclear.assassin_bomb", "2210.play.10")
def test_a_single_victim_needs_no_question_and_may_leave_its_place_empty() -> None:
    """The commander was the only unit of its place, which no station holds."""
    match = scene(
        "Orders",
        {**JAPAN, "mexico": (1, 0)},
        energy={0: 1},
        hands={0: ["nuclear_assassin_bomb_1"]},
        commanders={**NUCLEAR, 1: {"naval": "mexico"}},
        luck=[2],
    )
    play(match, "nuclear_assassin_bomb_1")
    assert (match.owner("mexico"), where(match, 1, "naval")) == (None, None)


# ------------------------------------------------------------------ MOD Reduction
def reduction(order: tuple[int, ...], options: dict[str, object]) -> Match:
    """Let seat 1 play the card in its turn; every seat has MODs in two places."""
    lands = {"japan": (0, 4), "pevek": (0, 4), "mexico": (1, 3), "alberta": (1, 3), "egypt": (2, 3), "lesotho": (2, 3)}
    return scene(
        "Orders",
        lands,
        rest=None,
        turn=1,
        energy={1: 2},
        hands={1: ["diplomat_mod_reduction_1"]},
        commanders={1: {"diplomat": "mexico"}},
        order=order,
        options=options,
    )


@rule("2210.card.diplomat.mod_reduction")
def test_a_place_of_commanders_alone_is_no_heap() -> None:
    """Seat 0 has MODs in one place and a commander in another: it has no choice and gives no commander."""
    lands = {"japan": (0, 6), "pevek": (0, 0), "mexico": (1, 6), "egypt": (2, 3), "lesotho": (2, 3)}
    match = scene(
        "Orders",
        lands,
        rest=None,
        turn=1,
        energy={1: 2},
        hands={1: ["diplomat_mod_reduction_1"]},
        commanders={0: {"land": "pevek"}, 1: {"diplomat": "mexico"}, 2: {"land": "egypt"}},
    )
    play(match, "diplomat_mod_reduction_1")
    assert match.awaited == [2]
    assert match.armies("japan") == 2
    assert clause_of(match, Lose(1, ("land",), "egypt")) == "reduction.mods"
    match.play(Lose(3, place="egypt"))
    assert [match.armies(place) for place in ("japan", "mexico", "egypt", "lesotho")] == [2, 4, 0, 2]


@rule("2210.card.diplomat.mod_reduction", "2210.bid.10")
@pytest.mark.parametrize(("start", "expected"), [("marker_one", [2, 0, 1]), ("after_active", [0, 2, 1])])
def test_mod_reduction_goes_round_the_table(start: str, expected: list[int]) -> None:
    """Opponents remove four each in turn order, then the card's player removes two."""
    match = reduction((2, 1, 0), {"in_turn_order_start": start})
    play(match, "diplomat_mod_reduction_1")
    asked = []
    while step_name(match) == "Reduction":
        seat = match.awaited[0]
        asked.append(seat)
        place = {0: "japan", 1: "mexico", 2: "egypt"}[seat]
        match.play(Lose(1, place=place))
        if seat == 2:  # then one place is left, and its last MOD goes by itself
            assert clause_of(match, Lose(1, place="japan"), 2) == "reduction.mods"
            match.play(Lose(2, place="egypt"))
        if seat == 0:
            match.play(Lose(3, place="japan"))
        if seat == 1:
            match.play(Lose(1, place="mexico"))
    assert asked == expected
    assert [match.armies(place) for place in ("japan", "pevek", "mexico", "alberta", "egypt", "lesotho")] == [
        0,
        4,
        1,
        3,
        0,
        2,
    ]
    assert (match.owner("japan"), match.owner("egypt"), energy_of(match)[1]) == (None, None, 0)


@rule("2210.card.diplomat.mod_reduction")
def test_who_has_fewer_mods_loses_all_and_commanders_stay() -> None:
    """Nobody is asked without a choice; a jammed player also removes MODs, an eliminated one doesn't."""
    lands = {"japan": (0, 2), "pevek": (1, 3), "alden": (1, 1), "mexico": (2, 3), "egypt": (3, 4)}
    match = scene(
        "Orders",
        lands,
        rest=None,
        seats=4,
        energy={0: 2},
        hands={
            0: ["diplomat_mod_reduction_1", "land_frequency_jam_1"],
            1: ["land_scout_forces_1"],
            2: ["land_scout_forces_2"],
        },
        commanders={0: {"diplomat": "japan", "land": "japan"}, 1: {"land": "pevek"}},
    )
    play(match, "land_frequency_jam_1", NameSeat(1))
    play(match, "diplomat_mod_reduction_1")
    assert [match.armies(place) for place in ("japan", "pevek", "alden", "mexico", "egypt")] == [0, 0, 0, 0, 0]
    assert (match.owner("pevek"), match.owner("alden"), match.owner("japan")) == (1, None, 0)
    assert not match.state.is_alive(2)
    assert not match.state.is_alive(3)


@rule("2210.card.diplomat.mod_reduction")
def test_a_single_heap_loses_what_is_due_without_a_question() -> None:
    """Of six MODs in one place four go; of five own ones two."""
    match = scene(
        "Orders",
        {"japan": (0, 5), "pevek": (1, 6), "mexico": (2, 1), "egypt": (2, 4)},
        rest=None,
        energy={0: 2},
        hands={0: ["diplomat_mod_reduction_1"]},
        commanders={0: {"diplomat": "japan"}},
    )
    play(match, "diplomat_mod_reduction_1")
    assert (match.armies("pevek"), match.awaited) == (2, [2])
    match.play(Lose(1, place="mexico"))
    assert [match.armies(place) for place in ("japan", "pevek", "mexico", "egypt")] == [3, 2, 0, 1]


@rule("2210.card.diplomat.mod_reduction")
def test_no_more_than_is_due_and_no_more_than_is_there() -> None:
    """With four due, five are refused; a place with four gives at most four."""
    match = reduction((0, 1, 2), {})
    play(match, "diplomat_mod_reduction_1")
    assert match.awaited == [0]
    assert clause_of(match, Lose(5, place="japan"), 0) == "reduction.mods"
    assert clause_of(match, Pass(), 0) == "turn.not_now"
    match.play(Lose(4, place="japan"))
    assert match.awaited == [2]
    assert clause_of(match, Lose(4, place="egypt"), 2) == "reduction.mods"


# ------------------------------------------------------------------ Armageddon
def armageddon(
    order: tuple[int, ...] = (0, 1, 2),
    options: dict[str, object] | None = None,
    *,
    turn: int = 0,
    jam: bool = False,
    commanders: dict[int, dict[str, str]] | None = None,
) -> Match:
    """Return a match in which seat 0 has played Armageddon and holds a bomb; the others hold nuclear cards."""
    hands = {
        0: ["nuclear_armageddon", "nuclear_assassin_bomb_1", "land_frequency_jam_1"],
        1: ["nuclear_rocket_strike_land_1", "nuclear_assassin_bomb_2", "diplomat_energy_crisis_1"],
        2: ["nuclear_the_mother", "land_scout_forces_1"],
    }
    lands = {"japan": (0, 3), "pevek": (1, 4), "alden": (2, 3), "mexico": (2, 3)}
    everybody = commanders or {
        0: {"nuclear": "japan", "land": "japan"},
        1: {"nuclear": "pevek", "diplomat": "pevek"},
        2: {"nuclear": "mexico", "land": "mexico"},
    }
    match = scene(
        "Orders",
        lands,
        rest=None,
        turn=turn,
        energy={0: 4},
        hands=hands,
        commanders=everybody,
        order=order,
        luck=faces(2, 5, 6, 1),
        options=options or {},
    )
    if jam:
        play(match, "land_frequency_jam_1", NameSeat(1))
    play(match, "nuclear_armageddon")
    return match


@rule("2210.card.nuclear.armageddon", "2210.bid.10")
@pytest.mark.parametrize(
    ("order", "start", "expected"),
    [
        ((0, 1, 2), "marker_one", [0, 1, 2]),
        ((2, 0, 1), "marker_one", [2, 0, 1]),
        ((2, 0, 1), "after_active", [1, 2, 0]),
    ],
)
def test_everybody_is_asked_once_in_turn_order(order: tuple[int, ...], start: str, expected: list[int]) -> None:
    """The card's player is asked in turn order too; after one round its own turn continues."""
    match = armageddon(order, {"in_turn_order_start": start})
    asked = []
    while step_name(match) == "Armageddon":
        asked += match.awaited
        match.play(Pass())
    assert asked == expected
    assert (step_name(match), match.awaited, energy_of(match)[0]) == ("Orders", [0], 0)


@rule("2210.card.nuclear.armageddon", "2210.play.5")
def test_nuclear_cards_are_free_and_nothing_else_is_played() -> None:
    """Each plays one after the other until it passes; each card completes, with all choices of its victims."""
    match = armageddon()
    assert playable(match) == ["nuclear_assassin_bomb_1"]
    assert clause_of(match, PlayCard("land_frequency_jam_1")) == "armageddon.deck"
    match.play(Pass())
    assert playable(match) == ["nuclear_assassin_bomb_2", "nuclear_rocket_strike_land_1"]
    assert clause_of(match, PlayCard("diplomat_energy_crisis_1")) == "armageddon.deck"
    play(match, "nuclear_rocket_strike_land_1", Choose(place="japan"))
    assert (match.awaited, step_name(match)) == ([0], "Losses")
    match.play(Lose(2))
    assert (match.awaited, playable(match)) == ([1], ["nuclear_assassin_bomb_2"])
    play(match, "nuclear_assassin_bomb_2", NameSeat(0), NameKind("nuclear"))
    assert where(match, 0, "nuclear") is None
    assert (match.awaited, playable(match), energy_of(match)) == ([2], ["nuclear_the_mother"], [0, 0, 0])


@rule("2210.card.nuclear.armageddon")
def test_a_commander_lost_in_the_round_stops_its_player() -> None:
    """Seat 0 kills the nuclear commander of seat 1 before its turn comes, so seat 1 is not asked."""
    match = armageddon()
    play(match, "nuclear_assassin_bomb_1", NameSeat(1), NameKind("nuclear"))
    assert where(match, 1, "nuclear") == "pevek"  # the die showed a two
    match = armageddon(
        commanders={0: {"nuclear": "japan", "land": "japan"}, 1: {"diplomat": "pevek"}, 2: {"nuclear": "mexico"}}
    )
    match.play(Pass())
    assert match.awaited == [2]


@rule("2210.card.nuclear.armageddon", "2210.react.5", "2210.card.land.frequency_jam")
def test_the_jammed_are_skipped() -> None:
    """A jam played earlier keeps its victim out of Armageddon."""
    match = armageddon(jam=True)
    match.play(Pass())
    assert match.awaited == [2]


@rule("2210.card.nuclear.armageddon")
def test_normal_costs_return_afterwards() -> None:
    """With no energy left, the bomb that was free before costs one again."""
    match = armageddon()
    while step_name(match) == "Armageddon":
        match.play(Pass())
    assert clause_of(match, PlayCard("nuclear_assassin_bomb_1")) == "card.cost"
    assert playable(match) == ["land_frequency_jam_1"]


# ------------------------------------------------------------------ the neutral army
@rule("2210.two_player.8")
@pytest.mark.parametrize("hit", [True, False])
def test_neutral_mods_are_destroyed_where_the_table_says_so(hit: bool) -> None:
    """Scatter bombs, rockets and plagues strike places; cards that strike players don't affect neutral MODs."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "alden": (1, 1), "akara": (1, 1)},
        rest=None,
        seats=2,
        energy={0: 6},
        neutral={"pevek": 3, "mexico": 3, "sakha": 3},
        options={"neutral_hit_by_cards": hit},
        hands={0: ["nuclear_scatter_bomb_land_1", "nuclear_rocket_strike_land_1", "nuclear_the_mother"]},
        commanders=NUCLEAR,
        deck={"land": ["pevek"]},
        luck=[0, *faces(5, 2)] if hit else faces(5, 2),
    )
    if hit:
        play(match, "nuclear_scatter_bomb_land_1")
    else:
        assert clause_of(match, PlayCard("nuclear_scatter_bomb_land_1")) == "card.no_target"
    play(match, "nuclear_the_mother")
    assert match.awaited == [0]
    match.play(Lose(1))
    assert [match.armies(place) for place in ("pevek", "sakha", "mexico")] == ([0, 2, 3] if hit else [3, 3, 3])
    if not hit:
        assert clause_of(match, PlayCard("nuclear_rocket_strike_land_1")) == "card.no_target"
    else:
        play(match, "nuclear_rocket_strike_land_1")
        assert {action.place for action in match.actions() if isinstance(action, Choose)} == {"mexico", "sakha"}
        match.play(Choose(place="mexico"))
        assert match.armies("mexico") == 1


@rule("2210.two_player.8", "2210.card.nuclear.assassin_bomb")
def test_cards_on_players_leave_the_neutrals_alone() -> None:
    """Only the opponent can be jammed; the card that removes MODs takes no neutral ones."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "alden": (1, 2)},
        rest=None,
        seats=2,
        energy={0: 3, 1: 1},
        neutral={"pevek": 3},
        commanders={0: EVERYBODY},
        hands={0: ["diplomat_mod_reduction_1", "diplomat_energy_crisis_1"]},
    )
    play(match, "diplomat_energy_crisis_1")
    assert energy_of(match) == [4, 0]
    play(match, "diplomat_mod_reduction_1")
    assert (match.armies("pevek"), match.armies("japan")) == (3, 1)
