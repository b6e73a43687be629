"""The public view of an event: rounds, clocks and standings, with a reason for each number in the reader's language."""

from decimal import Decimal
from itertools import chain
from typing import Literal

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Worded
from kamchatka.server.club.forms import LineForm
from kamchatka.server.club.payloads import (
    ClockSeen,
    EntrantSeen,
    EventRow,
    EventSeen,
    NextSeen,
    Phase,
    PlacingSeen,
    QualifyingSeen,
    ResultSeen,
    RoundSeen,
    RoundTable,
    ScoreSeen,
    StandingSeen,
    TeamSeen,
)
from kamchatka.server.club.preset_words import preset_title, settings_seen
from kamchatka.tournament.description import describe_formula
from kamchatka.tournament.doubts import doubts
from kamchatka.tournament.draw.field import NothingToDraw
from kamchatka.tournament.draw.finals import who_qualifies
from kamchatka.tournament.draw.participants import (
    late_arrival,
    next_participants,
    question_before_draw,
    tables_without_result,
)
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.events.descriptions import describe_quality, round_title
from kamchatka.tournament.events.entrants import Entrant
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.referee import read_clock
from kamchatka.tournament.results.acceptance import list_left_out, scores_that_count
from kamchatka.tournament.results.scoring import GameScore
from kamchatka.tournament.settings.regulations import departures
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import GameResult, StandingsRow, standings
from kamchatka.tournament.standings.teams import team_standings


def event_row(id: str, event: Event, language: str) -> EventRow:
    """Describe an event in a list."""
    return EventRow(
        id,
        event.name,
        event.date,
        event.preset,
        preset_title(event.preset, language),
        len(event.entrants),
        len(event.rounds),
        phase_of(event),
    )


def event_seen(id: str, version: int, event: Event, language: str, now: float) -> EventSeen:
    """Describe the whole event at a given time."""
    settings, out = event.settings, {(one.round, one.table): one for one in list_left_out(event)}
    reasons = {key: one.why.sentence(language) for key, one in out.items()}
    final = any(round.stage != "round" for round in event.rounds)
    return EventSeen(
        id,
        version,
        now,
        event.name,
        event.date,
        event.preset,
        preset_title(event.preset, language),
        settings.format,
        settings.minutes,
        settings.army_cap,
        phase_of(event),
        settings_seen(settings, language),
        tuple(one.sentence(language) for one in departures(settings)),
        tuple(_entrant(event, one) for one in event.entrants.values()),
        tuple(_round(event, round, reasons, language, now) for round in event.rounds),
        _next(event, language),
        tuple(_standing(row, language) for row in standings(event)),
        tuple(PlacingSeen(one.place, one.entrant, one.how.text(language)) for one in final_placings(event))
        if final
        else (),
        _teams(event) if settings.format == "teams" else (),
        len(out) + len(event.questions) + len(doubts(event)) + _count_disputes(event),
        _text_of(late_arrival(event), language),
        describe_formula(settings, len(event.entrants)).text(language),
        _qualifying(event, language),
        _text_of(tables_without_result(event), language),
    )


def _qualifying(event: Event, language: str) -> tuple[QualifyingSeen, ...]:
    """Describe who would qualify, as long as that is open."""
    is_open = event.settings.format == "finals" and all(round.stage == "round" for round in event.rounds)
    if not is_open or not any(round.reports for round in event.rounds) or not event.settings.qualification:
        return ()
    return tuple(
        QualifyingSeen(one.entrant, one.rule.target == "final", one.rule.title.text(language))
        for one in who_qualifies(event)
    )


def _entrant(event: Event, one: Entrant) -> EntrantSeen:
    bonus = sum((given.points for given in event.bonuses.get(one.number, ())), Decimal(0))
    return EntrantSeen(
        one.number, one.name, one.club, one.region, one.withdrawn, one.wild, f"{bonus:+}" if bonus else ""
    )


def event_json(id: str, version: int, event: Event, language: str, now: float) -> bytes:
    """Return the public view as JSON."""
    return msgspec.json.encode(event_seen(id, version, event, language, now))


def add_times(seen: EventSeen, event: Event, now: float) -> EventSeen:
    """Return the same view at a later time, with updated clocks."""
    rounds = tuple(
        replace(
            shown, tables=tuple(replace(table, clock=_clock(event, round, table.number, now)) for table in shown.tables)
        )
        for shown, round in zip(seen.rounds, event.rounds, strict=True)
    )
    return replace(seen, rounds=rounds, now=now)


