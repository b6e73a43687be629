"""The number of players, and how the territories are distributed."""

from collections import Counter

import pytest

from kamchatka.boards import drawing
from kamchatka.cli.screen import palette
from kamchatka.editions import edition
from kamchatka.editions.classic.data import ANCIENT_EARTH, EARTH_2210, ClassicBook
from kamchatka.editions.classic.state import edition_state
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Bid, Build, Pass, Place, TakeColour
from kamchatka.kernel.facts import ArmiesGranted
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import DECK
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.classic.scene import ANCIENT, BOARDS, EARTH, places_of
from tests.rules.modern.witness import fact, happened, refused

COLOURS = {
    "classic": ["black", "red", "green", "blue", "yellow"],
    "classic_ancient": ["garnet", "purple", "green", "blue", "brown"],
}


def coloured(
    seats: int, board: str = "classic", dice: tuple[int, ...] = (), luck: tuple[int, ...] = (), **options: object
) -> Match:
    """Start a game where seat 0 begins and colours are chosen; with two players the neutral army is green."""
    rolls = dice or tuple(range(6, 6 - seats, -1))
    match = Match.new(board, seats, options, chance=ScriptedChance([*faces(*rolls), *luck]))
    while match.awaited and match.state.colour[match.awaited[0]] == -1:
        match.play(TakeColour(COLOURS[board][match.awaited[0]]))
    if seats == 2:
        match.play(TakeColour("green"))
    return match


# ------------------------------------------------------------------ the box
@rule("classic.info.1")
@pytest.mark.parametrize("board", BOARDS)
def test_two_to_five_play(board: str) -> None:
    for seats in (1, 6):
        with pytest.raises(Problem) as caught:
            Match.new(board, seats, seed=1)
        assert caught.value.rule == "classic.info.1"
    assert list(edition(board).seats) == [2, 3, 4, 5]


@rule("classic.godstorm.board")
def test_the_ancient_earth_has_42_territories_in_six_continents() -> None:
    sheet, board = ANCIENT_EARTH.sheet, edition("classic_ancient").game(edition("classic_ancient").rules()).board
    assert len(sheet.places) == 42
    assert sorted(zone.bonus for zone in sheet.zones) == [2, 3, 3, 5, 5, 7]
    assert {place.kind for place in sheet.places} == {"land"}
    assert not board.adjacent(ANCIENT.index("anatolia"), ANCIENT.index("parthia"))  # mountains
    assert board.adjacent(ANCIENT.index("carthage"), ANCIENT.index("sicilia"))  # a water line
    assert "sinks" not in [card.id for card in edition("classic_ancient").cards]


@rule("classic.info.2")
@pytest.mark.parametrize("board", BOARDS)
def test_the_board_has_42_lands_in_six_continents(board: str) -> None:
    """Continents have four to twelve territories each, and there are no other places."""
    play = Match.new(board, 3, seed=4).game.board
    sizes = Counter(int(zone) for zone in play.zone)
    assert (len(play.places), len(sizes), min(sizes.values()), max(sizes.values())) == (42, 6, 4, 12)


@rule("classic.info.2")
def test_the_2210_earth_is_played_without_its_seas() -> None:
    sheet = EARTH_2210.sheet
    assert len(sheet.places) == 42
    assert [zone.bonus for zone in sheet.zones] == [5, 2, 5, 3, 7, 2]
    assert not {"poseidon", "new_york"} & {name for pairs in sheet.links.values() for pair in pairs for name in pair}


