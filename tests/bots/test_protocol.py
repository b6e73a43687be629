"""The bot protocol: our bots answer any program's questions; outside programs play at our tables or forfeit."""

import json
import random
import re
import sys
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from kamchatka.arena import Plan, outcomes
from kamchatka.bots.marshal.bot import MarshalBot
from kamchatka.cli import app
from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.wire import decode, encode, inner, outer
from kamchatka.kernel.options import Options
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.state import DISCARD, NOBODY
from kamchatka.match import Match
from kamchatka.players import bot
from kamchatka.players.protocol.described import state_of
from kamchatka.players.protocol.messages import BRIEF, LONGEST, Described, Question, lines_of
from kamchatka.players.protocol.narrowing import narrow_options
from kamchatka.players.protocol.outside import STRIKES, OutsideBot
from kamchatka.players.protocol.serve import COMPOSED, REMEMBERED, Desk, game_of, serve
from kamchatka.players.protocol.serve import position as position_of
from tests.kit import position
from tools.generate.decision_examples import MEANING, PAGE, DecisionExample, examples, page, rows_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
OWN = {"alaska": (0, 9)}


def ask(name: str, **question: object) -> dict[str, object]:
    """Send one question and return the answer as data."""
    (line,) = serve(name, [json.dumps(question).encode() + b"\n"])
    answer: dict[str, object] = json.loads(line)
    return answer


def describe_table(**told: object) -> dict[str, object]:
    """Return a table of the modern game in plain words, where four seats hold every fourth place."""
    table: dict[str, object] = {
        "seats": 4,
        "turn": 0,
        "round": 3,
        "phase": "attack",
        "objective": "asia_and_africa",
        "places": deal_places(4),
    }
    return table | told


def deal_places(seats: int, armies: int = 3) -> dict[str, object]:
    """Deal the places of the modern board to this number of seats."""
    places = edition("modern").sheets[0].places
    return {place.id: {"owner": n % seats, "armies": armies} for n, place in enumerate(places)}


def describe_battle(source: str, target: str, dice: int, phase: str = "defend") -> dict[str, object]:
    """Return the same table in a battle."""
    return describe_table(phase=phase, battle={"source": source, "target": target, "dice": dice})


@pytest.mark.parametrize("kind", ["position", "view"])
def test_a_position_or_a_view_gets_the_bots_action(kind: str) -> None:
    """A position or a view gets the same action as the bot chooses at our own table, with the request's id."""
    match = position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    state = match.state if kind == "position" else match.view(0).state
    own = bot("captain", match.game, 0).decide(match.view(0), match.options(0))
    answer = ask("captain", id=7, seat=0, edition="modern", **{kind: print_position(match.game, state)})
    assert answer == {"v": 1, "id": 7, "action": encode(outer(match.game, own))}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_is_answered(name: str) -> None:
    """Every edition is answered for twenty decisions from its first one."""
    match, desk = Match.new(name, edition(name).seats[1], seed=4), Desk("captain")
    for number in range(20):
        seat = match.awaited[0]
        view = print_position(match.game, match.view(seat).state)
        question = {"id": number, "seat": seat, "edition": name, "view": view}
        answer = desk.answer(json.dumps(question).encode())
        assert answer.error is None
        match.play(decode(msgspec.json.encode(answer.action)), seat)


@pytest.mark.parametrize(
    ("phase", "seat", "acts", "more"),
    [
        ("reinforce", 0, {"place"}, {"armies": 5}),
        ("attack", 0, {"attack", "pass"}, {}),
        ("move", 0, {"move", "pass"}, {}),
        ("occupy", 0, {"occupy"}, {"battle": {"source": "alaska", "target": "kamchatka", "dice": 1}}),
        ("defend", 2, {"defend"}, {"battle": {"source": "alaska", "target": "kamchatka", "dice": 2}}),
    ],
)
def test_a_table_described_in_plain_words(phase: str, seat: int, acts: set[str], more: dict[str, object]) -> None:
    """A bot answers a table described in plain words in every phase of a turn, whatever the game before."""
    answer = ask("captain", seat=seat, table=describe_table(phase=phase, **more))
    assert "error" not in answer, answer
    action = answer["action"]
    assert isinstance(action, dict)
    assert action["act"] in acts


