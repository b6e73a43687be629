"""Model how a platform scales: `python -m tools.bench.scale_model [--near 1.07 --far 0.88 --database 0.12 …]`.

Inputs are measurements of `server`, `cluster` and `idle_sockets`, in CPU milliseconds per action shown on
four screens. Reported are actions per second for one, two and three servers on the same cores, to compare with
measurements, and the demand of 10,000, 100,000 and a million simultaneous players on each component.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields

SEATS = 4  # per table
BUSY = 0.6  # usable fraction of a core; the rest is for peaks


@dataclass(frozen=True)
class Costs:
    """Measured costs."""

    near: float = 1.07  # server ms per action if all screens are on the same server
    far: float = 0.88  # additional ms of all servers if all screens are on other servers
    database: float = 0.12  # PostgreSQL ms
    bus: float = 0.10  # NATS ms if all screens are on other servers
    screen: float = 3.1  # kB sent to a screen per action
    packed: float = 0.2  # the same compressed, as browsers request it
    line: float = 0.42  # kB of journal
    socket: float = 63.0  # kB of server memory per socket, including its share of cached messages
    table: float = 105.0  # kB per table
    pace: float = 1.0  # seconds between two actions at a table

    def servers(self, number: float) -> float:
        """Return all servers' CPU ms per action. With several, one in `number` screens is on the action's server."""
        return self.near + self.far * (1 - 1 / number)

    def throughput(self, number: int, cores: int) -> float:
        """Return actions per second if all components share the cores and each server uses at most one."""
        together = self.servers(number) + self.database + self.bus * (1 - 1 / number)
        return min(1000 * number / self.servers(number), 1000 * cores / together)


def demands(costs: Costs, players: int) -> Iterator[str]:
    """Describe the demand of simultaneous players on each component."""
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
    """Print the model."""
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
