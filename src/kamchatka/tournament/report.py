"""What a table reports, and whether it can be: points by hand or by territories, objective, eliminations, penalties."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament import board
from kamchatka.tournament.settings import Settings
from kamchatka.words.phrases import Count

Reached = Literal["", "in_time", "late"]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's end of a game. `held`: the territories ticked on the board, which then make the points."""

    entrant: int
    points: int | None = None  # of the territories of the own objective
    outside: int | None = None  # of the others; asked for only where a tie must be broken
    objective: Reached = ""
    eliminated: bool = False
    card: int = 0  # number of the objective card; 0: not said
    held: tuple[str, ...] = ()
    hand: int = 0  # the hand really played, if not the one drawn
    penalty: int = 0
    zeroed: bool = False
    reason: str = ""
    last: bool = False  # placed behind all others of the table, whatever the points


class Report(msgspec.Struct, frozen=True):
    """A table's result as it was handed in."""

    lines: tuple[Line, ...]


def checked(report: Report, seats: tuple[int, ...], settings: Settings, names: Mapping[int, str]) -> Report:
    """The report with its points counted; a Problem says what cannot be (and which rule says so)."""
    _check_players(report, seats, names)
    full = Report(tuple(_counted(line, settings, names[line.entrant]) for line in report.lines))
    for line in full.lines:
        for problem in _faults(line, names[line.entrant], settings):
            raise problem
    _check_table(full, len(seats))
    _check_board(full.lines, names)
    return full


def _check_players(report: Report, seats: tuple[int, ...], names: Mapping[int, str]) -> None:
    told = [line.entrant for line in report.lines]
    for entrant in told:
        if entrant not in seats:
            raise Problem(
                f"{_who(entrant, names)} non siede a questo tavolo.", f"{_who(entrant, names)} is not at this table."
            )
        if told.count(entrant) > 1:
            raise Problem(f"{_who(entrant, names)} è scritto due volte.", f"{_who(entrant, names)} is written twice.")
    if missing := [_who(entrant, names) for entrant in seats if entrant not in told]:
        raise Problem(f"Manca il risultato di {', '.join(missing)}.", f"The result of {', '.join(missing)} is missing.")


def _who(entrant: int, names: Mapping[int, str]) -> str:
    return names.get(entrant, str(entrant))


def _counted(line: Line, settings: Settings, who: str) -> Line:
    """The line with the points that ticks, objective or elimination make by themselves."""
    points, outside = line.points, line.outside
    if line.held:
        if not line.card:
            raise Problem(
                f"{who} ha segnato territori senza dire l'obiettivo.",
                f"{who} ticked territories without saying the objective.",
                "rtu.10.2",
            )
        points, outside = board.ticked(line.card, line.held)
    if line.objective:
        made = settings.objective_points if _pays_full(line, settings) else board.objective_sum()
        points = made if line.points is None or line.held else line.points
    elif line.eliminated and not line.held:
        points, outside = line.points or 0, line.outside or 0
    if line.held and line.points is not None and line.points != points:
        raise Problem(
            f"I territori segnati da {who} fanno {points} punti, non {line.points}.",
            f"The territories ticked by {who} make {points} points, not {line.points}.",
            "rtu.10.2",
        )
    return msgspec.structs.replace(line, points=points, outside=outside)


def _pays_full(line: Line, settings: Settings) -> bool:
    return line.objective == "in_time" or settings.late_objective == "hundred"


