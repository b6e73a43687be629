"""Users are cached after a lookup, unless they changed while the lookup was running."""

import asyncio

from kamchatka.server.storage import known_users
from kamchatka.server.storage.known_users import KnownUsers
from kamchatka.server.storage.records import Caller, User
from tests.server.together import to_its_end

LATER = 2**50  # milliseconds since 1970
ADA = Caller(User(1, "Ada", True), "ada's", LATER)


class Database:
    """A fake database that counts lookups and answers when the test says so."""

    def __init__(self, found: Caller | None) -> None:
        self.found = found
        self.asked = 0
        self.answers = asyncio.Event()
        self.answers.set()

    async def __call__(self) -> Caller | None:
        found = self.found
        self.asked += 1
        await self.answers.wait()
        return found


async def look_up(known: KnownUsers, database: Database, times: int) -> list[Caller | None]:
    """Make this number of look-ups in sequence."""
    return [await known.find("digest", database) for _ in range(times)]


def test_a_user_is_looked_up_once_and_a_stranger_each_time() -> None:
    database, nobody = Database(ADA), Database(None)
    assert to_its_end(look_up(KnownUsers(), database, 5)) == [ADA] * 5
    assert to_its_end(look_up(KnownUsers(), nobody, 5)) == [None] * 5
    assert (database.asked, nobody.asked) == (1, 5)


def test_what_was_remembered_too_long_is_looked_up_again() -> None:
    database = Database(ADA)
    to_its_end(look_up(KnownUsers(seconds=0.0), database, 3))
    assert database.asked == 3


def test_who_logged_out_while_being_looked_up_is_not_remembered() -> None:
    async def story() -> None:
        known, database = KnownUsers(), Database(ADA)
        database.answers.clear()
        looking = asyncio.create_task(known.find("digest", database))
        await asyncio.sleep(0)
        database.found = None
        known.forget("digest")
        database.answers.set()
        assert await looking == ADA  # the row was still valid when it was read
        assert await known.find("digest", database) is None

    to_its_end(story())


def test_a_new_name_is_known_at_once_and_others_stay_known() -> None:
    async def story() -> None:
        known, ada, olga = KnownUsers(), Database(ADA), Database(Caller(User(2, "Olga", False), "olga's", LATER))
        await known.find("ada's", ada)
        await known.find("olga's", olga)
        ada.found = Caller(User(1, "Countess", True), "ada's", LATER)
        known.forget_user(1)
        assert await known.find("ada's", ada) == ada.found
        await known.find("olga's", olga)
        assert (ada.asked, olga.asked) == (2, 1)

    to_its_end(story())


def test_there_is_an_end_to_what_is_remembered() -> None:
    async def story() -> None:
        known = KnownUsers()
        for n in range(known_users.MOST + 10):
            await known.find(str(n), Database(ADA))
        assert len(known.callers) == known_users.MOST

    to_its_end(story())


def test_an_expired_token_is_not_remembered_beyond_its_end() -> None:
    """The cache keeps a caller for ten seconds, but never longer than the token lasts."""

    async def story() -> None:
        at = 1000.0
        known, database = KnownUsers(now=lambda: at), Database(Caller(ADA.user, "ada's", 1_001_000))
        assert await known.find("ada's", database) is not None
        at, database.found = 1002.0, None
        assert await known.find("ada's", database) is None

    to_its_end(story())