@rule("classic.info.4", "classic.godstorm.symbols")
@pytest.mark.parametrize(
    ("book", "symbols"),
    [(EARTH_2210, ["MOD 1.0", "MOD 3.0", "MOD 5.0"]), (ANCIENT_EARTH, ["skull", "sword", "sphere"])],
)
def test_fourteen_cards_of_each_symbol_and_two_jokers(book: ClassicBook, symbols: list[str]) -> None:
    """Each has a territory; the jokers show all symbols and no territory."""
    assert [symbol.en for symbol in book.deck.symbols[:3]] == symbols
    assert [face.place for face in book.deck.faces()] == [*(place.id for place in book.sheet.places), None, None]
    assert Match.new(book.edition, 3, seed=4).game.cards == book.deck.ids()
    assert Counter(card.symbol for card in book.deck.cards) == dict.fromkeys((s.id for s in book.deck.symbols[:3]), 14)
    assert [card.id for card in book.deck.cards] == [place.id for place in book.sheet.places]
    assert Counter(book.deck.numbers()) == {0: 14, 1: 14, 2: 14, 3: 2}
    assert book.deck.display_names(book.sheet)[-1].en == "joker"
    faces_printed = book.deck.faces()
    assert [(face.kind, face.place) for face in faces_printed[:42]] == [(c.symbol, c.id) for c in book.deck.cards]
    assert [(face.kind, face.place) for face in faces_printed[42:]] == [("joker", None)] * 2


@rule("classic.info.4", "classic.godstorm.symbols")
@pytest.mark.parametrize(
    ("book", "it", "en"),
    [(EARTH_2210, "Alberta (MOD 1.0)", "Alberta (MOD 1.0)"), (ANCIENT_EARTH, "Anatolia (teschio)", "Anatolia (skull)")],
)
def test_a_card_is_called_by_its_territory_and_its_symbol(book: ClassicBook, it: str, en: str) -> None:
    first = book.deck.display_names(book.sheet)[0]
    assert (first.it, first.en) == (it, en)


# ------------------------------------------------------------------ three to five seats
@rule("classic.setup.1")
@pytest.mark.parametrize(("seats", "armies"), [(3, 35), (4, 30), (5, 25)])
@pytest.mark.parametrize("board", BOARDS)
def test_starting_armies(board: str, seats: int, armies: int) -> None:
    match = coloured(seats, board)
    assert [match.state.stock[seat] for seat in range(seats)] == [armies] * seats
    assert [match.game.colours[colour] for colour in match.state.colour] == COLOURS[board][:seats]


@rule("classic.setup.1", "classic.godstorm.colours")
@pytest.mark.parametrize("board", BOARDS)
def test_each_box_has_five_colours_of_its_own(board: str) -> None:
    """Red is a colour of the other box: nobody can choose it on the Ancient Earth."""
    match = Match.new(board, 3, chance=ScriptedChance(faces(6, 5, 4)))
    assert set(match.actions()) == {TakeColour(colour) for colour in COLOURS[board]}
    if board == "classic_ancient":
        refused(match, TakeColour("red"), "colour.retired", "classic.godstorm.colours")


@rule("classic.godstorm.colours")
def test_the_colours_of_the_ancient_earth_have_marks_and_names() -> None:
    """The five marks differ on the page and in the terminal, and each has a word in both languages."""
    names = {colour.id: colour for colour in edition("classic_ancient").colours}
    own = COLOURS["classic_ancient"]
    assert len({drawing.MARKS[colour] for colour in own}) == len({palette.MARKS[colour] for colour in own}) == 5
    assert [names[colour].it for colour in own] == ["granata", "viola", "verde", "blu", "marrone"]


@rule("classic.setup.1")
def test_a_colour_is_taken_once() -> None:
    match = Match.new("classic", 3, chance=ScriptedChance(faces(6, 5, 4)))
    match.play(TakeColour("red"))
    refused(match, TakeColour("red"), "colour.free", "classic.setup.1")


@rule("classic.setup.2", "classic.setup.8")
def test_the_highest_die_places_first_and_takes_the_first_turn() -> None:
    match = coloured(3, dice=(2, 5, 5, 1, 3))
    assert happened(match)[-1]["fact"] == "ArmiesGranted"
    assert match.awaited == [2]  # seats 1 and 2 tied and threw again
    while match.state.round == 0:
        match.play(next(match.actions()))
    assert (match.state.turn, match.awaited) == (2, [2])
    refused(match, Place(places_of(match, 0)[0], 1), "turn.not_asked", "classic.setup.8", seat=0)


