"""Routes of the moderators' page."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, require_user, server_of
from kamchatka.server.protocol.people_payloads import ModerationSeen, OutcomeForm, SanctionForm
from kamchatka.server.storage.records import User

Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]


async def _moderator(request: Asked) -> User:
    """Return the requesting moderator; raise a Fault for anybody else."""
    user = await require_user(request)
    if not await server_of(request).moderation.is_moderator(user.id):
        raise Fault("not_moderator")
    return user


@get("/api/moderation", access="session")
async def moderation(request: Asked) -> ModerationSeen:
    """Return reports, sanctions and the audit log."""
    await _moderator(request)
    return await server_of(request).moderation.describe(language_of(request))


@post("/api/moderation/reports/{id:int}", status_code=200, access="session")
async def close(request: Asked, id: Number, data: OutcomeForm) -> ModerationSeen:
    """Close a report."""
    server, user = server_of(request), await _moderator(request)
    await server.moderation.close(id, data.outcome, user)
    return await server.moderation.describe(language_of(request))


@post("/api/moderation/sanctions", status_code=200, access="session")
async def sanction(request: Asked, data: SanctionForm) -> ModerationSeen:
    """Mute or suspend a user for a while."""
    server, user = server_of(request), await _moderator(request)
    await server.moderation.sanction(data, await server.profiles.account(data.name), user)
    return await server.moderation.describe(language_of(request))


@post("/api/moderation/sanctions/{id:int}/lift", status_code=200, access="session")
async def lift(request: Asked, id: Number) -> ModerationSeen:
    """Lift a sanction."""
    server, user = server_of(request), await _moderator(request)
    await server.moderation.lift(id, user)
    return await server.moderation.describe(language_of(request))


HANDLERS = [moderation, close, sanction, lift]
