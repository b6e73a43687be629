"""Where outside input becomes data: the one place that decodes JSON, of requests and of sockets."""

from typing import Any

import msgspec
from litestar import Request

from kamchatka.server.faults import Fault
from kamchatka.texts.outside import Unfit, check_json


def as_text(data: bytes) -> str:
    """UTF-8, or a Fault."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Fault("malformed", why=Unfit("bad_encoding").why) from None


def check_text(text: str) -> None:
    """A Fault unless the text may be parsed as JSON: its characters, its depth, its numbers."""
    try:
        check_json(text)
    except Unfit as unfit:
        raise Fault("malformed", why=unfit.why) from None


def read_json(text: str, decoder: msgspec.json.Decoder[Any]) -> Any:
    """What the text says, as the decoder's type; a Fault for anything else."""
    check_text(text)
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Fault("malformed", why=str(error)[:200].rstrip(".")) from None


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose body is checked before it is decoded; then the framework compares it with the route's types."""

    async def json(self) -> Any:
        """The body as plain data; a Fault if it cannot be read."""
        return read_json(as_text(await self.body() or b"null"), ANYTHING)


ANYTHING = msgspec.json.Decoder(Any)
