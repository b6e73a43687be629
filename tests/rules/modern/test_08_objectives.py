"""Objectives: the fourteen cards, fulfilled and one step short of it; when they are checked, and in which order."""

import pytest

from kamchatka.boards import Named
from kamchatka.editions import edition
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Move, Pass, Place, TakeColour
from kamchatka.kernel.facts import Eliminated, ObjectiveGiven
from kamchatka.match import Match
from tests.kit import Holding, faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import ended, fact_lines, take
from tests.rules.modern.witness import PLACES, ZONES

COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
WON = ([0], "std.objectives.1")

# For each zone, the place that is missing at first, and the place outside the zone from which it is taken.
LAST = {
    "north_america": ("alaska", "kamchatka"),
    "south_america": ("brazil", "north_africa"),
    "europe": ("iceland", "greenland"),
    "africa": ("egypt", "middle_east"),
    "asia": ("siam", "indonesia"),
    "oceania": ("indonesia", "siam"),
}
ZONE_CARDS = {
    "north_america_and_oceania": ("north_america", "oceania"),
    "north_america_and_africa": ("north_america", "africa"),
    "asia_and_africa": ("asia", "africa"),
    "asia_and_south_america": ("asia", "south_america"),
}
THREE_ZONE_CARDS = {
    "europe_south_america_and_another": ("europe", "south_america"),
    "europe_oceania_and_another": ("europe", "oceania"),
}
THIRDS = [(card, third) for card, named in THREE_ZONE_CARDS.items() for third in ZONES if third not in named]


def held(*zones: str, but: str = "") -> dict[str, Holding]:
    """Give these zones to seat 0, except one place of them."""
    return {place: (0, 1) for zone in zones for place in ZONES[zone] if place != but}


def lands(count: int, armies: int = 1) -> dict[str, Holding]:
    """Give seat 0 `count` places from the end of the board; Siam, the strongest, borders seat 1's India."""
    own = [place for place in reversed(PLACES) if place not in ("india", "japan")][:count]
    return {**{place: (0, armies) for place in own}, "siam": (0, 9), "india": (1, 1), "japan": (1, 1)}


# ------------------------------------------------------------------ the cards
@rule("std.objectives.1")
def test_there_are_fourteen_cards() -> None:
    """Two ask for territories, four for two continents, two for three, six for destroying a colour."""
    cards: tuple[Named, ...] = edition("modern").objectives
    assert [card.id for card in cards] == [
        "eighteen_territories",
        "twenty_four_territories",
        *ZONE_CARDS,
        *THREE_ZONE_CARDS,
        *(f"destroy_{colour}" for colour in COLOURS),
    ]


@rule("std.objectives.1", "std.goal.1")
def test_twenty_four_territories() -> None:
    """Twenty-three are not enough; the game is over with the army in the twenty-fourth."""
    short = take(position(lands(22), objectives={0: "twenty_four_territories"}, luck=faces(6, 1)), "india", "siam")
    assert not short.is_over
    assert short.state.lands[0] == 23
    match = take(position(lands(23), objectives={0: "twenty_four_territories"}, luck=faces(6, 1)), "india", "siam")
    assert ended(match) == WON
    assert fact_lines(match) == [
        "ArmiesMoved armies=1 source=siam target=india",
        "GameEnded clause=end.objective winners=[0]",
    ]


@rule("std.objectives.1")
def test_eighteen_territories_with_two_armies_each() -> None:
    """Twenty with seventeen strong ones are not enough; the army that makes an eighteenth strong wins."""
    holdings = {**lands(18, 2), "congo": (0, 1), "alaska": (0, 1), "peru": (0, 1)}
    match = position(holdings, objectives={0: "eighteen_territories"}, phase="Reinforce")
    assert match.state.lands[0] == 20
    match.play(Place("siam", 2))
    assert not match.is_over
    match.play(Place("congo", 1))
    assert ended(match) == WON
    assert fact_lines(match) == [
        "ArmiesPlaced armies=1 place=congo seat=0",
        "GameEnded clause=end.objective winners=[0]",
    ]


@rule("std.objectives.1")
def test_the_strategic_move_may_fulfil_a_card() -> None:
    """Moving an army to the eighteenth territory wins, too."""
    match = position(
        {**lands(18, 2), "indonesia": (0, 1)}, phase="StrategicMove", objectives={0: "eighteen_territories"}
    )
    assert match.state.lands[0] == 18
    match.play(Move("siam", "indonesia", 1))
    assert ended(match) == WON
    assert fact_lines(match) == [
        "ArmiesMoved armies=1 source=siam target=indonesia",
        "GameEnded clause=end.objective winners=[0]",
    ]


