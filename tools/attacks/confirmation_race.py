"""Confirm an address while another one is proposed: `python -m tools.attacks.confirmation_race`.

Prints how often that succeeds. `compare.py` runs this with the package of either version. Mail limits are off.
"""

import asyncio
import tempfile
from contextlib import suppress

from sqlalchemy import insert

from kamchatka.server.faults import Fault
from kamchatka.server.notices.contacts import Contacts
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database

TRIES = 40
OWN, STRANGERS = "me@example.org", "stranger@example.org"


async def confirm(contacts: Contacts, code: str) -> None:
    """Confirm an address; a wrong code is refused."""
    with suppress(Fault):
        await contacts.confirm(1, code)


async def race() -> int:
    """Count the strangers' addresses that were confirmed by a code for the attacker's own."""
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/people.db")
        await database.open()
        await database.do(insert(schema.users).values(id=1, name="P1", folded="p1", password="x", created=0))
        contacts = Contacts(database)
        for _ in range(TRIES):
            code = await contacts.propose(1, OWN)
            await asyncio.gather(confirm(contacts, code), contacts.propose(1, STRANGERS))
            seen = await contacts.of(1)
            found += (seen.email, seen.is_confirmed) == (STRANGERS, True)
        await database.close()
    return found


if __name__ == "__main__":
    print(f"{asyncio.run(race())} of {TRIES}")