@pytest.mark.parametrize("name", ["captain", "admiral"])
@pytest.mark.parametrize("told", ["before", "after"])
def test_the_last_conquest_is_occupied(name: str, told: str) -> None:
    """The last conquest is occupied whether the host lists the place as the loser's or already as the winner's."""
    places = deal_places(1) | {"kamchatka": {"owner": 2 if told == "before" else 0, "armies": 0}}
    battle = {"source": "alaska", "target": "kamchatka", "dice": 1}
    answer = ask(name, seat=0, table=describe_table(places=places, phase="occupy", battle=battle))
    assert "error" not in answer, answer
    action = answer["action"]
    assert isinstance(action, dict)
    assert action["act"] == "occupy"
    assert action["armies"] >= 1


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"seat": 0, "table": describe_table(), "rules": "house"}, "cannot be read"),
        ({"seat": 0}, "exactly one of position, view and table"),
        ({"seat": "north", "view": ""}, "This question cannot be read"),
        ({"seat": 0, "view": "modern/4 nonsense"}, "This position cannot be read"),
        ({"seat": 0, "v": 9, "view": ""}, "Protocol 9 is not known"),
        ({"seat": 0, "edition": "atlantis", "view": ""}, "no edition “atlantis”"),
        ({"seat": 3, "table": describe_table()}, "Seat 3 is asked nothing"),
        ({"seat": 9, "table": describe_table()}, "makes no sense (seat)"),
        ({"seat": 0, "table": describe_table(phase="tea")}, "makes no sense (phase)"),
        ({"seat": 0, "table": describe_table(phase="occupy")}, "makes no sense (battle)"),
        ({"seat": 0, "table": describe_table(places={})}, "makes no sense (places)"),
        ({"seat": 0, "table": describe_table(objective="peace")}, "no objective called “peace”"),
        ({"seat": 0, "table": describe_table(armies=2**70, phase="reinforce")}, "cannot be read"),
        ({"seat": 0, "table": describe_table(armies=300_000_000, phase="reinforce")}, "cannot be read"),
        ({"seat": 0, "table": describe_table(armies=-1, phase="reinforce")}, "cannot be read"),
        ({"seat": 0, "budget": 1e12, "table": describe_table()}, "cannot be read"),
        ({"seat": 0, "table": describe_table(hand=["alaska", "alaska"])}, "makes no sense (hand)"),
        ({"seat": 0, "table": describe_table(exchanges=3)}, "makes no sense (exchanges)"),
        ({"seat": 0, "table": describe_table(seats=2, places=deal_places(2))}, "2 seats"),
        ({"seat": 0, "table": describe_table(places=deal_places(1))}, "makes no sense (places)"),
        ({"seat": 0, "table": describe_table(seats=10_000)}, "10000 seats will not do"),
        ({"seat": 0, "table": describe_table(places=deal_places(4, 0))}, "makes no sense (alaska): “0, 0”"),
        (
            {"seat": 0, "table": describe_table(places={place: {"armies": 3} for place in deal_places(4)})},
            "makes no sense (places)",
        ),
        (
            {"seat": 0, "table": describe_table(places=deal_places(1) | {"alaska": {"armies": 3}})},
            "makes no sense (places)",
        ),
        ({"seat": 1, "table": describe_table(turn=3, places=deal_places(3))}, "makes no sense (turn): “3”"),
        ({"seat": 0, "table": describe_table(cards=[1, 0, 0, 0, 0], hand=["brazil"])}, "makes no sense (cards): “5”"),
        ({"seat": 0, "table": describe_table(cards=[2, 0, 0, 0], hand=["brazil"])}, "makes no sense (cards): “2 ≠ 1”"),
        ({"seat": 0, "table": describe_table(cards=[0, 30, 30, 30])}, "makes no sense (cards): “90”"),
        ({"seat": 0, "table": describe_table(colours=["red"] * 4)}, "makes no sense (colours): “red, red, red, red”"),
        ({"seat": 0, "table": describe_table(colours=["red", "blue"] * 3)}, "makes no sense (colours): “6”"),
        ({"seat": 2, "table": describe_battle("alaska", "china", 2)}, "makes no sense (battle): “alaska → china”"),
        (
            {"seat": 2, "table": describe_battle("kamchatka", "alaska", 2)},
            "makes no sense (battle): “kamchatka → alaska”",
        ),
        ({"seat": 0, "table": describe_battle("alaska", "alaska", 2)}, "makes no sense (battle): “alaska → alaska”"),
        ({"seat": 2, "table": describe_battle("alaska", "kamchatka", 0)}, "makes no sense (battle): “0, alaska 3”"),
        ({"seat": 2, "table": describe_battle("alaska", "kamchatka", 3)}, "makes no sense (battle): “3, alaska 3”"),
        (
            {"seat": 0, "table": describe_battle("alaska", "china", 2, "occupy")},
            "makes no sense (battle): “alaska → china”",
        ),
        (
            {"seat": 0, "table": describe_battle("alaska", "kamchatka", 9, "occupy")},
            "makes no sense (battle): “9, alaska 3”",
        ),
        ({"seat": 0, "actions": [{"act": "defend", "dice": 1}], "table": describe_table()}, "None of the actions"),
        ({"seat": 0, "actions": [{"act": "dance"}], "table": describe_table()}, "cannot be read"),
        ({"seat": 0, "edition": "risk2210", "table": describe_table()}, "send a position or a view"),
        ({"seat": 0, "edition": "godstorm", "table": describe_table()}, "send a position or a view"),
    ],
)
def test_a_bad_question_gets_a_sentence(question: dict[str, object], said: str) -> None:
    """An invalid request gets an error sentence, and the bot keeps answering."""
    answer = ask("captain", **question)
    assert said in str(answer["error"])
    assert "action" not in answer


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "x", "seat": "north", "view": ""}',
        b'{"id": "x", "seat": 0, "tea": 1}',
        b'{"id": "x", "seat": 0, "v": 2, "view": ""}',
        b'{"id": "x", "seat": 0}',
        b'{"seat": 0, "view": "modern/4", "id": "x"}',
    ],
)
def test_the_id_comes_back_with_whatever_was_wrong(line: bytes) -> None:
    """An error response carries the request's id, so that a host with several requests can tell them apart."""
    answer = Desk("cautious").answer(line)
    assert answer.error
    assert answer.id == "x"


