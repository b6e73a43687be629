"""What people see of cups: lists, one cup, and the table of a season."""

from collections.abc import Mapping, Sequence

from kamchatka.server.clock import wall_time
from kamchatka.server.club.club import Club
from kamchatka.server.club.keeping.event_store import own_id
from kamchatka.server.cups.cup_store import CupPlayer, CupRecord, CupStore
from kamchatka.server.cups.cups import Cups
from kamchatka.server.cups.field import is_bot
from kamchatka.server.cups.season import season_rows, seasons_until
from kamchatka.server.cups.timetable import season_bounds, season_of
from kamchatka.server.display_names import edition_name
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.cup_payloads import (
    CupHistory,
    CupPlayerSeen,
    CupRoundSeen,
    CupRow,
    CupSeasonSeen,
    CupSeatSeen,
    CupSeen,
    CupSeriesSeen,
    CupsSeen,
    CupTableSeen,
)
from kamchatka.server.storage.records import User
from kamchatka.server.storage.store import Store
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.formatting import format_points
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.standings import standings

LATEST = 5  # finished cups in the list
PAGE = 20  # finished cups per page of the history


class CupViews:
    """Builds the payloads of cups for one user and language."""

    def __init__(self, cups: Cups, club: Club, store: Store) -> None:
        self.cups = cups
        self.cup_store: CupStore = cups.store
        self.club = club
        self.store = store

    async def overview(self, user: User | None, language: str) -> CupsSeen:
        """Return the cups to join, the running ones and the latest results."""
        active, moment = await self.cup_store.active(), wall_time()
        past = await self.cup_store.past(int(moment) + 1, LATEST)
        rows = await self._rows([*active, *past], user, language)
        split = {status: tuple(row for row in rows if row.status == status) for status in ("open", "running", "over")}
        return CupsSeen(int(1000 * moment), split["open"], split["running"], split["over"])

    async def history(self, before: int, user: User | None, language: str) -> CupHistory:
        """Return a page of finished cups that began before a moment in milliseconds."""
        cups = await self.cup_store.past(-(-before // 1000), PAGE + 1)
        return CupHistory(tuple(await self._rows(cups[:PAGE], user, language)), len(cups) > PAGE)

    async def _rows(self, cups: Sequence[CupRecord], user: User | None, language: str) -> list[CupRow]:
        players = await self.cup_store.players([cup.id for cup in cups])
        found = list[CupRow]()
        for cup in cups:
            mine = _of(players[cup.id], user)
            playing = cup.status == "running" and mine is not None and not mine.withdrawn
            table = await self._table_of(await self._event(cup), mine) if playing and mine is not None else ""
            found.append(_row(cup, players[cup.id], mine, table, language))
        return found

    async def _event(self, cup: CupRecord) -> Event | None:
        """Return a cup's event; None before the start."""
        try:
            return (await (await self.club.event(own_id(cup.id))).read()).event
        except Fault as fault:
            if fault.code != "not_found":
                raise
            return None

    async def _table_of(self, event: Event | None, mine: CupPlayer) -> str:
        """Return the person's running game in the last round."""
        last = event.rounds[-1] if event is not None and event.rounds else None
        table = None if last is None else last.table_of(mine.entrant)
        game = "" if last is None or table is None else last.games.get(table.number, "")
        record = await self.store.table(game) if game else None
        return game if record is not None and record.status == "playing" else ""

    # -------------------------------------------------------------- one cup
    async def cup(self, id: str, user: User | None, language: str) -> CupSeen:
        """Return a cup's page."""
        cup = await self.cup_store.cup(id)
        players, event = (await self.cup_store.players([id]))[id], await self._event(cup)
        row = (await self._rows([cup], user, language))[0]
        names = _names(event, players)
        me = _of(players, user)
        mine = 0 if me is None else me.entrant
        rounds = event.rounds if event is not None else ()
        seen = tuple([await self._round(event, one, names, mine) for one in rounds]) if event is not None else ()
        is_pausing = cup.status == "running" and 0 < cup.paused == len(rounds)
        return CupSeen(
            int(1000 * wall_time()),
            row,
            _players(cup, event, players, names, me),
            seen,
            int(1000 * cup.due) if is_pausing else 0,
            cup.plan.points,
        )

    async def _round(self, event: Event, round: Round, names: Mapping[int, str], mine: int) -> CupRoundSeen:
        return CupRoundSeen(
            round.number, tuple([await self._table(event, round, table.number, names, mine) for table in round.tables])
        )

    async def _table(
        self, event: Event, round: Round, number: int, names: Mapping[int, str], mine: int
    ) -> CupTableSeen:
        game = round.games.get(number, "")
        record = await self.store.table(game) if game else None
        scores = (
            {one.entrant: one for one in scores_that_count(event, round, number)} if number in round.reports else {}
        )
        seats = tuple(
            CupSeatSeen(
                names[entrant],
                is_bot(event, entrant),
                entrant == mine,
                format_points(scores[entrant].points) if entrant in scores else "",
                entrant in scores and bool(scores[entrant].winners),
            )
            for entrant in round.table(number).seats
        )
        return CupTableSeen(number, game, "waiting" if record is None else record.status, seats)

    # -------------------------------------------------------------- seasons
    async def season(self, season: str, series: str, user: User | None, language: str) -> CupSeasonSeen:
        """Return the table of a season, the present one by default, of one series or of all."""
        wanted = season or season_of(wall_time())
        first, last = season_bounds(wanted)
        totals = await self.cup_store.season(first, last, series)
        known = seasons_until(await self.cup_store.first_start(), wall_time())
        names = tuple(CupSeriesSeen(plan.id, plan.name(language)) for plan in self.cups.plans.values())
        return CupSeasonSeen(wanted, known, names, season_rows(totals, user), len(totals))


def _of(players: Sequence[CupPlayer], user: User | None) -> CupPlayer | None:
    return next((one for one in players if user is not None and one.user == user.id), None)


def _names(event: Event | None, players: Sequence[CupPlayer]) -> dict[int, str]:
    """Return the names by entrant: people's present names, and those of bots."""
    return {**(event.names if event is not None else {}), **{one.entrant: one.name for one in players if one.entrant}}


def _row(cup: CupRecord, players: Sequence[CupPlayer], mine: CupPlayer | None, table: str, language: str) -> CupRow:
    plan = cup.plan
    winners = (cup.champion, *(one.name for one in players if one.place == 1))
    return CupRow(
        cup.id,
        plan.id,
        plan.name(language),
        plan.about(language),
        plan.edition,
        edition_name(plan.edition, language),
        1000 * cup.starts,
        cup.status,
        plan.rounds,
        plan.seats,
        plan.clock_seconds,
        plan.bots,
        plan.most,
        len(players),
        mine is not None and not mine.withdrawn,
        table,
        tuple(name for name in winners if name),
    )


def _players(
    cup: CupRecord, event: Event | None, players: Sequence[CupPlayer], names: Mapping[int, str], mine: CupPlayer | None
) -> tuple[CupPlayerSeen, ...]:
    """List the players: in the order of joining before the first round, then by the standings."""
    if event is None or not event.rounds:
        return tuple(CupPlayerSeen(one.name, False, one == mine, one.withdrawn, 0, "", 0) for one in players)
    known = {one.entrant: one for one in players}
    found = list[CupPlayerSeen]()
    for row in standings(event):
        one, entrant = known.get(row.entrant), event.entrant(row.entrant)
        found.append(
            CupPlayerSeen(
                names[row.entrant],
                is_bot(event, row.entrant),
                one is not None and one == mine,
                entrant.withdrawn,
                row.place if any(round.reports for round in event.rounds) else 0,
                format_points(row.total),
                0 if one is None else one.points,
            )
        )
    return tuple(found)
