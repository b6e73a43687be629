"""Events for tests: opened, entered, drawn and played in memory, with results that a table could really report."""

from collections.abc import Sequence
from random import Random

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import (
    AnyChange,
    Drawn,
    DrawnTable,
    EventOpened,
    PlayerEntered,
    Reported,
    TableReport,
)
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change, fold
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.settings import EventSettings, with_choices


def settings(preset_id: str, *choices: str) -> EventSettings:
    """Return a preset with some of its numbers changed."""
    return with_choices(preset(preset_id).settings, list(choices))


def open_event(chosen: EventSettings, players: Sequence[str], preset_id: str = "") -> Event:
    """Create an event with these players, each written as `Name` or `Name/Club/Region`."""
    entries: list[AnyChange] = [EventOpened("Test", chosen, preset_id)]
    for number, player in enumerate(players, start=1):
        name, club, region = [*player.split("/"), "", ""][:3]
        entries.append(PlayerEntered(number, name, club, region))
    return fold(enumerate(entries, start=1))


def people(count: int, clubs: int) -> list[str]:
    """Return this number of players, spread over clubs and two regions."""
    return [f"P{number:03}/Club {number % clubs}/Region {number % 2}" for number in range(count)]


def seat_round(event: Event, *tables: Sequence[int], stage: str = "round") -> Event:
    """Return the event with a round at these tables, in the order of play."""
    drawn = tuple(DrawnTable(number, tuple(seats)) for number, seats in enumerate(tables, start=1))
    return apply_change(Drawn(len(event.rounds) + 1, stage, drawn, 0, "by hand"), event, 0)  # type: ignore[arg-type]


def report_table(event: Event, table: int, *lines: PlayerResult, correct: bool = False) -> Event:
    """Return the event after the last round's table has reported."""
    return apply_change(accept(event, len(event.rounds), table, TableReport(lines), correct), event, 0)


def points(event: Event, table: int, **told: int) -> Event:
    """Return a report with points only, by player name."""
    numbers = {name: number for number, name in event.names.items()}
    return report_table(event, table, *(PlayerResult(numbers[name], made) for name, made in told.items()))


def play_round(event: Event, seed: int) -> Event:
    """Play the last round with random results: one table in three ends with an objective, players may be eliminated."""
    random = Random(seed)
    round = event.rounds[-1]
    for table in round.tables:
        totals = random.sample(range(2, 20), len(table.seats))
        lines = [PlayerResult(seat, total) for seat, total in zip(table.seats, totals, strict=True)]
        lines[0] = PlayerResult(lines[0].entrant, eliminated=True) if random.random() < 0.3 else lines[0]
        if random.random() < 0.33:
            lines[-1] = PlayerResult(lines[-1].entrant, objective="in_time")
        if table.number not in round.reports:
            event = apply_change(accept(event, round.number, table.number, TableReport(tuple(lines))), event, 0)
    return event


def draw_round(event: Event, seed: int = 1) -> Event:
    """Return the event with its next round drawn."""
    return apply_change(next_round(event, seed), event, 0)


def clubmates_met(event: Event) -> int:
    """Count how often two players of a club sat together."""
    return sum(
        len(clubs) - len(set(clubs))
        for round in event.rounds
        for table in round.tables
        if (clubs := [event.entrants[seat].club for seat in table.seats])
    )


def report_change(round: int, table: int, lines: Sequence[PlayerResult], correction: bool = False) -> Reported:
    """Return a result as a change."""
    return Reported(round, table, TableReport(tuple(lines)), correction)
