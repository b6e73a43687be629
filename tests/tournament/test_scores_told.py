"""Scores with their explanations, penalties, and refusals with names, as announced at a table."""

from decimal import Decimal

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import accept, penalise, score_table, settings_of
from kamchatka.tournament.results.point_formulas import prize_at
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.results.scoring import GameScore, scores
from kamchatka.tournament.settings.edition_rules import rules_of_edition
from kamchatka.tournament.settings.settings import EventSettings
from tests.tournament.kit import open_event, points, seat_round, settings

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino", 5: "Eva"}


def score_lines(chosen: EventSettings, *lines: PlayerResult) -> list[str]:
    """Return each score with its points and their explanation, best first."""
    return [f"{score.entrant}: {score.points} = {score.how.text('en')}" for score in made(chosen, *lines)]


def made(chosen: EventSettings, *lines: PlayerResult) -> tuple[GameScore, ...]:
    """Return the scores of a table, in the order of play."""
    seats = tuple(range(1, len(lines) + 1))
    return scores(check_report(TableReport(lines), seats, chosen, NAMES), seats, chosen, NAMES)


def evening() -> Event:
    """Return the scores of four players with the given points."""
    event = seat_round(open_event(settings("evening"), [*NAMES.values()]), [1, 2, 3, 4])
    return points(event, 1, Ada=30, Bruno=20, Carla=10, Dino=5)


# ------------------------------------------------------------------ scores
def test_points_by_place_are_told_with_their_hundredths() -> None:
    """At a table of five in an interclub; eliminated players have another scale and no hundredths."""
    chosen = settings("interclub")
    assert score_lines(chosen, PlayerResult(1, 30), PlayerResult(2, 20), PlayerResult(3, 0), _out(4), _out(5)) == [
        "1: 12.375 = 12 for place 1, 0.375 hundredths of table points (30 at 125%, table of 5)",
        "2: 7.25 = 7 for place 2, 0.25 hundredths of table points (20 at 125%, table of 5)",
        "3: 5 = 5 for place 3, 0 hundredths of table points (0 at 125%, table of 5)",
        "5: 1 = 1 for place 4",
        "4: 0 = 0 for place 5",
    ]


def test_the_ladder_of_places_ends() -> None:
    """With two paid places the third gets nothing, and eliminated players start at the second place's prize."""
    chosen = settings("interclub", "place_points=12,7", "eliminated_points=3")
    lines = (PlayerResult(1, 30), _out(2), _out(3))
    assert [(score.entrant, score.points) for score in made(chosen, *lines)][1:] == [(3, Decimal(3)), (2, Decimal(0))]
    survivors = (PlayerResult(1, 30), PlayerResult(2, 20), PlayerResult(3, 10))
    assert [int(score.points) for score in made(chosen, *survivors)] == [12, 7, 0]
    alone = (_out(1), PlayerResult(2, objective="in_time"), PlayerResult(3, 10))
    assert [score.entrant for score in made(chosen, *alone)] == [2, 3, 1]
    behind = (_out(1), PlayerResult(2, 20, last=True), PlayerResult(3, 10, last=True))
    assert next((score.place, score.points) for score in made(chosen, *behind)) == (1, Decimal(0))


def _out(entrant: int) -> PlayerResult:
    """Return an eliminated player's line, with the edition's points."""
    return PlayerResult(entrant, eliminated=True, outside=0)


def test_penalties_and_zeroed_games_are_told_with_their_reason() -> None:
    """A reason of blanks counts as none."""
    lines = [
        PlayerResult(1, 30, penalty=5, reason=" late "),
        PlayerResult(2, 20, penalty=5, reason="  "),
        PlayerResult(3, 10, zeroed=True, reason="for shouting"),
        PlayerResult(4, 5, zeroed=True, last=True),
    ]
    assert score_lines(settings("ranking", "prizes=0"), *lines) == [
        "1: 25 = 30 table points, -5 penalty late",
        "2: 15 = 20 table points, -5 penalty",
        "3: 0 = game zeroed for shouting (was: 10 table points)",
        "4: 0 = game zeroed (was: 5 table points); put behind all others",
    ]


@pytest.mark.parametrize(("prize", "at_four"), [(100, 80), (33, 17), (31, 16), (29, 15)])
def test_the_prize_at_fours_is_rounded_half_up(prize: int, at_four: int) -> None:
    """At tables of five it is used as given."""
    chosen = settings("ranking", f"prizes={prize}", f"prize_four={80 if prize == 100 else 50}")
    assert [prize_at(chosen, size, 1) for size in (4, 5)] == [Decimal(at_four), Decimal(prize)]


def test_equals_whom_nothing_tells_apart_are_told_so() -> None:
    """Such players share third place in a round that everybody plays."""
    found = made(settings("ranking"), PlayerResult(1, 30), PlayerResult(2, 20), PlayerResult(3, 9), PlayerResult(4, 9))
    assert [score.place for score in found] == [1, 2, 3, 3]
    assert found[2].tie is not None
    assert found[2].tie == found[3].tie
    assert found[2].tie.text("en") == (
        "Dino and Carla equal at 9, same place: the points outside the objective are not told (rtu.10.4a)"
    )


# ------------------------------------------------------------------ penalties and results already there
def test_a_penalty_takes_points_and_keeps_its_reason() -> None:
    """The penalty is a correction of the table's result."""
    event = evening()
    after = apply_change(penalise(event, 1, 1, 2, 7, False, "for dice off the table"), event, 0)
    line = after.rounds[0].reports[1].lines[1]
    assert (line.entrant, line.penalty, line.zeroed, line.reason) == (2, 7, False, "for dice off the table")
    assert after.rounds[0].reports[1].lines[0] == event.rounds[0].reports[1].lines[0]


