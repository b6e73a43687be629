"""Rounds played on this server: tables laid for their players, and results taken when their games end."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from kamchatka.journal import parse
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.server.club.club import Club
from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.live import LiveEvent, Pay, free
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.server.storage.store import Store
from kamchatka.tournament.edition_rules import rules_of
from kamchatka.tournament.events.changes import AnyChange, DrawnTable, Hosted, SetAside, set_aside
from kamchatka.tournament.events.descriptions import round_title
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.results.hosted import report_of_match

LONGEST = 40  # characters of a table's name
LOOK_BACK = 60.0  # seconds
SOURCE = "kamchatka"  # who hands in the results of tables played here

log = structlog.get_logger()


class HostedTable(msgspec.Struct, frozen=True):
    """A table of a round of an event."""

    event: str
    round: int
    table: int


class TableHost(Protocol):
    """What hosting needs of the server."""

    @property
    def store(self) -> Store: ...
    async def lay_kept(self, form: TableForm, names: Iterable[str], host: User, event: str, id: str = "") -> str: ...
    async def call_off(self, id: str) -> None: ...
    async def take_seat(self, id: str, seat: int, user: User) -> None: ...
    async def begin_now(self, id: str) -> None: ...


class Hosting:
    """Which games belong to which tables of which events; told when one ends, and looks for those it missed."""

    def __init__(self, club: Club, server: TableHost) -> None:
        self.club = club
        self.server = server
        self.places: dict[str, HostedTable] = {}  # by game
        self.rests: dict[str, int] = {}  # by event: its stamp when none of its games was still to be taken
        self.tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Take the results of games that ended while nobody was looking."""
        self._begin(self._look_back())

    async def close(self) -> None:
        """Stop; a result not yet taken is taken at the next start."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # -------------------------------------------------------------- opening and sitting down
    async def host(self, live: LiveEvent, number: int, host: User) -> Noted:
        """Lay the tables of a round that are not played yet, each seat kept for its player."""
        event = (await live.read()).event
        round = event.round(number)
        if number != len(event.rounds):
            raise Problem("hosting.only_last_round", number=number)
        tables = [table for table in round.tables if table.number not in {*round.games, *round.reports}]
        if not tables:
            raise Problem("hosting.nothing_to_play", number=number)
        games = {table: await self._lay(live.id, event, round, table, host) for table in tables}
        try:
            noted = await live.change(
                lambda now, entries: [_hosted(now, round, table, game) for table, game in games.items()], host.name
            )
        except Problem:  # another organiser was quicker: theirs are played
            for game in games.values():
                await self.server.call_off(game)
            raise
        self.places |= {game: HostedTable(live.id, number, table.number) for table, game in games.items()}
        return noted

    async def undo(
        self, live: LiveEvent, entries: Sequence[int], who: str, user: User | None, pay: Pay = free
    ) -> Noted:
        """Take entries back; a table that is no longer played here is called off, one that is again is laid again."""
        before = _played(live.id, (await live.read()).event)
        noted = await live.undo(entries, who, pay)
        event = (await live.read()).event
        after = _played(live.id, event)
        for game in before.keys() - after.keys():
            self.places.pop(game, None)
            if await self._record(game, live.id) is not None:
                await self.server.call_off(game)
        for game in after.keys() - before.keys():
            await self._restore(game, after[game], event, user)
        return noted

    async def _restore(self, game: str, place: HostedTable, event: Event, user: User | None) -> None:
        """A table whose undoing was undone: laid again if it was forgotten; a game called off waits for a hand."""
        round = event.round(place.round)
        if user is not None and await self.server.store.table(game) is None:
            await self._lay(place.event, event, round, round.table(place.table), user, game)
        self.places[game] = place
        await self._take(game, place)

    async def _lay(self, id: str, event: Event, round: Round, table: DrawnTable, host: User, game: str = "") -> str:
        title = round_title(round.stage, round.number).text("it")
        name = f"{table.number} · {title} · {event.name}"[:LONGEST]
        options = msgspec.convert(rules_of(event.settings).table_options(event.settings), dict[str, bool | int | str])
        form = TableForm(event.settings.edition, (SeatForm("open"),) * len(table.seats), name, options, private=True)
        return await self.server.lay_kept(form, [event.names[seat] for seat in table.seats], host, id, game)

    async def sit(self, live: LiveEvent, entrant: int, user: User) -> str:
        """A player sits down at the table of the last round; where it is."""
        event = (await live.read()).event
        round = event.round(len(event.rounds))
        table = round.seated(entrant)
        game = "" if table is None else round.games.get(table.number, "")
        if table is None or await self._record(game, live.id) is None:
            raise Fault("wrong_time", "not_hosted")
        await self.server.take_seat(game, table.seats.index(entrant), user)
        return game

    async def begin_now(self, live: LiveEvent, number: int, table: int) -> str:
        """A table waits no longer for those who have not come; where it is."""
        round = (await live.read()).event.round(number)
        game = round.games.get(round.table(table).number, "")
        if await self._record(game, live.id) is None:
            raise Fault("wrong_time", "not_hosted")
        await self.server.begin_now(game)
        return game

    async def _record(self, game: str, event: str) -> TableRecord | None:
        """The table of a game, if it was laid for this event: a copy of the event's file says nothing about that."""
        record = await self.server.store.table(game)
        return record if record is not None and all(one.kept == event for one in record.seats) else None

    # -------------------------------------------------------------- results
    def ended(self, game: str, event: str) -> None:
        """A game that was played in this process is over; most are no event's."""
        if event:
            self._begin(self._take_of(game, event))

    async def _take_of(self, game: str, event: str) -> None:
        """The result of an event's game; its round may have been opened through another server."""
        if game not in self.places:
            known = await (await self.club.event(event)).read()
            self.places |= _played(event, known.event)
        if game in self.places:
            await self._take(game, self.places[game])

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _look_back(self) -> None:
        """Now and then: games of a server that stopped before it had taken their results."""
        while True:
            await _logged(self.take_missing())
            await asyncio.sleep(LOOK_BACK)

    async def take_missing(self) -> None:
        """The results that nobody has taken, of all events."""
        for id, stamp in (await self.club.store.stamps()).items():
            if self.rests.get(id) != stamp:
                await _logged(self._take_all(id, stamp))

    async def _take_all(self, id: str, stamp: int) -> None:
        """The results of an event that nobody has taken; it rests until it changes, unless a game is still played."""
        event = (await (await self.club.event(id)).read()).event
        is_playing = False
        for game, place in _played(id, event).items():
            record = await self._record(game, id)
            if record is not None and place.table not in event.round(place.round).reports:
                is_playing = is_playing or record.status != "over"
                await self._take(game, place)
        if not is_playing:
            self.rests[id] = stamp

    async def _take(self, game: str, place: HostedTable) -> None:
        """The result of a finished game goes where its table is; a question if it cannot be."""
        record = await self._record(game, place.event)
        if record is None or record.status != "over":
            return
        data = await journal_of(record, self.server.store)
        match = (await asyncio.to_thread(parse, data, game)).match
        live = await self.club.event(place.event)
        await live.change(lambda event, entries: list(_result(event, entries, place, game, match)), SOURCE)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        log.error("result of a table not taken", error=repr(error), exc_info=error)


def _played(id: str, event: Event) -> dict[str, HostedTable]:
    """By game, the tables of an event that are played here."""
    return {game: HostedTable(id, round.number, table) for round in event.rounds for table, game in round.games.items()}


def _hosted(now: Event, drawn: Round, table: DrawnTable, game: str) -> Hosted:
    """The change, if the table is still the one that was laid."""
    if now.round(drawn.number).table(table.number) != table:
        raise Fault("stale")
    return Hosted(drawn.number, table.number, game)


def _result(
    event: Event, entries: Sequence[TrailEntry], place: HostedTable, game: str, match: Match
) -> Iterable[AnyChange]:
    if place.round > len(event.rounds):
        return []
    round = event.round(place.round)
    if round.games.get(place.table) != game or any(_told(one, game) for one in entries):
        return []  # undone, or said before
    try:
        report = report_of_match(match, round.table(place.table).seats)
        same = round.reports.get(place.table) == report
        return [] if same else [accept(event, place.round, place.table, report)]
    except Problem as problem:
        return [set_aside(problem, SOURCE, 0, game, place.round, place.table)]


def _told(one: TrailEntry, game: str) -> bool:
    return isinstance(one.change, SetAside) and (one.change.source, one.change.text) == (SOURCE, game)
