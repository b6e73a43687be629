"""The measurement itself: without an attack the player is answered and memory is stable."""

import asyncio
from collections.abc import Callable

from tests.attacks.victim import Waits, a_player_waits, memory, peak_memory, processes
from tests.server.running import Server
from tests.server.together import to_its_end


def test_a_server_left_alone(own_server: Callable[..., Server]) -> None:
    """Pings are answered, and memory is measured for the process and its workers."""
    server = own_server()

    async def attack() -> Waits:
        async with a_player_waits(server) as waits:
            await asyncio.sleep(0.5)
        return waits

    waits = to_its_end(attack())
    assert waits.seconds
    assert peak_memory(server) > 0
    assert memory(server) > 0
    assert server.process is not None
    assert server.process.pid in processes(server.process.pid)