@pytest.mark.parametrize(
    ("table", "entrant", "said"),
    [
        (2, 1, "Table 2 of round 2 has no result yet."),
        (1, 5, "Eva is not at table 1 of round 2."),
        (1, 9, "No entrant has the number 9."),
    ],
)
def test_a_penalty_needs_a_result_and_somebody_at_the_table(table: int, entrant: int, said: str) -> None:
    """The example is a second round, when only the first has a result."""
    event = points(seat_round(evening(), [1, 2, 3, 4]), 1, Ada=30, Bruno=20, Carla=10, Dino=5)
    with pytest.raises(Problem) as caught:
        penalise(event, 2, table, entrant, 5, False, "")
    assert caught.value.sentence("en") == said


def test_another_result_is_refused_by_table_and_round() -> None:
    """A different second result is refused; the same one is accepted again."""
    event = points(seat_round(evening(), [1, 2, 3, 4]), 1, Ada=30, Bruno=20, Carla=10, Dino=5)
    same = event.rounds[1].reports[1]
    assert accept(event, 2, 1, same).report == same
    with pytest.raises(Problem) as caught:
        accept(event, 2, 1, TableReport(same.lines[::-1]))
    assert caught.value.sentence("en") == (
        "Table 1 of round 2 has another result already: only a correction changes it."
    )


def test_a_table_is_scored_once_for_an_event() -> None:
    """Standings may ask repeatedly; other events have their own scores."""
    event, other = evening(), evening()
    first = score_table(event, event.rounds[0], 1)
    assert score_table(event, event.rounds[0], 1) is first
    assert score_table(event, other.rounds[0], 1) is not first
    assert (other.score_cache, list(event.score_cache)) == ({}, [(1, 1)])


def test_wins_are_shared_only_where_everybody_plays() -> None:
    """A club evening shares wins, but its final doesn't."""
    event = seat_round(evening(), [1, 2, 3, 4], stage="final")
    shared = [settings_of(event, round).shared_wins for round in event.rounds]
    assert shared == [True, False]


# ------------------------------------------------------------------ what cannot be reported
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([(1, 30), (2, 20)], "The result of Carla, Dino is missing."),
        ([PlayerResult(1, 30, penalty=-1), (2, 20), (3, 9), (4, 5)], "The penalty of Ada is written without a sign."),
        ([(1, 86), (2, 20), (3, 9), (4, 5)], None),
    ],
)
def test_what_is_missing_or_wrong_is_named(lines: list[object], said: str | None) -> None:
    """Players are named."""
    full = tuple(line if isinstance(line, PlayerResult) else PlayerResult(*line) for line in lines)  # type: ignore[misc]
    with pytest.raises(Problem) as caught:
        check_report(TableReport(full), (1, 2, 3, 4), settings("ranking"), NAMES)
    if said:
        assert caught.value.sentence("en") == said
    else:
        assert "86" in str(caught.value)
        assert "Ada" in str(caught.value)


def fields(**changed: object) -> dict[str, object]:
    """Return the details of the refusal of one player's result at a table of the booklet's edition."""
    line = PlayerResult(1, **changed)  # type: ignore[arg-type]
    with pytest.raises(Problem) as caught:
        check_report(TableReport((line, *(PlayerResult(n, 5) for n in (2, 3, 4)))), (1, 2, 3, 4), TERMS, NAMES)
    return {"rule": caught.value.rule, "key": caught.value.key, **caught.value.fields}


TERMS = settings("ranking")
CARD = min(rules_of_edition("challenge").cards)
CARDS = rules_of_edition("challenge").cards
MARKED = tuple(sorted(CARDS[CARD]))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"points": 5, "card": 99}, {"number": 99, "least": min(CARDS), "most": max(CARDS), "rule": "rtu.1.5"}),
        ({"held": MARKED[:1]}, {"who": "Ada", "key": "scoresheet.no_card"}),
        ({"held": MARKED[:1], "card": CARD, "points": 99}, {"who": "Ada", "told": 99}),
        ({"points": 86}, {"who": "Ada", "points": 86, "key": "scoresheet.points_whole_objective"}),
        ({"points": 90, "objective": "in_time"}, {"who": "Ada", "due": 100, "points": 90}),
        ({"objective": "in_time", "held": MARKED[:1], "card": CARD}, {"who": "Ada", "card": CARD}),
        ({"points": 0, "outside": 3, "eliminated": True}, {"key": "scoresheet.eliminated_points", "who": "Ada"}),
        ({"points": 80, "outside": 80}, {"told": 175, "most": 164, "rule": "rtu.values.1"}),
    ],
)
def test_refusals_of_objective_points_name_what_is_wrong(
    changed: dict[str, object], expected: dict[str, object]
) -> None:
    """The refusal names the player, the card, and the points reported and due."""
    assert fields(**changed).items() >= expected.items()


def test_an_objective_worth_no_more_than_its_territories() -> None:
    """Where an objective is worth 86, 86 points without it are refused as an unclaimed objective."""
    chosen = settings("evening", "objective_points=86")
    lines = (PlayerResult(1, 86), *(PlayerResult(n, 5) for n in (2, 3, 4)))
    with pytest.raises(Problem) as caught:
        check_report(TableReport(lines), (1, 2, 3, 4), chosen, NAMES)
    assert caught.value.key == "scoresheet.points_whole_objective"


def test_tables_are_played_here_without_kingmaker_and_challenge_card() -> None:
    """The games have the event's clock and cap (rtu.chal.8)."""
    assert rules_of_edition("challenge").table_options(settings("ranking", "minutes=75", "army_cap=99")) == {
        "time_limit_minutes": 75,
        "army_cap": 99,
        "kingmaker": False,
        "challenge_card": "off",
        "late_objective_points": "territory_sum",
    }
