"""Principles: control of a territory, the parts of a turn, which seat is asked, the consequences of a loss."""

import pytest

from kamchatka.editions.godstorm.places import ALTARS, CRYPTS, GATES, LANDS, lands_of, neighbours
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import Reckoned
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import (
    Bid,
    Build,
    Buy,
    Choose,
    Defend,
    Invade,
    Occupy,
    Pass,
    Place,
    PlayCard,
    Raise,
    Roll,
)
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.rules.bidding import Auction
from kamchatka.kernel.state import HIDDEN, State
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.godstorm.cards import GODS, cast
from tests.rules.godstorm.cards import LANDS as LAND
from tests.rules.godstorm.scene import faith, god_at, has_temple, heaven, scene
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import happened, refused

STEPS = [
    "TurnStart",
    "Collect",
    "Recruit",
    "Market",
    "PlayMiracles",
    "Plague",
    "Invade",
    "Fortify",
    "Embark",
    "InvadeBelow",
    "TurnEnd",
]


@rule("god.info.1", "god.epoch.2")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_lasts_five_epochs_and_the_most_points_win(seats: int) -> None:
    """The winner has the most points after the fifth epoch, or is the last seat left."""
    game = Match.new("godstorm", seats, seed=1).game
    journal: list[Fact] = []
    table = game.start(seats, FastChance(seats), journal)
    play_out(game, table, FastChance(7), 100_000)
    kinds = [type(one).__name__ for one in journal]
    assert kinds.count("AgeBegan") == age(table).number == 5
    points = {one.seat: one.points for one in journal if isinstance(one, Reckoned)}
    best = [seat for seat in points if points[seat] == max(points.values())]
    assert set(members(table.state.winners)) <= set(best)


@rule("god.info.4", "god.info.3")
def test_faith_pays_for_gods_temples_and_cards() -> None:
    """Gods, temples and cards cost 3, 5 and 2 faith; a player can't pay more than it has."""
    match = scene("Recruit", LAND, faith={0: 10}, luck=[0])
    match.play(Raise("war", "egypt"))
    assert faith(match, 0) == 7
    match.play(Build("egypt"))
    assert faith(match, 0) == 2
    assert phase(match) == "Market"  # nothing of this step is affordable any more
    match.play(Buy("war"))
    assert faith(match, 0) == 0
    poor = scene("Market", LAND, faith={0: 3}, gods={0: {"war": "egypt", "sky": "egypt"}}, luck=[0, 0])
    poor.play(Buy("sky"))
    assert (faith(poor, 0), phase(poor)) == (1, "Invade")


@rule("god.info.11", "god.info.14", "god.summon.10")
def test_a_god_or_a_temple_alone_controls_nothing() -> None:
    """When the last army dies, nobody controls the land and the temple has no owner."""
    match = cast("storms_rage", luck=faces(6), temples=["babylon"], gods={**GODS, 1: {"sky": "babylon"}})
    match.play(Choose(place="babylon"))
    assert (match.owner("babylon"), has_temple(match, "babylon")) == (None, True)
    assert lands_of(match.table, 1) == 42 - 6


@rule("god.info.12")
def test_one_god_of_each_kind_in_play() -> None:
    """A god in play cannot be summoned again."""
    match = scene("Recruit", LAND, faith={0: 9}, gods={0: {"war": "egypt"}})
    refused(match, Raise("war", "kush"), "piece.one_of_a_kind", "god.info.12")
    assert {one.kind for one in match.actions() if isinstance(one, Raise)} == {"death", "magic", "sky"}


@rule("god.info.16")
def test_sixty_nine_links_and_mountains_between() -> None:
    """Varangia touches Thule, Rus and Galicia; Alemannia and Liguria are parted by mountains."""
    match = scene("Invade", LAND)
    board = match.game.board
    near = {
        place: {board.places[to] for to in neighbours(match.table, place_number(match, place))}
        for place in board.places[:LANDS]
    }
    assert sum(len(ends) for ends in near.values()) == 2 * 69
    assert near["varangia"] == {"thule", "rus", "galicia"}
    assert near["oricalcos"] == {"poseidonis", "atlas", "iberia"}
    assert "liguria" not in near["alemannia"]


