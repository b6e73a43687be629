"""Routes for cups: the list, a cup's page, joining and leaving, history and seasons."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import known_user, language_of, server_of, user_of
from kamchatka.server.protocol.cup_payloads import CupHistory, CupSeasonSeen, CupSeen, CupsSeen

Season = Annotated[str, Parameter(max_length=6)]
Series = Annotated[str, Parameter(max_length=40)]
Before = Annotated[int, Parameter(ge=0, le=10**14)]  # Unix milliseconds


@get("/api/cups", access="read")
async def cups(request: Asked) -> CupsSeen:
    """List the announced and running cups, and the latest results."""
    return await server_of(request).cup_views.overview(await user_of(request), language_of(request))


@get("/api/cups/history", access="read")
async def history(request: Asked, before: Before = 10**14) -> CupHistory:
    """List finished cups, latest first."""
    return await server_of(request).cup_views.history(before, await user_of(request), language_of(request))


@get("/api/cups/season", access="read")
async def season(request: Asked, season: Season = "", cup: Series = "") -> CupSeasonSeen:
    """Return the table of a season such as 2026-4, of one recurring cup or of all."""
    views = server_of(request).cup_views
    return await views.season(season, cup, await user_of(request), language_of(request))


@get("/api/cups/{id:str}", access="read")
async def cup(request: Asked, id: str) -> CupSeen:
    """Return a cup with its players, rounds and results."""
    return await server_of(request).cup_views.cup(id, await user_of(request), language_of(request))


@post("/api/cups/{id:str}/join", status_code=200, access="play")
async def join(request: Asked, id: str) -> CupSeen:
    """Join a cup that has not begun."""
    server, user = server_of(request), await known_user(request)
    await server.cups.join(id, user)
    return await server.cup_views.cup(id, user, language_of(request))


@post("/api/cups/{id:str}/leave", status_code=200, access="play")
async def leave(request: Asked, id: str) -> CupSeen:
    """Leave a cup. In a running one, bots play on for you."""
    server, user = server_of(request), await known_user(request)
    await server.cups.leave(id, user)
    return await server.cup_views.cup(id, user, language_of(request))


HANDLERS = [cups, history, season, cup, join, leave]
