"""Profiles of players with many games: counted by the database with indexes, and charged to the client."""

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable, event, insert, update

from kamchatka.server.faults import Fault
from kamchatka.server.people.relations import Relations
from kamchatka.server.ratings.profiles import HISTORY, Profiles
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import User
from tests.people.kit import database_in
from tests.server.together import together

ZONES = ("", "asia", "asia,africa", "oceania")
OBJECTIVES = ("", "no_such_objective")


async def store_games(database: Database, number: int, luck: int = 3) -> list[dict[str, Any]]:
    """Store finished games of player 1 against player 2; return the results of player 1."""
    chance, t, r = random.Random(number), schema.tables, schema.results
    seats = b'[{"name":"P1","user":1},{"name":"P2","user":2}]'
    table = {"agreed": b"{}", "seats": seats, "status": "over", "host": 1, "private": False, "key": "", "created": 0}
    plain = {"round": 0, "asked": "", "rematch": ""}
    results = [
        {
            "table_id": f"g{n}",
            "seat": chance.randrange(2),
            "user_id": 1,
            "edition": chance.choice(("modern", "classic", "gone_by_now")),
            "pace": chance.choice(("live", "days")),
            "seats": 2,
            "ended": n + 1,
            "place": chance.choice((1, 2, None)),
            "has_left": chance.random() < 0.1,
            "rounds": chance.randrange(1, 20),
            "seconds": chance.randrange(60, 3600),
            "objective": chance.choice(OBJECTIVES),
            "zones": chance.choice(ZONES),
            "throws": luck,
            "lost": 5,
            "lost_mean": 4.5,
            "beaten": 6,
            "beaten_mean": 5.25,
        }
        for n in range(number)
    ]
    await database.do(*((insert(t), {"id": one["table_id"], **table, **plain}) for one in results))
    await database.do(*((insert(r), one) for one in results))
    return results


class Bill:
    """A counter of charges."""

    def __init__(self) -> None:
        self.paid: list[float] = []

    def charge(self, seconds: float) -> None:
        self.paid.append(seconds)


@together
async def test_statistics_are_those_of_the_games_one_by_one(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        games = await store_games(database, 300)
        seen = await Profiles(database).profile("P1", "en", Bill().charge)
        found = seen.statistics
        assert found is not None
        decided = [one for one in games if one["place"] is not None]
        won = [one for one in decided if one["place"] == 1 and not one["has_left"]]
        live = [one["seconds"] / 60 for one in decided if one["pace"] == "live"]
        asia = [one for one in decided if "asia" in one["zones"] and one["edition"] == "modern"]
        assert (found.games, found.wins, found.left) == (len(decided), len(won), sum(one["has_left"] for one in games))
        assert found.rounds == round(sum(one["rounds"] for one in decided) / len(decided), 1)
        assert found.minutes == pytest.approx(sum(live) / len(live), abs=0.06)
        for seat, one in enumerate(found.seats):
            assert one.games == sum(each["seat"] == seat for each in decided)
            assert one.wins == sum(each["seat"] == seat for each in won)
        assert sum(one.games for one in found.editions) == len(decided)
        assert max(one.games for one in found.zones) >= len(asia) > 0
        luck = found.luck
        assert luck is not None
        assert (luck.games, luck.throws, luck.lost, luck.beaten) == (300, 900, 1500, 1800)
        assert luck.armies == round(300 * ((6 - 5.25) - (5 - 4.5)), 1)
        assert [one.ended for one in seen.games] == list(range(300, 300 - HISTORY, -1))


@together
async def test_statistics_are_counted_anew_when_a_game_has_ended_or_luck_is_known(tmp_path: Path) -> None:
    """Cached statistics cost nothing; a finished game or a new luck result makes them stale."""
    async with database_in(tmp_path) as database:
        await store_games(database, 3, luck=-1)
        profiles, r = Profiles(database), schema.results

        async def luck() -> int | None:
            bill = Bill()
            seen = (await profiles.profile("P1", "en", bill.charge)).statistics
            paid.append(len(bill.paid))
            return None if seen is None or seen.luck is None else seen.luck.games

        paid: list[int] = []
        assert await luck() is None
        await database.do(update(r).values(throws=3))
        assert [await luck(), await luck()] == [3, 3]
        assert paid == [2, 2, 1]  # the list of games is always charged, statistics only when computed
        await database.do(update(r).where(r.c.table_id == "g0").values(ended=99))
        assert await luck() == 3
        assert paid[-1] == 2


@together
async def test_a_profile_is_refused_to_who_has_no_budget_left(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        await store_games(database, 1)

        def refuse(seconds: float) -> None:
            raise Fault("too_many", "work_spent")

        with pytest.raises(Fault):
            await Profiles(database).profile("P1", "en", refuse)


# ------------------------------------------------------------------ plans
class Plans:
    """SQLite's query plans for all queries in the block."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.asked: list[tuple[str, Any]] = []
        event.listen(database.engine.sync_engine, "before_cursor_execute", self._note)

    def _note(self, connection: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        if statement.startswith("SELECT"):
            self.asked.append((statement, parameters))

    async def scans(self) -> list[str]:
        """Return the full table scans in the plans, without those over grouped counts."""
        found: list[str] = []
        for statement, parameters in self.asked:
            async with self.database.engine.connect() as connection:
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                found += [str(row.detail) for row in plan.all() if row.detail.startswith("SCAN")]
        return [one for one in found if not one.startswith(("SCAN anon_", "SCAN (subquery"))]


@together
async def test_a_profile_reads_no_table_from_end_to_end(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        await store_games(database, 5)
        rating = {"user_id": 1, "edition": "modern", "pace": "live", "mu": 25.0, "sigma": 5.0, "games": 20, "wins": 1}
        await database.do(insert(schema.ratings).values(rating | {"times_left": 0, "played": 0, "listed": 15.0}))
        plans = Plans(database)
        await Profiles(database).profile("P1", "en", Bill().charge)
        await Profiles(database).ranks("modern", "live", "en")
        assert len(plans.asked) >= 9
        assert await plans.scans() == []


@together
async def test_blocks_are_read_among_those_who_wait_alone(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        relations, read = Relations(database), list[int]()
        users = [User(n, f"P{n}", False) for n in range(1, 10)]
        for one, other in ((1, 2), (3, 1), (4, 9), (5, 9), (6, 9)):
            await relations.block(users[one - 1], users[other - 1], on=True)
        rows = database.rows

        async def counted(query: Executable) -> Any:
            found = await rows(query)
            read.append(len(found))
            return found

        database.rows = counted  # type: ignore[method-assign]
        plans = Plans(database)
        may_meet = await relations.meeting({1, 2, 3, 4})
        assert [may_meet(1, 2), may_meet(2, 1), may_meet(1, 3), may_meet(2, 3)] == [False, False, False, True]
        assert read == [2]
        assert await relations.users_apart_from(9) == {4, 5, 6}
        assert await relations.users_apart_from(1) == {2, 3}
        assert await plans.scans() == []
