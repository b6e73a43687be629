"""A position in one line: printed lines are read back, and any other line is a Problem."""

import json
import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamchatka import Attack, Match, Problem
from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import parse_position, print_position
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.view import ONLOOKER, view
from tests.kernel.mutants_of_positions import mutants, shelf
from tests.kit import position
from tests.teaching.scene import game

MUTANTS = 400
OPTIONS = {"ending": "time_attack_cards"}
GAME = EDITIONS["modern"].game(EDITIONS["modern"].table_rules(OPTIONS))


def battle() -> Match:
    """Return a battle in which the defender is asked."""
    match = position(
        {"alaska": (0, 4), "kamchatka": (2, 3)},
        hands={0: ["peru", "joker_1"], 3: ["siam"]},
        discards=["china"],
        colours=["blue", "red", "green", "black"],
        objectives={0: "destroy_red", 2: "eighteen_territories"},
        options=OPTIONS,
    )
    match.play(Attack("alaska", "kamchatka", 3))
    return match


GOLDEN = (
    "modern/4 a4b1b1b1b1b1b1b1b1/b1b1b1b1/b1b1b1b1b1b1b1/b1b1b1b1b1b1/b1b1b1b1c3b1b1b1b1b1b1b1/b1b1b1b1 first=0 "
    "turn=0 round=5 conquests=0 reshuffles=0 winners=0 order=0,1,2,3 ending= stock=0,0,0,0 out=-1,-1,-1,-1 "
    "colours=blue,red,green,black objectives=destroy_red,-,eighteen_territories,- hands=peru,joker_1|||siam "
    "discards=china unseen= held=2,0,0,1 "
    'agenda=[{"frame":"Turn","step":"Turns","phase":2,"seat":0},{"frame":"PlainFrame","step":"Combat","seat":0},{'
    '"frame":"Battle","step":"Defence","dice":3,"seat":2,"source":"alaska","target":"kamchatka"}] extra=[[0,-1,0,0,0]]'
)


def test_the_line_reads_as_the_module_says() -> None:
    assert battle().position() == GOLDEN


def test_parse_gives_back_what_was_printed() -> None:
    state = parse_position(GAME, GOLDEN)
    assert print_position(GAME, state) == GOLDEN
    match = battle()
    for row in ("owner", "armies", "cards", "lands", "held", "stock", "hand", "objective", "colour", "out_by"):
        assert list(getattr(state, row)) == list(getattr(match.state, row)), row
    for mark in ("seats", "fallen", "first", "turn", "round", "conquests", "reshuffles", "winners", "over", "ending"):
        assert getattr(state, mark) == getattr(match.state, mark), mark
    assert state.edition_state.rows() == match.state.edition_state.rows()


def test_eliminations_and_endings_are_read_back() -> None:
    match = battle()
    match.state.out_by[1] = 3
    match.state.fallen = 1
    for ending in ("", "end.points"):
        match.state.ending, match.state.over, match.state.winners = ending, ending != "", 5 if ending else 0
        state = parse_position(GAME, match.position())
        assert (list(state.out_by), state.fallen) == ([-1, 3, -1, -1], 1)
        assert (state.ending, state.over, state.winners) == (ending, ending != "", 5 if ending else 0)


def test_views_can_be_printed_and_read_too() -> None:
    match = battle()
    for seat in (ONLOOKER, 0, 2, 3):
        text = print_position(GAME, view(match.table, seat).state)
        assert print_position(GAME, parse_position(GAME, text)) == text
        assert ("joker_1" in text.split(" hands=")[1].split(" ")[0]) == (seat == 0)
        assert ("destroy_red" in text) == (seat == 0)


def test_nobodys_places_and_numbers_of_an_extra() -> None:
    played = game()
    table = played.start(3, FastChance(3))
    play_out(played, table, FastChance(1), 60)
    table.state.owner[2] = -1
    text = print_position(played, table.state)
    assert re.match(r"teaching/3 ([abc.]\d+){2}\.\d+/([abc.]\d+){3} first=", text)
    assert f"extra={str(table.state.edition_state.rows()).replace(' ', '')}" in text


def without(word: str) -> str:
    """Return the golden line without one word."""
    return re.sub(rf" {word}=\S*", "", GOLDEN)


def change_word(word: str, value: str) -> str:
    """Return the golden line with one changed word."""
    assert f" {word}=" in GOLDEN
    return re.sub(rf" {word}=\S*", f" {word}={value}", GOLDEN)


def battle_frame(frame: str = "Battle", step: str = "Defence", seat: str = "1", source: str = '"alaska"') -> str:
    """Return the golden line with another battle on its agenda."""
    fields = f'"seat":{seat},"source":{source},"target":"peru","dice":1'
    return change_word("agenda", f'[{{"frame":"{frame}","step":"{step}",{fields}}}]')


