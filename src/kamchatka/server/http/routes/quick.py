"""Routes for quick match: presets, the queue, joining and leaving."""

from litestar import get, post

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import known_user, language_of, origin_of, server_of, user_of
from kamchatka.server.matchmaking.presets import presets, wanted
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickPresetSeen, QuickSeen


@get("/api/quick/presets", access="read")
async def ways(request: Asked) -> list[QuickPresetSeen]:
    """List the quick match presets, then every edition's default settings, with durations."""
    server, language = server_of(request), language_of(request)
    usual = [one for one in wanted(QuickForm()) if not one.id]
    return [await server.durations.seen(one, language) for one in (*presets().values(), *usual)]


@get("/api/quick", access="read")
async def waiting(request: Asked) -> QuickSeen:
    """Return the queue and your own state. Polling keeps you in the queue."""
    return await server_of(request).quick.seen(await user_of(request), language_of(request))


@post("/api/quick", status_code=200, access="play")
async def enter(request: Asked, data: QuickForm) -> QuickSeen:
    """Join the match queue."""
    server, user, language = server_of(request), await known_user(request), language_of(request)
    await server.admission.check_may_play(user)
    points = await server.profiles.points(user.id, "live")
    await server.quick.enter(user, data, origin_of(request), language, points)
    await server.occasions.call_friends(user, "/")
    return await server.quick.seen(user, language)


@post("/api/quick/leave", status_code=200, access="play")
async def leave(request: Asked) -> QuickSeen:
    """Leave the match queue."""
    server, user = server_of(request), await known_user(request)
    await server.quick.leave(user)
    return await server.quick.seen(user, language_of(request))


HANDLERS = [ways, waiting, enter, leave]
