"""Routes for finding a game: quick match with its queue, and cups with their seasons."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, origin_of, require_user, server_of, user_of
from kamchatka.server.matchmaking.presets import find_presets, presets
from kamchatka.server.protocol.cup_payloads import CupHistory, CupSeasonSeen, CupSeen, CupsSeen
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickPresetSeen, QuickSeen

Season = Annotated[str, Parameter(max_length=6)]
Series = Annotated[str, Parameter(max_length=40)]
Before = Annotated[int, Parameter(ge=0, le=10**14)]  # Unix milliseconds


@get("/api/quick/presets", access="read")
async def ways(request: Asked) -> list[QuickPresetSeen]:
    """List the quick match presets, then every edition's default settings, with durations."""
    server, language = server_of(request), language_of(request)
    usual = [one for one in find_presets(QuickForm()) if not one.id]
    return [await server.durations.describe(one, language) for one in (*presets().values(), *usual)]


@get("/api/quick", access="read")
async def waiting(request: Asked) -> QuickSeen:
    """Return the queue and your own state. Polling keeps you in the queue."""
    return await server_of(request).quick.describe(await user_of(request), language_of(request))


@post("/api/quick", status_code=200, access="play")
async def enter(request: Asked, data: QuickForm) -> QuickSeen:
    """Join the match queue."""
    server, user, language = server_of(request), await require_user(request), language_of(request)
    await server.admission.check_may_play(user)
    points = await server.profiles.points(user.id, "live")
    await server.quick.enter(user, data, origin_of(request), language, points)
    await server.occasions.call_friends(user, "/")
    return await server.quick.describe(user, language)


@post("/api/quick/leave", status_code=200, access="play")
async def leave(request: Asked) -> QuickSeen:
    """Leave the match queue."""
    server, user = server_of(request), await require_user(request)
    await server.quick.leave(user)
    return await server.quick.describe(user, language_of(request))


# ------------------------------------------------------------------ cups
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
async def join_cup(request: Asked, id: str) -> CupSeen:
    """Join a cup that has not begun."""
    server, user = server_of(request), await require_user(request)
    await server.cups.join(id, user)
    return await server.cup_views.cup(id, user, language_of(request))


@post("/api/cups/{id:str}/leave", status_code=200, access="play")
async def leave_cup(request: Asked, id: str) -> CupSeen:
    """Leave a cup. In a running one, bots play on for you."""
    server, user = server_of(request), await require_user(request)
    await server.cups.leave(id, user)
    return await server.cup_views.cup(id, user, language_of(request))


HANDLERS = [ways, waiting, enter, leave, cups, history, season, cup, join_cup, leave_cup]
