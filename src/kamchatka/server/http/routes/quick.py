"""Quick match over HTTP: ways to play, who waits, waiting oneself."""

from typing import Any

from litestar import Request, get, post

from kamchatka.server.http.identity import known_user, language_of, origin_of, server_of, user_of
from kamchatka.server.matchmaking.presets import presets, wanted
from kamchatka.server.protocol.quick_payloads import QuickForm, QuickPresetSeen, QuickSeen

Asked = Request[Any, Any, Any]


@get("/api/quick/presets")
async def ways(request: Asked) -> list[QuickPresetSeen]:
    """Ways to play at a click, then every edition as its booklet proposes it, with how long they take."""
    server, language = server_of(request), language_of(request)
    usual = [one for one in wanted(QuickForm()) if not one.id]
    return [await server.durations.seen(one, language) for one in (*presets().values(), *usual)]


@get("/api/quick")
async def waiting(request: Asked) -> QuickSeen:
    """Who waits, and where one stands oneself; to look is to go on waiting."""
    return await server_of(request).quick.seen(await user_of(request), language_of(request))


@post("/api/quick", status_code=200)
async def enter(request: Asked, data: QuickForm) -> QuickSeen:
    """Wait for others from now on."""
    server, user, language = server_of(request), await known_user(request), language_of(request)
    await server.check_may_play(user)
    points = {one.edition: one.points for one in await server.profiles.ratings(user.id, language) if one.pace == "live"}
    await server.quick.enter(user, data, origin_of(request), language, points)
    await server.occasions.call_friends(user, "/")
    return await server.quick.seen(user, language)


@post("/api/quick/leave", status_code=200)
async def leave(request: Asked) -> QuickSeen:
    """Wait no more."""
    server, user = server_of(request), await known_user(request)
    await server.quick.leave(user)
    return await server.quick.seen(user, language_of(request))


HANDLERS = [ways, waiting, enter, leave]