@rule("std.objectives.1")
@pytest.mark.parametrize("card", list(ZONE_CARDS))
@pytest.mark.parametrize("missing", [0, 1])
def test_two_continents(card: str, missing: int) -> None:
    """Both must be complete; without one of their places even all other continents are not enough."""
    named = ZONE_CARDS[card]
    last, source = LAST[named[missing]]
    match = position({**held(*named, but=last), source: (0, 2)}, objectives={0: card}, luck=faces(6, 1))
    assert ended(take(match, last, source)) == WON
    others = [zone for zone in ZONES if zone != named[missing]]
    everything = position({**held(*others), **held(named[missing], but=last), source: (0, 2)}, objectives={0: card})
    assert not everything.is_over


@rule("std.objectives.1")
@pytest.mark.parametrize(("card", "third"), THIRDS)
def test_two_continents_and_any_third(card: str, third: str) -> None:
    """Any third continent will do, but it must be complete."""
    last, source = LAST[third]
    match = position(
        {**held(*THREE_ZONE_CARDS[card], third, but=last), source: (0, 2)}, objectives={0: card}, luck=faces(6, 1)
    )
    assert not match.is_over
    assert ended(take(match, last, source)) == WON


@rule("std.objectives.1")
@pytest.mark.parametrize("card", list(THREE_ZONE_CARDS))
@pytest.mark.parametrize("missing", [0, 1])
def test_the_named_continents_cannot_be_replaced(card: str, missing: int) -> None:
    """Four other continents can't replace a place of a named one; that place wins."""
    last, source = LAST[THREE_ZONE_CARDS[card][missing]]
    match = position(
        {**{place: (0, 1) for place in PLACES if place != last}, source: (0, 2)}, objectives={0: card}, luck=faces(6, 1)
    )
    assert not match.is_over
    assert ended(take(match, last, source)) == WON


