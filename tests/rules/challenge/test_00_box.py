"""The box: seats, values, the sixteen objectives, the options, and objectives of a table's own."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from kamchatka.editions import rulebook
from kamchatka.editions.challenge import CHALLENGE, PLANISPHERE, ChallengeRules, tournament
from kamchatka.editions.challenge.data import OBJECTIVES, ChallengeObjectivesFile
from kamchatka.journal import Player, Writer, new_header, new_match, read
from kamchatka.kernel.edges.wire import Attack, TakeColour
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.proof import prove
from tests.rulemark import rule
from tests.rules.challenge.scenes import COLOURS, VALUES, begun, marked, table
from tests.rules.modern.scene import ended
from tests.rules.modern.witness import PLACES, ZONES, impossible

OWN_DECK = "".join(f"[[objective]]\nnumber = {n}\nplaces = ['{place}']\n" for n, place in enumerate(PLACES[:5], 21))


def test_the_booklet_has_162_rules_and_15_options() -> None:
    """148 are enforced, eleven of them by the tournament desk; the others are facts, etiquette or advice."""
    book = rulebook("challenge")
    assert len(book.rules) == 162
    assert sum(one.is_enforced for one in book.rules) == 148
    assert sum(one.phase == "tournament" for one in book.rules) == 13
    assert len(book.options) == 15


def test_every_option_of_the_booklet_is_a_field_with_the_same_default() -> None:
    """The struct of table rules and the booklet have the same options and defaults."""
    fields = {field.name: field.default for field in msgspec.structs.fields(ChallengeRules)}
    assert fields == {option.name: option.default for option in CHALLENGE.rulebook.options}


@pytest.mark.parametrize("name", ["victory_prize", "discards"])
def test_what_a_tournament_settles_is_no_option_of_a_game(name: str) -> None:
    """Prizes and discards belong to an event; for a single table they are unknown options."""
    with pytest.raises(Problem, match=f"There is no option “{name}”: choose among kingmaker, "):
        Match.new("challenge", 4, {name: 1}, seed=1)


def test_a_game_kept_with_options_of_a_tournament_still_opens(tmp_path: Path) -> None:
    """An old journal that names them in its header opens and continues, and its dice are verified."""
    agreed = {"victory_prize": 100, "discards": 2, "army_cap": 120}
    header = new_header("challenge", agreed, tuple(Player(name) for name in "abc"), b"0" * 16)
    match, file = new_match(header), tmp_path / "old.jsonl"
    match.play(next(match.actions()))
    writer = Writer(file, header)
    for entry in match.entries:
        writer.write(match.game, entry)
    writer.file.close()
    kept = read(file)
    assert kept.match.rules.non_defaults() == {"army_cap": 120}
    assert kept.match.position() == match.position()
    kept.match.play(next(kept.match.actions()))
    assert prove(kept).strays is None


@rule("rtu.0.3")
@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 6, 7])
def test_three_to_five_may_play(seats: int) -> None:
    """Three, four or five players can start a game; other numbers are refused with the reason."""
    assert [Match.new("challenge", fine).seats for fine in (3, 4, 5)] == [3, 4, 5]
    with pytest.raises(Problem) as caught:
        Match.new("challenge", seats)
    assert caught.value.rule == "rtu.0.3"
    one = abs(seats) == 1
    assert caught.value.text("en") == f"{seats} {'seat' if one else 'seats'} will not do: this game is for 3 to 5."


@rule("rtu.1.1")
def test_the_board_has_42_valued_territories_in_six_continents() -> None:
    """Each territory with its value."""
    board = Match.new("challenge", 3, seed=1).game.board
    assert (len(board.places), len(set(board.zone)), min(board.value) > 0) == (42, 6, True)


@rule("rtu.1.1")
def test_a_place_that_is_not_on_the_board_is_a_problem_with_its_rule() -> None:
    """The error quotes the rule about the board."""
    match = table({"siam": (0, 4)})
    impossible(match, Attack("siam", "atlantis", 3), "There is no place called “atlantis”.", "rtu.1.1")


@rule("rtu.values.1")
def test_values_total_164_and_equal_the_number_of_neighbours() -> None:
    """The booklet's table of values is a checksum of the board."""
    board = PLANISPHERE.board()
    assert sum(VALUES.values()) == 164
    assert all(board.value[place] == board.first[place + 1] - board.first[place] for place in range(42))
    assert (min(VALUES.values()), max(VALUES.values())) == (2, 7)
    assert (VALUES["china"], VALUES["middle_east"], VALUES["argentina"], VALUES["alaska"]) == (7, 6, 2, 3)
    totals = {zone: sum(VALUES[place] for place in places) for zone, places in ZONES.items()}
    assert totals == {"north_america": 35, "south_america": 12, "europe": 32, "africa": 23, "asia": 51, "oceania": 11}


