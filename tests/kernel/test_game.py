"""The game: its entry point, which seat is asked, what the referee may do, and reasons for refusals."""

from typing import Any

import pytest
from mypy_extensions import i64

from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import Chance, FastChance, ScriptedChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.facts import ArmiesPlaced, GameEnded
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import BID, CHOOSE, MOVE, PASS, PLACE, PLAY_CARD, STOP, TIME_UP, VERBS, Action, Options
from kamchatka.kernel.playout import play_out
from kamchatka.kernel.ports import EditionStateFactory, Ending, OnElimination, OptionalAction
from kamchatka.kernel.refusal import Citation, Refusal
from kamchatka.kernel.state import Frame, PlainFrame, PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Fact, Table
from kamchatka.kernel.text import Listed
from tests.kit import fold
from tests.teaching.edition import ISLANDS, TEACHING
from tests.teaching.scene import game

GAME = game()


def burying() -> Table:
    """Return a game in which all three seats are asked where their treasure lies."""
    return GAME.start(3, FastChance(1), [])


# ------------------------------------------------------------------ composition
def test_steps_are_numbered_once_from_the_opening() -> None:
    names = [step.name() for step in GAME.steps]
    assert names[0] == "Preparation"
    assert [step.index for step in GAME.steps] == list(range(len(names)))
    assert len(set(names)) == len(names)
    assert names.count("Losses") == 1  # three steps lead to it
    assert (GAME.step_called(names[-1]), GAME.step_called("Lunch")) == (len(names) - 1, -1)


class Parent(Step[Frame]):
    """A step with these parts."""

    def __init__(self, *children: Step[Any]) -> None:
        super().__init__()
        self.children = children

    def parts(self) -> list[Step[Any]]:
        return list(self.children)


class Asks(Step[Frame]):
    """A step that asks."""


class Again:
    """A namespace for a second class of the same name."""

    class Asks(Step[Frame]):
        """Another step that asks."""


def composed(opening: Step[Any], *endings: Ending, citations: dict[str, Citation] | None = None) -> Game:
    """Return a game with this opening."""
    return Game(
        "two",
        ISLANDS.board(),
        [],
        [],
        [],
        opening,
        list(endings),
        EditionStateFactory(),
        citations or TEACHING.citations,
    )


def test_two_steps_of_one_name_cannot_be_saved() -> None:
    with pytest.raises(ValueError, match="two steps of two are called Asks"):
        composed(Parent(Asks(), Again.Asks()))


class Careless(Step[Frame]):
    """A step that doesn't call its base class."""

    def __init__(self) -> None:
        self.mood = "good"


def test_a_step_that_leaves_its_base_out_is_named() -> None:
    with pytest.raises(TypeError, match=r"^Careless.__init__ doesn't call super\(\).__init__\(\)$"):
        composed(Parent(Careless()))


def test_steps_may_open_each_other() -> None:
    first, second = Parent(), Asks()
    first.children = (second, first)
    assert composed(first).steps == [first, second]


def test_what_a_step_is_unless_it_says_otherwise() -> None:
    step = Asks()
    made = composed(step)
    table = made.start(3, ScriptedChance([]))
    assert step.parts() == []
    assert (table.state.agenda[0].step, table.state.agenda[0].seat) == (0, 0)
    assert made.awaits(table) == 1
    assert step.awaits(table, PlainFrame(0, 2)) == 4
    assert step.why(table, table.state.agenda[0], 0, Action(PASS)) == "turn.not_now"
    with pytest.raises(NotImplementedError):
        made.options(table, 0)
    with pytest.raises(NotImplementedError):
        step.act(table, table.state.agenda[0], 0, Action(PASS))


