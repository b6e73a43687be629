"""What travels over HTTP about quick match."""

from typing import Annotated

import msgspec

from kamchatka.server.protocol.payloads import ClockForm, Form
from kamchatka.server.protocol.people_payloads import Pace


class QuickForm(Form, frozen=True):
    """Somebody would play now: a preset, an edition as its booklet proposes it, or any."""

    preset: Annotated[str, msgspec.Meta(max_length=20)] = ""
    edition: Annotated[str, msgspec.Meta(max_length=40)] = ""
    pace: Pace = "live"
    bots_after: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60  # seconds, then bots fill the table; 0: never
    rated: bool = False  # only with others who want that too; with bots it does not count
    most_dice: bool = False  # always defend with the most dice


class QuickPresetSeen(msgspec.Struct, frozen=True):
    """A way to play at a click. `minutes`: from, to; (0, 0): not known yet."""

    id: str
    name: str
    about: str
    edition: str
    edition_name: str
    seats: int
    pace: Pace
    clock: ClockForm
    minutes: tuple[int, int]
    games: int  # of this server that say so; 0: reckoned


class WaiterSeen(msgspec.Struct, frozen=True):
    """Somebody who waits for others."""

    name: str
    what: str  # the preset's or edition's name; "" for any
    seconds: int
    rated: bool


class QuickState(msgspec.Struct, frozen=True):
    """Where one stands oneself: `table` is where to go as soon as it is laid."""

    what: str
    seconds: int
    bots_in: int | None  # seconds until bots fill the table; none: never
    table: str = ""
    trouble: str = ""  # why one waits no more


class QuickSeen(msgspec.Struct, frozen=True):
    """Quick match: who waits, and where one stands oneself. Who does not look for half a minute waits no more."""

    waiting: tuple[WaiterSeen, ...]
    mine: QuickState | None
