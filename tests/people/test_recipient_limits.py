"""Limits per recipient: codes and invitations can't flood one recipient, even from many accounts and servers."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row, func, select

from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import (
    CODES_SENT,
    FRIEND_REQUESTS,
    FRIEND_REQUESTS_OF_ONE,
    INVITATIONS,
    INVITATIONS_OF_ONE,
    LimitScope,
    Quota,
)
from kamchatka.server.notices.notices import Notices
from kamchatka.server.notices.recipient_limits import DAY, HOUR, RecipientLimits, mailbox_of
from kamchatka.server.notices.triggers import Occasions
from kamchatka.server.people.relations import Relations
from kamchatka.server.protocol.payloads import SeatForm, TableForm
from kamchatka.server.settings import ServerSettings
from kamchatka.server.storage import schema
from kamchatka.server.storage.database import Database
from kamchatka.server.storage.records import TableRecord, User
from tests.attacks.inside import running_inside
from tests.attacks.people import hash_quickly
from tests.people.kit import database_in, people, people_inside
from tests.people.services import MailServer
from tests.people.test_notices import settings
from tests.server.client import Browser
from tests.server.running import Server
from tests.server.together import together

LIMIT = Quota("test", LimitScope.RECIPIENT, "", 3, 5, "codes_sent")
VICTIM = User(1, "P1", False)


async def try_to_take(limits: RecipientLimits, who: str = "victim") -> bool:
    try:
        await limits.take(LIMIT, who)
    except Fault:
        return False
    return True


@together
async def test_a_recipient_is_sent_so_much_an_hour_and_a_day(tmp_path: Path) -> None:
    """Counts survive a restart: each step uses a new object on the same database."""
    times = [1000 * DAY]
    async with database_in(tmp_path) as database:

        async def tries(number: int) -> list[bool]:
            return [await try_to_take(RecipientLimits(database, lambda: times[0])) for _ in range(number)]

        assert await tries(4) == [True, True, True, False]
        assert await try_to_take(RecipientLimits(database, lambda: times[0]), "another")
        times[0] += HOUR - 1
        assert await tries(1) == [False]
        times[0] += 1
        assert await tries(3) == [True, True, False]  # five a day
        times[0] = 1001 * DAY - 1
        assert await tries(1) == [False]
        times[0] += 1
        assert await tries(1) == [True]


@together
async def test_two_servers_count_together_and_old_counts_are_deleted(tmp_path: Path) -> None:
    times = [1000 * DAY]
    async with database_in(tmp_path) as database:
        servers = [RecipientLimits(database, lambda: times[0]) for _ in range(2)]
        done = await asyncio.gather(*(try_to_take(servers[n % 2]) for n in range(12)))
        assert sum(done) == 3
        times[0] += 2 * DAY
        assert await try_to_take(RecipientLimits(database, lambda: times[0]), "another")
        r = schema.recipients
        rows = await database.rows(select(r))
        assert [row.in_hour for row in rows] == [1]
        assert "another" not in repr(rows)


@pytest.mark.parametrize("address", ["a.b@x.org", "AB@X.org", "ab+1@x.org", "a.b+c.d+e@x.ORG "])
def test_spellings_of_one_mailbox_are_one_recipient(address: str) -> None:
    assert mailbox_of(address) == "ab@x.org"


@together
async def test_one_stranger_gets_few_codes_from_many_accounts(own_server: Callable[..., Server]) -> None:
    """Requests from many accounts for codes to one mailbox, in different spellings, share one limit."""
    with MailServer() as mail:
        running = own_server(**settings(mail=mail))
        names = [f"Sender {n}" for n in range(CODES_SENT.an_hour + 2)]
        async with people(running, *names) as senders:
            answers = []
            for n, sender in enumerate(senders):
                body = {"email": f"stranger+{n}@example.org"}
                answers.append(
                    await sender.http.post(
                        "/api/notices/email?lang=en", json=body, headers={"X-CSRF-Token": sender.csrf}
                    )
                )
            assert [answer.status_code for answer in answers] == [200] * CODES_SENT.an_hour + [429, 429]
            assert "have been sent to this address already" in answers[-1].json()["text"]
        assert len(mail.letters) == CODES_SENT.an_hour


# ------------------------------------------------------------------ invitations
class Inviting:
    """An inviter over a database without a server."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.sentences: list[str] = []
        self.notices = Notices(database, ServerSettings(), lambda: 1000 * DAY)
        self.relations = Relations(database)
        self.occasions = Occasions(database, self.notices, self.friends)

    async def friends(self, user: int) -> Sequence[Row[Any]]:
        return await self.relations.friends(user)

    async def invite(self, sender: int, table: str) -> bool:
        """Invite the victim to a table; False if that is refused."""
        form = TableForm("modern", (SeatForm("me"), SeatForm("open"), SeatForm("open")))
        laid = TableRecord(id=table, agreed=form, seats=(), status="waiting", host=sender, key="")
        try:
            await self.occasions.invite(laid, User(sender, f"P{sender}", False), VICTIM)
        except Fault as fault:
            self.sentences.append(fault.sentence("en"))
            return False
        await self.notices.send_all()
        return True

    async def count_notices(self) -> int:
        n = schema.notices
        return int((await self.database.rows(select(func.count()).where(n.c.user_id == VICTIM.id)))[0][0])


