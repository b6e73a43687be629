"""Routes for results: validation, corrections, penalties, and results proposed by players."""

from collections.abc import Sequence

import msgspec
from litestar import post

from kamchatka.editions.tournament import PlayerResult
from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.edit_conflicts import check_fresh
from kamchatka.server.club.forms import CapForm, LineForm, PenaltyForm, ResultForm
from kamchatka.server.club.live import Doer
from kamchatka.server.club.lookups import OverSeen
from kamchatka.server.club.payloads import ScoreSeen
from kamchatka.server.club.public_view import score_seen
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, server_of
from kamchatka.server.http.event_access import doer, event_of, organiser_event, player_event
from kamchatka.server.http.expensive_requests import payer
from kamchatka.server.limit_table import PROPOSE
from kamchatka.tournament.events.changes import AnyChange, Reported, TableReport
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.referee import players_over_cap
from kamchatka.tournament.results.acceptance import accept, penalise, score_table
from kamchatka.tournament.results.handing_in import PhonePlayer, check_steps, hand_in

TABLE = "/api/events/{id:str}/rounds/{round:int}/tables/{table:int}"


@post(TABLE + "/result", status_code=200, access="organise")
async def result(request: Asked, id: str, round: int, table: int, data: ResultForm) -> Noted:
    """Enter a table's result. An existing one is replaced only by a correction, and stays in the log."""
    live = await organiser_event(request, id)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[Reported]:
        check_fresh(entries, data.after, ("table", round, table))
        return [accept(event, round, table, report_of(data.lines), data.correct)]

    return await live.change(make, await doer(request), await payer(request))


@post(TABLE + "/check", status_code=200, access="read")
async def check(request: Asked, id: str, round: int, table: int, data: ResultForm) -> tuple[ScoreSeen, ...]:
    """Compute the scores of a result without storing it."""
    event = (await (await event_of(request, id)).read()).event
    correct = table in event.round(round).reports
    after = apply_change(accept(event, round, table, report_of(data.lines), correct), event, 0)
    return tuple(score_seen(score, language_of(request)) for score in score_table(after, after.round(round), table))


@post(TABLE + "/propose", status_code=200, access="play")
async def propose(request: Asked, id: str, round: int, table: int, data: ResultForm) -> Noted:
    """Submit a result as a player of the table, by the personal key. A second player confirms it, or the organiser."""
    live, number = await player_event(request, id)
    server_of(request).limits.check(PROPOSE, f"{id} {number}")

    who = PhonePlayer(number, "", is_known=True)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[AnyChange]:
        check_steps(entries, round, table)
        return hand_in(event, round, table, who, report_of(data.lines))

    name = (await live.read()).event.entrant(number).name
    return await live.change(make, Doer(name), await payer(request))  # by the player's key: an entrant, not a user


@post(TABLE + "/penalty", status_code=200, access="organise")
async def penalty(request: Asked, id: str, round: int, table: int, data: PenaltyForm) -> Noted:
    """Take points, the whole game or the place from a player of a table that has reported."""
    live = await organiser_event(request, id)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[Reported]:
        check_fresh(entries, data.after, ("table", round, table))
        return [penalise(event, round, table, data.entrant, data.points, data.zeroed, data.reason, data.last)]

    return await live.change(make, await doer(request), await payer(request))


def report_of(lines: Sequence[LineForm]) -> TableReport:
    """Return the report of a form."""
    return TableReport(msgspec.convert(msgspec.to_builtins(lines), tuple[PlayerResult, ...]))


@post("/api/events/{id:str}/cap", status_code=200, access="organise")
async def cap(request: Asked, id: str, data: CapForm) -> tuple[OverSeen, ...]:
    """List the players with more armies than the event allows."""
    event = (await (await event_of(request, id)).read()).event
    counted = {str(event.entrant(number).number): armies for number, armies in data.armies.items()}
    found = players_over_cap(counted, event.settings.army_cap, event.settings.cap_penalty)
    return tuple(OverSeen(int(one.player), one.armies, one.surplus, one.penalty) for one in found)


HANDLERS = [result, check, propose, penalty, cap]
