"""Plays a cup step by step: enters people, draws rounds, opens tables, and stores the places.

Everything a step does may be repeated: the event tells what is done already. So a server can take over from a dead one.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

import structlog

from kamchatka.server import randomness
from kamchatka.server.club.club import Club
from kamchatka.server.club.event_worker import of_event
from kamchatka.server.club.keeping.event_store import own_id
from kamchatka.server.club.live import Doer, LiveEvent
from kamchatka.server.cups.cup_store import CupPlayer, CupRecord, CupStore
from kamchatka.server.cups.field import balance, entries, is_bot
from kamchatka.server.faults import Fault
from kamchatka.server.notices.triggers import Occasions
from kamchatka.server.play.hosting import Hosting
from kamchatka.server.play.table_service import TableService
from kamchatka.server.storage.records import Sitter, User
from kamchatka.server.tables.seating import unlike
from kamchatka.tournament.events.changes import DrawnTable, EventOpened, Hosted
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.growing import opening_row
from kamchatka.tournament.events.trail import TrailEntry, with_author
from kamchatka.tournament.standings.standings import standings

LATE = 900.0  # seconds after its start at which a cup that has not begun is dropped
LOOK = 5.0  # seconds between two looks at the tables of a round
SERVER = Doer("kamchatka")

log = structlog.get_logger()


class Conductor:
    """Makes the steps of cups."""

    def __init__(
        self, store: CupStore, club: Club, hosting: Hosting, tables: TableService, occasions: Occasions
    ) -> None:
        self.store = store
        self.club = club
        self.hosting = hosting
        self.tables = tables
        self.occasions = occasions

    async def step(self, cup: CupRecord, now: float) -> float:
        """Make the next step of a cup. Return when the one after it is due."""
        players = (await self.store.players([cup.id]))[cup.id]
        if cup.status == "open":
            return await self._begin(cup, players, now)
        live = await self._event(cup)
        await live.change(lambda event, _: entries(event, players), SERVER)
        event = (await live.read()).event
        if not event.rounds:
            return await self._draw(cup, live, players, now)
        return await self._go_on(cup, live, players, now)

    # -------------------------------------------------------------- the start
    async def _begin(self, cup: CupRecord, players: Sequence[CupPlayer], now: float) -> float:
        """Close the entries. A cup without enough people, or one whose start was missed, is not played."""
        if now > cup.starts + LATE:
            await self.store.change(cup, status="missed")
        elif len(players) < cup.plan.least:
            await self.store.change(cup, status="empty")
        else:
            await self.store.begin(cup, now)
            log.info("cup begun", cup=cup.id, players=len(players))
        return now

    async def _event(self, cup: CupRecord) -> LiveEvent:
        """Return the cup's event, and create it if it does not exist yet."""
        id = own_id(cup.id)
        try:
            return await self.club.event(id)
        except Fault as fault:
            if fault.code != "not_found":
                raise
        await self.club.store.create_own(id, with_author([opening_row(opening(cup), SERVER.name)], None))
        return await self.club.event(id)

    # -------------------------------------------------------------- rounds
    async def _go_on(self, cup: CupRecord, live: LiveEvent, players: Sequence[CupPlayer], now: float) -> float:
        """Look after the last round. Once its games are over, there is a pause, then the next round, or the end."""
        event = (await live.read()).event
        last = event.rounds[-1]
        await self._open_tables(cup, live, last, players)
        await self.hosting.take_event(live.id)
        event = (await live.read()).event
        running = await self._running(event.rounds[-1])
        if running and now >= cup.round_at + 60 * cup.plan.round_minutes:
            for game in running:
                log.warning("cup game called off", cup=cup.id, table=game)
                await self.tables.call_off(game)
        elif running:
            return now + LOOK
        if len(event.rounds) >= cup.plan.rounds or not _may_go_on(event, cup):
            return await self._finish(cup, event, players, now)
        if cup.paused < len(event.rounds):
            await self.store.change(cup, paused=len(event.rounds))
            return now + 60 * cup.plan.pause_minutes
        return await self._draw(cup, live, players, now)

    async def _draw(self, cup: CupRecord, live: LiveEvent, players: Sequence[CupPlayer], now: float) -> float:
        """Draw the next round and open its tables."""
        await live.change(lambda event, _: balance(event, cup.plan), SERVER)
        event = (await live.read()).event
        if not _may_go_on(event, cup):
            return await self._finish(cup, event, players, now)
        seed = randomness.randbelow(2**31)
        drawn = await self.club.worker.draw(of_event(live.id), live.id, event, seed, None, False, True)
        await self.store.change(cup, round_at=now)
        await live.change(lambda known, _: [drawn] if len(known.rounds) == drawn.round - 1 else [], SERVER)
        last = (await live.read()).event.rounds[-1]
        await self._open_tables(cup, live, last, players)
        there = [one.user for one in players if not one.withdrawn]
        self.occasions.cup_round(cup.id, cup.plan.en, last.number, there)
        return now + LOOK

    async def _running(self, round: Round) -> list[str]:
        """Return the games of a round that go on. A game that cannot be read has ended without a result."""
        found = list[str]()
        for table in round.tables:
            game = round.games.get(table.number, "")
            record = await self.tables.store.table(game)
            if record is not None and record.status != "over" and not record.unreadable:
                found.append(game)
        return found

    # -------------------------------------------------------------- tables
    async def _open_tables(self, cup: CupRecord, live: LiveEvent, round: Round, players: Sequence[CupPlayer]) -> None:
        """Open the tables of a round that are not open yet, everybody seated."""
        event, known = (await live.read()).event, {one.entrant: one for one in players}
        for table in round.tables:
            game = round.games.get(table.number) or game_id(live.id, round, table)
            seats = sitters(event, table, known, live.id, cup.plan.bot)
            host = next((User(one.user, one.name, one.guest) for n in table.seats if (one := known.get(n))), None)
            if host is None:
                continue  # everybody at the table has deleted their account
            form = cup.plan.table_form(opening(cup), len(seats), f"{cup.plan.en} · {round.number}.{table.number}")
            await self.tables.lay_seated(form, seats, host, game)
            if table.number not in round.games:
                hosted = Hosted(round.number, table.number, game)
                await live.change(partial(_if_new, hosted), SERVER)

    # -------------------------------------------------------------- the end
    async def _finish(self, cup: CupRecord, event: Event, players: Sequence[CupPlayer], now: float) -> float:
        """Store places and points of the season. Nobody gets points for a cup they left."""
        places = {row.entrant: row.place for row in standings(event)}
        found = {
            one.user: (places[one.entrant], 0 if one.withdrawn else cup.plan.prize(places[one.entrant]))
            for one in players
            if one.entrant in places
        }
        first = next((number for number, place in places.items() if place == 1), 0)
        champion = event.names[first] if first and is_bot(event, first) else ""
        await self.store.finish(cup, found, champion)
        log.info("cup over", cup=cup.id, players=len(found))
        return now


