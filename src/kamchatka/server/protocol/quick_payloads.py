"""HTTP payloads for quick match."""

from typing import Annotated

import msgspec

from kamchatka.server.protocol.payloads import ClockForm, Form
from kamchatka.server.protocol.people_payloads import Pace


class QuickForm(Form, frozen=True):
    """A request to join the match queue for a preset, an edition with its default options, or any game."""

    preset: Annotated[str, msgspec.Meta(max_length=20)] = ""
    edition: Annotated[str, msgspec.Meta(max_length=40)] = ""
    pace: Pace = "live"
    bots_after: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60  # seconds until bots fill the table; 0: never
    rated: bool = False  # only with others who want a rated game; games with bots don't count
    most_dice: bool = False  # always defend with the most dice


class QuickPresetSeen(msgspec.Struct, frozen=True):
    """A game that can be started with one click. `minutes` is the usual duration: from, to; (0, 0) if unknown."""

    id: str
    name: str
    about: str
    edition: str
    edition_name: str
    seats: int
    pace: Pace
    clock: ClockForm
    minutes: tuple[int, int]
    games: int  # games on this server that the duration is based on; 0: estimated


class WaiterSeen(msgspec.Struct, frozen=True):
    """A user in the match queue."""

    name: str
    what: str  # the preset's or edition's name; "" for any
    seconds: int
    rated: bool


class QuickState(msgspec.Struct, frozen=True):
    """The requesting user's state in the match queue. `table` is the id of the table, once there is one."""

    what: str
    seconds: int
    bots_in: int | None  # seconds until bots fill the table; None: never
    table: str = ""
    trouble: str = ""  # why the user is no longer waiting


class QuickSeen(msgspec.Struct, frozen=True):
    """The match queue, and the requesting user's own state. Clients that stop polling for 30 s leave the queue."""

    waiting: tuple[WaiterSeen, ...]
    mine: QuickState | None
