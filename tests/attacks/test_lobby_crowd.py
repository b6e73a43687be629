"""A full lobby: the cost of one change with many listed tables and many clients."""

from collections.abc import Callable

from tests.attacks.crowd import Crowd
from tests.attacks.victim import a_player_waits
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import to_its_end

TABLES = 200
LISTENERS = 500
CHANGES = 5
ROW = 4_000  # bytes per listener for a change: a row or two, never the list


def test_a_change_costs_a_listener_a_row_and_not_the_list(own_server: Callable[..., Server]) -> None:
    server = own_server(
        requests_a_minute="100000",
        logins_a_minute="100000",
        connections_per_address="1000",
        sockets_a_minute="100000",
        tables_per_player="250",
        messages_a_second="1000",
    )

    async def attack() -> None:
        async with Browser(server.address, "Ada") as ada:
            laid = [await ada.lay(seats="moo", name=f"Table {n}") for n in range(TABLES)]
            async with Crowd(server.address, "/ws/lobby?lang=it", LISTENERS) as crowd:
                await crowd.quiet()
                first = max(crowd.heard)
                async with a_player_waits(server) as waits, Browser(server.address, "Bruno") as bruno:
                    await crowd.quiet()
                    before = crowd.heard
                    waits.seconds.clear()
                    for table in laid[:CHANGES]:
                        await bruno.post(f"/api/tables/{table}/join")
                        await crowd.quiet()
                each = [(now - then) // CHANGES for now, then in zip(crowd.heard, before, strict=True)]
        print(f"\n{TABLES} tables, {LISTENERS} listeners: the list has {first} bytes, a change {max(each)}; {waits}")
        assert min(each) > 0
        assert max(each) < ROW

    to_its_end(attack())