def test_ports_do_nothing_or_must_be_filled() -> None:
    table, options = burying(), Options()
    ending = Ending()
    ending.check(table)
    ending.offers(table, options)
    ending.declare(table, Action(TIME_UP))
    assert options.ranges == []
    assert ending.bars(table) == ""
    assert not table.state.over
    assert EditionStateFactory().create(3, GAME.board).rows() == []
    optional, consequence = OptionalAction(), OnElimination()
    for unfilled in (
        lambda: optional.asks(table, 0, 0),
        lambda: optional.offer(table, 0, 0, options),
        lambda: optional.act(table, 0, Action(PASS)),
        lambda: optional.why(table, 0, 0, Action(PASS)),
        lambda: consequence.on_elimination(table, 0, 1),
    ):
        with pytest.raises(NotImplementedError):
            unfilled()


# ------------------------------------------------------------------ which paragraph
class Deciding(PublicFrame):
    """A decision about card 1."""

    def card_at_hand(self) -> i64:
        return 1


@pytest.mark.parametrize(
    ("known", "cited"),
    [
        (["why", "why:place", "why@Asks", "why@Asks:place", "why@storm"], "why@storm"),
        (["why", "why:place", "why@Asks", "why@Asks:place"], "why@Asks:place"),
        (["why", "why:place", "why@Asks"], "why@Asks"),
        (["why", "why:place", "why@Elsewhere", "why@calm"], "why:place"),
        (["why", "why:move", "why@Asks:move"], "why"),
    ],
)
def test_a_booklet_may_have_a_narrower_paragraph(known: list[str], cited: str) -> None:
    """A booklet may cite a narrower paragraph: by card, by step and verb, by step, by verb; copies share a name."""
    citations = {clause: Citation(clause, Listed([clause])) for clause in known}
    cards = ["calm_1", "storm_2"]
    made = Game("two", ISLANDS.board(), cards, [], [], Asks(), [], EditionStateFactory(), citations)
    table = made.start(3, ScriptedChance([]))
    table.open(Deciding(0, 0))
    table.open(PlainFrame(0, 0))  # the card is further down on the agenda
    assert made.citation(table, "why", Action(PLACE)).rule == cited


def test_a_card_that_is_asked_for_is_the_one_at_hand() -> None:
    """The cited card is the asked one, not the resolving one; unknown cards and verbs have no name."""
    citations = {clause: Citation(clause, Listed([clause])) for clause in ("why", "why@calm", "why@storm")}
    made = Game("two", ISLANDS.board(), ["calm_1", "storm_2"], [], [], Asks(), [], EditionStateFactory(), citations)
    table = made.start(3, ScriptedChance([]))
    table.open(Deciding(0, 0))
    for action, cited in (
        (Action(PLAY_CARD, what=0), "why@calm"),
        (Action(PLAY_CARD, what=7), "why"),
        (Action(99), "why@storm"),
        (Action(len(VERBS)), "why@storm"),
    ):
        assert made.citation(table, "why", action).rule == cited


class Drawn(PublicFrame):
    """A decision about card 0."""

    def card_at_hand(self) -> i64:
        return 0


def test_the_first_card_of_the_box_may_be_at_hand_and_letters_belong_to_a_name() -> None:
    """The first card of the box can be at hand; without a card, what an action names besides is nothing."""
    citations = {clause: Citation(clause, Listed([clause])) for clause in ("why", "why@plan_X", "why@storm")}
    made = Game("two", ISLANDS.board(), ["plan_X1", "storm_2"], [], [], Asks(), [], EditionStateFactory(), citations)
    table = made.start(3, ScriptedChance([]))
    assert made.citation(table, "why", Action(CHOOSE, what=1)).rule == "why"
    table.open(Drawn(0, 0))
    assert made.citation(table, "why", Action(CHOOSE, what=1)).rule == "why@plan_X"


def test_players_do_not_declare_what_is_the_referees() -> None:
    """No seat, asked or not, may make the referee's declarations."""
    table = burying()
    for seat in (0, 2, 7):
        for verb in (STOP, TIME_UP):
            assert GAME.why(table, seat, Action(verb)) == "referee.only"


