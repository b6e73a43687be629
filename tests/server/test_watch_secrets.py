"""tools/attacks/watch_secrets.py runs briefly over every edition and reports leaks."""

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.state import State
from kamchatka.server.presentation.delayed_view import DelayedView
from kamchatka.server.presentation.game_log import facts_seen
from kamchatka.server.presentation.presenter import Presenter
from kamchatka.server.presentation.scene_builder import SceneBuilder
from tests.laws.tables import setups
from tools.attacks.watch_secrets import LOOK_AGAIN, Leak, Watched, watch


@pytest.mark.parametrize("edition", EDITIONS)
def test_messages_of_a_game_tell_no_secret(edition: str) -> None:
    looked = sum(sum(Watched(setup, 5).play(LOOK_AGAIN + 10)) for setup in (setups(edition)[0], setups(edition)[-1]))
    assert looked > LOOK_AGAIN * (EDITIONS[edition].seats[0] + 2)


def test_a_run_counts_what_it_looked_at() -> None:
    looked = watch(300, seed=2)
    assert looked.total() >= 300


def first_card(builder: SceneBuilder, state: State) -> str:
    """Return a public sentence that depends on where a hidden card is."""
    return str(int(builder.match.state.cards[0]))


def somebodys_objective(builder: SceneBuilder, state: State) -> str:
    """Return a public sentence that depends on a hidden objective."""
    return str(int(builder.match.state.objective[0]))


@pytest.mark.parametrize("told", [first_card, somebodys_objective])
def test_a_leak_in_the_picture_is_noticed(monkeypatch: pytest.MonkeyPatch, told: object) -> None:
    monkeypatch.setattr(SceneBuilder, "phase", told)
    with pytest.raises(Leak):
        sum(Watched(setups("modern")[0], 5).play(400))


def test_a_leak_in_what_happened_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """When facts are sent unfiltered, a player gets the name of a card that another drew."""
    whole = "kamchatka.server.presentation.presenter.facts_seen"
    monkeypatch.setattr(whole, lambda facts, viewer: facts_seen(facts, None))
    with pytest.raises(Leak):
        sum(Watched(setups("modern")[0], 5).play(200))


def test_a_clock_of_now_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak is reported when delayed spectators get current clocks."""
    presenter = Presenter.build_moved
    world = Watched(setups("modern")[0], 5)
    assert isinstance(world.later.late, DelayedView)
    late = world.later.late.presenter

    def live(self: Presenter, viewpoint: object, context: object, *rest: object) -> object:
        return presenter(self, viewpoint, world.context() if self is late else context, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Presenter, "build_moved", live)
    with pytest.raises(Leak):
        sum(world.play(60))