@rule("rtu.1.4")
def test_the_deck_has_a_card_a_territory_and_two_jokers() -> None:
    """The deck has fourteen cards of each weapon; a joker shows no territory."""
    assert Counter(face.kind for face in CHALLENGE.faces) == {"infantry": 14, "cavalry": 14, "cannon": 14, "joker": 2}
    assert [face.place for face in CHALLENGE.faces] == [*PLACES, None, None]
    assert Match.new("challenge", 3, seed=1).game.cards == [*PLACES, "joker_1", "joker_2"]


@rule("rtu.1.8")
def test_there_are_armies_of_five_colours() -> None:
    """The first player may take any colour in the box; there is no sixth."""
    match = begun(6, 5, 4, seats=3, luck=[0] * 50)
    assert set(match.actions()) == {TakeColour(colour) for colour in COLOURS}


# ------------------------------------------------------------------ objectives
@rule("rtu.1.5")
def test_there_are_sixteen_objectives_named_by_number() -> None:
    """The sixteen objectives are numbered one to sixteen and have no nicknames."""
    assert [card.number for card in OBJECTIVES.cards] == list(range(1, 17))
    assert [card.id for card in OBJECTIVES.cards] == [f"objective_{n}" for n in range(1, 17)]
    for card, named in zip(OBJECTIVES.cards, CHALLENGE.objectives, strict=True):
        assert named.it.startswith(f"n. {card.number}: ")
        assert named.en.startswith(f"no. {card.number}: ")


@rule("rtu.objectives.1")
@pytest.mark.parametrize("card", OBJECTIVES.cards, ids=lambda card: card.id)
def test_every_objective_totals_86_points(card: object) -> None:
    """The sum is a checksum of the sixteen cards; each card is a connected shape of 20 to 23 places."""
    places = marked(card.number)  # type: ignore[attr-defined]
    assert sum(VALUES[place] for place in places) == 86
    assert 20 <= len(places) <= 23
    board, reached = PLANISPHERE.board(), {PLACES.index(places[0])}
    wanted = {PLACES.index(place) for place in places}
    for _ in wanted:
        reached |= {b for b in wanted if any(board.adjacent(a, b) for a in reached)}
    assert reached == wanted


def test_all_objectives_differ() -> None:
    """No card is in the deck twice; twelve of them contain the Middle East."""
    cards = [tuple(marked(n)) for n in range(1, 17)]
    assert len(set(cards)) == 16
    assert sum("middle_east" in card for card in cards) == 12


def test_an_objective_is_read_as_continents_and_territories() -> None:
    """Whole continents come first, by name, then the remaining territories."""
    names = {named.id: named for named in CHALLENGE.objectives}
    assert names["objective_13"].en == "no. 13: North America, Asia"
    assert names["objective_9"].it == "n. 9: Europa, Asia, Indonesia"
    assert names["objective_9"].en == "no. 9: Europe, Asia, Indonesia"


# ------------------------------------------------------------------ a table's own deck
@rule("rtu.objectives.1")
def test_a_table_may_play_with_its_own_objectives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another file of the same form is another deck: its cards are dealt and can be won with."""
    edition = tournament(msgspec.toml.decode(OWN_DECK, type=ChallengeObjectivesFile))
    monkeypatch.setattr("kamchatka.match.recording.find_edition", lambda name: edition)
    assert [named.en for named in edition.objectives][:2] == ["no. 21: Alaska", "no. 22: Northwest Territories"]
    match = table({"alaska": (0, 3)}, objectives={0: "objective_21"})
    assert ended(match) == ([0], "rtu.8.2a")
