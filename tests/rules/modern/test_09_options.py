"""The options of a table: each option's values and their effects."""

from typing import Any

import pytest

from kamchatka.editions.modern import MODERN, ModernRules
from kamchatka.kernel.edges.wire import Attack, Defend, Occupy, Pass, Place, Trade
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from tests.kit import Holding, faces, position, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import ZONES, fact, happened, refused, rule_of, scattered

ENDINGS = ["traditional", "time_attack_clock", "time_attack_cards"]
INFANTRY, CANNONS = ("alaska", "alberta", "egypt"), ("quebec", "brazil", "siam")


def begun(own: dict[str, Holding], **options: object) -> Match:
    """Begin seat 0's turn with these places; Eastern Australia belongs to seat 3."""
    match = position({**own, "eastern_australia": (3, 2)}, turn=3, phase="StrategicMove", options=options)
    match.play(Pass())
    return match


def received(match: Match) -> list[dict[str, Any]]:
    """Return what the last action gave to a seat or withheld from it."""
    return [one for one in happened(match) if one["fact"] in ("ArmiesGranted", "ArmiesForgone")]


def granted(armies: int, clause: str) -> dict[str, Any]:
    """Check that seat 0 received these armies."""
    return fact("ArmiesGranted", seat=0, armies=armies, clause=clause)


def forgone(armies: int) -> dict[str, Any]:
    """Check that seat 0 did not receive these armies."""
    return fact("ArmiesForgone", seat=0, armies=armies)