def test_a_line_without_an_id_is_answered_without_one() -> None:
    for line in (b"tea", b'{"id": [1], "seat": 0}', b'{"id": "\xff"}', b'{"a":' * 100_000):
        assert Desk("cautious").answer(line).id is None


def test_a_line_too_long_is_not_read_and_the_next_one_is() -> None:
    """An overlong line is dropped without being stored, and the next line is read."""
    stream = BytesIO(b"x" * (3 * LONGEST + 5) + b"\n{}\n" + b"y" * LONGEST + b"\nlast")
    lines = list(lines_of(stream))
    assert [len(line) for line in lines] == [LONGEST + 1, 3, LONGEST + 1, 4]
    answers = [json.loads(line) for line in serve("cautious", lines)]
    assert "longer than 1048576 bytes" in answers[0]["error"]
    assert "required field" in answers[1]["error"]


@pytest.mark.parametrize("field", ["edition", "view", "position"])
def test_what_a_stranger_wrote_is_not_repeated_at_length(field: str) -> None:
    """An error quotes half a million hostile letters only briefly, in a readable line."""
    question = {"view": "", "seat": 0} if field == "edition" else {"seat": 0}
    answer = ask("cautious", **question | {field: "modern/4 " + "a1" * 250_000})
    assert len(str(answer["error"])) <= BRIEF


def test_games_of_many_options_are_forgotten_in_time() -> None:
    """A client that changes an option with every question can't fill the memory, as old games are dropped."""
    for minutes in range(1, COMPOSED + 9):
        game_of("modern", (("ending", "time_attack_clock"), ("time_limit_minutes", minutes)))
    assert game_of.cache_info().currsize <= COMPOSED


