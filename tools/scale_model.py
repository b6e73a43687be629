"""How a platform grows: `python -m tools.scale_model [--near 1.07 --far 0.88 --database 0.12 --bus 0.10 …]`.

The inputs are what `bench_server`, `bench_cluster` and `idle_sockets` measure, in milliseconds of computing for one
action that four screens are shown. Told: actions a second of one, two and three servers on the same cores, beside which
the measured ones can be laid; and what 10,000, 100,000 and a million players at once ask of each part.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields

SEATS = 4  # at each table
BUSY = 0.6  # of a core that may be used: the rest is for moments in which everybody acts


@dataclass(frozen=True)
class Costs:
    """What was measured."""

    near: float = 1.07  # ms of a server for an action whose screens are all its own
    far: float = 0.88  # ms more of the servers together, were all its screens elsewhere
    database: float = 0.12  # ms of PostgreSQL
    bus: float = 0.10  # ms of NATS, were all screens elsewhere
    screen: float = 3.1  # kB that a screen is shown of an action
    packed: float = 0.2  # the same as browsers ask for it, compressed
    line: float = 0.42  # kB of the journal
    socket: float = 63.0  # kB of a server's memory, its share of the pictures included
    table: float = 105.0  # kB
    pace: float = 1.0  # seconds between two actions at a table

    def servers(self, number: float) -> float:
        """Ms of all servers for an action: with several of them all but one in `number` screens are elsewhere."""
        return self.near + self.far * (1 - 1 / number)

    def throughput(self, number: int, cores: int) -> float:
        """Actions a second when everything shares so many cores, and no server has more than one of them."""
        together = self.servers(number) + self.database + self.bus * (1 - 1 / number)
        return min(1000 * number / self.servers(number), 1000 * cores / together)


def demands(costs: Costs, players: int) -> Iterator[str]:
    """What so many players at once ask of each part."""
    tables = players / SEATS
    actions = tables / costs.pace
    number = max(1.0, actions * costs.servers(1e9) / 1000 / BUSY)
    held = (players * costs.socket + tables * costs.table) / 1e6
    yield f"{players:>9} players: {tables:,.0f} tables, {actions:,.0f} actions/s"
    yield f"{'':10} servers: {number:,.0f} cores at {100 * BUSY:.0f} %, {held:,.1f} GB"
    yield f"{'':10} PostgreSQL: {actions * costs.database / 1000 / BUSY:,.1f} cores, {actions:,.0f} rows/s, " + (
        f"{actions * costs.line / 1000:,.1f} MB/s of journals, {actions * costs.line * 86.4 / 1e6:,.2f} TB a day"
    )
    shown = actions * SEATS * costs.screen / 1000
    yield f"{'':10} NATS: {actions * costs.bus / 1000 / BUSY:,.1f} cores, {shown:,.0f} MB/s"
    wire = players / costs.pace / 1000
    yield f"{'':10} network: {wire * costs.screen:,.0f} MB/s, {wire * costs.packed:,.0f} MB/s compressed"


def main() -> None:
    """Tell."""
    parser = argparse.ArgumentParser()
    for one in fields(Costs):
        parser.add_argument(f"--{one.name}", type=float, default=one.default)
    parser.add_argument("--cores", type=int, default=2, help="that one, two and three servers share")
    asked = vars(parser.parse_args())
    cores = asked.pop("cores")
    costs = Costs(**asked)
    for number in (1, 2, 3):
        ms, most = costs.servers(number), costs.throughput(number, cores)
        print(f"{number} servers: {ms:.2f} ms of servers an action; {most:.0f} actions/s on {cores} cores")
    for players in (10**4, 10**5, 10**6):
        print("\n".join(demands(costs, players)))


if __name__ == "__main__":
    main()
