"""Store events as this version's `kamchatka tournament` writes them: one with everything, teams, one in progress."""

import json
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.changes import Proposed, TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.trail import TrailEntry, find_undone
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import list_left_out
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.standings.teams import team_standings
from tests.stored.shelf import Json, note, pack

PEOPLE = ("Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo", "Ines", "Luca", "Mina", "Nino")
CLUBS = ("Roma", "Bari", "Torino")
TOTALS = (31, 24, 17, 9, 5)
LISTS = ("entrants", "results", "standings")


class Organiser:
    """An organiser at the command line with one event's file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def opening(cls, path: Path, name: str, preset: str) -> "Organiser":
        """Create a new event with all players entered."""
        desk = cls(path)
        desk.run("new", "--name", name, "--preset", preset, "--who", "Zoe")
        lines = [f"{person},{CLUBS[at % len(CLUBS)]},Nord" for at, person in enumerate(PEOPLE)]
        desk.take_in("entrants", "name,club,region", *lines)
        return desk

    def run(self, command: str, *words: object) -> str:
        """Run a command on the event."""
        arguments = ["tournament", command, str(self.path), *map(str, words), "--lang", "en"]
        result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
        assert result.exit_code == 0, f"{arguments} {result.output}"
        return result.stdout

    def take_in(self, what: str, *lines: str) -> None:
        """Import a list, as a CSV file."""
        sheet = self.path.with_name("list.csv")
        sheet.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.run("import", what, sheet)

    def tables(self) -> list[list[int]]:
        """Return the seats of each table in the last round."""
        return [table["seats"] for table in json.loads(self.run("tables", "--json"))["tables"]]

    def play(self, *but: int) -> None:
        """Enter results for the tables of the last round except those named; lower numbers score more."""
        for at, seats in enumerate(self.tables(), start=1):
            if at not in but:
                made = dict(zip(sorted(seats), TOTALS, strict=False))
                self.run("result", at, *(f"{seat}={points}" for seat, points in made.items()))

    def last(self) -> int:
        """Return the number of the newest entry of the trail."""
        return len(EventFile.open(self.path).entries())


def whole(path: Path) -> None:
    """Play a club evening to its final, with everything that can go wrong at a desk."""
    desk = Organiser.opening(path, "Serata di novembre", "evening")
    desk.take_in("entrants", "name,club", "ADA,Roma", "Olmo,Pisa")
    desk.run("settle", *_waiting(path), "--note", "the same Ada")
    desk.run("amend", "Olmo", "--name", "Olmo Neri", "--club", "Siena")
    desk.run("withdraw", "Olmo")
    desk.run("settings", "--set", "minutes=105")
    desk.run("draw", "--seed", 1)
    desk.run("draw", "--seed", 2, "--again")
    first = desk.tables()[0]
    desk.run("absent", first[0], "--substitute", "Olmo")
    desk.run("clock", "start")
    desk.run("clock", "stop", "--table", 1)
    _disputed(desk)
    desk.play(1, 2)
    for seed in (3, 4):
        desk.run("draw", "--seed", seed)
        desk.play()
    desk.run("settings", "--set", "prizes=60,30")
    for seed in (5, 6):  # semifinals and final
        desk.run("draw", "--seed", seed)
        desk.play()


def _disputed(desk: Organiser) -> None:
    """Enter two results that need corrections: ticks, penalties, undone changes, and undos that are undone."""
    one, two = desk.tables()[:2]
    wrong = [f"{seat}={points}" for seat, points in zip(one, ("objective", "20", "12+3", "out"), strict=True)]
    desk.run("result", 1, *wrong)
    desk.run("result", 1, *wrong[:3], f"{one[3]}=5", "--correct")
    desk.run("penalty", 1, one[0], 10, "--reason", "slow play")
    desk.run("undo", desk.last())
    desk.run("undo", desk.last())  # the penalty counts again
    ticked = f"{two[0]}=#13:alaska,cina,brasile"
    desk.run("result", 2, ticked, f"{two[1]}=20", f"{two[2]}=late", f"{two[3]}=9", "--hands", ",".join(map(str, two)))
    desk.run("undo", desk.last())
    desk.run("result", 2, ticked, f"{two[1]}=20", f"{two[2]}=11", f"{two[3]}=out")
    desk.run("penalty", 2, two[2], "--zero", "--reason", "left the table")


def teams(path: Path) -> None:
    """Play all rounds between clubs of four."""
    desk = Organiser.opening(path, "Interclub", "interclub")
    for seed in (1, 2, 3):
        desk.run("draw", "--seed", seed)
        desk.play()


def under_way(path: Path) -> None:
    """Stop in the second round: one table has reported, one has a proposal, and one list row is invalid."""
    desk = Organiser.opening(path, "Classifica", "ranking")
    desk.run("draw", "--seed", 1)
    desk.play()
    desk.run("draw", "--seed", 2, "--method", "greedy")
    desk.run("clock", "start")
    desk.play(2, 3)
    desk.take_in("entrants", "name,club", "ADA,Roma")
    seats = desk.tables()[1]
    report = TableReport(tuple(PlayerResult(seat, points) for seat, points in zip(seats, TOTALS, strict=False)))
    EventFile.open(path).add([Proposed(2, 2, seats[0], report)], "Ada")


def _waiting(path: Path) -> list[int]:
    return list(EventFile.open(path).event().questions)


# ------------------------------------------------------------------ what is in it
def describe_event(event: Event, entries: list[TrailEntry]) -> Json:
    """Describe an event, for later versions to compare."""
    return {
        "name": event.name,
        "entries": [_kind(entry) for entry in entries],
        "undone": sorted(find_undone(entries)),
        "names": {str(number): one.name for number, one in event.entrants.items()},
        "withdrawn": [number for number, one in event.entrants.items() if one.withdrawn],
        "tables": [[[table.number, list(table.seats)] for table in round.tables] for round in event.rounds],
        "reported": [sorted(round.reports) for round in event.rounds],
        "proposed": [sorted(round.proposals) for round in event.rounds],
        "standings": [
            [row.place, row.entrant, format_points(row.total), row.wins, row.played] for row in standings(event)
        ],
        "placings": [[one.place, one.entrant] for one in final_placings(event)],
        "teams": [[row.place, row.team, format_points(row.total)] for row in team_standings(event)],
        "questions": sorted(event.questions),
        "left_out": len(list_left_out(event)),
    }


def _kind(entry: TrailEntry) -> str:
    """Return an entry's kind as the tag in files, which is its class's name in the first version."""
    name = "undoing" if entry.change is None else type(entry.change).__name__
    return {"EventOpened": "Opened", "PlayerEntered": "Entered"}.get(name, name)


def make_events(folder: Path) -> None:
    """Store the files, their descriptions, and the lists that can be exported from them."""
    expected: Json = {}
    with tempfile.TemporaryDirectory() as place:
        for make in (whole, teams, under_way):
            path = Path(place) / f"{make.__name__}.kam"
            make(path)
            file = EventFile.open(path)
            expected[make.__name__] = describe_event(file.event(), file.entries())
            pack(folder / f"{path.name}.xz", path.read_bytes())
            print(f"{path.name}: {len(file.entries())} entries", flush=True)
            for what in LISTS:
                sheet = Path(place) / f"{make.__name__}-{what}.csv"
                CliRunner().invoke(app, ["tournament", "export", str(path), what, "--out", str(sheet), "--lang", "en"])
                pack(folder / f"{sheet.name}.xz", sheet.read_bytes())
    note(folder / "events.json", expected)
