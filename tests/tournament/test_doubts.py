"""Doubts: ties that decide a place, draws with changed results, winners with a zeroed game, silent rounds."""

from pathlib import Path

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.doubts import Doubt, doubts, settle_entry
from kamchatka.tournament.draw.participants import late_arrival, next_participants, warn_of_missing_results
from kamchatka.tournament.draw.rounds import mark_absent, next_round
from kamchatka.tournament.events.changes import Absent, PlayerEntered, Settled, TableReport, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.registration import new_event
from kamchatka.tournament.results.acceptance import accept, penalise
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from tests.rulemark import rule
from tests.tournament.kit import draw_round, open_event, people, play_round, points, report_table, seat_round, settings
from tests.tournament.test_former import former

EIGHT = ["Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo"]


def one_round(*choices: str, preset: str = "evening") -> Event:
    """Create eight players after the only round of an evening: Ada and Eva lead, Dino and Hugo are last."""
    event = seat_round(open_event(settings(preset, "rounds=1", *choices), EIGHT), [1, 2, 3, 4], [5, 6, 7, 8])
    event = points(event, 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    return points(event, 2, Eva=50, Fabio=40, Gina=30, Hugo=12)


def correct_report(event: Event, round: int, table: int, *lines: PlayerResult) -> Event:
    """Return the event with another result for a table."""
    return apply_change(accept(event, round, table, TableReport(lines), correct=True), event, 0)


def final_of(event: Event) -> set[int]:
    """Return the players of the last round."""
    return {seat for table in event.rounds[-1].tables for seat in table.seats}


def after_semifinals() -> Event:
    """Return the evening after its two semifinals: Ada, Fabio, Eva and Bruno advance."""
    event = seat_round(one_round(), [1, 6, 3, 8], [5, 2, 7, 4], stage="semifinal")
    event = points(event, 1, Ada=30, Fabio=20, Carla=12, Hugo=5)
    return points(event, 2, Eva=30, Bruno=20, Gina=12, Dino=5)


def only(event: Event) -> Doubt:
    """Return the only doubt of an event."""
    found = doubts(event)
    assert len(found) == 1, found
    return found[0]


# ------------------------------------------------------------------ ties that decide (rtu.10.4)
@rule("rtu.10.4a", "rtu.10.4b")
def test_the_last_place_that_goes_on_is_told_apart_as_the_first_is() -> None:
    """If two of a semifinal advance, a tie for second place is broken by points outside, then by hand."""
    event = seat_round(one_round(), [1, 6, 3, 8], [5, 2, 7, 4], stage="semifinal")
    with pytest.raises(Problem, match="Carla and Fabio are equal at 20: the points outside") as caught:
        points(event, 1, Ada=30, Fabio=20, Carla=20, Hugo=5)
    assert caught.value.rule == "rtu.10.4a"
    told = report_table(
        event, 1, PlayerResult(1, 30), PlayerResult(6, 20, 9), PlayerResult(3, 20, 4), PlayerResult(8, 5)
    )
    told = points(told, 2, Eva=30, Bruno=20, Gina=12, Dino=5)
    assert set(next_participants(told).groups[0]) == {1, 6, 5, 2}
    by_hand = report_table(
        event, 1, PlayerResult(1, 30), PlayerResult(6, 20, 9), PlayerResult(3, 20, 9), PlayerResult(8, 5)
    )
    by_hand = points(by_hand, 2, Eva=30, Bruno=20, Gina=12, Dino=5)
    assert set(next_participants(by_hand).groups[0]) == {1, 3, 5, 2}


@pytest.mark.parametrize("stage", ["semifinal", "final", "knockout"])
def test_third_and_fourth_are_told_apart_beyond_the_rounds(stage: str) -> None:
    """In the final they are separated too, because each place counts in the final order."""
    event = seat_round(one_round(), [1, 2, 3, 4], stage=stage)
    with pytest.raises(Problem, match="Dino and Carla are equal at 9"):
        points(event, 1, Ada=30, Bruno=20, Carla=9, Dino=9)
    event = report_table(
        event, 1, PlayerResult(1, 30), PlayerResult(2, 20), PlayerResult(3, 9, 2), PlayerResult(4, 9, 1)
    )
    assert [one.entrant for one in final_placings(event)[:4]] == [1, 2, 3, 4]


def test_an_older_result_that_nobody_told_apart_is_asked_for() -> None:
    """An older tie counts as a shared place and raises a doubt only if it decides who advances."""
    event, _ = former("undecided")
    told = [doubt.said.text("en") for doubt in doubts(event)]
    assert [doubt.round for doubt in doubts(event)] == [4, 4, 5, 5]
    assert "P009, P004 are equal and share place 2" in told[0]
    assert "Who goes on from table 4/1 is open between P009, P004" in told[2]
    with pytest.raises(Problem, match="points outside the objective are needed") as caught:
        next_participants(Event(event.name, event.settings, entrants=event.entrants, rounds=event.rounds[:4]))
    assert caught.value.rule == "rtu.10.4a"


# ------------------------------------------------------------------ draws that rest on results
def test_a_correction_after_the_next_stage_is_drawn_names_the_draw() -> None:
    """The doubt names the players who change; drawing again settles it."""
    event = draw_round(after_semifinals(), 3)
    assert doubts(event) == []
    assert final_of(event) == {1, 6, 5, 2}
    wrong = correct_report(
        event, 2, 1, PlayerResult(1, 30), PlayerResult(6, 12), PlayerResult(3, 20), PlayerResult(8, 5)
    )
    doubt = only(wrong)
    assert (doubt.round, doubt.table, doubt.again) == (3, 0, True)
    assert (
        "the draw (entry 0) does not follow from the results of now. Now Carla would play, not Fabio."
        in doubt.said.text("en")
    )
    assert "Rifai il sorteggio" in doubt.said.text("it")
    again = apply_change(next_round(wrong, 5, again=True), wrong, 0)
    assert final_of(again) == {1, 3, 5, 2}
    assert doubts(again) == []


def test_a_stale_draw_that_was_played_is_not_drawn_again_by_a_word() -> None:
    """The draw's results must be undone first; a confirmed doubt returns only if other players change."""
    event = points(draw_round(after_semifinals(), 3), 1, Ada=30, Fabio=20, Eva=12, Bruno=5)
    wrong = correct_report(
        event, 2, 1, PlayerResult(1, 30), PlayerResult(6, 12), PlayerResult(3, 20), PlayerResult(8, 5)
    )
    doubt = only(wrong)
    assert not doubt.again
    assert "undo those before drawing it again, or let it stand" in doubt.said.text("en")
    settled = apply_change(settle_entry(wrong, doubt.entry, "the final stands")[0], wrong, 0)
    assert doubts(settled) == []
    other = correct_report(
        settled, 2, 1, PlayerResult(1, 30), PlayerResult(6, 12), PlayerResult(3, 5), PlayerResult(8, 20)
    )
    assert "Now Hugo would play, not Fabio" in only(other).said.text("en")
    right = correct_report(
        other, 2, 1, PlayerResult(1, 30), PlayerResult(6, 20), PlayerResult(3, 12), PlayerResult(8, 5)
    )
    assert doubts(right) == []


def test_an_undone_result_is_named_by_the_draw_that_rests_on_it(tmp_path: Path) -> None:
    """The doubt names the trail entry; undoing the undo settles the doubt."""
    file = EventFile.create(tmp_path / "event.kam", new_event("Prova", "evening", ["rounds=1"], ""), "Zoe")
    file.add([PlayerEntered(number, name) for number, name in enumerate(EIGHT, start=1)])
    for seed in (1, 2):
        (entry,) = file.add([next_round(file.event(), seed)])
        for table in file.event().rounds[-1].tables:
            lines = tuple(PlayerResult(seat, made) for seat, made in zip(table.seats, (30, 20, 12, 5), strict=True))
            (last,) = file.add([accept(file.event(), seed, table.number, TableReport(lines))])
    assert doubts(file.event()) == []
    (undoing,) = file.undo([entry - 1])  # the last result of the first round
    doubt = only(file.event())
    assert (doubt.entry, doubt.round) == (entry, 2)
    assert f"the draw (entry {entry})" in doubt.said.text("en")
    assert "Results are missing (round/table): 1/2" in doubt.said.text("en")
    file.undo([undoing])
    assert doubts(file.event()) == []
    assert last == entry + 2


def test_who_goes_home_or_is_replaced_after_a_draw_raises_no_doubt() -> None:
    """The draw was valid at the time."""
    event = draw_round(after_semifinals(), 3)
    replaced = apply_change(mark_absent(event, 6, substitute=3), event, 0)
    assert replaced.rounds[-1].table_of(3) is not None
    assert doubts(apply_change(Withdrew(1), replaced, 0)) == []
    gone = draw_round(apply_change(Withdrew(1), after_semifinals(), 0), 3)
    assert final_of(gone) == {6, 3, 5, 2}
    assert doubts(apply_change(Withdrew(1, back=True), gone, 0)) == []


def test_a_correction_that_changes_nobody_in_the_draw_raises_no_doubt() -> None:
    """Other points lead to the same players."""
    event = draw_round(after_semifinals(), 3)
    assert (
        doubts(
            correct_report(
                event, 2, 1, PlayerResult(1, 40), PlayerResult(6, 20), PlayerResult(3, 12), PlayerResult(8, 5)
            )
        )
        == []
    )


def test_in_direct_elimination_another_winner_unmakes_the_next_round() -> None:
    """The doubt is about the next round, which can be drawn again."""
    event = play_round(draw_round(open_event(settings("knockout", "final_seats=4"), people(16, 16))), seed=3)
    event = draw_round(event, 2)
    first = event.rounds[0].tables[0]
    lines = [PlayerResult(seat, 40 - 9 * at) for at, seat in enumerate(first.seats)]
    before = next(seat for seat in first.seats if seat in final_of(event))
    if lines[0].entrant == before:
        lines = [PlayerResult(line.entrant, made.points) for line, made in zip(lines, reversed(lines), strict=True)]
    wrong = correct_report(event, 1, 1, *lines)
    assert only(wrong).again
    assert event.names[before] in only(wrong).said.text("en")


# ------------------------------------------------------------------ zeroed winners
def test_a_champion_whose_game_is_zeroed_is_asked_about() -> None:
    """The title stays until the organiser decides; otherwise the next player gets it."""
    event = points(draw_round(after_semifinals(), 3), 1, Ada=30, Fabio=20, Eva=12, Bruno=5)
    zeroed = apply_change(penalise(event, 3, 1, 1, 0, True, "collusion"), event, 0)
    assert final_placings(zeroed)[0].entrant == 1
    doubt = only(zeroed)
    assert (doubt.round, doubt.table, doubt.again) == (3, 1, False)
    assert "the game of Ada is zeroed, but the place at the table is still 1" in doubt.said.text("en")
    assert doubts(apply_change(settle_entry(zeroed, doubt.entry, "")[0], zeroed, 0)) == []
    last = apply_change(penalise(event, 3, 1, 1, 0, True, "collusion", last=True), event, 0)
    assert doubts(last) == []
    assert [one.entrant for one in final_placings(last)[:4]] == [6, 5, 2, 1]


def test_who_goes_on_with_a_zeroed_game_is_asked_about() -> None:
    """If two of a semifinal advance, zeroing the second's game raises a doubt, zeroing the third's doesn't."""
    event = after_semifinals()
    assert "place at the table is still 2" in only(
        apply_change(penalise(event, 2, 1, 6, 0, True, ""), event, 0)
    ).said.text("en")
    assert doubts(apply_change(penalise(event, 2, 1, 3, 0, True, ""), event, 0)) == []
    last = apply_change(penalise(event, 2, 1, 6, 0, True, "", last=True), event, 0)
    assert set(next_participants(last).groups[0]) == {1, 3, 5, 2}


def test_an_objective_put_behind_all_others_wins_nothing() -> None:
    """The prize goes to the next player."""
    event = seat_round(open_event(settings("ranking", "sizes=4", "prizes=50"), "ABCD"), [1, 2, 3, 4])
    event = report_table(
        event,
        1,
        PlayerResult(1, objective="in_time", zeroed=True, last=True),
        PlayerResult(2, 30),
        PlayerResult(3, 20),
        PlayerResult(4, 5),
    )
    assert [(row.entrant, int(row.total), row.wins) for row in standings(event)][:2] == [(2, 80, 1), (3, 20, 0)]
    told = next(row for row in standings(event) if row.entrant == 1).results[0].score
    assert (told.place, told.how.text("en")) == (4, "game zeroed (was: 100 table points); put behind all others")


# ------------------------------------------------------------------ settling
def test_what_nobody_asked_cannot_be_settled() -> None:
    """Settling a doubt that doesn't exist is refused."""
    event = after_semifinals()
    assert settle_entry(event, 77, "x") == [Settled(77, "x")]
    with pytest.raises(Problem, match="Nothing with the number 77 is set aside"):
        apply_change(settle_entry(event, 77, "x")[0], event, 0)


# ------------------------------------------------------------------ silent rounds and late arrivals
def test_a_second_draw_asks_about_missing_results() -> None:
    """Drawing while one or more results are missing needs confirmation; drawing again doesn't."""
    event = draw_round(open_event(settings("ranking"), people(8, 8)))
    asked = warn_of_missing_results(event)
    assert asked is not None
    assert asked.text("it") == "Senza alcun risultato: turno 1."
    with pytest.raises(Problem, match=r"Without any result: round 1\. To draw"):
        next_round(event, 2)
    assert next_round(event, 2, anyway=True).round == 2
    assert next_round(event, 2, again=True).round == 1
    seats = event.rounds[0].tables[0].seats
    told = report_table(
        event, 1, *(PlayerResult(seat, made) for seat, made in zip(seats, (30, 20, 12, 5), strict=True))
    )
    assert warn_of_missing_results(told) is None
    with pytest.raises(Problem, match=r"Results are missing \(round/table\): 1/2\. To draw"):
        next_round(told, 2)
    assert next_round(told, 2, anyway=True).round == 2
    seats = event.rounds[0].tables[1].seats
    whole = report_table(
        told, 2, *(PlayerResult(seat, made) for seat, made in zip(seats, (30, 20, 12, 5), strict=True))
    )
    assert next_round(whole, 2).round == 2


def test_late_arrivals_are_promised_what_the_format_gives() -> None:
    """A ranking has a next round for them; in direct elimination only winners advance (rtu.12.3a)."""
    ranking = open_event(settings("ranking", "rounds=2", "discards=0"), people(8, 8))
    assert late_arrival(ranking) is None
    ranking = draw_round(ranking)
    assert "from round 2 on" in late_arrival_message(ranking)
    ranking = draw_round(play_round(ranking, 1), 2)
    assert "only if round 2 is drawn again" in late_arrival_message(ranking)
    assert "will not be drawn:" in late_arrival_message(play_round(ranking, 2))
    knockout = draw_round(open_event(settings("knockout", "final_seats=4"), people(16, 16)))
    assert "only if round 1 is drawn again" in late_arrival_message(knockout)
    knockout = play_round(knockout, 3)
    assert "will not be drawn (rtu.12.3a)" in late_arrival_message(knockout)
    late = apply_change(PlayerEntered(50, "Late"), knockout, 0)
    assert 50 not in next_participants(late).groups[0]
    final = draw_round(late, 2)
    missing = final.rounds[-1].tables[0].seats[0]
    assert apply_change(Absent(2, missing, 50), final, 0).rounds[-1].table_of(50) is not None


def late_arrival_message(event: Event) -> str:
    """Return the message for a late arrival."""
    found = late_arrival(event)
    assert found is not None
    return found.text("en")
