"""The public API of a match: copies, pickles, equality, search, queries, and its repr."""

import copy
import pickle
from collections.abc import Callable

import pytest

from kamchatka import EDITIONS, Attack, Defend, Match, Pass, Problem, Refusal, Stop
from kamchatka.arena import Plan
from kamchatka.editions import drawn_board, find_drawn_board
from kamchatka.kernel.chance import Chance, FastChance, ScriptedChance, SealedChance
from kamchatka.kernel.state import State
from kamchatka.match import Entry, Facts, LegalActions, blank_match, play_numeric, prepare
from tests.kit import faces, position


def battle() -> Match:
    """Return a match with seat 0 in combat."""
    return position({"alaska": (0, 4), "kamchatka": (2, 3)}, luck=faces(6, 5, 4, 1, 1, 1))


def play_some(edition: str, actions: int = 60, *, chance: Chance | None = None) -> Match:
    """Return a game after some random actions."""
    match, luck = Match.new(edition, EDITIONS[edition].seats[-1], seed=3, chance=chance), FastChance(9)
    for _ in range(actions):
        if match.awaited:
            play_numeric(match, match.options(match.awaited[0]).sample(luck), match.awaited[0])
    return match


def go_on(match: Match, actions: int = 20) -> str:
    """Play on, always in the same way, and return the resulting position."""
    luck = FastChance(4)
    for _ in range(actions):
        if match.awaited:
            play_numeric(match, match.options(match.awaited[0]).sample(luck), match.awaited[0])
    return match.position()


# ------------------------------------------------------------------ copies
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("way", ["copy", "copy.copy", "copy.deepcopy", "pickle"])
def test_a_copy_goes_on_like_its_original_and_apart_from_it(edition: str, way: str) -> None:
    match = play_some(edition)
    ways: dict[str, Callable[[Match], Match]] = {
        "copy": Match.copy,
        "copy.copy": copy.copy,
        "copy.deepcopy": copy.deepcopy,
        "pickle": lambda original: pickle.loads(pickle.dumps(original)),
    }
    other = ways[way](match)
    assert other == match
    assert other.position() == match.position()
    assert other.journal.data() == match.journal.data()
    assert [entry.action for entry in other.entries] == [entry.action for entry in match.entries]
    assert [entry.draws for entry in other.entries] == [entry.draws for entry in match.entries]
    before = match.position()
    reached = go_on(other)
    assert match.position() == before != reached
    assert len(match.entries) < len(other.entries)
    assert go_on(match) == reached  # the same dice


@pytest.mark.parametrize("chance", [SealedChance(b"k" * 16), FastChance(5)])
def test_luck_is_copied_with_its_place(chance: Chance) -> None:
    match = play_some("modern", chance=chance)
    other, third = match.copy(), pickle.loads(pickle.dumps(match))
    assert go_on(match) == go_on(other) == go_on(third)


def test_a_copy_may_have_luck_of_its_own() -> None:
    match = battle()
    lucky = match.copy(chance=ScriptedChance(faces(1, 1, 1, 6, 6, 6)))
    for each in (match, lucky):
        each.play(Attack("alaska", "kamchatka", 3))
        each.play(Defend(3))
    assert (match.owner("kamchatka"), lucky.owner("kamchatka")) == (0, 2)
    assert play_some("modern").copy(seed=1).table.chance.below(1 << 30) != play_some("modern").table.chance.below(
        1 << 30
    )


class Counting(Chance):
    """The source of luck of another program."""

    def __init__(self) -> None:
        self.count = 0

    def below(self, n: int) -> int:
        self.count += 1
        return self.count % n


def test_a_chance_of_another_program_is_copied_and_pickled() -> None:
    match = Match.new("modern", 3, chance=Counting())
    other, third = match.copy(), pickle.loads(pickle.dumps(match))
    assert match.table.chance.below(1 << 20) > 0
    assert match.table.chance.below(1 << 20) > other.table.chance.below(1 << 20) == third.table.chance.below(1 << 20)


def test_a_table_without_a_journal_and_one_that_forgot_entries_are_pickled() -> None:
    match = play_some("modern")
    match.forget(30, match.state.copy())
    again = pickle.loads(pickle.dumps(match))
    assert (again.version, again.forgotten, len(again.entries)) == (match.version, 30, len(match.entries))
    assert again.base is not None
    assert again.journal.data() == match.journal.data()
    match.table.journal = None
    assert pickle.loads(pickle.dumps(match)).table.journal is None