def test_a_budget_is_handed_to_a_bot_that_keeps_to_one() -> None:
    """A bot that keeps to a budget gets the budget of the question."""
    desk, match = Desk("marshal"), position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    view = print_position(match.game, match.view(0).state)
    assert desk.answer(json.dumps({"seat": 0, "view": view, "budget": 0.01}).encode()).error is None


def test_more_armies_than_any_game_has_are_no_position() -> None:
    """An impossible number of armies is rejected in our own notation too; evaluating it would take minutes."""
    match = position({"alaska": (0, 300_000_000)}, rest=(1, 2), objectives={0: "asia_and_africa"})
    answer = ask("captain", seat=0, view=print_position(match.game, match.view(0).state))
    assert "makes no sense (armies)" in str(answer["error"])


def test_a_bot_remembers_its_own_game_whatever_time_it_gets() -> None:
    """Each game has its own bot with its own memory, which stays the same when the budget changes."""
    desk, match = Desk("marshal"), position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    view = print_position(match.game, match.view(0).state)
    for number, (game, budget) in enumerate([("a", 0.01), ("a", 0.02), ("b", 0.01), ("a", 0.03)]):
        question = {"seat": 0, "view": view, "budget": budget, "game": game, "id": number}
        assert desk.answer(json.dumps(question).encode()).error is None
    bots = {key[0]: found for key, (_, found) in desk.bots.items()}
    assert list(bots) == ["b", "a"]
    assert bots["a"] is not bots["b"]
    assert isinstance(bots["a"], MarshalBot)
    assert bots["a"].budget.whole == 0.03