# ------------------------------------------------------------------ what one line can say
def _faults(line: Line, who: str, settings: Settings) -> Iterator[Problem]:
    points, whole = line.points, board.objective_sum()
    if line.card:
        board.card(line.card)
    if points is None:
        yield Problem(f"Mancano i punti di {who}.", f"The points of {who} are missing.", "rtu.10.1")
        return
    if line.objective:
        yield from _faults_of_objective(line, who, points, settings)
    elif points == settings.objective_points and points > whole:
        yield Problem(
            f"{points} punti a {who} senza l'obiettivo raggiunto: spettano solo a chi lo raggiunge.",
            f"{points} points for {who} without the objective: only who reaches it has them.",
            "rtu.10.5",
        )
    elif points < 0 or points > whole:
        yield Problem(
            f"{points} punti a {who}: i territori di un obiettivo ne fanno al più {whole}.",
            f"{points} points for {who}: the territories of an objective make {whole} at most.",
            "rtu.10.2",
        )
    elif points == whole:
        yield Problem(
            f"{points} punti a {who} sono tutto l'obiettivo: va segnato come raggiunto.",
            f"{points} points for {who} are the whole objective: mark it as reached.",
            "rtu.8.2a",
        )
    elif points not in board.possible_sums():
        made = Count(points)
        yield Problem(
            f"{made:punto|punti} a {who}: nessuna scelta di territori di un obiettivo dà questa somma.",
            f"{made:point|points} for {who}: no territories of an objective add up to that.",
            "rtu.10.2",
        )
    if line.eliminated and (points or line.outside or line.objective):
        yield Problem(
            f"{who} è eliminato e non può avere punti.", f"{who} was eliminated and cannot have points.", "rtu.7.1b"
        )
    if line.penalty < 0:
        yield Problem(
            f"La penalità di {who} è scritta senza segno.", f"The penalty of {who} is written without a sign."
        )


def _faults_of_objective(line: Line, who: str, points: int, settings: Settings) -> Iterator[Problem]:
    due = settings.objective_points if _pays_full(line, settings) else board.objective_sum()
    if points != due:
        yield Problem(
            f"L'obiettivo di {who} vale {due} punti, non {points}.",
            f"The objective of {who} is worth {due} points, not {points}.",
            "rtu.10.5",
        )
    if line.held and not board.marked(line.card) <= set(line.held):
        yield Problem(
            f"I territori segnati da {who} non sono tutto l'obiettivo {line.card}.",
            f"The territories ticked by {who} are not the whole of objective {line.card}.",
            "rtu.8.2a",
        )


# ------------------------------------------------------------------ what a table can say
def _check_table(report: Report, seats: int) -> None:
    lines = report.lines
    if sum(bool(line.objective) for line in lines) > 1:
        raise Problem(
            "Un solo giocatore può aver raggiunto l'obiettivo.",
            "Only one player can have reached the objective.",
            "rtu.8.2a",
        )
    if all(line.eliminated for line in lines):
        raise Problem("Non possono essere tutti eliminati.", "They cannot all be eliminated.", "rtu.7.1b")
    cards = [line.card for line in lines if line.card]
    if len(set(cards)) < len(cards):
        raise Problem(
            "Due giocatori hanno la stessa carta obiettivo.", "Two players have the same objective card.", "rtu.1.5"
        )
    hands = [line.hand for line in lines if line.hand]
    if hands and sorted(hands) != list(range(1, seats + 1)):
        raise Problem(
            f"Le mani vanno dalla 1 alla {seats}, ognuna una volta.",
            f"Hands go from 1 to {seats}, each once.",
            "rtu.2.3b",
        )


def _check_board(lines: tuple[Line, ...], names: Mapping[int, str]) -> None:
    """No territory is held by two, and all that is held fits on the board."""
    holder = dict[str, int]()
    for line in lines:
        for place in line.held:
            if holder.setdefault(place, line.entrant) != line.entrant:
                both = f"{names[holder[place]]}, {names[line.entrant]}"
                raise Problem(
                    f"Il territorio «{place}» è segnato da due: {both}.",
                    f"“{place}” is ticked by two: {both}.",
                    "rtu.1.1",
                )
    told = sum((board.objective_sum() if line.objective else line.points or 0) + (line.outside or 0) for line in lines)
    if told > board.ALL_POINTS:
        raise Problem(
            f"Il tavolo dichiara {told} punti in tutto, ma il tabellone ne ha {board.ALL_POINTS}.",
            f"The table declares {told} points in all, but the board has {board.ALL_POINTS}.",
            "rtu.values.1",
        )
