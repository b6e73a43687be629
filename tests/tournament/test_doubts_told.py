"""Doubts as sentences: the round or table, the players who would change, and the cases that raise none."""

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.events.changes import Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import penalise
from tests.tournament.kit import open_event, people, points, report_table, seat_round, settings
from tests.tournament.test_former import former

EIGHT = ["Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo"]


def questions(event: Event) -> list[str]:
    """Return the doubts as sentences."""
    return [doubt.said.text("en") for doubt in doubts(event)]


def in_order(event: Event) -> Event:
    """Play the last round so that smaller numbers end better."""
    for table in event.rounds[-1].tables:
        event = report_table(event, table.number, *(PlayerResult(seat, 32 - seat) for seat in table.seats))
    return event


def two_finals() -> Event:
    """Play semifinals of two finals with sixteen players: 1 to 4 and 9 to 12 advance, in pairs."""
    event = open_event(settings("evening", "rounds=1", "semifinal_steps=1,2"), people(16, 16))
    event = in_order(seat_round(event, range(1, 5), range(5, 9), range(9, 13), range(13, 17)))
    tables = ([1, 2, 5, 6], [3, 4, 7, 8], [9, 10, 13, 14], [11, 12, 15, 16])
    return in_order(seat_round(event, *tables, stage="semifinal"))


def semifinals() -> Event:
    """Create an evening of eight: Ada, Fabio, Eva and Bruno advance from the semifinals."""
    event = seat_round(open_event(settings("evening", "rounds=1"), EIGHT), [1, 2, 3, 4], [5, 6, 7, 8])
    event = points(points(event, 1, Ada=50, Bruno=40, Carla=30, Dino=20), 2, Eva=50, Fabio=40, Gina=30, Hugo=12)
    event = seat_round(event, [1, 6, 3, 8], [5, 2, 7, 4], stage="semifinal")
    event = points(event, 1, Ada=30, Fabio=20, Carla=12, Hugo=5)
    return points(event, 2, Eva=30, Bruno=20, Gina=12, Dino=5)


OPEN = "Final: the draw (entry 0) does not follow from the results of now. {why} Draw it again, or let it stand."


def test_the_same_finalists_in_other_finals_are_asked_about() -> None:
    """The table matters in finals only; in an elimination it matters who plays."""
    event = two_finals()
    mixed = seat_round(event, [1, 2, 9, 10], [3, 4, 11, 12], stage="final")
    # The semifinals were drawn by hand, so they are in doubt even without the final.
    assert questions(mixed) == [*questions(event), OPEN.format(why="The same would play in other finals.")]
    assert questions(seat_round(event, [4, 3, 2, 1], [9, 10, 11, 12], stage="final")) == questions(event)


def test_who_would_play_now_and_who_would_not_are_named() -> None:
    """Several names are separated by commas, and a dash stands for none."""
    event = semifinals()
    other = seat_round(event, [1, 3, 5, 7], stage="final")
    assert questions(other) == [OPEN.format(why="Now Bruno, Fabio would play, not Carla, Gina.")]
    larger = seat_round(event, [1, 6, 5, 2, 3], stage="final")
    assert questions(larger) == [OPEN.format(why="Now — would play, not Carla.")]
    smaller = seat_round(event, [1, 6, 5], stage="final")
    assert questions(smaller) == [OPEN.format(why="Now Bruno would play, not —.")]


def test_another_reason_is_another_doubt() -> None:
    """A confirmed doubt about missing results is asked again if its reason changes."""
    event = open_event(settings("evening", "rounds=1"), EIGHT)
    event = seat_round(event, [1, 2, 3, 4], [5, 6, 7, 8])
    drawn = seat_round(event, [1, 2, 5, 6], [3, 4, 7, 8], stage="semifinal")
    half = seat_round(
        points(event, 1, Ada=50, Bruno=40, Carla=30, Dino=20), [1, 2, 5, 6], [3, 4, 7, 8], stage="semifinal"
    )
    marks = [doubts(one)[0].mark for one in (drawn, half)]
    assert marks == [
        "draw Results are missing (round/table): 1/1, 1/2.",
        "draw Results are missing (round/table): 1/2.",
    ]


def test_a_zeroed_game_is_asked_about_where_its_place_decides() -> None:
    """It matters for the first of a round or final and the first two of a semifinal, but not for other seconds."""
    event = semifinals()
    for place, entrant, name in ((1, 1, "Ada"), (2, 6, "Fabio")):
        assert questions(apply_change(penalise(event, 2, 1, entrant, 0, True, ""), event, 0)) == [
            f"Table 2/1: the game of {name} is zeroed, but the place at the table is still {place}. "
            "Let it stand, or correct the result with the player behind all others."
        ]
    final = points(seat_round(event, [1, 6, 5, 2], stage="final"), 1, Ada=30, Fabio=20, Eva=12, Bruno=5)
    assert questions(apply_change(penalise(final, 3, 1, 6, 0, True, ""), final, 0)) == []
    once = seat_round(open_event(settings("evening", "rounds=1"), EIGHT), [1, 2, 3, 4])
    once = points(once, 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    assert questions(apply_change(penalise(once, 1, 1, 2, 0, True, ""), once, 0)) == []


def test_equals_of_an_older_event_are_named_with_their_table() -> None:
    """Unresolved ties in older events are listed with their table."""
    event, _ = former("undecided")
    assert questions(event)[0] == (
        "Table 4/1: P009, P004 are equal and share place 2. "
        "Correct the result with their points outside the objective (rtu.10.4a), or let it stand."
    )


def test_who_went_home_after_the_draw_changes_nothing() -> None:
    """A player who left after the draw doesn't change the doubt, which refers to the time of the draw."""
    event = seat_round(semifinals(), [1, 6, 5, 2], stage="final")
    assert questions(apply_change(Withdrew(1), event, 0)) == []
