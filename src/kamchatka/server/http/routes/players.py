"""Routes for profiles and leaderboards."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, server_of
from kamchatka.server.http.expensive_requests import payer
from kamchatka.server.protocol.people_payloads import Pace, ProfileSeen, RankList
from kamchatka.server.ratings.bot_strength import bot_profile

Name = Annotated[str, Parameter(min_length=1, max_length=40)]


@get("/api/profile", access="read")
async def profile(request: Asked, name: Name) -> ProfileSeen:
    """Return an account's public profile."""
    return await server_of(request).profiles.profile(name, language_of(request), await payer(request))


@get("/api/bots/{bot:str}", access="read")
async def bot(request: Asked, bot: str) -> ProfileSeen:
    """Return a house bot's profile, with its measured strength."""
    return bot_profile(bot, language_of(request))


@get("/api/ranks/{edition:str}/{pace:str}", access="read")
async def ranks(request: Asked, edition: str, pace: Pace) -> RankList:
    """Return the leaderboard of an edition, live or over days."""
    return await server_of(request).profiles.ranks(edition, pace, language_of(request))


HANDLERS = [profile, bot, ranks]
