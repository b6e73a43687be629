"""Make an event of a workbook: the formula is asked for, because the file does not name it."""

from collections.abc import Iterator
from decimal import Decimal

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents.workbook.reader import (
    CellProblem,
    Workbook,
    WorkbookPlayer,
    WorkbookProblem,
    WorkbookSeat,
)
from kamchatka.tournament.events.changes import (
    AnyChange,
    Drawn,
    DrawnTable,
    EventAbout,
    EventDescribed,
    PlayerEntered,
    Reported,
    Stage,
    TableReport,
    Withdrew,
)
from kamchatka.tournament.events.entrants import LONGEST, LONGEST_TITLE, Details
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change, fold
from kamchatka.tournament.registration import new_event
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.presets import preset
from kamchatka.tournament.settings.settings import EventSettings, with_choices

BY_FILE = "file"  # method of a round that was drawn elsewhere


def event_changes(book: Workbook, preset_id: str, choices: list[str]) -> list[AnyChange]:
    """Return the changes that make the event of a workbook, by a preset and choices; all or a WorkbookProblem."""
    settings = with_choices(preset(preset_id).settings, choices)
    rounds = max(1, book.rounds - _later_stages(settings))
    wanted = [*choices, f"rounds={rounds}"]
    wanted += [f"event_type={book.type}"] if book.type else []
    opened = new_event(book.name[:LONGEST_TITLE], preset_id, wanted, book.dates[0] if book.dates else "")
    made: list[AnyChange] = [opened]
    about = EventAbout(book.venue, book.organiser, book.notes, book.dates)
    event = fold([(1, opened)])
    problems = list[CellProblem]()
    entries: list[AnyChange] = [EventDescribed(about), *_entries(book)]
    for entry in entries:
        event = apply_change(entry, event, len(made) + 1)
        made.append(entry)
    ids = {entrant.details.id: entrant.number for entrant in event.entrants.values()}
    for number, sheet in enumerate(book.sheets, start=1):
        tables = [sorted(table, key=_hand_order) for table in sheet.tables]
        drawn = tuple(DrawnTable(at, tuple(ids[seat.id] for seat in table)) for at, table in enumerate(tables, start=1))
        draw = Drawn(number, _stage(event, number, book.rounds), drawn, 0, BY_FILE)
        event = apply_change(draw, event, len(made) + 1)
        made.append(draw)
        for at, table in enumerate(tables, start=1):
            reported = _report(event, number, at, table, ids, sheet.name, problems)
            if reported is not None:
                event = apply_change(reported, event, len(made) + 1)
                made.append(reported)
    if problems:
        raise WorkbookProblem(problems)
    made += [Withdrew(number) for number in (_number(ids, one) for one in book.players if not one.here)]
    return made


def _number(ids: dict[int, int], player: WorkbookPlayer) -> int:
    return ids[player.id]


def _later_stages(settings: EventSettings) -> int:
    """Return the rounds that follow the regular ones."""
    return 1 + settings.semifinals + settings.consolation if settings.format == "finals" else 0


def _stage(event: Event, number: int, planned: int) -> Stage:
    """Return the stage of a round by its number: the planned rounds include semifinals and final."""
    settings = event.settings
    if settings.format == "knockout":
        return "knockout"
    if settings.format != "finals" or number <= settings.rounds:
        return "round"
    if number == planned:
        return "final"
    return "semifinal" if settings.semifinals and number == settings.rounds + 1 else "consolation"


# ------------------------------------------------------------------ players
def _entries(book: Workbook) -> Iterator[PlayerEntered]:
    """Enter all players. Equal names of different people get their id, because names tell players apart here."""
    taken = set[str]()
    for number, one in enumerate(book.players, start=1):
        name = " ".join(f"{one.first} {one.surname}".split())[: LONGEST - 8]
        if name.casefold() in taken:
            name = f"{name} ({one.id})"
        taken.add(name.casefold())
        details = Details(one.first, one.surname, one.nick, one.born, one.member, one.id)
        yield PlayerEntered(number, name, one.club[:LONGEST], one.region[:LONGEST], details)


# ------------------------------------------------------------------ results
def _hand_order(seat: WorkbookSeat) -> Decimal:
    """Sort eliminated players by when they fell: in a tie the later hand ranks higher."""
    return seat.score if seat.score < 0 else Decimal(0)


def _report(
    event: Event,
    round: int,
    table: int,
    seats: list[WorkbookSeat],
    ids: dict[int, int],
    sheet: str,
    problems: list[CellProblem],
) -> Reported | None:
    """Return a table's result; None if every score is 0, which means that it has not been played."""
    if all(seat.score == 0 for seat in seats):
        return None
    try:
        return accept(event, round, table, TableReport(tuple(_lines(event, seats, ids))))
    except Problem as problem:
        problems.append(CellProblem(sheet, seats[0].row, seats[0].column, problem))
        return None


def _lines(event: Event, seats: list[WorkbookSeat], ids: dict[int, int]) -> Iterator[PlayerResult]:
    """Read scores: 100 is an objective, negative ones are eliminations, decimals only order equal points."""
    rules, fallen = rules_of(event.settings), sorted(seat.score for seat in seats if seat.score < 0)
    wholes = [int(seat.score) for seat in seats]
    for seat in seats:
        number, points = ids[seat.id], int(seat.score)
        if seat.score < 0:
            fell = fallen.index(seat.score) + 1 if "fell" in rules.tie_breaks else 0
            yield PlayerResult(number, eliminated=True, fell=fell)
        elif points >= event.settings.objective_points:
            yield PlayerResult(number, objective="in_time")
        elif points == rules.most_points:
            yield PlayerResult(number, objective="late")
        else:
            part = seat.score - points
            outside = (
                int((part * 10).to_integral_value()) if wholes.count(points) > 1 and _is_told(seats, points) else None
            )
            yield PlayerResult(number, points, outside)


def _is_told(seats: list[WorkbookSeat], points: int) -> bool:
    """Return True if decimals separate equal players."""
    return len({seat.score for seat in seats if int(seat.score) == points}) > 1