@rule("classic.setup.2", "classic.setup.3")
def test_territories_are_claimed_one_by_one_clockwise() -> None:
    match = coloured(3, dice=(1, 6, 2))
    assert match.awaited == [1]
    assert set(match.actions()) == {Place(place, 1) for place in EARTH}
    match.play(Place("canada", 1))
    assert happened(match) == [
        fact("Dealt", place="canada", seat=1),
        fact("ArmiesPlaced", seat=1, place="canada", armies=1),
    ]
    assert match.awaited == [2]
    refused(match, Place("canada", 1), "claim.empty", "classic.setup.3")
    refused(match, Place("mexico", 2), "claim.one", "classic.setup.3")
    refused(match, Pass(), "turn.not_now", "classic.setup.3")
    match.play(Place("mexico", 1))
    assert match.awaited == [0]
    asked = []
    while None in {match.owner(place) for place in EARTH}:
        asked.append(match.awaited[0])
        match.play(next(match.actions()))
    assert asked == [0, 1, 2] * 13 + [0]
    assert [len(places_of(match, seat)) for seat in range(3)] == [14, 14, 14]


@rule("classic.setup.4", "classic.setup.5")
def test_then_armies_are_added_one_by_one_until_all_are_placed() -> None:
    match = coloured(3)
    while None in {match.owner(place) for place in EARTH}:
        match.play(next(match.actions()))
    assert [match.state.stock[seat] for seat in range(3)] == [21, 21, 21]
    mine = places_of(match, 0)
    assert set(match.actions()) == {Place(place, 1) for place in mine}
    refused(match, Place(mine[0], 2), "muster.amount", "classic.setup.4")
    refused(match, Place(places_of(match, 1)[0], 1), "muster.own_places", "classic.setup.4")
    asked = []
    while match.state.round == 0:
        asked.append(match.awaited[0])
        match.play(Place(places_of(match, match.awaited[0])[0], 1))
    assert asked == [0, 1, 2] * 21
    assert [match.armies(places_of(match, seat)[0]) for seat in range(3)] == [22, 22, 22]  # all on one territory


