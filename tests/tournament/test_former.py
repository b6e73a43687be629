"""Event files of the previous version open, and only places that were wrong change."""

import json
from pathlib import Path

import msgspec
import pytest

from kamchatka.tournament.events.changes import AnyChange
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings

FORMER = sorted((Path(__file__).parent / "former").glob("*.jsonl"))


def former(name: str) -> tuple[Event, dict[str, list[list[object]]]]:
    """Return an event file of the former version, and its standings."""
    *lines, told = (Path(__file__).parent / "former" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    changes = [msgspec.json.decode(line, type=AnyChange) for line in lines]
    return fold(enumerate(changes, start=1)), json.loads(told)


@pytest.mark.parametrize("name", [path.stem for path in FORMER])
def test_the_standings_are_those_that_were_told(name: str) -> None:
    """Places and points agree in every format, by preset and with settings that a desk no longer accepts."""
    event, told = former(name)
    assert [[row.place, row.entrant, str(row.total)] for row in standings(event)] == told["standings"]
    if name != "undecided":
        assert [[one.place, one.entrant] for one in final_placings(event)] == told["placings"]


def test_a_place_that_was_told_wrongly_is_told_rightly() -> None:
    """Third and fourth of a final tied without points outside: they were ordered by hand, now by the standings."""
    event, told = former("undecided")
    third, fourth = final_placings(event)[2:4]
    assert {third.entrant, fourth.entrant} == {entrant for _, entrant in told["placings"][2:4]}
    assert third.how.text("en").startswith("final: 3 at the table; ")
    assert fourth.how.text("en").startswith("final: 3 at the table; ")
    ties = [score.tie for score in scores_that_count(event, event.rounds[-1], 1)]
    assert ties[:2] == [None, None]
    assert ties[2] == ties[3]
    assert ties[2] is not None
    assert "same place: the points outside the objective are not told" in ties[2].text("en")