WORDS = re.findall(r" (\w+)=", GOLDEN)
MALFORMED = [
    "",
    " ",
    "modern",
    "modern/",
    "modern/0",
    "modern/9",
    "modern/x",
    "modern/4",
    "teaching/3 a1",
    "modern/-4 ",
    "modern/²",
    "modern/44444444444444444444444",
    GOLDEN.replace("modern/4", "modern/3"),
    GOLDEN.replace("a4", "z4"),
    GOLDEN.replace("a4", "a"),
    GOLDEN.replace("a4", "a-4"),
    GOLDEN.replace("a4", "h4"),
    GOLDEN.replace("a4", "a4b1"),
    GOLDEN.replace("a4", "a99999999999999999999999"),
    GOLDEN.replace("a4", "a" + "9" * 5000),
    *(without(word) for word in WORDS),
    *(change_word(word, "x") for word in WORDS if word != "ending"),
    change_word("turn", "4"),
    change_word("turn", "-2"),
    change_word("turn", "9999999999999999999999"),
    change_word("first", "7"),
    change_word("out", "-1,-1,-1"),
    change_word("out", "-1,9,-1,-1"),
    change_word("winners", "-1"),
    change_word("winners", "16"),
    change_word("round", "1e3"),
    change_word("stock", "1,2,3"),
    change_word("stock", "1,2,3,4,5"),
    change_word("stock", "a,b,c,d"),
    change_word("order", "0,1,2"),
    change_word("order", "0,1,2,2"),
    change_word("order", "1,2,3,4"),
    change_word("colours", "pink,-,-,-"),
    change_word("colours", "red"),
    change_word("objectives", "peace,-,-,-"),
    change_word("hands", "|||||siam"),
    change_word("hands", "siam"),
    change_word("hands", "ace|||"),
    change_word("held", "x,0,0,0"),
    change_word("agenda", ""),
    change_word("agenda", "[]"),
    change_word("agenda", "{}"),
    change_word("agenda", "[1]"),
    change_word("agenda", "[{}]"),
    change_word("agenda", '[{"frame":"Frame","step":"Defence","seat":1}]'),
    battle_frame(step="Lunch"),
    battle_frame(frame="Lunch"),
    battle_frame(source="3"),
    battle_frame(source='"mu"'),
    battle_frame(seat="9"),
    battle_frame(seat="-1"),
    battle_frame(seat='"x"'),
    battle_frame(step="Turns", seat="-1"),
    change_word("extra", "7"),
    change_word("extra", "[]"),
    change_word("extra", "[[1]]"),
    change_word("extra", '[["a","b","c","d","e"]]'),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_what_was_never_printed_is_a_problem(text: str) -> None:
    with pytest.raises(Problem) as raised:
        parse_position(GAME, text)
    assert raised.value.text("it")
    assert raised.value.text("en")
    assert raised.value.text("it") != raised.value.text("en")


@pytest.mark.parametrize("text", MALFORMED)
def test_a_match_from_it_is_a_problem_too(text: str) -> None:
    with pytest.raises(Problem):
        Match.from_position(text, OPTIONS)


def test_the_problem_shows_the_part_that_is_wrong() -> None:
    for text, it, en in (
        ("risk/4 a1", "Questa posizione non si legge (edition/seats): «risk/4».", "(edition/seats): “risk/4”."),
        (GOLDEN.replace("a4", "z4"), "(places)", "This position cannot be read (places): “"),
        (change_word("turn", "x"), "(position)", "invalid literal for int() with base 10: 'x'"),
        (change_word("turn", "7"), "seat=7", "seat=7"),
    ):
        with pytest.raises(Problem) as raised:
            parse_position(GAME, text)
        assert it in raised.value.text("it")
        assert en in raised.value.text("en")


@settings(derandomize=True, max_examples=400)
@given(st.data())
def test_a_mutated_line_is_read_or_is_a_problem_never_a_crash(data: st.DataObject) -> None:
    text = GOLDEN
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        patch = data.draw(st.text(alphabet='abz09-.,|/={}[]"? \n²é', max_size=4))
        text = text[:start] + patch + text[end:]
    try:
        state = parse_position(GAME, text)
    except Problem:
        return
    again = parse_position(GAME, print_position(GAME, state))
    assert print_position(GAME, again) == print_position(GAME, state)


@pytest.mark.parametrize("name", sorted({line.partition("/")[0] for line, _ in shelf()}))
def test_what_is_almost_a_position_is_one_or_a_problem(name: str) -> None:
    """Mutated lines are read as a position or raise a Problem, nothing else."""
    lines = [line for line, _ in shelf() if line.startswith(f"{name}/")]
    booklet = EDITIONS[name]
    game, read = booklet.game(booklet.table_rules({}, kept=True)), 0
    for line in islice(mutants(17, lines), MUTANTS):
        try:
            parse_position(game, line)
            read += 1
        except Problem:
            continue
    assert 0 < read < MUTANTS


@pytest.mark.parametrize(
    ("frame", "step"), [("Frame", "Turns"), ("Frame", "Preparation"), ("Turn", "Turns")], ids=lambda one: one
)
def test_a_step_that_asks_nobody_cannot_be_waited_for(frame: str, step: str) -> None:
    """A line that waits for a step which asks nobody is invalid, as no such line is ever printed."""
    line = print_position(GAME, battle().state)
    fields = {"frame": frame, "step": step, "seat": 0, **({"phase": 1} if frame == "Turn" else {})}
    with pytest.raises(Problem, match="position"):
        parse_position(GAME, re.sub(r"agenda=\S+", f"agenda=[{json.dumps(fields, separators=(',', ':'))}]", line))


def test_a_text_nested_too_deep_is_no_position() -> None:
    line = print_position(GAME, battle().state)
    for word in ("agenda", "extra"):
        with pytest.raises(Problem):
            parse_position(GAME, re.sub(rf"{word}=\S+", f"{word}={'[' * 100_000}", line))