@rule("classic.setup.4", "classic.setup.8")
@pytest.mark.parametrize(("seats", "armies"), [(4, 30), (5, 25)])
@pytest.mark.parametrize("board", BOARDS)
def test_the_round_goes_on_where_the_last_territory_was_taken(board: str, seats: int, armies: int) -> None:
    """Seat 1 begins: seats 1 and 2 take one territory more, and seat 3 adds the first army and one more."""
    match = coloured(seats, board, dice=(1, 6, 1, 1, 1)[:seats])
    assert match.awaited == [1]
    asked = []
    while match.state.round == 0:
        asked.append(match.awaited[0])
        match.play(next(match.actions()))
    assert asked == [(1 + n) % seats for n in range(seats * armies)]  # without a break, from the first to the last
    assert asked[42] == 3
    assert [len(places_of(match, seat)) - 42 // seats for seat in range(seats)] == [0, 1, 1, 0, 0][:seats]
    assert (match.state.turn, match.awaited) == (1, [1])  # the seat that placed the first army has the first turn


@rule("classic.info.5", "classic.godstorm.unused")
@pytest.mark.parametrize("board", BOARDS)
def test_nothing_of_the_advanced_game_is_on_the_table(board: str) -> None:
    """All 42 lands are taken, none is devastated or plagued; there are no pieces, marks or purses to act with."""
    match = coloured(3, board)
    refused(match, Bid(0), "turn.not_now", "classic.setup.3")
    refused(match, Build(match.game.board.places[0]), "turn.not_now", "classic.setup.3")
    while match.state.round == 0:
        match.play(next(match.actions()))
    assert all(match.owner(place) is not None for place in match.game.board.places)
    shown = match.edition.display(match.game, match.state, 0)
    assert (shown.pieces, shown.marks, shown.counters, shown.secret) == ({}, {}, {}, ())
    assert (match.game.kinds, len(match.game.cards)) == ([], 44)


@rule("classic.setup.7")
@pytest.mark.parametrize("board", BOARDS)
def test_all_44_cards_are_in_the_deck_and_nobody_holds_one(board: str) -> None:
    match = Match.new(board, 3, seed=4)
    assert list(match.state.cards) == [DECK] * 44
    assert match.game.cards[-2:] == ["joker_1", "joker_2"]


# ------------------------------------------------------------------ two seats
PILES = tuple([0] * 42)


@rule("classic.two_player.1", "classic.godstorm.two.armies")
@pytest.mark.parametrize(
    ("board", "chosen", "armies"),
    [
        ("classic", "by_book", 40),
        ("classic_ancient", "by_book", 30),
        ("classic", "armies_30", 30),
        ("classic_ancient", "armies_40", 40),
    ],
)
def test_three_armies_of_equal_size(board: str, chosen: str, armies: int) -> None:
    match = coloured(2, board, luck=PILES, two_player_armies=chosen)
    granted = [one["armies"] for one in happened(match) if one["fact"] in ("ArmiesGranted", "NeutralsMustered")]
    assert granted == [armies] * 3
    assert [match.state.stock[seat] for seat in range(2)] == [armies - 14] * 2
    assert edition_state(match.table).army.stock == armies - 14


@rule("classic.two_player.1")
def test_the_neutral_colour_is_a_third_one() -> None:
    match = Match.new("classic", 2, chance=ScriptedChance([*faces(6, 5), *PILES]))
    match.play(TakeColour("black"))
    match.play(TakeColour("red"))
    assert match.awaited == [1]
    assert set(match.actions()) == {TakeColour("green"), TakeColour("blue"), TakeColour("yellow")}
    refused(match, TakeColour("red"), "colour.free", "classic.two_player.1")
    refused(match, Pass(), "turn.not_now", "classic.two_player.1")
    match.play(TakeColour("blue"))
    assert happened(match)[0] == fact("NeutralColourChosen", colour="blue")
    assert match.game.colours[edition_state(match.table).army.colour] == "blue"


@rule("classic.two_player.1", "classic.godstorm.colours")
def test_the_neutral_colour_of_the_ancient_earth_is_from_its_own_box() -> None:
    match = Match.new("classic_ancient", 2, chance=ScriptedChance([*faces(6, 5), *PILES]))
    match.play(TakeColour("garnet"))
    match.play(TakeColour("purple"))
    assert set(match.actions()) == {TakeColour("green"), TakeColour("blue"), TakeColour("brown")}
    refused(match, TakeColour("black"), "colour.free", "classic.two_player.1")


@rule("classic.two_player.2", "classic.two_player.3", "classic.two_player.4", "classic.two_player.6")
@pytest.mark.parametrize(("board", "places"), [("classic", EARTH), ("classic_ancient", ANCIENT)])
def test_three_piles_of_fourteen_with_an_army_on_each(board: str, places: list[str]) -> None:
    match = coloured(2, board, luck=PILES)
    assert [places_of(match, holder) for holder in (0, 1, None)] == [places[:14], places[14:28], places[28:]]
    assert all(match.armies(place) == 1 for place in places)
    assert list(match.state.cards) == [DECK] * 44  # jokers included, once the deal is over
    luck = tuple([41, 0, 39] + [0] * 39)
    other = coloured(2, board, luck=luck)
    assert places_of(other, 0)[:1] + places_of(other, 0)[-2:] == [places[0], places[40], places[41]]


@rule("classic.two_player.5", "classic.godstorm.two.placing")
@pytest.mark.parametrize(("board", "goes"), [("classic", 13), ("classic_ancient", 8)])
def test_two_own_armies_and_a_neutral_one_in_turns(board: str, goes: int) -> None:
    match = coloured(2, board, luck=PILES)
    mine, theirs, neutral = (places_of(match, holder) for holder in (0, 1, None))
    assert set(match.actions()) == {Place(p, n) for p in mine for n in (1, 2)}
    refused(match, Place(theirs[0], 1), "muster.own_places", "classic.two_player.5")
    refused(match, Place(mine[0], 3), "muster.pairs", "classic.two_player.5")
    refused(match, Place(neutral[0], 1), "muster.neutral_last", "classic.two_player.5")
    refused(match, Pass(), "turn.not_now", "classic.two_player.5")
    match.play(Place(mine[0], 1))
    assert set(match.actions()) == {Place(p, 1) for p in mine}
    refused(match, Place(neutral[0], 1), "muster.neutral_last", "classic.two_player.5")
    match.play(Place(mine[1], 1))
    assert match.awaited == [0]
    assert set(match.actions()) == {Place(p, 1) for p in neutral}
    refused(match, Place(neutral[0], 2), "muster.pairs", "classic.two_player.5")
    match.play(Place(neutral[0], 1))
    assert happened(match) == [fact("NeutralsPlaced", place=neutral[0], armies=1)]
    assert match.awaited == [1]
    done: Counter[int] = Counter({0: 1})
    while match.state.round == 0:
        seat = match.awaited[0]
        match.play(Place(places_of(match, seat)[0], 2))
        match.play(Place(neutral[0], 1))
        done[seat] += 1
    assert done == {0: goes, 1: goes}
    assert match.armies(neutral[0]) == 1 + 2 * goes
    assert edition_state(match.table).army.stock == 0
    assert (match.state.turn, match.state.round) == (0, 1)


def test_a_two_player_game_begins_where_the_die_says() -> None:
    match = coloured(2, dice=(3, 3, 1, 4), luck=PILES)
    assert match.awaited == [1]
    assert match.state.first == 1
    goes = []
    while match.state.round == 0:
        goes.append(match.awaited[0])
        match.play(Place(places_of(match, match.awaited[0])[0], 2))
        match.play(next(match.actions()))
    assert goes == [1, 0] * 13
    assert match.awaited == [1]


@rule("classic.two_player.5")
def test_the_last_armies_too_may_be_placed_one_by_one() -> None:
    """A single army left in the stock is placed on the seat's own land before the neutral one."""
    match = coloured(2, luck=PILES)
    neutral = places_of(match, None)
    while match.state.round == 0:
        mine = places_of(match, match.awaited[0])
        for _ in range(2):
            assert {action.place for action in match.actions() if isinstance(action, Place)} == set(mine)
            match.play(Place(mine[0], 1))
        assert set(match.actions()) == {Place(place, 1) for place in neutral}
        match.play(Place(neutral[0], 1))
    assert (match.state.stock[1], edition_state(match.table).army.stock) == (0, 0)
    assert match.armies(neutral[0]) == 27


@rule("classic.two_player.5")
@pytest.mark.parametrize(
    ("mine", "neutral_ones", "last"), [(1, 0, ["own"]), (0, 1, ["neutral"]), (1, 1, ["own", "neutral"])]
)
def test_an_army_more_is_placed_in_a_go_of_its_own(mine: int, neutral_ones: int, last: list[str]) -> None:
    """A seat with one army more places it after the others have run out, without empty turns in between."""
    match = coloured(2, luck=PILES)
    own, neutral = places_of(match, 0), places_of(match, None)
    match.table.note(ArmiesGranted(0, mine, "muster.stock"))
    edition_state(match.table).army.stock += neutral_ones
    for _ in range(26):  # thirteen turns each, as before
        match.play(Place(places_of(match, match.awaited[0])[0], 2))
        match.play(Place(neutral[0], 1))
    for kind in last:
        assert (match.state.round, match.awaited) == (0, [0])
        places = own if kind == "own" else neutral
        assert {action.place for action in match.actions() if isinstance(action, Place)} == set(places)
        match.play(Place(places[0], 1))
    assert match.state.round == 1
    assert (match.armies(own[0]), match.armies(neutral[0])) == (27 + mine, 27 + neutral_ones)
