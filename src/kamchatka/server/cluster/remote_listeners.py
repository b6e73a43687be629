"""Listeners whose sockets are on another server: a room's messages cross the bus once per server."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass

from kamchatka.server.bus.bus import Bus
from kamchatka.server.cluster.server_requests import Shown, ShownTogether, screens_of
from kamchatka.server.presentation.listener import Listener

MOST_BYTES = 262_144  # bytes per message, far below the limit of NATS


class Outbound:
    """Collects messages for other servers' sockets and sends them at the next pause of the event loop."""

    def __init__(self, bus: Bus, me: str) -> None:
        self.bus = bus
        self.me = me
        self.gathered: dict[str, list[Shown]] = defaultdict(list)  # by server
        self.sent: dict[str, int] = defaultdict(int)
        self.is_scheduled = False

    def show(self, server: str, number: int, message: bytes, ended: str = "") -> None:
        """Queue a message for a socket. Consecutive sockets with the same message share it."""
        shown = self.gathered[server]
        if shown and not ended and shown[-1].message is message:
            shown[-1].numbers.append(number)
        else:
            shown.append(Shown([number], message, ended))
        if not self.is_scheduled:
            self.is_scheduled = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self.is_scheduled = False
        gathered, self.gathered = self.gathered, defaultdict(list)
        for server, shown in gathered.items():
            for part in _parts(shown):
                self.sent[server] += 1
                self.bus.publish(screens_of(server), ShownTogether(self.me, self.sent[server], part))


def _parts(shown: list[Shown]) -> list[list[Shown]]:
    """Split the messages into parts below the size limit."""
    parts: list[list[Shown]] = [[]]
    size = 0
    for one in shown:
        if parts[-1] and size + len(one.message) > MOST_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(one)
        size += len(one.message)
    return parts


@dataclass(eq=False)
class RemoteListener(Listener):
    """A socket of another server, which is also where slow reading is detected."""

    server: str = ""
    number: int = 0
    outbound: Outbound | None = None

    def send_bytes(self, message: bytes) -> None:
        """Send a message to the socket's server."""
        assert self.outbound is not None
        self.outbound.show(self.server, self.number, message)

    def hang_up(self, code: str = "storage") -> None:
        """Close the connection on the socket's server."""
        assert self.outbound is not None
        self.outbound.show(self.server, self.number, b"", code)
