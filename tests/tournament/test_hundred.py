"""A Raduno of 100 players in one file: lists, draws, CSV results, departures and late players, finals."""

import shutil
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import csv_import
from kamchatka.tournament.documents.csv_reader import parse_csv
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered, SetAside, Withdrew
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import clubmates_met, settings

CLUBS = 14


def entrants_csv() -> bytes:
    """Return a list of a hundred players, one of them twice."""
    random = Random(5)
    lines = [
        f"Giocatore {number:03};Club {random.randrange(CLUBS):02};Regione {random.randrange(6)}"
        for number in range(100)
    ]
    return "\r\n".join(["Nome;Circolo;Regione", *lines, "giocatore 007;Club 00;Regione 1"]).encode()


def results_csv(event: Event, round: Round, seed: int) -> tuple[str, dict[int, int]]:
    """Return a round's results as CSV, and each player's points computed independently."""
    random, witness = Random(seed), dict[int, int]()
    lines = ["turno;tavolo;giocatore;punti;fuori;obiettivo"]
    for table in round.tables:
        points = random.sample(range(2, 19), len(table.seats))
        winner = points.index(max(points))
        reached = random.random() < 0.3
        for seat, (player, made) in enumerate(zip(table.seats, points, strict=True)):
            objective = reached and seat == winner
            lines.append(
                f"{round.number};{table.number};{event.names[player]};{'' if objective else made};1;"
                f"{'si' if objective else ''}"
            )
            witness[player] = (100 if objective else made) + (50 if seat == winner else 0)
    return "\n".join(lines), witness


def take(kept: EventFile, text: str, round: int) -> int:
    """Import results; return the number of rows set aside."""
    event = kept.event()
    made = csv_import.name_source(
        event,
        csv_import.results_from(event, parse_csv(text.encode(), f"{round}.csv", csv_import.RESULTS), round),
        f"{round}.csv",
    )
    kept.add(made, "desk")
    return sum(isinstance(one, SetAside) for one in made)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[EventFile, dict[int, int]]:
    """Play two rounds; return the event and the independently computed totals."""
    path: Path = tmp_path_factory.mktemp("raduno") / "raduno.kam"
    kept = EventFile.create(path, EventOpened("Raduno", settings("raduno"), "raduno"), "desk")
    made = csv_import.entrants_from(kept.event(), parse_csv(entrants_csv(), "iscritti.csv", csv_import.ENTRANTS))
    kept.add(csv_import.name_source(kept.event(), made, "iscritti.csv"), "desk")
    totals = dict.fromkeys(kept.event().entrants, 0)
    for number in (1, 2):
        kept.add([next_round(kept.event(), seed=number)], "desk")
        event = kept.event()
        text, witness = results_csv(event, event.rounds[-1], number)
        if number == 1:
            first = text.splitlines()[1]
            spoilt = text.replace(first, ";999;".join(first.rsplit(";1;", 1)))
            assert take(kept, spoilt, number) == 4  # a table declares more points than the board has
            assert len(kept.event().rounds[0].reports) == len(event.rounds[0].tables) - 1
        assert take(kept, text, number) == 0
        for player, points in witness.items():
            totals[player] += points
        if number == 1:  # two players leave, one arrives late
            kept.add([Withdrew(3), Withdrew(4), PlayerEntered(101, "Ultima Arrivata", "Club 99")], "desk")
            totals[101] = 0
    return kept, totals


@pytest.fixture
def raduno(played: tuple[EventFile, dict[int, int]], tmp_path: Path) -> tuple[EventFile, dict[int, int]]:
    """Return a copy of the event, so that tests don't affect each other."""
    kept, totals = played
    return EventFile(Path(shutil.copy(kept.path, tmp_path))), dict(totals)


def test_the_list_went_in_but_for_the_duplicate(raduno: tuple[EventFile, dict[int, int]]) -> None:
    """A hundred players are imported, and line 102 is set aside."""
    event = raduno[0].event()
    assert len(event.entrants) == 101
    assert [(question.aside.source, question.aside.line) for question in event.questions.values()] == [
        ("iscritti.csv", 102)
    ]


def test_two_rounds_without_a_clash(raduno: tuple[EventFile, dict[int, int]]) -> None:
    """Two rounds of fours and fives have no rematch and no table with two clubmates."""
    event = raduno[0].event()
    assert [len(table.seats) for table in event.rounds[0].tables] == [4] * 25
    assert sorted(len(table.seats) for table in event.rounds[1].tables) == [4] * 21 + [5] * 3
    assert clubmates_met(event) == 0
    assert [(round.cost, round.bound) for round in event.rounds][1] == (0, 0)
    first = {frozenset((a, b)) for table in event.rounds[0].tables for a in table.seats for b in table.seats if a != b}
    second = {frozenset((a, b)) for table in event.rounds[1].tables for a in table.seats for b in table.seats if a != b}
    assert not first & second


def test_the_standings_are_what_a_witness_counts(raduno: tuple[EventFile, dict[int, int]]) -> None:
    """Every total agrees, in order; every tie except shared places has its reason."""
    kept, totals = raduno
    rows = standings(kept.event())
    assert {row.entrant: int(row.total) for row in rows} == totals
    assert [int(row.total) for row in rows] == sorted(totals.values(), reverse=True)
    for one, other in pairwise(rows):
        assert (one.tie is not None) == (one.total == other.total)
        assert (one.place == other.place) <= (one.total == other.total)


def test_semifinals_and_two_finals(raduno: tuple[EventFile, dict[int, int]]) -> None:
    """101 entrants play eight semifinal tables and two finals of four; then all have a place and the event is over."""
    kept, _ = raduno
    order = [row.entrant for row in standings(kept.event()) if not kept.event().entrants[row.entrant].withdrawn]
    kept.add([next_round(kept.event(), seed=3)], "desk")
    event = kept.event()
    semi = event.rounds[2]
    assert (semi.stage, [len(table.seats) for table in semi.tables]) == ("semifinal", [4] * 8)
    assert {seat for table in semi.tables for seat in table.seats} == set(order[:32])
    for group, tables in ((0, semi.tables[:4]), (1, semi.tables[4:])):
        bands = order[:32][group::2]
        assert all(sorted(bands.index(seat) // 4 for seat in table.seats) == [0, 1, 2, 3] for table in tables)
    text, _ = results_csv(event, semi, 3)
    assert take(kept, text, 3) == 0
    kept.add([next_round(kept.event(), seed=4)], "desk")
    event = kept.event()
    assert [len(table.seats) for table in event.rounds[3].tables] == [4, 4]
    text, witness = results_csv(event, event.rounds[3], 4)
    assert take(kept, text, 4) == 0
    placings = final_placings(kept.event())
    champions = [placing.entrant for placing in placings[:2]]
    assert {max(table.seats, key=lambda seat: witness[seat]) for table in event.rounds[3].tables} == set(champions)
    assert {placing.entrant for placing in placings[:8]} == {s for table in event.rounds[3].tables for s in table.seats}
    assert {placing.entrant for placing in placings[8:32]} < set(order[:32])
    assert len(placings) == 101
    with pytest.raises(Problem, match="The event is over"):
        next_round(kept.event(), 5)
    assert [row.total for row in standings(kept.event())] == sorted(
        (row.total for row in standings(kept.event())), reverse=True
    )
