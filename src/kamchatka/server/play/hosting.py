"""Rounds played on this server: creates tables for the players and enters results when games end."""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from kamchatka.analysis.finished import FinishedGame, read_game
from kamchatka.kernel.problem import Problem
from kamchatka.server.background_tasks import CatchUp
from kamchatka.server.club.club import Club
from kamchatka.server.club.desk_payloads import Noted
from kamchatka.server.club.live import Doer, LiveEvent, Pay, free
from kamchatka.server.faults import Fault
from kamchatka.server.play.table_service import TableService
from kamchatka.server.presentation.replays import journal_of
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.storage.records import TableRecord, User
from kamchatka.tournament.events.changes import AnyChange, DrawnTable, Hosted, SetAside, set_aside
from kamchatka.tournament.events.descriptions import round_title
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.results.hosted import report_of_game
from kamchatka.tournament.settings.edition_rules import rules_of

LONGEST = 40  # characters of a table's name
SOURCE = "kamchatka"  # the reporter of results from tables played here


class HostedTable(msgspec.Struct, frozen=True):
    """A table of a round of an event."""

    event: str
    round: int
    table: int


class Hosting:
    """Links games to tables of events. Enters a result when its game ends, and searches for missed ones."""

    def __init__(self, club: Club, tables: TableService) -> None:
        self.club = club
        self.tables = tables
        self.store = tables.store
        self.places: dict[str, HostedTable] = {}  # by game
        self.rests: dict[str, int] = {}  # by event: its stamp when no result was outstanding
        self.jobs = CatchUp("tournament result", self.take_missing)

    def open(self) -> None:
        """Start entering results of games whose end was missed."""
        self.jobs.open()

    async def close(self) -> None:
        """Stop. Results not entered yet are entered after the next start."""
        await self.jobs.close()

    # -------------------------------------------------------------- tables and seats
    async def host(self, live: LiveEvent, number: int, host: User) -> Noted:
        """Create the tables of a round that are not played yet, with each seat reserved for its player."""
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
                lambda now, entries: [_new_hosting(now, round, table, game) for table, game in games.items()],
                Doer(host.name, host.id),
            )
        except Problem:  # another organiser was faster: their tables count
            for game in games.values():
                await self.tables.call_off(game)
            raise
        self.places |= {game: HostedTable(live.id, number, table.number) for table, game in games.items()}
        return noted

    async def undo(
        self, live: LiveEvent, entries: Sequence[int], who: Doer, user: User | None, pay: Pay = free
    ) -> Noted:
        """Undo entries. Call off tables that are no longer hosted, and recreate those that are hosted again."""
        before = _tables_played(live.id, (await live.read()).event)
        noted = await live.undo(entries, who, pay)
        event = (await live.read()).event
        after = _tables_played(live.id, event)
        for game in before.keys() - after.keys():
            self.places.pop(game, None)
            if await self._record(game, live.id) is not None:
                await self.tables.call_off(game)
        for game in after.keys() - before.keys():
            await self._restore(game, after[game], event, user)
        return noted

    async def _restore(self, game: str, place: HostedTable, event: Event, user: User | None) -> None:
        """Host a table again after an undo was undone.

        Create it if it was deleted; a called-off game needs a manual result.
        """
        round = event.round(place.round)
        if user is not None and await self.store.table(game) is None:
            await self._lay(place.event, event, round, round.table(place.table), user, game)
        self.places[game] = place
        await self._take(game, place)

    async def _lay(self, id: str, event: Event, round: Round, table: DrawnTable, host: User, game: str = "") -> str:
        title = round_title(round.stage, round.number).text("it")
        name = f"{table.number} · {title} · {event.name}"[:LONGEST]
        options = msgspec.convert(rules_of(event.settings).table_options(event.settings), dict[str, bool | int | str])
        form = TableForm(event.settings.edition, (SeatForm("open"),) * len(table.seats), name, options, private=True)
        return await self.tables.lay_kept(form, [event.names[seat] for seat in table.seats], host, id, game)

    async def sit(self, live: LiveEvent, entrant: int, user: User) -> str:
        """Seat a player at their table of the last round; return its id."""
        event = (await live.read()).event
        round = event.round(len(event.rounds))
        table = round.table_of(entrant)
        game = "" if table is None else round.games.get(table.number, "")
        if table is None or await self._record(game, live.id) is None:
            raise Fault("wrong_time", "not_hosted")
        await self.tables.take_seat(game, table.seats.index(entrant), user)
        return game

    async def begin_now(self, live: LiveEvent, number: int, table: int) -> str:
        """Start a table without waiting for absent players; return its id."""
        round = (await live.read()).event.round(number)
        game = round.games.get(round.table(table).number, "")
        if await self._record(game, live.id) is None:
            raise Fault("wrong_time", "not_hosted")
        await self.tables.begin_now(game)
        return game

    async def _record(self, game: str, event: str) -> TableRecord | None:
        """Return a game's table if it was created for this event. A copy of the event's file is no proof of that."""
        record = await self.store.table(game)
        return record if record is not None and all(one.kept == event for one in record.seats) else None

    # -------------------------------------------------------------- results
    def on_game_end(self, table: TableRecord) -> None:
        """Enter the result of a game that has ended in this process. Most games belong to no event."""
        if event := table.seats[0].kept:
            self.jobs.start(self._take_of(table.id, event))

    async def _take_of(self, game: str, event: str) -> None:
        """Enter the result of an event's game, whose round another server may have opened."""
        if game not in self.places:
            known = await (await self.club.event(event)).read()
            self.places |= _tables_played(event, known.event)
        if game in self.places:
            await self._take(game, self.places[game])

    async def take_missing(self) -> None:
        """Enter all outstanding results of all events."""
        for id, stamp in (await self.club.store.stamps()).items():
            if self.rests.get(id) != stamp:
                await self.jobs.run(self._take_all(id, stamp))

    async def take_event(self, id: str) -> None:
        """Enter all outstanding results of one event."""
        event = (await (await self.club.event(id)).read()).event
        for game, place in _tables_played(id, event).items():
            if place.table not in event.round(place.round).reports:
                await self._take(game, place)

    async def _take_all(self, id: str, stamp: int) -> None:
        """Enter an event's outstanding results. Skip the event until it changes, unless a game is still running."""
        event = (await (await self.club.event(id)).read()).event
        is_playing = False
        for game, place in _tables_played(id, event).items():
            record = await self._record(game, id)
            if record is not None and place.table not in event.round(place.round).reports:
                is_playing = is_playing or record.status != "over"
                await self._take(game, place)
        if not is_playing:
            self.rests[id] = stamp

    async def _take(self, game: str, place: HostedTable) -> None:
        """Enter the result of a finished game at its table, or a question to the organiser if that is impossible."""
        record = await self._record(game, place.event)
        if record is None or record.status != "over":
            return
        data = await journal_of(record, self.store)
        finished = await asyncio.to_thread(read_game, data, game)
        live = await self.club.event(place.event)
        await live.change(lambda event, entries: list(_result(event, entries, place, finished, game)), Doer(SOURCE))


