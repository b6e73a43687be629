"""A match: every public method, and every way to use it wrongly."""

import pytest

from kamchatka import EDITIONS, Attack, Choose, Defend, Match, Pass, Place, Problem, Refusal, Stop, TakeColour, TimeUp
from kamchatka.editions import edition as find_edition
from kamchatka.kernel.chance import FastChance, RecordedChance, ScriptedChance, SealedChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.facts import Rolled
from kamchatka.kernel.options import Action
from kamchatka.match import apply_entry, blank_match, play_numeric
from tests.kit import faces, position


def battle() -> Match:
    """Return a match with seat 0 in combat."""
    return position({"alaska": (0, 4), "kamchatka": (2, 3)}, luck=faces(6, 5, 4, 1, 1, 1))


def test_a_new_match_stands_at_its_first_decision() -> None:
    match = Match.new("modern", 4, {"army_cap": 120}, seed=7)
    assert (match.seats, match.is_over, match.winners, match.ending) == (4, False, [], None)
    assert match.edition is EDITIONS["modern"]
    assert match.rules.non_defaults() == {"army_cap": 120}
    assert len(match.awaited) == 1
    assert match.start == ""
    assert len(match.entries) == 1
    first = match.entries[0]
    assert (first.seat, first.action, len(first.draws) >= 4) == (None, None, True)
    assert first.facts == tuple(match.journal)
    assert match.state is match.table.state


def test_a_seed_or_a_chance_is_the_luck() -> None:
    assert Match.new("modern", 3, seed=7).position() == Match.new("modern", 3, chance=FastChance(7)).position()
    assert Match.new("modern", 3).position() == Match.new("modern", 3, seed=0).position()
    sealed = Match.new("modern", 3, chance=SealedChance(b"k" * 32))
    assert isinstance(sealed.table.chance, RecordedChance)
    assert isinstance(sealed.table.chance.source, SealedChance)


def test_a_blank_match_has_no_past() -> None:
    match = blank_match("modern", 3, chance=ScriptedChance([]))
    assert (match.entries, list(match.journal), list(match.state.owner)) == ([], [], [-1] * 42)


@pytest.mark.parametrize(
    ("name", "seats", "options", "en", "rule"),
    [
        ("marbles", 4, {}, "There is no edition “marbles”: choose among modern", ""),
        ("modern", 2, {}, "2 seats will not do: this game is for 3 to 6.", "std."),
        ("modern", 7, {}, "7 seats will not do: this game is for 3 to 6.", "std."),
        ("modern", 4, {"weather": 1}, "There is no option “weather”: choose among army_cap", ""),
        (
            "modern",
            4,
            {"army_cap": 7},
            "“7” will not do for the option army_cap: possible values: 0, 120, 130.",
            "std.",
        ),
        ("modern", 4, {"special_reinforcement": 1}, "possible values: false, true.", "std."),
        ("modern", 4, {"time_limit_minutes": 0}, "a number from 1 to 600.", "std."),
        ("modern", 4, {"army_cap": None}, "“None” will not do", "std."),
    ],
)
def test_a_table_that_cannot_be(name: str, seats: int, options: dict[str, object], en: str, rule: str) -> None:
    with pytest.raises(Problem) as raised:
        Match.new(name, seats, options)
    assert en in raised.value.text("en")
    assert raised.value.text("it") != raised.value.text("en")
    assert raised.value.rule.startswith(rule)


def test_editions_are_found_by_name() -> None:
    assert find_edition("modern") is EDITIONS["modern"]
    with pytest.raises(Problem, match="There is no edition"):
        find_edition("")


def test_who_holds_what() -> None:
    match = battle()
    assert (match.owner("alaska"), match.owner("kamchatka"), match.owner("peru")) == (0, 2, 1)
    assert (match.armies("alaska"), match.armies("kamchatka")) == (4, 3)
    assert blank_match("modern", 3, chance=ScriptedChance([])).owner("peru") is None
    for ask in (match.owner, match.armies):
        with pytest.raises(Problem, match="There is no place called “atlantis”"):
            ask("atlantis")


def test_play_gives_the_facts_and_keeps_an_entry() -> None:
    match, attack = battle(), Attack("alaska", "kamchatka", 3)
    match.play(attack)
    assert match.entries[-1].action is attack  # as given: names are not made from numbers again
    facts = match.play(Defend(3))
    assert [write_fact(match.game, fact)["attack"] for fact in facts if isinstance(fact, Rolled)] == [[6, 5, 4]]
    entry = match.entries[-1]
    assert (entry.seat, entry.action, entry.facts) == (2, Defend(3), facts)
    assert entry.draws == tuple((6, die) for die in faces(6, 5, 4, 1, 1, 1))
    assert match.owner("kamchatka") == 0
    assert match.entries[-2].draws == ()


