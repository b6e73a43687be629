"""Select the players of the next round: all entrants, winners, semifinalists in seeding bands, or finalists."""

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.draw.field import NothingToDraw, Participants, advancing, check_complete
from kamchatka.tournament.draw.finals import consolation_participants, finals_participants, semifinalists
from kamchatka.tournament.draw.formats import knockout_plan, table_sizes
from kamchatka.tournament.events.changes import Stage
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.standings.teams import find_oversized_clubs, players_of_round


def participants_of(event: Event, stage: Stage) -> Participants:
    """Return the players of a stage that depends on earlier results."""
    if stage == "knockout":
        return _knockout_participants(event)
    check_complete(event)
    if stage == "consolation":
        return consolation_participants(event)
    return semifinalists(event) if stage == "semifinal" else finals_participants(event)


def next_participants(event: Event) -> Participants:
    """Return the next round's players and tables; a Problem says what is missing, or that the event is over."""
    settings = event.settings
    if settings.format == "knockout":
        return _knockout_participants(event)
    if _rounds_drawn(event) < settings.rounds:
        return _everybody(event)
    stages = {round.stage for round in event.rounds}
    if settings.format == "finals" and "final" not in stages:
        check_complete(event)
        if settings.semifinals and "semifinal" not in stages:
            return semifinalists(event)
        if settings.consolation and settings.semifinals and "consolation" not in stages:
            return consolation_participants(event)
        return finals_participants(event)
    raise NothingToDraw("draw.no_round_left")


def warn_of_missing_results(event: Event) -> Text | None:
    """Return the warning to confirm before the next regular round is drawn: an earlier round has no results at all."""
    silent = [round.number for round in event.rounds if round.stage == "round" and not round.reports]
    if not silent or _rounds_drawn(event) >= event.settings.rounds:
        return None
    numbers = ", ".join(map(str, silent))
    return Text("draw", "unreported", rounds=numbers)


def missing_results(event: Event) -> Text | None:
    """Return the question before the next regular round is drawn: which tables have not reported."""
    return None if _rounds_drawn(event) >= event.settings.rounds else tables_without_result(event, "round")


def question_before_draw(event: Event) -> Text | None:
    """Return what an organiser must confirm before the next draw; None if nothing is missing."""
    return warn_of_missing_results(event) or missing_results(event)


def tables_without_result(event: Event, stage: Stage | None = None) -> Text | None:
    """Name the tables of the rounds drawn so far, or those of a stage, that have no result; None if all have one."""
    tables = [
        f"{round.number}/{table.number}"
        for round in event.rounds
        for table in round.tables
        if stage in (None, round.stage) and table.number not in round.reports
    ]
    return Text("draw", "missing", tables=", ".join(tables)) if tables else None


def late_arrival(event: Event) -> Text | None:
    """Say when a player who enters now will first play; None before the first draw, as all start in round 1."""
    if not event.rounds:
        return None
    last, number = event.rounds[-1], len(event.rounds)
    if event.settings.format != "knockout" and _rounds_drawn(event) < event.settings.rounds:
        return Text("draw", "late_from", round=number + 1)
    if (last.stage == "round" or number == 1) and not last.reports and not last.games:
        return Text("draw", "late_if_again", round=number)
    rule = " (rtu.12.3a)" if event.settings.format == "knockout" else ""
    return Text("draw", "late_never", rule=rule)


def _rounds_drawn(event: Event) -> int:
    """Count the regular rounds (those that all entrants play) drawn so far."""
    return sum(round.stage == "round" for round in event.rounds)


def _everybody(event: Event) -> Participants:
    """Return all entrants who have not withdrawn."""
    if event.settings.format == "teams" and (clubs := find_oversized_clubs(event)):
        raise Problem("draw.team_too_large", team_size=event.settings.team_size, clubs=", ".join(clubs))
    players = players_of_round(event, len(event.rounds) + 1)
    carried = tuple(one for one in event.carried if one in players)
    if carried and not event.rounds:
        rest = tuple(one for one in players if one not in carried)
        sizes = table_sizes(len(rest), event.settings.sizes) if rest else ()
        groups, seats = ((rest, carried), (sizes, (len(carried),))) if rest else ((carried,), ((len(carried),),))
        return Participants("round", groups, seats)
    return Participants("round", (players,), (table_sizes(len(players), event.settings.sizes),))


def _knockout_participants(event: Event) -> Participants:
    """Return all entrants, later the winners (rtu.12.3a), at tables that lead to a full final (rtu.12.3c)."""
    check_complete(event)
    if event.rounds and len(event.rounds[-1].tables) == 1:
        raise NothingToDraw("draw.final_played")
    players = tuple(entrant.number for entrant in event.playing)
    if event.rounds:
        players = tuple(
            entrant for table in event.rounds[-1].tables for entrant in advancing(event, event.rounds[-1], table, 1)
        )
    plan = knockout_plan(len(players), event.settings.final_seats, event.settings.sizes)
    return Participants("knockout", (players,), (plan[0].tables,))
