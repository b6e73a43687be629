"""The shared part of a scene comes from the public view, and every seat's own view would give the same."""

from typing import Any

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match, play_numeric
from kamchatka.server.presentation.presenter import Presenter, Viewpoint
from tests.laws.tables import setups
from tests.server.test_leaks import context

ACTIONS = 240


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_would_draw_the_same_table(edition: str) -> None:
    """An edition that shows a seat more of the board, seats or counters than others declares it in `secret`."""
    for number, setup in enumerate(setups(edition)[:4]):
        match, luck = Match.new(edition, setup.seats, setup.options, seed=number), FastChance(number)
        presenter = Presenter(match, [f"P{seat}" for seat in range(setup.seats)])
        for moment in range(ACTIONS):
            if match.is_over:
                break
            if moment % 8 == 0:
                assert drawn(presenter, int(luck.below(setup.seats))) == drawn(presenter, ONLOOKER)
            seat = match.awaited[luck.below(len(match.awaited))]
            play_numeric(match, match.options(seat).sample(luck), seat)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_kept_from_picture_to_picture_is_what_would_be_drawn_anew(edition: str) -> None:
    """Reused parts of a scene (seats, cards, places, phases, sentences) equal freshly rendered ones."""
    for number, setup in enumerate(setups(edition)[:2]):
        match, luck = Match.new(edition, setup.seats, setup.options, seed=number), FastChance(number)
        players, table = [f"P{seat}" for seat in range(setup.seats)], context(setup.seats)
        viewpoints = [Viewpoint(seat, "it" if seat % 2 else "en", (seat,), seat) for seat in range(setup.seats)]
        kept = Presenter(match, players)
        before = [kept.scene(viewpoint, table) for viewpoint in viewpoints]
        board = {place.id: place for place in before[0].places}
        kept.last = before[0].places
        for moment in range(ACTIONS):
            if match.is_over:
                break
            seat = match.awaited[luck.below(len(match.awaited))]
            play_numeric(match, match.options(seat).sample(luck), seat)
            kept.on_entry(match.entries[-1])
            changed = kept.take_changes()
            moved = [kept.build_moved(viewpoint, table, len(match.entries) - 1, changed) for viewpoint in viewpoints]
            board |= {place.id: place for place in changed}
            if moment % 20 == 0 or match.is_over:
                anew = Presenter(match, players)
                for viewpoint, shown in zip(viewpoints, moved, strict=True):
                    scene = anew.scene(viewpoint, table)
                    assert kept.scene(viewpoint, table) == scene
                    assert tuple(board.values()) == scene.places
                    assert shown.log == scene.log[len(scene.log) - len(shown.log) :]
                    assert (shown.seats, shown.private, shown.ask) == (scene.seats, scene.private, scene.ask)


def drawn(presenter: Presenter, viewer: int) -> list[Any]:
    """Render the shared part from a viewer's own view."""
    seen, builder, table = presenter.view_of(viewer), presenter.builders["it"], context(presenter.match.seats)
    state, display = seen.state, seen.display
    return [
        builder.places(state, display),
        builder.seats(state, display, table.sitting),
        builder.public(state, display),
        builder.neutral(display),
        display.closed,
        builder.phases(state),
        builder.phase(state),
        builder.round_label(state),
        (int(state.turn), int(state.round)),
    ]
