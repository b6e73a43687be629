"""Preparation: plague, pantheons, land, armies, the first god and temple, faith."""

import pytest

from kamchatka.editions.godstorm.data import PANTHEONS
from kamchatka.editions.godstorm.places import HEAVENS, LANDS
from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.ages.age_facts import HazardPlaced
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Bid, Build, Choose, Pass, Place, Raise, TakeColour
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import DECK
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.godstorm.scene import faith, god_at, has_temple, is_plagued
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import fact, happened, refused

PEOPLES = [pantheon.id for pantheon in PANTHEONS]
DICE = {2: (2, 1), 3: (3, 2, 1), 4: (4, 3, 2, 1), 5: (5, 4, 3, 2, 1)}


def new(
    seats: int,
    *,
    plague: tuple[int, ...] = (0, 0, 0, 0),
    dice: tuple[int, ...] = (),
    land: tuple[int, ...] = (),
    **options: object,
) -> Match:
    """Start a game with plague on the first four lands, falling dice by seat and a deal in the order of the board."""
    neutral = [0] if seats == 2 and "neutral_pantheon" not in options else []
    luck = [*plague, *neutral, *faces(*(dice or DICE[seats])), *land, *[0] * 60]
    return Match.new("godstorm", seats, options, chance=ScriptedChance(luck))


def with_pantheons(match: Match) -> Match:
    """Let every seat take the first free pantheon."""
    while phase(match) == "ChoosePantheons":
        match.play(next(iter(match.actions())))
    return match


def mustered(match: Match) -> Match:
    """Place all armies, each turn's on the first land of the seat."""
    while phase(match) in ("Muster", "Claim"):
        match.play(list(match.actions())[-1])
    return match


@rule("god.setup.1")
def test_all_lies_ready_before_the_first_choice() -> None:
    """All miracle cards are in their decks, all gods on their cards and all temples in the stock."""
    match = new(3)
    own = edition_state(match.table)
    assert set(match.state.cards) == {DECK}
    assert set(own.piece) == {-1}
    assert (sum(own.built), own.spare_plague, own.sunk, own.maelstrom) == (0, 1, False, 0)


