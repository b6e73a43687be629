"""Routes for seasons: list, creation, standings, players, and what the organiser changes."""

from collections.abc import Callable
from typing import Annotated, Literal, cast
from urllib.parse import unquote

import msgspec
from litestar import Response, get, post
from litestar.params import HeaderParameter, Parameter

from kamchatka.server.club.desk_payloads import ListSeen
from kamchatka.server.club.lists import LARGEST
from kamchatka.server.club.seasons import editing
from kamchatka.server.club.seasons.payloads import (
    MergeForm,
    RemoveForm,
    SeasonChangeSeen,
    SeasonEventForm,
    SeasonForm,
    SeasonKey,
    SeasonLine,
    SeasonNoted,
    SeasonPlayerSeen,
    SeasonSeen,
    SeasonSettingsForm,
    SeasonUndoForm,
)
from kamchatka.server.club.seasons.season_store import LARGEST as LARGEST_SEASON
from kamchatka.server.club.seasons.season_store import SeasonGrowth, SeasonStore, StoredSeason
from kamchatka.server.club.seasons.showing import (
    StandingsAsked,
    changes_seen,
    player_json,
    season_csv,
    season_file,
    season_json,
)
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import address_of, language_of, require_user, server_of
from kamchatka.server.http.event_access import HEADER, event_of
from kamchatka.server.http.expensive_requests import compute
from kamchatka.server.limit_table import EVENT

Which = Literal["all", "internal", "external"]
Words = Annotated[str, Parameter(max_length=200)]
Short = Annotated[str, Parameter(max_length=80)]
Encoding = Annotated[str, Parameter(max_length=40)]
FileName = Annotated[str, HeaderParameter(name="x-file-name", max_length=600)]


# ------------------------------------------------------------------ list and creation
@get("/api/seasons", access="read")
async def seasons(request: Asked) -> list[SeasonLine]:
    """List this server's seasons, last changed first."""
    return [SeasonLine(row.id, row.name, row.events) for row in await _store(request).rows()]


@post("/api/seasons", access="organise")
async def open_season(request: Asked, data: SeasonForm) -> SeasonKey:
    """Create a season and return the organiser's key. Muted users can't, because names of seasons are public."""
    await _may_open(request)
    name = " ".join(data.name.split())
    return await _key(request, await _store(request).create(name, editing.open_changes(name, _choices(data.choices))))


@post("/api/seasons/upload", request_max_body_size=LARGEST_SEASON, access="organise")
async def upload_season(request: Asked) -> SeasonKey:
    """Import the file of a season, which gets a new key."""
    await _may_open(request)
    name, growth = await compute(request, editing.read_upload, await request.body())
    return await _key(request, await _store(request).create(name, growth))


async def _may_open(request: Asked) -> None:
    await server_of(request).admission.check_may_talk(await require_user(request))
    server_of(request).limits.check(EVENT, address=address_of(request))


async def _key(request: Asked, id: str) -> SeasonKey:
    return SeasonKey(id, (await _store(request).keys(id)).organiser())


# ------------------------------------------------------------------ what everybody sees
@get("/api/seasons/{id:str}", access="read")
async def season(request: Asked, id: str, which: Which = "all", running: Short = "", kind: Short = "") -> SeasonSeen:
    """Return a season. `running` is an event of this server that counts as it stands now, with its class `kind`."""
    asked = await _standings(request, which, running, kind)
    seen = await compute(request, season_json, await _store(request).read(id), asked, language_of(request))
    return cast("SeasonSeen", msgspec.Raw(seen))  # its JSON, which a worker has encoded


@get("/api/seasons/{id:str}/player", access="read")
async def season_player(request: Asked, id: str, name: Words) -> SeasonPlayerSeen:
    """Return a player's page, by name or membership number: clubs over the years, and every event."""
    seen = await compute(request, player_json, await _store(request).read(id), name)
    return cast("SeasonPlayerSeen", msgspec.Raw(seen))  # its JSON, which a worker has encoded


@get("/api/seasons/{id:str}/csv", access="read")
async def season_list(request: Asked, id: str, which: Which = "all") -> Response[bytes]:
    """Export the standings as a national list."""
    asked = StandingsAsked(which)
    data = await compute(request, season_csv, await _store(request).read(id), asked, language_of(request))
    return _file(data, "text/csv; charset=utf-8", f"{id}.csv")