@rule("god.info.17", "god.underworld.10")
def test_the_continents_and_the_underworld() -> None:
    """It checks sizes and bonuses, and 3 gates, 4 crypts and 2 altars among 13 spaces."""
    board = scene("Invade", LAND).game.board
    sizes = {board.zone_ids[zone]: (board.zone_size[zone], board.bonus[zone]) for zone in range(6)}
    assert sizes == {
        "europa": (12, 7),
        "germania": (9, 5),
        "africa": (7, 5),
        "asia_minor": (6, 3),
        "atlantis": (4, 3),
        "hyrkania": (4, 2),
    }
    assert [board.places[n] for n in GATES + CRYPTS + ALTARS] == [
        "u01",
        "u04",
        "u08",
        "u02",
        "u05",
        "u07",
        "u10",
        "u03",
        "u09",
    ]


@rule("god.info.21")
def test_no_stacking_limit() -> None:
    """One land may hold any number of armies and all four gods."""
    match = scene("Collect", {**LAND, "egypt": (0, 500)})
    match.play(Place("egypt", 3))
    assert match.armies("egypt") == 503
    gods = scene("Recruit", LAND, faith={0: 12})
    for kind in ("death", "magic", "war", "sky"):
        gods.play(Raise(kind, "nubia"))
    assert {god_at(gods, 0, kind) for kind in ("death", "magic", "war", "sky")} == {"nubia"}


# ------------------------------------------------------------------ the turn
@rule("god.turn.1")
def test_ten_steps_in_fixed_order() -> None:
    """Relics, collection, gods and temples, buying cards, playing cards, plague, invasions and so on to the end."""
    match = scene("Collect", LAND)
    ages = next(step for step in match.game.steps if step.name() == "Ages")
    assert [step.name() for step in ages.parts()[1:]] == STEPS


@rule("god.turn.1")
def test_a_step_once_left_is_closed() -> None:
    """After that step gods can't be summoned, and cards neither bought nor played."""
    match = scene("Recruit", LAND, faith={0: 9}, gods=GODS, hands={0: ["heroes_are_born"]})
    match.play(Pass())
    refused(match, Raise("sky", "egypt"), "turn.not_now", "god.turn.1")
    match.play(Pass())
    refused(match, Buy("war"), "turn.not_now", "god.turn.1")
    match.play(Pass())
    assert phase(match) == "Invade"
    refused(match, PlayCard("heroes_are_born"), "card.when", "god.play.3")


@rule("god.turn.2", "god.plague.1")
def test_income_and_plague_cannot_be_skipped() -> None:
    """Armies must be placed and plague is suffered; all other steps may be skipped."""
    match = scene("Collect", LAND, plague=["egypt"], heaven={0: 2})
    refused(match, Pass(), "collect.place_all", "god.collect.4")
    match.play(Place("nubia", 3))
    assert (match.armies("egypt"), phase(match)) == (5, "Recruit")
    match.play(Pass())
    assert (match.armies("egypt"), phase(match)) == (3, "Invade")
    while match.state.turn == 0:
        match.play(Pass())
    assert (match.armies("nubia"), heaven(match, 0)) == (4, 4)


@rule("god.turn.3")
def test_turns_follow_the_markers() -> None:
    """The seat with marker 1 plays first, whatever its seat number."""
    match = scene("InvadeBelow", LAND, turn=2, faith={0: 3, 1: 2, 2: 1}, below={"u12": (2, 2)})
    match.play(Pass())
    for seat, bid in ((0, 3), (1, 2), (2, 1)):
        match.play(Bid(bid), seat)
    match.play(Choose(3))  # seat 0, the highest bidder, plays last
    match.play(Choose(2))
    assert match.state.turn == 2
    assert [int(match.state.order[n]) for n in range(3)] == [2, 1, 0]
    refused(match, Place("egypt", 1), "turn.not_asked", "god.turn.3", seat=0)


