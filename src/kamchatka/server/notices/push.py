"""Web push: this server's keys (VAPID), and messages encrypted for a single browser (RFC 8291)."""

import asyncio
import base64
from typing import Literal

import httpx
import msgspec
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import insert, select
from webpush import WebPush, WebPushMessage, WebPushSubscription

from kamchatka.server.faults import Fault
from kamchatka.server.notices.endpoints import are_valid_keys, is_known_service
from kamchatka.server.protocol.notice_payloads import PushForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict

KEY_NAME = "vapid"
SECONDS = 10.0  # seconds for a push service to respond
LASTS = 86_400  # seconds for which a push service keeps a message for a closed browser
GONE = (404, 410)  # HTTP statuses that mean the browser has unsubscribed

PushOutcome = Literal["sent", "gone", "failed"]

log = structlog.get_logger()


class Subscription(msgspec.Struct, frozen=True):
    """A subscribed browser."""

    endpoint: str
    p256dh: str
    auth: str


class PushSender:
    """Sends push messages. Only configured services are contacted, because endpoints are untrusted."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.services = tuple(one.strip() for one in settings.push_services.split(",") if one.strip())
        self.subscriber = settings.mail_from.rpartition("<")[2].strip("> ") or "webmaster@localhost"
        self.client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False)
        self.private = b""
        self.public = ""

    async def close(self) -> None:
        """Close the HTTP client."""
        await self.client.aclose()

    async def public_key(self) -> str:
        """Return the public VAPID key; the key pair is created on first use."""
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
                    continue  # another process was faster
        return self.public or await self.public_key()

    def check(self, form: PushForm) -> None:
        """Raise a Fault unless the endpoint belongs to a known service and the keys are valid."""
        if not is_known_service(form.endpoint, self.services):
            raise Fault("problem", "no_push_service")
        if not are_valid_keys(form.p256dh, form.auth):
            raise Fault("problem", "bad_push_keys")

    async def send(self, to: Subscription, message: dict[str, str]) -> PushOutcome:
        """Send a message within `SECONDS`. Never raises, because a stored subscription may be invalid."""
        try:
            if not is_known_service(to.endpoint, self.services):
                raise Fault("problem", "no_push_service")
            async with asyncio.timeout(SECONDS):
                status = await self._post(to, msgspec.json.encode(message))
        except Exception as error:
            log.info("push not sent", error=type(error).__name__)
            return "failed"
        if status in GONE:
            return "gone"
        return "failed" if status >= 400 else "sent"

    async def _post(self, to: Subscription, message: bytes) -> int:
        await self.public_key()
        sealed = await asyncio.to_thread(self._encrypt, to, message)
        answer = await self.client.post(to.endpoint, content=sealed.encrypted, headers=sealed.headers)
        if answer.status_code >= 400 and answer.status_code not in GONE:
            log.info("push refused", service=answer.url.host, status=answer.status_code)
        return answer.status_code

    def _encrypt(self, to: Subscription, message: bytes) -> WebPushMessage:
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
    """Return the public key in the format of browsers."""
    key = serialization.load_pem_private_key(private, None)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
