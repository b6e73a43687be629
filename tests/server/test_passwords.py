"""Two threads with a bounded queue hash passwords, so that logins don't block other requests."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from kamchatka.server.faults import Fault
from kamchatka.server.storage import passwords as passwords_module
from kamchatka.server.storage.passwords import THREADS, Passwords
from tests.server.together import together


class HeldHasher:
    """A hasher that returns when the test releases it, and counts concurrent calls."""

    def __init__(self) -> None:
        self.may_return = threading.Event()
        self.begun = threading.Semaphore(0)  # released by each call that begins
        self.lock = threading.Lock()
        self.running = 0
        self.most_running = 0

    def hash(self, password: str) -> str:
        """Simulate a long computation."""
        with self.lock:
            self.running += 1
            self.most_running = max(self.most_running, self.running)
        self.begun.release()
        self.may_return.wait()
        with self.lock:
            self.running -= 1
        return f"hash of {password}"


def held_passwords(most_waiting: int) -> tuple[Passwords, HeldHasher]:
    """Return passwords whose hashes wait until the test releases them."""
    passwords, hasher = Passwords(most_waiting), HeldHasher()
    passwords.hasher = hasher  # type: ignore[assignment]
    return passwords, hasher


async def begin(passwords: Passwords, count: int) -> list[asyncio.Task[str]]:
    """Request `count` hashes at once."""
    tasks = [asyncio.create_task(passwords.hash(str(n))) for n in range(count)]
    await asyncio.sleep(0)
    return tasks


@together
async def test_more_hashes_than_the_queue_holds_are_refused_at_once() -> None:
    """Two run and three wait; the other five are refused before the first ones end."""
    passwords, hasher = held_passwords(3)
    tasks = await begin(passwords, 10)
    refused = [task for task in tasks if task.done()]
    assert [str(task.exception()) for task in refused] == ["logins_full"] * 5
    hasher.may_return.set()
    assert [await task for task in tasks[:5]] == [f"hash of {n}" for n in range(5)]
    assert hasher.most_running <= THREADS


@together
async def test_hashes_take_no_thread_from_others() -> None:
    """The threads that everything else uses stay free."""
    passwords, hasher = held_passwords(60)
    tasks = await begin(passwords, 60)
    for _ in range(THREADS):
        await asyncio.to_thread(hasher.begun.acquire)
    assert await asyncio.to_thread(lambda: "free") == "free"
    hasher.may_return.set()
    await asyncio.gather(*tasks)
    assert hasher.most_running == THREADS


@together
async def test_a_place_is_free_again_when_its_client_has_gone() -> None:
    """A client that disconnects while it waits makes room for the next."""
    passwords, hasher = held_passwords(1)
    tasks = await begin(passwords, THREADS + 1)
    with pytest.raises(Fault):
        await passwords.hash("one too many")
    tasks[-1].cancel()
    await asyncio.wait(tasks[-1:])
    (another,) = await begin(passwords, 1)
    assert not another.done()
    hasher.may_return.set()
    assert await another == "hash of 0"
    await asyncio.gather(*tasks[:-1])


def test_a_server_hashes_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash takes what RFC 9106 recommends for little memory; only tests hash quickly (tests/quick_passwords.py)."""
    monkeypatch.setattr(passwords_module, "PasswordHasher", PasswordHasher)
    cost = extract_parameters(Passwords().decoy)
    assert cost.type is Type.ID
    assert cost.memory_cost >= 64 * 1024
    assert cost.time_cost >= 3


@together
async def test_an_account_that_does_not_exist_has_no_right_password() -> None:
    passwords = Passwords()
    hashed = await passwords.hash("correct horse")
    assert await passwords.verify(hashed, "correct horse")
    assert not await passwords.verify(hashed, "wrong horse")
    assert not await passwords.verify(None, "correct horse")
    assert not await passwords.verify("no argon2 hash", "correct horse")
