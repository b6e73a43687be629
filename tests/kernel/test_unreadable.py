"""Invalid input gets an error that names the part and the reason: positions, records of facts, actions."""

import pickle
import re
import tracemalloc
from typing import Any

import pytest

from kamchatka import Match, Problem, Stop
from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.edges.record import read_fact
from kamchatka.kernel.edges.wire import Trade, decode, inner
from kamchatka.kernel.facts import ArmiesPlaced, GameEnded
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.rules.reinforce import Reinforcing
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import view
from tests.kernel.test_notation import GAME, GOLDEN, OPTIONS, change_word, without
from tests.rules.risk2210.scene import scene

STOPPED = change_word("ending", "referee.stop")


# ------------------------------------------------------------------ positions
@pytest.mark.parametrize(
    ("line", "part", "says"),
    [
        ("modern/4", "places", "“”"),
        ("modern/4/4 a1", "edition/seats", "“modern/4/4”"),
        (GOLDEN.replace("modern/4 ", "modern/4  "), "places", "“”"),
        (GOLDEN.replace("a4", "e4"), "places", "“e4”"),
        (GOLDEN.replace("a4", "xa4"), "places", "“xa4b1b1"),
        (without("turn"), "position", "“no 'turn'”"),
        (change_word("ending", "a=b"), "position", "“ending=a=b”"),
        (change_word("winners", "16"), "position", "“winners=16, asked=4”"),
        (change_word("hands", "siam"), "position", "“hands=siam”"),
        (change_word("order", "0,1,2"), "position", "“order=0,1,2”"),
        (change_word("stock", "1,2,3"), "position", "“3 ≠ 4”"),
        (change_word("hands", "peru,peru|||siam"), "cards", "“peru,peru”"),
        (change_word("hands", "peru,joker_1|||peru"), "cards", "“peru”"),
        (change_word("discards", "china,siam"), "cards", "“china,siam”"),
        (change_word("hands", "peru,joker_1|brazil||siam"), "cards", "“brazil”"),
        (change_word("agenda", '[{"frame":"Turn","step":"Turns","phase":2,"seat":0}]'), "position", "“step=Turns”"),
        (GOLDEN.replace("a4", "a1000000001"), "places", "“a1000000001”"),
        (GOLDEN.replace("a4", "a" + "4" * 5000), "places", "“a444444444444444…”"),
        (re.sub(r" agenda=\S*", " agenda={}", STOPPED), "position", "“Expected `array`"),
    ],
)
def test_a_line_that_is_no_position_says_where(line: str, part: str, says: str) -> None:
    with pytest.raises(Problem) as raised:
        parse_position(GAME, line)
    assert f"({part}): {says}" in raised.value.text("en")


def test_reading_leaves_nothing_behind() -> None:
    """In either build, reading two thousand positions leaks no memory."""
    parse_position(GAME, GOLDEN)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(2000):
            parse_position(GAME, GOLDEN)
        assert tracemalloc.get_traced_memory()[0] - before < 40_000
    finally:
        tracemalloc.stop()


def test_where_pieces_go_with_armies_there_is_room_for_ten_thousand() -> None:
    """Where pieces move with armies, up to 10,000 armies are read; 16,384 would be taken for a commander."""
    match = scene("Recruit", energy={0: 9})
    first = re.search(r" ([a-h]\d+)", match.position())
    assert first
    for armies, is_read in ((10_000, True), (10_001, False), (16_384, False)):
        line = match.position().replace(first[1], f"{first[1][0]}{armies}", 1)
        if is_read:
            assert parse_position(match.game, line).armies[0] == armies
        else:
            with pytest.raises(Problem, match="places"):
                parse_position(match.game, line)


def test_a_game_that_was_called_off_is_read_back() -> None:
    """A game that was called off is read back: nobody is asked and nobody has won."""
    match = Match.from_position(GOLDEN, OPTIONS)
    match.play(Stop(), REFEREE)
    assert print_position(GAME, parse_position(GAME, match.position())) == match.position()
    assert " winners=0 " in match.position()


