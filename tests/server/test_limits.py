"""Limits in virtual time: networks instead of addresses, accounts, and concurrent use."""

import random
from pathlib import Path

import pytest

from kamchatka.server.limit_table import (
    CAPS,
    EVENT,
    GUESS_NEARBY,
    LOGIN,
    PERSON,
    QUOTAS,
    RATES,
    REQUEST,
    Cap,
    Quota,
    Rate,
)
from kamchatka.server.limits import MOST_BUCKETS, Limits, TokenBucket
from kamchatka.server.settings import ServerSettings
from tests.server.virtual_time import VirtualTime

ROOT = Path(__file__).parents[2]
SITE = "2001:db8:7"  # a /48


@pytest.fixture
def time() -> VirtualTime:
    """Return the clock of `limits`."""
    return VirtualTime()


@pytest.fixture
def limits(time: VirtualTime) -> Limits:
    """Return limits in virtual time: 30 logins a minute, 10 of them at once."""
    settings = ServerSettings(logins_a_minute=30.0, connections_per_address=2, sockets_in_all=9)
    return Limits(settings, time)


def tries(limits: Limits, rate: Rate, addresses: list[str], who: str = "") -> int:
    """Return how many of these tries are allowed."""
    return sum(limits.allows(rate, who, address) for address in addresses)


# ------------------------------------------------------------------ buckets
@pytest.mark.parametrize("taken", [3, 7])
def test_a_bucket_gives_its_burst_and_then_its_rate(taken: int, time: VirtualTime) -> None:
    bucket = TokenBucket(2.0, float(taken), time)
    assert [bucket.take() for _ in range(taken + 1)] == [True] * taken + [False]
    time.now += 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_the_fullest_buckets_are_forgotten_first(limits: Limits, time: VirtualTime) -> None:
    """An empty bucket stays even when many others are created after it."""
    attacker = "192.0.2.1"
    while limits.allows(LOGIN, address=attacker):
        pass
    for n in range(2 * MOST_BUCKETS):
        limits.allows(PERSON, f"user {n}")
    assert len(limits.buckets) <= MOST_BUCKETS
    assert not limits.allows(LOGIN, address=attacker)


# ------------------------------------------------------------------ networks
def test_one_64_is_one_client(limits: Limits, time: VirtualTime) -> None:
    """All addresses of one /64 share a bucket; another /64 has its own."""
    addresses = [f"{SITE}:1::{n:x}" for n in range(60)]
    assert tries(limits, LOGIN, addresses) == 10
    assert tries(limits, LOGIN, [f"{SITE}:2::1"]) == 1
    time.now += 60.0
    assert tries(limits, LOGIN, addresses) == 10


def test_a_48_may_do_four_times_as_much(limits: Limits) -> None:
    assert tries(limits, LOGIN, [f"{SITE}:{n:x}::1" for n in range(1000)]) == 40
    assert tries(limits, LOGIN, ["2001:db8:8:1::1"]) == 1


def test_an_ipv4_address_is_one_client_however_it_is_written(limits: Limits) -> None:
    written = ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"]
    assert tries(limits, LOGIN, written * 20) == 10
    assert tries(limits, LOGIN, ["192.0.2.2"]) == 1


@pytest.mark.parametrize("address", ["", "?", "unix:/run/kamchatka", "fe80::1%eth0"])
def test_what_is_no_address_of_the_internet_is_counted_as_it_is(limits: Limits, address: str) -> None:
    assert tries(limits, LOGIN, [address] * 20) == 10


def test_what_was_refused_for_the_wide_network_costs_the_narrow_one_nothing(limits: Limits, time: VirtualTime) -> None:
    """Only allowed tries are spent, so a refused client only has to wait."""
    tries(limits, LOGIN, [f"{SITE}:{n:x}::1" for n in range(40)])
    newcomer = [f"{SITE}:ffff::1"]
    assert tries(limits, LOGIN, newcomer * 50) == 0
    time.now += 60.0
    assert tries(limits, LOGIN, newcomer * 50) == 10


# ------------------------------------------------------------------ accounts
def test_guesses_from_one_network_are_counted_by_account(limits: Limits, time: VirtualTime) -> None:
    near = [f"{SITE}:1::{n:x}" for n in range(30)]
    assert tries(limits, GUESS_NEARBY, near, "ada") == 10
    assert tries(limits, GUESS_NEARBY, near, "eva") == 10
    assert tries(limits, GUESS_NEARBY, ["192.0.2.1"], "ada") == 1
    time.now += 360.0
    assert tries(limits, GUESS_NEARBY, near, "ada") == 1


