"""Confirming an e-mail address requires the code that was sent to it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection

from kamchatka.server.faults import Fault
from kamchatka.server.notices.contacts import CODE_LASTS, Contacts
from kamchatka.server.storage.database import Database, Statement
from tests.people.kit import database_in
from tests.server.together import to_its_end, together
from tools.attacks.confirmation_race import race

OWN, STRANGERS = "me@example.org", "stranger@example.org"


class SteppedDatabase(Database):
    """A database that calls `intrude` once, before or after one chosen call: covers every await point of a caller."""

    step = 0
    chosen = 0
    intrude: Callable[[], Awaitable[Any]] | None = None

    def has_intruded(self) -> bool:
        return self.intrude is None

    async def _step(self) -> None:
        self.step += 1
        if self.step == self.chosen and self.intrude is not None:
            intrude, self.intrude = self.intrude, None
            await intrude()

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        await self._step()
        found = await super().rows(query)
        await self._step()
        return found

    async def do(self, *statements: Executable | Statement) -> None:
        await self._step()
        await super().do(*statements)
        await self._step()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        await self._step()
        async with super().begin() as connection:
            yield connection
        await self._step()


async def try_to_confirm(contacts: Contacts, code: str) -> bool:
    try:
        await contacts.confirm(1, code)
    except Fault:
        return False
    return True


@together
async def test_an_address_proposed_during_a_confirmation_stays_unconfirmed(tmp_path: Path) -> None:
    """Interleave a new proposal at every await point of `confirm`: the stranger's address is never confirmed."""
    async with database_in(tmp_path, SteppedDatabase) as database:
        assert isinstance(database, SteppedDatabase)
        contacts, points = Contacts(database), 0
        while True:
            code = await contacts.propose(1, OWN)
            database.step, database.chosen = 0, points + 1
            database.intrude = lambda: contacts.propose(1, STRANGERS)
            await try_to_confirm(contacts, code)
            if not database.has_intruded():
                break  # `confirm` has no further await point
            points += 1
            contact = await contacts.of(1)
            assert (contact.email, contact.is_confirmed) == (STRANGERS, False), f"at await point {points}"
        assert points >= 2


@together
async def test_a_code_confirms_its_own_address_once_and_for_a_day(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        times = [0]
        contacts = Contacts(database, lambda: times[0])
        first = await contacts.propose(1, OWN)
        second = await contacts.propose(1, STRANGERS)
        assert not await try_to_confirm(contacts, first)
        assert await try_to_confirm(contacts, f" {second.upper()} ")
        assert (await contacts.of(1)).is_confirmed
        assert not await try_to_confirm(contacts, second)
        late = await contacts.propose(1, OWN)
        times[0] = CODE_LASTS
        assert not await try_to_confirm(contacts, late)
        times[0] -= 1
        assert await try_to_confirm(contacts, late)


@together
async def test_a_code_does_not_confirm_for_another_user(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        contacts = Contacts(database)
        code = await contacts.propose(1, OWN)
        with pytest.raises(Fault):
            await contacts.confirm(2, code)
        assert not (await contacts.of(1)).is_confirmed


def test_no_strangers_address_is_confirmed_in_a_race() -> None:
    """The attack used to compare versions (tools/attacks/compare.py) is tried 40 times."""
    assert to_its_end(race()) == 0
