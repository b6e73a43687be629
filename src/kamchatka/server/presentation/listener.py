"""An open socket as a room sees it: user, seat, language and pending messages."""

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
    """One client's socket. Messages wait in the outbox until the socket takes them.

    `viewer` is the seat whose view is sent, or ONLOOKER. If `open` is False, other people look at the same screen: the
    seat plays, but its secrets are not sent.
    """

    user: User | None
    language: str
    viewer: int = ONLOOKER
    yours: tuple[int, ...] = ()
    muted: set[int] = field(default_factory=set)  # user ids
    outbox: Outbox = field(default_factory=Outbox)
    is_slow: bool = False
    heard_at: float = 0.0  # when the message being handled arrived
    open: bool = True
    is_ended: bool = False  # the connection is closed after the pending messages
    ended: str = "storage"  # the code sent when the connection ends

    @property
    def user_id(self) -> int | None:
        """The user's id; None for a user without a name."""
        return None if self.user is None else self.user.id

    @property
    def viewpoint(self) -> Viewpoint:
        """The seat and language that messages are built for."""
        return Viewpoint(self.viewer if self.open else ONLOOKER, self.language, self.yours, self.viewer)

    def send(self, answer: ServerMessage) -> None:
        """Send a message to this socket only."""
        self.send_bytes(encode(answer))

    def send_bytes(self, message: bytes) -> None:
        """Put a message into the outbox. A client that reads too slowly is disconnected."""
        if self.is_slow or self.is_ended:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.is_slow = True
            self.outbox.take()
            self.outbox.put_nowait(None)

    def hang_up(self, code: str = "storage") -> None:
        """Close the connection after the pending messages, with a code for the reason."""
        self.ended = code
        if not self.is_slow and not self.is_ended:
            try:
                self.outbox.put_nowait(None)
            except asyncio.QueueFull:
                self.send_bytes(b"")
        self.is_ended = True