# ------------------------------------------------------------------ tables
def test_a_blank_table_and_its_beginning() -> None:
    journal: list[Fact] = []
    table = GAME.blank(3, FastChance(1), journal)
    assert (table.state.seats, list(table.state.owner), table.state.agenda) == (3, [-1] * 6, [])
    assert (len(table.state.cards), len(table.state.held), journal) == (15, 6, [])
    GAME.begin(table)
    assert GAME.awaits(table) == 0b111
    assert print_position(GAME, table.state) == print_position(GAME, burying().state)
    assert GAME.blank(3, FastChance(1)).journal is None


def test_folding_the_journal_gives_the_state_without_asking_rules_or_luck() -> None:
    journal: list[Fact] = []
    table = GAME.start(3, FastChance(9), journal)
    play_out(GAME, table, FastChance(4), 10_000)
    folded = fold(GAME, 3, journal)
    assert print_position(GAME, folded.state) == print_position(GAME, table.state)
    assert folded.journal is None


def test_random_play_stops_at_its_limit_and_counts() -> None:
    table = burying()
    assert (play_out(GAME, table, FastChance(4), 5), table.state.over) == (5, False)
    assert 20 < play_out(GAME, table, FastChance(4), 10_000) < 10_000
    assert table.state.over
    assert play_out(GAME, table, FastChance(4), 10_000) == 0


class Counted(Ending):
    """A step that counts its questions and ends the game at the third."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.asked = 0

    def check(self, table: Table) -> None:
        self.asked += 1
        if self.asked == self.at:
            table.note(GameEnded(bit(1), "end.points"))


class Going(Step[Frame]):
    """A step that continues forever without asking."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.replace_top(frame)
        return False


def test_endings_are_asked_before_everything_and_the_first_is_final() -> None:
    first, second = Counted(3), Counted(3)
    table = composed(Going(), first, second).start(3, ScriptedChance([]))
    assert (first.asked, second.asked) == (3, 2)
    assert (table.state.over, table.state.winners) == (True, 2)


# ------------------------------------------------------------------ the door
def test_only_a_seat_that_is_asked_may_act() -> None:
    table = burying()
    for seat in (3, 17, -2):
        assert GAME.options(table, seat).ranges == []
        assert GAME.why(table, seat, Action(CHOOSE, 0)) == "turn.not_asked"
        with pytest.raises(Refusal) as refused:
            GAME.play(table, seat, Action(CHOOSE, 0))
        assert refused.value.rule == "tea.turn.1"
    GAME.play(table, 1, Action(CHOOSE, 0))
    assert GAME.awaits(table) == 0b101
    assert GAME.options(table, 1).ranges == []
    assert GAME.why(table, 1, Action(CHOOSE, 0)) == "turn.not_asked"


def test_a_refusal_changes_nothing() -> None:
    chance, journal = FastChance(1), list[Fact]()
    table = GAME.start(3, chance, journal)
    before = (print_position(GAME, table.state), chance.x, len(journal))
    for verb, at, n in ((CHOOSE, 6, 0), (CHOOSE, -1, 0), (PASS, -1, 0), (BID, -1, 1), (99, -1, 0), (CHOOSE, 0, 1)):
        action = Action(verb, at, -1, n)
        with pytest.raises(Refusal) as refused:
            GAME.play(table, 0, action)
        assert refused.value.action is action
        assert refused.value.seat == 0
        assert (print_position(GAME, table.state), chance.x, len(journal)) == before


def test_why_is_silent_about_what_is_allowed_and_explains_the_rest() -> None:
    table = burying()
    assert GAME.why(table, 0, Action(CHOOSE, 5)) == ""
    assert GAME.why(table, 0, Action(CHOOSE, 6)) == "treasure.place"
    assert GAME.why(table, 0, Action(PASS)) == "turn.not_now"


def test_a_caller_that_holds_the_options_may_hand_them_in() -> None:
    table = burying()
    offered = GAME.options(table, 2)
    GAME.play_from(table, 2, Action(CHOOSE, 3), offered)
    assert GAME.awaits(table) == 0b011
    with pytest.raises(Refusal):
        GAME.play_from(table, 0, Action(MOVE), GAME.options(table, 0))


