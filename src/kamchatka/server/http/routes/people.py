"""Routes for users: names, accounts, signing in and out, data export, deletion."""

from litestar import Response, get, post

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.guesses import check_hash, counting, own_guesses, stranger_guesses
from kamchatka.server.http.access.identity import (
    cookie_of,
    cookies_of,
    credential_of,
    new_client,
    require_user,
    server_of,
    user_of,
)
from kamchatka.server.http.access.sign_in import log_out, me_answer, remember
from kamchatka.server.limit_table import EXPORT, PERSON
from kamchatka.server.people.user_data import export
from kamchatka.server.protocol.payloads import AccountForm, AvatarForm, DeleteForm, GuestForm, Me
from kamchatka.server.storage.credentials import fresh_secret


@get("/api/me", access="read")
async def me(request: Asked) -> Response[Me]:
    """Return the current user."""
    user, cookies = await user_of(request), cookies_of(request)
    is_ours = user is not None or cookies.is_host_only or not cookies.is_secure
    return me_answer(request, user, (is_ours and cookies.session) or fresh_secret())


@post("/api/session", status_code=200, access="session")
async def session(request: Asked, data: GuestForm) -> Response[Me]:
    """Become a guest with a name, or rename a guest."""
    accounts, user = server_of(request).accounts, await user_of(request)
    if user is not None and not user.guest:
        raise Fault("wrong_time", "guest_only")
    if user is not None:
        return me_answer(request, await accounts.rename(user, data.name), cookie_of(request))
    cookie = fresh_secret()
    return me_answer(request, await accounts.guest(data.name, cookie, new_client(request)), cookie)


@post("/api/accounts", status_code=200, access="session")
async def register(request: Asked, data: AccountForm) -> Response[Me]:
    """Register an account. A guest keeps their games; their tokens and other sessions end."""
    check_hash(request)
    cookie, user, client = fresh_secret(), await user_of(request), new_client(request)
    accounts, old = server_of(request).accounts, credential_of(request)
    made, ended = await accounts.register(user, data.name, data.password, cookie, old, client)
    response = me_answer(request, made, cookie, await log_out(request) + ended)
    await remember(request, response, made.name)
    return response


@post("/api/login", status_code=200, access="session")
async def login(request: Asked, data: AccountForm) -> Response[Me]:
    """Sign in with a password. The session gets a new cookie."""
    check_hash(request)
    cookie = fresh_secret()
    with counting(request, await stranger_guesses(request, data.name)):
        user = await server_of(request).accounts.login(data.name, data.password, cookie, new_client(request))
    response = me_answer(request, user, cookie, await log_out(request))
    await remember(request, response, user.name)
    return response


@post("/api/logout", status_code=200, access="session")
async def logout(request: Asked) -> Response[Me]:
    """Sign out here; your other browsers stay signed in."""
    return me_answer(request, None, fresh_secret(), await log_out(request))


@post("/api/logout/everywhere", status_code=200, access="session")
async def log_out_everywhere(request: Asked) -> Response[Me]:
    """Sign out in all your browsers. Tokens stay valid."""
    user = await require_user(request)
    ended = await server_of(request).accounts.credentials.end_sessions(user.id)
    return me_answer(request, None, fresh_secret(), await log_out(request) + ended)


@post("/api/me/avatar", status_code=200, access="session")
async def choose_avatar(request: Asked, data: AvatarForm) -> Response[Me]:
    """Choose the picture that stands for you at tables and in lists."""
    server, user = server_of(request), await require_user(request)
    server.limits.check(PERSON, f"user {user.id}")
    return me_answer(request, await server.accounts.choose_avatar(user, data.avatar), cookie_of(request))


@get("/api/me/export", access="session")
async def own_data(request: Asked) -> Response[JsonObject]:
    """Download everything that this server stores about you."""
    server, user = server_of(request), await require_user(request)
    server.limits.check(EXPORT, f"user {user.id}")
    headers = {"content-disposition": 'attachment; filename="kamchatka-data.json"', "cache-control": "no-store"}
    return Response(await export(user, server.database, server.store, server.club.store), headers=headers)


@post("/api/me/delete", status_code=200, access="session")
async def delete_me(request: Asked, data: DeleteForm) -> Response[Me]:
    """Delete your account. A mark replaces your name in old games, and all other data is deleted."""
    check_hash(request)
    server, user = server_of(request), await require_user(request)
    with counting(request, own_guesses(request, user.name)):
        await server.accounts.check_password(user, data.password)
    credentials = await server.erasure.credentials(user.id)
    await server.deletion.delete(user)
    return me_answer(request, None, fresh_secret(), credentials)


HANDLERS = [me, session, register, login, logout, log_out_everywhere, choose_avatar, own_data, delete_me]
