"""Endings: agreed before play; the objective in each, the sole survivor, the referee who stops the game."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Pass, Stop, TimeUp
from kamchatka.kernel.facts import DeckReshuffled, Eliminated
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from tests.kit import faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import ended, fact_lines, idle, take
from tests.rules.modern.witness import PLACES, refused

ENDINGS = ("traditional", "time_attack_clock", "time_attack_cards")
CARDS = [*PLACES, "joker_1", "joker_2"]


# ------------------------------------------------------------------ agreed before play
@rule("std.end.1", "std.timeattack.1")
def test_the_ending_is_chosen_before_play() -> None:
    """It is traditional by default, or Time Attack by the clock or by the cards, and nothing else."""
    assert getattr(Match.new("modern", 3).rules, "ending") == "traditional"  # noqa: B009
    with pytest.raises(Problem) as caught:
        Match.new("modern", 3, {"ending": "sudden_death"})
    assert caught.value.rule == "std.end.1"
    assert caught.value.text("en") == (
        "“sudden_death” will not do for the option ending: "
        "possible values: traditional, time_attack_clock, time_attack_cards."
    )
    assert caught.value.text("it") == (
        "Per l’opzione ending il valore «sudden_death» non va bene: "
        "valori possibili: traditional, time_attack_clock, time_attack_cards."
    )


@rule("std.end.1", "std.timeattack.1")
@pytest.mark.parametrize(
    ("ending", "declared"),
    [("traditional", [Stop()]), ("time_attack_clock", [TimeUp(), Stop()]), ("time_attack_cards", [Stop()])],
)
def test_only_the_clock_ending_knows_a_clock(ending: str, declared: list[Stop | TimeUp]) -> None:
    """The referee may declare time up only at tables with a clock, and may stop any game."""
    match = position({"siam": (0, 3)}, options={"ending": ending})
    assert list(match.actions(REFEREE)) == declared
    if TimeUp() not in declared:
        by_cards = ending == "time_attack_cards"
        clause, paragraph = ("referee.by_cards", "std.timeattack.1") if by_cards else ("referee.time_up", "std.end.2")
        refused(match, TimeUp(), clause, paragraph, seat=REFEREE)


@rule("std.timeattack.2")
@pytest.mark.parametrize(("minutes", "allowed"), [(0, False), (1, True), (90, True), (600, True), (601, False)])
def test_the_time_limit_is_for_the_referee(minutes: int, allowed: bool) -> None:
    """It is one to six hundred minutes; the clock runs outside the game, which doesn't measure time."""
    options = {"ending": "time_attack_clock", "time_limit_minutes": minutes}
    if allowed:
        plain = position({}, options={"ending": "time_attack_clock"})
        assert position({}, options=options).position() == plain.position()
        return
    with pytest.raises(Problem) as caught:
        Match.new("modern", 3, options)
    assert caught.value.rule == "std.timeattack.2"
    assert (
        caught.value.text("en") == f"“{minutes}” will not do for the option time_limit_minutes: a number from 1 to 600."
    )
    assert caught.value.text("it") == (
        f"Per l’opzione time_limit_minutes il valore «{minutes}» non va bene: un numero da 1 a 600."
    )


@rule("std.timeattack.5")
@pytest.mark.parametrize(("reshuffles", "allowed"), [(-1, False), (0, True), (20, True), (21, False), (True, False)])
def test_the_reshuffles_are_agreed_before_play(reshuffles: int, allowed: bool) -> None:
    """From zero to twenty, by default two."""
    options = {"ending": "time_attack_cards", "time_attack_reshuffles": reshuffles}
    if allowed:
        assert Match.new("modern", 3, options).rules.non_defaults() == options
        return
    with pytest.raises(Problem) as caught:
        Match.new("modern", 3, options)
    assert caught.value.rule == "std.timeattack.5"
    assert caught.value.text("en") == (
        f"“{str(reshuffles).lower()}” will not do for the option time_attack_reshuffles: a number from 0 to 20."
    )


# ------------------------------------------------------------------ with every ending
@rule("std.objectives.2", "std.end.1")
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_objective_wins_with_any_ending(ending: str) -> None:
    """Whatever ending was agreed, a fulfilled card ends the game, and no action is possible afterwards."""
    match = position(
        dict.fromkeys(PLACES[:23], (0, 2)),
        luck=faces(6, 1),
        objectives={0: "twenty_four_territories"},
        options={"ending": ending},
    )
    assert ended(take(match, "middle_east", "egypt")) == ([0], "std.objectives.1")
    for seat in (REFEREE, *range(4)):
        refused(match, Pass(), "game.over", "std.objectives.1", seat=seat)
    refused(match, Stop(), "game.over", "std.objectives.1", seat=REFEREE)


