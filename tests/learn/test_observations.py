"""Observations contain what a view contains, by name, and nothing that the seat may not know."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i16

from kamchatka.encoding.observer import ObservationRow
from kamchatka.encoding.play import Play
from kamchatka.encoding.prompt import Prompt
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.schema.rows import RowReader
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.learn import OBSERVATION_VERSION, Setting, raw_env
from tests.laws.tables import Setup, advance, begin, moments, setups, steady
from tests.laws.test_secrets import scramble
from tests.learn.tables import ALL, EVERY_EDITION, wander

SNAPSHOT = Path(__file__).with_name("layouts.json")


def setting_of(setup: Setup) -> Setting:
    """Return the setting of a table at which laws are tested."""
    return Setting.of(ALL[setup.edition], setup.seats, setup.options)


def observed(setting: Setting, table: Table, seat: int, prompt: Prompt | None = None) -> Any:
    """Return what a seat observes."""
    row: Any = vec[i16]([0] * setting.layout.size)
    setting.observer.write(view(table, seat), prompt, row, 0)
    return np.frombuffer(row, np.int16)


def asked(setting: Setting, table: Table, seat: int) -> Prompt | None:
    """Return what a seat is asked, or None."""
    if seat not in members(setting.game.awaits(table)):
        return None
    prompt = Prompt(setting.codes)
    prompt.begin(setting.game.options(table, seat), seat)
    return prompt


# ------------------------------------------------------------------ the law
def observation_and_mask(setup: Setup, table: Table, viewer: int) -> tuple[list[int], list[int]]:
    """Return a seat's observation and mask as an environment gives them."""
    env, seat = raw_env(ALL[setup.edition], setup.seats, setup.options), members(setup.game.awaits(table))[0]
    env.play.table, env.play.seat = table, seat
    env.play.prompt.begin(setup.game.options(table, seat), seat)
    seen = env.observe(f"player_{viewer}")
    return seen["observation"].tolist(), seen["action_mask"].tolist()


def look_alike(setting: Setting, game: Game, worlds: tuple[Table, Table], viewer: int) -> None:
    """Return whether observations and masks are equal through all codes of one action."""
    prompts = [asked(setting, table, viewer) for table in worlds]
    while True:
        seen = [
            observed(setting, table, viewer, prompt).tolist() for table, prompt in zip(worlds, prompts, strict=True)
        ]
        assert seen[0] == seen[1]
        one, other = prompts
        if one is None or other is None:
            assert one is other
            return
        assert list(one.legal) == list(other.legal)
        if one.stage == 6:
            return
        code = max(code for code, legal in enumerate(one.legal) if legal)
        one.choose(code)
        other.choose(code)


@EVERY_EDITION
def test_worlds_that_differ_in_others_secrets_are_observed_alike(edition: str) -> None:
    differ = 0

    @steady(12)
    @given(st.sampled_from(setups(edition)), st.integers(0, 1 << 30), moments(edition))
    def law(setup: Setup, seed: int, actions: int) -> None:
        nonlocal differ
        setting, game = setting_of(setup), setup.game
        table, luck = begin(setup, seed), FastChance(seed + 1)
        advance(game, table, luck, actions)
        for turn in range(4):
            if table.state.over:
                return
            viewer = luck.below(setup.seats)
            world = scramble(game, table, viewer, FastChance(seed + turn))
            differ += list(world.state.cards) != list(table.state.cards)
            look_alike(setting, game, (table, world), viewer)
            assert observation_and_mask(setup, table, viewer) == observation_and_mask(setup, world, viewer)
            advance(game, table, luck, 1)

    law()
    assert differ > 0


def test_a_leak_would_be_noticed() -> None:
    """The check above fails for a public number that depends on a secret."""
    setup = setups("modern")[0]
    setting, table = setting_of(setup), begin(setup, 1)
    advance(setup.game, table, FastChance(2), 200)
    world = scramble(setup.game, table, 0, FastChance(3))
    world.state.round += 1
    with pytest.raises(AssertionError):
        look_alike(setting, setup.game, (table, world), 0)


def test_what_a_seat_has_said_so_far_only_itself_sees() -> None:
    setting = Setting.of("modern", seats=3)
    told = 0

    def check(play: Play) -> None:
        nonlocal told
        if play.prompt.stage < 3 or play.prompt.at < 0:
            return
        told += 1
        own = setting.layout.planes_by_name(observed(setting, play.table, int(play.seat), play.prompt))
        assert own["chosen.source"].sum() == 1
        assert own["chosen.stage"].sum() == own["chosen.verb"].sum() == 1
        others = setting.layout.planes_by_name(observed(setting, play.table, (int(play.seat) + 1) % 3))
        assert not any(others[name].any() for name in others if name.startswith("chosen."))

    wander(setting, 400, 1, check)
    assert told > 50