def test_there_is_an_end_to_the_games_that_are_remembered() -> None:
    desk, match = Desk("cautious"), position(OWN, rest=(1, 2))
    view = print_position(match.game, match.view(0).state)
    for game in range(REMEMBERED + 3):
        desk.answer(json.dumps({"seat": 0, "view": view, "game": game}).encode())
    assert len(desk.bots) == REMEMBERED
    assert (0, "modern", 0) not in desk.bots


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("kind", ["cautious", "captain"])
def test_a_bot_does_what_the_host_allows(name: str, kind: str) -> None:
    """A bot answers only with actions that the host offers, even if the host allows half of ours."""
    match, desk, luck = Match.new(name, edition(name).seats[1], seed=4), Desk(kind), random.Random(5)
    for number in range(60 if kind == "captain" else 200):
        if match.is_over:  # a small edition that only the tests have
            break
        seat = match.awaited[0]
        actions = [encode(outer(match.game, one)) for one in match.options(seat).expand()]
        listed = luck.sample(actions, (len(actions) + 1) // 2)
        view = print_position(match.game, match.view(seat).state)
        question = {"id": number, "seat": seat, "edition": name, "view": view, "actions": listed}
        answer = desk.answer(json.dumps(question).encode())
        assert answer.action in listed, answer.error
        match.play(decode(msgspec.json.encode(answer.action)), seat)


@pytest.mark.parametrize("name", EDITIONS)
def test_options_are_narrowed_to_exactly_what_is_listed(name: str) -> None:
    """Options are narrowed to exactly the listed actions, also in mixed groups; the original options don't change."""
    match, luck = Match.new(name, edition(name).seats[1], seed=2), random.Random(3)
    for _ in range(150):
        seat = match.awaited[0]
        offered = match.options(seat)
        actions = offered.expand()
        listed = luck.sample(actions, (2 * len(actions) + 2) // 3)
        assert keys(narrow_options(offered, [*listed, *listed])) == sorted(action.key() for action in listed)
        whole = narrow_options(offered, actions)
        assert keys(whole) == keys(offered)
        assert len(whole.ranges) == len(offered.ranges)
        match.play(outer(match.game, luck.choice(actions)), seat)


def keys(options: Options) -> list[tuple[int, ...]]:
    """Return the keys of all actions that may be chosen."""
    found = [action for action in options.expand() if options.allows(action)]
    return sorted(action.key() for action in found)


def test_a_place_just_taken_may_be_told_as_it_was_or_as_it_is() -> None:
    """A place just taken may be listed under its old or its new owner; the answer is the same."""
    battle = {"source": "alaska", "target": "kamchatka", "dice": 2}
    after = deal_places(4) | {"kamchatka": {"owner": 0, "armies": 0}, "alaska": {"owner": 0, "armies": 9}}
    before = after | {"kamchatka": {"owner": 2, "armies": 1}}
    answers = [
        ask("captain", seat=0, table=describe_table(phase="occupy", battle=battle, places=told))
        for told in (before, after)
    ]
    assert answers[0] == answers[1]
    assert "error" not in answers[0]


def test_the_exchanges_made_are_told() -> None:
    """The request includes the number of trades, which determines the value of the next set."""
    places = {place.id: {"owner": n % 3, "armies": 3} for n, place in enumerate(edition("original").sheets[0].places)}
    told = describe_table(seats=3, places=places, exchanges=5, objective=None)
    question = msgspec.convert({"seat": 0, "edition": "original", "table": told}, Question)
    state = position_of(game_of("original", ()), question)
    assert isinstance(state.edition_state, Tally)
    assert state.edition_state.exchanges == 5


def test_the_command_speaks_by_lines() -> None:
    """The command reads one request per line and skips empty lines; without --stdio it says what is missing."""
    match = position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    line = json.dumps({"seat": 0, "view": print_position(match.game, match.view(0).state)})
    result = CliRunner().invoke(app, ["bot", "cautious", "--stdio"], input=f"{line}\n\n{line}\n")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 2
    for words, said in ((["cautious"], "add --stdio"), (["genius", "--stdio"], "no bot “genius”")):
        failed = CliRunner().invoke(app, ["bot", *words, "--lang", "en"])
        assert failed.exit_code == 2
        assert said in failed.stderr


# ------------------------------------------------------------------ outside programs at our tables
def outside(tmp_path: Path, body: str, seconds: float = 60.0) -> OutsideBot:
    """Run a program of these lines in a seat."""
    path = tmp_path / "program.py"
    path.write_text("import json, sys\n" + body)
    game = position({}).game
    return OutsideBot(game, bot("cautious", game, 0), f"{sys.executable} {path}", seconds, starting=0.0)


ANSWERS = """
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "action": question["actions"][-1]}), flush=True)
"""


def test_an_outside_program_sees_what_its_seat_sees(tmp_path: Path) -> None:
    """An outside program gets its seat's view and the actions it may choose, and no secrets of other seats."""
    match = position(OWN, objectives={0: "asia_and_africa", 1: "destroy_red"}, hands={1: ["brazil"]})
    body = ANSWERS.replace("    print", "    assert 'destroy_red' not in line and 'brazil|' not in line\n    print", 1)
    program = outside(tmp_path, body)
    action = program.decide(match.view(0), match.options(0))
    assert action.key() == match.options(0).expand()[-1].key()
    assert program.close() == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('for line in sys.stdin: print(\'{"action": {"act": "defend", "dice": 9}}\', flush=True)', "not allowed"),
        ("for line in sys.stdin: print('tea', flush=True)", "This answer cannot be read"),
        ('for line in sys.stdin: print(\'{"error": "tired"}\', flush=True)', "no action (tired)"),
        ("sys.exit(3)", "the program is gone"),
    ],
)
def test_nonsense_and_death_forfeit_to_cautious(tmp_path: Path, body: str, said: str) -> None:
    """A bot that answers nonsense or dies is replaced by `cautious`; the game continues and the log says why."""
    match = position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    program = outside(tmp_path, body)
    action = program.decide(match.view(0), match.options(0))
    expected = bot("cautious", match.game, 0).decide(match.view(0), match.options(0))
    assert action.key() == expected.key()
    (sentence,) = program.close()
    assert said in sentence
    assert "decision 1" in sentence


def test_a_late_answer_is_a_forfeit_and_is_not_taken_for_the_next(tmp_path: Path) -> None:
    """A late answer forfeits and isn't mistaken for the next one, because its id differs."""
    body = """
first, second = (json.loads(sys.stdin.readline()) for _ in range(2))
for question, action in ((first, first["actions"][0]), (second, second["actions"][-1])):
    print(json.dumps({"id": question["id"], "action": action}), flush=True)
"""
    match = position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    program = outside(tmp_path, body, seconds=0.3)
    program.decide(match.view(0), match.options(0))
    program.seconds = 600.0
    assert program.decide(match.view(0), match.options(0)).key() == match.options(0).expand()[-1].key()
    (sentence,) = program.close()
    assert "no answer within 0.3 s" in sentence


