"""Profiles and rank lists."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import Parameter

from kamchatka.server.http.identity import language_of, server_of
from kamchatka.server.protocol.people_payloads import Pace, ProfileSeen, RankList
from kamchatka.server.ratings.bot_strength import bot_profile

Asked = Request[Any, Any, Any]
Name = Annotated[str, Parameter(min_length=1, max_length=40)]


@get("/api/profile")
async def profile(request: Asked, name: Name) -> ProfileSeen:
    """Somebody with an account, as everybody may see them."""
    return await server_of(request).profiles.profile(name, language_of(request))


@get("/api/bots/{bot:str}")
async def bot(request: Asked, bot: str) -> ProfileSeen:
    """A bot of the house, with its measured strength."""
    return bot_profile(bot, language_of(request))


@get("/api/ranks/{edition:str}/{pace:str}")
async def ranks(request: Asked, edition: str, pace: Pace) -> RankList:
    """Who plays an edition best, live or over days."""
    return await server_of(request).profiles.ranks(edition, pace, language_of(request))


HANDLERS = [profile, bot, ranks]