@rule("std.end.2")
def test_a_sole_survivor_wins() -> None:
    """The last seat in the game wins without an objective; with another seat left it doesn't."""
    match = position(
        {**{place: (0, 2) for place in PLACES}, "india": (1, 1), "peru": (2, 1)}, seats=3, luck=faces(6, 1, 6, 1)
    )
    take(match, "peru", "brazil")
    assert not match.is_over
    take(match, "india", "siam")
    assert ended(match) == ([0], "std.end.2")
    assert fact_lines(match)[-2:] == ["Eliminated by=0 seat=1", "GameEnded clause=end.survivor winners=[0]"]


@rule("std.end.2", "std.objectives.1")
def test_an_objective_comes_before_survival() -> None:
    """A seat whose last blow also fulfils its card wins by the card."""
    match = position(
        {**{place: (1, 2) for place in PLACES}, "india": (2, 1)},
        seats=3,
        turn=1,
        rest=(1, 1),
        objectives={1: "destroy_green"},
        colours=["red", "yellow", "green"],
        luck=faces(6, 1),
    )
    match.table.note(Eliminated(0, 1))
    take(match, "india", "siam")
    assert ended(match) == ([1], "std.objectives.1")


@rule("std.end.2")
def test_the_traditional_game_has_no_time_limit_and_no_last_lap() -> None:
    """The game continues when the deck is empty and a seat is eliminated after that."""
    match = position(
        {"siam": (0, 3), "india": (2, 1), "peru": (0, 2), "congo": (0, 1)},
        hands={3: CARDS[:43]},
        luck=[*faces(6, 1), 0],
    )
    match.table.note(DeckReshuffled())
    take(match, "india", "siam")
    assert match.state.fallen == 1
    idle(match)
    assert fact_lines(match) == [
        "CardDrawn card=joker_2 seat=0",
        "TurnBegan round=5 seat=1",
        "ArmiesGranted armies=12 clause=reinforce.territories seat=1",
        "ArmiesGranted armies=12 clause=reinforce.zones seat=1",
    ]
    assert list(match.actions(REFEREE)) == [Stop()]


@rule("std.end.2")
def test_the_traditional_game_has_no_hand_limit() -> None:
    """A seat draws its eighth and its fortieth card like the first."""
    for held in (7, 39):
        match = position(
            {"siam": (0, 2), "india": (2, 1), "japan": (2, 1)}, hands={0: CARDS[:held]}, luck=[*faces(6, 1), 0]
        )
        take(match, "india", "siam")
        assert match.state.hand[0] == held + 1


# ------------------------------------------------------------------ the referee
@rule("std.end.1")
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_referee_may_stop_any_game(ending: str) -> None:
    """The game can be stopped at any moment, even before the first turn: it has no winner and no more actions."""
    options = {"ending": ending}
    for match in (position({"siam": (0, 3)}, options=options), Match.new("modern", 3, options, seed=1)):
        match.referee(Stop())
        assert fact_lines(match) == ["GameEnded clause=referee.stop winners=[]"]
        assert ended(match) == ([], "std.end.1")


@rule("std.end.1", "std.timeattack.1")
def test_only_the_referee_declares() -> None:
    """Seats can neither stop the game nor declare time up, and the referee can do nothing else."""
    match = position({"siam": (0, 3)}, options={"ending": "time_attack_clock"})
    refused(match, TimeUp(), "referee.only", "std.timeattack.2")
    refused(match, Stop(), "referee.only", "std.end.1")
    refused(match, Pass(), "referee.expired", "std.timeattack.2", seat=REFEREE)


@rule("std.timeattack.1", "std.end.2")
@pytest.mark.parametrize("ending", ["traditional", "time_attack_clock"])
def test_only_the_game_by_cards_counts_passes_through_the_deck(ending: str) -> None:
    """In other games the last card of the deck starts no last lap."""
    match = position(
        {"kamchatka": (0, 3)},
        luck=[*faces(6, 6, 1), 0],
        discards=CARDS[1:],
        options={"ending": ending, "time_attack_reshuffles": 0},
    )
    match.play(Attack("kamchatka", "japan", 2))
    match.play(Pass())
    match.play(Pass())
    happened = [type(one).__name__ for one in match.journal]
    assert "CardDrawn" in happened
    assert "DeckReshuffled" in happened
    assert "DeckSpent" not in happened
    assert match.state.turn == 1
