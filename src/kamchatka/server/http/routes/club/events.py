"""Routes for events: list, creation, public and organiser's views, entrants, settings."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal, cast

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from kamchatka.server.clock import today
from kamchatka.server.club.desk_payloads import DeskSeen, Noted
from kamchatka.server.club.edit_conflicts import check_fresh
from kamchatka.server.club.forms import (
    AmendForm,
    EntrantForm,
    EventForm,
    SettingsForm,
    SettleForm,
    UndoForm,
    WithdrawForm,
)
from kamchatka.server.club.lists import MOST_ENTRANTS
from kamchatka.server.club.organiser_view import desk_json
from kamchatka.server.club.payloads import Badge, EventKey, EventRow, EventSeen, PresetSeen
from kamchatka.server.club.preset_words import presets_seen
from kamchatka.server.club.uploads import read_in
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import address_of, language_of, require_user, server_of, user_of
from kamchatka.server.http.event_access import doer, event_of, holder_of, organiser_event
from kamchatka.server.http.expensive_requests import asker_of, compute, payer
from kamchatka.server.limit_table import EVENT
from kamchatka.tournament.documents.workbook.writer import write_workbook
from kamchatka.tournament.doubts import settle_entry
from kamchatka.tournament.events.changes import Amended, PlayerEntered, SettingsChanged, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.exchange import LARGEST, write_lines
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry, with_author
from kamchatka.tournament.registration import amend_player, change_settings, new_event, register_player

PresetId = Annotated[str, Parameter(max_length=40)]
MEDIA = {
    "jsonl": "application/jsonl",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@get("/api/presets", access="read")
async def presets(request: Asked) -> tuple[PresetSeen, ...]:
    """List the presets with all their settings."""
    return presets_seen(language_of(request))


@get("/api/events", access="read")
async def events(request: Asked) -> list[EventRow]:
    """List this server's events, last changed first."""
    return await server_of(request).club.rows(language_of(request))


# ------------------------------------------------------------------ creation
@post("/api/events", access="organise")
async def open_event(request: Asked, data: EventForm) -> EventKey:
    """Create an event and return the organiser's key. Muted users can't, because event names are public."""
    user = await require_user(request)
    await server_of(request).admission.check_may_talk(user)
    _not_too_many(request)
    name, day = " ".join(data.name.split()), data.date or today().isoformat()
    if not name or not name.isprintable():
        raise Fault("problem", "bad_event_name", name=data.name)
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Fault("problem", "bad_date", date=day) from None
    like = (await (await event_of(request, data.like)).read()).event if data.like else None
    opened = new_event(name, data.preset, _choices(data.choices), day, like)
    store = server_of(request).club.store
    return await _key(request, await store.create(name, with_author([opening_row(opened, user.name)], user.id)))


@post("/api/events/upload", request_max_body_size=LARGEST, access="organise")
async def upload(request: Asked, preset: PresetId = "ranking") -> EventKey:
    """Import an event in JSON Lines, or the clubs' workbook, whose formula is the preset. It gets new keys."""
    user = await require_user(request)
    await server_of(request).admission.check_may_talk(user)
    _not_too_many(request)
    name, rows = await compute(request, read_in, await request.body(), preset, user.name)
    return await _key(request, await server_of(request).club.store.create(name, rows))


async def _key(request: Asked, id: str) -> EventKey:
    return EventKey(id, (await event_of(request, id)).keys.organiser())


def _not_too_many(request: Asked) -> None:
    server_of(request).limits.check(EVENT, address=address_of(request))


