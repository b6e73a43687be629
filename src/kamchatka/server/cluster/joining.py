"""A server alone, or one of several: the one place where that is decided."""

import secrets
from dataclasses import dataclass

from kamchatka.kernel.problem import Problem
from kamchatka.server.bots.far_thinkers import FarThinkers
from kamchatka.server.bots.thinkers import LocalThinkers, Thinkers
from kamchatka.server.bus.bus import Bus
from kamchatka.server.bus.local_bus import LocalBus
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.leases import Leases, LocalLeases
from kamchatka.server.storage.store import Store
from kamchatka.server.storage.stored_leases import StoredLeases
from kamchatka.server.tables.idle_clocks import IdleClocks, RestingClocks, StoredClocks

POSTGRES = "postgresql"


@dataclass(frozen=True)
class Ports:
    """How this server knows of others."""

    bus: Bus
    leases: Leases
    idle_clocks: RestingClocks
    thinkers: Thinkers


def ports_of(settings: ServerSettings, database: Database, store: Store) -> Ports:
    """By the settings; a Problem when several servers would share what cannot be shared."""
    own = LocalThinkers(settings.thinkers)
    if not settings.bus:
        return Ports(LocalBus(), LocalLeases(store), IdleClocks(store), own)
    if not settings.database.startswith(POSTGRES):
        raise Problem("bus.needs_postgres")
    me = secrets.token_hex(8)
    bus = nats_bus(settings.bus, f"server {me}")
    leases = StoredLeases(me, database, bus, settings.lease_seconds)
    return Ports(bus, leases, StoredClocks(), FarThinkers(bus, own))


def nats_bus(url: str, name: str) -> Bus:
    """The bus at that address, where the extra is installed."""
    try:
        from kamchatka.server.bus.nats_bus import NatsBus
    except ModuleNotFoundError as missing:
        raise Problem("bus.not_installed", name=missing.name) from None
    return NatsBus(url, name)