def test_a_seat_may_be_named_and_must_be_the_one_asked() -> None:
    match = battle()
    before, entries = match.position(), len(match.entries)
    with pytest.raises(Refusal) as raised:
        match.play(Attack("alaska", "kamchatka", 3), 2)
    assert (raised.value.clause, raised.value.seat) == ("turn.not_asked", 2)
    with pytest.raises(Refusal):
        match.play(Attack("alaska", "peru", 3))
    with pytest.raises(Problem):
        match.play(Attack("alaska", "atlantis", 3))
    assert (match.position(), len(match.entries)) == (before, entries)
    match.play(Attack("alaska", "kamchatka", 3), 0)
    assert match.awaited == [2]


def test_options_and_actions_are_the_same_things() -> None:
    match = battle()
    assert set(match.actions()) == {
        Pass(),
        *(Attack("alaska", to, n) for n in (1, 2, 3) for to in ("kamchatka", "northwest_territories", "alberta")),
    }
    assert len(list(match.actions())) == len(match.options().expand()) == len(list(match.actions(0)))
    assert list(match.actions(1)) == []
    assert match.options(1).ranges == []


def test_why_not() -> None:
    match = battle()
    assert match.why_not(Attack("alaska", "kamchatka", 3)) is None
    refusal = match.why_not(Attack("alaska", "kamchatka", 4))
    assert refusal is not None
    assert (refusal.clause, refusal.seat) == ("attack.dice", 0)
    refusal = match.why_not(Attack("alaska", "kamchatka", 3), 1)
    assert refusal is not None
    assert refusal.clause == "turn.not_asked"
    with pytest.raises(Problem):
        match.why_not(Place("atlantis", 1))


def test_inner_actions_go_through_the_same_door() -> None:
    match = battle()
    (attack,) = [action for action in match.options().expand() if action.n == 3 and action.to == 30]
    play_numeric(match, attack)
    assert match.entries[-1].action == Attack("alaska", "kamchatka", 3)
    with pytest.raises(Refusal):
        play_numeric(match, Action(99))


def test_the_referee_stops_the_game_and_time_is_up_only_with_a_clock() -> None:
    match = battle()
    with pytest.raises(Refusal) as raised:
        match.referee(TimeUp())
    assert raised.value.clause == "referee.time_up"
    match.referee(Stop())
    assert (match.is_over, match.winners, match.awaited) == (True, [], [])
    assert match.ending is not None
    assert match.ending.rule == EDITIONS["modern"].citations["referee.stop"].rule
    assert match.entries[-1].seat == -1
    with pytest.raises(Refusal) as raised:
        match.play(Pass())
    assert raised.value.clause == "game.over"


def test_a_match_goes_on_from_a_position() -> None:
    match = battle()
    text = match.position()
    assert text == print_position(match.game, match.state)
    again = Match.from_position(text, seed=4)
    assert (again.position(), again.start, again.entries, list(again.journal)) == (text, text, [], [])
    again.play(Attack("alaska", "kamchatka", 3))
    again.play(Defend(1))
    assert len(again.entries) == 2
    assert len(again.entries[-1].draws) == 4
    assert Match.from_position(text, {"army_cap": 130}).rules.non_defaults() == {"army_cap": 130}
    scripted = Match.from_position(text, chance=ScriptedChance(faces(1, 1, 1, 6)))
    scripted.play(Attack("alaska", "kamchatka", 3))
    scripted.play(Defend(1))
    assert scripted.armies("alaska") == 3


def test_a_view_is_what_a_seat_may_know() -> None:
    match = battle()
    assert match.view(2).seat == 2
    assert match.view(2).state is not match.state


def test_entries_can_be_taken_up_without_rules_or_luck() -> None:
    match = Match.new("modern", 4, seed=3)
    while len(match.entries) < 30:
        play_numeric(match, match.options().sample(FastChance(len(match.entries))))
    again = blank_match("modern", 4, chance=ScriptedChance([]))
    for entry in match.entries:
        apply_entry(again, entry)
    assert again.position() == match.position()
    assert again.entries == match.entries
    assert len(again.journal) == len(match.journal)


@pytest.mark.usefixtures("teaching")
def test_when_several_are_asked_the_seat_must_be_said() -> None:
    match = Match.new("teaching", 3, seed=1)
    for ask in (
        lambda: match.play(Choose(place="fort")),
        lambda: match.options(),
        lambda: list(match.actions()),
        lambda: match.why_not(Choose(place="fort")),
    ):
        with pytest.raises(Problem) as raised:
            ask()
        assert raised.value.text("en") == "Several seats are asked (0, 1, 2): say which."
        assert raised.value.text("it") == "Tocca a più posti insieme (0, 1, 2): di’ quale."
    match.play(Choose(place="fort"), 1)
    match.play(Choose(place="fort"), 0)
    match.play(Choose(place="fort"))  # only one action is left
    assert match.entries[-1].seat == 2


def test_colours_are_chosen_by_name() -> None:
    match = Match.new("modern", 3, seed=1)
    seat = match.awaited[0]
    match.play(TakeColour("purple"))
    assert match.game.colours[match.state.colour[seat]] == "purple"
    refusal = match.why_not(TakeColour("purple"))
    assert refusal is not None
    assert refusal.clause == "colour.free"
