"""Decodes outside input: the only place that parses JSON of requests and sockets."""

from typing import Any

import msgspec

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.texts.untrusted_text import Unfit, check_json


def as_text(data: bytes) -> str:
    """Decode UTF-8, or raise a Fault."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Fault("malformed", why=Unfit("bad_encoding").why) from None


def check_text(text: str) -> None:
    """Raise a Fault if the text has invalid characters, too much nesting or too large numbers for JSON."""
    try:
        check_json(text)
    except Unfit as unfit:
        raise Fault("malformed", why=unfit.why) from None


def read_json(text: str, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode JSON as the decoder's type; raise a Fault on any error."""
    check_text(text)
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Fault("malformed", why=str(error)[:200].rstrip(".")) from None


class CheckedRequest(Asked):
    """A request that checks its body before decoding. The framework then validates it by the route's types."""

    async def json(self) -> Any:
        """Return the body as plain data. Raise a Fault if it is invalid."""
        return read_json(as_text(await self.body() or b"null"), ANYTHING)


ANYTHING = msgspec.json.Decoder(Any)
