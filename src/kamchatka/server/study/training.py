"""Somebody's rating by puzzles: Elo's, against the level of each puzzle. Guests keep theirs in the browser."""

import asyncio
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import insert, select, update

from kamchatka.analysis.puzzles import Puzzle, puzzles_of
from kamchatka.server.faults import Fault
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.errors import Conflict
from kamchatka.server.study.study_payloads import AnswerForm, TrainingForm, TrainingSeen

REMEMBERED = 400  # puzzles
FAST, SLOW = 64, 24  # how far the first answers move a rating, and later ones
SETTLED = 20  # answers

answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # by user: two tabs, one after the other


def answered(before: TrainingSeen, key: str, puzzle: Puzzle, choice: int) -> TrainingSeen:
    """The rating after an answer; a puzzle seen before counts no more.

    >>> puzzle = Puzzle("a", "place", 0, "", (), 1, 0.16)
    >>> answered(TrainingSeen(), "modern/a", puzzle, 1)
    TrainingSeen(rating=1532, tried=1, solved=1, seen=('modern/a',))
    """
    if key in before.seen:
        return before
    expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400))
    is_right, step = choice == puzzle.answer, FAST if before.tried < SETTLED else SLOW
    return TrainingSeen(
        round(before.rating + step * (is_right - expected)),
        before.tried + 1,
        before.solved + is_right,
        (*before.seen, key)[-REMEMBERED:],
    )


class Training:
    """The ratings of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, user: int) -> TrainingSeen:
        """Somebody's rating; a beginner's if there is none."""
        return await self._known(user) or TrainingSeen()

    async def answer(self, user: int, form: AnswerForm) -> TrainingSeen:
        """An answer is taken down; a Fault if there is no such puzzle."""
        puzzle = next((one for one in puzzles_of(form.edition) if one.id == form.id), None)
        if puzzle is None:
            raise Fault("not_found")
        async with answering.setdefault(user, asyncio.Lock()):
            after = answered(await self.of(user), f"{form.edition}/{form.id}", puzzle, form.choice)
            await self._keep(user, after)
        return after

    async def bring(self, user: int, form: TrainingForm) -> TrainingSeen:
        """A guest's rating comes along to a new account; one that has its own keeps that."""
        async with answering.setdefault(user, asyncio.Lock()):
            if await self._known(user) is None and form.solved <= form.tried:
                await self._keep(user, TrainingSeen(form.rating, form.tried, form.solved, form.seen))
        return await self.of(user)

    async def _known(self, user: int) -> TrainingSeen | None:
        t = schema.training
        rows = await self.database.rows(select(t).where(t.c.user_id == user))
        if not rows:
            return None
        seen = tuple(key for key in rows[0].seen.split(",") if key)
        return TrainingSeen(rows[0].rating, rows[0].tried, rows[0].solved, seen)

    async def _keep(self, user: int, training: TrainingSeen) -> None:
        t, row = schema.training, {**msgspec.structs.asdict(training), "seen": ",".join(training.seen)}
        with suppress(Conflict):  # the row is there
            await self.database.do(insert(t).values(user_id=user, **row))
            return
        await self.database.do(update(t).where(t.c.user_id == user).values(row))