def test_a_hopeless_program_is_asked_no_more(tmp_path: Path) -> None:
    """After the permitted number of forfeits the seat is left to `cautious`."""
    match = position(OWN, rest=(1, 2), objectives={0: "asia_and_africa"})
    program = outside(tmp_path, "for line in sys.stdin: print('tea', flush=True)")
    for _ in range(STRIKES + 5):
        program.decide(match.view(0), match.options(0))
    assert len(program.close()) == STRIKES


def test_the_python_example_plays_whole_games() -> None:
    """The Python example plays a whole game at an arena table without a forfeit."""
    plan = Plan.create("modern", {}, (f"exec:{sys.executable} {EXAMPLES / 'bold.py'}", "random", "random"), 2)
    (game,) = outcomes(plan, [0], 1)
    assert game.forfeits == ()


def test_a_program_that_ends_at_once_forfeits_and_the_arena_goes_on() -> None:
    """A program that exits at once loses its seat to the stand-in; the arena continues and reports it."""
    plan = Plan.create("modern", {}, (f"exec:{sys.executable} -c pass", "random", "random"), 2)
    (game,) = outcomes(plan, [0], 1)
    assert len(game.forfeits) == STRIKES
    assert "the program is gone" in game.forfeits[0]


def test_the_javascript_example_speaks_the_same_protocol() -> None:
    """The JavaScript example replies with v, id and a listed action; without node only its text is checked."""
    text = (EXAMPLES / "meek.js").read_text()
    assert "JSON.stringify({ v: 1, id: question.id, action })" in text


def test_a_program_that_does_not_start_is_a_problem() -> None:
    """A program that fails to start is a Problem before any game is played."""
    with pytest.raises(Exception, match="does not start"):
        Plan.create("modern", {}, ("exec:/nowhere/at/all", "random", "random"))


def test_inner_and_outer_agree_on_every_listed_action() -> None:
    """The actions listed for outside programs are exactly the legal ones."""
    match = position(OWN, rest=(1, 2))
    for action in match.options(0).expand():
        assert inner(match.game, outer(match.game, action)).key() == action.key()


# ------------------------------------------------------------------ all kinds of decisions
EVERY = list(examples())


def test_the_page_of_decisions_is_up_to_date() -> None:
    """`python -m tools.generate.decision_examples` writes docs/bot-decisions.md; every question has an answer."""
    assert PAGE.read_text(encoding="utf-8") == page()
    assert [each.steps for each in EVERY if not each.answer.startswith("{")] == []
    assert {each.edition for each in EVERY} == set(EDITIONS)


PLAIN = [each for each in EVERY if not game_of(each.edition, ()).kinds]


@pytest.mark.parametrize("kind", ["cautious", "captain"])
@pytest.mark.parametrize("each", PLAIN, ids=lambda each: f"{each.edition}-{'-'.join(each.steps)}")
def test_every_decision_may_be_asked_as_a_table(each: DecisionExample, kind: str) -> None:
    """Each decision on the page, asked as a table with its agenda and `extra`, gets the same answer as a view."""
    asked = {"seat": each.question.seat, "edition": each.edition, "options": each.question.options}
    by_view = ask(kind, **asked, view=each.question.view)
    assert "error" not in by_view
    assert ask(kind, **asked, table=as_table(each)) == by_view