async def _standings(request: Asked, which: Which, running: str, kind: str) -> StandingsAsked:
    event = (await (await event_of(request, running)).read()).event if running else None
    return StandingsAsked(which, event, kind)


# ------------------------------------------------------------------ what the organiser does
@get("/api/seasons/{id:str}/changes", access="organise")
async def season_changes(request: Asked, id: str) -> list[SeasonChangeSeen]:
    """Return every change in words, latest first."""
    return await compute(request, changes_seen, await _require_organiser(request, id), language_of(request))


@get("/api/seasons/{id:str}/file", access="organise")
async def season_export(request: Asked, id: str) -> Response[bytes]:
    """Export a season as the file of `kamchatka tournament season`."""
    data = await compute(request, season_file, await _require_organiser(request, id))
    return _file(data, "application/jsonl", f"{id}.season")


@post("/api/seasons/{id:str}/settings", status_code=200, access="organise")
async def season_settings(request: Asked, id: str, data: SeasonSettingsForm) -> SeasonNoted:
    """Change settings. All points are computed again."""
    return await _change(request, id, editing.change_settings, _choices(data.choices))


@post("/api/seasons/{id:str}/events", status_code=200, access="organise")
async def season_event(request: Asked, id: str, data: SeasonEventForm) -> SeasonNoted:
    """Add an event of this server that is over, or take it in again after a correction."""
    await _require_organiser(request, id)
    event = (await (await event_of(request, data.event)).read()).event
    return await _change(request, id, editing.add_event, event, data.kind)


@post("/api/seasons/{id:str}/remove", status_code=200, access="organise")
async def season_remove(request: Asked, id: str, data: RemoveForm) -> SeasonNoted:
    """Take an event out."""
    return await _change(request, id, editing.remove_event, data.name, data.date)


@post("/api/seasons/{id:str}/merge", status_code=200, access="organise")
async def season_merge(request: Asked, id: str, data: MergeForm) -> SeasonNoted:
    """Count two names as one player."""
    return await _change(request, id, editing.merge_players, data.name, data.into)


@post("/api/seasons/{id:str}/undo", status_code=200, access="organise")
async def season_undo(request: Asked, id: str, data: SeasonUndoForm) -> SeasonNoted:
    """Undo a change, which may itself be an undo."""
    return await _change(request, id, editing.undo_change, data.number)


@post("/api/seasons/{id:str}/import/{what:str}", status_code=200, request_max_body_size=LARGEST, access="organise")
async def season_import(
    request: Asked,
    id: str,
    what: Literal["members", "places"],
    source: FileName = "list.csv",
    encoding: Encoding | None = None,
    name: Short = "",
    date: Encoding = "",
    kind: Encoding = "",
    preview: bool = False,
) -> ListSeen:
    """Import the register (`members`), or the places of an event held elsewhere: all of it, or nothing.

    An event has `name`, `date` and the class `kind`. `preview` stores nothing.
    """
    await _require_organiser(request, id)
    file = "".join(letter for letter in unquote(source) if letter.isprintable())[:100]
    form = editing.SeasonList(what, await request.body(), file, encoding or None, name, date, kind)
    language, found = language_of(request), list[ListSeen]()

    async def compose(stored: StoredSeason) -> SeasonGrowth:
        growth, seen = await compute(request, editing.import_list, stored, form, preview, language)
        found[:] = [seen]
        return growth

    await _store(request).append(id, compose)
    return found[0]


async def _change(request: Asked, id: str, make: Callable[..., SeasonGrowth], *args: object) -> SeasonNoted:
    await _require_organiser(request, id)

    async def compose(stored: StoredSeason) -> SeasonGrowth:
        return await compute(request, make, stored, *args)

    return SeasonNoted(await _store(request).append(id, compose))


async def _require_organiser(request: Asked, id: str) -> StoredSeason:
    """Return a season if the organiser's key was sent; raise a Fault otherwise."""
    if (await _store(request).keys(id)).holder(request.headers.get(HEADER, "")) != 0:
        raise Fault("not_organiser")
    return await _store(request).read(id)


def _store(request: Asked) -> SeasonStore:
    return server_of(request).club.seasons


def _choices(choices: dict[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in choices.items()]


def _file(data: bytes, media: str, name: str) -> Response[bytes]:
    return Response(
        data,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


HANDLERS = [
    seasons,
    open_season,
    upload_season,
    season,
    season_player,
    season_list,
    season_changes,
    season_export,
    season_settings,
    season_event,
    season_remove,
    season_merge,
    season_undo,
    season_import,
]
