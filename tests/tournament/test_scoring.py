"""Places, wins and points by preset; every tie with its reason."""

from decimal import Decimal

import msgspec
import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.results.scoring import GameScore, scores
from kamchatka.tournament.settings.presets import preset, presets
from kamchatka.tournament.settings.settings import EventSettings, with_choices
from kamchatka.tournament.validation import check_settings
from tests.rulemark import rule
from tests.tournament.kit import settings

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino", 5: "Eva"}


def made(chosen: EventSettings, *lines: PlayerResult) -> tuple[GameScore, ...]:
    """Return the scores of a table where players sit by number."""
    seats = tuple(range(1, len(lines) + 1))
    return scores(check_report(TableReport(lines), seats, chosen, NAMES), seats, chosen, NAMES)


def counted_points(chosen: EventSettings, *lines: PlayerResult) -> list[str]:
    """Return the counted points, best first."""
    return [format_points(score.points) for score in made(chosen, *lines)]


def order(found: tuple[GameScore, ...]) -> list[int]:
    """Return the players, best first."""
    return [score.entrant for score in found]


@rule("rtu.10.4a")
def test_equal_points_go_by_the_territories_outside() -> None:
    """Territories outside the objective decide, and the reason says so."""
    found = made(
        settings("ranking"), PlayerResult(1, 30, 8), PlayerResult(2, 30, 9), PlayerResult(3, 10), PlayerResult(4, 5)
    )
    assert order(found)[:2] == [2, 1]
    assert found[0].tie is not None
    assert found[0].tie.text("en") == "Bruno before Ada, equal at 30: outside the objective 9 to 8 (rtu.10.4a)"
    assert found[0].tie == found[1].tie


@rule("rtu.10.4b")
def test_then_the_later_hand_wins() -> None:
    """The order is that of the draw, or the one reported."""
    tied = [PlayerResult(1, 30, 9), PlayerResult(2, 30, 9), PlayerResult(3, 10), PlayerResult(4, 5)]
    found = made(settings("ranking"), *tied)
    assert order(found)[:2] == [2, 1]
    assert found[0].tie is not None
    assert "later hand" in found[0].tie.text("en")
    hands = (4, 1, 2, 3)
    real = [
        PlayerResult(line.entrant, line.points, line.outside, hand=hand) for line, hand in zip(tied, hands, strict=True)
    ]
    assert order(made(settings("ranking"), *real))[:2] == [1, 2]


def test_a_tie_that_decides_needs_the_points_outside() -> None:
    """A tie for the win needs them; lower ties need them only if those places pay."""
    with pytest.raises(Problem, match="Bruno and Ada are equal at 30") as caught:
        made(settings("ranking"), PlayerResult(1, 30), PlayerResult(2, 30), PlayerResult(3, 10), PlayerResult(4, 5))
    assert caught.value.rule == "rtu.10.4a"
    second = made(
        settings("ranking"), PlayerResult(1, 30), PlayerResult(2, 10), PlayerResult(3, 10), PlayerResult(4, 5)
    )
    assert [score.place for score in second] == [1, 2, 2, 4]
    assert second[1].tie is not None
    assert (
        second[1]
        .tie.text("en")
        .startswith("Carla and Bruno equal at 10, same place: the points outside the objective are ")
    )
    half = made(
        settings("ranking"), PlayerResult(1, 30), PlayerResult(2, 10, 4), PlayerResult(3, 10), PlayerResult(4, 5)
    )
    assert [score.place for score in half] == [1, 2, 2, 4]
    with pytest.raises(Problem, match="equal at 10"):
        made(settings("interclub"), PlayerResult(1, 30), PlayerResult(2, 10), PlayerResult(3, 10), PlayerResult(4, 5))


def test_who_reaches_the_objective_wins_whatever_it_pays() -> None:
    """The player wins even with a late objective, for 86 points; eliminated players are last."""
    chosen = settings("ranking", "prizes=0")
    found = made(
        chosen,
        PlayerResult(1, 30),
        PlayerResult(2, eliminated=True),
        PlayerResult(3, 0),
        PlayerResult(4, objective="late"),
    )
    assert order(found) == [4, 1, 3, 2]


def test_a_raduno_gives_fifty_to_one_and_twenty_five_to_each_of_two() -> None:
    """A win shared by two gives 25 each, and one shared by three nothing."""
    raduno = settings("raduno", "shared_wins=true")
    assert counted_points(
        raduno, PlayerResult(1, 30), PlayerResult(2, 20), PlayerResult(3, 10), PlayerResult(4, 5)
    ) == ["80", "20", "10", "5"]
    shared = made(raduno, PlayerResult(1, 30), PlayerResult(2, 30), PlayerResult(3, 10), PlayerResult(4, 5))
    assert [(int(score.points), score.place, score.winners) for score in shared] == [
        (55, 1, 2),
        (55, 1, 2),
        (10, 3, 0),
        (5, 4, 0),
    ]
    assert counted_points(
        raduno, PlayerResult(1, 30), PlayerResult(2, 30), PlayerResult(3, 30), PlayerResult(4, 5)
    ) == ["30", "30", "30", "5"]


