"""Events of any edition, scored by the edition's rules or, if it has none, by how games ended."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka import editions
from kamchatka.analysis.finished import game_of
from kamchatka.editions import EDITIONS
from kamchatka.editions.tournament import PlayerResult
from kamchatka.journal import read
from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import csv_import
from kamchatka.tournament.documents.csv_export import results_csv
from kamchatka.tournament.documents.csv_reader import parse_csv
from kamchatka.tournament.documents.printed_sheets import write_scores
from kamchatka.tournament.events.changes import SettingsChanged, TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.finishing import FinishingPoints
from kamchatka.tournament.referee import closing_throws
from kamchatka.tournament.registration import new_event
from kamchatka.tournament.results.acceptance import accept, list_left_out, scores_that_count
from kamchatka.tournament.results.hosted import report_of_game
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.settings.edition_rules import rules_of, rules_of_edition
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.settings.settings import EventSettings
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.validation import check_settings
from tests.tournament.kit import draw_round, open_event, people, report_table, seat_round, settings

NAMES = {1: "Ada", 2: "Bruno", 3: "Carla", 4: "Dino"}
WITHOUT_RULES = [id for id, one in EDITIONS.items() if one.tournament is None]
GOLDEN = Path(__file__).parents[1] / "golden"
JOURNALS = [path for id in WITHOUT_RULES for path in sorted((GOLDEN / id).glob("*.jsonl"))]


def by_points(edition: str = "modern", *choices: str) -> EventSettings:
    """Create an event that is scored by how games end."""
    return settings("points", f"edition={edition}", *choices)


def order(event: Event, table: int = 1) -> list[int]:
    """Return the places at a table of the last round, best first."""
    return [score.entrant for score in scores_that_count(event, event.rounds[-1], table)]


# ------------------------------------------------------------------ which rules
def test_the_edition_hands_over_its_rules() -> None:
    """The tournament table has objective points; an edition without rules is scored by how the game ended."""
    assert rules_of(EventSettings()) is EDITIONS["challenge"].tournament
    assert "modern" in WITHOUT_RULES
    for id in WITHOUT_RULES:
        assert isinstance(rules_of_edition(id), FinishingPoints)


def test_an_edition_from_outside_is_played_by_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition from another package is known by name, and is drawn, scored and ranked."""
    monkeypatch.setitem(editions.EDITIONS, "sixth", replace(EDITIONS["modern"], id="sixth"))
    event = seat_round(open_event(by_points("sixth"), "ABCD"), [1, 2, 3, 4])
    event = report_table(
        event, 1, PlayerResult(1, 12), PlayerResult(2, objective="in_time"), PlayerResult(3, 20), PlayerResult(4, 10)
    )
    assert [(row.entrant, int(row.total)) for row in standings(event)] == [(2, 100), (3, 20), (1, 12), (4, 10)]


def test_an_edition_that_is_not_there_is_named() -> None:
    """A missing edition is named when an event is opened and when a stored one is scored."""
    with pytest.raises(Problem, match="There is no edition “seventh”"):
        new_event("Prova", "points", ["edition=seventh"], "")
    event = seat_round(open_event(by_points(), "ABCD"), [1, 2, 3, 4])
    event = report_table(
        event, 1, PlayerResult(1, 12), PlayerResult(2, objective="in_time"), PlayerResult(3, 20), PlayerResult(4, 10)
    )
    gone = apply_change(SettingsChanged(by_points("modern")), event, 0)
    assert list_left_out(gone) == []
    gone = apply_change(SettingsChanged(settings("points", "edition=seventh")), event, 0)
    assert [one.why.text("en").split(":")[0] for one in list_left_out(gone)] == ["There is no edition “seventh”"]


# ------------------------------------------------------------------ settings
def test_regulations_bind_only_their_own_edition() -> None:
    """The booklet's sections 10 to 12 bind only their own edition; other events report the departure or are refused."""
    with pytest.raises(Problem, match="The booklet of the edition modern has no rules for events"):
        check_settings(by_points("modern", "booklet=true"))
    assert len(departures(by_points())) == 1
    check_settings(by_points())


def test_tables_are_of_the_sizes_that_the_edition_is_played_at() -> None:
    """Table sizes follow the edition: the modern booklet seats up to six, and no edition seats one."""
    check_settings(by_points("modern", "sizes=6,5", "final_seats=6"))
    with pytest.raises(Problem, match="2 seats will not do: this game is for 3 to 6"):
        check_settings(by_points("modern", "sizes=4,2"))
    check_settings(by_points("risk2210", "sizes=2", "final_seats=2"))
    with pytest.raises(Problem, match="at least one size"):
        check_settings(by_points("modern", "sizes="))


def test_only_some_editions_close_with_throws() -> None:
    """Other editions say that they have none."""
    assert closing_throws("challenge").lowest == 4
    with pytest.raises(Problem, match="In the edition modern no throw closes a game"):
        closing_throws("modern")


