"""Whole events as text: the script of an event, and below it the expected standings with every reason.

    preset ranking
    set prizes=0 discards=0
    players Ada/Roma Bruno/Bari Carla Dino

    round
    Ada=50 Bruno=40 Carla=30+4 Dino=out

    ---
    …

A line after `round`, `knockout`, `semifinal` or `final` is a table: its players in the order of play, as `kamchatka
tournament result` reads them. `python -m tests.tournament.snapshot` rewrites the part below the dashes: read the
difference before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path

from kamchatka.cli.tournament.typed_results import parse_result
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import StandingsRow, standings
from kamchatka.tournament.standings.teams import team_standings
from tests.tournament.kit import open_event, report_table, seat_round, settings

FOLDER = Path(__file__).parent / "snapshots"
STAGES = ("round", "knockout", "semifinal", "final")
DASHES = "---\n"


def play_script(text: str) -> Event:
    """Play the script above the dashes and return the event."""
    head, *rounds = [part.split("\n") for part in text.strip().split("\n\n")]
    told = dict(line.split(" ", 1) for line in head)
    event = open_event(settings(told["preset"], *told.get("set", "").split()), told["players"].split(), told["preset"])
    for stage, *tables in rounds:
        assert stage in STAGES
        made = [[parse_result(event, word) for word in table.split()] for table in tables]
        event = seat_round(event, *([line.entrant for line in lines] for lines in made), stage=stage)
        for number, lines in enumerate(made, start=1):
            event = report_table(event, number, *lines)
    return event


def render(event: Event) -> str:
    """Render the part below the dashes: standings, ties at tables, final order and teams."""
    parts = [[*_standings(event)], [*_tables(event)]]
    if any(round.stage != "round" for round in event.rounds):
        parts.append([f"{one.place} {event.names[one.entrant]}: {one.how.text('en')}" for one in final_placings(event)])
    if event.settings.format == "teams":
        parts.append([f"{row.place} {row.team} {format_points(row.total)}" for row in team_standings(event)])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _standings(event: Event) -> Iterator[str]:
    for row in standings(event):
        reason = f" | {row.by or 'shared'}: {row.tie.text('en')}" if row.tie else ""
        yield f"{row.place} {event.names[row.entrant]} {format_points(row.total)} [{_results(row)}]{reason}"


def _results(row: StandingsRow) -> str:
    points = ((format_points(result.score.points), result.counted) for result in row.results)
    return " ".join(text if counted else f"({text})" for text, counted in points)


def _tables(event: Event) -> Iterator[str]:
    """Return the reasons at tables, each once."""
    for round in event.rounds:
        for table in round.tables:
            ties = (score.tie.text("en") for score in scores_that_count(event, round, table.number) if score.tie)
            yield from (f"{round.number}/{table.number} {tie}" for tie in dict.fromkeys(ties))


def main() -> None:
    """Rewrite every snapshot."""
    for path in sorted(FOLDER.glob("*.txt")):
        text, _, _ = path.read_text(encoding="utf-8").partition(DASHES)
        path.write_text(text + DASHES + render(play_script(text)), encoding="utf-8")


if __name__ == "__main__":
    main()