# ------------------------------------------------------------------ equality
def test_matches_are_equal_if_their_positions_and_options_are() -> None:
    match = battle()
    assert match == Match.from_position(match.position())
    assert match != Match.from_position(match.position(), {"army_cap": 130})
    assert match != match.position()
    assert len({match.position(), match.copy().position()}) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


# ------------------------------------------------------------------ search
def test_pop_takes_back_what_was_pushed_dice_included() -> None:
    match = battle()
    before, journal = match.position(), match.journal.data()
    for _ in range(2):  # the second time with the same dice
        match.push(Attack("alaska", "kamchatka", 3))
        match.play(Defend(3))
        assert match.owner("kamchatka") == 0
        assert match.pop() == Attack("alaska", "kamchatka", 3)
        assert (match.position(), match.journal.data(), len(match.entries)) == (before, journal, 0)
    match.push(Pass())
    with pytest.raises(Refusal):
        match.push(Attack("alaska", "kamchatka", 3), 2)
    assert match.pop() == Pass()
    with pytest.raises(IndexError, match="no action was pushed"):
        match.pop()
    with pytest.raises(IndexError):
        match.copy().pop()
    assert match.position() == before


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_search_leaves_the_game_as_it_was(edition: str) -> None:
    match, plain = play_some(edition), play_some(edition)
    for action in match.legal_actions_of(match.awaited[0])[:40]:
        match.push(action, match.awaited[0])
        match.pop()
    assert go_on(match) == go_on(plain)
    assert match.journal.data() == plain.journal.data()


def test_entries_that_were_dropped_cannot_be_popped() -> None:
    match = play_some("modern")
    match.push(match.legal_actions[0])
    match.forget(match.version, match.state.copy())
    with pytest.raises(IndexError):
        match.pop()


# ------------------------------------------------------------------ legal actions
@pytest.mark.parametrize("edition", EDITIONS)
def test_legal_actions_are_a_lazy_sequence(edition: str) -> None:
    match = play_some(edition)
    seat = match.awaited[0]
    legal = match.legal_actions_of(seat)
    assert isinstance(legal, LegalActions)
    assert list(legal) == list(match.actions(seat)) == [legal[n] for n in range(len(legal))]
    assert all(action in legal for action in legal)
    assert legal[-1] == list(legal)[-1]
    assert list(legal[1:3]) == list(legal)[1:3]
    assert bool(legal)


def test_what_is_no_legal_action() -> None:
    match = battle()
    assert Attack("alaska", "kamchatka", 3) in match.legal_actions
    for other in (Attack("alaska", "kamchatka", 4), Attack("alaska", "atlantis", 3), "attack", None):
        assert other not in match.legal_actions
    assert not match.legal_actions_of(1)
    assert repr(match.legal_actions_of(1)) == "<LegalActions: none>"
    assert repr(match.legal_actions) == (
        "<LegalActions: 10 (Attack(source='alaska', target='northwest_territories', dice=1), "
        "Attack(source='alaska', target='northwest_territories', dice=2), "
        "Attack(source='alaska', target='northwest_territories', dice=3), …)>"
    )


# ------------------------------------------------------------------ queries
def test_queries_go_by_name() -> None:
    match = position({"alaska": (0, 4), "kamchatka": (2, 3)}, hands={1: ["peru"]}, objectives={1: "destroy_red"})
    assert match.neighbours("alaska") == ["northwest_territories", "alberta", "kamchatka"]
    assert match.territories(seat=0) == ["alaska"]
    assert len(match.territories()) == 42
    assert (match.cards(1), match.cards(0), match.cards(-1)) == (["peru"], [], [])
    assert (match.objective(1), match.objective(0)) == ("destroy_red", None)
    assert match.odds("alaska", "kamchatka").wins == match.copy().odds("alaska", "kamchatka").wins > 0
    for wrong in (lambda: match.neighbours("atlantis"), lambda: match.odds("alaska", "atlantis")):
        with pytest.raises(Problem, match="There is no place called “atlantis”"):
            wrong()
    with pytest.raises(Problem, match="There is nobody to attack in alaska from alaska"):
        match.odds("alaska", "alaska")
    for seat in (-1, 4):
        with pytest.raises(Problem, match=f"There is no seat {seat}: choose 0 to 3"):
            match.territories(seat)


