"""The services that all rooms of a process share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kamchatka.server.bots.bot_pool import BotPool
from kamchatka.server.lobby.broadcaster import LobbyBroadcaster
from kamchatka.server.metrics import Metrics
from kamchatka.server.notices.triggers import Occasions
from kamchatka.server.people.admission import Admission
from kamchatka.server.ratings.eligibility import Eligibility
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage.leases import Leases
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.storage.store import Store
from kamchatka.server.tables.payers import Payers
from kamchatka.server.tables.quarantine import Quarantine
from kamchatka.server.work.pool import WorkPool


@dataclass(frozen=True)
class RoomServices:
    """What a room uses besides its own table. `on_end` is called with each table whose game has ended."""

    settings: ServerSettings
    metrics: Metrics
    store: Store
    leases: Leases
    bot_pool: BotPool
    work: WorkPool
    lobby: LobbyBroadcaster
    occasions: Occasions
    eligibility: Eligibility
    admission: Admission
    quarantine: Quarantine
    payers: Payers = field(default_factory=Payers)
    on_end: list[Callable[[TableRecord], None]] = field(default_factory=list)