# ------------------------------------------------------------------ colours
@rule("std.objectives.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_destroying_a_colour_oneself(colour: str) -> None:
    """The seat that takes the last territory of that colour fulfils it, even with few territories."""
    others = [other for other in COLOURS if other != colour]
    match = position(
        {"siam": (0, 3), "india": (2, 1)},
        objectives={0: f"destroy_{colour}"},
        colours=[others[0], others[1], colour, others[2]],
        luck=faces(6, 1),
    )
    assert ended(take(match, "india", "siam")) == WON
    assert fact_lines(match)[2:] == [
        "Conquered by=0 place=india",
        "Eliminated by=0 seat=2",
        "GameEnded clause=end.objective winners=[0]",
    ]


@rule("std.objectives.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_destroying_another_colour_is_not_enough(colour: str) -> None:
    """Destroying another colour fulfils nothing, nor do twenty-four territories while the named colour lives."""
    others = [other for other in COLOURS if other != colour]
    match = position(
        {**lands(25), "india": (2, 1)},
        rest=(3, 1),
        objectives={0: f"destroy_{colour}"},
        colours=[others[0], colour, others[1], others[2]],
        luck=faces(6, 1),
    )
    assert not take(match, "india", "siam").is_over
    assert (match.state.fallen, match.state.out_by[2], match.state.lands[0]) == (1, 0, 26)


FALL_BACKS = ("own", "nobody’s", "destroyed by another")


def fallen_back(colour: str, why: str, count: int) -> Match:
    """Give seat 0 `count` places and a colour it can't destroy: its own, unused, or destroyed by seat 3."""
    others = [other for other in COLOURS if other != colour]
    mine = colour if why == "own" else others[2]
    third = colour if why == "destroyed by another" else others[3]
    match = position(
        lands(count),
        rest=(3, 1),
        objectives={0: f"destroy_{colour}"},
        colours=[mine, others[0], third, others[1]],
        luck=faces(6, 1),
    )
    if why == "destroyed by another":
        match.table.note(Eliminated(2, 3))
    return match


@rule("std.objectives.1")
@pytest.mark.parametrize("why", FALL_BACKS)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_that_cannot_be_destroyed_means_twenty_four_territories(colour: str, why: str) -> None:
    """When it is the own colour, is not in play or was destroyed by another seat, the twenty-fourth place wins."""
    assert ended(take(fallen_back(colour, why, 23), "india", "siam")) == WON
    short = take(fallen_back(colour, why, 22), "india", "siam")
    assert not short.is_over
    assert short.state.lands[0] == 23


# ------------------------------------------------------------------ when, and in which order
def drawn_from(deck: list[str], wanted: list[str]) -> list[int]:
    """Script the luck that deals a deck in the given order."""
    left, luck = list(deck), []
    for card in wanted:
        luck.append(left.index(card))
        left.remove(card)
    return luck


def beside_a_fall(count: int, **more: str) -> Match:
    """Set seat 0 about to destroy yellow (seat 1), the objective of seat 2, which holds this number of places."""
    objectives = {2: "destroy_yellow", **{int(seat[1:]): card for seat, card in more.items()}}
    return position(
        {**dict.fromkeys(PLACES[:count], (2, 1)), "siam": (0, 3), "india": (1, 1)},
        rest=(3, 1),
        objectives=objectives,
        colours=["red", "yellow", "green", "blue"],
        luck=faces(6, 1),
    )


@rule("std.objectives.1")
def test_a_fall_back_may_be_fulfilled_in_anothers_turn() -> None:
    """Seat 0 destroys yellow; seat 2, which had to do so and holds twenty-four territories, wins at that moment."""
    match = take(beside_a_fall(24), "india", "siam")
    assert ended(match) == ([2], "std.objectives.1")
    assert fact_lines(match)[-2:] == ["Eliminated by=0 seat=1", "GameEnded clause=end.objective winners=[2]"]
    assert not take(beside_a_fall(23), "india", "siam").is_over


@rule("std.objectives.1")
def test_the_seat_in_turn_is_checked_first() -> None:
    """The same blow fulfils red's card directly and green's by its fall-back: red, in turn, wins."""
    assert ended(take(beside_a_fall(24, s0="destroy_yellow"), "india", "siam")) == WON


@rule("std.objectives.1")
@pytest.mark.parametrize(
    ("turn", "victim", "winner"), [(0, 1, 2), (1, 2, 3), (2, 1, 3), (3, 1, 0), (3, 0, 1), (1, 0, 2)]
)
def test_then_the_others_in_turn_order(turn: int, victim: int, winner: int) -> None:
    """An elimination fulfils the cards of two seats that are not in turn: the next one in turn order wins."""
    one, other = (seat for seat in range(4) if seat not in (turn, victim))
    cards = {one: ("north_america", "oceania"), other: ("asia", "south_america")}
    holdings = {place: (seat, 1) for seat, zones in cards.items() for zone in zones for place in ZONES[zone]}
    match = position(
        {**holdings, "egypt": (turn, 3), "congo": (victim, 1), "east_africa": (turn, 3)},
        rest=(turn, 1),
        turn=turn,
        luck=faces(6, 1),
    )
    for seat, zones in cards.items():
        match.table.note(ObjectiveGiven(seat, match.game.objectives.index("_and_".join(zones))))
    assert ended(take(match, "congo", "east_africa")) == ([winner], "std.objectives.1")


@rule("std.objectives.1")
@pytest.mark.parametrize("lucky", [0, 1, 2])
@pytest.mark.parametrize("whole", [True, False])
def test_a_card_may_be_fulfilled_by_the_deal(lucky: int, whole: bool) -> None:
    """A seat is dealt the two continents of its card: the game is over before it begins."""
    wanted = [*ZONES["north_america"], *ZONES["oceania"], "siam"]
    if not whole:
        wanted[0] = "india"
    others = [place for place in PLACES if place not in wanted]
    deal = [(wanted if (n + 1) % 3 == lucky else others).pop() for n in range(42)]
    cards = ["destroy_red", "destroy_blue"]
    cards.insert(lucky, "north_america_and_oceania")
    match = Match.new(
        "modern",
        3,
        chance=ScriptedChance(
            [
                *faces(6, 2, 1),
                *drawn_from([card.id for card in edition("modern").objectives], cards),
                *drawn_from(PLACES, deal),
            ]
        ),
    )
    for colour in ("red", "yellow", "green"):
        match.play(TakeColour(colour))
    assert match.is_over is whole
    assert match.winners == ([lucky] if whole else [])


@rule("std.objectives.1")
def test_an_eliminated_seat_wins_nothing() -> None:
    """A seat out of the game can't win, whatever its card."""
    match = position(
        {"siam": (0, 3), "india": (2, 1)},
        objectives={3: "destroy_green"},
        turn=0,
        colours=["red", "yellow", "green", "blue"],
        luck=faces(6, 1),
    )
    match.table.note(Eliminated(2, 3))
    match.table.note(Eliminated(3, 1))
    match.play(Pass())
    assert not match.is_over
