"""Users' puzzle ratings: Elo against the rating of each puzzle. Guests' ratings are stored in the browser."""

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

REMEMBERED = 400  # maximum number of puzzles remembered per user
FAST, SLOW = 64, 24  # Elo step sizes of the first answers and of later ones
SETTLED = 20  # number of answers after which the smaller step applies

# locks by user, because two tabs must answer one after the other
answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def rate_answer(before: TrainingSeen, key: str, puzzle: Puzzle, choice: int) -> TrainingSeen:
    """Return the rating after an answer. A puzzle seen before doesn't count again.

    >>> puzzle = Puzzle("a", "place", 0, "", (), 1, 0.16)
    >>> rate_answer(TrainingSeen(), "modern/a", puzzle, 1)
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
    """The puzzle ratings of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, user: int) -> TrainingSeen:
        """Return a user's rating, or that of a new user."""
        return await self._load(user) or TrainingSeen()

    async def answer(self, user: int, form: AnswerForm) -> TrainingSeen:
        """Record an answer; raise a Fault if the puzzle doesn't exist."""
        puzzle = next((one for one in puzzles_of(form.edition) if one.id == form.id), None)
        if puzzle is None:
            raise Fault("not_found")
        async with answering.setdefault(user, asyncio.Lock()):
            after = rate_answer(await self.of(user), f"{form.edition}/{form.id}", puzzle, form.choice)
            await self._keep(user, after)
        return after

    async def bring(self, user: int, form: TrainingForm) -> TrainingSeen:
        """Copy a guest's rating to a new account, unless the account already has one."""
        async with answering.setdefault(user, asyncio.Lock()):
            if await self._load(user) is None and form.solved <= form.tried:
                await self._keep(user, TrainingSeen(form.rating, form.tried, form.solved, form.seen))
        return await self.of(user)

    async def _load(self, user: int) -> TrainingSeen | None:
        t = schema.training
        rows = await self.database.rows(select(t).where(t.c.user_id == user))
        if not rows:
            return None
        seen = tuple(key for key in rows[0].seen.split(",") if key)
        return TrainingSeen(rows[0].rating, rows[0].tried, rows[0].solved, seen)

    async def _keep(self, user: int, training: TrainingSeen) -> None:
        t, row = schema.training, {**msgspec.structs.asdict(training), "seen": ",".join(training.seen)}
        with suppress(Conflict):  # the row already exists
            await self.database.do(insert(t).values(user_id=user, **row))
            return
        await self.database.do(update(t).where(t.c.user_id == user).values(row))
