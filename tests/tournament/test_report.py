"""Score entry: what a table may report, points by hand or by ticks, and invalid reports."""

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.settings.edition_rules import rules_of_edition
from tests.rulemark import rule
from tests.tournament.kit import open_event, points, report_table, seat_round, settings

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino"}
SEATS = (1, 2, 3, 4)
REST = (PlayerResult(2, 20), PlayerResult(3, 15), PlayerResult(4, 10))
NORTH_AMERICA_AND_ASIA = tuple(sorted(rules_of_edition("challenge").cards[13]))


def count_report(*lines: PlayerResult, **choices: str) -> TableReport:
    """Check the report of a table of four."""
    chosen = settings("ranking", *(f"{name}={value}" for name, value in choices.items()))
    return check_report(TableReport(lines), SEATS, chosen, NAMES)


def test_a_whole_objective_is_86_points() -> None:
    """The sum is computed from the edition's cards."""
    assert rules_of_edition("challenge").most_points == 86
    assert sum(rules_of_edition("challenge").values.values()) == 164


@rule("rtu.10.2")
def test_ticks_make_the_points() -> None:
    """Alaska 3 and China 7 are on card 13, Brazil 4 isn't."""
    line = count_report(PlayerResult(1, card=13, held=("alaska", "china", "brazil")), *REST).lines[0]
    assert (line.points, line.outside) == (10, 4)


def test_all_of_a_card_ticked_is_the_objective() -> None:
    """A complete card is worth 100 in time and 86 late; not claiming it is an error."""
    whole = PlayerResult(1, card=13, held=NORTH_AMERICA_AND_ASIA, objective="in_time")
    assert count_report(whole, *REST).lines[0].points == 100
    late = PlayerResult(1, card=13, held=NORTH_AMERICA_AND_ASIA, objective="late")
    assert count_report(late, *REST).lines[0].points == 86
    assert count_report(late, *REST, late_objective="hundred").lines[0].points == 100
    with pytest.raises(Problem, match="whole objective"):
        count_report(PlayerResult(1, card=13, held=NORTH_AMERICA_AND_ASIA), *REST)


def test_an_objective_needs_no_points_and_an_elimination_has_none() -> None:
    """Both are implied."""
    report = count_report(
        PlayerResult(1, objective="in_time"), PlayerResult(2, eliminated=True), PlayerResult(3, 15), PlayerResult(4, 10)
    )
    assert [line.points for line in report.lines] == [100, 0, 15, 10]


