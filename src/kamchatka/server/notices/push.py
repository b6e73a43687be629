"""Web push: keys of this server (VAPID), and messages that only the browser they are for can read (RFC 8291)."""

import asyncio
import base64
from urllib.parse import urlsplit

import httpx
import msgspec
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import insert, select
from webpush import WebPush, WebPushMessage, WebPushSubscription

from kamchatka.server.faults import Fault
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict

KEY_NAME = "vapid"
SECONDS = 10.0  # for a push service to answer
LASTS = 86_400  # seconds for which a service keeps a message for a browser that is closed
GONE = (404, 410)  # what a service says of a browser that wants no more

log = structlog.get_logger()


class Subscription(msgspec.Struct, frozen=True):
    """A browser that may be called."""

    endpoint: str
    p256dh: str
    auth: str


class PushSender:
    """Calls browsers. Only services of the settings are ever spoken to: an endpoint is a stranger's word."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.services = tuple(one.strip() for one in settings.push_services.split(",") if one.strip())
        self.subscriber = settings.mail_from.rpartition("<")[2].strip("> ") or "webmaster@localhost"
        self.client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False)
        self.private = b""
        self.public = ""

    async def close(self) -> None:
        """Speak to nobody any more."""
        await self.client.aclose()

    async def public_key(self) -> str:
        """What browsers must know to let us call them; made, with its other half, when first needed."""
        if not self.public:
            k = schema.server_keys
            for _ in range(2):
                if rows := await self.database.rows(select(k.c.secret).where(k.c.name == KEY_NAME)):
                    self.private = rows[0].secret.encode()
                    self.public = _public(self.private)
                    break
                try:
                    await self.database.do(insert(k).values(name=KEY_NAME, secret=_fresh_key()))
                except Conflict:
                    continue  # another process was quicker
        return self.public or await self.public_key()

    def check(self, endpoint: str) -> None:
        """A Fault unless a browser is called by a service that this server speaks to."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise Fault("problem", "no_push_service") from None
        named = f"{host}:{port}" if port else host
        is_plain = parts.scheme == "http" and port is not None and named in self.services  # one on this machine
        is_known = any(host == one or (one.startswith("*.") and host.endswith(one[1:])) for one in self.services)
        if not is_plain and (parts.scheme != "https" or not is_known or port not in (None, 443)):
            raise Fault("problem", "no_push_service")

    async def send(self, to: Subscription, message: dict[str, str]) -> bool:
        """Call a browser; False if it wants to be called no more."""
        try:
            self.check(to.endpoint)
            await self.public_key()
            sealed = await asyncio.to_thread(self._sealed, to, msgspec.json.encode(message))
            answer = await self.client.post(to.endpoint, content=sealed.encrypted, headers=sealed.headers)
        except (httpx.HTTPError, ValueError, Fault) as error:
            log.info("push not sent", service=urlsplit(to.endpoint).hostname, error=type(error).__name__)
            return True
        if answer.status_code >= 400 and answer.status_code not in GONE:
            log.info("push refused", service=urlsplit(to.endpoint).hostname, status=answer.status_code)
        return answer.status_code not in GONE

    def _sealed(self, to: Subscription, message: bytes) -> WebPushMessage:
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        subscription = WebPushSubscription.model_validate({"endpoint": to.endpoint, "keys": keys})
        public = serialization.load_pem_private_key(self.private, None).public_key()
        pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        return WebPush(self.private, pem, self.subscriber, LASTS).get(message, subscription)


def _fresh_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


def _public(private: bytes) -> str:
    """The public half, as browsers take it."""
    key = serialization.load_pem_private_key(private, None)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