def opening(cup: CupRecord) -> EventOpened:
    """Return the opening of a cup's event."""
    return cup.plan.opening(datetime.fromtimestamp(cup.starts, UTC).date().isoformat())


def game_id(event: str, round: Round, table: DrawnTable) -> str:
    """Return the id of a table's game: the same whenever the step is repeated."""
    return hashlib.blake2b(f"{event} {round.number} {round.seed} {table.number}".encode(), digest_size=11).hexdigest()


def sitters(event: Event, table: DrawnTable, players: Mapping[int, CupPlayer], id: str, bot: str) -> tuple[Sitter, ...]:
    """Return who sits at a table: people by their present names, and bots, also for people who are gone."""
    seats, names = list[Sitter](), list[str]()
    for number in table.seats:
        one = players.get(number)
        name = unlike(event.names[number] if one is None else one.name, names)
        names.append(name)
        absent = one is None or one.withdrawn
        seats.append(Sitter(name, bot=bot, kept=id) if absent or one is None else Sitter(name, one.user, kept=id))
    return tuple(seats)


def _if_new(hosted: Hosted, event: Event, entries: Sequence[TrailEntry]) -> list[Hosted]:
    """Return the change unless another server has made it."""
    return [] if hosted.table in event.round(hosted.round).games else [hosted]


def _may_go_on(event: Event, cup: CupRecord) -> bool:
    """Whether there are enough people for another round."""
    people = sum(not is_bot(event, one.number) for one in event.playing)
    return people >= cup.plan.least