def test_what_is_given_back_may_be_done_again(limits: Limits) -> None:
    """A correct password doesn't count as a guess."""
    for _ in range(30):
        limits.check(GUESS_NEARBY, "ada", "192.0.2.1")
        limits.give_back(GUESS_NEARBY, "ada", "192.0.2.1")
    assert tries(limits, GUESS_NEARBY, ["192.0.2.1"] * 20, "ada") == 10


def test_a_name_is_not_read_as_a_network(limits: Limits) -> None:
    """An account named like a wide network has no wider limit."""
    assert tries(limits, PERSON, [""] * 20, "2001:db8::/48") == tries(limits, PERSON, [""] * 20, "user 7")


# ------------------------------------------------------------------ other servers
def test_what_other_servers_report_counts_here(limits: Limits) -> None:
    other = Limits(limits.settings, limits.clock)
    assert tries(other, LOGIN, [f"{SITE}:1::1"] * 7) == 7
    for (name, key, _), count in other.spent.items():
        limits.spend(name, key, count)
    assert tries(limits, LOGIN, [f"{SITE}:1::2"] * 20) == 3
    assert tries(limits, LOGIN, [f"{SITE}:{n + 2:x}::1" for n in range(100)]) == 30
    limits.spend("a rate of a newer server", "192.0.2.1", 5)


# ------------------------------------------------------------------ how many at once
def test_sockets_are_counted_by_network(limits: Limits) -> None:
    """Two sockets for a /64, eight for its /48, nine in all."""
    assert [limits.enter(f"{SITE}:1::{n}") for n in range(3)] == [True, True, False]
    limits.leave(f"{SITE}:1::1")
    assert limits.enter(f"{SITE}:1::9")
    assert sum(limits.enter(f"{SITE}:{n:x}::1") for n in range(2, 100)) == 6
    assert [limits.enter("192.0.2.1"), limits.enter("192.0.2.2")] == [True, False]


def test_counts_end_with_their_sockets(limits: Limits) -> None:
    chance = random.Random(1)
    inside: list[str] = []
    for _ in range(500):
        if inside and chance.random() < 0.5:
            limits.leave(inside.pop(chance.randrange(len(inside))))
        elif limits.enter(address := f"2001:db8:{chance.randrange(3)}:{chance.randrange(3)}::{chance.randrange(9)}"):
            inside.append(address)
        assert limits.open.total == len(inside) <= 9
    for address in inside:
        limits.leave(address)
    assert not limits.open.counts


# ------------------------------------------------------------------ the table
def doc_row(limit: Rate | Cap | Quota) -> str:
    """Return the row of docs/security.md that shows a limit."""
    if isinstance(limit, Quota):
        count = f"{limit.an_hour} an hour, {limit.a_day} a day"
        return f"| {limit.name} | {limit.scope} | {count} |  | {limit.protects} |"
    settings = ServerSettings()
    count = f"{limit.count_in(settings):g}"
    if isinstance(limit, Rate):
        period = {1.0: "a second", 60.0: "a minute", 3600.0: "an hour"}[limit.seconds]
        count += f" {period}, {round(limit.burst_of(limit.count_in(settings)), 1):g} at once"
    setting = f"`KAMCHATKA_{limit.setting.upper()}`" if limit.setting else ""
    if isinstance(limit, Rate) and limit.times != 1.0:
        setting += f" × {limit.times:g}"
    return f"| {limit.name} | {limit.scope} | {count} | {setting} | {limit.protects} |"


def test_the_documentation_shows_every_limit() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    rows = [doc_row(limit) for limit in (*RATES, *CAPS, *QUOTAS)]
    assert len({limit.name for limit in (*RATES, *CAPS, *QUOTAS)}) == len(rows)
    missing = [row for row in rows if row not in text]
    assert not missing, "\n".join(missing)


def test_limits_that_a_server_sets_are_settings(limits: Limits) -> None:
    """The bucket uses every setting named in the table."""
    fields = ServerSettings.__struct_fields__
    assert {limit.setting for limit in (*RATES, *CAPS) if limit.setting} <= {*fields}
    assert limits.bucket(LOGIN).burst == 10.0
    assert limits.bucket(REQUEST).rate == 10.0
    assert limits.bucket(EVENT).rate == pytest.approx(10 / 60)