@rule("god.setup.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_as_many_turn_order_markers_as_players(seats: int) -> None:
    """Markers are numbered from 1; the others stay in the box."""
    match = Match.new("godstorm", seats, seed=6)
    while phase(match) != "Bids":
        match.play(next(iter(match.actions())))
    for seat in range(seats):
        match.play(Bid(0), seat)
    assert set(match.actions()) == {Choose(number) for number in range(1, seats + 1)}
    refused(match, Choose(seats + 1), "bid.markers", "god.bid.5")


@rule("god.setup.3", "god.setup.4")
def test_four_lands_are_plagued_before_anything_else() -> None:
    """Four different cards of the territory deck are drawn, and put back for the deal; one marker is spare."""
    match = new(3, plague=(41, 0, 0, 38))
    plagued = [one.place for one in match.journal if isinstance(one, HazardPlaced)]
    assert [match.game.board.places[place] for place in plagued] == ["scythia", "anatolia", "apulia", "sarmatia"]
    kinds = [type(one).__name__ for one in match.journal]
    assert kinds.index("HazardPlaced") < kinds.index("DieThrown")
    with_pantheons(match)
    assert all(match.owner(place) is not None for place in ("scythia", "anatolia", "apulia", "sarmatia"))


@rule("god.setup.5")
def test_pantheons_are_chosen_by_falling_dice() -> None:
    """The highest throw chooses first; tied seats throw again among themselves."""
    match = new(3, dice=(3, 5, 5, 2, 6))
    assert match.awaited == [2]
    match.play(TakeColour("norse"))
    assert match.awaited == [1]
    refused(match, TakeColour("norse"), "colour.free", "god.setup.5")
    match.play(TakeColour("celts"))
    assert match.awaited == [0]
    assert {one.colour for one in match.actions() if isinstance(one, TakeColour)} == {
        "babylonians",
        "egyptians",
        "greeks",
    }


@rule("god.setup.6")
def test_what_a_pantheon_gives() -> None:
    """A pantheon brings its colour, its own heaven and four gods."""
    assert [(one.id, one.colour, one.heaven) for one in PANTHEONS] == [
        ("babylonians", "blue", "kurnugia"),
        ("celts", "green", "avalon"),
        ("egyptians", "brown", "duat"),
        ("greeks", "purple", "elysium"),
        ("norse", "garnet", "valhalla"),
    ]
    assert [one.gods.war for one in PANTHEONS] == ["Gilgamesh", "Nuada", "Set", "Ares", "Thor"]
    match = new(3)
    for people in ("greeks", "norse", "celts"):
        match.play(TakeColour(people))
    posted(mustered(match))
    assert [match.owner(heaven) for heaven in ("elysium", "valhalla", "avalon", "duat")] == [0, 1, 2, None]


def posted(match: Match) -> Match:
    """Let every seat put its War god and temple on the first place that is free for them."""
    while phase(match) == "FirstPieces":
        match.play(next(iter(match.actions())))
    return match


@rule("god.setup.7")
@pytest.mark.parametrize(("seats", "armies"), [(2, 30), (3, 35), (4, 30), (5, 25)])
def test_starting_armies(seats: int, armies: int) -> None:
    """The number of armies depends on the number of players."""
    match = with_pantheons(new(seats))
    placed = [
        sum(match.armies(place) for place in match.game.board.places if match.owner(place) == seat)
        for seat in range(seats)
    ]
    assert [placed[seat] + match.state.stock[seat] for seat in range(seats)] == [armies] * seats


@rule("god.setup.7")
@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_players(seats: int) -> None:
    """Other numbers of players are refused."""
    with pytest.raises(Problem) as caught:
        Match.new("godstorm", seats, seed=1)
    assert caught.value.rule == "god.setup.7"


@rule("god.info.23")
def test_the_territory_deck_has_42_cards_and_no_joker() -> None:
    """The deck is drawn for the plague and dealt for the lands; nobody ever holds its cards."""
    match = new(3)
    assert [draws for draws in match.entries[0].draws[:4]] == [(42, 0), (41, 0), (40, 0), (39, 0)]
    assert not [card for card in match.game.cards if "joker" in card or card in match.game.board.places]
    with_pantheons(match)
    assert [bound for bound, _ in match.entries[-1].draws] == list(range(42, 0, -1))


@rule("god.setup.8", "god.setup.9")
@pytest.mark.parametrize(("seats", "hands"), [(3, [14, 14, 14]), (4, [11, 11, 10, 10]), (5, [9, 9, 8, 8, 8])])
def test_the_deal_begins_with_the_first_chooser(seats: int, hands: list[int]) -> None:
    """Cards go one by one, clockwise, and each land gets an army; plagued lands too, which costs nothing now."""
    match = with_pantheons(new(seats))
    lands = match.game.board.places[:LANDS]
    assert [sum(match.owner(place) == seat for place in lands) for seat in range(seats)] == hands
    assert {match.armies(place) for place in lands} == {1}
    assert [match.owner(place) for place in lands[:3]] == [0, 1, 2]
    assert is_plagued(match, lands[0])


@rule("god.setup.8")
def test_the_deal_follows_the_first_chooser_clockwise() -> None:
    """With seat 2 first, the first card is seat 2's, the second seat 0's."""
    match = with_pantheons(new(3, dice=(1, 2, 3)))
    assert [match.owner(place) for place in match.game.board.places[:3]] == [2, 0, 1]


@rule("god.setup.10")
def test_then_threes_in_turn() -> None:
    """With four players, those with 11 lands place 19 armies, those with 10 place 20; the last turn may be smaller."""
    match = with_pantheons(new(4))
    assert (match.awaited, phase(match), list(match.state.stock)) == ([0], "Muster", [19, 19, 20, 20])
    refused(match, Place("anatolia", 4), "muster.amount", "god.setup.10")
    refused(match, Place("apulia", 1), "muster.own_places", "god.setup.10")
    match.play(Place("anatolia", 2))
    assert match.awaited == [0]
    refused(match, Place("anatolia", 2), "muster.amount", "god.setup.10")
    match.play(Place("dalmatia", 1))
    assert match.awaited == [1]
    for _ in range(6 * 4 - 1):
        match.play(list(match.actions())[-1])
    assert list(match.state.stock) == [1, 1, 2, 2]
    assert max(one.armies for one in match.actions() if isinstance(one, Place)) == 1
    for _ in range(2):
        match.play(list(match.actions())[-1])
    assert max(one.armies for one in match.actions() if isinstance(one, Place)) == 2


@rule("god.setup.11", "god.setup.12")
def test_a_table_may_choose_its_lands() -> None:
    """All roll again; from the highest on, seats put one army on a free land until all are taken, then threes."""
    match = with_pantheons(new(3, land=tuple(faces(2, 2, 6)), setup_mode="chosen"))
    assert (phase(match), match.awaited) == ("Claim", [2])
    match.play(Place("roma", 1))
    assert match.awaited == [0]
    refused(match, Place("roma", 1), "claim.empty", "god.setup.11")
    refused(match, Place("u01", 1), "claim.empty", "god.setup.11")
    refused(match, Place("thule", 2), "claim.one", "god.setup.11")
    match.play(Place("anatolia", 1))  # plagued lands may be taken too
    while phase(match) == "Claim":
        match.play(next(iter(match.actions())))
    assert (phase(match), match.awaited, list(match.state.stock)) == ("Muster", [2], [21, 21, 21])


@rule("god.setup.13", "god.setup.14", "god.setup.18")
def test_nothing_below_at_the_start_and_no_cards_in_hand() -> None:
    """The Underworld and all heavens are empty, unused heavens have no owner, and nobody keeps a card."""
    match = posted(mustered(with_pantheons(new(3))))
    below = match.game.board.places[LANDS:]
    assert sum(match.armies(place) for place in below) == 0
    assert [match.owner(place) for place in below[HEAVENS - LANDS :]] == [0, 1, 2, None, None]
    assert list(match.state.hand) == [0, 0, 0]
    assert sum(match.armies(place) for place in match.game.board.places[:LANDS]) == 3 * 35


@rule("god.setup.15", "god.setup.16")
def test_a_war_god_and_a_temple_for_nothing() -> None:
    """Both are placed in the same turn, in the order of placement; the god can't stand on plague, the temple can."""
    match = mustered(with_pantheons(new(3)))
    assert (phase(match), match.awaited) == ("FirstPieces", [0])
    refused(match, Build("ionia"), "piece.order", "god.setup.15")
    refused(match, Raise("sky", "ionia"), "piece.order", "god.setup.15")
    refused(match, Raise("war", "anatolia"), "first.plague", "god.setup.16")
    refused(match, Raise("war", "apulia"), "first.own_place", "god.setup.15")
    match.play(Raise("war", "ionia"))
    refused(match, Build("apulia"), "first.own_place", "god.setup.15")
    match.play(Build("anatolia"))
    assert has_temple(match, "anatolia")
    assert (match.awaited, god_at(match, 0, "war")) == ([1], "ionia")
    posted(match)
    assert all(god_at(match, seat, "war") for seat in range(3))
    assert sum(edition_state(match.table).built) == 3


@rule("god.setup.16")
@pytest.mark.parametrize(("option", "stays"), [("banish_at_once", False), ("banish_in_step_5", True)])
def test_a_table_may_let_gods_onto_plague(option: str, stays: bool) -> None:
    """The option decides what happens to a god put on plagued land."""
    match = mustered(with_pantheons(new(3, gods_on_plague=option)))
    match.play(Raise("war", "anatolia"))
    assert (god_at(match, 0, "war") == "anatolia") == stays


@rule("god.setup.17", "god.bid.1")
def test_three_faith_each_and_the_first_bids() -> None:
    """The first epoch also begins with bids."""
    match = posted(mustered(with_pantheons(new(3))))
    assert [faith(match, seat) for seat in range(3)] == [3, 3, 3]
    assert (phase(match), match.awaited) == ("Bids", [0, 1, 2])
    assert [one for one in happened(match) if one["fact"] == "PurseChanged"] == [
        fact("PurseChanged", seat=seat, amount=3, clause="setup.faith") for seat in range(3)
    ]
    refused(match, Pass(), "turn.not_now", "god.bid.1", seat=0)