def phase_of(event: Event) -> Phase:
    """Return the current phase of the event."""
    if not event.rounds:
        return "entries"
    if not event.rounds[-1].is_complete:
        return "playing"
    try:
        next_participants(event)
    except NothingToDraw:
        return "over"
    except Problem:
        pass  # NextSeen says what is missing
    return "between"


def _next(event: Event, language: str) -> NextSeen:
    """Describe the next round to be drawn."""
    number = len(event.rounds) + 1
    try:
        field = next_participants(event)
    except Problem as problem:
        return NextSeen("", None, 0, (), problem.sentence(language), "")
    players, sizes = sum(map(len, field.groups)), tuple(chain.from_iterable(field.sizes))
    return NextSeen(
        round_title(field.stage, number).text(language),
        field.stage,
        players,
        sizes,
        "",
        _text_of(question_before_draw(event), language),
    )


def _text_of(said: Worded | None, language: str) -> str:
    return said.text(language) if said else ""


# ------------------------------------------------------------------ rounds and tables
def _round(event: Event, round: Round, out: dict[tuple[int, int], str], language: str, now: float) -> RoundSeen:
    tables = tuple(
        RoundTable(
            table.number,
            table.seats,
            _clock(event, round, table.number, now),
            lines_seen(round.reports.get(table.number)),
            tuple(score_seen(score, language) for score in scores_that_count(event, round, table.number)),
            out.get((round.number, table.number), ""),
            round.games.get(table.number, ""),
            *_phones(round, table.number),
        )
        for table in round.tables
    )
    return RoundSeen(
        round.number,
        round.stage,
        round_title(round.stage, round.number).text(language),
        tables,
        round.seed,
        round.method,
        describe_quality(round.cost, round.bound).text(language),
        round.is_complete,
        bool(round.games),
    )


def _count_disputes(event: Event) -> int:
    """Count the tables whose players disagree about the result."""
    return sum(bool(one.disputes) for round in event.rounds for one in round.proposals.values())


def _phones(round: Round, table: int) -> tuple[Literal["", "handed_in", "disputed", "confirmed"], tuple[int, ...], int]:
    """Return what players have done by phone, who they are, and the entry of the last step."""
    if confirmation := round.confirmations.get(table):
        return "confirmed", (confirmation.author, confirmation.by), 0
    proposal = round.proposals.get(table)
    if proposal is None:
        return "", (), 0
    speakers = tuple(one.by for one in proposal.claims)
    return "disputed" if proposal.disputes else "handed_in", speakers, max(one.entry for one in proposal.claims)


def _clock(event: Event, round: Round, table: int, now: float) -> ClockSeen:
    clock = round.clocks.get(table)
    read = read_clock(clock, event.settings.minutes, now)
    return ClockSeen(read.phase, read.left, clock is not None and bool(clock.since))


def lines_seen(report: TableReport | None) -> tuple[LineForm, ...]:
    """Return a report as the input of a form."""
    return () if report is None else msgspec.convert(msgspec.to_builtins(report.lines), tuple[LineForm, ...])


def score_seen(score: GameScore, language: str) -> ScoreSeen:
    """Describe a player's score with the reasons for it."""
    return ScoreSeen(
        score.entrant,
        score.place,
        bool(score.winners),
        score.table_points,
        format_points(score.points),
        score.how.text(language),
        _text_of(score.tie, language),
    )


# ------------------------------------------------------------------ standings
def _standing(row: StandingsRow, language: str) -> StandingSeen:
    return StandingSeen(
        row.place,
        row.entrant,
        format_points(row.total),
        row.wins,
        row.played,
        tuple(_result(one) for one in row.results),
        _text_of(row.tie, language),
    )


def _result(one: GameResult) -> ResultSeen:
    return ResultSeen(one.round, one.table, format_points(one.score.points), one.counted, bool(one.score.winners))


def _teams(event: Event) -> tuple[TeamSeen, ...]:
    return tuple(
        TeamSeen(
            row.place,
            row.team,
            format_points(row.total),
            row.wins,
            tuple(format_points(one.score.points) for one in row.results),
        )
        for row in team_standings(event)
    )
