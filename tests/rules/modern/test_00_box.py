"""The contents of the box: the board, the cards, the objectives and the number of players."""

from collections import Counter

import pytest

from kamchatka.editions.modern import MODERN, PLANISPHERE
from kamchatka.editions.modern.data import CARDS, OBJECTIVES
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Attack
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match, blank_match
from tests.kit import faces, position
from tests.rulemark import rule
from tests.rules.modern.witness import PLACES, ZONES, fact, happened, impossible

VALUES = {
    "alaska": 3,
    "northwest_territories": 4,
    "greenland": 4,
    "alberta": 4,
    "ontario": 6,
    "quebec": 3,
    "western_united_states": 4,
    "eastern_united_states": 4,
    "central_america": 3,
    "venezuela": 3,
    "peru": 3,
    "brazil": 4,
    "argentina": 2,
    "iceland": 3,
    "scandinavia": 4,
    "great_britain": 4,
    "northern_europe": 5,
    "western_europe": 4,
    "southern_europe": 6,
    "ukraine": 6,
    "north_africa": 6,
    "egypt": 4,
    "east_africa": 5,
    "congo": 3,
    "south_africa": 3,
    "madagascar": 2,
    "urals": 4,
    "siberia": 5,
    "yakutia": 3,
    "chita": 4,
    "kamchatka": 5,
    "japan": 2,
    "mongolia": 5,
    "afghanistan": 4,
    "middle_east": 6,
    "india": 3,
    "china": 7,
    "siam": 3,
    "indonesia": 3,
    "new_guinea": 3,
    "western_australia": 3,
    "eastern_australia": 2,
}


@rule("std.goal.1")
def test_the_first_to_fulfil_the_secret_objective_wins() -> None:
    """The seat that fulfils its card wins at once; others, close to their goals, don't."""
    africa = {place: (0, 1) for place in ZONES["africa"]}
    america = {place: (0, 1) for place in ZONES["north_america"]}
    match = position(
        {**africa, **america, "alaska": (1, 1), "northwest_territories": (0, 3)},
        luck=faces(6, 1),
        objectives={0: "north_america_and_africa", 1: "twenty_four_territories"},
    )
    assert match.winners == []
    match.play(Attack("northwest_territories", "alaska", 1))
    assert happened(match)[-1] == fact("GameEnded", winners=[0], clause="end.objective")
    assert match.is_over
    assert match.winners == [0]
    assert match.ending is not None
    assert match.ending.rule == "std.objectives.1"
    assert match.awaited == []


@rule("std.components.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_may_play(seats: int) -> None:
    """A game can start with any number of seats from three to six."""
    assert Match.new("modern", seats, seed=1).seats == seats


@rule("std.components.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7])
def test_fewer_than_three_or_more_than_six_may_not(seats: int) -> None:
    """Two players are too few, seven too many."""
    with pytest.raises(Problem) as caught:
        Match.new("modern", seats, seed=1)
    assert caught.value.rule == "std.components.1"
    one = abs(seats) == 1
    assert caught.value.text("en") == f"{seats} {'seat' if one else 'seats'} will not do: this game is for 3 to 6."
    assert caught.value.text("it") == f"{seats} {'posto non va' if one else 'posti non vanno'} bene: si gioca da 3 a 6."


@rule("std.components.2")
def test_the_board_has_42_territories_in_six_continents() -> None:
    """The game has the places of the map, zone by zone; other places are refused with this rule."""
    match = position({"alaska": (0, 3)})
    board = match.game.board
    assert {zone: len(places) for zone, places in ZONES.items()} == {
        "north_america": 9,
        "south_america": 4,
        "europe": 7,
        "africa": 6,
        "asia": 12,
        "oceania": 4,
    }
    assert list(board.places) == list(VALUES) == PLACES
    assert match.position().startswith("modern/4 a3b1b1b1b1b1b1b1b1/b1b1b1b1/b1b1")
    assert [board.zone_ids[zone] for zone in board.zone] == [place.zone for place in PLANISPHERE.places]
    impossible(match, Attack("alaska", "atlantis", 1), "There is no place called “atlantis”.", "std.components.2")


@rule("std.values.1")
def test_the_printed_values() -> None:
    """The 42 values of the table, from 2 to 7, 164 in all."""
    board = blank_match("modern", 3, chance=ScriptedChance([])).game.board
    assert {place.id: place.value for place in PLANISPHERE.places} == VALUES
    assert dict(zip(board.places, board.value, strict=True)) == VALUES
    assert sum(VALUES.values()) == 164


@rule("std.values.1")
def test_a_printed_value_is_the_number_of_links() -> None:
    """82 links, 59 by land and 23 by sea: each territory is worth as much as it has neighbours."""
    links = [frozenset(link) for kind in ("land", "sea") for link in PLANISPHERE.links[kind]]
    assert [len(PLANISPHERE.links[kind]) for kind in ("land", "sea")] == [59, 23]
    assert len(set(links)) == 82
    assert Counter(place for link in links for place in link) == VALUES
    board = PLANISPHERE.board()
    adjacent = {frozenset((PLACES[a], PLACES[b])) for a in range(42) for b in range(42) if board.adjacent(a, b)}
    assert adjacent == set(links)


@rule("std.components.5")
def test_the_deck_has_fourteen_cards_of_each_weapon_and_two_jokers() -> None:
    """Each territory has a card with one weapon; the jokers come last and show no territory."""
    assert [card.id for card in CARDS.cards] == [*PLACES, "joker_1", "joker_2"]
    assert Counter(card.symbol for card in CARDS.cards) == {"infantry": 14, "cavalry": 14, "cannon": 14, "joker": 2}
    assert blank_match("modern", 3, chance=ScriptedChance([])).game.cards == [*PLACES, "joker_1", "joker_2"]
    names = {card.id: (card.it, card.en) for card in MODERN.cards}
    assert names["china"] == ("Cina (cavaliere)", "China (cavalry)")
    assert names["alaska"] == ("Alaska (fante)", "Alaska (infantry)")
    assert names["joker_2"] == ("jolly", "joker")


@rule("std.components.6")
def test_there_are_fourteen_secret_objectives_and_six_colours() -> None:
    """The game deals from this deck of objectives."""
    game = blank_match("modern", 3, chance=ScriptedChance([])).game
    assert game.colours == ["red", "yellow", "green", "blue", "purple", "black"]
    assert game.objectives == [card.id for card in OBJECTIVES.cards] == [card.id for card in MODERN.objectives]
    assert len(set(game.objectives)) == 14
    assert [colour.id for colour in MODERN.colours] == game.colours
