"""A season of twelve events with eighty players against a second implementation; merging, lists, live ranking."""

import csv
import json
from decimal import Decimal
from fractions import Fraction
from math import e
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.seasons.live import class_of, live_points_of
from kamchatka.tournament.seasons.ranking import clubs_of, find_player, records, season_standings
from kamchatka.tournament.seasons.results import EventPlaces, PlayerPlace, check_over, places_of
from kamchatka.tournament.seasons.season import (
    AnySeasonChange,
    EventAdded,
    EventRemoved,
    MembersTold,
    Season,
    SeasonOpened,
    SeasonSettings,
    Undone,
    check_merge,
    fold_season,
)
from kamchatka.tournament.seasons.season_file import SeasonFile, read_season
from tests.tournament.kit import open_event, play_round, settings

CLASSES = ("A", "B", "C")
WORTH = {"A": 2000, "B": 1000, "C": 500}
PERCENT = [100, 80, 65, 55, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8]


def held(number: int) -> Event:
    """Play an event of the season: some of eighty players, one round, random results."""
    random = Random(number)
    names = sorted(
        random.sample([f"G{player:02}/Club {player % 7}" for player in range(80)], random.randrange(20, 61, 4))
    )
    event = open_event(settings("open", "rounds=1"), names, "open")
    return play_round(apply_change(next_round(event, number, "greedy"), event, 0), number)


@pytest.fixture(scope="module")
def events() -> list[EventPlaces]:
    """Return twelve events as the season stores them."""
    found = []
    for number in range(12):
        event = held(number)
        check_over(event)
        places = places_of(event, CLASSES[number % 3])
        found.append(
            EventPlaces(f"Torneo {number}", f"2026-{number + 1:02}-01", places.players, places.tables, 1, places.kind)
        )
    return found


def season_of(events: list[EventPlaces], **choices: object) -> Season:
    """Create a season with these events."""
    chosen = SeasonSettings(**choices)  # type: ignore[arg-type]
    return fold_season([SeasonOpened("2026", chosen), *(EventAdded(event) for event in events)])


@pytest.mark.parametrize("by", ["places", "players"])
@pytest.mark.parametrize("best", [0, 4])
def test_a_season_is_what_a_second_reckoning_says(events: list[EventPlaces], by: str, best: int) -> None:
    """With points by place or by players, classes of events and the best four or all results, every total agrees."""
    made: dict[str, list[Fraction]] = {}
    for event in events:
        for player in event.players:
            share = Fraction(0)
            if by == "players":
                share = Fraction(len(event.players) - player.place + 1, len(event.players))
            elif player.place <= 20:
                share = Fraction(PERCENT[player.place - 1], 100)
            points = WORTH[event.kind] * share
            made.setdefault(player.name, []).append(Fraction(int(points * 100 + Fraction(1, 2)), 100))
    expected = {name: sum(sorted(points, reverse=True)[: best or None], Fraction(0)) for name, points in made.items()}
    rows = season_standings(season_of(events, by=by, best=best))
    assert {row.name: Fraction(row.total) for row in rows} == expected
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    assert all(sum(one.counted for one in row.results) <= (best or 12) for row in rows)
    assert len(rows) > 70


def test_internal_and_external_lists(events: list[EventPlaces]) -> None:
    """Members of the season's clubs are on the internal list, guests on the external one, and no player on both."""
    season = season_of(events, clubs=("club 1", "Club 2"))
    inside, outside = (season_standings(season, which=which) for which in ("internal", "external"))
    assert {row.club for row in inside} == {"Club 1", "Club 2"}
    assert not {row.club for row in outside} & {"Club 1", "Club 2"}
    assert len(inside) + len(outside) == len(season_standings(season))
    assert inside[0].place == outside[0].place == 1


def test_the_standings_while_an_event_is_played(events: list[EventPlaces]) -> None:
    """The event counts without being stored."""
    season, running = season_of(events[:11]), events[11]
    live = {row.name: row.total for row in season_standings(season, running)}
    assert live == {row.name: row.total for row in season_standings(season_of(events))}
    assert len(season.events) == 11
    with pytest.raises(Problem, match="is not over"):
        check_over(open_event(settings("open"), ["A", "B", "C", "D"]))


def two(name: str, other: str) -> Season:
    """Return two events with one player each and Zoe in both."""
    first = EventPlaces("Uno", "2025-01-01", (PlayerPlace(name, 1, "Roma"), PlayerPlace("Zoe", 2)), 1, 1, "A")
    second = EventPlaces("Due", "2026-01-01", (PlayerPlace(other, 1, "Bari"), PlayerPlace("Zoe", 2)), 1, 1, "A")
    return season_of([first, second])


