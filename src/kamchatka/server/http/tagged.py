"""Data that seldom changes, with the tag of what is in it: a client that has it already is told so."""

from hashlib import blake2b
from typing import Any, NamedTuple

from litestar import Request, Response


class Tagged(NamedTuple):
    """What is sent, and its tag."""

    data: bytes
    tag: str
    media: str = "application/json"

    @classmethod
    def of(cls, data: bytes, media: str = "application/json") -> "Tagged":
        """With the tag that goes with it."""
        return cls(data, f'"{blake2b(data, digest_size=8).hexdigest()}"', media)

    def answer(self, request: Request[Any, Any, Any], **headers: str) -> Response[bytes]:
        """The data, or that nothing has changed."""
        known = {"cache-control": "no-cache", "etag": self.tag, **headers}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=known)
        return Response(self.data, media_type=self.media, headers=known)