def _choices(choices: dict[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in choices.items()]


# ------------------------------------------------------------------ views
@get("/api/events/{id:str}", access="read")
async def event(request: Asked, id: str) -> EventSeen:
    """Return an event's public view. The socket /ws/events/{id} sends it again whenever it changes."""
    return await server_of(request).club.picture(await event_of(request, id), language_of(request))


@get("/api/events/{id:str}/me", access="read")
async def badge(request: Asked, id: str) -> Badge:
    """Return the holder of the key that was sent: the organiser or a player."""
    live, holder = await holder_of(request, id)
    if holder == 0:
        return Badge("organiser", 0, "")
    event = (await live.read()).event
    return Badge("player", holder, event.entrant(holder).name, _code(live.keys, event, holder))


def _code(keys: Keys, event: Event, number: int) -> str:
    """Return the code of the table where a player sits in the last round."""
    last = event.rounds[-1] if event.rounds else None
    seated = last.table_of(number) if last else None
    return keys.table(last.number, seated.number, last.entry) if last and seated else ""


@get("/api/events/{id:str}/desk", access="organise")
async def desk(request: Asked, id: str) -> DeskSeen:
    """Return the organisers' view: open questions, doubts, trail, player keys, draft and proposals."""
    live = await organiser_event(request, id)
    known, asker = await live.read(), await asker_of(request)
    question = (live.keys, await live.draft(), known, language_of(request))
    seen = await server_of(request).club.worker.about(asker, known.event, desk_json, *question)
    return cast("DeskSeen", msgspec.Raw(seen))  # its JSON, which a worker has encoded


@get("/api/events/{id:str}/file", media_type="application/jsonl", access="organise")
async def file(request: Asked, id: str, kind: Literal["jsonl", "xls", "xlsx"] = "jsonl") -> Response[bytes]:
    """Export an event as JSON Lines, or as the clubs' workbook."""
    known = await (await organiser_event(request, id)).read()  # raises a Problem if the file is damaged
    if kind == "jsonl":
        data = await asyncio.to_thread(write_lines, await server_of(request).club.store.rows(id))
    else:
        data = await compute(request, write_workbook, known.event, f"{id}.{kind}")
    return Response(
        data,
        media_type=MEDIA[kind],
        headers={"content-disposition": f'attachment; filename="{id}.{kind}"', "cache-control": "no-store"},
    )


# ------------------------------------------------------------------ settings and entrants
@post("/api/events/{id:str}/settings", status_code=200, access="organise")
async def settings(request: Asked, id: str, data: SettingsForm) -> Noted:
    """Change an event's settings. Existing results are scored again."""
    live = await organiser_event(request, id)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[SettingsChanged]:
        check_fresh(entries, data.after, ("settings",))
        return [change_settings(event, _choices(data.choices))]

    return await live.change(make, await doer(request), await payer(request))


@post("/api/events/{id:str}/entrants", status_code=200, access="organise")
async def enter(request: Asked, id: str, data: EntrantForm) -> Noted:
    """Add an entrant. `EventSeen.late` says in which round they begin."""
    live = await organiser_event(request, id)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[PlayerEntered]:
        if len(event.entrants) >= MOST_ENTRANTS:
            raise Fault("too_large")
        return [register_player(event, data.name, data.club, data.region)]

    return await live.change(make, await doer(request), await payer(request))


@post("/api/events/{id:str}/entrants/{number:int}/amend", status_code=200, access="organise")
async def amend(request: Asked, id: str, number: int, data: AmendForm) -> Noted:
    """Correct an entrant's name, club or region."""
    live = await organiser_event(request, id)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[Amended]:
        check_fresh(entries, data.after, ("entrant", number))
        return [amend_player(event, number, data.name, data.club, data.region)]

    return await live.change(make, await doer(request), await payer(request))


@post("/api/events/{id:str}/entrants/{number:int}/withdraw", status_code=200, access="organise")
async def withdraw(request: Asked, id: str, number: int, data: WithdrawForm) -> Noted:
    """Withdraw an entrant, or take them back. Their results stay."""
    live = await organiser_event(request, id)
    return await live.change(
        lambda event, entries: [Withdrew(number, data.back)], await doer(request), await payer(request)
    )


# ------------------------------------------------------------------ open questions and undo
@post("/api/events/{id:str}/settle", status_code=200, access="organise")
async def settle(request: Asked, id: str, data: SettleForm) -> Noted:
    """Settle a line that was set aside, or accept a doubtful draw or result."""
    live = await organiser_event(request, id)
    return await live.change(
        lambda event, entries: settle_entry(event, data.question, data.note), await doer(request), await payer(request)
    )


@post("/api/events/{id:str}/undo", status_code=200, access="organise")
async def undo(request: Asked, id: str, data: UndoForm) -> Noted:
    """Undo entries of the log, including earlier undos."""
    live = await organiser_event(request, id)
    return await server_of(request).hosting.undo(
        live, data.entries, await doer(request), await user_of(request), await payer(request)
    )


HANDLERS = [
    presets,
    events,
    open_event,
    upload,
    event,
    badge,
    desk,
    file,
    settings,
    enter,
    amend,
    withdraw,
    settle,
    undo,
]