# ------------------------------------------------------------------ who is asked
def bids(state: State) -> tuple[int, ...]:
    """Return the bids made so far, as a state shows them."""
    frame = state.agenda[-1]
    assert isinstance(frame, Auction)
    return frame.bids


@rule("god.order.3", "god.info.7")
def test_bids_are_made_at_once_and_in_secret() -> None:
    """All living players are asked together; nobody sees a bid before all are made, then all are public."""
    match = scene("InvadeBelow", LAND, turn=2, faith={0: 5, 1: 5, 2: 5}, below={"u12": (2, 2)})
    match.play(Pass())
    assert match.awaited == [0, 1, 2]
    match.play(Bid(4), 1)
    assert match.awaited == [0, 2]
    assert bids(match.view(1).state) == (-1, 4, -1)
    assert bids(match.view(0).state) == (-1, HIDDEN, -1)
    match.play(Bid(1), 0)
    match.play(Bid(2), 2)
    shown = [(one["seat"], one["amount"]) for one in happened(match) if one["fact"] == "BidShown"]
    assert (shown, match.awaited) == ([(0, 1), (1, 4), (2, 2)], [1])


@rule("god.order.5", "god.elim.1", "god.elim.2", "god.elim.3")
def test_what_follows_a_destruction() -> None:
    """Its gods are banished and its land is empty; the player is out and loses cards, relics and armies below."""
    match = cast(
        "storms_rage",
        luck=faces(6),
        lands={"roma": (1, 1)},
        gods={**GODS, 2: {"sky": "corsica"}},
        hands={2: ["lava_erupts"]},
        relics={"mjolnir": 2},
        below={"u05": (2, 3)},
        heaven={2: 1},
    )
    match.play(Choose(place="corsica"))
    kinds = [one["fact"] for one in happened(match)]
    assert kinds == [
        "MiracleRolled",
        "WentToHeaven",
        "PieceLost",
        "Vacated",
        "Eliminated",
        "CardGivenUp",
        "RelicLost",
        "ArmiesLost",
        "Vacated",
        "ArmiesLost",
        "Vacated",
    ]
    assert (match.owner("u05"), match.armies("u05"), match.armies("duat")) == (None, 0, 0)


@rule("god.order.5", "god.conquest.7", "god.labour.war")
def test_a_labour_is_paid_before_plague_takes_its_god() -> None:
    """The conquest that pays (the first, at this table) is of plagued land: draw the card, then banish the War god."""
    match = scene(
        "Invade",
        {**LAND, "phoenicia": (1, 1)},
        plague=["phoenicia"],
        gods={0: {"war": "egypt"}},
        luck=[*faces(6, 6, 1), 0],
        options={"war_labour_conquests": 1},
    )
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(Roll(2))
    if match.awaited == [1]:
        match.play(Defend(1))
    match.play(Occupy(3, ("war",)))
    kinds = [type(one).__name__ for entry in match.entries for one in entry.facts]
    assert kinds.index("CardTaken") < kinds.index("PieceLost")
    assert (god_at(match, 0, "war"), match.armies("phoenicia")) == (None, 2)


@rule("god.order.1", "god.battle.1", "god.godwar.2")
def test_the_order_of_questions_in_an_invasion() -> None:
    """First Sky cards, then the invader's god and the defender's, then the invader's dice and the defender's."""
    match = scene(
        "Invade",
        {**LAND, "phoenicia": (1, 4)},
        faith={1: 5},
        hands={1: ["men_become_warriors_1"]},
        gods={0: {"war": "egypt", "sky": "egypt"}, 1: {"sky": "phoenicia", "magic": "phoenicia"}},
        luck=faces(*[6] * 8, *[2] * 40),
    )
    asked = []
    match.play(Invade("egypt", "phoenicia", 0, ("war", "sky")))
    for _ in range(3):
        asked.append((match.awaited[0], phase(match)))
        match.play(next(iter(match.actions())) if phase(match) != "SkyWindow" else Pass())
    assert asked == [(1, "SkyWindow"), (0, "Invasion"), (1, "GodWar")]