def test_duplicates_are_merged_and_parted_again() -> None:
    """Two spellings can't be merged if both played at one event; undo separates them."""
    season = two("Mario Rossi", "M. Rossi")
    change = check_merge(season, "M. Rossi", "Mario Rossi")
    changes: list[AnySeasonChange] = [SeasonOpened("x", SeasonSettings())]
    changes += [*(EventAdded(event) for event in season.events), change]
    merged = fold_season(changes)
    assert next((row.name, row.total) for row in season_standings(merged)) == ("Mario Rossi", Decimal(4000))
    row = find_player(merged, "m. rossi")
    assert (clubs_of(row), row.wins) == ([("Roma", "2025"), ("Bari", "2026")], 2)
    assert len(season_standings(fold_season([*changes, Undone(4)]))) == 3
    assert len(season_standings(fold_season([*changes, Undone(4), Undone(5)]))) == 2
    for name, into in (("Zoe", "Mario Rossi"), ("Zoe", "Zoe")):
        with pytest.raises(Problem, match="cannot be one player"):
            check_merge(season, name, into)
    with pytest.raises(Problem, match="Nobody called"):
        check_merge(season, "Nessuno", "Zoe")
    with pytest.raises(Problem, match="no change 9"):
        fold_season([*changes, Undone(9)])


def test_members_of_a_register_are_one_player() -> None:
    """The same number appears under two names, one from a national list."""
    season = two("Mario Rossi", "Rossi Mario")
    told = MembersTold({"Mario Rossi": "77", "ROSSI MARIO": "77"})
    rows = season_standings(
        fold_season([SeasonOpened("x", SeasonSettings()), *(EventAdded(event) for event in season.events), told])
    )
    assert [(row.member, len(row.results)) for row in rows] == [("77", 2), ("", 2)]


def test_champions_and_records(events: list[EventPlaces]) -> None:
    """Records name each event's winner, the largest event and the most active player."""
    found = records(season_of(events))
    assert found is not None
    assert list(dict.fromkeys(name for _, name, _ in found.champions)) == [event.name for event in events]
    assert found.largest[1] == max(len(event.players) for event in events)
    most = max(
        sum(any(p.name == name for p in event.players) for event in events) for name in (f"G{n:02}" for n in range(80))
    )
    assert found.most_events[1] == most
    assert records(fold_season([SeasonOpened("x", SeasonSettings())])) is None
    with pytest.raises(Problem, match="no event"):
        fold_season([SeasonOpened("x", SeasonSettings()), EventRemoved("Uno", "2025-01-01")])


# ------------------------------------------------------------------ the national live ranking
def one(type: str, date: str, tables: int = 10, rounds: int = 4, place: int = 1) -> EventPlaces:
    """Create an event with one player."""
    return EventPlaces(f"{type} {date}", date, (PlayerPlace("Ada", place),), tables, rounds, "", type)


def test_the_national_live_ranking() -> None:
    """A live result is (100 + tables) × class × 1.2 or e^(−place/20), from six tables; periodic events count rounds."""
    assert live_points_of(one("RDN", "2026-01-01", 40), 1) == Decimal("840")
    assert float(live_points_of(one("MST", "2026-01-01", 20), 3)) == pytest.approx(120 * 4 * e ** (-3 / 20), abs=0.001)
    assert class_of(one("OPN", "2026-01-01", 5)) == 0
    assert class_of(one("OPN", "2019-01-01", 5)) == 2
    assert [class_of(one("CPP", "2026-01-01", 9, rounds)) for rounds in (2, 3, 4, 5, 6, 9)] == [
        0.2,
        0.5,
        0.7,
        0.8,
        1,
        1,
    ]
    assert class_of(one("AMC", "2026-01-01")) == 0


def test_how_many_live_results_count() -> None:
    """13.5 percent of ten Open results is one, but three count; 33.3 percent of ten Raduni rounds down to three."""
    for type, count in (("OPN", 3), ("RDN", 3), ("MST", 3), ("ITC", 3)):
        held = [one(type, f"2026-01-{day:02}") for day in range(1, 11)]
        (row,) = season_standings(season_of(held, by="live"))
        assert sum(result.counted for result in row.results) == count
    raduni = [one("RDN", f"2026-01-{day:02}") for day in range(1, 9)]
    (row,) = season_standings(season_of(raduni, by="live"))
    assert sum(result.counted for result in row.results) == 2
    periodic = [one("CPP", f"2026-01-{day:02}", rounds=6) for day in range(1, 13)]
    (row,) = season_standings(season_of(periodic, by="live"))
    assert sum(result.counted for result in row.results) == 8  # 48 rounds: the eighth event exceeds 45


