"""Routes for the phones at a table: its code opens the page where players hand in the result and confirm it."""

from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import HeaderParameter, Parameter

from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.live import Doer, LiveEvent
from kamchatka.server.club.phone_payloads import ConfirmForm, DisputeForm, HandInForm, TableCode, TableCodeSeen
from kamchatka.server.club.phone_view import code_seen, table_codes
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import address_of, language_of, server_of
from kamchatka.server.http.event_access import HEADER, event_of, organiser_event
from kamchatka.server.http.expensive_requests import payer
from kamchatka.server.http.routes.club.event_scores import report_of
from kamchatka.server.limit_table import PROPOSE, TABLE_CODE
from kamchatka.tournament.events.changes import AnyChange
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.results import handing_in
from kamchatka.tournament.results.handing_in import PhonePlayer

Code = Annotated[str, HeaderParameter(name="x-table-code", max_length=40)]
Device = Annotated[str, HeaderParameter(name="x-device", pattern="^([0-9a-f]{32})?$")]  # random, made by the phone
RoundNumber = Annotated[int, Parameter(ge=0, le=10_000)]
Steps = Callable[[Event, PhonePlayer], list[AnyChange]]


class CodedTable(msgspec.Struct, frozen=True):
    """A table that a code opens."""

    live: LiveEvent
    event: Event
    version: int
    round: int
    table: int

    @property
    def keys(self) -> Keys:
        """The keys of its event."""
        return self.live.keys


@get("/api/events/{id:str}/codes", access="organise")
async def codes(request: Asked, id: str, round: RoundNumber = 0) -> tuple[TableCode, ...]:
    """Return the codes of the tables of a round (0: the last), to print or to show on the wall."""
    live = await organiser_event(request, id)
    event = (await live.read()).event
    return table_codes(event, live.keys, round or len(event.rounds))


@get("/api/events/{id:str}/table", access="read")
async def table(request: Asked, id: str, code: Code = "", device: Device = "") -> TableCodeSeen:
    """Return the table that a code opens, with what its players have submitted."""
    place = await _place(request, id, code)
    you = _find_holder(request, place) or _find_speaker(place, device)
    return code_seen(place.event, place.version, place.round, place.table, you, language_of(request))


@post("/api/events/{id:str}/table/hand-in", status_code=200, access="play")
async def hand_in(request: Asked, id: str, data: HandInForm, code: Code = "", device: Device = "") -> Noted:
    """Submit the table's result. It counts when a second player confirms it or submits the same."""
    place = await _place(request, id, code)
    report = report_of(data.lines)

    def steps(event: Event, who: PhonePlayer) -> list[AnyChange]:
        return handing_in.hand_in(event, place.round, place.table, who, report)

    return await _change(request, place, data.number, device, steps)


@post("/api/events/{id:str}/table/confirm", status_code=200, access="play")
async def confirm(request: Asked, id: str, data: ConfirmForm, code: Code = "", device: Device = "") -> Noted:
    """Confirm another player's score sheet as a second player, on another phone. The result then counts."""
    place = await _place(request, id, code)

    def steps(event: Event, who: PhonePlayer) -> list[AnyChange]:
        return handing_in.confirm(event, place.round, place.table, who, data.version)

    return await _change(request, place, data.number, device, steps)


@post("/api/events/{id:str}/table/dispute", status_code=200, access="play")
async def dispute(request: Asked, id: str, data: DisputeForm, code: Code = "", device: Device = "") -> Noted:
    """Dispute the submitted result. The two may still agree on one score sheet; otherwise the organiser decides."""
    place = await _place(request, id, code)
    report = report_of(data.lines) if data.lines else None

    def steps(event: Event, who: PhonePlayer) -> list[AnyChange]:
        return handing_in.dispute(event, place.round, place.table, who, data.version, report, data.note)

    return await _change(request, place, data.number, device, steps)


async def _place(request: Asked, id: str, code: str) -> CodedTable:
    """Return the table of a code. Every wrong code counts against its network; without any left all are refused."""
    live = await event_of(request, id)
    known = await live.read()
    limits, address = server_of(request).limits, address_of(request)
    limits.check(TABLE_CODE, address=address)
    found = _find_table(known.event, live.keys, code)
    if found is None:
        raise Fault("not_organiser", "table_code")
    limits.give_back(TABLE_CODE, address=address)
    return CodedTable(live, known.event, known.version, *found)


def _find_table(event: Event, keys: Keys, code: str) -> tuple[int, int] | None:
    """Return the round and table of a code."""
    numbers = code.split("-", 2)[:2]
    if len(numbers) < 2 or not all(one.isascii() and one.isdecimal() and len(one) < 6 for one in numbers):
        return None
    round, table = int(numbers[0]), int(numbers[1])
    if not 1 <= round <= len(event.rounds):
        return None
    held = event.rounds[round - 1]
    is_known = keys.is_table(code, round, table, held.entry)
    return (round, table) if is_known and any(one.number == table for one in held.tables) else None


def _find_holder(request: Asked, place: CodedTable) -> int:
    """Return the player of the table who holds the personal key that was sent, or 0."""
    holder = place.keys.holder(request.headers.get(HEADER, "")) or 0
    return holder if holder in place.event.round(place.round).table(place.table).seats else 0


def _find_speaker(place: CodedTable, device: str) -> int:
    """Return the player for whom this phone has already spoken, or 0."""
    proposal = place.event.round(place.round).proposals.get(place.table)
    digest = place.keys.device(device) if device else ""
    return next((one.by for one in (proposal.claims if proposal else ()) if digest and one.device == digest), 0)


async def _change(request: Asked, place: CodedTable, number: int, device: str, steps: Steps) -> Noted:
    """Append what a phone says to the trail."""
    if not device:
        raise Fault("malformed", why="X-Device")
    server_of(request).limits.check(PROPOSE, f"{place.live.id} {place.round} {place.table} {number}")
    who = PhonePlayer(number, place.keys.device(device), _find_holder(request, place) == number)

    def make(event: Event, entries: Sequence[TrailEntry]) -> list[AnyChange]:
        handing_in.check_steps(entries, place.round, place.table)
        return steps(event, who)

    return await place.live.change(make, Doer(place.event.entrant(number).name), await payer(request))


HANDLERS = [codes, table, hand_in, confirm, dispute]