def test_a_decision_knows_what_its_seat_knows() -> None:
    match = position(
        {"alaska": (0, 4)}, hands={0: ["alaska"], 1: ["peru"]}, objectives={0: "destroy_red", 1: "destroy_blue"}
    )
    decision = match.seat_view()
    assert (decision.seat, decision.armies("alaska"), decision.territories(0)) == (0, 4, ["alaska"])
    assert (decision.cards(0), decision.cards(1)) == (["alaska"], [])
    assert (decision.objective(0), decision.objective(1)) == ("destroy_red", None)
    assert list(decision.legal_actions) == list(match.legal_actions)
    assert decision.odds("alaska", "kamchatka") == match.odds("alaska", "kamchatka")
    assert match.seat_view().random.random() == decision.random.random()
    assert len(match.seat_view(1).legal_actions) == 0


# ------------------------------------------------------------------ printing
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_prints_in_one_line_and_draws_its_table(edition: str) -> None:
    match = play_some(edition)
    assert "\n" not in repr(match)
    assert repr(match).startswith(f"<Match of {edition}, ")
    assert len(repr(match)) < 100
    drawn = str(match)
    assert all(place in drawn for place in match.territories())
    assert f"  0 {match.game.colours[match.state.colour[0]]}: {match.state.lands[0]} places" in drawn
    assert max(map(len, drawn.splitlines())) <= 100
    assert all(card not in drawn for seat in range(match.seats) for card in match.cards(seat) if "joker" in card)
    match.referee(Stop())
    assert ", over, " in repr(match)


def test_the_drawing_says_who_plays_and_who_is_out() -> None:
    match = battle()
    assert "0 no colour: 1 places, 4 armies, 0 in hand, 0 cards, to play" in str(match)
    assert "alaska 0*4" in str(match)
    assert "northwest_territories 1*1" in str(match)
    assert "alaska  " in str(blank_match("modern", 3, chance=ScriptedChance([])))


def test_facts_print_names() -> None:
    facts = battle().play(Attack("alaska", "kamchatka", 3))
    assert isinstance(facts, Facts)
    assert facts.data()[0]["frame"]["source"] == "alaska"
    assert "source='alaska', target='kamchatka'" in repr(facts)
    assert str(facts[:1]) == repr(facts)[1 : len(str(facts[:1])) + 1]
    assert str(facts).count("\n") == len(facts) - 1
    assert pickle.loads(pickle.dumps(facts)) == tuple(facts.data())


# ------------------------------------------------------------------ former names
def test_former_names_work_and_say_what_to_use() -> None:
    with pytest.warns(DeprecationWarning, match="use kamchatka.match.blank_match"):
        former = Match.blank("modern", 3, chance=FastChance(1))
    with pytest.warns(DeprecationWarning, match="use kamchatka.match.prepare"):
        former.begin()
    with pytest.warns(DeprecationWarning, match="use Match.play"):
        former.play_inner(former.options().expand()[0])
    match = Match.new("modern", 3, seed=1)
    match.play(match.legal_actions[0])
    assert former == match
    with pytest.warns(DeprecationWarning, match="stored="):
        again = Match.from_position(match.position(), kept=True)
    with pytest.warns(DeprecationWarning, match="use kamchatka.match.apply_entry"):
        again.apply_entry(Entry(0, None, (), ()))
    assert again.version == 1
    with pytest.raises(TypeError, match="unexpected keyword argument 'stored'"):
        Match.new("modern", 3, stored=True)


def test_internal_functions_replace_them() -> None:
    match = blank_match("modern", 3, chance=FastChance(1))
    prepare(match)
    assert match == Match.new("modern", 3, seed=1)
    assert isinstance(match.state, State)


def test_former_names_in_other_rooms_work_and_say_what_to_use() -> None:
    match = Match.new("modern", 3, seed=1)
    with pytest.warns(DeprecationWarning, match="TableRules.changed is deprecated: use non_defaults"):
        assert match.rules.changed() == {}
    with pytest.warns(DeprecationWarning, match="use find_drawn_board"):
        assert drawn_board("moon") == find_drawn_board("moon")
    with pytest.warns(DeprecationWarning, match="Plan.checked is deprecated: use create"):
        plan = Plan.checked("modern", {}, ("easy", "random", "random"))
    with pytest.warns(DeprecationWarning, match="use line_up"):
        assert plan.seated(0) == plan.line_up(0)
