"""Two servers, one platform: whatever one of them is told, the other one knows."""

from websockets.exceptions import ConnectionClosed

from tests.cluster.parts import LocalPlatform
from tests.server.client import Browser, Seat
from tests.server.together import together

COME_AGAIN = 1012


async def _closed_with(seat: Seat, *until: str) -> int | None:
    """Hear until a message of these types has come, or the socket is closed: the code it was closed with."""
    try:
        await seat.until(*until)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006
    return None


@together
async def test_who_logs_out_is_out_at_every_server(parts: LocalPlatform) -> None:
    here, there = (server.address for server in parts.servers)
    async with Browser(here, "Ada") as ada:
        table = await ada.lay("modern", "mbb")
        ada.server = there
        code: int | None = COME_AGAIN
        is_out = False
        while code == COME_AGAIN:  # as pages do, however busy the machine is
            async with ada.at(table) as seat:
                code = await _closed_with(seat, "scene")
                if code is None and not is_out:
                    is_out = bool(await ada.post("/api/logout"))
                    code = await _closed_with(seat, "nothing of this kind")
        assert code == 4401
