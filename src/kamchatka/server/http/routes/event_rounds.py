"""Rounds over HTTP: draws and their publication, no-shows, clocks, tables played here."""

import secrets
import time
from collections.abc import Sequence
from typing import Any

from litestar import Request, post

from kamchatka.server.club.desk import draft_seen
from kamchatka.server.club.desk_payloads import DraftSeen, Noted
from kamchatka.server.club.forms import AbsentForm, DrawForm, PublishForm, RunForm
from kamchatka.server.club.keeping.event_store import Draft
from kamchatka.server.faults import Fault
from kamchatka.server.http.event_access import doer, organised, played
from kamchatka.server.http.heavy import asker_of, payer, while_connected
from kamchatka.server.http.identity import known_user, language_of, server_of
from kamchatka.server.protocol.payloads import TableId
from kamchatka.tournament.draw.rounds import mark_absent, reseat
from kamchatka.tournament.events.changes import ClockSet, Drawn
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.events.trail import TrailEntry

Asked = Request[Any, Any, Any]


@post("/api/events/{id:str}/draw", status_code=200)
async def draw(request: Asked, id: str, data: DrawForm) -> DraftSeen:
    """A draw that only organisers see until it is published; the same seed draws the same tables."""
    live = await organised(request, id)
    known = await live.read()
    seed = secrets.randbelow(1_000_000) if data.seed is None else data.seed  # short enough to be read aloud
    reckoner, question = server_of(request).club.reckoner, (seed, data.method, data.again, data.anyway)
    drawing = reckoner.draw(await asker_of(request), live.id, known.event, *question)
    drawn = await while_connected(request, drawing)
    apply_change(drawn, known.event, 0)  # a Problem if it could not be published as things are
    draft = Draft(drawn, known.version)
    await live.keep_draft(draft)
    return draft_seen(draft, language_of(request))


@post("/api/events/{id:str}/publish", status_code=200)
async def publish(request: Asked, id: str, data: PublishForm) -> Noted:
    """The draft becomes the round, as it was drawn or as the organiser has changed it by hand."""
    live = await organised(request, id)
    draft = await live.draft()
    if draft is None or draft.drawn.seed != data.seed:
        raise Fault("wrong_time", "no_draft")

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[Drawn]:
        if len(entries) != draft.version:
            raise Fault("stale", "draw_again")
        return [draft.drawn if data.tables is None else reseat(event, draft.drawn, data.tables)]

    noted = await live.change(make, await doer(request), await payer(request))
    await live.drop_draft(draft)
    event = (await live.read()).event
    await server_of(request).occasions.round_published(live.id, event.name, len(event.rounds))
    return noted


@post("/api/events/{id:str}/absent", status_code=200)
async def absent(request: Asked, id: str, data: AbsentForm) -> Noted:
    """A player did not come to the table: somebody takes the seat, or the table plays with one less."""
    live = await organised(request, id)
    return await live.change(
        lambda event, entries: [mark_absent(event, data.number, data.substitute)],
        await doer(request),
        await payer(request),
    )


@post("/api/events/{id:str}/rounds/{round:int}/clock", status_code=200)
async def clock(request: Asked, id: str, round: int, data: RunForm) -> Noted:
    """A table's clock, or every table's, starts or stops now."""
    live, now = await organised(request, id), time.time()
    return await live.change(
        lambda event, entries: [ClockSet(round, data.table, now, data.running)],
        await doer(request),
        await payer(request),
    )


@post("/api/events/{id:str}/rounds/{round:int}/online", status_code=200)
async def online(request: Asked, id: str, round: int) -> Noted:
    """The tables of the round are laid on this server, each seat kept for its player."""
    live = await organised(request, id)
    return await server_of(request).hosting.host(live, round, await known_user(request))


@post("/api/events/{id:str}/rounds/{round:int}/tables/{table:int}/begin", status_code=200)
async def begin(request: Asked, id: str, round: int, table: int) -> TableId:
    """A table played here waits no longer: bots play for those who have not come."""
    live = await organised(request, id)
    return TableId(await server_of(request).hosting.begin_now(live, round, table))


@post("/api/events/{id:str}/sit", status_code=200)
async def sit(request: Asked, id: str) -> TableId:
    """A player goes to the own seat of a table played here."""
    live, number = await played(request, id)
    return TableId(await server_of(request).hosting.sit(live, number, await known_user(request)))


HANDLERS = [draw, publish, absent, clock, online, begin, sit]
