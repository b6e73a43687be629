"""The number of players, the preparation of the world of 2210, and the neutral army in a game for two."""

from collections import Counter

import pytest

from kamchatka.editions import edition
from kamchatka.editions.holdings import territories
from kamchatka.editions.risk2210.state import State2210, units
from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.edges.wire import Bid, Build, Pass, Place, Raise, TakeColour
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import DECK
from kamchatka.match import Match, play_numeric
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import impossible, refused
from tests.rules.risk2210.scene import energy_of, own_record, step_name, where

COLOURS = ["black", "red", "green", "blue", "yellow"]
DEVASTATED = ["alberta", "american_republic", "canada", "continental_biospheres"]  # what a script of zeros draws


def coloured(seats: int, luck: tuple[int, ...] = (), **options: object) -> Match:
    """Start a game where seat 0 places first and colours are taken; the first lands of the board are devastated."""
    dice = faces(*range(6, 6 - seats, -1))
    match = Match.new("risk2210", seats, options, chance=ScriptedChance([*dice, 0, 0, 0, 0, *luck]))
    while match.awaited and match.state.colour[match.awaited[0]] == -1:
        match.play(TakeColour(COLOURS[match.awaited[0]]))
    return match


def two_seats(**options: object) -> Match:
    """Start a game for two past the neutral colour: the first places of each kind are neutral."""
    match = coloured(2, (0,) * 28, **options)
    match.play(TakeColour("green"))
    return match


def claimed(match: Match) -> Match:
    """Claim every free land, in the order of the board."""
    while step_name(match) == "Claim":
        match.play(next(match.actions()))
    return match


def prepared(match: Match) -> Match:
    """Place all MODs, the rest of each player's on its first land."""
    claimed(match)
    while step_name(match) == "Muster":
        match.play(list(match.actions())[2 if match.state.stock[match.awaited[0]] > 2 else -1])
    return match


# ------------------------------------------------------------------ the box
@rule("2210.info.1")
def test_two_to_five_play() -> None:
    for seats in (1, 6):
        with pytest.raises(Problem) as caught:
            Match.new("risk2210", seats, seed=1)
        assert caught.value.rule == "2210.info.1"
    assert list(edition("risk2210").seats) == [2, 3, 4, 5]


@rule("2210.info.8")
def test_42_lands_13_seas_and_14_places_on_the_moon() -> None:
    """Six continents of 4 to 12 lands, five colonies at sea, three of 4 to 6 on the Moon, and no other places."""
    match = coloured(3)
    board, terrain = match.game.board, own_record(match).world.terrain
    assert Counter(int(one) for one in terrain) == {0: 42, 1: 13, 2: 14}
    zones = Counter((int(terrain[n]), int(zone)) for n, zone in enumerate(board.zone))
    sizes = [sorted(size for (kind, _), size in zones.items() if kind == wanted) for wanted in range(3)]
    assert [len(one) for one in sizes] == [6, 5, 3]
    assert [(one[0], one[-1]) for one in (sizes[0], sizes[2])] == [(4, 12), (4, 6)]
    impossible(match, Place("atlantis", 1), "There is no place called “atlantis”.", "2210.info.8")


@rule("2210.setup.3")
def test_five_decks_of_twenty_and_no_blanks() -> None:
    match = coloured(3)
    assert Counter(own_record(match).backs) == {kind: 20 for kind in range(5)}
    assert set(match.state.cards) == {DECK}
    own = own_record(match)
    terrains = Counter(int(own.world.terrain[n]) for n in range(69) if own.card[n] == DECK and not own.hazard[n])
    assert terrains == {0: 38, 1: 13, 2: 14}


# ------------------------------------------------------------------ colours, energy, devastation
@rule("2210.setup.2")
def test_each_takes_an_army_of_another_colour() -> None:
    match = Match.new("risk2210", 3, chance=ScriptedChance([*faces(1, 6, 2), 0, 0, 0, 0]))
    assert match.awaited == [1]
    match.play(TakeColour("red"))
    refused(match, TakeColour("red"), "colour.free", "2210.setup.2")


@rule("2210.setup.5", "2210.info.5")
def test_three_energy_each_and_everybody_sees_it() -> None:
    match = coloured(3)
    assert energy_of(match) == [3, 3, 3]
    assert match.view(2).state.edition_state.rows() == own_record(match).seen_by(2).rows()
    seen = match.view(2).state.edition_state
    assert isinstance(seen, State2210)
    assert list(seen.purse) == [3, 3, 3]


