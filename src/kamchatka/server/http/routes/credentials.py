"""Routes for password, sessions and personal tokens. They require a session; tokens are not accepted."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Parameter

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.guesses import check_hash, counting, own_guesses
from kamchatka.server.http.access.identity import credential_of, live_sockets_of, new_client, require_user, server_of
from kamchatka.server.http.access.sign_in import remember, who, with_cookie
from kamchatka.server.protocol.credential_payloads import (
    PasswordChanged,
    PasswordForm,
    SessionSeen,
    SessionsEnded,
    TokenForm,
    TokenSeen,
)
from kamchatka.server.storage.credentials import Credentials, fresh_secret

Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]  # database row id
SessionId = Annotated[str, Parameter(pattern="^[0-9a-f]{16}$")]


def _credentials(request: Asked) -> Credentials:
    return server_of(request).accounts.credentials


async def _close(request: Asked, ended: list[str]) -> None:
    """Close the sockets of ended sessions and tokens."""
    for one in ended:
        await live_sockets_of(request).end(one)


@post("/api/me/password", status_code=200, access="session")
async def change_password(request: Asked, data: PasswordForm) -> Response[PasswordChanged]:
    """Change the password. This needs the old one and ends all other sessions; tokens stay valid."""
    check_hash(request)
    user, cookie, old = await require_user(request), fresh_secret(), credential_of(request)
    accounts, client = server_of(request).accounts, new_client(request)
    with counting(request, own_guesses(request, user.name)):
        ended = await accounts.change_password(user, data.old, data.new, cookie, old, client)
    response = Response(PasswordChanged(who(user, cookie), len([one for one in ended if one != old])))
    with_cookie(request, response, cookie, ended)
    await remember(request, response, user.name)
    return response


# ------------------------------------------------------------------ sessions
@get("/api/me/sessions", access="session")
async def sessions(request: Asked) -> list[SessionSeen]:
    """List your sessions, most recently used first."""
    return await _credentials(request).sessions((await require_user(request)).id, credential_of(request))


@delete("/api/me/sessions/{id:str}", access="session")
async def end_session(request: Asked, id: SessionId) -> None:
    """End one of your sessions and close its sockets."""
    await _close(request, await _credentials(request).end_session((await require_user(request)).id, id))


@post("/api/me/sessions/end-others", status_code=200, access="session")
async def end_others(request: Asked) -> SessionsEnded:
    """End all your sessions except this one."""
    ended = await _credentials(request).end_sessions((await require_user(request)).id, credential_of(request))
    await _close(request, ended)
    return SessionsEnded(len(ended))


# ------------------------------------------------------------------ tokens
@get("/api/tokens", access="session")
async def tokens(request: Asked) -> list[TokenSeen]:
    """List your tokens, without their secrets."""
    return await _credentials(request).tokens((await require_user(request)).id)


@post("/api/tokens", access="session")
async def new_token(request: Asked, data: TokenForm) -> TokenSeen:
    """Create a token for a program. Its secret is shown only this once."""
    return await _credentials(request).new_token((await require_user(request)).id, data)


@delete("/api/tokens/{id:int}", access="session")
async def drop_token(request: Asked, id: Number) -> None:
    """Revoke a token and close its sockets."""
    await _close(request, await _credentials(request).drop_token((await require_user(request)).id, id))


HANDLERS = [change_password, sessions, end_session, end_others, tokens, new_token, drop_token]