def as_table(each: DecisionExample) -> dict[str, object]:
    """Return a decision as a host would describe it."""
    game = game_of(each.edition, tuple(sorted(each.question.options.items())))
    state, seat = position_of(game, each.question), each.question.seat
    turn = int(state.turn) if state.turn != NOBODY else seat
    table: dict[str, object] = {
        "seats": int(state.seats),
        "turn": turn,
        "order": [int(other) for other in state.order],
        "round": int(state.round),
        "conquests": int(state.conquests),
        "armies": int(state.stock[turn]),
        "agenda": json.loads(each.agenda),
        "hand": [name for n, name in enumerate(game.cards) if state.cards[n] == seat],
        "discards": [name for n, name in enumerate(game.cards) if state.cards[n] == DISCARD],
        "cards": [int(number) for number in state.hand],
        "extra": json.loads(each.told or "{}"),
        "places": {
            name: {"armies": int(state.armies[n])}
            | ({"owner": int(state.owner[n])} if state.owner[n] != NOBODY else {})
            for n, name in enumerate(game.board.places)
        },
    }
    if state.first != NOBODY:
        table["first"] = int(state.first)
    if state.objective[seat] >= 0:
        table["objective"] = game.objectives[state.objective[seat]]
    if min(state.colour) >= 0:
        table["colours"] = [game.colours[colour] for colour in state.colour]
    return table


def test_the_page_says_what_every_note_is() -> None:
    """The page explains every note of an edition, and no other."""
    assert {field for name in EDITIONS for row in rows_of(name) for field in row.fields} == set(MEANING)


def test_the_question_on_the_page_is_answered() -> None:
    """The complete request shown in docs/bot-protocol.md gets an answer."""
    blocks = re.findall(r"```json\n(.*?)```", (EXAMPLES.parents[1] / "docs" / "bot-protocol.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        (answer,) = serve("captain", [block.replace("\n", " ").encode()])
        assert "action" in json.loads(answer), answer


def test_a_table_tells_how_near_the_end_is() -> None:
    """A table states its remaining length in the edition's own notes, and how many trios a turn may still trade."""
    places = {name: {"owner": n % 4, "armies": 3} for n, name in enumerate(game_of("challenge", ()).board.places)}
    told = {"seats": 4, "turn": 0, "round": 11, "phase": "attack", "places": places}
    table = msgspec.convert(told | {"extra": {"last_round": 12, "threshold": 5, "opener": 2}}, Described)
    own = state_of(game_of("challenge", ()), table, 0).edition_state.rows()[0]
    assert own[:3] == [12, 2, 5]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"extra": {"tea": 5}}, "notes no “tea”"),
        ({"extra": {"last_round": -1}}, "makes no sense (last_round)"),
        ({"extra": {"last_round": -2}}, "cannot be read"),
        ({"extra": {"duel": 2}}, "makes no sense (extra)"),
        ({"extra": {"duel_source": "atlantis"}}, "no place called “atlantis”"),
        ({"extra": {"opener": -2}}, "cannot be read"),
        ({"first": 4}, "makes no sense (first)"),
        ({"order": [0, 1, 2, 2]}, "makes no sense (order)"),
        ({"order": [0, 1, 2]}, "makes no sense (order)"),
        ({"extra": {"last_round": 2**70}}, "cannot be read"),
        ({"extra": {"last_round": "soon"}}, "makes no sense (extra)"),
        ({"extra": {"challenge_played": [1]}}, "makes no sense (challenge_played)"),
        ({"extra": {"opener": 9}}, "makes no sense (opener)"),
        ({"agenda": [{"frame": "Turn", "step": "Turns", "phase": 1, "seat": 0}]}, "makes no sense (phase)"),
        ({"phase": "", "agenda": [{"frame": "Tea"}]}, "not known to this version"),
        ({"phase": "", "agenda": [{"frame": "Turn", "step": "Turns"}]}, "has wrong fields"),
        ({"discards": ["brazil", "brazil"]}, "makes no sense (discards)"),
        ({"hand": ["brazil"], "discards": ["brazil"]}, "makes no sense (discards)"),
    ],
)
def test_senseless_notes_get_a_sentence(told: dict[str, object], said: str) -> None:
    """Invalid notes get an error sentence, and the process continues."""
    places = {name: {"owner": n % 4, "armies": 3} for n, name in enumerate(game_of("challenge", ()).board.places)}
    table = {"seats": 4, "turn": 0, "round": 11, "phase": "attack", "places": places} | told
    assert said in str(ask("cautious", seat=0, edition="challenge", table=table).get("error"))