@rule("2210.setup.6")
def test_four_random_lands_are_devastated_and_their_cards_are_out() -> None:
    match = coloured(3)
    own = own_record(match)
    assert [place for n, place in enumerate(match.game.board.places) if own.hazard[n]] == DEVASTATED
    other = Match.new("risk2210", 3, seed=5)
    while sum(own_record(other).hazard) == 0:
        other.play(next(other.actions()))
    hit = [n for n in range(69) if own_record(other).hazard[n]]
    assert len(hit) == 4
    assert {int(own_record(other).world.terrain[n]) for n in hit} == {0}


@rule("2210.setup.7")
def test_nobody_may_claim_a_devastated_land() -> None:
    match = coloured(3)
    refused(match, Place("canada", 1), "claim.empty", "2210.setup.11")
    assert match.owner("canada") is None


# ------------------------------------------------------------------ placing
@rule("2210.setup.8")
@pytest.mark.parametrize(("seats", "mods"), [(3, 35), (4, 30), (5, 25)])
def test_mods_by_the_number_of_players(seats: int, mods: int) -> None:
    match = coloured(seats)
    assert list(match.state.stock) == [mods] * seats


@rule("2210.setup.10")
def test_the_highest_die_places_first_and_ties_roll_again() -> None:
    match = Match.new("risk2210", 3, chance=ScriptedChance([*faces(5, 5, 2), *faces(1, 4), 0, 0, 0, 0]))
    assert match.state.first == 1
    while step_name(match) == "ChooseColours":
        match.play(next(match.actions()))
    order = []
    for _ in range(4):
        order.append(match.awaited[0])
        match.play(next(match.actions()))
    assert order == [1, 2, 0, 1]


@rule("2210.setup.11", "2210.setup.12")
def test_one_mod_on_a_free_land_and_neither_sea_nor_moon() -> None:
    match = coloured(3)
    match.play(Place("japan", 1))
    refused(match, Place("japan", 1), "claim.empty", "2210.setup.11")
    refused(match, Place("mexico", 2), "claim.one", "2210.setup.11")
    for place in ("neo_tokyo", "tycho"):
        refused(match, Place(place, 1), "claim.empty", "2210.setup.11")
    assert {match.owner(place) for place in ("neo_tokyo", "tycho")} == {None}


@rule("2210.setup.13", "2210.setup.14")
def test_claiming_ends_with_the_38th_land_then_three_at_a_time() -> None:
    match = claimed(coloured(3))
    assert list(match.state.lands) == [13, 13, 12]
    assert match.awaited == [0]
    own = [place for place in match.game.board.places if match.owner(place) == 0]
    refused(match, Place(own[0], 4), "muster.amount", "2210.setup.14")
    match.play(Place(own[0], 2))
    assert match.awaited == [0]
    match.play(Place(own[1], 1))
    assert (match.armies(own[0]), match.armies(own[1]), match.awaited) == (3, 2, [1])
    foreign = next(place for place in match.game.board.places if match.owner(place) == 2)
    refused(match, Place(foreign, 1), "muster.own_places", "2210.setup.14")


@rule("2210.setup.15")
def test_the_last_handful_is_what_is_left() -> None:
    match = claimed(coloured(3))
    assert list(match.state.stock) == [22, 22, 23]
    last = []
    while step_name(match) == "Muster":
        seat = match.awaited[0]
        amount = max(one.armies for one in match.actions() if isinstance(one, Place))
        if match.state.stock[seat] <= 3:
            last.append((seat, amount))
        match.play(next(one for one in match.actions() if isinstance(one, Place) and one.armies == amount))
    assert last == [(0, 1), (1, 1), (2, 2)]