@pytest.mark.parametrize(
    ("lines", "sentence", "id"),
    [
        (
            (PlayerResult(1, 87), *REST),
            "87 points for Ada: the territories of an objective make 86 at most",
            "rtu.10.2",
        ),
        ((PlayerResult(1, 100), *REST), "100 points for Ada without the objective", "rtu.10.5"),
        ((PlayerResult(1, 110), *REST), "make 86 at most", "rtu.10.2"),
        ((PlayerResult(1, 86), *REST), "are the whole objective: mark it as reached", "rtu.8.2a"),
        ((PlayerResult(1, 85), *REST), "no territories of an objective add up to that", "rtu.10.2"),
        ((PlayerResult(1, 1), *REST), "1 point for Ada: no territories of an objective add up to that", "rtu.10.2"),
        ((PlayerResult(1, -5), *REST), "make 86 at most", "rtu.10.2"),
        ((PlayerResult(1), *REST), "The points of Ada are missing", "rtu.10.1"),
        ((PlayerResult(1, 86, objective="in_time"), *REST), "is worth 100 points, not 86", "rtu.10.5"),
        ((PlayerResult(1, 12, eliminated=True), *REST), "Ada was eliminated and cannot have points", "rtu.7.1b"),
        (REST, "The result of Ada is missing", ""),
        ((PlayerResult(1, 9), PlayerResult(9, 9), *REST), "9 is not at this table", ""),
        ((PlayerResult(1, 9), PlayerResult(1, 9), *REST), "Ada is written twice", ""),
        (
            (PlayerResult(1, objective="in_time"), PlayerResult(2, objective="late"), *REST[1:]),
            "Only one player",
            "rtu.8.2a",
        ),
        (tuple(PlayerResult(seat, eliminated=True) for seat in SEATS), "cannot all be eliminated", "rtu.7.1b"),
        (
            (PlayerResult(1, 60), PlayerResult(2, 60), PlayerResult(3, 60), PlayerResult(4, 10)),
            "The table declares 190 points",
            "rtu.values.1",
        ),
        (
            (PlayerResult(1, objective="in_time"), PlayerResult(2, 40), PlayerResult(3, 39), PlayerResult(4, 0)),
            "declares 165 points",
            "rtu.values.1",
        ),
        ((PlayerResult(1, card=17, held=("alaska",)), *REST), "There is no objective 17", "rtu.1.5"),
        ((PlayerResult(1, held=("alaska",)), *REST), "without saying the objective", "rtu.10.2"),
        ((PlayerResult(1, card=13, held=("atlantis",)), *REST), "“atlantis” is not on the board", "rtu.1.1"),
        ((PlayerResult(1, 9, card=13, held=("alaska",)), *REST), "make 3 points, not 9", "rtu.10.2"),
        (
            (PlayerResult(1, card=13, held=("alaska",), objective="in_time"), *REST),
            "not the whole of objective 13",
            "rtu.8.2a",
        ),
        (
            (PlayerResult(1, card=13, held=("alaska",)), PlayerResult(2, card=13, held=("china",)), *REST[1:]),
            "same objective card",
            "rtu.1.5",
        ),
        (
            (PlayerResult(1, card=13, held=("alaska",)), PlayerResult(2, card=8, held=("alaska",)), *REST[1:]),
            "ticked by two: Ada, Bruno",
            "rtu.1.1",
        ),
        (
            (PlayerResult(1, 9, hand=1), PlayerResult(2, 9, hand=1), *REST[1:]),
            "Hands go from 1 to 4, each once",
            "rtu.2.3b",
        ),
        ((PlayerResult(1, 9, penalty=-3), *REST), "without a sign", ""),
    ],
)
def test_what_a_table_cannot_report(lines: tuple[PlayerResult, ...], sentence: str, id: str) -> None:
    """Each refusal names the player and the rule."""
    with pytest.raises(Problem) as caught:
        count_report(*lines)
    assert sentence in caught.value.text("en")
    assert caught.value.rule == id


def test_an_edited_preset_gives_other_points() -> None:
    """When an objective is worth 110, 110 is accepted and 100 refused."""
    assert count_report(PlayerResult(1, objective="in_time"), *REST, objective_points="110").lines[0].points == 110
    with pytest.raises(Problem, match="worth 110 points, not 100"):
        count_report(PlayerResult(1, 100, objective="in_time"), *REST, objective_points="110")


def test_a_result_for_a_wrong_table_or_round_is_refused() -> None:
    """Missing tables and rounds, and players of another table, are refused."""
    event = seat_round(
        open_event(settings("ranking"), ["Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo"]),
        [1, 2, 3, 4],
        [5, 6, 7, 8],
    )
    with pytest.raises(Problem, match="Round 1 has no table 3"):
        points(event, 3, Ada=20, Bruno=15, Carla=10, Dino=5)
    with pytest.raises(Problem, match="Ada is not at this table"):
        points(event, 2, Ada=20, Bruno=15, Carla=10, Dino=5)


def test_nothing_is_overwritten_silently() -> None:
    """A second result must be marked as a correction; repeating the same result changes nothing."""
    event = points(
        seat_round(open_event(settings("ranking"), ["Ada", "Bruno", "Carla", "Dino"]), [1, 2, 3, 4]),
        1,
        Ada=20,
        Bruno=15,
        Carla=10,
        Dino=5,
    )
    with pytest.raises(Problem, match="only a correction changes it"):
        points(event, 1, Ada=21, Bruno=15, Carla=10, Dino=5)
    after = report_table(
        event, 1, PlayerResult(1, 21), PlayerResult(2, 15), PlayerResult(3, 10), PlayerResult(4, 5), correct=True
    )
    assert after.rounds[0].reports[1].lines[0].points == 21