# ------------------------------------------------------------------ the file and the commands
def test_a_season_from_the_command_line(tmp_path: Path) -> None:
    """Create, events, standings, a player, champions, merge, import and export, undo; a damaged file is reported."""
    run = CliRunner().invoke

    def season(*words: object, fails: bool = False) -> str:
        found = run(app, ["tournament", "season", *map(str, words)])
        assert (found.exit_code != 0) is fails, found.output
        return found.output

    file, event_file = tmp_path / "2026.season", tmp_path / "a.kam"
    season("new", file, "--name", "2026", "--set", "best=3", "--set", "clubs=Club 0")
    season("new", file, "--name", "2026", fails=True)
    kept = EventFile.create(event_file, EventOpened("Uno", settings("open", "rounds=1"), "open", "2026-03-01"))
    kept.add([PlayerEntered(number, f"G{number}", f"Club {number % 2}") for number in range(1, 9)])
    assert "is not over" in season("add", file, event_file, "--class", "A", "--lang", "en", fails=True)
    kept.add([next_round(kept.event(), 1, "greedy")])
    after = play_round(kept.event(), 3)
    kept.add([accept(kept.event(), 1, table, report) for table, report in after.rounds[0].reports.items()])
    assert "is no class" in season("add", file, event_file, "--class", "Z", "--lang", "en", fails=True)
    season("add", file, event_file, "--class", "A")
    season("add", file, event_file, "--class", "B")  # again: it replaces the first
    rows = json.loads(season("standings", file, "--json"))
    assert [row["total"] for row in rows][:2] == ["1000.00", "800.00"]
    assert len(json.loads(season("standings", file, "--json", "--list", "internal"))) == 4
    (tmp_path / "list.csv").write_text("ID;Nome;Cognome\n12;G1;\n", encoding="cp1252")
    assert "voce 4" in season("register", file, tmp_path / "list.csv", "--lang", "it")
    assert "member 12" in season("player", file, "12", "--lang", "en")
    assert "Uno" in season("champions", file)
    season("standings", file, "--out", tmp_path / "out.csv", "--lang", "it")
    lines = list(csv.reader((tmp_path / "out.csv").read_text(encoding="utf-8-sig").splitlines(), delimiter=";"))
    assert lines[0] == ["posto", "tessera", "nome", "circolo", "punti"]
    assert [line[4] for line in lines[1:3]] == ["1000", "800"]
    season("undo", file, 3)
    assert json.loads(season("standings", file, "--json"))[0]["total"] == "2000.00"
    assert "best" in season("settings", file, "--set", "best=5")
    season("settings", file, "--set", "best=much", fails=True)
    torn = file.read_bytes()[:-20]
    file.write_bytes(torn)
    assert SeasonFile(file).season().settings.best == 3  # the last line was cut off
    season("settings", file, "--set", "best=6")  # written over the truncated line
    assert SeasonFile(file).season().settings.best == 6
    file.write_bytes(file.read_bytes()[:-1])  # only the end of the line is missing
    season("settings", file, "--set", "best=7")
    assert SeasonFile(file).season().settings.best == 7
    for data in (b"", b"{}\n", b"\xff\n", file.read_bytes().replace(b'"kind"', b'"king"')):
        with pytest.raises(Problem):
            fold_season(read_season(data))


def test_an_event_held_elsewhere_comes_in_from_a_list(tmp_path: Path) -> None:
    """The list is imported completely or not at all; importing it again changes nothing."""

    def season(*words: object, fails: bool = False) -> str:
        found = CliRunner().invoke(app, ["tournament", "season", *map(str, words), "--lang", "en"])
        assert (found.exit_code != 0) is fails, found.output
        return found.output

    file, source = tmp_path / "2026.season", tmp_path / "bari.csv"
    season("new", file, "--name", "2026")
    about = (file, source, "--name", "Open di Bari", "--date", "2026-03-01", "--class", "B")
    source.write_text("Pos.,Nome,Club\n1,Ada,Bari\n2,,Bari\nx,Bruno,Bari\n0,Carla,Bari\n1,ADA,Bari\n", encoding="utf-8")
    said = season("places", *about, fails=True)
    assert [f"Line {line}:" in said for line in (2, 3, 4, 5, 6)] == [False, True, True, True, True]
    assert SeasonFile(file).season().events == ()
    source.write_text("Pos.,Nome,Club\n2,Bruno,Roma\n1,Ada,Bari\n", encoding="utf-8")
    season("places", *about)
    assert "nothing new" in season("places", *about)
    assert [(row.name, str(row.total)) for row in season_standings(SeasonFile(file).season())] == [
        ("Ada", "1000.00"),
        ("Bruno", "800.00"),
    ]
    season("places", file, source, "--name", "Due", "--date", "1st of May", "--class", "B", fails=True)
    source.write_text("id,nome\n7,Ada\n8,Ada\n,Bruno\n", encoding="utf-8")
    assert "two numbers" in season("register", file, source, fails=True)
    assert SeasonFile(file).season().members == {}