@rule("2210.setup.17", "2210.info.7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_score_is_the_number_of_territories_and_everybody_sees_it(seats: int) -> None:
    """After the preparation scores differ by at most one; a recount agrees after every action."""
    match, luck = Match.new("risk2210", seats, seed=3), FastChance(4)
    first: list[int] = []
    for _ in range(400):
        recount = [sum(match.owner(place) == seat for place in match.game.board.places) for seat in range(seats)]
        for viewer in (0, seats - 1, -1):
            state = match.view(viewer).state
            assert [territories(match.game.board, state, seat) for seat in range(seats)] == recount
        if match.state.round == 1 and not first:
            first = recount
        play_numeric(match, match.options(match.awaited[0]).sample(luck), match.awaited[0])
    assert max(first) - min(first) <= 1
    assert max(recount) - min(recount) > 1


@rule("2210.setup.9", "2210.setup.16")
def test_land_commander_diplomat_and_station_one_piece_a_round() -> None:
    match = prepared(coloured(3))
    own = {seat: next(place for place in match.game.board.places if match.owner(place) == seat) for seat in range(3)}
    refused(match, Raise("diplomat", own[0]), "piece.order", "2210.setup.16")
    refused(match, Build(own[0]), "piece.order", "2210.setup.16")
    refused(match, Raise("land", own[1]), "first.own_place", "2210.setup.16")
    asked = []
    for kind in ("land", "diplomat"):
        for _ in range(3):
            seat = match.awaited[0]
            asked.append(seat)
            match.play(Raise(kind, own[seat]))
            assert where(match, seat, kind) == own[seat]
    refused(match, Build(own[1]), "first.own_place", "2210.setup.16")
    for _ in range(3):
        asked.append(match.awaited[0])
        match.play(Build(own[match.awaited[0]]))
    assert asked == [0, 1, 2] * 3
    assert energy_of(match) == [3, 3, 3]
    assert sum(own_record(match).built) == 3


@rule("2210.setup.16")
def test_all_three_pieces_on_one_go_where_the_table_likes() -> None:
    match = prepared(coloured(3, setup_special_pieces="all_at_once"))
    asked = []
    for _ in range(9):
        asked.append(match.awaited[0])
        match.play(next(match.actions()))
    assert asked == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@rule("2210.setup.1", "2210.bid.1")
def test_the_first_year_begins_with_a_bid() -> None:
    match = prepared(coloured(3))
    while step_name(match) == "FirstPieces":
        match.play(next(match.actions()))
    assert (own_record(match).number, match.state.round, match.awaited) == (1, 1, [0, 1, 2])
    match.play(Bid(0), 0)


# ------------------------------------------------------------------ two players
@rule("2210.two_player.1")
def test_a_third_colour_is_neutral() -> None:
    match = coloured(2, (0,) * 28)
    assert match.awaited == [1]
    refused(match, TakeColour("black"), "colour.free", "2210.two_player.1")
    match.play(TakeColour("green"))
    assert own_record(match).army.colour == COLOURS.index("green")


@rule("2210.two_player.2", "2210.two_player.3")
def test_28_neutral_territories_with_three_mods_and_their_cards_stay_in_the_decks() -> None:
    match = two_seats()
    own = own_record(match)
    neutral = [n for n in range(69) if match.state.armies[n] > 0]
    assert Counter(int(own.world.terrain[n]) for n in neutral) == {0: 16, 1: 6, 2: 6}
    assert {int(match.state.armies[n]) for n in neutral} == {3}
    assert {int(match.state.owner[n]) for n in neutral} == {-1}
    assert all(own.card[n] == DECK for n in range(69) if not own.hazard[n])
    assert not set(neutral) & {n for n in range(69) if own.hazard[n]}
    assert own.army.stock == 0


@rule("2210.two_player.6", "2210.two_player.7")
def test_thirty_mods_each_on_the_22_free_lands() -> None:
    match = two_seats()
    assert list(match.state.stock) == [30, 30]
    refused(match, Place("exiled_states_of_america", 1), "claim.empty", "2210.setup.11")
    claimed(match)
    assert list(match.state.lands) == [11, 11]
    assert list(match.state.stock) == [19, 19]
    prepared(match)
    assert step_name(match) == "FirstPieces"
    while step_name(match) == "FirstPieces":
        match.play(next(match.actions()))
    assert sorted(match.awaited) == [0, 1]
    match.play(Bid(2), 0)
    match.play(Bid(1), 1)
    assert [one for one in match.actions()] != []
    assert energy_of(match) == [1, 2]


@rule("2210.info.16", "2210.info.18")
def test_a_whole_random_setup_keeps_one_commander_of_a_kind_each() -> None:
    match, luck = Match.new("risk2210", 5, seed=8), FastChance(9)
    while match.state.round == 0:
        play_numeric(match, match.options().sample(luck))
    own = own_record(match)
    for seat in range(5):
        assert sorted(kind for kind in range(5) if own.piece[seat * 5 + kind] >= 0) == [0, 4]
    assert sum(units(match.table, n) for n in range(69)) == 5 * 25 + 10
    assert max(match.state.armies) > 3


def test_what_cannot_be_done_in_a_setup() -> None:
    match = coloured(3)
    refused(match, Pass(), "turn.not_now", "2210.setup.11")
    refused(match, Raise("land", "japan"), "turn.not_now", "2210.setup.11")