@together
async def test_one_player_gets_few_invitations_from_one_other_and_from_all_strangers(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        inviting = Inviting(database)
        sent = [await inviting.invite(2, f"t{n}") for n in range(INVITATIONS_OF_ONE.an_hour + 1)]
        assert sent == [True] * INVITATIONS_OF_ONE.an_hour + [False]
        assert inviting.sentences == ["P1 has received many invitations already: try again in an hour, or tomorrow."]
        for sender in range(3, 8):
            for n in range(INVITATIONS_OF_ONE.an_hour):
                await inviting.invite(sender, f"t{sender}{n}")
        assert await inviting.count_notices() == INVITATIONS.an_hour


@together
async def test_strangers_do_not_use_up_the_invitations_of_friends_and_a_repetition_is_free(tmp_path: Path) -> None:
    async with database_in(tmp_path) as database:
        inviting, friend = Inviting(database), User(9, "P9", False)
        await inviting.relations.ask(friend, VICTIM)
        await inviting.relations.ask(VICTIM, friend)
        for n in range(INVITATIONS.an_hour + 1):
            await inviting.invite(2 + n // INVITATIONS_OF_ONE.an_hour, f"t{n}")
        assert not await inviting.invite(7, "full")
        assert all([await inviting.invite(9, "of a friend") for _ in range(INVITATIONS_OF_ONE.an_hour + 1)])
        assert await inviting.invite(9, "another of a friend")
        assert await inviting.count_notices() == INVITATIONS.an_hour + 2


@together
async def test_one_player_gets_few_friend_requests_from_all_accounts_together(tmp_path: Path) -> None:
    """A pending friend request may be repeated; one account that repeats it doesn't use up the limit of others."""
    most, of_one = FRIEND_REQUESTS.an_hour, FRIEND_REQUESTS_OF_ONE.an_hour
    async with running_inside(tmp_path, requests_a_minute=1e6, logins_a_minute=1e6) as inside:
        hash_quickly(inside.server)
        inside.server.notices.limits.clock = lambda: 1000 * DAY
        async with people_inside(inside, "Victim", *(f"Fan {n}" for n in range(most + 1))) as (victim, *fans):
            statuses = []
            for _ in range(of_one + 2):
                statuses.append(await request_status(fans[0]))
                await fans[0].post("/api/friends/remove", {"name": "Victim"})
                inside.time.now += 60.0
            assert statuses == [200] * of_one + [429] * 2
            asked = [await request_status(fan) for fan in fans[1:]]
            assert asked == [200] * (most - of_one) + [429] * of_one
            assert await request_status(fans[1]) == 200
            refused = await fans[most].post("/api/friends?lang=en", {"name": "Victim"}, 429)
            assert refused["text"].startswith("Victim has received many friend requests")
            assert len((await victim.get("/api/friends"))["asking"]) == most - of_one
            await victim.post("/api/friends", {"name": "Fan 1"})
            assert (await fans[1].get("/api/friends"))["friends"]


async def request_status(fan: Browser) -> int:
    """Send the victim a friend request; return the status."""
    sent = await fan.http.post("/api/friends", json={"name": "Victim"}, headers={"X-CSRF-Token": fan.csrf})
    return sent.status_code
