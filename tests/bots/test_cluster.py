"""Games on a fake Ray cluster: the submitted tasks, and the errors users read when it fails."""

import socket
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from kamchatka.arena import GameFailed, Outcome, Plan, outcomes, outcomes_on_ray
from kamchatka.kernel.problem import Problem

PLAN = Plan.create("modern", {}, ("random", "random", "random"), 3, 0)


class RayError(Exception):
    """Stand in for Ray's base error."""


class WrappedFailure(RayError, GameFailed):
    """A failed game as it comes back from a worker."""

    def __init__(self) -> None:
        GameFailed.__init__(self, 7, "broken")


class StandIn:
    """Stand in for Ray within one process: tasks run when they are fetched."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, error: Exception | None = None, refusal: Exception | None = None) -> None:
        self.error, self.refusal = error, refusal
        self.address: str | None = ""
        self.is_down = False

    def init(self, address: str | None, **quiet: object) -> None:
        """Connect, or raise an error."""
        if self.refusal is not None:
            raise self.refusal
        self.address = address

    def remote(self, task: Callable[..., object]) -> SimpleNamespace:
        """Return a task that can be submitted."""
        return SimpleNamespace(remote=lambda *given: (task, given))

    def wait(self, waiting: list[Any]) -> tuple[list[Any], list[Any]]:
        """Report the last submitted task as done first."""
        return waiting[-1:], waiting[:-1]

    def get(self, sent: tuple[Callable[..., object], tuple[object, ...]]) -> object:
        """Return the result of a task, or raise its error."""
        if self.error is not None:
            raise self.error
        return sent[0](*sent[1])

    def shutdown(self) -> None:
        """Record the disconnection."""
        self.is_down = True


def on(ray: StandIn, monkeypatch: pytest.MonkeyPatch, address: str = "local") -> list[Outcome]:
    """Play three games on that cluster."""
    monkeypatch.setitem(sys.modules, "ray", ray)
    return list(outcomes_on_ray(PLAN, range(3), address))


def test_a_cluster_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster plays the same games from the same seeds, in any order, and is disconnected afterwards."""
    ray = StandIn()
    played = sorted(on(ray, monkeypatch), key=lambda game: game.seed)
    assert played == list(outcomes(PLAN, range(3), 1))
    assert (ray.address, ray.is_down) == (None, True)


def test_an_address_where_nobody_answers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a server is reported at once, in both languages, before Ray is asked."""
    with socket.socket() as taken:  # bound but not listening, so that no other process can use the port
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(Problem) as raised:
            on(StandIn(), monkeypatch, address)
    assert raised.value.text("en").startswith(f"No Ray cluster answers at “{address}”: ")
    assert raised.value.text("it").startswith(f"A «{address}» non risponde un cluster Ray: ")


@pytest.mark.parametrize(
    "refusal",
    [
        ValueError("Invalid address format: atlantis"),
        ConnectionError("no instance."),
        RuntimeError("another version\nwith a long trace"),
    ],
)
def test_what_ray_refuses_is_told_in_one_line(refusal: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray's errors are shown in one line, in Ray's words and without its traceback."""
    with pytest.raises(Problem) as raised:
        on(StandIn(refusal=refusal), monkeypatch, "atlantis")
    said = str(refusal).splitlines()[0].rstrip(".")
    assert raised.value.text("en") == f"No Ray cluster answers at “atlantis”: {said}."


def test_a_failed_game_keeps_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed game keeps its seed although Ray wraps its error."""
    ray = StandIn(error=WrappedFailure())
    with pytest.raises(GameFailed) as raised:
        on(ray, monkeypatch)
    assert type(raised.value) is GameFailed
    assert (raised.value.seed, raised.value.error, ray.is_down) == (7, "broken", True)


def test_a_cluster_that_breaks_down_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing cluster gives one sentence without a traceback, and is disconnected."""
    ray = StandIn(error=RayError("the workers died\nand so on"))
    with pytest.raises(Problem) as raised:
        on(ray, monkeypatch)
    assert raised.value.text("en") == "The Ray cluster did not finish: the workers died."
    assert raised.value.text("it") == "Il cluster Ray non ha finito: the workers died."
    assert ray.is_down
