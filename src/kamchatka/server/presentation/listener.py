"""One open socket as a room sees it: who listens, as which seat, in which language, and what is still to be sent."""

import asyncio
from dataclasses import dataclass, field

import msgspec

from kamchatka.kernel.view import ONLOOKER
from kamchatka.server.presentation.outbox import Outbox
from kamchatka.server.presentation.presenter import Viewpoint
from kamchatka.server.protocol.messages import ServerMessage
from kamchatka.server.storage.records import User

encode = msgspec.json.Encoder().encode


@dataclass(eq=False)
class Listener:
    """`viewer` is the seat that looks, or ONLOOKER. Messages wait in the outbox until its socket takes them.

    Not `open`, others look at the same screen: the seat plays, but nothing that is its own alone is sent.
    """

    user: User | None
    language: str
    viewer: int = ONLOOKER
    yours: tuple[int, ...] = ()
    muted: set[str] = field(default_factory=set)
    outbox: Outbox = field(default_factory=Outbox)
    is_slow: bool = False
    heard_at: float = 0.0  # when the message that is being answered came in
    open: bool = True
    ended: str = "storage"  # why it is hung up

    @property
    def user_id(self) -> int | None:
        """The user's number; None for somebody who has given no name."""
        return None if self.user is None else self.user.id

    @property
    def viewpoint(self) -> Viewpoint:
        """As whom it looks, in which language."""
        return Viewpoint(self.viewer if self.open else ONLOOKER, self.language, self.yours, self.viewer)

    def send(self, answer: ServerMessage) -> None:
        """Something for this socket alone."""
        self.send_bytes(encode(answer))

    def send_bytes(self, message: bytes) -> None:
        """Put it into the outbox; who reads too slowly is let go."""
        if self.is_slow:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.is_slow = True
            self.outbox.take()
            self.outbox.put_nowait(None)

    def hang_up(self, code: str = "storage") -> None:
        """End the connection after what is waiting; the code says why."""
        self.ended = code
        if not self.is_slow:
            try:
                self.outbox.put_nowait(None)
            except asyncio.QueueFull:
                self.send_bytes(b"")
