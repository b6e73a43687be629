"""Cacheable data with an ETag, so that a client that has it already gets 304."""

from hashlib import blake2b
from typing import NamedTuple

from litestar import Response

from kamchatka.server.http.access.asked import Asked


class Tagged(NamedTuple):
    """Data to send, and its ETag."""

    data: bytes
    tag: str
    media: str = "application/json"

    @classmethod
    def of(cls, data: bytes, media: str = "application/json") -> "Tagged":
        """Compute the ETag of the data."""
        return cls(data, f'"{blake2b(data, digest_size=8).hexdigest()}"', media)

    def answer(self, request: Asked, **headers: str) -> Response[bytes]:
        """Return the data, or 304 if it has not changed."""
        known = {"cache-control": "no-cache", "etag": self.tag, **headers}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=known)
        return Response(self.data, media_type=self.media, headers=known)
