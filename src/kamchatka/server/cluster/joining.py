"""The only place that decides whether a server runs alone or in a cluster."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kamchatka.kernel.problem import Problem
from kamchatka.server import randomness
from kamchatka.server.bots.remote_thinkers import RemoteThinkers
from kamchatka.server.bots.thinkers import LocalThinkers, Thinkers
from kamchatka.server.bus.bus import Bus
from kamchatka.server.bus.local_bus import LocalBus
from kamchatka.server.cluster.broadcasts import SUBJECT
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.leases import Leases, LocalLeases
from kamchatka.server.storage.server_keys import BUS_KEY, read_shared_key, server_key
from kamchatka.server.storage.store import Store
from kamchatka.server.storage.stored_leases import StoredLeases
from kamchatka.server.tables.timing.idle_clocks import IdleClocks, RestingClocks, StoredClocks

if TYPE_CHECKING:
    from kamchatka.server.bus.nats_bus import NatsBus

POSTGRES = "postgresql"
SHORTEST_SECRET = 16  # characters


@dataclass(frozen=True)
class Ports:
    """How this server reaches other servers."""

    bus: Bus
    leases: Leases
    idle_clocks: RestingClocks
    thinkers: Thinkers


def ports_of(settings: ServerSettings, database: Database, store: Store) -> Ports:
    """Choose by the settings. Raise a Problem if the servers could not share their state."""
    own = LocalThinkers(settings.thinkers)
    if not settings.bus:
        return Ports(LocalBus(), LocalLeases(store), IdleClocks(store), own)
    if not settings.database.startswith(POSTGRES):
        raise Problem("bus.needs_postgres")
    me = randomness.token_hex(8)

    async def secret() -> str:
        return settings.bus_secret or await server_key(database, BUS_KEY)

    bus = nats_bus(settings, f"server {me}", secret)
    leases = StoredLeases(me, database, bus, settings.lease_seconds)
    bus.clock = leases.now
    return Ports(bus, leases, StoredClocks(), RemoteThinkers(bus, own))


def thinkers_bus(settings: ServerSettings) -> Bus:
    """Return the bus for a thinker process; its secret is in the settings or in the servers' database."""
    if not settings.bus_secret and not settings.database.startswith(POSTGRES):
        raise Problem("bus.no_secret")

    async def secret() -> str:
        known = settings.bus_secret or await read_shared_key(settings.database, BUS_KEY, settings.database_patience)
        if known is None:
            raise Problem("bus.no_secret_yet")
        return known

    return nats_bus(settings, "thinkers", secret)


def nats_bus(settings: ServerSettings, name: str, secret: Callable[[], Awaitable[str]]) -> "NatsBus":
    """Create the configured bus. Raise a Problem if the extra isn't installed."""
    try:
        from kamchatka.server.bus.nats_bus import NatsBus
    except ModuleNotFoundError as missing:
        raise Problem("bus.not_installed", name=missing.name) from None
    if settings.bus_secret and len(settings.bus_secret) < SHORTEST_SECRET:
        raise Problem("bus.short_secret", least=SHORTEST_SECRET)
    return NatsBus(settings.bus, name, secret, timed=(SUBJECT,), authority=settings.bus_ca)