def test_after_an_action_the_game_settles_to_the_next_decision() -> None:
    table = burying()
    for seat in range(3):
        GAME.play(table, seat, Action(CHOOSE, seat))
    assert GAME.steps[table.state.agenda[-1].step].name() == "Muster"
    assert bin(GAME.awaits(table)).count("1") == 1


# ------------------------------------------------------------------ the referee
def test_the_referee_may_stop_a_game_and_nothing_else_here() -> None:
    table = burying()
    assert [action.key() for action in GAME.options(table, REFEREE).expand()] == [(STOP, -1, -1, 0, 0)]
    assert GAME.why(table, REFEREE, Action(TIME_UP)) == "referee.time_up"
    assert GAME.why(table, REFEREE, Action(STOP)) == ""
    with pytest.raises(Refusal) as refused:
        GAME.play(table, REFEREE, Action(TIME_UP))
    assert refused.value.rule == "tea.end.4"
    with pytest.raises(Refusal):
        GAME.play(table, 0, Action(STOP))
    GAME.play(table, REFEREE, Action(STOP))
    assert (table.state.over, table.state.winners, table.state.ending) == (True, 0, "referee.stop")


def test_when_it_is_over_nobody_may_do_anything() -> None:
    table = burying()
    GAME.play(table, REFEREE, Action(STOP))
    assert GAME.awaits(table) == 0
    for seat in (REFEREE, 0, 1, 7):
        assert GAME.options(table, seat).ranges == []
        assert GAME.why(table, seat, Action(STOP)) == "game.over"
        with pytest.raises(Refusal) as refused:
            GAME.play(table, seat, Action(CHOOSE, 1))
        assert refused.value.rule == "tea.end.3"


class Bell(Ending):
    """A step that offers the referee a bell, which ends the game."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, ...]] = []

    def offers(self, table: Table, options: Options) -> None:
        options.may(TIME_UP)

    def declare(self, table: Table, action: Action) -> None:
        self.heard.append(action.key())
        table.note(GameEnded(bit(2), "end.points"))


def test_what_an_ending_offers_the_referee_it_hears() -> None:
    bell = Bell()
    made = composed(Asks(), bell)
    table = made.start(3, ScriptedChance([]))
    assert [action.verb for action in made.options(table, REFEREE).expand()] == [TIME_UP, STOP]
    made.play(table, REFEREE, Action(TIME_UP))
    assert bell.heard == [(TIME_UP, -1, -1, 0, 0)]
    assert table.state.winners == 4
    silent = made.start(3, ScriptedChance([]))
    made.play(silent, REFEREE, Action(STOP))
    assert len(bell.heard) == 1


class Loaded(Chance):
    """A test's own source of luck: interpreted classes may implement the ports, even of a compiled kernel."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def below(self, n: i64) -> i64:
        self.asked.append(n)
        return max(n - len(self.asked), 0)


def test_anything_with_below_can_be_the_luck_of_a_table() -> None:
    luck = Loaded()
    table = GAME.start(3, luck)
    assert luck.asked == [6, 6, 6, 6, 5, 4, 3, 2, 1]  # a die each, all different; six places dealt
    assert table.state.first == 0


def test_the_facts_of_an_action_are_noted_in_order() -> None:
    journal: list[Fact] = []
    table = GAME.start(3, FastChance(2), journal)
    for seat in range(3):
        GAME.play(table, seat, Action(CHOOSE, seat))
    noted = len(journal)
    seat = table.state.agenda[-1].seat
    place = list(table.state.owner).index(seat)
    GAME.play(table, seat, Action(PLACE, place, -1, 1))
    assert [type(fact).__name__ for fact in journal[noted:]][:2] == ["FrameReplaced", "ArmiesPlaced"]
    assert isinstance(journal[noted + 1], ArmiesPlaced)