# ------------------------------------------------------------------ described facts
@EVERY_EDITION
def test_an_observation_tells_what_the_view_holds(edition: str) -> None:
    setting = Setting.of(ALL[edition])
    seats, places = setting.seats, len(setting.game.board.places)

    def check(play: Play) -> None:
        if play.cycles % 7:
            return
        for me in range(seats):
            state = view(play.table, me).state
            row = observed(setting, play.table, me)
            planes, by_seat, _ = setting.layout.split(row)
            named = setting.layout.planes_by_name(row)
            assert planes.shape[1:] == (places,)
            assert by_seat.shape[1:] == (seats,)
            for place in range(places):
                owner = int(state.owner[place])
                away = np.flatnonzero([named[f"owner.{other}"][place] for other in range(seats)])
                assert away.tolist() == ([(owner - me) % seats] if owner >= 0 else [])
            assert named["armies"].tolist() == list(state.armies)
            assert named["hand"].tolist() == [state.hand[(me + away) % seats] for away in range(seats)]
            held = [int(where == me) for where in state.cards]
            assert named["cards.own"][: len(held)].tolist() == held
            assert named["round"][0] == state.round

    wander(setting, 300, 4, check)


class Listed(RowReader):
    """An observer that keeps the rows it receives."""

    def __init__(self) -> None:
        self.rows: list[list[int]] = []

    def row(self, values: Any) -> None:
        self.rows.append(list(values))


@EVERY_EDITION
def test_a_complete_state_is_observed_as_its_view(edition: str) -> None:
    """Rows that are updated from table to table equal those of the seat's view, also an edition's own rows."""
    setting = Setting.of(ALL[edition])
    size = setting.layout.size
    numbers: Any = vec[i16]([0] * (size * setting.seats))
    rows = [ObservationRow(setting.observer, numbers, seat * size) for seat in range(setting.seats)]
    written = np.frombuffer(numbers, np.int16).reshape(setting.seats, size)
    compared = 0

    def check(play: Play) -> None:
        nonlocal compared
        state = play.table.state
        for seat, row in enumerate(rows):
            prompt = play.prompt if seat == play.seat else None
            row.update(state, seat, prompt)
            assert (written[seat] == observed(setting, play.table, seat, prompt)).all()
            shown = Listed()
            state.edition_state.show(seat, shown)
            assert shown.rows == state.edition_state.seen_by(seat).rows()
            compared += 1

    wander(setting, 600, 5, check)
    assert compared == 600 * setting.seats


def test_an_editions_own_rows_are_told_from_where_the_viewer_sits() -> None:
    setting = Setting.of("risk2210", seats=4)
    table = setting.game.start(4, FastChance(1))
    advance(setting.game, table, FastChance(2), 150)
    own: Any = table.state.edition_state
    for me in range(4):
        named = setting.layout.planes_by_name(observed(setting, table, me))
        assert named["extra.purse"].tolist() == [own.purse[(me + away) % 4] for away in range(4)]
        assert named["extra.hazard"].tolist() == list(own.hazard)
        for nth, kind in enumerate(setting.game.kinds):
            stands = [own.piece[seat * 5 + nth] for seat in range(4)]
            shown = {int(place): int(named[f"extra.piece.{kind}"][place]) for place in stands if place >= 0}
            assert shown == {place: (seat - me) % 4 + 1 for seat, place in enumerate(stands) if place >= 0}


@EVERY_EDITION
def test_what_an_edition_declares_of_its_rows_fits_them(edition: str) -> None:
    """An edition has as many rows as it declares, of the declared length, with every option."""
    for setup in setups(edition):
        state, game = begin(setup, 1).state.edition_state, setup.game
        counts = {"place": game.board.size, "seat": setup.seats, "card": len(game.cards)}
        for row, numbers in zip(state.ROWS, state.rows(), strict=bool(state.ROWS)):
            if row.by == "table":
                assert len(row.fields) == len(numbers)
            elif row.by in counts and not row.per:
                assert len(numbers) in (0, counts[row.by])
            elif row.per:
                assert len(numbers) % counts[row.by] == 0
        assert setting_of(setup).layout.size == setting_of(setup).observer.size


# ------------------------------------------------------------------ its version
def layouts() -> dict[str, Any]:
    """Return every edition's layout at its largest table: names, offsets and widths."""
    found = {name: Setting.of(name) for name in ALL if name != "teaching"}
    return {
        "version": OBSERVATION_VERSION,
        "planes": {
            name: [f"{plane.offset} {plane.block} {plane.name} {plane.width}" for plane in setting.layout.planes]
            for name, setting in found.items()
        },
        "codes": {name: len(setting.code_names) for name, setting in found.items()},
    }


def test_a_layout_changes_only_with_its_version() -> None:
    """The layout stays the same within a version, because players trained with it depend on it.

    To change it, raise OBSERVATION_VERSION and run `python -m tests.learn.test_observations`.
    """
    assert json.loads(SNAPSHOT.read_text(encoding="utf-8")) == layouts()


def test_a_layout_can_be_read() -> None:
    text = str(Setting.of("modern", seats=4).layout).splitlines()
    assert text[0].startswith("modern, 4 seats: observation 1, ")
    assert any(line.endswith("places  armies") for line in text)


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(layouts(), indent=1) + "\n", encoding="utf-8")