def _tables_played(id: str, event: Event) -> dict[str, HostedTable]:
    """Return the tables of an event that are played here, by game."""
    return {game: HostedTable(id, round.number, table) for round in event.rounds for table, game in round.games.items()}


def _new_hosting(now: Event, drawn: Round, table: DrawnTable, game: str) -> Hosted:
    """Return the change if the table is still the same; raise a Fault otherwise."""
    if now.round(drawn.number).table(table.number) != table:
        raise Fault("stale")
    return Hosted(drawn.number, table.number, game)


def _result(
    event: Event, entries: Sequence[TrailEntry], place: HostedTable, finished: FinishedGame, game: str
) -> Iterable[AnyChange]:
    if place.round > len(event.rounds):
        return []
    round = event.round(place.round)
    if round.games.get(place.table) != game or any(_is_note_about(one, game) for one in entries):
        return []  # undone, or entered before
    try:
        report = report_of_game(finished, round.table(place.table).seats)
        same = round.reports.get(place.table) == report
        return [] if same else [accept(event, place.round, place.table, report)]
    except Problem as problem:
        return [set_aside(problem, SOURCE, 0, game, place.round, place.table)]


def _is_note_about(one: TrailEntry, game: str) -> bool:
    return isinstance(one.change, SetAside) and (one.change.source, one.change.text) == (SOURCE, game)