def test_of_what_an_edition_keeps_a_view_shows_a_question_mark_where_its_seat_may_not_look() -> None:
    match = scene("Recruit", kept={"japan": 1}, energy={0: 9})
    text = print_position(match.game, view(match.table, 0).state)
    extra = text.split(" extra=")[1].split(" ")[0]
    assert '"?"' in extra
    assert str(HIDDEN) not in text
    assert '"?"' not in match.position()
    assert print_position(match.game, parse_position(match.game, text)) == text


def test_in_views_of_former_versions_only_secrets_are_hidden() -> None:
    """In views of earlier versions -3 means hidden; where nothing is secret it is a number like any other."""
    frame = '[{"frame":"Reinforcing","step":"Reinforce","paid":true,"seat":0,"used":-3}]'
    line = re.sub(r" agenda=\S*", f" agenda={frame}", change_word("unseen", "peru")).replace("hands=peru,", "hands=")
    top = parse_position(GAME, line.replace("stock=0,", "stock=3,")).agenda[-1]
    assert isinstance(top, Reinforcing)
    assert top.used == -3


# ------------------------------------------------------------------ records
LARGE = 2**62


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"fact": "GameEnded", "winners": [0, -1], "clause": "x"}, "“GameEnded” has wrong fields: [0, -1]."),
        ({"fact": "GameEnded", "winners": [62], "clause": "x"}, "“GameEnded” has wrong fields: [62]."),
        ({"fact": "GameEnded", "winners": [1], "clause": 7}, "“GameEnded” has wrong fields: clause=7."),
        ({"fact": "GameEnded", "winners": [1], "mood": "x"}, "“GameEnded” has wrong fields: mood='x'."),
        ({"fact": "Opened", "frame": 7}, "“Opened” has wrong fields: frame=7."),
        ({"fact": "ArmiesPlaced", "seat": 0, "place": "peru", "armies": LARGE}, f"wrong fields: armies={LARGE}."),
        ({"fact": "ArmiesPlaced", "seat": 0, "place": "peru", "armies": HIDDEN}, f"wrong fields: armies={HIDDEN}."),
    ],
)
def test_a_record_that_is_none_says_which_field(data: dict[str, Any], says: str) -> None:
    with pytest.raises(Problem) as raised:
        read_fact(GAME, data)
    assert says in raised.value.text("en")


def test_the_largest_numbers_are_read() -> None:
    placed = read_fact(GAME, {"fact": "ArmiesPlaced", "seat": 0, "place": "peru", "armies": LARGE - 1})
    assert isinstance(placed, ArmiesPlaced)
    assert placed.armies == LARGE - 1
    ended = read_fact(GAME, {"fact": "GameEnded", "winners": [61], "clause": "x"})
    assert isinstance(ended, GameEnded)
    assert ended.winners == 1 << 61


# ------------------------------------------------------------------ actions
def test_an_action_that_cannot_be_read_says_why() -> None:
    with pytest.raises(Problem, match=r"^This action cannot be read: .*`place`"):
        decode('{"act": "place", "armies": 3}')


def test_cards_that_are_in_no_set_are_named() -> None:
    booklet = EDITIONS["risk2210"]
    game = booklet.game(booklet.table_rules({}))
    with pytest.raises(Problem) as raised:
        inner(game, Trade((game.cards[70], game.cards[71])))
    assert raised.value.text("en") == f"These are not played together: {game.cards[70]}, {game.cards[71]}."


# ------------------------------------------------------------------ problems themselves
def test_a_problem_comes_whole_out_of_another_process() -> None:
    problem = Problem("position.unreadable", "std.1", part="places", text="z4")
    again = pickle.loads(pickle.dumps(problem))
    assert (again.key, again.rule, again.fields) == (problem.key, problem.rule, problem.fields)
    assert repr(again) == repr(problem) == "Problem('position.unreadable', 'std.1')"
    assert str(again) == problem.text("en") == "This position cannot be read (places): “z4”."
