"""Descriptions of changes in the trail, names of rounds and draws, and formatted points."""

from decimal import Decimal

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.changes import Proposed, TableReport
from kamchatka.tournament.events.descriptions import describe, describe_quality, round_title
from kamchatka.tournament.formatting import format_points
from tests.tournament.kit import report_change

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino"}


@pytest.mark.parametrize(
    ("line", "it", "en"),
    [
        (PlayerResult(1, 20), "Ada 20", "Ada 20"),
        (PlayerResult(1, 0), "Ada 0", "Ada 0"),
        (PlayerResult(2, 20, penalty=5), "Bruno 20 −5", "Bruno 20 −5"),
        (PlayerResult(3, card=13), "Carla #13", "Carla #13"),
        (PlayerResult(3, objective="late"), "Carla obiettivo", "Carla objective"),
        (PlayerResult(4, eliminated=True), "Dino eliminato", "Dino out"),
        (PlayerResult(4, 7, last=True), "Dino 7 dietro a tutti", "Dino 7 behind all others"),
        (PlayerResult(9, 7), "n. 9 7", "n. 9 7"),
    ],
)
def test_a_line_of_a_result_in_words(line: PlayerResult, it: str, en: str) -> None:
    """The line shows points, uncounted cards, objective, elimination and penalty; unknown players have a number."""
    told = describe(report_change(2, 3, [line]), NAMES)
    assert told.text("it") == f"turno 2, tavolo 3: {it}"
    assert told.text("en") == f"round 2, table 3: {en}"


def test_results_corrected_and_proposed() -> None:
    """Corrected and proposed results show all lines and the proposer."""
    lines = (PlayerResult(1, objective="in_time"), PlayerResult(2, 20))
    corrected = describe(report_change(2, 3, lines, correction=True), NAMES)
    assert corrected.text("en") == "round 2, table 3 corrected: Ada objective, Bruno 20"
    proposed = describe(Proposed(2, 3, by=1, report=TableReport(lines)), NAMES)
    assert proposed.text("en") == "Ada proposes for round 2, table 3: Ada objective, Bruno 20"


@pytest.mark.parametrize(
    ("stage", "it", "en"),
    [
        ("round", "Turno 3", "Round 3"),
        ("knockout", "Turno 3", "Round 3"),
        ("semifinal", "Semifinale", "Semifinal"),
        ("final", "Finale", "Final"),
    ],
)
def test_what_a_round_is_called(stage: str, it: str, en: str) -> None:
    """Rounds before the semifinals have a number."""
    title = round_title(stage, 3)
    assert (title.text("it"), title.text("en")) == (it, en)


def test_how_good_a_draw_is() -> None:
    """A draw is optimal, or its distance from the optimum is given."""
    best, worse = describe_quality(5, 5), describe_quality(7, 5)
    assert best.text("en").startswith("No draw has fewer clashes: ")
    assert best.text("it").startswith("Nessun sorteggio ha meno scontri: ")
    assert worse.text("en") == "Clashes weigh 7; no draw goes below 5."
    assert worse.text("it") == "Gli scontri pesano 7; nessun sorteggio scende sotto 5."


@pytest.mark.parametrize(
    ("points", "text"),
    [("100", "100"), ("100.00", "100"), ("0.50", "0.5"), ("12.07", "12.07"), ("-3.10", "-3.1"), ("1E+2", "100")],
)
def test_points_as_people_write_them(points: str, text: str) -> None:
    """Points have no trailing zeros or exponent, and keep zeros before the point."""
    assert format_points(Decimal(points)) == text