def test_an_open_scales_by_the_table() -> None:
    """An Open adds a quarter at fives and takes one at threes; a limit applies to points, not to the prize."""
    chosen = settings("open", "sizes=4,5,3", "most_table_points=100")
    five = made(
        chosen, PlayerResult(1, 82), PlayerResult(2, 30), PlayerResult(3, 21), PlayerResult(4, 10), PlayerResult(5, 5)
    )
    assert [format_points(score.points) for score in five] == ["150", "37.5", "26.25", "12.5", "6.25"]
    assert "30 at 125%, table of 5" in five[1].how.text("en")
    assert counted_points(chosen, PlayerResult(1, 40), PlayerResult(2, 20), PlayerResult(3, 10)) == ["80", "15", "7.5"]


def test_teams_score_by_place_and_hundredths() -> None:
    """The scores are 12, 7, 5, 3 plus hundredths, 13 for an objective, and 3, 2, 1 for eliminated players."""
    chosen = settings("interclub")
    assert counted_points(
        chosen, PlayerResult(1, 54), PlayerResult(2, 30), PlayerResult(3, 20), PlayerResult(4, 5)
    ) == ["12.54", "7.3", "5.2", "3.05"]
    fell = [
        PlayerResult(1, objective="in_time"),
        PlayerResult(2, 30),
        PlayerResult(3, eliminated=True),
        PlayerResult(4, eliminated=True),
    ]
    assert counted_points(chosen, *fell) == ["13", "7.3", "2", "1"]


def test_penalties_and_zeroed_games() -> None:
    """Penalties change the points that count, but not the place at the table."""
    chosen = settings("ranking", "prizes=100")
    found = made(
        chosen,
        PlayerResult(1, 30, penalty=10, reason="tardi"),
        PlayerResult(2, 25),
        PlayerResult(3, 12, zeroed=True),
        PlayerResult(4, 5),
    )
    assert [(score.entrant, int(score.points)) for score in found] == [(1, 100), (2, 25), (3, 0), (4, 5)]
    assert found[0].how.text("en") == "30 table points, 80 victory prize, -10 penalty tardi"
    assert found[2].how.text("it").startswith("partita azzerata")


def test_numbers_as_people_write_them() -> None:
    """Numbers have no exponent and no trailing zeros."""
    assert [format_points(Decimal(text)) for text in ("100", "0", "12.50", "-10", "1E+2", "7.05")] == [
        "100",
        "0",
        "12.5",
        "-10",
        "100",
        "7.05",
    ]


# ------------------------------------------------------------------ presets
def test_every_preset_is_there_and_makes_an_event() -> None:
    """The presets have the numbers of today's practice and descriptions in both languages."""
    assert {"ranking", "knockout", "three", "raduno", "master", "open", "interclub", "evening"} <= presets().keys()
    for one in presets().values():
        assert one.it
        assert one.en
        assert one.settings.minutes == (105 if one.id == "two_venues" else 90)
        assert msgspec.json.decode(msgspec.json.encode(one), type=type(one)) == one
    assert presets()["raduno"].settings.semifinal_steps == (36, 76, 116, 156, 196)
    assert presets()["interclub"].settings.place_points == (12, 7, 5, 3, 2)


def test_every_number_can_be_edited() -> None:
    """Numbers, lists, table sizes and flags can be edited and read back."""
    choices = ("minutes=105", "prizes=20,10", "percent=5:125,3:75", "shared_wins=false", "live_class=2.5")
    after = settings("raduno", *choices)
    assert (after.minutes, after.prizes, after.percent) == (105, (20, 10), {5: 125, 3: 75})
    assert (after.shared_wins, after.live_class) == (False, 2.5)


@pytest.mark.parametrize(
    ("choice", "it", "en"),
    [
        ("minutes", "non è nella forma nome=valore", "is not of the form name=value"),
        ("colour=red", "non è nella forma nome=valore", "is not of the form name=value"),
        ("minutes=long", "«long» non va bene per minutes", "“long” will not do for minutes"),
        ("prizes=a,b", "non va bene per prizes", "will not do for prizes"),
        ("format=chess", "non va bene per format", "will not do for format"),
    ],
)
def test_a_setting_that_will_not_do(choice: str, it: str, en: str) -> None:
    """The refusal is in both languages."""
    with pytest.raises(Problem) as caught:
        with_choices(EventSettings(), [choice])
    assert it in caught.value.text("it")
    assert en in caught.value.text("en")


def test_a_size_of_table_is_said_once() -> None:
    """The same holds whether the booklet binds the event or not."""
    for one in ("ranking", "open"):
        with pytest.raises(Problem, match="each size of table is written once, not 4, 4"):
            check_settings(settings(one, "sizes=4,4"))


@pytest.mark.parametrize("choice", ["rounds=0", "minutes=0", "discards=-1", "army_cap=-5", "prize_four=-1"])
def test_numbers_that_make_no_event(choice: str) -> None:
    """Each refusal names the least valid number."""
    name, _, _ = choice.partition("=")
    with pytest.raises(Problem, match=f"{name} cannot be less than"):
        check_settings(with_choices(settings("open"), [choice]))


def test_a_preset_that_is_not_there() -> None:
    """The refusal lists the presets."""
    with pytest.raises(Problem, match="There is no preset “chess”: choose among ranking, knockout"):
        preset("chess")
