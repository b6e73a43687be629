"""Routes that recover an account whose password is forgotten. They require a session; tokens are not accepted."""

from contextlib import suppress

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.guesses import check_hash, counting, own_guesses, stranger_guesses
from kamchatka.server.http.access.identity import language_of, new_client, require_user, server_of
from kamchatka.server.http.access.sign_in import log_out, me_answer, remember
from kamchatka.server.limit_table import CODES_SENT, LETTER
from kamchatka.server.notices.recipient_limits import mailbox_of
from kamchatka.server.protocol.credential_payloads import (
    LetterForm,
    OwnPasswordForm,
    RecoveryCodes,
    RecoveryForm,
    RecoveryMailForm,
    RecoverySeen,
    RecoveryWays,
)
from kamchatka.server.protocol.payloads import Me
from kamchatka.server.storage.accounts import strip_name
from kamchatka.server.storage.credentials import fresh_secret
from kamchatka.server.storage.records import User
from kamchatka.texts import phrases


async def _confirm_password(request: Asked, data: OwnPasswordForm) -> User:
    """Return the account that asks; raise a Fault unless the password is right."""
    check_hash(request)
    user = await require_user(request)
    if user.guest:
        raise Fault("problem", "needs_account")
    with counting(request, own_guesses(request, user.name)):
        await server_of(request).accounts.check_password(user, data.password)
    return user


# ------------------------------------------------------------------ preparation
@get("/api/me/recovery", access="session")
async def recovery(request: Asked) -> RecoverySeen:
    """Return how your account can be recovered."""
    return await server_of(request).recovery.describe((await require_user(request)).id)


@post("/api/me/recovery/codes", status_code=200, access="session")
async def print_codes(request: Asked, data: OwnPasswordForm) -> Response[RecoveryCodes]:
    """Create ten one-time codes to print. They replace the former ones and are shown only this once."""
    user = await _confirm_password(request, data)
    codes = await server_of(request).recovery.print_codes(user.id)
    return Response(RecoveryCodes(codes), headers={"cache-control": "no-store"})


@post("/api/me/recovery/mail", status_code=200, access="session")
async def choose_mail(request: Asked, data: RecoveryMailForm) -> RecoverySeen:
    """Allow codes to be sent to your confirmed e-mail address, or no longer."""
    server, user = server_of(request), await _confirm_password(request, data)
    contact = await server.notices.contacts.of(user.id)
    if data.on and not server.notices.mail.is_there:
        raise Fault("problem", "no_mail")
    if data.on and not contact.is_confirmed:
        raise Fault("problem", "unconfirmed")
    await server.recovery.choose_address(user.id, contact.email if data.on else "")
    return await server.recovery.describe(user.id)


# ------------------------------------------------------------------ recovery
@get("/api/recovery", access="read")
async def ways(request: Asked) -> RecoveryWays:
    """Return how this server recovers accounts."""
    return RecoveryWays(server_of(request).notices.mail.is_there)


@post("/api/recovery/letter", status_code=202, access="session")
async def send_letter(request: Asked, data: LetterForm) -> Response[None]:
    """Send a code to an account's address. The answer is the same whether or not there is such an account.

    The account is looked up after the answer, so that its time says nothing either.
    """
    server, language = server_of(request), language_of(request)
    check_hash(request)
    server.limits.check(LETTER, f"recovery {strip_name(data.name).casefold()}")
    if not server.notices.mail.is_there:
        raise Fault("problem", "no_mail")
    return Response(None, status_code=202, background=BackgroundTask(_send_code, server, data.name, language))


async def _send_code(server: GameServer, name: str, language: str) -> None:
    found = await server.recovery.address_of(name)
    if found is None:
        return
    user, email = found
    with suppress(Fault):  # the mailbox has received enough codes
        await server.notices.limits.take(CODES_SENT, mailbox_of(email))
        code, say = await server.recovery.mail_code(user.id), phrases(language).say
        link = f"{server.settings.public_address}/sign-in#recover"
        text = say("notice", "recover", name=user.name, code=code, link=link)
        await server.notices.mail.send(email, say("notice", "recover_title"), text)


@post("/api/recovery", status_code=200, access="session")
async def recover(request: Asked, data: RecoveryForm) -> Response[Me]:
    """Choose a new password with a code. The code is used up, and all other sessions end."""
    check_hash(request)
    cookie = fresh_secret()
    with counting(request, await stranger_guesses(request, data.name)):
        user, ended = await server_of(request).recovery.recover(
            data.name, data.code, data.password, cookie, new_client(request)
        )
    response = me_answer(request, user, cookie, await log_out(request) + ended)
    await remember(request, response, user.name)
    return response


HANDLERS = [recovery, print_codes, choose_mail, ways, send_letter, recover]
