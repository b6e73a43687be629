"""A fake push service and mail server on this machine; they store what they receive."""

import asyncio
import base64
import json
import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeVar

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PATIENCE = 60.0  # seconds
T = TypeVar("T")


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Called:
    """The browser's half of web push: its keys, and decryption of received messages (RFC 8291, RFC 8188)."""

    def __init__(self, service: "PushService | None" = None, name: str = "one") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.auth = b"0123456789abcdef"
        self.endpoint = f"http://{service.host if service else 'push.example.org'}/{name}"

    def form(self) -> dict[str, str]:
        """Return what the page would send."""
        return {"endpoint": self.endpoint, "p256dh": _base64(self.point), "auth": _base64(self.auth)}

    def read(self, sealed: bytes) -> dict[str, str]:
        """Return the message if it was encrypted for this browser."""
        salt, sender, body = sealed[:16], sealed[21 : 21 + sealed[20]], sealed[21 + sealed[20] :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derived(shared, self.auth, b"WebPush: info\0" + self.point + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        told: dict[str, str] = json.loads(AESGCM(key).decrypt(nonce, body, None).rstrip(b"\0")[:-1])
        return told


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Arrivals(list[T]):
    """A list that a thread fills and tests wait on."""

    def __init__(self) -> None:
        super().__init__()
        self.changed = threading.Condition()

    def append(self, one: T) -> None:
        """Add an item."""
        with self.changed:
            super().append(one)
            self.changed.notify_all()

    async def until(self, number: int) -> T:
        """Wait until this many items have arrived; return the last of them."""
        await asyncio.to_thread(self._wait, number)
        return self[number - 1]

    def _wait(self, number: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self) >= number, PATIENCE), f"{len(self)} of {number} have come"


class LocalService:
    """A service that answers in a thread during its block."""

    server: socketserver.BaseServer

    def __enter__(self) -> Self:
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class PushService(LocalService):
    """Accept every push; paths under `/gone…` answer that the browser has unsubscribed."""

    def __init__(self) -> None:
        handed = self.handed = Arrivals[tuple[str, dict[str, str], bytes]]()

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                handed.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(410 if self.path.startswith("/gone") else 201)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.host = f"127.0.0.1:{self.server.server_address[1]}"

    async def until(self, number: int) -> None:
        """Wait until this many pushes have arrived."""
        await self.handed.until(number)


class MailServer(LocalService):
    """A mail server that receives e-mails by SMTP."""

    def __init__(self) -> None:
        letters = self.letters = Arrivals[EmailMessage]()

        class Door(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                while line := self.rfile.readline():
                    word = line.strip().upper()
                    if word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        said = b""
                        while (part := self.rfile.readline()) not in (b".\r\n", b""):
                            said += part
                        letter = message_from_bytes(said, policy=policy.default)
                        assert isinstance(letter, EmailMessage)
                        letters.append(letter)
                    self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                    if word == b"QUIT":
                        return

        socketserver.ThreadingTCPServer.daemon_threads = True
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Door)
        self.port = self.server.server_address[1]

    async def until(self, number: int) -> EmailMessage:
        """Wait until this many e-mails have arrived; return the last one."""
        return await self.letters.until(number)