# ------------------------------------------------------------------ results by hand
def test_the_winner_then_territories_then_who_fell_later() -> None:
    """In three rounds of one table each place has its reason."""
    event = seat_round(open_event(by_points(), "ABCD"), [1, 2, 3, 4])
    event = report_table(
        event,
        1,
        PlayerResult(1, eliminated=True, fell=1),
        PlayerResult(2, 20),
        PlayerResult(3, objective="in_time"),
        PlayerResult(4, eliminated=True, fell=2),
    )
    assert order(event) == [3, 2, 4, 1]
    scores = scores_that_count(event, event.rounds[0], 1)
    assert [int(score.points) for score in scores] == [100, 20, 0, 0]
    assert scores[2].tie is not None
    assert scores[2].tie.text("en") == "D before A, equal at 0: eliminated as number 2 against 1"


def test_ticks_count_one_each() -> None:
    """Without objective cards each ticked territory scores one point; heavens and underworlds are excluded."""
    held = PlayerResult(1, held=("alaska", "alberta", "brazil"))
    rest = (PlayerResult(2, objective="in_time"), PlayerResult(3, 9), PlayerResult(4, 8))
    full = check_report(TableReport((held, *rest)), (1, 2, 3, 4), by_points(), NAMES)
    assert [line.points for line in full.lines] == [3, 100, 9, 8]
    gods = rules_of_edition("godstorm")
    assert 0 < gods.most_points < len(gods.values)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([PlayerResult(1, 43)], "43 points for Ada: each territory is worth one, 42 in all"),
        ([PlayerResult(1, -1)], "-1 points for Ada"),
        ([PlayerResult(1)], "The points of Ada are missing"),
        ([PlayerResult(1, 5, held=("alaska",))], "The result of Ada makes 1 points, not 5"),
        ([PlayerResult(1, 5, eliminated=True)], "The result of Ada makes 0 points, not 5"),
        ([PlayerResult(1, held=("atlantis",))], "“atlantis” is not on the board"),
        ([PlayerResult(1, 5, card=3)], "Ada has an objective card"),
        ([PlayerResult(1, 5, fell=1)], "Ada fell but was not eliminated"),
        ([PlayerResult(1, 20), PlayerResult(2, 20), PlayerResult(3, 20)], "60 territories in all, but the board"),
        ([PlayerResult(n, eliminated=True) for n in NAMES], "If all were eliminated one of them must have won"),
        ([PlayerResult(1, held=("alaska",)), PlayerResult(2, held=("alaska",))], "“alaska” is ticked by two"),
        ([PlayerResult(1, 4, hand=2), PlayerResult(2, 4, hand=2)], "Hands go from 1 to 4, each once"),
    ],
)
def test_what_cannot_be(lines: Sequence[PlayerResult], why: str) -> None:
    """Each is refused with a message that cites no other booklet's paragraph."""
    told = {line.entrant for line in lines}
    rest = [PlayerResult(number, 0) for number in NAMES if number not in told]
    with pytest.raises(Problem) as caught:
        check_report(TableReport((*lines, *rest)), (1, 2, 3, 4), by_points(), NAMES)
    assert why in caught.value.text("en")
    assert caught.value.rule == ""


def test_results_travel_by_csv_with_the_order_of_elimination() -> None:
    """Results with their order of elimination survive a CSV export and import."""
    event = seat_round(open_event(by_points(), ["Ada", "Bruno", "Carla", "Dino"]), [1, 2, 3, 4])
    lines = (
        PlayerResult(1, objective="in_time"),
        PlayerResult(2, held=("alaska", "brazil")),
        PlayerResult(3, eliminated=True, fell=2),
        PlayerResult(4, eliminated=True, fell=1),
    )
    full = report_table(event, 1, *lines)
    rows = parse_csv(results_csv(full).encode(), "results.csv", csv_import.RESULTS)
    (back,) = csv_import.results_from(event, rows, 1)
    assert back == accept(event, 1, 1, TableReport(lines))


def test_score_sheets_name_the_places_of_the_edition(tmp_path: Path) -> None:
    """The PDF is for a board with other places."""
    pytest.importorskip("fpdf")
    event = draw_round(open_event(by_points("risk2210", "sizes=4"), people(4, 4)))
    write_scores(event, event.rounds[0], tmp_path / "scores.pdf", "it")
    assert (tmp_path / "scores.pdf").read_bytes().startswith(b"%PDF")


# ------------------------------------------------------------------ results of games played here
@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_finished_game_makes_its_report(path: Path) -> None:
    """A finished game becomes a report: winners first, then survivors, then eliminated players, the last one first."""
    match = read(path).match
    edition, entrants = match.edition.id, tuple(range(11, 11 + match.seats))
    event = open_event(by_points(edition, f"sizes={match.seats}", f"final_seats={match.seats}"), people(20, 4))
    event = seat_round(event, entrants)
    if not match.winners:
        with pytest.raises(Problem, match="must be entered by hand"):
            report_of_game(game_of(match), entrants)
        return
    report = report_of_game(game_of(match), entrants)
    event = apply_change(accept(event, 1, 1, report), event, 0)
    ranked = order(event)
    assert {*ranked[: len(match.winners)]} == {entrants[seat] for seat in match.winners}
    out = [line.entrant for line in report.lines if line.eliminated and not line.objective]
    assert {*ranked[len(ranked) - len(out) :]} == {*out}
    fallen = [entrants[fact.seat] for fact in match.journal if isinstance(fact, Eliminated)]
    losers = [entrant for entrant in fallen if entrant in out]
    assert [entrant for entrant in ranked if entrant in losers] == losers[::-1]
    assert sorted(line.hand for line in report.lines) == list(range(1, match.seats + 1))