# ------------------------------------------------------------------ all of them
@rule("std.end.1")
def test_the_table_has_the_options_of_the_booklet() -> None:
    """Every option has the default of the booklet, and every listed value is accepted."""
    booklet = {option.name: option for option in MODERN.rulebook.options}
    assert {name: option.default for name, option in booklet.items()} == {
        "army_cap": 0,
        "trios_per_turn": 1,
        "defender_dice": "choose",
        "elimination_protection": "no_lethal_roll",
        "ending": "traditional",
        "time_limit_minutes": 90,
        "time_attack_reshuffles": 2,
        "time_attack_hand_limit": 7,
        "time_attack_extra_laps": 3,
        "special_reinforcement": False,
    }
    assert {name: getattr(ModernRules(), name) for name in booklet} == {
        name: option.default for name, option in booklet.items()
    }
    for name, option in booklet.items():
        for value in option.values:
            assert getattr(MODERN.table_rules({name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "cited", "allowed"),
    [
        ("army_cap", 100, "std.setup.6", "possible values: 0, 120, 130"),
        ("trios_per_turn", 2, "std.reinforce.c1", "possible values: 1, 0"),
        ("trios_per_turn", True, "std.reinforce.c1", "possible values: 1, 0"),
        ("defender_dice", "three", "std.attack.12", "possible values: choose, max"),
        (
            "elimination_protection",
            "on",
            "std.elim.3",
            "possible values: no_lethal_roll, no_attack, spare_last_army, off",
        ),
        ("time_attack_hand_limit", 6, "std.timeattack.13", "possible values: 7, 0"),
        ("time_attack_extra_laps", 2, "std.timeattack.11", "possible values: 3, 1, 0"),
        ("special_reinforcement", 1, "std.special.1", "possible values: false, true"),
        ("special_reinforcement", None, "std.special.1", "possible values: false, true"),
    ],
)
def test_a_value_that_is_not_in_the_booklet(name: str, value: object, cited: str, allowed: str) -> None:
    """The refusal lists the valid values and the rule of the option."""
    with pytest.raises(Problem) as caught:
        Match.new("modern", 4, {name: value}, seed=1)
    written = str(value).lower() if isinstance(value, bool) else str(value)
    assert caught.value.text("en") == f"“{written}” will not do for the option {name}: {allowed}."
    assert caught.value.rule == cited


def test_an_option_that_does_not_exist() -> None:
    """The error lists the existing options."""
    with pytest.raises(Problem, match="There is no option “blizzards”: choose among army_cap, trios_per_turn, "):
        Match.new("modern", 4, {"blizzards": True}, seed=1)


# ------------------------------------------------------------------ army_cap
@rule("std.setup.6")
@pytest.mark.parametrize("on_board", [40, 119, 500])
def test_by_default_the_pieces_never_run_out(on_board: int) -> None:
    """However many armies a seat has on the board, it receives all that are due."""
    own: dict[str, Holding] = {place: (0, 1) for place in scattered(12)}
    match = begun({**own, scattered(1)[0]: (0, on_board - 11)})
    assert received(match) == [granted(4, "reinforce.territories")]


@rule("std.setup.6")
@pytest.mark.parametrize("cap", [120, 130])
@pytest.mark.parametrize(
    ("room", "facts"),
    [
        (5, [granted(4, "reinforce.territories")]),
        (4, [granted(4, "reinforce.territories")]),
        (3, [forgone(1), granted(3, "reinforce.territories")]),
        (0, [forgone(4)]),
        (-10, [forgone(4)]),
    ],
)
def test_a_table_may_cap_the_armies_of_a_seat(cap: int, room: int, facts: list[dict[str, Any]]) -> None:
    """Armies above the cap are withheld, and a fact says so."""
    own: dict[str, Holding] = {place: (0, 1) for place in scattered(12)}
    match = begun({**own, scattered(1)[0]: (0, cap - room - 11)}, army_cap=cap)
    assert [one for one in received(match) if one["seat"] == 0] == facts
    assert rule_of(match, "army.cap") == "std.setup.6"


@rule("std.setup.6")
def test_the_cap_counts_the_armies_still_in_hand() -> None:
    """Africa with 116 armies gets the 2 for its places and only 2 of the 3 for the continent."""
    own: dict[str, Holding] = {place: (0, 1) for place in ZONES["africa"]}
    match = begun({**own, "congo": (0, 111)}, army_cap=120, special_reinforcement=True)
    assert received(match) == [
        granted(2, "reinforce.territories"),
        forgone(1),
        granted(2, "reinforce.zones"),
        forgone(1),
    ]
    assert match.state.stock[0] == 4


@rule("std.setup.6")
def test_the_cap_holds_for_trios_too() -> None:
    """With 115 on the board only 4 and 1 of a trio's 4 + 2 come; the cards are spent anyway."""
    match = position({"siam": (0, 115)}, phase="Reinforce", hands={0: CANNONS}, options={"army_cap": 120})
    match.play(Trade(CANNONS))
    assert received(match) == [granted(4, "trio.equal"), forgone(1), granted(1, "trio.owned_territory")]
    assert match.state.hand[0] == 0


# ------------------------------------------------------------------ trios_per_turn
@rule("std.reinforce.c1")
def test_a_table_may_allow_any_number_of_trios() -> None:
    """trios_per_turn = 0: a second trio in a turn is offered and paid like the first."""
    match = position(
        {"japan": (0, 1)}, phase="Reinforce", hands={0: [*INFANTRY, *CANNONS]}, options={"trios_per_turn": 0}
    )
    match.play(Trade(CANNONS))
    assert set(match.actions()) == {Trade(INFANTRY), *(Place("japan", armies) for armies in (1, 2, 3, 4))}
    match.play(Trade(INFANTRY))
    assert received(match) == [granted(6, "trio.equal")]
    assert set(match.actions()) == {Place("japan", armies) for armies in range(1, 11)}
    refused(match, Trade(CANNONS), "trio.own_cards", "std.reinforce.c1")


# ------------------------------------------------------------------ defender_dice
@rule("std.attack.12")
def test_the_defender_chooses_unless_the_table_says_otherwise() -> None:
    """choose: the defender chooses 1 to min(3, armies) dice. max: as many as possible are thrown at once."""
    holdings: dict[str, Holding] = {"alaska": (0, 4), "kamchatka": (1, 2)}
    asked = position(holdings, luck=faces(6, 1), options={"defender_dice": "choose"})
    asked.play(Attack("alaska", "kamchatka", 1))
    assert asked.awaited == [1]
    assert set(asked.actions()) == {Defend(1), Defend(2)}
    asked.play(Defend(1))
    assert happened(asked)[0] == fact("Rolled", source="alaska", target="kamchatka", attack=[6], defence=[1])
    fixed = position(holdings, luck=faces(6, 1, 2), options={"defender_dice": "max"})
    fixed.play(Attack("alaska", "kamchatka", 1))
    assert happened(fixed) == [
        fact("Rolled", source="alaska", target="kamchatka", attack=[6], defence=[2, 1]),
        fact("ArmiesLost", place="kamchatka", armies=1),
    ]
    assert fixed.awaited == [0]
    assert script_left(fixed) == 0


# ------------------------------------------------------------------ elimination_protection
def besieging(protection: str, round: int, armies: int, *pips: int) -> Match:
    """Set seat 0 beside Japan, the only place of seat 2; the defender always throws all its dice."""
    return position(
        {"kamchatka": (0, 9), "japan": (2, armies), "peru": (3, 1)},
        round=round,
        luck=faces(*pips),
        options={"elimination_protection": protection, "defender_dice": "max"},
    )


def dice_against(match: Match, target: str) -> set[int]:
    """Return the numbers of dice that may be thrown against a place."""
    return {action.dice for action in match.actions() if isinstance(action, Attack) and action.target == target}


@rule("std.elim.3")
@pytest.mark.parametrize(
    ("protection", "round", "armies", "allowed"),
    [
        ("no_lethal_roll", 4, 3, {1, 2}),
        ("no_lethal_roll", 5, 3, {1, 2, 3}),
        ("no_attack", 1, 9, set()),
        ("no_attack", 4, 1, set()),
        ("no_attack", 4, 3, set()),
        ("no_attack", 5, 1, {1, 2, 3}),
        ("spare_last_army", 4, 1, {1, 2, 3}),
        ("spare_last_army", 1, 2, {1, 2, 3}),
        ("spare_last_army", 5, 1, {1, 2, 3}),
        ("off", 1, 1, {1, 2, 3}),
        ("off", 4, 2, {1, 2, 3}),
        ("off", 5, 1, {1, 2, 3}),
    ],
)
def test_what_each_protection_allows_against_a_last_place(
    protection: str, round: int, armies: int, allowed: set[int]
) -> None:
    """Fewer dice, no attack at all, or every attack; after round four none of the options matters."""
    match = besieging(protection, round, armies)
    assert dice_against(match, "japan") == allowed
    assert dice_against(match, "alaska") == {1, 2, 3}
    for dice in {1, 2, 3} - allowed:
        refused(match, Attack("kamchatka", "japan", dice), "elimination.protected", "std.elim.3")


@rule("std.elim.3")
def test_no_attack_protects_last_places_only() -> None:
    """no_attack: a seat with two places can be attacked even in round one."""
    match = position(
        {"kamchatka": (0, 9), "japan": (2, 1), "congo": (2, 1)},
        round=1,
        options={"elimination_protection": "no_attack"},
    )
    assert dice_against(match, "japan") == {1, 2, 3}


@rule("std.elim.3")
@pytest.mark.parametrize(
    ("round", "armies", "pips", "lost"),
    [
        (4, 1, (6, 6, 6, 1), 0),
        (1, 2, (6, 6, 6, 1, 1), 1),
        (4, 3, (6, 6, 6, 1, 1, 1), 2),
        (4, 3, (6, 6, 1, 1, 1, 1), 2),
        (4, 4, (6, 6, 6, 1, 1, 1), 3),
    ],
)
def test_a_last_army_may_be_spared(round: int, armies: int, pips: tuple[int, ...], lost: int) -> None:
    """spare_last_army: whatever the dice, one army survives in a last place."""
    match = besieging("spare_last_army", round, armies, *pips)
    match.play(Attack("kamchatka", "japan", 3))
    losses = [one for one in happened(match) if one["fact"] == "ArmiesLost" and one["place"] == "japan"]
    assert losses == ([fact("ArmiesLost", place="japan", armies=lost)] if lost else [])
    assert match.armies("japan") == armies - lost
    assert match.owner("japan") == 2


@rule("std.elim.3")
@pytest.mark.parametrize(
    ("protection", "round", "seats_places"),
    [
        ("spare_last_army", 5, 1),
        ("spare_last_army", 4, 2),
        ("off", 1, 1),
        ("no_attack", 5, 1),
        ("no_lethal_roll", 5, 1),
    ],
)
def test_unprotected_places_fall(protection: str, round: int, seats_places: int) -> None:
    """After round four, without protection, or in a place that isn't the last, the last army dies."""
    match = position(
        {"kamchatka": (0, 9), "japan": (2, 1), "congo": (2 if seats_places == 2 else 1, 1)},
        round=round,
        luck=faces(6, 1),
        options={"elimination_protection": protection},
    )
    match.play(Attack("kamchatka", "japan", 1))
    kinds = [one["fact"] for one in happened(match)]
    assert kinds == ["Rolled", "ArmiesLost", "Conquered", *["Eliminated"][: 2 - seats_places]]
    match.play(Occupy(1))
    assert match.owner("japan") == 0


# ------------------------------------------------------------------ special_reinforcement
@rule("std.special.1")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("special", [False, True])
def test_special_reinforcement_is_optional_with_every_ending(ending: str, special: bool) -> None:
    """The option is independent of the ending, and off by default."""
    own: dict[str, Holding] = {place: (0, 1) for place in scattered(6)}
    match = begun(own, ending=ending, special_reinforcement=special)
    due = [granted(2, "reinforce.territories")]
    assert received(match) == ([*due, granted(1, "reinforce.special")] if special else due)
    assert received(begun(own, ending=ending)) == due


@rule("std.special.2")
def test_one_army_more_than_due() -> None:
    """Fourteen places pay four armies and one extra; continents and trios pay as usual."""
    own: dict[str, Holding] = {place: (0, 1) for place in scattered(14)}
    match = begun(own, special_reinforcement=True)
    assert received(match) == [granted(4, "reinforce.territories"), granted(1, "reinforce.special")]
    assert rule_of(match, "reinforce.special") == "std.special.2"
    assert match.state.stock[0] == 5
    africa: dict[str, Holding] = {place: (0, 1) for place in ZONES["africa"]}
    assert received(begun(africa, special_reinforcement=True)) == [
        granted(2, "reinforce.territories"),
        granted(3, "reinforce.zones"),
        granted(1, "reinforce.special"),
    ]


@rule("std.special.3")
@pytest.mark.parametrize(
    ("territories", "special", "armies"),
    [(2, True, 1), (2, False, 0), (14, True, 5), (1, True, 1), (1, False, 0), (3, True, 2)],
)
def test_the_extra_army_comes_even_when_nothing_is_due(territories: int, special: bool, armies: int) -> None:
    """With one or two territories a seat receives the extra army; without the option nothing."""
    own: dict[str, Holding] = {place: (0, 1) for place in scattered(territories)}
    match = begun(own, special_reinforcement=special)
    assert sum(one["armies"] for one in received(match) if one["seat"] == 0) == armies
    assert match.awaited == ([0] if armies else [1])
